"""Whether the process lives, whether it can serve, and how it ends: each told as it is."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psycopg
import pytest
from litestar.testing import TestClient

from api.app import create_app
from api.services import services_on
from api.storage import embedded
from api.storage.database import SCHEMAS
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import pool_to
from systems.registry import load
from tests.api.people import Person, Table
from tests.api.serving import Serving

SOON = 4.0
"""Seconds within which whatever watches over the service is answered, come what may."""


@pytest.fixture
def client(database_url: str) -> Iterator[httpx.Client]:
    """Requests to a service on a database of the test's own."""
    migrate(database_url, SCHEMAS)
    with pool_to(database_url, 2) as pool, TestClient(create_app(services_on(pool, load(installed=[])))) as client:
        yield client


def ready(client: httpx.Client) -> tuple[int, str]:
    began = time.monotonic()
    answer = client.get("/ready")
    assert time.monotonic() - began < SOON
    return answer.status_code, answer.json().get("detail", "")


def test_a_service_that_can_serve_says_so(client: httpx.Client) -> None:
    assert client.get("/ready").json() == {"status": "ready"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "DELETE FROM migrations WHERE schema = 'accounts' AND number = (SELECT max(number) FROM migrations WHERE schema = 'accounts')",
            "missing",
        ),
        ("INSERT INTO migrations VALUES ('ledger', 9999, '9999_later.sql', '')", "newer release"),
        ("DROP TABLE migrations", "missing"),
    ],
)
def test_a_schema_that_is_not_this_releases_is_told(
    client: httpx.Client, connection: psycopg.Connection, change: str, sentence: str
) -> None:
    connection.execute(change.encode())
    status, detail = ready(client)
    assert (status, sentence in detail) == (503, True), detail
    assert client.get("/health").status_code == 200


def test_a_database_that_is_gone_is_told_and_so_is_that_it_is_back(data_dir: Path) -> None:
    first = embedded.start(data_dir)
    migrate(first.uri, SCHEMAS)
    with pool_to(first.uri, 2) as pool, TestClient(create_app(services_on(pool, load(installed=[])))) as client:
        assert ready(client)[0] == 200
        first.stop()
        assert ready(client) == (503, "The database does not answer.")
        assert client.get("/health").json() == {"status": "alive"}
        with embedded.start(data_dir):
            deadline = time.monotonic() + 10
            while (status := ready(client)[0]) != 200 and time.monotonic() < deadline:
                time.sleep(0.1)
            assert status == 200


def test_what_is_not_ready_says_when_to_ask_again(client: httpx.Client, connection: psycopg.Connection) -> None:
    connection.execute("DROP TABLE migrations")
    answer = client.get("/ready")
    assert (answer.headers["retry-after"], answer.headers["content-type"]) == ("1", "application/problem+json")


def test_a_request_in_hand_is_answered_before_the_service_ends(database_url: str, tmp_path: Path) -> None:
    with Serving(database_url, tmp_path) as serving, httpx.Client(base_url=serving.url, timeout=20) as http:
        table = Table(Person(http, serving.owner_token))
        with psycopg.connect(database_url) as blocking, ThreadPoolExecutor(2) as threads:
            blocking.execute("LOCK TABLE heads IN ACCESS EXCLUSIVE MODE")
            noted = threads.submit(table.gm.does, "freeform.note", text="Almost done.")
            until(lambda: waiting_for_a_lock(database_url))
            ended = threads.submit(serving.stop, signal.SIGTERM)
            threading.Event().wait(0.5)
            blocking.rollback()
            assert noted.result()["entry"] > 0
            assert ended.result()[0] == 0, serving.log.read_text()


def waiting_for_a_lock(database_url: str) -> bool:
    with psycopg.connect(database_url) as looking:
        sql = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        row = looking.execute(sql).fetchone()
    return row is not None and row[0] > 0


def until(come: object, patience: float = 10.0) -> None:
    """Wait until something is so."""
    assert callable(come)
    deadline = time.monotonic() + patience
    while not come():
        assert time.monotonic() < deadline
        time.sleep(0.02)
