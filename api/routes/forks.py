"""Routes: forks: what-if campaigns that share a past, comparing them, and cherry-picking from them."""

from __future__ import annotations

from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from api.access import Seat
from api.routes.serving import guard_of, listed, served, written_or_planned
from api.services import Services
from api.use_cases import forks
from api.use_cases.forks import BroughtView
from domain.ledger.forking.cherry_pick import BringBack
from projections.views.plans import PlanView


@post(
    "/campaigns/{campaign:uuid}/forks/{fork:uuid}/bring-back",
    guards=[guard_of(forks.bring_back_entries)],
    responses={200: ResponseSpec(PlanView, generate_examples=False)},
    sync_to_thread=True,
    tags=["forks"],
)
def bring_back_entries(
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    fork: FromPath[UUID],
    data: JSONBody[BringBack],
    dry_run: FromQuery[bool] = False,
) -> Response[BroughtView]:
    """Bring commands of a fork back as inserts, by default at the fork point. Their answers come along; their dice are
    rolled anew. The response is that of a revision: a dry run returns 200 and the plan, conflicts return 409, missing
    dice or answers return 422.
    """
    return written_or_planned(forks.bring_back_entries(services, seat, fork, data, dry_run))


ROUTES = (
    served(post, "/campaigns/{campaign:uuid}/forks", forks.make_fork, tags=["forks"]),
    listed("/campaigns/{campaign:uuid}/forks", forks.list_forks, tags=["forks"]),
    served(get, "/campaigns/{campaign:uuid}/forks/{fork:uuid}/compare", forks.compare_fork, tags=["forks"]),
    bring_back_entries,
)
