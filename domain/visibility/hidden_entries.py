"""Entries that a viewer may not know of though nothing in them says so: because of what they became, or of what they are about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from domain.records.entries import Header
from domain.records.store import Store
from domain.visibility.entry_visibility import entry_visibility
from domain.visibility.event_views import EventView, seen_events
from domain.visibility.loaded_entries import LoadedEntry, load_entries
from domain.visibility.world import RedactedPast, VisibleWorld


def hidden_later(
    store: Store, campaign: UUID, visible: VisibleWorld, numbers: Collection[int], known_at: int | None
) -> frozenset[int]:
    """Return the entries among these that were changed after `known_at` into something that the viewer may not be told.

    What was known of them before is hidden from the viewer as well.
    """
    now = visible.world.now if isinstance(visible.world, RedactedPast) else None
    if now is None or now.viewer.is_gm or known_at is None or not numbers:
        return frozenset()
    then = {number: stored.versions for number, stored in store.deeds_of(campaign, numbers, known_at).items()}
    newest = [stored for number, stored in store.deeds_of(campaign, numbers).items() if number in numbers]
    changed = [stored for stored in newest if stored.versions != then.get(stored.header.number, stored.versions)]
    loaded = load_entries(store, campaign, changed, None)
    return frozenset(entry.header.number for entry in loaded if not _shows_words(now, entry))


def _shows_words(now: VisibleWorld, entry: LoadedEntry) -> bool:
    seen = [EventView(original, now.event(original.ref, original.event)) for original in entry.events]
    return entry_visibility(now, entry.header, entry.restated, seen).words


class HiddenSubjects:
    """The entries that revisions are about and that a viewer may not know of: a revision is shown without them."""

    def __init__(self, store: Store, campaign: UUID, visible: VisibleWorld, known_at: int | None) -> None:
        self._store, self._campaign, self._visible, self._known_at = store, campaign, visible, known_at
        self._about: dict[int, frozenset[int]] = {}
        """The entries that a revision changes or inserts, or withdraws the change of, by its number."""
        self._hidden: dict[int, bool] = {}

    def learn(self, entries: Sequence[LoadedEntry]) -> None:
        """Look up together what the revisions among these entries are about. From game masters nothing is hidden."""
        headers = [] if self._visible.viewer.is_gm else [entry.header for entry in entries]
        numbers = {number for header in headers for number in (*self._concerned(header), *_followed(header))}
        if not numbers:
            return
        known_at = None if self._known_at is None else max(self._known_at, *numbers)
        deeds = self._store.deeds_of(self._campaign, numbers, known_at)
        page = [stored for number, stored in deeds.items() if number in numbers]
        silent = hidden_later(self._store, self._campaign, self._visible, numbers, self._known_at)
        for one in load_entries(self._store, self._campaign, page, known_at):
            seen = seen_events(self._visible, one.events)
            hidden = entry_visibility(self._visible, one.header, one.restated, seen).hidden
            self._hidden[one.header.number] = hidden or one.header.number in silent

    def of(self, revision: LoadedEntry) -> frozenset[int]:
        """Return the entries that a revision names and must be shown without."""
        header = revision.header
        named = {*self._about.get(header.number, ()), *_followed(header)}
        return frozenset(number for number in named if self._hidden.get(number))

    def hide(self, entry: LoadedEntry) -> bool:
        """Whether an entry is hidden: another member's revision that is about hidden entries alone and has no visible event."""
        header, viewer = entry.header, self._visible.viewer
        about = self._about.get(header.number)
        if not about or (header.member == viewer.member and not header.by_gm):
            return False
        hidden = all(self._hidden.get(number) for number in about)
        return hidden and all(one.event is None for one in seen_events(self._visible, entry.events))

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
    """Return the entries because of which a revision changed others as well."""
    changes = () if header.revision is None else header.revision.changes
    return [change.because for change in changes if change.because is not None]
