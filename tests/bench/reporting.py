"""Reports over a published data set: each query against SQL for DuckDB that was written by hand and gives the same rows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import ibis
import pyarrow as pa
import pyarrow.compute as pc

from projections.analytics.base import EVERYTHING, Base, narrowed
from projections.analytics.engines import published_base
from projections.analytics.reports.every import REPORTS
from projections.analytics.reports.report import Report
from tests.bench.manyfacts import data_set_of
from tests.bench.measuring import Bench, Table, seconds

ROLLS: Final = int(os.environ.get("RETCON_BENCH_ROLLS", "1_000_000"))
"""How many rolls are made. There is a campaign to ten thousand of them."""

NAMED: Final = os.environ.get("RETCON_BENCH_REPORTS", "*").split(",")
"""The reports that are measured, by name; all of them unless the environment says otherwise."""

HANDWRITTEN: Final = Path(__file__).parent / "handwritten"


def measure(bench: Bench) -> Iterator[Table]:
    rolls = bench.scaled(ROLLS, 2_000)
    campaigns = max(2, rolls // 10_000)
    data = data_set_of(bench.folder / f"set-{uuid4().hex}", rolls, campaigns)
    rows = []
    with published_base(data) as base:
        for file in sorted(file for name in NAMED for file in HANDWRITTEN.glob(f"{name}.sql")):
            rows.append(_compared(bench, base, REPORTS[file.stem], file.read_text(encoding="utf-8")))
    note = "Medians of a few, in turn, in one process; both give the same rows, which is checked."
    yield Table(
        f"Reports over {rolls:,} rolls in {campaigns:,} campaigns",
        ("report", "rows", "ms", "by hand, ms", "× by hand"),
        rows,
        note,
    )


def _compared(bench: Bench, base: Base, report: Report, by_hand: str) -> tuple[str, ...]:
    """Measure a report's query and the SQL by hand. Both must give the same rows in the same order."""
    connection = base.facts.get_backend().con
    asked = narrowed(base, EVERYTHING, every_version=report.every_version)
    query = str(ibis.to_sql(report.table(asked), dialect="duckdb"))
    ours, theirs = (connection.sql(each).to_arrow_table() for each in (query, by_hand))
    assert ours.column_names == theirs.column_names, f"{report.name} by hand has other columns"
    assert ours.num_rows == theirs.num_rows, f"{report.name} by hand has other rows"
    apart = [name for name in ours.column_names if not _alike(ours[name], theirs[name])]
    assert not apart, f"{report.name} by hand gives other values of {apart}"
    times = bench.scaled(3, 1)
    took, took_by_hand = (seconds(partial(_run, connection, each), times) for each in (query, by_hand))
    figures = (f"{1e3 * took:,.0f}", f"{1e3 * took_by_hand:,.0f}", f"{took / took_by_hand:.2f}")
    return (report.name, f"{ours.num_rows:,}", *figures)


def _run(connection: Any, query: str) -> None:
    connection.sql(query).to_arrow_table()


def _alike(ours: pa.ChunkedArray, theirs: pa.ChunkedArray) -> bool:
    """Whether two columns hold the same values: numbers of any type, and means to nine digits."""
    if not _is_number(ours.type):
        return bool(ours.equals(theirs.cast(ours.type)))
    ours, theirs = (column.cast(pa.float64()) for column in (ours, theirs))
    if not pc.is_null(ours).equals(pc.is_null(theirs)):
        return False
    apart = pc.greater(pc.abs(pc.subtract(ours, theirs)), pc.multiply(pc.abs(theirs), 1e-9))
    return not pc.any(apart).as_py()


def _is_number(kind: pa.DataType) -> bool:
    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind))
