"""Checks of tokens on the event loop, over one connection of the process: a request whose answer is kept takes no thread.

Each check is one prepared question of its own, sent when its request asks, so that it sees what was committed before.
The questions follow one another on the connection without waiting for answers (a pipeline). If anything goes wrong
here, the caller learns nothing, and asks through the pool as it would without this.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, Self
from uuid import UUID

import psycopg
from psycopg.adapt import Transformer
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn, PGresult

from api.storage.accounts import AUTHENTICATE_AT, Proof, digest, proof_of
from api.storage.database import Pool
from projections.logger import Logger

TOKEN_CHECKS: Final = "token_checks"
"""The key of the application's `TokenChecks` in its state."""

CONNECTING: Final = 10.0
"""Seconds that the database has to take a connection."""

PATIENCE: Final = 2.5
"""Seconds from one look to the next whether a question has waited since: then the connection is given up, and requests ask
through the pool, which has a patience of its own.
"""

PAUSES: Final = (0.1, 5.0)
"""Seconds from the loss of the connection to the first attempt at another; it doubles up to the second number."""

NAME: Final = "retcon tokens"
"""The connection's name in `pg_stat_activity`."""

_STATEMENT: Final = b"check_token"
_PREPARE: Final = f"PREPARE {_STATEMENT.decode()} (uuid, bytea) AS {AUTHENTICATE_AT}"
_BINARY: Final = 1

_log = Logger(__name__)

Answered = asyncio.Future[Proof | None]


class TokenChecks:
    """The one connection of this process that checks tokens on its event loop."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._open: _Pipeline | None = None

    async def proof(self, secret: str, campaign: UUID) -> Proof | None:
        """Return the credential of a token and the head of a campaign; None where the token is not valid, and where it could
        not be checked here.
        """
        return None if self._open is None else await self._open.ask(secret, campaign)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Check tokens meanwhile."""
        keeping = asyncio.create_task(self._run())
        try:
            yield self
        finally:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping

    async def _run(self) -> None:
        """Keep a connection; where it is lost, make another."""
        pause, longest = PAUSES
        while True:
            try:
                async with asyncio.timeout(CONNECTING):
                    connection = await self._connected()
                try:
                    await self._answer(connection)
                    pause = PAUSES[0]
                finally:
                    await connection.close()
            except (psycopg.Error, TimeoutError, OSError) as error:
                _log.info("token_checks_lost", because=type(error).__name__, again_after=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        """Open a connection like those of the pool, with the question prepared."""
        address = self._pool.conninfo
        assert isinstance(address, str), "the pool is made with an address"
        connection = await psycopg.AsyncConnection.connect(address, autocommit=True, application_name=NAME)
        try:
            await connection.execute("SET plan_cache_mode = force_generic_plan")
            await connection.execute(_PREPARE)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _answer(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Answer questions over a connection until it is lost, or says nothing for too long."""
        self._open = _Pipeline(connection)
        try:
            await self._open.lasts()
        finally:
            pipeline, self._open = self._open, None
            pipeline.close()


class _Pipeline:
    """A connection, the questions that wait for an answer on it, oldest first, and how to tell that it is lost."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._libpq: PGconn = connection.pgconn
        self._socket = self._libpq.socket  # which libpq does not name any more once the connection is lost
        self._transformer = Transformer(connection)
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Answered] = deque()
        self._answered = 0
        self._lost = asyncio.Event()
        self._libpq.enter_pipeline_mode()
        self._loop.add_reader(self._socket, self._read)

    def ask(self, secret: str, campaign: UUID) -> Answered:
        """Send a question; its answer is None too where the connection is lost."""
        answer: Answered = self._loop.create_future()
        self._waiting.append(answer)
        values = [campaign.bytes, digest(secret)]
        try:
            self._libpq.send_query_prepared(_STATEMENT, values, [_BINARY, _BINARY], _BINARY)
            self._libpq.pipeline_sync()
            if self._libpq.flush():
                self._loop.add_writer(self._socket, self._flush)
        except psycopg.Error:
            self.close()
        return answer

    async def lasts(self) -> None:
        """Wait until the connection is lost, or has left a question without an answer for too long."""
        while True:
            before = self._answered
            waiting = bool(self._waiting)
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._lost.wait()
                return
            except TimeoutError:
                if waiting and self._answered == before:
                    raise

    def close(self) -> None:
        """Take no more questions, and leave those that wait without an answer."""
        if not self._lost.is_set():
            self._lost.set()
            self._loop.remove_reader(self._socket)
            self._loop.remove_writer(self._socket)
        while self._waiting:
            self._settle(None)

    def _flush(self) -> None:
        try:
            if not self._libpq.flush():
                self._loop.remove_writer(self._socket)
        except psycopg.Error:
            self.close()

    def _read(self) -> None:
        """Take the answers that have come: to each question a result, nothing, and the mark of its end."""
        try:
            self._libpq.consume_input()
            while self._waiting and not self._libpq.is_busy():
                result = self._libpq.get_result()
                if result is None or result.status == ExecStatus.PIPELINE_SYNC:
                    continue
                if result.status != ExecStatus.TUPLES_OK:
                    self.close()
                    return
                self._settle(self._proof(result))
        except psycopg.Error:
            self.close()

    def _proof(self, result: PGresult) -> Proof | None:
        if not result.ntuples:
            return None
        self._transformer.set_pgresult(result)
        return proof_of(self._transformer.load_row(0, tuple))

    def _settle(self, proof: Proof | None) -> None:
        self._answered += 1
        answer = self._waiting.popleft()
        if not answer.done():
            answer.set_result(proof)
