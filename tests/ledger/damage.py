"""Damage to what a store in memory holds: one bit, one row, or one value."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from domain.ledger.memory.store import MemoryStore
from domain.records.rows import Tables

LABELS = {("campaign", "id"), ("campaign", "name"), ("campaign", "created_at")}
"""What is kept of a campaign and is no part of its ledger: how it is listed."""

Steps = tuple[str | int, ...]
"""The way from the tables to one value: names of fields, keys, and places in a row."""


class Site(NamedTuple):
    """A value that is held, and where."""

    steps: Steps
    value: bytes | str | int

    def __str__(self) -> str:
        return ".".join(map(str, self.steps))


def tables(store: MemoryStore, campaign: UUID) -> Tables:
    """All that the store holds of a campaign, to be read or damaged."""
    return store._ledgers[campaign].tables


def sites(tables: Tables) -> list[Site]:
    """Every value of the ledger that has bytes to be damaged."""
    return [site for site in _leaves(tables, ()) if site.steps not in LABELS]


def rows(tables: Tables) -> list[Steps]:
    """Every row of the tables."""
    named = ((table, getattr(tables, table)) for table in tables.__struct_fields__)
    return [(table, key) for table, kept in named if isinstance(kept, list | dict) for key in _keys(kept)]


def flipped(value: bytes | str | int, place: int, bit: int) -> bytes | str | int:
    """The value with one bit of the byte or letter at a place (taken around) the other way."""
    match value:
        case bytes():
            at = place % len(value)
            return value[:at] + bytes([value[at] ^ 1 << bit % 8]) + value[at + 1 :]
        case str():
            at = place % len(value)
            return value[:at] + chr(ord(value[at]) ^ 1 << bit % 7) + value[at + 1 :]
        case _:
            return value ^ 1 << (place * 8 + bit) % 32


def with_value(store: MemoryStore, campaign: UUID, steps: Steps, value: Any) -> None:
    """Put a value in the place of the one that is held there."""
    ledger = store._ledgers[campaign]
    ledger.tables = _rebuilt(ledger.tables, steps, value)


def without_row(store: MemoryStore, campaign: UUID, steps: Steps) -> None:
    """Take a row out of its table."""
    table, key = steps
    kept = deepcopy(getattr(tables(store, campaign), str(table)))
    del kept[key]
    store._ledgers[campaign].tables = msgspec.structs.replace(tables(store, campaign), **{str(table): kept})


def _keys(kept: Any) -> list[Any]:
    return list(kept) if isinstance(kept, dict) else list(range(len(kept)))


def _leaves(value: Any, steps: Steps) -> Iterator[Site]:
    match value:
        case msgspec.Struct():
            for field in value.__struct_fields__:
                yield from _leaves(getattr(value, field), (*steps, field))
        case dict() | list() | tuple():
            for key in _keys(value):
                yield from _leaves(value[key], (*steps, key))
        case int() | (bytes() | str()) if isinstance(value, int) or value:
            yield Site(steps, value)


def _rebuilt(whole: Any, steps: Steps, value: Any) -> Any:
    if not steps:
        return value
    step, *rest = steps
    match whole:
        case msgspec.Struct():
            inner = _rebuilt(getattr(whole, str(step)), tuple(rest), value)
            return msgspec.structs.replace(whole, **{str(step): inner})
        case dict():
            return {**whole, step: _rebuilt(whole[step], tuple(rest), value)}
        case _:
            at = int(step)
            return type(whole)([*whole[:at], _rebuilt(whole[at], tuple(rest), value), *whole[at + 1 :]])
