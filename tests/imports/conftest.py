"""One import of the sample into each kind of store, to be read by many tests."""

from collections.abc import Iterator

import pytest

from api.storage.embedded import Server
from domain.ledger.memory.store import MemoryStore
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import PostgresStore
from tests.databases import fresh_database
from tests.imports.avrae.campaigns import Table


@pytest.fixture(scope="session")
def import_store(postgres: Server) -> Iterator[PostgresStore]:
    """A store of the imports' own on the PostgreSQL of the run."""
    with fresh_database(postgres) as url:
        migrate(url)
        with PostgresStore(url) as store:
            yield store


@pytest.fixture(scope="session", params=["memory", "postgres"])
def table(request: pytest.FixtureRequest) -> Table:
    """The sample as a campaign, in each kind of store. Not to be changed."""
    memory = request.param == "memory"
    return Table(MemoryStore() if memory else request.getfixturevalue("import_store"))
