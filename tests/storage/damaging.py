"""Damage to what lies in a database: a bit of any value of any column, or a row, past everything that Retcon writes with.

The tables and columns are those that the database itself names, so that none is forgotten.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec
import psycopg
from psycopg import sql

Connection = psycopg.Connection[Any]

_COLUMNS: Final = """
SELECT c.table_name, c.column_name, c.udt_name FROM information_schema.columns c
JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position
"""


class Column(msgspec.Struct, frozen=True, order=True):
    """A column of a table, and PostgreSQL's name of its type."""

    table: str
    name: str
    kind: str

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"


class Impossible(Exception):
    """The database itself refuses this damage: a key that is taken, or a value that a check forbids."""


def columns(connection: Connection) -> list[Column]:
    """Every column of every table."""
    return [Column(*row) for row in connection.execute(_COLUMNS).fetchall()]


def tables(connection: Connection) -> list[str]:
    """Every table."""
    return sorted({column.table for column in columns(connection)})


def rows(connection: Connection, table: str) -> int:
    """How many rows a table has."""
    (count,) = connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone() or (0,)
    return int(count)


@contextmanager
def unseen(url: str) -> Iterator[Connection]:
    """A connection that damages: no trigger fires for what it does, and no foreign key is looked at."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        yield connection


@contextmanager
def flipped(connection: Connection, column: Column, chance: random.Random) -> Iterator[str]:
    """One bit of one value of a column is the other way meanwhile. Gives the row and what was done; raises Impossible."""
    with _mended(connection, column.table, chance) as row:
        value = other(row[column.name], column.kind, chance)
        statement = "UPDATE {table} SET {column} = (jsonb_populate_record(NULL::{table}, %s)).{column} WHERE ctid = %s"
        _damage(connection, column.table, column.name, statement, [json.dumps({column.name: value}), row["ctid"]])
        yield f"{column}: {row[column.name]!r} became {value!r} in {row}"


@contextmanager
def deleted(connection: Connection, table: str, chance: random.Random) -> Iterator[str]:
    """One row of a table is gone meanwhile. Gives the row."""
    with _mended(connection, table, chance) as row:
        _damage(connection, table, table, "DELETE FROM {table} WHERE ctid = %s", [row["ctid"]])
        yield f"{table}: {row}"


@contextmanager
def _mended(connection: Connection, table: str, chance: random.Random) -> Iterator[dict[str, Any]]:
    """A row of a table, by chance; afterwards the table holds what it held."""
    name = sql.Identifier(table)
    connection.execute(sql.SQL("CREATE TEMP TABLE kept AS SELECT * FROM {}").format(name))
    try:
        query = sql.SQL(
            "SELECT to_jsonb(t) || jsonb_build_object('ctid', ctid) FROM {} t ORDER BY ctid OFFSET %s LIMIT 1"
        )
        ((row,),) = connection.execute(query.format(name), [chance.randrange(rows(connection, table))]).fetchall()
        yield row
    finally:
        with connection.transaction():
            connection.execute(sql.SQL("DELETE FROM {}").format(name))
            connection.execute(sql.SQL("INSERT INTO {} SELECT * FROM kept").format(name))
            connection.execute("DROP TABLE kept")


def _damage(connection: Connection, table: str, column: str, statement: str, values: list[Any]) -> None:
    query = sql.SQL(statement).format(table=sql.Identifier(table), column=sql.Identifier(column))
    try:
        done = connection.execute(query, values)
    except (psycopg.IntegrityError, psycopg.DataError) as refused:
        raise Impossible(str(refused)) from refused
    assert done.rowcount == 1, f"{table} has the row that is to be damaged"


def other(value: Any, kind: str, chance: random.Random) -> Any:
    """A value as the database's JSON has it, with one bit the other way; of an absent one the smallest there is."""
    match value:
        case None:
            return _SMALLEST[kind]
        case bool():
            return not value
        case int():
            return value ^ 1 << chance.randrange(31 if kind == "int4" else 62)
        case list():
            return _other_list(value, kind, chance)
        case _:
            return _other_text(value, kind, chance)


_SMALLEST: Final[dict[str, Any]] = {
    **{
        "text": "a",
        "bytea": "\\x00",
        "int4": 1,
        "int8": 1,
        "bool": True,
        "_int4": [1],
        "_int8": [1],
        "_text": ["a"],
        "_bool": [True],
    },
    **{"uuid": "00000000-0000-4000-8000-000000000001", "timestamptz": "2026-11-22T12:00:00+00:00"},
}


def _other_list(value: list[Any], kind: str, chance: random.Random) -> list[Any]:
    if not value:
        return list(_SMALLEST[kind])
    at = chance.randrange(len(value))
    return [*value[:at], other(value[at], kind.removeprefix("_"), chance), *value[at + 1 :]]


def _other_text(value: str, kind: str, chance: random.Random) -> str:
    """Text, hexadecimal digits or a time, with another letter or digit somewhere."""
    if kind in {"bytea", "uuid", "timestamptz"}:
        first, last = (2, len(value)) if kind == "bytea" else (0, 16 if kind == "timestamptz" else len(value))
        places = [at for at in range(first, last) if value[at] not in "-:T+."]
        digits = "0123456789abcdef" if kind != "timestamptz" else "0123456789"
    else:
        places, digits = list(range(len(value))), ""
    if not places:
        return str(_SMALLEST[kind])
    at = chance.choice(places)
    letter = chance.choice([digit for digit in digits if digit != value[at]]) if digits else chr(ord(value[at]) ^ 1)
    return value[:at] + letter + value[at + 1 :]
