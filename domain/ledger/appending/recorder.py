"""A recorder of the eventsourcing library that is bound to one campaign: the one way in which events come into a ledger."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    Notification,
    ProgrammingError,
    StoredEvent,
    Subscription,
)

from domain.records.entries import Head, NewRow, StoredRow, Transaction
from domain.records.rows import Written

POLL_SECONDS = 0.02
"""Seconds that a subscription which has caught up waits before it looks again."""

BATCH = 500
"""How many notifications a subscription reads at once."""

Write = Callable[[Transaction], Written]
"""Write a transaction whole or not at all, where its campaign's head still stands; what was written."""


class Append:
    """A transaction on its way through the library; `written` is what a recorder has made of it."""

    def __init__(self, transaction: Transaction) -> None:
        self.transaction = transaction
        self.events = [event for record in transaction.records for event in record.events]
        self.written: Written | None = None


@dataclass(frozen=True)
class Streamed(Notification):
    """An event as a ledger keeps it: `id` is its position in the campaign, `entry` the entry that it belongs to."""

    entry: int

    def row(self) -> StoredRow:
        """The event as the store's port gives it."""
        return StoredRow(self.id, self.entry, str(self.originator_id), self.originator_version, self.topic, self.state)


@dataclass(frozen=True)
class StreamPart:
    """The part of a stream that is asked for: versions above `gt` and up to `lte`, at most `limit` of them, from the newest
    where `desc`; as it was right after entry `up_to_entry`, or as it is."""

    ref: str
    gt: int | None
    lte: int | None
    desc: bool
    limit: int | None
    up_to_entry: int | None


class LedgerRecorder(ApplicationRecorder):
    """The library's view of one campaign's ledger: streams by reference, notification ids are positions without gaps.

    Events are written with the entry that they belong to, never alone: `insert_events` takes the append that they are
    part of, and writes all of it: headers, chain, reads, texts, states. A store has no other way to write an entry.
    """

    def __init__(self, campaign: UUID, write: Write) -> None:
        self.campaign = campaign
        self._write = write

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, append: Append | None = None, **_tracking: Any
    ) -> Sequence[int]:
        """Write the append that these events are part of; gives their positions.

        Raises Stale, CommandIdTaken, UnknownCampaign, DoesNotFit, OutcomeUnknown as the store's port has it, and
        ProgrammingError where there is no append, or the events are not those of the append.
        """
        if append is None:
            raise ProgrammingError(
                "an event is written with its entry; give the transaction to CampaignApplication.append"
            )
        if append.transaction.campaign != self.campaign:
            raise ProgrammingError("the transaction must be of this campaign")
        check_same(stored_events, append.events)
        append.written = self._write(append.transaction)
        return positions(append.written.head, len(stored_events))

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
        up_to_entry: int | None = None,
    ) -> Sequence[Streamed]:
        """A stream as played, as the library asks for it; or as it was right after an entry."""
        wanted = StreamPart(str(originator_id), gt=gt, lte=lte, desc=desc, limit=limit, up_to_entry=up_to_entry)
        return self.stream_part(wanted)

    @abstractmethod
    def stream_part(self, wanted: StreamPart) -> Sequence[Streamed]:
        """A part of a stream as played."""

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        return CatchingUp(self, gt, topics)


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


def positions(head: Head, events: int) -> Sequence[int]:
    """The positions of the last so many events up to a head."""
    return range(head.position - events + 1, head.position + 1)


def check_same(given: Sequence[StoredEvent], own: Sequence[NewRow]) -> None:
    """Refuse events that the library hands on where they are not those of the entries, which is what the chain covers.

    Raises ProgrammingError.
    """
    same = len(given) == len(own) and all(
        event.state is row.body
        and event.topic == row.topic
        and event.originator_id == row.ref
        and event.originator_version == row.version
        for event, row in zip(given, own, strict=True)
    )
    if not same:
        raise ProgrammingError("what is written must hold exactly the events given with it")
