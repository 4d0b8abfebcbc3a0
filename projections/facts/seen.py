"""Facts as one viewer may see them: the same rows, made only of the parts of the ledger that the viewer sees.

An entry has up to two versions: the one in force, and the first written one where another has replaced it; the `struck`
of that is the revision that made the one in force. A creature unknown to the viewer is `hidden` in every column. Three
columns are empty, as the viewer may not know them: the audience, an event's position among all, and the number of all
entries that a revision reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.history.ledger_reader import stream_event
from domain.play.play import StreamEvent
from domain.records.entries import GONE, EntryFilter, Header, Status, StoredEntry, StoredRow
from domain.records.store import Store
from domain.visibility.entry_visibility import entry_visibility, with_own_choice
from domain.visibility.event_views import EventView, Texts, seen_events
from domain.visibility.visible_dice import visible_dice
from domain.vocabulary.base import Event
from domain.vocabulary.stored import decode_event, encode_event, topic_of
from projections.facts.headers import Headers
from projections.facts.making import dice_of, entry_of, facts_in
from projections.facts.rows import EntryVersion, Fact, FactDie, FactEntry, restated_header
from projections.reader import Reader
from projections.views.timeline import VisibleEntry, visible_entries

BATCH = 500
"""The number of entries read at once."""

R = TypeVar("R", Fact, FactDie, FactEntry)


class SeenFacts(NamedTuple):
    """Rows of some entries, in the order of the ledger."""

    entries: list[FactEntry]
    facts: list[Fact]
    dice: list[FactDie]


def seen_facts(
    store: Store, campaign: UUID, reader: Reader, *, up_to: int | None = None, known_at: int | None = None
) -> Iterator[SeenFacts]:
    """Yield the facts of a campaign that a reader may see, in parts: of entries up to one, as known right after
    `known_at`.

    With `known_at`, only the versions in force then are given.
    """
    looks = _Looks(store, campaign, reader, known_at)
    wanted = EntryFilter(before=None if up_to is None else up_to + 1, limit=BATCH)
    while page := store.entries(campaign, wanted, known_at):
        yield looks.at(page)
        wanted = replace(wanted, after=page[-1].header.number)


class _Looks:
    """Looks of one reader at a campaign's entries, one after the other."""

    def __init__(self, store: Store, campaign: UUID, reader: Reader, known_at: int | None) -> None:
        self._store, self._campaign, self._reader, self._known_at = store, campaign, reader, known_at
        self._headers = Headers(store, campaign)
        self._shared = store.campaign(campaign).forked_known_at or 0
        self._acted: dict[int, Header] = {}
        """The headers of entries whose command the reader is shown whole."""

    def at(self, page: Sequence[StoredEntry]) -> SeenFacts:
        """Return the rows of some entries."""
        for stored in page:
            self._headers.know(stored.header)
        changed = [stored.header.number for stored in page if stored.versions > 1]
        born = self._store.as_first_written(self._campaign, changed) if changed else {}
        keys = [header.reason for stored in page if (header := stored.header).revision and header.reason]
        reasons = self._store.texts(self._campaign, keys) if keys else {}
        facts = SeenFacts([], [], [])
        for opened in visible_entries(self._store, self._campaign, page, self._reader, self._known_at):
            look = _Look(self._reader, opened, born.get(opened.entry.header.number, ()), reasons)
            if not look.told.hidden:
                self._tell(look, facts)
        return facts

    def _tell(self, look: _Look, facts: SeenFacts) -> None:
        """Add what the reader may know of an entry."""
        entry, header = look.entry, look.entry.header
        made_by, status = self._made_by(look.opened), entry.stored.status
        if made_by and header.after is None and self._known_at is None and look.tells_first:
            first = self._version(look, header, look.first, header.status)
            look.add(first, made_by, facts)
        seen = [] if status in GONE else look.now
        look.add(self._version(look, restated_header(header, entry.restated), seen, status, made_by), None, facts)
        look.add_dice(self._began(look, header), facts)

    def _version(
        self, look: _Look, header: Header, seen: Sequence[EventView], status: Status, number: int = 0
    ) -> EntryVersion:
        """Return a version of an entry with what the reader may know of it."""
        return EntryVersion(
            header=look.known(header),
            counted_at=self._headers.counted_at(header.number),
            deed=self._began(look, header),
            place=self._headers.place(header.number),
            version=number,
            status=status,
            events=look.events(seen),
        )

    def _began(self, look: _Look, header: Header) -> Header:
        """Return the header of the entry that began an entry's deed; without its command where that is not the reader's to know."""
        if look.told.args:
            self._acted[header.number] = header
        return self._acted.get(header.deed, replace(header, envelope=None))

    def _made_by(self, opened: VisibleEntry) -> int:
        """Return the number of the version of an entry that is in force: the revision that made it, 0 as first written.

        It has the shared part of a fork as it then stood.
        """
        stored = opened.entry.stored
        revision = stored.made_by or (opened.changed_by if stored.header.kind == "revision" else None) or 0
        return revision if revision > self._shared else 0


class _Look:
    """A look at one entry: what the reader sees of it as it is and as it was first written, and how much they may be told."""

    def __init__(self, reader: Reader, opened: VisibleEntry, born: Sequence[StoredRow], reasons: Texts) -> None:
        self.opened, self.entry, self._reasons = opened, opened.entry, reasons
        self._reader = reader.afresh(old=not self.entry.header.refers)
        self.now = self._seen(self.entry.events)
        self._born = self._seen(map(stream_event, born))
        self.told = entry_visibility(self._reader.visible, self.entry.header, self.entry.restated, self.now)

    @property
    def first(self) -> list[EventView]:
        """The events that are seen of the entry as it was first written."""
        return self.now if self.entry.struck else self._born

    @property
    def tells_first(self) -> bool:
        """Whether the reader may know what the entry was at first: not where it became what they may not know."""
        if self.entry.struck:
            return True
        return (
            self.told.words and not entry_visibility(self._reader.visible, self.entry.header, None, self._born).hidden
        )

    def _seen(self, emitted: Iterable[StreamEvent]) -> list[EventView]:
        return with_own_choice(self._reader.visible, self.entry.header, seen_events(self._reader.visible, emitted))

    def known(self, header: Header) -> Header:
        """Return a header with what the reader may know of it."""
        visibility, revision, envelope = self.told, header.revision, header.envelope
        if revision is not None:
            changes = tuple(change for change in revision.changes if change.entry not in self.opened.secret)
            inserts = tuple(insert for insert in revision.inserts if insert.entry not in self.opened.secret)
            revision = replace(revision, changes=changes, inserts=inserts)
        if envelope is not None:
            envelope = None if not visibility.words else envelope if self.told.args else replace(envelope, args={})
        return replace(
            header,
            audience="all",
            envelope=envelope,
            waits_for=header.waits_for if visibility.whole else None,
            answers=header.answers if visibility.whole or visibility.private else None,
            citations=header.citations if visibility.whole else (),
            refusal=header.refusal if visibility.words else None,
            overruled=header.overruled if visibility.whole else (),
            revision=revision,
        )

    def events(self, seen: Sequence[EventView]) -> list[tuple[str, Event]]:
        """Return events without references to anyone the reader may not know, and without their audiences."""
        return [(one.original.ref, self._event(one.original.ref, one.event)) for one in seen if one.event is not None]

    def _event(self, ref: str, event: Event) -> Event:
        fields = self._reader.visible.wording.as_json(msgspec.json.decode(encode_event(event)), ref)
        fields.pop("audience", None)
        return decode_event(topic_of(event), msgspec.json.encode(fields))

    def add(self, version: EntryVersion, struck: int | None, facts: SeenFacts) -> None:
        """Add the rows of a version."""
        clock = version.counted_at.clock if self._reader.visible.sees_clock() else None
        row = self._masked(entry_of(version))
        facts.entries.append(replace(row, clock=clock, struck=struck, reason=self._reasons.get(row.reason or "")))
        facts.facts.extend(replace(self._masked(fact), clock=clock, struck=struck) for fact in facts_in(version))

    def add_dice(self, began: Header, facts: SeenFacts) -> None:
        """Add the rows of the dice that are seen in a roll. `began` is the header of the entry that began the deed."""
        dice = visible_dice(self._reader.visible, self.entry.stored, self.entry.tape, [self._born, self.now])
        facts.dice.extend(self._masked(die) for die in dice_of(self.entry.header, dice, began))

    def _masked(self, row: R) -> R:
        """Return a row without references to whom the reader may not know, and without who else may see it."""
        known = {name: self._said(value) for name in _REFS if isinstance(value := getattr(row, name, None), str)}
        return replace(row, audience=[], **known)

    def _said(self, ref: str) -> str:
        return self._reader.visible.wording.text(ref) if ref else ref


_REFS = ("encounter", "actor", "aggregate", "by", "against", "roller", "label")
"""The columns that hold references."""
