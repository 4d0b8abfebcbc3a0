"""Requests that are answered before their body was read: the body is read to its end, or the connection is closed.

A server cannot reuse a connection on which the rest of a body may still arrive. It closes the connection without a
word, and the client's next request is lost (RFC 9112, section 9.6).
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from litestar.types import HTTPReceiveMessage, HTTPScope, Message, Receive, Send, WebSocketReceiveMessage

from api.problems import ApiProblem

PATIENCE: Final = "retcon.patience"
"""The key in a request's scope of a function that gives its body more time, the more of it comes in (see `api.serving.bodies`)."""

LINGERING: Final = 1.0
"""Seconds for which a body is dropped behind its answer before the connection is closed: closed while more comes in, it would
be reset, and the client might lose the answer.
"""

_CLOSE: Final = (b"connection", b"close")


def has_body(scope: HTTPScope) -> bool:
    """Whether the head of a request says that a body follows."""
    headers = dict(scope["headers"])
    return headers.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in headers


class Unread:
    """The two ends of a request with a body, by which the application receives and sends.

    The part that it has not read when it answers is read and dropped: up to `most` bytes, as long as `receive` waits
    for them. Of a body that is larger, or does not come in time, the rest is left, and the answer says that the
    connection ends with it.
    """

    def __init__(self, receive: Receive, send: Send, most: int) -> None:
        self._receive = receive
        self._send = send
        self._most = most
        self._read = 0
        self._is_whole = False
        self._closes = False

    async def receive(self) -> HTTPReceiveMessage | WebSocketReceiveMessage:
        """Pass on the next part of the body, or that the client has gone."""
        message = await self._receive()
        self._is_whole = not message.get("more_body", False)
        self._read += len(message.get("body", b""))  # type: ignore[arg-type]  # what is no part of a body has none
        return message

    async def send(self, message: Message) -> None:
        """Send a part of the answer; before its first, the rest of the body is read."""
        if message["type"] == "http.response.start" and not await self._drained():
            message["headers"] = [*message["headers"], _CLOSE]
            self._closes = True
        elif self._closes and message["type"] == "http.response.body" and not message.get("more_body", False):
            await self._send({**message, "more_body": True})
            await self._linger()
            message = {"type": "http.response.body", "body": b"", "more_body": False}
        await self._send(message)

    async def _drained(self) -> bool:
        try:
            while not self._is_whole and self._read <= self._most:
                await self.receive()
        except ApiProblem:
            return False
        return self._is_whole

    async def _linger(self) -> None:
        with suppress(ApiProblem, TimeoutError):
            async with asyncio.timeout(LINGERING):
                while not self._is_whole:
                    await self.receive()
