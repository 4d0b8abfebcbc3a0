"""Answers on their way to a client: in few packets, and in chunks only where the client knows them."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

LARGEST_TOGETHER: Final = 64 * 1024
"""Bytes from which on parts of answers do not wait for others."""


class Outgoing:
    """The writing half of a connection: what is written in one turn of the loop goes out together, a head with its body."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []
        self._size = 0
        self._end: asyncio.TimerHandle | None = None

    def write(self, part: bytes) -> None:
        """Send a part, with those that follow at once."""
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(part)
        self._size += len(part)
        if self._size > LARGEST_TOGETHER:
            self._flush()

    def is_closing(self) -> bool:
        """Whether the connection is closed, or about to be."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Close the connection once everything is sent."""
        self._flush()
        self._transport.close()

    def close_in_time(self, seconds: float) -> None:
        """Close the connection as `close` does, but cut it off where its client reads nothing for so many seconds."""
        self.close()
        if size := self._transport.get_write_buffer_size():
            self._end = self._loop.call_later(seconds, self._cut_off, seconds, size)

    def lost(self) -> None:
        """Forget the connection, which is closed."""
        if self._end is not None:
            self._end.cancel()

    def abort(self) -> None:
        """Close the connection at once."""
        self._transport.abort()

    def _flush(self) -> None:
        if self._parts:
            if not self._transport.is_closing():
                self._transport.write(b"".join(self._parts))
            self._parts, self._size = [], 0

    def _cut_off(self, seconds: float, before: int) -> None:
        """Cut the connection off if no less is to be sent than before."""
        size = self._transport.get_write_buffer_size()
        if size >= before:
            self._transport.abort()
        else:
            self._end = self._loop.call_later(seconds, self._cut_off, seconds, size)


class Undelimited:
    """Sends the answer to a request of HTTP/1.0, which knows no chunks: without a length, the answer ends with the connection."""

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle
        self._send = cycle.send
        self._has_length = True

    async def __call__(self, message: ASGISendEvent) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            self._has_length = any(name.lower() == b"content-length" for name, _ in message.get("headers", []))
            if not self._has_length:
                self._cycle.chunked_encoding = False
        elif message["type"] == "http.response.body" and not self._has_length:
            self._cycle.expected_content_length = len(message.get("body", b""))
        await self._send(message)
