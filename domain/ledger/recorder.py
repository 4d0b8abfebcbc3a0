"""A recorder of the eventsourcing library that is bound to one campaign and writes through the ledger's append."""

from __future__ import annotations

import hashlib
import threading
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    Notification,
    ProgrammingError,
    StoredEvent,
    Subscription,
)

from domain.ledger.mapper import events_in
from domain.ledger.postgres_append import Appender
from domain.ledger.records import Header, NewRow, Record, Transaction
from domain.ledger.store import Stale
from domain.ledger.tables import DoesNotFit

POLL_SECONDS = 0.02
"""How long a subscription that has caught up waits before it looks again."""

BATCH = 500
"""How many notifications a subscription reads at once."""


class CampaignRecorder(ApplicationRecorder):
    """The library's view of one campaign's ledger: streams by reference, notification ids are positions without gaps.

    `insert_events` takes the transaction its events are part of and appends that: header, chain, reads, states and all.
    Called without one (as the library's contract for recorders does), it makes the entry that a ledger needs: a `record`
    without a member, at the campaign's head, repeated where somebody else was faster. Nothing else writes such entries.
    """

    def __init__(self, appender: Appender, campaign: UUID) -> None:
        self.campaign = campaign
        self._appender = appender
        self._pool = appender.pool
        self._turn = threading.Lock()

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, transaction: Transaction | None = None, **_tracking: Any
    ) -> Sequence[int] | None:
        """The positions of these events. Raises IntegrityError where a stream has one of these versions already, and with
        a transaction whatever its append raises; ProgrammingError where the events are not those of the transaction."""
        if transaction is None:
            last = self._record(stored_events) if stored_events else 0
        else:
            self._check(stored_events, transaction)
            last = self._appender.append(transaction).position
        return list(range(last - len(stored_events) + 1, last + 1))

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        query = f"""
            SELECT ref, version, topic, body FROM events WHERE campaign_id = %(campaign)s AND ref = %(ref)s
            {"AND version > %(gt)s" if gt is not None else ""} {"AND version <= %(lte)s" if lte is not None else ""}
            ORDER BY version {"DESC" if desc else "ASC"} LIMIT %(limit)s
        """
        rows = self._rows(query, ref=str(originator_id), gt=gt, lte=lte, limit=limit)
        return [StoredEvent(*row) for row in rows]

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
        rows = self._rows(query, after=after, stop=stop, topics=list(topics), limit=limit)
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        rows = self._rows("SELECT position FROM heads WHERE campaign_id = %(campaign)s AND position > 0")
        return rows[0][0] if rows else None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        return CatchingUp(self, gt, topics)

    def _rows(self, query: str, **parameters: Any) -> list[tuple[Any, ...]]:
        with self._pool.connection() as connection:
            given = {"campaign": self.campaign, **parameters}
            return connection.execute(query.encode(), given, binary=True).fetchall()

    def _check(self, given: Sequence[StoredEvent], transaction: Transaction) -> None:
        if transaction.campaign != self.campaign or list(given) != events_in(transaction):
            raise ProgrammingError(
                "the transaction must be of this campaign, and hold exactly the events given with it"
            )

    def _record(self, given: Sequence[StoredEvent]) -> int:
        """Append events in an entry of their own; the position of the last one."""
        with self._turn:
            while True:
                entry = self._appender.ends.newest(self.campaign).head.entry
                try:
                    return self._appender.append(self._plain(entry, given), any_version=True).position
                except Stale:
                    self._appender.ends.read(self.campaign)
                except DoesNotFit as error:
                    raise IntegrityError(error) from error

    def _plain(self, expected: int, given: Sequence[StoredEvent]) -> Transaction:
        events = tuple(
            NewRow(str(event.originator_id), event.originator_version, event.topic, "note", event.state)
            for event in given
        )
        command_id = str(uuid4())
        header = Header(
            number=expected + 1,
            kind="record",
            command_id=command_id,
            member="",
            at=datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
            deed=expected + 1,
        )
        digest = hashlib.sha256(command_id.encode()).digest()
        record = Record(header=header, request_digest=digest, events=events)
        return Transaction(campaign=self.campaign, expected=expected, records=(record,))


class CatchingUp(Subscription[ApplicationRecorder]):
    """Reads batch after batch, and where there is nothing new looks again after a while. `stop` ends the wait at once.

    It holds no connection while it waits, and needs no NOTIFY, which would put the commits of all campaigns in one queue.
    """

    def __init__(self, recorder: ApplicationRecorder, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder, gt, topics)
        self._read: deque[Notification] = deque()
        self._stopped = threading.Event()

    def stop(self) -> None:
        super().stop()
        self._stopped.set()

    def __next__(self) -> Notification:
        while not self._stopped.is_set():
            if self._read:
                notification = self._read.popleft()
                self._last_notification_id = notification.id
                return notification
            newer = self._recorder.select_notifications(
                self._last_notification_id, BATCH, topics=self._topics, inclusive_of_start=False
            )
            self._read.extend(newer)
            if not newer:
                self._stopped.wait(POLL_SECONDS)
        raise StopIteration
