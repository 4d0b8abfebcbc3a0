"""A listener for new entries of every process, over one connection.

An announcement only says where to look. Whenever the connection is made (again), and every few seconds besides, the
heads of the awaited campaigns are read from the table. So a lost announcement delays an entry by those seconds at most,
and a repeated one does no harm.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Final, Protocol
from uuid import UUID

import msgspec
import psycopg

from api.storage.announcing import CHANNEL
from api.storage.database import Pool
from api.storage.presence import PresentMember, hold
from projections.logger import Logger

LOOK: Final = 3.0
"""Seconds from one look into the tables to the next."""

PATIENCE: Final = 10.0
"""Seconds that the database has for an answer; a connection that gives none is given up."""

PAUSES: Final = (0.1, 5.0)
"""Seconds from the loss of the connection to the first attempt at another; it doubles up to the second number."""

NAME: Final = "retcon listener"
"""The connection's name in `pg_stat_activity`."""

_HEADS: Final = "SELECT campaign_id, entry FROM heads WHERE campaign_id = ANY(%s)"

_WITHDRAWN: Final = """
SELECT held.token, held.campaign, held.member
FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[]) AS held (token, campaign, member)
WHERE NOT EXISTS (
    SELECT FROM tokens
    WHERE token_id = held.token AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        AND (account_id = held.member OR EXISTS (
            SELECT FROM grants
            WHERE grants.campaign_id = held.campaign AND member_id = held.member AND bot_id = account_id
        ))
)
"""

_log = Logger(__name__)


class Pass(msgspec.Struct, frozen=True):
    """The right to listen: a token, and the member as whom it takes part in a campaign."""

    token: UUID
    campaign: UUID
    member: UUID


class Hearing(Protocol):
    """A subscriber, called on the event loop. Its campaigns may change at any time."""

    def campaigns(self) -> Collection[UUID]:
        """The campaigns they wait for."""

    def passes(self) -> Collection[Pass]:
        """The passes by which they may."""

    def here(self) -> Collection[PresentMember]:
        """The members who listen to a campaign themselves, without the bots that do for them."""

    def moved(self, campaign: UUID, entry: int) -> None:
        """A campaign stands at this entry, or at a later one."""

    def withdrawn(self, permit: Pass) -> None:
        """A pass holds no longer: the token has ended, or the member lets its account act for them no longer."""


class Listener:
    """The one connection of this process that listens. `listen` runs until it is cancelled."""

    def __init__(self, pool: Pool, hearing: Hearing) -> None:
        self._pool = pool
        self._hearing = hearing
        self._here: frozenset[PresentMember] = frozenset()

    async def listen(self) -> None:
        """Listen; where the connection is lost, make another."""
        first, longest = PAUSES
        pause = first
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    connection = await self._connected()
                self._here = frozenset()
                async with connection:
                    await self._look(connection)
                    pause = first
                    while True:
                        await self._hear(connection)
                        await self._look(connection)
            except (psycopg.Error, TimeoutError, OSError) as error:
                _log.warning("listener_lost", because=type(error).__name__, again_after=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        """Open a connection like those of the pool, and listen on it."""
        address = self._pool.conninfo
        assert isinstance(address, str), "the pool is made with an address"
        connection = await psycopg.AsyncConnection.connect(address, autocommit=True, application_name=NAME)
        try:
            await connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _hear(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Pass on announcements until the next poll is due."""
        async for heard in connection.notifies(timeout=LOOK):
            campaign, _, entry = heard.payload.partition(" ")
            try:
                where, number = UUID(campaign), int(entry)
            except ValueError:  # not ours: any user of the database may notify
                continue
            self._hearing.moved(where, number)

    async def _look(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Say who is here, and read where the campaigns stand and which passes hold no longer."""
        campaigns, passes = list(self._hearing.campaigns()), list(self._hearing.passes())
        async with asyncio.timeout(PATIENCE):
            self._here = await hold(connection, self._hearing.here(), self._here)
        if not campaigns:
            return
        async with asyncio.timeout(PATIENCE):
            heads = await (await connection.execute(_HEADS, [campaigns])).fetchall()
            columns = [[getattr(permit, field) for permit in passes] for field in Pass.__struct_fields__]
            ended = await (await connection.execute(_WITHDRAWN, columns)).fetchall()
        for campaign, entry in heads:
            self._hearing.moved(campaign, entry)
        for row in ended:
            self._hearing.withdrawn(Pass(*row))
