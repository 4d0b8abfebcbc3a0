"""Presence: which members have a stream of a campaign open now, on any process.

For each of them a process holds a shared lock of the database, on the connection by which it listens. Locks cost no row and
end with their process in any case. When a member was here is recorded nowhere.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg

from api.storage.database import Pool

MOST: Final = 500
"""The number of members whom a process says to be here, of all campaigns together: the database keeps its locks in memory."""

_NAME: Final = "hashtextextended('here ' || name, 0)"
_HOLD: Final = f"SELECT pg_try_advisory_lock_shared({_NAME}) FROM unnest(%s::text[]) AS name"
_LET_GO: Final = f"SELECT pg_advisory_unlock_shared({_NAME}) FROM unnest(%s::text[]) AS name"
_HERE: Final = f"""
SELECT name FROM unnest(%s::text[]) AS name
WHERE {_NAME} IN (
    SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
)
"""


class PresentMember(NamedTuple):
    """A member who has a stream of a campaign open."""

    campaign: UUID
    member: UUID

    @property
    def name(self) -> str:
        """The name of their lock."""
        return f"{self.campaign} {self.member}"


async def hold(
    connection: psycopg.AsyncConnection[Any], here: Collection[PresentMember], before: Collection[PresentMember]
) -> frozenset[PresentMember]:
    """Hold the locks of these members on a connection that holds those of others, and return whose it holds then."""
    wanted = frozenset(islice(sorted(here), MOST))
    if gone := [each.name for each in before if each not in wanted]:
        await connection.execute(_LET_GO, [gone])
    if come := [each.name for each in wanted if each not in before]:
        await connection.execute(_HOLD, [come])
    return wanted


class Presence:
    """The members who are here, as the database knows of every process. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def of(self, campaign: UUID, members: Collection[UUID]) -> list[UUID]:
        """Return those of these members who have a stream of a campaign open, in the same order."""
        names = [PresentMember(campaign, member).name for member in members]
        with self._pool.connection() as connection:
            here = {name for (name,) in connection.execute(_HERE, [names])}
        return [member for member, name in zip(members, names, strict=True) if name in here]
