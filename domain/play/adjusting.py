"""How a rule changes what a roll came to, once the dice have fallen: caps, floors, doubling and halving.

Each change becomes an addend of the recorded roll, so that a roll always shows the number that the rule went on with, and
its total is always its dice and its addends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from domain.events.log import Contribution


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
