"""Reading a table of characters: numbers become values, `9/21` a pool, and other words are kept as they are."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from api.imports.characters.columns import CharacterColumns, WrongCharacterColumns, mapped_columns
from api.imports.history.records import ToldCharacter, ToldHistory, ToldPerson, ToldPool
from api.imports.playing import LONGEST_WORD
from domain.messages import sentence_of
from domain.messages import text as worded
from domain.tabular import LineFault, TabularReader, TabularRow, UnreadableHead

PROGRAM: Final = "characters"
LONGEST_VALUE: Final = 2_000
"""Characters of a value that is kept as words."""

_NUMBER: Final = re.compile(r"[+-]?\d{1,9}")
_POOL: Final = re.compile(r"([+-]?\d{1,9})\s*/\s*(\d{1,9})")
_YES: Final = frozenset({"1", "yes", "y", "true", "x"})
_NO: Final = frozenset({"", "0", "no", "n", "false"})


class UnreadableCharacter(ValueError):
    """A row that is no character; the sentence says why."""

    slug = "unreadable-character"


def read_characters(
    lines: Iterable[bytes], title: str, wished: Mapping[str, str], *, system: str = "freeform"
) -> tuple[ToldHistory, CharacterColumns]:
    """Read a table as a history of characters and their players, and return the columns' meanings. The caller closes
    the history.

    `title` and `system` are those of a new campaign: the same table may become several.

    Raises WrongCharacterColumns.
    """
    digest = hashlib.sha256()

    def digested() -> Iterator[bytes]:
        for line in lines:
            digest.update(line)
            yield line

    history = ToldHistory(PROGRAM, "", title)
    try:
        rows, columns = _rows(digested(), history, wished)
        _read(rows, columns, history)
    except BaseException:
        history.close()
        raise
    history.origin = history.id_of("file", digest.hexdigest(), title, system)
    history.marks = (history.origin,)
    return history, columns


def _rows(
    lines: Iterator[bytes], history: ToldHistory, wished: Mapping[str, str]
) -> tuple[list[TabularRow], CharacterColumns]:
    rows: list[TabularRow] = []
    try:
        table = TabularReader(lines)
    except UnreadableHead as unreadable:
        raise WrongCharacterColumns(sentence_of(unreadable)) from unreadable
    for read in table:
        if isinstance(read, LineFault):
            history.fault(f"line {read.line}", read.text)
        else:
            rows.append(read)
    return rows, mapped_columns(table.columns, wished)


def _read(rows: list[TabularRow], columns: CharacterColumns, history: ToldHistory) -> None:
    players: dict[str, str] = {}
    lines: dict[str, int] = {}
    for row in rows:
        try:
            character = _character(row, columns)
            if (earlier := lines.get(character.key)) is not None:
                raise UnreadableCharacter(
                    worded("Line {earlier} already has a character of that name.", earlier=earlier)
                )
        except UnreadableCharacter as error:
            history.fault(f"line {row.line}", sentence_of(error))
            continue
        lines[character.key] = row.line
        history.characters.append(character)
        for owner in character.owners:
            players.setdefault(owner, row.cells[columns.said["player"]])
    history.people += [ToldPerson(key, name, "player") for key, name in players.items()]


def _character(row: TabularRow, columns: CharacterColumns) -> ToldCharacter:
    parts = {part: row.cells.get(column, "") for part, column in columns.said.items()}
    name, player, hidden = parts["name"], parts.get("player", ""), parts.get("hidden", "").lower()
    _check_words(name, parts.get("kind", ""), player, hidden)
    attributes: dict[str, int] = {}
    pools: dict[str, ToldPool] = {}
    data: dict[str, str] = {}
    for value, column in columns.values.items():
        cell, most = row.cells.get(column, ""), row.cells.get(columns.maxima.get(value, ""), "")
        _check_value(column, cell)
        if (pool := _pool(cell, most)) is not None:
            pools[value] = pool
        elif _NUMBER.fullmatch(cell):
            attributes[value] = int(cell)
        elif cell:
            data[value] = cell
        if pool is None and most:
            data[f"{value}-max"] = most
    return ToldCharacter(
        key=name.casefold(),
        name=name,
        kind=parts.get("kind", ""),
        owners=(player.casefold(),) if player else (),
        hidden=hidden in _YES,
        sheet="gm" if hidden in _YES else "all",
        attributes=attributes,
        pools=pools,
        data=data,
        alone=True,
    )


def _check_words(name: str, kind: str, player: str, hidden: str) -> None:
    """Check the words of a row. Raises UnreadableCharacter."""
    for what, words in (
        (worded("The name"), name),
        (worded("The kind"), kind),
        (worded("The player's name"), player),
    ):
        if len(words) > LONGEST_WORD:
            raise UnreadableCharacter(
                worded(
                    "{what} may have {most} characters at most, not {length}.",
                    what=what,
                    most=LONGEST_WORD,
                    length=len(words),
                )
            )
    if not name:
        raise UnreadableCharacter(worded("It has no name; give every character one."))
    if hidden not in _YES | _NO:
        raise UnreadableCharacter(worded("Whether they are hidden is {hidden!r}; write yes or no.", hidden=hidden))


def _check_value(column: str, cell: str) -> None:
    if len(cell) > LONGEST_VALUE:
        raise UnreadableCharacter(
            worded(
                "Its {column} has {length:,} characters; a value has {most:,} at most.",
                column=column,
                length=len(cell),
                most=LONGEST_VALUE,
            )
        )


def _pool(cell: str, most: str) -> ToldPool | None:
    """Return a value with its maximum, where it has one: in the same cell, or in a column of its own."""
    if match := _POOL.fullmatch(cell):
        return ToldPool(int(match[1]), int(match[2]))
    if _NUMBER.fullmatch(cell) and _NUMBER.fullmatch(most):
        return ToldPool(int(cell), int(most))
    return None
