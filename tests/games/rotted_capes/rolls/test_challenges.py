"""The d20: what adds to it, Advantage and Disadvantage, and what succeeds."""

from __future__ import annotations

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", dex=14, rank=3)
    return table


@pytest.mark.rules("RC-RULING-01")
@pytest.mark.parametrize(("die", "outcome"), [(12, "failure"), (13, "success"), (14, "success")])
def test_a_total_that_equals_the_number_succeeds(table: Cast, die: int, outcome: str) -> None:
    entry = table.play("roll_save", who="lark", ability="dexterity", difficulty=15, dice={"save": [die]})
    assert table.outcomes_of(entry)["save"] == outcome


@pytest.mark.rules("RC-RULING-71")
def test_the_rank_bonus_adds_to_a_challenge_and_to_no_check(table: Cast) -> None:
    challenge = table.play(
        "take_challenge", who="lark", ability="dexterity", difficulty=15, trained=True, dice={"challenge": [10]}
    )
    check = table.play("roll_check", who="lark", ability="dexterity", difficulty=15, dice={"check": [10]})
    assert (table.rolls(challenge)["challenge"], table.rolls(check)["check"]) == (15, 12)


@pytest.mark.rules("RC-RULING-71", "RC-RULING-02")
def test_without_a_skill_set_a_challenge_has_disadvantage(table: Cast) -> None:
    entry = table.play("take_challenge", who="lark", ability="dexterity", difficulty=15, dice={"challenge": [18, 4]})
    assert table.rolls(entry)["challenge"] == 9


@pytest.mark.rules("RC-RULING-02")
@pytest.mark.parametrize(
    ("edge", "dice", "total"), [("", [7], 9), ("advantage", [7, 15], 17), ("disadvantage", [7, 15], 9)]
)
def test_advantage_keeps_the_higher_die_and_disadvantage_the_lower(
    table: Cast, edge: str, dice: list[int], total: int
) -> None:
    entry = table.play("roll_check", who="lark", ability="dexterity", difficulty=15, edge=edge, dice={"check": dice})
    assert table.rolls(entry)["check"] == total


@pytest.mark.rules("RC-RULING-02")
def test_one_of_each_is_a_plain_d20(table: Cast) -> None:
    entry = table.play(
        "take_challenge", who="lark", ability="dexterity", difficulty=15, edge="advantage", dice={"challenge": [11]}
    )
    assert table.rolls(entry)["challenge"] == 16


@pytest.mark.rules("RC-RULING-72")
@pytest.mark.parametrize(("die", "difficulty", "outcome"), [(20, 23, "failure"), (1, 3, "success")])
def test_natural_1_and_20_decide_no_save(table: Cast, die: int, difficulty: int, outcome: str) -> None:
    entry = table.play("roll_save", who="lark", ability="dexterity", difficulty=difficulty, dice={"save": [die]})
    assert table.outcomes_of(entry)["save"] == outcome
