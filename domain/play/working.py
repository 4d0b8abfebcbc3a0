"""The world in which a deed runs: what is there, with the deed's own events applied on top."""

from __future__ import annotations

from domain.aggregate import Aggregate
from domain.play.reading import World
from domain.state import begin


class WorkingCopy:
    """The world below, which stays as it is while the deed runs, with the deed's own events applied on top; aggregates are looked
    up once, and copied when first changed."""

    def __init__(self, below: World) -> None:
        self.below = below
        self.copies: dict[str, Aggregate] = {}
        self._there: dict[str, Aggregate | None] = {}

    def aggregate(self, ref: str) -> Aggregate | None:
        if ref not in self._there:
            self._there[ref] = self.below.aggregate(ref)
        return self._there[ref]

    def own(self, ref: str) -> Aggregate:
        if ref not in self.copies:
            below = self.aggregate(ref)
            self._there[ref] = self.copies[ref] = begin(ref) if below is None else below.copy()
        return self.copies[ref]
