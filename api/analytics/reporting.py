"""Reports made for a caller: in words and rows, and as pictures."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from api.access import Seat
from api.analytics.asking import Material, of_campaign, of_campaigns
from api.analytics.narrowing import Narrowing
from api.analytics.views import ReportLine, ReportView
from api.problems import NotFound
from api.reading import ReadRequest
from api.services import Services
from domain.history.points import View
from domain.messages import text
from projections.analytics.base import ReportScope, in_memory
from projections.analytics.reports.drawing import drawn
from projections.analytics.reports.every import REPORTS
from projections.analytics.reports.forms import MEDIA, Picture, Scheme
from projections.analytics.reports.report import Report, ReportResult, answer
from projections.analytics.reports.translated import report_in, words_of_reports
from projections.translation.catalogues import SOURCE


class Made(msgspec.Struct, frozen=True):
    """A report that was made, and the last entry that is in it (None of several campaigns)."""

    answer: ReportResult
    entry: int | None

    @property
    def view(self) -> ReportView:
        """The report in a sentence and in rows, in English."""
        return self.view_in(SOURCE)

    def view_in(self, language: str) -> ReportView:
        """Return the report in a sentence and in rows, with its texts in a language."""
        report = report_in(self.answer.report, words_of_reports(language))
        return ReportView(
            report=report.name,
            question=report.question,
            sentence=self.answer.said_in(language),
            columns=report.columns,
            rows=tuple(self.answer.rows),
            entry=self.entry,
            brief=report.brief,
        )

    def picture(self, kind: Picture, language: str = SOURCE, scheme: Scheme | None = None) -> tuple[bytes, str]:
        """Return the chart, and its media type."""
        return drawn(self.answer, kind, language, scheme), MEDIA[kind]


def listed() -> list[ReportLine]:
    """Return the reports that there are, by name."""
    return [ReportLine(each.name, each.question, each.columns) for _, each in sorted(REPORTS.items())]


def on_campaign(services: Services, seat: Seat, name: str, wanted: ReadRequest, narrowing: Narrowing) -> Made:
    """Make a report on a campaign. Raises NotFound, UnknownThing, BadPoint, Forbidden."""
    return _made(report_named(name), of_campaign(services, seat, wanted, narrowing))


def on_campaigns(services: Services, seats: Sequence[Seat], name: str, view: View, narrowing: Narrowing) -> Made:
    """Make a report on several campaigns, of which sessions alone may be narrowed. Raises NotFound."""
    report = report_named(name)
    asked = ReportScope(view=view, first_session=narrowing.first_session, last_session=narrowing.last_session)
    return _made(report, of_campaigns(services, seats, asked))


def report_named(name: str) -> Report:
    """Return a report by its name. Raises NotFound."""
    if name not in REPORTS:
        raise NotFound(text("there is no report {name!r}; there are {reports}", name=name, reports=", ".join(REPORTS)))
    return REPORTS[name]


def _made(report: Report, material: Material) -> Made:
    return Made(answer(report, in_memory(material.tables), material.asked), material.entry)
