"""Files hold the rows that were asked for, each in its format, and are written part by part."""

from __future__ import annotations

import csv
import gc
import io
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from api.analytics.querying import TakenFile
from projections.analytics.querying.database import TABLES, database_of
from projections.analytics.querying.files import FORMATS, ROW_GROUP
from projections.analytics.querying.names import MEDIA_TYPES, FileFormat, TableName
from projections.analytics.schema import schema_of
from tests.analytics.making import ADA, die, fact, rows_of

SCHEMA = pa.schema([
    ("who", pa.string()),
    ("total", pa.int64()),
    ("kept", pa.bool_()),
    ("dice", pa.list_(pa.int64())),
    ("at", pa.timestamp("us", tz="UTC")),
])  # fmt: skip
AT = datetime(2026, 1, 2, 3, 4, 5, 600, tzinfo=UTC)
ROWS: list[dict[str, Any]] = [
    {"who": "Ada, \"the\"\nBold — é", "total": -3, "kept": True, "dice": [1, 6], "at": AT},
    {"who": None, "total": None, "kept": None, "dice": None, "at": None},
    {"who": "", "total": 0, "kept": False, "dice": [], "at": AT},
]  # fmt: skip


def reader(rows: list[dict[str, Any]], schema: pa.Schema = SCHEMA) -> pa.RecordBatchReader:
    table = pa.Table.from_pylist(rows, schema=schema)
    return pa.RecordBatchReader.from_batches(schema, table.to_batches(max_chunksize=2))


def written(form: FileFormat, rows: list[dict[str, Any]], schema: pa.Schema = SCHEMA) -> bytes:
    return b"".join(FORMATS[form].parts(reader(rows, schema)))


def cells(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode(), newline="")))


def test_csv_has_a_line_of_columns_and_a_line_for_each_row() -> None:
    assert cells(written("csv", ROWS)) == [
        ["who", "total", "kept", "dice", "at"],
        ['Ada, "the"\nBold — é', "-3", "true", "[1,6]", "2026-01-02T03:04:05.000600Z"],
        ["", "", "", "", ""],
        ["", "0", "false", "[]", "2026-01-02T03:04:05.000600Z"],
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_csv_holds_no_text_that_a_spreadsheet_would_carry_out(text: str) -> None:
    _, [cell, *_rest] = cells(written("csv", [{"who": text}]))
    assert cell == f"'{text}"


def test_csv_leaves_numbers_and_dashes_within_texts_alone() -> None:
    _, [who, total, *_rest] = cells(written("csv", [{"who": "well-met", "total": -5}]))
    assert (who, total) == ("well-met", "-5")


def test_json_lines_hold_an_object_for_each_row() -> None:
    first, second, third = map(json.loads, written("jsonl", ROWS).splitlines())
    assert first == {**ROWS[0], "at": "2026-01-02T03:04:05.000600Z"}
    assert second == ROWS[1]
    assert third["dice"] == []


def test_arrow_holds_the_rows_as_they_are() -> None:
    assert pa.ipc.open_stream(written("arrow", ROWS)).read_all() == reader(ROWS).read_all()


def test_parquet_holds_the_rows_as_they_are() -> None:
    assert pq.read_table(io.BytesIO(written("parquet", ROWS))).equals(reader(ROWS).read_all())


@pytest.mark.parametrize("form", FORMATS)
def test_no_rows_are_a_file_too(form: FileFormat) -> None:
    content = written(form, [])
    read: dict[FileFormat, Callable[[], bool]] = {
        "csv": lambda: cells(content) == [SCHEMA.names],
        "jsonl": lambda: content == b"",
        "arrow": lambda: pa.ipc.open_stream(content).read_all().num_rows == 0,
        "parquet": lambda: pq.read_table(io.BytesIO(content)).num_rows == 0,
    }
    assert read[form]()


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_is_written_before_all_of_its_rows_are_read(form: FileFormat) -> None:
    read = []

    def batches() -> Iterator[pa.RecordBatch]:
        for number in range(20):
            read.append(number)
            yield pa.record_batch({"n": pa.array(range(ROW_GROUP // 2))})

    endless = pa.RecordBatchReader.from_batches(pa.schema([("n", pa.int64())]), batches())
    parts = (part for part in FORMATS[form].parts(endless) if len(part) > 1000)
    assert next(parts)
    assert len(read) <= 3


@pytest.mark.parametrize("form", FORMATS)
def test_every_table_can_be_written(form: FileFormat) -> None:
    rolled = fact(3, "rolled", ADA, "leap", sides=[6], dice=[4], kept=[True], addends=[], added=[], total=4, shown=4)
    with database_of(rows_of(rolled, die(3, 4))) as database:
        assert all(b"".join(FORMATS[form].parts(database.table(name))) for name in ("facts", "rolls", "dice", "names"))


def test_what_came_out_of_a_file_is_what_went_in() -> None:
    tables = rows_of(fact(3, "rolled", ADA, "leap", sides=[6], dice=[4], kept=[True], addends=[], added=[]), die(3, 4))
    with database_of(tables, of=["facts"]) as database:
        content = b"".join(FORMATS["parquet"].parts(database.table("facts")))
    table = pq.read_table(io.BytesIO(content)).select(schema_of("facts").names)
    assert table.to_pylist() == tables["facts"].to_pylist()


def test_the_names_that_are_offered_are_those_there_are() -> None:
    assert (get_args(TableName), get_args(FileFormat)) == (TABLES, tuple(FORMATS))
    assert tuple(MEDIA_TYPES) == tuple(FORMATS)


def folders() -> set[str]:
    return {path.name for path in Path(tempfile.gettempdir()).glob("retcon-facts-*")}


@pytest.mark.parametrize("parts", [0, 1, 1000])
def test_what_a_file_was_made_of_is_gone_when_its_taker_is(
    parts: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with ExitStack() as stack:
        database = stack.enter_context(database_of(rows_of(die(3, 4)), of=["dice"]))
        file = TakenFile(stack.pop_all(), database, "dice", "csv")
    assert folders()
    given = iter(file)
    assert len(list(islice(given, parts))) == min(parts, 3)
    del database, file, given
    gc.collect()
    assert folders() == set()
