"""The databases that tests are given."""

import psycopg
import pytest

from api.storage.embedded import Server
from tests.databases import fresh_database


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
