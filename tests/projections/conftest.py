"""A database with ledgers and their facts, made once for all tests of this process."""

from collections.abc import Iterator

import pytest
from psycopg_pool import ConnectionPool

from api.storage.embedded import Server
from domain.ledger.postgres.migrations import LEDGER, migrate
from domain.ledger.postgres.store import pool_to
from projections.runner import PROJECTIONS
from tests.databases import fresh_database
from tests.projections.followed import Followed, emptied


@pytest.fixture(scope="session")
def followed_url(postgres: Server) -> Iterator[str]:
    """The address of that database."""
    with fresh_database(postgres) as url:
        migrate(url, {**LEDGER, **PROJECTIONS})
        yield url


@pytest.fixture(scope="session")
def followed_pool(followed_url: str) -> Iterator[ConnectionPool]:
    """Connections to it, made once."""
    with pool_to(followed_url, 8) as pool:
        yield pool


@pytest.fixture
def followed(followed_pool: ConnectionPool) -> Iterator[Followed]:
    """Ledgers with a runner for their facts, emptied afterwards."""
    with emptied(followed_pool):
        yield Followed(followed_pool)
