"""An installation's database is opened with as few connections as there is work for, and one that cannot be opened is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
import pytest

from api.storage.database import DatabaseRefused, DatabaseUnreachable, opened
from tests.api.serving import free_port


def test_an_installation_is_opened_and_read_with_two_connections(
    migrated_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    connect = psycopg.Connection.connect

    def connecting(url: str, **named: Any) -> psycopg.Connection:
        made.append(url)
        return connect(url, **named)

    monkeypatch.setattr(psycopg, "connect", connecting)
    monkeypatch.setattr(psycopg.Connection, "connect", connecting)
    with opened(migrated_url, tmp_path) as pool:
        for _ in range(3):
            with pool.connection() as connection:
                connection.execute("SELECT")
    assert made == [migrated_url] * 2, "one to migrate, and one to read"


def test_a_database_that_does_not_answer_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(DatabaseUnreachable, match="RETCON_DATABASE_URL"),
        opened(f"postgresql://127.0.0.1:{free_port()}/x", tmp_path),
    ):
        pass


def test_a_database_that_refuses_is_told_with_its_reason(database_url: str, tmp_path: Path) -> None:
    elsewhere = psycopg.conninfo.make_conninfo(database_url, dbname="nowhere")
    with pytest.raises(DatabaseRefused, match='database "nowhere" does not exist'), opened(elsewhere, tmp_path):
        pass
