"""What holds for every report."""

import pkgutil
from importlib import import_module

import pytest

from projections.analytics import reports
from projections.analytics.base import in_memory
from projections.analytics.reports.drawing import drawn
from projections.analytics.reports.every import REPORTS
from projections.analytics.reports.report import Report, answer


def test_every_report_that_is_written_is_listed() -> None:
    modules = [import_module(f"{reports.__name__}.{found.name}") for found in pkgutil.iter_modules(reports.__path__)]
    written = {value.name for module in modules for value in vars(module).values() if isinstance(value, Report)}
    assert written == set(REPORTS)


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_on_nothing_says_so_and_can_be_drawn(report: Report) -> None:
    found = answer(report, in_memory({}))
    assert found.sentence.endswith(".")
    assert drawn(found, "svg").startswith(b"<svg")


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_says_what_each_of_its_columns_means(report: Report) -> None:
    assert list(report.columns) == answer(report, in_memory({})).table.column_names
