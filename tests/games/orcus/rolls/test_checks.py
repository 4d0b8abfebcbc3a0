"""The d20, skills, ability checks and passive scores."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from systems.orcus.sheet.skills import SKILLS
from tests.games.orcus.cast import Cast

BY_ABILITY = {
    "strength": {"athletics"},
    "constitution": {"endure"},
    "dexterity": {"acrobatics", "stealth", "sleight_of_hand"},
    "intelligence": {"arcana", "history", "religion"},
    "wisdom": {"dungeoneering", "heal", "insight", "perception"},
    "charisma": {"bluff", "diplomacy", "intimidate", "streetsmarts"},
}


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn", str=18, wis=8, level=5)
    table.monster("gnasher", level=3, skills={"perception": 6}, wis=14)
    return table


def athletics(table: Cast, die: int, **more: Any) -> int:
    dice = {"skill/athletics": [die]}
    return table.play("roll_skill", who="bryn", skill="athletics", as_player="ana", dice=dice, **more)


@pytest.mark.rules("OR-CORE-01", "OR-LVL-05")
@pytest.mark.parametrize(("die", "outcome"), [(8, "failure"), (9, "success"), (10, "success")])
def test_a_total_that_equals_the_number_succeeds(table: Cast, die: int, outcome: str) -> None:
    entry = athletics(table, die, target=15)
    assert table.rolls(entry) == {"skill/athletics": die + 4 + 2}
    assert table.outcomes_of(entry) == {"skill/athletics": outcome}


@pytest.mark.rules("OR-CORE-01")
@pytest.mark.parametrize(("die", "target", "outcome"), [(1, 7, "success"), (20, 27, "failure")])
def test_natural_1_and_20_decide_no_check(table: Cast, die: int, target: int, outcome: str) -> None:
    assert table.outcomes_of(athletics(table, die, target=target))["skill/athletics"] == outcome


@pytest.mark.rules("OR-SKILL-02", "OR-RULING-55")
@pytest.mark.parametrize(("ability", "skills"), BY_ABILITY.items())
def test_each_skill_adds_its_ability(ability: str, skills: set[str]) -> None:
    assert {skill for skill, row in SKILLS.items() if row.ability == ability} == skills
    table = Cast()
    score: Any = {ability[:3]: 16}
    table.hero("bryn", **score)
    assert {skill for skill in SKILLS if table.value("bryn", f"attributes.{skill}") == 3} == skills


@pytest.mark.rules("OR-SKILL-01")
def test_the_renamed_skills_say_what_they_are_for() -> None:
    covered = {skill: row.covers for skill, row in SKILLS.items() if row.covers}
    assert covered == {
        "sleight_of_hand": ("picking pockets", "disabling traps"),
        "streetsmarts": ("operating in cities", "gathering information", "blending into crowds"),
        "endure": ("heat", "cold", "shaking off poison", "shaking off disease"),
    }


@pytest.mark.rules("OR-SKILL-02", "OR-RULING-04")
def test_a_skill_that_a_stat_block_prints_stands_in_place_of_what_follows(table: Cast) -> None:
    table.play("give_modifier", who="gnasher", to="perception", amount=2, effect="keen")
    dice = {"skill/perception": [10]}
    entry = table.play("roll_skill", who="gnasher", skill="perception", target=18, dice=dice)
    assert table.rolls(entry) == {"skill/perception": 18}
    assert table.value("gnasher", "passive.perception") == 18


@pytest.mark.rules("OR-RULING-04")
@pytest.mark.parametrize(("die", "outcome"), [(13, "failure"), (14, "success")])
def test_a_check_against_a_character_has_to_reach_their_passive_score(table: Cast, die: int, outcome: str) -> None:
    dice = {"skill/stealth": [die]}
    sneaks: Any = {"skill": "stealth", "against": "gnasher", "passive": "perception"}
    entry = table.play("roll_skill", who="bryn", dice=dice, **sneaks)
    assert (table.value("gnasher", "passive.perception"), table.outcomes_of(entry)["skill/stealth"]) == (16, outcome)


@pytest.mark.rules("OR-ABIL-05", "OR-LVL-05")
@pytest.mark.parametrize(("die", "outcome"), [(13, "failure"), (14, "success")])
def test_the_game_master_asks_for_a_check_of_an_ability_alone(table: Cast, die: int, outcome: str) -> None:
    door: Any = {"who": "bryn", "ability": "strength", "target": 20, "because": "a barred door"}
    entry = table.play("check_ability", **door, dice={"ability/strength": [die]})
    assert (table.rolls(entry), table.outcomes_of(entry)) == (
        {"ability/strength": die + 6},
        {"ability/strength": outcome},
    )
    assert "OR-ABIL-05" in table.cited(entry)
    table.forbidden("check_ability", **door, as_player="ana")


@pytest.mark.rules("OR-ABIL-05")
def test_skill_bonuses_do_not_add_to_ability_checks(table: Cast) -> None:
    table.play("give_modifier", who="bryn", to="athletics", amount=5, effect="boots")
    entry = table.play("check_ability", who="bryn", ability="strength", target=20, dice={"ability/strength": [10]})
    assert table.rolls(entry) == {"ability/strength": 16}


MODIFIERS = [(-5, 1, 1), *((low // 2 - 5, low, low + 1) for low in range(2, 30, 2)), (10, 30, 30)]


@pytest.mark.rules("OR-ABIL-01", "OR-ABIL-02", "OR-ABIL-03", "OR-ABIL-04")
def test_the_modifier_of_every_score_is_that_of_the_table() -> None:
    table = Cast()
    table.hero("bryn")
    rows = (Path(__file__).parents[4] / "systems/orcus/sheet/abilities.toml").read_text()
    assert [tuple(row) for row in tomllib.loads(rows)["modifiers"]] == MODIFIERS
    for modifier, low, high in MODIFIERS:
        for score in (low, high):
            scores = dict.fromkeys(
                ("strength", "constitution", "dexterity", "intelligence", "wisdom", "charisma"), score
            )
            table.play("enter_statistics", who="bryn", statistics={"scores": scores})
            assert {table.value("bryn", f"modifiers.{name}") for name in scores} == {modifier}


@pytest.mark.rules("OR-ABIL-02")
@pytest.mark.parametrize("score", [0, 31])
def test_a_score_below_1_or_above_30_is_refused(table: Cast, score: int) -> None:
    with pytest.raises(Exception, match=r"must be at (least|most)"):
        table.play("enter_statistics", who="bryn", statistics={"scores": {"wisdom": score}})


@pytest.mark.rules("OR-ABIL-02")
@pytest.mark.parametrize(("amount", "modifier"), [(40, 10), (-40, -5)])
def test_no_modifier_takes_a_score_beyond_its_bounds(table: Cast, amount: int, modifier: int) -> None:
    table.play("give_modifier", who="bryn", to="wisdom", amount=amount, effect="wish")
    assert table.value("bryn", "modifiers.wisdom") == modifier
