"""What only a store that several processes share can get wrong."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from uuid import UUID

import psycopg
import pytest
from msgspec.structs import replace

from domain.aggregates import decode_state
from domain.ledger.checking.verify import verify
from domain.ledger.postgres.store import PostgresStore, pool_to
from domain.records.entries import EntryFilter, Transaction
from domain.records.rows import DoesNotFit
from domain.records.store import OutcomeUnknown, Stale
from tests.ledger.builders import (
    HERO,
    POINTS,
    drafted,
    found,
    founding,
    opens,
    play,
    restate,
    revise,
    spends,
    unchanged,
    write,
)

TURNS = 40


@pytest.fixture
def store(postgres_store: PostgresStore) -> PostgresStore:
    return postgres_store


@pytest.fixture
def campaign(store: PostgresStore) -> UUID:
    """A campaign whose hero has 100 points."""
    return found(store, play(opens(HERO, 100)))


@pytest.fixture
def other(ledger_url: str) -> Iterator[PostgresStore]:
    """A store on the same database that knows nothing of the first, as in another process."""
    with PostgresStore(ledger_url) as opened:
        yield opened


def spend_by_turns(url: str, campaign: UUID, player: int) -> None:
    """Spend a point in each turn, and look at a path of one's own; what came too late is decided again."""
    with PostgresStore(url) as store:
        for turn in range(TURNS):
            while True:
                try:
                    own = f"character/{player}.tracks.{turn}"
                    write(store, campaign, play(spends(HERO, 1), reads=(POINTS, own), command_id=f"{player}/{turn}"))
                except Stale:
                    continue
                break


def expect_whole(store: PostgresStore, campaign: UUID) -> None:
    verification = verify(store, campaign)
    assert verification.ok, "\n".join(fault.sentence for fault in verification.faults)


def test_two_processes_on_one_campaign_leave_no_gap_and_no_double(
    store: PostgresStore, ledger_url: str, campaign: UUID
) -> None:
    spawn = get_context("spawn")
    players = [spawn.Process(target=spend_by_turns, args=(ledger_url, campaign, player)) for player in (1, 2)]
    for player in players:
        player.start()
    for player in players:
        player.join(60)
    assert [player.exitcode for player in players] == [0, 0]
    entries = store.entries(campaign, EntryFilter(limit=1000))
    assert [entry.header.number for entry in entries] == list(range(1, 3 + 2 * TURNS))
    assert decode_state(HERO, store.states(campaign, [HERO])[HERO].body).tracks["points"].current == 100 - 2 * TURNS
    expect_whole(store, campaign)


def test_paths_that_another_process_interned_keep_their_ids(
    store: PostgresStore, other: PostgresStore, campaign: UUID
) -> None:
    write(store, campaign, play(reads=("a/1", "b/1")))
    write(other, campaign, play(reads=("c/1", "a/1")))
    write(store, campaign, play(reads=("c/1", "d/1")))
    assert [raw.read_ids for raw in store.raw(campaign, 2, 9)] == [(1, 2), (1, 3), (3, 4)]


def test_a_decision_that_another_process_overtook_is_stale(
    store: PostgresStore, other: PostgresStore, campaign: UUID
) -> None:
    late = drafted(store, campaign, play(spends(HERO, 1)))
    write(other, campaign, play())
    with unchanged(other, campaign), pytest.raises(Stale):
        store.append(late)


def test_after_a_lost_race_the_repeated_decision_is_written(
    store: PostgresStore, other: PostgresStore, campaign: UUID
) -> None:
    late = drafted(store, campaign, play(spends(HERO, 1), reads=(POINTS,)))
    write(other, campaign, play(reads=("a/1",)))
    with pytest.raises(Stale):
        store.append(late)
    assert write(store, campaign, play(spends(HERO, 1), reads=(POINTS,))) == 4
    expect_whole(store, campaign)


def test_of_two_that_found_the_same_campaign_one_does(store: PostgresStore, other: PostgresStore) -> None:
    campaign = found(store)
    again = drafted(other, campaign, play(), founding=founding(campaign))
    with unchanged(store, campaign), pytest.raises(Stale):
        other.append(again)


def test_an_event_that_leaves_out_a_number_of_its_stream_fits_nowhere(store: PostgresStore, campaign: UUID) -> None:
    due = drafted(store, campaign, play(spends(HERO, 1)))
    [record] = due.records
    events = tuple(replace(event, version=event.version + 1) for event in record.events)
    with unchanged(store, campaign), pytest.raises(DoesNotFit, match="where one of its streams ends"):
        store.append(replace(due, records=(replace(record, events=events),)))


def test_an_insert_after_what_does_not_exist_fits_nowhere(store: PostgresStore, campaign: UUID) -> None:
    with unchanged(store, campaign), pytest.raises(DoesNotFit, match="entry 99, which does not exist"):
        write(store, campaign, play(after=99))


def test_a_revision_restates_an_entry_once(store: PostgresStore, campaign: UUID) -> None:
    with unchanged(store, campaign), pytest.raises(DoesNotFit):
        write(store, campaign, revise(restate(2), restate(2)))


@contextmanager
def held_up(url: str, campaign: UUID, command_id: str) -> Iterator[psycopg.Connection]:
    """Whoever writes this command id meanwhile gets as far as its unique key, in the middle of the append, and waits."""
    with psycopg.connect(url) as blocker:
        blocker.execute(
            """INSERT INTO entries SELECT campaign_id, 999, position, events, place, kind, %s, member, at, session, deed,
            status, after, read_ids, request_digest, salt, digest, hash, header FROM entries
            WHERE campaign_id = %s AND number = 1""",
            [command_id, campaign],
        )
        yield blocker
        blocker.rollback()


def terminate_who_waits(connection: psycopg.Connection) -> None:
    """End the server process that waits for this connection's transaction, as soon as there is one."""
    query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if connection.execute(query).fetchall():
            return
        time.sleep(0.01)
    raise AssertionError("nobody waits")


@pytest.fixture
def interrupted(other: PostgresStore, campaign: UUID, ledger_url: str) -> Transaction:
    """A transaction whose connection was cut in the middle of its append."""
    transaction = drafted(
        other, campaign, play(spends(HERO, 1), reads=("a/1",), words=("hm",), command_id="cut"), play(spends(HERO, 2))
    )
    with held_up(ledger_url, campaign, "cut") as blocker, ThreadPoolExecutor(1) as sender:
        sent = sender.submit(other.append, transaction)
        terminate_who_waits(blocker)
        with pytest.raises(OutcomeUnknown):
            sent.result(10)
    return transaction


def test_a_cut_connection_leaves_nothing_half_written(
    store: PostgresStore, campaign: UUID, interrupted: Transaction
) -> None:
    assert store.head(campaign).entry == 2
    assert store.texts(campaign, ["3.0"]) == {}
    expect_whole(store, campaign)


def test_what_was_cut_can_be_sent_again(other: PostgresStore, campaign: UUID, interrupted: Transaction) -> None:
    assert other.append(interrupted).head.entry == 4
    expect_whole(other, campaign)


def test_an_unknown_outcome_says_what_to_do() -> None:
    assert "retry with the same command id (cut)" in str(OutcomeUnknown(["cut"]))


def test_only_the_least_used_campaigns_are_forgotten(
    store: PostgresStore, campaign: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.ledger.postgres.recorder.CAMPAIGNS_KEPT", 1)
    for turn in range(3):
        write(store, campaign, play(reads=(f"a/{turn}", "b/1")))
        write(store, found(store), play(reads=("c/1",)))
    expect_whole(store, campaign)


def test_a_question_is_planned_once_on_a_connection(ledger_url: str, campaign: UUID) -> None:
    with pool_to(ledger_url, connections=1) as pool:
        for last in (1, 2):
            PostgresStore(pool).state_events(campaign, HERO, up_to=(last,))
        with pool.connection() as connection:
            planned = connection.execute("SELECT generic_plans, custom_plans FROM pg_prepared_statements").fetchall()
    assert (2, 0) in planned


def test_text_goes_as_it_is_whatever_the_environment_says(ledger_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "latin1")
    with PostgresStore(ledger_url) as store:
        campaign = found(store, play(words=("Ærøskøbing, 貓",)))
        assert store.texts(campaign, ["2.0"]) == {"2.0": "Ærøskøbing, 貓"}


def test_a_connection_that_was_closed_by_the_server_is_not_handed_out(ledger_url: str, campaign: UUID) -> None:
    with pool_to(ledger_url, 1) as pool:
        store = PostgresStore(pool)
        with pool.connection() as connection:
            ended = connection.info.backend_pid
        with psycopg.connect(ledger_url) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [ended])
        assert write(store, campaign, play()) == 3
