"""Adjustments of a roll once the dice have fallen: caps, floors, doubling and halving.

Each change becomes an addend of the recorded roll, so that a roll always shows the number that the rule went on with, and
its total is always its dice and its addends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from domain.vocabulary.log import Contribution


class Adjustment(NamedTuple):
    """A change of a total: `change` gives the new one. `source` is the id of the rule that makes it."""

    label: str
    change: Callable[[int], int]
    source: str = ""


def at_most(most: int, source: str = "") -> Adjustment:
    """A cap."""
    return Adjustment(f"at most {most}", lambda total: min(total, most), source)


def at_least(least: int, source: str = "") -> Adjustment:
    """A floor."""
    return Adjustment(f"at least {least}", lambda total: max(total, least), source)


def times(factor: int, label: str, source: str = "") -> Adjustment:
    """A multiple, `label` saying what for: a critical hit."""
    return Adjustment(label, lambda total: total * factor, source)


def adjusted(total: int, adjustments: Iterable[Adjustment]) -> tuple[int, tuple[Contribution, ...]]:
    """The total after these changes, in their order, and an addend for each that made a difference."""
    addends: list[Contribution] = []
    for adjustment in adjustments:
        after = adjustment.change(total)
        if after != total:
            addends.append(Contribution(label=adjustment.label, amount=after - total, source=adjustment.source))
        total = after
    return total, tuple(addends)


class Counted(msgspec.Struct, frozen=True):
    """The result of a roll. `modifiers` are all addends, those of adjustments too; `rules` those by which it was
    adjusted."""

    total: int
    outcome: str
    modifiers: tuple[Contribution, ...]
    rules: tuple[str, ...]


def counted(
    dice: int,
    modifiers: tuple[Contribution, ...],
    adjustments: tuple[Adjustment, ...],
    judge: Callable[[int, int], str],
) -> Counted:
    """Return the result of dice after modifiers and adjustments, as `judge` has it by what they show and by the total."""
    total, changes = adjusted(dice + sum(modifier.amount for modifier in modifiers), adjustments)
    rules = tuple(dict.fromkeys(change.source for change in changes if change.source))
    return Counted(total, judge(dice, total), (*modifiers, *changes), rules)


def reaches(target: int | None, natural: int, total: int) -> str:  # noqa: ARG001 - a judge is told what the dice show
    """Judge a roll that reaches a target or does not; "" where it has none."""
    return "" if target is None else "success" if total >= target else "failure"
