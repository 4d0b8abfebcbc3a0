"""Sheets and boards as a layout has them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from rich.console import Console

from api.cli.printing import layouts, maps, sheets
from domain.layout import AnySection, WrongLayout, read_layout
from projections.phrases import sections
from projections.values import SeenTrack, Share
from projections.views.board import BoardView
from projections.views.sheet import SheetView

NO_NAMES: dict[str, Any] = {}
BARE: dict[str, Any] = {part: {} for part in (*sheets.LISTED, "data", "attributes", "tracks", "values")}


def sheet(**components: Any) -> SheetView:
    who = {"id": "1", "ref": "character/1", "handle": "red", "name": "Red", "title": "", "system": "toy", "owner": None}
    return msgspec.convert({**BARE, **who, "owners": (), "kind": "cape", "whole": True, **components}, SheetView)


def sections_of(sent: list[dict[str, Any]]) -> tuple[AnySection, ...]:
    return msgspec.convert(sent, tuple[AnySection, ...])


def shown(seen: SheetView, section: dict[str, Any]) -> str:
    """What a sheet with one section shows, without its borders."""
    out = Console(width=100)
    with out.capture() as captured:
        out.print(layouts.laid_out(seen, sections_of([section])))
    return " ".join(captured.get().split())


def track(current: int, maximum: int, *parts: int, minimum: int | None = None) -> SeenTrack:
    shares = tuple(Share(operation="add", amount=amount) for amount in parts)
    return SeenTrack(
        current=current,
        minimum=minimum,
        maximum=maximum,
        base_current=current,
        base_minimum=minimum,
        base_maximum=maximum,
        parts={"maximum": shares} if parts else {},
    )


class TestDots:
    @pytest.mark.parametrize(
        ("pool", "words"),
        [
            (track(2, 3), "●●○"),
            (track(0, 2), "○○"),
            (track(2, 3, -1), "●●○✕"),
            (track(3, 4, 1), "●●●○"),
            (track(0, 0), "–"),
            (track(5, 3), "5 / 3"),
            (track(40, 52), "40 / 52"),
        ],
    )
    def test_dots_are_left_spent_or_lost(self, pool: SeenTrack, words: str) -> None:
        assert layouts.dots(pool) == words

    @pytest.mark.parametrize(
        ("level", "words"),
        [
            (track(1, 2, minimum=-2), "+1 ··│●·"),
            (track(0, 2, minimum=-2), "0 ··●··"),
            (track(7, 2, minimum=0), "7"),
            (track(0, 0, minimum=0), "–"),
        ],
    )
    def test_a_scale_shows_where_the_level_is(self, level: SeenTrack, words: str) -> None:
        assert layouts.scale(level) == words


class TestLines:
    FIELDS = {"what": "knocked_down", "level": 0, "data": {"part": "arm"}, "tags": [], "until": None}

    @pytest.mark.parametrize(
        ("shows", "words"),
        [
            ("{what}", "knocked down"),
            ("{what}[ ({data.part})]", "knocked down (arm)"),
            ("{what}[ ({level})][ {tags}][, {until}]", "knocked down"),
            ("{what}[ {data.nothing}]", "knocked down"),
        ],
    )
    def test_what_says_nothing_is_left_out(self, shows: str, words: str) -> None:
        assert sections.line(shows, self.FIELDS, NO_NAMES) == words

    def test_an_anchor_is_told_in_words(self) -> None:
        fields = {"until": {"by": "scene"}}
        assert sections.line("{until}", fields, NO_NAMES) == "until the end of the scene"

    @pytest.mark.parametrize(
        ("budget", "words"),
        [({"a": 1, "b": 2}, "1 standard, 2 move"), ({"b": 2}, "2 move"), ({"a": 1}, "1 standard"), ({}, "")],
    )
    def test_bug_a_line_begins_with_no_comma(self, budget: dict[str, int], words: str) -> None:
        assert sections.line("[{budget.a} standard][, {budget.b} move]", {"budget": budget}, NO_NAMES) == words


class TestSections:
    def test_a_value_is_told_with_what_changes_it(self) -> None:
        parts = [{"operation": "add", "amount": -1}, {"operation": "add", "amount": 9, "counted": False}]
        seen = sheet(
            attributes={"guts": {"base": 3, "value": 2, "parts": parts}}, values={"scores.speed": {"value": 6}}
        )
        section = {
            "title": "Stats",
            "as": "values",
            "of": {"attributes.guts": "Guts", "scores.speed": "Speed", "a.b": "No"},
        }
        assert shown(seen, section) == "Stats Guts 2 (3 −1) · Speed 6"

    def test_places_are_numbered_and_empty_ones_shown(self) -> None:
        wounds = {"a": {"severity": "lesser", "slot": "body/2"}, "b": {"severity": "moderate", "slot": "body/over"}}
        section = {
            "title": "Wounds",
            "as": "places",
            "component": "wounds",
            "places": [{"at": "body/*", "title": "Body", "count": "slots.wounds"}, {"at": "item/*", "title": "Armor"}],
            "shows": "{severity}",
        }
        seen = sheet(wounds=wounds, values={"slots.wounds": {"value": 2}})
        assert shown(seen, section) == "Wounds Body: 1 – · 2 lesser · over moderate"

    def test_a_grid_has_its_rows_and_columns(self) -> None:
        section = {"title": "Costume", "as": "grid", "at": "costume", "rows": 1, "columns": 2, "shows": "{what}"}
        assert "│ – │ cape │" in shown(sheet(items={"a": {"what": "cape", "location": "costume/1,2"}}), section)

    def test_a_list_has_those_that_fit(self) -> None:
        cards = {
            "a": {"kind": "fame", "title": "A"},
            "b": {"kind": "debt", "title": "B"},
            "c": {"kind": "x", "title": "C"},
        }
        section = {
            "title": "Cards",
            "as": "list",
            "component": "cards",
            "where": {"kind": ["fame", "x"]},
            "shows": "{title}",
        }
        assert shown(sheet(cards=cards), section) == "Cards A C"

    @pytest.mark.parametrize(("empty", "words"), [("none", "Cards none"), ("", "")])
    def test_an_empty_list_says_so_or_is_left_out(self, empty: str, words: str) -> None:
        section = {"title": "Cards", "as": "list", "component": "cards", "shows": "{title}", "empty": empty}
        assert shown(sheet(), section) == words


def test_only_the_sections_that_are_wanted_are_shown() -> None:
    sections = sections_of(
        [{"title": t, "as": "list", "component": "cards", "shows": "{title}", "empty": t} for t in "AB"]
    )
    assert layouts.laid_out(sheet(), sections, ["b"]).row_count == 1


def board(turn: dict[str, Any], standing: dict[str, Any]) -> BoardView:
    """A board on which Red has the turn."""
    red = {"handle": "red", "name": "Red", "kind": ""}
    place = {"subject": "character/1", "called": "Red", "initiative": 4, "tiebreak": 0, "state": "", "members": ()}
    order = {**red, **place, "name": "1", "moved": 0, "active": True, "title": "", "data": {}, **turn}
    people = {**red, "ref": "character/1", "owners": (), "wounds": {}, "tracks": {}, **standing}
    aside: dict[str, Any] = {part: {} for part in ("positions", "areas", "zones", "props", "crowds")}
    head = {"id": "2", "ref": "encounter/2", "handle": "yard", "name": "Yard", "kind": "", "state": "running"}
    fields = {**head, **aside, "round": 1, "phase": "", "active": ("1",), "order": (order,), "links": ()}
    return msgspec.convert(
        {**fields, "participants": {"character/1": people}, "sheet": sheet()}, BoardView, from_attributes=True
    )


def test_a_board_has_the_columns_of_its_layout() -> None:
    layout = read_layout(
        b'[[board]]\ntitle = "Left"\nas = "turn"\nshows = "{budget.actions}"\n'
        b'[[board]]\ntitle = "State"\nas = "list"\ncomponent = "conditions"\nshows = "{what}"\n',
        "toy",
    )
    out = Console(width=100)
    with out.capture() as captured:
        out.print(*sheets.board(board({"budget": {"actions": 2}}, {"conditions": {"a": {"what": "prone"}}}), layout))
    assert "▶ 4 Red 2 prone" in " ".join(captured.get().split())


def test_a_place_that_is_nobodys_says_how_many_share_it_and_what_is_left_of_its_turn() -> None:
    layout = read_layout(
        b'[[board]]\ntitle = "State"\nas = "list"\ncomponent = "conditions"\nshows = "{what}"\n'
        b'[[board]]\ntitle = "Left"\nas = "turn"\nshows = "{budget.actions}"\n',
        "toy",
    )
    crowd = {"subject": "", "called": "Horde", "members": ("character/2", "character/3"), "budget": {"actions": 1}}
    out = Console(width=100)
    with out.capture() as captured:
        out.print(*sheets.board(board(crowd, {"conditions": {}}), layout))
    assert "▶ 4 Horde of 2 1" in " ".join(captured.get().split())


WAITING = read_layout(
    b'[[board]]\ntitle = "Turn"\nas = "turn"\nshows = "{budget.move} move[, {budget.swift} swift]"\n'
    b'waiting = "[{spent.swift} swift spent]"\nwhole = {swift = 1}\n',
    "toy",
)


@pytest.mark.parametrize(
    ("active", "swift", "words"),
    [
        (True, 1, "1 move, 1 swift"),
        (True, 0, "1 move"),
        (False, 1, ""),
        (False, 0, "1 swift spent"),
    ],
)
def test_of_those_who_wait_for_their_turn_only_what_they_have_spent_is_told(
    active: bool, swift: int, words: str
) -> None:
    seen = board({"budget": {"move": 1, "swift": swift}, "active": active}, {"conditions": {}})
    (row,) = sections.rows(seen, WAITING.board)
    assert row.cells == (sections.FilledTurn(words),)


@pytest.mark.parametrize(("active", "columns"), [(True, ["Turn", "State"]), (False, ["State"])])
def test_a_column_of_turns_that_has_nothing_to_say_of_those_who_wait_is_left_out(
    active: bool, columns: list[str]
) -> None:
    layout = read_layout(
        b'[[board]]\ntitle = "Turn"\nas = "turn"\nshows = "{budget.move} move"\nwaiting = "[{state}]"\n'
        b'[[board]]\ntitle = "State"\nas = "list"\ncomponent = "conditions"\nshows = "{what}"\n',
        "toy",
    )
    seen = board({"budget": {"move": 1}, "active": active}, {"conditions": {}})
    shown, (row,) = sections.board_of(seen, layout.board)
    assert ([column.title for column in shown], len(row.cells)) == (columns, len(columns))


def test_what_a_waiting_line_names_is_checked() -> None:
    with pytest.raises(WrongLayout, match="no field 'wits'"):
        read_layout(b'[[board]]\ntitle = "T"\nas = "turn"\nshows = "{state}"\nwaiting = "{wits}"\n', "toy")


MAPPED = read_layout('[map]\nzones = {rubble = "▒"}\n'.encode(), "toy")


def on_map(**parts: Any) -> str:
    """What a board with these positions, zones and areas shows, line by line without spaces at their ends."""
    out = Console(width=100)
    seen = msgspec.structs.replace(board({"budget": {}}, {"conditions": {}}), **parts)
    with out.capture() as captured:
        out.print(*sheets.board(seen, MAPPED))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def test_a_map_has_a_sign_for_a_combatant_on_a_square() -> None:
    text = on_map(
        positions={
            "1": {"subject": "character/1", "x": 3, "y": 1},
            "rock": {"title": "Rock", "x": 0, "y": 0, "size": 2},
        },
        zones={"z-1": {"kind": "rubble", "squares": [(2, 0), (3, 0)]}, "z-2": {"kind": "fog", "squares": [[3, 2]]}},
    )
    drawing = ["2  · · · *", "1  r r · R", "0  r r ▒ ▒", "   0 1 2 3   from x = 0", "R Red, r Rock, * fog, ▒ rubble"]
    assert "\n".join(drawing) in text


def test_areas_tell_who_is_there_and_where_they_lead() -> None:
    areas = {"hall": {"title": "Great Hall", "borders": ("yard",)}, "yard": {"borders": ("hall",)}}
    text = " ".join(on_map(areas=areas, positions={"1": {"subject": "character/1", "area": "hall"}}).split())
    assert "│ GREAT HALL │──│ YARD │ │ Red │ │ │" in text


def test_areas_that_would_not_fit_beside_one_another_are_listed() -> None:
    spokes = {f"way-{number}": {"borders": ("hub",)} for number in range(40)}
    text = " ".join(on_map(areas={"hub": {"borders": tuple(spokes)}, **spokes}, positions={}).split())
    assert "way-39 hub" in text


def test_a_map_that_would_not_fit_says_how_large_it_is() -> None:
    far = {"a": {"x": 0, "y": 0}, "b": {"x": 99, "y": 4}}
    assert "The map is 100 by 5 squares: too large to be drawn here." in on_map(positions=far)


def test_a_board_without_a_map_in_its_layout_is_not_drawn() -> None:
    seen = msgspec.structs.replace(board({"budget": {}}, {"conditions": {}}), positions={"1": {"x": 3, "y": 1}})
    out = Console(width=100)
    with out.capture() as captured:
        out.print(*sheets.board(seen))
    assert "from x" not in captured.get()


def test_a_position_whose_squares_may_not_be_seen_is_not_on_the_map() -> None:
    assert "from x" not in on_map(positions={"1": {"subject": "character/1"}})


def test_a_later_name_with_a_taken_letter_gets_another_sign() -> None:
    assert maps.marks_of({"a": "Rex", "b": "Red", "c": "Ray", "d": "* * *"}) == {"a": "R", "b": "r", "c": "A", "d": "B"}
