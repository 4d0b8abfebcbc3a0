"""Use cases as routes.

A use case has plain parameters. A route gives it the dependencies by their names, the body as `data`, and what its path
names; everything else is a query parameter, with the bounds and the meaning that its `msgspec.Meta` declares.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import FunctionType
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response, delete, get, patch, post, put
from litestar.datastructures import ResponseHeader
from litestar.di import Dependency, Provide
from litestar.enums import RequestEncodingType
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import BodyKwarg, PathParameter, QueryParameter

from api.access import Access, access_of
from api.http.endpoints import Endpoint, Form, Status, page_of_list, tried_or_written
from api.http.guards import Guard
from api.http.inputs import Parameters, Reads
from api.paging import ListPage

DEPENDENCIES: Final = frozenset({"services", "caller", "seat", "wanted", "page", "address", "language"})
"""The names of parameters that every route can give."""

NEXT: Final = ResponseHeader(
    name="Link",
    description='where more may follow, the address of the next page, as `rel="next"`',
    documentation_only=True,
)
"""The header of a page of a list."""


ETAG: Final = ResponseHeader(
    name="ETag",
    description="sent again as `If-None-Match`, it is answered with 304 as long as the answer is the same",
    documentation_only=True,
)
"""The header of an answer that never changes."""


def served(
    method: Callable[..., Callable[[Callable[..., Any]], HTTPRouteHandler]],
    path: str,
    use_case: Callable[..., Any],
    **options: Any,
) -> HTTPRouteHandler:
    """The use case as a route with this method and path; its guard lets in whom the use case allows."""
    status = options.get("status_code") or _STATUS[method]
    return _route(method, path, use_case, handler_of(use_case, _in_path(path)), Status(status), **options)


def served_with_dry_runs(
    path: str, use_case: Callable[..., Any], written: Any, tried: type, **options: Any
) -> HTTPRouteHandler:
    """The use case as a route that writes: 201 and what was `written`; a dry run has 200 and what it `tried`."""
    handler = handler_of(use_case, _in_path(path))
    handler.__annotations__["return"] = Response[written]
    answers = {200: ResponseSpec(tried, generate_examples=False)}
    return _route(post, path, use_case, handler, tried_or_written, responses=answers, **options)


def listed(path: str, use_case: Callable[..., ListPage[Any]], **options: Any) -> HTTPRouteHandler:
    """The use case, which gives a page of a list, as a route: the body is the rows, a header names the next page."""
    handler = handler_of(use_case, _in_path(path))
    (row,) = get_args(handler.__annotations__["return"])
    handler.__annotations__["return"] = Response[list[row]]  # type: ignore[valid-type]  # known only when the route is made
    return _route(get, path, use_case, handler, page_of_list, response_headers=[NEXT], **options)


def read_by(
    path: str, use_case: Callable[..., Any], row: Any, form: Form, *, access: Access, reads: Reads, **options: Any
) -> HTTPRouteHandler:
    """The use case as a route whose body is rows, with parameters that are made of several in the query by `reads`."""
    handler = handler_of(use_case, _in_path(path), reads)
    handler.__annotations__["return"] = Response[list[row]]
    made = {name: Provide(handler_of(read), sync_to_thread=False) for name, read in reads.items()}
    return _route(
        get,
        path,
        use_case,
        handler,
        form,
        access=access,
        reads=reads,
        dependencies=made,
        response_headers=[NEXT],
        **options,
    )


def _route(
    method: Callable[..., Callable[[Callable[..., Any]], HTTPRouteHandler]],
    path: str,
    use_case: Callable[..., Any],
    handler: Callable[..., Any],
    form: Form,
    *,
    access: Access | None = None,
    reads: Reads | None = None,
    unchanging: bool = False,
    kept: bool = False,
    **options: Any,
) -> HTTPRouteHandler:
    """Return the route by which the framework finds and describes an endpoint; `unchanging` are the answers that are the
    same as long as a release serves, `kept` those that are given again while nothing has changed. Without `access` it is what the use case declares."""
    access = access or access_of(use_case)
    options = {"sync_to_thread": True, **options}
    if unchanging:
        options["response_headers"] = [*options.get("response_headers", ()), ETAG]
    endpoint = Endpoint(
        use_case,
        access,
        Parameters(use_case, _in_path(path), reads),
        form,
        threaded=options["sync_to_thread"],
        compressed=not _has_secret(use_case),
        unchanging=unchanging,
        kept=kept,
    )
    return method(path, guards=[Guard(access)], middleware=[endpoint], **options)(handler)


def _has_secret(use_case: Callable[..., Any]) -> bool:
    """Whether a use case returns a token or a code."""
    return not _SECRETS.isdisjoint(getattr(get_type_hints(use_case)["return"], "__struct_fields__", ()))


_SECRETS: Final = frozenset({"secret", "code"})
"""The fields of answers that hold tokens and codes."""

_STATUS: Final[Mapping[Any, int]] = {get: 200, post: 201, put: 200, patch: 200, delete: 204}


def guard_of(use_case: Callable[..., Any]) -> Guard:
    """Return the guard that lets in whom a use case allows."""
    return Guard(access_of(use_case))


def handler_of(
    function: Callable[..., Any], in_path: Collection[str] = (), provided: Collection[str] = ()
) -> Callable[..., Any]:
    """Return a copy of a function whose annotations tell the framework where each parameter comes from: from the path, or
    from dependencies, those of every route and those `provided` here.

    It is a copy and no wrapper, so that a request does not go through one call more.
    """
    assert isinstance(function, FunctionType), "use cases are functions"
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    hints = get_type_hints(function, include_extras=True)
    answer = {"return": hints.pop("return")}
    dependencies = DEPENDENCIES.union(provided)
    copy.__annotations__ = {name: _source(name, hint, in_path, dependencies) for name, hint in hints.items()} | answer
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__doc__, copy.__module__, copy.__qualname__ = function.__doc__, function.__module__, function.__qualname__
    return copy


def _source(name: str, hint: Any, in_path: Collection[str], dependencies: Collection[str]) -> Any:
    """Return the framework's annotation of a parameter."""
    if name in dependencies:
        return Annotated[hint, Dependency()]
    if name == "data":
        return Annotated[hint, BodyKwarg(media_type=RequestEncodingType.JSON)]
    if name in in_path:
        return Annotated[hint, PathParameter()]
    kind, *metas = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    return Annotated[kind, _query(*metas)]


def _query(meta: msgspec.Meta | None = None) -> QueryParameter:
    """Return a query parameter with the bounds and the meaning that a type declares; `name` in its `extra` renames it."""
    if meta is None:
        return QueryParameter()
    declared = {bound: getattr(meta, bound) for bound in _DECLARED}
    return QueryParameter(**declared, name=(meta.extra or {}).get("name"))


_DECLARED: Final = ("description", "ge", "le", "max_length", "pattern")
"""The parts of a `msgspec.Meta` that use cases declare for query parameters."""


def _in_path(path: str) -> list[str]:
    """Return the names of the parameters in a path."""
    return [part.strip("{").partition(":")[0] for part in path.split("/") if part.startswith("{")]
