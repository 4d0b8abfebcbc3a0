"""Dice that another program recorded, in the notation of our own: the same dice in the same order, the same total.

Most notations mean the same to both. Nothing is guessed: a notation is taken only where it leads from the recorded dice
to the recorded result. Where none does, the dice are spelled out one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from domain.dice.notation import TEXT, NotationError, parse
from domain.dice.roll import TooManyDice, evaluate
from domain.messages import sentence_of
from domain.messages import text as worded


class RecordedDie(msgspec.Struct, frozen=True):
    """One die. `value` is the face that counts; `kept` is false for a die that was rolled and dropped."""

    sides: int
    value: int
    kept: bool = True


class GivenRoll(msgspec.Struct, frozen=True):
    """A roll as a command takes it: its notation, and the faces of the dice, in rolling order."""

    notation: str
    faces: tuple[int, ...]


class UntellableRoll(ValueError):
    """A roll beyond what our dice can be: too many dice, too many sides, a face that there is not, or too large a total."""

    slug = "untellable-roll"

    def __init__(self, written: str, total: int, limit: Exception) -> None:
        super().__init__(
            worded(
                "The roll “{written}” of {total} cannot be kept as a roll: {limit}",
                written=written,
                total=total,
                limit=sentence_of(limit),
            )
        )


def given_as(
    notations: Iterable[str], dice: Sequence[RecordedDie], total: int, *, written: str, longest: int = TEXT
) -> GivenRoll:
    """Return dice and their total as a command takes them, in at most `longest` characters, in the first notation that fits.

    `written` is the roll as the other program wrote it. Raises UntellableRoll.
    """
    faces = tuple(die.value for die in dice)
    for notation in notations:
        if len(notation) <= longest and _leads_to(notation, dice, total):
            return GivenRoll(notation, faces)
    spelled = _spelled_out(dice, total)
    try:
        if len(spelled) > longest:
            raise NotationError(worded("a roll is written in at most {most} characters", most=longest), longest)
        _evaluated(spelled, dice)
    except (NotationError, TooManyDice) as limit:
        raise UntellableRoll(written, total, limit) from limit
    return GivenRoll(spelled, faces)


def recorded_by(notation: str, faces: Sequence[int], total: int) -> tuple[RecordedDie, ...] | None:
    """Return the dice of a notation that showed these faces, with which of them count; None where they do not come to the total,
    or the notation takes other dice."""
    shown = iter(faces)

    def draw(sides: int) -> int:
        face = next(shown, 0)
        if not 1 <= face <= sides:
            raise _OtherDice
        return face

    try:
        rolled = evaluate(parse(notation), draw)
    except (NotationError, TooManyDice, _OtherDice):
        return None
    fits = rolled.total == total and next(shown, None) is None
    return tuple(RecordedDie(die.sides, die.face, kept=die.kept) for die in rolled.dice) if fits else None


def _leads_to(notation: str, dice: Sequence[RecordedDie], total: int) -> bool:
    """Whether our dice, showing these faces, give this result, keep the same of them, and need no more and no fewer."""
    try:
        result, kept = _evaluated(notation, dice)
    except (NotationError, TooManyDice, _OtherDice):
        return False
    return (result, kept) == (total, [die.kept for die in dice])


class _OtherDice(Exception):
    """A notation asks for other dice than were recorded."""


def _evaluated(notation: str, dice: Sequence[RecordedDie]) -> tuple[int, list[bool]]:
    recorded = iter(dice)

    def draw(sides: int) -> int:
        die = next(recorded, None)
        if die is None or die.sides != sides:
            raise _OtherDice
        return die.value

    rolled = evaluate(parse(notation), draw)
    return rolled.total, [die.kept for die in rolled.dice]


def _spelled_out(dice: Sequence[RecordedDie], total: int) -> str:
    """Spell out every die: dropped ones count nothing, and the rest of the sum is one constant."""
    terms = []
    for (sides, kept), alike in groupby(dice, key=lambda die: (die.sides, die.kept)):
        count = len(list(alike))
        terms.append(f"{count}d{sides}" if kept else f"{count}d{sides}*0")
    constant = total - sum(die.value for die in dice if die.kept)
    if constant or not terms:
        terms.append(str(constant))
    return "+".join(terms).replace("+-", "-")
