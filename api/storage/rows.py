"""Statements whose rows are structs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, LiteralString, TypeVar
from uuid import UUID

import msgspec
from psycopg import Cursor
from psycopg.rows import RowMaker, dict_row

from api.storage.database import Pool

T = TypeVar("T", bound=msgspec.Struct)


class RowRange(msgspec.Struct, frozen=True):
    """Some of the rows that are listed in the order in which they were made: at most `limit` behind the row that was made
    `after[0]` with the id `after[1]`."""

    after: tuple[datetime, UUID] | None = None
    limit: int | None = None


ALL_ROWS: Final = RowRange()


class As:
    """A row factory: rows become this struct, their columns named like its fields."""

    def __init__(self, kind: type[T]) -> None:
        self._kind = kind

    def __call__(self, cursor: Cursor[Any]) -> RowMaker[Any]:
        fields = dict_row(cursor)
        return lambda values: msgspec.convert(fields(values), self._kind)


def every(
    pool: Pool, kind: type[T], sql: LiteralString, parameters: Sequence[object] | Mapping[str, object]
) -> list[T]:
    """All rows of a statement."""
    with pool.connection() as connection, connection.cursor(row_factory=As(kind)) as cursor:
        return cursor.execute(sql, parameters).fetchall()


def stretch_of(
    pool: Pool,
    kind: type[T],
    sql: LiteralString,
    parameters: Sequence[object],
    stretch: RowRange,
    *,
    order: LiteralString,
) -> list[T]:
    """The rows of a stretch of a statement that ends with its conditions; `order` names the columns of the time and the id."""
    time, id = stretch.after or (None, None)
    part = f"{sql} AND (%s::timestamptz IS NULL OR ({order}) > (%s, %s)) ORDER BY {order} LIMIT %s"
    return every(pool, kind, part, [*parameters, time, time, id, stretch.limit])


def maybe(pool: Pool, kind: type[T], sql: LiteralString, parameters: Sequence[object]) -> T | None:
    """The first row of a statement, if it has any."""
    rows = every(pool, kind, sql, parameters)
    return rows[0] if rows else None


def one(pool: Pool, kind: type[T], sql: LiteralString, parameters: Sequence[object]) -> T:
    """The row of a statement that always has one."""
    (row,) = every(pool, kind, sql, parameters)
    return row


def changed(pool: Pool, sql: LiteralString, parameters: Sequence[object]) -> bool:
    """Whether a statement changed any row."""
    with pool.connection() as connection:
        return connection.execute(sql, parameters).rowcount > 0
