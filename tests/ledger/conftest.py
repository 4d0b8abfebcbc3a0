"""The stores under test, by name."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from uuid import UUID

import pytest

from domain.ledger.memory import MemoryStore
from domain.ledger.store import Store
from tests.ledger.builders import found

STORES: dict[str, Callable[[pytest.FixtureRequest], AbstractContextManager[Store]]] = {
    "memory": lambda _: nullcontext(MemoryStore()),
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
