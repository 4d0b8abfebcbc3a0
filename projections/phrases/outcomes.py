"""Entries of a plan as they are and as they would be, in sentences of which those that differ are marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from domain.visibility.view_fields import Fields
from projections.phrases.catalogue import english
from projections.phrases.events import brought
from projections.phrases.messages import Part
from projections.phrases.naming import Names
from projections.phrases.rolls import outcome_of
from projections.phrases.telling import Clause, Piece, counted, of_event, pieces, worth_telling
from projections.views.plans import PlannedEntryView


class MarkedPiece(NamedTuple):
    """A piece of a sentence, and whether the other side does not say it."""

    piece: Piece
    differs: bool


class EntryOutcome(NamedTuple):
    """The sentences of an entry as it is and as it would be; empty ones where there is nothing to tell."""

    before: tuple[MarkedPiece, ...]
    after: tuple[MarkedPiece, ...]


def outcome_told(entry: PlannedEntryView, names: Names, say: Callable[[Part], str] = english) -> EntryOutcome:
    """Return what is told of an entry before and after a change of the past."""
    names = {
        **names,
        **{path: name for event in (*entry.before, *entry.after) for path, name in brought(event, names, say).items()},
    }
    before, after = (list(_clauses(events, names, say)) for events in (entry.before, entry.after))
    return EntryOutcome(tuple(_marked(before, after, say)), tuple(_marked(after, before, say)))


def _clauses(events: Sequence[Fields], names: Names, say: Callable[[Part], str]) -> Iterator[Clause]:
    worth = {id(event) for event in worth_telling(events)}
    for event in events:
        if event["type"] == "rolled":
            yield Clause((str(event["aggregate_id"]), f"rolls.{event['name']}"), outcome_of(event, names))
        elif id(event) in worth and say((clause := of_event(event, names)).sentence):
            yield clause


def _marked(clauses: list[Clause], others: list[Clause], say: Callable[[Part], str]) -> Iterator[MarkedPiece]:
    known = {say(clause.sentence) for clause in others}
    runs = counted(clauses, say)
    return (
        MarkedPiece(piece, say(clause.sentence) not in known)
        for piece, clause in zip(pieces(clauses, say), runs, strict=True)
    )
