"""Reports on campaigns and tables of facts, limited to what the caller may see of each campaign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from api.access import Access, Caller, Seat, allowed
from api.analytics.extra import querying, reporting
from api.analytics.narrowing import Narrowing
from api.analytics.views import Drawing, ReportLine, ReportView
from api.languages.reader import reader
from api.paging import WHOLE, ListPage, ListRequest, list_page
from api.problems import BadParameter
from api.reading import ReadRequest
from api.services import Services
from api.use_cases.campaigns import campaigns_of, listed_campaigns
from domain.history.points import View
from domain.ledger.playing.acceptance import Actor
from domain.messages import text
from projections.analytics.querying.names import FileFormat, TableName
from projections.analytics.reports.forms import Picture, Scheme

_OF_CAMPAIGN, _OF_ALL = Access("member"), Access("account")


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


@allowed(_OF_CAMPAIGN)
def show_report(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    narrowing: Narrowing,
    report: str,
    *,
    chart: Picture | None = None,
    drawn: Picture | None = None,
    language: str | None = None,
    scheme: Scheme | None = None,
) -> ReportView | Drawing:
    """Return a report on a campaign, or its chart; with `drawn`, both in one. A chart for a page has its `scheme`. Without a
    language, it is in that of the reader."""
    made = reporting().on_campaign(services, seat, report, wanted, narrowing)
    return _answered(made, chart, drawn, language, scheme)


@allowed(_OF_ALL)
def show_report_on_all(
    services: Services,
    seats: Sequence[Seat],
    report: str,
    *,
    view: View | None = None,
    first_session: int | None = None,
    last_session: int | None = None,
    chart: Picture | None = None,
    drawn: Picture | None = None,
    language: str | None = None,
) -> ReportView | Drawing:
    """Return a report on the campaigns of these seats, or its chart; with `drawn`, both in one."""
    sessions = Narrowing(first_session=first_session, last_session=last_session)
    made = reporting().on_campaigns(services, seats, report, view or "corrected", sessions)
    return _answered(made, chart, drawn, language)


@allowed(_OF_CAMPAIGN)
def take_facts(services: Services, seat: Seat, wanted: ReadRequest, table: TableName, form: FileFormat = "csv") -> Any:
    """Return a table of a campaign as a file that is written while it is read: parts of bytes, a `name` and a `media_type`.

    The rows are in the order in which they happened.
    """
    return querying().taken_file(services, seat, wanted, table, form)


def _answered(
    made: Any, chart: Picture | None, drawn: Picture | None, wanted: str | None, scheme: Scheme | None = None
) -> ReportView | Drawing:
    language = wanted or reader().language
    if chart is not None:
        return Drawing(*made.picture(chart, language, scheme))
    view: ReportView = made.view_in(language)
    return view if drawn is None else replace(view, drawing=Drawing(*made.picture(drawn, language, scheme)))


def seats_of(services: Services, caller: Caller, names: Sequence[str]) -> list[Seat]:
    """Return the caller's places in the campaigns of these ids or names; without any, in all that they take part in.

    Raises BadParameter where they have none in one of them.
    """
    rows = listed_campaigns(services, campaigns_of(caller), WHOLE)
    wanted: set[UUID] = set()
    for name in names:
        meant = {each.id for each in rows if name.casefold() in (str(each.id), each.name.casefold())}
        if not meant:
            raise BadParameter(text("you take part in no campaign {name!r}", name=name))
        wanted |= meant
    member = caller.acts_for or caller.account
    through = None if member == caller.account else str(caller.account)
    return [
        Seat(each.id, Actor(str(member), each.role, through), caller)
        for each in rows
        if each.role is not None and (not names or each.id in wanted)
    ]
