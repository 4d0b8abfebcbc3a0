"""The limits of one request: so many dice, and so many commands. They are checked before any die is rolled."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec import to_builtins

from domain.commands import Envelope
from domain.dice.notation import NotationError, groups, parse

MOST_DICE: Final = 10_000
"""Dice of one request, in all its commands together: rolling, keeping and showing them takes seconds and some MiB."""

MOST_COMMANDS: Final = 1_000
"""Commands of one request, those that a change of the past inserts or amends included."""

_NOTATION: Final = re.compile(r"[ \t(+-]*[0-9]*d[0-9%f]", re.IGNORECASE)


class TooMuchAsked(Exception):
    """A request asks for more than one may. Nothing was written, and no die was shown."""

    slug = "too-much-asked"


def check_asked(commands: Iterable[object]) -> None:
    """Refuse commands that are too many, or whose notations ask for too many dice. Raises TooMuchAsked."""
    asked = list(commands)
    if len(asked) > MOST_COMMANDS:
        raise TooMuchAsked(f"{len(asked)} commands are too many for one request; send at most {MOST_COMMANDS} at once")
    check_dice(sum(dice_in(_rollable(command)) for command in asked))


def check_dice(dice: int) -> None:
    """Refuse more dice than one request may roll. Raises TooMuchAsked."""
    if dice > MOST_DICE:
        raise TooMuchAsked(f"{dice:,} dice are too many for one request; roll at most {MOST_DICE:,} at once")


def dice_in(value: Any) -> int:
    """Return how many dice the notations ask for that stand anywhere in what was sent; what is no notation asks for
    none."""
    match value:
        case str():
            return _dice_of(value)
        case dict():
            return sum(map(dice_in, value.values()))
        case list() | tuple():
            return sum(map(dice_in, value))
        case _:
            return 0


def _rollable(command: object) -> Any:
    """The parts of what was sent that a rule may read notations from."""
    return (command.args, command.responses) if isinstance(command, Envelope) else to_builtins(command)


def _dice_of(text: str) -> int:
    if ("d" not in text and "D" not in text) or not _NOTATION.match(text):
        return 0
    try:
        return sum(group.count for group in groups(parse(text)))
    except NotationError:
        return 0
