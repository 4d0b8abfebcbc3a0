"""The statement of an append: a part that moves the head on, and one insert for each table, fed from what that returns.

Its text depends only on the shape of what is appended, so that each shape is prepared once on a connection.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from domain.ledger.postgres.rows import TABLES, ChainEnd, Rows
from domain.records.entries import Transaction


class Shape(msgspec.Struct, frozen=True):
    """The conditions that a statement's text depends on.

    `founds` says whether the campaign begins with it, `unsure` whether streams must end where it goes on, `tables` which
    tables have rows and whether several, `erases` whether texts are erased, `rewrites` whether checkpoints may die.
    """

    founds: bool
    unsure: bool
    tables: tuple[tuple[str, bool], ...]
    erases: bool
    rewrites: bool


_CONFLICTS: Final = {
    "states": " ON CONFLICT (campaign_id, ref) DO UPDATE SET version = excluded.version, body = excluded.body"
}
"""The conflict clause of an insert: the newest state replaces the earlier one."""

_HEAD: Final = {"entry": "bigint", "position": "bigint", "hash": "bytea", "paths": "int"}
_BEFORE: Final = {"entry": "bigint", "hash": "bytea"}
_CAMPAIGN: Final = {
    **{"name": "text", "system": "text", "created_at": "text"},
    **{"forked_from": "uuid", "forked_at": "bigint", "forked_known_at": "bigint"},
}
_SECRETS: Final = {"key": "bytea", "amendment": "bytea"}
_ENDS: Final = {"ref": "text", "version": "bigint"}
_ERASED: Final = {"entry": "bigint", "index": "int"}
_REWRITTEN: Final = {"ref": "text", "revision": "bigint", "since": "bigint[]", "until": "bigint[]"}


class StatementParameters:
    """The parameters of a statement in the making; each declares its type, so that the driver does not choose one."""

    def __init__(self) -> None:
        self._number = 0

    def next(self, kind: str) -> str:
        """Return the placeholder of the next parameter."""
        self._number += 1
        return f"${self._number}::{kind}"

    def row(self, columns: Mapping[str, str]) -> dict[str, str]:
        """Return the placeholders of the next parameters, one for each of these columns."""
        return {name: self.next(kind) for name, kind in columns.items()}


def statement_of(transaction: Transaction, end: ChainEnd, rows: Rows) -> tuple[bytes, list[Any]]:
    """The statement and its values, for a cursor that numbers its parameters; it answers with one row where the head stood at this end, else with none."""
    founding = transaction.founding
    values: list[Any] = [transaction.campaign, *msgspec.structs.astuple(rows.head)]
    if founding is None:
        values += end.head.entry, end.head.hash
    else:
        values += *msgspec.structs.astuple(founding.campaign)[1:], *msgspec.structs.astuple(founding.secrets)
    unsure = [] if founding is not None else _unsure(end, rows)
    for several in (unsure, rows.erased, rows.rewritten):
        values += map(list, zip(*several, strict=True))
    for filled in rows.tables.values():
        values += filled[0] if len(filled) == 1 else map(list, zip(*filled, strict=True))
    tables = tuple([(table, len(filled) > 1) for table, filled in rows.tables.items()])
    return _statement(
        Shape(founding is not None, bool(unsure), tables, bool(rows.erased), bool(rows.rewritten))
    ), values


def _unsure(end: ChainEnd, rows: Rows) -> list[tuple[str, int]]:
    """The streams of which it is not known here that they end where the transaction goes on.

    One that has grown meanwhile is no danger: then the head has moved on, or a version is there twice, which its key
    forbids. No stream may be left with a gap.
    """
    return [(ref, version) for ref, version in rows.streams.items() if end.streams.get(ref) != version]


@lru_cache(maxsize=256)
def _statement(shape: Shape) -> bytes:
    """The statement of a shape. Its parameters stand in the order in which `statement_of` gives the values."""
    given = StatementParameters()
    campaign, head = given.next("uuid"), given.row(_HEAD)
    start = _found(given, campaign, head) if shape.founds else _move(given, campaign, head, shape.unsure)
    changes = _erase(given, campaign) if shape.erases else ""
    changes += _rewrite(given, campaign) if shape.rewrites else ""
    inserts = "".join(_insert(given, campaign, table, several) for table, several in shape.tables)
    return f"{start}{changes}{inserts}\nSELECT entry FROM head".encode()


def _found(given: StatementParameters, campaign: str, head: dict[str, str]) -> str:
    about, secrets = given.row(_CAMPAIGN), given.row(_SECRETS)
    return f"""
WITH founded AS (
    INSERT INTO campaigns (campaign_id, {", ".join(about)}) VALUES ({campaign}, {", ".join(about.values())})
    ON CONFLICT DO NOTHING RETURNING campaign_id
), secrets AS (
    INSERT INTO campaign_secrets (campaign_id, {", ".join(secrets)})
    SELECT campaign_id, {", ".join(secrets.values())} FROM founded
), head AS (
    INSERT INTO heads (campaign_id, {", ".join(head)})
    SELECT campaign_id, {", ".join(head.values())} FROM founded RETURNING entry
)"""


def _move(given: StatementParameters, campaign: str, head: dict[str, str], unsure: bool) -> str:
    before = given.row(_BEFORE)
    ends = _where_streams_end(given, campaign) if unsure else ""
    return f"""
WITH head AS (
    UPDATE heads SET {", ".join(f"{name} = {value}" for name, value in head.items())}
    WHERE campaign_id = {campaign} AND entry = {before["entry"]} AND hash = {before["hash"]}{ends} RETURNING entry
)"""


def _where_streams_end(given: StatementParameters, campaign: str) -> str:
    return f"""
    AND NOT EXISTS (
        SELECT FROM {_unnested(given, _ENDS)} AS s ({", ".join(_ENDS)}) WHERE s.version <> coalesce(
            (SELECT max(version) FROM events WHERE campaign_id = {campaign} AND events.ref = s.ref), 0)
    )"""


def _erase(given: StatementParameters, campaign: str) -> str:
    return f""", erased AS (
    UPDATE texts SET salt = NULL, words = NULL FROM head, {_unnested(given, _ERASED)} AS e ({", ".join(_ERASED)})
    WHERE campaign_id = {campaign} AND texts.entry = e.entry AND texts.index = e.index
)"""


def _rewrite(given: StatementParameters, campaign: str) -> str:
    return f""", dead AS (
    UPDATE checkpoints SET died = r.revision
    FROM head, {_unnested(given, _REWRITTEN)} AS r ({", ".join(_REWRITTEN)})
    WHERE campaign_id = {campaign} AND checkpoints.ref = r.ref AND died IS NULL AND place >= r.since::bigint[]
        AND (r.until IS NULL OR place < r.until::bigint[])
)"""


def _insert(given: StatementParameters, campaign: str, table: str, several: bool) -> str:
    columns = TABLES[table]
    if several:
        values = f"{_taken(columns)} FROM head, {_unnested(given, columns)} AS u ({', '.join(columns)})"
    else:
        values = f"{', '.join(given.row(columns).values())} FROM head"
    return f""", into_{table} AS (
    INSERT INTO {table} (campaign_id, {", ".join(columns)}) SELECT {campaign}, {values}{_CONFLICTS.get(table, "")}
)"""


def _unnested(given: StatementParameters, columns: Mapping[str, str]) -> str:
    """Arrays of these columns as rows."""
    return f"unnest({', '.join(given.next(f'{_sent_in(kind)}[]') for kind in columns.values())})"


def _taken(columns: Mapping[str, str]) -> str:
    """The columns of rows `u` that came as arrays."""
    return ", ".join(f"u.{name}{'' if _sent_in(kind) == kind else f'::{kind}'}" for name, kind in columns.items())


def _sent_in(kind: str) -> str:
    """The type in which one of many values is sent: arrays as text, for there are no arrays of arrays of several lengths."""
    return "text" if kind.endswith("[]") else kind
