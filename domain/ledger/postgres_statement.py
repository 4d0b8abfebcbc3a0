"""The statement of an append: a part that moves the head on, and one insert for each table, fed from what that returns.

Its text depends only on the shape of what is appended, so that the server prepares each shape once. Numbers are sent in
the width of their columns whatever their size: else every size would be a statement of its own to prepare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec
from psycopg.types.numeric import Int4, Int8

from domain.ledger.postgres_ends import End
from domain.ledger.postgres_rows import TABLES, Row, Rows
from domain.ledger.records import Transaction


class Shape(msgspec.Struct, frozen=True):
    """What a statement's text depends on.

    `founds` says whether the campaign begins with it, `streams` how many streams must end where it goes on (two stands
    for any more), `tables` which tables have rows and whether several, `erases` whether texts are erased, `rewrites`
    whether checkpoints may die.
    """

    founds: bool
    streams: int
    tables: tuple[tuple[str, bool], ...]
    erases: bool
    rewrites: bool


_FOUND: Final = """
WITH founded AS (
    INSERT INTO campaigns (campaign_id, name, system, created_at, forked_from, forked_at, forked_known_at)
    VALUES (
        %(campaign)s, %(name)s, %(system)s, %(created_at)s, %(forked_from)s, %(forked_at)s::bigint,
        %(forked_known_at)s::bigint
    )
    ON CONFLICT DO NOTHING RETURNING campaign_id
), amendment AS (
    INSERT INTO amendment_seeds (campaign_id, seed) SELECT campaign_id, %(amendment_seed)s FROM founded
), head AS (
    INSERT INTO heads (campaign_id, entry, position, hash, paths)
    SELECT campaign_id, %(entry)s, %(position)s, %(hash)s, %(paths)s FROM founded RETURNING entry
)"""
_MOVE: Final = """
WITH head AS (
    UPDATE heads SET entry = %(entry)s, position = %(position)s, hash = %(hash)s, paths = %(paths)s
    WHERE campaign_id = %(campaign)s AND entry = %(expected)s AND hash = %(before)s"""
_MOVED: Final = """
    RETURNING entry
)"""
_ENDS: Final = (
    "",
    """
    AND %(end)s = coalesce((SELECT max(version) FROM events WHERE campaign_id = %(campaign)s AND ref = %(ref)s), 0)""",
    """
    AND NOT EXISTS (
        SELECT FROM unnest(%(ref)s::text[], %(end)s::bigint[]) AS s (ref, version) WHERE s.version <> coalesce(
            (SELECT max(version) FROM events WHERE campaign_id = %(campaign)s AND events.ref = s.ref), 0)
    )""",
)
_ERASE: Final = """, erased AS (
    UPDATE texts SET salt = NULL, words = NULL
    FROM head, unnest(%(erased_entry)s::bigint[], %(erased_index)s::int[]) AS e (entry, index)
    WHERE campaign_id = %(campaign)s AND texts.entry = e.entry AND texts.index = e.index
)"""
_REWRITE: Final = """, dead AS (
    UPDATE checkpoints SET died = r.revision
    FROM head, unnest(%(rewritten_ref)s::text[], %(rewritten_revision)s::bigint[], %(rewritten_since)s::text[],
        %(rewritten_until)s::text[]) AS r (ref, revision, since, until)
    WHERE campaign_id = %(campaign)s AND checkpoints.ref = r.ref AND died IS NULL AND place >= r.since::bigint[]
        AND (r.until IS NULL OR place < r.until::bigint[])
)"""
STATES_KEPT: Final = " ON CONFLICT (campaign_id, ref) DO UPDATE SET version = excluded.version, body = excluded.body"
"""What is said behind an insert of states: the newest takes the place of the one before."""

_CONFLICTS: Final = {"states": STATES_KEPT}

_WIDTHS: Final[Mapping[str, type[int]]] = {"int": Int4, "bigint": Int8}
_PARAMETERS: Final = {
    table: tuple((f"{table}_{name}", _WIDTHS.get(kind)) for name, kind in columns.items())
    for table, columns in TABLES.items()
}


def statement_of(transaction: Transaction, end: End, rows: Rows, any_version: bool) -> tuple[bytes, dict[str, Any]]:
    """The statement and its parameters; it answers with one row where the head stood at this end, else with none."""
    head, founding = rows.head, transaction.founding
    parameters: dict[str, Any] = {
        **{"campaign": transaction.campaign, "entry": Int8(head.entry), "position": Int8(head.position)},
        **{"hash": head.hash, "paths": Int4(head.paths)},
    }
    if founding is None:
        parameters |= {"expected": Int8(end.head.entry), "before": end.head.hash}
    else:
        parameters |= msgspec.structs.asdict(founding.campaign) | {"amendment_seed": founding.amendment_seed}
    unsure = {} if any_version or founding is not None else _unsure(end, rows)
    if unsure:
        parameters["ref"], parameters["end"] = _column(unsure, None), _column(unsure.values(), Int8)
    for table, filled in rows.tables.items():
        parameters |= _parameters(table, filled)
    if rows.erased:
        parameters |= {"erased_entry": [entry for entry, _ in rows.erased]}
        parameters |= {"erased_index": [index for _, index in rows.erased]}
    for name, values in zip(("ref", "revision", "since", "until"), zip(*rows.rewritten, strict=True), strict=False):
        parameters[f"rewritten_{name}"] = list(values)
    tables = tuple((table, len(filled) > 1) for table, filled in rows.tables.items())
    shape = Shape(founding is not None, min(len(unsure), 2), tables, bool(rows.erased), bool(rows.rewritten))
    return _text(shape), parameters


def _unsure(end: End, rows: Rows) -> dict[str, int]:
    """The streams of which it is not known here that they end where the transaction goes on.

    One that has grown meanwhile is no danger: then the head has moved on, or a version is there twice, which its key
    forbids. What must not happen is that a stream is left with a gap.
    """
    return {ref: version for ref, version in rows.streams.items() if end.streams.get(ref) != version}


def _parameters(table: str, rows: list[Row]) -> dict[str, Any]:
    columns = zip(*rows, strict=True)
    return {name: _column(values, width) for (name, width), values in zip(_PARAMETERS[table], columns, strict=True)}


def _column(values: Iterable[Any], width: type[int] | None) -> Any:
    """One value by itself, which costs the client far less than an array of one; else the array."""
    sent = list(values) if width is None else [value if value is None else width(value) for value in values]
    return sent if len(sent) > 1 else sent[0]


@lru_cache(maxsize=256)
def _text(shape: Shape) -> bytes:
    start = _FOUND if shape.founds else f"{_MOVE}{_ENDS[shape.streams]}{_MOVED}"
    inserts = "".join(_insert(table, many) for table, many in shape.tables)
    changes = f"{_ERASE if shape.erases else ''}{_REWRITE if shape.rewrites else ''}"
    return f"{start}{inserts}{changes}\nSELECT entry FROM head".encode()


def _insert(table: str, many: bool) -> str:
    columns = TABLES[table]
    names = ", ".join(columns)
    if many:
        sent = ", ".join(f"%({table}_{name})s::{_sent(kind)}[]" for name, kind in columns.items())
        values = ", ".join(
            f"u.{name}::{kind}" if kind.endswith("[]") else f"u.{name}" for name, kind in columns.items()
        )
        values = f"{values} FROM head, unnest({sent}) AS u ({names})"
    else:
        values = ", ".join(f"%({table}_{name})s::{kind}" for name, kind in columns.items()) + " FROM head"
    inserted = f"INSERT INTO {table} (campaign_id, {names}) SELECT %(campaign)s, {values}{_CONFLICTS.get(table, '')}"
    return f", into_{table} AS (\n    {inserted}\n)"


def _sent(kind: str) -> str:
    """The type in which one of many values is sent: arrays as text, for there are no arrays of arrays of several lengths."""
    return "text" if kind.endswith("[]") else kind
