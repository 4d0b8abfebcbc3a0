"""Stun, Slow, Agony and Frostbite: what they take from whom, and for how long."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from domain.vocabulary.values import AttributeRaised
from tests.games.midnight_in_vaia.suffering import Sufferers


@pytest.fixture
def table() -> Sufferers:
    """Vera has 8 Action Slots and Milo 5; she acts first."""
    return Sufferers()


def slow(by: str, **more: Any) -> dict[str, Any]:
    return {"effect": "slow", "by": by, **more}


def milo_acts(table: Sufferers) -> None:
    """Milo's Active Phase comes; Vera has 8 Reserved Slots."""
    table.begin()
    table.end("vera")


@pytest.mark.rules("MV-EFF-08", "MV-RULING-01")
class TestStunned:
    @pytest.mark.parametrize("lost", [1, 3, 6])
    def test_the_next_slots_are_lost_as_many_as_the_die_shows(self, table: Sufferers, lost: int) -> None:
        entry = table.stun("vera", lost)
        assert (table.rolls(entry), table.level("vera", "stunned")) == ({"stun": lost}, lost)
        table.begin()
        assert (table.slots("vera"), table.conditions("vera")) == (8 - lost, [])

    def test_one_die_is_rolled_with_the_sides_that_are_stated(self, table: Sufferers) -> None:
        entry = table.afflict("vera", {"effect": "stun", "die": 20}, dice={"stun": [17]})
        assert (table.level("vera", "stunned"), "MV-EFF-08" in table.cited(entry)) == (17, True)

    def test_a_second_one_adds_to_the_first(self, table: Sufferers) -> None:
        [table.stun("vera", 2), table.stun("vera", 4)]
        assert table.level("vera", "stunned") == 6

    def test_without_the_stun_there_are_all_slots(self, table: Sufferers) -> None:
        stunned = table.stun("vera", 3)
        table.begin()
        table.undo(stunned)
        assert table.slots("vera") == 8


@pytest.mark.rules("MV-EFF-08", "MV-RULING-07")
class TestStunnedInOnesOwnPhase:
    def test_unspent_slots_go_first(self, table: Sufferers) -> None:
        table.begin()
        table.stun("vera", 5)
        assert (table.slots("vera"), table.conditions("vera")) == (3, [])

    def test_as_many_as_are_left_are_all_lost(self, table: Sufferers) -> None:
        table.begin()
        table.play("act", who="vera", what="Leap", cost="2AS")
        table.stun("vera", 6)
        assert (table.slots("vera"), table.conditions("vera")) == (0, [])

    def test_the_rest_is_taken_from_the_slots_of_the_next_rounds(self, table: Sufferers) -> None:
        table.begin()
        table.play("act", who="vera", what="Leap", cost="6AS")
        table.stun("vera", 6)
        assert (table.slots("vera"), table.level("vera", "stunned")) == (0, 4)
        table.next_round("vera", "milo")
        assert (table.slots("vera"), table.conditions("vera")) == (4, [])

    def test_until_all_are_gone(self, table: Sufferers) -> None:
        table.afflict("milo", {"effect": "stun", "die": 20}, dice={"stun": [12]})
        milo_acts(table)
        assert (table.slots("milo"), table.level("milo", "stunned")) == (0, 7)
        table.next_round("milo")
        table.end("vera")
        assert table.level("milo", "stunned") == 2
        table.next_round("milo")
        table.end("vera")
        assert (table.slots("milo"), table.conditions("milo")) == (3, [])

    def test_reserved_slots_are_not_touched(self, table: Sufferers) -> None:
        milo_acts(table)
        table.stun("vera", 3)
        assert (table.reserved("vera"), table.level("vera", "stunned")) == (8, 3)

    def test_by_the_option_they_are(self) -> None:
        table = Sufferers(stun_hits_reserved=True)
        milo_acts(table)
        table.stun("vera", 3)
        assert (table.reserved("vera"), table.conditions("vera")) == (5, [])

    def test_a_slow_is_worked_out_before_it(self, table: Sufferers) -> None:
        table.stun("vera", 3)
        table.afflict("vera", slow("1/2"))
        table.begin()
        assert table.slots("vera") == 8 - 4 - 3

    def test_undone_it_took_nothing_in_any_round(self, table: Sufferers) -> None:
        table.begin()
        table.play("act", who="vera", what="Leap", cost="6AS")
        stunned = table.stun("vera", 6)
        table.next_round("vera", "milo")
        assert outcomes(table.undo(stunned))[stunned] == "struck"
        assert table.slots("vera") == 8

    def test_a_stun_in_ones_own_phase_breaks_off_what_takes_several_rounds(self, table: Sufferers) -> None:
        table.begin()
        table.play("undertake", who="vera", what="Scaffold", price=14, slots=8)
        table.next_round("vera", "milo")
        table.stun("vera", 3)
        assert table.sheet("vera").intents == {}


@pytest.mark.rules("MV-EFF-12", "MV-RULING-09")
class TestSlow:
    @pytest.mark.parametrize(
        ("by", "agility", "left"),
        [
            *(("1/4", slots - 5, left) for slots, left in ((3, 3), (4, 3), (5, 4), (7, 6), (8, 6), (9, 7))),
            *(("1/2", slots - 5, left) for slots, left in ((1, 1), (2, 1), (4, 2), (5, 3), (8, 4), (9, 5))),
        ],
    )
    def test_a_quarter_or_half_of_the_slots_rounded_down_is_lost(
        self, table: Sufferers, by: str, agility: int, left: int
    ) -> None:
        table.protagonist("tam", agility=agility)
        table.afflict("tam", slow(by))
        table.start(tam=20, milo=9)
        assert table.slots("tam") == left

    @pytest.mark.parametrize(("by", "left"), [("1/4", 3), ("1/2", 2)])
    def test_by_the_option_it_is_rounded_up(self, by: str, left: int) -> None:
        table = Sufferers(slow_rounding="up")
        table.afflict("milo", slow(by))
        milo_acts(table)
        assert table.slots("milo") == left

    def test_for_as_long_as_it_lasts(self, table: Sufferers) -> None:
        table.begin()
        table.afflict("milo", slow("1/2", rounds=2))
        table.end("vera")
        first = table.slots("milo")
        table.next_round("milo")
        table.end("vera")
        second = table.slots("milo")
        table.next_round("milo")
        table.end("vera")
        assert (first, second, table.slots("milo")) == (3, 3, 5)

    def test_without_a_duration_until_it_is_taken_away(self, table: Sufferers) -> None:
        table.afflict("vera", slow("1/4"))
        table.play("relieve", who="vera", effect="slowed")
        assert (table.conditions("vera"), table.value("vera", "slots.action")) == ([], 8)

    @pytest.mark.parametrize("order", [("1/4", "1/2"), ("1/2", "1/4"), ("1/2", "1/2")])
    def test_only_the_strongest_applies(self, table: Sufferers, order: tuple[str, str]) -> None:
        for by in order:
            table.afflict("vera", slow(by))
        assert table.value("vera", "slots.action") == 4

    def test_when_the_strongest_ends_the_other_one_applies(self, table: Sufferers) -> None:
        table.afflict("vera", slow("1/4"))
        stronger = table.afflict("vera", slow("1/2"))
        table.undo(stronger)
        assert table.value("vera", "slots.action") == 6

    def test_a_slow_follows_the_slots_that_are_normally_gained(self, table: Sufferers) -> None:
        table.afflict("vera", slow("1/2"))
        table.let("vera", AttributeRaised(name="agility", amount=-2))
        assert table.value("vera", "slots.action") == 3

    def test_in_ones_own_phase_it_takes_its_part_of_the_unspent_slots(self, table: Sufferers) -> None:
        table.begin()
        table.play("act", who="vera", what="Leap", cost="3AS")
        entry = table.afflict("vera", slow("1/2"))
        assert (table.slots("vera"), "MV-EFF-12" in table.cited(entry)) == (3, True)


@pytest.mark.rules("MV-EFF-13")
class TestSlowedInReserve:
    @pytest.mark.parametrize(("by", "left"), [("1/4", 6), ("1/2", 4)])
    def test_a_slow_in_reserve_takes_its_part_of_the_reserved_slots_at_once(
        self, table: Sufferers, by: str, left: int
    ) -> None:
        milo_acts(table)
        entry = table.afflict("vera", slow(by))
        assert (table.reserved("vera"), "MV-EFF-13" in table.cited(entry)) == (left, True)

    @pytest.mark.parametrize(("slots", "left"), [(1, 1), (2, 1), (3, 2), (7, 4)])
    def test_rounded_down(self, table: Sufferers, slots: int, left: int) -> None:
        table.begin()
        table.play("act", who="vera", what="Leap", cost=f"{8 - slots}AS")
        table.end("vera")
        table.afflict("vera", slow("1/2"))
        assert table.reserved("vera") == left

    def test_a_second_one_that_is_no_stronger_takes_none(self, table: Sufferers) -> None:
        milo_acts(table)
        table.afflict("vera", slow("1/2"))
        table.afflict("vera", slow("1/4"))
        table.afflict("vera", slow("1/2"))
        assert table.reserved("vera") == 4

    def test_a_stronger_one_takes_its_part_of_what_is_left(self, table: Sufferers) -> None:
        milo_acts(table)
        weaker = table.afflict("vera", slow("1/4"))
        stronger = table.afflict("vera", slow("1/2"))
        assert table.reserved("vera") == 3
        assert outcomes(table.undo(weaker)) == {weaker: "struck", stronger: "restated"}
        assert table.reserved("vera") == 4

    def test_who_holds_none_loses_none(self, table: Sufferers) -> None:
        milo_acts(table)
        table.play("act", who="vera", what="Duck", cost="1AS|1RS|8FP")
        entry = table.afflict("vera", slow("1/2"))
        assert "BudgetSpent" not in table.kinds(entry)


@pytest.mark.rules("MV-EFF-09", "MV-RULING-08")
class TestAgony:
    def test_takes_four_from_every_stress_check(self, table: Sufferers) -> None:
        entry = table.afflict("vera", {"effect": "agony"})
        assert (table.value("vera", "stress.check"), "MV-EFF-09" in table.cited(entry)) == (-4, True)

    def test_a_second_one_takes_no_more(self, table: Sufferers) -> None:
        [table.afflict("vera", {"effect": "agony"}) for _ in range(2)]
        assert table.value("vera", "stress.check") == -4

    def test_agony_lasts_until_it_is_taken_away(self, table: Sufferers) -> None:
        table.begin()
        table.afflict("vera", {"effect": "agony"})
        table.round()
        assert table.value("vera", "stress.check") == -4
        table.play("relieve", who="vera", effect="agony")
        assert (table.value("vera", "stress.check"), table.conditions("vera")) == (0, [])

    def test_agony_may_last_as_long_as_the_effect_says(self, table: Sufferers) -> None:
        table.begin()
        table.afflict("vera", {"effect": "agony", "rounds": 1})
        table.end("vera")
        assert table.value("vera", "stress.check") == -4
        (_entry,) = table.end("milo")
        assert (table.value("vera", "stress.check"), table.conditions("vera")) == (0, [])

    def test_nobody_else_feels_it(self, table: Sufferers) -> None:
        table.afflict("vera", {"effect": "agony"})
        assert table.value("milo", "stress.check") == 0


def strain(table: Sufferers, die: int | None = None, **demand: int) -> int:
    """Vera uses an ability that causes Mental Stress, in a check where a die is given; the entry."""
    own = {"title": "Whisper", "stress": [{"type": "mental", **demand}]}
    if "whisper" not in table.sheet("vera").traits:
        table.play("learn", who="vera", ability="whisper", own=own)
    return table.play("use", who="vera", ability="whisper", dice={"stress/mental": [die]} if die else None)


@pytest.mark.rules("MV-EFF-09", "MV-RULING-08")
class TestStressChecksInAgony:
    @pytest.mark.parametrize(("die", "stress"), [(1, 1), (2, 1), (5, 1), (6, 0), (20, 0)])
    def test_one_or_less_after_the_penalty_counts_as_a_one(self, table: Sufferers, die: int, stress: int) -> None:
        table.afflict("vera", {"effect": "agony"})
        strain(table, die, check=20)
        assert table.current("vera", "mental") == stress

    @pytest.mark.parametrize(("die", "stress"), [(1, 1), (2, 0), (5, 0)])
    def test_without_it_only_a_one_does(self, table: Sufferers, die: int, stress: int) -> None:
        strain(table, die, check=20)
        assert table.current("vera", "mental") == stress

    def test_undone_the_stress_was_none(self, table: Sufferers) -> None:
        agony = table.afflict("vera", {"effect": "agony"})
        strain(table, 4, check=20)
        table.undo(agony)
        assert table.current("vera", "mental") == 0


@pytest.mark.rules("MV-EFF-10", "MV-RULING-08")
class TestStaticStressInAgony:
    def test_a_fixed_amount_is_one_more(self, table: Sufferers) -> None:
        table.afflict("vera", {"effect": "agony"})
        strain(table, activation=5)
        assert table.current("vera", "mental") == 6

    def test_without_it_it_is_as_stated(self, table: Sufferers) -> None:
        strain(table, activation=5)
        assert table.current("vera", "mental") == 5

    @pytest.mark.parametrize(("option", "stress"), [(False, 2), (True, 3)])
    def test_at_upkeep_it_is_more_by_the_option_only(self, option: bool, stress: int) -> None:
        table = Sufferers(agony_raises_upkeep=option)
        table.begin()
        table.afflict("vera", {"effect": "agony"})
        strain(table, upkeep=2)
        table.round()
        assert table.current("vera", "mental") == stress

    def test_activation_takes_one_more(self, table: Sufferers) -> None:
        entry = table.afflict("vera", {"effect": "agony"}, {"effect": "agony"})
        assert (table.value("vera", "stress.activation"), "MV-EFF-10" in table.cited(entry)) == (1, True)

    def test_what_comes_at_upkeep_is_not_raised(self, table: Sufferers) -> None:
        table.afflict("vera", {"effect": "agony"})
        assert table.value("vera", "stress.upkeep") == 0

    def test_unless_the_option_says_so(self) -> None:
        table = Sufferers(agony_raises_upkeep=True)
        table.afflict("vera", {"effect": "agony"})
        assert table.value("vera", "stress.upkeep") == 1


@pytest.mark.rules("MV-EFF-11", "MV-RULING-11")
class TestFrostbite:
    def test_the_limb_is_maimed_at_once(self, table: Sufferers) -> None:
        entry = table.afflict("vera", {"effect": "frostbite", "limb": "arm/left"})
        (wound,) = table.sheet("vera").wounds.values()
        assert (wound.severity, wound.kind, wound.slot, wound.source) == ("maimed", "breakage", "arm/left", "frostbite")
        assert "MV-EFF-11" in table.cited(entry)

    def test_nobody_has_to_be_vulnerable_for_it(self, table: Sufferers) -> None:
        table.afflict("vera", {"effect": "frostbite", "limb": "leg/right", "kind": "dismemberment"})
        assert ("vulnerable" in table.conditions("vera"), len(table.sheet("vera").wounds)) == (False, 1)

    def test_a_limb_that_is_lost_is_frozen_for_nothing(self, table: Sufferers) -> None:
        table.afflict("vera", {"effect": "frostbite", "limb": "arm/left", "kind": "dismemberment"})
        entry = table.afflict("vera", {"effect": "frostbite", "limb": "arm/left"})
        assert (len(table.sheet("vera").wounds), table.told(entry)) == (1, [])

    def test_frostbite_takes_a_limb(self, table: Sufferers) -> None:
        with pytest.raises(Absent, match="one of arm/left, arm/right"):
            table.afflict("vera", {"effect": "frostbite", "limb": "tail"})

    @pytest.mark.parametrize(("kind", "place"), [("dismemberment", "tongue"), ("sensory-deprivation", "sight")])
    def test_what_can_be_maimed_and_is_no_limb_is_not_frostbitten(
        self, table: Sufferers, kind: str, place: str
    ) -> None:
        with pytest.raises(Absent, match="one of arm/left, arm/right"):
            table.afflict("vera", {"effect": "frostbite", "limb": place, "kind": kind})

    def test_frostbite_of_a_limb_takes_no_sense(self, table: Sufferers) -> None:
        bite = {"effect": "frostbite", "limb": "arm/left", "kind": "sensory-deprivation"}
        assert table.refusal("afflict", who="vera", effects=[bite]).rule == "MV-EFF-11"


class TestRelief:
    def test_what_is_no_damage_effect_is_not_taken_away(self, table: Sufferers) -> None:
        table.hurt("ghoul", 20)
        table.play("engulf", what="Gas", type="striking", amount=40, within=["vera"])
        assert table.refusal("relieve", who="vera", effect="dead").rule == "MV-EFF-01"

    def test_a_slow_has_no_counters(self, table: Sufferers) -> None:
        table.afflict("vera", slow("1/2"))
        assert table.refusal("relieve", who="vera", effect="slowed", counters=1).rule == "MV-EFF-01"
