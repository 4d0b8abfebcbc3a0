"""The tables that reports are made of: facts, entries and dice as they follow the ledgers, and what things are called.

They are the same wherever they lie: in the memory of this process, in Parquet files, on a cluster. `facts`, `entries` and `dice` have the columns of
`projections.facts.rows`, with the campaign before them.
"""

from __future__ import annotations

import types
import typing
from datetime import datetime
from typing import Any, Final

import msgspec
import pyarrow as pa

from projections.facts.rows import Fact, FactDie, FactEntry


class CampaignFact(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign: its id, its name, and the id of the system that is played."""

    campaign: str
    name: str
    system: str


class NameFact(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a character, an encounter or a group, by reference. `owner` is the member whose it is; None where it is the game master's."""

    campaign: str
    ref: str
    handle: str
    name: str
    kind: str
    owner: str | None


class MemberFact(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a campaign, by the id that entries have, with the name and the role (`gm`, `player`, `observer`)."""

    campaign: str
    member: str
    name: str
    role: str


class RuleFact(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of a system: its id, the chapter that it stands in, and what it says."""

    system: str
    rule: str
    chapter: str
    text: str


ROWS: Final[dict[str, type[msgspec.Struct]]] = {
    "campaigns": CampaignFact,
    "entries": FactEntry,
    "facts": Fact,
    "dice": FactDie,
    "names": NameFact,
    "members": MemberFact,
    "rulebook": RuleFact,
}
"""The tables, each with what a row of it is."""

OF_CAMPAIGN: Final = frozenset({"entries", "facts", "dice"})
"""The tables whose rows do not name their campaign themselves; it is their first column."""

_TIME: Final = pa.timestamp("us", tz="UTC")

_SCALARS: Final[dict[Any, pa.DataType]] = {
    int: pa.int64(),
    str: pa.string(),
    bool: pa.bool_(),
    bytes: pa.string(),
    datetime: _TIME,
}


def schema_of(table: str) -> pa.Schema:
    """Return the columns of a table and their types. Raises KeyError where there is no such table."""
    row = ROWS[table]
    hints = typing.get_type_hints(row)
    fields = [_field(name, hints[name]) for name in row.__struct_fields__]
    return pa.schema([pa.field("campaign", pa.string(), nullable=False), *fields] if table in OF_CAMPAIGN else fields)


def empty(table: str) -> pa.Table:
    """Return a table without rows."""
    return schema_of(table).empty_table()


def in_utc(table: pa.Table) -> pa.Table:
    """Return a table whose times say that they are in UTC, as every engine counts them; some leave that out."""
    fields = [field.with_type(_TIME) if pa.types.is_timestamp(field.type) else field for field in table.schema]
    return table.cast(pa.schema(fields))


def _field(name: str, hint: Any) -> pa.Field:
    nullable = isinstance(hint, types.UnionType)
    kind = next(each for each in typing.get_args(hint) if each is not type(None)) if nullable else hint
    item = typing.get_args(kind)[0] if typing.get_origin(kind) is list else None
    return pa.field(name, _SCALARS[kind] if item is None else pa.list_(_SCALARS[item]), nullable=nullable)
