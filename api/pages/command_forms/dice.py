"""Dice that were rolled at the table, as they are typed on a page: `attack = 4`, one roll a line, or the numbers alone."""

from __future__ import annotations

import re
from typing import Final

from api.calling.values import WrongValue
from domain.commands import DiceGiven
from domain.messages import text as worded

_BETWEEN: Final = re.compile(r"[\s,;]+")


def dice_in(text: str) -> DiceGiven:
    """Return the dice that are typed: by label, or as one list in rolling order. Raises WrongValue."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not any("=" in line for line in lines):
        return tuple(number for line in lines for number in _numbers(line))
    dice: dict[str, tuple[int, ...]] = {}
    for line in lines:
        label, equals, numbers = line.rpartition("=")
        if not equals:
            raise WrongValue(worded("write a roll as `label = 4`, not {line!r}", line=line), "dice")
        dice[label.strip()] = _numbers(numbers)
    return {label: numbers for label, numbers in dice.items() if numbers}


def _numbers(text: str) -> tuple[int, ...]:
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    if wrong := next((part for part in parts if not (part.isascii() and part.isdigit() and len(part) < 10)), None):
        raise WrongValue(worded("{wrong!r} is no number that a die shows", wrong=wrong), "dice")
    return tuple(map(int, parts))
