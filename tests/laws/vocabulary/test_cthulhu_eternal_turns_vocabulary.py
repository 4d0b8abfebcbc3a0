"""Equal DEX and held actions in Cthulhu Eternal, on the shared vocabulary."""

from typing import Any
from uuid import uuid4

import pytest

from domain.commands import Envelope
from domain.components.creature import Question
from domain.history.plan import RevisionRefused
from domain.ledger.acceptance import Actor, NotAllowed
from tests.laws.vocabulary.cthulhu_eternal_rules import at_the_table, fight
from tests.laws.vocabulary.table import Table, outcomes

SHOT: dict[str, Any] = {"weapon": "firearms", "damage": "1d10"}


@pytest.fixture
def table() -> Table:
    """The table, before anybody has come."""
    return at_the_table()


def acting(table: Table) -> tuple[str, ...]:
    return table.fight("cellar").pace["now"].active


def counts(table: Table, count: int) -> list[tuple[str, ...]]:
    """Who acts on each of so many further counts."""
    found = []
    for _ in range(count):
        table.play("next_count")
        found.append(acting(table))
    return found


def shoot(table: Table, who: str, target: str, attack: int, damage: int = 10) -> int:
    dice = {"attack": [attack], **({"damage": [damage]} if attack <= 60 else {})}
    return table.play("attack", who=who, target=target, **SHOT, dice=dice)


def hp(table: Table, who: str) -> int:
    return table.sheet(who).tracks["hp"].current


def suffers(table: Table, who: str) -> list[str]:
    return [condition.what for condition in table.sheet(who).conditions.values()]


@pytest.mark.rules("CE-TURN-03")
class TestEqualDex:
    def rank(self, table: Table, who: str = "cal", rank: int = 1) -> int:
        return table.play("tiebreak", who=who, rank=rank)

    def test_equals_act_at_the_same_moment(self, table: Table) -> None:
        fight(table, ana=14, bo=12, cal=12, dee=9)
        assert [acting(table), *counts(table, 3)] == [("ana",), ("bo", "cal"), ("dee",), ("ana",)]

    @pytest.mark.parametrize(("dex", "first"), [(11, ("bo",)), (12, ("bo", "cal")), (13, ("cal",))])
    def test_one_more_or_less_is_not_equal(self, table: Table, dex: int, first: tuple[str, ...]) -> None:
        fight(table, bo=12, cal=dex)
        assert acting(table) == first

    def test_neither_action_pre_empts_the_other_even_where_both_kill(self, table: Table) -> None:
        fight(table, bo=12, cal=12)
        shoot(table, "bo", "cal", 30)
        assert (hp(table, "cal"), suffers(table, "cal")) == (10, [])
        shoot(table, "cal", "bo", 30)
        table.play("next_count")
        assert (suffers(table, "bo"), suffers(table, "cal")) == (["dead"], ["dead"])

    def test_what_is_done_is_applied_when_the_count_is_over(self, table: Table) -> None:
        fight(table, bo=12, cal=12)
        shoot(table, "bo", "cal", 30, damage=4)
        assert len(table.sheet("bo").intents) == 1
        table.play("next_count")
        assert (hp(table, "cal"), table.sheet("bo").intents) == (6, {})

    def test_the_game_master_may_break_the_tie(self, table: Table) -> None:
        fight(table, ana=14, bo=12, cal=12)
        entry = self.rank(table)
        assert counts(table, 3) == [("cal",), ("bo",), ("ana",)]
        assert [event.rules for event in table.told(entry)] == [("CE-TURN-03",)]

    def test_the_tie_may_be_broken_when_their_count_has_come(self, table: Table) -> None:
        fight(table, bo=12, cal=12)
        self.rank(table)
        assert [acting(table), *counts(table, 2)] == [("cal",), ("bo",), ("cal",)]

    def test_the_audit_names_the_rule_in_the_entry(self, table: Table) -> None:
        fight(table, bo=12, cal=12)
        stored = table.ledger.store.entry(table.campaign_id, self.rank(table))
        assert stored is not None
        assert stored.header.citations == ("CE-TURN-03",)

    def test_a_player_may_not(self, table: Table) -> None:
        fight(table, bo=12, cal=12)
        envelope = Envelope(
            type="cthulhu_eternal.tiebreak", id=str(uuid4()), encounter="cellar", args={"who": "bo", "rank": 1}
        )
        with pytest.raises(NotAllowed):
            table.ledger.submit(table.campaign_id, Actor("ana", "player"), envelope)
        assert acting(table) == ("bo", "cal")

    def test_where_there_is_no_tie_none_is_broken(self, table: Table) -> None:
        fight(table, bo=12, cal=11)
        assert table.refusal("tiebreak", who="cal", rank=1).rule == "CE-TURN-03"

    def test_undo_removes_it(self, table: Table) -> None:
        fight(table, ana=14, bo=12, cal=12)
        before = table.state()
        table.undo(self.rank(table))
        assert table.state() == before
        assert counts(table, 1) == [("bo", "cal")]

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        fight(table, bo=12, cal=12)
        entries = [shoot(table, "bo", "cal", 30, damage=4), shoot(table, "cal", "bo", 70)]
        table.check_undo(*entries, table.play("next_count"), self.rank(table))

    def test_without_the_tiebreak_they_had_acted_at_once(self, table: Table) -> None:
        fight(table, ana=14, bo=12, cal=12)
        ranked, counted = self.rank(table), table.play("next_count")
        shot = shoot(table, "cal", "bo", 30, damage=4)
        assert hp(table, "bo") == 6
        assert outcomes(table.undo(ranked)) == {ranked: "struck", counted: "restated", shot: "restated"}
        assert (acting(table), hp(table, "bo")) == (("bo", "cal"), 10)


@pytest.mark.rules("CE-ACT-33")
class TestHeldActions:
    @pytest.fixture(autouse=True)
    def in_a_fight(self, table: Table) -> None:
        """Ana holds her action; it is Bo's count."""
        fight(table, ana=14, bo=12, cal=9)
        self.held = table.play("hold", who="ana")
        table.play("next_count")

    def test_it_comes_in_before_another_who_has_not_begun(self, table: Table) -> None:
        table.play("come_in", who="ana")
        (extra,) = acting(table)
        turn = table.fight("cellar").order[extra]
        assert (turn.kind, turn.subject) == ("extra", "character/ana")
        shoot(table, "ana", "cal", 30, damage=3)
        assert counts(table, 2) == [("bo",), ("cal",)]

    def test_after_an_action_that_is_resolved_it_comes_before_the_next(self, table: Table) -> None:
        shoot(table, "bo", "cal", 70)
        table.play("come_in", who="ana")
        shoot(table, "ana", "cal", 30, damage=3)
        assert counts(table, 2) == [("cal",), ("ana",)]

    def test_it_is_one_action_and_no_more(self, table: Table) -> None:
        table.play("come_in", who="ana")
        shoot(table, "ana", "cal", 70)
        assert table.sheet("ana").intents == {}
        assert table.refusal("attack", who="ana", target="bo", **SHOT).rule == "CE-TURN-05"
        assert table.refusal("come_in", who="ana").rule == "CE-ACT-32"

    def test_who_holds_none_does_not_come_in(self, table: Table) -> None:
        assert table.refusal("come_in", who="cal").rule == "CE-ACT-32"

    def test_an_action_that_waits_for_an_answer_is_not_interrupted(self, table: Table) -> None:
        strike: dict[str, Any] = {"who": "bo", "target": "cal", "weapon": "melee", "damage": "1d6"}
        deed = table.play("attack", **strike, dice={"attack": [70]})
        (question,) = table.fight("cellar").questions.values()
        assert isinstance(question, Question)
        assert table.refusal("come_in", who="ana").rule == "deed-waiting"
        table.play("freeform.answer", deed=deed, key="defend", choice="none")
        table.play("come_in", who="ana")
        assert counts(table, 1) == [("cal",)]

    def test_it_lasts_into_the_next_turn_until_one_s_own_count(self, table: Table) -> None:
        table.play("next_count")
        assert "held" in table.sheet("ana").intents
        table.play("next_count")
        assert (acting(table), table.sheet("ana").intents) == (("ana",), {})

    def test_in_the_next_turn_it_leaves_the_action_of_that_turn(self) -> None:
        table = at_the_table()
        fight(table, ana=14, bo=12)
        table.play("next_count")
        table.play("hold", who="bo")
        table.play("next_count")
        table.play("come_in", who="bo")
        shoot(table, "bo", "ana", 70)
        assert counts(table, 2) == [("ana",), ("bo",)]
        shoot(table, "bo", "ana", 70)
        assert table.fight("cellar").order["bo"].budget == {"action": 0}

    def test_a_held_action_may_become_a_dodge(self, table: Table) -> None:
        table.play("dodge", who="ana", dice={"dodge": [30]})
        assert table.sheet("ana").intents == {}
        assert table.refusal("come_in", who="ana").rule == "CE-ACT-32"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [table.play("come_in", who="ana"), shoot(table, "ana", "cal", 30, damage=3)]
        table.check_undo(*entries, table.play("next_count"), table.play("next_count"))

    def test_what_was_not_held_cannot_have_come_in(self, table: Table) -> None:
        entered = table.play("come_in", who="ana")
        shot = shoot(table, "ana", "cal", 30, damage=3)
        with pytest.raises(RevisionRefused) as refused:
            table.undo(self.held)
        assert [conflict.entry for conflict in refused.value.plan.conflicts] == [entered, shot]
        table.undo(self.held, policy="cascade")
        assert (acting(table), hp(table, "cal")) == (("bo",), 10)

    def test_where_bo_had_not_acted_ana_comes_before_and_not_after(self, table: Table) -> None:
        acted = shoot(table, "bo", "cal", 70)
        entered = table.play("come_in", who="ana")
        assert table.fight("cellar").order[acting(table)[0]].tiebreak == -1
        assert outcomes(table.undo(acted)) == {acted: "struck", entered: "restated"}
        assert table.fight("cellar").order[acting(table)[0]].tiebreak == 1
        assert counts(table, 2) == [("bo",), ("cal",)]


@pytest.mark.rules("CE-ACT-33", "CE-TURN-03")
def test_what_is_done_on_a_shared_count_is_not_interrupted_before_it_is_applied(table: Table) -> None:
    fight(table, ana=14, bo=12, cal=12)
    table.play("hold", who="ana")
    table.play("next_count")
    shoot(table, "bo", "ana", 30, damage=4)
    assert table.refusal("come_in", who="ana").rule == "CE-ACT-33"
    table.play("next_count")
    assert hp(table, "ana") == 6
