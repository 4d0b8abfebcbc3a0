"""Rows as bytes, part by part: comma-separated values, JSON lines, Arrow and Parquet.

Times are RFC 3339 in UTC. In CSV, lists are JSON, and text that a spreadsheet would take for a formula has an apostrophe before it, as spreadsheets write
such text themselves. The other formats hold every value as it is.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from projections.analytics.querying.names import FileFormat

ROW_GROUP: Final = 100_000
"""The number of rows in a group of a Parquet file, and so in memory while it is written."""

_FORMULA: Final = r"^[=+\-@\t\r]"
"""The beginning of a text that spreadsheets would run as a formula."""

_RFC_3339: Final = "%Y-%m-%dT%H:%M:%SZ"


class WrittenFile(NamedTuple):
    """A format: the way it is written, and the ending of such a file."""

    parts: Callable[[pa.RecordBatchReader], Iterator[bytes]]
    ending: str


class _Drain(io.RawIOBase):
    """A file that only grows; what was written is taken away part by part."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._length = 0

    def writable(self) -> bool:
        """Whether it can be written to."""
        return True

    def write(self, data: Any) -> int:
        """Add bytes."""
        part = bytes(data)
        self._parts.append(part)
        self._length += len(part)
        return len(part)

    def tell(self) -> int:
        """Return how much was ever written."""
        return self._length

    def taken(self) -> bytes:
        """Take what was written since the last time."""
        part = b"".join(self._parts)
        self._parts.clear()
        return part


def _csv(reader: pa.RecordBatchReader) -> Iterator[bytes]:
    drain = _Drain()
    schema = pa.schema([pa.field(field.name, _csv_type(field.type)) for field in reader.schema])
    with pa_csv.CSVWriter(drain, schema) as writer:
        yield drain.taken()
        for batch in reader:
            columns = [_csv_column(column) for column in batch.columns]
            writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=schema))
            yield drain.taken()
    yield drain.taken()


def _csv_type(kind: pa.DataType) -> pa.DataType:
    plain = (
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind) or pa.types.is_null(kind)
    )
    return kind if plain else pa.string()


def _csv_column(column: pa.Array) -> pa.Array:
    """Return a column with values that a line of CSV can hold."""
    kind = column.type
    if pa.types.is_string(kind):
        quoted = pc.binary_join_element_wise("", column, "'")
        return pc.if_else(pc.match_substring_regex(column, _FORMULA), quoted, column)
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        return pc.strftime(column, format=_RFC_3339)
    if pa.types.is_nested(kind) or pa.types.is_binary(kind):
        return pa.array([None if value is None else _json(value) for value in column.to_pylist()], pa.string())
    return column.cast(_csv_type(kind))


def _jsonl(reader: pa.RecordBatchReader) -> Iterator[bytes]:
    for batch in reader:
        yield b"".join(msgspec.json.encode(row) + b"\n" for row in batch.to_pylist())


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _arrow(reader: pa.RecordBatchReader) -> Iterator[bytes]:
    drain = _Drain()
    with pa.ipc.new_stream(drain, reader.schema) as writer:
        for batch in reader:
            writer.write_batch(batch)
            yield drain.taken()
    yield drain.taken()


def _parquet(reader: pa.RecordBatchReader) -> Iterator[bytes]:
    drain = _Drain()
    with pq.ParquetWriter(drain, reader.schema, compression="zstd") as writer:
        for group in _groups(reader):
            writer.write_table(group, row_group_size=ROW_GROUP)
            yield drain.taken()
    yield drain.taken()


def _groups(reader: pa.RecordBatchReader) -> Iterator[pa.Table]:
    batches: list[pa.RecordBatch] = []
    for batch in reader:
        batches.append(batch)
        if sum(each.num_rows for each in batches) >= ROW_GROUP:
            yield pa.Table.from_batches(batches)
            batches = []
    if batches:
        yield pa.Table.from_batches(batches)


FORMATS: Final[dict[FileFormat, WrittenFile]] = {
    "csv": WrittenFile(_csv, "csv"),
    "jsonl": WrittenFile(_jsonl, "jsonl"),
    "arrow": WrittenFile(_arrow, "arrows"),
    "parquet": WrittenFile(_parquet, "parquet"),
}
"""The writer of each format."""
