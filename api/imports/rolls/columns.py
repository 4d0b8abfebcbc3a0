"""The meaning of each column of a table of rolls: by its usual names, or as the importer defines it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, get_args

from domain.messages import text as worded
from domain.messages import together

Part = Literal["who", "when", "what", "dice", "natural", "modifier", "total", "target", "session"]
"""The parts of a roll: its roller, its time, its purpose, its dice in notation, the faces that they showed, the
modifier, the total, the target number, and its session.
"""

PARTS: Final[tuple[Part, ...]] = get_args(Part)

NAMES: Final[dict[Part, frozenset[str]]] = {
    "who": frozenset({"who", "player", "character", "name", "roller", "user", "actor"}),
    "when": frozenset({"when", "time", "timestamp", "date", "datetime", "at", "created"}),
    "what": frozenset({"what", "label", "kind", "type", "reason", "skill", "description", "roll type"}),
    "dice": frozenset({"dice", "die", "notation", "formula", "expression", "roll"}),
    "natural": frozenset({"natural", "nat", "faces", "face", "results", "rolled", "raw", "dice results"}),
    "modifier": frozenset({"modifier", "mod", "bonus", "plus"}),
    "total": frozenset({"total", "sum", "result", "value", "outcome total"}),
    "target": frozenset({"target", "dc", "tn", "difficulty", "ac", "against"}),
    "session": frozenset({"session", "game", "evening", "session number", "session no"}),
}
"""The names that people give the columns, in small letters and with single spaces."""


class WrongColumns(ValueError):
    """The columns lack a needed part, or the importer's definition of them is wrong."""

    slug = "wrong-columns"


def mapped(names: Iterable[str], wished: Mapping[str, str]) -> dict[Part, str]:
    """Return the column of each part that has one. `said` are columns by part, and come first.

    Raises WrongColumns for a part or a column that there is not, for one part with two columns, and where the dice or what they showed
    cannot be known.
    """
    columns = list(names)
    by_part = _wished(columns, wished)
    for part in (part for part in PARTS if part not in by_part):
        named = [column for column in columns if _plain(column) in NAMES[part] and column not in by_part.values()]
        if len(named) > 1:
            raise WrongColumns(
                worded(
                    "The columns {named} may both be its {part}; say which one: --column {part}=…",
                    named=together(named),
                    part=part,
                )
            )
        if named:
            by_part[part] = named[0]
    if not {"natural", "total"} & by_part.keys():
        raise WrongColumns(
            worded(
                "No column holds the faces of the dice; there are {columns}. Name it: --column natural=…",
                columns=", ".join(columns) or worded("none"),
            )
        )
    return by_part


def _wished(columns: Sequence[str], wished: Mapping[str, str]) -> dict[Part, str]:
    """Return the wished columns by part. Raises WrongColumns."""
    by_part: dict[Part, str] = {}
    for part, column in wished.items():
        if part not in NAMES:
            raise WrongColumns(
                worded("There is no {part!r} to a roll; there are {parts}.", part=part, parts=", ".join(PARTS))
            )
        if column not in columns:
            raise WrongColumns(
                worded(
                    "There is no column {column!r}; there are {columns}.",
                    column=column,
                    columns=", ".join(columns) or worded("none"),
                )
            )
        by_part[part] = column
    return by_part


def _plain(column: str) -> str:
    return re.sub(r"[\s_\-.]+", " ", column).strip().lower()
