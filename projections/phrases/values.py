"""Values as people read them."""

from __future__ import annotations

from textwrap import shorten
from typing import Final

from projections.phrases.messages import Part, listed, phrase, row, term

LONGEST: Final = 120
"""The number of characters of a person's words that a sentence has."""


def brief(words: str) -> str:
    """Return a person's words on one line, cut where they are long."""
    return shorten(words, LONGEST, placeholder=" …")


def signed(amount: int) -> str:
    """A number with its sign, the minus as typographers write it."""
    return f"−{-amount}" if amount < 0 else f"+{amount}"


def value(json: object) -> Part:
    """Return a value for reading; None is a dash, and a value with parts is shortened."""
    match json:
        case None:
            return phrase("value.none")
        case bool():
            return phrase("value.yes") if json else phrase("value.no")
        case int():
            return json
        case dict():
            return listed(
                row(term(key), " ", value(item)) for key, item in json.items() if item not in (None, "", [], {})
            )
        case list() | tuple():
            return listed(map(value, json))
        case _:
            return term(str(json))
