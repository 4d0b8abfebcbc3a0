"""Serving in several processes: one front that accepts connections, and workers that answer on them.

The front holds the address, the embedded database, the runner of facts and the delivery to webhooks. It hands each connection to the next worker over a
socket between the two, and starts another worker for one that has ended. A worker ends when that socket closes, so none
outlives its front. Nothing else is shared but the database.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.context import SpawnProcess
from typing import Final

import structlog

from api.serving.door import Door
from api.serving.not_serving import WorkersFailed

READY: Final = b"r"
"""The byte by which a worker says that it takes connections; nothing else comes from it."""

CONNECTION: Final = b"c"
"""The byte that goes along with a connection on its way to a worker."""

PAUSE: Final = 1.0
"""Seconds from the end of a worker to the start of another in its place, and from a connection that could not be accepted to
the next attempt."""

PATIENCE: Final = 10.0
"""Seconds that a worker has to end before it is killed: longer than the requests in hand have."""

Work = Callable[[socket.socket], None]
"""Serves the connections that come over a socket, until it closes. Run in a process of its own."""

_log = structlog.get_logger(__name__)


class Worker:
    """A process that answers requests, as its front knows it. Raises OSError where it cannot be started."""

    def __init__(self, work: Work) -> None:
        self.control, theirs = socket.socketpair()
        self.control.setblocking(False)
        self.process: SpawnProcess = multiprocessing.get_context("spawn").Process(
            target=work, args=(theirs,), name="worker", daemon=True
        )
        try:
            self.process.start()
        except OSError:
            self.control.close()
            raise
        finally:
            theirs.close()

    def take(self, connection: socket.socket) -> bool:
        """Whether the worker has taken a connection: it has not where it is ending, or does not keep up."""
        try:
            socket.send_fds(self.control, [CONNECTION], [connection.fileno()])
        except OSError:
            return False
        return True

    def end(self) -> None:
        """Let the worker finish its requests, and wait until it has ended."""
        self.control.close()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Front:
    """The process that accepts connections for its workers. Everything here runs on the event loop."""

    def __init__(self, listener: socket.socket, work: Work, workers: int) -> None:
        listener.setblocking(False)
        self._listener = listener
        self._work = work
        self._count = workers
        self._workers: deque[Worker] = deque()
        """The workers that take connections; the first is next."""
        self._all_ready = asyncio.Event()

    async def serve(self, stop: asyncio.Event, ready: Callable[[], None]) -> None:
        """Serve until `stop` is set. Raises WorkersFailed."""
        attending = [asyncio.create_task(self._attend()) for _ in range(self._count)]
        stopping = asyncio.create_task(stop.wait())
        starting = asyncio.create_task(self._all_ready.wait())
        await asyncio.wait([*attending, stopping, starting], return_when=asyncio.FIRST_COMPLETED)
        accepting = asyncio.create_task(self._accept(ready if self._all_ready.is_set() else lambda: None))
        await asyncio.wait([accepting, *attending, stopping], return_when=asyncio.FIRST_COMPLETED)
        self._listener.close()
        for task in (accepting, starting, stopping, *attending):
            task.cancel()
        ended = await asyncio.gather(accepting, *attending, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error

    async def _accept(self, ready: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        ready()
        while True:
            try:
                connection, _ = await loop.sock_accept(self._listener)
            except (
                OSError
            ) as error:  # too many open files, say: the connection waits to be accepted until there are fewer
                _log.warning("accept_failed", detail=str(error), again_after=PAUSE)
                await asyncio.sleep(PAUSE)
                continue
            with connection:
                for _ in range(len(self._workers)):
                    self._workers.rotate(-1)
                    if self._workers[-1].take(connection):
                        break

    async def _attend(self) -> None:
        """Keep one worker running. Raises WorkersFailed where it cannot begin."""
        while True:
            try:
                status = await self._attend_one()
                reason = f"a worker ended with status {status} as it started; its reason is in the log above"
                _log.warning("worker_ended", status=status, again_after=PAUSE)
            except OSError as error:
                reason = f"no worker can be started ({error})"
                _log.warning("worker_not_started", detail=str(error), again_after=PAUSE)
            if not self._all_ready.is_set():
                raise WorkersFailed(reason)
            await asyncio.sleep(PAUSE)

    async def _attend_one(self) -> int | None:
        """Start a worker, wait until it has ended, and return its status. Raises OSError where it cannot be started."""
        loop = asyncio.get_running_loop()
        worker = await loop.run_in_executor(None, Worker, self._work)
        try:
            with suppress(OSError):
                if await loop.sock_recv(worker.control, 1) == READY:
                    self._workers.append(worker)
                    if len(self._workers) == self._count:
                        self._all_ready.set()
                    await loop.sock_recv(worker.control, 1)
        finally:
            if worker in self._workers:
                self._workers.remove(worker)
            await asyncio.shield(loop.run_in_executor(None, worker.end))
        return worker.process.exitcode


class Handed:
    """The connections that a front hands to this worker; `over` is set when there will be no more."""

    def __init__(self, control: socket.socket) -> None:
        control.setblocking(False)
        self.over = asyncio.Event()
        self._control = control

    async def open(self, door: Door) -> None:
        """Let connections in through a door, and tell the front that it is open."""
        asyncio.get_running_loop().add_reader(self._control, self._receive, door)
        self._control.send(READY)

    def _receive(self, door: Door) -> None:
        try:
            data, connections, _, _ = socket.recv_fds(self._control, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            data, connections = b"", []
        if not data:
            asyncio.get_running_loop().remove_reader(self._control)
            self.over.set()
        for number in connections:
            door.let_in(socket.socket(fileno=number))
