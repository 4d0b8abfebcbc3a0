"""What every answer tells whoever shows it: to guess no type, to frame nothing, to keep nothing, to pass nothing on."""

from __future__ import annotations

from typing import Final

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from api.logs import REQUEST_ID

ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}

UNLESS_SAID: Final = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
"""What an answer may say otherwise: the page of the description loads its own files."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the headers to an answer that begins, and the id under which the log has its request."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders(message)
    for name, value in ALWAYS.items():
        headers[name] = value
    for name, value in UNLESS_SAID.items():
        headers.setdefault(name, value)
    if request_id := scope.get("state", {}).get(REQUEST_ID):
        headers["X-Request-Id"] = request_id
