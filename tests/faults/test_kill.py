"""Killed at any moment, the service loses nothing it has acknowledged and doubles nothing that was sent again."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.character import Character
from domain.commands import Envelope
from domain.ledger.acceptance import Actor
from domain.ledger.ledger import Ledger
from domain.ledger.migrations import migrate
from domain.ledger.postgres import PostgresStore
from domain.ledger.records import EntryFilter
from domain.ledger.verify import verify
from domain.state import decode_state
from systems.registry import load
from tests.faults.table import HIT_POINTS, Stage, Writers

ROUNDS = 20
WRITERS = 4


def killed_and_started(stage: Stage, chance: random.Random) -> None:
    """One round: the service, PostgreSQL, or both die at a random moment and come up again."""
    time.sleep(chance.uniform(0.05, 0.6))
    which = chance.choice(("service", "database", "both"))
    if which != "database":
        stage.kill_service()
    if which != "service":
        stage.kill_database()
        stage.start_database()
    if which != "database":
        stage.start_service()
    else:
        stage.service.wait()


def expect_everything_acknowledged_once(stage: Stage, writers: Writers) -> None:
    """Every acknowledged command is its entry, there is no other, and what is stored is what the events amount to."""
    campaign = UUID(writers.campaign)
    with PostgresStore(stage.database.uri) as store:
        entries = store.entries(campaign, EntryFilter(limit=1_000_000, entry_kind="play"))
        written = {entry.header.command_id: entry.header.number for entry in entries[1:]}
        assert writers.acknowledged == {key: written[key] for key in writers.acknowledged}
        assert len(written) == len(writers.acknowledged), "something was written twice, or never answered"
        (row,) = (row for row in store.all_states(campaign) if row.ref.startswith("character/"))
        target = decode_state(row.ref, row.body)
        assert isinstance(target, Character)
        assert target.tracks["hp"].current == HIT_POINTS - len(written)
        verification = verify(store, campaign)
        assert verification.ok, verification.faults


def play_and_kill(folder: Path, rounds: int, seed: int) -> None:
    stage = Stage(folder)
    try:
        with Writers(stage, WRITERS) as writers:
            for _ in range(rounds):
                killed_and_started(stage, random.Random(seed := seed + 1))
        assert len(writers.acknowledged) > rounds
        assert writers.unanswered > 0, "nobody was interrupted, so nothing was shown"
        expect_everything_acknowledged_once(stage, writers)
    finally:
        stage.close()


def test_what_was_acknowledged_survives_any_kill_and_a_retry_doubles_nothing(data_dir: Path) -> None:
    play_and_kill(data_dir, ROUNDS, seed=1)


@pytest.mark.soak
def test_what_was_acknowledged_survives_many_kills(data_dir: Path) -> None:
    play_and_kill(data_dir, int(os.environ.get("RETCON_SOAK_ROUNDS", "500")), seed=10_000)


def test_without_synchronous_commits_the_same_test_does_see_losses(data_dir: Path) -> None:
    """The control: the harness notices a database that acknowledges what it has not written."""
    stage = Stage(data_dir, synchronous_commit="off", wal_writer_delay="10000ms")
    try:
        writers = Writers(stage, WRITERS)
        writers.client.close()
        stage.service.stop()
        lost = lost_by_a_kill(stage, UUID(writers.campaign))
        assert lost > 0
    finally:
        stage.close()


def lost_by_a_kill(stage: Stage, campaign: UUID) -> int:
    """How many acknowledged entries are gone after PostgreSQL is killed while somebody writes."""
    acknowledged: list[str] = []

    def write(store: PostgresStore) -> None:
        ledger = Ledger(store, load())
        hurt = {"target": "target", "track": "hp", "amount": 1}
        try:
            while True:
                command_id = str(uuid4())
                ledger.submit(campaign, Actor("gm", "gm"), Envelope(type="freeform.damage", id=command_id, args=hurt))
                acknowledged.append(command_id)
        except Exception:
            return

    migrate(stage.database.uri)
    with PostgresStore(stage.database.uri) as store:
        writer = threading.Thread(target=write, args=(store,))
        writer.start()
        time.sleep(0.5)
        stage.kill_database()
        writer.join(timeout=30)
    stage.start_database()
    with psycopg.connect(stage.database.uri) as connection:
        kept = {row[0] for row in connection.execute("SELECT command_id FROM entries")}
    return sum(command_id not in kept for command_id in acknowledged)
