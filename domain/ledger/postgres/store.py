"""The store of campaigns: the `Store` port on PostgreSQL 15 or later.

A store reads and appends; it changes no schema (`domain.ledger.postgres.migrations` does). Reads see what was committed, from any
process; several statements of one answer never disagree, since entries, events and paths are only ever added.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Self, cast
from uuid import UUID

import psycopg
from psycopg_pool import ConnectionPool

from domain.ledger.appending import CampaignApplication
from domain.ledger.postgres.derived import replace_checkpoints
from domain.ledger.postgres.entries import EntryReads
from domain.ledger.postgres.holding import OneConnection, hold
from domain.ledger.postgres.journaling import SETTING
from domain.ledger.postgres.raw import RawReads
from domain.ledger.postgres.recorder import Applications
from domain.ledger.postgres.restore import restored
from domain.ledger.postgres.streams import StreamReads
from domain.records.entries import Checkpoint, EpochSeeds, Founding, Head, RawEntry, StateRow, StoredRow, Transaction
from domain.records.rows import Entropy, Written
from domain.records.store import Store

CONNECTIONS = 8
"""The maximum number of connections of a store that is given an address and no pool."""

PATIENCE = 5.0
"""Seconds that a request waits for a connection before it is told that there is none."""

STATEMENT_PATIENCE = 300.0
"""Seconds after which a statement is given up, so that nothing ties up a thread for good. Looking a whole ledger through
takes far less."""

SILENCE = 30
"""Seconds without a sign of life after which the network is taken to be gone; the system itself would wait for hours."""

RECONNECTING = 2.0
"""Seconds for which a lost connection is sought again by itself; after that whenever a caller needs one.

The pauses between attempts double: were it longer, a database that comes back would stay unnoticed for as long again.
"""


class PostgresStore(EntryReads, StreamReads, RawReads):
    """A `Store` on a migrated database. The connections of a pool given to it must be in autocommit mode.

    Where it is given an address it opens a pool of its own, and is to be closed.
    """

    def __init__(self, database: ConnectionPool | str, entropy: Entropy = secrets.token_bytes) -> None:
        self._own = pool_to(database) if isinstance(database, str) else None
        pool = self._own if isinstance(database, str) else database
        assert pool is not None
        super().__init__(pool)
        self._applications = Applications(pool, entropy)

    def application(self, campaign: UUID) -> CampaignApplication:
        """A campaign as an application of the eventsourcing library; there need not be such a campaign yet."""
        return self._applications.of(campaign)

    def append(self, transaction: Transaction) -> Written:
        return self.application(transaction.campaign).append(transaction)

    def stream(
        self, campaign: UUID, ref: str, *, up_to_entry: int | None = None, since: Checkpoint | None = None
    ) -> list[StoredRow]:
        recorder, after = self.application(campaign).recorder, 0 if since is None else since.version
        return [event.row() for event in recorder.select_events(ref, gt=after, up_to_entry=up_to_entry)]

    def restore(
        self,
        founding: Founding,
        entries: Iterable[RawEntry],
        states: Iterable[StateRow],
        seeds: Iterable[EpochSeeds],
    ) -> Head:
        self._applications.forget(founding.campaign.id)
        return restored(self.pool, founding, entries, states, seeds)

    @contextmanager
    def hold(self, campaign: UUID) -> Iterator[Store]:
        with hold(self.pool, campaign) as connection:
            yield HoldingStore(connection)

    def replace_checkpoints(
        self, campaign: UUID, known_at: int, checkpoints: Sequence[Checkpoint], unfounded: Collection[str]
    ) -> None:
        replace_checkpoints(self.pool, campaign, known_at, checkpoints, unfounded)

    def close(self) -> None:
        """Close the pool where it is the store's own."""
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class HoldingStore(PostgresStore):
    """The store of those who hold a campaign's head: what they append stands when they let go of it."""

    def __init__(self, connection: OneConnection) -> None:
        super().__init__(cast("ConnectionPool", connection))
        self._holding = connection

    def append(self, transaction: Transaction) -> Written:
        written = super().append(transaction)
        self._holding.command_ids += [record.header.command_id for record in transaction.records]
        return written


class CountingPool(ConnectionPool[psycopg.Connection[Any]]):
    """A pool that counts how often the thread that asks has taken a connection: work that took none has read nothing."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._thread = threading.local()
        super().__init__(*arguments, **options)

    @property
    def taken(self) -> int:
        """The number of times that this thread has asked for a connection."""
        return getattr(self._thread, "taken", 0)

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[Any]:
        self._thread.taken = self.taken + 1
        return super().getconn(timeout)


def pool_to(url: str, connections: int = CONNECTIONS) -> CountingPool:
    """An open pool as a store needs it: every statement commits by itself, and is planned once on a connection, since the
    statements are written to go along indexes whatever is asked for; planning the longer ones takes longer than they do.

    Connections that the server has closed meanwhile are not handed out; all of them are sorted out when one is found.
    Nothing waits for good: not for a lock of another connection, nor for a database that says nothing any more.
    """

    def check(connection: psycopg.Connection[Any]) -> None:
        if _hung_up(connection):
            pool.check()
            pool.check_connection(connection)

    pool = CountingPool(
        url,
        min_size=1,
        max_size=connections,
        open=True,
        timeout=PATIENCE,
        reconnect_timeout=RECONNECTING,
        check=check,
        configure=_set_up,
        kwargs={"autocommit": True, "client_encoding": "utf8", "connect_timeout": round(PATIENCE)} | _LISTENING,
    )
    return pool


_LISTENING: Final = {"keepalives_idle": SILENCE // 3, "keepalives_interval": SILENCE // 6, "keepalives_count": 4} | {
    "tcp_user_timeout": SILENCE * 1000
}

_SETTINGS: Final = {
    SETTING: "on",
    "plan_cache_mode": "force_generic_plan",
    "lock_timeout": f"{PATIENCE}s",
    "statement_timeout": f"{STATEMENT_PATIENCE}s",
}


def _set_up(connection: psycopg.Connection[Any]) -> None:
    for name, value in _SETTINGS.items():
        connection.execute("SELECT set_config(%s, %s, false)", [name, value])


def _hung_up(connection: psycopg.Connection[Any]) -> bool:
    """Whether the server has closed the connection, perhaps behind some last words. Costs no round trip."""
    try:
        connection.pgconn.consume_input()
        connection.pgconn.consume_input()
    except psycopg.OperationalError:
        return True
    return False
