"""Typed dice of amended entries: where they fell once they stay, with their roller, however often it is decided again."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.commands import DiceGiven
from domain.dice.labels import in_place, is_in_place, replaces
from domain.dice.tape import Die
from domain.history.deciding import TYPED, labels_of
from domain.history.planner import RevisionPlanner
from domain.records.entries import Change, Revision


def with_dice_in_place(revision: Revision, planner: RevisionPlanner) -> Revision:
    """The revision with each typed die that fell in it under the label that names its place alone."""
    return replace(revision, changes=tuple(_in_place(change, planner) for change in revision.changes))


def together(held: DiceGiven, given: DiceGiven) -> DiceGiven:
    """The dice of an amended entry that is given more: those that it had stay, but for those whose place the new ones take."""
    if not given or not isinstance(held, dict) or not isinstance(given, dict):
        return given or held
    return {label: values for label, values in held.items() if not replaces(given.keys(), label)} | given


def _in_place(change: Change, planner: RevisionPlanner) -> Change:
    envelope = change.envelope
    if change.to != "amend" or envelope is None or not envelope.dice:
        return change
    fallen = {in_place(*die.key): (die.value,) for die in _typed(change, planner)}
    if not fallen:
        return change
    left = envelope.dice if isinstance(envelope.dice, dict) else {}
    kept = {label: values for label, values in left.items() if is_in_place(label)}
    return replace(change, envelope=replace(envelope, dice={**kept, **fallen}))


def _typed(change: Change, planner: RevisionPlanner) -> Iterator[Die]:
    """The dice that a change of an entry brings, as they fell in its deed."""
    envelope = change.envelope
    assert envelope is not None, "an amended entry has its command"
    for part in planner.parts.get(planner.reader.header(change.entry).deed, ()):
        for die in part.dice:
            named = not isinstance(envelope.dice, dict) or not envelope.dice.keys().isdisjoint(labels_of(die))
            if die.source is TYPED[envelope.dice_source] and die.was is None and named:
                yield die
