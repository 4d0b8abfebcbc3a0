"""Printed rolls in the notation of our own dice: the same dice in the same order, the same total.

Most notations mean the same to both; the few that do not are spelled out die by die. Which is which is not guessed: a
notation is taken over only where it leads from the printed dice to the printed result.
"""

from __future__ import annotations

import re
from itertools import groupby

import msgspec

from api.imports.avrae.rolls import PrintedRoll
from domain.dice.notation import TEXT, NotationError, parse
from domain.dice.roll import TooManyDice, evaluate


class GivenRoll(msgspec.Struct, frozen=True):
    """A roll as a command takes it: what was rolled, and the faces the dice showed, in rolling order."""

    notation: str
    faces: tuple[int, ...]


class UntellableRoll(ValueError):
    """A roll beyond what our dice can be: too many dice, too many sides, or too large a total."""

    slug = "untellable-roll"

    def __init__(self, roll: PrintedRoll, limit: Exception) -> None:
        super().__init__(f"The roll “{roll.notation}” of {roll.total} cannot be kept as a roll: {limit}")


_AVRAES = re.compile(r"(?P<dice>\d*d(?:\d+|%))(?P<keeping>[a-z0-9<>]+)|(?P<divided>(?<!/)/(?!/))|(?P<label>\[[^\]]*\])")
_OURS = {"rr": "r", "e": "!"}
_OPERATION = re.compile(r"rr|e")


def given(roll: PrintedRoll, longest: int = TEXT) -> GivenRoll:
    """The roll in our notation, in at most `longest` characters. Raises UntellableRoll."""
    for notation in (roll.notation, _AVRAES.sub(_translated, roll.notation)):
        if len(notation) <= longest and _leads_to(notation, roll):
            return GivenRoll(notation, _faces(roll))
    spelled = _spelled_out(roll)
    try:
        if len(spelled) > longest:
            raise NotationError(f"a roll is written in at most {longest} characters", longest)
        _total(spelled, roll)
    except (NotationError, TooManyDice) as limit:
        raise UntellableRoll(roll, limit) from limit
    return GivenRoll(spelled, _faces(roll))


def _faces(roll: PrintedRoll) -> tuple[int, ...]:
    return tuple(die.value for die in roll.dice)


def _translated(found: re.Match[str]) -> str:
    if found["divided"]:
        return "//"
    if found["label"]:
        return found[0]
    return found["dice"] + _OPERATION.sub(lambda operation: _OURS[operation[0]], found["keeping"])


def _leads_to(notation: str, roll: PrintedRoll) -> bool:
    """Whether our dice, showing these faces, give this result, keep the same of them, and need no more and no fewer."""
    try:
        total, kept = _total(notation, roll)
    except (NotationError, TooManyDice, _OtherDice):
        return False
    return (total, kept) == (roll.total, [die.kept for die in roll.dice])


class _OtherDice(Exception):
    """A notation asks for other dice than were printed."""


def _total(notation: str, roll: PrintedRoll) -> tuple[int, list[bool]]:
    printed = iter(roll.dice)

    def draw(sides: int) -> int:
        die = next(printed, None)
        if die is None or die.sides != sides:
            raise _OtherDice
        return die.value

    rolled = evaluate(parse(notation), draw)
    return rolled.total, [die.kept for die in rolled.dice]


def _spelled_out(roll: PrintedRoll) -> str:
    """Every die on its own terms: dropped ones count nothing, and what is not dice is one constant."""
    terms = []
    for (sides, kept), dice in groupby(roll.dice, key=lambda die: (die.sides, die.kept)):
        count = len(list(dice))
        terms.append(f"{count}d{sides}" if kept else f"{count}d{sides}*0")
    constant = roll.total - sum(die.value for die in roll.dice if die.kept)
    if constant or not terms:
        terms.append(str(constant))
    return "+".join(terms).replace("+-", "-")
