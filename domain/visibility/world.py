"""The world through one viewer's eyes: its states, its events and its texts."""

from __future__ import annotations

from copy import copy

from domain.play.reading import GameWorld, World, values_of
from domain.visibility.audience import Viewer
from domain.visibility.events import visible_event
from domain.visibility.state import RemovedLookup, VisibleState
from domain.visibility.wording import Wording
from domain.vocabulary.base import Event


class RedactedPast(GameWorld):
    """A past world for a viewer who sees no more of it than `now`, their present world, would show them.

    A thing hidden from them since then is hidden at every point before, too.
    """

    def __init__(self, past: World, now: VisibleWorld) -> None:
        super().__init__(past, values_of(past))
        self.past = past
        self.now = now


class VisibleWorld(VisibleState):
    """The part of a world that one viewer may see, told in words that name nobody whom they may not know of.

    Of a `RedactedPast` it is no more than they may see today.
    """

    def __init__(self, world: World, viewer: Viewer, removed: RemovedLookup = lambda _: {}) -> None:
        super().__init__(world, viewer, removed, world.now if isinstance(world, RedactedPast) else None)
        self.wording = Wording(self)

    def event(self, ref: str, event: Event) -> Event | None:
        """Return an event of an aggregate as the viewer may see it; None where they may not know of it."""
        return visible_event(self, self.wording, ref, event)

    def afresh(self, *, old: bool = False) -> VisibleWorld:
        """Return the same world for the next thing that is shown: those without a name for the viewer are numbered from one
        again. In the texts of an `old` thing people may stand by handle and name."""
        fresh = copy(self)
        fresh.wording = Wording(fresh, old=old)
        return fresh
