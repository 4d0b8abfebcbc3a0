"""Entries with their events, as they are read from the ledger to be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from uuid import UUID

import msgspec

from domain.commands import Envelope
from domain.dice.tape import Die
from domain.history.ledger_reader import happening
from domain.play.play import StreamEvent
from domain.records.entries import Header, Record, Restatement, StoredEntry, StoredRow
from domain.records.store import Store
from domain.vocabulary.stored import decode_event


class LoadedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as it was read from the ledger.

    `events` are those in force, or, where the entry is struck or moot, those that it was first written with.
    """

    stored: StoredEntry
    events: tuple[StreamEvent, ...]
    restated: Restatement | None = None

    @property
    def header(self) -> Header:
        return self.stored.header

    @property
    def envelope(self) -> Envelope | None:
        """Return the command in force."""
        return (self.restated and self.restated.envelope) or self.header.envelope

    @property
    def struck(self) -> bool:
        return self.stored.status in ("struck", "moot")

    @property
    def tape(self) -> tuple[Die, ...]:
        """Return its dice, with those that changes of the past have added."""
        return (*self.header.tape, *(self.restated.tape if self.restated else ()))


def load_entries(
    store: Store,
    campaign: UUID,
    page: Sequence[StoredEntry],
    known_at: int | None,
    cached: Mapping[int, Record] = MappingProxyType({}),
) -> list[LoadedEntry]:
    """Read the events of these entries, as known at an entry. Those `cached` were just written and are not read again."""
    numbers = [stored.header.number for stored in page if stored.header.number not in cached]
    changed = [stored.header.number for stored in page if stored.versions > 1]
    rows = store.events_of(campaign, numbers, known_at) if numbers else {}
    born = store.as_first_written(campaign, changed) if changed else {}
    restated = store.restatements(campaign, changed, known_at) if changed else {}
    return [
        LoadedEntry(stored=stored, events=_decoded(cached[number]))
        if (number := stored.header.number) in cached
        else loaded_entry(stored, rows.get(number, []), born.get(number, []), restated.get(number))
        for stored in page
    ]


def loaded_entry(
    stored: StoredEntry, rows: Sequence[StoredRow], born: Sequence[StoredRow], restated: Restatement | None
) -> LoadedEntry:
    """Return an entry with its events: `rows` are those in force, `born` those that it was first written with."""
    gone = stored.status in ("struck", "moot") and stored.versions > 1  # a revision keeps the events it was born with
    events = tuple(happening(row) for row in (born if gone else rows))
    return LoadedEntry(stored=stored, events=events, restated=restated)


def _decoded(record: Record) -> tuple[StreamEvent, ...]:
    """Return the events of an entry from the bytes that were stored."""
    return tuple([StreamEvent(event.ref, decode_event(event.topic, event.body)) for event in record.events])
