"""Failures: the pages that answer requests which ended in an error, also those for an address that is no page."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote

from litestar import Request, Response
from litestar.datastructures.headers import Accept
from litestar.exceptions import NotFoundException

from api.http.problem_answers import MEDIA_TYPE, headers_of_problem, problem_in
from api.http.problem_answers import answer as problem_answer
from api.pages.rendering import answer, onward, page, rendered
from api.pages.visits import STATE, Visit
from api.problems import NotSignedIn
from api.services import Services

_BESIDE: Final = {"HX-Retarget": "#problems", "HX-Reswap": "innerHTML"}
"""Headers by which a problem is shown in its own place, and what the page shows already stays."""

_PROGRAMS: Final = ("/api", "/mcp", "/discord", "/health", "/ready", "/metrics")
"""The beginnings of paths that are for programs: a browser that opens one gets what programs get."""


def show_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer with a page that says what is wrong and what to do, or with that part of it alone where a script asks. A
    reader who is not signed in goes to sign in.
    """
    visit = request.scope["state"].get(STATE)
    if not isinstance(visit, Visit):  # it failed before the visit was known
        return answer_failure(request, error)
    if isinstance(error, NotSignedIn):
        return onward(visit, f"/sign-in?onward={quote(request.scope['path'], safe='/')}")
    return _shown(request, visit, error)


def answer_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer a request that failed before it came to a page: a browser gets a page, and a program problem details."""
    if not _wants_page(request):
        return problem_answer(request, error)
    services: Services = request.app.state.services
    return _shown(request, Visit(request.scope, services, None, b""), error)


def _shown(request: Request[Any, Any, Any], visit: Visit, error: Exception) -> Response[Any]:
    problem = problem_in(request, error)
    headers = headers_of_problem(request, problem, error)
    if visit.is_part:
        return answer(visit, rendered(visit, "parts/problem.html", problem=problem), problem.status, headers | _BESIDE)
    is_nowhere = problem.status == 404 and isinstance(error, NotFoundException)
    return page(visit, "problem.html", problem=problem, is_nowhere=is_nowhere, status=problem.status, headers=headers)


def _wants_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a page answers: for a browser, which names HTML among what it accepts, at an address for people."""
    path = request.scope["path"]
    if any(path == each or path.startswith(f"{each}/") for each in _PROGRAMS):
        return False
    accepted = request.headers.get("accept", "")
    return Accept(accepted).best_match([MEDIA_TYPE, "text/html"], default=MEDIA_TYPE) == "text/html"
