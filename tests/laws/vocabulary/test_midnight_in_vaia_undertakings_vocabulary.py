"""Multi-Round Actions and the Slow Burn in Midnight in Vaia, on the shared vocabulary."""

from typing import Any

import pytest

from domain.events.log import Rolled
from domain.history.plan import RevisionRefused
from tests.laws.vocabulary.midnight_in_vaia_rules import at_the_table, cycle, protagonist
from tests.laws.vocabulary.table import Table, outcomes


@pytest.fixture
def table() -> Table:
    """Vera with 5 Action Slots and Milo with 4, in this order; a foe out of the cycle."""
    table = at_the_table()
    for who, agility in {"vera": 0, "milo": -1, "foe": 0}.items():
        protagonist(table, who, agility=agility)
    cycle(table, vera=17, milo=9)
    table.play("start_round")
    return table


def slots(table: Table, who: str, pool: str = "action") -> int:
    return table.fight("alley").order[who].budget.get(pool, 0)


def end_round(table: Table) -> list[int]:
    return [table.play("end_phase", who=who) for who in ("vera", "milo")]


def next_round(table: Table) -> list[int]:
    return [*end_round(table), table.play("start_round")]


def hp(table: Table, who: str = "foe") -> int:
    return table.sheet(who).tracks["hp"].current


@pytest.mark.rules("MV-MULTI-05")
class TestMultiRoundActions:
    def begin(self, table: Table, rolled: int = 7, price: int = 7, slots: int = 5) -> int:
        args: dict[str, Any] = {
            "who": "vera",
            "what": "collapse",
            "price": price,
            "slots": slots,
            "die": 10,
            "target": "foe",
        }
        return table.play("undertake", **args, dice={"effect": [rolled]})

    def test_the_dice_are_rolled_at_activation(self, table: Table) -> None:
        (roll,) = [event for event in table.told(self.begin(table)) if isinstance(event, Rolled)]
        assert (roll.notation, roll.total, roll.rules) == ("1d10", 7, ("MV-MULTI-05",))

    def test_nothing_comes_of_them_yet(self, table: Table) -> None:
        self.begin(table)
        intent = table.sheet("vera").intents["multi-round"]
        assert (hp(table), intent.paid, intent.remaining, intent.data["rolled"]) == (20, {"action": 5}, 2, 7)

    def test_they_take_effect_with_the_last_slot_and_without_a_further_roll(self, table: Table) -> None:
        self.begin(table)
        next_round(table)
        done = table.play("go_on", who="vera")
        assert (hp(table), slots(table, "vera"), table.sheet("vera").intents) == (13, 3, {})
        assert "Rolled" not in table.kinds(done)

    @pytest.mark.parametrize(("price", "damage"), [(10, 7), (11, 0)])
    def test_one_slot_short_it_goes_on_into_another_round(self, table: Table, price: int, damage: int) -> None:
        self.begin(table, price=price)
        next_round(table)
        table.play("go_on", who="vera")
        assert hp(table) == 20 - damage

    def test_what_can_be_paid_in_one_round_takes_no_more(self, table: Table) -> None:
        args: dict[str, Any] = {"who": "vera", "what": "kick", "slots": 3, "die": 4, "target": "foe"}
        assert table.refusal("undertake", price=5, **args).rule == "MV-MULTI-03"
        table.play("undertake", price=6, **args, dice={"effect": [1]})
        assert table.sheet("vera").intents["multi-round"].remaining == 3

    def test_it_begins_in_one_s_own_phase(self, table: Table) -> None:
        args: dict[str, Any] = {"who": "milo", "what": "kick", "price": 9, "slots": 3, "die": 4, "target": "foe"}
        assert table.refusal("undertake", **args).rule == "MV-MULTI-03"

    @pytest.mark.parametrize(("rolled", "lost"), [(3, False), (4, True)])
    def test_too_few_slots_to_go_on_interrupt_it_whatever_was_rolled(
        self, table: Table, rolled: int, lost: bool
    ) -> None:
        self.begin(table)
        table.play("end_phase", who="vera")
        table.play("stun", who="vera", die=6, dice={"stunned": [rolled]})
        table.play("end_phase", who="milo")
        assert table.sheet("vera").intents["multi-round"].remaining == 2
        table.play("start_round")
        assert (table.sheet("vera").intents == {}, hp(table)) == (lost, 20)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.begin(table), *next_round(table)]
        table.check_undo(*entries, table.play("go_on", who="vera"))

    def test_with_other_dice_at_activation_the_end_is_another(self, table: Table) -> None:
        begun = self.begin(table)
        next_round(table)
        done = table.play("go_on", who="vera")
        args: dict[str, Any] = {"who": "vera", "what": "collapse", "price": 7, "slots": 5, "die": 10, "target": "foe"}
        plan = table.amend(begun, "undertake", **args, dice={"effect": [2]})
        assert outcomes(plan) == {begun: "restated", done: "restated"}
        assert hp(table) == 18

    def test_what_was_never_begun_cannot_have_been_finished(self, table: Table) -> None:
        begun = self.begin(table)
        next_round(table)
        done = table.play("go_on", who="vera")
        with pytest.raises(RevisionRefused) as refused:
            table.undo(begun)
        assert [conflict.entry for conflict in refused.value.plan.conflicts] == [done]
        table.undo(begun, policy="cascade")
        assert hp(table) == 20

    def test_without_the_stun_it_was_not_interrupted(self, table: Table) -> None:
        self.begin(table)
        table.play("end_phase", who="vera")
        stunned = table.play("stun", who="vera", die=6, dice={"stunned": [5]})
        table.play("end_phase", who="milo")
        started = table.play("start_round")
        assert table.sheet("vera").intents == {}
        assert outcomes(table.undo(stunned)) == {stunned: "struck", started: "restated"}
        assert table.sheet("vera").intents["multi-round"].data["rolled"] == 7


@pytest.mark.rules("MV-OUT-03")
class TestTheSlowBurn:
    @pytest.fixture(autouse=True)
    def burns(self, table: Table) -> None:
        self.issue = f"issue-{table.play('slow_burn', issue='a burning door', slots=7)}"

    def volunteer(self, table: Table, who: str, slots: int) -> int:
        return table.play("volunteer", who=who, slots=slots)

    def progress(self, table: Table) -> tuple[int, str]:
        task = table.fight("alley").tasks[self.issue]
        return task.progress, task.state

    def test_slots_are_given_to_it(self, table: Table) -> None:
        self.volunteer(table, "vera", 3)
        assert (self.progress(table), slots(table, "vera")) == ((3, "open"), 2)

    def test_several_work_on_it_together(self, table: Table) -> None:
        self.volunteer(table, "vera", 2)
        self.volunteer(table, "vera", 1)
        table.play("end_phase", who="vera")
        self.volunteer(table, "milo", 2)
        assert self.progress(table) == (5, "open")
        assert table.fight("alley").tasks[self.issue].helpers == ("character/vera", "character/milo")

    @pytest.mark.parametrize("given", [1, 5])
    def test_any_number_up_to_the_available_slots_may_be_given(self, table: Table, given: int) -> None:
        self.volunteer(table, "vera", given)
        assert slots(table, "vera") == 5 - given

    @pytest.mark.parametrize("given", [0, 6])
    def test_none_and_more_than_are_available_may_not(self, table: Table, given: int) -> None:
        assert table.refusal("volunteer", who="vera", slots=given).rule == "MV-OUT-03"

    def test_out_of_one_s_phase_it_is_reserved_slots(self, table: Table) -> None:
        table.play("end_phase", who="vera")
        self.volunteer(table, "vera", 4)
        assert slots(table, "vera", "reserved") == 1
        assert table.refusal("volunteer", who="vera", slots=2).rule == "MV-OUT-03"

    def test_upkeeps_keep_coming(self, table: Table) -> None:
        table.play("cut", who="milo", amount=7)
        next_round(table)
        assert hp(table, "milo") == 13
        next_round(table)
        assert hp(table, "milo") == 9
        assert [condition.level for condition in table.sheet("milo").conditions.values()] == [2]

    def test_the_next_round_brings_new_slots_for_it(self, table: Table) -> None:
        self.volunteer(table, "vera", 5)
        next_round(table)
        self.volunteer(table, "vera", 1)
        assert self.progress(table) == (6, "open")

    def test_with_the_last_slot_it_is_resolved_and_takes_no_more(self, table: Table) -> None:
        self.volunteer(table, "vera", 5)
        table.play("end_phase", who="vera")
        self.volunteer(table, "milo", 1)
        assert self.progress(table) == (6, "open")
        self.volunteer(table, "milo", 1)
        assert self.progress(table) == (7, "resolved")
        assert table.refusal("volunteer", who="milo", slots=1).rule == "not-there"

    def test_what_is_open_when_the_encounter_ends_stays_undone(self, table: Table) -> None:
        self.volunteer(table, "vera", 5)
        table.play("end", what="encounter/alley")
        assert self.progress(table) == (5, "due")

    def test_what_was_resolved_stays_so(self, table: Table) -> None:
        self.volunteer(table, "vera", 5)
        table.play("end_phase", who="vera")
        self.volunteer(table, "milo", 2)
        table.play("end", what="encounter/alley")
        assert self.progress(table) == (7, "resolved")

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.volunteer(table, "vera", 5), *next_round(table), self.volunteer(table, "vera", 2)]
        table.check_undo(*entries, table.play("end", what="encounter/alley"))

    def test_without_an_earlier_helper_it_was_not_resolved(self, table: Table) -> None:
        first = self.volunteer(table, "vera", 5)
        table.play("end_phase", who="vera")
        last = self.volunteer(table, "milo", 2)
        assert outcomes(table.undo(first))[last] == "restated"
        assert self.progress(table) == (2, "open")

    def test_slots_that_were_spent_otherwise_cannot_have_been_given(self, table: Table) -> None:
        kept = table.play("act", who="vera", cost=1)
        given = self.volunteer(table, "vera", 4)
        with pytest.raises(RevisionRefused) as refused:
            table.amend(kept, "act", who="vera", cost=2)
        (conflict,) = refused.value.plan.conflicts
        assert (conflict.entry, conflict.refusal and conflict.refusal.rule) == (given, "MV-OUT-03")
