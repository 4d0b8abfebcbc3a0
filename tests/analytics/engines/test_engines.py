"""Every report of every demo is equal row for row in memory, over the published files, and on Spark."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest

from projections.analytics import reports
from projections.analytics.base import EVERYTHING, Base, ReportScope, narrowed
from projections.analytics.engines import EngineRefused, published_base
from projections.analytics.publishing.dataset import DataSet
from projections.analytics.relations.listed import RELATIONS
from projections.analytics.relations.relation import Relation
from projections.analytics.reports.report import Report, answer
from projections.analytics.schema import ROWS, in_utc
from tests.api.serving import free_port


def every_report() -> Iterator[Report]:
    """The constants of that type in the modules of reports."""
    by_name: dict[str, Report] = {}
    for module in iter_modules(reports.__path__):
        constants = vars(import_module(f"{reports.__name__}.{module.name}")).values()
        by_name |= {each.name: each for each in constants if isinstance(each, Report)}
    yield from by_name.values()


REPORTS = {report.name: report for report in every_report()}

ASKED = {
    "everything": EVERYTHING,
    "as played": ReportScope(view="as_played"),
    "of one session": ReportScope(first_session=1, last_session=1),
}

MOSTLY = [
    pytest.param(asked, id=name, marks=[pytest.mark.soak] if name != "everything" else [])
    for name, asked in ASKED.items()
]
"""The normal run asks for everything, `make soak` for parts as well."""


def rows(report: Report, base: Base, asked: ReportScope) -> list[dict[str, Any]]:
    return list(answer(report, base, asked).rows)


def expect_equal(rows: list[dict[str, Any]], due: list[dict[str, Any]]) -> None:
    """Rows are equal, and in the same order; a mean may differ in its last digit."""
    assert [list(row) for row in rows] == [list(row) for row in due]
    for row, other in zip(rows, due, strict=True):
        assert row == {name: _near(value) for name, value in other.items()}


def _near(value: Any) -> Any:
    return pytest.approx(value, rel=1e-12, nan_ok=True) if isinstance(value, float) else value


@pytest.mark.slow
@pytest.mark.parametrize("asked", MOSTLY)
@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_has_the_same_rows_in_memory_over_files_and_on_spark(
    report: Report, asked: ReportScope, memory: Base, files: Base, spark: Base
) -> None:
    due = rows(report, memory, asked)
    expect_equal(rows(report, files, asked), due)
    expect_equal(rows(report, spark, asked), due)


@pytest.mark.slow
@pytest.mark.parametrize("relation", RELATIONS.values(), ids=RELATIONS)
def test_a_relation_has_the_same_rows_in_memory_over_files_and_on_spark(
    relation: Relation, memory: Base, files: Base, spark: Base
) -> None:
    due, *others = (
        in_utc(relation.in_order(narrowed(base, EVERYTHING)).to_pyarrow()) for base in (memory, files, spark)
    )
    for other in others:
        expect_equal(other.to_pylist(), due.to_pylist())


def test_the_demos_fill_every_table_but_that_of_members(files: Base) -> None:
    counts = {name: getattr(files, name).count().execute() for name in ROWS}
    assert [name for name, count in counts.items() if count == 0] == ["members"]


def test_a_base_of_one_campaign_holds_no_other(demo_set: DataSet) -> None:
    [campaign, *others] = demo_set.manifest.campaigns
    assert others
    with published_base(demo_set, campaigns=[campaign]) as base:
        campaigns = base.facts.select("campaign").distinct().to_pyarrow()["campaign"].to_pylist()
    assert campaigns == [campaign]


def test_an_engine_asked_for_wrongly_says_what_would_be_right(demo_set: DataSet) -> None:
    nobody = f"sc://127.0.0.1:{free_port()}"
    refused = {
        ("duckdb", nobody): "leave `remote` out, or ask for spark",
        ("spark", None): "give the address of its Spark Connect server",
        ("spark", "http://127.0.0.1"): "of the form sc://host:port",
        ("spark", "sc://127.0.0.1:port"): "of the form sc://host:port",
        ("spark", nobody): "start a Spark Connect server there",
    }
    for (engine, remote), sentence in refused.items():
        with pytest.raises(EngineRefused, match=sentence), published_base(demo_set, engine, remote):  # type: ignore[arg-type]
            pass
