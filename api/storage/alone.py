"""Locks for work that only one process at a time may do, on any machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from api.storage.database import Pool


@contextmanager
def alone(pool: Pool, doing: str) -> Iterator[None]:
    """Hold the database's lock named `doing` during the block; other processes wait for it.

    The lock belongs to the connection: it ends with this process in any case.
    """
    with pool.connection() as connection, connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [doing])
        yield
