"""Multi-Round Actions of Midnight in Vaia: begun with one round's slots, completed with those of the next."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.log import Noted, Rolled
from domain.vocabulary.undertakings import Intent
from domain.vocabulary.values import AttributeRaised, Modifier, ModifierApplied
from systems.midnight_in_vaia.people import SLOTS
from tests.games.midnight_in_vaia.people import Protagonists


@pytest.fixture
def table() -> Protagonists:
    """Vera with 5 Action Slots and Milo with 4, in this order; Vera acts."""
    table = Protagonists()
    for who, agility in {"vera": 0, "milo": -1}.items():
        table.protagonist(who, agility=agility)
    table.start(vera=17, milo=9)
    return table


def begin(table: Protagonists, price: int = 7, slots: int = 5, rolled: int = 7, **more: Any) -> int:
    """Vera begins to bring the scaffold down."""
    args: dict[str, Any] = {"who": "vera", "what": "Bring the scaffold down", "price": price, "slots": slots, **more}
    return table.play("undertake", **args, rolls={"damage": "1d10"}, dice={"damage": [rolled]})


def go_on(table: Protagonists) -> int:
    return table.play("go_on", who="vera")


def fewer(table: Protagonists, amount: int) -> int:
    """Vera has so many slots fewer from now on, for whatever reason."""
    return table.let("vera", AttributeRaised(name="agility", amount=-amount))


def hamper(table: Protagonists, slots: int) -> int:
    """Something takes so many of the slots that Vera gains."""
    return table.let("vera", ModifierApplied(name="hampered", modifier=Modifier(path=SLOTS, amount=-slots)))


def doing(table: Protagonists) -> list[Intent]:
    return list(table.sheet("vera").intents.values())


def concluded(table: Protagonists, entry: int) -> list[dict[str, Any]]:
    return [dict(e.data) for e in table.told(entry) if isinstance(e, Noted) and e.name == "concluded"]


@pytest.mark.rules("MV-MULTI-03", "MV-RULING-38")
class TestOverTheRounds:
    def test_a_multi_round_action_begins_with_slots_of_this_round(self, table: Protagonists) -> None:
        begin(table, price=7, slots=3)
        assert (table.slots("vera"), doing(table)[0].paid, doing(table)[0].remaining) == (2, {"action": 3}, 4)

    def test_a_multi_round_action_is_completed_with_slots_of_the_next(self, table: Protagonists) -> None:
        begin(table)
        table.next_round("vera", "milo")
        done = go_on(table)
        assert (table.slots("vera"), doing(table), len(concluded(table, done))) == (3, [], 1)

    def test_a_multi_round_action_does_not_go_on_in_the_round_in_which_it_began(self, table: Protagonists) -> None:
        begin(table, slots=3)
        assert table.refusal("go_on", who="vera").rule == "MV-MULTI-03"

    @pytest.mark.parametrize(("price", "rounds"), [(6, 1), (10, 1), (11, 2), (15, 2), (16, 3)])
    def test_a_multi_round_action_takes_as_many_rounds_as_its_price_needs(
        self, table: Protagonists, price: int, rounds: int
    ) -> None:
        begin(table, price=price)
        for number in range(1, rounds + 1):
            table.next_round("vera", "milo")
            assert (len(concluded(table, go_on(table))) == 1) is (number == rounds)

    @pytest.mark.parametrize("price", [4, 5])
    def test_what_can_be_paid_in_this_round_is_no_such_action(self, table: Protagonists, price: int) -> None:
        assert table.refusal("undertake", who="vera", what="Kick", price=price, slots=3).rule == "MV-MULTI-03"

    def test_a_multi_round_action_begins_in_one_s_own_phase(self, table: Protagonists) -> None:
        assert table.refusal("undertake", who="milo", what="Kick", price=9, slots=1).rule == "MV-MULTI-03"

    def test_no_more_is_paid_than_is_held(self, table: Protagonists) -> None:
        assert table.refusal("undertake", who="vera", what="Kick", price=9, slots=6).rule == "MV-MULTI-03"

    def test_a_multi_round_action_goes_on_in_one_s_own_phase(self, table: Protagonists) -> None:
        begin(table)
        table.next_round("vera", "milo")
        table.end("vera")
        assert table.refusal("go_on", who="vera").rule == "not-there"

    def test_what_is_not_gone_on_with_in_its_phase_comes_to_nothing(self, table: Protagonists) -> None:
        begin(table)
        table.next_round("vera", "milo")
        table.play("act", who="vera", what="Wave", cost="4AS")
        table.end("vera")
        assert doing(table) == []

    def test_the_phase_in_which_it_began_leaves_it_be(self, table: Protagonists) -> None:
        begin(table)
        table.end("vera")
        assert doing(table)[0].remaining == 2

    def test_what_was_never_begun_cannot_have_been_finished(self, table: Protagonists) -> None:
        begun = begin(table)
        table.next_round("vera", "milo")
        done = go_on(table)
        with pytest.raises(RevisionRefused) as refused:
            table.undo(begun)
        assert [conflict.entry for conflict in refused.value.plan.conflicts] == [done]


@pytest.mark.rules("MV-MULTI-04", "MV-RULING-38")
class TestUnableToFinish:
    @pytest.mark.parametrize(("lost", "fails"), [(3, False), (4, True), (5, True)])
    def test_who_gains_too_few_slots_for_the_rest_loses_what_was_paid(
        self, table: Protagonists, lost: int, fails: bool
    ) -> None:
        begin(table, price=7)
        table.end("vera")
        hamper(table, lost)
        table.end("milo")
        started = table.play("start_round")
        assert (doing(table) == [], "MV-MULTI-04" in table.cited(started)) == (fails, fails)

    def test_of_a_long_one_as_much_is_asked_as_one_normally_has(self, table: Protagonists) -> None:
        begin(table, price=30)
        table.next_round("vera", "milo")
        assert doing(table)[0].remaining == 25
        go_on(table)
        assert doing(table)[0].remaining == 20

    def test_a_long_one_fails_by_a_single_slot(self, table: Protagonists) -> None:
        begin(table, price=30)
        table.end("vera")
        hamper(table, 1)
        table.end("milo")
        table.play("start_round")
        assert doing(table) == []

    def test_being_less_agile_is_what_one_normally_has(self, table: Protagonists) -> None:
        begin(table, price=30)
        fewer(table, 2)
        table.next_round("vera", "milo")
        assert doing(table)[0].remaining == 25

    @pytest.mark.parametrize("what", ["dead", "unconscious"])
    def test_the_dead_and_the_unconscious_finish_nothing(self, table: Protagonists, what: str) -> None:
        begin(table)
        table.end("vera")
        table.let("vera", ConditionGained(name="fate", condition=Condition(what=what)))
        (ended,) = table.end("milo")
        assert (doing(table), "MV-MULTI-04" in table.cited(ended)) == ([], True)

    @pytest.mark.parametrize(("lost", "fails"), [(3, False), (4, True)])
    def test_slots_that_an_effect_takes_in_the_phase_itself_are_missing_as_well(
        self, table: Protagonists, lost: int, fails: bool
    ) -> None:
        begin(table)
        table.next_round("vera", "milo")
        table.play("lose_slots", who="vera", amount=lost)
        assert (doing(table) == []) is fails

    def test_slots_that_an_effect_takes_in_the_round_in_which_it_began_are_not(self, table: Protagonists) -> None:
        begin(table, slots=3)
        table.play("lose_slots", who="vera", amount=2)
        assert doing(table)[0].remaining == 4

    def test_a_forced_beginning_takes_what_there_is(self, table: Protagonists) -> None:
        table.play("undertake", who="milo", what="Dig", price=9, slots=3, force=True)
        (intent,) = table.sheet("milo").intents.values()
        assert (table.slots("milo"), intent.remaining) == (0, 6)

    def test_the_slots_that_were_paid_are_lost(self, table: Protagonists) -> None:
        begin(table, price=30)
        table.end("vera")
        hamper(table, 1)
        table.end("milo")
        table.play("start_round")
        assert table.slots("vera") == 4

    def test_without_the_hindrance_it_was_not_lost(self, table: Protagonists) -> None:
        begin(table)
        table.end("vera")
        hampered = hamper(table, 5)
        (_ended,) = table.end("milo")
        started = table.play("start_round")
        assert doing(table) == []
        assert outcomes(table.undo(hampered)) == {hampered: "struck", started: "restated"}
        assert doing(table)[0].remaining == 2


@pytest.mark.rules("MV-MULTI-05", "MV-RULING-16")
class TestTheDice:
    def test_the_dice_of_a_multi_round_action_are_rolled_at_activation(self, table: Protagonists) -> None:
        (roll,) = [event for event in table.told(begin(table)) if isinstance(event, Rolled)]
        assert (roll.notation, roll.total, roll.rules) == ("1d10", 7, ("MV-MULTI-05",))

    def test_no_further_one_is_rolled_in_the_end(self, table: Protagonists) -> None:
        begin(table)
        table.next_round("vera", "milo")
        assert table.rolls(go_on(table)) == {}

    def test_with_other_dice_at_activation_the_end_is_another(self, table: Protagonists) -> None:
        begun = begin(table)
        table.next_round("vera", "milo")
        done = go_on(table)
        plan = table.amend(
            begun,
            "undertake",
            who="vera",
            what="Bring the scaffold down",
            price=7,
            slots=5,
            rolls={"damage": "1d10"},
            dice={"damage": [2]},
        )
        assert outcomes(plan) == {begun: "restated", done: "restated"}
        assert concluded(table, done)[0]["roll/damage"] == 2


@pytest.mark.rules("MV-MULTI-06")
class TestInterruptedAllTheSame:
    def test_the_story_guide_interrupts_one_whose_dice_fell_well(self, table: Protagonists) -> None:
        begin(table, rolled=10)
        entry = table.play("interrupt", who="vera", because="The floor gives way")
        assert (doing(table), "MV-MULTI-06" in table.cited(entry)) == ([], True)

    def test_the_slots_stay_spent(self, table: Protagonists) -> None:
        begin(table, slots=3)
        table.play("interrupt", who="vera")
        assert table.slots("vera") == 2

    def test_even_one_that_no_effect_could(self, table: Protagonists) -> None:
        begin(table, uninterruptible=True)
        table.play("interrupt", who="vera")
        assert doing(table) == []

    def test_no_player_says_so(self, table: Protagonists) -> None:
        begin(table)
        assert "interrupt" in table.forbidden("interrupt", as_player="ana", who="vera")


@pytest.mark.rules("MV-MULTI-07")
class TestTheEffect:
    def test_no_effect_comes_before_the_last_slot_is_paid(self, table: Protagonists) -> None:
        begun = begin(table, price=11)
        table.next_round("vera", "milo")
        assert concluded(table, begun) == concluded(table, go_on(table)) == []
        assert doing(table)[0].remaining == 1

    def test_the_effect_comes_with_the_last_slot(self, table: Protagonists) -> None:
        begin(table, price=10)
        table.next_round("vera", "milo")
        done = go_on(table)
        assert concluded(table, done) == [{"what": "Bring the scaffold down", "roll/damage": 7}]
        assert "MV-MULTI-07" in table.cited(done)


@pytest.mark.rules("MV-MULTI-08")
class TestTheRollsResolved:
    def test_all_of_them_count_in_the_round_in_which_it_concludes(self, table: Protagonists) -> None:
        rolls = {"damage": "2d6", "check": "1d20+2"}
        table.play(
            "undertake",
            who="vera",
            what="Collapse",
            price=7,
            slots=5,
            rolls=rolls,
            dice={"damage": [3, 4], "check": [11]},
        )
        table.next_round("vera", "milo")
        done = go_on(table)
        assert concluded(table, done) == [{"what": "Collapse", "roll/check": 13, "roll/damage": 7}]
        assert "MV-MULTI-08" in table.cited(done)

    def test_until_then_they_wait_with_it(self, table: Protagonists) -> None:
        begin(table)
        assert doing(table)[0].data["roll/damage"] == 7


class TestWhoCannotActAtAll:
    @pytest.mark.rules("MV-RULING-44", "MV-VULN-01")
    @pytest.mark.parametrize(("allowed", "begins"), [(True, True), (False, False)])
    def test_the_vulnerable_begin_one_unless_they_take_no_actions(self, allowed: bool, begins: bool) -> None:
        table = Protagonists(vulnerable_may_act=allowed)
        table.protagonist("vera")
        table.protagonist("milo")
        table.start(vera=17, milo=9)
        table.play("expose", who="vera", because="Pinned")
        if begins:
            begin(table)
        else:
            assert table.refusal("undertake", who="vera", what="Dig", price=9, slots=2).rule == "MV-VULN-01"
        assert bool(doing(table)) is begins

    @pytest.mark.rules("MV-RULING-44", "MV-MULTI-03")
    def test_the_dead_neither_begin_one_nor_go_on(self, table: Protagonists) -> None:
        begin(table)
        table.next_round("vera", "milo")
        table.let("vera", ConditionGained(name="fate", condition=Condition(what="dead")))
        assert table.refusal("go_on", who="vera").rule == "MV-RULING-44"
        assert table.refusal("undertake", who="vera", what="Dig", price=9, slots=2).rule == "MV-RULING-44"

    @pytest.mark.rules("MV-MENT-05", "MV-VOC-04")
    @pytest.mark.parametrize(
        ("what", "stress", "rule"),
        [
            ("mind_fogged", "mental", "MV-MENT-05"),
            ("mind_fogged", "vocal", ""),
            ("mute", "vocal", "MV-VOC-04"),
            ("mute", "mental", ""),
        ],
    )
    def test_mind_and_voice_have_to_allow_what_may_cause_their_stress(
        self, table: Protagonists, what: str, stress: str, rule: str
    ) -> None:
        table.let("vera", ConditionGained(name="burnt", condition=Condition(what=what)))
        args: dict[str, Any] = {
            "who": "vera",
            "what": "Sing",
            "price": 9,
            "slots": 2,
            "rolls": {f"stress/{stress}": "1d20"},
        }
        if rule:
            assert table.refusal("undertake", **args).rule == rule
        else:
            table.play("undertake", **args, dice={f"stress/{stress}": [9]})
        assert len(doing(table)) == (0 if rule else 1)

    @pytest.mark.rules("MV-VOC-04", "MV-MULTI-04")
    def test_the_mute_do_not_go_on_with_what_takes_their_voice(self, table: Protagonists) -> None:
        args: dict[str, Any] = {
            "who": "vera",
            "what": "Sing",
            "price": 9,
            "slots": 5,
            "rolls": {"stress/vocal": "1d20"},
        }
        table.play("undertake", **args, dice={"stress/vocal": [9]})
        table.next_round("vera", "milo")
        table.let("vera", ConditionGained(name="burnt", condition=Condition(what="mute")))
        assert table.refusal("go_on", who="vera").rule == "MV-VOC-04"
        table.end("vera")
        assert doing(table) == []
