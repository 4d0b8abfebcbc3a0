"""Parameters that do not fit, told to people: what would be right, and what was sent instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from api.problems import BadParameter, FieldProblem
from domain.messages import listed, numbered, text
from domain.misfits import at_least_characters, at_most_characters

_SHOWN: Final = 80
"""Characters of a value that are shown."""

_MESSAGE: Final = re.compile(
    r"Expected `(?P<kind>\w+)(?: \| null)?`(?: (?P<bound>>=|<=|>|<|of length <=|of length >=) (?P<limit>-?[\d.]+)|, got)"
)
"""The message of msgspec about a value of another type, or one that is too large or too small."""


def misfit(message: str, sent: object, choices: str = "") -> str:
    """Return the sentence about a parameter, without its name, for the message of msgspec about its value; `choices` are
    the words that it can be where it is one of a few.
    """
    value = str(sent)
    value = value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"
    if choices:
        return text("must be one of {choices}, not {value!r}", choices=choices, value=value)
    match = _MESSAGE.match(message)
    if match is None:
        return _of_another_form(message, value)
    if match["bound"] is None:
        return _of_another_kind(match["kind"], value) or text("cannot be used: {error}", error=message)
    return _out_of_bounds(match["kind"], match["bound"], match["limit"], value)


def _of_another_form(message: str, value: str) -> str:
    if message.startswith("Invalid UUID"):
        return text("must be an id, not {value!r}", value=value)
    if message.startswith("Invalid RFC3339"):
        return text("must be a time such as 2026-01-31T20:00:00Z, not {value!r}", value=value)
    return text("cannot be used: {error}", error=message)


def _of_another_kind(kind: str, value: str) -> str:
    match kind:
        case "int":
            return text("must be a whole number, not {value!r}", value=value)
        case "float":
            return text("must be a number, not {value!r}", value=value)
        case "bool":
            return text("must be true or false, not {value!r}", value=value)
        case "uuid":
            return text("must be an id, not {value!r}", value=value)
        case _:
            return ""


def _out_of_bounds(kind: str, bound: str, limit: str, value: str) -> str:
    if not bound.startswith("of length"):
        if bound.startswith(">"):
            return text("must be at least {least}, not {value!r}", least=limit, value=value)
        return text("must be at most {most}, not {value!r}", most=limit, value=value)
    if kind == "array":
        return numbered("must be given at most once", "must be given at most {count} times", int(limit))
    if bound.endswith(">="):
        return at_least_characters(limit)
    return at_most_characters(limit)


def misfits(wrong: Sequence[FieldProblem]) -> BadParameter:
    """Return the problem of parameters that do not fit."""
    sentences = [text("`{name}` {sentence}", name=each.field, sentence=each.message) for each in wrong]
    return BadParameter(listed(sentences), fields=tuple(wrong))
