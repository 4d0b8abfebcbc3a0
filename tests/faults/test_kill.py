"""Killed at any moment, the service loses nothing it has acknowledged and doubles nothing that was sent again."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from api.storage.database import UNREACHABLE
from domain.commands import Envelope
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import PostgresStore
from domain.records.store import OutcomeUnknown
from systems.registry import load
from tests.faults.table import Cluster, Stage, Writers, expect_each_once

Record = Callable[[str, object], None]

ROUNDS = 3
WRITERS = 4


def killed_and_started(stage: Stage, which: str, chance: random.Random) -> None:
    """One round: the service, the database, or both die at a random moment and come up again."""
    time.sleep(chance.uniform(0.05, 0.6))
    if which != "database":
        stage.kill_service()
    if which != "service":
        stage.kill_database()
        stage.start_database()
    if which != "database":
        stage.start_service()
    else:
        stage.service.wait()


def play_and_kill(folder: Path, rounds: int, seed: int) -> str:
    """Play through so many kills; what came of it, in words. Raises AssertionError where anything is lost or doubled."""
    stage = Stage(folder)
    try:
        with Writers(stage, WRITERS) as writers:
            for number in range(rounds):
                which = ("service", "database", "both")[number % 3]
                killed_and_started(stage, which, random.Random(seed + number))
        assert not writers.failures, writers.failures
        assert len(writers.acknowledged) > rounds
        assert writers.unanswered > 0, "nobody was interrupted, so nothing was shown"
        expect_each_once(stage.database.uri, writers.campaign, writers.acknowledged)
        return (
            f"{rounds} kills of the service, the database or both; {len(writers.acknowledged)} acknowledged commands, each "
            f"there once; {writers.unanswered} requests that broke off and were sent again"
        )
    finally:
        stage.close()


def test_what_was_acknowledged_survives_any_kill_and_a_retry_doubles_nothing(data_dir: Path) -> None:
    play_and_kill(data_dir, ROUNDS, seed=1)


def test_workers_that_are_killed_lose_and_double_nothing_while_others_write(data_dir: Path) -> None:
    stage = Stage(data_dir, workers=2)
    chance = random.Random(7)
    try:
        with Writers(stage, WRITERS) as writers:
            for _ in range(ROUNDS):
                time.sleep(chance.uniform(0.2, 0.8))
                stage.kill_worker(chance)
        assert writers.failures == []
        assert len(writers.acknowledged) > ROUNDS
        expect_each_once(stage.database.uri, writers.campaign, writers.acknowledged)
    finally:
        stage.close()


@pytest.mark.soak
def test_what_was_acknowledged_survives_many_kills(data_dir: Path, record_property: Record) -> None:
    record_property("figures", play_and_kill(data_dir, int(os.environ.get("RETCON_SOAK_ROUNDS", "500")), seed=10_000))


@pytest.mark.soak
def test_without_synchronous_commits_many_are_lost(data_dir: Path, record_property: Record) -> None:
    record_property("figures", f"{expect_losses(data_dir)} acknowledged commands lost by one kill")


def test_without_synchronous_commits_the_same_test_does_see_losses(data_dir: Path) -> None:
    assert expect_losses(data_dir)


def expect_losses(data_dir: Path) -> int:
    """The control: the harness notices a database that acknowledges what it has not written."""
    cluster = Cluster(data_dir, synchronous_commit="off", wal_writer_delay="10000ms")
    try:
        lost = lost_by_a_kill(cluster)
        assert lost > 0
        return lost
    finally:
        cluster.close()


def lost_by_a_kill(cluster: Cluster) -> int:
    """How many acknowledged entries are gone after PostgreSQL is killed while somebody writes."""
    acknowledged: list[str] = []
    migrate(cluster.database.uri)
    with PostgresStore(cluster.database.uri) as store:
        ledger = Ledger(store, load(installed=[]))
        campaign = ledger.found("faults", "freeform", "gm").id
        with store.pool.connection() as connection:
            connection.execute("CHECKPOINT")  # so that it is the entries that are lost, and not the tables with them

        def write() -> None:
            try:
                while True:
                    command_id = str(uuid4())
                    note = Envelope(type="freeform.note", id=command_id, args={"text": "still here"})
                    ledger.submit(campaign, Actor("gm", "gm"), note)
                    acknowledged.append(command_id)
            except (*UNREACHABLE, OutcomeUnknown):
                return

        writer = threading.Thread(target=write)
        writer.start()
        time.sleep(0.5)
        cluster.kill_database()
        store.pool.close()  # the writer need not wait for a server that is gone
        writer.join()
    cluster.start_database()
    with psycopg.connect(cluster.database.uri) as connection:
        kept = {row[0] for row in connection.execute("SELECT command_id FROM entries")}
    return sum(command_id not in kept for command_id in acknowledged)
