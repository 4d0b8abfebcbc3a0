"""Sessions told in sentences, and reports over the whole history."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from markupsafe import Markup

from api.analytics.narrowing import Narrowing
from api.pages.rendering import page
from api.pages.visits import PageGuard, Visit
from api.use_cases.campaigns import list_played_sessions, show_campaign
from api.use_cases.recaps import show_recap
from api.use_cases.reports import list_reports, show_report
from projections.recaps.html import body

Number = Annotated[int | None, QueryParameter(ge=0, le=2**31)]

MOST_ROWS: Final = 500
"""The number of a report's rows that a page shows."""


@get("/campaigns/{campaign:uuid}/recap", guards=[PageGuard("member")], sync_to_thread=True)
def show_session(visit: NamedDependency[Visit], session: Number = None) -> Response[bytes]:
    """A session in sentences, each with the entries that it rests on."""
    recap = visit.ask(show_recap, session=session, language=visit.language)
    article = body(recap, lambda entry: f"{visit.subpath}/campaigns/{visit.campaign}/entries/{entry}")
    return page(
        visit,
        "recap.html",
        campaign=visit.ask(show_campaign),
        recap=recap,
        sessions=visit.ask(list_played_sessions),
        article=Markup(article),  # made of escaped parts
    )


@get("/campaigns/{campaign:uuid}/reports", guards=[PageGuard("member")], sync_to_thread=True)
def show_reports(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The reports that there are."""
    return page(visit, "reports.html", campaign=visit.ask(show_campaign), reports=visit.listed(list_reports))


@get("/campaigns/{campaign:uuid}/reports/{report:str}", guards=[PageGuard("member")], sync_to_thread=True)
def show_one_report(visit: NamedDependency[Visit], report: FromPath[str]) -> Response[bytes]:
    """A report, with its sentences and its rows."""
    seen = visit.ask(show_report, report=report, narrowing=Narrowing())
    return page(visit, "report.html", campaign=visit.ask(show_campaign), report=seen, most=MOST_ROWS)


ROUTES = (show_session, show_reports, show_one_report)
