"""The append: the recorder alone against the library's own and against bare inserts, by the number of campaigns at once."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from psycopg_pool import ConnectionPool

from domain.ledger.postgres.store import PostgresStore, pool_to
from domain.records.entries import Transaction
from tests.bench.ledgers import FOUNDED, founded, payload, prepared, spending
from tests.bench.measuring import Bench, Rate, Table, middle

CONNECTIONS = 20
"""As many as a process of the service keeps."""

Steps = list[Callable[[], object]]
Way = Callable[[str, int, int], Iterator[Steps]]

_BARE = """
CREATE TABLE IF NOT EXISTS bare (
    campaign uuid, number bigint, ref text, topic text, body bytea, PRIMARY KEY (campaign, ref, number)
)
"""


def measure(bench: Bench) -> Iterator[Table]:
    campaigns = (1, 4) if bench.quick else (1, 8, 32)
    yield _compared(bench, campaigns, "Appends, each campaign with a writer of its own")
    yield _compared(bench, campaigns[-1:], "The same with commit_delay", commit_delay="1000", commit_siblings="0")


def _compared(bench: Bench, campaigns: Sequence[int], title: str, **settings: str) -> Table:
    rows = [row for number in campaigns for row in _rows(bench, number, settings)]
    columns = (
        "campaigns",
        "way",
        "commits/s",
        "× stock",
        "% of bare",
        "p50 ms",
        "p99 ms",
        "CPU µs here",
        "CPU µs database",
    )
    note = (
        "Rounds of all ways alternate; figures are the middle of the rounds, processor times per commit (the database's counted in hundredths of a second). On a "
        "machine that others use at the same time the latter say more. Stock writes its event alone, ours an entry with "
        "header, chain, condition, ten reads, event and state, bare the bytes of the latter in one row without a condition."
    )
    return Table(title, columns, rows, note)


def _rows(bench: Bench, campaigns: int, settings: dict[str, str]) -> list[tuple[str, ...]]:
    most = bench.scaled(40_000, 8_000) // campaigns
    rates_by_way: dict[str, list[Rate]] = {name: [] for name in WAYS}
    with bench.database(**settings) as url:
        for _ in range(bench.scaled(3, 1)):
            for name, way in WAYS.items():
                with contextmanager(way)(url, campaigns, most) as steps:
                    rates_by_way[name].append(bench.writers(steps))
    rates = {name: middle(rounds) for name, rounds in rates_by_way.items()}
    stock, bare = rates["stock Application.save"].per_second, rates["bare INSERT"].per_second
    return [_row(campaigns, name, rate, stock, bare) for name, rate in rates.items()]


def _row(campaigns: int, name: str, rate: Rate, stock: float, bare: float) -> tuple[str, ...]:
    against = (f"{rate.per_second / stock:.1f}", f"{100 * rate.per_second / bare:.0f}")
    costs = (f"{rate.p50:.2f}", f"{rate.p99:.1f}", f"{rate.here:.0f}", f"{rate.database:.0f}")
    return (str(campaigns), name, f"{rate.per_second:,.0f}", *against, *costs)


def _recorder(url: str, campaigns: int, most: int) -> Iterator[Steps]:
    with pool_to(url, CONNECTIONS) as pool:
        store = PostgresStore(pool)
        yield [partial(_append, store, prepared(store, most)) for _ in range(campaigns)]


def _append(store: PostgresStore, transactions: Iterator[Transaction]) -> None:
    store.append(next(transactions))


def _bare(url: str, campaigns: int, most: int) -> Iterator[Steps]:
    with ConnectionPool(url, min_size=1, max_size=CONNECTIONS, kwargs={"autocommit": True}) as pool:
        body = payload(spending(founded(PostgresStore(pool)), FOUNDED))
        with pool.connection() as connection:
            connection.execute(_BARE)
        yield [partial(_insert, pool, uuid4(), iter(range(most)), body) for _ in range(campaigns)]


def _insert(pool: ConnectionPool, campaign: object, numbers: Iterator[int], body: bytes) -> None:
    row = (campaign, next(numbers), "character/hero", "value", body)
    with pool.connection() as connection:
        connection.execute("INSERT INTO bare VALUES (%s, %s, %s, %s, %s)", row, prepare=True, binary=True)


class Spender(Aggregate):
    """The library's own aggregate with an event as large as ours."""

    def __init__(self) -> None:
        self.points = 10**9

    @event("PointSpent")
    def spend(self, name: str, amount: int) -> None:
        self.points -= amount


def stock_application(url: str) -> Application[UUID]:
    """The library as it comes, on PostgreSQL."""
    return Application(stock_settings(url))


def stock_settings(url: str) -> dict[str, str]:
    """What tells the library where its database is."""
    where = urlsplit(url)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": where.path[1:],
        "POSTGRES_HOST": parse_qs(where.query)["host"][0],
        "POSTGRES_PORT": "5432",
        "POSTGRES_USER": where.username or "",
        "POSTGRES_PASSWORD": "unused",
        "POSTGRES_POOL_SIZE": str(CONNECTIONS),
    }


def _stock(url: str, campaigns: int, most: int) -> Iterator[Steps]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of `save`, which is what is measured
        application = stock_application(url)
        spenders = [Spender() for _ in range(campaigns)]
        application.save(*spenders)
        yield [partial(_save, application, spender, iter(range(most))) for spender in spenders]
        application.close()


def _save(application: Application[UUID], spender: Spender, turns: Iterator[int]) -> None:
    next(turns)
    spender.spend("points", 1)
    application.save(spender)


WAYS: dict[str, Way] = {
    "stock Application.save": _stock,
    "bare INSERT": _bare,
    "our recorder behind Application.save": _recorder,
}
