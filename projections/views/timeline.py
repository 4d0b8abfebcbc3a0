"""The timeline: the ledger's entries as one viewer may see them, read by a fixed number of queries."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.history.ledger_reader import happening
from domain.history.script import Script
from domain.play.play import StreamEvent
from domain.play.reading import World
from domain.records.entries import EntryFilter, Header, Record, Restatement, StoredEntry, StoredRow
from domain.records.store import Store
from domain.system import Registry
from domain.visibility.audience import Viewer
from domain.visibility.entry_visibility import entry_visibility
from domain.visibility.event_views import EventView, seen_events
from domain.visibility.removed_instances import RemovedInstances
from domain.visibility.world import RedactedPast, VisibleWorld
from domain.vocabulary.stored import decode_event
from projections.reader import Reader
from projections.views.entry import ChangedBy, EntryView, HiddenEntry, Told, entry_view, hidden_entry

MOST_REVISIONS = 1_000_000
"""No limit: any revision may have struck an entry."""


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
    found: list[EntryView | HiddenEntry] = []
    scanned, size, limit = 0, 0, wanted.limit
    while True:
        part = limit if most_bytes is None else _part(limit, scanned, size, most_bytes)
        wanted = replace(wanted, limit=part)
        page = store.entries(campaign, wanted, known_at)
        for view in read_entries(store, campaign, page, reader, known_at):
            if not _fits(view, wanted):
                continue
            size += 0 if most_bytes is None else len(_encoder.encode(view))
            if len(found) == limit or (most_bytes is not None and found and size > most_bytes):
                return Page(found, found[-1].entry)
            found.append(view)
        scanned += len(page)
        if len(page) < part:
            return Page(found)
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
    *,
    written: Mapping[int, Record] = MappingProxyType({}),
) -> list[EntryView | HiddenEntry]:
    """Return entries as the reader may see them, in the order given. Versions that were just `written`, and are still
    in force, need not be read again.
    """
    at_hand = {
        s.header.number: written[s.header.number] for s in page if s.header.number in written and s.versions == 1
    }
    told, revisions, changed, secrets, silent = _opened(store, campaign, page, reader, known_at, at_hand=at_hand)
    keys = [key for entry in (*told, *revisions.values()) for key in _text_keys(entry)]
    said = {f"{number}.{i}": text for number, record in at_hand.items() for i, text in enumerate(record.texts)}
    unsaid = [key for key in keys if key not in said]
    texts = said | store.texts(campaign, unsaid) if unsaid else said
    seen = {entry.header.number: entry_view(entry, reader, texts, secrets.of(entry)) for entry in changed.used.values()}
    return [
        hidden_entry(entry)
        if entry.header.number in silent or secrets.cover(entry)
        else entry_view(replace(entry, changed_by=changed.by(entry, seen)), reader, texts, secrets.of(entry))
        for entry in told
    ]


class Opened(NamedTuple):
    """An entry that the reader may be told something of, and what that must leave out."""

    entry: Told
    secret: frozenset[int]
    """The entries that it may not be told to be about."""
    changed_by: int | None
    """The revision that made it what it is."""


def opened_to(
    store: Store, campaign: UUID, page: Sequence[StoredEntry], reader: Reader, known_at: int | None = None
) -> list[Opened]:
    """Return those entries of which the reader may see any part, in the order given.
    `domain.visibility.entry_visibility` decides which part.
    """
    told, _, changed, secrets, silent = _opened(store, campaign, page, reader, known_at)
    return [
        Opened(entry, secrets.of(entry), by.header.number if (by := changed.revision(entry)) else None)
        for entry in told
        if entry.header.number not in silent and not secrets.cover(entry)
    ]


def _opened(
    store: Store,
    campaign: UUID,
    page: Sequence[StoredEntry],
    reader: Reader,
    known_at: int | None,
    *,
    at_hand: Mapping[int, Record] = MappingProxyType({}),
) -> tuple[list[Told], dict[int, Told], _Changes, _Secrets, frozenset[int]]:
    """Entries with every revision, what those changed and what of it is secret, and the entries of which nothing may be told."""
    told = _told(store, campaign, page, known_at, at_hand)
    silent = silenced(store, campaign, reader, {entry.header.number for entry in told}, known_at)
    revisions = _revisions(store, campaign, told, known_at)
    changed = _Changes(revisions)
    secrets = _Secrets(store, campaign, reader, known_at)
    secrets.learn([*told, *(by for entry in told if (by := changed.revision(entry)))])
    return told, revisions, changed, secrets, silent


def silenced(
    store: Store, campaign: UUID, reader: Reader, numbers: Collection[int], known_at: int | None
) -> frozenset[int]:
    """Return the given entries that a revision after `known_at` turned into hidden ones: the reader may not see their
    earlier versions either.
    """
    now = reader.world.now if isinstance(reader.world, RedactedPast) else None
    if now is None or now.viewer.is_gm or known_at is None or not numbers:
        return frozenset()
    then = {number: stored.versions for number, stored in store.deeds_of(campaign, numbers, known_at).items()}
    newest = [stored for number, stored in store.deeds_of(campaign, numbers).items() if number in numbers]
    changed = [stored for stored in newest if stored.versions != then.get(stored.header.number, stored.versions)]
    return frozenset(
        entry.header.number for entry in _told(store, campaign, changed, None) if not _may_tell(now, entry)
    )


def _may_tell(now: VisibleWorld, entry: Told) -> bool:
    seen = [EventView(happened, now.event(happened.ref, happened.event)) for happened in entry.events]
    return entry_visibility(now, entry.header, entry.restated, seen).words


def told_of(
    stored: StoredEntry, rows: Sequence[StoredRow], born: Sequence[StoredRow], restated: Restatement | None
) -> Told:
    """An entry from what the store has of it: its rows in force, those it was born with, its newest restatement."""
    gone = stored.status in ("struck", "moot") and stored.versions > 1  # a revision keeps the events it was born with
    events = tuple(happening(row) for row in (born if gone else rows))
    return Told(stored=stored, events=events, restated=restated)


def _told(
    store: Store,
    campaign: UUID,
    page: Sequence[StoredEntry],
    known_at: int | None,
    at_hand: Mapping[int, Record] = MappingProxyType({}),
) -> list[Told]:
    numbers = [stored.header.number for stored in page if stored.header.number not in at_hand]
    changed = [stored.header.number for stored in page if stored.versions > 1]
    rows = store.events_of(campaign, numbers, known_at) if numbers else {}
    born = store.as_first_written(campaign, changed) if changed else {}
    restated = store.restatements(campaign, changed, known_at) if changed else {}
    return [
        Told(stored=stored, events=_decoded(at_hand[number]))
        if (number := stored.header.number) in at_hand
        else told_of(stored, rows.get(number, []), born.get(number, []), restated.get(number))
        for stored in page
    ]


def _decoded(record: Record) -> tuple[StreamEvent, ...]:
    """The events of an entry, from the bytes that were stored."""
    return tuple([StreamEvent(event.ref, decode_event(event.topic, event.body)) for event in record.events])


def _revisions(store: Store, campaign: UUID, told: Sequence[Told], known_at: int | None) -> dict[int, Told]:
    """Every revision of the ledger, where some of these entries were changed by any."""
    if not any(entry.struck or entry.stored.versions > 1 or entry.header.after is not None for entry in told):
        return {}
    wanted = EntryFilter(entry_kind="revision", limit=MOST_REVISIONS)
    page = store.entries(campaign, wanted, known_at)
    rows = store.events_of(campaign, [stored.header.number for stored in page], known_at)
    return {s.header.number: told_of(s, rows.get(s.header.number, []), [], None) for s in page}


class _Changes:
    """Revisions by the entries that they changed."""

    def __init__(self, revisions: Mapping[int, Told]) -> None:
        self._revisions = revisions
        recorded = {n: told.header.revision for n, told in revisions.items() if told.header.revision is not None}
        self._script = Script(recorded)
        self.used: dict[int, Told] = {}
        """The revisions that entries were asked about have come from."""

    def revision(self, entry: Told) -> Told | None:
        """The revision that made it that."""
        number = entry.header.number
        by = (self._script.withdrawer(number) or self._script.directive(number).by) if self._revisions else None
        if by is None or by not in self._revisions:
            return None
        return self.used.setdefault(by, self._revisions[by])

    def by(self, entry: Told, seen: Mapping[int, EntryView | HiddenEntry]) -> ChangedBy | None:
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


class _Secrets:
    """Entries that are named by revisions, and hidden from the reader."""

    def __init__(self, store: Store, campaign: UUID, reader: Reader, known_at: int | None) -> None:
        self._store, self._campaign, self._reader, self._known_at = store, campaign, reader, known_at
        self._about: dict[int, frozenset[int]] = {}
        """Entries that a revision changes or inserts, or whose change it withdraws."""
        self._hidden: dict[int, bool] = {}

    def learn(self, entries: Sequence[Told]) -> None:
        """Look up the entries that these revisions name, all at once; nothing is hidden from game masters."""
        told = [] if self._reader.viewer.is_gm else [entry.header for entry in entries]
        numbers = {number for header in told for number in (*self._concerned(header), *_followed(header))}
        if not numbers:
            return
        known_at = None if self._known_at is None else max(self._known_at, *numbers)
        found = self._store.deeds_of(self._campaign, numbers, known_at)
        page = [stored for number, stored in found.items() if number in numbers]
        silent = silenced(self._store, self._campaign, self._reader, numbers, self._known_at)
        for one in _told(self._store, self._campaign, page, known_at):
            seen = seen_events(self._reader.visible, one.events)
            hidden = entry_visibility(self._reader.visible, one.header, one.restated, seen).hidden
            self._hidden[one.header.number] = hidden or one.header.number in silent

    def of(self, revision: Told) -> frozenset[int]:
        """Return the entries that the revision names."""
        header = revision.header
        named = {*self._about.get(header.number, ()), *_followed(header)}
        return frozenset(number for number in named if self._hidden.get(number))

    def cover(self, entry: Told) -> bool:
        """Whether the entry is another member's revision of hidden entries only, and shows no result of it."""
        header, viewer = entry.header, self._reader.viewer
        about = self._about.get(header.number)
        if not about or (header.member == viewer.member and not header.by_gm):
            return False
        hidden = all(self._hidden.get(number) for number in about)
        return hidden and all(one.event is None for one in seen_events(self._reader.visible, entry.events))

    def _concerned(self, header: Header) -> frozenset[int]:
        if header.revision is None:
            return frozenset()
        if header.number not in self._about:
            changed = {change.entry for change in header.revision.changes}
            inserted = {insertion.entry for insertion in header.revision.inserts}
            withdrawn = header.revision.withdraws
            before = None if withdrawn is None else self._store.entry(self._campaign, withdrawn)
            more = frozenset() if before is None else self._concerned(before.header)
            self._about[header.number] = more.union(changed, inserted)
        return self._about[header.number]


def _followed(header: Header) -> list[int]:
    """The entries for which a revision changed others as well."""
    changes = () if header.revision is None else header.revision.changes
    return [change.because for change in changes if change.because is not None]


def _changes_of(revision: EntryView) -> Sequence[dict[str, int | None]]:
    return () if revision.revision is None else revision.revision.changes


def _text_keys(entry: Told) -> list[str]:
    """Return every key of an entry's texts: its own, its deed's, and those of its new command."""
    header = entry.header
    own = [f"{header.number}.{index}" for index in range(len(header.texts))]
    noted = [getattr(told.event, "text", "") for told in entry.events]
    amended = _strings(msgspec.to_builtins(entry.restated.envelope)) if entry.restated else []
    return [*own, *(key for key in (*noted, *amended) if isinstance(key, str) and _KEY.fullmatch(key))]


_KEY = re.compile(r"[0-9]{1,12}\.[0-9]{1,6}")


def _strings(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [found for item in value.values() for found in _strings(item)]
        case list() | tuple():
            return [found for item in value for found in _strings(item)]
        case _:
            return []


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
    found = ((event["aggregate_id"], event["kind"]) for event in view.events)
    return any(wanted.ref in (None, ref) and wanted.event_kind in (None, kind) for ref, kind in found)


def _onward(wanted: EntryFilter, last: int) -> EntryFilter:
    return replace(wanted, before=last) if wanted.newest_first else replace(wanted, after=last)
