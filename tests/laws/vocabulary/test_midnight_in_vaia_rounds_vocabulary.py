"""Action Slots and phases in Midnight in Vaia, on the shared vocabulary."""

import pytest

from domain.components.anchors import AtMoment
from domain.components.creature import Modifier
from domain.events.values import AttributeRaised, ModifierApplied
from domain.history.plan import RevisionRefused
from tests.laws.vocabulary.midnight_in_vaia_rules import at_the_table, cycle, protagonist
from tests.laws.vocabulary.table import Table, outcomes


@pytest.fixture
def table() -> Table:
    """Vera with 5 Action Slots, Milo with 4, Tam with 6."""
    table = at_the_table()
    for who, agility in {"vera": 0, "milo": -1, "tam": 1}.items():
        protagonist(table, who, agility=agility)
    return table


def acting(table: Table) -> tuple[str, ...]:
    return table.fight("alley").pace["now"].active


def slots(table: Table, who: str, pool: str = "action") -> int:
    return table.fight("alley").order[who].budget.get(pool, 0)


def start(table: Table, **results: int) -> dict[str, int]:
    entries = cycle(table, **results)
    return entries | {"start": table.play("start_round")}


def end(table: Table, *several: str) -> list[int]:
    return [table.play("end_phase", who=who) for who in several]


@pytest.mark.rules("MV-INIT-03")
class TestEqualAwareness:
    def test_equal_results_gain_their_slots_at_the_same_time(self, table: Table) -> None:
        start(table, vera=17, milo=17, tam=9)
        assert acting(table) == ("milo", "vera")
        assert (slots(table, "vera"), slots(table, "milo"), slots(table, "tam")) == (5, 4, 0)

    @pytest.mark.parametrize(("die", "first"), [(16, ("vera",)), (17, ("milo", "vera")), (18, ("milo",))])
    def test_one_more_or_less_is_not_equal(self, table: Table, die: int, first: tuple[str, ...]) -> None:
        start(table, vera=17, milo=die, tam=9)
        assert acting(table) == first

    def test_it_is_the_result_that_counts_and_not_the_die(self, table: Table) -> None:
        protagonist(table, "noor", awareness=3)
        start(table, vera=17, noor=14)
        assert acting(table) == ("noor", "vera")

    def test_either_may_act_first(self, table: Table) -> None:
        start(table, vera=17, milo=17)
        table.play("act", who="vera", cost=2)
        table.play("act", who="milo", cost=1)
        table.play("act", who="vera", cost=1)
        assert (slots(table, "vera"), slots(table, "milo")) == (2, 3)

    def test_the_next_one_gains_nothing_before_both_have_ended(self, table: Table) -> None:
        start(table, vera=17, milo=17, tam=9)
        end(table, "vera")
        assert (acting(table), slots(table, "tam")) == (("milo",), 0)
        end(table, "milo")
        assert (acting(table), slots(table, "tam")) == (("tam",), 6)

    def test_a_tie_for_the_last_place_shares_the_final_phase(self, table: Table) -> None:
        start(table, vera=17, milo=9, tam=9)
        assert table.fight("alley").pace["now"].phase == "active"
        end(table, "vera")
        assert (acting(table), table.fight("alley").pace["now"].phase) == (("milo", "tam"), "final")

    def test_nobody_acts_whose_phase_it_is_not(self, table: Table) -> None:
        start(table, vera=17, milo=17, tam=9)
        assert table.refusal("end_phase", who="tam").rule == "MV-ROUND-03"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = start(table, vera=17, milo=17, tam=9)
        table.check_undo(*entries.values(), *end(table, "milo", "vera"))

    def test_with_the_other_roll_struck_one_acts_alone(self, table: Table) -> None:
        entries = start(table, vera=17, milo=17, tam=9)
        plan = table.undo(entries["milo"])
        assert outcomes(plan) == {entries["milo"]: "struck", entries["start"]: "restated"}
        assert acting(table) == ("vera",)

    def test_with_other_dice_both_act_at_once(self, table: Table) -> None:
        entries = start(table, vera=17, milo=12, tam=9)
        table.amend(entries["milo"], "awareness", who="milo", dice={"awareness": [17]})
        assert (acting(table), slots(table, "milo")) == (("milo", "vera"), 4)


@pytest.mark.rules("MV-SLOT-02")
class TestTheFinalPhase:
    def reserves(self, table: Table) -> None:
        """Vera holds 5 Reserved Slots, Milo 4; Tam acts last."""
        start(table, vera=17, milo=12, tam=9)
        end(table, "vera", "milo")

    def test_what_costs_one_slot_costs_four(self, table: Table) -> None:
        self.reserves(table)
        entry = table.play("act", who="vera", cost=1, reserved=1)
        assert slots(table, "vera", "reserved") == 1
        assert table.told(entry)[0].rules == ("MV-SLOT-02",)

    def test_before_the_final_phase_it_costs_what_is_listed(self, table: Table) -> None:
        start(table, vera=17, milo=12, tam=9)
        end(table, "vera")
        table.play("act", who="vera", cost=1, reserved=2)
        assert slots(table, "vera", "reserved") == 3

    @pytest.mark.parametrize(("agility", "left"), [(0, 0), (1, 1)])
    def test_exactly_four_slots_are_enough(self, table: Table, agility: int, left: int) -> None:
        table.let("milo", AttributeRaised(name="agility", amount=agility))
        self.reserves(table)
        table.play("act", who="milo", cost=1, reserved=1)
        assert slots(table, "milo", "reserved") == left

    def test_three_slots_are_not(self, table: Table) -> None:
        table.let("milo", AttributeRaised(name="agility", amount=-1))
        self.reserves(table)
        refusal = table.refusal("act", who="milo", cost=1, reserved=1)
        assert (refusal.rule, slots(table, "milo", "reserved")) == ("MV-SLOT-02", 3)

    def test_a_listed_price_stands_instead(self, table: Table) -> None:
        self.reserves(table)
        table.play("act", who="milo", cost=1, reserved=2, final=3)
        assert slots(table, "milo", "reserved") == 1

    def test_the_last_one_pays_as_ever(self, table: Table) -> None:
        self.reserves(table)
        table.play("act", who="tam", cost=1)
        assert slots(table, "tam") == 5

    def test_by_the_option_the_last_one_pays_four_times_as_well(self) -> None:
        table = at_the_table(final_phase_applies_to="everyone")
        protagonist(table, "tam", agility=1)
        start(table, tam=9)
        table.play("act", who="tam", cost=1)
        assert slots(table, "tam") == 2
        assert table.refusal("act", who="tam", cost=1).rule == "MV-SLOT-02"

    def test_with_the_last_one_s_phase_it_is_over(self, table: Table) -> None:
        self.reserves(table)
        end(table, "tam")
        assert table.fight("alley").pace["now"].phase == "upkeep"
        assert [slots(table, who, "reserved") for who in ("vera", "milo", "tam")] == [0, 0, 0]

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        self.reserves(table)
        table.check_undo(table.play("act", who="vera", cost=1, reserved=1), *end(table, "tam"))

    def test_where_somebody_else_acts_last_it_was_not_the_final_phase(self, table: Table) -> None:
        protagonist(table, "noor")
        start(table, vera=17, milo=12, tam=9)
        late = table.play("awareness", who="noor", dice={"awareness": [5]})
        end(table, "vera", "milo")
        entry = table.play("act", who="vera", cost=1, reserved=1)
        assert slots(table, "vera", "reserved") == 4
        assert outcomes(table.undo(late))[entry] == "restated"
        assert slots(table, "vera", "reserved") == 1

    def test_what_can_no_longer_be_paid_stands_in_the_way(self, table: Table) -> None:
        quicker = table.let("milo", AttributeRaised(name="agility", amount=1))
        table.let("milo", AttributeRaised(name="agility", amount=-1))
        self.reserves(table)
        entry = table.play("act", who="milo", cost=1, reserved=1)
        with pytest.raises(RevisionRefused) as refused:
            table.undo(quicker)
        assert [
            (conflict.entry, conflict.refusal and conflict.refusal.rule) for conflict in refused.value.plan.conflicts
        ] == [(entry, "MV-SLOT-02")]


@pytest.mark.rules("MV-EFF-08")
class TestStunned:
    def stunned(self, table: Table, die: int, rolled: int, who: str = "vera") -> int:
        return table.play("stun", who=who, die=die, dice={"stunned": [rolled]})

    def owed(self, table: Table) -> list[int]:
        return [condition.level for condition in table.sheet("vera").conditions.values()]

    def rounds(self, table: Table, count: int) -> list[int]:
        """Vera's Action Slots at the beginning of each of so many further rounds."""
        found = []
        for _ in range(count):
            end(table, "vera")
            table.play("start_round")
            found.append(slots(table, "vera"))
        return found

    @pytest.mark.parametrize(("rolled", "left"), [(1, 4), (4, 1), (5, 0)])
    def test_in_one_s_own_phase_the_next_slots_are_the_unspent_ones(self, table: Table, rolled: int, left: int) -> None:
        start(table, vera=17)
        self.stunned(table, 6, rolled)
        assert (slots(table, "vera"), self.owed(table)) == (left, [])

    def test_what_is_left_of_it_waits_for_the_slots_to_come(self, table: Table) -> None:
        start(table, vera=17)
        self.stunned(table, 10, 8)
        assert (slots(table, "vera"), self.owed(table)) == (0, [3])

    @pytest.mark.parametrize(
        ("rolled", "gained"), [(6, [4, 5]), (9, [1, 5]), (10, [0, 5]), (11, [0, 4]), (16, [0, 0, 4])]
    )
    def test_it_takes_slots_until_they_are_gone(self, table: Table, rolled: int, gained: list[int]) -> None:
        start(table, vera=17)
        self.stunned(table, 20, rolled)
        assert self.rounds(table, len(gained)) == gained

    def test_it_is_over_with_the_last_slot_and_not_before(self, table: Table) -> None:
        start(table, vera=17)
        self.stunned(table, 20, 11)
        self.rounds(table, 1)
        assert self.owed(table) == [1]
        self.rounds(table, 1)
        assert self.owed(table) == []

    def test_reserved_slots_are_not_touched(self, table: Table) -> None:
        start(table, vera=17, milo=9)
        end(table, "vera")
        self.stunned(table, 6, 2)
        assert (slots(table, "vera", "reserved"), self.owed(table)) == (5, [2])

    def test_a_slow_comes_first(self, table: Table) -> None:
        start(table, vera=17, milo=9)
        end(table, "vera")
        table.play("slow", who="vera", by="half", rounds=3)
        self.stunned(table, 6, 2)
        end(table, "milo")
        table.play("start_round")
        assert (table.value("vera", "slots.action"), slots(table, "vera")) == (3, 1)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        start(table, vera=17)
        entries = [self.stunned(table, 10, 8), *end(table, "vera")]
        table.check_undo(*entries, table.play("start_round"))

    def test_of_two_a_struck_one_leaves_the_other_its_slots(self, table: Table) -> None:
        start(table, vera=17)
        first, second = self.stunned(table, 6, 4), self.stunned(table, 6, 4)
        assert self.owed(table) == [3]
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert (slots(table, "vera"), self.owed(table)) == (1, [])

    def test_with_less_agility_more_of_the_same_roll_is_left(self, table: Table) -> None:
        agile = table.let("vera", AttributeRaised(name="agility", amount=2))
        start(table, vera=17)
        entry = self.stunned(table, 10, 8)
        assert self.owed(table) == [1]
        assert outcomes(table.undo(agile))[entry] == "restated"
        assert self.owed(table) == [3]


@pytest.mark.rules("MV-EFF-13")
class TestSlowed:
    def reserves(self, table: Table, agility: int = 0) -> None:
        """Vera holds 5 Reserved Slots and her agility; Milo acts."""
        table.let("vera", AttributeRaised(name="agility", amount=agility))
        start(table, vera=17, milo=9)
        end(table, "vera")

    def slow(self, table: Table, by: str = "half", rounds: int = 2) -> int:
        return table.play("slow", who="vera", by=by, rounds=rounds)

    @pytest.mark.parametrize(
        ("agility", "by", "left"),
        [(0, "half", 3), (1, "half", 3), (-4, "half", 1), (3, "quarter", 6), (-2, "quarter", 3)],
    )
    def test_the_same_fraction_of_the_reserved_slots_is_lost_at_once(
        self, table: Table, agility: int, by: str, left: int
    ) -> None:
        self.reserves(table, agility)
        self.slow(table, by)
        assert slots(table, "vera", "reserved") == left

    def test_by_the_option_what_is_lost_is_rounded_up(self) -> None:
        table = at_the_table(slow_rounding="up")
        protagonist(table, "vera")
        protagonist(table, "milo")
        self.reserves(table)
        self.slow(table)
        assert (slots(table, "vera", "reserved"), table.value("vera", "slots.action")) == (2, 2)

    def test_in_one_s_own_phase_it_takes_of_the_unspent_slots(self, table: Table) -> None:
        start(table, vera=17)
        table.play("act", who="vera", cost=1)
        self.slow(table)
        assert slots(table, "vera") == 2

    def test_it_lowers_the_slots_of_the_rounds_to_come(self, table: Table) -> None:
        self.reserves(table)
        self.slow(table)
        assert table.value("vera", "slots.action") == 3
        end(table, "milo")
        table.play("start_round")
        assert slots(table, "vera") == 3

    def test_it_is_worked_out_on_the_slots_normally_gained(self, table: Table) -> None:
        boots = Modifier(path="slots.normal", amount=3, source="boots")
        table.let("vera", ModifierApplied(name="boots", modifier=boots))
        self.reserves(table)
        self.slow(table)
        assert (slots(table, "vera", "reserved"), table.value("vera", "slots.action")) == (4, 4)

    @pytest.mark.parametrize("order", [("half", "quarter"), ("quarter", "half")])
    def test_only_the_strongest_counts(self, table: Table, order: tuple[str, str]) -> None:
        self.reserves(table, agility=3)
        for by in order:
            self.slow(table, by)
        assert table.value("vera", "slots.action") == 4

    def test_one_that_is_no_stronger_takes_nothing_more(self, table: Table) -> None:
        self.reserves(table)
        self.slow(table)
        self.slow(table, "quarter")
        assert slots(table, "vera", "reserved") == 3

    def test_it_ends_with_its_last_round_and_not_before(self, table: Table) -> None:
        self.reserves(table)
        self.slow(table, rounds=2)
        end(table, "milo")
        assert table.value("vera", "slots.action") == 3
        (until,) = (modifier.until for modifier in table.sheet("vera").modifiers.values())
        assert until == AtMoment(moment="countdown")
        table.play("start_round")
        end(table, "vera", "milo")
        assert table.value("vera", "slots.action") == 5

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        self.reserves(table)
        table.check_undo(self.slow(table, rounds=1), *end(table, "milo"))

    def test_with_the_stronger_one_struck_the_weaker_takes_its_share(self, table: Table) -> None:
        self.reserves(table, agility=3)
        stronger, weaker = self.slow(table), self.slow(table, "quarter")
        assert slots(table, "vera", "reserved") == 4
        assert outcomes(table.undo(stronger)) == {stronger: "struck", weaker: "restated"}
        assert (slots(table, "vera", "reserved"), table.value("vera", "slots.action")) == (6, 6)

    def test_of_fewer_reserved_slots_less_is_lost(self, table: Table) -> None:
        self.reserves(table, agility=3)
        spent = table.play("act", who="vera", cost=2, reserved=2, final=2)
        entry = self.slow(table)
        assert slots(table, "vera", "reserved") == 3
        assert outcomes(table.undo(spent)) == {spent: "struck", entry: "restated"}
        assert slots(table, "vera", "reserved") == 4
