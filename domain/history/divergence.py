"""Two worlds side by side: each aggregate as it was and as it now would have been, advanced along the effective order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from domain import aggregates
from domain.aggregates import Aggregate, Slot, evolve
from domain.paths import written
from domain.records.positions import Place, just_after
from domain.vocabulary.base import Event, Instance

FIRST_STEP, LONGEST_STEP = 256, 8192
"""The number of entries read ahead at once: few at first, and more as the planner goes on."""


class EntryStep(NamedTuple):
    """An event at the place of its entry."""

    place: Place
    event: Event


class Onward:
    """The events of one aggregate behind a place, in effective order, read from the ledger as far as the caller walks.

    `read` gives those after one place and before another; those before the entry of a number may be `known`.
    """

    def __init__(
        self,
        read: Callable[[Place, Place], list[EntryStep]],
        after: Place,
        known: tuple[list[EntryStep], int] = ([], 0),
    ) -> None:
        self._read = read
        steps, number = known
        self._after = (number - 1, 0) if number else after
        self._before: Place = (number,) if number else ()
        self._ahead: deque[EntryStep] = deque(steps)
        self._size = FIRST_STEP

    def until(self, place: Place) -> Iterator[EntryStep]:
        """Yield the steps that come before a place and have not been taken yet."""
        while True:
            while self._ahead and self._ahead[0].place < place:
                yield self._ahead.popleft()
            if self._ahead or place <= self._before:
                return
            self._read_on((self._before or place)[0] + self._size)

    def _read_on(self, number: int) -> None:
        """Read everything before the entry of this number."""
        self._ahead.extend(self._read(self._after, (number,)))
        self._after, self._before = (number - 1, 0), (number,)
        self._size = min(2 * self._size, LONGEST_STEP)


class DivergedRange(msgspec.Struct, frozen=True):
    """The stretch on which an aggregate's new past is another than its old one: from a place on, up to another (None:
    for good)."""

    ref: str
    since: Place
    until: Place | None


class Kept(msgspec.Struct, frozen=True):
    """A state of the new world at a place where it differs from the old one, worth keeping as a checkpoint."""

    ref: str
    place: Place
    body: bytes


class DivergedRanges(msgspec.Struct):
    """Ranges of divergence that are over, and states along all of them."""

    stretches: list[DivergedRange] = []
    kept: list[Kept] = []


class Divergence:
    """One aggregate in both worlds, at one place; `differing` holds the paths that differ there, by instance.

    It begins with a state that both worlds share and goes on with what happened in the old world.
    """

    def __init__(self, state: Aggregate, onward: Onward, traces: DivergedRanges) -> None:
        self.ref = state.ref
        self.old = state
        self.new = state
        self.differing: dict[Slot, set[str]] = {}
        self.since: Place | None = None
        """The position where the two worlds diverged, if they differ."""
        self.place: Place = ()
        self._onward = onward
        self._traces = traces
        self._last: Place = ()
        self._told = False
        """Whether anything happened in the new world at the last place."""
        self._folded = 0

    def advance(self, place: Place) -> None:
        """Let everything before a place happen, the same in both worlds."""
        for step in self._onward.until(place):
            self._leave(step.place)
            self._happen(step.event)
            self._told = True
        self.place = place

    def replace(self, place: Place, old: list[Event], new: list[Event]) -> set[str]:
        """Replace what an entry at `place` did by what it now does instead; return the paths that differ because of it.

        Raises BrokenHistory, and changes nothing, where the new events do not fit the new world.
        """
        self.advance(place)
        trial = self._with(new)
        for _ in self._onward.until(just_after(place)):
            pass  # what the entry did in the old world is `old`
        self._leave(place)
        if self.new is self.old:
            self.old = self.old.copy()
        for event in old:
            evolve(self.old, event)
        self.new = trial
        self._told = bool(new)
        slots = {Slot(e.component, e.name) for e in (*old, *new) if e.component not in ("log", "correction")}
        differing = {path for slot in slots for path in self._compare(slot)}
        self._part_or_join()
        return differing

    def fits(self, place: Place, events: list[Event]) -> None:
        """Check that events would fit the new world at a place. Raises BrokenHistory."""
        self.advance(place)
        self._with(events)

    def _with(self, events: list[Event]) -> Aggregate:
        trial = self.new.copy()
        for event in events:
            evolve(trial, event)
        return trial

    def _leave(self, place: Place) -> None:
        """Everything at the last place has happened: keep a state where one is due and the old world has another."""
        due = self._told and self.since is not None and self._folded >= aggregates.CHECKPOINT_EVERY
        if due and place != self._last:
            self._traces.kept.append(Kept(self.ref, self._last, aggregates.unnumbered(self.new)))
            self._folded = 0
        self._last = place
        self._folded += 1

    def _happen(self, event: Event) -> None:
        evolve(self.old, event)
        if self.new is self.old or event.component == "log":
            return
        slot = Slot(event.component, event.name)
        if slot in self.differing:
            evolve(self.new, event)
            self._compare(slot)
            self._part_or_join()
        else:
            _share(self.old, self.new, slot)

    def _part_or_join(self) -> None:
        """Part the two worlds where they differ, and join them again where they differ no more: then they are folded
        once."""
        if self.differing and self.since is None:
            self.since, self._folded = self._last, 0
        elif not self.differing:
            self.new = self.old
            if self.since is not None:
                self._traces.stretches.append(DivergedRange(self.ref, self.since, self._last))
                self.since = None

    def _compare(self, slot: Slot) -> set[str]:
        old, new = _instance(self.old, slot), _instance(self.new, slot)
        paths = written(self.ref, slot.component, slot.name, old, new)
        if paths:
            self.differing[slot] = paths
        else:
            self.differing.pop(slot, None)
        return paths


def _instance(aggregate: Aggregate, slot: Slot) -> Instance | None:
    instance: Instance | None = aggregate.instances(slot.component).get(slot.name)
    return instance


def _share(one: Aggregate, other: Aggregate, slot: Slot) -> None:
    """Put an instance of one aggregate into the other as well."""
    instances = other.instances(slot.component)
    instance = _instance(one, slot)
    if instance is None:
        instances.pop(slot.name, None)
    else:
        instances[slot.name] = instance
