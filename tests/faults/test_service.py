"""The service while its database is cut off, gone, restarted or full: it says so at once, and goes on by itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg
import pytest

from tests.faults.full_disk import FullDisk, disk_of_all, small_disk
from tests.faults.table import Seat, Stage, Writers, expect_each_once

AT_ONCE = 7.0
"""Seconds: a connection is waited for at most 5, and the machine is busy."""

FILLS_UP = 500
"""After so many entries every table has needed another page."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A service on a database of its own; every test leaves both running."""
    with closing(Stage(tmp_path_factory.mktemp("outages"))) as stage:
        yield stage


@pytest.fixture
def seat(stage: Stage) -> Iterator[Seat]:
    seat = Seat(stage.service)
    with closing(seat.client):
        yield seat


def then_try_again(answer: httpx.Response, slug: str) -> None:
    """It says what is wrong, and that trying again is worth it."""
    assert answer.status_code == 503, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert int(answer.headers["retry-after"]) > 0
    assert answer.json()["type"] == f"/problems/{slug}"


def waiting(uri: str) -> int:
    """The process of PostgreSQL that waits for a lock, once one does."""
    query = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with psycopg.connect(uri, autocommit=True) as looking:
        for _ in range(200):
            if row := looking.execute(query).fetchone():
                return int(row[0])
            time.sleep(0.02)
    raise AssertionError("nobody waits for a lock")


class Held:
    """A command that the database is in the middle of writing, held up there until it is left."""

    def __init__(self, stage: Stage, seat: Seat) -> None:
        self.id = str(uuid4())
        self._holder = psycopg.connect(stage.database.uri)
        self._holder.execute("SELECT FROM heads WHERE campaign_id = %s FOR UPDATE", [seat.campaign])
        self._thread = ThreadPoolExecutor(1)
        self._answer = self._thread.submit(seat.hurt, self.id)
        self.process = waiting(stage.database.uri)

    def answer(self) -> httpx.Response:
        """The answer, which must come soon."""
        return self._answer.result(timeout=AT_ONCE)

    def __enter__(self) -> Held:
        return self

    def __exit__(self, *_: object) -> None:
        self._holder.close()
        self._thread.shutdown()


def cut(uri: str, process: int | None = None) -> None:
    """Cut the connection that a process of PostgreSQL serves, or all but the one this is said over."""
    query = """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid = coalesce(%s, pid)
    """
    with psycopg.connect(uri, autocommit=True) as ending:
        ending.execute(query, [process])


def test_a_connection_cut_in_the_middle_of_an_append_is_told_and_a_retry_writes_it_once(
    stage: Stage, seat: Seat
) -> None:
    with Held(stage, seat) as append:
        cut(stage.database.uri, append.process)
        then_try_again(append.answer(), "outcome-unknown")
    entry, _ = seat.hurt_until_answered(append.id)
    expect_each_once(stage.database.uri, seat.campaign, {append.id: entry})


def test_an_append_that_waits_too_long_for_somebody_is_given_up_and_writes_nothing(stage: Stage, seat: Seat) -> None:
    with Held(stage, seat) as append:
        then_try_again(append.answer(), "database-busy")
        expect_each_once(stage.database.uri, seat.campaign, {})
    entry, _ = seat.hurt_until_answered(append.id)
    expect_each_once(stage.database.uri, seat.campaign, {append.id: entry})


def test_connections_that_were_cut_while_nobody_used_them_are_not_noticed(stage: Stage, seat: Seat) -> None:
    with ThreadPoolExecutor(8) as many:
        list(many.map(seat.hurt, (str(uuid4()) for _ in range(16))))  # so that there are several connections
    cut(stage.database.uri)
    answers = [seat.hurt(str(uuid4())).status_code for _ in range(8)]
    assert answers == [201] * 8


def test_a_database_killed_in_the_middle_of_an_append_comes_back_without_a_restart_of_the_service(
    stage: Stage, seat: Seat
) -> None:
    with Held(stage, seat) as append:
        stage.kill_database()
        then_try_again(append.answer(), "outcome-unknown")
    stage.start_database()
    entry, _ = seat.hurt_until_answered(append.id)
    expect_each_once(stage.database.uri, seat.campaign, {append.id: entry})


def test_while_the_database_is_gone_everything_is_answered_soon_and_play_goes_on_when_it_is_back(
    stage: Stage, seat: Seat
) -> None:
    command_id = str(uuid4())
    stage.database.stop()
    began = time.monotonic()
    with ThreadPoolExecutor(2) as both:
        writing, looking = both.submit(seat.hurt, command_id), both.submit(seat.client.get, f"/{seat.campaign}")
    took = time.monotonic() - began
    ready = httpx.get(f"{stage.service.url}/ready", timeout=AT_ONCE)
    alive = httpx.get(f"{stage.service.url}/health", timeout=AT_ONCE)
    stage.start_database()
    began = time.monotonic()
    entry, _ = seat.hurt_until_answered(command_id)
    assert time.monotonic() - began < AT_ONCE
    assert took < AT_ONCE
    then_try_again(writing.result(), "database-unreachable")
    then_try_again(looking.result(), "database-unreachable")
    then_try_again(ready, "not-ready")
    assert alive.status_code == 200
    expect_each_once(stage.database.uri, seat.campaign, {command_id: entry})


def test_players_play_through_a_restart_of_the_database(stage: Stage) -> None:
    with Writers(stage, 4) as writers:
        time.sleep(0.3)
        before = len(writers.acknowledged)
        stage.database.stop()
        stage.start_database()
        time.sleep(2.0)
    assert not writers.failures, writers.failures
    assert 0 < before < len(writers.acknowledged)
    expect_each_once(stage.database.uri, writers.campaign, writers.acknowledged)


@pytest.fixture(scope="module")
def full_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FullDisk]:
    with small_disk(tmp_path_factory.mktemp("small")) as disk:
        yield disk


def test_an_embedded_database_on_a_full_disk_is_read_and_told_as_full(tmp_path: Path) -> None:
    with disk_of_all(tmp_path) as disk:
        seat = Seat(disk.service)
        disk.fill()
        for command_id in (str(uuid4()) for _ in range(20)):
            answer = seat.hurt(command_id)
            then_try_again(answer, "disk-full")
            assert "disk is full" in answer.json()["detail"]
        for path in ("", "/entries", "/characters/target"):
            assert seat.client.get(f"/{seat.campaign}{path}").status_code == 200
        disk.clear()
        seat.hurt_until_answered(command_id)
        seat.client.close()


def test_a_full_disk_is_told_nothing_is_written_and_play_goes_on_when_there_is_space_again(full_disk: FullDisk) -> None:
    seat = Seat(full_disk.service)
    acknowledged: dict[str, int] = {}
    full_disk.fill()
    for _ in range(FILLS_UP):
        command_id = str(uuid4())
        answer = seat.hurt(command_id)
        if answer.status_code != 201:
            break
        acknowledged[command_id] = answer.json()["entry"]
    then_try_again(answer, "disk-full")
    assert seat.client.get(f"/{seat.campaign}").status_code == 200
    expect_each_once(full_disk.uri, seat.campaign, acknowledged)
    full_disk.clear()
    acknowledged[command_id], _ = seat.hurt_until_answered(command_id)
    expect_each_once(full_disk.uri, seat.campaign, acknowledged)
    seat.client.close()
