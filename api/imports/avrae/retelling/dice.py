"""Printed rolls in the notation of our own dice. Most of Avrae's notations mean the same to both."""

from __future__ import annotations

import re

from api.imports.avrae.recording.rolls import PrintedRoll
from api.imports.dice import GivenRoll, given_as
from domain.dice.notation import TEXT

_AVRAES = re.compile(r"(?P<dice>\d*d(?:\d+|%))(?P<keeping>[a-z0-9<>]+)|(?P<divided>(?<!/)/(?!/))|(?P<label>\[[^\]]*\])")
_OURS = {"rr": "r", "e": "!"}
_OPERATION = re.compile(r"rr|e")


def given(roll: PrintedRoll, longest: int = TEXT) -> GivenRoll:
    """Return the roll in our notation, in at most `longest` characters. Raises UntellableRoll."""
    notations = (roll.notation, _AVRAES.sub(_translated, roll.notation))
    return given_as(notations, roll.dice, roll.total, written=roll.notation, longest=longest)


def _translated(match: re.Match[str]) -> str:
    if match["divided"]:
        return "//"
    if match["label"]:
        return match[0]
    return match["dice"] + _OPERATION.sub(lambda operation: _OURS[operation[0]], match["keeping"])
