"""Marks: two or three characters that stand for a character where their name has no room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Final

_NUMBERED: Final = re.compile(r".*-(?P<number>\d{1,2})\Z")


def marks(named: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return a mark for each of these (name and handle), all of them different: `Ke` for Kestrel, `SH` for the Sea Hag
    with two words, `G2` for the second ghoul. Nobody's mark depends on where they are."""
    taken: set[str] = set()
    made: dict[str, str] = {}
    for key in sorted(named, key=lambda each: (named[each][1], each)):
        mark = next(each for each in _candidates(*named[key]) if each.casefold() not in taken)
        taken.add(mark.casefold())
        made[key] = mark
    return made


def _candidates(name: str, handle: str) -> Iterator[str]:
    """Yield marks for a name, the best first, without end."""
    words = [letters for word in name.split() if (letters := _letters(word))] or ["?"]
    numbered = _NUMBERED.match(handle)
    if numbered:
        yield words[0][0].upper() + numbered["number"]
    yield from _pairs(words)
    yield from (f"{words[0][0].upper()}{number}" for number in count(2))


def _pairs(words: list[str]) -> Iterator[str]:
    """Yield two letters of a name: of its first and last word, else its first letter with each other one."""
    first = words[0][0].upper()
    if len(words) > 1:
        yield first + words[-1][0].upper()
    yield from (first + letter.lower() for letter in words[0][1:])
    if len(words[0]) == 1:
        yield first


def _letters(word: Iterable[str]) -> str:
    return "".join(letter for letter in word if letter.isalnum())
