"""Questions and offers: what is answered up front, one by one, late or not at all comes to the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.aggregates import CAMPAIGN, Campaign, Character
from domain.commands import CharacterRef, Command, Envelope
from domain.history.ledger_reader import stream_event
from domain.history.plan import RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.ledger.playing.references import UnknownThing
from domain.play.deed import BadCommand
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter
from domain.system import CommandSpec, Registry, System
from domain.visibility.audience import Viewer
from domain.vocabulary.log import Rolled
from domain.vocabulary.questions import Question
from domain.vocabulary.values import DamageTaken, PointSpent
from projections.views.questions import decisions
from systems.freeform import SYSTEM as FREEFORM
from tests.laws.ring import GM, Ring

HIT = "22222222-2222-4222-8222-222222222222"

Choices = dict[str, str]

choices = st.fixed_dictionaries({key: st.sampled_from(("yes", "no")) for key in ("dodge", "shield", "rage")})
"""What is answered to a dodge, to the counter within it, and to the offer behind both."""


class Duel(Ring):
    """Ada hits Bo, whose life hangs by so many points; the dice of the hit are the same in every duel of a seed."""

    def __init__(self, seed: int, spare: int) -> None:
        super().__init__("ada", "bo", seed=seed)
        self.play("hurt", target="bo", amount=20 - spare)

    def hits(self, responses: Choices, dice: dict[str, tuple[int, ...]] | None = None) -> int:
        """Ada hits, with these answers up front; the number of the deed."""
        refs = {name: self.ref(name) for name in ("ada", "bo")}
        args = {"who": refs["ada"], "target": refs["bo"]}
        envelope = Envelope(type="arena.hit", id=HIT, args=args, responses=responses, dice=dice or {}, dice_source="gm")
        return self.ledger.submit(self.campaign, GM, envelope).header.number

    def ref(self, name: str) -> str:
        return self.who(name).ref

    def open(self) -> list[Question]:
        """What is asked and not answered."""
        world = self.world()
        aggregates = [world.aggregate(ref) for ref in (CAMPAIGN, self.ref("ada"), self.ref("bo"))]
        return [question for one in aggregates if one is not None for question in one.questions.values()]

    def answers(self, deed: int, choices: Choices) -> list[int]:
        """Answer one question after the other, and the offer late; the entries of the answers."""
        entries = []
        while asked := self.open():
            key = asked[0].key
            entries.append(self.play("answer", deed=deed, key=key, choice=choices[key]))
        if self.offered(deed):
            self.revise(responses={str(deed): {"rage": choices["rage"]}})
        return entries

    def offered(self, deed: int) -> bool:
        """Whether the offer was made that is behind the questions."""
        entries = self.store.entries(self.campaign, EntryFilter(deed=deed))
        return any(offer.key == "rage" for entry in entries for offer in entry.header.offers)

    def rolled(self, deed: int) -> dict[str, tuple[int, ...]]:
        """The dice of a deed as it stands, by label."""
        entries = [entry.header.number for entry in self.store.entries(self.campaign, EntryFilter(deed=deed))]
        stream = [stream_event(row) for rows in self.store.events_of(self.campaign, entries).values() for row in rows]
        events = [one.event for one in stream if isinstance(one.event, Rolled)]
        return {event.name: tuple(value for _, value, _ in event.dice) for event in events}

    def people(self) -> dict[str, object]:
        """Everybody as they are."""
        return {ref: json.loads(state) for ref, state in self.states().items() if ref != CAMPAIGN}


class TestOneCourse:
    @settings(max_examples=60)
    @given(chosen=choices, seed=st.integers(0, 40), spare=st.integers(1, 12))
    def test_answers_up_front_equal_answers_one_by_one(self, chosen: Choices, seed: int, spare: int) -> None:
        at_once, in_turn = Duel(seed, spare), Duel(seed, spare)
        at_once.hits(chosen)
        in_turn.answers(in_turn.hits({}), chosen)
        assert at_once.people() == in_turn.people()
        in_turn.check()

    @settings(max_examples=30)
    @given(chosen=choices, seed=st.integers(0, 40), spare=st.integers(1, 12))
    def test_a_struck_answer_that_is_filled_equals_its_default_and_leaves_nothing_to_those_after_it(
        self, chosen: Choices, seed: int, spare: int
    ) -> None:
        struck, without = Duel(seed, spare), Duel(seed, spare)
        deed = struck.hits({})
        entries = struck.answers(deed, chosen)
        assume(entries)
        raged = chosen["rage"] if struck.offered(deed) else "no"
        struck.revise(undo=(entries[0],), owed="fill")
        if struck.open():
            struck.play("close", deed=deed)
        without.hits({"dodge": "no", "rage": raged}, struck.rolled(deed))
        assert struck.people() == without.people()
        struck.check()

    @settings(max_examples=30)
    @given(seed=st.integers(0, 40), spare=st.integers(1, 12), first=st.sampled_from(("yes", "no", "")))
    def test_closing_equals_the_defaults_of_all_that_is_still_asked(self, seed: int, spare: int, first: str) -> None:
        closed, at_once = Duel(seed, spare), Duel(seed, spare)
        deed = closed.hits({})
        if closed.open() and first:
            closed.play("answer", deed=deed, key="dodge", choice=first)
        if closed.open():
            closed.play("close", deed=deed)
        at_once.hits({"dodge": first or "no", "shield": "no"})
        assert closed.people() == at_once.people()
        assert closed.open() == []
        closed.check()


class Strike(Command, frozen=True, kw_only=True):
    """Somebody strikes; the target's player may parry, and then the striker's may counter that. Luck is offered after."""

    who: CharacterRef
    target: CharacterRef


def strike(play: Play, command: Strike) -> None:
    striker, struck = (play.character(ref).profile["self"].owners[0] for ref in (command.who, command.target))
    if play.ask("parry", struck, ("yes", "no"), "no") == "yes":
        play.emit(command.target, PointSpent(name="focus", amount=1))
        if play.ask("counter", striker, ("yes", "no"), "no") == "yes":
            play.emit(command.who, PointSpent(name="focus", amount=1))
    if play.offer("luck", striker, ("yes", "no"), "no") == "yes":
        play.emit(command.target, DamageTaken(name="hp", amount=5))
    play.roll(command.who, "damage", "1d6")
    play.emit(command.target, DamageTaken(name="hp", amount=1))


def fumble(play: Play, command: Strike) -> None:
    """Offers, rolls and is refused."""
    play.offer("luck", "ada", ("yes", "no"), "no")
    play.roll(command.who, "fumble", "1d6")
    play.refuse("fumble", "It cannot be done.")


DUEL = System(
    id="duel",
    name="Duel",
    version=1,
    kinds=[
        CommandSpec(name=word, args=Strike, rule=rule, by="owner", actor="who", summary=word)
        for word, rule in {"strike": strike, "fumble": fumble}.items()
    ],
)

ADA, BEN, EVE = (Actor(name, "player") for name in ("ada", "ben", "eve"))


class Yard:
    """Ada's Anna and Ben's Bob, each with 3 focus and 10 hit points; Eve looks on as a player."""

    def __init__(self) -> None:
        self.ledger = Ledger(MemoryStore(), Registry(FREEFORM, [DUEL]))
        self.campaign = self.ledger.found("Yard", "duel", "gm").id
        for member in ("ada", "ben", "eve"):
            self.ledger.take_part(self.campaign, GM, member, "player")
        pools = {"focus": {"current": 3, "maximum": 3}, "hp": 10}
        self.plays("freeform.create_character", GM, name="Anna", owners=["ada"], tracks=pools)
        self.plays("freeform.create_character", GM, name="Bob", owners=["ben"], tracks=pools)

    def plays(self, word: str, actor: Actor, responses: Choices | None = None, /, **args: object) -> int:
        envelope = Envelope(type=word, args=args, responses=responses or {})
        return self.ledger.submit(self.campaign, actor, envelope).header.number

    def strikes(self, actor: Actor = ADA, responses: Choices | None = None) -> int:
        return self.plays("duel.strike", actor, responses, who="anna", target="bob")

    def answers(self, deed: int, actor: Actor, key: str, choice: str = "yes") -> int:
        return self.plays("freeform.answer", actor, deed=deed, key=key, choice=choice)

    def pools(self, handle: str) -> dict[str, int]:
        world = self.ledger.heads.fresh(self.campaign)
        aggregate = world.aggregate(self.state().handles[handle].ref)
        assert isinstance(aggregate, Character)
        return {name: track.current for name, track in aggregate.tracks.items()}

    def state(self) -> Campaign:
        aggregate = self.ledger.heads.fresh(self.campaign).aggregate(CAMPAIGN)
        assert isinstance(aggregate, Campaign)
        return aggregate

    def decisions(self, actor: Actor) -> list[tuple[str, str, bool]]:
        """What of the open questions a member is shown: the key, whose it is, and whether they may answer."""
        viewer = Viewer(actor.member, actor.role)
        questions = decisions(self.ledger.heads.fresh(self.campaign), viewer)
        return [(one.key, one.owner, one.mine) for one in questions]

    def takes_luck(self, deed: int, actor: Actor = ADA) -> None:
        self.ledger.revise(self.campaign, actor, RevisionRequest(responses={str(deed): {"luck": "yes"}}))

    def status(self, entry: int) -> str:
        stored = self.ledger.store.entry(self.campaign, entry)
        assert stored is not None
        return stored.status


@pytest.fixture
def yard() -> Yard:
    return Yard()


class TestTwoOwners:
    def test_each_answers_their_own(self, yard: Yard) -> None:
        deed = yard.strikes()
        yard.answers(deed, BEN, "parry")
        yard.answers(deed, ADA, "counter")
        assert (yard.pools("anna"), yard.pools("bob")) == ({"focus": 2, "hp": 10}, {"focus": 2, "hp": 9})

    @pytest.mark.parametrize("actor", [ADA, EVE])
    def test_nobody_answers_for_another(self, yard: Yard, actor: Actor) -> None:
        deed = yard.strikes()
        with pytest.raises(NotAllowed):
            yard.answers(deed, actor, "parry")

    def test_nobody_answers_for_another_up_front(self, yard: Yard) -> None:
        with pytest.raises(Refused) as refused:
            yard.strikes(ADA, {"parry": "no"})
        assert refused.value.rule == "owner"

    def test_what_is_ones_own_is_answered_up_front_and_waits_for_the_other(self, yard: Yard) -> None:
        deed = yard.strikes(ADA, {"counter": "yes", "luck": "yes"})
        yard.answers(deed, BEN, "parry")
        assert (yard.pools("anna"), yard.pools("bob")) == ({"focus": 2, "hp": 10}, {"focus": 2, "hp": 4})

    def test_nobody_answers_what_is_not_asked_yet(self, yard: Yard) -> None:
        deed = yard.strikes()
        with pytest.raises(UnknownThing, match="waits for no answer 'counter'"):
            yard.answers(deed, BEN, "counter")

    def test_nobody_answers_twice(self, yard: Yard) -> None:
        deed = yard.strikes()
        yard.answers(deed, BEN, "parry", "no")
        with pytest.raises(UnknownThing, match="waits for no answer"):
            yard.answers(deed, BEN, "parry")

    def test_only_a_game_master_closes_and_then_for_both(self, yard: Yard) -> None:
        deed = yard.strikes()
        for actor in (ADA, BEN):
            with pytest.raises(NotAllowed):
                yard.plays("freeform.close", actor, deed=deed)
        yard.plays("freeform.close", GM, deed=deed)
        assert yard.pools("bob") == {"focus": 3, "hp": 9}

    def test_others_are_told_that_something_is_decided_and_by_whom_but_not_what(self, yard: Yard) -> None:
        yard.strikes()
        assert yard.decisions(BEN) == [("parry", "ben", True)]
        assert yard.decisions(ADA) == yard.decisions(EVE) == [("", "ben", False)]
        assert yard.decisions(GM) == [("parry", "ben", True)]

    def test_the_late_answer_to_an_offer_is_its_owners(self, yard: Yard) -> None:
        deed = yard.strikes()
        yard.answers(deed, BEN, "parry", "no")
        with pytest.raises(NotAllowed):
            yard.takes_luck(deed, BEN)
        yard.takes_luck(deed)
        assert yard.pools("bob")["hp"] == 4

    def test_a_player_does_not_answer_a_question_late(self, yard: Yard) -> None:
        deed = yard.strikes()
        yard.answers(deed, BEN, "parry", "no")
        with pytest.raises(NotAllowed):
            yard.ledger.revise(yard.campaign, BEN, RevisionRequest(responses={str(deed): {"parry": "yes"}}))


class TestWhileItWaits:
    def test_others_play_on_elsewhere(self, yard: Yard) -> None:
        yard.strikes()
        yard.plays("freeform.create_character", GM, name="Carl")
        assert yard.plays("freeform.note", EVE, text="So it goes.")

    @pytest.mark.parametrize("word", ["spend", "remove"])
    def test_an_actor_whose_deed_waits_does_no_other(self, yard: Yard, word: str) -> None:
        yard.strikes()
        more = {"track": "focus", "amount": 1} if word == "spend" else {}
        with pytest.raises(Refused) as refused:
            yard.plays(f"freeform.{word}", GM, target="anna", **more)
        assert refused.value.rule == "deed-waiting"

    def test_a_batch_that_goes_on_behind_a_question_is_refused_whole(self, yard: Yard) -> None:
        strike = Envelope(type="duel.strike", args={"who": "anna", "target": "bob"})
        spend = Envelope(type="freeform.spend", args={"target": "anna", "track": "focus", "amount": 1})
        head = yard.ledger.store.head(yard.campaign).entry
        with pytest.raises(Refused):
            yard.ledger.submit_all(yard.campaign, GM, [strike, spend])
        assert yard.ledger.store.head(yard.campaign).entry == head

    def test_a_batch_may_answer_what_it_asks(self, yard: Yard) -> None:
        deed = yard.ledger.store.head(yard.campaign).entry + 1
        strike = Envelope(type="duel.strike", args={"who": "anna", "target": "bob"})
        answer = Envelope(type="freeform.answer", args={"deed": deed, "key": "parry", "choice": "no"})
        yard.ledger.submit_all(yard.campaign, GM, [strike, answer])
        assert (yard.pools("bob")["hp"], yard.decisions(GM)) == (9, [])


class TestWhoIsNotThereAnyMore:
    def test_a_question_is_still_whose_it_was_when_the_character_changes_hands(self, yard: Yard) -> None:
        deed = yard.strikes()
        yard.ledger.take_part(yard.campaign, GM, "ben", None)
        assert yard.decisions(GM) == [("parry", "ben", True)]
        yard.answers(deed, GM, "parry", "no")
        assert yard.pools("bob")["hp"] == 9

    def test_an_offer_is_still_whose_it_was(self, yard: Yard) -> None:
        deed = yard.strikes()
        yard.answers(deed, BEN, "parry", "no")
        yard.plays("freeform.describe", GM, target="anna", owners=["eve"])
        with pytest.raises(NotAllowed):
            yard.takes_luck(deed, EVE)
        yard.takes_luck(deed)
        assert yard.pools("bob")["hp"] == 4

    def test_an_offer_about_a_character_who_was_removed_since_is_taken_all_the_same(self, yard: Yard) -> None:
        deed = yard.strikes()
        yard.answers(deed, BEN, "parry", "no")
        yard.plays("freeform.remove", GM, target="bob")
        yard.takes_luck(deed)
        assert yard.status(deed + 1) == "restated"


class TestWhatWasRefused:
    def test_bug_an_offer_of_a_refused_command_is_no_offer(self, yard: Yard) -> None:
        envelope = Envelope(type="duel.fumble", args={"who": "anna", "target": "bob"})
        entry = yard.ledger.submit(yard.campaign, ADA, envelope)
        assert (entry.status, entry.header.offers) == ("refused", ())

    def test_nobody_takes_the_offer_of_a_refused_command(self, yard: Yard) -> None:
        entry = yard.plays("duel.fumble", ADA, who="anna", target="bob")
        with pytest.raises(BadCommand, match="holds no command, so it cannot be amended"):
            yard.takes_luck(entry)
