"""Security headers of every response: no type guessing, no framing, no caching, no referrer."""

from __future__ import annotations

from typing import Final

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import MethodNotAllowedException, NotFoundException
from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_408_REQUEST_TIMEOUT, HTTP_413_REQUEST_ENTITY_TOO_LARGE
from litestar.types import Message, Method, Scope
from litestar.utils.path import normalize_path

from api.logs import REQUEST_ID

ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}

LARGE: Final = 64 * 1024
"""Bytes of a body that are read to their end though the request is refused."""

UNLESS_SAID: Final = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
"""Headers that a response may set otherwise: the page of the API description loads its own files."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the headers to an answer that begins, and the id under which the log has its request."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders(message)
    for name, value in ALWAYS.items():
        headers[name] = value
    for name, value in UNLESS_SAID.items():
        headers.setdefault(name, value)
    if scope.get("method") == "OPTIONS" and "allow" in headers:
        headers["Allow"] = ", ".join(allowed(scope["litestar_app"], scope["path"]))
    if _closes(message["status"], scope):
        headers["Connection"] = "close"
    if request_id := scope.get("state", {}).get(REQUEST_ID):
        headers["X-Request-Id"] = request_id


def _closes(status: int, scope: Scope) -> bool:
    """Whether the connection is closed after this answer: the service stops, or a body was refused that is too large to be
    read to its end only in order to keep the connection, or that does not come."""
    stopping = scope["litestar_app"].state.get("stopping")
    if stopping is not None and stopping.is_set():
        return True
    sent = dict(scope["headers"]).get(b"content-length", b"0")
    return status in (HTTP_408_REQUEST_TIMEOUT, HTTP_413_REQUEST_ENTITY_TOO_LARGE) or (
        status >= HTTP_400_BAD_REQUEST and (not sent.isdigit() or int(sent) > LARGE)
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
