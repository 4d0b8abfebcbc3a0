"""Serving over HTTP: a process has an event loop for connections and a pool of threads for requests.

For more load several processes serve on one database, which is all that they share: workers behind one front
(`api.serving.workers`), or services behind a proxy.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from errno import EADDRINUSE
from functools import partial
from typing import Any, Final, cast

from litestar import Litestar

from api.analytics.extra import warm_up
from api.app import create_app
from api.observability import logs
from api.proxy.subpath import STATE, below
from api.services import Services, opened
from api.serving.door import CONNECTIONS, Door, Doorway
from api.serving.not_serving import AddressTaken, NotStarted
from api.serving.workers import Front, Handed
from api.settings import Settings
from api.storage.database import THREADS
from api.webhooks.delivering import delivering
from projections.runner import following
from systems.registry import load

if sys.platform != "win32":
    import resource

    import uvloop

GRACE: Final = 5
"""Seconds that requests in hand have to finish once the service is told to stop; streams are cut off after that."""


def serve(settings: Settings, *, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until the process is told to stop (SIGTERM, SIGINT). `ready` is called once connections are taken.

    Raises StorageFailed, SchemaRefused, BrokenSystem, NotServing.
    """
    logs.configure(as_json=settings.log_as_json)
    _allow_files()
    address = free_address(settings.host, settings.port)
    with (
        opened(settings, load()) as services,
        following(services.projections),
        delivering(services, settings.webhooks),
        asyncio.Runner(loop_factory=event_loop) as runner,
    ):
        if settings.workers > 1:
            front = Front(_listener(address, settings.port), partial(work, settings), settings.workers)
            runner.run(_in_front(front, ready))
            return
        app = create_app(services, settings)
        warm_up()
        runner.run(_until_told(app, address, settings, ready=ready))


def work(settings: Settings, control: socket.socket) -> None:
    """Serve the connections that a front hands over (see `api.serving.workers`), until it ends or hands over no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # from the keyboard, which the front hears too
    logs.configure(as_json=settings.log_as_json)
    _allow_files()
    with opened(settings, load()) as services, asyncio.Runner(loop_factory=event_loop) as runner:
        app = create_app(services, settings)
        warm_up()
        runner.run(_until_told(app, settings.host, settings, handed=Handed(control)))


def _listener(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return socket.create_server((address, port), family=family, backlog=CONNECTIONS)


def doorway_of(settings: Settings) -> Doorway:
    """Return the connection limits that these settings ask for."""
    return Doorway(seconds=settings.idle_seconds, of_address=settings.connections_per_address, proxies=settings.proxies)


def _allow_files() -> None:
    """Let the process open as many files as the system lets it: each connection takes one."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def event_loop() -> asyncio.AbstractEventLoop:
    """The loop to serve with: one in C, as the hand-over between it and the threads is much of what a request takes."""
    if sys.platform == "win32":  # which it does not run on
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def free_address(host: str, port: int) -> str:
    """Return the address of a host's name, if no process listens there. Raises AddressTaken.

    It is asked before the database is opened, so that a second service on this machine learns at once what is wrong.
    """
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, _, _, _, where = min(addresses, key=lambda one: one[0] != socket.AF_INET)
        socket.create_server(where[:2], family=family).close()
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while attempting")[0]
        because = _BUSY if error.errno == EADDRINUSE else reason
        raise AddressTaken(_taken(host, port, because)) from error
    return str(where[0])


@contextmanager
def served(settings: Settings, services: Services) -> Iterator[str]:
    """Serve in a thread beside what goes on here, on this machine alone; gives the address. Raises AddressTaken, NotStarted."""
    app, port, ready = create_app(services, settings), _free_port(), Future[None]()
    loop, stop = event_loop(), asyncio.Event()

    def run() -> None:
        asyncio.set_event_loop(loop)
        doorway = doorway_of(settings)
        loop.run_until_complete(serving(app, _HERE, port, stop, doorway, ready=lambda: ready.set_result(None)))

    with ThreadPoolExecutor(1, thread_name_prefix="service") as beside:
        running = beside.submit(run)
        running.add_done_callback(lambda ended: None if ready.done() else ready.set_exception(_ended(ended)))
        try:
            ready.result()
            yield f"http://{_HERE}:{port}"
        finally:
            loop.call_soon_threadsafe(stop.set)
            running.result()
            loop.close()


_HERE: Final = "127.0.0.1"


def _free_port() -> int:
    with socket.create_server((_HERE, 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def _ended(running: Future[None]) -> BaseException:
    return running.exception() or NotStarted()


async def serving(
    app: Litestar,
    host: str,
    port: int,
    stop: asyncio.Event,
    doorway: Doorway | None = None,
    *,
    ready: Callable[[], None],
    handed: Handed | None = None,
) -> None:
    """Serve until `stop` is set, behind a door (`api.serving.door`), at an address or on connections that a front hands over.

    Raises AddressTaken, NotStarted. Streams learn of the stop by the event that `app.state.stopping` holds, and ought to end by themselves.
    """
    app.state.stopping = stop
    loop = asyncio.get_running_loop()
    threads = ThreadPoolExecutor(THREADS, thread_name_prefix="request")
    app.state.waiting = threads._work_queue.qsize  # what waits for a thread is told nowhere else
    loop.set_default_executor(threads)
    door = Door(below(app.state.get(STATE, ""), cast("Any", app)), doorway or Doorway())
    try:
        await door.start()
        await (door.open(host, port) if handed is None else handed.open(door))
    except OSError as error:
        await door.close(0)
        raise AddressTaken(_taken(host, port, error.strerror or str(error))) from error
    ready()
    await stop.wait()
    if await door.close(GRACE):
        loop.set_exception_handler(lambda *_: None)  # what is cut off with the loop has nothing to tell


_BUSY: Final = "another program listens there, perhaps another `retcon serve`"


def _taken(host: str, port: int, because: str) -> str:
    return f"cannot listen on {host}:{port} ({because}); set RETCON_HOST or RETCON_PORT to another address"


async def _until_told(
    app: Litestar,
    address: str,
    settings: Settings,
    *,
    ready: Callable[[], None] = lambda: None,
    handed: Handed | None = None,
) -> None:
    stop = _told(asyncio.Event() if handed is None else handed.over)
    with frozen():
        await serving(app, address, settings.port, stop, doorway_of(settings), ready=ready, handed=handed)


@contextmanager
def frozen() -> Iterator[None]:
    """Spare the garbage collector what is there by now, which lives as long as the process. At the end it looks through everything:
    DuckDB complains at length of its objects that are left when Python ends.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


async def _in_front(front: Front, ready: Callable[[], None]) -> None:
    await front.serve(_told(asyncio.Event()), ready)


def _told(stop: asyncio.Event) -> asyncio.Event:
    """Set an event when the process is told to stop; return it."""
    for signalled in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signalled, stop.set)
    return stop
