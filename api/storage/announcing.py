"""The store of a running service: it announces a new entry to every process on the database, once it is written, and
reports each append's duration and outcome to a watcher.

An announcement is a hint, never the entry itself: listeners read the tables, and also poll them now and then. So a hint
may be lost, late or wrong. It is sent outside the transaction that writes, whose commit would otherwise wait for those
of all other campaigns: PostgreSQL commits one notifying transaction at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from time import monotonic, perf_counter, sleep
from typing import Final, Literal
from uuid import UUID

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

from api.storage.database import Pool
from api.storage.room import Room
from domain.ledger.postgres.store import PostgresStore
from domain.records.entries import Transaction
from domain.records.rows import Written
from domain.records.store import CommandIdTaken, OutcomeUnknown, Stale, Store
from projections.logger import Logger

CHANNEL: Final = "retcon_entries"
"""The channel of announcements: the campaign's id, a space, and the number of its newest entry."""

PATIENCE: Final = 5.0
"""Seconds that a hint waits for a connection before it is given up."""

TOGETHER: Final = 0.025
"""Seconds in which a second hint waits for others: they go along in one statement. The first after a pause waits for nothing."""

_NOTIFY: Final = """
SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, hint) FROM unnest(%s::text[]) hint
"""
"""The statement writes no data that a crash could lose, so its commit need not wait for the disk."""

_log = Logger(__name__)


class Announcer:
    """Announces new entries in the background; those that arrive while it sends are sent together. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._speaker = ThreadPoolExecutor(1, thread_name_prefix="announcer")
        self._lock = threading.Lock()
        self._newest: dict[UUID, int] = {}
        self._next = 0.0

    def announce(self, campaign: UUID, entry: int) -> None:
        """Tell that the campaign has this entry now. Neither waits nor fails."""
        with self._lock:
            due = bool(self._newest)
            self._newest[campaign] = max(entry, self._newest.get(campaign, 0))
        if not due:
            with suppress(RuntimeError):  # it has finished: the readers that wait will look by themselves
                self._speaker.submit(self._speak)

    def finish(self) -> None:
        """Send the remaining announcements, and stop."""
        self._speaker.shutdown()

    def _speak(self) -> None:
        sleep(max(0.0, self._next - monotonic()))
        with self._lock:
            newest, self._newest = self._newest, {}
        hints = [f"{campaign} {entry}" for campaign, entry in newest.items()]
        try:
            with self._pool.connection(PATIENCE) as connection:
                connection.execute(_NOTIFY, [CHANNEL, hints])
        except (psycopg.Error, PoolTimeout, PoolClosed) as error:
            _log.info("not_announced", campaigns=len(hints), because=type(error).__name__)
        self._next = monotonic() + TOGETHER


Outcome = Literal["written", "moved", "repeated", "unknown", "failed"]
"""The outcome of an append: written; the head had moved, so the command is decided again; the command was carried out
before; the answer was lost; the database failed.
"""

Watcher = Callable[[Outcome, float, int], None]
"""Is told of each append: its outcome, its seconds, and how many entries it had."""


class WatchedStore(PostgresStore):
    """A store that announces each append once it is written, and reports its outcome to a watcher, where there is one.

    It writes only while there is `room`.
    """

    def __init__(self, pool: Pool, announcer: Announcer, room: Room | None = None) -> None:
        super().__init__(pool)
        self._announcer = announcer
        self._room = room
        self.watcher: Watcher | None = None

    @contextmanager
    def hold(self, campaign: UUID) -> Iterator[Store]:
        """Hold a campaign's head, as any store does; report and announce what was appended meanwhile. Raises DiskFull too."""
        if self._room is not None:
            self._room.check()
        begun = perf_counter()
        with super().hold(campaign) as store:
            before = store.head(campaign).entry
            yield store
            newest = store.head(campaign).entry
        if newest > before:
            self._announcer.announce(campaign, newest)
            if self.watcher is not None:
                self.watcher("written", perf_counter() - begun, newest - before)

    def append(self, transaction: Transaction) -> Written:
        """Append, as any store does. Raises DiskFull too."""
        begun = perf_counter()
        outcome: Outcome = "failed"
        try:
            if self._room is not None:
                self._room.check()
            written = super().append(transaction)
            self._announcer.announce(transaction.campaign, written.head.entry)
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
