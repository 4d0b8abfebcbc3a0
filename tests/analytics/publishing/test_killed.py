"""A publisher that is killed at any point has changed nothing that is read, and the next one ends up where it would have."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from domain.ledger.postgres.store import pool_to
from projections.analytics.publishing.dataset import data_set_at
from projections.analytics.publishing.filesystems import LocalFolder
from tests.analytics.publishing.published import PublishedLedgers, rows_of
from tests.projections.followed import Followed
from tests.shares import one_in


class Killed(BaseException):
    """The process is gone."""


class MortalFolder(LocalFolder):
    """A folder of a process that is killed after so many steps: before, within or after anything that it does to a file."""

    def __init__(self, path: Path, steps: float) -> None:
        super().__init__(path)
        self.steps = steps

    def live(self) -> None:
        """Take a step, or be dead from now on."""
        self.steps -= 1
        if self.steps < 0:
            self.die()

    def die(self) -> None:
        raise Killed

    def write(self, path: str, table: pa.Table) -> None:
        self.live()
        (self.path / path).parent.mkdir(parents=True, exist_ok=True)
        (self.path / path).write_bytes(b"PAR1, and no more of it")
        self.live()
        super().write(path, table)
        self.live()

    def settle(self, paths: Iterable[str]) -> None:
        self.live()
        super().settle(paths)
        self.live()

    def replace(self, path: str, content: bytes) -> None:
        self.live()
        self.path.mkdir(parents=True, exist_ok=True)
        (self.path / f".{path}-{0:x}").write_bytes(content[: len(content) // 2])
        self.live()
        super().replace(path, content)
        self.live()

    def remove(self, path: str) -> None:
        self.live()
        super().remove(path)
        self.live()


class FatalFolder(MortalFolder):
    """The same, and it is the process itself that is killed."""

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def published(folder: LocalFolder) -> dict[str, list[dict[str, Any]]]:
    """The rows that a reader finds, by table."""
    data = data_set_at(str(folder.path))
    return {table: rows_of(data, table).to_pylist() for table in ("entries", "facts", "dice")}


def publish_in_a_process(database: str, path: Path, steps: int) -> None:
    """Be killed after so many steps, the whole process."""
    with pool_to(database, 2) as pool:
        PublishedLedgers(Followed(pool), FatalFolder(path, steps)).publish()


def wait_for_the_lock(followed: Followed) -> None:
    """Wait until the database has noticed that the killed publisher is gone: until then, its session keeps others out."""
    query = "SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND datname = current_database()"
    until = time.monotonic() + 30
    with followed.pool.connection() as connection:
        while connection.execute(query).fetchone() is not None:
            assert time.monotonic() < until, "the session of the killed publisher goes on"
            time.sleep(0.01)


@pytest.mark.slow
@one_in(4)
@pytest.mark.parametrize("rows_a_round", [1, 10**6])
def test_killed_at_any_point_readers_see_a_whole_run_and_nothing_twice(
    ledgers: PublishedLedgers, rows_a_round: int, step: int
) -> None:
    campaigns = [ledgers.followed.history(seed, 12) for seed in (2, 3)]
    ledgers.follow(8)
    ledgers.publish()
    states = [published(ledgers.folder)]
    ledgers.followed.catch_up()
    finished, steps = False, 0
    while not finished:
        root = ledgers.folder.path.with_name(f"killed after {steps}")
        _copy(ledgers.folder.path, root)
        try:
            ledgers.publish(MortalFolder(root, steps), rows_a_round=rows_a_round)
            finished = True
        except Killed:
            after = published(LocalFolder(root))
            states += [after] if after not in states else []
        if steps % step == 0:
            again = PublishedLedgers(ledgers.followed, LocalFolder(root))
            again.publish()
            again.check()
        steps += 1
    assert steps > 20
    assert len(states) == (len(campaigns) + 1 if rows_a_round == 1 else 2), "a manifest is of a whole round"


@pytest.mark.parametrize("steps", [0, 7, 20])
def test_a_process_that_is_killed_leaves_what_another_goes_on_from(ledgers: PublishedLedgers, steps: int) -> None:
    ledgers.followed.history(2, 30)
    ledgers.followed.catch_up()
    arguments = (ledgers.database, ledgers.folder.path, steps)
    process = get_context("spawn").Process(target=publish_in_a_process, args=arguments)
    process.start()
    process.join(timeout=60)
    assert process.exitcode == -signal.SIGKILL
    wait_for_the_lock(ledgers.followed)
    ledgers.publish()
    ledgers.check()


def _copy(source: Path, target: Path) -> None:
    for file in source.rglob("*"):
        if file.is_file():
            copy = target / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
