"""Verification tells every loss: a bit flipped in any column of any table, and a row deleted from any.

The tables and columns are those that the database names. A few places of each are tried in the normal run, and very many in
the soak run, which prints its figures.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final
from uuid import UUID

import msgspec
import psycopg
import pytest

from api.services import services_on
from api.storage.embedded import Server
from api.storage.wholeness import JOURNALED, verify_installation
from domain.ledger.postgres.store import CountingPool, pool_to
from projections.verifying import verify_whole
from systems.registry import load
from tests.databases import fresh_database
from tests.shares import one_in
from tests.storage.damaging import Column, Connection, Impossible, columns, deleted, flipped, rows, tables, unseen
from tests.storage.whole import furnished

HARMLESS: Final = {
    "checkpoints": "they are a cache: where one is missing, a past is folded from further back, and comes to the same",
}
"""Tables from which a row may be deleted unseen, and why nothing is lost by that."""

DELIVERIES: Final = frozenset({"undelivered_entries", "webhook_progress"})
"""Tables of what webhooks have sent. Damage to them sends news twice or late, a replay sends it again, and nothing that was
played is touched; so no journal follows every delivery."""

SOAK: Final = 12
"""How often each column is flipped, and each table loses a row, in the soak run."""


class Whole:
    """An installation that is to be damaged, and what verification says of it."""

    def __init__(self, url: str, pool: CountingPool, connection: Connection) -> None:
        self.url, self._pool, self.connection = url, pool, connection
        self._registry = load(installed=[])

    def faults(self) -> Iterator[str]:
        """All that verification finds, asked by a process that has just begun: of the installation, then of each campaign."""
        services = services_on(self._pool, self._registry)
        yield from (fault.sentence for fault in verify_installation(self._pool).faults)
        for row in services.ledger.store.campaigns():
            yield from (fault.sentence for fault in verify_whole(self._pool, services.ledger.store, row.id).faults)

    def shows_a_fault(self) -> bool:
        """Whether verification finds anything."""
        return next(self.faults(), None) is not None


@pytest.fixture(scope="module")
def whole(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with fresh_database(postgres) as url:
        furnished(url, tmp_path_factory.mktemp("whole") / "data")
        with pool_to(url, 4) as pool, unseen(url) as connection:
            yield Whole(url, pool, connection)


class Tally(msgspec.Struct):
    """What became of damage: how often it was tried, found, missed, and refused by the database itself."""

    counts: Counter[str] = msgspec.field(default_factory=Counter)
    missed: list[str] = msgspec.field(default_factory=list)

    def tell(self, what: str) -> str:
        tried = self.counts["found"] + self.counts["missed"]
        return f"{what}: {tried} tried, {self.counts['found']} found, {self.counts['missed']} missed"

    def add(self, damage: str, *, seen: bool) -> None:
        self.counts["found" if seen else "missed"] += 1
        if not seen:
            self.missed.append(damage)


def checked_columns(whole: Whole) -> list[Column]:
    """The columns in which every damage is told."""
    return [column for column in columns(whole.connection) if column.table not in DELIVERIES]


def flips(whole: Whole, column: Column, chance: random.Random, tally: Tally) -> None:
    """Flip a bit of a column, and see whether it is told."""
    try:
        with flipped(whole.connection, column, chance) as damage:
            tally.add(damage, seen=whole.shows_a_fault())
    except Impossible:
        tally.counts["impossible"] += 1


def deletes(whole: Whole, table: str, chance: random.Random, tally: Tally) -> None:
    """Delete a row of a table, and see whether it is told."""
    with deleted(whole.connection, table, chance) as damage:
        tally.add(damage, seen=whole.shows_a_fault())


def test_an_installation_as_it_was_written_has_no_fault(whole: Whole) -> None:
    assert list(whole.faults()) == []


def test_there_is_something_to_damage_in_every_table(whole: Whole) -> None:
    assert [table for table in tables(whole.connection) if not rows(whole.connection, table)] == []


@one_in(3)
def test_a_flipped_bit_in_any_column_is_told(whole: Whole, step: int) -> None:
    tally = Tally()
    for column in checked_columns(whole)[::step]:
        flips(whole, column, random.Random(str(column)), tally)
    assert tally.missed == []


@pytest.mark.slow
def test_a_row_deleted_from_any_table_is_told(whole: Whole) -> None:
    tally = Tally()
    for table in tables(whole.connection):
        if table not in {*HARMLESS, *DELIVERIES}:
            deletes(whole, table, random.Random(table), tally)
    assert tally.missed == []


def test_the_state_of_a_fork_that_is_gone_is_told_whatever_it_is_of(whole: Whole) -> None:
    query = "SELECT s.* FROM states s JOIN campaigns USING (campaign_id) WHERE forked_from IS NOT NULL"
    states = whole.connection.execute(query).fetchall()
    assert any(version == 0 for _, _, version, _ in states), "nothing that the fork shares is as it was at forking"
    assert [ref for campaign, ref, *_ in states if not _shows_when_gone(whole, campaign, ref)] == []


def _shows_when_gone(whole: Whole, campaign: UUID, ref: str) -> bool:
    """Whether verification finds anything while a state is gone."""
    query = "DELETE FROM states WHERE campaign_id = %s AND ref = %s RETURNING *"
    row = whole.connection.execute(query, [campaign, ref]).fetchone()
    try:
        return whole.shows_a_fault()
    finally:
        whole.connection.execute("INSERT INTO states VALUES (%s, %s, %s, %s)", row)


@pytest.mark.soak
def test_many_flips_and_deletions_are_all_told(whole: Whole, capsys: pytest.CaptureFixture[str]) -> None:
    chance, flipping, deleting = random.Random(), Tally(), Tally()
    for _ in range(SOAK):
        for column in checked_columns(whole):
            flips(whole, column, chance, flipping)
        for table in tables(whole.connection):
            if table not in {*HARMLESS, *DELIVERIES}:
                deletes(whole, table, chance, deleting)
    with capsys.disabled():
        print(f"\n{flipping.tell('flips')}; {flipping.counts['impossible']} refused by the database")
        print(deleting.tell("deletions"))
    assert flipping.missed + deleting.missed == []


def test_every_table_with_a_journal_has_its_trigger_and_no_other_table_has(whole: Whole) -> None:
    query = (
        "SELECT tgrelid::regclass::text FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid WHERE proname = 'journal_row'"
    )
    assert {table for (table,) in whole.connection.execute(query)} == set(JOURNALED)


def test_the_mended_installation_is_whole_again(whole: Whole) -> None:
    with psycopg.connect(whole.url) as connection:
        assert connection.execute("SELECT count(*) FROM campaigns").fetchone() == (3,)
    assert list(whole.faults()) == []
