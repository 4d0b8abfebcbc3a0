"""Refusals and questions that tell a number of things tell it as well where it is one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.evenings import Evening
from tests.games.weaverdice.fighting import Alley
from tests.games.weaverdice.growing import Growing, Stepping
from tests.games.weaverdice.hurting import Arena


def said(table: Capes, word: str, **more: Any) -> str:
    """What a command is refused with."""
    return str(table.refusal(word, **more).player)


@pytest.fixture
def capes() -> Capes:
    table = Capes(enough_breaches=1, most_goals=1)
    table.cape("pearl", knowledge=3)
    return table


@pytest.mark.rules("WD-SKL-06")
@pytest.mark.parametrize(("fights", "says"), [(1, "in 1 fight (so far 0)"), (2, "in 2 fights (so far 0)")])
def test_field_experience_is_counted_in_fights(fights: int, says: str) -> None:
    table = Capes(field_experience=fights)
    table.cape("pearl", knowledge=4)
    table.play("write_skill", title="Brawl", stat="brawn", tier="base")
    table.play("write_skill", title="Mastery", stat="brawn", field="brawl", tier="master")
    moves = [f"move-{number}" for number in range(4)]
    for move in moves:
        table.play("write_skill", title=move, stat="brawn", field="brawl")
    for skill in ("brawl", *moves):
        table.play("grant_skill", who="pearl", skill=skill)
    assert says in said(table, "grant_skill", who="pearl", skill="mastery")


@pytest.mark.rules("WD-SKL-06")
@pytest.mark.parametrize(("others", "says"), [(1, "takes 4 other skills of its field (so far 1);"), (2, "(so far 2);")])
def test_skills_that_a_capstone_takes_are_counted(capes: Capes, others: int, says: str) -> None:
    for skill in ("craft", "handy")[:others]:
        capes.play("grant_skill", who="pearl", skill=skill)
    assert says in said(capes, "grant_skill", who="pearl", skill="master-craft")


@pytest.mark.rules("WD-SKL-08")
@pytest.mark.parametrize(("most", "says"), [(1, "There is room for 1 skill,"), (2, "There is room for 2 skills,")])
def test_room_for_skills_is_counted(most: int, says: str) -> None:
    table = Capes(young_skill_limit=most - 6)
    table.play("create", name="pearl", handle="pearl", age="young", owners=["ana"])
    for skill in ("aim", "craft")[:most]:
        table.play("grant_skill", who="pearl", skill=skill)
    assert said(table, "grant_skill", who="pearl", skill="focused-shot").startswith(says)


@pytest.mark.rules("WD-SET-01")
def test_one_breach_that_is_enough_is_said_as_such(capes: Capes) -> None:
    says = said(capes, "turn_against", who="pearl", measure="x")
    assert says == "It takes 1 breach on record for the others to act; so far there are none."


@pytest.mark.rules("WD-MILE-01")
@pytest.mark.parametrize(("most", "says"), [(1, "1 goal is pursued already:"), (2, "2 goals are pursued already:")])
def test_goals_that_are_pursued_are_counted(most: int, says: str) -> None:
    table = Capes(most_goals=most)
    table.cape("pearl")
    for number in range(most):
        table.play("set_goal", who="pearl", goal=f"goal {number}")
    assert said(table, "set_goal", who="pearl", goal="one more").startswith(says)


@pytest.mark.rules("WD-PROG-03")
@pytest.mark.parametrize(
    ("boxes", "says"),
    [(0, "0 are checked on this list."), (1, "1 is checked on this list."), (2, "2 are checked on this list.")],
)
def test_boxes_on_the_list_are_counted(boxes: int, says: str) -> None:
    table = Growing()
    for box in ("equipment-slot", "room-to-recruit")[:boxes]:
        table.check(box)
    table.play("set_goal", who="outage", goal="care")
    table.play("reach_goal", who="outage", goal="care")
    assert said(table, "take_milestone", who="outage", goal="care", option="life-perk").endswith(says)


@pytest.mark.rules("WD-OPT-13")
@pytest.mark.parametrize(
    ("boxes", "says"), [(1, "and 1 is checked; check 2 more."), (2, "and 2 are checked; check 1 more.")]
)
def test_boxes_before_a_better_option_are_counted(boxes: int, says: str) -> None:
    table = Growing(growth="better options")
    for box in ("equipment-slot", "room-to-recruit")[:boxes]:
        table.check(box)
    assert said(table, "take_better_option", who="outage", option="x").endswith(says)


@pytest.mark.rules("WD-OPT-14")
@pytest.mark.parametrize(("steps", "says"), [(1, "1 step is taken:"), (2, "2 steps are taken:")])
def test_steps_that_fill_the_list_are_counted(steps: int, says: str) -> None:
    table = Stepping(needed=steps)
    for step in (11, 5)[:steps]:
        table.step(step)
    assert said(table, "take_step", who="outage", step=6).startswith(says)


@pytest.mark.rules("WD-OPT-14")
@pytest.mark.parametrize(("steps", "says"), [(0, "0 are taken."), (1, "1 is taken."), (2, "2 are taken.")])
def test_steps_before_the_moment_are_counted(steps: int, says: str) -> None:
    table = Stepping(needed=3)
    for step in (11, 5)[:steps]:
        table.step(step)
    table.play("set_goal", who="outage", goal="care")
    assert said(table, "make_or_break", who="outage", goal="care", decided="success").endswith(says)


@pytest.mark.rules("WD-DOWN-04")
@pytest.mark.parametrize(("rests", "says"), [(1, "after 1 more slot of rest"), (2, "after 2 more slots of rest")])
def test_slots_of_rest_until_an_action_is_open_again_are_counted(rests: int, says: str) -> None:
    table = Evening()
    table.play("open_downtime")
    table.play("bar_downtime", who=["ramjet"], actions=["train"], rests=rests)
    assert says in said(table, "train", who="ramjet", skill="aim")


@pytest.mark.rules("WD-ATK-06")
def test_a_weapon_that_strikes_once_says_so() -> None:
    table = Alley()
    table.cape("pearl")
    table.foe("lung")
    table.begin("pearl", against=("lung",), pearl=6, lung=1)
    says = said(table, "attack", who="pearl", targets=["lung"], strikes=2)
    assert says == "This strikes 1 time at most in one attack, not 2."


@pytest.mark.rules("WD-RULING-37")
@pytest.mark.parametrize(("guts", "says"), [(5, "does not spread 2 points;"), (6, "does not spread 1 point;")])
def test_points_that_an_answer_does_not_spread_are_counted(guts: int, says: str) -> None:
    table = Arena(guts=6)
    dice, responses = {"effect/tank": [5], "jolt/tank": [guts]}, {"jolted/tank": "luck 1"}
    assert says in said(table, "inflict", who="tank", tier="moderate", type="shock", dice=dice, responses=responses)
