"""The map: who stands where, and what fills part of it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.maps import Position
from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table, tags
from tests.play.rules import but_for_sight


@pytest.fixture
def table() -> Table:
    table = Table().with_hero()
    table.do("create_encounter", name="Fight", areas={"yard": {"borders": ["hall"]}, "hall": {}})
    return table


def place(table: Table, **where: Any) -> None:
    table.do("place", encounter="fight", who="ramjet", **where)


def at(table: Table) -> Position:
    position: Position = table.only("fight", "positions")
    return position


def test_a_character_stands_in_an_area(table: Table) -> None:
    place(table, area="yard", height=2, facing="north")
    assert at(table) == Position(subject=table.ref("ramjet"), area="yard", height=2, facing="north")


def test_a_character_stands_on_squares(table: Table) -> None:
    place(table, x=3, y=-1, size=2)
    assert (at(table).x, at(table).y, at(table).size) == (3, -1, 2)


def test_a_position_is_named_like_the_turn(table: Table) -> None:
    place(table, area="yard")
    table.do("join", encounter="fight", who="ramjet")
    assert table.name("fight", "positions") == table.name("fight", "order")


def test_a_thing_stands_under_its_own_name(table: Table) -> None:
    table.do("place", encounter="fight", thing="barrel", area="yard")
    assert table.name("fight", "positions") == "barrel"


def test_moving_sets_only_what_is_said(table: Table) -> None:
    place(table, area="yard", height=2)
    table.do("move", encounter="fight", who="ramjet", area="hall", member="pat")
    assert (at(table).area, at(table).height) == ("hall", 2)


def test_moving_does_not_look_at_where_one_was(table: Table) -> None:
    place(table, x=1, y=1)
    decision = table.do("move", encounter="fight", who="ramjet", x=2, y=1)
    ref = table.ref("fight")
    place_of = f"{ref}.positions.{table.name('fight', 'positions')}"
    assert but_for_sight(decision.reads) == {ref, table.ref("ramjet"), place_of}


def test_a_character_taken_off_stands_nowhere(table: Table) -> None:
    place(table, area="yard")
    table.do("take_off", encounter="fight", who="ramjet")
    assert not table.see("fight").positions


def test_a_hidden_character_stands_hidden(table: Table) -> None:
    table.do("create_character", name="Lurker", hidden=True)
    table.do("place", encounter="fight", who="lurker", area="yard")
    assert at(table).audience == "gm"


@pytest.mark.parametrize("command", ["place", "move"])
def test_a_place_that_is_not_on_the_map_is_refused(table: Table, command: str) -> None:
    if command == "move":
        place(table, area="yard")
    with expect_refusal("area", "roof"):
        table.do(command, encounter="fight", who="ramjet", area="roof")


def test_without_a_map_any_place_will_do() -> None:
    table = Table().with_hero()
    table.do("create_encounter", name="Fight")
    place(table, area="somewhere")
    assert at(table).area == "somewhere"


@pytest.mark.parametrize(
    "where",
    [{}, {"x": 1}, {"y": 1}, {"thing": "barrel", "area": "yard"}],
)
@pytest.mark.parametrize("command", ["place", "move"])
def test_half_a_place_is_refused(table: Table, command: str, where: dict[str, Any]) -> None:
    with expect_refusal("place"):
        table.do(command, encounter="fight", who="ramjet", **where)


def test_one_stands_in_one_place(table: Table) -> None:
    place(table, area="yard")
    with expect_refusal("name-taken"):
        place(table, area="hall")


def test_a_character_who_is_not_on_the_map_does_not_move(table: Table) -> None:
    with expect_missing("positions"):
        table.do("move", encounter="fight", who="ramjet", area="yard")


def test_players_do_not_move_things(table: Table) -> None:
    table.do("place", encounter="fight", thing="barrel", area="yard")
    with pytest.raises(PermissionError):
        table.do("move", encounter="fight", thing="barrel", area="hall", member="pat")


def test_an_area_is_drawn_and_drawn_anew(table: Table) -> None:
    table.do("draw_area", encounter="fight", area="cellar", borders=["hall"])
    table.do("draw_area", encounter="fight", area="cellar", light="dark")
    cellar = table.see("fight").areas["cellar"]
    assert (cellar.borders, cellar.light) == (("hall",), "dark")


def test_a_zone_fills_areas_until_it_is_closed(table: Table) -> None:
    table.do("zone", encounter="fight", kind="fire", areas=["yard"], known_to=["ramjet"])
    zone = table.only("fight", "zones")
    assert (zone.kind, zone.areas, zone.known_to) == ("fire", ("yard",), (table.ref("ramjet"),))
    table.do("close_zone", encounter="fight", zone=table.name("fight", "zones"))
    assert not table.see("fight").zones


def test_a_zone_lies_on_the_map(table: Table) -> None:
    with expect_refusal("area", "roof"):
        table.do("zone", encounter="fight", kind="fire", areas=["roof"])


def test_what_hangs_on_a_zone_ends_with_it(table: Table) -> None:
    table.do("join", encounter="fight", who="ramjet")
    table.do("zone", encounter="fight", kind="fire", areas=["yard"])
    name = table.name("fight", "zones")
    until = {"by": "instance", "path": f"{table.ref('fight')}.zones.{name}"}
    table.do("afflict", target="ramjet", what="burning", until=until)
    assert tags(table.do("close_zone", encounter="fight", zone=name)) == ["zone_closed", "condition_ended"]
