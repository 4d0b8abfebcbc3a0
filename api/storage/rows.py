"""Statements whose rows are structs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, LiteralString, TypeVar

import msgspec
from psycopg import Cursor
from psycopg.rows import RowMaker, dict_row

from api.storage.database import Pool

T = TypeVar("T", bound=msgspec.Struct)


class As:
    """A row factory: rows become this struct, their columns named like its fields."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind

    def __call__(self, cursor: Cursor[Any]) -> RowMaker[Any]:
        fields = dict_row(cursor)
        return lambda values: msgspec.convert(fields(values), self._kind)


def every(pool: Pool, kind: type[T], sql: LiteralString, parameters: Sequence[object]) -> list[T]:
    """All rows of a statement."""
    with pool.connection() as connection, connection.cursor(row_factory=As(kind)) as cursor:
        return cursor.execute(sql, parameters).fetchall()


def maybe(pool: Pool, kind: type[T], sql: LiteralString, parameters: Sequence[object]) -> T | None:
    """The first row of a statement, if it has any."""
    found = every(pool, kind, sql, parameters)
    return found[0] if found else None


def one(pool: Pool, kind: type[T], sql: LiteralString, parameters: Sequence[object]) -> T:
    """The row of a statement that always has one."""
    (found,) = every(pool, kind, sql, parameters)
    return found


def changed(pool: Pool, sql: LiteralString, parameters: Sequence[object]) -> bool:
    """Whether a statement changed any row."""
    with pool.connection() as connection:
        return connection.execute(sql, parameters).rowcount > 0
