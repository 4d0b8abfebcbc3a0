"""Physical Burnout: Strained."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.midnight_in_vaia.exerting import DAY, HOUR, Exerting


@pytest.fixture
def table() -> Exerting:
    """Vera, with 25 Hit Points, stands at 7 Physical Stress and knows what costs 3 and what costs 1."""
    table = Exerting()
    table.knows("heave", {"type": "physical", "activation": 3})
    table.knows("shove", {"type": "physical", "check": 20})
    table.has("physical", 7)
    return table


def burn_out(table: Exerting, days: int = 2) -> int:
    return table.uses("heave", dice={"strained": [days]})


def shove(table: Exerting, die: int = 20) -> int:
    return table.uses("shove", dice={"stress/physical": [die]})


@pytest.mark.rules("MV-PHYS-02")
class TestReachingTen:
    @pytest.mark.parametrize(("before", "burns"), [(6, False), (7, True), (9, True)])
    def test_only_ten_burns_out(self, table: Exerting, before: int, burns: bool) -> None:
        table.has("physical", before)
        table.uses("heave", dice={"strained": [1]} if burns else None)
        assert ("strained" in table.conditions("vera"), table.stress()[0]) == (burns, min(10, before + 3))

    def test_a_one_on_a_check_is_enough(self, table: Exerting) -> None:
        table.has("physical", 9)
        table.uses("shove", dice={"stress/physical": [1], "strained": [1]})
        assert table.conditions("vera") == ["strained"]

    @pytest.mark.rules("MV-RULING-19")
    def test_stress_stays_at_ten_and_does_not_burn_out_again(self, table: Exerting) -> None:
        burn_out(table)
        table.uses("heave")
        assert table.stress()[0] == 10

    @pytest.mark.rules("MV-RULING-19")
    def test_physical_stress_of_ten_falls_by_relaxing(self, table: Exerting) -> None:
        burn_out(table)
        table.wait(HOUR)
        assert table.stress()[0] == 9

    @pytest.mark.rules("MV-RULING-19")
    def test_by_the_option_it_falls_to_nine_at_once(self) -> None:
        table = Exerting(physical_after_burnout=9)
        table.knows("heave", {"type": "physical", "activation": 3})
        table.has("physical", 9)
        burn_out(table)
        assert table.stress()[0] == 9


@pytest.mark.rules("MV-PHYS-03")
class TestAfterTheEffect:
    def test_the_effect_still_happens(self, table: Exerting) -> None:
        entry = burn_out(table)
        kinds = [type(event).__name__ for event in table.told(entry)]
        assert (table.hp("ghoul"), kinds.count("DamageTaken")) == (86, 2)
        assert "MV-PHYS-03" in table.cited(entry)

    @pytest.mark.parametrize(("total", "left"), [(20, 16), (21, 16), (24, 19), (25, 20), (1, 0)])
    @pytest.mark.rules("MV-RULING-23", "MV-RULING-36")
    def test_a_fifth_of_all_hit_points_is_lost_rounded_up(self, table: Exerting, total: int, left: int) -> None:
        table.protagonist("tam", hp=total)
        table.knows("heave", {"type": "physical", "activation": 10}, who="tam")
        table.uses("heave", who="tam", dice={"strained": [1]})
        assert table.hp("tam") == left

    def test_of_all_not_of_those_that_are_left(self, table: Exerting) -> None:
        table.play("inflict", who="vera", type="striking", amount=15)
        burn_out(table)
        assert table.hp() == 5

    def test_with_less_stress_before_there_was_no_burnout(self, table: Exerting) -> None:
        more = table.play("gain_stress", who="vera", type="physical", amount=2)
        entry = table.uses("shove", dice={"stress/physical": [1], "strained": [3]})
        assert outcomes(table.undo(more))[entry] == "restated"
        assert (table.hp(), table.stress()[0]) == (25, 8)


@pytest.mark.rules("MV-PHYS-04", "MV-RULING-44")
class TestDownToNothing:
    @pytest.mark.parametrize(("lost", "down"), [(19, False), (20, True), (24, True)])
    def test_at_0_hit_points_one_is_vulnerable(self, table: Exerting, lost: int, down: bool) -> None:
        table.play("inflict", who="vera", type="striking", amount=lost)
        burn_out(table)
        assert (table.hp() == 0, "vulnerable" in table.conditions("vera")) == (down, down)

    def test_a_vulnerable_protagonist_acts_as_before(self, table: Exerting) -> None:
        table.play("inflict", who="vera", type="striking", amount=20)
        burn_out(table)
        table.knows("kick")
        table.uses("kick")
        assert table.hp("ghoul") == 82


@pytest.mark.rules("MV-PHYS-05")
class TestStrained:
    @pytest.mark.parametrize("days", [1, 2, 4])
    def test_for_as_many_days_as_the_die_shows(self, table: Exerting, days: int) -> None:
        entry = burn_out(table, days)
        assert table.rolls(entry) == {"strained": days}
        table.wait(days * DAY - 1)
        assert table.conditions("vera") == ["strained"]
        table.wait(1)
        assert table.conditions("vera") == []

    def test_being_strained_outlasts_the_encounter(self, table: Exerting) -> None:
        table.begin()
        burn_out(table)
        table.play("all_resolve")
        assert table.conditions("vera") == ["strained"]

    def test_a_second_burnout_counts_where_it_ends_later(self, table: Exerting) -> None:
        burn_out(table, 1)
        table.has("physical", 9)
        table.uses("heave", dice={"strained": [4]})
        table.wait(4 * DAY - 1)
        assert table.conditions("vera") == ["strained"]
        table.wait(1)
        assert table.conditions("vera") == []


@pytest.mark.rules("MV-PHYS-06")
class TestUsedWhileStrained:
    @pytest.fixture
    def table(self, table: Exerting) -> Exerting:
        """Vera is Strained for two days, and has 20 of her 25 Hit Points."""
        burn_out(table, 2)
        return table

    @pytest.mark.rules("MV-RULING-23")
    def test_each_use_costs_a_tenth_of_all_hit_points_rounded_up(self, table: Exerting) -> None:
        entries = [shove(table), shove(table)]
        assert (table.hp(), "MV-PHYS-06" in table.cited(entries[0])) == (14, True)

    def test_each_use_adds_a_day(self, table: Exerting) -> None:
        shove(table)
        table.wait(3 * DAY - 1)
        assert table.conditions("vera") == ["strained"]
        table.wait(1)
        assert table.conditions("vera") == []

    def test_whether_the_check_shows_a_one_or_not(self, table: Exerting) -> None:
        shove(table, 1)
        shove(table, 2)
        assert table.hp() == 14

    def test_what_causes_other_stress_costs_nothing(self, table: Exerting) -> None:
        table.knows("hum", {"type": "vocal", "activation": 1})
        table.uses("hum")
        assert table.hp() == 20

    def test_exertion_while_strained_may_leave_a_character_vulnerable(self, table: Exerting) -> None:
        table.play("inflict", who="vera", type="striking", amount=18)
        shove(table)
        assert (table.hp(), "vulnerable" in table.conditions("vera")) == (0, True)

    def test_once_it_is_over_it_costs_nothing(self, table: Exerting) -> None:
        table.wait(2 * DAY)
        shove(table)
        assert table.hp() == 20

    def test_the_use_that_burns_out_costs_a_fifth_only(self, table: Exerting) -> None:
        assert table.hp() == 20

    def test_without_the_burnout_it_cost_nothing(self) -> None:
        table = Exerting()
        table.knows("heave", {"type": "physical", "activation": 3})
        table.knows("shove", {"type": "physical", "check": 20})
        table.has("physical", 7)
        burnt = burn_out(table)
        used = shove(table)
        assert outcomes(table.undo(burnt))[used] == "restated"
        assert (table.hp(), table.conditions("vera")) == (25, [])
