"""The append: one statement writes all rows of a transaction where the campaign's head still stands, or none.

The chain of the entries is computed here, from the head as this process knows it, and not in the database: a transaction
may hold several. The statement compares what it was computed from. It moves the head row on only where entry *and hash*
are those that were followed and each stream ends where its first new event goes on, and every insert is fed from the row
that this returns. A wrong guess writes nothing; and since the hash covers all that came before, numbers, positions and
path ids are right whenever it is. The row lock on the head lasts from the update to the commit, is the campaign's own,
and is the only one: no table lock, no sequence, no `NOTIFY`.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Any

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from domain.history.places import Place
from domain.ledger.postgres_ends import End, Ends
from domain.ledger.postgres_rows import TABLES, Rows, rows_of
from domain.ledger.records import Head, Transaction
from domain.ledger.store import CommandIdTaken, OutcomeUnknown, Stale
from domain.ledger.tables import DoesNotFit, Entropy, beginning, founded

Shape = tuple[tuple[str, bool], ...]
"""The tables a transaction has rows for, and whether it has several: each shape is a prepared statement of its own."""

_MOVE = """
WITH head AS (
    UPDATE heads SET entry = %(entry)s, position = %(position)s, hash = %(hash)s, paths = %(paths)s
    WHERE campaign_id = %(campaign)s AND entry = %(expected)s AND hash = %(before)s
    RETURNING entry
)"""
_MOVE_STREAMS = _MOVE.replace(
    "\n    RETURNING",
    """
    AND NOT EXISTS (
        SELECT FROM unnest(%(refs)s::text[], %(ends)s::bigint[]) AS s (ref, version) WHERE s.version <> coalesce(
            (SELECT max(version) FROM events WHERE campaign_id = %(campaign)s AND events.ref = s.ref), 0)
    )
    RETURNING""",
)
_FOUND = """
WITH founded AS (
    INSERT INTO campaigns (campaign_id, name, system, created_at, forked_from, forked_at)
    VALUES (%(campaign)s, %(name)s, %(system)s, %(created_at)s, %(forked_from)s, %(forked_at)s)
    ON CONFLICT DO NOTHING RETURNING campaign_id
), head AS (
    INSERT INTO heads (campaign_id, entry, position, hash, paths)
    SELECT campaign_id, %(entry)s, %(position)s, %(hash)s, %(paths)s FROM founded RETURNING entry
), amendment AS (
    INSERT INTO amendment_seeds (campaign_id, seed) SELECT %(campaign)s, %(amendment_seed)s FROM head
)"""
_ERASE = """, erased AS (
    UPDATE texts SET salt = NULL, words = NULL
    FROM head, unnest(%(erased_entries)s::bigint[], %(erased_indexes)s::int[]) AS e (entry, index)
    WHERE campaign_id = %(campaign)s AND texts.entry = e.entry AND texts.index = e.index
)"""
_UPSERT = " ON CONFLICT (campaign_id, ref) DO UPDATE SET version = excluded.version, body = excluded.body"


class Appender:
    """Appends to the campaigns of one database. Thread-safe; the pool's connections should commit each statement."""

    def __init__(self, pool: ConnectionPool, entropy: Entropy = secrets.token_bytes) -> None:
        self.pool = pool
        self.ends = Ends(pool)
        self._entropy = entropy

    def append(self, transaction: Transaction, *, any_version: bool = False) -> Head:
        """All of it or nothing. `any_version` lets a stream go on with any version that it does not have yet.

        Raises Stale, CommandIdTaken, UnknownCampaign, DoesNotFit, OutcomeUnknown.
        """
        end = self._end(transaction)
        rows = rows_of(transaction, end, self._anchors(transaction), self._entropy)
        statement, parameters = _statement_of(transaction, end, rows, any_version)
        try:
            moved = self._execute(statement, parameters)
        except (PoolTimeout, PoolClosed):
            raise  # nothing was sent
        except psycopg.OperationalError as error:
            self.ends.forget(transaction.campaign)
            raise OutcomeUnknown([record.header.command_id for record in transaction.records]) from error
        except errors.UniqueViolation as error:
            raise self._collision(transaction, error) from error
        if not moved:
            raise self._refusal(transaction, end)
        self.ends.moved(transaction.campaign, end, rows.head, rows.new_paths)
        return rows.head

    def _execute(self, statement: bytes, parameters: dict[str, Any]) -> bool:
        """Whether the head moved."""
        with self.pool.connection() as connection:
            return connection.execute(statement, parameters, prepare=True, binary=True).fetchone() is not None

    def _end(self, transaction: Transaction) -> End:
        if transaction.founding is None:
            return self.ends.at(transaction.campaign, transaction.expected)
        founded(transaction)
        if transaction.expected != 0:
            raise Stale(transaction.campaign, transaction.expected)
        return End(beginning(transaction.campaign), {})

    def _anchors(self, transaction: Transaction) -> dict[int, Place]:
        """The places of the stored entries that inserts of this transaction stand after. They never change."""
        wanted = [record.header.after for record in transaction.records if record.header.after is not None]
        if not wanted:
            return {}
        query = "SELECT number, place FROM entries WHERE campaign_id = %s AND number = ANY(%s::bigint[])"
        with self.pool.connection() as connection:
            found = connection.execute(query, [transaction.campaign, wanted], binary=True).fetchall()
        return {number: tuple(place) for number, place in found}

    def _collision(self, transaction: Transaction, error: errors.UniqueViolation) -> Exception:
        """What a unique key was violated by: a command id that is taken, or rows that no ledger can hold."""
        if error.diag.constraint_name != "entries_command_id":
            return DoesNotFit(f"the ledger holds already what entry {transaction.expected + 1} would add: {error}")
        numbers: dict[str, int] = {}
        for record in transaction.records:
            taken = numbers.setdefault(record.header.command_id, record.header.number)
            if taken != record.header.number:
                return CommandIdTaken(record.header.command_id, taken)
        query = "SELECT command_id, number FROM entries WHERE campaign_id = %s AND command_id = ANY(%s) ORDER BY number"
        with self.pool.connection() as connection:
            row = connection.execute(query, [transaction.campaign, list(numbers)]).fetchone()
        return Stale(transaction.campaign, transaction.expected) if row is None else CommandIdTaken(*row)

    def _refusal(self, transaction: Transaction, end: End) -> Exception:
        """Why the head did not move: it stands elsewhere, or a stream does."""
        self.ends.forget(transaction.campaign)
        if transaction.founding is None and self.ends.read(transaction.campaign).head == end.head:
            return DoesNotFit(f"entry {transaction.expected + 1} does not go on where one of its streams ends")
        return Stale(transaction.campaign, transaction.expected)


def _statement_of(transaction: Transaction, end: End, rows: Rows, any_version: bool) -> tuple[bytes, dict[str, Any]]:
    founding = transaction.founding
    head = rows.head
    parameters: dict[str, Any] = {"campaign": transaction.campaign, "entry": head.entry, "position": head.position}
    parameters |= {"hash": head.hash, "paths": head.paths}
    if founding is None:
        start = "streams" if rows.streams and not any_version else "move"
        parameters |= {"expected": end.head.entry, "before": end.head.hash}
        parameters |= {"refs": list(rows.streams), "ends": list(rows.streams.values())}
    else:
        row = founding.campaign
        start = "found"
        parameters |= {"name": row.name, "system": row.system, "created_at": row.created_at}
        parameters |= {"forked_from": row.forked_from, "forked_at": row.forked_at}
        parameters |= {"amendment_seed": founding.amendment_seed}
    for table, filled in rows.tables.items():
        values = filled[0] if len(filled) == 1 else [list(column) for column in zip(*filled, strict=True)]
        parameters |= zip((f"{table}_{name}" for name in TABLES[table]), values, strict=True)
    if rows.erased:
        parameters["erased_entries"], parameters["erased_indexes"] = map(list, zip(*rows.erased, strict=True))
    shape = tuple((table, len(filled) > 1) for table, filled in rows.tables.items())
    return _statement(start, shape, bool(rows.erased)), parameters


_STARTS = {"move": _MOVE, "streams": _MOVE_STREAMS, "found": _FOUND}


@lru_cache(maxsize=256)
def _statement(start: str, shape: Shape, erases: bool) -> bytes:
    inserts = "".join(_insert(table, many) for table, many in shape)
    return f"{_STARTS[start]}{inserts}{_ERASE if erases else ''}\nSELECT entry FROM head".encode()


def _insert(table: str, many: bool) -> str:
    """One row comes as single values, which cost the client far less than arrays of one."""
    columns = TABLES[table]
    names = ", ".join(columns)
    on_conflict = _UPSERT if table == "states" else ""
    if many:
        sent = ", ".join(f"%({table}_{name})s::{_sent(kind)}[]" for name, kind in columns.items())
        cast = ", ".join(f"u.{name}::{kind}" if kind.endswith("[]") else f"u.{name}" for name, kind in columns.items())
        values = f"{cast} FROM head, unnest({sent}) AS u ({names})"
    else:
        values = ", ".join(f"%({table}_{name})s::{kind}" for name, kind in columns.items()) + " FROM head"
    return f", into_{table} AS (\n    INSERT INTO {table} (campaign_id, {names}) SELECT %(campaign)s, {values}{on_conflict}\n)"


def _sent(kind: str) -> str:
    """The type in which one value is sent: arrays go as text, since arrays of arrays of different lengths cannot."""
    return "text" if kind.endswith("[]") else kind
