"""Answers that are taken back are asked again; answers that nothing asks are refused."""

from __future__ import annotations

from typing import Any

import pytest

from domain.commands import Envelope
from domain.history.plan import Amend, Insert
from domain.ledger.playing.acceptance import NotAllowed
from domain.play.refusals import Refused
from tests.laws.yard import BEN, GM, Yard, outcomes, questions_owed


class TestAskedAgain:
    """Ben has answered, and takes it back."""

    @pytest.fixture
    def yard(self) -> Yard:
        yard = Yard("either")
        yard.plays("meditate", BEN, who="bob", amount=2)
        return yard

    def struck(self, yard: Yard) -> int:
        return yard.plays("strike", GM, {"attack": (15,)}, who="anna", target="bob")

    def test_the_question_of_a_struck_last_answer_is_open_again(self, yard: Yard) -> None:
        deed = self.struck(yard)
        answer = yard.answers(deed, "vanish")
        plan = yard.revise(undo=(answer,))
        assert (outcomes(plan), yard.open()) == ({deed: "confirmed", answer: "struck"}, ["defend"])
        again = yard.answers(deed, "no", GM, damage=(6,))
        assert yard.state("bob") == {"hp": 14, "focus": 2, "skill": 0}
        yard.revise(undo=(again,))
        assert yard.open() == ["defend"]

    def test_a_player_who_undoes_their_own_answer_is_asked_again(self, yard: Yard) -> None:
        deed = self.struck(yard)
        yard.revise(BEN, undo=(yard.answers(deed, "vanish"),))
        yard.answers(deed, "no", GM, damage=(6,))
        assert yard.state("bob")["hp"] == 14

    def test_a_deed_goes_on_where_its_strike_is_taken_back(self, yard: Yard) -> None:
        deed = self.struck(yard)
        answer = yard.answers(deed, "vanish")
        yard.revise(undo=(answer,))
        later = yard.answers(deed, "no")
        yard.revise(redo=answer)
        stored = yard.ledger.store.entry(yard.campaign, later)
        assert stored is not None
        assert (stored.status, yard.open(), yard.state("bob")) == ("moot", [], {"hp": 20, "focus": 1, "skill": 0})

    def test_where_something_has_read_what_came_of_it_the_answer_is_owed(self, yard: Yard) -> None:
        deed = self.struck(yard)
        answer = yard.answers(deed, "no", GM, damage=(6,))
        yard.plays("mend", who="bob", amount=2)
        plan = yard.plan(undo=(answer,))
        assert questions_owed(plan) == [(deed, "defend", "ben", ("no", "dodge", "vanish"), "no")]
        yard.revise(undo=(answer,), responses={str(deed): {"defend": "vanish"}})
        assert (yard.open(), yard.state("bob")) == ([], {"hp": 20, "focus": 1, "skill": 0})

    def test_an_earlier_answer_is_owed(self, yard: Yard) -> None:
        deed = self.struck(yard)
        first = yard.answers(deed, "dodge")
        second = yard.answers(deed, "yes", GM, key="feint")
        plan = yard.plan(undo=(first,))
        assert (outcomes(plan)[second], [key for _, key, *_ in questions_owed(plan)]) == ("moot", ["defend"])

    def test_an_open_deed_stays_open_when_something_else_is_changed(self, yard: Yard) -> None:
        note = yard.plays("freeform.damage", GM, target="bob", track="hp", amount=1)
        deed = self.struck(yard)
        yard.revise(undo=(yard.answers(deed, "no"),))
        yard.revise(undo=(note,))
        assert yard.open() == ["defend"]


class TestRights:
    @pytest.fixture
    def yard(self) -> Yard:
        yard = Yard("either")
        yard.plays("meditate", BEN, who="bob", amount=2)
        return yard

    def test_only_a_game_master_fills(self, yard: Yard) -> None:
        spent = yard.plays("meditate", BEN, who="bob")
        with pytest.raises(NotAllowed):
            yard.revise(BEN, undo=(spent,), owed="fill")


class TestAnswersThatNothingAsks:
    @pytest.fixture
    def yard(self) -> Yard:
        return Yard("either")

    @pytest.mark.parametrize("how", ["responses", "amend", "insert"])
    def test_an_answer_that_nothing_asks_is_refused(self, yard: Yard, how: str) -> None:
        note = yard.plays("freeform.note", text="on we go")
        command = Envelope(type="freeform.note", args={"text": "on"}, responses={"defend": "no"})
        every: dict[str, dict[str, Any]] = {
            "responses": {"responses": {str(note): {"defend": "no"}}},
            "amend": {"amend": Amend(entry=note, command=command)},
            "insert": {"insert": Insert(after=note, command=command)},
        }
        with pytest.raises(Refused) as refused:
            yard.revise(**every[how])
        assert refused.value.rule == "spare-answers"
