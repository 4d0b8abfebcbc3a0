"""The history of one aggregate: its events in story order, each with its entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from uuid import UUID

import msgspec

from domain.history.ledger_reader import stream_event
from domain.ledger.reading.points import Moment, place_of
from domain.records.entries import EntryFilter, StoredEntry, StoredRow
from domain.records.store import Store
from domain.system import Registry
from domain.visibility.audience import Viewer
from domain.visibility.entry_visibility import hidden_later, with_own_choice
from domain.visibility.event_views import (
    EventFields,
    EventView,
    Texts,
    event_fields,
    seen_events,
    text_keys,
    with_texts,
)
from domain.visibility.view_fields import Fields
from domain.visibility.world import RemovedInstances, VisibleWorld
from domain.vocabulary.base import Event
from domain.vocabulary.questions import QuestionAnswered
from projections.names import Name
from projections.reader import Reader
from projections.views.filling import that_fill

Heads = Callable[[Collection[int]], dict[int, StoredEntry]]
"""The entries of these numbers, by number."""

ALL_ENTRIES = 10_000_000
"""More than any campaign has."""


class HistoryEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of an aggregate, with the entry it belongs to: its number, status, member and ledger time."""

    entry: int
    status: str
    member: str | None
    at: str | None
    session: int | None
    event: EventFields


class History(msgspec.Struct, frozen=True, kw_only=True):
    """A page of events. `next` is the offset of the page that follows, None on the last."""

    ref: str
    handle: str
    events: tuple[HistoryEvent, ...]
    next: int | None
    names: dict[str, Name]


def history(
    store: Store,
    campaign: UUID,
    viewer: Viewer,
    ref: str,
    *,
    moment: Moment,
    registry: Registry,
    offset: int = 0,
    limit: int = 100,
    newest_first: bool = False,
    most_bytes: int | None = None,
    only: Callable[[Event], bool] | None = None,
) -> History | None:
    """Return the events of an aggregate up to a moment, or those `only` that are wanted; None where the viewer may not know
    of it.

    Struck events are left out (the timeline shows them); `offset` counts the events that the viewer sees. A page holds
    at most `limit` of them, and at most `most_bytes` of JSON, unless its first event alone is larger.
    """
    reader = Reader(moment.world, viewer, registry, RemovedInstances(store, campaign))
    if (name := reader.names.of(ref)) is None:
        return None
    rows = effective_rows(store, campaign, ref, moment)
    silent = hidden_later(store, campaign, reader.visible, {row.entry for row in rows}, moment.known_at)
    heads = partial(headed, store, campaign, ref, known_at=moment.known_at)
    seen = _seen(reader, [row for row in rows if row.entry not in silent], heads, only)[:: -1 if newest_first else 1]
    page = seen[offset : offset + limit]
    texts = store.texts(campaign, text_keys(one for _, one in page))
    every = _events(reader.visible, page, heads({row.entry for row, _ in page}), texts)
    events = tuple(every) if most_bytes is None else tuple(that_fill(every, most_bytes))
    return History(
        ref=ref,
        handle=name.handle,
        events=events,
        next=offset + len(events) if len(seen) > offset + len(events) else None,
        names=reader.names.within(msgspec.to_builtins(events)),
    )


def _seen(
    reader: Reader, rows: list[StoredRow], heads: Heads, only: Callable[[Event], bool] | None
) -> list[tuple[StoredRow, EventView]]:
    """Each event that the reader may be told of and that is wanted, as they see it, with their own answers."""
    seen = [(row, one) for row in rows for one in seen_events(reader.visible, (stream_event(row),))]
    if only is not None:
        seen = [(row, one) for row, one in seen if one.event is not None and only(one.event)]
    answers = {row.entry for row, one in seen if isinstance(one.original.event, QuestionAnswered)}
    entries = {} if reader.viewer.is_gm else heads(answers)
    own = [
        (row, one if row.entry not in entries else with_own_choice(reader.visible, entries[row.entry].header, [one])[0])
        for row, one in seen
    ]
    return [(row, one) for row, one in own if one.event is not None]


def effective_rows(store: Store, campaign: UUID, ref: str, moment: Moment) -> list[StoredRow]:
    """An aggregate's events in effective order, as they stand at a moment."""
    everything = moment.entry >= moment.known_at
    up_to = None if everything else place_of(store, campaign, moment.entry)
    return store.effective_stream(campaign, ref, up_to=up_to, known_at=moment.known_at)


def headed(
    store: Store, campaign: UUID, ref: str, numbers: Collection[int], *, known_at: int | None
) -> dict[int, StoredEntry]:
    """These entries, which all touched an aggregate, by number: one query."""
    if not numbers:
        return {}
    wanted = EntryFilter(ref=ref, after=min(numbers) - 1, before=max(numbers) + 1, limit=ALL_ENTRIES)
    entries = store.entries(campaign, wanted, known_at)
    return {stored.header.number: stored for stored in entries if stored.header.number in numbers}


def _events(
    visible: VisibleWorld, page: Sequence[tuple[StoredRow, EventView]], entries: Mapping[int, StoredEntry], texts: Texts
) -> Iterator[HistoryEvent]:
    """Yield the events of a page in the words of their reader; those from before texts had references, in words of old."""
    of_old = visible.of_old()
    for row, one in page:
        entry = entries.get(row.entry)
        words = visible if entry is None or entry.header.refers else of_old
        yield _event(row, with_texts(event_fields(words, one), texts), entry)


def _event(row: StoredRow, fields: Fields, stored: StoredEntry | None) -> HistoryEvent:
    header = None if stored is None else stored.header
    return HistoryEvent(
        entry=row.entry,
        status="standing" if stored is None else stored.status,
        member=header.member if header else None,
        at=header.at if header else None,
        session=header.session if header else None,
        event=fields,
    )
