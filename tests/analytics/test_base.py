"""Reports share a database in memory, and each sees its own tables alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
from ibis.backends.duckdb import Backend

from projections.analytics.base import in_memory, tables_of
from projections.analytics.schema import ROWS
from tests.analytics.making import ADA, fact, rows_of


def opened(count: int) -> dict[str, pa.Table]:
    """Tables with so many facts."""
    return rows_of(*(fact(number, "track_opened", ADA, "hp", level=10) for number in range(1, count + 1)))


def test_tables_are_described_as_their_database_describes_them() -> None:
    base = in_memory(opened(1))
    backend = base.facts.get_backend()
    assert isinstance(backend, Backend)
    described = tables_of(backend)
    assert {name: getattr(base, name).schema() for name in ROWS} == {
        name: getattr(described, name).schema() for name in ROWS
    }


def test_tables_of_two_callers_are_apart() -> None:
    one, other = in_memory(opened(1)), in_memory(opened(3))
    assert (one.facts.count().execute(), other.facts.count().execute()) == (1, 3)
    assert in_memory({}).facts.count().execute() == 0


def test_many_threads_each_answer_over_their_own() -> None:
    def counted(count: int) -> int:
        return int(in_memory(opened(count)).facts.count().execute())

    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(counted, range(1, 31))) == list(range(1, 31))
