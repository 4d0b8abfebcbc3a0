"""The rows of a file: comma- or tab-separated values with a head, or JSON lines. What is no row of it is a fault of its line."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

import msgspec

Format = Literal["csv", "tsv", "jsonl"]

LONGEST: Final = 100_000
"""Characters that a line may have."""


class Fault(msgspec.Struct, frozen=True):
    """A line that was not taken, and why. Lines are counted from 1, the head of a table included."""

    line: int
    text: str


class Row(NamedTuple):
    """A line of a file, and what it says by column."""

    line: int
    cells: dict[str, str]


class Table(NamedTuple):
    """What was read of a file: how it is written, its columns, its rows, and the lines that are none."""

    format: Format
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    faults: tuple[Fault, ...]


def read(lines: Iterable[bytes]) -> Table:
    """Read a file. It is JSON lines where its first line is an object, else a table with a head, of tabs where that has any."""
    texts, faults = _texts(lines)
    first = next((text for _, text in texts if text.strip()), "")
    if first.lstrip().startswith("{"):
        return _json_lines(texts, faults)
    return _table(texts, faults, "tsv" if "\t" in first else "csv")


def _texts(lines: Iterable[bytes]) -> tuple[list[tuple[int, str]], list[Fault]]:
    """The lines as text: in UTF-8, with or without a mark at the beginning. Others, and those too long, are faults."""
    texts: list[tuple[int, str]] = []
    faults: list[Fault] = []
    for number, line in enumerate(lines, start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            faults.append(Fault(number, "It is not UTF-8, as the other lines are; save the file anew as UTF-8."))
            continue
        if len(text) > LONGEST:
            faults.append(Fault(number, f"It has {len(text):,} characters; a line has at most {LONGEST:,}."))
        elif "\0" in text:
            faults.append(Fault(number, "It holds the character U+0000, which is part of no text."))
        else:
            texts.append((number, text))
    return texts, faults


def _table(texts: list[tuple[int, str]], faults: list[Fault], format: Format) -> Table:
    numbers: list[int] = []

    def lines() -> Iterator[str]:
        for number, text in texts:
            numbers.append(number)
            yield text

    reader = csv.reader(lines(), delimiter="\t" if format == "tsv" else ",", strict=True)
    head: list[str] = []
    rows: list[Row] = []
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            faults.append(Fault(numbers[-1], f"It is no row of the table: {error}."))
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if not head:
            head = [cell.strip() for cell in cells]
        elif len(cells) != len(head):
            faults.append(Fault(numbers[-1], f"It has {len(cells)} cells; the head of the table has {len(head)}."))
        else:
            rows.append(Row(numbers[-1], dict(zip(head, (cell.strip() for cell in cells), strict=True))))
    return Table(format, tuple(head), tuple(rows), tuple(faults))


def _json_lines(texts: list[tuple[int, str]], faults: list[Fault]) -> Table:
    rows: list[Row] = []
    columns: dict[str, None] = {}
    for number, text in texts:
        if not text.strip():
            continue
        try:
            said = json.loads(text)
        except ValueError as error:
            faults.append(Fault(number, f"It is no JSON: {error}."))
            continue
        if not isinstance(said, dict):
            faults.append(
                Fault(number, 'It is no object; a roll is one, such as {"who": "Ana", "dice": "1d20", "natural": 14}.')
            )
            continue
        columns.update(dict.fromkeys(said))
        rows.append(Row(number, {column: _cell(value) for column, value in said.items()}))
    return Table("jsonl", tuple(columns), tuple(rows), tuple(faults))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value.strip() if isinstance(value, str) else json.dumps(value)
