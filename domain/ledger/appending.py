"""A campaign as an application of the eventsourcing library: every append of every store runs through here.

`CampaignApplication.append` saves the events of a transaction. The library has `EventMapper` give them their stored form and
hands them to `LedgerRecorder.insert_events`, which writes the whole transaction with `write`: one SQL statement in
`domain.ledger.postgres.recorder`, a change under a lock in `domain.ledger.memory.recorder`.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    ApplicationRecorder,
    JSONTranscoder,
    Mapper,
    Notification,
    ProgrammingError,
    StoredEvent,
    Subscription,
)

from domain.aggregates import Aggregate, begin, evolve
from domain.records.entries import Head, NewRow, StoredRow, Transaction
from domain.records.rows import Written
from domain.vocabulary.base import Event
from domain.vocabulary.stored import decode_event, encode_event, topic_of

POLL_SECONDS = 0.02
"""Seconds that a subscription which has caught up waits before it looks again."""

BATCH = 500
"""The number of notifications that a subscription reads at once."""

KEPT = 256
"""The number of campaigns' applications that a store keeps; the longest unused is dropped."""

_SETTINGS = {"PERSISTENCE_MODULE": "eventsourcing.popo", "IS_SNAPSHOTTING_ENABLED": "n", "AGGREGATE_CACHE_MAXSIZE": ""}
"""Settings that do not depend on the environment: the recorder is ours, and head states are their own snapshots."""


class LibraryEvent(msgspec.Struct, frozen=True):
    """An event in its stream: the envelope the library works with. `originator_id` is the reference of the aggregate."""

    originator_id: str
    originator_version: int
    body: Event


class EventMapper(Mapper[str]):
    """Tags for topics and canonical JSON for state; older versions are brought up to date on reading.

    An event on its way in (`NewRow`) is encoded already: a decision encodes each of its events once, since what a plan
    shows and what the chain covers are those bytes.
    """

    def __init__(self) -> None:
        super().__init__(transcoder=JSONTranscoder())

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        if isinstance(domain_event, NewRow):
            return StoredEvent(domain_event.ref, domain_event.version, domain_event.topic, domain_event.body)
        assert isinstance(domain_event, LibraryEvent)
        return StoredEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=topic_of(domain_event.body),
            state=encode_event(domain_event.body),
        )

    def to_domain_event(self, stored_event: StoredEvent) -> LibraryEvent:
        return LibraryEvent(
            str(stored_event.originator_id),
            stored_event.originator_version,
            decode_event(stored_event.topic, stored_event.state),
        )


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

    def __init__(self, campaign: UUID) -> None:
        self.campaign = campaign

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, append: Append | None = None, **_tracking: Any
    ) -> Sequence[int]:
        """Write the append that these events are part of, and return their positions.

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
        append.written = self.write(append.transaction)
        return positions(append.written.head, len(stored_events))

    @abstractmethod
    def write(self, transaction: Transaction) -> Written:
        """Write a transaction as a whole if its campaign's head is unchanged, else nothing; return the written entries."""

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
    """Refuse events from the library that differ from those of the entries, which the chain covers.

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


class CampaignApplication(Application[str]):
    """The library's own wiring over one campaign, with our recorder and our mapper; cheap to build."""

    name = "retcon"
    recorder: LedgerRecorder

    def __init__(self, recorder: LedgerRecorder) -> None:
        self._recorder = recorder
        super().__init__(_SETTINGS)

    def construct_mapper(self) -> Mapper[str]:
        return EventMapper()

    def construct_recorder(self) -> LedgerRecorder:
        return self._recorder

    def append(self, transaction: Transaction) -> Written:
        """Save the events of a transaction with all its rows, or nothing; return the written entries.

        Raises the errors of a recorder's `insert_events`.
        """
        append = Append(transaction)
        self.save(*append.events, append=append)
        assert append.written is not None, "the recorder has written it"
        return append.written

    def as_played(self, ref: str, version: int | None = None) -> Aggregate:
        """Return what the table believed of an aggregate, now or after that many events of its stream.

        Raises the library's AggregateNotFoundError where nothing ever happened to it.
        """
        # The library asks aggregates for an `id`, which it never reads; ours is called `ref`.
        return cast("Aggregate", self.repository.get(ref, version=version, projector_func=cast("Any", fold)))


def fold(aggregate: Aggregate | None, events: Iterable[LibraryEvent]) -> Aggregate | None:
    """The state after these events of one stream, on top of the one before them; None where there is neither."""
    for event in events:
        aggregate = aggregate or begin(event.originator_id)
        evolve(aggregate, event.body)
    return aggregate
