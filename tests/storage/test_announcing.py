"""New entries are announced once they stand, together where there are many, and a write never fails for it."""

import time
from collections.abc import Iterator
from uuid import UUID, uuid4

import psycopg
import pytest

from api.storage import announcing
from api.storage.announcing import CHANNEL, Announcer, WatchedStore
from api.storage.database import Pool
from domain.ledger.ledger import Ledger
from domain.ledger.postgres.store import pool_to
from systems.registry import load
from tests.api.following import eventually

C, D = UUID(int=1), UUID(int=2)


@pytest.fixture
def announcer(pool: Pool) -> Announcer:
    return Announcer(pool)


@pytest.fixture
def ear(pool: Pool, migrated_url: str) -> Iterator[psycopg.Connection]:
    """A connection that listens."""
    with psycopg.connect(migrated_url, autocommit=True) as connection:
        connection.execute(f"LISTEN {CHANNEL}")
        yield connection


def heard(ear: psycopg.Connection) -> list[str]:
    return [notice.payload for notice in ear.notifies(timeout=0.2)]


def test_the_newest_entry_of_a_campaign_is_told(announcer: Announcer, ear: psycopg.Connection) -> None:
    announcer.announce(C, 7)
    announcer.finish()
    assert heard(ear) == [f"{C} 7"]


def test_what_comes_up_meanwhile_is_told_together(announcer: Announcer, ear: psycopg.Connection) -> None:
    for entry in range(1, 1001):
        announcer.announce(C, entry)
        announcer.announce(D, entry)
    announcer.finish()
    hints = heard(ear)
    assert {f"{C} 1000", f"{D} 1000"} <= set(hints)
    assert len(hints) < 1000


def test_hints_soon_after_another_go_together(
    announcer: Announcer, ear: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcing, "TOGETHER", 0.5)
    announcer.announce(C, 1)
    first = [notice.payload for notice in ear.notifies(timeout=5, stop_after=1)]
    for entry in (2, 3, 4):
        announcer.announce(C, entry)
        time.sleep(0.01)
    announcer.finish()
    assert (first, heard(ear)) == ([f"{C} 1"], [f"{C} 4"])


def test_of_what_waited_the_newest_entry_is_told(migrated_url: str, ear: psycopg.Connection) -> None:
    with pool_to(migrated_url, 1) as narrow:
        announcer = Announcer(narrow)
        with narrow.connection():  # the only one: whoever speaks first has to wait for it
            announcer.announce(D, 1)
            assert eventually(lambda: narrow.get_stats().get("requests_waiting"))
            for entry in (8, 9, 7):
                announcer.announce(C, entry)
        announcer.finish()
    assert heard(ear) == [f"{D} 1", f"{C} 9"]


def test_an_append_is_announced(pool: Pool, announcer: Announcer, ear: psycopg.Connection) -> None:
    ledger = Ledger(WatchedStore(pool, announcer), load(installed=[]))
    campaign = ledger.found("Night", "freeform", "gm").id
    announcer.finish()
    assert heard(ear) == [f"{campaign} 1"]


def test_an_append_stands_though_nothing_can_be_announced(pool: Pool, migrated_url: str) -> None:
    with pool_to(migrated_url, 1) as closed:
        announcer = Announcer(closed)
    ledger = Ledger(WatchedStore(pool, announcer), load(installed=[]))
    campaign = ledger.found("Night", "freeform", "gm").id
    announcer.finish()
    assert ledger.store.head(campaign).entry == 1


def test_after_the_end_nothing_is_told_and_nothing_fails(announcer: Announcer, ear: psycopg.Connection) -> None:
    announcer.finish()
    announcer.announce(uuid4(), 1)
    assert heard(ear) == []
