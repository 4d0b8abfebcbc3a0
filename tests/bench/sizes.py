"""What the length of a ledger costs: reading its head, and room in the database."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from uuid import UUID

import psycopg

from domain.aggregates import Aggregate
from domain.ledger.postgres.store import PostgresStore, pool_to
from domain.ledger.reading.heads import Heads
from tests.bench.ledgers import founded, lengthened
from tests.bench.measuring import Bench, Table, seconds
from tests.ledger.builders import HERO

_ROOM = """
SELECT c.relname, pg_total_relation_size(c.oid), pg_indexes_size(c.oid) FROM pg_class c
WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY(%s) ORDER BY 2 DESC
"""
_TABLES = ["entries", "events", "states", "paths", "heads"]


def measure(bench: Bench) -> Iterator[Table]:
    lengths = [200, 400, 600] if bench.quick else [200, 20_000, 200_000]
    with bench.database() as url, pool_to(url, 4) as pool:
        store = PostgresStore(pool)
        campaigns = {length: founded(store) for length in lengths}
        for length, campaign in campaigns.items():
            lengthened(store, campaign, length)
        took: dict[int, float] = {}
        for length, campaign in campaigns.items():
            took[length] = seconds(partial(_read, store, campaign), bench.scaled(300, 10))
        rows = [(f"{n:,}", f"{1e6 * s:.0f}", f"{s / took[lengths[0]]:.2f}") for n, s in took.items()]
        yield Table("Reading a state at the head", ("entries", "µs", "× the shortest"), rows, "Nothing kept in memory.")
        yield _room(url, sum(lengths))


def _read(store: PostgresStore, campaign: UUID) -> Aggregate | None:
    return Heads(store).fresh(campaign).aggregate(HERO)


def _room(url: str, entries: int) -> Table:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM")
        sizes = connection.execute(_ROOM, [_TABLES]).fetchall()
    rows = [(name, f"{whole / entries:.0f}", f"{index / entries:.0f}") for name, whole, index in sizes]
    total = (sum(whole for _, whole, _ in sizes), sum(index for _, _, index in sizes))
    rows.append(("all", f"{total[0] / entries:.0f}", f"{total[1] / entries:.0f}"))
    note = "Of entries with a spend command, ten reads and one event."
    return Table("Room in the database", ("table", "bytes an entry", "of these in indexes"), rows, note)
