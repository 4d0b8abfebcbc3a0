"""The door of the service: connections are let through to the server behind it once they have asked for something.

The server behind (granian) parses and answers; it knows no limit by address, and while it waits for a first request a
connection takes one of its places. So strangers who connect and stay silent wait here, where a connection is a few objects:
each for so many seconds, and the one that has waited longest makes room for a new one. A connection with a whole head of a
request goes through, byte by byte in both directions, and takes one of the places that its address has. Behind it the body of a
request has the same time as its head.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, cast

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send, WebSocketReceiveMessage

from api.http.unread import PATIENCE, Unread, has_body
from api.problems import ApiProblem
from api.proxy.networks import Networks
from domain.messages import text

Address = tuple[str, int]

LARGEST_HEAD: Final = 64 * 1024
"""Bytes that the head of a request may take."""

MOST_WAITING: Final = 512
"""The maximum number of waiting connections; a new one replaces the one that has waited longest."""

MOST_UNREAD: Final = 1024 * 1024
"""Bytes of an unwanted body that are read to keep a connection."""

_END_OF_HEAD: Final = b"\r\n\r\n"


class Doorway(msgspec.Struct, frozen=True, kw_only=True):
    """Limits on connections: seconds for the head of a request, connections of an address (0: any number), and the
    networks of proxies, which have any number.
    """

    seconds: float = 30.0
    of_address: int = 256
    proxies: Networks = Networks()


class Door:
    """A listening door in front of a server on this machine. Everything here runs on the event loop."""

    def __init__(self, behind: Address, doorway: Doorway) -> None:
        self.doorway = doorway
        self.behind = behind
        self.waiting: OrderedDict[Guest, None] = OrderedDict()
        """Connections without a whole head of a request, oldest first."""
        self.guests: set[Guest] = set()
        self.inside: dict[int, Address] = {}
        """Client addresses by local port: the server behind the door cannot see them."""
        self._places: Counter[str] = Counter()
        self._server: asyncio.Server | None = None
        self._coming: set[asyncio.Task[None]] = set()

    async def open(self, host: str, port: int, backlog: int) -> None:
        """Listen. Raises OSError where the address is taken."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Guest(self), host, port, backlog=backlog)

    def let_in(self, connection: socket.socket) -> None:
        """Take a connection that another process has accepted."""
        connection.setblocking(False)
        coming = asyncio.create_task(self._let_in(connection))
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _let_in(self, connection: socket.socket) -> None:
        with suppress(OSError):  # it has gone again
            await asyncio.get_running_loop().connect_accepted_socket(lambda: Guest(self), connection)

    def close(self) -> None:
        """Stop listening, and close the waiting connections."""
        if self._server is not None:
            self._server.close()
        for guest in list(self.waiting):
            guest.leave()

    def arrive(self, guest: Guest) -> None:
        """Let a new connection wait; the one that has waited longest makes room where too many do."""
        self.guests.add(guest)
        if len(self.waiting) >= MOST_WAITING:
            next(iter(self.waiting)).leave()
        self.waiting[guest] = None

    def enter(self, guest: Guest) -> bool:
        """Whether there is a place for a connection that has asked for something; it waits no longer then."""
        self.waiting.pop(guest, None)
        host, most = guest.address[0], self.doorway.of_address
        if most and self._places[host] >= most and host not in self.doorway.proxies:
            return False
        self._places[host] += 1
        guest.has_place = True
        return True

    def depart(self, guest: Guest) -> None:
        """Forget a connection that is closed."""
        self.guests.discard(guest)
        self.waiting.pop(guest, None)
        if guest.has_place:
            guest.has_place = False
            host = guest.address[0]
            self._places[host] -= 1
            if not self._places[host]:
                del self._places[host]

    def through(self, app: ASGIApp) -> ASGIApp:
        """The application as it is served behind the door: requests come from who stands outside; others are refused."""

        async def behind(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == ScopeType.HTTP:
                port = int(scope["client"][1]) if scope["client"] else 0  # granian gives it as text
                if port not in self.inside:
                    await send({"type": "http.response.start", "status": 403, "headers": []})
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
                    return
                scope["client"] = self.inside[port]
                receive, scope[PATIENCE] = in_time(receive, self.doorway.seconds)  # type: ignore[typeddict-unknown-key]  # our own
                if has_body(scope):
                    unread = Unread(receive, send, MOST_UNREAD)
                    receive, send = unread.receive, unread.send
            await app(scope, receive, send)

        return behind


SLOWEST: Final = 16 * 1024
"""Bytes of a large file that must come each second, on average."""


class BodyTooSlow(ApiProblem):
    """A body that had not come whole when its time was over."""

    slug = "request-timeout"
    status = 408
    title = "Request Timeout"


def in_time(receive: Receive, seconds: float) -> tuple[Receive, Callable[[], None]]:
    """Wrap `receive` so that the request's body must arrive whole within so many seconds from now; return it with a function that
    gives the body of a large file more time: a second more for every `SLOWEST` bytes that have come.

    A later read raises BodyTooSlow. The message after the body, that the client has gone, may take any time.
    """
    until: float | None = asyncio.get_running_loop().time() + seconds
    slowest = 0

    async def receiving() -> HTTPReceiveMessage | WebSocketReceiveMessage:
        nonlocal until
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError as late:
            limit = f"{seconds:g}"
            sentence = text(
                "The body of the request was not complete after {seconds} seconds; send it faster, or in parts.",
                seconds=limit,
            )
            if slowest:
                sentence = text(
                    "The body of the request was not complete after {seconds} seconds; a file needs {pace} KiB a second "
                    "beyond that; send it faster, or in parts.",
                    seconds=limit,
                    pace=SLOWEST // 1024,
                )
            raise BodyTooSlow(sentence) from late
        if not message.get("more_body", False):
            until = None
        elif until is not None and slowest:
            until += len(message.get("body", b"")) / slowest  # type: ignore[arg-type]  # a part of a body has one
        return message

    def more_time() -> None:
        nonlocal slowest
        slowest = SLOWEST

    return receiving, more_time


class Guest(asyncio.Protocol):
    """A connection from outside: it waits until the head of its first request is whole, then bytes go through."""

    transport: asyncio.Transport
    address: Address

    def __init__(self, door: Door) -> None:
        self.door = door
        self.has_place = False
        self._head = bytearray()
        self._inner: Inner | None = None
        self._entering: asyncio.Task[None] | None = None
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        peer: tuple[Any, ...] = transport.get_extra_info("peername") or ("", 0)
        self.address = (str(peer[0]), int(peer[1]))
        self.door.arrive(self)
        self._late = asyncio.get_running_loop().call_later(self.door.doorway.seconds, self._too_late)

    def data_received(self, data: bytes) -> None:
        if self._inner is not None:
            self._inner.transport.write(data)
            return
        self._head += data
        if self._entering is not None:
            return
        if _END_OF_HEAD in self._head:
            self._enter()
        elif len(self._head) > LARGEST_HEAD:
            self.refuse(
                431, "head-too-large", "Request Header Fields Too Large", "The head of a request takes 64 KiB at most."
            )

    def eof_received(self) -> bool:
        return False

    def pause_writing(self) -> None:
        if self._inner is not None:
            self._inner.transport.pause_reading()

    def resume_writing(self) -> None:
        if self._inner is not None:
            self._inner.transport.resume_reading()

    def connection_lost(self, _: Exception | None) -> None:
        self._stop_waiting()
        self.door.depart(self)
        if self._inner is not None:
            self._inner.transport.close()

    def leave(self) -> None:
        """Close, without a word."""
        self._stop_waiting()
        self.door.waiting.pop(self, None)
        self.transport.close()

    def refuse(self, status: int, slug: str, title: str, detail: str) -> None:
        """Say why, and close."""
        problem = {"type": f"/problems/{slug}", "title": title, "status": status, "detail": detail}
        body = msgspec.json.encode(problem)
        head = (
            f"HTTP/1.1 {status} {title}\r\ncontent-type: application/problem+json\r\ncontent-length: {len(body)}\r\n"
            "retry-after: 1\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.leave()

    def _enter(self) -> None:
        self._stop_waiting()
        if not self.door.enter(self):
            most = self.door.doorway.of_address
            detail = f"Your address has {most} connections open, the maximum; close one, or use the open ones."
            self.refuse(429, "too-many-connections", "Too Many Requests", detail)
            return
        self.transport.pause_reading()
        self._entering = asyncio.create_task(self._connect())

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            _, inner = await loop.create_connection(lambda: Inner(self), *self.door.behind)
        except OSError:
            self.refuse(503, "not-ready", "Service Unavailable", "The service is starting or stopping; try again.")
            return
        if self.transport.is_closing():
            inner.transport.close()
            return
        self._inner = inner
        inner.transport.write(bytes(self._head))
        self._head.clear()
        self.transport.resume_reading()

    def _too_late(self) -> None:
        if self._head:
            detail = f"The head of a request was not complete after {self.door.doorway.seconds:g} seconds."
            self.refuse(408, "request-timeout", "Request Timeout", detail)
        else:
            self.leave()

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()


class Inner(asyncio.Protocol):
    """The other half of a connection that was let through: the one to the server behind the door."""

    transport: asyncio.Transport

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._port = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self._port = int(transport.get_extra_info("sockname")[1])
        self._guest.door.inside[self._port] = self._guest.address

    def data_received(self, data: bytes) -> None:
        self._guest.transport.write(data)

    def pause_writing(self) -> None:
        self._guest.transport.pause_reading()

    def resume_writing(self) -> None:
        self._guest.transport.resume_reading()

    def connection_lost(self, _: Exception | None) -> None:
        self._guest.door.inside.pop(self._port, None)
        self._guest.transport.close()
