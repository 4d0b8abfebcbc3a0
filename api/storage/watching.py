"""Measurements of appends: duration, failed attempts, and the number of entries."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Literal

from api.storage.announcing import Announcer, AnnouncingStore
from api.storage.database import Pool
from api.storage.room import Room
from domain.records.entries import Transaction
from domain.records.rows import Written
from domain.records.store import CommandIdTaken, OutcomeUnknown, Stale

Outcome = Literal["written", "moved", "repeated", "unknown", "failed"]
"""The outcome of an append: written; the head had moved, so the command is decided again; the command was carried out
before; the answer was lost; the database failed.
"""

Watcher = Callable[[Outcome, float, int], None]
"""Is told of each append: its outcome, its seconds, and how many entries it had."""


class WatchedStore(AnnouncingStore):
    """A store that tells a watcher, where there is one, of each append, and writes only while there is `room`."""

    def __init__(self, pool: Pool, announcer: Announcer, room: Room | None = None) -> None:
        super().__init__(pool, announcer)
        self._room = room
        self.watcher: Watcher | None = None

    def append(self, transaction: Transaction) -> Written:
        """Append, as any store does. Raises DiskFull too."""
        begun = perf_counter()
        outcome: Outcome = "failed"
        try:
            if self._room is not None:
                self._room.check()
            written = super().append(transaction)
            outcome = "written"
            return written
        except Stale:
            outcome = "moved"
            raise
        except CommandIdTaken:
            outcome = "repeated"
            raise
        except OutcomeUnknown:
            outcome = "unknown"
            raise
        finally:
            if self.watcher is not None:
                self.watcher(outcome, perf_counter() - begun, len(transaction.records))
