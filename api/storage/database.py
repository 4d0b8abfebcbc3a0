"""The database of an installation: its connections, its schema, and whether it can be used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

from api.storage import StorageFailed, embedded
from api.storage.backup import before_migrating
from api.storage.reviving import kept_up
from domain.ledger.postgres.migrations import LEDGER, Schemas, migrate, read
from domain.ledger.postgres.store import CountingPool, pool_to
from projections.runner import PROJECTIONS

Pool = CountingPool

SCHEMAS: Final[Schemas] = {**LEDGER, "accounts": Path(__file__).parent / "schema", **PROJECTIONS}

THREADS: Final = 16
"""The number of requests that a process works on at once; others wait."""

_OURS: Final = {schema: len(read(folder)) for schema, folder in SCHEMAS.items()}
"""The number of migrations of each schema in the release that this process runs, even if a newer one is installed
meanwhile.
"""

CONNECTIONS: Final = THREADS + 4
"""The maximum number of connections of a process: one for each request, and some for requests that hold two for a
moment.
"""

UNREACHABLE: Final = (psycopg.OperationalError, PoolTimeout, PoolClosed)
"""Errors of a database that is down, shutting down, or has no free connection."""

FULL: Final = psycopg.errors.DiskFull
"""The error of a database whose disk is full. The statement has written nothing."""

GIVEN_UP: Final = (psycopg.errors.LockNotAvailable, psycopg.errors.QueryCanceled)
"""Errors of a statement that waited or took too long, or was cancelled. It has written nothing."""

UNANSWERED: Final = "the database does not answer; check that it runs and that RETCON_DATABASE_URL is right"

PATIENCE: Final = 10
"""Seconds that a database at an address has for its first answer."""


class DatabaseUnreachable(StorageFailed):
    """The database does not answer, or has no connection to spare."""

    slug = "database-unreachable"


class DatabaseRefused(StorageFailed):
    """The database answers, and refuses this user, this password or this name of a database."""

    slug = "database-refused"

    def __init__(self, words: str) -> None:
        super().__init__(
            f"the database refuses the connection ({words}); check user, password and database in RETCON_DATABASE_URL"
        )


@contextmanager
def opened(url: str | None, data_dir: Path, *, backups: bool = True) -> Iterator[Pool]:
    """Connections to a migrated database: the one at `url`, or the embedded one in the data folder.

    With `backups` one that holds something is backed up into the data folder before it is migrated.
    Raises StorageFailed where it cannot be made, reached or backed up, and SchemaRefused where it belongs to another
    release.
    """
    with _located(url, data_dir) as address:
        before = partial(before_migrating, address, SCHEMAS, data_dir) if backups else _nothing
        with _connected(address) as connection, _answering():
            migrate(connection, SCHEMAS, before=before)
        with pool_to(address, CONNECTIONS) as pool:
            with _answering():
                # For a caller that comes before the first connection is there, it would open another one.
                pool.wait(PATIENCE)
            yield pool


@contextmanager
def _answering() -> Iterator[None]:
    """Tell a database that is lost. Raises DatabaseUnreachable."""
    try:
        yield
    except UNREACHABLE as error:
        raise DatabaseUnreachable(UNANSWERED) from error


@contextmanager
def reached(url: str | None, data_dir: Path) -> Iterator[str]:
    """The address of the database, migrated or not: the one at `url`, or the embedded one, made where there is none.

    Raises StorageFailed where it cannot be made or reached.
    """
    with _located(url, data_dir) as address:
        if url is not None:
            check_reached(url)
        yield address


@contextmanager
def _located(url: str | None, data_dir: Path) -> Iterator[str]:
    """The address of the database: the one at `url`, whether it answers or not, or the embedded one, made where there is none."""
    if url is not None:
        yield url
        return
    with embedded.start(data_dir) as server, kept_up(server):
        yield server.uri


def check_reached(url: str) -> None:
    """Check that the database at an address can be opened. Raises DatabaseRefused where it answers and refuses, else
    DatabaseUnreachable.
    """
    _connected(url).close()


def _connected(url: str) -> psycopg.Connection:
    """Open a connection. Raises DatabaseRefused where the database answers and refuses, else DatabaseUnreachable."""
    try:
        return psycopg.connect(url, autocommit=True, connect_timeout=PATIENCE)
    except psycopg.OperationalError as error:
        if (sentence := _refusal(error)) is not None:
            raise DatabaseRefused(sentence) from error
        raise DatabaseUnreachable(UNANSWERED) from error


def _refusal(error: psycopg.OperationalError) -> str | None:
    """The words in which a server refuses a connection; None where none answered. They never repeat a password."""
    asked = error.pgconn is not None and (error.pgconn.needs_password or error.pgconn.used_password)
    _, answered, words = str(error).partition("FATAL: ")
    if answered:
        return words.strip().splitlines()[0]
    return "it asks for a password" if asked else None


def _nothing(_missing: object) -> None:
    return None


MISSING: Final = "migrations are missing; they are applied when the service starts"


def trouble(pool: Pool) -> str | None:
    """Why the database cannot serve requests now, in a sentence; None where it can. Changes nothing."""
    try:
        with pool.connection(timeout=2.0) as connection:
            rows = connection.execute("SELECT schema, count(*) FROM migrations GROUP BY schema").fetchall()
    except psycopg.errors.UndefinedTable:
        return MISSING
    except (psycopg.Error, PoolTimeout):
        return "the database does not answer"
    applied: dict[str, int] = dict(rows)
    if any(applied.get(schema, 0) < count for schema, count in _OURS.items()):
        return MISSING
    if any(applied.get(schema, 0) > count for schema, count in _OURS.items()):
        return "a newer release has migrated the database"
    return None
