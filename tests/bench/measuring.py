"""What every measurement shares: the machine, a database with default durability, writers side by side, and tables."""

from __future__ import annotations

import gc
import os
import platform
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from uuid import uuid4

import msgspec
import psutil
import psycopg
from psycopg import sql

from api.storage import embedded
from api.storage.database import SCHEMAS
from domain.ledger.postgres.migrations import migrate

WARM_UP = 0.3
"""Seconds for which writers write before they are measured: connections are made, statements prepared."""


class Table(msgspec.Struct, frozen=True):
    """Figures with a heading above them and, below, what there is to say about how they came about."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str = ""

    def markdown(self) -> str:
        lines = [self.columns, tuple("---" for _ in self.columns), *self.rows]
        drawn = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"### {self.title}\n\n{drawn}\n" + (f"\n{self.note}\n" if self.note else "")


class Rate(msgspec.Struct, frozen=True):
    """How fast several writers were: each second, milliseconds of one in the middle and of one in a hundred, and the
    processor microseconds that each took of this process and of the database."""

    per_second: float
    p50: float
    p99: float
    here: float
    database: float


class Bench:
    """A run: its database server, its folder, and whether it is only to show that everything still works (`quick`)."""

    def __init__(self, folder: Path, server: embedded.Server, quick: bool) -> None:
        self.folder = folder
        self.quick = quick
        self._server = server

    def scaled(self, full: int, quick: int) -> int:
        """A size or number of times."""
        return quick if self.quick else full

    @contextmanager
    def database(self, **settings: str) -> Iterator[str]:
        """A migrated database of its own, with these settings; dropped afterwards."""
        name = sql.Identifier(f"bench_{uuid4().hex}")
        with psycopg.connect(self._server.uri, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(name))
            for setting, value in settings.items():
                connection.execute(
                    sql.SQL("ALTER DATABASE {} SET {} = {}").format(name, sql.Identifier(setting), sql.Literal(value))
                )
            url = self._server.database_uri(name.as_string().strip('"'))
            migrate(url, SCHEMAS)
            yield url
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))

    def writers(self, steps: Sequence[Callable[[], object]]) -> Rate:
        """Each writer repeats its step, all at once, until the time is over or a step has nothing left (StopIteration).

        What was prepared for them is kept from the garbage collector, which would be measured looking through it.
        """
        started = threading.Barrier(len(steps) + 1)
        took: list[float] = []

        def write(step: Callable[[], object]) -> None:
            _repeated(step, WARM_UP if not self.quick else WARM_UP / 10)
            started.wait()
            took.extend(_repeated(step, 0.1 if self.quick else 1.5))

        threads = [threading.Thread(target=write, args=(step,)) for step in steps]
        gc.freeze()
        for thread in threads:
            thread.start()
        started.wait()
        here, database_seconds, before = time.process_time(), self.database_seconds(), time.perf_counter()
        for thread in threads:
            thread.join()
        gc.unfreeze()
        passed = time.perf_counter() - before
        here, database_seconds = time.process_time() - here, self.database_seconds() - database_seconds
        cuts = quantiles(took * 2 if len(took) == 1 else took, n=100)  # one step may take all of a short run
        each = 1_000_000 / len(took)
        return Rate(len(took) / passed, cuts[49] * 1000, cuts[98] * 1000, here * each, database_seconds * each)

    def database_seconds(self) -> float:
        """Processor seconds that the database's processes have had so far."""
        times = [p.cpu_times() for p in psutil.process_iter() if _is_of(p, self._server.cluster)]
        return sum(time.user + time.system for time in times)


def analyze(url: str) -> None:
    """Bring the statistics of a database up to date, as it does by itself within a minute: until then, plans of queries are
    those of empty tables."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ANALYZE")


def _repeated(step: Callable[[], object], seconds: float) -> list[float]:
    """The seconds that each repetition took."""
    took: list[float] = []
    until = time.perf_counter() + seconds
    while (before := time.perf_counter()) < until:
        try:
            step()
        except StopIteration:
            break
        took.append(time.perf_counter() - before)
    return took


def _is_of(process: psutil.Process, cluster: Path) -> bool:
    try:
        return process.name() == "postgres" and process.cwd() == str(cluster)
    except psutil.Error:
        return False


def middle(rates: Sequence[Rate]) -> Rate:
    """Of several rounds the middle of each figure."""
    return Rate(
        median(rate.per_second for rate in rates),
        median(rate.p50 for rate in rates),
        median(rate.p99 for rate in rates),
        median(rate.here for rate in rates),
        median(rate.database for rate in rates),
    )


def seconds(do: Callable[[], object], times: int) -> float:
    """The seconds that something takes in the middle of so many times."""
    took = []
    for _ in range(times):
        before = time.perf_counter()
        do()
        took.append(time.perf_counter() - before)
    return median(took)


def machine() -> str:
    """What this was measured on."""
    cores, memory = os.cpu_count(), psutil.virtual_memory().total / 2**30
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return (
        f"{platform.system()} {platform.machine()}, {cores} cores, {memory:.0f} GiB, Python {platform.python_version()}, "
        f"PostgreSQL {embedded.VERSION} (embedded, default durability), client and server together; "
        f"load before the run {busy}"
    )
