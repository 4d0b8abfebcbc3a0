"""The composition root: everything that serves, put together in one place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, Final

from litestar import Litestar, Router
from litestar.concurrency import sync_to_thread
from litestar.datastructures import State
from litestar.di import Provide
from litestar.types import ControllerRouterHandler
from msgspec.structs import replace

from api.answers import RequestLog, add_headers
from api.docs.routes import Description, openapi_config, show_document
from api.http.endpoints import LARGEST_BODY, PARAMETERS
from api.http.guards import caller_of, check_guarded, running_services, seat_of
from api.http.inputs import ReadParameters, StrictRequest
from api.http.interactions import interactions_of
from api.http.kept_answers import KEPT_ANSWERS, KeptAnswers
from api.http.representations import REPRESENTATIONS, Representations
from api.http.uploads import UPLOADS, uploading
from api.limits import limits
from api.live import Live, running
from api.observability.switches import Observation
from api.oidc.opening import STATE as SIGN_IN_SERVICE
from api.oidc.opening import sign_in_service
from api.pages.failures import answer_failure
from api.pages.router import pages
from api.paging import list_request
from api.proxy.subpath import STATE
from api.reading import wanted
from api.routes import (
    account,
    accounts,
    analytics,
    assistants,
    campaigns,
    characters,
    commands,
    differences,
    discord,
    downtime,
    enclaves,
    encounters,
    entries,
    forks,
    health,
    imports,
    invitations,
    members,
    proof,
    revisions,
    stream,
    systems,
    webhooks,
)
from api.routes.serving import handler_of
from api.services import Services, opened
from api.settings import Settings
from api.settings import load as defaults
from api.storage.token_checks import TOKEN_CHECKS, TokenChecks
from domain.system import Registry
from systems.registry import load

PREFIX: Final = "/api/v1"

ROUTES: Final[tuple[ControllerRouterHandler, ...]] = (
    *systems.ROUTES,
    *account.ROUTES,
    *accounts.ROUTES,
    *campaigns.ROUTES,
    *members.ROUTES,
    *invitations.ROUTES,
    *characters.ROUTES,
    *encounters.ROUTES,
    *enclaves.ROUTES,
    *commands.ROUTES,
    *entries.ROUTES,
    *revisions.ROUTES,
    *downtime.ROUTES,
    *stream.ROUTES,
    *differences.ROUTES,
    *forks.ROUTES,
    *proof.ROUTES,
    *imports.ROUTES,
    *analytics.ROUTES,
    *webhooks.ROUTES,
    *discord.ROUTES,
    show_document,
)
"""The routes below the prefix."""


def create_app(source: Settings | Services, settings: Settings | None = None) -> Litestar:
    """The application, on services that run already, or on settings by which it opens its own when it starts.

    `settings` are those it serves by: by default those given as source, else the defaults. Raises Unguarded where a route does not say who may use it, and BrokenSystem where a game cannot be loaded.
    """
    registry = source.registry if isinstance(source, Services) else load()
    settings = settings or (source if isinstance(source, Settings) else defaults({}))
    description, parameters = Description(registry), ReadParameters()
    observation, interactions = Observation(settings, version("retcon")), interactions_of(settings)
    app = Litestar(
        [
            Router(PREFIX, route_handlers=ROUTES),
            *health.ROUTES,
            *assistants.ROUTES,
            pages(),
            *observation.routes,
            *(each.route for each in interactions),
        ],
        lifespan=[
            _lifespan(source, registry, settings, observation),
            *(each.lifespan for each in interactions),
        ],
        dependencies=_dependencies(),
        before_request=parameters.check_request,
        before_send=[add_headers, *observation.before_send],
        exception_handlers={Exception: answer_failure},
        middleware=[*observation.middleware, RequestLog()],
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        openapi_config=openapi_config(description, version("retcon")),
        state=State({**_state(description, settings, observation), PARAMETERS: parameters}),
        debug=False,
        pdb_on_exception=False,
    )
    parameters.learn(app)
    check_guarded(app)
    return app


def _state(description: Description, settings: Settings, observation: Observation) -> dict[str, Any]:
    """Return the state of the application, which every request finds."""
    return {
        "description": description,
        "proxies": settings.proxies,
        STATE: settings.path,
        "metrics": observation.metrics,
        SIGN_IN_SERVICE: sign_in_service(settings),
        REPRESENTATIONS: Representations(),
        KEPT_ANSWERS: KeptAnswers(),
    }


def _lifespan(source: Settings | Services, registry: Registry, settings: Settings, observation: Observation) -> Any:
    """Services that were given stay open; those opened here are closed again, off the event loop. Streams end first."""

    @asynccontextmanager
    async def lasting(app: Litestar) -> AsyncIterator[None]:
        async with (
            _opened(source, registry) as services,
            uploading(settings.import_megabytes) as uploads,
            running(services.pool, app.state.get("stopping")) as live,
            TokenChecks(services.pool).running() as checks,
        ):
            limited = limits(settings.guesses_per_minute, settings.dice_per_minute)
            app.state.update(
                {UPLOADS: uploads, TOKEN_CHECKS: checks}, services=replace(services, limits=limited), live=live
            )
            with observation.during(services, live, app.state.get("waiting", int)):
                yield

    return lasting


@asynccontextmanager
async def _opened(source: Settings | Services, registry: Registry) -> AsyncIterator[Services]:
    if isinstance(source, Services):
        yield source
        return
    context = opened(source, registry)
    services = await sync_to_thread(context.__enter__)
    try:
        yield services
    finally:
        await sync_to_thread(context.__exit__, None, None, None)


def _live(state: State) -> Live:
    live: Live = state.live
    return live


def _dependencies() -> dict[str, Provide]:
    """Return the dependencies that routes take by name."""
    return {
        "services": Provide(running_services, sync_to_thread=False),
        "live": Provide(_live, sync_to_thread=False),
        "caller": Provide(caller_of, sync_to_thread=False),
        "seat": Provide(seat_of, sync_to_thread=False),
        "wanted": Provide(handler_of(wanted), sync_to_thread=False),
        "page": Provide(handler_of(list_request), sync_to_thread=False),
    }
