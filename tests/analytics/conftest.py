"""What tests of analytics share: every demo, played once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.analytics.demos import PlayedDemos, at_demos
from tests.analytics.gallery import Shown, shown
from tests.demos import DemosOfRun


@pytest.fixture(scope="session")
def demos(demos_of_run: DemosOfRun) -> Iterator[PlayedDemos]:
    """Every demo, played."""
    with demos_of_run.copied() as database, at_demos(database) as played:
        yield played


@pytest.fixture(scope="session")
def shown_reports(demos: PlayedDemos) -> list[Shown]:
    """Every report of every demo, answered once."""
    return shown(demos)
