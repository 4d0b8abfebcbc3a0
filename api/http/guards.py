"""Guards: each route declares one, and a check at start finds routes that lack it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote
from uuid import UUID

from litestar import Litestar, Request
from litestar.concurrency import sync_to_thread
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.routes import BaseRoute, HTTPRoute

from api.access import ON_BEHALF_OF, Access, Asked, Caller, Seat
from api.members import as_uuid
from api.problems import NotSignedIn
from api.proxy.networks import Networks
from api.services import Services


class Guard:
    """The guard of a route with the access of its use case.

    It leaves the caller under `caller` in the request's state, and under a campaign the seat under `seat`.
    """

    def __init__(self, access: Access) -> None:
        self.access = access

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        """Admit the sender of a request. Raises the errors of `Access.admit`."""
        if self.access.need == "nobody":
            return
        asked = asked_by(connection)
        state = connection.scope["state"]
        services: Services = connection.app.state.services
        if asked.token is None and self.access.need == "anybody":
            state["caller"] = None
            return
        caller, seat = await sync_to_thread(self.access.admit, services, asked)
        state.update(caller=caller, seat=seat, account=caller.account)


class Unguarded(Exception):
    """Routes that do not say who may use them; the service does not start with them."""

    slug = "unguarded-route"

    def __init__(self, routes: Iterable[str]) -> None:
        super().__init__(f"these routes do not declare just one api.http.guards.Guard: {', '.join(routes)}")


def check_guarded(app: Litestar) -> None:
    """Check that every route declares one guard, and one below a campaign a part in it. Raises Unguarded."""
    if found := sorted({line for route in app.routes for line in _unguarded(route)}):
        raise Unguarded(found)


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


def asked_by(connection: ASGIConnection[Any, Any, Any, Any]) -> Asked:
    """Read the sender and the campaign from a request. Raises NotSignedIn, BadParameter."""
    return Asked(
        _bearer(connection.headers.get("authorization")),
        _member(connection.headers.get(ON_BEHALF_OF)),
        connection.path_params.get("campaign"),
        address_of(connection),
    )


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address a request comes from: where that is a proxy of ours, the one that the proxy says it comes from.

    A proxy may add its own header below that of the client, so all of them count, the last one first.
    """
    address = connection.client.host if connection.client else ""
    forwarded = connection.headers.getall("x-forwarded-for", [])
    proxies: Networks = connection.app.state.proxies
    if not forwarded or address not in proxies:
        return address
    for hop in reversed(",".join(forwarded).split(",")):
        if address not in proxies or not hop.strip():
            break
        address = hop.strip()
    return address


def _bearer(header: str | None) -> str | None:
    if header is None:
        return None
    scheme, _, token = header.strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotSignedIn("the header is `Authorization: Bearer <token>`")
    return token.strip()


def _member(header: str | None) -> UUID | str | None:
    """The member that a header names, by id or name; names are sent percent-encoded where they are not plain Latin."""
    if header is None:
        return None
    name = unquote(header.strip())
    return as_uuid(name) or name


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
