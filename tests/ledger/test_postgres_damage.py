"""Verification of a ledger in PostgreSQL: a change of any value in any column of any table is found."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest

from domain.commands import Envelope
from domain.dice.tape import Die, Source
from domain.ledger.postgres import PostgresStore
from domain.ledger.postgres_rows import TABLES
from domain.ledger.store import UnknownCampaign
from domain.ledger.verify import verify
from tests.ledger.builders import FOE, HERO, corrects, restate, revise, suffers, write
from tests.ledger.conftest import empty
from tests.ledger.test_verify import eventful

HEADS = {"entry": "bigint", "position": "bigint", "hash": "bytea", "paths": "int"}
OTHERWISE = {
    "bytea": "set_byte({0}, 0, get_byte({0}, 0) # 1)",
    "text": "{0} || 'x'",
    "int": "coalesce({0}, 0) + 7000",
    "bigint": "coalesce({0}, 0) + 7000",
    "bigint[]": "{0} || 7",
    "int[]": "{0} || 1",
}
COLUMNS = [
    (table, column, kind) for table, columns in {**TABLES, "heads": HEADS}.items() for column, kind in columns.items()
]


@pytest.fixture(scope="module")
def ledger(shared_store: PostgresStore) -> Iterator[UUID]:
    """A campaign with a row in every table."""
    campaign = eventful(shared_store)
    anew = Envelope(type="freeform.harm", args={"amount": 2})
    tape = (Die("harm", 0, 6, 2, Source.TABLE),)
    again = restate(5, suffers(FOE, 2), reads=(FOE,), status="amended", envelope=anew, tape=tape)
    corrections = (corrects(HERO, points=9), corrects(FOE, points=2))
    write(shared_store, campaign, revise(again, corrections=corrections, rewrites=((FOE, (5,), None),)))
    yield campaign
    empty(shared_store)


@contextmanager
def changed(store: PostgresStore, campaign: UUID, table: str, column: str, kind: str) -> Iterator[int]:
    """The value of one column is another in the row written last. Gives how many rows were changed."""
    value = OTHERWISE[kind].format(column)
    with damaged(store, campaign, table, f"UPDATE {table} SET {column} = {value}") as rows:
        yield rows


@contextmanager
def damaged(store: PostgresStore, campaign: UUID, table: str, damage: str) -> Iterator[int]:
    """The row of a table that was written last is damaged, and mended afterwards."""
    with store.pool.connection() as connection:
        connection.execute(f"CREATE TABLE kept AS SELECT * FROM {table}".encode())
        newest = f"(SELECT max(ctid) FROM {table} WHERE campaign_id = '{campaign}')"
        try:
            yield connection.execute(f"{damage} WHERE ctid = {newest}".encode()).rowcount
        finally:
            connection.execute(f"DELETE FROM {table}; INSERT INTO {table} SELECT * FROM kept; DROP TABLE kept".encode())


def test_the_ledger_is_whole_as_it_is(shared_store: PostgresStore, ledger: UUID) -> None:
    assert verify(shared_store, ledger).ok


def is_whole(store: PostgresStore, campaign: UUID) -> bool:
    try:
        return verify(store, campaign).ok
    except UnknownCampaign:
        return False


@pytest.mark.parametrize(("table", "column", "kind"), COLUMNS)
def test_a_change_is_found(shared_store: PostgresStore, ledger: UUID, table: str, column: str, kind: str) -> None:
    with changed(shared_store, ledger, table, column, kind) as rows:
        assert rows == 1
        assert not is_whole(shared_store, ledger)


@pytest.mark.parametrize("table", [*sorted(TABLES.keys() - {"checkpoints"}), "heads"])
def test_a_missing_row_is_found(shared_store: PostgresStore, ledger: UUID, table: str) -> None:
    with damaged(shared_store, ledger, table, f"DELETE FROM {table}") as rows:
        assert rows == 1
        assert not is_whole(shared_store, ledger)


def test_a_missing_checkpoint_is_no_damage(shared_store: PostgresStore, ledger: UUID) -> None:
    with damaged(shared_store, ledger, "checkpoints", "DELETE FROM checkpoints") as rows:
        assert rows == 1
        assert is_whole(shared_store, ledger)


@pytest.mark.parametrize("table", ["events", "paths", "texts", "restatements", "restated_events"])
def test_a_row_that_belongs_to_nothing_is_found(shared_store: PostgresStore, ledger: UUID, table: str) -> None:
    strange = {"version": 70, "position": 70, "id": 70, "entry": 70, "revision": 70, "path": "'strange'"}
    values = ", ".join(str(strange.get(column, column)) for column in TABLES[table])
    row = f"INSERT INTO {table} SELECT campaign_id, {values} FROM {table}"
    with damaged(shared_store, ledger, table, row) as rows:
        assert rows == 1
        assert shared_store.orphans(ledger)
