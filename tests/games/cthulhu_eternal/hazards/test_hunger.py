"""Starvation and thirst."""

from typing import Any

import pytest

from api.testing.table import Dice
from domain.history.plan import RevisionRefused
from tests.games.cthulhu_eternal.harming import HIGH, LOW, Ward

BORNE: Dice = {"starvation/edith": [LOW]}


@pytest.fixture
def table() -> Ward:
    """Edith has CON 10 and STR 10."""
    return Ward()


def wait(table: Ward, *, dice: Dice | None = None, **how_long: Any) -> int:
    return table.play("freeform.advance_clock", dice=dice, **how_long)


def without(table: Ward, what: str = "food", **more: Any) -> int:
    return table.play("go_without", who="edith", what=what, **more)


def starved(*loss: int) -> dict[str, list[int]]:
    """The dice of a failed test, and of what it costs."""
    return {"starvation/edith": [HIGH], "starvation/con/edith": list(loss)}


def parched(strength: int, con: int) -> dict[str, list[int]]:
    """The same of thirst."""
    return {"thirst/edith": [HIGH], "thirst/str/edith": [strength], "thirst/con/edith": [con]}


def body(table: Ward) -> tuple[int, int]:
    """STR and CON as they are."""
    return table.value("edith", "attributes.str"), table.value("edith", "attributes.con")


@pytest.mark.rules("CE-HUNG-01", "CE-RULING-39")
class TestWithoutFood:
    def test_a_week_without_food_does_no_harm(self, table: Ward) -> None:
        without(table)
        wait(table, days=6, hours=23)
        assert body(table) == (10, 10)

    def test_con_x2_is_tested_after_a_week_without_food(self, table: Ward) -> None:
        without(table)
        wait(table, days=6)
        assert table.target(wait(table, days=1, dice=BORNE)) == 20

    @pytest.mark.parametrize(("roll", "con"), [(20, 10), (21, 8)])
    def test_a_failure_costs_con(self, table: Ward, roll: int, con: int) -> None:
        without(table)
        dice = {"starvation/edith": [roll], **({"starvation/con/edith": [2]} if roll > 20 else {})}
        wait(table, days=7, dice=dice)
        assert body(table) == (10, con)

    @pytest.mark.parametrize(("survival", "target"), [(19, 20), (20, 20), (21, 21)])
    def test_survival_is_tested_for_hunger_where_it_is_higher(self, survival: int, target: int) -> None:
        table = Ward(survival=survival)
        without(table)
        assert table.target(wait(table, days=7, dice=BORNE)) == target

    def test_another_skill_that_helps_there_is_tested_for_hunger(self) -> None:
        table = Ward(desert_lore=45)
        without(table, skill="Desert Lore")
        assert table.target(wait(table, days=7, dice=BORNE)) == 45

    def test_hunger_goes_on_week_by_week(self, table: Ward) -> None:
        without(table)
        wait(table, days=7, dice=starved(1))
        wait(table, days=6)
        assert table.target(wait(table, days=1, dice=BORNE)) == 18

    def test_nobody_starves_twice(self, table: Ward) -> None:
        without(table)
        assert table.refusal("go_without", who="edith", what="food").rule == "CE-HUNG-01"

    def test_things_do_not(self, table: Ward) -> None:
        table.thing("crate", hp=1)
        assert "is a thing" in str(table.refusal("go_without", who="crate", what="food"))


@pytest.mark.rules("CE-HUNG-02", "CE-RULING-39")
class TestWhatStarvationCosts:
    @pytest.mark.parametrize(
        ("week", "dice"), [(1, [2]), (2, [4]), (3, [4, 3]), (4, [4, 3, 2]), (5, [1, 1, 1, 2]), (6, [1, 1, 1, 2, 1])]
    )
    def test_grows_with_the_weeks_whatever_was_tested_before(self, week: int, dice: list[int]) -> None:
        table = Ward(con=18)
        without(table)
        for _ in range(week - 1):
            wait(table, days=7, dice=BORNE)
        wait(table, days=7, dice=starved(*dice))
        assert body(table) == (10, 18 - sum(dice))

    def test_a_first_week_is_a_1d2(self, table: Ward) -> None:
        without(table)
        assert table.refusal("freeform.advance_clock", days=7, dice=starved(3)).rule == "die-out-of-range"

    def test_the_most_hit_points_stay_as_they_are(self, table: Ward) -> None:
        without(table)
        wait(table, days=7, dice=starved(2))
        assert table.value("edith", "tracks.hp.maximum") == 10

    def test_with_food_again_a_point_a_day_returns(self, table: Ward) -> None:
        without(table)
        wait(table, days=7, dice=starved(2))
        table.play("supply", who="edith", what="food")
        seen = []
        for _ in range(3):
            wait(table, days=1)
            seen.append(body(table)[1])
        assert seen == [9, 10, 10]

    def test_con_does_not_return_before_there_is_food_again(self, table: Ward) -> None:
        without(table)
        wait(table, days=7, dice=starved(2))
        wait(table, days=6)
        assert body(table) == (10, 8)

    def test_hungry_again_nothing_returns(self, table: Ward) -> None:
        without(table)
        wait(table, days=7, dice=starved(2))
        table.play("supply", who="edith", what="food")
        without(table)
        wait(table, days=6)
        assert body(table) == (10, 8)

    def test_the_weeks_are_counted_anew_then(self, table: Ward) -> None:
        without(table)
        wait(table, days=14, dice={"starvation/edith": [LOW], "starvation/edith/2": [LOW]})
        table.play("supply", who="edith", what="food")
        without(table)
        wait(table, days=7, dice=starved(1))
        assert body(table) == (10, 9)


@pytest.mark.rules("CE-HUNG-03", "CE-RULING-40")
class TestWithoutWater:
    def test_thirst_does_no_harm_before_the_second_day_is_over(self, table: Ward) -> None:
        without(table, "water")
        wait(table, hours=47)
        assert body(table) == (10, 10)

    def test_a_failed_test_of_thirst_costs_1d4_of_both(self, table: Ward) -> None:
        without(table, "water")
        tested = wait(table, hours=48, dice=parched(4, 3))
        assert (body(table), table.target(tested)) == ((6, 7), 20)

    def test_one_that_succeeds_costs_nothing(self, table: Ward) -> None:
        without(table, "water")
        wait(table, hours=48, dice={"thirst/edith": [20]})
        assert body(table) == (10, 10)

    def test_each_day_from_then_on_with_what_is_left(self, table: Ward) -> None:
        without(table, "water")
        wait(table, hours=48, dice=parched(1, 2))
        wait(table, hours=23)
        tested = wait(table, hours=1, dice=parched(4, 4))
        assert (body(table), table.target(tested)) == ((5, 4), 16)

    def test_survival_helps_where_it_is_higher(self) -> None:
        table = Ward(survival=35)
        without(table, "water")
        assert table.target(wait(table, hours=48, dice={"thirst/edith": [35]})) == 35

    def test_nobody_is_thirsty_twice(self, table: Ward) -> None:
        without(table, "water")
        assert table.refusal("go_without", who="edith", what="water").rule == "CE-HUNG-03"

    def test_the_thirsty_may_be_hungry_besides(self, table: Ward) -> None:
        without(table)
        without(table, "water")
        assert sorted(table.sheet("edith").tasks) == ["starvation", "thirst"]


@pytest.mark.rules("CE-HUNG-04")
class TestWaterAgain:
    @pytest.fixture(autouse=True)
    def parched(self, table: Ward) -> None:
        """Edith has lost 3 STR and 2 CON, and has water again."""
        self.went = without(table, "water")
        wait(table, hours=48, dice=parched(3, 2))
        self.supplied = table.play("supply", who="edith", what="water")

    def test_1d2_of_each_return_in_a_day(self, table: Ward) -> None:
        wait(table, hours=23)
        assert body(table) == (7, 8)
        day = wait(table, hours=1, dice={"refreshing/str/edith": [2], "refreshing/con/edith": [1]})
        assert (body(table), "CE-HUNG-04" in table.cited(day)) == ((9, 9), True)

    def test_never_more_than_were_lost(self, table: Ward) -> None:
        wait(table, days=1, dice={"refreshing/str/edith": [2], "refreshing/con/edith": [2]})
        wait(table, days=1, dice={"refreshing/str/edith": [2]})
        wait(table, days=3)
        assert (body(table), dict(table.sheet("edith").tasks)) == ((10, 10), {})

    def test_without_water_again_they_do_not(self, table: Ward) -> None:
        without(table, "water")
        wait(table, hours=47)
        assert body(table) == (7, 8)

    def test_who_lacks_nothing_is_not_supplied(self, table: Ward) -> None:
        assert "not without water" in str(table.refusal("supply", who="edith", what="water"))

    def test_who_was_never_without_was_not_supplied(self, table: Ward) -> None:
        with pytest.raises(RevisionRefused, match=str(self.supplied)):
            table.undo(self.went)


@pytest.mark.rules("CE-HUNG-05")
class TestAtZero:
    @pytest.mark.parametrize(("stats", "dice"), [({"str": 3}, (3, 1)), ({"con": 3}, (1, 3)), ({"str": 3}, (4, 1))])
    def test_of_str_or_con_they_have_died_of_thirst(self, stats: dict[str, Any], dice: tuple[int, int]) -> None:
        table = Ward(hp=30, **stats)
        without(table, "water")
        died = wait(table, hours=48, dice=parched(*dice))
        assert (table.hp("edith"), table.conditions("edith")) == (0, ["dead"])
        assert "CE-HUNG-05" in table.cited(died)

    def test_of_con_they_have_starved(self) -> None:
        table = Ward(con=2, hp=30)
        without(table)
        wait(table, days=7, dice=starved(2))
        assert table.conditions("edith") == ["dead"]

    def test_at_one_they_live(self) -> None:
        table = Ward(con=2, str=4, hp=30)
        without(table)
        wait(table, days=7, dice=starved(1))
        assert (body(table), table.conditions("edith")) == ((4, 1), [])

    def test_what_each_of_them_took_counts_together(self) -> None:
        table = Ward(con=4, hp=30)
        without(table)
        without(table, "water")
        wait(table, hours=48, dice=parched(1, 3))
        thirst = {f"thirst/edith{number}": [1] for number in ("", "/2", "/3", "/4")}
        wait(table, hours=120, dice={**thirst, **starved(1)})
        assert table.conditions("edith") == ["dead"]

    def test_the_dead_need_nothing_any_more(self) -> None:
        table = Ward(con=2, hp=30)
        without(table)
        wait(table, days=7, dice=starved(2))
        wait(table, days=21)
        assert "starvation" not in table.sheet("edith").tasks


@pytest.mark.rules("CE-HEAL-16", "CE-HUNG-01", "CE-HEAL-04")
def test_bug_who_is_resuscitated_regains_by_the_day_what_hunger_took(table: Ward) -> None:
    without(table)
    wait(table, days=7, dice=starved(2))
    table.hurt(10)
    table.play("allow_resuscitation", who="edith")
    dice = {"resuscitation": [LOW], "restored/edith": [4], "injury/edith": [LOW]}
    table.play("resuscitate", who="doctor", patient="edith", dice=dice)
    assert body(table) == (10, 8)
    wait(table, days=1)
    assert body(table) == (10, 9)
