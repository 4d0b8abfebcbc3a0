"""Routes: changes of the past, planned and written."""

from __future__ import annotations

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody

from api.access import Seat
from api.routes.serving import guard_of, written_or_planned
from api.services import Services
from api.use_cases import revisions
from api.use_cases.revisions import RevisionView
from domain.history.plan import RevisionRequest
from projections.views.plans import PlanView


@post(
    "/campaigns/{campaign:uuid}/revisions",
    guards=[guard_of(revisions.revise)],
    responses={200: ResponseSpec(PlanView, generate_examples=False)},
    sync_to_thread=True,
    tags=["history"],
)
def revise(
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    data: JSONBody[RevisionRequest],
    dry_run: FromQuery[bool] = False,
) -> Response[RevisionView]:
    """Undo, redo, amend or insert: every later entry is decided again on the same dice. A dry run returns 200 and the
    plan; send the plan's hash as `plan` to have exactly this plan written. Where the changed past lacks dice or
    answers, 422 lists them all; give them by entry, or send `"owed": "fill"`: the server rolls, and every question
    takes its default.

    With `rules`, the game master has the story decided anew under the current rules, from its beginning or from a
    session on (`from`): the plan's `by_rule` and `by_sheet` list the differences.
    """
    return written_or_planned(revisions.revise(services, seat, data, dry_run))


ROUTES = (revise,)
