"""The meaning of each column of a table of characters: by its usual names, or as the importer defines it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from domain.messages import text as worded

SAID: Final[dict[str, frozenset[str]]] = {
    "name": frozenset({"name", "character", "character name", "party member name", "pc", "hero"}),
    "kind": frozenset({"kind", "type", "category"}),
    "player": frozenset({"player", "player name", "played by", "owner"}),
    "hidden": frozenset({"hidden", "secret"}),
}
"""The parts of a character beside values, with the names that people give their columns, in small letters and with single spaces."""

_MAXIMUM: Final = re.compile(r"(?:max|maximum)-(.+)|(.+)-(?:max|maximum)")


class WrongCharacterColumns(ValueError):
    """The columns lack a needed part, or the importer's definition of them is wrong."""

    slug = "wrong-character-columns"


class CharacterColumns(NamedTuple):
    """The columns by meaning; those of values, and those of maxima, by the names of the values."""

    said: dict[str, str]
    values: dict[str, str]
    maxima: dict[str, str]


def mapped_columns(columns: Sequence[str], wished: Mapping[str, str]) -> CharacterColumns:
    """Return which column says what. `wished` are columns by what they say, and come first; every other column is a value.

    Raises WrongCharacterColumns for a column that there is not, for two that say the same, and where none holds names.
    """
    parts: dict[str, str] = {}
    values: dict[str, str] = {}
    for part, column in wished.items():
        if column not in columns:
            raise WrongCharacterColumns(
                worded("There is no column {column!r}; there are {columns}.", column=column, columns=_listed(columns))
            )
        (parts if part in SAID else values)[part if part in SAID else value_name(part)] = column
    taken = {*parts.values(), *values.values()}
    for column in (column for column in columns if column not in taken):
        part = next((part for part, names in SAID.items() if _plain(column) in names), "")
        target, name = (parts, part) if part else (values, value_name(column))
        if name in target and column != target[name]:
            raise WrongCharacterColumns(
                worded(
                    "The columns {taken!r} and {column!r} may both be its {name}; say which one: --column {name}=…",
                    taken=target[name],
                    column=column,
                    name=name,
                )
            )
        target[name] = column
    if "name" not in parts:
        raise WrongCharacterColumns(
            worded("No column holds the names; there are {columns}. Name it: --column name=…", columns=_listed(columns))
        )
    return CharacterColumns(parts, *_with_maxima(values))


def value_name(column: str) -> str:
    """Return the name of a value by the title of its column."""
    return re.sub(r"[^a-z0-9]+", "-", column.lower()).strip("-")[:60] or "value"


def _with_maxima(values: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Tell columns of maxima, such as `HP max` beside `HP`, from the others, also where the value has another name by now."""
    names = {value_name(column): name for name, column in values.items()} | {name: name for name in values}
    maxima: dict[str, str] = {}
    for name, column in values.items():
        match = _MAXIMUM.fullmatch(name)
        of = names.get(match[1] or match[2]) if match else None
        if of is not None:
            maxima[of] = column
    return {name: column for name, column in values.items() if column not in maxima.values()}, maxima


def _plain(column: str) -> str:
    return re.sub(r"[\s_\-.]+", " ", column).strip().lower()


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(columns) or worded("none")
