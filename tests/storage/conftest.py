"""Connections to a migrated database, for tests of what lies in it."""

from collections.abc import Iterator

import pytest

from api.storage.database import SCHEMAS, Pool
from domain.ledger.migrations import migrate
from domain.ledger.postgres import pool_to


@pytest.fixture
def pool(database_url: str) -> Iterator[Pool]:
    migrate(database_url, SCHEMAS)
    with pool_to(database_url, 4) as opened:
        yield opened
