"""The databases that tests are given."""

import psycopg
import pytest

from api.storage.database import SCHEMAS
from api.storage.embedded import Server
from domain.ledger.postgres.migrations import migrate
from tests.databases import fresh_database

RECORDS = {"migrations", "journal"}
"""The tables that tell of the migrations themselves."""


@pytest.mark.parametrize("attempt", [1, 2])
def test_each_test_gets_an_empty_database(connection: psycopg.Connection, attempt: int) -> None:
    connection.execute("CREATE TABLE one (value int)")
    assert connection.execute("SELECT count(*) FROM one").fetchone() == (0,)


def test_a_database_is_gone_after_its_test_even_while_in_use(postgres: Server) -> None:
    with fresh_database(postgres) as url:
        left_open = psycopg.connect(url)
    left_open.close()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(url)


def test_a_database_can_start_as_a_copy_of_another(postgres: Server) -> None:
    with fresh_database(postgres) as template:
        with psycopg.connect(template) as prepared:
            prepared.execute("CREATE TABLE prepared AS SELECT 7 AS value")
            name = prepared.info.dbname
        with fresh_database(postgres, template=name) as copy, psycopg.connect(copy) as connection:
            assert connection.execute("SELECT value FROM prepared").fetchone() == (7,)


def test_a_migrated_database_has_all_tables_and_no_rows_but_of_its_migrations(migrated_url: str) -> None:
    assert migrate(migrated_url, SCHEMAS) == []
    with psycopg.connect(migrated_url) as connection:
        listing = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        queries = {name: f"SELECT 1 FROM {name} LIMIT 1".encode() for (name,) in listing}
        assert {name for name, query in queries.items() if connection.execute(query).fetchone()} == RECORDS
