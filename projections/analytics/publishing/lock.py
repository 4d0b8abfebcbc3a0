"""The lock that keeps two publishers from one data set: it lies in the installation's database, and ends with its
holder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import psycopg

_LOCK: Final = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"


class PublishedMeanwhile(Exception):
    """Another process publishes to the same folder."""

    slug = "published-meanwhile"

    def __init__(self, folder: str) -> None:
        super().__init__(
            f"another process publishes to {folder} right now; wait until it is done, or name another folder"
        )


@contextmanager
def publishing_alone(database: str, folder: str) -> Iterator[Callable[[], object]]:
    """Keep other publishers from a folder meanwhile. Raises PublishedMeanwhile.

    Gives a check that the lock is still held: it raises OperationalError once the connection is lost, and the lock with
    it.
    """
    name = f"retcon facts publish {folder}"
    with psycopg.connect(database, autocommit=True) as connection:
        if connection.execute(_LOCK, [name]).fetchone() != (True,):
            raise PublishedMeanwhile(folder)
        yield lambda: connection.execute("SELECT 1")
