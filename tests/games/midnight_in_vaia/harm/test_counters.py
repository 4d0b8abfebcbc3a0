"""Bleed and Hemorrhage Counters, and Exsanguination."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.midnight_in_vaia.suffering import Sufferers

EXSANGUINATION = {"effect": "exsanguination"}


@pytest.fixture
def table() -> Sufferers:
    return Sufferers()


@pytest.mark.rules("MV-EFF-01")
class TestBleedCounters:
    def test_bleed_counters_are_counted(self, table: Sufferers) -> None:
        entry = table.bleed("vera", 3)
        assert (table.level("vera", "bleeding"), "MV-EFF-01" in table.cited(entry)) == (3, True)

    def test_more_of_them_add_up(self, table: Sufferers) -> None:
        table.bleed("vera", 3)
        table.bleed("vera", 4)
        assert (table.level("vera", "bleeding"), table.conditions("vera")) == (7, ["bleeding"])

    def test_none_are_no_bleeding(self, table: Sufferers) -> None:
        table.bleed("vera", 0)
        assert table.conditions("vera") == []

    def test_with_the_first_undone_only_the_second_count(self, table: Sufferers) -> None:
        first, second = table.bleed("vera", 3), table.bleed("vera", 4)
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert table.level("vera", "bleeding") == 4

    def test_a_player_gives_none(self, table: Sufferers) -> None:
        effects = [{"effect": "bleeding", "counters": 3}]
        assert "afflict" in table.forbidden("afflict", as_player="ana", who="vera", effects=effects)

    def test_treatment_takes_some_of_them(self, table: Sufferers) -> None:
        table.bleed("vera", 5)
        table.play("relieve", who="vera", effect="bleeding", counters=2)
        assert table.level("vera", "bleeding") == 3

    def test_treatment_may_take_all_bleed_counters(self, table: Sufferers) -> None:
        table.bleed("vera", 5)
        table.play("relieve", who="vera", effect="bleeding")
        assert table.conditions("vera") == []

    def test_treating_more_than_there_are_ends_it(self, table: Sufferers) -> None:
        table.bleed("vera", 2)
        table.play("relieve", who="vera", effect="bleeding", counters=3)
        assert table.conditions("vera") == []


@pytest.mark.rules("MV-EFF-02")
class TestBleedingHurts:
    @pytest.mark.parametrize("counters", [1, 2, 7])
    def test_each_counter_does_one_damage_at_upkeep(self, table: Sufferers, counters: int) -> None:
        table.begin()
        table.bleed("vera", counters)
        entry = table.round()[-1]
        assert (table.hp("vera"), "MV-EFF-02" in table.cited(entry)) == (40 - counters, True)

    def test_bleeding_does_no_damage_before_upkeep(self, table: Sufferers) -> None:
        table.begin()
        table.bleed("vera", 7)
        table.end("vera")
        assert table.hp("vera") == 40

    def test_non_player_characters_suffer_it_too(self, table: Sufferers) -> None:
        table.begin()
        table.bleed("ghoul", 4)
        table.round()
        assert table.hp("ghoul") == 16

    def test_who_does_not_bleed_loses_nothing(self, table: Sufferers) -> None:
        table.begin()
        table.bleed("vera", 7)
        table.round()
        assert table.hp("milo") == 40

    def test_the_dead_lose_nothing(self, table: Sufferers) -> None:
        table.begin()
        table.bleed("ghoul", 4)
        table.play("engulf", what="Gas", type="striking", amount=20, within=["ghoul"])
        entry = table.round()[-1]
        assert (table.hp("ghoul"), table.conditions("ghoul").count("dead"), "MV-OUT-04" in table.cited(entry)) == (
            0,
            1,
            False,
        )

    def test_with_the_wound_undone_so_is_what_it_did(self, table: Sufferers) -> None:
        table.begin()
        cut = table.bleed("vera", 7)
        _first, last = table.round()
        assert outcomes(table.undo(cut))[last] == "restated"
        assert table.hp("vera") == 40


@pytest.mark.rules("MV-EFF-03", "MV-RULING-04")
class TestBleedingSubsides:
    @pytest.mark.parametrize(("before", "after"), [(1, 1), (2, 1), (3, 2), (4, 2), (7, 4), (8, 4)])
    def test_half_of_the_counters_rounded_down_are_removed(self, table: Sufferers, before: int, after: int) -> None:
        table.begin()
        table.bleed("vera", before)
        table.round()
        assert table.level("vera", "bleeding") == after

    def test_after_they_have_done_damage(self, table: Sufferers) -> None:
        table.begin()
        table.bleed("vera", 7)
        table.round()
        table.play("start_round")
        table.round()
        assert (table.hp("vera"), table.level("vera", "bleeding")) == (40 - 7 - 4, 2)

    def test_by_the_option_the_last_one_is_cleared(self) -> None:
        table = Sufferers(bleed_last_counter="cleared")
        table.begin()
        table.bleed("vera", 2)
        table.round()
        assert table.level("vera", "bleeding") == 1
        table.play("start_round")
        table.round()
        assert (table.conditions("vera"), table.hp("vera")) == ([], 37)

    def test_the_last_one_stays_until_it_is_treated(self, table: Sufferers) -> None:
        table.begin()
        table.bleed("vera", 1)
        table.round()
        table.play("relieve", who="vera", effect="bleeding")
        table.play("start_round")
        table.round()
        assert (table.hp("vera"), table.conditions("vera")) == (39, [])


@pytest.mark.rules("MV-EFF-04")
class TestHemorrhaging:
    @pytest.mark.parametrize(("counters", "damage"), [(1, 3), (2, 6), (5, 15)])
    def test_each_counter_does_three_damage_at_upkeep(self, table: Sufferers, counters: int, damage: int) -> None:
        table.begin()
        table.hemorrhage("vera", counters)
        entry = table.round()[-1]
        assert (table.hp("vera"), "MV-EFF-04" in table.cited(entry)) == (40 - damage, True)

    def test_counters_add_up(self, table: Sufferers) -> None:
        [table.hemorrhage("vera", 2), table.hemorrhage("vera", 1)]
        assert table.level("vera", "hemorrhaging") == 3

    def test_bleeding_comes_on_top(self, table: Sufferers) -> None:
        table.begin()
        table.hemorrhage("vera", 2)
        table.bleed("vera", 4)
        table.round()
        assert table.hp("vera") == 40 - 6 - 4


@pytest.mark.rules("MV-EFF-05")
class TestHemorrhagingSubsides:
    @pytest.mark.parametrize(("before", "after"), [(1, 0), (2, 1), (7, 6)])
    def test_exactly_one_counter_is_removed(self, table: Sufferers, before: int, after: int) -> None:
        table.begin()
        table.hemorrhage("vera", before)
        table.round()
        assert table.level("vera", "hemorrhaging") == after

    def test_after_the_damage(self, table: Sufferers) -> None:
        table.begin()
        table.hemorrhage("vera", 2)
        table.round()
        table.play("start_round")
        table.round()
        assert (table.hp("vera"), table.conditions("vera")) == (40 - 6 - 3, [])


@pytest.mark.rules("MV-EFF-06")
class TestBleedCountersAreDrained:
    @pytest.mark.parametrize("counters", [1, 4])
    def test_all_of_them_go_at_once_for_two_damage_each(self, table: Sufferers, counters: int) -> None:
        table.bleed("vera", counters)
        entry = table.afflict("vera", EXSANGUINATION)
        assert (table.hp("vera"), table.conditions("vera")) == (40 - 2 * counters, [])
        assert "MV-EFF-06" in table.cited(entry)

    def test_without_counters_nothing_happens(self, table: Sufferers) -> None:
        entry = table.afflict("vera", EXSANGUINATION)
        assert (table.hp("vera"), table.told(entry)) == (40, [])

    def test_with_fewer_counters_it_would_have_done_less(self, table: Sufferers) -> None:
        cut = table.bleed("vera", 3)
        table.bleed("vera", 1)
        drained = table.afflict("vera", EXSANGUINATION)
        assert outcomes(table.undo(cut))[drained] == "restated"
        assert table.hp("vera") == 38


@pytest.mark.rules("MV-EFF-07")
class TestHemorrhageCountersAreDrained:
    @pytest.mark.parametrize("counters", [1, 3])
    def test_all_of_them_go_at_once_for_five_damage_each(self, table: Sufferers, counters: int) -> None:
        table.hemorrhage("vera", counters)
        entry = table.afflict("vera", EXSANGUINATION)
        assert (table.hp("vera"), table.conditions("vera")) == (40 - 5 * counters, [])
        assert "MV-EFF-07" in table.cited(entry)

    def test_with_both_sorts_each_does_its_own(self, table: Sufferers) -> None:
        table.bleed("vera", 3)
        table.hemorrhage("vera", 2)
        table.afflict("vera", EXSANGUINATION)
        assert table.hp("vera") == 40 - 6 - 10


@pytest.mark.rules("MV-RULING-35")
class TestAllResolve:
    def test_ends_every_effect_of_the_combat(self, table: Sufferers) -> None:
        table.begin()
        table.bleed("vera", 7)
        table.hemorrhage("milo", 2)
        table.stun("milo", 3)
        table.afflict("vera", {"effect": "agony"}, {"effect": "slow", "by": "1/2"})
        table.play("all_resolve")
        assert (table.conditions("vera"), table.conditions("milo")) == ([], [])

    def test_with_what_hung_on_them(self, table: Sufferers) -> None:
        table.begin()
        table.afflict("vera", {"effect": "agony"}, {"effect": "slow", "by": "1/2"})
        table.play("all_resolve")
        assert table.sheet("vera").modifiers == {}

    def test_hit_points_remain_as_they_are(self, table: Sufferers) -> None:
        table.begin()
        table.hurt("vera", 40)
        table.play("all_resolve")
        assert (table.hp("vera"), table.conditions("vera")) == (0, ["vulnerable"])
