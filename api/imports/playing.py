"""Commands that retell what another program recorded: what they may hold, and what they may run into."""

from __future__ import annotations

from typing import Any, Final

from domain.dice.notation import NotationError
from domain.dice.roll import TooManyDice
from domain.dice.tape import DieOutOfRange
from domain.ledger.playing.references import UnknownThing
from domain.play.deed import BadCommand
from domain.play.refusals import Refused

LONGEST_WORD: Final = 80
"""Characters of the longest label and notation that a command takes."""

NOT_PLAYABLE: Final = (Refused, BadCommand, UnknownThing, NotationError, TooManyDice, DieOutOfRange, OverflowError)
"""Errors that a command from a damaged record may run into. Each is then on the account, and the rest is written."""


def storable(value: Any) -> Any:
    """Return the value with a mark in place of every character that a database does not store: NUL."""
    match value:
        case str():
            return value.replace("\0", "\N{REPLACEMENT CHARACTER}")
        case dict():
            return {key: storable(each) for key, each in value.items()}
        case list() | tuple():
            return tuple(storable(each) for each in value)
        case _:
            return value
