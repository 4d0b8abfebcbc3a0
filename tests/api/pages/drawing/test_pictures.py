"""Pictures of boards: what they show, what they keep still, what they let in, and how large they are."""

from __future__ import annotations

import gzip
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from msgspec.structs import replace

from api.pages.drawing.areas import AreaMap, area_map
from api.pages.drawing.listing import map_list
from api.pages.drawing.squares import square_map
from api.pages.rendering import environment
from domain.layout import Layout
from projections.names import Name
from projections.views.board import BoardPosition, BoardView, Tie
from tests.api.pages.drawing.gallery import GAMES, PICTURES, board, layout, picture

HOSTILE = "</title><script>alert(1)</script>\" onload='x' {{ 7 * 7 }}"


def standing(handle: str, **fields: Any) -> BoardPosition:
    given = {"ref": f"character/{handle}", "handle": handle, "name": handle.title(), "kind": "", "owners": ()}
    return BoardPosition(**{**given, "wounds": {}, "conditions": {}, "tracks": {}, **fields})


def placed(**parts: Any) -> BoardView:
    """A board without anybody but those who are given."""
    empty: dict[str, Any] = {
        name: {} for name in ("participants", "positions", "areas", "zones", "props", "crowds", "names")
    }
    return replace(board("orcus"), **{**empty, "order": (), "active": (), "links": (), **parts})


def on_squares(*at: tuple[int, int], **fields: Any) -> BoardView:
    people = {f"character/a{index}": standing(f"a{index}", **fields) for index in range(len(at))}
    positions = {f"a{index}": {"subject": f"character/a{index}", "x": x, "y": y} for index, (x, y) in enumerate(at)}
    return placed(participants=people, positions=positions)


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_of_a_demo_is_as_it_was_looked_at(game: str) -> None:
    assert picture(board(game), layout(game)) == (PICTURES / f"{game}.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_has_a_name_a_description_and_no_styles_or_scripts(game: str) -> None:
    text = picture(board(game), layout(game))
    image = ET.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])
    labels = image.attrib["aria-labelledby"].split()
    assert [child.attrib["id"] for child in image[:2]] == labels
    assert not [each for each in image.iter() if each.tag == "script" or "style" in each.attrib]


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_defines_every_pattern_that_it_uses(game: str) -> None:
    text = picture(board(game), layout(game))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) == set(re.findall(r'<pattern id="([^"]+)"', text))


@pytest.mark.parametrize("game", GAMES)
def test_ids_of_a_picture_and_its_list_are_unique(game: str) -> None:
    ids = re.findall(r' id="([^"]+)"', picture(board(game), layout(game)))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", GAMES)
def test_the_list_names_everybody_and_everything_of_the_picture(game: str) -> None:
    seen = board(game)
    listed = map_list(seen, layout(game))
    assert listed is not None
    shown = {row.token.name for row in listed.tokens} | {row.zone.name for row in listed.zones}
    text = picture(seen, layout(game))
    assert all(name in text for name in shown)
    assert len(listed.tokens) == len(seen.positions)


def test_a_hostile_name_is_words_and_nothing_else() -> None:
    hostile = standing("a", name=HOSTILE, conditions={HOSTILE: {"what": HOSTILE}})
    seen = placed(
        name=HOSTILE,
        participants={"character/a": hostile},
        positions={"a": {"subject": "character/a", "x": 0, "y": 0, "facing": HOSTILE}, "b": {"area": "hall", "title": HOSTILE}},
        areas={"hall": {"title": HOSTILE, "light": HOSTILE, "terrain": [HOSTILE], "borders": [HOSTILE]}},
        zones={"z": {"kind": HOSTILE, "title": HOSTILE, "squares": [[1, 1]], "areas": ["hall"], "source": HOSTILE}},
        props={"p": {"kind": HOSTILE, "area": "hall", "tags": [HOSTILE]}},
        crowds={"c": {"kind": HOSTILE, "count": 3, "area": "hall"}},
    )  # fmt: skip
    text = picture(seen, Layout())
    assert "<script" not in text
    assert not re.search(r"<[^>]*\son\w+=", text)
    assert "49" not in text


def test_a_board_of_many_squares_and_creatures_is_small() -> None:
    tracks = board("orcus").participants["character/c-19"].tracks
    people = {
        f"character/c-{index}": standing(
            f"goblin-{index}", tracks=tracks, conditions={"p": {"what": "prone"}} if index % 3 else {}
        )
        for index in range(200)
    }
    positions = {
        f"c-{index}": {"subject": f"character/c-{index}", "x": index * 7 % 60, "y": index * 11 % 60}
        for index in range(200)
    }
    zones = {f"z-{at}": {"kind": "difficult", "squares": [[at, y] for y in range(0, 60, 2)]} for at in range(0, 60, 10)}
    corners = {"wall": {"kind": "wall", "squares": [[0, 0], [59, 59]]}}
    seen = placed(participants=people, positions=positions, zones=zones | corners)
    text = picture(seen, layout("orcus"))
    drawing = text[text.index("<svg") : text.index("</svg>") + 6]
    assert text.count('class="map-creature"') == 200
    assert len(drawing.encode()) < 60_000
    assert len(gzip.compress(text.encode())) < 20_000


def test_several_on_one_square_share_it() -> None:
    drawn = square_map(on_squares((2, 2), (2, 2), (2, 2)), Layout())
    assert drawn is not None
    assert len({(each.x, each.y) for each in drawn.tokens}) == 3
    assert all(each.radius < 10 for each in drawn.tokens)


def test_a_large_creature_fills_its_squares_from_the_bottom_left() -> None:
    seen = on_squares((0, 0), (5, 5))
    seen.positions["a0"]["size"] = 3
    drawn = square_map(seen, Layout())
    assert drawn is not None
    large, small = drawn.tokens
    assert (small.x - large.x, small.y - large.y) == (4 * 40, -4 * 40)
    assert large.radius > 50


def test_a_combatant_far_away_is_listed_and_not_drawn() -> None:
    seen = on_squares((0, 0), (1, 1), (2, 0), (9_000_000, 5))
    drawn, listed = square_map(seen, Layout()), map_list(seen, Layout())
    assert drawn is not None
    assert listed is not None
    assert (drawn.beyond, drawn.window.columns <= 120, len(listed.tokens)) == (1, True, 4)


def test_a_position_that_one_may_not_see_is_nowhere() -> None:
    seen = placed(participants={"character/a": standing("a")}, positions={"a": {"subject": "character/a", "x": None}})
    assert square_map(seen, Layout()) is None
    assert "<td>–</td>" in picture(seen, Layout())


def test_a_board_without_a_map_has_no_picture() -> None:
    assert picture(placed(), Layout()) == ""


def test_links_of_both_directions_are_one_line() -> None:
    fields: dict[str, Any] = {"kind": "grapple", "amount": 0, "title": "", "data": {}}
    ends = (("character/a0", "character/a1"), ("character/a1", "character/a0"))
    ties = tuple(Tie(name=str(index), of=of, to=to, **fields) for index, (of, to) in enumerate(ends))
    drawn = square_map(replace(on_squares((0, 0), (3, 0)), links=ties), Layout())
    assert drawn is not None
    assert [tie.title for tie in drawn.ties] == ["A0: grapple → A1; A1: grapple → A0"]


def test_a_source_and_a_member_of_a_group_go_by_their_names() -> None:
    seen = replace(board("rotted-capes"), names={"character/c-8": Name(ref="", handle="", name="Lark")})
    seen.zones["z"] = {"kind": "fog", "areas": ["yard"], "source": "character/c-8"}
    assert "by Lark" in picture(seen, Layout())


def test_members_of_a_group_have_its_turn() -> None:
    seen = board("rotted-capes")
    order = tuple(replace(turn, active=turn.kind == "horde") for turn in seen.order)
    listed = map_list(replace(seen, order=order), layout("rotted-capes"))
    assert listed is not None
    assert sum(row.token.turn for row in listed.tokens) == 6


class TestAreas:
    def drawn(self, **parts: Any) -> AreaMap:
        drawn = area_map(replace(board("weaverdice"), **parts), layout("weaverdice"))
        assert drawn is not None
        return drawn

    def test_no_box_moves_when_a_combatant_does(self) -> None:
        before = self.drawn()
        moved = {key: {**fields, "area": "mast"} for key, fields in board("weaverdice").positions.items()}
        after = self.drawn(positions=moved)
        assert [(a.name, a.x, a.y) for a in before.areas] == [(a.name, a.x, a.y) for a in after.areas]
        assert (before.width, before.height, before.ways) == (after.width, after.height, after.ways)

    def test_boxes_lie_apart(self) -> None:
        corners = sorted((area.y, area.x) for area in self.drawn().areas)
        assert all(y != next_y or next_x - x > 232 for (y, x), (next_y, next_x) in pairwise(corners))

    def test_areas_that_are_not_side_by_side_are_named_as_ways_out(self) -> None:
        ring = {str(n): {"borders": [str((n + 1) % 5)]} for n in range(5)}
        drawn = self.drawn(areas=ring)
        assert len(drawn.ways) == 5
        assert [area.name for area in drawn.areas if area.exits] == ["2"]

    def test_a_full_box_says_how_many_more_are_in_it(self) -> None:
        people = {f"t-{index}": {"title": f"Thug {index}", "area": "quay"} for index in range(30)}
        quay = next(area for area in self.drawn(positions=people).areas if area.name == "quay")
        assert (len(quay.people), quay.more) == (11, 19)


def test_pictures_of_one_view_are_equal() -> None:
    seen = board("weaverdice")
    again = msgspec.json.decode(msgspec.json.encode(seen), type=BoardView)
    assert picture(seen, layout("weaverdice")) == picture(again, layout("weaverdice"))


def test_the_list_of_a_map_is_german_for_a_german_reader() -> None:
    listed = map_list(board("orcus"), layout("orcus"))
    text = environment().get_template("drawing/list.html").render(listed=listed, link=str, language="de")
    assert "<caption>Wer wo ist</caption>" in text
    assert "ist am Zug" in text
