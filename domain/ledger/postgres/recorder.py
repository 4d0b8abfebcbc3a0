"""The recorder of a campaign on PostgreSQL, and the applications of all campaigns of a database.

One statement writes all rows of a transaction where the campaign's head still stands, or none. The chain of its entries is
computed here, from the head as this process knows it, and not in the database: a transaction
may hold several. The statement compares what it was computed from. It moves the head row on only where entry *and hash*
are those that were followed and each stream ends where its first new event goes on, and every insert is fed from the row
that this returns. A wrong guess writes nothing; and since the hash covers all that came before, numbers, positions and
path ids are right whenever it is. The row lock on the head lasts from the update to the commit, is the campaign's own,
and is the only one: no table lock, no sequence, no `NOTIFY`.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

import psycopg
from eventsourcing.persistence import Notification
from psycopg import errors
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from domain.ledger.appending import KEPT, CampaignApplication, LedgerRecorder, Streamed, StreamPart
from domain.ledger.postgres.entries import NOW, Database
from domain.ledger.postgres.rows import ChainEnd, rows_of
from domain.ledger.postgres.statement import statement_of
from domain.records.entries import Head, Transaction
from domain.records.positions import Place
from domain.records.rows import DoesNotFit, Entropy, Written, founded
from domain.records.store import CommandIdTaken, OutcomeUnknown, Stale, UnknownCampaign

CAMPAIGNS_KEPT = 256
"""The number of campaigns kept; the longest unused is dropped, and costs one read when it comes back."""

_NEWER = """
SELECT entry, position, hash, paths,
    ARRAY(SELECT path FROM paths WHERE campaign_id = %(campaign)s AND id > %(known)s ORDER BY id)
FROM heads WHERE campaign_id = %(campaign)s
"""

_STREAM: Final = """SELECT ref, version, topic, body, position, entry FROM events
WHERE campaign_id = %(campaign)s AND ref = %(ref)s"""
_PARTS: Final = {
    "gt": "AND version > %(gt)s",
    "lte": "AND version <= %(lte)s",
    "up_to_entry": """AND version < coalesce((
    SELECT version FROM events
    WHERE campaign_id = %(campaign)s AND ref = %(ref)s AND version > %(after)s AND entry > %(up_to_entry)s
    ORDER BY version LIMIT 1
), %(now)s)""",
}
"""The parts of a stream that may be asked for. Versions and entries rise together, so that the index on versions does."""


def stream_query(*parts: str, desc: bool) -> str:
    """The question for a stream, bounded by these parts, with its parameters by name."""
    order = f"ORDER BY version {'DESC' if desc else 'ASC'} LIMIT %(limit)s"
    return "\n".join((_STREAM, *(_PARTS[name] for name in parts), order))


class ChainEnds:
    """The newest end known of each campaign, so that an append needs no read before it. Thread-safe.

    An end may be behind: another process has appended. That does no harm, since every append carries the hash it follows.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._known: OrderedDict[UUID, ChainEnd] = OrderedDict()

    def at(self, campaign: UUID, expected: int) -> ChainEnd:
        """The end at this entry. Raises Stale where the campaign stands elsewhere, and UnknownCampaign."""
        end = self._kept(campaign)
        if end is None or end.head.entry != expected:
            end = self.read(campaign)
        if end.head.entry != expected:
            raise Stale(campaign, expected)
        return end

    def newest(self, campaign: UUID) -> ChainEnd:
        """The newest end known here, possibly behind. Raises UnknownCampaign."""
        return self._kept(campaign) or self.read(campaign)

    def read(self, campaign: UUID) -> ChainEnd:
        """The end as it is now; only paths that are new here are fetched. Raises UnknownCampaign."""
        kept = self._kept(campaign) or ChainEnd(Head(0, 0, b"", 0))
        known = kept.head.paths
        with self._pool.connection() as connection:
            row = connection.execute(_NEWER, {"campaign": campaign, "known": known}, binary=True).fetchone()
        if row is None:
            raise UnknownCampaign(campaign)
        *head, paths = row
        ids = range(known + 1, known + 1 + len(paths))
        return self.moved(campaign, kept, Head(*head), zip(paths, ids, strict=True), {})

    def moved(
        self, campaign: UUID, end: ChainEnd, head: Head, paths: Iterable[tuple[str, int]], streams: Mapping[str, int]
    ) -> ChainEnd:
        """Keep the head that follows on this end, with the paths interned between and the streams that have grown.

        The answer is the newest end known.
        """
        with self._lock:
            end.path_ids.update(paths)
            end.streams.update(streams)
            kept = self._known.get(campaign)
            if kept is None or kept.head.entry <= head.entry:
                kept = self._known[campaign] = ChainEnd(head, end.path_ids, end.streams)
            self._known.move_to_end(campaign)
            while len(self._known) > CAMPAIGNS_KEPT:
                self._known.popitem(last=False)
            return kept

    def forget(self, campaign: UUID) -> None:
        """Know nothing of a campaign any more: what was known has proved wrong, or its outcome is not known."""
        with self._lock:
            self._known.pop(campaign, None)

    def _kept(self, campaign: UUID) -> ChainEnd | None:
        with self._lock:
            end = self._known.get(campaign)
            if end is not None:
                self._known.move_to_end(campaign)
            return end


class PostgresRecorder(Database, LedgerRecorder):
    """A campaign's ledger on PostgreSQL as the library reads and writes it."""

    def __init__(
        self, pool: ConnectionPool, campaign: UUID, ends: ChainEnds, entropy: Entropy = secrets.token_bytes
    ) -> None:
        Database.__init__(self, pool)
        LedgerRecorder.__init__(self, campaign)
        self._ends = ends
        self._entropy = entropy

    def write(self, transaction: Transaction) -> Written:
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
            self._ends.forget(transaction.campaign)
            if error.diag.severity_nonlocalized == "ERROR":
                raise  # the server has said that it took the statement back: it is full, or was told to
            raise OutcomeUnknown([record.header.command_id for record in transaction.records]) from error
        except errors.UniqueViolation as error:
            raise self._collision(transaction, error) from error
        if not moved:
            raise self._refusal(transaction, end)
        self._ends.moved(transaction.campaign, end, rows.head, rows.new_paths, rows.grown)
        return Written(rows.head, rows.entries)

    def _sent(self, statement: bytes, values: list[Any]) -> bool:
        """Whether the head moved. A connection prepares each shape of statement when it first comes up."""
        connection = self.pool.getconn()
        try:
            return psycopg.RawCursor(connection).execute(statement, values, prepare=True, binary=True).rowcount == 1
        finally:
            self.pool.putconn(connection)

    def _end(self, transaction: Transaction) -> ChainEnd:
        if transaction.founding is None:
            return self._ends.at(transaction.campaign, transaction.expected)
        head = founded(transaction).head
        if transaction.expected != head.entry:
            raise Stale(transaction.campaign, transaction.expected)
        return ChainEnd(head)

    def _anchors(self, transaction: Transaction) -> dict[int, Place]:
        """The places of the stored entries that inserts of this transaction stand after. They never change."""
        wanted = [record.header.after for record in transaction.records if record.header.after is not None]
        if not wanted:
            return {}
        query = "SELECT number, place FROM entries WHERE campaign_id = %s AND number = ANY(%s::bigint[])"
        with self.pool.connection() as connection:
            rows = connection.execute(query, [transaction.campaign, wanted], binary=True).fetchall()
        return {number: tuple(place) for number, place in rows}

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

    def _refusal(self, transaction: Transaction, end: ChainEnd) -> Exception:
        """Why the head did not move: it stands elsewhere, or a stream does."""
        self._ends.forget(transaction.campaign)
        if transaction.founding is None and self._ends.read(transaction.campaign).head == end.head:
            return DoesNotFit(f"entry {transaction.expected + 1} does not go on where one of its streams ends")
        return Stale(transaction.campaign, transaction.expected)

    def stream_part(self, wanted: StreamPart) -> Sequence[Streamed]:
        asked = {"gt": wanted.gt, "lte": wanted.lte, "up_to_entry": wanted.up_to_entry}
        query = stream_query(*(name for name, value in asked.items() if value is not None), desc=wanted.desc)
        beside = {"ref": wanted.ref, "limit": wanted.limit, "after": wanted.gt or 0, "now": NOW}
        return [Streamed(*row) for row in self._rows_of(self.campaign, query, **asked, **beside)]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        query = f"""
            SELECT ref, version, topic, body, position FROM events
            WHERE campaign_id = %(campaign)s AND position > %(after)s
            {"AND position <= %(stop)s" if stop is not None else ""} {"AND topic = ANY(%(topics)s)" if topics else ""}
            ORDER BY position LIMIT %(limit)s
        """
        after = 0 if start is None else start - inclusive_of_start
        rows = self._rows_of(self.campaign, query, after=after, stop=stop, topics=list(topics), limit=limit)
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        return self.head(self.campaign).position or None


class Applications:
    """The campaigns of a database as applications, each built when it is first asked for. Thread-safe.

    The pool's connections should commit each statement.
    """

    def __init__(self, pool: ConnectionPool, entropy: Entropy = secrets.token_bytes) -> None:
        self._pool = pool
        self._ends = ChainEnds(pool)
        self._entropy = entropy
        self.of = lru_cache(maxsize=KEPT)(self._built)
        """A campaign's application; there need not be such a campaign yet."""

    def forget(self, campaign: UUID) -> None:
        """Know nothing of where a campaign stands: it is written otherwise than by an append."""
        self._ends.forget(campaign)

    def _built(self, campaign: UUID) -> CampaignApplication:
        return CampaignApplication(PostgresRecorder(self._pool, campaign, self._ends, self._entropy))
