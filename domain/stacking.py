"""Stacking: which of several changes of one value count beside each other.

Modifiers that are kept and what a situation adds stack by the same law, and so do the addends of a roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, Protocol

Stacking = Literal["sum", "best", "once"]


class StackedChange(Protocol):
    """A change of a value as stacking sees it (see `domain.vocabulary.values.Modifier`)."""

    @property
    def operation(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def over(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def stacking(self) -> Stacking: ...


class StackedAddend(NamedTuple):
    """A change that adds."""

    amount: int
    type: str = ""
    source: str = ""
    stacking: Stacking = "sum"
    operation: str = "add"
    over: int = 1


def counted(changes: Sequence[StackedChange]) -> tuple[bool, ...]:
    """Return for each of these changes whether it counts.

    "sum" always does. Of "best" ones of a type and operation only the greatest bonus and the gravest penalty do, of
    equal ones the first; of "once" ones of a type and source only the first does.
    """
    best: dict[tuple[str, str, bool], int] = {}
    seen: set[tuple[str, str]] = set()
    counts = [True] * len(changes)
    for at, change in enumerate(changes):
        match change.stacking:
            case "best":
                helps, weight = pull(change)
                rival = best.setdefault((change.type, change.operation, helps), at)
                if weight > pull(changes[rival])[1]:
                    counts[rival] = False
                    best[change.type, change.operation, helps] = at
                elif rival != at:
                    counts[at] = False
            case "once":
                counts[at] = (change.source, change.type) not in seen
                seen.add((change.source, change.type))
            case _:
                pass
    return tuple(counts)


def pull(change: StackedChange) -> tuple[bool, Fraction]:
    """Return whether a change is a bonus, and how much it does: what it adds, how far from one it multiplies by. A cap is a
    penalty, the lower the heavier; a floor or a set value is a bonus, the higher the heavier."""
    match change.operation:
        case "cap":
            return False, Fraction(-change.amount)
        case "floor" | "set":
            return True, Fraction(change.amount)
        case "multiply":
            by = Fraction(change.amount, change.over or 1) - 1
        case _:
            by = Fraction(change.amount)
    return by >= 0, abs(by)
