"""The publishing of facts: how many rows a second go from PostgreSQL into a data set of Parquet files."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from uuid import UUID, uuid4

import psycopg

from domain.ledger.ledger import Ledger
from domain.ledger.postgres.store import PostgresStore, pool_to
from domain.ledger.reading.forks import ForkAwareStore
from projections.analytics.publishing.filesystems import LocalFolder
from projections.analytics.publishing.publisher import DataSetPublisher
from projections.facts.following import Facts
from projections.runner import Runner
from systems.registry import load
from tests.bench.ledgers import founded, lengthened
from tests.bench.measuring import Bench, Table

_MULTIPLIED = """
INSERT INTO {table} ({columns}) SELECT {selected} FROM {table}, generate_series(1, {times}) again (number)
WHERE campaign_id = %(campaign)s
"""
_COLUMNS = "SELECT column_name FROM information_schema.columns WHERE table_name = %s ORDER BY ordinal_position"


def measure(bench: Bench) -> Iterator[Table]:
    campaigns, entries, times = bench.scaled(20, 2), bench.scaled(1_000, 50), bench.scaled(24, 2)
    with bench.database() as url, pool_to(url, 4) as pool:
        postgres = PostgresStore(pool)
        store = ForkAwareStore(postgres)
        ids = [founded(postgres) for _ in range(campaigns)]
        for each in ids:
            lengthened(postgres, each, entries)
        Runner(pool, store, [Facts(store)]).catch_up()
        for each in ids:
            _multiply(url, each, entries, times)
        ledger, folder = Ledger(store, load(installed=[])), LocalFolder(bench.folder / f"published-{uuid4().hex}")
        publisher = DataSetPublisher(ledger, url, folder)
        rows = []
        for what in ("everything", "nothing new"):
            before = perf_counter()
            done = publisher.publish()
            took = perf_counter() - before
            rows.append((what, f"{done.rows:,}", f"{took:.2f}", f"{done.rows / took:,.0f}"))
    note = f"{campaigns} campaigns; rows of entries and facts, of as many columns as there are, to files made durable."
    yield Table("Publishing facts", ("what", "rows", "s", "rows/s"), rows, note)


def _multiply(url: str, campaign: UUID, entries: int, times: int) -> None:
    """Let a campaign have so many times the facts, in entries that were never written."""
    with psycopg.connect(url, autocommit=True) as connection:
        for table in ("facts", "fact_entries"):
            names = [name for (name,) in connection.execute(_COLUMNS, [table])]
            selected = (f"entry + number * {entries}" if name == "entry" else f'"{name}"' for name in names)
            columns = ", ".join(f'"{name}"' for name in names)
            query = _MULTIPLIED.format(table=table, columns=columns, selected=", ".join(selected), times=times)
            connection.execute(query.encode(), {"campaign": campaign})
            connection.execute(f"ANALYZE {table}".encode())
