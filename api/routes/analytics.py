"""Reports on campaigns: a question each, answered with a sentence, a table and a chart, as far as the caller may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from api.access import Access, Caller, Seat, allowed
from api.analytics.extra import querying, reporting
from api.analytics.narrowing import Narrowing
from api.analytics.rows_file import RowsFile
from api.analytics.views import ReportLine, ReportView
from api.http.guards import Guard
from api.paging import WHOLE, ListPage, ListRequest, list_page
from api.problems import BadParameter
from api.reading import ReadRequest
from api.routes.serving import listed
from api.services import Services
from api.use_cases.campaigns import campaigns_of, listed_campaigns
from domain.history.points import View
from domain.ledger.playing.acceptance import Actor
from projections.analytics.querying.names import FileFormat, TableName

_OF_CAMPAIGN, _OF_ALL = Access("member"), Access("account")
_MEMBER, _ACCOUNT = Guard(_OF_CAMPAIGN), Guard(_OF_ALL)

Picture = Literal["svg", "png", "vega"]
Chart = Annotated[
    Picture | None,
    QueryParameter(description="the chart instead: a picture (`svg`, `png`), or its Vega-Lite (`vega`)"),
]
_Campaigns = Annotated[
    list[str] | None, QueryParameter(description="only these campaigns, by id or name", max_items=1000)
]
_View = Annotated[View | None, QueryParameter(description="`corrected`, or `as_played`: before any revision")]

_Table = Annotated[TableName, QueryParameter(description="the table; `projections/analytics/SCHEMA.md` describes each")]
_Format = Annotated[FileFormat, QueryParameter(name="format", description="the file's format; Arrow comes as a stream")]

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


@allowed(_OF_CAMPAIGN)
def list_reports(page: ListRequest) -> ListPage[ReportLine]:
    """The reports that there are on a campaign, by name."""
    return _reports(page)


@allowed(_OF_ALL)
def list_reports_on_all(page: ListRequest) -> ListPage[ReportLine]:
    """The reports that there are on all campaigns that the caller takes part in, by name."""
    return _reports(page)


def _reports(page: ListRequest) -> ListPage[ReportLine]:
    lines: list[ReportLine] = reporting().listed()
    return list_page(lines, lambda line: (line.report,), page, tuple[str])


@get(
    "/campaigns/{campaign:uuid}/analytics/{report:str}",
    guards=[_MEMBER],
    dependencies=_NARROWED,
    responses=_ANSWERS,
    sync_to_thread=True,
    tags=["analytics"],
)
def show_report(
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    wanted: NamedDependency[ReadRequest],
    narrowing: NamedDependency[Narrowing],
    report: FromPath[str],
    *,
    chart: Chart = None,
) -> Response[Any]:
    """Return a report on a campaign, limited to the facts that the caller may see.

    `view=as_played` reports the entries as they were first played, before any revision.
    """
    return _answered(reporting().on_campaign(services, seat, report, wanted, narrowing), chart)


@get("/analytics/{report:str}", guards=[_ACCOUNT], responses=_ANSWERS, sync_to_thread=True, tags=["analytics"])
def show_report_on_all(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    report: FromPath[str],
    *,
    campaign: _Campaigns = None,
    view: _View = None,
    first_session: _FirstSession = None,
    last_session: _LastSession = None,
    chart: Chart = None,
) -> Response[Any]:
    """Answer a report on all campaigns that the caller takes part in, of what they may see in each of them."""
    sessions = Narrowing(first_session=first_session, last_session=last_session)
    seats = _seats(services, caller, campaign or ())
    return _answered(reporting().on_campaigns(services, seats, report, view or "corrected", sessions), chart)


@get(
    "/campaigns/{campaign:uuid}/facts",
    guards=[_MEMBER],
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
    file = querying().taken_file(services, seat, wanted, table, form)
    name = f'attachment; filename="{seat.campaign}-{file.name}"'
    return RowsFile(iter(file), media_type=file.media_type, headers={"Content-Disposition": name})


def _answered(made: Any, chart: Picture | None) -> Response[Any]:
    if chart is None:
        return Response(made.view)
    picture, media = made.picture(chart)
    return Response(picture, media_type=media)


def _seats(services: Services, caller: Caller, names: Sequence[str]) -> list[Seat]:
    """Return the caller's places in the campaigns that are asked for. Raises BadParameter where they have none in one of them."""
    rows = listed_campaigns(services, campaigns_of(caller), WHOLE)
    wanted: set[UUID] = set()
    for name in names:
        meant = {each.id for each in rows if name.casefold() in (str(each.id), each.name.casefold())}
        if not meant:
            raise BadParameter(f"you take part in no campaign {name!r}")
        wanted |= meant
    member = caller.acts_for or caller.account
    through = None if member == caller.account else str(caller.account)
    return [
        Seat(each.id, Actor(str(member), each.role, through), caller)
        for each in rows
        if each.role is not None and (not names or each.id in wanted)
    ]


ROUTES = (
    listed("/campaigns/{campaign:uuid}/analytics", list_reports, tags=["analytics"]),
    listed("/analytics", list_reports_on_all, tags=["analytics"]),
    show_report,
    show_report_on_all,
    take_facts,
)
