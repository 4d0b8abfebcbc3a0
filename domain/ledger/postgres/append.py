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
from typing import Any

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from domain.ledger.postgres.ends import End, Ends
from domain.ledger.postgres.rows import rows_of
from domain.ledger.postgres.statement import statement_of
from domain.records.entries import Transaction
from domain.records.positions import Place
from domain.records.rows import DoesNotFit, Entropy, Written, founded
from domain.records.store import CommandIdTaken, OutcomeUnknown, Stale


class Appender:
    """Writes what recorders save. Thread-safe; the pool's connections should commit each statement."""

    def __init__(self, pool: ConnectionPool, entropy: Entropy = secrets.token_bytes) -> None:
        self.pool = pool
        self.ends = Ends(pool)
        self._entropy = entropy

    def append(self, transaction: Transaction) -> Written:
        """All of it or nothing; what was written.

        Raises Stale, CommandIdTaken, UnknownCampaign, DoesNotFit, OutcomeUnknown.
        """
        end = self._end(transaction)
        rows = rows_of(transaction, end, self._anchors(transaction), self._entropy)
        try:
            moved = self._sent(*statement_of(transaction, end, rows))
        except (PoolTimeout, PoolClosed):
            raise  # nothing was sent
        except psycopg.OperationalError as error:
            self.ends.forget(transaction.campaign)
            if error.diag.severity_nonlocalized == "ERROR":
                raise  # the server has said that it took the statement back: it is full, or was told to
            raise OutcomeUnknown([record.header.command_id for record in transaction.records]) from error
        except errors.UniqueViolation as error:
            raise self._collision(transaction, error) from error
        if not moved:
            raise self._refusal(transaction, end)
        self.ends.moved(transaction.campaign, end, rows.head, rows.new_paths, rows.grown)
        return Written(rows.head, rows.entries)

    def _sent(self, statement: bytes, values: list[Any]) -> bool:
        """Whether the head moved. A connection prepares each shape of statement when it first comes up."""
        connection = self.pool.getconn()
        try:
            return psycopg.RawCursor(connection).execute(statement, values, prepare=True, binary=True).rowcount == 1
        finally:
            self.pool.putconn(connection)

    def _end(self, transaction: Transaction) -> End:
        if transaction.founding is None:
            return self.ends.at(transaction.campaign, transaction.expected)
        head = founded(transaction).head
        if transaction.expected != head.entry:
            raise Stale(transaction.campaign, transaction.expected)
        return End(head)

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
        """Return the error for a violated unique key: a command id that is taken, or rows that no ledger can hold."""
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
