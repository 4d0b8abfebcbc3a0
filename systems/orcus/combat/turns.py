"""Turns: what each holds, who has none any more, and how they follow one another."""

from __future__ import annotations

from typing import Final

from domain.kit import turns
from domain.kit.rounds import InTurn
from domain.play.play import Play
from systems.orcus.moments import TURN_START
from systems.orcus.sheet.conditions import can_act, is_dead

STANDARD: Final = "standard"
MOVE: Final = "move"
SWIFT: Final = "swift"
IMMEDIATE: Final = "immediate"

A_TURN: Final = {STANDARD: 1, MOVE: 1, SWIFT: 1, IMMEDIATE: 1}
"""OR-TURN-02, ruling 18: what a turn holds, and one immediate action until the next."""

FLOW: Final = InTurn(is_dead, can_act)
"""OR-COMB-01, OR-INIT-03: one turn each in a round, from the highest initiative down."""


def turn_begins(play: Play, who: str) -> None:
    """OR-TURN-02: a turn holds all of it again."""
    turns.refill(play, who, A_TURN)


MOMENTS: Final = {TURN_START: (turn_begins,)}
