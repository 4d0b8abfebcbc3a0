"""The ledger as a planner reads it: entries with their current versions, looked up once each."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import cast
from uuid import UUID

from domain.commands import Envelope
from domain.dice.tape import Die, merged
from domain.events.stored import decode_event
from domain.history.deciding import Answer, DeedScript
from domain.history.places import Place
from domain.history.script import Script, revisions_of
from domain.ledger.records import EntryFilter, Header, Restatement, Status, StoredEntry, StoredRow
from domain.ledger.store import Store
from domain.play.deed import CLOSE
from domain.play.play import Happening

EVERYTHING = 2**31 - 1


class Annals:
    """What one campaign's ledger says, as of the head at which a plan is made."""

    def __init__(self, store: Store, campaign: UUID) -> None:
        self.store = store
        self.campaign = campaign
        every = store.entries(campaign, EntryFilter(entry_kind="revision", limit=EVERYTHING))
        self.script = Script(revisions_of((e.header.number, e.header.revision) for e in every))
        self._entries: dict[int, StoredEntry] = {e.header.number: e for e in every}
        self._rows: dict[int, list[StoredRow]] = {}
        self._reads: dict[int, frozenset[str]] = {}
        self._restated: dict[int, Restatement | None] = {}
        self._deeds: dict[int, tuple[int, ...]] = {}

    def load(self, numbers: Collection[int]) -> None:
        """Look up entries, events and reads of these at once, where they are not known yet."""
        missing = [number for number in numbers if number not in self._rows]
        if not missing:
            return
        self._rows |= self.store.events_of(self.campaign, missing)
        self._reads |= self.store.reads_of(self.campaign, missing)
        restated = self.store.restatements(self.campaign, missing)
        self._restated |= {number: restated.get(number) for number in missing}

    def entry(self, number: int) -> StoredEntry:
        """An entry of the ledger. Raises LookupError where there is none of that number."""
        if number not in self._entries:
            found = self.store.entry(self.campaign, number)
            if found is None:
                raise LookupError(f"this ledger has no entry {number}")
            self._entries[number] = found
        return self._entries[number]

    def header(self, number: int) -> Header:
        """An entry's header."""
        return self.entry(number).header

    def status(self, number: int) -> Status:
        """What the entry currently is."""
        return self.entry(number).status

    def happenings(self, number: int) -> tuple[Happening, ...]:
        """The entry's events in its current version."""
        self.load([number])
        return tuple(happening(row) for row in self._rows.get(number, ()))

    def reads(self, number: int) -> frozenset[str]:
        """The paths that the entry's current version read."""
        self.load([number])
        return self._reads.get(number, frozenset())

    def born_as(self, number: int) -> tuple[Happening, ...]:
        """The events the entry was first written with; an insert's are part of the revision that inserted it."""
        if (home := self.script.home(number)) is not None:
            return self.told_by(number, home)
        rows = self.store.as_first_written(self.campaign, [number]).get(number, [])
        return tuple(happening(row) for row in rows)

    def told_by(self, number: int, revision: int) -> tuple[Happening, ...]:
        """The events that a revision gave the entry."""
        rows = self.store.events_of(self.campaign, [number], known_at=max(revision, number)).get(number, [])
        return tuple(happening(row) for row in rows)

    def grown(self, number: int) -> tuple[Die, ...]:
        """The dice that revisions have added to the entry's tape."""
        self.load([number])
        restated = self._restated.get(number)
        return () if restated is None else restated.tape

    def deed(self, number: int) -> tuple[int, ...]:
        """The entries of a deed, its first one first."""
        if number not in self._deeds and self.header(number).waits_for is None:
            self._deeds[number] = () if self.header(number).refusal else (number,)
        elif number not in self._deeds:
            wanted = EntryFilter(deed=number, after=number - 1, limit=EVERYTHING, entry_kind="play")
            found = self.store.entries(self.campaign, wanted)
            self._entries |= {e.header.number: e for e in found}
            self._deeds[number] = tuple(e.header.number for e in found if e.header.refusal is None)
        return self._deeds[number]

    def stream(self, ref: str) -> list[tuple[Place, int, Happening]]:
        """All of an aggregate's events in effective order, with place and entry."""
        rows = self.store.effective_stream(self.campaign, ref)
        return [(self.script.place(row.entry), row.entry, happening(row)) for row in rows]

    def readers(self, paths: Collection[str], from_place: Place) -> Iterable[int]:
        """Entries that read any of these paths and may stand at or after a place."""
        return self.store.readers(self.campaign, paths, from_place[0] - 1)

    def deed_script(
        self, number: int, script: Script, struck: Collection[int], envelope: Envelope | None
    ) -> DeedScript:
        """A deed under a script: `struck` are answers struck beside, `envelope` the command in force where amended."""
        entries = self.deed(number)
        header = self.header(number)
        answers = tuple(self._answer(entry, script, struck) for entry in entries[1:])
        dice = (die for entry in entries for die in (*self.header(entry).tape, *self.grown(entry)))
        return DeedScript(
            entry=number,
            member=header.member,
            is_gm=header.by_gm,
            envelope=envelope or cast(Envelope, header.envelope),
            answers=answers,
            tape=merged(dice),
            live=self.header(entries[-1]).waits_for is not None,
            amended=envelope is not None,
        )

    def _answer(self, entry: int, script: Script, struck: Collection[int]) -> Answer:
        header = self.header(entry)
        directive = script.directive(entry)
        envelope = cast(Envelope, directive.envelope or header.envelope)
        choice = None if envelope.type == CLOSE else cast("str | None", envelope.args.get("choice"))
        return Answer(entry, header.answers or "", choice, directive.how == "strike" or entry in struck)


def happening(row: StoredRow) -> Happening:
    """A stored event with its stream."""
    return Happening(row.ref, decode_event(row.topic, row.body))
