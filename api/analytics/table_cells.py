"""Cells of tables: values as a reader of a language writes them, and as a file for spreadsheets has them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from projections.phrases.catalogue import Numerals
from projections.phrases.messages import Quantity

_DECIMALS: Final = 2
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of texts that spreadsheets would run as a formula."""


def cell(value: Any, numerals: Numerals) -> str:
    """Return a value as a cell of a page shows it."""
    match value:
        case None:
            return ""
        case bool():
            return "✓" if value else "–"
        case int():
            return f"{value}".replace("-", "−")
        case float():
            written = numerals.written(Quantity(abs(value), _DECIMALS))
            return f"−{written}" if value < 0 else written
        case list() | tuple():
            return ", ".join(cell(each, numerals) for each in value)
        case str():
            return value
        case _:
            return str(msgspec.to_builtins(value))


def csv_of(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Return rows as CSV. Lists are JSON, and an apostrophe stands before text that a spreadsheet would take for a formula."""
    written, names = io.StringIO(), list(columns)
    table = csv.writer(written)
    table.writerow(names)
    table.writerows([_plain(row[name]) for name in names] for row in rows)
    return written.getvalue().encode()


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    if value is None or isinstance(value, int | float):
        return value
    plain = msgspec.to_builtins(value)
    return plain if isinstance(plain, str) else msgspec.json.encode(plain).decode()
