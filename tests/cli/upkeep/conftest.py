"""An installation whose database has no tables yet, for what looks after installations."""

from pathlib import Path

import pytest

from tests.cli.terminal import Terminal


@pytest.fixture
def empty(database_url: str, data_dir: Path) -> Terminal:
    """A terminal at an installation that was never started."""
    return Terminal(data_dir, database_url)
