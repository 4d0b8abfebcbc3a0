"""Verification of a ledger in PostgreSQL: a change of any value in any column of any table is found, or the list below says
why the column is no evidence. The columns are those that the database itself names, so that none is forgotten."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import psycopg
import pytest

from api.storage.database import SCHEMAS
from api.storage.embedded import Server
from domain.commands import Envelope
from domain.dice.tape import Die, Source
from domain.ledger.checking.verify import verify
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.rows import TABLES
from domain.ledger.postgres.store import PostgresStore
from domain.records.store import UnknownCampaign
from tests.databases import fresh_database
from tests.ledger.builders import FOE, HERO, corrects, restate, revise, suffers, write
from tests.ledger.checking.test_verify import eventful
from tests.ledger.conftest import empty

HEADS = {"entry": "bigint", "position": "bigint", "hash": "bytea", "paths": "int"}
OTHERWISE = {
    "bytea": "set_byte({0}, 0, get_byte({0}, 0) # 1)",
    "text": "{0} || 'x'",
    "int": "coalesce({0}, 0) + 7000",
    "bigint": "coalesce({0}, 0) + 7000",
    "bigint[]": "{0} || 7",
    "int[]": "{0} || 1",
    "uuid": "gen_random_uuid()",
}
OTHER = {
    "campaigns": {"system": "text", "forked_from": "uuid", "forked_at": "bigint", "forked_known_at": "bigint"},
    "campaign_secrets": {"key": "bytea", "amendment": "bytea"},
}
EVERY = {**TABLES, "heads": HEADS, **OTHER}
COLUMNS = [(table, column, kind) for table, columns in EVERY.items() for column, kind in columns.items()]

LABELS = {("campaigns", "name"), ("campaigns", "created_at")}
"""What a campaign is called and listed as: no ledger says so, and the journal of the installation has it."""

ELSEWHERE = {
    **dict.fromkeys(
        ("accounts", "tokens", "invitations", "recoveries", "grants", "webhooks"), "in the journal of the installation"
    ),
    **dict.fromkeys(
        ("discord_codes", "discord_links", "discord_channels", "sessions", "identities"),
        "in the journal of the installation",
    ),
    **dict.fromkeys(("dead_letters", "migrations"), "in the journal of the installation"),
    **dict.fromkeys(("facts", "fact_dice", "fact_entries", "tracking"), "compared with the ledger"),
    **dict.fromkeys(("webhook_progress", "undelivered_entries"), "sent again by a replay"),
    "journal": "a chain of its own",
}
"""Tables that hold nothing of a campaign's ledger, and what verifies them (`tests.storage.test_wholeness`)."""


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


@pytest.fixture(scope="module")
def other(shared_store: PostgresStore, ledger: UUID) -> UUID:
    """Another campaign in which the same was played."""
    return eventful(shared_store)


SAME = {"entries": "number = 12", "heads": "true"}
"""Which row of a campaign is meant, by table; the others hold the same in both."""


@contextmanager
def changed(store: PostgresStore, campaign: UUID, table: str, column: str, kind: str) -> Iterator[int]:
    """The value of one column is another in the row written last in which it can be: erased texts have none. Gives how many
    rows were changed."""
    value = OTHERWISE[kind].format(column)
    fitting = f"{value} IS DISTINCT FROM {column}"
    with damaged(store, campaign, table, f"UPDATE {table} SET {column} = {value}", fitting) as rows:
        yield rows


@contextmanager
def damaged(store: PostgresStore, campaign: UUID, table: str, damage: str, fitting: str = "true") -> Iterator[int]:
    """The fitting row of a table that was written last is damaged, and mended afterwards."""
    newest = f"(SELECT max(ctid) FROM {table} WHERE campaign_id = '{campaign}' AND {fitting})"
    with kept(store, table) as connection:
        yield connection.execute(f"{damage} WHERE ctid = {newest}".encode()).rowcount


@contextmanager
def kept(store: PostgresStore, table: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection for damaging a table, which is mended afterwards."""
    with store.pool.connection() as connection:
        connection.execute(f"CREATE TABLE kept AS SELECT * FROM {table}".encode())
        try:
            yield connection
        finally:
            connection.execute(f"DELETE FROM {table}; INSERT INTO {table} SELECT * FROM kept; DROP TABLE kept".encode())


def test_every_column_of_the_database_is_changed_here_or_is_no_evidence(postgres: Server) -> None:
    with fresh_database(postgres) as url:
        migrate(url, SCHEMAS)
        with psycopg.connect(url) as connection:
            query = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
            columns = {(table, column) for table, column in connection.execute(query) if table not in ELSEWHERE}
    changed = {(table, column) for table, column, _ in COLUMNS} | {(table, "campaign_id") for table in EVERY}
    assert columns == changed | LABELS


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


@pytest.mark.parametrize("table", sorted(EVERY.keys() - {"checkpoints"}))
def test_a_row_that_went_to_another_campaign_is_found(shared_store: PostgresStore, ledger: UUID, table: str) -> None:
    with changed(shared_store, ledger, table, "campaign_id", "uuid") as rows:
        assert rows == 1
        assert not is_whole(shared_store, ledger)


@pytest.mark.parametrize("table", sorted(SAME))
def test_rows_that_two_campaigns_have_exchanged_are_found_in_both(
    shared_store: PostgresStore, ledger: UUID, other: UUID, table: str
) -> None:
    nobody = UUID(int=1)
    with kept(shared_store, table) as connection:
        for now, then in ((ledger, nobody), (other, ledger), (nobody, other)):
            moved = f"UPDATE {table} SET campaign_id = '{then}' WHERE campaign_id = '{now}' AND {SAME[table]}"
            assert connection.execute(moved.encode()).rowcount == 1
        assert (is_whole(shared_store, ledger), is_whole(shared_store, other)) == (False, False)


@pytest.mark.parametrize("table", sorted(EVERY.keys() - {"checkpoints"}))
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
