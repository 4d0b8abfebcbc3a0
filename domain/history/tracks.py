"""Two worlds side by side: each aggregate as it was and as it now would have been, advanced along the effective order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from domain.aggregate import Aggregate, Slot, evolve
from domain.components.base import Instance
from domain.events import Event
from domain.history.places import Place
from domain.paths import written
from domain.play.play import Happening
from domain.state import begin


class Twin:
    """One aggregate in both worlds, at one place. `rows` are its events in the old world, in effective order."""

    def __init__(self, ref: str, rows: Iterable[tuple[Place, int, Happening]], start: Place) -> None:
        self.ref = ref
        self.old = begin(ref)
        self.new = self.old
        self.differing: dict[Slot, set[str]] = {}
        self._rows: Iterator[tuple[Place, int, Happening]] = iter(rows)
        self._next: tuple[Place, int, Happening] | None = next(self._rows, None)
        self.advance(start)

    def advance(self, place: Place | None) -> None:
        """Let everything before a place (None: everything there is) happen, the same in both worlds."""
        while self._next is not None and (place is None or self._next[0] < place):
            self._both(self._next[2].event)
            self._next = next(self._rows, None)

    def replace(self, place: Place, old: list[Event], new: list[Event]) -> set[str]:
        """What an entry at `place` did and now does instead; returns the paths that differ because of it.

        Raises BrokenHistory, and changes nothing, where the new events do not fit the new world.
        """
        self.advance(place)
        trial = self.new.copy()
        for event in new:
            evolve(trial, event)
        while self._next is not None and self._next[0] == place:
            self._next = next(self._rows, None)
        if self.new is self.old:
            self.old = self.old.copy()
        for event in old:
            evolve(self.old, event)
        self.new = trial
        slots = {Slot(e.component, e.name) for e in (*old, *new) if e.component not in ("log", "correction")}
        differing = {path for slot in slots for path in self._compare(slot)}
        self._rejoin()
        return differing

    def fits(self, place: Place, events: list[Event]) -> None:
        """Check that events would fit the new world at a place. Raises BrokenHistory."""
        self.advance(place)
        trial = self.new.copy()
        for event in events:
            evolve(trial, event)

    def _both(self, event: Event) -> None:
        evolve(self.old, event)
        if self.new is not self.old:
            evolve(self.new, event)
            slot = Slot(event.component, event.name)
            if slot in self.differing:
                self._compare(slot)
                self._rejoin()

    def _rejoin(self) -> None:
        """Where nothing differs any more the two worlds are one again, and are folded once."""
        if not self.differing:
            self.new = self.old

    def _compare(self, slot: Slot) -> set[str]:
        old, new = _instance(self.old, slot), _instance(self.new, slot)
        paths = written(self.ref, slot.component, slot.name, old, new)
        if paths:
            self.differing[slot] = paths
        else:
            self.differing.pop(slot, None)
        return paths


def _instance(aggregate: Aggregate, slot: Slot) -> Instance | None:
    found: Any = aggregate.instances(slot.component).get(slot.name)
    return found  # type: ignore[no-any-return]
