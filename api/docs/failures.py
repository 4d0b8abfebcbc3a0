"""The statuses with which a route refuses: they follow from who may use it, what it is sent, and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from litestar.handlers import HTTPRouteHandler

from api.access import Access

MEANINGS: Final = {
    400: "A parameter or the body cannot be used; `fields` says which and why",
    401: "A valid token is needed",
    403: "The caller may see it, but may not do this",
    404: "There is no such thing, or the caller may not know that there is",
    409: "It has changed meanwhile, is already taken, or the revision conflicts (`plan`)",
    413: "The body is larger than 1 MiB, or a file is larger than the service takes",
    422: "A rule does not allow it, or dice are missing (`missing`)",
    429: "Rate limit reached: possible again after `Retry-After` seconds",
    503: "The database cannot be reached; possible again after `Retry-After` seconds",
}
"""The statuses of problems, and what each of them says."""


def failures(handler: HTTPRouteHandler, path: str, access: Access) -> Iterator[int]:
    """The statuses with which a route may refuse, besides what it answers with when all is well."""
    yield 400
    if access.need != "nobody":
        yield from (401, 403, 429, 503)
    elif path == "/ready":
        yield 503
    elif not handler.http_methods & {"GET"}:  # redeems a code: wrong ones are counted
        yield from (429, 503)
    if "{" in path:
        yield 404
    if handler.parsed_data_field is not None or "/imports/" in path:
        yield 413
    if not handler.http_methods & {"GET"}:
        yield 409
    if "{campaign}" in path and not handler.http_methods & {"GET"}:
        yield 422
