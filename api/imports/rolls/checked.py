"""A roll kept by hand: read from a row, and checked, so that impossible dice are never written down."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Final, NamedTuple

from api.imports.rolls.columns import Part
from domain.dice.expression import Constant, Dice, DiceSum, Expression, groups
from domain.dice.notation import NotationError, parse
from domain.dice.roll import TooManyDice, evaluate, required
from domain.messages import sentence_of
from domain.messages import text as worded

_NUMBER: Final = re.compile(r"[+-]?\d{1,9}")
LONGEST_FACE: Final = 8
"""Digits of a face; a die has a million sides at most."""

LONGEST_TOLD: Final = 60
"""Characters of a cell that the account repeats."""

_EPOCH: Final = re.compile(r"\d{9,13}(\.\d+)?")


class ImpossibleRoll(ValueError):
    """A row that is no roll; the sentence says why."""

    slug = "impossible-roll"


class KeptRoll(NamedTuple):
    """A roll: its line, who rolled it and when, what for, its dice and their faces, what adds to it and what it had to reach."""

    line: int
    who: str
    at: datetime | None
    what: str
    notation: str
    faces: tuple[int, ...]
    modifier: int
    target: int | None
    session: str


def read_roll(line: int, cells: Mapping[Part, str], *, zone: tzinfo | None = None, usual: str = "") -> KeptRoll:
    """Make a roll of what a row says. `usual` are the dice of a row that names none, `zone` that of times that name none.

    Raises ImpossibleRoll.
    """
    expression = _dice(cells.get("dice", "") or usual)
    modifier = _number("modifier", cells.get("modifier", "")) or 0
    total = _number("total", cells.get("total", ""))
    faces = _faces(expression, cells.get("natural", ""), total, modifier)
    _check(expression, faces, total, modifier)
    return KeptRoll(
        line,
        cells.get("who", ""),
        _time(cells.get("when", ""), zone),
        cells.get("what", "") or "roll",
        str(expression),
        faces,
        modifier,
        _number("target", cells.get("target", "")),
        cells.get("session", ""),
    )


def _dice(text: str) -> Expression:
    if not text:
        raise ImpossibleRoll(worded("It does not name its dice, such as 1d20; name a column, or the usual dice."))
    try:
        expression = parse(text.replace(" ", ""))
    except NotationError as error:
        raise ImpossibleRoll(
            worded("{text!r} are no dice. {error}", text=_cut(text), error=sentence_of(error))
        ) from error
    if not any(groups(expression)):
        raise ImpossibleRoll(worded("{text!r} holds no die.", text=_cut(text)))
    return expression


def _number(part: Part, text: str) -> int | None:
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise ImpossibleRoll(
            worded(
                "Its {part} is {text!r}, which is no whole number of at most nine digits.", part=part, text=_cut(text)
            )
        )
    return int(text)


def _faces(expression: Expression, text: str, total: int | None, modifier: int) -> tuple[int, ...]:
    """Return the faces of the dice: as the row says, or of a single die the face that its total leaves."""
    if text:
        numbers = re.findall(r"-?\d+", text)
        if not numbers or max(map(len, numbers)) > LONGEST_FACE or re.sub(r"[-\d\s,;|+\[\](){}]", "", text):
            raise ImpossibleRoll(
                worded(
                    "What its dice showed is {text!r}; write it as numbers with commas between them.", text=_cut(text)
                )
            )
        return tuple(map(int, numbers))
    if total is None:
        raise ImpossibleRoll(worded("It says neither what the dice showed nor what they came to."))
    if not _is_plain(expression):
        raise ImpossibleRoll(worded("Of several dice, what each of them showed is needed, and not the total alone."))
    constant = (
        sum(part.value for part in expression.terms if isinstance(part, Constant))
        if isinstance(expression, DiceSum)
        else 0
    )
    return (total - modifier - constant,)


def _is_plain(expression: Expression) -> bool:
    """Whether it is a single die, to which at most numbers are added."""
    parts = expression.terms if isinstance(expression, DiceSum) else (expression,)
    dice = [part for part in parts if isinstance(part, Dice)]
    alone = len(dice) == 1 and dice[0] == Dice(1, dice[0].sides)
    return alone and all(isinstance(part, (Dice, Constant)) for part in parts)


def _check(expression: Expression, faces: tuple[int, ...], total: int | None, modifier: int) -> None:
    """Check that these dice can show these faces, and come to that total."""
    given = iter(faces)

    def draw(sides: int) -> int:
        face = next(given, None)
        if face is None:
            raise ImpossibleRoll(
                worded(
                    "It takes {least} dice or more; it says what {shown} showed.",
                    least=len(required(expression)),
                    shown=len(faces),
                )
            )
        if not 1 <= face <= sides:
            raise ImpossibleRoll(worded("A d{sides} shows 1 to {sides}, not {face}.", sides=sides, face=face))
        return face

    try:
        evaluation = evaluate(expression, draw)
    except TooManyDice as error:
        raise ImpossibleRoll(sentence_of(error)) from error
    left = sum(1 for _ in given)
    if left:
        raise ImpossibleRoll(
            worded(
                "It says what {shown} dice showed; {expression} takes {taken}.",
                shown=len(faces),
                expression=expression,
                taken=len(faces) - left,
            )
        )
    if total is not None and evaluation.total + modifier != total:
        raise ImpossibleRoll(
            worded(
                "Its total is {total}, but its dice and what adds to them come to {sum}.",
                total=total,
                sum=evaluation.total + modifier,
            )
        )


def _time(text: str, zone: tzinfo | None) -> datetime | None:
    if not text:
        return None
    if _EPOCH.fullmatch(text):
        seconds = float(text)
        return datetime.fromtimestamp(seconds / 1000 if seconds > 1e11 else seconds, UTC)
    try:
        time = datetime.fromisoformat(text)
        if time.tzinfo is not None or zone is not None:
            return (time if time.tzinfo is not None else time.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ImpossibleRoll(
            worded("Its time is {text!r}; write it as 2026-05-01T19:30:00+02:00.", text=_cut(text))
        ) from None
    raise ImpossibleRoll(
        worded(
            "Its time {text!r} has no time zone; add one, or say which one all have: --zone Europe/Vienna", text=text
        )
    )


def _cut(text: str) -> str:
    """Return a text as far as it is worth telling."""
    return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}…"
