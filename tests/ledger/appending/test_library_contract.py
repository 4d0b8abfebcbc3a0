"""The recorders under the contract tests that the eventsourcing library ships for recorders."""

import threading
from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import ApplicationRecorder, IntegrityError, Notification, StoredEvent, Subscription
from eventsourcing.tests import persistence as library

from domain.ledger.appending import Append
from domain.ledger.checking.verify import verify
from domain.ledger.memory.store import MemoryStore
from domain.ledger.postgres.store import PostgresStore
from domain.records.entries import Header, NewRow, Record, Transaction
from domain.records.rows import DoesNotFit
from domain.records.store import Stale
from tests.ledger.builders import founding


class EntryForEach(ApplicationRecorder):
    """One of our recorders for events that come without an entry, as the library's tests have them.

    It gives what is inserted at once an entry of its own, at the head, and says a conflict as the library does. Some of
    those tests count the versions of a stream from 0, and never read them: they are counted from 1 here.
    """

    def __init__(self, store: PostgresStore | MemoryStore, campaign: UUID) -> None:
        self._store, self._campaign = store, campaign
        self._recorder = store.application(campaign).recorder
        self._turn = threading.Lock()

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        if not stored_events:
            return None
        shift = 1 - min(1, *(event.originator_version for event in stored_events), 1)
        rows = tuple(
            NewRow(str(event.originator_id), event.originator_version + shift, event.topic, "note", event.state)
            for event in stored_events
        )
        events = [StoredEvent(row.ref, row.version, row.topic, row.body) for row in rows]
        with self._turn:
            while True:
                try:
                    append = Append(self._transaction(self._store.head(self._campaign).entry, rows))
                    return list(self._recorder.insert_events(events, append=append))
                except Stale:
                    continue
                except DoesNotFit as error:
                    raise IntegrityError(error) from error

    def _transaction(self, expected: int, events: tuple[NewRow, ...]) -> Transaction:
        command_id, number = str(uuid4()), expected + 1
        at = "2031-05-01T20:00:00.000000Z"
        header = Header(number=number, kind="record", command_id=command_id, member="", at=at, deed=number)
        record = Record(header=header, request_digest=sha256(command_id.encode()).digest(), events=events)
        return Transaction(campaign=self._campaign, expected=expected, records=(record,))

    def select_events(self, originator_id: UUID | str, **asked: Any) -> Sequence[StoredEvent]:
        return self._recorder.select_events(originator_id, **asked)

    def select_notifications(self, *args: Any, **asked: Any) -> Sequence[Notification]:
        return self._recorder.select_notifications(*args, **asked)

    def max_notification_id(self) -> int | None:
        return self._recorder.max_notification_id()

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        return self._recorder.subscribe(gt, topics)


class RecorderOfEntries(library.ApplicationRecorderTestCase[ApplicationRecorder]):
    """Each recorder belongs to a campaign of its own, as yet without an entry. Our streams go by references, not UUIDs."""

    store: PostgresStore | MemoryStore

    def create_recorder(self) -> ApplicationRecorder:
        self.campaign = uuid4()
        begun = founding(self.campaign)
        self.store.append(Transaction(campaign=self.campaign, expected=0, records=(), founding=begun))
        return EntryForEach(self.store, self.campaign)

    def new_originator_id(self) -> UUID | str:
        return f"character/{uuid4()}"

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()

    def test_what_many_insert_at_once_is_one_chain(self) -> None:
        self.test_concurrent_no_conflicts()
        faults = {fault.what for fault in verify(self.store, self.campaign).faults}
        assert faults.isdisjoint({"number", "position", "digest", "link", "column", "head", "orphan"})


class TestPostgresRecorder(RecorderOfEntries):
    @pytest.fixture(autouse=True)
    def _on_postgres(self, postgres_store: PostgresStore) -> None:
        self.store = postgres_store


class TestMemoryRecorder(RecorderOfEntries):
    @pytest.fixture(autouse=True)
    def _in_memory(self) -> None:
        self.store = MemoryStore()


del RecorderOfEntries
