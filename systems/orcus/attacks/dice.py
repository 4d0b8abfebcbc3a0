"""Dice of damage: weapon dice, and the most that dice can show."""

from __future__ import annotations

import re
from typing import Final

_DICE: Final = re.compile(r"(\d*)d(\d+)")


def times(dice: str, count: int) -> str:
    """OR-EFF-06: return the dice of a weapon, rolled so many times: 3 times 1d10 is 3d10."""
    return _DICE.sub(lambda match: f"{count * int(match[1] or 1)}d{match[2]}", dice)


def most_of(dice: str) -> int:
    """OR-CRIT-03: return the most that dice with their fixed parts can show; 0 for none."""
    whole = _DICE.sub(lambda match: str(int(match[1] or 1) * int(match[2])), dice.replace(" ", ""))
    return sum(int(part) for part in re.findall(r"[+-]?\d+", whole))
