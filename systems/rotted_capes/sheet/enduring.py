"""Enduring: a hero who holds out is spared the next step of a hardship, once."""

from __future__ import annotations

from typing import Final, Literal

from domain.kit import conditions
from domain.play.play import Play

Hardship = Literal["disease", "exhaustion", "hunger", "thirst", "sleep", "breath"]

ENDURING: Final = "enduring"
"""A condition of a hero who holds out against the hardship in its tag."""


def hold_out(play: Play, who: str, against: Hardship) -> None:
    """Ruling 15: let a character hold out against the next step of a hardship."""
    conditions.gain(play, who, ENDURING, tags=(against,))


def held_out(play: Play, who: str, against: Hardship) -> bool:
    """Ruling 15: whether a character holds out against a step of a hardship; they do so once, and no more after it."""
    name = next(iter(conditions.present(play, who, ENDURING, tag=against)), None)
    if name is None:
        return False
    play.cite("RC-PP-13")
    conditions.end_one(play, who, name, "used")
    return True
