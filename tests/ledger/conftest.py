"""The stores under test, by name."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from uuid import UUID

import pytest

from api.storage.embedded import Server
from domain.ledger.memory.store import MemoryStore
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import PostgresStore
from domain.records.store import Store
from tests.databases import fresh_database
from tests.ledger.builders import found

STORES: dict[str, Callable[[pytest.FixtureRequest], AbstractContextManager[Store]]] = {
    "memory": lambda _: nullcontext(MemoryStore()),
    "postgres": lambda request: nullcontext(request.getfixturevalue("postgres_store")),
}


@pytest.fixture(params=sorted(STORES))
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """An empty store of each kind there is, closed afterwards."""
    with STORES[request.param](request) as opened:
        yield opened


@pytest.fixture
def campaign(store: Store) -> UUID:
    """A campaign in that store which has its first entry, the record of how it began."""
    return found(store)


@pytest.fixture(scope="session")
def ledger_url(postgres: Server) -> Iterator[str]:
    """A database with the ledger's tables that all tests of this process write to, one after the other."""
    with fresh_database(postgres) as url:
        migrate(url)
        yield url


@pytest.fixture(scope="session")
def shared_store(ledger_url: str) -> Iterator[PostgresStore]:
    """One store for all tests of this process, so that connections and prepared statements are made once."""
    with PostgresStore(ledger_url) as opened:
        yield opened


@pytest.fixture
def postgres_store(shared_store: PostgresStore) -> Iterator[PostgresStore]:
    """The store on PostgreSQL, emptied afterwards."""
    yield shared_store
    empty(shared_store)


def empty(store: PostgresStore) -> None:
    """Take every campaign out of the store."""
    with store.pool.connection() as connection:
        listing = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'"
        tables = [name for (name,) in connection.execute(listing)]
        connection.execute("".join(f"DELETE FROM {name};" for name in tables).encode())
