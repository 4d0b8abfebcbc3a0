"""What a change of the past lacks: dice that the table has to roll, and questions that a member has to answer."""

from __future__ import annotations

from typing import Any

import pytest

from domain.commands import Envelope
from domain.dice.tape import Source
from domain.history.plan import Insert, PlanMoved, RevisionRefused, StillOwed
from tests.laws.yard import BEN, GM, Yard, dice_owed, outcomes, questions_owed


@pytest.fixture
def yard() -> Yard:
    return Yard()


class TestDice:
    """Anna's drill made her hit where she would have missed, or the other way round."""

    @pytest.fixture
    def missed(self, yard: Yard) -> tuple[int, int]:
        """An entry that made Anna miss, and her miss: nobody rolled any damage."""
        clumsy = yard.plays("tire", who="anna", amount=5)
        return clumsy, yard.strikes(attack=(12,))

    @pytest.mark.parametrize("policy", ["refuse", "cascade"])
    def test_a_roll_that_the_table_has_not_made_is_owed_under_every_policy(
        self, yard: Yard, missed: tuple[int, int], policy: str
    ) -> None:
        clumsy, miss = missed
        plan = yard.plan(undo=(clumsy,), policy=policy)
        assert (outcomes(plan), plan.conflicts) == ({clumsy: "struck", miss: "owed"}, ())
        assert dice_owed(plan) == {miss: [("damage", 0, 6)]}

    @pytest.mark.parametrize("policy", ["refuse", "cascade"])
    def test_a_commit_without_it_writes_nothing(self, yard: Yard, missed: tuple[int, int], policy: str) -> None:
        head = yard.ledger.store.head(yard.campaign)
        with pytest.raises(StillOwed, match=r"1d6 for .*damage"):
            yard.revise(undo=(missed[0],), policy=policy)
        assert yard.ledger.store.head(yard.campaign) == head

    def test_a_missing_die_is_given_by_entry(self, yard: Yard, missed: tuple[int, int]) -> None:
        yard.revise(undo=(missed[0],), dice={str(missed[1]): {"damage": (4,)}})
        assert yard.state("bob")["hp"] == 16

    def test_filled_it_comes_from_the_amendment_seed(self, yard: Yard, missed: tuple[int, int]) -> None:
        plan = yard.revise(undo=(missed[0],), owed="fill")
        grown = yard.ledger.store.restatements(yard.campaign, [missed[1]])[missed[1]].tape
        assert [(die.label, die.source, die.seed) for die in grown] == [("damage", Source.SERVER, "amendment")]
        assert [(entry, owed.dice[0].label) for entry, owed in plan.filled] == [(missed[1], "damage")]

    def test_every_entry_that_lacks_a_die_is_listed_at_once(self, yard: Yard, missed: tuple[int, int]) -> None:
        again = yard.strikes(attack=(11,))
        assert dice_owed(yard.plan(undo=(missed[0],))) == {
            missed[1]: [("damage", 0, 6)],
            again: [("damage", 0, 6)],
        }

    def test_what_an_unknown_die_may_lead_to_is_listed_too(self, yard: Yard) -> None:
        insert = Insert(after=yard.ledger.store.head(yard.campaign).entry, command=yard.command("strike", None))
        command = yard.command("strike", None, who="anna", target="bob")
        plan = yard.plan(insert=Insert(after=insert.after, command=command))
        (dice,) = dice_owed(plan).values()
        assert dice == [("attack", 0, 20), ("damage", 0, 6)]

    def test_a_die_more_of_a_label_comes_after_those_that_were_rolled(self, yard: Yard) -> None:
        before = yard.plays("freeform.note", text="before")
        hit = yard.strikes(attack=(12,), damage=(2,))
        insert = Insert(after=before, command=yard.command("drill", who="anna", amount=2))
        assert dice_owed(yard.plan(insert=insert)) == {hit: [("attack", 1, 20)]}
        yard.revise(insert=insert, dice={str(hit): {"attack": (19,)}})
        rolled = [
            event
            for row in yard.ledger.store.events_of(yard.campaign, [hit])[hit]
            if (event := row.body.decode()).startswith('{"type":"rolled"') or '"attack"' in event
        ]
        assert "[20,12," in rolled[0] and "[20,19," in rolled[0]  # noqa: PT018

    def test_conflicts_are_told_beside_what_is_owed(self, yard: Yard, missed: tuple[int, int]) -> None:
        boast = yard.plays("boast", BEN, who="bob")
        with pytest.raises(RevisionRefused) as refused:
            yard.revise(undo=(missed[0],))
        assert ([p.entry for p in refused.value.plan.conflicts], list(dice_owed(refused.value.plan))) == (
            [boast],
            [missed[1]],
        )

    def test_kept_it_stays_as_it_was(self, yard: Yard, missed: tuple[int, int]) -> None:
        plan = yard.revise(undo=(missed[0],), policies={str(missed[1]): "keep"})
        assert (outcomes(plan)[missed[1]], yard.state("bob")["hp"]) == ("kept", 20)

    def test_more_dice_than_are_rolled_are_refused(self, yard: Yard, missed: tuple[int, int]) -> None:
        with pytest.raises(RevisionRefused) as refused:
            yard.revise(undo=(missed[0],), dice={str(missed[1]): {"damage": (4,), "luck": (3,)}})
        (conflict,) = refused.value.plan.conflicts
        assert conflict.refusal is not None
        assert conflict.refusal.rule == "spare-dice"

    def test_bug_dice_that_were_owed_once_do_not_stand_in_the_way_of_a_later_change(
        self, yard: Yard, missed: tuple[int, int]
    ) -> None:
        before = missed[0] - 1
        yard.revise(undo=(missed[0],), dice={str(missed[1]): {"damage": (4,)}})
        worse = yard.command("tire", who="anna", amount=9)
        plan = yard.revise(insert=Insert(after=before, command=worse))
        assert (outcomes(plan)[missed[1]], yard.state("bob")["hp"]) == ("amended", 20) or outcomes(plan)[
            missed[1]
        ] == "restated"

    def test_the_hash_covers_what_was_sent(self, yard: Yard, missed: tuple[int, int]) -> None:
        asked: dict[str, Any] = {"undo": (missed[0],)}
        shown = yard.plan(**asked).hash
        with pytest.raises(PlanMoved):
            yard.revise(**asked, dice={str(missed[1]): {"damage": (4,)}}, plan=shown)
        given = {**asked, "dice": {str(missed[1]): {"damage": (4,)}}}
        yard.revise(**given, plan=yard.plan(**given).hash)


class TestQuestions:
    """Bob's focus lets him defend himself."""

    @pytest.fixture
    def yard(self) -> Yard:
        return Yard("either")

    def test_a_question_that_is_new_in_the_past_is_owed(self, yard: Yard) -> None:
        before = yard.plays("freeform.note", text="before")
        hit = yard.plays("strike", GM, {"attack": (15,), "damage": (6,)}, who="anna", target="bob")
        insert = Insert(after=before, command=yard.command("meditate", who="bob"))
        plan = yard.plan(insert=insert, policy="cascade")
        assert questions_owed(plan) == [(hit, "defend", "ben", ("no", "dodge"), "no")]
        with pytest.raises(StillOwed):
            yard.revise(insert=insert, policy="cascade")

    def test_a_new_question_is_answered_by_entry(self, yard: Yard) -> None:
        before = yard.plays("freeform.note", text="before")
        hit = yard.plays("strike", GM, {"attack": (15,), "damage": (6,)}, who="anna", target="bob")
        insert = Insert(after=before, command=yard.command("meditate", who="bob"))
        with pytest.raises(StillOwed) as still:
            yard.revise(insert=insert, responses={str(hit): {"defend": "dodge"}})
        assert [key for _, key, *_ in questions_owed(still.value.plan)] == ["feint"]
        yard.revise(insert=insert, responses={str(hit): {"defend": "dodge", "feint": "no"}})
        assert yard.state("bob") == {"hp": 20, "focus": 0, "skill": 0}

    def test_filled_it_takes_its_default_and_that_is_on_record(self, yard: Yard) -> None:
        before = yard.plays("freeform.note", text="before")
        hit = yard.plays("strike", GM, {"attack": (15,), "damage": (6,)}, who="anna", target="bob")
        plan = yard.revise(insert=Insert(after=before, command=yard.command("meditate", who="bob")), owed="fill")
        assert [(entry, owed.questions[0].key) for entry, owed in plan.filled] == [(hit, "defend")]
        restated = yard.ledger.store.restatements(yard.campaign, [hit])[hit]
        assert restated.envelope is not None
        assert restated.envelope.responses == {"defend": "no"}
        later = yard.plan(insert=Insert(after=before, command=yard.command("meditate", who="bob")))
        assert outcomes(later)[hit] == "confirmed", "what was filled is not owed again"

    def test_an_answer_that_is_no_longer_possible_is_owed_and_not_struck(self, yard: Yard) -> None:
        calm = [yard.plays("meditate", BEN, who="bob") for _ in range(2)]
        deed = yard.strikes()
        while "defend" not in yard.open():
            deed = yard.strikes()
        answer = yard.answers(deed, "vanish")
        for policy in ("refuse", "cascade"):
            plan = yard.plan(undo=(calm[0],), policy=policy)
            assert questions_owed(plan) == [(answer, "defend", "ben", ("no", "dodge"), "no")]
        yard.revise(undo=(calm[0],), policy="cascade", responses={str(answer): {"defend": "dodge"}}, owed="fill")
        stored = yard.ledger.store.entry(yard.campaign, answer)
        assert stored is not None
        assert (stored.status, yard.state("bob")["focus"]) == ("amended", 0)

    def test_an_answer_given_with_the_command_that_is_no_longer_possible_is_owed(self, yard: Yard) -> None:
        calm = [yard.plays("meditate", BEN, who="bob") for _ in range(2)]
        envelope = Envelope(
            type="duel.strike", args={"who": "anna", "target": "bob"}, dice={"attack": (15,)}, dice_source="gm"
        )
        envelope = Envelope(
            type=envelope.type,
            args=envelope.args,
            dice=envelope.dice,
            dice_source="gm",
            responses={"defend": "vanish"},
        )
        deed = yard.ledger.submit(yard.campaign, GM, envelope).header.number
        assert [key for _, key, *_ in questions_owed(yard.plan(undo=(calm[0],)))] == ["defend"]
        yard.revise(undo=(calm[0],), owed="fill")
        assert yard.open() == []
        assert yard.state("bob")["focus"] == 1, deed

    def test_an_offer_is_never_owed(self, yard: Yard) -> None:
        worse = yard.plays("tire", who="anna", amount=9)
        yard.plays("strike", GM, {"attack": (12,)}, who="anna", target="bob")
        plan = yard.revise(undo=(worse,))
        assert plan.owing == ()
