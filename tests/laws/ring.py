"""A ring of the arena to write directed histories in: its commands by name, its people by theirs."""

from __future__ import annotations

import random
from collections.abc import Iterable
from copy import copy
from typing import Literal
from uuid import UUID

from api.testing.whole import Whole
from domain.aggregates import CAMPAIGN, Campaign, Character, encode_state
from domain.commands import Envelope
from domain.history.plan import Amend, Insert, Plan, Policy, RevisionRequest
from domain.history.points import Point
from domain.ledger.checking.verify import verify
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.ledger.reading.forks import ForkAwareStore
from domain.ledger.reading.points import moment
from domain.play.reading import World
from domain.records.entries import StoredEntry
from domain.records.store import Store
from tests.laws.arena import REGISTRY

GM = Actor("gm", "gm")


class Ring:
    """A campaign of the arena with these people, each at 20 hit points."""

    def __init__(self, *people: str, seed: int = 7, store: Store | None = None) -> None:
        self.random = random.Random(seed)
        self.store = ForkAwareStore(store or MemoryStore(entropy=self.random.randbytes))
        self.ledger = Ledger(self.store, REGISTRY, entropy=self.random.randbytes)
        self.campaign = self.ledger.found("ring", "arena", "gm", campaign=self._uuid()).id
        for name in people:
            self.play("create", name=name)

    def _uuid(self) -> UUID:
        return UUID(bytes=self.random.randbytes(16), version=4)

    def fork(self, at: int | None = None, name: str = "what if") -> Ring:
        """A ring of its own that goes off after an entry (None: now)."""
        row = fork(self.ledger, self.campaign, GM, name, at=at, entropy=self.random.randbytes)
        twin = copy(self)
        twin.campaign = row.id
        return twin

    def command(self, word: str, dice: dict[str, tuple[int, ...]] | None = None, **args: object) -> Envelope:
        command_id = str(self._uuid())
        game = "freeform" if word in ("answer", "close") else "arena"
        source: Literal["gm", "table"] = "gm" if dice else "table"
        return Envelope(type=f"{game}.{word}", id=command_id, args=args, dice=dice or {}, dice_source=source)

    def play(self, word: str, dice: dict[str, tuple[int, ...]] | None = None, **args: object) -> int:
        """Play a command; the number of its entry."""
        return self.ledger.submit(self.campaign, GM, self.command(word, dice, **args)).header.number

    def play_all(self, commands: Iterable[Envelope], at_once: int = 100) -> None:
        """Play many commands quickly, so many of them in one transaction."""
        waiting = list(commands)
        while waiting:
            draft = self.ledger.draft(self.ledger.heads.fresh(self.campaign))
            for envelope in waiting[:at_once]:
                self.ledger.play_into(draft, GM, envelope)
            self.store.append(draft.transaction())
            del waiting[:at_once]

    def revise(self, policy: Policy = "refuse", **asked: object) -> int:
        """Write a revision; its number."""
        request = RevisionRequest(policy=policy, **asked)  # type: ignore[arg-type]
        _, entry = self.ledger.revise(self.campaign, GM, request)
        assert entry is not None
        return entry.header.number

    def undo(self, *entries: int, policy: Policy = "refuse") -> int:
        return self.revise(policy, undo=entries)

    def redo(self, entry: int, policy: Policy = "refuse") -> int:
        return self.revise(policy, redo=entry)

    def insert(self, after: int, word: str, policy: Policy = "refuse", **args: object) -> int:
        return self.revise(policy, insert=Insert(after=after, command=self.command(word, None, **args)))

    def amend(self, entry: int, word: str, policy: Policy = "refuse", **args: object) -> int:
        return self.revise(policy, amend=Amend(entry=entry, command=self.command(word, None, **args)))

    def plan(self, policy: Policy = "refuse", **asked: object) -> Plan:
        return self.ledger.plan(self.campaign, GM, RevisionRequest(policy=policy, **asked))  # type: ignore[arg-type]

    def world(self, **point: object) -> World:
        return moment(self.store, self.ledger.heads.fresh(self.campaign), Point(**point)).world  # type: ignore[arg-type]

    def who(self, name: str, **point: object) -> Character:
        """A character by name, now or at a point."""
        now = self.world().aggregate(CAMPAIGN)
        assert isinstance(now, Campaign)
        aggregate = self.world(**point).aggregate(now.handles[name].ref)
        assert isinstance(aggregate, Character)
        return aggregate

    def hp(self, name: str, **point: object) -> int:
        return self.who(name, **point).tracks["hp"].current

    def entry(self, number: int) -> StoredEntry:
        entry = self.store.entry(self.campaign, number)
        assert entry is not None
        return entry

    def status(self, number: int) -> str:
        return self.entry(number).status

    def outcomes(self, plan: Plan) -> dict[int, str]:
        return {planned.entry: planned.outcome for planned in plan.entries}

    def states(self) -> dict[str, bytes]:
        """Every state at the head, without version numbers."""
        world = self.ledger.heads.fresh(self.campaign)
        states = {}
        for ref in world.refs():
            aggregate = world.aggregate(ref)
            assert aggregate is not None
            twin = aggregate.copy()
            twin.version = 0
            states[ref] = encode_state(twin)
        return {ref: state for ref, state in states.items() if state != encode_state(type(twin)(ref=ref))}

    def check(self) -> None:
        """Head states equal the whole script's, and everything stored verifies."""
        whole = Whole(self.store, self.campaign, REGISTRY)
        for ref, state in self.states().items():
            expected = whole.states[ref].copy()
            expected.version = 0
            assert state == encode_state(expected), ref
        assert verify(self.store, self.campaign).faults == ()
