"""Whoever follows a campaign while many write misses nothing, sees nothing twice, and sees it in order."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import ApplicationRecorder, StoredEvent
from eventsourcing.postgres import PostgresFactory
from eventsourcing.utils import Environment
from psycopg.conninfo import conninfo_to_dict

from domain.commands import Envelope
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import PostgresStore, pool_to
from domain.records.entries import EntryFilter
from domain.system import Registry
from systems.freeform import SYSTEM

GM = Actor("gm", "gm")
CAMPAIGNS, WRITERS = 8, 24

SECONDS = 4.0
SOAK_SECONDS = 8.0

BATCH = 100
"""How many entries or events a follower reads at once."""


class Follower:
    """Reads what is newer than what it has seen, again and again, until `over` and there is nothing newer."""

    def __init__(self, newer: Callable[[int], list[int]], over: threading.Event) -> None:
        self.seen: list[int] = []
        self.failure: Exception | None = None
        self._newer, self._over = newer, over
        self.thread = threading.Thread(target=self._follow)

    def _follow(self) -> None:
        try:
            while True:
                over = self._over.is_set()
                numbers = self._newer(self.seen[-1] if self.seen else 0)
                self.seen.extend(numbers)
                if over and not numbers:
                    return
        except Exception as error:
            self.failure = error


def write_for(
    seconds: float, writers: list[Callable[[], object]], followers: list[Follower], over: threading.Event
) -> int:
    """Let all of them write at once for so long; gives how often they did. Raises what a writer or a follower raised."""
    end, written, failures = time.monotonic() + seconds, [0] * len(writers), []

    def repeat(index: int) -> None:
        try:
            while time.monotonic() < end:
                writers[index]()
                written[index] += 1
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=repeat, args=(index,)) for index in range(len(writers))]
    everybody = [follower.thread for follower in followers]
    for thread in (*threads, *everybody):
        thread.start()
    for thread in threads:
        thread.join()
    over.set()
    for thread in everybody:
        thread.join()
    failures += [follower.failure for follower in followers if follower.failure is not None]
    if failures:
        raise failures[0]
    return sum(written)


def follow_a_ledger(url: str, seconds: float) -> None:
    """Three ledgers that know nothing of each other, as of three processes, write to each campaign."""
    migrate(url)
    over = threading.Event()
    with pool_to(url, 16) as pool:
        store = PostgresStore(pool)
        ledgers = [Ledger(PostgresStore(pool), Registry(SYSTEM, ())) for _ in range(WRITERS // CAMPAIGNS)]
        campaigns = [begun(ledgers[0], number) for number in range(CAMPAIGNS)]
        writers: list[Callable[[], object]] = [
            partial(hurt, ledger, campaign) for campaign in campaigns for ledger in ledgers
        ]
        by_number = [Follower(entries_of(store, campaign), over) for campaign in campaigns]
        by_position = [Follower(events_of(store, campaign), over) for campaign in campaigns]
        written = write_for(seconds, writers, by_number + by_position, over)
        heads = [store.head(campaign) for campaign in campaigns]
        assert sum(head.entry for head in heads) == written + 2 * CAMPAIGNS
        assert written > WRITERS
        for head, entries, events in zip(heads, by_number, by_position, strict=True):
            assert entries.seen == list(range(1, head.entry + 1))
            assert events.seen == list(range(1, head.position + 1))
        assert all(verify(store, campaign).ok for campaign in campaigns)


def begun(ledger: Ledger, number: int) -> UUID:
    campaign = ledger.found(f"campaign {number}", "freeform", "gm").id
    ledger.submit(campaign, GM, Envelope(type="freeform.create_character", args={"name": "Ada", "tracks": {"hp": 10}}))
    return campaign


def hurt(ledger: Ledger, campaign: UUID) -> None:
    envelope = Envelope(type="freeform.damage", id=str(uuid4()), args={"target": "ada", "track": "hp", "amount": 1})
    ledger.submit(campaign, GM, envelope)


def entries_of(store: PostgresStore, campaign: UUID) -> Callable[[int], list[int]]:
    """The numbers of the entries after one."""

    def newer(after: int) -> list[int]:
        return [entry.header.number for entry in store.entries(campaign, EntryFilter(after=after, limit=BATCH))]

    return newer


def events_of(store: PostgresStore, campaign: UUID) -> Callable[[int], list[int]]:
    """The positions of the events after one, as the library's subscribers read them."""
    return newer_in(store.application(campaign).recorder)


def newer_in(recorder: ApplicationRecorder) -> Callable[[int], list[int]]:
    def newer(after: int) -> list[int]:
        return [each.id for each in recorder.select_notifications(after, BATCH, inclusive_of_start=False)]

    return newer


def test_followers_of_entries_and_of_events_miss_nothing_while_many_write(database_url: str) -> None:
    follow_a_ledger(database_url, SECONDS)


@pytest.mark.soak
def test_followers_miss_nothing_for_longer(database_url: str) -> None:
    follow_a_ledger(database_url, SOAK_SECONDS)


@pytest.fixture
def unsafe_recorder(database_url: str) -> Iterator[ApplicationRecorder]:
    """The library's own recorder, in the mode in which it locks no table."""
    address = conninfo_to_dict(database_url)
    environment = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(address["dbname"]),
        "POSTGRES_HOST": str(address["host"]),
        "POSTGRES_PORT": "5432",
        "POSTGRES_USER": str(address["user"]),
        "POSTGRES_PASSWORD": "",
        "POSTGRES_ENABLE_DB_FUNCTIONS": "y",
        "POSTGRES_POOL_SIZE": str(WRITERS + CAMPAIGNS),
        "POSTGRES_MAX_OVERFLOW": "0",
        "ORIGINATOR_ID_TYPE": "text",
    }
    factory = PostgresFactory(Environment("Control", environment))
    with closing(factory):
        yield factory.application_recorder()


def test_the_control_the_library_without_its_table_lock_loses_events_for_the_same_followers(
    unsafe_recorder: ApplicationRecorder,
) -> None:
    over = threading.Event()

    def write() -> None:
        event = StoredEvent(str(uuid4()), 1, "happened", b"{}")
        unsafe_recorder.insert_events([event])

    followers = [Follower(newer_in(unsafe_recorder), over) for _ in range(CAMPAIGNS)]
    written = write_for(SECONDS, [write] * WRITERS, followers, over)
    assert max(written - len(set(follower.seen)) for follower in followers) > 0, (
        "nothing was lost, so nothing was shown"
    )
