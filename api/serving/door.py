"""The server of HTTP: connections wait at the door until they have asked for something, and take a place then.

Parsing and the rules of HTTP are uvicorn's (`HttpToolsProtocol`); it knows no limit by address, and none for how long or large a
head is. So strangers who connect and stay silent wait here, each for so many seconds, and the one that has waited longest makes
room for a new one. A connection with a whole head of a request takes one of the places that its address has. The next heads on
it, and the bodies (`api.serving.bodies`), have the same time.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter, OrderedDict
from contextlib import suppress
from email.utils import formatdate
from typing import Any, Final, cast

import msgspec
from httptools import HttpParserCallbackError, HttpParserError, HttpParserUpgrade
from litestar.types import ASGIApp
from uvicorn import Config
from uvicorn.lifespan.on import LifespanOn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from api.proxy.networks import Networks
from api.serving.bodies import limited
from api.serving.not_serving import NotStarted
from api.serving.outgoing import Outgoing, Undelimited

LARGEST_HEAD: Final = 64 * 1024
"""Bytes that the head of a request may take."""

MOST_WAITING: Final = 512
"""The maximum number of waiting connections; a new one replaces the one that has waited longest."""

CONNECTIONS: Final = 1024
"""The maximum number of connections that have asked for something; others are told to try again. Most of them may be streams
(`api.live.MOST`), but not all.
"""

MOST_HEADERS: Final = 100
"""The maximum number of fields in the head of a request."""

MOST_AHEAD: Final = 32
"""The maximum number of requests on one connection that wait for the answer to the one before them."""


class Doorway(msgspec.Struct, frozen=True, kw_only=True):
    """Limits on connections: seconds for the head of a request, connections of an address (0: any number), and the
    networks of proxies, which have any number.
    """

    seconds: float = 30.0
    of_address: int = 256
    proxies: Networks = Networks()


class Door:
    """An application, and the connections that are served with it. Everything here runs on the event loop."""

    def __init__(self, app: ASGIApp, doorway: Doorway) -> None:
        self.doorway = doorway
        self.waiting: OrderedDict[Guest, None] = OrderedDict()
        """Connections without a whole head of a request, oldest first."""
        self.state = ServerState()
        self.config = _config(limited(app, doorway.seconds))
        self.config.load()
        self._lifespan = LifespanOn(self.config)
        self._places: Counter[str] = Counter()
        self._server: asyncio.Server | None = None
        self._coming: set[asyncio.Task[None]] = set()
        self._clock: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Start the application. Raises NotStarted."""
        await self._lifespan.startup()
        if self._lifespan.should_exit:
            raise NotStarted
        self._set_date()

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises OSError where the address is taken."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._guest, host, port, backlog=CONNECTIONS)

    def let_in(self, connection: socket.socket) -> None:
        """Take a connection that another process has accepted."""
        connection.setblocking(False)
        coming = asyncio.create_task(self._let_in(connection))
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _let_in(self, connection: socket.socket) -> None:
        with suppress(OSError):  # it has gone again
            await asyncio.get_running_loop().connect_accepted_socket(self._guest, connection)

    async def close(self, grace: float) -> bool:
        """Stop listening, let requests in hand finish for so many seconds, cut the others off, and stop the application, which
        has at least a second.

        Return whether anything was cut off.
        """
        if self._server is not None:
            self._server.close()
        loop = asyncio.get_running_loop()
        until = loop.time() + grace
        self._dismiss()
        while (self.state.connections or self.state.tasks) and loop.time() < until:
            await asyncio.sleep(0.02)
            self._dismiss()
        is_cut_off = bool(self.state.connections or self.state.tasks)
        for guest in list(self.state.connections):
            guest.transport.abort()
        try:
            async with asyncio.timeout_at(max(until, loop.time() + 1.0)):
                await self._lifespan.shutdown()
        except TimeoutError:
            is_cut_off = True
        if self._clock is not None:
            self._clock.cancel()
        return is_cut_off

    def _dismiss(self) -> None:
        """Close the connections without a request in hand, and the others behind their answers."""
        for guest in list(self.state.connections):
            guest.shutdown()

    def arrive(self, guest: Guest) -> None:
        """Let a new connection wait; the one that has waited longest makes room where too many do."""
        if len(self.waiting) >= MOST_WAITING:
            next(iter(self.waiting)).leave()
        self.waiting[guest] = None

    def enter(self, guest: Guest) -> None:
        """Give a place to a connection that has asked for something; it waits no longer then. Raises Refused."""
        host, most = guest.host, self.doorway.of_address
        if self._places.total() >= CONNECTIONS:
            detail = "The service has as many connections open as it takes; try again soon."
            raise Refused(503, "too-many-connections", "Service Unavailable", detail)
        if most and self._places[host] >= most and host not in self.doorway.proxies:
            detail = f"Your address has {most} connections open, the maximum; close one, or use the open ones."
            raise Refused(429, "too-many-connections", "Too Many Requests", detail)
        self.waiting.pop(guest, None)
        self._places[host] += 1
        guest.has_place = True

    def depart(self, guest: Guest) -> None:
        """Forget a connection that is closed."""
        self.waiting.pop(guest, None)
        if guest.has_place:
            guest.has_place = False
            self._places[guest.host] -= 1
            if not self._places[guest.host]:
                del self._places[guest.host]

    def _guest(self) -> Guest:
        return Guest(self, self._lifespan.state)

    def _set_date(self) -> None:
        """Put the time into the head of every answer, second by second."""
        self.state.default_headers = [(b"date", formatdate(usegmt=True).encode())]
        self._clock = asyncio.get_running_loop().call_later(1.0, self._set_date)


def _config(app: ASGIApp) -> Config:
    """Return how uvicorn's protocol serves an application: HTTP/1.1 alone, and without words of its own."""
    return Config(
        app,
        interface="asgi3",
        loop="none",
        http=Guest,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
    )


class Refused(Exception):
    """A request that the door does not let in, and what its client is told."""

    def __init__(self, status: int, slug: str, title: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.title = title
        self.problem = {"type": f"/problems/{slug}", "title": title, "status": status, "detail": detail}


class Guest(HttpToolsProtocol):
    """A connection: it waits until the head of its first request is whole, and is served then."""

    def __init__(self, door: Door, state: dict[str, Any]) -> None:
        super().__init__(door.config, door.state, state)
        self.door = door
        self.host = ""
        self.has_place = False
        self.timeout_keep_alive = door.doorway.seconds  # type: ignore[assignment]  # the loop takes parts of seconds
        self._unfinished = 0
        """Bytes that have come since the last request or the last part of its body: of a head, or of trailers."""
        self._is_refused = False
        """Whether a request was refused; what follows it is dropped."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the protocol has it
        super().connection_made(transport)
        self._outgoing = Outgoing(transport, self.loop)
        self.transport = cast("asyncio.Transport", self._outgoing)
        self.host = self.client[0] if self.client else ""
        self.door.arrive(self)
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        self._unfinished += len(data)
        try:
            self._parse(data)
            if self._unfinished > LARGEST_HEAD:
                raise _too_large()
        except HttpParserCallbackError as error:
            self._refuse(error.__context__ if isinstance(error.__context__, Refused) else _bad())
        except HttpParserError:
            self._refuse(_bad())
        except Refused as refused:
            self._refuse(refused)

    def on_headers_complete(self) -> None:
        if self._unfinished > LARGEST_HEAD and self._head_size() > LARGEST_HEAD:
            raise _too_large()
        if len(self.headers) > MOST_HEADERS:
            raise _too_large()
        if self.parser.get_http_version() not in {"1.0", "1.1"} or self.parser.get_method() == b"CONNECT":
            raise _bad()
        if self.parser.should_upgrade():
            return  # it comes again (see `_parse`)
        if not self.has_place:
            self.door.enter(self)
        if len(self.pipeline) >= MOST_AHEAD:
            raise _bad()
        self._unfinished = 0
        self._unset_keepalive_if_required()
        super().on_headers_complete()
        self.headers = []  # those of the request are in its scope; trailers of its body are not
        if self.scope["http_version"] == "1.0":
            self.cycle.send = Undelimited(self.cycle)  # type: ignore[method-assign]

    def on_body(self, body: bytes) -> None:
        self._unfinished = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.parser.should_upgrade():
            self._unfinished = 0
            super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unset_keepalive_if_required()
        self._outgoing.lost()
        self.door.depart(self)
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        if self._unfinished:
            detail = f"The head of a request was not complete after {self.door.doorway.seconds:g} seconds."
            self._refuse(Refused(408, "request-timeout", "Request Timeout", detail))
        else:
            self.leave()

    def leave(self) -> None:
        """Close, without a word."""
        self._unset_keepalive_if_required()
        self.door.waiting.pop(self, None)
        self._outgoing.close_in_time(self.door.doorway.seconds)

    def _parse(self, data: bytes) -> None:
        """Parse what has come. A request that asks for an upgrade is parsed again as one that does not: no other protocol is
        spoken here, and the parser would take its body for the next request.
        """
        rest = memoryview(data)
        while rest:
            try:
                self.parser.feed_data(rest)
            except HttpParserUpgrade as upgrade:
                rest = rest[upgrade.args[0] :]
                self.parser.feed_data(self._plain_head())
            else:
                return

    def _plain_head(self) -> bytes:
        """Return the head of the newest request without the upgrade that it asks for."""
        first = b"%b %b HTTP/%b" % (self.parser.get_method(), self.url, self.parser.get_http_version().encode())
        fields = [b"%b: %b" % field for field in self.headers if field[0] != b"upgrade"]
        return b"\r\n".join([first, *fields, b"\r\n"])

    def _refuse(self, refused: Refused) -> None:
        """Say why, and close; requests that came whole before are answered first."""
        self._is_refused = True
        if self._is_answering:
            self.cycle.keep_alive = False
            return
        body = msgspec.json.encode(refused.problem)
        head = (
            f"HTTP/1.1 {refused.status} {refused.title}\r\ncontent-type: application/problem+json\r\n"
            f"content-length: {len(body)}\r\nretry-after: 1\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.leave()

    def _head_size(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    @property
    def _is_answering(self) -> bool:
        """Whether the answer to a whole request is being made or sent."""
        if getattr(self.cycle, "response_complete", True):  # there is no cycle before the first request
            return False
        return self.cycle.response_started or not self.cycle.more_body or bool(self.pipeline)


def _bad() -> Refused:
    return Refused(400, "bad-request", "Bad Request", "The request is not valid HTTP.")


def _too_large() -> Refused:
    detail = f"The head of a request takes 64 KiB and {MOST_HEADERS} fields at most."
    return Refused(431, "head-too-large", "Request Header Fields Too Large", detail)
