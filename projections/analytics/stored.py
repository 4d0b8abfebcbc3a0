"""The tables of whole campaigns, as stored in PostgreSQL: for callers who may see all of them.

They are read as Arrow, in one snapshot, without a Python object for each row and without more than a batch of them in
memory.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from typing import Any, Final, NamedTuple
from uuid import UUID

import adbc_driver_postgresql
import psycopg
import pyarrow as pa
from adbc_driver_manager import AdbcConnection, AdbcDatabase, AdbcStatement, OperationalError

from projections.analytics.schema import OF_CAMPAIGN, schema_of

_TABLES: Final = {"entries": "fact_entries", "facts": "facts", "dice": "fact_dice"}
_ORDER: Final = {"entries": "entry, version", "facts": "entry, version, seq", "dice": "entry, number"}
_QUERY: Final = """
SELECT campaign_id::text AS campaign, {columns} FROM {table} WHERE {condition} ORDER BY campaign_id, {order}
"""
_LIVE: Final = """
(campaign_id, generation) IN (
    SELECT campaign_id, generation FROM tracking
    WHERE projection = 'facts' AND live AND campaign_id = ANY('{{{campaigns}}}'::uuid[])
)
"""


_READ: Final = {"body": "convert_from(body, 'UTF8')", "reason": "fact_words(campaign_id, reason)"}
"""The columns that are read otherwise than they are stored. Of a text the key is stored: its words may be erased."""


class StoredRange(NamedTuple):
    """Entries of one generation of a campaign, from `first` on and below `until`."""

    campaign: UUID
    generation: int
    first: int
    until: int


class Snapshot:
    """The database as it is at one moment.

    Queries take no parameters: their values are ids and numbers, and the driver streams the answers of such queries alone.
    Each answer is read before the next one is begun.
    """

    def __init__(self, connection: AdbcConnection) -> None:
        self._connection = connection

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return the rows that a short query gives."""
        return [tuple(row.values()) for batch in self._read(query) for row in batch.to_pylist()]

    def live(self, table: str, campaigns: Iterable[UUID]) -> pa.RecordBatchReader:
        """Stream a table's rows of campaigns."""
        return self._stream(table, _LIVE.format(campaigns=",".join(map(str, campaigns))))

    def within(self, table: str, part: StoredRange) -> pa.RecordBatchReader:
        """Stream what a table holds of a range of entries."""
        return self._stream(
            table,
            f"campaign_id = '{part.campaign}' AND generation = {part.generation} "
            f"AND entry >= {part.first} AND entry < {part.until}",
        )

    def _stream(self, table: str, condition: str) -> pa.RecordBatchReader:
        schema = schema_of(table)
        columns = ", ".join(_column(field) for field in schema if field.name != "campaign")
        query = _QUERY.format(columns=columns, table=_TABLES[table], condition=condition, order=_ORDER[table])
        return pa.RecordBatchReader.from_batches(schema, self._batches(query, schema))

    def _batches(self, query: str, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        for batch in self._read(query):
            yield from pa.Table.from_batches([batch]).cast(schema).to_batches()

    def _read(self, query: str) -> Iterator[pa.RecordBatch]:
        with _losses_told(), AdbcStatement(self._connection) as statement:
            statement.set_sql_query(query)
            answer, _ = statement.execute_query()
            yield from pa.RecordBatchReader.from_stream(answer)


@contextmanager
def snapshot(url: str) -> Iterator[Snapshot]:
    """Give the database at one moment, read-only. It and what it reads raise OperationalError where the database is lost."""
    with ExitStack() as opened:
        with _losses_told():
            driver = opened.enter_context(_DRIVERS.driver(url))
            connection = opened.enter_context(closing(AdbcConnection(driver)))
            connection.set_autocommit(False)
            with AdbcStatement(connection) as statement:
                statement.set_sql_query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                statement.execute_update()
        yield Snapshot(connection)


@contextmanager
def _losses_told() -> Iterator[None]:
    """Raise psycopg's error where the database is lost, as everything else that reads it does. A stream of Arrow raises the system's."""
    try:
        yield
    except (OperationalError, OSError) as lost:
        raise psycopg.OperationalError(str(lost)) from lost


class _Drivers:
    """Drivers by the address of their database, each with the number of those who use it.

    A driver begins by reading all types of its database, which takes longer than most reports. The one that was used
    last is kept: a process reads one database.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._drivers: dict[str, AdbcDatabase] = {}
        self._users: dict[str, int] = {}

    @contextmanager
    def driver(self, url: str) -> Iterator[AdbcDatabase]:
        """Give the driver for a database to connect with."""
        with self._lock:
            if url not in self._drivers:
                self._drivers[url] = adbc_driver_postgresql.connect(url)
                self._close_all_but(url)
            self._users[url] = self._users.get(url, 0) + 1
            driver = self._drivers[url]
        try:
            yield driver
        finally:
            with self._lock:
                self._users[url] -= 1

    def _close_all_but(self, url: str) -> None:
        unused = [each for each in self._drivers if each != url and not self._users.get(each)]
        for each in unused:
            self._drivers.pop(each).close()
            self._users.pop(each, None)


_DRIVERS: Final = _Drivers()


@contextmanager
def stored(url: str, campaigns: Iterable[UUID]) -> Iterator[Mapping[str, pa.RecordBatchReader]]:
    """Give the facts, entries and dice of campaigns as far as they follow the ledger, each as a stream of batches.

    They are those of one moment. The streams end with the context; each is read before the next one is begun.
    """
    with snapshot(url) as moment:
        yield _Streams(moment, tuple(campaigns))


class _Streams(Mapping[str, pa.RecordBatchReader]):
    """Streams by table, each opened when it is asked for."""

    def __init__(self, moment: Snapshot, campaigns: tuple[UUID, ...]) -> None:
        self._moment, self._campaigns = moment, campaigns

    def __getitem__(self, table: str) -> pa.RecordBatchReader:
        return self._moment.live(table, self._campaigns)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(OF_CAMPAIGN))

    def __len__(self) -> int:
        return len(OF_CAMPAIGN)


def _column(field: pa.Field) -> str:
    """Return how a column is read, so that it comes as the type that it has in Arrow."""
    if field.name in _READ:
        return f"{_READ[field.name]} AS {field.name}"
    casts = {pa.int64(): "::bigint", pa.list_(pa.int64()): "::bigint[]"}
    cast = casts.get(field.type, "")
    return f'"{field.name}"{cast} AS "{field.name}"'
