"""Making read models anew: ours, against the library's own runner, which takes one event at a time."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresDatastore, PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner
from psycopg.sql import SQL, Identifier

from domain.ledger.ledger import Ledger
from domain.ledger.postgres.store import PostgresStore, pool_to
from domain.ledger.upkeep.rebuilding import rebuild
from projections.facts.following import Facts
from projections.runner import Runner
from systems.registry import load
from tests.bench.appending import Spender, stock_application, stock_settings
from tests.bench.ledgers import founded, lengthened
from tests.bench.measuring import Bench, Table, seconds

PATIENCE = 600
"""Seconds that the library's runner may take."""


SLOW = {"commit_delay": "1000", "commit_siblings": "0"}
"""Stands for a disk that takes its time."""


def measure(bench: Bench) -> Iterator[Table]:
    yield _compared(bench, {}, "")
    yield _compared(bench, SLOW, ", with commit_delay")


def _compared(bench: Bench, settings: dict[str, str], how: str) -> Table:
    events, times = bench.scaled(10_000, 200), bench.scaled(3, 1)
    with bench.database(**settings) as url, pool_to(url, 4) as pool:
        store = PostgresStore(pool)
        campaign = founded(store)
        lengthened(store, campaign, events + 1)
        ledger = Ledger(store, load(installed=[]))
        runner = Runner(pool, store, [Facts(store)])
        runner.catch_up()
        ways: dict[str, Callable[[], object]] = {
            "states and checkpoints": lambda: rebuild(ledger, campaign),
            "facts, a row for each event": lambda: runner.rebuild("facts", campaign),
        }
        took = {"the library's ProjectionRunner": _stock(url, events)}
        took |= {name: seconds(do, times) for name, do in ways.items()}
    stock = next(iter(took.values()))
    rows = [(name, f"{s:.2f}", f"{events / s:,.0f}", f"{stock / s:.1f}") for name, s in took.items()]
    return Table(f"A read model of {events:,} events made anew{how}", ("way", "s", "events/s", "× stock"), rows)


class Totals(PostgresTrackingRecorder):
    """The library's read model: how much was spent, moved on with the position in one transaction."""

    def __init__(self, datastore: PostgresDatastore, **options: Any) -> None:
        super().__init__(datastore, **options)
        table = Identifier("bench_totals")
        self.sql_create_statements.append(
            SQL("CREATE TABLE IF NOT EXISTS {} (id uuid PRIMARY KEY, spent int)").format(table)
        )
        self._count = SQL(
            "INSERT INTO {} AS t VALUES (%s, 1) ON CONFLICT (id) DO UPDATE SET spent = t.spent + 1"
        ).format(table)

    def count(self, spender: UUID, tracking: Tracking) -> None:
        """One more event of a spender."""
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking=tracking)
            cursor.execute(self._count, (spender,), prepare=True)


class Counting(Projection[Totals]):
    """Counts every event."""

    name = "totals"

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        """One more."""
        self.view.count(domain_event.originator_id, tracking)


def _stock(url: str, events: int) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        application = stock_application(url)
        spender = Spender()
        for turn in range(1, events):
            spender.spend("points", 1)
            if turn % 500 == 0:
                application.save(spender)
        application.save(spender)
        last = application.recorder.max_notification_id()
        application.close()

        def run() -> None:
            with ProjectionRunner(
                application_class=Application, projection_class=Counting, view_class=Totals, env=stock_settings(url)
            ) as runner:
                runner.wait(last, timeout=PATIENCE)

        return seconds(run, 1)
