"""Health checks for monitors: whether the process is alive, and whether it can serve."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import get

from api.access import OPEN, allowed
from api.problems import NotReady
from api.routes.serving import served
from api.services import Services


class Health(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Literal["alive", "ready"]


@allowed(OPEN)
def health() -> Health:
    """Report that the process is alive, without asking the database."""
    return Health("alive")


@allowed(OPEN)
def ready(services: Services) -> Health:
    """Report whether requests can be served: the database is reached and its schema is this release's."""
    if trouble := services.trouble():
        raise NotReady(trouble)
    return Health("ready")


ROUTES = (
    served(get, "/health", health, sync_to_thread=False, tags=["service"]),
    served(get, "/ready", ready, tags=["service"]),
)
