"""Rolls as Roll20 keeps them: parts of dice, of numbers with signs, of groups of which the best count."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, Final

from api.imports.dice import RecordedDie
from api.imports.fields import Document, listed, mapping, number, read_json, text, whole
from api.imports.history.records import ToldRoll, UnreadableRecord
from domain.messages import text as worded

_FATE: Final = 2
"""The distance of our faces of fate dice above those of Roll20, which are −1 to 1."""

_SUM: Final = re.compile(r"\s*([+-]|\d+(?:\.\d+)?)")


def decoded(content: object) -> Document:
    """Return the result of a roll, which messages hold as JSON in a text. Raises UnreadableRecord."""
    try:
        result = read_json(content) if isinstance(content, str) else content
    except (ValueError, RecursionError) as error:
        raise UnreadableRecord(worded("It is no JSON: {error}.", error=error)) from error
    if not isinstance(result, dict):
        raise UnreadableRecord(worded("It is no roll."))
    return result


def told_roll(result: Document, label: str, written: str) -> ToldRoll:
    """Return a roll by its result. Raises UnreadableRecord."""
    total = number(result.get("total"))
    if total is None:
        raise UnreadableRecord(worded("It has no total."))
    parts, came_to = listed(result.get("rolls")), math.floor(total)
    dice = tuple(_dice(parts, kept=True))
    plain = None if result.get("resultType") == "success" else _plain(parts)
    if plain is None:
        return ToldRoll(label=label, written=written, dice=dice, total=came_to)
    notation, worth, added = plain
    if came_to - worth != math.floor(added):
        return ToldRoll(label=label, written=written, dice=dice, total=came_to)
    return ToldRoll(
        label=label,
        written=written,
        dice=dice,
        total=worth,
        notations=(notation,) if notation else (),
        addends=(("modifier", came_to - worth),) if came_to != worth else (),
    )


def _dice(parts: list[Any], *, kept: bool) -> Iterator[RecordedDie]:
    """Give the dice of parts in their order, however deep they lie."""
    for part in parts:
        if isinstance(part, list):
            yield from _dice(part, kept=kept)
        elif mapping(part).get("type") == "R":
            yield from _thrown(part, kept=kept)
        elif mapping(part).get("type") == "G":
            results = [not mapping(result).get("d") for result in listed(part.get("results"))]
            for place, group in enumerate(listed(part.get("rolls"))):
                counts = kept and (place >= len(results) or results[place])
                yield from _dice(group if isinstance(group, list) else [group], kept=counts)


def _thrown(part: Document, *, kept: bool) -> Iterator[RecordedDie]:
    sides = 3 if part.get("fate") else whole(part.get("sides"))
    if sides is None or sides < 1:
        raise UnreadableRecord(worded("It has dice with {sides!r} sides.", sides=part.get("sides")))
    for result in map(mapping, listed(part.get("results"))):
        face = whole(result.get("v"))
        if face is None:
            raise UnreadableRecord(
                worded("A d{sides} shows {face!r}, which is no whole number.", sides=sides, face=result.get("v"))
            )
        face += _FATE if part.get("fate") else 0
        if not 1 <= face <= sides:
            raise UnreadableRecord(worded("A d{sides} shows 1 to {sides}, not {face}.", sides=sides, face=face))
        yield RecordedDie(sides, face, kept=kept and not result.get("d"))


def _plain(parts: list[Any]) -> tuple[str, int, float] | None:
    """Return the dice of a sum in our notation, their total, and the constant added to them; None for anything else."""
    notation, worth, added, sign = "", 0, 0.0, 1
    for part in parts:
        match mapping(part).get("type"):
            case "R":
                written = _notation(part)
                if written is None:
                    return None
                fate = _FATE if part.get("fate") else 0
                came_to = sum(die.value - fate for die in _thrown(part, kept=True) if die.kept)
                notation += f"{'-' if sign < 0 else '+' if notation else ''}{written}"
                worth, sign = worth + sign * came_to, 1
            case "M":
                tokens = _tokens(text(part.get("expr")))
                if tokens is None:
                    return None
                for token in tokens:
                    if token in "+-":
                        sign = 1 if token == "+" else -1
                    else:
                        added, sign = added + sign * float(token), 1
            case "L" | "C":
                continue
            case _:
                return None
    return (notation, worth, added) if notation else None


def _tokens(expression: str) -> list[str] | None:
    tokens, at = [], 0
    while match := _SUM.match(expression, at):
        tokens.append(match[1])
        at = match.end()
    return None if expression[at:].strip() else tokens


def _notation(part: Document) -> str | None:
    """Return dice in our notation; None where they are counted or thrown again in ways of their own."""
    count = whole(part.get("dice")) or len(listed(part.get("results")))
    dice = f"{count}dF" if part.get("fate") else f"{count}d{whole(part.get('sides'))}"
    modifiers = mapping(part.get("mods"))
    for name, verb in (("keep", "k"), ("drop", "d")):
        if set(modifiers) == {name}:
            chosen = mapping(modifiers[name])
            return f"{dice}{verb}{text(chosen.get('end')) or 'h'}{whole(chosen.get('count')) or 1}"
    return None if modifiers else dice
