"""A small campaign that knows how it should read before and after something is done to it."""

from __future__ import annotations

from uuid import uuid4

from psycopg_pool import ConnectionPool

from domain.aggregates import Character
from domain.commands import Envelope
from domain.history.plan import Insert, RevisionRequest
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import PostgresStore
from domain.records.entries import EntryFilter
from domain.system import Registry
from systems.freeform import SYSTEM

GM = Actor("gm", "gm")
REGISTRY = Registry(SYSTEM, ())

Seen = tuple[list[tuple[int, str, str]], int]
"""Entries with their kind and status, and the target's hit points."""


class Campaign:
    """A campaign with some history, and a command id for what is to be done next."""

    def __init__(self, pool: ConnectionPool) -> None:
        self.store = PostgresStore(pool)
        self.ledger = Ledger(self.store, REGISTRY)
        self.id = self.ledger.found("faults", "freeform", "gm").id
        self.command_id = str(uuid4())
        tracks = {"hp": {"current": 20, "maximum": 20}}
        self.give(Envelope(type="freeform.create_character", args={"name": "Target", "tracks": tracks}))
        self.first = self.give(self.damage(3))
        self.give(Envelope(type="freeform.roll", args={"label": "luck", "notation": "1d6", "actor": "target"}))
        self.last = self.give(self.damage(2))

    def damage(self, amount: int, command_id: str = "") -> Envelope:
        args = {"target": "target", "track": "hp", "amount": amount}
        return Envelope(type="freeform.damage", id=command_id, args=args)

    def give(self, envelope: Envelope) -> int:
        return self.ledger.submit(self.id, GM, envelope).header.number

    def hurt(self) -> int:
        return self.give(self.damage(4, self.command_id))

    def revise(self) -> int:
        """Strike the first wound, put two others in its place."""
        places = [Insert(after=after, command=self.damage(1)) for after in (self.first, self.last)]
        wanted = RevisionRequest(id=self.command_id, undo=(self.first,), insert=tuple(places), reason="misread")
        _, entry = self.ledger.revise(self.id, GM, wanted)
        assert entry is not None
        return entry.header.number

    def seen(self, ledger: Ledger) -> Seen:
        """What is read through a ledger."""
        entries = ledger.store.entries(self.id, EntryFilter(limit=1_000))
        world = ledger.heads.fresh(self.id)
        (target,) = (world.aggregate(ref) for ref in world.refs() if ref.startswith("character/"))
        assert isinstance(target, Character)
        rows = [(entry.header.number, str(entry.header.kind), str(entry.status)) for entry in entries]
        return rows, target.tracks["hp"].current

    def expect(self, *allowed: Seen) -> None:
        """It is whole, and reads like one of these, for whoever was there and for whoever comes anew."""
        verification = verify(self.store, self.id)
        assert verification.ok, verification.faults
        anew = self.seen(Ledger(PostgresStore(self.store.pool), REGISTRY))
        assert anew in allowed
        assert self.seen(self.ledger) == anew
