"""A campaign's head held on one connection: appends from elsewhere wait until it is let go, and reads do not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg_pool import ConnectionPool

from domain.records.store import OutcomeUnknown, UnknownCampaign

Connection = psycopg.Connection[Any]

_HEAD: Final = "SELECT entry FROM heads WHERE campaign_id = %s FOR UPDATE"
_SILENCE: Final = "SELECT set_config('idle_in_transaction_session_timeout', '5s', true)"
"""A holder that says nothing for so long has stopped: the database lets the head go, and takes back what it wrote."""


class OneConnection:
    """A pool whose one connection is in a transaction: everybody gets it, one after the other."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.command_ids: list[str] = []
        """The ids of the commands that were written over it, and stand when it commits."""

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Lend the connection; it commits when the transaction around it ends."""
        yield self._connection

    def getconn(self) -> Connection:
        """Return the connection."""
        return self._connection

    def putconn(self, _connection: Connection) -> None:
        """Take the connection back, which stays in use."""


@contextmanager
def hold(pool: ConnectionPool, campaign: UUID) -> Iterator[OneConnection]:
    """Hold a campaign's head; what is written over the connection is written at the end, or, after an error, not at all.

    Raises UnknownCampaign, and OutcomeUnknown where the connection is lost while it commits.
    """
    with pool.connection() as connection:
        one, committing = OneConnection(connection), False
        try:
            with connection.transaction():
                connection.execute(_SILENCE)
                if connection.execute(_HEAD, [campaign]).fetchone() is None:
                    raise UnknownCampaign(campaign)
                yield one
                committing = True
        except psycopg.OperationalError as error:
            if committing and one.command_ids:
                raise OutcomeUnknown(one.command_ids) from error
            raise
