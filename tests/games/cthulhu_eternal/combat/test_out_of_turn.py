"""Why a character cannot act now: the action is spent or held, the count is over, or it has not come."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from tests.games.cthulhu_eternal.brawl import Brawl

SPENT = ("CE-TURN-05", "They have taken their action; there is one in a turn.")
NOT_YET = ("CE-TURN-02", "Their count has not come yet; wait until everybody with higher DEX has acted.")
OVER = ("CE-TURN-02", "Their count of this turn is over; they can act again in the next turn.")
HELD = ("CE-ACT-33", "They are holding their action; let them take it first.")


@pytest.fixture
def table() -> Brawl:
    """It is Ana's count; Bo's comes next, and then Cal's."""
    table = Brawl()
    table.begin(ana=14, bo=11, cal=8)
    return table


def why(table: Brawl, who: str, word: str = "attack") -> tuple[str, str]:
    """Why a character may not do this now."""
    args: dict[str, Any] = {"who": who}
    if word == "attack":
        args["target"] = "cal" if who != "cal" else "ana"
    refusal = table.refusal(word, **args)
    return refusal.rule, refusal.player


@pytest.mark.rules("CE-TURN-05")
class TestTheActionIsSpent:
    def test_a_second_attack_on_one_s_own_count(self, table: Brawl) -> None:
        table.strike("ana", "bo", 92)
        assert why(table, "ana") == SPENT

    def test_a_second_attack_once_the_count_has_gone_on(self, table: Brawl) -> None:
        table.strike("ana", "bo", 92)
        table.next()
        assert why(table, "ana") == SPENT

    @pytest.mark.parametrize("word", ["attack", "wait"])
    def test_a_dodge_before_the_own_count_spends_the_action(self, table: Brawl, word: str) -> None:
        table.play("dodge", who="bo", dice={"dodge": [40]})
        assert why(table, "bo", word) == SPENT

    def test_in_the_next_turn_it_is_there_again(self, table: Brawl) -> None:
        table.strike("ana", "bo", 92)
        table.next(3)
        assert table.rolls(table.strike("ana", "bo", 92)) == {"attack": 92}

    def test_forced_it_is_made_all_the_same(self, table: Brawl) -> None:
        table.strike("ana", "bo", 92)
        table.next()
        entry = table.play("attack", who="ana", target="bo", force=True, dice={"attack": [92]}, responses=NO_DEFENCE)
        assert table.rolls(entry) == {"attack": 92}

    def test_with_the_dodge_undone_they_may_attack(self, table: Brawl) -> None:
        dodged = table.play("dodge", who="bo", dice={"dodge": [40]})
        table.next()
        assert why(table, "bo") == SPENT
        assert outcomes(table.undo(dodged)).get(dodged, "struck") == "struck"
        assert table.rolls(table.strike("bo", "cal", 92)) == {"attack": 92}


NO_DEFENCE = {"defend/bo": "none"}


@pytest.mark.rules("CE-TURN-02", "CE-ACT-33")
class TestTheCountIsElsewhere:
    def test_nobody_acts_before_their_count_has_come(self, table: Brawl) -> None:
        assert [why(table, who) for who in ("bo", "cal")] == [NOT_YET, NOT_YET]

    def test_nobody_acts_after_their_count_went_by(self, table: Brawl) -> None:
        table.next()
        assert why(table, "ana") == OVER

    @pytest.mark.parametrize("word", ["shift", "wait"])
    def test_the_refusal_tells_of_the_count_for_each_action_that_belongs_to_it(self, table: Brawl, word: str) -> None:
        rule = "CE-ACT-32" if word == "wait" else "CE-TURN-02"
        before = why(table, "bo", word)
        table.next()
        assert (before, why(table, "ana", word)) == ((rule, NOT_YET[1]), (rule, OVER[1]))

    def test_an_action_that_is_held_comes_in_first(self, table: Brawl) -> None:
        table.play("wait", who="ana")
        table.next()
        assert why(table, "ana") == HELD

    def test_a_held_action_is_no_spent_one_for_a_defence(self, table: Brawl) -> None:
        table.play("wait", who="ana")
        table.next()
        assert table.rolls(table.play("dodge", who="ana", dice={"dodge": [40]})) == {"dodge": 40}
