"""Requests as values: pure functions make them, and a client sends them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Generic, TypeVar
from urllib.parse import parse_qsl, quote, urlsplit

import msgspec

from retcon_client.replies import Reply, decoded

PREFIX: Final = "/api/v1"

T = TypeVar("T")
U = TypeVar("U")
Rehearsed = TypeVar("Rehearsed")
Row = TypeVar("Row")


class Request(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A request of the service. `path` is the path below the address of the service, `body` becomes JSON, a `file` is sent as it
    is, and `read` makes the answer from the reply.

    `repeatable` is whether it may be sent again when the reply to it was lost: reads, and whatever carries an id of its own.
    """

    method: str
    path: str
    read: Callable[[Reply], T]
    query: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    body: Any = None
    file: Path | None = None
    repeatable: bool = False

    def __repr__(self) -> str:
        return f"Request({self.method} {self.path})"

    def map(self, change: Callable[[T], U]) -> Request[U]:
        """Return the same request with a changed answer."""
        return Request(**{**fields_of(self), "read": lambda reply: change(self.read(reply))})


class DryRunnable(Request[T], Generic[T, Rehearsed], frozen=True, kw_only=True):
    """A request that can be tried without writing anything."""

    read_rehearsed: Callable[[Reply], Rehearsed]

    def dry_run(self) -> Request[Rehearsed]:
        """Return the same request as a dry run. It has the same id, which stays free."""
        query = (*self.query, ("dry_run", "true"))
        return Request(**{**fields_of(self), "read": self.read_rehearsed, "query": query, "repeatable": True})


class ResultPage(msgspec.Struct, Generic[Row], frozen=True, kw_only=True):
    """A page of a list, and the request of the next one, where more may follow."""

    rows: tuple[Row, ...]
    next: Request[ResultPage[Row]] | None = None


def request(
    method: str,
    path: str,
    answer: Any = Any,
    *,
    query: Mapping[str, Any] | None = None,
    body: Any = None,
    headers: Mapping[str, str | None] | None = None,
    repeatable: bool | None = None,
) -> Request[Any]:
    """Return a request whose answer is JSON of that type; None where the reply is empty, and bytes where they are asked for.

    Parameters and headers that are None are left out. Unless `repeatable` says otherwise, a GET, HEAD or PUT is repeatable,
    and so is a body with an `id`, or one of commands that all have one.
    """
    if repeatable is None:
        repeatable = method in ("GET", "HEAD", "PUT") or _has_ids(body)
    return Request(
        method=method,
        path=path,
        read=_reader(answer),
        query=tuple(query_pairs(query or {})),
        headers=tuple((name, value) for name, value in (headers or {}).items() if value is not None),
        body=body,
        repeatable=repeatable,
    )


def beginning_of(asked: Request[Any]) -> Request[None]:
    """Return the same request, of whose reply only the beginning is read here: the rest comes in parts."""
    return Request(**{**fields_of(asked), "read": lambda _reply: None})


def dry_runnable(written: Request[T], rehearsed: Any) -> DryRunnable[T, Any]:
    """Return a request with its dry run, whose answer is JSON of that type."""
    return DryRunnable(**fields_of(written), read_rehearsed=_reader(rehearsed))


def fields_of(asked: Request[Any]) -> dict[str, Any]:
    """Return the fields of a request by name."""
    return {name: getattr(asked, name) for name in Request.__struct_fields__}


def listing(
    path: str,
    row: type[Row],
    *,
    query: Mapping[str, Any] | None = None,
    headers: Mapping[str, str | None] | None = None,
) -> Request[ResultPage[Row]]:
    """Return the request of a list, page by page."""
    return _paged(request("GET", path, tuple[row, ...], query=query, headers=headers))  # type: ignore[valid-type]


def path_to(*segments: object) -> str:
    """Return the path of a route, each segment quoted."""
    return "/".join([PREFIX, *(quote(str(segment), safe="") for segment in segments)])


def query_pairs(query: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Return parameters as they are sent. None is left out, and a list is sent as one parameter for each of its values."""
    for name, value in query.items():
        for each in value if isinstance(value, list | tuple | set | frozenset) else [value]:
            if each is not None:
                yield name, str(each).lower() if isinstance(each, bool) else str(each)


def _paged(rows: Request[Any]) -> Request[Any]:
    """Return the request of a page, from the one of its rows alone."""
    return msgspec.structs.replace(rows, read=lambda reply: _page(rows, reply))


def _page(rows: Request[Any], reply: Reply) -> ResultPage[Any]:
    """Return the page in a reply. Of the address of the next one only the query counts: a client asks no other service."""
    query = next_query(reply.headers.get("link", ""))
    onward = None if query is None else _paged(msgspec.structs.replace(rows, query=query))
    return ResultPage(rows=rows.read(reply), next=onward)


def next_query(link: str) -> tuple[tuple[str, str], ...] | None:
    """Return the parameters of the next page from the header `Link` (RFC 8288); None where no page follows."""
    for part in link.split(",<"):
        address, _, parameters = part.strip().lstrip("<").partition(">")
        if 'rel="next"' in parameters or "rel=next" in parameters:
            return tuple(parse_qsl(urlsplit(address).query, keep_blank_values=True))
    return None


def _has_ids(body: Any) -> bool:
    """Whether a body can be recognised when it comes again."""
    if not isinstance(body, Mapping):
        return False
    commands = body.get("commands", ())
    return bool(body.get("id")) or (bool(commands) and all(_has_ids(command) for command in commands))


def _reader(answer: Any) -> Callable[[Reply], Any]:
    """Return the function that makes an answer of that type from a reply."""
    if answer is bytes:
        return lambda reply: reply.content
    if answer is None or answer is type(None):
        return lambda _: None
    return lambda reply: decoded(reply.content, answer) if reply.content else None
