"""A watcher of appends is told what became of each."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from api.storage.announcing import Announcer, Outcome, WatchedStore
from api.storage.database import Pool
from domain.commands import Envelope
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
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


def test_what_is_appended_while_the_head_is_held_is_reported_when_it_stands(store: WatchedStore) -> None:
    outcomes: list[tuple[Outcome, int]] = []
    ledger = Ledger(store, load(installed=[]))
    campaign = ledger.found("Night", "freeform", "gm").id
    draft = ledger.draft(ledger.heads.fresh(campaign))
    ledger.play_into(draft, Actor("gm", "gm"), Envelope(type="freeform.note", id=str(uuid4()), args={"text": "rain"}))
    store.watcher = lambda outcome, seconds, entries: outcomes.append((outcome, entries if seconds > 0 else -1))
    with store.hold(campaign) as holding:
        holding.append(draft.transaction())
        assert outcomes == []
    with store.hold(campaign):
        pass
    assert outcomes == [("written", 1)]
