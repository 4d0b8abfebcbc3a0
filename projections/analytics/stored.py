"""The tables of whole campaigns, as they lie in PostgreSQL: for whoever may see all of them.

They are read as Arrow, in one snapshot, without a Python object for each row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
from adbc_driver_postgresql import dbapi

from projections.analytics.schema import OF_CAMPAIGN, schema_of

_TABLES: Final = {"entries": "fact_entries", "facts": "facts", "dice": "fact_dice"}
_ORDER: Final = {"entries": "entry, version", "facts": "entry, version, seq", "dice": "entry, number"}
_QUERY: Final = """
SELECT campaign_id::text AS campaign, {columns} FROM {table}
WHERE (campaign_id, generation) IN (
    SELECT campaign_id, generation FROM tracking
    WHERE projection = 'facts' AND live AND campaign_id = ANY(string_to_array($1, ',')::uuid[])
)
ORDER BY campaign_id, {order}
"""


@contextmanager
def stored(url: str, campaigns: Iterable[UUID]) -> Iterator[Mapping[str, pa.RecordBatchReader]]:
    """Give the facts, entries and dice of campaigns as far as they follow the ledger, each as a stream of batches.

    They are those of one moment. The streams end with the context; each is read before the next one is begun.
    """
    wanted = ",".join(map(str, campaigns))
    with dbapi.connect(url) as connection:
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield _Streams(connection, wanted)


class _Streams(Mapping[str, pa.RecordBatchReader]):
    """Streams by table, each opened when it is asked for."""

    def __init__(self, connection: Any, wanted: str) -> None:
        self._connection, self._wanted = connection, wanted

    def __getitem__(self, table: str) -> pa.RecordBatchReader:
        return pa.RecordBatchReader.from_batches(schema_of(table), self._batches(table))

    def _batches(self, table: str) -> Iterator[pa.RecordBatch]:
        schema = schema_of(table)
        columns = ", ".join(_column(field) for field in schema if field.name != "campaign")
        query = _QUERY.format(columns=columns, table=_TABLES[table], order=_ORDER[table])
        with self._connection.cursor() as cursor:
            cursor.execute(query, (self._wanted,))
            for batch in cursor.fetch_record_batch():
                yield from pa.Table.from_batches([batch]).cast(schema).to_batches()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(OF_CAMPAIGN))

    def __len__(self) -> int:
        return len(OF_CAMPAIGN)


def _column(field: pa.Field) -> str:
    """Return how a column is read, so that it comes as the type that it has in Arrow."""
    if field.name == "body":
        return "convert_from(body, 'UTF8') AS body"
    casts = {pa.int64(): "::bigint", pa.list_(pa.int64()): "::bigint[]"}
    cast = casts.get(field.type, "")
    return f'"{field.name}"{cast} AS "{field.name}"'
