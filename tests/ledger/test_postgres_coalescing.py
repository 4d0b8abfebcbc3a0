"""Appends of several campaigns that are written together: what becomes of one is no matter to the others."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from uuid import UUID

import psycopg
import pytest

from domain.ledger.postgres import PostgresStore, pool_to
from domain.ledger.postgres_coalescing import SMALLEST, WRITERS
from domain.ledger.records import Head, Transaction
from domain.ledger.store import CommandIdTaken, OutcomeUnknown, Stale
from domain.ledger.verify import verify
from tests.ledger.builders import HERO, POINTS, drafted, found, opens, play, spends, write


@pytest.fixture
def store(postgres_store: PostgresStore, ledger_url: str) -> Iterator[PostgresStore]:
    """It writes four at a time together, and has a connection for each that waits for somebody else."""
    with pool_to(ledger_url, WRITERS + 4) as pool:
        yield PostgresStore(pool, together_from=SMALLEST)


@pytest.fixture
def campaigns(store: PostgresStore) -> list[UUID]:
    """Campaigns in which a hero has points: as many as are written to at once, and four that come to wait."""
    return [found(store, play(opens(HERO, 100))) for _ in range(WRITERS + 4)]


def spending(store: PostgresStore, campaign: UUID) -> Transaction:
    return drafted(store, campaign, play(spends(HERO, 1), reads=(POINTS,)))


@contextmanager
def held_up(url: str, campaigns: list[UUID]) -> Iterator[None]:
    """Whoever writes to these campaigns meanwhile waits."""
    with psycopg.connect(url) as connection:
        connection.execute("SELECT 1 FROM heads WHERE campaign_id = ANY(%s) FOR UPDATE", [campaigns])
        yield


def together(store: PostgresStore, url: str, first: list[Transaction], rest: list[Transaction]) -> list[Future[Head]]:
    """Append these, the first while their campaigns are held up, so that the rest come to be written as one batch."""
    blocking = [transaction.campaign for transaction in first]
    with ThreadPoolExecutor(len(first) + len(rest)) as threads, held_up(url, blocking[1:]):
        with held_up(url, blocking[:1]):
            leading = [threads.submit(store.append, transaction) for transaction in first]
            until(lambda: blocked(url) == len(first))
            following = [threads.submit(store.append, transaction) for transaction in rest]
            until(lambda: store.together is not None and store.together.waiting == len(rest))
        until(lambda: all(append.done() for append in following))
    return leading + following


def blocked(url: str) -> int:
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with psycopg.connect(url) as connection:
        [row] = connection.execute(query)
    return int(row[0])


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.005)


def outcomes(appends: list[Future[Head]]) -> list[type]:
    return [type(append.exception() or append.result()) for append in appends]


def test_those_who_wait_are_written_together_and_whole(
    store: PostgresStore, ledger_url: str, campaigns: list[UUID]
) -> None:
    sent = [spending(store, campaign) for campaign in campaigns]
    assert outcomes(together(store, ledger_url, sent[:WRITERS], sent[WRITERS:])) == [Head] * (WRITERS + 4)
    assert all(verify(store, campaign).ok for campaign in campaigns)


def test_those_who_wait_share_a_transaction(store: PostgresStore, ledger_url: str, campaigns: list[UUID]) -> None:
    sent = [spending(store, campaign) for campaign in campaigns]
    together(store, ledger_url, sent[:WRITERS], sent[WRITERS:])
    query = "SELECT count(DISTINCT xmin::text) FROM heads WHERE campaign_id = ANY(%s)"
    with psycopg.connect(ledger_url) as connection:
        [(transactions,)] = connection.execute(query, [campaigns[WRITERS:]])
    assert transactions == 1


def test_one_that_came_too_late_is_stale_and_the_others_stand(
    store: PostgresStore, ledger_url: str, campaigns: list[UUID]
) -> None:
    sent = [spending(store, campaign) for campaign in campaigns]
    with PostgresStore(ledger_url) as other:
        write(other, campaigns[-3], play())
    assert (
        outcomes(together(store, ledger_url, sent[:WRITERS], sent[WRITERS:]))
        == [Head] * (WRITERS + 1) + [Stale] + [Head] * 2
    )
    assert [store.head(campaign).entry for campaign in campaigns] == [3] * len(campaigns)


def test_one_whose_command_id_is_taken_is_refused_and_the_others_stand(
    store: PostgresStore, ledger_url: str, campaigns: list[UUID]
) -> None:
    write(store, campaigns[-2], play(command_id="once"))
    sent = [spending(store, campaign) for campaign in campaigns]
    sent[-2] = drafted(store, campaigns[-2], play(command_id="once"))
    assert outcomes(together(store, ledger_url, sent[:WRITERS], sent[WRITERS:])) == [Head] * (WRITERS + 2) + [
        CommandIdTaken,
        Head,
    ]
    assert all(verify(store, campaign).ok for campaign in campaigns)


def test_of_two_on_one_head_one_is_written_and_the_other_stale(
    store: PostgresStore, ledger_url: str, campaigns: list[UUID]
) -> None:
    sent = [spending(store, campaign) for campaign in campaigns]
    twice = spending(store, campaigns[-1])
    ended = outcomes(together(store, ledger_url, sent[:WRITERS], [*sent[WRITERS:], twice]))
    assert sorted(map(str, ended[-2:])) == sorted(map(str, [Head, Stale]))
    assert ended[:-2] == [Head] * (len(campaigns) - 1)


def test_one_that_somebody_else_holds_up_does_not_hold_up_the_others(
    store: PostgresStore, ledger_url: str, campaigns: list[UUID]
) -> None:
    sent = [spending(store, campaign) for campaign in campaigns]
    done = threading.Barrier(4)
    with ThreadPoolExecutor(1) as patient, held_up(ledger_url, campaigns[-1:]):
        late = patient.submit(store.append, sent[-1])
        until(lambda: blocked(ledger_url) == 1)
        with ThreadPoolExecutor(4) as threads:
            quick = [threads.submit(lambda t: (done.wait(), store.append(t))[1], t) for t in sent[:4]]
        assert outcomes(quick) == [Head] * 4
        assert not late.done()


def test_where_the_connection_breaks_all_of_a_batch_are_told_and_none_is_half_there(
    store: PostgresStore, ledger_url: str, campaigns: list[UUID]
) -> None:
    sent = [spending(store, campaign) for campaign in campaigns]
    with ThreadPoolExecutor(len(sent)) as threads, psycopg.connect(ledger_url) as barring:
        barring.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        appends = [threads.submit(store.append, transaction) for transaction in sent[:WRITERS]]
        until(lambda: blocked(ledger_url) == WRITERS)
        appends += [threads.submit(store.append, transaction) for transaction in sent[WRITERS:]]
        until(lambda: store.together is not None and store.together.waiting == 4)
        until(lambda: all(append.done() for append in appends) or break_connections(ledger_url))
    told = outcomes(appends)
    assert told == [OutcomeUnknown] * len(sent)
    assert [store.head(campaign).entry for campaign in campaigns] == [2] * len(campaigns)


def break_connections(url: str) -> bool:
    """Break those on which somebody waits for a lock. Never says that it is enough."""
    waits = "wait_event_type = 'Lock' AND datname = current_database()"
    with psycopg.connect(url) as connection:
        connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {waits}".encode())
    return False
