"""Actions of Midnight in Vaia that are announced, interrupted, or take several hands."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from domain.vocabulary.bodies import Condition, ConditionEnded, ConditionGained
from domain.vocabulary.log import Noted
from tests.games.midnight_in_vaia.people import Protagonists, three_in_a_round


@pytest.fixture
def table() -> Protagonists:
    return three_in_a_round()


def announce(table: Protagonists, who: str = "milo", cost: str = "2AS|2RS") -> int:
    return table.play("act", who=who, what="Leap the gap", cost=cost, announced=True)


def doing(table: Protagonists, who: str = "milo") -> list[str]:
    return [intent.what for intent in table.sheet(who).intents.values()]


class TestAnnouncedActions:
    def test_announced_actions_are_paid_for_at_once(self, table: Protagonists) -> None:
        announce(table)
        assert (table.slots("milo"), doing(table)) == (2, ["Leap the gap"])

    def test_announced_actions_happen_when_they_are_resolved(self, table: Protagonists) -> None:
        announce(table)
        entry = table.play("resolve", who="milo")
        assert [e.data for e in table.told(entry) if isinstance(e, Noted)] == [{"what": "Leap the gap"}]
        assert doing(table) == []

    def test_one_that_is_never_resolved_is_gone_with_the_round(self, table: Protagonists) -> None:
        announce(table)
        table.end("milo")
        assert doing(table) == ["Leap the gap"]
        table.end("tam")
        assert doing(table) == []


@pytest.mark.rules("MV-RULING-44")
class TestWhatNobodyCanDoAnyMore:
    """Milo has announced a leap and begun a combo with Vera; Tam finishes him off."""

    @pytest.fixture(autouse=True)
    def begun(self, table: Protagonists) -> None:
        table.play("learn", who="vera", ability="trip", own={"title": "Trip", "cost": "1AS|1RS"})
        table.play("begin_combo", who="milo", what="Fastball", cost="1AS", finishing="2RS", partners=["vera"])
        announce(table)

    def die(self, table: Protagonists) -> None:
        table.foe("ghoul")
        table.play("expose", who="milo", because="Pinned")
        table.play("execute", who="ghoul", target="milo")

    def seize(self, table: Protagonists) -> None:
        table.play("gain_stress", who="milo", type="mental", amount=10, dice={"seizure/milo": [3]})

    def test_the_dead_leave_nothing_announced_and_no_combo(self, table: Protagonists) -> None:
        self.die(table)
        assert (doing(table), table.refusal("resolve", who="milo").rule) == ([], "not-there")
        assert table.refusal("finish_combo", who="vera", begun_by="milo").rule == "not-there"

    def test_the_seized_leave_nothing_announced_and_no_combo(self, table: Protagonists) -> None:
        self.seize(table)
        assert (doing(table), table.refusal("resolve", who="milo").rule) == ([], "not-there")

    def test_nobody_waits_for_what_the_dead_had_announced(self, table: Protagonists) -> None:
        self.die(table)
        table.play("use", who="vera", ability="trip", target="tam")
        assert table.reserved("vera") == 4

    @pytest.mark.rules("MV-UNC-01")
    @pytest.mark.parametrize(("what", "rule"), [("dead", "MV-RULING-44"), ("unconscious", "MV-UNC-01")])
    def test_the_dead_and_the_unconscious_resolve_nothing(self, table: Protagonists, what: str, rule: str) -> None:
        table.let("milo", ConditionGained(name="fate", condition=Condition(what=what)))
        assert table.refusal("resolve", who="milo").rule == rule


@pytest.mark.rules("MV-SLOT-11")
class TestInterrupting:
    def test_the_story_guide_interrupts_what_is_announced(self, table: Protagonists) -> None:
        announce(table)
        entry = table.play("interrupt", who="milo", because="A shot rings out")
        assert (doing(table), "MV-SLOT-11" in table.cited(entry), table.slots("milo")) == ([], True, 2)

    def test_what_has_happened_cannot_be(self, table: Protagonists) -> None:
        table.play("act", who="milo", what="Leap the gap", cost="2AS")
        assert table.refusal("interrupt", who="milo").rule == "MV-SLOT-11"

    def test_an_interjection_can_be(self, table: Protagonists) -> None:
        announce(table, "vera")
        table.play("interrupt", who="vera")
        assert (doing(table, "vera"), table.reserved("vera")) == ([], 3)

    def test_no_player_interrupts_by_their_word(self, table: Protagonists) -> None:
        announce(table)
        assert "interrupt" in table.forbidden("interrupt", as_player="ana", who="milo")


@pytest.mark.rules("MV-SLOT-11")
class TestAbilitiesThatInterrupt:
    @pytest.fixture(autouse=True)
    def learnt(self, table: Protagonists) -> None:
        """Vera has one that is said to interrupt (2AS|3RS|6FP), and one that is not."""
        table.play("learn", who="vera", ability="parting-shot")
        table.play("learn", who="vera", ability="trip", own={"title": "Trip", "cost": "1AS|1RS"})

    def shoot(self, table: Protagonists) -> int:
        return table.play("use", who="vera", ability="parting-shot", target="milo", interrupting=True)

    def test_what_is_said_to_interrupt_does(self, table: Protagonists) -> None:
        announce(table)
        entry = self.shoot(table)
        assert (doing(table), table.reserved("vera"), table.slots("milo")) == ([], 2, 2)
        assert "MV-SLOT-11" in table.cited(entry)

    def test_what_is_not_does_not(self, table: Protagonists) -> None:
        announce(table)
        refusal = table.refusal("use", who="vera", ability="trip", target="milo", interrupting=True)
        assert (refusal.rule, doing(table)) == ("MV-SLOT-11", ["Leap the gap"])

    def test_used_otherwise_it_interrupts_nothing(self, table: Protagonists) -> None:
        announce(table)
        table.play("use", who="vera", ability="parting-shot", target="milo")
        assert doing(table) == ["Leap the gap"]

    def test_there_has_to_be_something_to_interrupt(self, table: Protagonists) -> None:
        args: dict[str, Any] = {"who": "vera", "ability": "parting-shot", "target": "milo", "interrupting": True}
        assert table.refusal("use", **args).rule == "MV-SLOT-11"

    def test_an_interjection_is_interrupted_as_well(self, table: Protagonists) -> None:
        table.play("learn", who="milo", ability="parting-shot")
        announce(table, "vera")
        table.play("use", who="milo", ability="parting-shot", target="vera", interrupting=True)
        assert (doing(table, "vera"), table.slots("milo")) == ([], 2)

    @pytest.mark.rules("MV-MULTI-07")
    @pytest.mark.parametrize("uninterruptible", [False, True])
    def test_some_multi_round_actions_can_be_interrupted(self, table: Protagonists, uninterruptible: bool) -> None:
        table.play("undertake", who="milo", what="Dig", price=9, slots=4, uninterruptible=uninterruptible)
        args: dict[str, Any] = {"who": "vera", "ability": "parting-shot", "target": "milo", "interrupting": True}
        if uninterruptible:
            assert table.refusal("use", **args).rule == "MV-MULTI-07"
        else:
            self.shoot(table)
        assert doing(table) == (["Dig"] if uninterruptible else [])

    def test_an_announced_ability_takes_effect_when_it_is_resolved(self, table: Protagonists) -> None:
        table.play("learn", who="milo", ability="shove")
        table.play("use", who="milo", ability="shove", target="vera", announced=True)
        assert table.value("vera", "slots.normal") == 5
        table.play("resolve", who="milo")
        assert (table.value("vera", "slots.normal"), doing(table)) == (4, [])

    def test_an_interrupted_ability_takes_none(self, table: Protagonists) -> None:
        table.play("learn", who="milo", ability="shove")
        table.play("use", who="milo", ability="shove", target="vera", announced=True)
        self.shoot(table)
        assert (table.refusal("resolve", who="milo").rule, table.value("vera", "slots.normal")) == ("not-there", 5)

    def test_without_the_announcement_there_was_nothing_to_interrupt(self, table: Protagonists) -> None:
        announced = announce(table)
        entry = self.shoot(table)
        with pytest.raises(RevisionRefused) as refused:
            table.undo(announced)
        assert [(c.entry, c.refusal and c.refusal.rule) for c in refused.value.plan.conflicts] == [
            (entry, "MV-SLOT-11")
        ]


@pytest.mark.rules("MV-SLOT-12", "MV-RULING-15", "MV-RULING-39")
class TestFinishingOff:
    @pytest.fixture(autouse=True)
    def down(self, table: Protagonists) -> None:
        """Vera can execute (3AS|4RS|6FP) and knock out (2AS|3RS); Milo is Vulnerable."""
        for ability in ("mercy-stroke", "lights-out"):
            table.play("learn", who="vera", ability=ability)
        self.condition = table.let("milo", ConditionGained(name="down", condition=Condition(what="vulnerable")))

    def finish(self, table: Protagonists, ability: str) -> int:
        return table.play("use", who="vera", ability=ability, target="milo")

    @pytest.mark.parametrize(("ability", "reserved"), [("mercy-stroke", 1), ("lights-out", 2)])
    def test_with_reserved_slots_it_interrupts_the_target(
        self, table: Protagonists, ability: str, reserved: int
    ) -> None:
        announce(table)
        entry = self.finish(table, ability)
        assert (doing(table), table.reserved("vera")) == ([], reserved)
        assert "MV-SLOT-12" in table.cited(entry)

    def test_what_takes_several_rounds_as_well(self, table: Protagonists) -> None:
        table.play("undertake", who="milo", what="Dig", price=9, slots=4, uninterruptible=True)
        self.finish(table, "lights-out")
        assert doing(table) == []

    def test_with_slots_of_the_final_phase_too(self, table: Protagonists) -> None:
        table.play("change_slots", who="vera", amount=3, because="Haste")
        table.next_round("milo", "tam")
        table.end("vera")
        table.play("undertake", who="milo", what="Dig", price=9, slots=4)
        table.end("milo")
        self.finish(table, "mercy-stroke")
        assert (doing(table), table.reserved("vera")) == ([], 2)

    def test_with_action_slots_it_does_not(self, table: Protagonists) -> None:
        table.play("undertake", who="milo", what="Dig", price=9, slots=4)
        table.next_round("milo", "tam")
        entry = self.finish(table, "lights-out")
        assert "MV-SLOT-12" not in table.cited(entry)

    def test_where_the_target_does_nothing_there_is_nothing_to_interrupt(self, table: Protagonists) -> None:
        assert "IntentEnded" not in table.kinds(self.finish(table, "lights-out"))

    def test_nobody_else_is_interrupted(self, table: Protagonists) -> None:
        announce(table, "vera", cost="1AS|1RS")
        self.finish(table, "lights-out")
        assert doing(table, "vera") == ["Leap the gap"]

    @pytest.mark.parametrize("ability", ["mercy-stroke", "lights-out"])
    def test_an_execution_takes_a_vulnerable_target(self, table: Protagonists, ability: str) -> None:
        assert table.refusal("use", who="vera", ability=ability, target="tam").rule == "MV-EXEC-01"

    @pytest.mark.rules("MV-EXEC-01")
    @pytest.mark.parametrize("ability", ["mercy-stroke", "lights-out"])
    def test_nobody_pays_for_an_execution_of_the_dead(self, table: Protagonists, ability: str) -> None:
        table.let("milo", ConditionGained(name="fate", condition=Condition(what="dead")))
        assert table.refusal("use", who="vera", ability=ability, target="milo").player == "They are dead already."
        assert table.reserved("vera") == 5

    @pytest.mark.rules("MV-EXEC-01", "MV-VULN-03")
    @pytest.mark.parametrize(("ability", "fate"), [("mercy-stroke", "dead"), ("lights-out", "unconscious")])
    def test_whom_an_announced_one_finishes_is_vulnerable_still(
        self, table: Protagonists, ability: str, fate: str
    ) -> None:
        table.play("use", who="vera", ability=ability, target="milo", announced=True)
        safe = table.let("milo", ConditionEnded(name="down"))
        assert table.refusal("resolve", who="vera").rule == "MV-EXEC-01"
        table.undo(safe)
        table.play("resolve", who="vera")
        assert fate in table.conditions("milo")


@pytest.mark.rules("MV-SLOT-13", "MV-RULING-43")
class TestHandledTogether:
    def handle(self, table: Protagonists, who: str, *alongside: str) -> int:
        return table.play("handle_together", who=who, what="The iron gate", alongside=list(alongside))

    def test_each_of_several_pays_a_slot(self, table: Protagonists) -> None:
        self.handle(table, "milo", "vera")
        entry = self.handle(table, "vera", "milo")
        assert (table.slots("milo"), table.reserved("vera")) == (3, 4)
        assert "MV-SLOT-13" in table.cited(entry)

    @pytest.mark.parametrize("alongside", [(), ("milo",)])
    def test_alone_it_is_part_of_another_action(self, table: Protagonists, alongside: tuple[str, ...]) -> None:
        self.handle(table, "milo", *alongside)
        assert table.slots("milo") == 4

    def test_who_has_no_slot_does_not_take_part(self, table: Protagonists) -> None:
        table.play("act", who="milo", what="Kick", cost="4AS")
        assert table.refusal("handle_together", who="milo", what="Gate", alongside=["vera"]).rule == "MV-SLOT-10"

    def test_in_the_final_phase_reserves_pay_four(self, table: Protagonists) -> None:
        table.end("milo")
        self.handle(table, "vera", "tam")
        assert table.reserved("vera") == 1

    def test_handling_together_is_taken_back_and_given_again(self, table: Protagonists) -> None:
        first, _second = self.handle(table, "milo", "vera"), self.handle(table, "vera", "milo")
        assert outcomes(table.undo(first)) == {first: "struck"}


@pytest.mark.rules("MV-SLOT-11", "MV-RULING-47")
class TestWhileSomethingIsAnnounced:
    """Milo acts; Vera holds 5 Reserved Slots and knows a trip, which does not interrupt, and a shot, which does."""

    @pytest.fixture(autouse=True)
    def learnt(self, table: Protagonists) -> None:
        own = {"title": "Trip", "cost": "1AS|1RS"}
        for who in ("vera", "milo"):
            table.play("learn", who=who, ability="trip", own=own)
        table.play("learn", who="vera", ability="parting-shot")

    def trip(self, table: Protagonists, who: str = "vera", **more: Any) -> int:
        return table.play("use", who=who, ability="trip", target="tam", **more)

    def refused(self, table: Protagonists, who: str = "vera") -> str:
        refusal = table.refusal("use", who=who, ability="trip", target="tam")
        assert refusal.rule == "MV-SLOT-11"
        return refusal.player

    def test_what_does_not_interrupt_is_refused(self, table: Protagonists) -> None:
        announce(table)
        sentence = "Trip is not said to interrupt; resolve or interrupt first what milo has announced: Leap the gap."
        assert (self.refused(table), table.reserved("vera")) == (sentence, 5)

    def test_once_it_is_resolved_it_may_be_used(self, table: Protagonists) -> None:
        announce(table)
        table.play("resolve", who="milo")
        self.trip(table)
        assert table.reserved("vera") == 4

    def test_once_it_is_interrupted_it_may_be_used(self, table: Protagonists) -> None:
        announce(table)
        table.play("interrupt", who="milo")
        self.trip(table)
        assert table.reserved("vera") == 4

    def test_what_interrupts_may_be_used(self, table: Protagonists) -> None:
        announce(table)
        table.play("use", who="vera", ability="parting-shot", target="milo", interrupting=True)
        assert doing(table) == []

    def test_what_could_interrupt_may_be_used_without_doing_so(self, table: Protagonists) -> None:
        announce(table)
        table.play("use", who="vera", ability="parting-shot", target="milo")
        assert doing(table) == ["Leap the gap"]

    def test_one_s_own_announced_action_keeps_nobody_from_anything(self, table: Protagonists) -> None:
        announce(table)
        self.trip(table, "milo")
        assert table.slots("milo") == 1

    def test_an_interjection_that_is_announced_holds_up_the_active_one(self, table: Protagonists) -> None:
        announce(table, "vera")
        assert "vera has announced" in self.refused(table, "milo")

    def test_what_takes_several_rounds_holds_up_nobody(self, table: Protagonists) -> None:
        table.play("undertake", who="milo", what="Pick the lock", price=8, slots=2)
        self.trip(table)
        assert table.reserved("vera") == 4

    def test_a_combo_holds_up_nobody(self, table: Protagonists) -> None:
        table.play("begin_combo", who="milo", what="Fastball", cost="1AS", finishing="2RS", partners=["vera"])
        self.trip(table)
        assert table.reserved("vera") == 4

    def test_what_belongs_to_nobody_s_ability_is_not_held_up(self, table: Protagonists) -> None:
        announce(table)
        table.play("act", who="vera", what="Duck", cost="1AS|1RS")
        assert table.reserved("vera") == 4

    def test_the_story_guide_may_force_it(self, table: Protagonists) -> None:
        announce(table)
        self.trip(table, force=True)
        assert table.reserved("vera") == 4
