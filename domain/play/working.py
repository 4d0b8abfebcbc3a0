"""The world in which a deed runs: what is there, with the deed's own events applied on top."""

from __future__ import annotations

from domain.aggregate import Aggregate
from domain.play.reading import World
from domain.state import begin


class WorkingCopy:
    """The world below, with this deed's own events applied on top; aggregates are copied when first changed."""

    def __init__(self, below: World) -> None:
        self.below = below
        self.copies: dict[str, Aggregate] = {}

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.copies.get(ref) or self.below.aggregate(ref)

    def own(self, ref: str) -> Aggregate:
        if ref not in self.copies:
            below = self.below.aggregate(ref)
            self.copies[ref] = begin(ref) if below is None else below.copy()
        return self.copies[ref]
