"""A watcher of appends is told what became of each."""

from collections.abc import Iterator

import pytest

from api.storage.announcing import Announcer, Outcome, WatchedStore
from api.storage.database import Pool
from domain.ledger.ledger import Ledger
from domain.records.store import Stale
from systems.registry import load


@pytest.fixture
def store(pool: Pool) -> Iterator[WatchedStore]:
    announcer = Announcer(pool)
    yield WatchedStore(pool, announcer)
    announcer.finish()


def test_an_append_that_stands_and_one_in_vain_are_told_apart(store: WatchedStore) -> None:
    outcomes: list[tuple[Outcome, int]] = []
    store.watcher = lambda outcome, seconds, entries: outcomes.append((outcome, entries if seconds > 0 else -1))
    transaction = Ledger(store, load(installed=[])).founding("Night", "freeform", "gm").transaction()
    store.append(transaction)
    with pytest.raises(Stale):
        store.append(transaction)
    assert outcomes == [("written", 1), ("moved", 1)]


def test_without_a_watcher_it_is_a_store_like_any_other(store: WatchedStore) -> None:
    assert Ledger(store, load(installed=[])).found("Night", "freeform", "gm").name == "Night"
