"""Rolls of an entry, by the names that a table has for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from domain.dice.tape import parts
from domain.vocabulary.base import Event
from domain.vocabulary.log import Judged, Rolled

T = TypeVar("T")
Told = tuple[str, Rolled]
"""A roll and whose it is."""


class Rolls(dict[str, T]):
    """Values by label, with handles: `dodge`, where several roll it `dodge/<who>`; `damage/<target>`; a second roll of the
    same is `dodge/2`. It is also found with its roller behind it where nobody else rolls it."""

    def __init__(self, rolls: Iterable[Told], value: Callable[[Rolled], T], handle: Callable[[str], str]) -> None:
        super().__init__()
        self._rollers: dict[str, T] = {}
        labelled = [(ref, _label(roll, handle), roll) for ref, roll in rolls]
        rollers = {label: {ref for ref, same, _ in labelled if same == label} for _, label, _ in labelled}
        times: Counter[tuple[str, str]] = Counter()
        for ref, label, roll in labelled:
            times[ref, label] += 1
            number = f"/{times[ref, label]}" if times[ref, label] > 1 else ""
            theirs = f"{label}/{handle(ref)}{number}"
            self[theirs if len(rollers[label]) > 1 else f"{label}{number}"] = value(roll)
            self._rollers[theirs] = value(roll)

    def __missing__(self, label: str) -> T:
        return self._rollers[label]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Mapping)
            and len(self) == len(other)
            and all(label in self and self[label] == value for label, value in other.items())
        )

    __hash__ = None

    def __contains__(self, label: object) -> bool:
        return super().__contains__(label) or label in self._rollers


def _label(roll: Rolled, handle: Callable[[str], str]) -> str:
    kind, target = parts(roll.name)
    return f"{kind}/{handle(target)}" if target else kind


def settled(log: Iterable[tuple[str, Event]]) -> list[Told]:
    """The rolls of an entry as they were judged; what was judged without dice is a roll of none."""
    rolls: list[Told] = []
    for ref, event in log:
        if isinstance(event, Rolled):
            rolls.append((ref, event))
        elif isinstance(event, Judged):
            before = [at for at, (who, roll) in enumerate(rolls) if (who, roll.name) == (ref, event.name)]
            if not before:
                before = [len(rolls)]
                rolls.append((ref, Rolled(name=event.name, notation="", total=0)))
            rolls[before[-1]] = (ref, _judged(rolls[before[-1]][1], event))
    return rolls


def _judged(roll: Rolled, by: Judged) -> Rolled:
    return replace(roll, total=roll.total if by.total is None else by.total, outcome=by.outcome or roll.outcome)


Fits = Callable[[Rolled, int], bool]
"""Whether the numbers of a roll fit its outcome, for a roll with this target."""

MEASURES: dict[str, Fits] = {}
"""Readers of each game's rolls, by the game's id; tests of a game add theirs."""


def contradictions(log: Iterable[tuple[str, Event]], system: str) -> list[str]:
    """The rolls that say one thing by their numbers and another by their word, and those without dice that are judged."""
    rolls = [roll for _, roll in log if isinstance(roll, Rolled)]
    without = [f"{roll.name}: {roll.notation} has no dice" for roll in rolls if not roll.dice and roll.outcome]
    fits = MEASURES.get(system)
    return without + [
        f"{roll.name}: {roll.total} against {roll.target} is no {roll.outcome}"
        for roll in rolls
        if fits is not None and roll.target is not None and not fits(roll, roll.target)
    ]
