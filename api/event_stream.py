"""Server-sent events: how they are written, and a response that sends them and knows when to stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing, suppress
from typing import Any, ClassVar, Final

import msgspec
from litestar import Request
from litestar.response import Stream
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import Receive, Scope, Send

from api.http.leaving import unless_left
from api.live import SLOW, Ending, Tail

MEDIA_TYPE: Final = "text/event-stream"

RETRY: Final = 2_000
"""Milliseconds after which a client that has lost its stream is asked to connect again."""

PATIENCE: Final = 30.0
"""Seconds within which a client must accept sent data; the system's own buffers come on top."""

LAST_WORDS: Final = 1.0
"""Seconds within which a client must accept the last event."""

STILL_HERE: Final = b":\n\n"
"""A comment: it keeps proxies from closing a silent connection."""

_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def opening(position: int) -> bytes:
    """Return the first bytes of a stream. The id is the position that it starts from, so that a client which loses the
    connection at once misses nothing.
    """
    return b"retry: %d\nid: %d\n\n" % (RETRY, position)


def event(name: str, data: object, position: int | None = None) -> bytes:
    """An event; with a position, everything up to there has been told once it has arrived."""
    lines = [f"event: {name}".encode(), b"data: " + msgspec.json.encode(data)]  # JSON has no line breaks
    if position is not None:
        lines.append(b"id: %d" % position)
    return b"\n".join(lines) + b"\n\n"


def last(ending: Ending) -> bytes:
    """The event that a stream ends with."""
    return event("end", ending)


class EventStream(Stream):
    """A response that sends what its generator yields. The generator is closed with the connection; a client that
    accepts no data is cut off.

    A subclass declares the events of its route: `kinds` are the types of their data, by name.
    """

    kinds: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, tail: Tail, lines: AsyncGenerator[bytes, None], patience: float = PATIENCE) -> None:
        super().__init__(lines, media_type=MEDIA_TYPE, headers=_HEADERS)
        self._tail, self._said, self._patience = tail, lines, patience

    def to_asgi_response(
        self,
        app: Any,  # noqa: ARG002
        request: Request[Any, Any, Any],  # noqa: ARG002
        *,
        encoded_headers: Iterable[tuple[bytes, bytes]] | None = None,
        headers: dict[str, str] | None = None,
        status_code: int | None = None,
        **_: Any,
    ) -> ASGIStreamingResponse:
        return _Sending(
            self._tail,
            self._said,
            self._patience,
            encoded_headers=encoded_headers,
            headers={**(headers or {}), **self.headers},
            media_type=self.media_type,
            status_code=self.status_code or status_code,
        )


class _Sending(ASGIStreamingResponse):
    def __init__(self, tail: Tail, lines: AsyncGenerator[bytes, None], patience: float, **rest: Any) -> None:
        super().__init__(iterator=lines, **rest)
        self._tail, self._said, self._patience = tail, lines, patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._tail.close()

    async def send_body(self, send: Send, receive: Receive) -> None:
        """Send until the generator ends or the client goes."""
        await unless_left(self._send_all(send), receive)

    async def _send_all(self, send: Send) -> None:
        try:
            async with aclosing(self._said):
                async for chunk in self._said:
                    async with self._tail.sending(self._patience):
                        await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except TimeoutError:
            self._tail.end(SLOW)
            await _send_last(send, last(self._tail.ending or SLOW))
        else:
            await _send_last(send, b"")


async def _send_last(send: Send, words: bytes) -> None:
    """Send the last event. A client that did not accept earlier data may not accept this either: its connection is then
    closed.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(LAST_WORDS):
            await send({"type": "http.response.body", "body": words, "more_body": False})
