"""What holds for every report."""

import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

from projections.analytics import reports
from projections.analytics.base import connected, in_memory
from projections.analytics.reports.drawing import drawn
from projections.analytics.reports.every import REPORTS
from projections.analytics.reports.report import Report, answer


def test_every_report_that_is_written_is_listed() -> None:
    modules = [import_module(f"{reports.__name__}.{each.name}") for each in pkgutil.iter_modules(reports.__path__)]
    written = {value.name for module in modules for value in vars(module).values() if isinstance(value, Report)}
    assert written == set(REPORTS)


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_on_nothing_says_so_and_can_be_drawn(report: Report) -> None:
    result = answer(report, in_memory({}))
    assert result.sentence.endswith(".")
    assert drawn(result, "svg").startswith(b"<svg")


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_says_what_each_of_its_columns_means(report: Report) -> None:
    assert list(report.columns) == answer(report, in_memory({})).table.column_names


def test_what_does_not_fit_into_memory_never_lies_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with connected() as connection:
        connection.execute("SET memory_limit = '40MB'")
        connection.execute(
            "CREATE TABLE wide AS SELECT hash(n) AS key, md5(n::text) AS text FROM range(2_000_000) t (n)"
        )
        assert connection.sql("FROM duckdb_temporary_files()").fetchall() != []
        assert list(tmp_path.iterdir()) == []
