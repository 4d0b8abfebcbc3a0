"""Reports on campaigns: a question each, answered with a sentence, a table and a chart, as far as the caller may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

from litestar import Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from api.access import Caller, Seat
from api.analytics.narrowing import Narrowing
from api.analytics.rows_file import RowsFile
from api.analytics.views import Drawing, ReportView
from api.http.endpoints import json_response
from api.http.representations import OTHER_FORMS
from api.reading import ReadRequest
from api.routes.serving import guard_of, listed
from api.services import Services
from api.use_cases import recaps, reports
from domain.history.points import View
from projections.analytics.querying.names import FileFormat, TableName
from projections.analytics.reports.forms import MEDIA, Picture
from projections.recaps import html, markdown
from projections.recaps.recap import Recap
from projections.translation.catalogues import languages
from projections.translation.negotiation import language_of

Chart = Annotated[
    Picture | None,
    QueryParameter(description="the chart instead: a picture (`svg`, `png`), or its Vega-Lite (`vega`)"),
]
Drawn = Annotated[
    Picture | None, QueryParameter(description="the chart too, in the field `drawing` of the answer, in this form")
]
_Campaigns = Annotated[
    list[str] | None, QueryParameter(description="only these campaigns, by id or name", max_items=1000)
]
_View = Annotated[View | None, QueryParameter(description="`corrected`, or `as_played`: before any revision")]

_Table = Annotated[TableName, QueryParameter(description="the table; `projections/analytics/SCHEMA.md` describes each")]
_Format = Annotated[FileFormat, QueryParameter(name="format", description="the file's format; Arrow comes as a stream")]

_RecapForm = Annotated[
    Literal["json", "markdown", "html"] | None,
    QueryParameter(name="format", description="the form of the answer; by default what `Accept` prefers, else JSON"),
]
_Language = Annotated[str | None, QueryParameter(description=recaps.LANGUAGE, max_length=35)]
_Session = Annotated[int | None, QueryParameter(description=recaps.WHICH, ge=0)]

_FirstSession = Annotated[int | None, QueryParameter(description="the first session that counts", ge=1)]
_LastSession = Annotated[int | None, QueryParameter(description="the last session that counts", ge=1)]
_Members = Annotated[
    list[str] | None, QueryParameter(description="only what these members did, by id or name", max_items=100)
]
_Characters = Annotated[
    list[str] | None, QueryParameter(description="only these characters, by id or handle", max_items=100)
]


def _narrowing(
    first_session: _FirstSession = None,
    last_session: _LastSession = None,
    member: _Members = None,
    character: _Characters = None,
) -> Narrowing:
    """Take the parameters that narrow a report."""
    return Narrowing(
        first_session=first_session,
        last_session=last_session,
        members=tuple(member or ()),
        characters=tuple(character or ()),
    )


_NARROWED: Final = {"narrowing": Provide(_narrowing, sync_to_thread=False)}
_ANSWERS: Final = {200: ResponseSpec(ReportView, generate_examples=False)}
_CHARTS: Final = {OTHER_FORMS: tuple(MEDIA.values())}


def _seats(
    services: NamedDependency[Services], caller: NamedDependency[Caller], campaign: _Campaigns = None
) -> list[Seat]:
    """Take the campaigns that a report is on."""
    return reports.seats_of(services, caller, campaign or ())


@get(
    "/campaigns/{campaign:uuid}/analytics/{report:str}",
    guards=[guard_of(reports.show_report)],
    dependencies=_NARROWED,
    responses=_ANSWERS,
    opt=_CHARTS,
    sync_to_thread=True,
    tags=["analytics"],
)
def show_report(
    request: Request[Any, Any, Any],
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    wanted: NamedDependency[ReadRequest],
    narrowing: NamedDependency[Narrowing],
    *,
    report: FromPath[str],
    chart: Chart = None,
    drawn: Drawn = None,
) -> Response[Any]:
    """Return a report on a campaign, limited to the facts that the caller may see.

    `view=as_played` reports the entries as they were first played, before any revision.
    """
    view = reports.show_report(
        services, seat, wanted, narrowing, report, chart=chart, drawn=drawn, language=_language(request)
    )
    return _answer(request, view)


@get(
    "/analytics/{report:str}",
    guards=[guard_of(reports.show_report_on_all)],
    dependencies={"seats": Provide(_seats, sync_to_thread=True)},
    responses=_ANSWERS,
    opt=_CHARTS,
    sync_to_thread=True,
    tags=["analytics"],
)
def show_report_on_all(
    request: Request[Any, Any, Any],
    services: NamedDependency[Services],
    seats: NamedDependency[list[Seat]],
    report: FromPath[str],
    *,
    view: _View = None,
    first_session: _FirstSession = None,
    last_session: _LastSession = None,
    chart: Chart = None,
    drawn: Drawn = None,
) -> Response[Any]:
    """Answer a report on all campaigns that the caller takes part in, of what they may see in each of them."""
    sessions = {"first_session": first_session, "last_session": last_session}
    spoken = _language(request)
    made = reports.show_report_on_all(
        services, seats, report, view=view, chart=chart, drawn=drawn, language=spoken, **sessions
    )
    return _answer(request, made)


@get(
    "/campaigns/{campaign:uuid}/recap",
    guards=[guard_of(recaps.show_recap)],
    responses={200: ResponseSpec(Recap, generate_examples=False)},
    opt={OTHER_FORMS: (markdown.MEDIA_TYPE, html.MEDIA_TYPE)},
    sync_to_thread=True,
    tags=["analytics"],
)
def show_recap(
    request: Request[Any, Any, Any],
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    wanted: NamedDependency[ReadRequest],
    *,
    session: _Session = None,
    language: _Language = None,
    form: _RecapForm = None,
) -> Response[Any]:
    """Tell a session in sentences as the caller may see it, each with the entries that it rests on and a mark where the past
    was corrected. `format=markdown` and `format=html` are documents for reading and printing. Needs the extra `analytics`.
    """
    spoken = language or _language(request)
    recap = recaps.show_recap(services, seat, wanted, session, spoken)
    match form or _FORMS.get(request.accept.best_match(list(_FORMS)) or "", "json"):
        case "markdown":
            return Response(markdown.markdown(recap, _entry_of(recap)), media_type=markdown.MEDIA_TYPE)
        case "html":
            page = html.page(recap, _entry_of(recap))
            return Response(page, media_type=html.MEDIA_TYPE, headers={"Content-Security-Policy": html.POLICY})
        case _:
            return json_response(request, recap)


_FORMS: Final[Mapping[str, str]] = {"application/json": "json", "text/markdown": "markdown", "text/html": "html"}
"""The forms of a recap by their media types."""


def _entry_of(recap: Recap) -> Callable[[int], str]:
    """Return the function that gives the address of an entry of a recap's campaign."""
    return lambda entry: f"/api/v1/campaigns/{recap.campaign}/entries/{entry}"


@get(
    "/campaigns/{campaign:uuid}/facts",
    guards=[guard_of(reports.take_facts)],
    sync_to_thread=True,
    tags=["analytics"],
)
def take_facts(
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    wanted: NamedDependency[ReadRequest],
    table: _Table,
    form: _Format = "csv",
) -> RowsFile:
    """A table of a campaign as a file, as far as the caller may see it, with the rows in the order in which they happened.

    Times are RFC 3339 in UTC. In CSV, lists are JSON, and an apostrophe stands before text that a spreadsheet would take for a
    formula.
    """
    file = reports.take_facts(services, seat, wanted, table, form)
    name = f'attachment; filename="{seat.campaign}-{file.name}"'
    return RowsFile(iter(file), media_type=file.media_type, headers={"Content-Disposition": name})


def _answer(request: Request[Any, Any, Any], made: ReportView | Drawing) -> Response[Any]:
    headers = {"Content-Language": _language(request), "Vary": "Accept-Language"}
    if isinstance(made, Drawing):
        return Response(made.content, media_type=made.media_type, headers=headers)
    return json_response(request, made, headers=headers)


def _language(request: Request[Any, Any, Any]) -> str:
    """The language that the sender prefers, of those that there are."""
    return language_of(request.headers.get("accept-language", ""), languages())


ROUTES = (
    listed("/campaigns/{campaign:uuid}/analytics", reports.list_reports, tags=["analytics"]),
    listed("/analytics", reports.list_reports_on_all, tags=["analytics"]),
    show_report,
    show_report_on_all,
    show_recap,
    take_facts,
)
