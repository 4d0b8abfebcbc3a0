"""The world through one viewer's eyes: its states, its events and its texts, and what it once held and no longer holds.

An event is hidden where the viewer may not know of the instance that it happened to. The instance that an event carries
or sets is redacted like any instance. Of a roll, all that hidden modifiers added is one nameless amount. A removed
instance stays as it was last, where the corrected past counts before the believed one: an insert may have hidden it, or
an undo shown it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import cached_property
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, Aggregate, Slot, begin, evolve
from domain.play.reading import GameWorld, World, values_of
from domain.records.entries import EntryFilter, StoredRow
from domain.records.store import Store
from domain.visibility.audience import Viewer, carrying, seen_event
from domain.visibility.state import HIDDEN, RemovedLookup, VisibleState
from domain.visibility.wording import Wording
from domain.vocabulary import COMPONENTS
from domain.vocabulary.base import Event, Instance, carried_by
from domain.vocabulary.log import Contribution, Judged, Rolled
from domain.vocabulary.questions import Question
from domain.vocabulary.revision import Corrected
from domain.vocabulary.stored import decode_event


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

    @cached_property
    def wording(self) -> Wording:
        """The words for what is shown of this world.

        They look into a twin: a world that its own words held would be left, with all its states, to the garbage collector.
        """
        return Wording(self.twin())

    def event(self, ref: str, event: Event) -> Event | None:
        """Return an event of an aggregate as the viewer may see it; None where they may not know of it."""
        return _visible_event(self, self.wording, ref, event)

    def afresh(self, *, old: bool = False) -> VisibleWorld:
        """Return the same world for the next thing that is shown: those without a name for the viewer are numbered from one
        again. In the texts of an `old` thing people may stand by handle and name."""
        fresh = copy(self)
        fresh.wording = Wording(self.twin(), old=old)
        return fresh

    def of_old(self) -> VisibleWorld:
        """Return the same world for an old part of the thing that is shown: those without a name keep their numbers."""
        old = copy(self)
        old.wording = self.wording.of_old()
        return old


_POINTING = frozenset({"order", "positions", "zones", "links", "members", "handles"})
"""Components whose instances may be hidden for what they point at, whatever the audience of their events says."""


def _visible_event(state: VisibleState, wording: Wording, ref: str, event: Event) -> Event | None:
    """Return an event of an aggregate as the viewer may see it; None where they may not know of it."""
    viewer = state.viewer
    open_today = event if state.today is None or viewer.is_gm else _visible_event(state.today, wording, ref, event)
    seen = None if open_today is None else seen_event(viewer, open_today)
    if seen is None or viewer.is_gm:
        return seen
    carried = carried_by(seen)
    if isinstance(carried, Question) and carried.owner == viewer.member:
        return seen
    real = state.latest(ref)
    if real is None or ((ref == CAMPAIGN or "self" in real.profile) and not _shows_subject(state, ref, event)):
        return None
    if isinstance(event, Corrected):
        return _corrected(state, ref, event)
    if isinstance(seen, Rolled | Judged):
        return _rolled(state, wording, ref, seen)
    if carried is None:
        return state.without_hidden_names(ref, event.component, seen)
    shown = replace(carried, **state.withheld(ref, Slot(event.component, event.name)))
    is_open = state.refers_to_nothing_hidden(ref, event.name, shown)
    return carrying(seen, carried, state.without_hidden_names(ref, event.component, shown) if is_open else None)


def _shows_subject(state: VisibleState, ref: str, event: Event) -> bool:
    """Whether the viewer may know of the instance that an event happened to."""
    if not state.knows(ref):
        return False
    if event.component in ("log", "profile"):
        return True
    if not state.sees_sheet(ref):
        return False
    sure = carried_by(event) is not None or event.component not in _POINTING
    return event.component == "correction" or state.shows_slot(ref, Slot(event.component, event.name), unknown=sure)


def _corrected(state: VisibleState, ref: str, event: Corrected) -> Event | None:
    """Return a correction with the values that the viewer may see; None where there are none."""
    values = {at: raw for at, value in event.values.items() if (raw := _correction(state, ref, at, value)) is not None}
    return replace(event, values=values) if values else None


def _correction(state: VisibleState, ref: str, at: str, value: msgspec.Raw) -> msgspec.Raw | None:
    component, _, name = at.partition(".")
    instance = msgspec.json.decode(value, type=COMPONENTS[component].instance | None)
    if instance is None:
        return value if state.shows_slot(ref, Slot(component, name), unknown=False) else None
    seen = state.instance(ref, Slot(component, name), instance)
    return None if seen is None else msgspec.Raw(msgspec.json.encode(seen, order="deterministic"))


def _rolled(state: VisibleState, wording: Wording, ref: str, rolled: Rolled | Judged) -> Rolled | Judged:
    """Return a roll or its judgement without its hidden addends: all of them where the sheet is hidden."""
    hidden_words = state.hidden_modifier_words(ref)
    open_sheet = state.sees_sheet(ref)
    named = [c for c in rolled.modifiers if open_sheet and not hidden_words & {c.label, c.source}]
    rest = sum(c.amount for c in rolled.modifiers if c not in named)
    nameless = (Contribution(label=HIDDEN, amount=rest),) if len(named) < len(rolled.modifiers) else ()
    seen = replace(rolled, name=wording.text(rolled.name, ref), modifiers=(*named, *nameless))
    if isinstance(seen, Judged):
        seen = replace(seen, why=wording.text(seen.why, ref) if open_sheet else "")
    return seen


class RemovedInstances:
    """A look-up of removed instances that folds an aggregate's stream once, when it is first asked for.

    The stream is folded as it was played and, where the past was changed, also in effective order.
    """

    def __init__(self, store: Store, campaign: UUID) -> None:
        self._store, self._campaign = store, campaign
        self._removed: dict[str, dict[Slot, Instance]] = {}

    def __call__(self, ref: str) -> Mapping[Slot, Instance]:
        """Return the instances that were there and are no longer."""
        if ref not in self._removed:
            gone = _gone(ref, self._store.stream(self._campaign, ref))
            if self._revised:
                gone |= _gone(ref, self._store.effective_stream(self._campaign, ref))
            self._removed[ref] = gone
        return self._removed[ref]

    @cached_property
    def _revised(self) -> bool:
        """Whether the campaign's past was ever changed."""
        return bool(self._store.entries(self._campaign, EntryFilter(entry_kind="revision", limit=1)))


def _gone(ref: str, rows: Iterable[StoredRow]) -> dict[Slot, Instance]:
    return fold_with_removed(ref, (decode_event(row.topic, row.body) for row in rows))[1]


def fold_with_removed(ref: str, events: Iterable[Event]) -> tuple[Aggregate, dict[Slot, Instance]]:
    """Return the state that these events of one stream make, and each instance that they removed, as it was last."""
    state = begin(ref)
    removed: dict[Slot, Instance] = {}
    for event in events:
        before = {slot: _at(state, slot) for slot in _touched(event)}
        evolve(state, event)
        for slot, instance in before.items():
            if _at(state, slot) is not None:
                removed.pop(slot, None)
            elif instance is not None:
                removed[slot] = instance
    return state, removed


def _touched(event: Event) -> list[Slot]:
    if isinstance(event, Corrected):
        return [Slot(*at.split(".", 1)) for at in event.values]
    return [] if event.component == "log" else [Slot(event.component, event.name)]


def _at(state: Aggregate, slot: Slot) -> Instance | None:
    instance: Instance | None = state.instances(slot.component).get(slot.name)
    return instance
