"""The headers that every answer carries, how it is compressed, and the line that it leaves in the log.

The headers tell browsers to guess no type, to frame nothing, to keep nothing and to pass nothing on.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import lru_cache
from time import perf_counter
from typing import Any, Final
from uuid import uuid4

import structlog
from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import MethodNotAllowedException, NotFoundException
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_408_REQUEST_TIMEOUT,
    HTTP_413_REQUEST_ENTITY_TOO_LARGE,
)
from litestar.types import ASGIApp, Message, Method, Receive, Scope, Send
from litestar.utils.path import normalize_path

_log = structlog.get_logger("retcon")

REQUEST_ID: Final = "request_id"
"""The key of a request's id in its scope's state."""

ALWAYS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

LARGE: Final = 64 * 1024
"""Bytes of a body that are read to their end though the request is refused."""

UNLESS_SAID: Final = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cache-control", b"no-store"),
)
"""Headers that a response may set otherwise: the page of the API description loads its own files."""


LEAST: Final = 1024
"""Bytes from which on a body is compressed."""

GZIP: Final = (b"content-encoding", b"gzip")
VARY: Final = (b"vary", b"accept-encoding")
_AS_GZIP: Final = 16
"""Added to the bits of a window, it makes zlib write gzip's header."""
_SHORT, _SHORT_WINDOW = 16 * 1024, 12
"""The bytes of a short body, and the bits of the window that it is compressed in."""
_FAST, _SMALL = 3, 6
"""Levels of compression: for answers that are sent once, and for those that are kept."""


def encoded(content: bytes, accepted: bytes | None) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return a body, with the headers that describe it, for a client that accepts these encodings (the header
    `Accept-Encoding`): compressed from 1 KiB on.
    """
    if len(content) < LEAST:
        return [], content
    return ([VARY, GZIP], gzipped(content, _FAST)) if takes_gzip(accepted) else ([VARY], content)


def raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return headers as they are sent."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]


@lru_cache(256)
def takes_gzip(accepted: bytes | None) -> bool:
    """Whether a client that accepts these encodings takes gzip; one that lists none takes a body as it is."""
    codings = [coding.replace(b" ", b"").lower().partition(b";") for coding in (accepted or b"").split(b",")]
    weights = {name: weight.removeprefix(b"q=") for name, _, weight in codings}
    weight = weights.get(b"gzip", weights.get(b"*", b"0"))
    return weight.strip(b"0.") != b"" or weight == b""


def gzipped(content: bytes, level: int = _SMALL) -> bytes:
    """Compress a body. A short one has a window to its size: a full one takes longer to set up than to use."""
    window, memory = (_SHORT_WINDOW, 4) if len(content) <= _SHORT else (zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL)
    packer = zlib.compressobj(level, zlib.DEFLATED, _AS_GZIP + window, memory)
    return packer.compress(content) + packer.flush()


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the headers to an answer that begins, and the id under which the log has its request."""
    if message["type"] != "http.response.start":
        return
    given = {name.lower() for name, _ in message["headers"]}
    headers = [*message["headers"], *ALWAYS, *(header for header in UNLESS_SAID if header[0] not in given)]
    if _closes(message["status"], scope):
        headers = [header for header in headers if header[0].lower() != b"connection"]
        headers.append((b"connection", b"close"))
    if request_id := scope.get("state", {}).get(REQUEST_ID):
        headers.append((b"x-request-id", request_id.encode()))
    message["headers"] = headers
    if scope.get("method") == "OPTIONS" and b"allow" in given:
        MutableScopeHeaders(message)["Allow"] = ", ".join(allowed(scope["litestar_app"], scope["path"]))


def _closes(status: int, scope: Scope) -> bool:
    """Whether the connection is closed after this answer: the service stops, or a body was refused that is too large to be
    read to its end only in order to keep the connection, or that does not come."""
    stopping = scope["litestar_app"].state.get("stopping")
    if stopping is not None and stopping.is_set():
        return True
    if status < HTTP_400_BAD_REQUEST:
        return False
    sent = dict(scope["headers"]).get(b"content-length", b"0")
    return (
        status in (HTTP_408_REQUEST_TIMEOUT, HTTP_413_REQUEST_ENTITY_TOO_LARGE)
        or not sent.isdigit()
        or int(sent) > LARGE
    )


def allowed(app: Litestar, path: str) -> list[str]:
    """The methods that an address has a route for: the framework's own answer knows of one route of several only."""
    return [method for method in _METHODS if _routed(app, normalize_path(path), method)]


def _routed(app: Litestar, path: str, method: Method) -> bool:
    try:
        app.asgi_router.handle_routing(path=path, method=method)
    except (MethodNotAllowedException, NotFoundException):
        return False
    return True


_METHODS: Final[tuple[Method, ...]] = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class RequestLog:
    """One line for every request to a route, once its answer has begun: a middleware."""

    def __init__(self) -> None:
        self._log = _log.bind()
        """The log as it is configured by now, so that a line need not put it together anew."""

    def __call__(self, app: ASGIApp) -> ASGIApp:
        """Return the application as it answers with a line in the log."""

        async def logging(scope: Scope, receive: Receive, send: Send) -> None:
            begun = perf_counter()
            scope["state"][REQUEST_ID] = uuid4().hex

            async def sending(message: Message) -> None:
                if message["type"] == "http.response.start":
                    log_answer(scope, message["status"], begun, self._log)
                await send(message)

            await app(scope, receive, sending)

        return logging


def log_answer(scope: Scope, status: int, begun: float | None = None, log: Any = _log) -> None:
    """A line for an answered request: its route as declared, the campaign and the account, never the path itself."""
    state = scope.get("state", {})
    log.info(
        "request",
        request=state.get(REQUEST_ID),
        method=scope.get("method"),
        route=scope.get("path_template"),
        status=status,
        milliseconds=None if begun is None else round((perf_counter() - begun) * 1000, 1),
        campaign=_text(scope.get("path_params", {}).get("campaign")),
        account=_text(state.get("account")),
    )


def log_unexpected(scope: Scope, error: Exception) -> None:
    """A line for a defect or an outage: the error with the places it passed, without any of their values."""
    _log.error(
        "unexpected",
        request=scope.get("state", {}).get(REQUEST_ID),
        method=scope.get("method"),
        route=scope.get("path_template"),
        exc_info=error,
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)
