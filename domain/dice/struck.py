"""The server's dice of struck entries: whoever rolled them draws them again, so that nobody undoes until the dice fit."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from domain.dice.labels import parts
from domain.dice.tape import Die, FirstDraw, Tokens

Hand: TypeAlias = tuple[str, str, int, str]
"""Of what dice are drawn again alike, whatever their target: roller, kind, sides and seed."""


class Draw(Struct, frozen=True):
    """The first draw of a die: the die and the deed that it was keyed to then."""

    entry: int
    kind: str
    tokens: Tokens
    index: int
    sides: int


def first_draw(deed: int, die: Die) -> Draw | None:
    """Return the first draw of a die on a tape of this deed; None for one that nobody draws again: typed dice, those of
    an amendment seed, and older ones that were not keyed to their roller."""
    if die.seed not in ("open", "sealed") or die.tokens is None:
        return None
    entry, index = (deed, die.index) if die.first_draw is None else (die.first_draw.entry, die.first_draw.index)
    return Draw(entry, parts(die.label)[0], die.tokens, index, die.sides)


class StruckDice(Struct, frozen=True):
    """Dice to be drawn again, each with where it was drawn first; oldest first."""

    dice: tuple[tuple[Draw, Die], ...] = ()

    def without(self, drawn: Iterable[Draw]) -> StruckDice:
        """Return the dice that have not been drawn again."""
        gone = set(drawn)
        return StruckDice(tuple(pair for pair in self.dice if pair[0] not in gone)) if gone else self


class StruckHands:
    """Struck dice as one deed draws them again, each once."""

    def __init__(self, struck: StruckDice) -> None:
        self._hands: dict[Hand, deque[tuple[Draw, Die]]] = {}
        for draw, die in struck.dice:
            hand = (die.roller, draw.kind, die.sides, str(die.seed))
            self._hands.setdefault(hand, deque()).append((draw, die))

    def take(self, roller: str, label: str, sides: int, seed: str) -> tuple[FirstDraw, Die] | None:
        """The next die for such a draw, and where it was drawn first; None where there is none left."""
        hand = self._hands.get((roller, parts(label)[0], sides, seed))
        if not hand:
            return None
        draw, die = hand.popleft()
        return FirstDraw(draw.entry, draw.index), die
