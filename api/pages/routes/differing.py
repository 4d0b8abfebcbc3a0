"""Differences: two points of the story side by side, or one point as it is held true now and as the table knew it then."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from api.pages.rendering import page
from api.pages.rows.members import members_of
from api.pages.rows.plans import changes_shown
from api.pages.visits import PageGuard, Visit
from api.use_cases.campaigns import IntervalView, list_played_scenes, list_played_sessions, show_campaign
from api.use_cases.histories import show_difference
from api.use_cases.names import show_names
from domain.history.points import View
from domain.paths import parse
from projections.phrases.plans import only_counts
from projections.views.diff import Difference

NEWEST = 10
"""The number of entries back from now at which a comparison begins where no session has ended."""

_EPOCHS = "epochs"
"""The commitments to dice, which the pages of proof show."""

Point = Annotated[str | None, QueryParameter(max_length=64)]
Eyes = Annotated[str | None, QueryParameter(max_length=64)]


class ComparedPoints(msgspec.Struct, frozen=True, kw_only=True):
    """Two points that are compared, as the form of their page has them, and through whose eyes. `until` may be empty, for now."""

    since: str
    until: str
    since_view: str = "corrected"
    until_view: str = "corrected"
    viewer: str = ""


@get("/campaigns/{campaign:uuid}/differences", guards=[PageGuard("member")], sync_to_thread=True)
def show_differences(
    *,
    visit: NamedDependency[Visit],
    since: Annotated[str | None, QueryParameter(name="from", max_length=64)] = None,
    until: Annotated[str | None, QueryParameter(name="to", max_length=64)] = None,
    from_view: Point = None,
    to_view: Point = None,
    viewer: Eyes = None,
) -> Response[bytes]:
    """Every value that differs between two points, and a form that picks them."""
    sessions = visit.ask(list_played_sessions)
    wanted = ComparedPoints(
        since=(since or "").strip(),
        until=(until or "").strip(),
        since_view=_view(from_view),
        until_view=_view(to_view),
        viewer=viewer or "",
    )
    shown: dict[str, Any] = {"seen": None, "problem": None}
    if wanted.since:
        shown = _differing(visit, wanted)
    campaign = visit.ask(show_campaign)
    problem = shown["problem"]
    return page(
        visit,
        "differences.html",
        status=problem.status if problem else 200,
        campaign=campaign,
        wanted=wanted,
        usual=_usual(sessions, campaign.head.entry),
        sessions=sessions,
        scenes=visit.ask(list_played_scenes),
        members=members_of(visit) if campaign.role == "gm" else [],
        **shown,
    )


def _differing(visit: Visit, wanted: ComparedPoints) -> dict[str, Any]:
    """Return the differences as a page shows them; where there is a problem, that."""
    seen, problem = visit.tried(
        show_difference,
        since=wanted.since,
        until=wanted.until or None,
        from_view=wanted.since_view,
        to_view=wanted.until_view,
        viewer=wanted.viewer or None,
    )
    if seen is None:
        return {"seen": None, "problem": problem}
    assert isinstance(seen, Difference)
    names = {**visit.ask(show_names), **seen.names}
    values = [each for each in seen.changes if parse(each.path).component != _EPOCHS]
    telling = [each for each in values if not only_counts(each)]
    return {
        "seen": seen,
        "problem": None,
        "changes": changes_shown(telling, names, visit.catalogue),
        "counting": len(values) - len(telling),
    }


def _view(text: str | None) -> View:
    return "as_played" if text == "as_played" else "corrected"


def _usual(sessions: list[IntervalView], head: int) -> str:
    """Return the point from which a visitor most likely wants to know: the end of the last session that is over."""
    over = [session.number for session in sessions if session.ended is not None and session.ended < head]
    return f"session:{over[-1]}" if over else str(max(1, head - NEWEST))


ROUTES = (show_differences,)
