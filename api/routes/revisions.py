"""Routes: changes of the past, planned and written."""

from __future__ import annotations

from api.routes.serving import served_with_dry_runs
from api.use_cases.revisions import RevisionView, revise
from projections.views.plans import PlanView

ROUTES = (
    served_with_dry_runs("/campaigns/{campaign:uuid}/revisions", revise, RevisionView, PlanView, tags=["history"]),
)
