"""The timeline: the ledger's entries as one viewer may see them, read by a fixed number of queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.history.script import Script
from domain.play.reading import World
from domain.records.entries import EntryFilter, StoredEntry
from domain.records.store import Store
from domain.system import Registry
from domain.visibility.audience import Viewer
from domain.visibility.entry_visibility import HiddenSubjects, LoadedEntry, hidden_later, load_entries, loaded_entry
from domain.visibility.world import RemovedInstances
from projections.reader import Reader
from projections.views.entry import ChangedBy, EntryView, HiddenEntry, entry_view, hidden_entry, keys_of_texts

MOST_REVISIONS = 1_000_000
"""No limit: any revision may have struck an entry."""


class Page(msgspec.Struct, frozen=True):
    """Entries in the order asked for, and the number of the one behind which the next page begins; None for the last page."""

    entries: list[EntryView | HiddenEntry]
    onward: int | None = None


def page_of(
    store: Store,
    campaign: UUID,
    wanted: EntryFilter,
    reader: Reader,
    known_at: int | None = None,
    *,
    most_bytes: int | None = None,
) -> Page:
    """The entries that fit a filter, as `timeline` has it: at most so many as it says, and no more than fill so many bytes of
    JSON, but for a first one that is larger by itself. The ledger is read in parts, so that no more is held at a time."""
    if wanted.ref is not None and not reader.visible.knows(wanted.ref):
        return Page([])
    views: list[EntryView | HiddenEntry] = []
    scanned, size, limit = 0, 0, wanted.limit
    while True:
        part = limit if most_bytes is None else _part(limit, scanned, size, most_bytes)
        wanted = replace(wanted, limit=part)
        page = store.entries(campaign, wanted, known_at)
        for view in read_entries(store, campaign, page, reader, known_at):
            if not _fits(view, wanted):
                continue
            size += 0 if most_bytes is None else len(_encoder.encode(view))
            if len(views) == limit or (most_bytes is not None and views and size > most_bytes):
                return Page(views, views[-1].entry)
            views.append(view)
        scanned += len(page)
        if len(page) < part:
            return Page(views)
        wanted = _onward(wanted, page[-1].header.number)


_encoder = msgspec.json.Encoder()

FIRST_PART = 32
"""The number of entries in the first part where the size is limited: their size is known only after reading."""


def _part(limit: int, scanned: int, size: int, most_bytes: int) -> int:
    """Return how many entries to read next, so that they fill about the allowed number of bytes."""
    if not scanned:
        return min(limit, FIRST_PART)
    return min(limit, max(1, scanned * most_bytes // max(size, 1)))


def one_entry(
    store: Store,
    campaign: UUID,
    number: int,
    viewer: Viewer,
    *,
    world: World,
    registry: Registry,
    known_at: int | None = None,
) -> EntryView | HiddenEntry | None:
    """One entry by its number; None where there is none."""
    stored = store.entry(campaign, number, known_at)
    if stored is None:
        return None
    reader = Reader(world, viewer, registry, RemovedInstances(store, campaign))
    return read_entries(store, campaign, [stored], reader, known_at)[0]


def read_entries(
    store: Store,
    campaign: UUID,
    page: Sequence[StoredEntry],
    reader: Reader,
    known_at: int | None = None,
) -> list[EntryView | HiddenEntry]:
    """Return these entries as the reader may see them, in the order given."""
    entries, revisions, changed, secrets, silent = _load(store, campaign, page, reader, known_at)
    keys = [key for entry in (*entries, *revisions.values()) for key in keys_of_texts(entry)]
    texts = store.texts(campaign, keys) if keys else {}
    seen = {entry.header.number: entry_view(entry, reader, texts, secrets.of(entry)) for entry in changed.used.values()}
    return [
        hidden_entry(entry)
        if entry.header.number in silent or secrets.hide(entry)
        else entry_view(entry, reader, texts, secrets.of(entry), changed.by(entry, seen))
        for entry in entries
    ]


class VisibleEntry(NamedTuple):
    """An entry that the reader may know of, and the entries that it must not name."""

    entry: LoadedEntry
    secret: frozenset[int]
    """The entries that it must not name."""
    changed_by: int | None
    """The revision that made the entry what it is."""


def visible_entries(
    store: Store, campaign: UUID, page: Sequence[StoredEntry], reader: Reader, known_at: int | None = None
) -> list[VisibleEntry]:
    """Return the entries among these that the reader may know of, in the order given.

    `domain.visibility.entry_visibility` decides what they see of each.
    """
    entries, _, changed, secrets, silent = _load(store, campaign, page, reader, known_at)
    return [
        VisibleEntry(entry, secrets.of(entry), by.header.number if (by := changed.revision(entry)) else None)
        for entry in entries
        if entry.header.number not in silent and not secrets.hide(entry)
    ]


def _load(
    store: Store,
    campaign: UUID,
    page: Sequence[StoredEntry],
    reader: Reader,
    known_at: int | None,
) -> tuple[list[LoadedEntry], dict[int, LoadedEntry], _Changes, HiddenSubjects, frozenset[int]]:
    """Return the entries, every revision, what they changed, the subjects that are hidden, and the entries hidden later."""
    entries = load_entries(store, campaign, page, known_at)
    silent = hidden_later(store, campaign, reader.visible, {entry.header.number for entry in entries}, known_at)
    revisions = _revisions(store, campaign, entries, known_at)
    changed = _Changes(revisions)
    secrets = HiddenSubjects(store, campaign, reader.visible, known_at)
    secrets.learn([*entries, *(by for entry in entries if (by := changed.revision(entry)))])
    return entries, revisions, changed, secrets, silent


def _revisions(
    store: Store, campaign: UUID, entries: Sequence[LoadedEntry], known_at: int | None
) -> dict[int, LoadedEntry]:
    """Every revision of the ledger, where some of these entries were changed by any."""
    if not any(entry.struck or entry.stored.versions > 1 or entry.header.after is not None for entry in entries):
        return {}
    wanted = EntryFilter(entry_kind="revision", limit=MOST_REVISIONS)
    page = store.entries(campaign, wanted, known_at)
    rows = store.events_of(campaign, [stored.header.number for stored in page], known_at)
    return {s.header.number: loaded_entry(s, rows.get(s.header.number, []), [], None) for s in page}


class _Changes:
    """Revisions by the entries that they changed."""

    def __init__(self, revisions: Mapping[int, LoadedEntry]) -> None:
        self._revisions = revisions
        recorded = {n: entry.header.revision for n, entry in revisions.items() if entry.header.revision is not None}
        self._script = Script(recorded)
        self.used: dict[int, LoadedEntry] = {}
        """The revisions that entries were asked about have come from."""

    def revision(self, entry: LoadedEntry) -> LoadedEntry | None:
        """The revision that made it that."""
        number = entry.header.number
        by = (self._script.withdrawer(number) or self._script.directive(number).by) if self._revisions else None
        if by is None or by not in self._revisions:
            return None
        return self.used.setdefault(by, self._revisions[by])

    def by(self, entry: LoadedEntry, seen: Mapping[int, EntryView | HiddenEntry]) -> ChangedBy | None:
        """The same for a reader, as far as they see it."""
        revision = self.revision(entry)
        if revision is None:
            return None
        by = seen[revision.header.number]
        if isinstance(by, HiddenEntry):
            return ChangedBy(revision=by.entry)
        number = entry.header.number
        because = next((change["because"] for change in _changes_of(by) if change["entry"] == number), None)
        return ChangedBy(revision=by.entry, member=by.member, at=by.at, reason=by.reason, because=because)


def _changes_of(revision: EntryView) -> Sequence[dict[str, int | None]]:
    return () if revision.revision is None else revision.revision.changes


def _fits(view: EntryView | HiddenEntry, wanted: EntryFilter) -> bool:
    """Whether what may be seen of an entry is why it was found."""
    by_number = EntryFilter(
        after=wanted.after, before=wanted.before, limit=wanted.limit, newest_first=wanted.newest_first
    )
    if wanted == by_number:
        return True
    if isinstance(view, HiddenEntry):
        return False
    if wanted.ref is None and wanted.event_kind is None:
        return True
    pairs = ((event["aggregate_id"], event["kind"]) for event in view.events)
    return any(wanted.ref in (None, ref) and wanted.event_kind in (None, kind) for ref, kind in pairs)


def _onward(wanted: EntryFilter, last: int) -> EntryFilter:
    return replace(wanted, before=last) if wanted.newest_first else replace(wanted, after=last)
