"""Answers to requests that end in an error: problem details, `application/problem+json`.

An unexpected error shows only the id under which the log has it.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.enums import ParamType
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException, ValidationException
from litestar.serialization import encode_json
from litestar.types import Scope

from api.answers import REQUEST_ID, allowed, encoded, log_answer, log_unexpected, raw
from api.http.misfits import misfit, misfits
from api.http.representations import response
from api.problems import (
    ApiProblem,
    BadBody,
    BadParameter,
    FieldProblem,
    NotFound,
    Problem,
    problem_of,
    problem_with,
    short,
)
from api.proxy.subpath import public_path, subpath_of
from domain.messages import text
from projections.translation.catalogues import languages
from projections.translation.negotiation import language_of

MEDIA_TYPE: Final = "application/problem+json"


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Return the answer to a request that ended in an error; unexpected errors are logged."""
    problem = problem_in(request, error)
    headers = headers_of_problem(request, problem, error)
    describing, body = encoded(encode_json(problem), request.headers.get("accept-encoding", "").encode())
    return response((problem.status, [*raw(headers), *describing], body), MEDIA_TYPE)


def problem_in(request: Request[Any, Any, Any], error: Exception) -> Problem:
    """Return the problem of a request that ended in an error, for its sender; unexpected errors are logged."""
    state = request.scope.get("state", {})
    seat = state.get("seat")
    if isinstance(error, MethodNotAllowedException) and not allowed(request.app, request.scope["path"]):
        error = NotFoundException()  # an empty or odd segment: the framework has met part of a route there
    if isinstance(error, NotFoundException):
        error = nothing_here(request.scope)
    if isinstance(error, ValidationException):
        error = _of_validation(request, error)
    problem = _problem(error, is_gm=seat is not None and seat.actor.is_gm, language=_language(request))
    if problem is None or problem.status == 500:
        log_unexpected(request.scope, error)
        title = HTTPStatus(500).phrase
        problem = problem_with("internal-error", 500, title, _INTERNAL, request=state.get(REQUEST_ID))
    if REQUEST_ID not in state:  # it came to no route, so no route's log has seen it
        log_answer(request.scope, problem.status)
    return msgspec.structs.replace(problem, instance=short(public_path(request.scope)))


def nothing_here(scope: Scope) -> NotFound:
    """Return the problem of a request for an address at which nothing is."""
    return NotFound(
        text(
            "there is nothing at this address; the routes are listed at {subpath_of}/docs", subpath_of=subpath_of(scope)
        )
    )


def _language(request: Request[Any, Any, Any]) -> str:
    """The language that the sender prefers, of those that there are."""
    return language_of(request.headers.get("accept-language", ""), languages())


def headers_of_problem(request: Request[Any, Any, Any], problem: Problem, error: Exception) -> dict[str, str]:
    """Return the headers with which a problem is answered, in whatever form."""
    headers = _headers(request, problem.status) | dict(error.headers if isinstance(error, ApiProblem) else {})
    return headers | {"Content-Language": _language(request), "Vary": "accept-language"}


def _headers(request: Request[Any, Any, Any], status: int) -> dict[str, str]:
    match status:
        case 401:
            offered = "authorization" in request.headers
            return {"WWW-Authenticate": 'Bearer realm="retcon"' + (', error="invalid_token"' if offered else "")}
        case 405:
            return {"Allow": ", ".join(allowed(request.app, request.scope["path"]))}
        case 503:
            return {"Retry-After": "1"}
        case _:
            return {}


def _problem(error: Exception, *, is_gm: bool, language: str) -> Problem | None:
    if isinstance(error, HTTPException):
        return _of_framework(error)
    return problem_of(error, is_gm=is_gm, language=language)


def _of_framework(error: HTTPException) -> Problem:
    """Answer an error of the framework, raised before a route's code runs."""
    status = error.status_code
    slug, detail = _FRAMEWORK.get(status, (HTTPStatus(status).phrase.lower().replace(" ", "-"), str(error.detail)))
    return problem_with(slug, status, HTTPStatus(status).phrase, detail)


def _of_validation(request: Request[Any, Any, Any], error: ValidationException) -> ApiProblem:
    """Return the problem of parameters that the framework has read, and found not to fit."""
    parts: list[dict[str, Any]] = error.extra if isinstance(error.extra, list) else []
    if any(part.get("key") == "data" for part in parts):
        return BadBody("The request needs a JSON body.")
    wrong = [
        _misfit(request, part["key"], ParamType(part.get("source", "query")), part["message"])
        for part in parts
        if part["message"] != repr(part.get("key"))  # the framework misses what the route does not take itself
    ]
    return misfits(wrong) if wrong else BadParameter(str(error.detail))


def _misfit(request: Request[Any, Any, Any], key: str, source: ParamType, message: str) -> FieldProblem:
    name = key.replace("_", "-").title() if source is ParamType.HEADER else key
    given = {ParamType.HEADER: request.headers, ParamType.PATH: request.path_params}.get(source, request.query_params)
    return FieldProblem(name, misfit(message, given.get(name, "")), source.value)


_FRAMEWORK: Final = {
    405: (
        "method-not-allowed",
        "This address does not support the method; `Allow` lists the methods that it supports.",
    ),
    413: ("body-too-large", "The body is larger than 1 MiB; send several requests."),
}

_INTERNAL: Final = "The service failed unexpectedly; the request was not at fault. Give its id to the operator, who finds the error in the log."
