"""Messages: sentences, apart from the language they are in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

import msgspec

from projections.translation.terms import WORD

LIST: Final = "list.comma"
"""The message that stands between the items of a plain list."""


class Phrase(msgspec.Struct, frozen=True):
    """A message by its id, with the fields that its text may name."""

    message: str
    fields: Mapping[str, Part]


class GameText(msgspec.Struct, frozen=True):
    """A text that a game has in its data, in English, with the fields that it may name. `sense` says what it is for, which is
    how the game's own translations tell it from others."""

    text: str
    sense: str
    fields: Mapping[str, Part]


class Term(msgspec.Struct, frozen=True):
    """A word of a game, as it is shown in English: a condition, a kind of rolls, a reason that a rule gives. `role` says what it is a
    word for, which is how the game's own translations tell it from others. A text that no game has as a word stays as
    it is."""

    text: str
    role: str


class Quantity(msgspec.Struct, frozen=True):
    """A number of things or a measure. A catalogue writes it with so many decimals and separates its thousands."""

    value: float
    decimals: int = 0


class Joined(msgspec.Struct, frozen=True):
    """Several parts in a row; `between` is the id of the message that stands between two of them, "" for none."""

    parts: tuple[Part, ...]
    between: str = ""


class Opening(msgspec.Struct, frozen=True):
    """A part that opens a sentence, with a capital letter."""

    part: Part


Part: TypeAlias = "str | int | Quantity | Phrase | GameText | Term | Joined | Opening"
"""A piece of a sentence. A string stands as it is in every language: a name, or a text that a person wrote. A catalogue writes numbers."""


def phrase(message: str, /, **fields: Part) -> Phrase:
    """The message with these fields."""
    return Phrase(message, fields)


def term(text: str, role: str = WORD) -> Part:
    """A word of a game; "" for none."""
    return Term(text, role) if text else ""


def listed(parts: Iterable[Part], between: str = LIST) -> Part:
    """Parts as a list, without the empty ones; "" where none is left."""
    kept = tuple(part for part in parts if part != "")
    return "" if not kept else kept[0] if len(kept) == 1 else Joined(kept, between)


def series(parts: Iterable[Part]) -> Part:
    """Parts as a list within a sentence: `a, b and c`."""
    *first, last = [part for part in parts if part != ""] or [""]
    return Joined((listed(first), last), "list.and") if first else last


def row(*parts: Part) -> Part:
    """Parts one after the other with nothing between them."""
    return listed(parts, "")
