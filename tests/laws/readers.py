"""All that readers could learn of a campaign, to tell whether anything about it has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol
from uuid import UUID

from domain.records.entries import EntryFilter
from domain.records.store import Store

EVERYTHING = 100_000


class Played(Protocol):
    """A ring, or a history."""

    @property
    def store(self) -> Store:
        """Where it is kept."""

    @property
    def campaign(self) -> UUID:
        """What it is a campaign of."""


def refs_of(store: Store, campaign: UUID) -> list[str]:
    return [row.ref for row in store.all_states(campaign)]


def read_whole(store: Store, campaign: UUID) -> list[object]:
    """All that any reader could ask about a campaign as it stands."""
    entries = store.entries(campaign, EntryFilter(limit=EVERYTHING))
    numbers = [entry.header.number for entry in entries]
    keys = [f"{entry.header.number}.{i}" for entry in entries for i in range(len(entry.header.texts))]
    refs = refs_of(store, campaign)
    return [
        *(store.head(campaign), store.raw(campaign, 0, EVERYTHING), store.all_states(campaign), entries),
        *(store.events_of(campaign, numbers), store.as_first_written(campaign, numbers)),
        *(store.restatements(campaign, numbers), store.reads_of(campaign, numbers), store.texts(campaign, keys)),
        [store.stream(campaign, ref) for ref in refs],
        [store.effective_stream(campaign, ref) for ref in refs],
    ]


@contextmanager
def untouched(played: Played) -> Iterator[None]:
    """Checks that no reader could tell whether anything happened meanwhile."""
    before = read_whole(played.store, played.campaign)
    yield
    assert read_whole(played.store, played.campaign) == before
