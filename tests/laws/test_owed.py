"""What a change of the past lacks: dice that the table has to roll, and questions that somebody has to answer."""

from __future__ import annotations

from typing import Any

import pytest

from domain.campaign import CAMPAIGN, Campaign
from domain.character import Character
from domain.commands import CharacterRef, Command, Envelope
from domain.dice.tape import Source
from domain.events.values import DamageHealed, DamageTaken, PointGained, PointSpent
from domain.history.plan import Amend, Insert, Plan, PlanMoved, RevisionRefused, RevisionRequest, StillOwed
from domain.ledger.acceptance import Actor, NotAllowed
from domain.ledger.ledger import Ledger
from domain.ledger.memory import MemoryStore
from domain.ledger.verify import verify
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.state import encode_state
from domain.system import Kind, Registry, System
from systems.freeform import SYSTEM as FREEFORM
from tests.laws.oracle import Whole

GM, ADA, BEN = Actor("gm", "gm"), Actor("ada", "player"), Actor("ben", "player")


class Strike(Command, frozen=True, kw_only=True):
    who: CharacterRef
    target: CharacterRef


class Drill(Command, frozen=True, kw_only=True):
    who: CharacterRef
    amount: int = 1


def owner(play: Play, ref: str) -> str:
    return play.character(ref).profile["self"].owners[0]


def strike(play: Play, command: Strike) -> None:
    """Whoever has focus left may dodge, and who has two may do better; who is skilled rolls a second die."""
    skill = play.character(command.who).tracks["skill"].current
    if play.roll(command.who, "attack", "2d20kh1" if skill > 1 else "1d20").total + skill < 10:
        return
    focus = play.character(command.target).tracks["focus"].current
    ways = ("no", "dodge", "vanish")[: focus + 1]
    way = play.ask("defend", owner(play, command.target), ways, "no") if focus else "no"
    if way != "no":
        play.emit(command.target, PointSpent(name="focus", amount=1))
        if way == "vanish" or play.ask("feint", owner(play, command.who), ("yes", "no"), "no") == "no":
            return
    damage = play.roll(command.who, "damage", "1d6").total
    if play.offer("rage", owner(play, command.who), ("yes", "no"), "no") == "yes":
        damage += play.roll(command.who, "rage", "1d4").total
    play.emit(command.target, DamageTaken(name="hp", amount=damage))


def drill(play: Play, command: Drill) -> None:
    play.emit(command.who, PointGained(name="skill", amount=command.amount))


def tire(play: Play, command: Drill) -> None:
    play.emit(command.who, PointSpent(name="skill", amount=command.amount))


def mend(play: Play, command: Drill) -> None:
    """Nobody gets more than they had."""
    hurt = 20 - play.character(command.who).tracks["hp"].current
    play.emit(command.who, DamageHealed(name="hp", amount=min(hurt, command.amount)))


def meditate(play: Play, command: Drill) -> None:
    play.emit(command.who, PointGained(name="focus", amount=command.amount))


def boast(play: Play, command: Drill) -> None:
    """Only whoever is unhurt boasts."""
    if play.character(command.who).tracks["hp"].current < 20:
        play.refuse("hurt", "Whoever is hurt does not boast.")
    play.emit(command.who, PointGained(name="skill", amount=1))


RULES: dict[str, Any] = {"strike": (Strike, strike), "drill": (Drill, drill)}
RULES |= {"tire": (Drill, tire), "mend": (Drill, mend), "meditate": (Drill, meditate), "boast": (Drill, boast)}

DUEL = System(
    id="duel",
    name="Duel",
    version=1,
    kinds=[Kind(name=word, args=args, rule=rule, by="player", summary=word) for word, (args, rule) in RULES.items()],
)


class Yard:
    """Ada's Anna and Ben's Bob, each with 20 hit points, no focus and no skill."""

    def __init__(self, dice: str = "table") -> None:
        self.ledger = Ledger(MemoryStore(), Registry(FREEFORM, [DUEL]))
        self.campaign = self.ledger.found("Yard", "duel", "gm", {"dice": dice}).id
        for member in ("ada", "ben"):
            self.ledger.take_part(self.campaign, GM, member, "player")
        tracks = {"hp": 20, "focus": 0, "skill": 0}
        for name, member in (("Anna", "ada"), ("Bob", "ben")):
            self.plays("freeform.create_character", GM, name=name, owners=[member], tracks=tracks)

    def command(self, word: str, dice: dict[str, Any] | None = None, **args: object) -> Envelope:
        return Envelope(type=word if "." in word else f"duel.{word}", args=args, dice=dice or {})

    def plays(self, word: str, actor: Actor = GM, dice: dict[str, Any] | None = None, /, **args: object) -> int:
        return self.ledger.submit(self.campaign, actor, self.command(word, dice, **args)).header.number

    def strikes(self, actor: Actor = ADA, /, **dice: tuple[int, ...]) -> int:
        return self.plays("strike", actor, dice, who="anna", target="bob")

    def answers(self, deed: int, choice: str, actor: Actor = BEN, /, key: str = "defend", **dice: Any) -> int:
        return self.plays("freeform.answer", actor, dice, deed=deed, key=key, choice=choice)

    def plan(self, actor: Actor = GM, /, **asked: Any) -> Plan:
        return self.ledger.plan(self.campaign, actor, RevisionRequest(**asked))

    def revise(self, actor: Actor = GM, /, **asked: Any) -> Plan:
        plan, _ = self.ledger.revise(self.campaign, actor, RevisionRequest(**asked))
        assert plan is not None
        self.check()
        return plan

    def state(self, handle: str) -> dict[str, int]:
        world = self.ledger.heads.fresh(self.campaign)
        campaign = world.aggregate(CAMPAIGN)
        assert isinstance(campaign, Campaign)
        found = world.aggregate(campaign.handles[handle].ref)
        assert isinstance(found, Character)
        return {name: track.current for name, track in found.tracks.items()}

    def open(self) -> list[str]:
        """The keys of the questions that are open."""
        world = self.ledger.heads.fresh(self.campaign)
        found = [world.aggregate(ref) for ref in world.refs()]
        return [question.key for one in found if one is not None for question in one.questions.values()]

    def check(self) -> None:
        """The ledger equals its effective script run as a whole, and verifies."""
        whole = Whole(self.ledger.store, self.campaign, self.ledger.registry)
        world = self.ledger.heads.fresh(self.campaign)
        for ref in whole.states:
            held, expected = world.aggregate(ref), whole.states[ref].copy()
            assert held is not None
            expected.version = held.version
            assert encode_state(held) == encode_state(expected), ref
        assert verify(self.ledger.store, self.campaign).faults == ()


def outcomes(plan: Plan) -> dict[int, str]:
    return {planned.entry: planned.outcome for planned in plan.entries}


def dice_owed(plan: Plan) -> dict[int, list[tuple[str, int, int]]]:
    return {p.entry: [(die.label, die.index, die.sides) for die in p.owed.dice] for p in plan.owing}


def questions_owed(plan: Plan) -> list[tuple[int, str, str, tuple[str, ...], str]]:
    return [(p.entry, q.key, q.owner, q.options, q.default) for p in plan.owing for q in p.owed.questions]


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

    def test_it_is_given_by_entry(self, yard: Yard, missed: tuple[int, int]) -> None:
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

    def test_it_is_answered_by_entry(self, yard: Yard) -> None:
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
