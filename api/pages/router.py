"""The router of the pages: all of them, what each may ask for, and how their errors are shown."""

from __future__ import annotations

from litestar import Router
from litestar.di import Provide

from api.pages.assets import show_asset
from api.pages.failures import show_failure
from api.pages.routes import (
    accounts,
    acting,
    bringing_back,
    carrying,
    differing,
    downtime,
    histories,
    identities,
    importing,
    keys,
    live,
    people,
    planning,
    proving,
    reporting,
    revising,
    rulebook,
    settings,
    signing_in,
    table,
    telling,
    things,
    webhooks,
)
from api.pages.visits import visit_in


def pages() -> Router:
    """Return the pages as routes; the API description leaves them out."""
    return Router(
        "/",
        route_handlers=[
            show_asset,
            *signing_in.ROUTES,
            *identities.ROUTES,
            *table.ROUTES,
            *acting.ROUTES,
            *revising.ROUTES,
            *things.ROUTES,
            *histories.ROUTES,
            *differing.ROUTES,
            *people.ROUTES,
            *downtime.ROUTES,
            *planning.ROUTES,
            *keys.ROUTES,
            *accounts.ROUTES,
            *webhooks.ROUTES,
            *settings.ROUTES,
            *telling.ROUTES,
            *proving.ROUTES,
            *reporting.ROUTES,
            *rulebook.ROUTES,
            *carrying.ROUTES,
            *bringing_back.ROUTES,
            *importing.ROUTES,
            *live.ROUTES,
        ],
        dependencies={"visit": Provide(visit_in, sync_to_thread=False)},
        exception_handlers={Exception: show_failure},
        include_in_schema=False,
    )
