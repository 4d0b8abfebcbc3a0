"""Tables as people keep them: values with commas, semicolons or tabs between them below a head, or JSON lines.

A table is read row by row, so that a long one needs no more memory than a short one. Text is UTF-8, with or without a mark at
the beginning. A line that is no row of the table is told with its number and its fault, and the lines after it are read all the same.
"""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

import msgspec

from domain.messages import numbered, sentence_of
from domain.messages import text as worded

TableForm = Literal["csv", "tsv", "jsonl"]

LONGEST: Final = 100_000
"""Characters that a row may have."""

TALLEST: Final = 200
"""Lines that a row may have, where cells in quotes hold line breaks."""

_SEPARATORS: Final[dict[str, TableForm]] = {",": "csv", ";": "csv", "\t": "tsv"}
_NAMED_SEPARATOR: Final = re.compile(r"sep=([,;\t])\s*", re.IGNORECASE)
"""A first line with which spreadsheets name their separator."""

_OPEN_QUOTE: Final = "unexpected end of data"
"""The message of Python's reader for a quote that is still open where the text ends."""


class LineFault(msgspec.Struct, frozen=True):
    """A line that was not taken, and why. Lines are counted from 1, the head of a table included."""

    line: int
    text: str


class TabularRow(NamedTuple):
    """A row: the line that it begins in, and what it says by column."""

    line: int
    cells: dict[str, str]


class UnreadableHead(ValueError):
    """The head of a table does not say which columns there are."""

    slug = "unreadable-head"

    def __init__(self, line: int, text: str) -> None:
        super().__init__(worded("Line {line} is the head of the table: {text}", line=line, text=text))
        self.line = line


class TabularReader:
    """A reader of the rows of a table, which are read once.

    `form` says how it is written, and `columns` which it has: of JSON lines, those that came up so far. Raises UnreadableHead.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = _NumberedLines(lines)
        self.form: TableForm = "csv"
        self._separator = ","
        self._head: list[str] = []
        self._columns: dict[str, None] = {}
        first = self._lines.first()
        if first is None:
            return
        if first.text.lstrip().startswith("{"):
            self.form = "jsonl"
            self._lines.put_back([first])
        else:
            self._read_head(first)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in their order."""
        return tuple(self._columns)

    def __iter__(self) -> Iterator[TabularRow | LineFault]:
        """Read on: give each row, and each line that is none."""
        for line in self._lines:
            if isinstance(line, LineFault):
                yield line
            elif line.text.strip() and (read := self._object(line) if self.form == "jsonl" else self._row(line)):
                yield read

    def _read_head(self, first: _Line) -> None:
        head, separators = first, tuple(_SEPARATORS)
        if named := _NAMED_SEPARATOR.fullmatch(first.text):
            separators = (named[1],)
            head = self._lines.first() or first
        readings = {separator: _cells_of(head.text, separator) for separator in separators}
        whole = {separator: cells for separator, cells in readings.items() if isinstance(cells, list)}
        if not whole:
            raise UnreadableHead(
                head.line, worded('a quote in it is out of place; write each name as name or as "name".')
            )
        self._separator = max(whole, key=lambda separator: len(whole[separator]))
        self.form = _SEPARATORS[self._separator]
        self._head = [cell.strip() for cell in whole[self._separator]]
        for column in filter(None, self._head):
            if column in self._columns:
                raise UnreadableHead(
                    head.line,
                    worded("it names the column {column!r} twice; give one of them another name.", column=column),
                )
            self._columns[column] = None

    def _row(self, first: _Line) -> TabularRow | LineFault | None:
        """Read the row that begins in a line. Where it is none, the lines after the first are read on their own."""
        text, cells, more = first.text, _cells_of(first.text, self._separator), list[_Line]()
        while cells is None and len(more) < TALLEST and len(text) < LONGEST and (line := self._lines.following()):
            more.append(line)
            text += line.text
            if '"' in line.text:
                cells = _cells_of(text, self._separator)
        match cells:
            case list() if len(cells) == len(self._head):
                return TabularRow(first.line, _named(self._head, cells)) if any(map(str.strip, cells)) else None
            case list() if not any(map(str.strip, cells)) and not more:
                return None
            case list():
                count = numbered("{count} cell", "{count} cells", len(cells))
                why = worded("It has {cells}; the head of the table has {head}.", cells=count, head=len(self._head))
            case None:
                why = worded("A quote that is opened in it is never closed; write a quote within a cell twice.")
            case str():
                why = worded("It is no row of the table: {why}.", why=cells)
        self._lines.put_back(more)
        return LineFault(first.line, why)

    def _object(self, line: _Line) -> TabularRow | LineFault:
        try:
            record = json.loads(line.text, object_pairs_hook=_once_each)
            if not isinstance(record, dict):
                return LineFault(
                    line.line,
                    worded('It is no JSON object; write each row as one, such as {"who": "Ana", "dice": "1d20"}.'),
                )
            cells = {_cell(column): _cell(value) for column, value in record.items()}
        except _NamedTwice as twice:
            return LineFault(line.line, sentence_of(twice))
        except UnicodeEncodeError:
            return LineFault(
                line.line, worded("It holds half of a character (a lone surrogate), which is part of no text.")
            )
        except (ValueError, RecursionError) as error:
            return LineFault(line.line, worded("It is no JSON: {error}.", error=error))
        if any("\0" in text for text in (*cells, *cells.values())):
            return LineFault(line.line, _NUL)
        self._columns.update(dict.fromkeys(cells))
        return TabularRow(line.line, cells)


class _Line(NamedTuple):
    line: int
    text: str


_NUL: Final = worded("It holds the character U+0000, which is part of no text.")


class _NumberedLines:
    """The lines of a file as text; what is no text of UTF-8, and what is too long, is a fault. Lines can be put back."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._numbered = enumerate(lines, start=1)
        self._waiting: deque[_Line | LineFault] = deque()

    def __iter__(self) -> Iterator[_Line | LineFault]:
        while (line := self._next()) is not None:
            yield line

    def first(self) -> _Line | None:
        """Take the next line that is not blank. Raises UnreadableHead."""
        for line in self:
            if isinstance(line, LineFault):
                raise UnreadableHead(line.line, line.text)
            if line.text.strip():
                return line
        return None

    def following(self) -> _Line | None:
        """Take the line after one that is not finished; None where there is none, or no readable one."""
        line = self._next()
        if isinstance(line, LineFault):
            self._waiting.appendleft(line)
            return None
        return line

    def put_back(self, lines: Iterable[_Line]) -> None:
        """Let these lines come next."""
        self._waiting.extendleft(reversed(list(lines)))

    def _next(self) -> _Line | LineFault | None:
        if self._waiting:
            return self._waiting.popleft()
        number, line = next(self._numbered, (0, b""))
        return _decoded(number, line) if number else None


def _decoded(number: int, line: bytes) -> _Line | LineFault:
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        byte = line[error.start]
        return LineFault(
            number,
            worded("It is not UTF-8 (byte 0x{byte:02X}), as the other lines are; save the file as UTF-8.", byte=byte),
        )
    if len(text) > LONGEST:
        return LineFault(
            number,
            worded(
                "It has {length:,} characters; a line has at most {most:,}.",
                length=len(text),
                most=LONGEST,
            ),
        )
    return LineFault(number, _NUL) if "\0" in text else _Line(number, text)


def _cells_of(text: str, separator: str) -> list[str] | str | None:
    """Return the cells of a row; what is wrong with it where it is none; None where a quote is still open at its end."""
    try:
        return next(csv.reader([text], delimiter=separator, strict=True), [])
    except csv.Error as error:
        return None if _OPEN_QUOTE in str(error) else str(error)


def _named(head: list[str], cells: list[str]) -> dict[str, str]:
    return {column: cell.strip() for column, cell in zip(head, cells, strict=True) if column}


class _NamedTwice(Exception):
    pass


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _NamedTwice(f"It says {twice!r} twice; say it once.")
    return record


def _cell(value: Any) -> str:
    """Return the text of a JSON value. Raises UnicodeEncodeError for half a character."""
    text = "" if value is None else value.strip() if isinstance(value, str) else json.dumps(value)
    text.encode()
    return text
