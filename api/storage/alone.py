"""What only one process at a time may do, whichever machine it runs on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from api.storage.database import Pool


@contextmanager
def alone(pool: Pool, doing: str) -> Iterator[None]:
    """Wait until nobody else on this database does what is called `doing`, and keep others waiting until it is done.

    The lock is the database's: it goes with the connection, however this process ends.
    """
    with pool.connection() as connection, connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [doing])
        yield
