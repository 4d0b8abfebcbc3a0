"""Guards: each route declares one, and a check at start finds routes that lack it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar import Litestar, Request
from litestar.concurrency import sync_to_thread
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.routes import BaseRoute, HTTPRoute

from api.access import Access, Caller, Seat
from api.http.endpoints import admitted
from api.services import Services


class Guard:
    """The guard of a route with the access of its use case.

    It leaves the caller under `caller` in the request's state, and under a campaign the seat under `seat`.
    """

    def __init__(self, access: Access) -> None:
        self.access = access

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        """Admit the sender of a request. Raises the errors of `Access.admit`."""
        await sync_to_thread(admitted, self.access, connection.scope)


class Unguarded(Exception):
    """Routes that do not say who may use them; the service does not start with them."""

    slug = "unguarded-route"

    def __init__(self, routes: Iterable[str]) -> None:
        super().__init__(f"these routes do not declare just one api.http.guards.Guard: {', '.join(routes)}")


def check_guarded(app: Litestar) -> None:
    """Check that every route declares one guard, and one below a campaign a part in it. Raises Unguarded."""
    if lines := sorted({line for route in app.routes for line in _unguarded(route)}):
        raise Unguarded(lines)


def _unguarded(route: BaseRoute) -> Iterable[str]:
    handlers: list[Any] = (
        route.route_handlers if isinstance(route, HTTPRoute) else [getattr(route, "route_handler", None)]
    )
    for handler in handlers:
        methods = getattr(handler, "http_methods", {"ANY"})
        if methods == {"OPTIONS"}:  # made by the framework: it lists the other methods
            continue
        guards = [guard for guard in handler.resolve_guards() if isinstance(guard, Guard)]
        seated = "campaign" not in route.path_parameters or all(
            g.access.need in ("member", "player", "gm") for g in guards
        )
        if len(guards) != 1 or not seated:
            yield f"{'/'.join(sorted(methods))} {route.path_format}"


def running_services(state: State) -> Services:
    """Return the services of the running application."""
    services: Services = state.services
    return services


def caller_of(request: Request[Any, Any, Any], services: NamedDependency[Services]) -> Caller | None:  # noqa: ARG001
    """Return who sent a request; resolved behind the services, as `seat_of` is."""
    caller: Caller | None = request.scope["state"]["caller"]
    return caller


def seat_of(request: Request[Any, Any, Any], services: NamedDependency[Services]) -> Seat:  # noqa: ARG001
    """Return the caller's seat. It asks for the services only to come behind them: dependencies that do not depend on each
    other the framework resolves in a group of tasks, which takes longer than all of it."""
    seat: Seat = request.scope["state"]["seat"]
    return seat
