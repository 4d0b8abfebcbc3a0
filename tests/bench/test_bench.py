"""The measurements still work: each on a small scale, without a word about time."""

from pathlib import Path

import pytest

from api.storage.embedded import Server
from tests.bench.__main__ import modules, run
from tests.bench.measuring import Bench

LONG = frozenset({"appending", "crowds", "history", "processor", "rebuilding", "skirmish", "workers"})
"""Those that take longest even on a small scale: they are measured in the soak run."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if name in LONG else name for name in modules()]
)
def test_a_measurement_gives_tables_with_figures(postgres: Server, tmp_path: Path, name: str) -> None:
    tables = list(run([name], Bench(tmp_path, postgres, quick=True)))
    assert tables
    assert all(table.rows and len(row) == len(table.columns) for table in tables for row in table.rows)
