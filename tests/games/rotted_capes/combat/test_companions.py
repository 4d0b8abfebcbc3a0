"""Companions: animals and summoned creatures in a fight."""

from __future__ import annotations

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", dex=14)
    table.threat("raider")
    table.threat("hound", "animal")
    return table


@pytest.mark.rules("RC-CMOD-09")
def test_an_animal_acts_at_once_with_the_character_who_controls_it(table: Cast) -> None:
    assert table.refusal("control_creature", who="lark", creature="hound").rule == "RC-CMOD-09"
    table.begin({"lark": 5}, {"raider": 20})
    entry = table.play("control_creature", who="lark", creature="hound")
    assert "RC-CMOD-09" in table.cited(entry)
    assert table.turn() == ["raider"]
    table.next()
    assert table.turn() == ["hound", "lark"]
    table.next()
    assert table.turn() == ["raider"]


@pytest.mark.rules("RC-CMOD-09")
def test_a_creature_with_an_initiative_of_its_own_takes_theirs(table: Cast) -> None:
    table.begin({"lark": 15, "hound": 2}, {"raider": 10})
    assert table.order() == ["lark", "raider", "hound"]
    table.play("control_creature", who="lark", creature="hound", bond="summoned")
    assert table.order() == ["hound", "lark", "raider"]


@pytest.mark.rules("RC-CMOD-09", "RC-INIT-10")
def test_an_animal_goes_with_its_hero_where_tied_heroes_agree_on_an_order(table: Cast) -> None:
    table.hero("moth", dex=14)
    table.begin({"lark": 15, "moth": 15}, {"raider": 10})
    table.play("control_creature", who="lark", creature="hound")
    table.play("agree_order", encounter="underpass", heroes=["moth", "lark"], as_player="ana")
    assert (table.order(), table.turn()) == (["moth", "hound", "lark", "raider"], ["lark"])
    table.until("raider")
    table.next()
    assert table.turn() == ["moth"]
    table.next()
    assert table.turn() == ["hound", "lark"]


@pytest.mark.rules("RC-CMOD-09")
def test_one_that_comes_in_during_their_turn_waits_for_the_next(table: Cast) -> None:
    table.begin({"lark": 15}, {"raider": 10})
    table.play("control_creature", who="lark", creature="hound")
    table.next()
    assert table.turn() == ["raider"]
    table.next()
    assert table.turn() == ["hound", "lark"]
