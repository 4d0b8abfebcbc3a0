"""Hunger, thirst and the exhaustion they lock, in Rotted Capes, on the shared vocabulary."""

import pytest

from api.testing.table import Dice, Table, outcomes
from domain.components.creature import Wound
from domain.events.body import WoundClosed, WoundSuffered
from tests.laws.vocabulary.rotted_capes_rules import at_the_table, hero

DAY = 86_400


@pytest.fixture
def table() -> Table:
    """A hero of +2 Constitution, who can go five days without food."""
    table = at_the_table()
    hero(table, "stepaside")
    table.play("survive", who="stepaside")
    return table


def eat(table: Table, food: int = 0, water: int = 0) -> int:
    return table.play("eat", who="stepaside", food=food, water=water)


def tire(table: Table, *sources: str) -> list[int]:
    return [table.play("tire", who="stepaside", source=source) for source in sources]


def hiatus(table: Table) -> int:
    return table.play("hiatus", who="stepaside")


def level(table: Table) -> int:
    return table.value("stepaside", "exhaustion")


def wait(table: Table, days: int = 1, dice: Dice | None = None) -> int:
    return table.play("wait", seconds=days * DAY, dice=dice)


@pytest.mark.rules("RC-HUNG-01")
class TestLockedExhaustion:
    def test_a_hiatus_lowers_other_exhaustion(self, table: Table) -> None:
        tire(table, "burnout", "cold")
        hiatus(table)
        assert (level(table), table.value("stepaside", "challenge")) == (1, -1)

    @pytest.mark.parametrize("source", ["hunger", "thirst"])
    def test_it_does_not_lower_what_came_from_want(self, table: Table, source: str) -> None:
        tire(table, source)
        assert (table.kinds(hiatus(table)), level(table)) == ([], 1)

    def test_nor_does_an_effect(self, table: Table) -> None:
        tire(table, "hunger")
        assert table.refusal("invigorate", who="stepaside").rule == "RC-HUNG-01"

    def test_of_several_levels_the_unlocked_one_goes(self, table: Table) -> None:
        tire(table, "hunger", "burnout", "thirst")
        hiatus(table)
        hiatus(table)
        assert level(table) == 2

    @pytest.mark.parametrize(
        ("food", "water", "after"), [(15, 8, 1), (16, 7, 1), (16, 8, 0), (17, 9, 0), (32, 0, 1), (0, 16, 1)]
    )
    def test_only_the_full_amount_of_both_unlocks_it(self, table: Table, food: int, water: int, after: int) -> None:
        tire(table, "hunger")
        eat(table, food, water)
        hiatus(table)
        assert level(table) == after

    def test_eating_removes_nothing_by_itself(self, table: Table) -> None:
        tire(table, "hunger", "thirst")
        eat(table, 16, 8)
        assert level(table) == 2
        table.play("invigorate", who="stepaside")
        assert level(table) == 1

    def test_the_meals_of_a_day_add_up(self, table: Table) -> None:
        tire(table, "hunger")
        eat(table, food=10)
        eat(table, water=8)
        eat(table, food=6)
        hiatus(table)
        assert level(table) == 0

    def test_those_of_two_days_do_not(self, table: Table) -> None:
        tire(table, "hunger")
        eat(table, food=16)
        wait(table)
        eat(table, water=8)
        levels = [m for m in table.sheet("stepaside").modifiers.values() if m.path == "exhaustion"]
        assert [(m.source, m.locked) for m in levels] == [("hunger", True), ("thirst", True), ("thirst", True)]

    def test_a_level_that_comes_after_the_meal_is_locked_until_the_next(self, table: Table) -> None:
        eat(table, 16, 8)
        tire(table, "hunger")
        hiatus(table)
        assert level(table) == 1

    def test_exhaustion_from_wounds_goes_with_the_wound_only(self, table: Table) -> None:
        table.let("stepaside", WoundSuffered(name="bite", wound=Wound(severity="wound")))
        hiatus(table)
        assert level(table) == 1
        table.let("stepaside", WoundClosed(name="bite"))
        assert level(table) == 0

    def test_a_day_without_water_is_a_level_and_two_for_whoever_has_one(self, table: Table) -> None:
        wait(table)
        assert level(table) == 1
        wait(table)
        assert level(table) == 3

    @pytest.mark.parametrize(("die", "after"), [(12, 1), (13, 0), (14, 0)])
    def test_on_half_the_water_a_save_is_due_at_the_day_s_end(self, table: Table, die: int, after: int) -> None:
        eat(table, food=16, water=4)
        table.play("wait", seconds=DAY - 1)
        assert level(table) == 0
        table.play("wait", seconds=1, dice={"thirst": [die]})
        assert level(table) == after

    def test_hunger_counts_from_the_day_beyond_the_limit(self, table: Table) -> None:
        for _ in range(5):
            eat(table, water=8)
            wait(table)
        assert level(table) == 0
        eat(table, water=8)
        wait(table)
        assert level(table) == 1

    def test_half_rations_make_it_last_twice_as_long(self, table: Table) -> None:
        for _ in range(10):
            eat(table, 8, 8)
            wait(table)
        assert level(table) == 0
        eat(table, 8, 8)
        wait(table)
        assert level(table) == 1

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        table.check_undo(*tire(table, "hunger", "burnout"), eat(table, 16, 8), hiatus(table), wait(table), wait(table))

    def test_without_one_of_the_meals_the_level_would_have_stayed(self, table: Table) -> None:
        tire(table, "hunger")
        first, second, rest = eat(table, 10, 8), eat(table, food=6), hiatus(table)
        assert level(table) == 0
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated", rest: "restated"}
        assert (level(table), table.kinds(second), table.kinds(rest)) == (1, ["UseCounted"], [])

    def test_a_drink_that_never_was_leaves_the_save_without_use(self, table: Table) -> None:
        eat(table, food=16)
        drunk = eat(table, water=4)
        slept = wait(table, dice={"thirst": [20]})
        assert level(table) == 0
        assert outcomes(table.undo(drunk)) == {drunk: "struck", slept: "restated"}
        assert (level(table), "Rolled" in table.kinds(slept)) == (1, False)
