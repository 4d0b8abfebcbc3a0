"""The effective order: where an entry stands in the story, whatever its number."""

from __future__ import annotations

from collections.abc import Mapping

Place = tuple[int, ...]
"""Sorts as the story runs. A play entry's place is `(number,)`. An insert after an entry adds its negated number to that
entry's place: it stands directly after its anchor and before earlier inserts there."""


def place(number: int, anchors: Mapping[int, int]) -> Place:
    """The place of an entry. `anchors` maps every insert to the entry it stands after (which may be an insert itself)."""
    anchor = anchors.get(number)
    return (number,) if anchor is None else (*place(anchor, anchors), -number)
