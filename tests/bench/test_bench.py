"""The measurements still work: each on a small scale, without a word about time."""

import pytest

from tests.bench.__main__ import modules, run


@pytest.mark.slow
@pytest.mark.parametrize("name", modules())
def test_a_measurement_gives_tables_with_figures(name: str) -> None:
    tables = list(run([name], quick=True))
    assert tables
    assert all(table.rows and len(row) == len(table.columns) for table in tables for row in table.rows)
