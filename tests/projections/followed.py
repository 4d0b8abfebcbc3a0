"""Ledgers on a real PostgreSQL with projections that follow them, and what those should have come to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple
from uuid import UUID

from psycopg_pool import ConnectionPool

from domain.commands import Envelope
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import PostgresStore
from domain.ledger.reading.forks import ForkAwareStore
from domain.ledger.upkeep.exporting import export_lines
from domain.ledger.upkeep.importing import import_ledger
from domain.records.entries import EntryFilter
from domain.records.store import Store
from domain.system import Registry
from domain.vocabulary.stored import decode_event
from projections.facts.following import Facts
from projections.facts.rows import Fact, FactDie, FactEntry
from projections.runner import Runner
from systems.freeform import SYSTEM
from tests.laws.arena import REGISTRY
from tests.laws.histories import History
from tests.projections.facts.rows import dice_drawn, entry_facts_of, facts_of

GM = Actor("gm", "gm")
FREEFORM = Registry(SYSTEM, ())


class Followed:
    """A store, the ledger of the built-in game over it, and a runner for facts."""

    def __init__(self, pool: ConnectionPool, batch: int = 500) -> None:
        self.pool = pool
        self.store: Store = ForkAwareStore(PostgresStore(pool))
        self.ledger = Ledger(self.store, FREEFORM)
        self.runner = Runner(pool, self.store, [Facts(self.store)], batch=batch)

    def table(self, name: str = "Ash Street") -> UUID:
        """A campaign with a character, Ada, who has 12 hit points."""
        campaign = self.ledger.found(name, "freeform", "gm").id
        self.gives(campaign, "create_character", name="Ada", tracks={"hp": {"current": 12, "maximum": 12}})
        return campaign

    def gives(self, campaign: UUID, kind: str, **args: Any) -> int:
        """The game master gives a command; the number of its entry."""
        dice = args.pop("dice", ())
        envelope = Envelope(type=f"freeform.{kind}", args=args, dice=dice)
        return self.ledger.submit(campaign, GM, envelope).header.number

    def history(self, seed: int, steps: int = 50) -> UUID:
        """A random history of the arena, laid down here as it was played in memory."""
        campaign, lines = played(seed, steps)
        import_ledger(self.store, REGISTRY, BytesIO(lines))
        return campaign

    def catch_up(self) -> None:
        """Let the runner look until nothing is left; whoever was killed may hold what he worked on for a moment."""
        while any(each.entry < each.head for each in self.runner.standings()):
            self.runner.catch_up()

    def facts(self, campaign: UUID) -> list[Fact]:
        return facts_of(self.pool, campaign)

    def entries(self, campaign: UUID) -> list[FactEntry]:
        return entry_facts_of(self.pool, campaign)

    def dice(self, campaign: UUID) -> list[FactDie]:
        return dice_drawn(self.pool, campaign)

    def check(self, campaign: UUID) -> None:
        """The facts are those that the store's own answers lead to."""
        facts, entries = self.facts(campaign), self.entries(campaign)
        assert [key(fact) for fact in facts] == expected(self.store, campaign)
        eventful = {(fact.entry, fact.version) for fact in facts}
        assert [(e.entry, e.version, e.struck, (e.entry, e.version) in eventful) for e in entries] == expected_entries(
            self.store, campaign
        )
        now = {entry.header.number: entry.status for entry in self.store.entries(campaign, EntryFilter(limit=10**6))}
        assert {e.entry: e.status for e in entries if e.struck is None} == now
        assert [(die.entry, die.label, die.sides, die.value) for die in self.dice(campaign)] == tapes(
            self.store, campaign
        )


@cache
def played(seed: int, steps: int) -> tuple[UUID, bytes]:
    history = History(seed)
    for _ in range(steps):
        history.step()
    return history.campaign, b"".join(export_lines(history.store, history.campaign, secrets=True))


Key = tuple[int, int, int, str, str, str, int | None]


def key(fact: Fact) -> Key:
    """Which event a fact is, of which version of which entry, and since when it is struck."""
    return fact.entry, fact.version, fact.seq, fact.aggregate, fact.type, fact.name, fact.struck


class Version(NamedTuple):
    """One version of an entry: the revision that made it (0: as first written), its events, and since when it is struck."""

    entry: int
    number: int
    rows: list[Any]
    struck: int | None


def versions(store: Store, campaign: UUID) -> Iterator[Version]:
    """Every version of every entry, asked for one by one: what the store says was known after each change of the past."""
    entries = store.entries(campaign, EntryFilter(limit=10**6))
    first = store.as_first_written(campaign, [entry.header.number for entry in entries])
    revisions = [entry.header for entry in entries if entry.header.kind == "revision"]
    for number in first:
        rows, version, known = first[number], 0, (1, False)
        for header in revisions:
            inserted = header.revision is not None and number in [each.entry for each in header.revision.inserts]
            then = store.entry(campaign, number, number if inserted else header.number)
            # A revision that is withdrawn, or stands again, has no other version for that.
            now = known if then is None else (then.versions, then.header.kind == "revision" and then.status == "struck")
            if now != known:
                yield Version(number, version, rows, header.number)
                version, known = header.number, now
                rows = [] if now[1] else store.events_of(campaign, [number], max(number, header.number))[number]
        yield Version(number, version, rows, None)


def expected(store: Store, campaign: UUID) -> list[Key]:
    """The facts of all versions."""
    rows = [key for each in versions(store, campaign) for key in _keys(each.entry, each.number, each.rows, each.struck)]
    return sorted(rows, key=lambda each: each[:3])


def expected_entries(store: Store, campaign: UUID) -> list[tuple[int, int, int | None, bool]]:
    """The rows of all versions of entries: (entry, version, struck, whether it has events). An insert begins with the version
    that the revision which inserted it gives it."""
    entries = store.entries(campaign, EntryFilter(limit=10**6))
    inserts = {entry.header.number for entry in entries if entry.header.after is not None}
    listed = [each for each in versions(store, campaign) if each.number or each.entry not in inserts]
    return sorted((each.entry, each.number, each.struck, bool(each.rows)) for each in listed)


def tapes(store: Store, campaign: UUID) -> list[tuple[int, str, int, int]]:
    """Every die on the tapes of the campaign as they are now, but for those that were drawn before: (entry, label, sides, value)."""
    entries = store.entries(campaign, EntryFilter(limit=10**6))
    restated = store.restatements(campaign, [entry.header.number for entry in entries])
    rows: list[tuple[int, str, int, int]] = []
    for entry in entries:
        number = entry.header.number
        dice = (*entry.header.tape, *(restated[number].tape if number in restated else ()))
        rows += [(number, d.label, d.sides, d.value) for d in dice if d.first_draw is None and d.was is None]
    return rows


def _keys(number: int, version: int, rows: list[Any], struck: int | None) -> Iterator[Key]:
    for seq, row in enumerate(rows):
        event = decode_event(row.topic, row.body)
        yield number, version, seq, row.ref, row.topic.partition(".")[0], event.name, struck


@contextmanager
def emptied(pool: ConnectionPool) -> Iterator[None]:
    """Takes every campaign out of the database afterwards."""
    yield
    with pool.connection() as connection:
        listing = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'"
        tables = [name for (name,) in connection.execute(listing)]
        connection.execute("".join(f"DELETE FROM {name};" for name in tables).encode())
