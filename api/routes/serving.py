"""Use cases as routes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Response
from litestar.handlers import HTTPRouteHandler

from api.access import access_of
from projections.views.plans import PlanView


def served(
    method: Callable[..., Callable[[Callable[..., Any]], HTTPRouteHandler]],
    path: str,
    use_case: Callable[..., Any],
    **options: Any,
) -> HTTPRouteHandler:
    """The use case as a route with this method and path; its guard lets in whom the use case allows."""
    return method(path, guards=[access_of(use_case)], **{"sync_to_thread": True, **options})(use_case)


def written_or_planned(answer: Any) -> Response[Any]:
    """The response to a change of the past: 201 for what was written, 200 for the plan of a dry run."""
    return Response(answer, status_code=200 if isinstance(answer, PlanView) else 201)
