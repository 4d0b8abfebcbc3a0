"""Entries as one viewer may see them: what is loaded of an entry, which of its parts are seen, and which entries are hidden.

A game master's words may speak of what only they know. Others read them only where they see all that the entry did. Where
they see part of it, only the visible events are left; where they see nothing of it, a stub. Others read what a player said,
even where it changed a sheet that they may not see, but not where it did something in secret. Everybody sees that a command
was refused after dice were drawn, with the dice of its open rolls. An entry can also be hidden though nothing in it says so:
because of what it became, or of what it is about.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec

from domain.commands import Envelope
from domain.dice.tape import Die
from domain.history.ledger_reader import stream_event
from domain.play.play import StreamEvent
from domain.records.entries import Header, Record, Restatement, StoredEntry, StoredRow
from domain.records.store import Store
from domain.visibility.audience import may_see
from domain.visibility.event_views import EventView, seen_events
from domain.visibility.visible_dice import open_dice
from domain.visibility.world import RedactedPast, VisibleWorld
from domain.vocabulary.questions import QuestionAnswered
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


def load_entries(store: Store, campaign: UUID, page: Sequence[StoredEntry], known_at: int | None) -> list[LoadedEntry]:
    """Read the events of these entries, as known at an entry."""
    numbers = [stored.header.number for stored in page]
    changed = [stored.header.number for stored in page if stored.versions > 1]
    rows = store.events_of(campaign, numbers, known_at) if numbers else {}
    born = store.as_first_written(campaign, changed) if changed else {}
    restated = store.restatements(campaign, changed, known_at) if changed else {}
    return [
        loaded_entry(stored, rows.get(number, []), born.get(number, []), restated.get(number))
        for number, stored in zip(numbers, page, strict=True)
    ]


def loaded_entry(
    stored: StoredEntry, rows: Sequence[StoredRow], born: Sequence[StoredRow], restated: Restatement | None
) -> LoadedEntry:
    """Return an entry with its events: `rows` are those in force, `born` those that it was first written with."""
    gone = stored.status in ("struck", "moot") and stored.versions > 1  # a revision keeps the events it was born with
    events = tuple(stream_event(row) for row in (born if gone else rows))
    return LoadedEntry(stored=stored, events=events, restated=restated)


def written_entry(stored: StoredEntry, record: Record) -> LoadedEntry:
    """Return an entry that was just written, with the events in the bytes that were stored."""
    events = [StreamEvent(event.ref, decode_event(event.topic, event.body)) for event in record.events]
    return LoadedEntry(stored=stored, events=tuple(events))


class EntryVisibility(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of an entry that a viewer may see.

    `hidden`: nothing but its number and digest. `words`: its command, free texts and refusal. `args`: the fields of its
    command, which of an answer are its giver's. `whole`: the rules it cites and overruled as well. `private`: the parts for
    the giver of the command: answers, and dice that no visible roll has.
    """

    hidden: bool
    words: bool
    args: bool
    whole: bool
    private: bool


ALL = EntryVisibility(hidden=False, words=True, args=True, whole=True, private=True)
NOTHING = EntryVisibility(hidden=True, words=False, args=False, whole=False, private=False)


def entry_visibility(
    visible: VisibleWorld, header: Header, restated: Restatement | None, seen: Sequence[EventView]
) -> EntryVisibility:
    """Decide what the viewer may know of an entry whose events they see as `seen`.

    The entry is for the audience of the command in force: an amendment may tell it to others, or to fewer.
    """
    viewer = visible.viewer
    if viewer.is_gm:
        return ALL
    own = header.member == viewer.member and not header.by_gm
    amended = None if restated is None else restated.envelope
    if not own and not may_see(viewer, header.audience if amended is None else amended.audience):
        return NOTHING
    players = not header.by_gm and amended is None
    sealed = any(die.seed == "sealed" for die in (*header.tape, *(restated.tape if restated else ())))
    secret = sealed or any(one.event is None and visible.sees_sheet(one.original.ref) for one in seen)
    open_words = players or (bool(seen) and _names_nothing_hidden(visible, amended or header.envelope))
    whole = not sealed and all(one.is_whole for one in seen) and open_words
    words = whole or (players and (own or not secret))
    nothing_seen = all(one.event is None for one in seen) and (bool(seen) or header.kind == "play")
    drawn_in_vain = header.status == "refused" and bool(open_dice(header.tape, own=own))
    hidden = nothing_seen and not (own or words or drawn_in_vain)
    args = words and (own or header.answers is None)
    return EntryVisibility(hidden=hidden, words=words, args=args, whole=whole, private=own)


def _names_nothing_hidden(visible: VisibleWorld, envelope: Envelope | None) -> bool:
    """Whether the viewer may know of everything that a command names."""
    return envelope is None or visible.wording.names_nobody_hidden(envelope.args)


def with_own_choice(visible: VisibleWorld, header: Header, seen: list[EventView]) -> list[EventView]:
    """Return the events of an entry with the answer in it shown whole to the viewer who gave it."""
    if header.answers is None or header.by_gm or header.member != visible.viewer.member:
        return seen
    answered = (isinstance(one.original.event, QuestionAnswered) for one in seen)
    return [
        EventView(one.original, one.original.event) if own else one for one, own in zip(seen, answered, strict=True)
    ]


def hidden_later(
    store: Store, campaign: UUID, visible: VisibleWorld, numbers: Collection[int], known_at: int | None
) -> frozenset[int]:
    """Return the entries among these that were changed after `known_at` into something that the viewer may not be told.

    Earlier knowledge of them is hidden from the viewer as well.
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
