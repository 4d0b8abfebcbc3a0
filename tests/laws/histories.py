"""Random histories of the arena: play, questions, undo, redo, amends and inserts under every policy."""

from __future__ import annotations

import random
from copy import copy
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from api.testing.whole import Whole
from domain.aggregates import CAMPAIGN, Aggregate, Campaign, encode_state
from domain.commands import Envelope
from domain.history.ledger_reader import LedgerReader, stream_event
from domain.history.plan import Amend, Insert, Plan, Policy, RevisionRefused, RevisionRequest, StillOwed
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.ledger.playing.references import UnknownThing
from domain.ledger.reading.forks import ForkAwareStore
from domain.ledger.revising.requested import Ambiguous
from domain.play.deed import BadCommand
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter
from domain.records.store import Store
from domain.vocabulary.questions import Question
from tests.laws.arena import REGISTRY

GM = Actor("gm", "gm")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class History:
    """A campaign that a seeded generator plays and revises."""

    def __init__(
        self,
        seed: int,
        policies: tuple[Policy, ...] = ("refuse", "cascade", "keep"),
        store: Store | None = None,
    ) -> None:
        self.random = random.Random(seed)
        self.store: Store = store or MemoryStore(entropy=self.random.randbytes)
        self.ledger = Ledger(self.store, REGISTRY, now=lambda: NOW, entropy=self.random.randbytes)
        self.campaign = self.ledger.found("arena", "arena", "gm", campaign=self._uuid()).id
        self.policies = policies
        self.revised = self.supplies = 0

    def _uuid(self) -> UUID:
        return UUID(bytes=self.random.randbytes(16), version=4)

    def fork(self, at: int) -> History:
        """The campaign forked at an entry, to be played on by the same generator."""
        forked = copy(self)
        forked.store = self.store if isinstance(self.store, ForkAwareStore) else ForkAwareStore(self.store)
        forked.ledger = Ledger(forked.store, REGISTRY, now=lambda: NOW, entropy=self.random.randbytes)
        row = fork(forked.ledger, self.campaign, GM, "what if", at=at, id=self._uuid(), entropy=self.random.randbytes)
        forked.campaign, forked.revised = row.id, 0
        return forked

    def state(self) -> Campaign:
        campaign = self.ledger.heads.fresh(self.campaign).aggregate(CAMPAIGN)
        assert isinstance(campaign, Campaign)
        return campaign

    def command(self) -> Envelope:
        """A command that may well be refused."""
        r = self.random
        names = sorted(self.state().handles)
        if len(names) < 2 or (len(names) < 5 and r.random() < 0.08):
            return self._envelope("create", name=f"p{r.randint(1, 7)}")
        who, target = r.sample(names, 2)
        amount = r.randint(1, 9)
        conditions = [(name, condition) for name in names for condition in self._character(name).conditions]
        choices = [self._envelope("hit", who=who, target=target)] * 6
        choices += [
            self._envelope(word, target=target, amount=amount) for word in ("heal", "heal", "hurt", "ward", "spend")
        ]
        choices += [
            self._envelope(word, target=target, amount=amount) for word in ("rest", "bless", "bless", "turn", "turn")
        ]
        choices += [self._envelope("give", who=who, target=target), self._envelope("guard", who=who, target=target)]
        choices += [self._envelope("blast"), self._envelope("note")]
        if conditions:
            name, condition = r.choice(conditions)
            choices += [self._envelope(word, target=name, condition=condition) for word in ("unbless", "weaken")]
        return r.choice(choices)

    def _character(self, name: str) -> Aggregate:
        aggregate = self.ledger.heads.fresh(self.campaign).aggregate(self.state().handles[name].ref)
        assert aggregate is not None
        return aggregate

    def _envelope(self, word: str, **args: object) -> Envelope:
        return Envelope(type=f"arena.{word}", id=str(self._uuid()), args=args)

    def play(self, steps: int) -> None:
        """So many steps, each change of the past checked against the oracle; raises AssertionError where they differ."""
        for _ in range(steps):
            revised = self.revised
            self.step()
            if self.revised != revised:
                self.check()
        self.check()

    def step(self) -> None:
        """Play something, or change the past."""
        head = self.store.head(self.campaign).entry
        if head > 5 and self.random.random() < 0.14:
            self.revise()
            return
        question = self._open_question()
        if question is not None and self.random.random() < 0.85:
            word = "close" if self.random.random() < 0.15 else "answer"
            args = {"deed": question.deed, "key": question.key, "choice": self.random.choice(("yes", "no"))}
            envelope = Envelope(type=f"freeform.{word}", id=str(self._uuid()), args=args)
        else:
            envelope = self.command()
        try:
            self.ledger.submit(self.campaign, GM, envelope)
        except (Refused, UnknownThing):
            return

    def _open_question(self) -> Question | None:
        world = self.ledger.heads.fresh(self.campaign)
        for ref in [CAMPAIGN, *(h.ref for h in self.state().handles.values())]:
            aggregate = world.aggregate(ref)
            for question in aggregate.questions.values() if aggregate else ():
                return question
        return None

    def revise(self) -> None:
        """A random change of the past; what cannot be is refused and changes nothing."""
        request = self.request()
        try:
            try:
                self.ledger.revise(self.campaign, GM, request)
            except StillOwed as still:
                self.ledger.revise(self.campaign, GM, self.supplied(request, still.plan))
                self.supplies += 1
            self.revised += 1
        except (RevisionRefused, BadCommand, UnknownThing, Ambiguous, Refused):
            return

    def supplied(self, request: RevisionRequest, plan: Plan) -> RevisionRequest:
        """The request with what its plan lacks: answered by chance, or filled."""
        if self.random.random() < 0.5:
            return msgspec.structs.replace(request, id=str(self._uuid()), owed="fill")
        responses = {entry: dict(given) for entry, given in request.responses.items()}
        questions = (question for planned in plan.owing for question in planned.owed.questions)
        for question in (question for question in questions if question.deed <= self.store.head(self.campaign).entry):
            given = responses.setdefault(str(question.deed), {})
            given[question.key] = self.random.choice(question.options)
        return msgspec.structs.replace(request, id=str(self._uuid()), responses=responses, owed="fill")

    def request(self) -> RevisionRequest:
        """Undo, redo, amend or insert something, under one of the policies."""
        r = self.random
        entries = self.store.entries(self.campaign, EntryFilter(limit=10_000))
        play = [e.header.number for e in entries if e.header.kind == "play"]
        revisions = [e.header.number for e in entries if e.header.kind == "revision"]
        policy = r.choice(self.policies)
        what = r.random()
        if revisions and what < 0.2:
            return RevisionRequest(id=str(self._uuid()), redo=r.choice(revisions), policy=policy)
        if revisions and what < 0.35:
            return RevisionRequest(id=str(self._uuid()), undo=(r.choice(revisions),), policy=policy)
        if not play or what < 0.6:
            undone = tuple(sorted(r.sample(play, min(len(play), r.choice((1, 1, 1, 2))))))
            return RevisionRequest(id=str(self._uuid()), undo=undone, policy=policy)
        if what < 0.8:
            entry = r.choice(play)
            header = next(e.header for e in entries if e.header.number == entry)
            if header.answers or r.random() < 0.3:
                answer = {key: r.choice(("yes", "no")) for key in r.choice((("dodge", "rage"), ("rage",)))}
                return RevisionRequest(id=str(self._uuid()), responses={str(header.deed): answer}, policy=policy)
            return RevisionRequest(
                id=str(self._uuid()), amend=Amend(entry=entry, command=self.command()), policy=policy
            )
        inserted = LedgerReader(self.store, self.campaign).script.anchors
        inserts = tuple(
            Insert(after=r.choice(play + [e for e in play if e in inserted]), command=self.command())
            for _ in range(r.choice((1, 1, 2)))
        )
        return RevisionRequest(id=str(self._uuid()), insert=inserts, policy=policy)

    def check(self) -> None:
        """The ledger equals its effective script run as a whole: every entry's events, and every state."""
        whole = Whole(self.store, self.campaign, REGISTRY)
        events = self.store.events_of(self.campaign, list(whole.events))
        streams = {n: tuple(stream_event(row) for row in rows) for n, rows in events.items()}
        for number, expected in whole.events.items():
            assert streams.get(number, ()) == expected, f"entry {number} differs"
        world = self.ledger.heads.fresh(self.campaign)
        for ref in {*whole.states, *world.refs()}:
            assert _bare(world.aggregate(ref)) == _bare(whole.states.get(ref)), ref


def _bare(aggregate: Aggregate | None) -> bytes:
    """A state without its version, and nothing for one to which nothing (any more) ever happened."""
    if aggregate is None:
        return b""
    twin = aggregate.copy()
    twin.version = 0
    stored = encode_state(twin)
    return b"" if stored == b'{"ref":"%s"}' % aggregate.ref.encode() else stored
