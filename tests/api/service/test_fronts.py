"""A front for itself, whose workers are objects of the test: what goes wrong at it costs time, and never the service."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Iterator

import pytest

from api.serving import workers
from api.serving.not_serving import WorkersFailed
from api.serving.workers import READY, Front

TOO_MANY = OSError(errno.EMFILE, "Too many open files")


class Listener(socket.socket):
    """A listening socket that fails at some of its first connections."""

    def __init__(self, failures: list[Exception]) -> None:
        super().__init__()
        self.failures = failures
        self.bind(("127.0.0.1", 0))
        self.listen()

    def accept(self) -> tuple[socket.socket, object]:
        """Accept a connection, once there is no failure left."""
        if self.failures:
            raise self.failures.pop(0)
        return super().accept()


class Process:
    exitcode = 1


class Taking:
    """A worker that is ready at once, and notes which connections it has taken."""

    failures: list[Exception] = []
    """What goes wrong at the start of the next workers, in order."""

    def __init__(self, work: workers.Work) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.process, self.taken = Process(), 0
        self.control, self.theirs = socket.socketpair()
        self.control.setblocking(False)
        self.theirs.send(READY)
        ALL.append(self)

    def take(self, connection: socket.socket) -> bool:
        """Take every connection."""
        self.taken += 1
        return True

    def end(self) -> None:
        """Close both ends."""
        self.control.close()
        self.theirs.close()


ALL: list[Taking] = []
"""The workers that were started."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(workers, "Worker", Taking)
    monkeypatch.setattr(workers, "PAUSE", 0.01)
    monkeypatch.setattr(Taking, "failures", [])
    yield
    ALL.clear()


def serve(listener: Listener, steps: Callable[[], object], until: Callable[[], bool]) -> None:
    """Serve with one worker: once it is ready take these steps, and stop when that holds."""

    async def both() -> None:
        stop, ready = asyncio.Event(), asyncio.Event()
        serving = asyncio.create_task(Front(listener, print, 1).serve(stop, ready.set))
        await asyncio.wait([serving, waiting := asyncio.create_task(ready.wait())], return_when="FIRST_COMPLETED")
        if waiting.done():
            steps()
        while not serving.done() and not until():
            await asyncio.sleep(0.005)
        waiting.cancel()
        stop.set()
        await serving

    asyncio.run(asyncio.wait_for(both(), 60))


def connect(listener: Listener) -> None:
    """Connect to a listening socket."""
    socket.create_connection(listener.getsockname()).close()


@pytest.mark.parametrize("failure", [TOO_MANY, ConnectionAbortedError()], ids=["no-files", "aborted"])
def test_a_connection_that_cannot_be_accepted_is_accepted_later(failure: Exception) -> None:
    listener = Listener([failure, failure])
    serve(listener, lambda: connect(listener), lambda: ALL[0].taken == 1)
    assert (listener.failures, ALL[0].taken) == ([], 1)


def test_a_worker_that_cannot_be_replaced_at_once_is_replaced_later() -> None:
    def end_one() -> None:
        Taking.failures = [TOO_MANY, TOO_MANY]
        ALL[0].theirs.close()

    listener = Listener([])
    serve(listener, end_one, lambda: len(ALL) == 2)
    assert (Taking.failures, len(ALL)) == ([], 2)


def test_a_front_whose_first_worker_cannot_be_started_says_so() -> None:
    Taking.failures = [TOO_MANY]
    with pytest.raises(WorkersFailed, match="Too many open files"):
        serve(Listener([]), print, lambda: False)


def test_a_defect_of_the_front_ends_it_with_its_error() -> None:
    listener = Listener([ValueError("a defect")])
    with pytest.raises(ValueError, match="a defect"):
        serve(listener, print, lambda: False)
