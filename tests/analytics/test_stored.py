"""Stored tables are read by a driver that is kept, and a database that is lost is told as everywhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import adbc_driver_postgresql
import psycopg
import pytest

from projections.analytics import stored
from projections.analytics.stored import snapshot
from tests.api.serving import free_port

pytestmark = pytest.mark.usefixtures("drivers")

KILLED = "SELECT pg_terminate_backend(pg_backend_pid())"
KILLED_IN_MIDSTREAM = """
SELECT repeat('x', 1000), CASE WHEN n = 50000 THEN pg_terminate_backend(pg_backend_pid()) END FROM generate_series(1, 60000) n
"""


@pytest.fixture
def drivers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses for which a driver was made, in order, from none on."""
    made: list[str] = []
    connect = adbc_driver_postgresql.connect

    def connecting(url: str) -> Any:
        made.append(url)
        return connect(url)

    monkeypatch.setattr(stored, "_DRIVERS", stored._Drivers())
    monkeypatch.setattr(adbc_driver_postgresql, "connect", connecting)
    return made


def one(url: str) -> int:
    with snapshot(url) as moment:
        return int(moment.rows("SELECT 1")[0][0])


def test_a_driver_is_made_once_for_many_reads(migrated_url: str, drivers: list[str]) -> None:
    assert [one(migrated_url) for _ in range(3)] == [1, 1, 1]
    with snapshot(migrated_url), snapshot(migrated_url):
        pass
    assert drivers == [migrated_url]


def test_one_driver_is_kept_and_none_is_closed_in_use(migrated_url: str, database_url: str, drivers: list[str]) -> None:
    with snapshot(migrated_url) as moment:
        assert one(database_url) == 1
        assert moment.rows("SELECT 2") == [(2,)]
    assert one(migrated_url) == 1
    assert one(database_url) == 1
    assert drivers == [migrated_url, database_url]
    assert one(f"{database_url}&application_name=x") == 1
    assert one(migrated_url) == 1
    assert len(drivers) == 4


def test_a_snapshot_sees_nothing_that_comes_later(connection: psycopg.Connection, database_url: str) -> None:
    connection.execute("CREATE TABLE words (word text)")
    with snapshot(database_url) as moment:
        assert moment.rows("SELECT count(*) FROM words") == [(0,)]
        connection.execute("INSERT INTO words VALUES ('late')")
        assert moment.rows("SELECT count(*) FROM words") == [(0,)]
        with pytest.raises(Exception, match="read-only transaction"):
            moment.rows("INSERT INTO words VALUES ('mine') RETURNING word")


def test_a_database_that_is_not_there_is_told(tmp_path: Path) -> None:
    for url in (f"postgresql://127.0.0.1:{free_port()}/x", f"postgresql:///x?host={tmp_path}"):
        with pytest.raises(psycopg.OperationalError, match="connect"), snapshot(url):
            pass


@pytest.mark.parametrize("query", [KILLED, KILLED_IN_MIDSTREAM], ids=["at once", "in midstream"])
def test_a_database_that_is_lost_is_told_and_comes_back(migrated_url: str, drivers: list[str], query: str) -> None:
    with pytest.raises(psycopg.OperationalError), snapshot(migrated_url) as moment:
        moment.rows(query)
    assert one(migrated_url) == 1
    assert drivers == [migrated_url]
