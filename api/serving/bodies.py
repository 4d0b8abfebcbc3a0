"""The bodies of requests: each comes in time, or its sender is told that it is late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send, WebSocketReceiveMessage

from api.http.unread import PATIENCE, Unread, has_body
from api.problems import ApiProblem
from domain.messages import text

MOST_UNREAD: Final = 1024 * 1024
"""Bytes of an unwanted body that are read to keep a connection."""

SLOWEST: Final = 16 * 1024
"""Bytes of a large file that must come each second, on average."""


class BodyTooSlow(ApiProblem):
    """A body that had not come whole when its time was over."""

    slug = "request-timeout"
    status = 408
    title = "Request Timeout"


def limited(app: ASGIApp, seconds: float) -> ASGIApp:
    """Return an application whose requests have so many seconds for their bodies; what it does not read is dropped."""

    async def serving(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            receive, scope[PATIENCE] = in_time(receive, seconds)  # type: ignore[typeddict-unknown-key]  # our own
            if has_body(scope):
                unread = Unread(receive, send, MOST_UNREAD)
                receive, send = unread.receive, unread.send
        await app(scope, receive, send)

    return serving


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
