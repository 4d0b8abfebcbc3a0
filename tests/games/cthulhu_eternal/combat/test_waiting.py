"""Held actions: when one waits, and before whom one comes in."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from tests.games.cthulhu_eternal.people import Cellar


@pytest.fixture
def table() -> Cellar:
    """Ana holds her action; it is Bo's count, and then Cal's."""
    table = Cellar()
    table.begin(ana=14, bo=12, cal=9)
    table.play("wait", who="ana", what="shoot whoever comes in")
    table.next()
    return table


def act(table: Cellar, who: str) -> int:
    return table.play("act", who=who, what="Throws a door open.")


def counts(table: Cellar, count: int) -> list[list[str]]:
    """Who acts on each of so many further counts."""
    order = []
    for _ in range(count):
        table.next()
        order.append(table.acting())
    return order


@pytest.mark.rules("CE-ACT-32")
class TestWaiting:
    def test_the_action_is_held(self, table: Cellar) -> None:
        assert [intent.what for intent in table.sheet("ana").intents.values()] == ["shoot whoever comes in"]

    def test_one_waits_on_one_s_count(self, table: Cellar) -> None:
        assert table.refusal("wait", who="cal").rule == "CE-ACT-32"

    @pytest.mark.rules("CE-TURN-01")
    def test_bug_who_leaves_the_fight_holds_nothing_any_more(self, table: Cellar) -> None:
        table.play("leave_fight", who="ana")
        assert (table.sheet("ana").intents, table.refusal("come_in", who="ana").rule) == ({}, "CE-ACT-32")

    def test_nobody_waits_with_an_action_that_is_spent(self, table: Cellar) -> None:
        act(table, "bo")
        assert table.refusal("wait", who="bo").rule == "CE-TURN-05"

    def test_nobody_waits_twice_with_the_same_action(self, table: Cellar) -> None:
        table.play("come_in", who="ana")
        assert table.refusal("wait", who="ana").rule == "CE-TURN-05"

    def test_any_action_may_be_held(self, table: Cellar) -> None:
        table.play("come_in", who="ana")
        table.play("move", who="ana", pace="run", cover=5)
        assert table.conditions("ana") == ["covered", "on_the_move"]

    def test_a_held_action_lasts_into_the_next_turn(self, table: Cellar) -> None:
        table.next()
        assert "held" in table.sheet("ana").intents

    @pytest.mark.rules("CE-RULING-50")
    def test_a_held_action_is_lost_when_the_own_count_comes(self, table: Cellar) -> None:
        table.next(2)
        assert (table.acting(), table.sheet("ana").intents) == (["ana"], {})

    @pytest.mark.rules("CE-RULING-50")
    def test_the_next_turn_brings_one_action_only(self, table: Cellar) -> None:
        table.next(2)
        act(table, "ana")
        assert table.refusal("act", who="ana", what="Runs.").rule == "CE-TURN-05"

    @pytest.mark.rules("CE-RULING-50")
    def test_a_held_action_may_become_a_dodge(self, table: Cellar) -> None:
        table.play("dodge", who="ana", dice={"dodge": [30]})
        assert (table.sheet("ana").intents, table.conditions("ana")) == ({}, ["dodging"])

    @pytest.mark.rules("CE-RULING-50")
    def test_a_dodge_in_the_next_turn_leaves_the_action_of_that_turn(self) -> None:
        table = Cellar()
        table.begin(ana=14, bo=12)
        table.next()
        table.play("wait", who="bo")
        table.next()
        table.play("dodge", who="bo", dice={"dodge": [30]})
        assert table.place("bo").budget == {"action": 1}

    def test_one_may_think_better_of_it_at_once(self, table: Cellar) -> None:
        table.play("wait", who="bo")
        act(table, "bo")
        assert table.sheet("bo").intents == {}


@pytest.mark.rules("CE-ACT-33")
class TestComingIn:
    def test_before_another_who_has_not_begun(self, table: Cellar) -> None:
        table.play("come_in", who="ana")
        assert table.acting() == ["ana"]
        act(table, "ana")
        assert counts(table, 2) == [["bo"], ["cal"]]

    def test_after_an_action_that_is_resolved_before_the_next_one(self, table: Cellar) -> None:
        act(table, "bo")
        table.play("come_in", who="ana")
        act(table, "ana")
        assert counts(table, 2) == [["cal"], ["ana"]]

    def test_one_action_and_no_more(self, table: Cellar) -> None:
        table.play("come_in", who="ana")
        act(table, "ana")
        assert table.sheet("ana").intents == {}
        assert table.refusal("act", who="ana", what="Runs.").rule == "CE-TURN-05"

    def test_in_the_next_turn_it_leaves_the_action_of_that_turn(self) -> None:
        table = Cellar()
        table.begin(ana=14, bo=12)
        table.next()
        table.play("wait", who="bo")
        table.next()
        table.play("come_in", who="bo")
        act(table, "bo")
        assert table.refusal("act", who="bo", what="Runs.").rule == "CE-TURN-05"
        assert counts(table, 2) == [["ana"], ["bo"]]
        act(table, "bo")
        assert table.place("bo").budget == {"action": 0}

    def test_who_holds_none_does_not(self, table: Cellar) -> None:
        assert table.refusal("come_in", who="cal").rule == "CE-ACT-32"

    def test_who_is_stunned_meanwhile_does_not(self, table: Cellar) -> None:
        table.suffer("ana", "stunned")
        assert table.refusal("come_in", who="ana").rule == "CE-DMG-04"

    def test_nobody_comes_into_a_shared_count_that_has_begun(self) -> None:
        table = Cellar()
        table.begin(ana=14, bo=12, cal=12)
        table.play("wait", who="ana")
        table.next()
        act(table, "bo")
        assert table.refusal("come_in", who="ana").rule == "CE-ACT-33"

    def test_a_held_action_comes_before_or_after_a_shared_count(self) -> None:
        table = Cellar()
        table.begin(ana=14, bo=12, cal=12, dee=9)
        table.play("wait", who="ana")
        table.next()
        table.play("come_in", who="ana")
        assert [table.acting(), *counts(table, 2)] == [["ana"], ["bo", "cal"], ["dee"]]

    def test_what_was_done_on_the_count_is_applied_first(self) -> None:
        table = Cellar()
        table.begin(ana=14, bo=12, cal=12)
        table.play("wait", who="ana")
        table.next()
        table.play("move", who="bo", cover=5)
        act(table, "cal")
        table.play("come_in", who="ana")
        assert "covered" in table.conditions("bo")

    def test_nobody_comes_into_another_s_held_action(self, table: Cellar) -> None:
        table.play("wait", who="bo")
        table.next()
        table.play("come_in", who="ana")
        assert table.refusal("come_in", who="bo").rule == "CE-ACT-33"

    def test_nobody_comes_into_an_action_that_waits_for_an_answer(self, table: Cellar) -> None:
        table.play("enter_weapon", who="bo", what="knife", weapon="melee", damage="1d4")
        deed = table.play("attack", who="bo", target="cal", weapon="knife", dice={"attack": [70]})
        assert table.refusal("come_in", who="ana").rule == "deed-waiting"
        table.play("freeform.answer", deed=deed, key="defend/cal", choice="none")
        table.play("come_in", who="ana")
        assert table.acting() == ["ana"]

    def test_the_count_comes_but_once_to_a_character_who_was_interrupted(self, table: Cellar) -> None:
        table.play("come_in", who="ana")
        table.next()
        assert (table.acting(), table.place("bo").budget) == (["bo"], {"action": 1})

    def test_the_place_is_gone_when_it_is_over(self, table: Cellar) -> None:
        table.play("come_in", who="ana")
        table.next()
        assert len(table.scene().order) == 3

    def test_what_was_not_held_cannot_have_come_in(self) -> None:
        table = Cellar()
        table.begin(ana=14, bo=12)
        entry = table.play("wait", who="ana")
        table.next()
        entered = table.play("come_in", who="ana")
        with pytest.raises(RevisionRefused) as refused:
            table.undo(entry)
        assert [conflict.entry for conflict in refused.value.plan.conflicts] == [entered]

    def test_where_bo_had_not_acted_ana_comes_before_and_not_after(self, table: Cellar) -> None:
        acted = act(table, "bo")
        entered = table.play("come_in", who="ana")
        assert outcomes(table.undo(acted)) == {acted: "struck", entered: "restated"}
        assert counts(table, 2) == [["bo"], ["cal"]]
