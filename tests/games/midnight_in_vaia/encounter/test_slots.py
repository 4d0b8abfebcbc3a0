"""Action Slots of Midnight in Vaia: how many, when they are gained, what they pay for, and what becomes of the rest."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from domain.vocabulary.values import AttributeRaised
from tests.games.midnight_in_vaia.people import Protagonists


@pytest.fixture
def table() -> Protagonists:
    """Vera with 5 Action Slots, Milo with 4, Tam with 6; they act in this order, Tam in the Final Phase."""
    table = Protagonists()
    for who, agility in {"vera": 0, "milo": -1, "tam": 1}.items():
        table.protagonist(who, agility=agility)
    table.start(vera=17, milo=12, tam=9)
    return table


def act(table: Protagonists, who: str, cost: str) -> int:
    return table.play("act", who=who, what="Kick", cost=cost)


def refused(table: Protagonists, who: str, cost: str) -> str:
    return table.refusal("act", who=who, what="Kick", cost=cost).rule


@pytest.mark.rules("MV-SLOT-01", "MV-RULING-03")
class TestTheFinalPhase:
    def test_the_final_phase_is_the_active_phase_of_the_last_in_the_cycle(self, table: Protagonists) -> None:
        table.end("vera")
        assert table.pace.phase == "active"
        (entry,) = table.end("milo")
        assert (table.pace.phase, table.acting()) == ("final", ["tam"])
        assert "MV-SLOT-01" in table.cited(entry)

    def test_who_is_alone_has_nothing_else(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        table.start(vera=3)
        assert table.pace.phase == "final"

    def test_upkeep_follows_it(self, table: Protagonists) -> None:
        table.end("vera", "milo", "tam")
        assert table.pace.phase == "between"


@pytest.mark.rules("MV-SLOT-02", "MV-RULING-13", "MV-RULING-14")
class TestFinalPhaseActions:
    @pytest.fixture(autouse=True)
    def reserves(self, table: Protagonists) -> None:
        """Vera holds 5 Reserved Slots, Milo 4; Tam acts last."""
        table.end("vera", "milo")

    def test_what_costs_one_slot_costs_four(self, table: Protagonists) -> None:
        entry = act(table, "vera", "1AS|1RS")
        assert (table.reserved("vera"), "MV-SLOT-02" in table.cited(entry)) == (1, True)

    def test_four_slots_are_exactly_enough(self, table: Protagonists) -> None:
        act(table, "milo", "1AS|1RS")
        assert table.reserved("milo") == 0

    def test_three_slots_are_not(self, table: Protagonists) -> None:
        act(table, "vera", "2AS|2RS|2FP")
        assert (table.reserved("vera"), refused(table, "vera", "1AS|1RS")) == (3, "MV-SLOT-02")

    def test_a_final_phase_action_costs_four_times_the_active_price(self, table: Protagonists) -> None:
        act(table, "vera", "1AS|3RS")
        assert table.reserved("vera") == 1

    def test_a_listed_price_stands_instead(self, table: Protagonists) -> None:
        act(table, "milo", "1AS|2RS|3FP")
        assert table.reserved("milo") == 1

    def test_a_price_listed_for_the_final_phase_alone_is_enough(self, table: Protagonists) -> None:
        act(table, "milo", "1AS|3FP")
        assert table.reserved("milo") == 1

    def test_without_a_price_of_the_active_phase_it_is_four_times_that_of_reserved_slots(
        self, table: Protagonists
    ) -> None:
        act(table, "vera", "1RS")
        assert table.reserved("vera") == 1

    def test_the_last_one_pays_as_ever(self, table: Protagonists) -> None:
        act(table, "tam", "1AS|2RS|3FP")
        assert table.slots("tam") == 5

    def test_before_it_reserved_slots_pay_what_is_listed(self, table: Protagonists) -> None:
        table.next_round("tam")
        table.end("vera")
        act(table, "vera", "1AS|2RS|5FP")
        assert table.reserved("vera") == 3

    def test_by_the_option_the_last_one_pays_four_times_as_well(self) -> None:
        table = Protagonists(final_phase_applies_to="everyone")
        table.protagonist("tam", agility=1)
        table.start(tam=9)
        act(table, "tam", "1AS")
        assert (table.slots("tam"), refused(table, "tam", "1AS")) == (2, "MV-SLOT-02")

    def test_where_another_acts_last_it_was_not_the_final_phase(self) -> None:
        table = Protagonists()
        for who in ("vera", "milo", "noor"):
            table.protagonist(who)
        entries = table.start(vera=17, milo=12, noor=5)
        table.end("vera")
        entry = act(table, "vera", "1AS|1RS")
        assert table.reserved("vera") == 4
        assert outcomes(table.undo(entries["noor"]))[entry] == "restated"
        assert table.reserved("vera") == 1


@pytest.mark.rules("MV-SLOT-03")
class TestWhatIsNotUsed:
    def test_the_last_one_s_own_slots_are_discarded(self, table: Protagonists) -> None:
        (entry,) = table.end("vera", "milo", "tam")[-1:]
        assert (table.slots("tam"), table.reserved("tam")) == (0, 0)
        assert "MV-SLOT-03" in table.cited(entry)

    def test_of_two_who_share_the_final_phase_neither_reserves(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        table.protagonist("milo")
        table.start(vera=9, milo=9)
        table.end("vera")
        assert (table.acting(), table.reserved("vera")) == (["milo"], 0)
        assert refused(table, "vera", "1AS|1RS|1FP") == "MV-SLOT-05"

    def test_no_unused_slot_of_the_final_phase_comes_into_the_next_round(self, table: Protagonists) -> None:
        table.next_round("vera", "milo", "tam")
        table.end("vera", "milo")
        assert (table.slots("tam"), table.reserved("tam")) == (6, 0)


@pytest.mark.rules("MV-SLOT-04")
class TestGainingSlots:
    def test_slots_come_at_the_beginning_of_the_active_phase(self, table: Protagonists) -> None:
        assert (table.slots("vera"), table.slots("milo")) == (5, 0)
        (entry,) = table.end("vera")
        assert (table.slots("milo"), "MV-SLOT-04" in table.cited(entry)) == (4, True)

    def test_slots_come_anew_in_every_round(self, table: Protagonists) -> None:
        act(table, "vera", "3AS")
        table.next_round("vera", "milo", "tam")
        assert table.slots("vera") == 5


@pytest.mark.rules("MV-SLOT-05")
class TestBeforeOneHasGainedThem:
    def test_nobody_reacts(self, table: Protagonists) -> None:
        assert refused(table, "milo", "1AS|1RS") == "MV-SLOT-05"

    def test_nobody_acts_before_their_slots_even_where_it_costs_no_slot(self, table: Protagonists) -> None:
        assert refused(table, "milo", "") == "MV-SLOT-05"

    def test_with_reserved_slots_one_does(self, table: Protagonists) -> None:
        table.end("vera")
        act(table, "vera", "1AS|1RS")
        assert table.reserved("vera") == 4

    def test_without_any_in_reserve_one_does_not(self, table: Protagonists) -> None:
        act(table, "vera", "5AS")
        table.end("vera")
        assert refused(table, "vera", "0AS|0RS") == "MV-SLOT-05"

    def test_in_the_next_round_one_has_to_wait_again(self, table: Protagonists) -> None:
        table.next_round("vera", "milo", "tam")
        assert refused(table, "tam", "1AS|1RS") == "MV-SLOT-05"

    def test_with_the_end_of_the_phase_struck_it_was_no_reaction(self, table: Protagonists) -> None:
        (ended,) = table.end("vera")
        reaction = act(table, "vera", "1AS|3RS")
        assert table.reserved("vera") == 2
        assert outcomes(table.undo(ended))[reaction] == "restated"
        assert (table.slots("vera"), table.reserved("vera")) == (4, 0)


@pytest.mark.rules("MV-SLOT-06", "MV-RULING-36")
class TestHowMany:
    @pytest.mark.parametrize(("agility", "slots"), [(-6, 0), (-5, 0), (-4, 1), (-1, 4), (0, 5), (3, 8)])
    def test_five_and_the_agility(self, agility: int, slots: int) -> None:
        table = Protagonists()
        table.protagonist("vera", agility=agility)
        table.start(vera=10)
        assert table.slots("vera") == slots

    def test_the_sheet_says_how_agile_one_is(self, table: Protagonists) -> None:
        entry = table.play("enter_on_sheet", who="vera", agility=3)
        table.next_round("vera", "milo", "tam")
        assert table.slots("vera") == 8
        assert "enter_on_sheet" in table.forbidden("enter_on_sheet", as_player="ana", who="vera", agility=9)
        table.undo(entry)
        assert table.slots("vera") == 5


@pytest.mark.rules("MV-SLOT-07")
class TestMoreOrFewer:
    def change(self, table: Protagonists, amount: int, rounds: int | None = None) -> int:
        return table.play("change_slots", who="vera", amount=amount, because="Winged boots", rounds=rounds)

    def gained(self, table: Protagonists, count: int) -> list[int]:
        """Vera's slots at the beginning of each of so many further rounds."""
        slots = []
        for _ in range(count):
            table.next_round("vera", "milo", "tam")
            slots.append(table.slots("vera"))
        return slots

    @pytest.mark.parametrize(("amount", "slots"), [(2, 7), (-2, 3), (-5, 0), (-9, 0)])
    def test_more_or_fewer_slots_change_what_is_gained(self, table: Protagonists, amount: int, slots: int) -> None:
        self.change(table, amount)
        assert self.gained(table, 2) == [slots, slots]

    @pytest.mark.parametrize(("rounds", "gained"), [(1, [6, 5, 5]), (2, [6, 6, 5])])
    def test_for_so_many_rounds_when_slots_were_gained_in_this_one(
        self, table: Protagonists, rounds: int, gained: list[int]
    ) -> None:
        self.change(table, 1, rounds)
        assert self.gained(table, 3) == gained

    def test_for_this_round_where_they_are_yet_to_be_gained(self, table: Protagonists) -> None:
        table.play("change_slots", who="milo", amount=1, because="Haste", rounds=1)
        table.end("vera")
        assert table.slots("milo") == 5
        table.next_round("milo", "tam")
        table.end("vera")
        assert table.slots("milo") == 4

    def test_before_the_first_round_it_counts_from_that(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        table.protagonist("milo")
        table.play("change_slots", who="vera", amount=1, because="Haste", rounds=1)
        table.start(vera=9, milo=3)
        assert table.slots("vera") == 6
        table.next_round("vera", "milo")
        assert table.slots("vera") == 5

    def test_between_two_rounds_it_counts_from_the_next(self, table: Protagonists) -> None:
        table.end("vera", "milo", "tam")
        self.change(table, 1, 1)
        table.play("start_round")
        assert table.slots("vera") == 6
        assert self.gained(table, 1) == [5]

    @pytest.mark.rules("MV-RULING-42")
    def test_of_a_latecomer_it_counts_from_their_first_round(self, table: Protagonists) -> None:
        table.protagonist("noor")
        table.check(noor=3)
        table.play("change_slots", who="noor", amount=2, because="Haste", rounds=1)
        table.next_round("vera", "milo", "tam")
        table.end("vera", "milo", "tam")
        assert table.slots("noor") == 7
        table.next_round("noor")
        table.end("vera", "milo", "tam")
        assert table.slots("noor") == 5

    def test_of_one_who_was_passed_over_it_counts_from_the_next_round(self, table: Protagonists) -> None:
        table.play("knock_out", who="milo")
        table.end("vera")
        table.play("change_slots", who="milo", amount=2, because="Haste", rounds=1)
        table.play("wake", who="milo", because="A slap")
        table.next_round("tam")
        table.end("vera")
        assert table.slots("milo") == 6

    def test_undone_it_is_as_it_was(self, table: Protagonists) -> None:
        changed = self.change(table, 2)
        table.end("vera", "milo", "tam")
        started = table.play("start_round")
        assert outcomes(table.undo(changed))[started] == "restated"
        assert table.slots("vera") == 5

    @pytest.mark.parametrize(("amount", "left"), [(1, 4), (5, 0), (9, 0)])
    def test_an_effect_takes_unspent_slots_in_one_s_own_phase(
        self, table: Protagonists, amount: int, left: int
    ) -> None:
        entry = table.play("lose_slots", who="vera", amount=amount)
        assert (table.slots("vera"), "MV-SLOT-07" in table.cited(entry)) == (left, True)

    def test_an_effect_takes_reserved_slots_in_another_s(self, table: Protagonists) -> None:
        table.end("vera")
        table.play("lose_slots", who="vera", amount=2)
        assert table.reserved("vera") == 3


@pytest.mark.rules("MV-SLOT-08")
class TestReservedSlots:
    @pytest.mark.parametrize(("cost", "reserved"), [("", 5), ("2AS", 3), ("5AS", 0)])
    def test_what_is_left_becomes_reserved(self, table: Protagonists, cost: str, reserved: int) -> None:
        act(table, "vera", cost)
        (entry,) = table.end("vera")
        assert (table.slots("vera"), table.reserved("vera")) == (0, reserved)
        assert "MV-SLOT-08" in table.cited(entry)

    def test_reserved_slots_last_until_the_round_ends(self, table: Protagonists) -> None:
        table.end("vera", "milo")
        assert table.reserved("vera") == 5
        table.end("tam")
        assert table.reserved("vera") == 0


@pytest.mark.rules("MV-SLOT-09")
class TestWhatReservedSlotsPayFor:
    def test_what_is_not_said_to_work_with_them_does_not(self, table: Protagonists) -> None:
        table.end("vera")
        assert refused(table, "vera", "1AS") == "MV-SLOT-09"
        assert table.reserved("vera") == 5

    def test_reserved_slots_pay_for_no_action_without_their_price_in_the_final_phase(self, table: Protagonists) -> None:
        table.end("vera", "milo")
        assert refused(table, "vera", "1AS") == "MV-SLOT-09"

    def test_what_is_said_to_does(self, table: Protagonists) -> None:
        table.end("vera")
        act(table, "vera", "1AS|5RS")
        assert table.reserved("vera") == 0

    def test_what_is_for_reserved_slots_alone_does_not_work_in_one_s_own_phase(self, table: Protagonists) -> None:
        assert refused(table, "vera", "1RS") == "MV-SLOT-09"


@pytest.mark.rules("MV-SLOT-10", "MV-RULING-01")
class TestThreePrices:
    def test_one_s_own_phase_takes_the_first(self, table: Protagonists) -> None:
        entry = act(table, "vera", "1AS|2RS|3FP")
        assert (table.slots("vera"), "MV-SLOT-10" in table.cited(entry)) == (4, True)

    def test_another_s_takes_the_second(self, table: Protagonists) -> None:
        table.end("vera")
        act(table, "vera", "1AS|2RS|3FP")
        assert table.reserved("vera") == 3

    def test_the_final_phase_takes_the_third(self, table: Protagonists) -> None:
        table.end("vera", "milo")
        act(table, "vera", "1AS|2RS|3FP")
        assert table.reserved("vera") == 2

    @pytest.mark.parametrize(("cost", "enough"), [("4AS", True), ("5AS", True), ("6AS", False)])
    def test_one_slot_too_few_is_too_few(self, table: Protagonists, cost: str, enough: bool) -> None:
        if enough:
            assert act(table, "vera", cost)
        else:
            assert refused(table, "vera", cost) == "MV-SLOT-10"

    @pytest.mark.parametrize("cost", ["3", "AS", "3AS|4AS", "3 slots", "3AS|", "3XP"])
    def test_what_is_no_cost_is_refused(self, table: Protagonists, cost: str) -> None:
        assert "3AS|6RS|9FP" in table.refusal("act", who="vera", what="Kick", cost=cost).player

    def test_out_of_fights_nothing_is_paid(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        assert table.kinds(act(table, "vera", "9AS")) == ["Noted"]

    def test_a_forced_payment_takes_what_there_is(self, table: Protagonists) -> None:
        table.play("act", who="vera", what="Kick", cost="9AS", force=True)
        assert table.slots("vera") == 0

    def test_with_less_agility_it_could_not_have_been_paid(self, table: Protagonists) -> None:
        quicker = table.let("vera", AttributeRaised(name="agility", amount=1))
        table.next_round("vera", "milo", "tam")
        entry = act(table, "vera", "6AS")
        with pytest.raises(RevisionRefused) as refusal:
            table.undo(quicker)
        assert [(c.entry, c.refusal and c.refusal.rule) for c in refusal.value.plan.conflicts] == [
            (entry, "MV-SLOT-10")
        ]
