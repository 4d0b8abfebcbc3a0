"""Rolls wherever a text shows them: `!roll`, several at once, inside a sentence, a new order of turns.

**Result**: 1d20 (12) + 5            Rolling 2 iterations...          I leap ((1d20 (3) + 4 = `7`)) over it.
**Total**: 17                        1d6 (3) = `3`                    1d20 (8) + 1 = `9`: Nitar
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from api.imports.avrae.recording.rolls import PrintedRoll, UnreadableRoll, parse_roll
from domain.messages import text as worded


class Spotted(msgspec.Struct, frozen=True):
    """A roll in a text, with its label there; `who` is named where the roll decides a place in the order."""

    roll: PrintedRoll
    label: str | None = None
    who: str | None = None


_VERBOSE = re.compile(r"\*\*(?P<label>[^*\n]+)\*\*: (?P<sum>[^\n]+)\n\*\*Total\*\*: (?P<total>-?\d{1,12})", re.ASCII)
_TOTAL = re.compile(r"= `-?\d{1,12}`", re.ASCII)
_LABEL = re.compile(r"\*\*(?P<label>[^*\n]+?)(?::\*\*|\*\*:) *")
_IN_ORDER = re.compile(r": (?P<name>[^\n]+)")
_DIE = re.compile(r"\d*d(?:\d+|%)[a-z0-9<>]* \(", re.ASCII)
"""Dice that show their faces; a roll without any is ignored."""
_START = re.compile(r"(?<![\w.])[-(]*(?:\d*d(?:\d|%)|\d)", re.ASCII)


def rolls_in(text: str) -> tuple[list[Spotted], list[UnreadableRoll]]:
    """All rolls with dice that a text shows, in its order, and what looks like one and cannot be read."""
    rolls: list[Spotted] = []
    unread: list[UnreadableRoll] = []
    for spotted in (*_verbose(text), *_in_lines(text)):
        if isinstance(spotted, UnreadableRoll):
            unread.append(spotted)
        elif spotted.roll.dice:
            rolls.append(spotted)
    return rolls, unread


def _verbose(text: str) -> Iterator[Spotted | UnreadableRoll]:
    for each in _VERBOSE.finditer(text):
        if _DIE.search(each["sum"]):
            roll = _read(f"{each['sum']} = `{each['total']}`")
            label = None if each["label"] == "Result" else each["label"]
            yield roll if isinstance(roll, UnreadableRoll) else Spotted(roll, label)


def _in_lines(text: str) -> Iterator[Spotted | UnreadableRoll]:
    for line in text.split("\n"):
        at = 0
        for total in _TOTAL.finditer(line):
            before = line[at : total.end()]
            at = total.end()
            if not _DIE.search(before):
                continue
            label, roll = _labelled(before)
            in_order = _IN_ORDER.fullmatch(line[at:]) if label is None else None
            if isinstance(roll, UnreadableRoll):
                yield roll
            else:
                yield Spotted(roll, "initiative" if in_order else label, in_order["name"] if in_order else None)


def _labelled(text: str) -> tuple[str | None, PrintedRoll | UnreadableRoll]:
    """The longest roll that ends the text, and the label before it. Words before it are no part of it."""
    label = None
    for each in _LABEL.finditer(text):
        label, text_after = each["label"], text[each.end() :]
        if _DIE.search(text_after):
            text = text_after
            break
    first: UnreadableRoll | None = None
    for start in _START.finditer(text):
        for skipped in range(start.end() - start.start()):
            roll = _read(text[start.start() + skipped :])
            if isinstance(roll, PrintedRoll) and (roll.dice or first is None):
                return label, roll
            first = first or (roll if isinstance(roll, UnreadableRoll) else None)
            if text[start.start() + skipped] not in "-(":
                break
    return label, first or UnreadableRoll(worded("“{text}” shows dice but is not a sum of them.", text=text))


def _read(text: str) -> PrintedRoll | UnreadableRoll:
    try:
        return parse_roll(text)
    except UnreadableRoll as unreadable:
        return unreadable
