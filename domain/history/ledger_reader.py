"""The ledger as a planner reads it: entries with their current versions, many at a time, and only what is asked for."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Final, cast
from uuid import UUID

from msgspec.structs import replace

from domain.aggregates import begin, resumed
from domain.commands import Envelope
from domain.dice.tape import Die, Tape, merged
from domain.history.deciding import DeedScript, GivenAnswer, typed_by
from domain.history.divergence import FIRST_STEP, DivergedRanges, Divergence, EntryStep, Onward
from domain.history.older_dice import OlderDice, alike, is_keyed
from domain.history.older_rolls import older_dice_of
from domain.history.script import Script, revisions_of
from domain.play.deed import CLOSE
from domain.play.play import StreamEvent
from domain.records.entries import (
    EntryFilter,
    EntryReader,
    Foldable,
    Header,
    Restatement,
    Status,
    StoredEntry,
    StoredRow,
    keys_of,
)
from domain.records.positions import Place, place
from domain.records.store import Store
from domain.vocabulary.questions import QuestionAnswered, QuestionAsked
from domain.vocabulary.stored import decode_event, decode_events

EVERYTHING = 2**31 - 1

_GONE: Final = ("struck", "moot", "refused")

KEPT = 4_000
"""The number of entries kept in memory; beyond that all are dropped, and looked up again when needed."""


class LedgerReader:
    """One campaign's ledger as of the head at which a plan is made; `head` is its last entry."""

    def __init__(self, store: Store, campaign: UUID) -> None:
        self.store = store
        self.campaign = campaign
        self.head = store.head(campaign).entry
        every = store.entries(campaign, EntryFilter(entry_kind="revision", limit=EVERYTHING))
        self.script = Script(revisions_of((e.header.number, e.header.revision) for e in every))
        self._roots = {insert: place(insert, self.script.anchors)[0] for insert in self.script.anchors}
        self._let_go()

    def _let_go(self) -> None:
        self._entries: dict[int, StoredEntry] = {}
        self._deeds: dict[int, tuple[int, ...]] = {}
        self._rows: dict[int, list[StoredRow]] = {}
        self._born: dict[int, list[StoredRow]] = {}
        self._reads: dict[int, frozenset[str]] = {}
        self._restated: dict[int, Restatement] = {}
        self._older: dict[int, OlderDice] = {}

    def cached(self, number: int) -> bool:
        """Whether an entry is looked up already, with all that belongs to it."""
        return number in self._rows

    def load(self, numbers: Collection[int]) -> None:
        """Look up these entries at once, with the whole deeds they belong to: headers, events, reads, restatements."""
        missing = [number for number in numbers if number not in self._rows]
        if not missing:
            return
        if len(self._entries) > KEPT:
            self._let_go()
        wanted = self._look_up(missing)
        self._rows |= self.store.events_of(self.campaign, wanted)
        self._reads |= self.store.reads_of(self.campaign, wanted)
        restated = [number for number, entry in wanted.items() if entry.versions > 1]
        if restated:
            self._restated |= self.store.restatements(self.campaign, restated)
            self._born |= self.store.as_first_written(self.campaign, restated)

    def _look_up(self, numbers: Collection[int]) -> dict[int, StoredEntry]:
        """The headers of whole deeds."""
        by_number = self.store.deeds_of(self.campaign, numbers)
        self._entries |= by_number
        deeds: dict[int, list[int]] = {}
        for number, entry in by_number.items():
            deeds.setdefault(entry.header.deed, [])
            if entry.header.refusal is None and entry.header.kind == "play":
                deeds[entry.header.deed].append(number)
        self._deeds |= {deed: tuple(entries) for deed, entries in deeds.items()}
        return by_number

    def entry(self, number: int) -> StoredEntry:
        """An entry of the ledger. Raises LookupError where there is none of that number."""
        known = number in self._entries or (0 < number <= EVERYTHING and number in self._look_up([number]))
        if not known:
            raise LookupError(f"this ledger has no entry {number}")
        return self._entries[number]

    def header(self, number: int) -> Header:
        """An entry's header."""
        return self.entry(number).header

    def status(self, number: int) -> Status:
        """Return the current status of the entry."""
        return self.entry(number).status

    def emitted(self, number: int) -> tuple[StreamEvent, ...]:
        """The entry's events in its current version."""
        self.load([number])
        return tuple(stream_event(row) for row in self._rows.get(number, ()))

    def reads(self, number: int) -> frozenset[str]:
        """The paths that the entry's current version read."""
        self.load([number])
        return self._reads.get(number, frozenset())

    def born_as(self, number: int) -> tuple[StreamEvent, ...]:
        """The events the entry was first written with; an insert's are part of the revision that inserted it."""
        if (home := self.script.home(number)) is not None:
            return self.told_by(number, home)
        self.load([number])
        rows = self._born if number in self._born else self._rows
        return tuple(stream_event(row) for row in rows.get(number, ()))

    def told_by(self, number: int, revision: int) -> tuple[StreamEvent, ...]:
        """The events that a revision gave the entry."""
        rows = self.store.events_of(self.campaign, [number], known_at=max(revision, number)).get(number, [])
        return tuple(stream_event(row) for row in rows)

    def as_known(self, number: int, at: int) -> tuple[Status, frozenset[str]]:
        """The entry's status right after another one, and the paths that its version of then read."""
        known = max(at, number)
        entry = self.store.entry(self.campaign, number, known_at=known)
        assert entry is not None, "an entry that was changed is there"
        return entry.status, self.store.reads_of(self.campaign, [number], known_at=known).get(number, frozenset())

    def played(self, first: Place, after: int) -> frozenset[int]:
        """The deeds that stand at a place or later, among the entries after one."""
        wanted = EntryFilter(after=after, entry_kind="play", limit=EVERYTHING)
        standing = [one for one in self.store.entries(self.campaign, wanted) if one.status not in _GONE]
        deeds = {one.header.number for one in standing if one.header.deed == one.header.number}
        return frozenset(deed for deed in deeds if self.script.place(deed) >= first)

    def grown(self, number: int) -> tuple[Die, ...]:
        """The dice that revisions have added to the entry's tape."""
        self.load([number])
        restated = self._restated.get(number)
        return () if restated is None else restated.tape

    def deed(self, number: int) -> tuple[int, ...]:
        """The entries of a deed, its first one first; a refusal, and what is no play, has none."""
        self.entry(number)
        return self._deeds.get(number, ())

    def twin(self, ref: str, at: Place, traces: DivergedRanges) -> Divergence:
        """An aggregate before a place, on its way from there on."""
        checkpoint = self.store.checkpoint(self.campaign, ref, before=at)
        onward = Onward(partial(self._steps, ref), () if checkpoint is None else checkpoint.place)
        twin = Divergence(resumed(ref, None if checkpoint is None else checkpoint.body), onward, traces)
        twin.advance(at)
        return twin

    def twins(self, refs: Collection[str], at: Place, traces: DivergedRanges) -> dict[str, Divergence]:
        """Several aggregates before a place, looked up at once; those with checkpoints are left out."""
        number = at[0] + FIRST_STEP
        pasts = self.store.pasts(self.campaign, refs, before=(number,))
        divergences = {
            ref: Divergence(begin(ref), Onward(partial(self._steps, ref), (), (self._decoded(rows), number)), traces)
            for ref, rows in pasts.items()
        }
        for twin in divergences.values():
            twin.advance(at)
        return divergences

    def _steps(self, ref: str, after: Place, before: Place) -> list[EntryStep]:
        return self._decoded(self.store.state_events(self.campaign, ref, after=after, before=before))

    def _decoded(self, rows: list[Foldable]) -> list[EntryStep]:
        events = decode_events([topic for _, topic, _ in rows], [body for _, _, body in rows])
        return [EntryStep(self.script.place(entry), event) for (entry, _, _), event in zip(rows, events, strict=True)]

    def looked_at(self, deed: int) -> set[str]:
        """The aggregates that a deed has read anything of."""
        return {path.partition(".")[0] for entry in self.deed(deed) for path in self.reads(entry)}

    def readers(self, paths: Collection[str], first: int, last: int) -> list[EntryReader]:
        """Return those who stand among the entries from one number to another, or answer one of their deeds, and read
        these paths."""
        inserts = [insert for insert, root in self._roots.items() if first <= root <= last]
        return self.store.readers(self.campaign, paths, after=first - 1, up_to=last, also=inserts)

    def deed_script(
        self, number: int, script: Script, struck: Collection[int], envelope: Envelope | None
    ) -> DeedScript:
        """A deed under a script: `struck` are answers struck beside, `envelope` the command in force where amended."""
        entries = self.deed(number)
        self.load(entries)
        header = self.header(number)
        answers = tuple(self._answer(entry, script, struck) for entry in entries[1:])
        envelopes = [script.directive(entry).envelope for entry in entries[1:]]
        typed, source = typed_by(one for one in (envelope, *envelopes) if one is not None)
        command = envelope or cast(Envelope, header.envelope)
        answered = {key: choice for one in envelopes if one is not None for key, choice in one.responses.items()}
        tape = self._tape(number)
        return DeedScript(
            entry=number,
            member=header.member,
            is_gm=header.by_gm,
            envelope=replace(command, responses={**command.responses, **answered}) if answered else command,
            answers=answers,
            tape=tape,
            older=OlderDice() if is_keyed(tape) else self.older(number),
            live=self._is_live(number, script, struck),
            typed=typed,
            source=source,
            keys=self.keys(number),
        )

    def keys(self, deed: int) -> frozenset[str]:
        """The keys by which a deed has asked so far, as the ledger has them."""
        return keys_of(self.header(entry) for entry in self.deed(deed))

    def as_written(self, number: int, emitted: tuple[StreamEvent, ...]) -> tuple[StreamEvent, ...]:
        """Return what an entry comes to, as the ledger has it where it came to the same before, however rolls were
        labelled then."""
        if emitted == self.emitted(number):
            return emitted
        for written in (self.emitted(number), self.born_as(number)):
            if alike(written, emitted) and self.older(self.header(number).deed).same(written, emitted):
                return written
        return emitted

    def older(self, deed: int) -> OlderDice:
        """The dice of a deed that were not keyed to their rollers yet."""
        if deed not in self._older:
            self._older[deed] = older_dice_of(
                self.store,
                self.campaign,
                self.deed(deed),
                self._tape(deed).dice,
                place=self.script.place(deed),
                revisions=tuple(self.script.revisions),
            )
        return self._older[deed]

    def _tape(self, deed: int) -> Tape:
        """Every die that the deed ever had."""
        entries = self.deed(deed)
        return merged(die for entry in entries for die in (*self.header(entry).tape, *self.grown(entry)))

    def _answer(self, entry: int, script: Script, struck: Collection[int]) -> GivenAnswer:
        header = self.header(entry)
        directive = script.directive(entry)
        envelope = cast(Envelope, directive.envelope or header.envelope)
        choice = None if envelope.type == CLOSE else cast("str | None", envelope.args.get("choice"))
        is_struck = directive.how == "strike" or entry in struck
        moot = self.status(entry) == "moot"
        waits = moot and header.waits_for is not None and not self._is_followed(header.deed, entry)
        return GivenAnswer(entry, header.answers or "", choice, is_struck, moot=moot, waits=waits)

    def _is_followed(self, deed: int, entry: int) -> bool:
        """Whether an answer that was struck came after another one of the same deed."""
        return any(self.status(later) == "struck" for later in self.deed(deed) if later > entry)

    def _is_live(self, number: int, script: Script, struck: Collection[int]) -> bool:
        """Whether the deed waits once its last standing entry has been played: that one left a question open, to which an
        answer stood till now, or none was given; nothing else had settled it."""
        entries = self.deed(number)
        gone = {entry for entry in entries[1:] if script.directive(entry).how == "strike" or entry in struck}
        standing = [entry for entry in entries if entry not in gone and self.status(entry) != "moot"]
        last = standing[-1] if standing else number
        if self.header(last).waits_for is None:
            return False
        after = [self.status(entry) for entry in entries if entry > last]
        answered = any(status not in ("struck", "moot") for status in after)
        return not after or answered or self._is_open(number, entries)

    def stood_as(self, number: int) -> tuple[StreamEvent, ...]:
        """The events that the entry has, or had before it was struck."""
        strikers = self.script.strikers(number)
        return self.told_by(number, min(strikers) - 1) if strikers else self.emitted(number)

    def _is_open(self, deed: int, entries: Collection[int]) -> bool:
        """Whether a question of a deed's entries is open as they stand, or was when the deed was struck."""
        struck = self.status(deed) == "struck"
        events = [one.event for e in entries for one in (self.stood_as(e) if struck else self.emitted(e))]
        asked = {event.name for event in events if isinstance(event, QuestionAsked)}
        return bool(asked - {event.name for event in events if isinstance(event, QuestionAnswered)})


def stream_event(row: StoredRow) -> StreamEvent:
    """A stored event with its stream."""
    return StreamEvent(row.ref, decode_event(row.topic, row.body))
