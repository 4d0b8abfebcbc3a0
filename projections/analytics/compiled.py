"""The SQL of a report, worked out once for all databases in this process whose tables look alike.

Turning an expression into SQL takes ibis some tenths of a second, and DuckDB a fraction of that to answer it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

import ibis
import ibis.expr.operations as ops
import ibis.expr.types as ir
import pyarrow as pa
from ibis.backends.duckdb.converter import DuckDBPyArrowData

from projections.analytics.base import Base, ReportScope, narrowed, uncut
from projections.analytics.schema import ROWS

KEPT: Final = 256
"""The number of questions whose SQL is kept; the longest unused is dropped."""


class TableShape(NamedTuple):
    """The name of a table, the catalog and the database that it lies in, and its columns."""

    name: str
    catalog: str | None
    database: str | None
    columns: Any


class CompiledTable(NamedTuple):
    """The SQL of a table that is worked out, and the columns that it comes to."""

    sql: str
    columns: Any


def rows_of(table: Callable[[Base], ir.Table], base: Base, asked: ReportScope, *, every_version: bool) -> pa.Table:
    """Return the rows of a report's table over what is asked for."""
    shapes = _shapes_of(base)
    if shapes is None:
        return table(narrowed(base, asked, every_version=every_version)).to_pyarrow()
    compiled = _compiled(table, asked, every_version, shapes)
    rows = base.facts.get_backend().con.sql(compiled.sql).to_arrow_table()
    return DuckDBPyArrowData.convert_table(rows, compiled.columns)


def _shapes_of(base: Base) -> tuple[TableShape, ...] | None:
    """Return the tables of a DuckDB as it holds them; None for those of another engine, or that are cut already."""
    tables = [getattr(base, name).op() for name in ROWS]
    whole = all(isinstance(table, ops.DatabaseTable) and table.source.name == "duckdb" for table in tables)
    if not whole or base.past.op() != base.facts.op() or base.past_entries.op() != base.entries.op():
        return None
    return tuple(
        TableShape(table.name, table.namespace.catalog, table.namespace.database, table.schema) for table in tables
    )


@lru_cache(maxsize=KEPT)
def _compiled(
    table: Callable[[Base], ir.Table], asked: ReportScope, every_version: bool, shapes: tuple[TableShape, ...]
) -> CompiledTable:
    tables = {
        name: ibis.table(shape.columns, name=shape.name, catalog=shape.catalog, database=shape.database)
        for name, shape in zip(ROWS, shapes, strict=True)
    }
    expression = table(narrowed(uncut(tables), asked, every_version=every_version))
    return CompiledTable(str(ibis.to_sql(expression, dialect="duckdb", pretty=False)), expression.schema())
