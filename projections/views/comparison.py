"""A fork beside the campaign it left: what each has that the other has not, as one viewer may see it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from domain.aggregates import Aggregate, Slot, components_of
from domain.history.plan import ValueChange, aggregate_differences, instance_differences
from domain.ledger.reading.fork_points import ForkPoint
from domain.paths import parse
from domain.play.reading import World
from domain.records.entries import EntryFilter, StoredEntry
from domain.records.store import Store
from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import Instance
from projections.names import Name
from projections.views.diff import changes_seen, names_in, refs_of
from projections.views.filling import filled
from projections.views.plans import ChangeView

_MADE = re.compile(r".+-\d+(i\d+)?(-\d+)?")
"""A name that was made of the number of an entry: since the two went apart, each made its own of the same numbers."""


def entries_left_behind(store: Store, fork_point: ForkPoint, after: int, limit: int) -> list[StoredEntry]:
    """The entries of the parent that a fork does not share, ascending from the one after `after`."""
    entries: list[StoredEntry] = []
    after = max(after, fork_point.whole)
    while len(entries) < limit:
        page = store.entries(fork_point.parent, EntryFilter(after=after, limit=limit))
        entries += [stored for stored in page if not fork_point.holds(stored.header.number)]
        if len(page) < limit:
            break
        after = page[-1].header.number
    return entries[:limit]


def entries_of_its_own(store: Store, fork: UUID, fork_point: ForkPoint, after: int, limit: int) -> list[StoredEntry]:
    """The entries of a fork that it does not share, ascending from the one after `after`."""
    return store.entries(fork, EntryFilter(after=max(after, fork_point.known_at), limit=limit))


class Compared(NamedTuple):
    """Values that differ between two heads: `before` in the parent, `after` in the fork; with the number of those left out."""

    changes: tuple[ChangeView, ...]
    names: dict[str, Name]
    left_out: int


def compared(parent: VisibleWorld, fork: VisibleWorld, cut: World, most_bytes: int | None = None) -> Compared:
    """Return every value that differs between two heads, or as many as fill a size.

    An id that was given on both sides after the fork point (`cut`) means two things: one is removed, the other is
    added. Names leave such ids out. Dice epochs and the values that every fork has of its own are not listed.
    """
    changes, left_out = filled(changes_seen(_differences(parent, fork, cut), parent, fork), most_bytes)
    doubles = {ref for ref in refs_of(parent.world) & refs_of(fork.world) if not _exists(cut.aggregate(ref))}
    names = {ref: name for ref, name in names_in(changes, parent, fork).items() if ref not in doubles}
    return Compared(changes, names, left_out)


def _differences(parent: VisibleWorld, fork: VisibleWorld, cut: World) -> Iterator[ValueChange]:
    for ref in sorted(refs_of(parent.world) | refs_of(fork.world)):
        one, other, shared = parent.aggregate(ref), fork.aggregate(ref), cut.aggregate(ref)
        if one is None or other is None:
            yield from aggregate_differences(ref, one, other)
        elif not _exists(shared):
            yield from (*aggregate_differences(ref, one, None), *aggregate_differences(ref, None, other))
        else:
            yield from (change for change in _within(one, other, shared) if not _sets_apart(change))


def _within(one: Aggregate, other: Aggregate, shared: Aggregate | None) -> Iterator[ValueChange]:
    """Yield the differences within an aggregate that both sides have."""
    for component in components_of(type(one)):
        before, after = one.instances(component), other.instances(component)
        known = {} if shared is None else shared.instances(component)
        for name in sorted(before.keys() | after.keys()):
            at = Slot(component, name)
            if name in before and name in after and name not in known and _MADE.fullmatch(name):
                yield from _two(one.ref, at, before[name], after[name])
            else:
                yield from instance_differences(one.ref, at, before.get(name), after.get(name))


def _two(ref: str, at: Slot, before: Instance, after: Instance) -> Iterator[ValueChange]:
    if before != after:
        yield from (*instance_differences(ref, at, before, None), *instance_differences(ref, at, None, after))


def _exists(aggregate: Aggregate | None) -> bool:
    return aggregate is not None and (aggregate.kind == "campaign" or "self" in aggregate.profile)


def _sets_apart(change: ValueChange) -> bool:
    path = parse(change.path)
    return path.component == "epochs" or (path.component, path.field) == ("ground", "data")
