"""One statement for the appends of many campaigns: each campaign's rows where its own head still stands, or none of them.

Every head is moved on the condition its append was prepared on, and every insert is fed from the heads that moved: of a
batch those that came too late are left out, and the others written. Heads that another transaction holds are left out too
(`SKIP LOCKED`): a batch waits for nobody, so that two of them never wait for each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any, Final
from uuid import UUID

import msgspec

from domain.ledger.postgres_ends import End
from domain.ledger.postgres_packing import Parameters, Statement, many, sent_in
from domain.ledger.postgres_rows import TABLES, Rows
from domain.ledger.postgres_statement import STATES_KEPT, taken
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


def joins(end: End, rows: Rows) -> bool:
    """Whether an append can be written with others: it needs only such tables, and streams whose ends are known here."""
    known = all(end.streams.get(ref) == version for ref, version in rows.streams.items())
    return known and not rows.erased and not rows.rewritten and rows.tables.keys() <= set(TOGETHER)


def batch_of(steps: Sequence[Step]) -> tuple[Statement, list[Any]]:
    """The statement and its values; it answers with the campaigns whose append was written."""
    heads = [
        (step.campaign, step.before.entry, step.before.hash, *msgspec.structs.astuple(step.rows.head)) for step in steps
    ]
    values: list[Any] = [*zip(*heads, strict=True)]
    for table, columns in _SENT.items():
        rows = [(step.campaign, *row) for step in steps for row in step.rows.tables.get(table, ())]
        values += zip(*rows, strict=True) if rows else repeat((), len(columns))
    return _STATEMENT, values


_SENT: Final = {table: {"campaign_id": "uuid", **TABLES[table]} for table in TOGETHER}


def _arrays(given: Parameters, table: str, columns: Mapping[str, str]) -> str:
    arrays = given.all(columns, many)
    return ", ".join(f"{arrays[name]}::{sent_in(kind)}[] AS {table}_{name}" for name, kind in columns.items())


def _unnested(table: str, columns: Mapping[str, str]) -> str:
    arrays = ", ".join(f"sent.{table}_{name}" for name in columns)
    return f"sent, unnest({arrays}) AS u ({', '.join(columns)})"


def _insert(table: str) -> str:
    return f""", into_{table} AS (
    INSERT INTO {table} (campaign_id, {", ".join(TABLES[table])})
    SELECT {taken(_SENT[table], "u")} FROM {_unnested(table, _SENT[table])} JOIN head USING (campaign_id)
    {STATES_KEPT if table == "states" else ""}
)"""


def _statement() -> Statement:
    given = Parameters()
    sent = ", ".join(_arrays(given, table, columns) for table, columns in {"heads": _HEADS, **_SENT}.items())
    return given.statement(f"""
WITH sent AS MATERIALIZED (
    SELECT {sent}
), standing AS (
    SELECT u.* FROM {_unnested("heads", _HEADS)}
    JOIN heads h ON h.campaign_id = u.campaign_id AND h.entry = u.expected AND h.hash = u.before
    FOR NO KEY UPDATE OF h SKIP LOCKED
), head AS (
    UPDATE heads h SET entry = s.entry, position = s.position, hash = s.hash, paths = s.paths
    FROM standing s WHERE h.campaign_id = s.campaign_id RETURNING h.campaign_id
){"".join(map(_insert, TOGETHER))}
SELECT campaign_id FROM head
""")


_STATEMENT: Final = _statement()
"""The arrays are kept from the planner's eyes (`sent`), who would else make a plan of its own for each batch."""
