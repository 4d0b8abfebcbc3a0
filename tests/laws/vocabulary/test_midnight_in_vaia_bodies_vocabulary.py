"""Stress, burnout, relaxing and lost limbs in Midnight in Vaia, on the shared vocabulary."""

from typing import Any

import pytest

from domain.components.creature import Modifier
from domain.events.values import DamageTaken, ModifierApplied, TrackSet
from domain.history.plan import RevisionRefused
from tests.laws.vocabulary.midnight_in_vaia_rules import at_the_table, cycle, protagonist
from tests.laws.vocabulary.table import Dice, Table, outcomes

HOUR, DAY = 3_600, 86_400


@pytest.fixture
def table() -> Table:
    """Vera and her foe, with 24 Hit Points each."""
    table = at_the_table()
    for who in ("vera", "foe"):
        protagonist(table, who, hp=24)
    return table


def use(table: Table, stress: str, *, dice: Dice | None = None, **more: Any) -> int:
    """Vera strikes the foe for 4."""
    return table.play("use_effect", who="vera", target="foe", damage=4, stress=stress, dice=dice, **more)


def track(table: Table, name: str, who: str = "vera") -> int:
    return table.sheet(who).tracks[name].current


def suffers(table: Table, who: str = "vera") -> list[str]:
    return sorted(condition.what for condition in table.sheet(who).conditions.values())


def fights(table: Table) -> None:
    """Vera's Active Phase, alone in the cycle."""
    cycle(table, vera=12)
    table.play("start_round")


def next_round(table: Table, rounds: int = 1) -> None:
    for _ in range(rounds):
        table.play("end_phase", who="vera")
        table.play("start_round")


@pytest.mark.rules("MV-MENT-03")
class TestTheSeizure:
    SEIZED: Dice = {"seizure": [2]}

    @pytest.fixture(autouse=True)
    def in_a_fight(self, table: Table) -> None:
        fights(table)

    def burn_out(self, table: Table, before: int = 7) -> int:
        table.let("vera", TrackSet(name="mental", current=before))
        return use(table, "mental", activation=3, cost=2, dice=self.SEIZED)

    def test_it_takes_hold_before_the_effect_which_does_not_happen(self, table: Table) -> None:
        self.burn_out(table)
        assert (track(table, "mental"), track(table, "hp", "foe")) == (10, 24)

    def test_hit_points_drop_to_nothing_and_one_is_vulnerable(self, table: Table) -> None:
        self.burn_out(table)
        assert track(table, "hp") == 0
        assert suffers(table) == ["seized", "vulnerable"]

    @pytest.mark.parametrize(("before", "happens"), [(6, True), (7, False), (9, False)])
    def test_only_ten_points_cause_it(self, table: Table, before: int, happens: bool) -> None:
        table.let("vera", TrackSet(name="mental", current=before))
        use(table, "mental", activation=3, dice=None if happens else self.SEIZED)
        assert (track(table, "hp", "foe") == 20, track(table, "hp") == 24) == (happens, happens)

    @pytest.mark.parametrize(("die", "stress"), [(1, 10), (2, 9)])
    def test_a_one_on_the_stress_check_is_enough(self, table: Table, die: int, stress: int) -> None:
        table.let("vera", TrackSet(name="mental", current=9))
        use(table, "mental", check=20, dice={"stress": [die], **(self.SEIZED if die == 1 else {})})
        assert (track(table, "mental"), track(table, "hp") == 0) == (stress, die == 1)

    def test_the_slots_are_spent_and_the_rest_of_the_round_is_lost(self, table: Table) -> None:
        self.burn_out(table)
        assert table.fight("alley").order["vera"].budget == {}

    def test_one_is_vulnerable_until_hit_points_rise_above_nothing(self, table: Table) -> None:
        self.burn_out(table)
        table.play("heal", who="vera", amount=0)
        assert "vulnerable" in suffers(table)
        table.play("heal", who="vera", amount=1)
        assert "vulnerable" not in suffers(table)

    def test_it_lasts_its_rounds_from_the_next_one_on_and_fog_follows(self, table: Table) -> None:
        self.burn_out(table)
        next_round(table, 2)
        assert (suffers(table), table.fight("alley").order["vera"].budget["action"]) == (["seized", "vulnerable"], 0)
        next_round(table)
        assert suffers(table) == ["mind-fogged", "vulnerable"]
        assert table.fight("alley").order["vera"].budget["action"] == 5

    def test_in_the_fog_nothing_mental_can_be_used(self, table: Table) -> None:
        self.burn_out(table)
        next_round(table, 3)
        refusal = table.refusal("use_effect", who="vera", target="foe", damage=4, stress="mental")
        assert refusal.rule == "MV-MENT-05"
        use(table, "physical")
        assert track(table, "hp", "foe") == 20

    def test_after_six_rounds_of_fog_nine_points_are_left(self, table: Table) -> None:
        self.burn_out(table)
        next_round(table, 8)
        assert (suffers(table), track(table, "mental")) == (["mind-fogged", "vulnerable"], 10)
        next_round(table)
        assert (suffers(table), track(table, "mental")) == (["vulnerable"], 9)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entry = self.burn_out(table)
        table.check_undo(entry, table.play("end_phase", who="vera"), table.play("heal", who="vera", amount=5))

    def test_with_less_stress_before_the_effect_did_happen(self, table: Table) -> None:
        earlier = use(table, "mental", activation=8)
        entry = use(table, "mental", activation=3, dice=self.SEIZED)
        assert (track(table, "hp"), track(table, "hp", "foe")) == (0, 20)
        assert outcomes(table.undo(earlier)) == {earlier: "struck", entry: "restated"}
        assert (track(table, "hp"), track(table, "hp", "foe"), track(table, "mental")) == (24, 20, 3)

    def test_with_that_stress_again_the_same_dice_stun_again(self, table: Table) -> None:
        earlier = use(table, "mental", activation=8)
        use(table, "mental", activation=3, dice=self.SEIZED)
        before = table.state()
        table.undo(earlier)
        table.redo(earlier)
        assert table.state() == before

    def test_what_hurt_before_is_part_of_what_was_lost(self, table: Table) -> None:
        hurt = table.let("vera", DamageTaken(name="hp", amount=10))
        entry = self.burn_out(table)
        assert outcomes(table.undo(hurt))[entry] == "restated"
        assert track(table, "hp") == 0


@pytest.mark.rules("MV-PHYS-03")
class TestStrained:
    STRAINED: Dice = {"strained": [1]}

    def burn_out(self, table: Table) -> int:
        return use(table, "physical", activation=10, dice=self.STRAINED)

    def test_the_effect_still_happens(self, table: Table) -> None:
        self.burn_out(table)
        assert (track(table, "physical"), track(table, "hp", "foe")) == (10, 20)

    def test_the_loss_comes_after_the_effect(self, table: Table) -> None:
        told = table.told(self.burn_out(table))
        assert [event.name for event in told if isinstance(event, DamageTaken)] == ["hp", "hp"]
        assert [event.rules for event in told if isinstance(event, DamageTaken)] == [(), ("MV-PHYS-03",)]

    @pytest.mark.parametrize(("most", "left"), [(24, 19), (25, 20), (26, 20), (30, 24)])
    def test_a_fifth_of_all_hit_points_is_lost_rounded_up(self, table: Table, most: int, left: int) -> None:
        table.let("vera", TrackSet(name="hp", current=most, maximum=most))
        self.burn_out(table)
        assert track(table, "hp") == left

    def test_it_is_of_the_total_and_not_of_what_is_left(self, table: Table) -> None:
        table.let("vera", DamageTaken(name="hp", amount=14))
        self.burn_out(table)
        assert track(table, "hp") == 5

    def test_the_total_is_the_one_in_force(self, table: Table) -> None:
        belt = Modifier(path="tracks.hp.maximum", amount=6)
        table.let("vera", ModifierApplied(name="belt", modifier=belt))
        self.burn_out(table)
        assert track(table, "hp") == 18

    @pytest.mark.parametrize(
        ("hp", "conditions"), [(6, ["strained"]), (5, ["strained", "vulnerable"]), (4, ["strained", "vulnerable"])]
    )
    def test_hit_points_do_not_fall_below_nothing(self, table: Table, hp: int, conditions: list[str]) -> None:
        table.let("vera", TrackSet(name="hp", current=hp))
        self.burn_out(table)
        assert (track(table, "hp"), suffers(table)) == (max(hp - 5, 0), conditions)

    @pytest.mark.parametrize(("more", "burnt"), [(8, False), (9, True), (10, True)])
    def test_only_reaching_ten_causes_it(self, table: Table, more: int, burnt: bool) -> None:
        table.let("vera", TrackSet(name="physical", current=1))
        use(table, "physical", activation=more, dice=self.STRAINED if burnt else None)
        assert (track(table, "hp") == 19) == burnt

    def test_more_stress_at_ten_is_no_second_burnout(self, table: Table) -> None:
        self.burn_out(table)
        use(table, "physical", activation=3)
        assert (track(table, "physical"), track(table, "hp")) == (10, 19)

    @pytest.mark.parametrize(("seconds", "conditions"), [(2 * DAY - 1, ["strained"]), (2 * DAY, [])])
    def test_its_days_end_to_the_second(self, table: Table, seconds: int, conditions: list[str]) -> None:
        use(table, "physical", activation=10, dice={"strained": [2]})
        table.play("wait", seconds=seconds)
        assert suffers(table) == conditions

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        table.check_undo(use(table, "physical", activation=2), self.burn_out(table), table.play("wait", seconds=DAY))

    def test_with_a_smaller_total_less_is_lost(self, table: Table) -> None:
        belt = Modifier(path="tracks.hp.maximum", amount=6)
        worn = table.let("vera", ModifierApplied(name="belt", modifier=belt))
        entry = self.burn_out(table)
        assert outcomes(table.undo(worn)) == {worn: "struck", entry: "restated"}
        assert track(table, "hp") == 19

    def test_with_less_stress_before_there_was_no_burnout(self, table: Table) -> None:
        earlier = use(table, "physical", activation=4)
        entry = use(table, "physical", activation=6, dice=self.STRAINED)
        assert track(table, "hp") == 19
        assert outcomes(table.undo(earlier)) == {earlier: "struck", entry: "restated"}
        assert (track(table, "hp"), suffers(table)) == (24, [])


@pytest.mark.rules("MV-STRS-08")
class TestRelaxing:
    def test_a_whole_hour_takes_a_point_and_nothing_less_does(self, table: Table) -> None:
        use(table, "mental", activation=3)
        table.play("wait", seconds=HOUR - 1)
        assert track(table, "mental") == 3
        table.play("wait", seconds=1)
        assert track(table, "mental") == 2

    @pytest.mark.parametrize(("seconds", "left"), [(2 * HOUR - 1, 2), (2 * HOUR, 1), (3 * HOUR, 0), (9 * HOUR, 0)])
    def test_each_further_hour_takes_another(self, table: Table, seconds: int, left: int) -> None:
        use(table, "mental", activation=3)
        table.play("wait", seconds=seconds)
        assert track(table, "mental") == left

    def test_hours_are_counted_from_the_use_and_not_by_the_clock(self, table: Table) -> None:
        table.play("wait", seconds=1_234)
        use(table, "mental", activation=3)
        table.play("wait", seconds=HOUR - 1)
        assert track(table, "mental") == 3

    def test_using_an_ability_of_the_type_begins_the_hour_anew(self, table: Table) -> None:
        use(table, "mental", activation=3)
        table.play("wait", seconds=HOUR - 1)
        use(table, "mental")
        table.play("wait", seconds=HOUR - 1)
        assert track(table, "mental") == 3
        table.play("wait", seconds=1)
        assert track(table, "mental") == 2

    def test_using_one_of_another_type_does_not(self, table: Table) -> None:
        use(table, "mental", activation=3)
        table.play("wait", seconds=HOUR - 1)
        use(table, "physical", activation=1)
        table.play("wait", seconds=1)
        assert (track(table, "mental"), track(table, "physical")) == (2, 1)

    def test_when_all_of_it_is_gone_nothing_waits_any_more(self, table: Table) -> None:
        use(table, "mental", activation=1)
        table.play("wait", seconds=HOUR)
        assert (track(table, "mental"), table.sheet("vera").tasks) == (0, {})

    def test_the_rounds_of_a_fight_count(self, table: Table) -> None:
        use(table, "mental", activation=3)
        table.play("wait", seconds=HOUR - 10)
        fights(table)
        next_round(table)
        assert track(table, "mental") == 3
        next_round(table)
        assert track(table, "mental") == 2

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [use(table, "mental", activation=3), table.play("wait", seconds=2 * HOUR)]
        table.check_undo(*entries, use(table, "mental", activation=1), table.play("wait", seconds=HOUR))

    def test_with_the_use_between_struck_the_hour_was_whole(self, table: Table) -> None:
        use(table, "mental", activation=3)
        table.play("wait", seconds=HOUR // 2)
        between = use(table, "mental")
        waited = table.play("wait", seconds=HOUR // 2)
        assert track(table, "mental") == 3
        assert outcomes(table.undo(between)) == {between: "struck", waited: "restated"}
        assert track(table, "mental") == 2

    def test_time_that_did_not_pass_relaxes_nobody(self, table: Table) -> None:
        use(table, "mental", activation=3)
        waited = table.play("wait", seconds=HOUR // 2)
        later = table.play("wait", seconds=HOUR // 2)
        assert outcomes(table.undo(waited)) == {waited: "struck", later: "restated"}
        assert track(table, "mental") == 3


@pytest.mark.rules("MV-MAIM-06")
class TestDismemberment:
    @pytest.fixture(autouse=True)
    def down(self, table: Table) -> None:
        self.fell = table.let("vera", TrackSet(name="hp", current=4))
        self.hurt = table.play("use_effect", who="foe", target="vera", damage=4, stress="physical")

    def lose_arm(self, table: Table) -> int:
        return table.play("dismember", who="vera", limb="arm/left")

    def test_a_limb_is_lost_and_a_clock_runs(self, table: Table) -> None:
        self.lose_arm(table)
        (wound,) = table.sheet("vera").wounds.values()
        assert (wound.kind, wound.slot) == ("dismemberment", "arm/left")
        assert [task.kind for task in table.sheet("vera").tasks.values()] == ["bleeding-out"]

    def test_after_twenty_four_rounds_it_is_death_and_not_after_twenty_three(self, table: Table) -> None:
        fights(table)
        self.lose_arm(table)
        next_round(table, 23)
        assert suffers(table) == ["vulnerable"]
        next_round(table)
        assert suffers(table) == ["dead", "vulnerable"]

    @pytest.mark.parametrize(("seconds", "dead"), [(119, False), (120, True)])
    def test_out_of_a_fight_it_is_two_minutes(self, table: Table, seconds: int, dead: bool) -> None:
        self.lose_arm(table)
        table.play("wait", seconds=seconds)
        assert ("dead" in suffers(table)) == dead

    def test_rounds_and_minutes_are_one_clock(self, table: Table) -> None:
        self.lose_arm(table)
        table.play("wait", seconds=115)
        fights(table)
        assert "dead" not in suffers(table)
        next_round(table)
        assert "dead" in suffers(table)

    def test_proper_healing_stops_it_and_the_limb_stays_lost(self, table: Table) -> None:
        wound = f"stump-{self.lose_arm(table)}"
        table.play("treat", who="vera", wound=wound)
        table.play("wait", seconds=DAY)
        assert suffers(table) == ["vulnerable"]
        assert table.sheet("vera").wounds[wound].healing == 1

    def test_the_dead_are_beyond_it(self, table: Table) -> None:
        wound = f"stump-{self.lose_arm(table)}"
        table.play("wait", seconds=120)
        assert table.refusal("treat", who="vera", wound=wound).rule == "MV-MAIM-06"

    def test_a_limb_is_lost_once(self, table: Table) -> None:
        self.lose_arm(table)
        assert table.refusal("dismember", who="vera", limb="arm/left").rule == "MV-MAIM-06"
        table.play("dismember", who="vera", limb="arm/right")
        assert len(table.sheet("vera").wounds) == 2

    def test_who_is_not_vulnerable_loses_none(self, table: Table) -> None:
        table.play("heal", who="vera", amount=1)
        assert table.refusal("dismember", who="vera", limb="arm/left").rule == "MV-MAIM-01"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.lose_arm(table), table.play("wait", seconds=60)]
        table.check_undo(*entries, table.play("wait", seconds=60))

    def test_with_the_treatment_struck_it_is_death_after_all(self, table: Table) -> None:
        treated = table.play("treat", who="vera", wound=f"stump-{self.lose_arm(table)}")
        waited = table.play("wait", seconds=120)
        assert outcomes(table.undo(treated)) == {treated: "struck", waited: "restated"}
        assert "dead" in suffers(table)

    def test_with_the_limb_the_death_is_taken_back(self, table: Table) -> None:
        lost, waited = self.lose_arm(table), table.play("wait", seconds=120)
        assert outcomes(table.undo(lost)) == {lost: "struck", waited: "restated"}
        assert (suffers(table), table.sheet("vera").wounds) == (["vulnerable"], {})

    def test_who_did_not_fall_could_not_lose_a_limb(self, table: Table) -> None:
        lost = self.lose_arm(table)
        with pytest.raises(RevisionRefused) as refused:
            table.undo(self.hurt)
        (conflict,) = refused.value.plan.conflicts
        assert (conflict.entry, conflict.refusal and conflict.refusal.rule) == (lost, "MV-MAIM-01")
