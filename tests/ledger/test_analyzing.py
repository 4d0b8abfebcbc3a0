"""Statistics of tables after a campaign has come into them all at once."""

from __future__ import annotations

import psycopg
import pytest

from domain.ledger.postgres import analyzing
from domain.ledger.postgres.store import PostgresStore
from tests.ledger.contract_restoring import Elsewhere


def analyzed(url: str) -> int:
    """Return how often statistics of the table of entries were asked for."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT analyze_count FROM pg_stat_user_tables WHERE relname = 'entries'").fetchone()
    assert row is not None, "there is a table of entries"
    return int(row[0])


def test_a_table_has_new_statistics_once_many_rows_have_come(
    postgres_store: PostgresStore, ledger_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyzing, "LARGE", 3)
    before = analyzed(ledger_url)
    Elsewhere().laid_down(postgres_store)
    assert analyzed(ledger_url) == before + 1


def test_a_table_with_few_new_rows_keeps_its_statistics(postgres_store: PostgresStore, ledger_url: str) -> None:
    before = analyzed(ledger_url)
    Elsewhere().laid_down(postgres_store)
    assert analyzed(ledger_url) == before


def test_a_campaign_comes_in_while_its_tables_cannot_be_analyzed(
    postgres_store: PostgresStore, ledger_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyzing, "LARGE", 3)
    monkeypatch.setattr(analyzing, "PATIENCE", "10ms")
    elsewhere = Elsewhere()
    with psycopg.connect(ledger_url) as other:
        other.execute("LOCK TABLE entries IN SHARE UPDATE EXCLUSIVE MODE")
        campaign = elsewhere.laid_down(postgres_store)
    assert postgres_store.head(campaign) == elsewhere.store.head(campaign)
