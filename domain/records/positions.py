"""The effective order: the position of an entry in the story, whatever its number."""

from __future__ import annotations

from collections.abc import Mapping

Place = tuple[int, ...]
"""Sorts as the story runs. A play entry's place is `(number,)`. An insert after an entry adds its negated number to that
entry's place: it stands directly after its anchor and before earlier inserts there. No place sorts before `()`."""

_FIRST_INSERT = -(2**63)


def place(number: int, anchors: Mapping[int, int]) -> Place:
    """The place of an entry. `anchors` maps every insert to the entry it stands after (which may be an insert itself)."""
    anchor = anchors.get(number)
    return (number,) if anchor is None else (*place(anchor, anchors), -number)


def just_after(at: Place) -> Place:
    """Return the key just after a place, before all that follows: an entry is at or before the place where it is before
    that key."""
    return (*at, _FIRST_INSERT)


def end_of(up_to: Place | None, before: Place | None) -> Place | None:
    """Return the key that every place sorts before that is asked for: those up to one, those before one, or both; None
    for all."""
    ends = [] if up_to is None else [just_after(up_to)]
    return min(ends if before is None else [*ends, before], default=None)
