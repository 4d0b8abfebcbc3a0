"""What tests of analytics share: every demo, played once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.storage.embedded import Server
from tests.analytics.demos import PlayedDemos, played_demos


@pytest.fixture(scope="session")
def demos(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedDemos]:
    """Every demo, played."""
    with played_demos(postgres, tmp_path_factory.mktemp("demos")) as played:
        yield played
