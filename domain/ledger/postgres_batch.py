"""One statement for the appends of many campaigns: each campaign's rows where its own head still stands, or none of them.

Every head is moved on the condition its append was prepared on, and every insert is fed from the heads that moved: of a
batch those that came too late are left out, and the others written. Heads that another transaction holds are left out too
(`SKIP LOCKED`): a batch waits for nobody, so that two of them never wait for each other.

The columns are packed here in PostgreSQL's binary form of an array, by hand: the driver's own arrays cost the process
several times what all else about an append does.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from psycopg.adapt import Dumper
from psycopg.pq import Format

from domain.ledger.postgres_ends import End
from domain.ledger.postgres_rows import TABLES, Row, Rows
from domain.ledger.postgres_statement import STATES_KEPT
from domain.ledger.records import Head

TOGETHER: Final = ("entries", "events", "states", "paths", "texts")
"""The tables that an append may have rows for if it is to be written with others: nearly all have no more."""

_HEADS: Final = {
    **{"campaign_id": "uuid", "expected": "bigint", "before": "bytea"},
    **{"entry": "bigint", "position": "bigint", "hash": "bytea", "paths": "int"},
}


class Step(msgspec.Struct, frozen=True):
    """The append of one campaign: from which head, and what it adds."""

    campaign: UUID
    before: Head
    rows: Rows


class Packed(msgspec.Struct, frozen=True):
    """A column of values as PostgreSQL takes an array of them."""

    array: bytes


class PackedDumper(Dumper):
    """Sends a packed column as it is. What type it has, the statement says."""

    format = Format.BINARY

    def dump(self, obj: Packed) -> bytes:
        return obj.array


def joins(end: End, rows: Rows) -> bool:
    """Whether an append can be written with others: it needs only such tables, and streams whose ends are known here."""
    known = all(end.streams.get(ref) == version for ref, version in rows.streams.items())
    return known and not rows.erased and not rows.rewritten and rows.tables.keys() <= set(TOGETHER)


def batch_of(steps: Sequence[Step]) -> tuple[bytes, dict[str, Any]]:
    """The statement and its parameters; it answers with the campaigns whose append was written."""
    heads = [
        (step.campaign, step.before.entry, step.before.hash, *msgspec.structs.astuple(step.rows.head)) for step in steps
    ]
    parameters: dict[str, Any] = _columns("heads", _HEADS, heads)
    for table in TOGETHER:
        rows = [(step.campaign, *row) for step in steps for row in step.rows.tables.get(table, ())]
        parameters |= _columns(table, _SENT[table], rows)
    return _STATEMENT, parameters


def _columns(table: str, columns: dict[str, str], rows: list[Row]) -> dict[str, Packed]:
    values: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else ((),) * len(columns)
    return {
        f"{table}_{name}": _packed(kind, column) for (name, kind), column in zip(columns.items(), values, strict=True)
    }


def _packed(kind: str, values: Sequence[Any]) -> Packed:
    """An array of one dimension: a head of five numbers, then each value behind its length (-1 for null)."""
    element, pack = _PACKERS[kind]
    if not values:
        return Packed(_EMPTY.pack(0, 0, element))
    head = _HEAD.pack(1, 1, element, len(values), 1)
    return Packed(head + b"".join([_NULL if value is None else pack(value) for value in values]))


def _sized(content: bytes) -> bytes:
    return _LENGTH.pack(len(content)) + content


_EMPTY, _HEAD, _LENGTH = struct.Struct(">iii"), struct.Struct(">iiiii"), struct.Struct(">i")
_INT, _BIGINT = struct.Struct(">ii"), struct.Struct(">iq")
_NULL: Final = _LENGTH.pack(-1)
_PACKERS: Final[dict[str, tuple[int, Callable[[Any], bytes]]]] = {
    "bytea": (17, _sized),
    "bigint": (20, lambda number: _BIGINT.pack(8, number)),
    "int": (23, lambda number: _INT.pack(4, number)),
    "text": (25, lambda words: _sized(words.encode())),
    "uuid": (2950, lambda value: _sized(value.bytes)),
}
"""How values of a type are packed, and the type's number in every PostgreSQL."""


def _sent(kind: str) -> str:
    """Arrays are sent as text, for there are no arrays of arrays of several lengths."""
    return "text" if kind.endswith("[]") else kind


def _unnested(table: str, columns: dict[str, str]) -> str:
    arrays = ", ".join(f"sent.{table}_{name}" for name in columns)
    return f"sent, unnest({arrays}) AS u ({', '.join(columns)})"


def _arrays(table: str, columns: dict[str, str]) -> str:
    return ", ".join(f"%({table}_{name})s::{kind}[] AS {table}_{name}" for name, kind in columns.items())


def _insert(table: str) -> str:
    names = ", ".join(TABLES[table])
    values = ", ".join(
        f"u.{name}::{kind}" if kind.endswith("[]") else f"u.{name}" for name, kind in TABLES[table].items()
    )
    kept = STATES_KEPT if table == "states" else ""
    return f""", into_{table} AS (
    INSERT INTO {table} (campaign_id, {names})
    SELECT u.campaign_id, {values} FROM {_unnested(table, _SENT[table])} JOIN head USING (campaign_id){kept}
)"""


_SENT: Final = {
    table: {"campaign_id": "uuid", **{name: _sent(kind) for name, kind in TABLES[table].items()}} for table in TOGETHER
}
_STATEMENT: Final = f"""
WITH sent AS MATERIALIZED (
    SELECT {", ".join([_arrays("heads", _HEADS), *(_arrays(table, _SENT[table]) for table in TOGETHER)])}
), standing AS (
    SELECT u.* FROM {_unnested("heads", _HEADS)}
    JOIN heads h ON h.campaign_id = u.campaign_id AND h.entry = u.expected AND h.hash = u.before
    FOR NO KEY UPDATE OF h SKIP LOCKED
), head AS (
    UPDATE heads h SET entry = s.entry, position = s.position, hash = s.hash, paths = s.paths
    FROM standing s WHERE h.campaign_id = s.campaign_id RETURNING h.campaign_id
){"".join(map(_insert, TOGETHER))}
SELECT campaign_id FROM head
""".encode()
"""The arrays are kept from the planner's eyes (`sent`), who would else make a plan of its own for each batch."""
