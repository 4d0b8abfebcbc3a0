"""The two worlds of a plan, all aggregates together: as it was, and as it now would have been, at one place."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from domain.aggregates import Aggregate, is_reference
from domain.history.divergence import DivergedRange, DivergedRanges, Divergence
from domain.history.ledger_reader import LedgerReader
from domain.play.play import StreamEvent
from domain.play.reading import World
from domain.records.positions import Place
from domain.vocabulary.base import Event

FAR = 4_000
"""The number of entries that an unchanged aggregate may be behind, before it is cheaper to read it anew."""

MANY: Final = 8
"""More aggregates than this are looked up together rather than one by one."""


class Worlds:
    """Aggregates are loaded when they are asked for. It is itself the world in which entries are decided again."""

    def __init__(self, reader: LedgerReader) -> None:
        self._annals = reader
        self.place: Place = ()
        self.twins: dict[str, Divergence] = {}
        self.traces = DivergedRanges()

    def aggregate(self, ref: str) -> Aggregate | None:
        """The new world at the place come to."""
        return self.twin(ref).new if is_reference(ref) else None

    def as_it_was(self) -> World:
        """The old world at the place come to."""
        return _AsItWas(self)

    def expect(self, refs: Collection[str]) -> None:
        """Load these aggregates at once, where they are many: what an entry has looked at it most likely looks at again."""
        missing = [ref for ref in sorted(refs) if ref not in self.twins and is_reference(ref)]
        if len(missing) > MANY:
            self.twins |= self._annals.twins(missing, self.place, self.traces)

    def twin(self, ref: str) -> Divergence:
        """An aggregate in both worlds, before the place come to."""
        twin = self.twins.get(ref)
        if twin is None or (not twin.differing and self.place[0] - twin.place[0] > FAR):
            twin = self.twins[ref] = self._annals.twin(ref, self.place, self.traces)
        twin.advance(self.place)
        return twin

    def move(self, place: Place) -> None:
        """Go on to a later place; differing aggregates go along, and equal ones stay behind until they are read."""
        self.place = place
        for twin in self.twins.values():
            if twin.differing:
                twin.advance(place)

    @property
    def differing(self) -> set[str]:
        """Every path that differs here."""
        return {path for twin in self.twins.values() for paths in twin.differing.values() for path in paths}

    def differ_in(self, reads: frozenset[str]) -> bool:
        """Whether any of these paths differs here."""
        return any(not reads.isdisjoint(paths) for twin in self.twins.values() for paths in twin.differing.values())

    def check(self, emitted: tuple[StreamEvent, ...]) -> None:
        """Check that events would fit the new world here. Raises BrokenHistory."""
        for ref, events in _by_ref(emitted).items():
            self.twin(ref).fits(self.place, events)

    def replace(self, before: tuple[StreamEvent, ...], after: tuple[StreamEvent, ...]) -> set[str]:
        """Let an entry that stands here have done `after` instead of `before`; the paths that differ because of it.

        Raises BrokenHistory, having changed nothing.
        """
        old, new = _by_ref(before), _by_ref(after)
        refs = sorted(old.keys() | new.keys())
        self.check(after)
        return {path for ref in refs for path in self.twin(ref).replace(self.place, old.get(ref, []), new.get(ref, []))}

    def heads(self) -> dict[str, Divergence]:
        """The aggregates that differ at the head, with both states there."""
        self.move(max(self.place, (self._annals.head + 1,)))
        return {ref: twin for ref, twin in sorted(self.twins.items()) if twin.differing}

    def stretches(self) -> list[DivergedRange]:
        """Return the stretches on which any aggregate's past became another one, once the planner has come to the head."""
        lasting = [
            DivergedRange(twin.ref, twin.since, None) for twin in self.heads().values() if twin.since is not None
        ]
        return self.traces.stretches + lasting


class _AsItWas:
    """The old world of a plan, at the place that the plan has come to."""

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds

    def aggregate(self, ref: str) -> Aggregate | None:
        return self._worlds.twin(ref).old if is_reference(ref) else None


def _by_ref(emitted: tuple[StreamEvent, ...]) -> dict[str, list[Event]]:
    events_by_ref: dict[str, list[Event]] = {}
    for stream_event in emitted:
        events_by_ref.setdefault(stream_event.ref, []).append(stream_event.event)
    return events_by_ref
