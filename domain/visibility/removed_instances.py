"""Instances that an aggregate once had and no longer has, as they were last, to decide who may still know of them.

The corrected past counts before the believed one: an insert may have hidden them, or an undo shown them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from uuid import UUID

from domain.aggregates import Aggregate, Slot, begin, evolve
from domain.records.entries import EntryFilter, StoredRow
from domain.records.store import Store
from domain.vocabulary.base import Event, Instance
from domain.vocabulary.revision import Corrected
from domain.vocabulary.stored import decode_event


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
