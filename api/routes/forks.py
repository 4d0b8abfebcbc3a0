"""Routes: forks: what-if campaigns that share a past, comparing them, and cherry-picking from them."""

from __future__ import annotations

from litestar import get, post

from api.routes.serving import listed, served, served_with_dry_runs
from api.use_cases import forks
from projections.views.plans import PlanView

ROUTES = (
    served(post, "/campaigns/{campaign:uuid}/forks", forks.make_fork, tags=["forks"]),
    listed("/campaigns/{campaign:uuid}/forks", forks.list_forks, tags=["forks"]),
    served(get, "/campaigns/{campaign:uuid}/forks/{fork:uuid}/compare", forks.compare_fork, tags=["forks"]),
    served_with_dry_runs(
        "/campaigns/{campaign:uuid}/forks/{fork:uuid}/bring-back",
        forks.bring_back_entries,
        forks.BroughtView,
        PlanView,
        tags=["forks"],
    ),
)
