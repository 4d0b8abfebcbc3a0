"""Tables of rows: what a viewer may see of campaigns, and what things in them are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from uuid import UUID

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from domain.records.store import Store
from projections.analytics.beside import name_fact
from projections.analytics.schema import OF_CAMPAIGN, empty, schema_of
from projections.facts.seen import seen_facts
from projections.reader import Reader

_REFERENCES: Final = {
    "entries": ("encounter", "actor"),
    "facts": ("encounter", "actor", "aggregate", "by", "against"),
    "dice": ("encounter", "roller"),
}
"""The columns that hold references, by table."""


def table_of(name: str, rows: Iterable[msgspec.Struct], campaign: UUID | None = None) -> pa.Table:
    """Return rows as a table; of a table whose rows do not name their campaign, with the campaign before them."""
    schema = schema_of(name)
    values = [msgspec.structs.astuple(row) for row in rows]
    if name in OF_CAMPAIGN:
        values = [(str(campaign), *value) for value in values]
    columns = list(zip(*values, strict=True)) or [()] * len(schema)
    return pa.table([_array(column, field) for column, field in zip(columns, schema, strict=True)], schema=schema)


def _array(values: Sequence[object], field: pa.Field) -> pa.Array:
    if field.name == "body":
        values = [None if value is None else bytes(value).decode() for value in values]  # type: ignore[call-overload]
    return pa.array(values, type=field.type)


def seen_tables(store: Store, campaign: UUID, reader: Reader, *, known_at: int | None = None) -> dict[str, pa.Table]:
    """Return entries, facts and dice of a campaign as a reader may see them, as known right after an entry."""
    parts: dict[str, list[pa.Table]] = {name: [empty(name)] for name in OF_CAMPAIGN}
    for part in seen_facts(store, campaign, reader, known_at=known_at):
        for name, rows in part._asdict().items():
            parts[name].append(table_of(name, rows, campaign))
    return {name: pa.concat_tables(tables) for name, tables in parts.items()}


def names_in(tables: Mapping[str, pa.Table], campaign: UUID, reader: Reader) -> pa.Table:
    """Return how those are called who stand in tables of a campaign, as far as a reader may know them."""
    columns = [tables[name].column(column) for name, columns in _REFERENCES.items() for column in columns]
    return names_among({ref for column in columns for ref in pc.unique(column).to_pylist() if ref}, campaign, reader)


def names_among(references: Iterable[str], campaign: UUID, reader: Reader) -> pa.Table:
    """Return how those among references are called whom a reader may know."""
    profiles = ((ref, reader.visible.profile(ref)) for ref in sorted(references))
    return table_of("names", [name_fact(campaign, ref, profile) for ref, profile in profiles if profile is not None])
