"""Health checks for monitors: whether the process is alive, and whether it can serve."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import get
from litestar.di import NamedDependency

from api.access import OPEN
from api.http.guards import Guard
from api.problems import NotReady
from api.services import Services


class Health(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Literal["alive", "ready"]


@get("/health", guards=[Guard(OPEN)], sync_to_thread=False, tags=["service"])
def health() -> Health:
    """Report that the process is alive, without asking the database."""
    return Health("alive")


@get("/ready", guards=[Guard(OPEN)], sync_to_thread=True, tags=["service"])
def ready(services: NamedDependency[Services]) -> Health:
    """Report whether requests can be served: the database is reached and its schema is this release's."""
    if trouble := services.trouble():
        raise NotReady(trouble)
    return Health("ready")


ROUTES = (
    health,
    ready,
)
