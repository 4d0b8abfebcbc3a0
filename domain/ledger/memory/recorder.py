"""The recorder of a campaign in memory: the twin of the PostgreSQL one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from uuid import UUID

from eventsourcing.persistence import Notification

from domain.ledger.appending import LedgerRecorder, Streamed, StreamPart
from domain.ledger.memory.ledger import MemoryLedger
from domain.records.entries import StoredRow, Transaction
from domain.records.rows import Written

Reading = Callable[[UUID], AbstractContextManager[MemoryLedger]]
"""Gives a campaign's ledger, locked against other writers meanwhile."""


class MemoryRecorder(LedgerRecorder):
    """A campaign's ledger in memory as the library reads and writes it."""

    def __init__(self, campaign: UUID, write: Callable[[Transaction], Written], reading: Reading) -> None:
        super().__init__(campaign)
        self._written = write
        self._reading = reading

    def write(self, transaction: Transaction) -> Written:
        return self._written(transaction)

    def stream_part(self, wanted: StreamPart) -> Sequence[Streamed]:
        with self._reading(self.campaign) as ledger:
            rows = ledger.stream(wanted.ref, wanted.up_to_entry, wanted.gt or 0)
        events = [_event(row) for row in rows if wanted.lte is None or row.version <= wanted.lte]
        return (events[::-1] if wanted.desc else events)[: wanted.limit]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        after = 0 if start is None else start - inclusive_of_start
        with self._reading(self.campaign) as ledger:
            rows = ledger.notified(after, stop)
        return [_event(row) for row in rows if not topics or row.topic in topics][:limit]

    def max_notification_id(self) -> int | None:
        with self._reading(self.campaign) as ledger:
            return ledger.tables.head.position or None


def _event(row: StoredRow) -> Streamed:
    return Streamed(row.ref, row.version, row.topic, row.body, row.position, row.entry)
