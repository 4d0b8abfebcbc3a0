"""Rolls of messages: their dice out of the terms that they consist of, in the notation of our own."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from api.imports.dice import RecordedDie
from api.imports.fields import Document, listed, mapping, number, objects, read_json, text, whole
from api.imports.history.records import ToldRoll, UnreadableRecord
from domain.messages import text as worded

_OFFSETS: Final = {"Coin": 1, "FateDie": 2}
"""The distance of our faces above those of these dice: a coin shows 0 or 1, a fate die −1 to 1."""

_MODIFIER: Final = re.compile(
    r"(?P<name>kh?|kl|dh|dl?|rr?|x|min|max)(?P<most>(?:\d+(?=[<>=]))?)(?P<relation>(?:[<>]=?|=)?)(?P<number>\d*)",
    re.IGNORECASE,
)
_OURS: Final = {"k": "kh", "kh": "kh", "kl": "kl", "d": "dl", "dh": "dh", "dl": "dl"} | {
    "r": "ro",
    "rr": "r",
    "x": "!",
    "min": "mi",
    "max": "ma",
}
"""The modifiers of dice in our notation, by Foundry's names."""


class _Group(NamedTuple):
    """Dice of one term, what they come to, and how our notation writes them; None where it has no such dice."""

    dice: list[RecordedDie]
    worth: int
    notation: str | None


def told_roll(source: object, label: str) -> ToldRoll:
    """Return a roll as a message holds it: JSON in a text, or an object. Raises UnreadableRecord."""
    data = _decoded(source)
    total = number(data.get("total"))
    if total is None:
        raise UnreadableRecord(worded("It has no total."))
    terms = list(objects(data.get("terms")))
    groups = [_group(term, kept=kept) for term, kept in _dice_terms(data, kept=True)]
    dice = tuple(die for group in groups for die in group.dice)
    came_to = math.floor(total)
    written = text(data.get("formula")) or "roll"
    plain = _plain_notation(terms)
    if plain is None:
        return ToldRoll(label=label, written=written, dice=dice, total=came_to)
    notation, worth = plain
    added = came_to - worth
    addends = (("modifier", added),) if added else ()
    return ToldRoll(
        label=label, written=written, dice=dice, total=worth, notations=(notation,) if notation else (), addends=addends
    )


def _decoded(source: object) -> Document:
    try:
        roll = read_json(source) if isinstance(source, str) else source
    except (ValueError, RecursionError) as error:
        raise UnreadableRecord(worded("It is no JSON: {error}.", error=error)) from error
    if not isinstance(roll, dict):
        raise UnreadableRecord(worded("It is no roll."))
    return roll


def _dice_terms(part: Document, *, kept: bool) -> Iterator[tuple[Document, bool]]:
    """Give every term with dice, however deep it lies, and whether what it lies in was kept."""
    if "results" in part and "faces" in part:
        yield part, kept
        return
    results = [mapping(result).get("active", True) is not False for result in listed(part.get("results"))]
    for place, roll in enumerate(objects(part.get("rolls"))):
        yield from _dice_terms(roll, kept=kept and (place >= len(results) or results[place]))
    for field in ("terms", "operands", "dice"):
        for inner in objects(part.get(field)):
            yield from _dice_terms(inner, kept=kept)
    for one in objects([part.get("term"), part.get("roll")]):
        yield from _dice_terms(one, kept=kept)


def _group(term: Document, *, kept: bool = True) -> _Group:
    sides = whole(term.get("faces"))
    if sides is None or sides < 1:
        raise UnreadableRecord(worded("It has dice with {faces!r} faces.", faces=term.get("faces")))
    results = list(objects(term.get("results")))
    ordered, in_order = _in_our_order(results, whole(term.get("number")) or len(results))
    dice = [_die(term, sides, result, kept=kept) for result in ordered]
    worth = sum(die.value - _offset(term) for die in dice if die.kept)
    return _Group(dice, worth, _notation(term, sides) if in_order else None)


def _offset(term: Document) -> int:
    return _OFFSETS.get(text(term.get("class")), 0)


def _die(term: Document, sides: int, result: Document, *, kept: bool) -> RecordedDie:
    face = whole(result.get("result"))
    if face is None:
        raise UnreadableRecord(
            worded("A d{sides} shows {face!r}, which is no whole number.", sides=sides, face=result.get("result"))
        )
    face += _offset(term)
    if not 1 <= face <= sides:
        raise UnreadableRecord(worded("A d{sides} shows 1 to {sides}, not {face}.", sides=sides, face=face))
    return RecordedDie(sides, face, kept=kept and result.get("active") is not False)


def _in_our_order(results: list[Document], count: int) -> tuple[list[Document], bool]:
    """Put each die right behind the one that brought it, by a reroll or an explosion; whether it is clear which did.

    Foundry keeps the dice that were thrown first, and behind them the further ones in the order in which they were called for.
    """
    further = results[count:]
    if not further:
        return results, True
    calls = [result.get("rerolled") is True or result.get("exploded") is True for result in results]
    both = any(result.get("rerolled") for result in results) and any(result.get("exploded") for result in results)
    if both or sum(calls) != len(further) or not 0 < count <= len(results):
        return results, False
    callers = [place for place, called in enumerate(calls) if called]
    brought = {caller: count + nth for nth, caller in enumerate(callers) if caller < count + nth}
    order: list[int] = []
    for first in range(count):
        place = first
        order.append(place)
        while place in brought:
            place = brought[place]
            order.append(place)
    return ([results[place] for place in order], True) if len(order) == len(results) else (results, False)


def _notation(term: Document, sides: int) -> str | None:
    modifiers = "".join(each for each in listed(term.get("modifiers")) if isinstance(each, str))
    written, at = "", 0
    for match in _MODIFIER.finditer(modifiers):
        if match.start() != at:
            return None
        at = match.end()
        ours = _modifier(match["name"].lower(), match["most"] or "", match["relation"], match["number"])
        if ours is None:
            return None
        written += ours
    if at != len(modifiers):
        return None
    if text(term.get("class")) == "FateDie":
        return f"{_count(term)}dF{written}"
    return f"{_count(term)}d{sides}{written}" if text(term.get("class")) != "Coin" else None


def _modifier(name: str, most: str, relation: str, number: str) -> str | None:
    """Return a modifier of dice as ours; None where we have none such. `most` is how often it may happen."""
    ours = _OURS[name]
    match name:
        case "k" | "kh" | "kl" | "d" | "dh" | "dl" if not relation:
            return f"{ours}{number or 1}"
        case "x" if not most:
            return f"{ours}{relation or '='}{number}" if number else ours
        case "r" | "rr" if most in ("", "1"):
            return f"{'ro' if most else ours}{relation}{number or 1}"
        case "min" | "max" if number and not relation:
            return f"{ours}{number}"
        case _:
            return None


def _count(term: Document) -> int:
    return whole(term.get("number")) or len(listed(term.get("results")))


def _plain_notation(terms: list[Document]) -> tuple[str, int] | None:
    """Return the dice of a sum of dice and numbers in our notation, and what they come to; None for anything else."""
    notation, worth, sign = "", 0, "+"
    for term in terms:
        if "operator" in term:
            sign = text(term["operator"]).strip()
            if sign not in ("+", "-"):
                return None
        elif "results" in term and "faces" in term:
            group = _group(term)
            if group.notation is None:
                return None
            notation += f"{sign if notation or sign == '-' else ''}{group.notation}"
            worth += group.worth if sign == "+" else -group.worth
        elif number(term.get("number")) is None or "faces" in term:
            return None
    return (notation, worth) if notation else None
