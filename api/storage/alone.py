"""Locks for work that only one process at a time may do, on any machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from api.storage.database import Pool


@contextmanager
def alone(pool: Pool, *doing: str) -> Iterator[None]:
    """Hold the database's locks named `doing` during the block; other processes wait for them.

    The locks belong to the connection: they end with this process in any case.
    """
    with pool.connection() as connection, connection.transaction():
        wait_alone(connection, *doing)
        yield


def wait_alone(connection: psycopg.Connection[Any], *doing: str) -> None:
    """Take locks by their names, in this order, until the transaction of the connection ends."""
    for name in doing:
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
