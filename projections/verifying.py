"""Verification of what follows the ledgers: facts are made once more, aside, and compared row by row."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final
from uuid import UUID

import msgspec
from psycopg import sql
from psycopg_pool import ConnectionPool

from domain.ledger.faults import Fault, survived
from domain.ledger.journal import snapshot
from domain.ledger.journaling import Connection
from domain.ledger.store import Store
from domain.ledger.verify import Progress, Remembered, Verification, verify
from projections.facts import Fact, Facts
from projections.runner import BATCH

LISTED: Final = 10
"""How many rows of a generation that are wrong are named; the others are counted."""

KEYS: Final = {"dead_letters": ("campaign_id", "projection")}
"""The tables of the projections that are in the journal, each with the columns of its key."""


class _Tracked(msgspec.Struct, frozen=True):
    """How far a generation of a projection is said to have come."""

    projection: str
    generation: int
    entry: int
    live: bool


_TRACKED: Final = """
SELECT projection, generation, entry, live FROM tracking WHERE campaign_id = %s ORDER BY projection, generation
"""
_GENERATIONS: Final = "SELECT DISTINCT generation FROM facts WHERE campaign_id = %s"
_HEAD: Final = "SELECT entry FROM heads WHERE campaign_id = %s"
_ASIDE: Final = sql.Identifier("pg_temp", "facts_anew")
_MAKE_ASIDE: Final = "CREATE TABLE {aside} (LIKE facts INCLUDING INDEXES) ON COMMIT DROP"
_COMPARED: Final = """
SELECT coalesce(a.entry, b.entry), coalesce(a.version, b.version), coalesce(a.seq, b.seq), b.entry IS NULL
FROM (SELECT * FROM facts WHERE campaign_id = %(campaign)s AND generation = %(generation)s) a
FULL JOIN {aside} b ON a.entry = b.entry AND a.version = b.version AND a.seq = b.seq
WHERE ROW({held}) IS DISTINCT FROM ROW({due}) ORDER BY 1, 2, 3
"""


def verify_whole(
    pool: ConnectionPool,
    store: Store,
    campaign: UUID,
    *,
    remembered: Remembered | None = None,
    progress: Progress | None = None,
) -> Verification:
    """Check a campaign's ledger, and what follows it. Raises UnknownCampaign."""
    checked = verify(store, campaign, remembered=remembered, progress=progress)
    faults = survived(None, "facts", "the facts", partial(fact_faults, pool, store, campaign))
    return msgspec.structs.replace(checked, faults=(*checked.faults, *faults))


def fact_faults(pool: ConnectionPool, store: Store, campaign: UUID) -> Iterator[Fault]:
    """What is wrong with a campaign's facts, and with how far they are said to have come."""
    with pool.connection() as connection, connection.transaction():
        snapshot(connection)
        tracked = [_Tracked(*row) for row in connection.execute(_TRACKED, [campaign]).fetchall()]
        generations = {generation for (generation,) in connection.execute(_GENERATIONS, [campaign]).fetchall()}
        head = connection.execute(_HEAD, [campaign]).fetchone()
        yield from _tracking_faults(tracked, generations, 0 if head is None else head[0])
        for each in tracked:
            if each.projection == Facts.name:
                yield from _generation_faults(connection, store, campaign, each)


def _tracking_faults(tracked: list[_Tracked], generations: set[int], head: int) -> Iterator[Fault]:
    for each in tracked:
        if each.projection != Facts.name:
            yield _fault(f"a projection {each.projection!r} is followed that there is not")
        elif each.entry > head:
            yield _fault(f"generation {each.generation} is said to have come to entry {each.entry}; the head is {head}")
    if tracked and sum(each.live for each in tracked) != 1:
        yield _fault("of the generations that there are, not one is the one that is read")
    for stray in sorted(generations - {each.generation for each in tracked if each.projection == Facts.name}):
        yield _fault(f"there are facts of generation {stray}, of which nothing says how far it has come")


def _generation_faults(connection: Connection, store: Store, campaign: UUID, of: _Tracked) -> Iterator[Fault]:
    """The rows of a generation that are not what the ledger gives. They are made in a table of its own."""
    connection.execute(sql.SQL(_MAKE_ASIDE).format(aside=_ASIDE))
    _make(connection, Facts(store, _ASIDE), store, campaign, of)
    held, due = (_columns(alias) for alias in "ab")
    query = sql.SQL(_COMPARED).format(aside=_ASIDE, held=held, due=due)
    wrong = connection.execute(query, {"campaign": campaign, "generation": of.generation}).fetchall()
    connection.execute(sql.SQL("DROP TABLE {}").format(_ASIDE))
    for entry, version, seq, stray in wrong[:LISTED]:
        row = f"fact {seq} of entry {entry} in version {version} (generation {of.generation})"
        yield Fault(entry, "facts", f"{row} is not what the ledger gives" + (": it gives none" if stray else ""))
    if len(wrong) > LISTED:
        yield _fault(f"{len(wrong) - LISTED} more facts of generation {of.generation} are not what the ledger gives")


def _make(connection: Connection, facts: Facts, store: Store, campaign: UUID, of: _Tracked) -> None:
    """Make the facts of a campaign up to the entry to which they are said to have come."""
    after = facts.begin(connection, campaign, of.generation)
    while page := [raw for raw in store.raw(campaign, after, BATCH) if raw.number <= of.entry]:
        facts.apply(connection, campaign, of.generation, page)
        after = page[-1].number


def _columns(alias: str) -> sql.Composed:
    return sql.SQL(", ").join(sql.Identifier(alias, name) for name in Fact.__struct_fields__)


def _fault(sentence: str) -> Fault:
    return Fault(None, "facts", sentence)
