"""Statements that go to the database around the driver's cursors: prepared once, and whatever becomes of that, answered."""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from domain.ledger import postgres_wire
from domain.ledger.postgres import pool_to
from domain.ledger.postgres_packing import Parameters, Statement, many, one
from domain.ledger.postgres_wire import Wire


@pytest.fixture
def pool(ledger_url: str) -> Iterator[ConnectionPool]:
    """A single connection."""
    with pool_to(ledger_url, 1) as opened:
        yield opened


def doubling(more: str = "") -> Statement:
    given = Parameters()
    return given.statement(f"SELECT 2 * {given.next(one('int'))}{more}")


def doubled(wire: Wire, number: int, more: str = "") -> int:
    return int.from_bytes(wire.send(doubling(more), [number]).get_value(0, 0) or b"")


def prepared(pool: ConnectionPool) -> int:
    with pool.connection() as connection:
        row = connection.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'retcon%'").fetchone()
    assert row is not None
    return int(row[0])


def test_a_statement_is_prepared_once_on_a_connection(pool: ConnectionPool) -> None:
    wire = Wire(pool)
    assert [doubled(wire, number) for number in (1, 2, 3)] == [2, 4, 6]
    assert prepared(pool) == 1


def test_several_may_send_over_the_same_connection(pool: ConnectionPool) -> None:
    assert doubled(Wire(pool), 1) == doubled(Wire(pool), 1) == 2


def test_a_statement_that_was_let_go_is_prepared_again(pool: ConnectionPool) -> None:
    wire = Wire(pool)
    doubled(wire, 1)
    with pool.connection() as connection:
        connection.execute("DEALLOCATE ALL")
    assert doubled(wire, 2) == 4


def test_the_oldest_of_too_many_statements_makes_room(pool: ConnectionPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_wire, "PREPARED", 3)
    wire = Wire(pool)
    assert [doubled(wire, 1, f" + {more}") for more in range(6)] == [2, 3, 4, 5, 6, 7]
    assert prepared(pool) == 3


def test_what_the_database_refuses_is_raised_as_a_cursor_would_and_leaves_the_connection_in_order(
    pool: ConnectionPool,
) -> None:
    wire = Wire(pool)
    with pytest.raises(psycopg.errors.DivisionByZero):
        doubled(wire, 1, " / 0")
    assert doubled(wire, 1) == 2


def test_text_goes_as_it_is_whatever_the_environment_says(ledger_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "latin1")
    given = Parameters()
    lengths = given.statement(f"SELECT sum(length(word)) FROM unnest({given.next(many('text'))}) AS word")
    with pool_to(ledger_url, 1) as pool:
        answer = Wire(pool).send(lengths, [["Ærøskøbing", None, "貓"]])
    assert answer.get_value(0, 0) == (11).to_bytes(8)


def test_a_connection_that_was_closed_by_the_server_is_not_handed_out(pool: ConnectionPool, ledger_url: str) -> None:
    with pool.connection() as connection:
        ended = connection.info.backend_pid
    with psycopg.connect(ledger_url) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [ended])
    assert doubled(Wire(pool), 1) == 2
