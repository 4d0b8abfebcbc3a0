"""Refresh: powers of monsters that are used up, and available again once the right number comes up."""

from __future__ import annotations

import re
from typing import Final

from domain.kit.rolls import Throw, roll
from domain.play.play import Play
from systems.orcus.moments import TURN_START
from systems.orcus.powers.clauses import Unread
from systems.orcus.powers.known import all_known, is_expended, regain

_NUMBERS: Final = re.compile(r"(\d+(?:\s*[-,]\s*\d+)*)(?: on (?:a )?d(\d+))?")


def refresh_of(words: str) -> tuple[int, frozenset[int]]:
    """OR-MON-05: return the die and its numbers that make a power available again: `5-6`, or `1, 8 on d8`. Raises Unread."""
    match = _NUMBERS.fullmatch(words.strip().lower())
    if match is None:
        raise Unread(f"{words!r} names no numbers; write them as `5-6`, or `8 on d8`")
    found: set[int] = set()
    for part in match[1].split(","):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return int(match[2] or 6), frozenset(found)


def refresh(play: Play, who: str) -> None:
    """OR-MON-05: at each later turn a die is rolled for every power that was used; where its number comes up, it is there again."""
    for name, reading in all_known(play, who).items():
        if reading.power.frequency == "refresh" and is_expended(play, who, name):
            sides, numbers = refresh_of(reading.power.refresh)
            with play.citing("OR-MON-05"):
                if roll(play, Throw(who, "refresh", f"1d{sides}", about=name)).natural in numbers:
                    regain(play, who, name)


MOMENTS: Final = {TURN_START: (refresh,)}
