"""Verification of what follows the ledgers: facts are made once more, aside, and compared row by row."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from psycopg import sql
from psycopg_pool import ConnectionPool

from domain.ledger.checking.faults import LedgerFault, survived
from domain.ledger.checking.verify import KnownEntry, LedgerVerification, Progress, verify
from domain.ledger.postgres.journal import snapshot
from domain.ledger.postgres.journaling import Connection
from domain.records.store import Store
from projections.facts.following import Facts
from projections.facts.rows import Fact, FactDie, FactEntry
from projections.facts.tables import TABLES, FactTables
from projections.projection import BATCH, NextEntries

LISTED: Final = 10
"""The number of faulty rows of a generation that are listed; the rest is counted."""

KEYS: Final = {"dead_letters": ("campaign_id", "projection")}
"""The tables of the projections that are in the journal, each with the columns of its key."""


class _Tracked(msgspec.Struct, frozen=True):
    """The recorded progress of a generation of a projection."""

    projection: str
    generation: int
    entry: int
    live: bool


_TRACKED: Final = """
SELECT projection, generation, entry, live FROM tracking WHERE campaign_id = %s ORDER BY projection, generation
"""
_GENERATIONS: Final = """
SELECT generation FROM facts WHERE campaign_id = %(campaign)s
UNION SELECT generation FROM fact_dice WHERE campaign_id = %(campaign)s
UNION SELECT generation FROM fact_entries WHERE campaign_id = %(campaign)s
"""
_HEAD: Final = "SELECT entry FROM heads WHERE campaign_id = %s"
_ASIDE: Final = FactTables(
    sql.Identifier("pg_temp", "facts_anew"),
    sql.Identifier("pg_temp", "fact_dice_anew"),
    sql.Identifier("pg_temp", "fact_entries_anew"),
)
_MAKE_ASIDE: Final = "CREATE TABLE {aside} (LIKE {table} INCLUDING INDEXES) ON COMMIT DROP"
_COMPARED: Final = """
SELECT {key}, b.entry IS NULL
FROM (SELECT * FROM {table} WHERE campaign_id = %(campaign)s AND generation = %(generation)s) a
FULL JOIN {aside} b ON {same}
WHERE ROW({held}) IS DISTINCT FROM ROW({due}) ORDER BY {key}
"""


class _Compared(NamedTuple):
    """A table that is compared: its rows, the columns that tell them apart, and how a row is named in a sentence."""

    rows: type[msgspec.Struct]
    key: tuple[str, ...]
    said: str


_ROWS: Final = (
    _Compared(Fact, ("entry", "version", "seq"), "fact {2} of entry {0} in version {1}"),
    _Compared(FactDie, ("entry", "number"), "die {1} of entry {0}"),
    _Compared(FactEntry, ("entry", "version"), "version {1} of entry {0}"),
)
"""The tables of facts, in the order of `FactTables`."""


def verify_whole(
    pool: ConnectionPool,
    store: Store,
    campaign: UUID,
    *,
    remembered: KnownEntry | None = None,
    progress: Progress | None = None,
) -> LedgerVerification:
    """Check a campaign's ledger, and what follows it. Raises UnknownCampaign."""
    checked = verify(store, campaign, remembered=remembered, progress=progress)
    faults = survived(None, "facts", "the facts", partial(fact_faults, pool, store, campaign))
    return msgspec.structs.replace(checked, faults=(*checked.faults, *faults))


def fact_faults(pool: ConnectionPool, store: Store, campaign: UUID) -> Iterator[LedgerFault]:
    """Yield faults in a campaign's facts, and in their recorded progress."""
    with pool.connection() as connection, connection.transaction():
        snapshot(connection)
        tracked = [_Tracked(*row) for row in connection.execute(_TRACKED, [campaign]).fetchall()]
        generations = {
            generation for (generation,) in connection.execute(_GENERATIONS, {"campaign": campaign}).fetchall()
        }
        head = connection.execute(_HEAD, [campaign]).fetchone()
        yield from _tracking_faults(tracked, generations, 0 if head is None else head[0])
        for each in tracked:
            if each.projection == Facts.name:
                yield from _generation_faults(connection, store, campaign, each)


def _tracking_faults(tracked: list[_Tracked], generations: set[int], head: int) -> Iterator[LedgerFault]:
    for each in tracked:
        if each.projection != Facts.name:
            yield _fault(f"a projection {each.projection!r} is followed that there is not")
        elif each.entry > head:
            yield _fault(f"generation {each.generation} is said to have come to entry {each.entry}; the head is {head}")
    if tracked and sum(each.live for each in tracked) != 1:
        yield _fault("of the generations that there are, not one is the one that is read")
    for stray in sorted(generations - {each.generation for each in tracked if each.projection == Facts.name}):
        yield _fault(f"there are facts of generation {stray}, of which nothing says how far it has come")


def _generation_faults(connection: Connection, store: Store, campaign: UUID, of: _Tracked) -> Iterator[LedgerFault]:
    """The rows of a generation that are not what the ledger gives. They are made in tables of their own."""
    for table, aside in zip(TABLES, _ASIDE, strict=True):
        connection.execute(sql.SQL(_MAKE_ASIDE).format(aside=aside, table=table))
    _make(connection, Facts(store, _ASIDE), store, campaign, of)
    for table, aside, compared in zip(TABLES, _ASIDE, _ROWS, strict=True):
        values = {"campaign": campaign, "generation": of.generation}
        wrong = connection.execute(_comparison(table, aside, compared), values).fetchall()
        for *key, stray in wrong[:LISTED]:
            row = f"{compared.said.format(*key)} (generation {of.generation})"
            yield LedgerFault(
                key[0], "facts", f"{row} is not what the ledger gives" + (": it gives none" if stray else "")
            )
        if len(wrong) > LISTED:
            yield _fault(
                f"{len(wrong) - LISTED} more facts of generation {of.generation} are not what the ledger gives"
            )
    for aside in _ASIDE:
        connection.execute(sql.SQL("DROP TABLE {}").format(aside))


def _comparison(table: sql.Identifier, aside: sql.Identifier, compared: _Compared) -> sql.Composed:
    """The query for the rows of a table that differ from those made aside."""
    key = sql.SQL(", ").join(
        sql.SQL("coalesce({}, {})").format(*(sql.Identifier(alias, name) for alias in "ab")) for name in compared.key
    )
    same = sql.SQL(" AND ").join(
        sql.SQL("{} = {}").format(*(sql.Identifier(alias, name) for alias in "ab")) for name in compared.key
    )
    actual, due = (
        sql.SQL(", ").join(sql.Identifier(alias, name) for name in compared.rows.__struct_fields__) for alias in "ab"
    )
    return sql.SQL(_COMPARED).format(key=key, table=table, aside=aside, same=same, held=actual, due=due)


def _make(connection: Connection, facts: Facts, store: Store, campaign: UUID, of: _Tracked) -> None:
    """Make the facts of a campaign up to the entry to which they are said to have come."""
    after = facts.begin(connection, campaign, of.generation)
    while page := [raw for raw in store.raw(campaign, after, BATCH) if raw.number <= of.entry]:
        facts.apply(connection, [NextEntries(campaign, of.generation, page)])
        after = page[-1].number


def _fault(sentence: str) -> LedgerFault:
    return LedgerFault(None, "facts", sentence)
