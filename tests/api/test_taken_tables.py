"""Queries over tables that a service gave: what is taken for them, and what of it counts."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pytest

from api.analytics.querying import QueryProblem
from api.analytics.taken import answered
from projections.analytics.querying.database import TABLES
from projections.analytics.schema import schema_of


class Service:
    """A service with one row in each table of a campaign, which comes in small parts."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def __call__(self, campaign: str, table: str) -> Iterator[bytes]:
        self.asked.append((campaign, table))
        schema = pa.schema([field.with_nullable(True) for field in schema_of(table)])
        row = {"campaign": campaign, "rule": "sealed"}
        columns = [
            pa.array([row[name]]) if name in row else pa.nulls(1, schema.field(name).type) for name in schema.names
        ]
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, schema) as writer:
            writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=schema))
        content = sink.getvalue().to_pybytes()
        return (content[at : at + 100] for at in range(0, len(content), 100))


def count(query: str, *campaigns: str) -> tuple[int, list[tuple[str, str]]]:
    """The number that a query comes to, and the tables that were taken for it."""
    service = Service()
    with answered(campaigns, query, service) as rows:
        return rows.read_all().column(0)[0].as_py(), service.asked


def test_a_query_takes_only_the_tables_that_it_reads() -> None:
    assert count("SELECT count(*) FROM entries", "one", "two") == (2, [("one", "entries"), ("two", "entries")])


def test_a_row_that_belongs_to_no_campaign_counts_once() -> None:
    assert count("SELECT count(*) FROM rulebook", "one", "two")[0] == 1


def test_what_tables_there_are_is_told_without_taking_any() -> None:
    service = Service()
    with answered(["one"], "SHOW TABLES", service) as tables:
        assert set(tables.read_all().column(0).to_pylist()) >= set(TABLES)
    with answered(["one"], "DESCRIBE rolls", service) as columns:
        assert "label" in columns.read_all().column(0).to_pylist()
    assert service.asked == []


@pytest.mark.parametrize("query", ["DROP TABLE entries", "SELECT * FROM read_csv('/etc/passwd')", "SELECT 1; SELECT 2"])
def test_what_is_no_reading_of_tables_is_refused_before_any_is_taken(query: str) -> None:
    service = Service()
    with pytest.raises(QueryProblem), answered(["one"], query, service):
        raise AssertionError("it was answered")
    assert service.asked == []
