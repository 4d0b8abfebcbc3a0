"""Rows of a table as entries of the catalogue: which column is which field, and what of a row cannot be read.

Tables come as text, as `domain.tabular` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from domain.kit.naming import handle_of
from domain.messages import in_series, text
from domain.tabular import LineFault, TabularReader, TabularRow, UnreadableHead

S = TypeVar("S", bound=msgspec.Struct)

ALIASES: Final[Mapping[str, str]] = {
    "power": "name",
    "monster": "name",
    "type": "category",
    "tradition": "source",
    "lvl": "level",
    "keywords": "tags",
    "usage": "frequency",
    "use": "frequency",
    "recharge": "refresh",
    "action type": "action",
    "action required": "action",
    "attack range": "range",
    "target": "targets",
    "attack roll": "attack",
    "armor class": "ac",
    "fort": "fortitude",
    "ref": "reflex",
    "hit points": "hp",
    "init": "initiative",
    "speed": "walk",
    "rank": "strength_type",
    "str": "strength",
    "con": "constitution",
    "dex": "dexterity",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
    "description": "text",
    "special": "text",
    "flavor": "text",
}
"""The names of columns elsewhere, by the name of their field here."""

_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "frequency": {"at will": "at-will", "atwill": "at-will", "recharge": "refresh"},
    "action": {"minor": "swift", "standard action": "standard", "move action": "move", "swift action": "swift"},
    "strength_type": {"minion": "mook", "solo": "boss"},
}
"""Words of other tables for words of this game, by field."""

_LOWERED: Final = frozenset(
    {"category", "source", "frequency", "action", "trigger", "strength_type", "size", "refresh"}
)


class Fault(NamedTuple):
    """A part of a table that could not be read: the line, what it is about, and why."""

    line: int
    name: str
    why: str


class TableRow(NamedTuple, Generic[S]):
    """An entry of a table: the line, the word it is looked up by, and what it says."""

    line: int
    word: str
    entry: S


class TableReading(NamedTuple, Generic[S]):
    """A table as it was read: its entries, and what could not be read of it."""

    rows: tuple[TableRow[S], ...]
    faults: tuple[Fault, ...]


def read_table(table: str, of: type[S], problems: Callable[[S], tuple[str, ...]]) -> TableReading[S]:
    """Read a table of entries of a struct. Columns without a field go into its text; a row with a fault is left out."""
    try:
        reader = TabularReader(table.encode().splitlines(keepends=True))
    except UnreadableHead as unreadable:
        return TableReading((), (Fault(unreadable.line, "", str(unreadable)),))
    if "name" not in map(_field, reader.columns):
        return TableReading((), (Fault(1, "", text("no column is called `name`")),))
    rows: list[TableRow[S]] = []
    faults: list[Fault] = []
    taken: set[str] = set()
    for read in reader:
        row = Fault(read.line, "", read.text) if isinstance(read, LineFault) else _row(read, of, problems)
        if isinstance(row, TableRow) and row.word in taken:
            row = Fault(row.line, row.entry.name, text("an earlier row has that name"))
        if isinstance(row, TableRow):
            taken.add(row.word)
            rows.append(row)
        else:
            faults.append(row)
    return TableReading(tuple(rows), tuple(faults))


def _row(read: TabularRow, of: type[S], problems: Callable[[S], tuple[str, ...]]) -> TableRow[S] | Fault:
    given = dict(_cells(read.cells, frozenset(of.__struct_fields__)))
    name, line = given.get("name", ""), read.line
    word = handle_of(name)
    if not word:
        return Fault(line, name, text("it has no name that a word could be made of"))
    try:
        entry: S = msgspec.convert({**given}, of, strict=False)
    except msgspec.ValidationError as wrong:
        return Fault(line, name, str(wrong))
    sentences = problems(entry)
    return Fault(line, name, in_series(sentences)) if sentences else TableRow(line, word, entry)


def _field(title: str) -> str:
    """Return the field that a column is for, by its title."""
    plain = " ".join(re.sub(r"[_\-.:]+", " ", title.lower()).split())
    return ALIASES.get(plain, plain.replace(" ", "_"))


def _cells(cells: Mapping[str, str], fields: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Return the cells of a row by their fields; those of other columns are a text that the table carries out."""
    texts = []
    for title, cell in cells.items():
        field = _field(title)
        value = " ".join(cell.split())
        if not value:
            continue
        if field == "text" or field not in fields:
            texts.append(value if field == "text" else f"{field.replace('_', ' ')}: {value}")
            continue
        value = value.lower() if field in _LOWERED else value
        yield field, _WORDS.get(field, {}).get(value, value)
    if texts:
        yield "text", ". ".join(texts)[:2_000]
