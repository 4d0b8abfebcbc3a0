"""Reports over the whole history: a question each, answered with a sentence, a chart and a table."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args
from urllib.parse import urlencode

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from api.analytics.narrowing import Narrowing
from api.analytics.table_cells import cell, csv_of
from api.analytics.views import Drawing, ReportView
from api.answers import encoded
from api.calling.values import WrongValue
from api.http.endpoints import headers_of
from api.http.representations import response
from api.pages.rendering import page
from api.pages.rows.members import members_of
from api.pages.visits import PageGuard, Visit
from api.use_cases.campaigns import list_played_sessions, show_campaign
from api.use_cases.characters import list_characters
from api.use_cases.reports import list_reports, show_report, take_facts
from domain.messages import text as worded
from projections.analytics.querying.names import FileFormat, TableName
from projections.analytics.reports.forms import Scheme
from projections.translation.catalogues import translations

MOST_ROWS: Final = 500
"""The number of a report's rows that a page shows."""

_TEXTS: Final = "projections.analytics"
"""The package whose catalogues have the texts of reports; it is not imported where nobody reads reports."""

Number = Annotated[str | None, QueryParameter(max_length=10)]
Names = Annotated[list[str] | None, QueryParameter(max_items=100)]


class ReportRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the history that a report is asked about, as the form of its page has it."""

    first_session: str = ""
    last_session: str = ""
    member: tuple[str, ...] = ()
    character: tuple[str, ...] = ()

    @property
    def narrowing(self) -> Narrowing:
        """The same for a report. Raises WrongValue."""
        return Narrowing(
            first_session=_session(self.first_session),
            last_session=_session(self.last_session),
            members=self.member,
            characters=self.character,
        )

    @property
    def query(self) -> str:
        """The same as the query of an address."""
        return urlencode({name: value for name, value in msgspec.to_builtins(self).items() if value}, doseq=True)


def _asked(
    first: str | None, last: str | None, members: list[str] | None, characters: list[str] | None
) -> ReportRequest:
    return ReportRequest(
        first_session=first or "",
        last_session=last or "",
        member=tuple(filter(None, members or ())),
        character=tuple(filter(None, characters or ())),
    )


def _session(text: str) -> int | None:
    if text and not (text.isdecimal() and int(text)):
        raise WrongValue(worded("a session has a number from 1 on, not {text!r}", text=text))
    return int(text) if text else None


@get("/campaigns/{campaign:uuid}/reports", guards=[PageGuard("member")], sync_to_thread=True)
def show_reports(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The reports that there are."""
    words = translations(_TEXTS, visit.language)
    reports = [(each.report, words.pgettext("question", each.question)) for each in visit.listed(list_reports)]
    return page(
        visit,
        "reports.html",
        campaign=visit.ask(show_campaign),
        reports=reports,
        tables=get_args(TableName),
        formats=get_args(FileFormat),
    )


@get("/campaigns/{campaign:uuid}/reports/{report:str}", guards=[PageGuard("member")], sync_to_thread=True)
def show_one_report(
    *,
    visit: NamedDependency[Visit],
    report: FromPath[str],
    first_session: Number = None,
    last_session: Number = None,
    member: Names = None,
    character: Names = None,
) -> Response[bytes]:
    """A report: its sentence, its chart and its rows, narrowed by a form."""
    asked = _asked(first_session, last_session, member, character)
    seen = visit.ask(show_report, report=report, narrowing=asked.narrowing, language=visit.language)
    assert isinstance(seen, ReportView), "no chart was asked for"
    words, numerals = translations(_TEXTS, visit.language), visit.catalogue.numerals
    return page(
        visit,
        "report.html",
        campaign=visit.ask(show_campaign),
        report=seen,
        heading=lambda column: words.pgettext("heading", column.replace("_", " ")),
        cell=lambda value: cell(value, numerals),
        most=MOST_ROWS,
        asked=asked,
        members=members_of(visit),
        characters=visit.listed(list_characters),
        sessions=visit.ask(list_played_sessions),
    )


@get("/campaigns/{campaign:uuid}/reports/{report:str}/chart", guards=[PageGuard("member")], sync_to_thread=True)
def send_chart(
    *,
    visit: NamedDependency[Visit],
    report: FromPath[str],
    first_session: Number = None,
    last_session: Number = None,
    member: Names = None,
    character: Names = None,
    scheme: Annotated[Scheme | None, QueryParameter()] = None,
) -> Response[bytes]:
    """The chart of a report as a picture, in the reader's language and colours."""
    asked = _asked(first_session, last_session, member, character)
    drawing = visit.ask(
        show_report,
        report=report,
        narrowing=asked.narrowing,
        chart="svg",
        language=visit.language,
        scheme=scheme,
    )
    assert isinstance(drawing, Drawing), "a chart was asked for"
    return _file(visit, drawing.content, drawing.media_type)


@get("/campaigns/{campaign:uuid}/reports/{report:str}/rows", guards=[PageGuard("member")], sync_to_thread=True)
def send_rows(
    *,
    visit: NamedDependency[Visit],
    report: FromPath[str],
    first_session: Number = None,
    last_session: Number = None,
    member: Names = None,
    character: Names = None,
    form: Annotated[Literal["csv", "json"], QueryParameter(name="format")] = "csv",
) -> Response[bytes]:
    """All rows of a report as a file."""
    asked = _asked(first_session, last_session, member, character)
    seen = visit.ask(show_report, report=report, narrowing=asked.narrowing)
    assert isinstance(seen, ReportView), "no chart was asked for"
    if form == "csv":
        return _file(visit, csv_of(seen.columns, seen.rows), "text/csv", f"{seen.report}.csv")
    return _file(visit, msgspec.json.encode(seen.rows), "application/json", f"{seen.report}.json")


@get("/campaigns/{campaign:uuid}/facts", guards=[PageGuard("member")], sync_to_thread=True)
def send_table(
    *,
    visit: NamedDependency[Visit],
    table: Annotated[TableName, QueryParameter()],
    form: Annotated[FileFormat, QueryParameter(name="format")] = "csv",
) -> Stream:
    """A table of the campaign as a file, as far as the reader may see it."""
    file = visit.ask(take_facts, table=table, form=form)
    name = f'attachment; filename="{visit.campaign}-{file.name}"'
    return Stream(iter(file), media_type=file.media_type, headers={"Content-Disposition": name})


def _file(visit: Visit, content: bytes, media_type: str, name: str = "") -> Response[bytes]:
    describing, body = encoded(content, headers_of(visit.scope).get(b"accept-encoding"))
    named = [(b"content-disposition", f'attachment; filename="{name}"'.encode())] if name else []
    answered = response((200, [*named, *describing], body), media_type)
    answered.cookies.extend(visit.cookies)
    return answered


ROUTES = (show_reports, show_one_report, send_chart, send_rows, send_table)
