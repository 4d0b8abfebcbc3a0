"""Ongoing damage: taken turn by turn, until a save or an Action ends it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Lark, whose turn it is, with Constitution 14; then a raider, and a shambler with Fortitude 14."""
    table = Cast()
    table.hero("lark", con=14, fortitude=14)
    table.threat("raider", stamina=40, fortitude=14)
    table.zombie("shambler", wounds=2, fortitude=14)
    table.begin({"lark": 20}, {"raider": 10, "shambler": 1})
    return table


def burn(table: Cast, who: str = "lark", **more: Any) -> None:
    table.play("afflict", who=who, damage="1d6", **more)


def go_on(table: Cast, **dice: list[int]) -> int:
    return table.play("next_turn", encounter="underpass", dice=dice)


@pytest.mark.rules("RC-COND-10", "RC-RULING-45", "RC-CONT-03")
@pytest.mark.parametrize(("die", "lasts"), [(12, True), (13, False)])
def test_ongoing_damage_comes_at_the_start_of_a_turn_and_a_save_at_its_end_ends_it(
    table: Cast, die: int, lasts: bool
) -> None:
    burn(table, "raider", difficulty=13)
    go_on(table, damage=[5])
    assert table.current("raider", "stamina") == 35
    entry = go_on(table, save=[die])
    assert ("ongoing_damage" in table.conditions("raider"), table.current("raider", "stamina")) == (lasts, 35)
    assert "RC-CONT-03" in table.cited(entry)


@pytest.mark.rules("RC-COND-10", "RC-RULING-45")
def test_at_the_end_of_a_turn_the_damage_comes_before_the_save(table: Cast) -> None:
    burn(table, timing="end", difficulty=15)
    go_on(table, damage=[4], save=[13])
    assert (table.current("lark", "stamina"), table.conditions("lark")) == (36, [])


@pytest.mark.rules("RC-COND-10")
def test_without_a_number_no_save_ends_it(table: Cast) -> None:
    burn(table, difficulty=0)
    go_on(table)
    assert table.conditions("lark") == ["ongoing_damage"]
    table.play("lift", who="lark", condition="ongoing_damage")
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-COND-10")
def test_an_action_with_a_skill_set_ends_it(table: Cast) -> None:
    burn(table, "raider")
    assert table.refusal("quench", who="lark", target="raider").rule == "RC-COND-10"
    table.play("quench", who="lark", target="raider", skilled=True, as_player="ana")
    assert (table.conditions("raider"), table.left("lark", "action")) == ([], 0)
    assert table.refusal("quench", who="lark", target="raider", skilled=True).rule == "RC-COND-10"


@pytest.mark.rules("RC-COND-11")
def test_a_creature_engulfed_by_fire_attacks_at_a_disadvantage(table: Cast) -> None:
    burn(table, tags=["Engulfed - Fire"])
    entry = table.play("attack", who="lark", target="raider", damage="1d6", dice={"attack": [15, 3]})
    assert table.rolls(entry)["attack/raider"] == 3
    assert "RC-COND-11" in table.cited(entry)


@pytest.mark.rules("RC-COND-11")
@pytest.mark.parametrize(("tags", "stamina"), [(["Engulfed - Acid"], 33), (["Bleeding"], 35)])
def test_acid_takes_from_dr(table: Cast, tags: list[str], stamina: int) -> None:
    table.play("grant_resistance", who="lark", amount=5)
    burn(table, type="acid", weakens=2, tags=tags)
    table.play("harm", who="lark", amount=10)
    assert table.current("lark", "stamina") == stamina


@pytest.mark.rules("RC-ZOM-06", "RC-ZOM-07")
def test_zombies_let_themselves_burn(table: Cast) -> None:
    burn(table, "shambler", difficulty=5)
    assert table.refusal("quench", who="shambler", target="shambler", skilled=True).rule == "RC-ZOM-06"
    table.next(1)
    go_on(table, damage=[6])
    entry = go_on(table)
    assert table.conditions("shambler") == ["ongoing_damage"]
    assert "RC-ZOM-06" in table.cited(entry)


@pytest.mark.rules("RC-ZOM-06")
def test_super_zombies_may_put_it_out(table: Cast) -> None:
    table.threat("brute", "super zombie", wounds=4)
    table.play("end_fight", encounter="underpass")
    burn(table, "brute")
    table.play("quench", who="brute", target="brute", skilled=True)
    assert table.conditions("brute") == []
