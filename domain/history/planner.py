"""Planning a revision: the entries to decide again, and the results.

The planner goes forward from the earliest change. An entry none of whose recorded reads differ is left as it is; any
other is decided again in the changed world. (Selective re-execution over recorded reads: RETRO, OSDI 2010; the script
model of undo: Archer, Conway and Schneider 1984.) Running the whole effective script is the oracle of every plan.

Its cost follows the size of the change: readers of differing paths are searched a span of entries at a time, only while
something differs, and only entries that are reached are looked up.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from domain.aggregates import CAMPAIGN, Aggregate
from domain.dice.supply import Missing, Roller, WantedDie, assumed_face
from domain.dice.tape import DieKey, Source, Tape
from domain.history.deciding import DeedPart, DeedScript, redecide
from domain.history.ledger_reader import LedgerReader
from domain.history.outcomes import NewEntry, Outcomes, Result, WantedDice, played_under, versions
from domain.history.plan import NOTHING, Owed
from domain.history.worlds import Worlds
from domain.play.refusals import Refused
from domain.records.positions import Place
from domain.system import Registry
from domain.vocabulary.base import BrokenHistory
from domain.vocabulary.questions import Question

Rollers = Callable[[int, int, int], Roller]
"""`(deed, place, ordinal) -> roller` of the dice that a deed of the past needs only now: `place` and `ordinal` are the
deed's number and 0, for an insert its anchor and which of the inserts there it is."""

SPAN, LONGEST_SPAN = 256, 8192
"""The number of entries searched for readers at once: few where many are found, and more the fewer there are."""

BATCH = 64
"""The number of waiting entries that are looked up together; up to so many readers in a span count as few."""


class RevisionPlanner:
    """One plan in the making. `results` are the entries it came to, by number; `decided` how many decisions it took."""

    def __init__(self, reader: LedgerReader, wanted: WantedDice, registry: Registry, dice: Rollers) -> None:
        self.reader, self.wanted, self.registry = reader, wanted, registry
        self.script, self.inserts = wanted.script, wanted.inserts
        self.worlds = Worlds(reader)
        self.outcomes = Outcomes(reader, self.worlds, wanted)
        self.decided = 0
        self.parts: dict[int, list[DeedPart]] = {}
        """The results of each deed that was decided again, by entry."""
        self.filled: dict[int, Owed] = {}
        """The dice that the server rolled in the table's place, by entry."""
        self.reopened: set[int] = set()
        """The deeds whose last answer is struck, and which ask for it again."""
        self._lacks: dict[int, Owed] = {}
        self._returning = versions(reader, wanted.script)
        self._dice = dice
        self._queue: list[tuple[Place, int]] = []
        self._queued: set[int] = set()
        self._waiting: dict[int, DeedPart] = {}
        self._horizon = 0
        """Up to which entry readers of the paths in `_sought` are queued."""
        self._sought: set[str] = set()
        self._span = SPAN

    @property
    def results(self) -> dict[int, Result]:
        """The result for every entry met, by number."""
        return self.outcomes.results

    def run(self) -> None:
        """Walk until no entry reads a differing path any more. The results then cover every entry reached."""
        self.reader.load([entry for entry in self.outcomes.changed if entry not in self.inserts])
        for entry in sorted(self.outcomes.changed | self.wanted.anew):
            self._enqueue(entry)
            if entry not in self.inserts:
                self._enqueue(self.reader.header(entry).deed)
        while self._look_ahead():
            place, entry = heapq.heappop(self._queue)
            self.worlds.move(place)
            self._come_to(entry)
            self._seek()

    def asked(self, deed: int) -> tuple[Question, ...]:
        """Return what a deed that was decided again asked and offered on its way, answered or not."""
        return max((part.asked for part in self.parts.get(deed, ())), key=len, default=())

    def aggregate(self, ref: str) -> Aggregate | None:
        """The new world at the place the planner has come to."""
        return self.worlds.aggregate(ref)

    def _enqueue(self, entry: int) -> None:
        place = self.script.place(entry)
        if entry not in self._queued and place >= self.worlds.place:
            self._queued.add(entry)
            heapq.heappush(self._queue, (place, entry))

    def _look_ahead(self) -> bool:
        """Search on until the next entry to come to is known. False where there is none any more."""
        while not self._queue or self._queue[0][0] > (self._horizon + 1,):
            self.worlds.move(max(self.worlds.place, (self._horizon + 1,)))
            self._sought = self.worlds.differing
            if self._sought and self._horizon < self.reader.head:
                last = self._horizon + self._span
                count = self._queue_readers(self._sought, self._horizon + 1, last)
                self._span = SPAN if count > BATCH else min(2 * self._span, LONGEST_SPAN)
                self._horizon = last
            elif self._queue:
                self._horizon = self._queue[0][0][0] + SPAN
            else:
                return False
        return True

    def _seek(self) -> None:
        """Queue the entries that read a path which has begun to differ here, within the span searched so far."""
        fresh = self.worlds.differing - self._sought
        if fresh:
            first = self.worlds.place[0]
            self._horizon = min(self._horizon, first + SPAN)
            self._span = SPAN
            self._sought |= fresh
            self._queue_readers(fresh, first, self._horizon)

    def _queue_readers(self, paths: set[str], first: int, last: int) -> int:
        """Queue the readers of these paths with the deeds they belong to; how many there are."""
        readers = self.reader.readers(paths, first, last)
        for later in readers:
            self._enqueue(later.deed)
            self._enqueue(later.entry)
        return len(readers)

    def _come_to(self, entry: int) -> None:
        if entry in self.inserts:
            self._decide_deed(self._new_deed(self.inserts[entry]))
            return
        self._look_up(entry)
        header = self.reader.header(entry)
        if header.kind != "play" or header.status == "refused":
            return
        if entry in self._waiting:
            self.outcomes.conclude(self._waiting.pop(entry), self._lacks.get(entry, NOTHING))
        elif entry in self._returning and self._goes_back(entry):
            return
        elif header.deed != entry:
            if self.worlds.differ_in(self.reader.reads(entry)):
                self.outcomes.apply_again(entry)
        elif self._must_decide(entry):
            self._come_to_deed(entry)

    def _look_up(self, entry: int) -> None:
        """Load an entry together with entries that wait after it."""
        if not self.reader.cached(entry):
            waiting = (number for _, number in heapq.nsmallest(BATCH, self._queue) if number not in self.inserts)
            self.reader.load([entry, *waiting])

    def _must_decide(self, deed: int) -> bool:
        entries = self.reader.deed(deed) or (deed,)
        changed = deed in self.wanted.anew or not (self.outcomes.changed - self._returning.keys()).isdisjoint(entries)
        return changed or any(self.worlds.differ_in(self.reader.reads(entry)) for entry in entries)

    def _goes_back(self, entry: int) -> bool:
        """Let an entry be again what it was before its rules were changed, or before that was withdrawn; whether it fits."""
        try:
            self.outcomes.go_back(entry, self._returning[entry])
        except BrokenHistory:
            del self._returning[entry]
            return False
        return True

    def _come_to_deed(self, deed: int) -> None:
        directive = self.script.directive(deed)
        if directive.how == "strike":
            self._give_up_answers(deed)
            self.outcomes.strike(deed)
        elif directive.how == "keep" and directive.by is not None:
            self._give_up_answers(deed)  # one that is not frozen with the deed has nothing to answer
            self.outcomes.keep(deed, directive.by)
        else:
            self.worlds.expect(self.reader.looked_at(deed))
            self._decide_deed(self._known_deed(deed))

    def _give_up_answers(self, deed: int) -> None:
        for answer in self.reader.deed(deed)[1:] if deed not in self.inserts else ():
            self._await(DeedPart(entry=answer, moot=True))

    def _await(self, part: DeedPart) -> None:
        """An answer is concluded at its own place."""
        self._waiting[part.entry] = part
        self._enqueue(part.entry)

    def _known_deed(self, deed: int, dropped: Collection[int] = ()) -> DeedScript:
        """A deed of the ledger as it is to be decided, without the answers that were dropped."""
        directive, wanted = self.script.directive(deed), self.wanted
        amended = directive.envelope if directive.how == "amend" else None
        script = self.reader.deed_script(deed, self.script, dropped, amended)
        if deed in wanted.closed:
            script = script.closed()
        return msgspec.structs.replace(
            script,
            key=self.script.key(deed) if deed in self.script.anchors else "",
            said=wanted.said.get(deed, frozenset()),
            checked=not wanted.dice.isdisjoint(self.reader.deed(deed)),
        )

    def _new_deed(self, new: NewEntry) -> DeedScript:
        return DeedScript(
            entry=new.entry,
            key=self.script.key(new.entry),
            member=new.member,
            is_gm=new.is_gm,
            envelope=new.envelope,
            answers=(),
            tape=Tape(),
            live=False,
            typed=new.envelope.dice,
            source=new.envelope.dice_source,
            said=frozenset(new.envelope.responses),
            checked=True,
        )

    def _decide_deed(self, deed: DeedScript) -> None:
        """Decide it, and again without the answers that are refused now where the policy strikes them."""
        dropped: dict[int, Refused] = {}
        while True:
            parts = self._decided(deed)
            bad = next((part for part in parts if part.refusal is not None), None)
            if bad is None or bad.entry == deed.entry or self._stays(bad.entry):
                break
            assert bad.refusal is not None
            dropped[bad.entry] = bad.refusal
            deed = self._known_deed(deed.entry, dropped)
        self._compare_rules(bad)
        self._note_reopened(deed, parts)
        parts, bad = self._freeze_owed(deed, parts, bad)
        if bad is not None and bad.entry == deed.entry and not self.outcomes.keeps(bad.entry):
            assert bad.refusal is not None
            self._give_up_answers(deed.entry)
            self.outcomes.refuse(deed.entry, bad.refusal, bad.reads)
            return
        self._plan_parts(parts, bad, dropped)

    def _decided(self, deed: DeedScript) -> list[DeedPart]:
        """Run the deed, and take down what each of its entries owes."""
        self.decided += 1
        roller, is_table = self._roller(deed.entry), self._is_table
        assumed = Roller(LOWEST.roll, "preview" if roller.origin == "preview" else "owed")
        asks = is_table and not self.wanted.fill
        rolls_now = assumed if asks else roller
        parts = redecide(self, deed, self.registry, rolls_now)
        owed = {question.key for part in parts for question in part.owed}
        if owed and (settled := self._settled(deed.entry, parts) & owed or self._given_back(deed, owed)):
            parts = redecide(self, msgspec.structs.replace(deed, settled=settled), self.registry, rolls_now)
        self.parts[deed.entry] = parts
        rolls = _unknown_dice(parts) if is_table else {}
        if asks and rolls:
            rolls = _merged(rolls, _unknown_dice(redecide(self, deed, self.registry, HIGHEST)))
        for part in parts:
            dice = tuple(rolls.get(part.entry, ()))
            self._lacks[part.entry] = Owed(dice if asks else (), part.owed)
            if dice and not asks:
                self.filled[part.entry] = Owed(dice)
        return parts

    def _settled(self, deed: int, parts: list[DeedPart]) -> frozenset[str]:
        """Return the questions of a deed that have no answer in its present form either: they took their default when
        an earlier revision asked no one.
        """
        if deed in self.inserts:
            return frozenset()
        if self.reader.status(deed) in ("struck", "moot"):
            older = self.reader.older(deed)
            same = all(older.same(self.reader.stood_as(part.entry), part.emitted) for part in parts if part.owed)
            return frozenset(question.key for part in parts for question in part.owed if same)
        directive = self.reader.script.directive(deed)
        script = self.reader.deed_script(deed, self.reader.script, (), directive.envelope)
        key = self.script.key(deed) if deed in self.script.anchors else ""
        before = msgspec.structs.replace(script, key=key)
        parts = redecide(self.worlds.as_it_was(), before, self.registry, self._roller(deed))
        return frozenset(question.key for part in parts for question in part.owed)

    def _given_back(self, deed: DeedScript, owed: set[str]) -> frozenset[str]:
        """The questions of a deed that took their default in the version of it which a withdrawal gives back."""
        withdrawn = set(self.reader.script.active) - set(self.script.active)
        if not withdrawn or deed.entry in self.inserts:
            return frozenset()
        settled, before = msgspec.structs.replace(deed, settled=frozenset(owed)), min(withdrawn) - 1
        parts = redecide(self, settled, self.registry, self._roller(deed.entry))
        older = self.reader.older(deed.entry)
        same = all(older.same(self.reader.told_by(part.entry, before), part.emitted) for part in parts)
        return settled.settled if same else frozenset()

    def _compare_rules(self, bad: DeedPart | None) -> None:
        """Note where only newer rules refuse an entry that stands as it was played."""
        if bad is None or bad.entry in self.inserts or bad.entry in self.outcomes.changed:
            return
        version = played_under(self.reader, self.worlds, self.registry, bad, LOWEST)
        if version is not None:
            self.outcomes.refused_by_rules[bad.entry] = version

    def _note_reopened(self, deed: DeedScript, parts: list[DeedPart]) -> None:
        struck = [answer.entry for answer in deed.answers if answer.struck]
        now = any(self.reader.status(entry) not in ("struck", "moot") for entry in struck)
        if now and deed.live and not any(part.refusal for part in parts):
            self.reopened.add(deed.entry)

    def _freeze_owed(
        self, deed: DeedScript, parts: list[DeedPart], bad: DeedPart | None
    ) -> tuple[list[DeedPart], DeedPart | None]:
        """The parts up to the first one that owes something and is kept as it was; the same parts where there is none.

        A deed whose answer is struck is to be otherwise, and so is never kept.
        """
        if any(answer.struck for answer in deed.answers):
            return parts, bad
        for number, part in enumerate(parts):
            if self._lacks.get(part.entry) and part.refusal is None and self.outcomes.keeps(part.entry):
                frozen = msgspec.structs.replace(part, refusal=Refused("owed", "It lacks dice or an answer."))
                return [*parts[:number], frozen], frozen
        return parts, bad

    def _stays(self, entry: int) -> bool:
        """Whether a refused answer keeps what it did."""
        return self.outcomes.keeps(entry) or self.script.directive(entry).how == "keep"

    def _plan_parts(self, parts: list[DeedPart], bad: DeedPart | None, dropped: Mapping[int, Refused]) -> None:
        """Take down what each entry of the deed comes to: the first here and now, the answers at their own places."""
        first, *rest = parts
        entries = {part.entry for part in parts}
        for part in rest:
            after_refusal = bad is not None and part.entry > bad.entry
            self._await(msgspec.structs.replace(bad, entry=part.entry) if bad and after_refusal else part)
        for entry, refusal in dropped.items():
            if entry not in entries:
                self._await(DeedPart(entry=entry, refusal=refusal))
        for answer in self.reader.deed(first.entry)[1:] if first.entry not in self.inserts else ():
            stands = bool(self.reader.emitted(answer)) or answer in self.outcomes.changed
            if stands and answer not in entries and answer not in dropped:
                self._await(DeedPart(entry=answer))
        self.outcomes.conclude(first, self._lacks.get(first.entry, NOTHING))

    def read_on(self, deed: int) -> bool:
        """Whether any other entry has read the results of a deed's struck answers."""
        results = (self.results[answer] for answer in self.reader.deed(deed)[1:] if answer in self.results)
        struck = {result.entry for result in results if result.status == "struck"}
        others = (result for result in self.results.values() if self._stands_beside(result.entry, deed))
        return any(self.outcomes.follows(result, struck) for result in others)

    def _stands_beside(self, entry: int, deed: int) -> bool:
        if entry in self.inserts:
            return True
        return entry not in self.reader.deed(deed) and self.script.directive(entry).how != "strike"

    @property
    def _is_table(self) -> bool:
        """Whether the campaign plays with table dice only here."""
        campaign: Any = self.aggregate(CAMPAIGN)
        return bool(campaign.ground["self"].options.get("dice", "either") == "table")

    def _roller(self, deed: int) -> Roller:
        anchors = self.script.anchors
        place = (anchors[deed], self.script.ordinal(deed)) if deed in anchors else (deed, 0)
        return self._dice(deed, *place)


def _low(die: WantedDie) -> int:
    return 1 if die.index == 0 else assumed_face(die)


def _high(die: WantedDie) -> int:
    return die.sides if die.index == 0 else assumed_face(die)


LOWEST, HIGHEST = Roller(_low, "owed"), Roller(_high, "owed")
"""Dice that the table has not rolled yet, the first of each label at either end: what either of them leads to may have to
be rolled."""


def _unknown_dice(parts: Iterable[DeedPart]) -> dict[int, list[Missing]]:
    """Return the dice that only the server has rolled, by the first entry that needs them."""
    missing_by_entry: dict[int, list[Missing]] = {}
    known: set[DieKey] = set()
    for part in parts:
        for die in part.dice:
            if die.source in (Source.PREVIEW, Source.SERVER) and die.was is None and die.key not in known:
                known.add(die.key)
                missing = Missing(die.label, die.index, die.sides, f"1d{die.sides}", die.roller)
                missing_by_entry.setdefault(part.entry, []).append(missing)
    return missing_by_entry


def _merged(one: dict[int, list[Missing]], other: dict[int, list[Missing]]) -> dict[int, list[Missing]]:
    known = {die for dice in one.values() for die in dice}
    entries = sorted({*one, *other})
    more = {entry: [die for die in other.get(entry, ()) if die not in known] for entry in entries}
    return {entry: [*one.get(entry, ()), *more[entry]] for entry in entries}
