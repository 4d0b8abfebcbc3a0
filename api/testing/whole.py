"""The oracle of every plan: the whole effective script, run from its beginning in one world, with nothing pruned.

The entries that a fork shares are no part of its script: they stand as they were at forking, and only answers to them
are run.
"""

from __future__ import annotations

from uuid import UUID

import msgspec

from domain.aggregates import Aggregate, begin, evolve
from domain.commands import Envelope
from domain.history.deciding import redecide
from domain.history.ledger_reader import EVERYTHING, LedgerReader
from domain.ledger.playing.entry_dice import PastDice, open_epoch
from domain.ledger.reading.past import CorrectedPast
from domain.play.play import StreamEvent
from domain.records.entries import EntryFilter, Header
from domain.records.store import Store
from domain.system import Registry

BATCH = 500
"""The number of entries looked up at once."""


class Whole:
    """A ledger whose effective script is run as a whole: every entry's events, and the states."""

    def __init__(self, store: Store, campaign: UUID, registry: Registry) -> None:
        self.reader = LedgerReader(store, campaign)
        self.registry = registry
        self.shared = store.campaign(campaign).forked_known_at or 0
        self.states: dict[str, Aggregate] = {}
        self.events: dict[int, tuple[StreamEvent, ...]] = {}
        self._answers: dict[int, tuple[StreamEvent, ...]] = {}
        epoch = open_epoch(CorrectedPast(store, campaign)).number
        self._dice = PastDice(campaign, store.seeds(campaign, epoch), store.secrets(campaign))
        entries = store.entries(campaign, EntryFilter(limit=EVERYTHING))
        ordered = sorted((e.header for e in entries), key=lambda h: self.reader.script.place(h.number))
        for first in range(0, len(ordered), BATCH):
            batch = ordered[first : first + BATCH]
            self.reader.load([header.number for header in batch])
            for header in batch:
                self._run_next(header)

    def _run_next(self, header: Header) -> None:
        if header.kind == "revision":
            return
        self.events[header.number] = emitted = self._told(header.number)
        for stream_event in emitted:
            evolve(self.states.setdefault(stream_event.ref, begin(stream_event.ref)), stream_event.event)

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.states.get(ref)

    def _told(self, number: int) -> tuple[StreamEvent, ...]:
        header, directive = self.reader.header(number), self.reader.script.directive(number)
        if header.kind == "record":
            return self.reader.born_as(number)
        if number <= self.shared:
            return self._shared(number)
        if header.status == "refused" or directive.how == "strike":
            return ()
        if directive.how == "keep" and directive.by is not None:
            return self.reader.told_by(number, directive.by)
        if header.deed != number:
            kept = self.reader.script.directive(header.deed).how == "keep"
            return () if kept else self._answers.get(number, ())
        return self._run(number, directive.envelope if directive.how == "amend" else None)

    def _shared(self, number: int) -> tuple[StreamEvent, ...]:
        emitted = self.reader.emitted(number)
        if any(answer > self.shared for answer in self.reader.deed(number)):
            assert self._run(number, self.reader.script.directive(number).envelope) == emitted
        return emitted

    def _run(self, number: int, envelope: Envelope | None) -> tuple[StreamEvent, ...]:
        script = self.reader.deed_script(number, self.reader.script, (), envelope)
        anchors = self.reader.script.anchors
        place, ordinal, key = number, 0, ""
        if number in anchors:
            siblings = sorted(entry for entry, after in anchors.items() if after == anchors[number])
            place, ordinal = anchors[number], siblings.index(number) + 1
            key = f"{place}i{ordinal}"
        script = msgspec.structs.replace(script, key=key)
        parts = redecide(self, script, self.registry, self._dice(number, place, ordinal))
        refused = {part.entry: part.refusal for part in parts if part.refusal is not None}
        kept = {n for n in refused if self.reader.script.directive(n).how == "keep"}
        assert not set(refused) - kept, f"the effective script refuses {refused}"
        self._answers |= {part.entry: part.emitted for part in parts}
        return self._answers[number]
