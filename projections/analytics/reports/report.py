"""Reports: one question each, written once as an expression, with a sentence, a table and a chart for its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import ibis.expr.types as ir
import pyarrow as pa

from projections.analytics.base import EVERYTHING, Base, ReportScope
from projections.analytics.compiled import rows_of
from projections.analytics.reports.pictures import Chart, Rows
from projections.analytics.schema import in_utc
from projections.phrases.catalogue import catalogue
from projections.phrases.messages import Part
from projections.translation.catalogues import SOURCE


class Report(NamedTuple):
    """A question about campaigns. `table` answers it as an expression over the tables that were asked for, in an order that is always the same; `worked_out` adds
    what no query can say. `sentence` and `chart` tell the rows. `columns` say what each column of the table means.
    One that looks at what entries were first, whatever became of them, reads `every_version`."""

    name: str
    question: str
    columns: dict[str, str]
    table: Callable[[Base], ir.Table]
    sentence: Callable[[Rows], Part]
    chart: Callable[[Rows], Chart]
    worked_out: Callable[[pa.Table], pa.Table] = lambda table: table
    every_version: bool = False
    brief: tuple[str, ...] = ()
    """The columns that are told where there is little room; all of them where it is empty."""


class ReportResult(NamedTuple):
    """The answer of a report: its table, and its sentence."""

    report: Report
    table: pa.Table

    @property
    def rows(self) -> Rows:
        """The rows of the table."""
        rows: list[dict[str, Any]] = self.table.to_pylist()
        return rows

    @property
    def sentence(self) -> str:
        """The answer in words."""
        return self.said_in(SOURCE)

    def said_in(self, language: str) -> str:
        """Return the answer in words, in a language."""
        return catalogue(language).say(self.report.sentence(self.rows))


def answer(report: Report, base: Base, asked: ReportScope = EVERYTHING) -> ReportResult:
    """Answer a report over what is asked for."""
    rows = rows_of(report.table, base, asked, every_version=report.every_version)
    return ReportResult(report, report.worked_out(in_utc(rows)))
