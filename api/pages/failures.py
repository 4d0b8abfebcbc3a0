"""Failures: what a page answers to a request that ended in an error."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote

from litestar import Request, Response

from api.http.problem_answers import answer as problem_answer
from api.http.problem_answers import problem_in
from api.pages.rendering import answer, onward, page, rendered
from api.pages.visits import STATE, Visit
from api.problems import NotSignedIn

_BESIDE: Final = {"HX-Retarget": "#problems", "HX-Reswap": "innerHTML"}
"""Headers by which a problem is shown in its own place, and what the page shows already stays."""


def show_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer with a page that says what is wrong and what to do, or with that part of it alone where a script asks. Who is
    not signed in goes to sign in.
    """
    visit = request.scope["state"].get(STATE)
    if not isinstance(visit, Visit):  # it failed before the visit was known
        return problem_answer(request, error)
    if isinstance(error, NotSignedIn):
        return onward(visit, f"/sign-in?onward={quote(request.scope['path'], safe='/')}")
    problem = problem_in(request, error)
    if visit.is_part:
        return answer(visit, rendered(visit, "parts/problem.html", problem=problem), problem.status, _BESIDE)
    return page(visit, "problem.html", problem=problem, status=problem.status)
