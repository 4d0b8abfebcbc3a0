"""A DuckDB of its own, in this process, that holds the tables of a caller and lets queries do nothing but read them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from threading import Timer
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

import duckdb
import ibis
import pyarrow as pa
from ibis.expr.operations import UnboundTable

from projections.analytics.base import EVERYTHING, Base, ReportScope, narrowed, uncut
from projections.analytics.querying.statement import QueryRefused, near, tables_read
from projections.analytics.relations.listed import RELATIONS
from projections.analytics.schema import ROWS, empty, schema_of

Tables: TypeAlias = Mapping[str, "pa.Table | pa.RecordBatchReader"]
"""Tables of `projections.analytics.schema` by name, each read once. One that is left out is empty."""

VERSIONS: Final = {"entries": "entry_versions", "facts": "fact_versions"}
"""The tables that hold versions of entries, each with the name under which all versions are there; under its own there are those of the view."""

TABLES: Final = (*ROWS, *VERSIONS.values(), *RELATIONS)
"""The names of all that can be asked or taken away."""

_LAID: Final = {**VERSIONS, "dice": "dice_ever_drawn"}
"""The tables that are cut to a view, each with the name under which all of it lies."""

_PLAIN: Final = {"HUGEINT": "BIGINT", "UHUGEINT": "BIGINT", "INTERVAL": "VARCHAR"}
"""The types that not every format has, each with the one that is given in its place."""

LAYING: Final = 600.0
"""Seconds until the tables of a caller are there, at most."""

_BATCH: Final = 10_000
"""The number of rows given at once."""


class QueryLimits(NamedTuple):
    """The limits of a database: memory and space for what does not fit into it, in megabytes, seconds for each query, and processors."""

    memory: int = 1024
    spill: int = 8192
    seconds: float = 60
    processors: int = 2


BOUNDS: Final = QueryLimits()
"""The default limits of a database."""


@contextmanager
def database_of(
    tables: Tables, asked: ReportScope = EVERYTHING, *, of: Iterable[str] = TABLES, bounds: QueryLimits = BOUNDS
) -> Iterator[FactDatabase]:
    """Give a database `of` some tables and relations, in a view of the past, made of the tables of a caller. It is gone with the context.

    Raises QueryRefused where they need too much memory.
    """
    names = frozenset(of)
    with _connection(bounds) as connection:
        with _Watch(connection, bounds, seconds=LAYING):
            _lay(connection, tables, names, asked)
        _lock(connection)
        yield FactDatabase(connection, names, asked, bounds)


@contextmanager
def database_of_taken(
    tables: Mapping[str, Iterable[pa.RecordBatchReader]], *, bounds: QueryLimits = BOUNDS
) -> Iterator[FactDatabase]:
    """Give a database of tables and relations that were taken away as they are, each of several campaigns. It is gone with
    the context.

    Raises QueryRefused where they need too much memory.
    """
    with _connection(bounds) as connection:
        for name, parts in tables.items():
            for part in parts:
                with _Watch(connection, bounds, seconds=LAYING):
                    _add(connection, name, part)
        _lock(connection)
        yield FactDatabase(connection, frozenset(tables), EVERYTHING, bounds)


def _add(connection: duckdb.DuckDBPyConnection, name: str, rows: pa.RecordBatchReader) -> None:
    """Add the rows of a campaign to a table. Several campaigns share the rows that name none, such as rules of a game."""
    exists = connection.execute("SELECT count(*) FROM duckdb_tables() WHERE table_name = ?", [name]).fetchall()
    with _incoming(connection, rows):
        if exists == [(0,)]:
            connection.execute(f'CREATE TABLE "{name}" AS FROM incoming')
        else:
            new = "FROM incoming" if "campaign" in rows.schema.names else f'FROM incoming EXCEPT FROM "{name}"'
            connection.execute(f'INSERT INTO "{name}" {new}')


@contextmanager
def _incoming(connection: duckdb.DuckDBPyConnection, rows: pa.Table | pa.RecordBatchReader) -> Iterator[None]:
    """Let rows be read under the name `incoming`. An error of the rows is raised as it is: DuckDB tells it as one of its own."""
    failures: list[Exception] = []
    if isinstance(rows, pa.RecordBatchReader):
        rows = pa.RecordBatchReader.from_batches(rows.schema, _noting(rows, failures))
    connection.register("incoming", rows)
    try:
        yield
    except duckdb.Error:
        if failures:
            raise failures[0] from None
        raise
    connection.unregister("incoming")


def _noting(batches: Iterable[pa.RecordBatch], failures: list[Exception]) -> Iterator[pa.RecordBatch]:
    try:
        yield from batches
    except Exception as error:
        failures.append(error)
        raise


@contextmanager
def _connection(bounds: QueryLimits) -> Iterator[duckdb.DuckDBPyConnection]:
    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "python_enable_replacements": False,
        "memory_limit": f"{bounds.memory}MB",
        "threads": bounds.processors,
    }
    with tempfile.TemporaryDirectory(prefix="retcon-facts-") as folder, duckdb.connect(config=settings) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(f"SET temp_directory = '{folder}'")
        connection.execute(f"SET max_temp_directory_size = '{bounds.spill}MB'")
        yield connection


def _lock(connection: duckdb.DuckDBPyConnection) -> None:
    """Let queries read what lies there, and nothing else."""
    for setting in ("enable_external_access = false", "lock_configuration = true"):
        connection.execute(f"SET {setting}")


class FactDatabase:
    """Tables that queries read. Its methods are for one thread at a time."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, names: frozenset[str], asked: ReportScope, bounds: QueryLimits
    ) -> None:
        self._connection, self._names, self._asked, self._bounds = connection, names, asked, bounds

    def answer(self, query: str) -> pa.RecordBatchReader:
        """Answer a SELECT statement that a person typed. Raises QueryRefused, also while the answer is read."""
        read = tables_read(query, self._names)
        return self._read(query, {column for name in read for column in columns_of(name)})

    def table(self, name: str) -> pa.RecordBatchReader:
        """Give all rows of a table or relation, in the order in which they happened. Raises QueryRefused, also while they are read."""
        return self._read(_in_order(name, self._asked))

    def _read(self, query: str, columns: Collection[str] = ()) -> pa.RecordBatchReader:
        watch = _Watch(self._connection, self._bounds, columns)
        with watch:
            reader = _plain(self._connection.sql(query)).to_arrow_reader(_BATCH)
        return pa.RecordBatchReader.from_batches(reader.schema, _batches(reader, watch))


def columns_of(name: str) -> tuple[str, ...]:
    """Return the columns of a table or relation. Raises KeyError where there is none of that name."""
    if name in RELATIONS:
        return tuple(RELATIONS[name].columns)
    return tuple(schema_of(next((table for table, versions in VERSIONS.items() if versions == name), name)).names)


def _plain(rows: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """Return rows in types that every format has: whole numbers of 64 bits, and spans of time in words."""
    kinds = [_PLAIN.get(str(kind)) for kind in rows.types]
    if not any(kinds):
        return rows
    named = zip(rows.columns, kinds, strict=True)
    cells = (f"#{n}{f'::{kind}' if kind else ''} AS {_quoted(name)}" for n, (name, kind) in enumerate(named, 1))
    return rows.project(", ".join(cells))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _batches(reader: pa.RecordBatchReader, watch: _Watch) -> Iterator[pa.RecordBatch]:
    while True:
        with watch:
            batch = next(reader, None)
        if batch is None:
            return
        yield batch


class _Watch:
    """A limit on the time of a query; a slow reader of its rows does not count. Errors become sentences."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        bounds: QueryLimits,
        columns: Collection[str] = (),
        seconds: float = 0,
    ) -> None:
        self._connection, self._bounds, self._columns = connection, bounds, columns
        self._seconds = self._left = seconds or bounds.seconds

    def __enter__(self) -> None:
        self._began = monotonic()
        self._timer = Timer(self._left, self._connection.interrupt)
        self._timer.start()

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Raises QueryRefused."""
        self._timer.cancel()
        self._left = max(0.0, self._left - (monotonic() - self._began))
        if isinstance(error, duckdb.Error | pa.ArrowException | OSError):
            raise QueryRefused(self._sentence(error)) from error

    def _sentence(self, error: Exception) -> str:
        """Say why a query failed."""
        words = str(error)
        if self._left == 0 or "INTERRUPT" in words:
            return f"this takes longer than {self._seconds:g} seconds; ask for less: a campaign, a session, fewer joins"
        if isinstance(error, duckdb.OutOfMemoryException) or "Out of Memory" in words:
            return (
                f"this needs more than {self._bounds.memory:,} MB of memory; ask for less: fewer columns, fewer joins"
            )
        if unknown := _UNKNOWN.search(words):
            return f"there is no column {unknown[1]!r} here; {near(unknown[1], self._columns)}"
        return _PREFIX.sub("", words.partition("\n")[0])


_UNKNOWN: Final = re.compile(r'(?:Referenced column|does not have a column named) "([^"]+)"')
_PREFIX: Final = re.compile(r"\A(?:[A-Z]\w*: )?[\w ]+ Error: ")


@lru_cache
def unbound(asked: ReportScope = EVERYTHING) -> Base:
    """Return the tables that relations are made of, in a view of the past, as expressions of no database yet."""
    laid = {name: ibis.table(ibis.Schema.from_pyarrow(schema_of(name)), _LAID.get(name, name)) for name in ROWS}
    return narrowed(uncut(laid), asked)


class _Made(NamedTuple):
    """The making of a table or relation in SQL, in no particular order, and the tables that it is made of."""

    rows: str
    tables: frozenset[str]


@lru_cache(maxsize=4 * len(TABLES))
def _made(name: str, asked: ReportScope) -> _Made | None:
    """Return how a table or relation is made in a view; None of one that is as it lies."""
    base = unbound(asked)
    if name in RELATIONS:
        rows = RELATIONS[name].rows(base)
    elif name in _LAID:
        rows = getattr(base, name)
    else:
        return None
    tables = frozenset(table.name for table in rows.op().find(UnboundTable))
    return _Made(ibis.to_sql(rows, dialect="duckdb"), tables)


@lru_cache(maxsize=4 * len(TABLES))
def _in_order(name: str, asked: ReportScope) -> str:
    """Return the query for all rows of a table or relation in their order. Making SQL of an expression takes longer than most
    queries do, so this is made for files alone.
    """
    if name in RELATIONS:
        return str(ibis.to_sql(RELATIONS[name].in_order(unbound(asked)), dialect="duckdb"))
    return f'FROM "{name}"'


def _lay(connection: duckdb.DuckDBPyConnection, tables: Tables, names: Collection[str], asked: ReportScope) -> None:
    """Lay down what these tables and relations are made of, and put views over it."""
    views = {name: made for name in names if (made := _made(name, asked)) is not None}
    wanted = set(names).union(*(made.tables for made in views.values()))
    for name in ROWS:
        laid = _LAID.get(name, name)
        if laid in wanted:
            with _incoming(connection, tables.get(name, empty(name))):
                connection.execute(f'CREATE TABLE "{laid}" AS FROM incoming')
    for name, made in views.items():
        connection.execute(f'CREATE VIEW "{name}" AS {made.rows}')
