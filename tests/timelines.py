"""Timelines as a viewer sees them, without a service."""

from __future__ import annotations

from uuid import UUID

from domain.play.reading import World
from domain.records.entries import EntryFilter
from domain.records.store import Store
from domain.system import Registry
from domain.visibility.audience import Viewer
from domain.visibility.world import RemovedInstances
from projections.reader import Reader
from projections.views.entry import EntryView, HiddenEntry
from projections.views.timeline import page_of


def timeline(
    store: Store,
    campaign: UUID,
    wanted: EntryFilter,
    viewer: Viewer,
    *,
    world: World,
    registry: Registry,
    known_at: int | None = None,
) -> list[EntryView | HiddenEntry]:
    """The entries that fit a filter, with the statuses they had at entry `known_at` (None: now).

    `world` is the head: it decides what may be known of. Stubs of hidden entries are shown only where the filter goes
    by number alone, and an entry fits by its visible events alone: a filter finds nothing that is hidden.
    """
    reader = Reader(world, viewer, registry, RemovedInstances(store, campaign))
    return page_of(store, campaign, wanted, reader, known_at).entries
