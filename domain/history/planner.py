"""Planning a change of the past: what is decided again, and what comes of it.

The walk goes forward from the earliest change. An entry none of whose recorded reads differ is left as it is; any other
is decided again in the world as it now was. (Selective re-execution over recorded reads: RETRO, OSDI 2010; the script
model of undo: Archer, Conway and Schneider 1984.) Running the whole effective script is the oracle of every plan.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.aggregate import Aggregate
from domain.campaign import CAMPAIGN
from domain.commands import Envelope
from domain.dice.supply import Server
from domain.dice.tape import Die, Tape
from domain.events import BrokenHistory, Event
from domain.history.annals import Annals
from domain.history.deciding import DeedScript, Part, redecide
from domain.history.places import Place
from domain.history.plan import Outcome, Policy
from domain.history.script import AS_PLAYED, Directive, Script, changed_entries
from domain.history.tracks import Twin
from domain.ledger.records import Status
from domain.play.play import Happening
from domain.play.refusals import Absent, DiceNeeded, Refused
from domain.system import Registry

AmendmentDice = Callable[[int, int], Server]
"""`(place, ordinal) -> server` for the dice that the past needs only now."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of an entry that the walk came to. `status` is what it is from now on."""

    entry: int
    outcome: Outcome
    status: Status
    before: tuple[Happening, ...]
    after: tuple[Happening, ...]
    reads: frozenset[str] = frozenset()
    dice: tuple[Die, ...] = ()
    refusal: Refused | None = None
    because: int | None = None


class NewEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An insert that is not written yet."""

    entry: int
    after: int
    member: str
    is_gm: bool
    envelope: Envelope


class Walk:
    """One plan in the making. `results` are the entries it came to, by number; `decided` how many decisions it took."""

    def __init__(
        self,
        annals: Annals,
        script: Script,
        registry: Registry,
        amendment_dice: AmendmentDice,
        *,
        policy: Policy = "refuse",
        policies: Mapping[int, Policy] | None = None,
        inserts: Mapping[int, NewEntry] | None = None,
    ) -> None:
        self.annals, self.script, self.registry = annals, script, registry
        self.results: dict[int, Result] = {}
        self.decided = 0
        self.twins: dict[str, Twin] = {}
        self._dice = amendment_dice
        self._policy, self._policies = policy, policies or {}
        self.inserts = inserts or {}
        self._changed = changed_entries(annals.script, script)
        self._queue: list[tuple[Place, int]] = []
        self._queued: set[int] = set()
        self._noted: set[str] = set()
        self._origin: dict[str, int] = {}
        self._parts: dict[int, Part] = {}
        self._place: Place = ()

    def run(self) -> None:
        """Walk until nothing that differs is read any more. The results then say what becomes of every entry met."""
        for entry in sorted(self._changed):
            self._enqueue(entry)
            if entry not in self.inserts:
                self._enqueue(self.annals.header(entry).deed)
        while self._queue:
            self._place, entry = heapq.heappop(self._queue)
            self._settle_here()
            self._come_to(entry)

    def heads(self) -> dict[str, Twin]:
        """The aggregates that differ at the head, with both states there."""
        for twin in self.twins.values():
            if twin.differing:
                twin.advance(None)
        return {ref: twin for ref, twin in sorted(self.twins.items()) if twin.differing}

    def aggregate(self, ref: str) -> Aggregate | None:
        """The new world at the place the walk has come to."""
        return self._twin(ref).new

    def _twin(self, ref: str) -> Twin:
        if ref not in self.twins:
            self.twins[ref] = Twin(ref, self.annals.stream(ref), self._place)
        self.twins[ref].advance(self._place)
        return self.twins[ref]

    def _settle_here(self) -> None:
        for twin in self.twins.values():
            if twin.differing:
                twin.advance(self._place)

    def _enqueue(self, entry: int) -> None:
        place = self.script.place(entry)
        if entry not in self._queued and place >= self._place:
            self._queued.add(entry)
            heapq.heappush(self._queue, (place, entry))

    def _come_to(self, entry: int) -> None:
        if entry in self.inserts:
            self._decide_deed(self._new_deed(self.inserts[entry]))
        elif (header := self.annals.header(entry)).kind != "play":
            return
        elif entry in self._parts:
            self._conclude_part(self._parts[entry])
        elif header.deed != entry:
            self._apply_again(entry)
        elif self._must_decide(entry):
            self._come_to_deed(entry)

    def _must_decide(self, deed: int) -> bool:
        entries = self.annals.deed(deed) or (deed,)
        self.annals.load(entries)
        if self._changed.intersection(entries):
            return True
        differing = {path for twin in self.twins.values() for paths in twin.differing.values() for path in paths}
        return any(differing & self.annals.reads(entry) for entry in entries)

    def _come_to_deed(self, deed: int) -> None:
        directive = self.script.directive(deed)
        if self.annals.header(deed).status == "refused":
            return
        match directive.how:
            case "strike":
                self._strike_deed(deed)
            case "keep":
                self._keep(deed, directive)
            case _:
                envelope = directive.envelope if directive.how == "amend" else None
                self._decide_deed(self._known_deed(deed, envelope))

    def _known_deed(self, deed: int, envelope: Envelope | None) -> DeedScript:
        script = self.annals.deed_script(deed, self.script, (), envelope)
        return msgspec.structs.replace(script, key=self._key(deed)) if deed in self.script.anchors else script

    def _new_deed(self, new: NewEntry) -> DeedScript:
        return DeedScript(
            entry=new.entry,
            key=self._key(new.entry),
            member=new.member,
            is_gm=new.is_gm,
            envelope=new.envelope,
            answers=(),
            tape=Tape(),
            live=False,
            amended=True,
        )

    def _decide_deed(self, deed: DeedScript) -> None:
        """Decide it, and again without the answers that are refused now where the policy strikes them."""
        dropped: dict[int, Refused] = {}
        while True:
            self.decided += 1
            parts = redecide(self, deed, self.registry, self._server(deed.entry))
            bad = next((part for part in parts if part.refusal is not None), None)
            if bad is None or bad.entry == deed.entry or self._keeps(bad.entry) or self._is_kept(bad.entry):
                break
            assert bad.refusal is not None
            dropped[bad.entry] = bad.refusal
            answers = tuple(msgspec.structs.replace(a, struck=a.struck or a.entry == bad.entry) for a in deed.answers)
            deed = msgspec.structs.replace(deed, answers=answers)
        if bad is not None and bad.entry == deed.entry and not self._keeps(bad.entry):
            assert bad.refusal is not None
            self._strike_deed(deed.entry, refusal=bad.refusal, reads=bad.reads)
            return
        self._plan_parts(parts, bad, dropped)

    def _plan_parts(self, parts: list[Part], bad: Part | None, dropped: Mapping[int, Refused]) -> None:
        """Take down what each entry of the deed comes to: the first here and now, the answers at their own places."""
        first, *rest = parts
        told = {part.entry for part in parts}
        for part in rest:
            self._parts[part.entry] = part
            self._enqueue(part.entry)
        for entry, refusal in dropped.items():
            if entry not in told:
                self._parts[entry] = Part(entry=entry, refusal=refusal)
                self._enqueue(entry)
        for answer in self.annals.deed(first.entry)[1:] if first.entry not in self.inserts else ():
            stands = bool(self.annals.happenings(answer)) or answer in self._changed
            if stands and answer not in told and answer not in dropped:
                self._parts[answer] = Part(entry=answer)
                self._enqueue(answer)
        if bad is not None:
            for part in rest:
                if part.entry > bad.entry:
                    self._parts[part.entry] = msgspec.structs.replace(bad, entry=part.entry)
        self._conclude_part(first)

    def _conclude_part(self, part: Part) -> None:
        """What one entry of a decided deed comes to, at its own place."""
        entry = part.entry
        directive = AS_PLAYED if entry in self.inserts else self.script.directive(entry)
        if directive.how == "strike":
            self._write(entry, (), "struck", "struck")
        elif directive.how == "keep" and directive.by is not None:
            self._write_kept(entry, directive.by)
        elif part.moot:
            self._write(entry, (), "moot", "moot")
        elif part.refusal is not None:
            self._refused(entry, part.refusal, part.reads)
        else:
            try:
                self._write(entry, part.happenings, *self._standing(entry, part), reads=part.reads, dice=part.dice)
            except BrokenHistory as broken:
                self._refused(entry, _gone(broken), part.reads)

    def _standing(self, entry: int, part: Part) -> tuple[Outcome, Status]:
        """The outcome and status of an entry that stands with these events."""
        if entry in self.inserts:
            return "inserted", "standing"
        was_struck = self.annals.status(entry) in ("struck", "moot")
        same = part.happenings == self.annals.happenings(entry)
        amended = self.script.directive(entry).how == "amend"
        outcome: Outcome = "restored" if was_struck else "owed" if part.owed else "confirmed" if same else "restated"
        if amended:
            return outcome, "amended"
        return outcome, "standing" if part.happenings == self.annals.born_as(entry) else "restated"

    def _refused(self, entry: int, refusal: Refused, reads: frozenset[str]) -> None:
        """An entry that the new past refuses: kept, struck along, or in the way, as the policy has it."""
        if self._keeps(entry):
            try:
                self._write(entry, self.annals.happenings(entry), "kept", "kept", refusal=refusal)
            except BrokenHistory as broken:
                self._write(entry, (), "conflict", "struck", refusal=_gone(broken), because=self._cause(reads))
            return
        blocked = self._blocks(entry)
        outcome: Outcome = ("owed" if isinstance(refusal, DiceNeeded) else "conflict") if blocked else "struck"
        self._write(entry, (), outcome, "struck", reads=reads, refusal=refusal, because=self._cause(reads))

    def _cause(self, reads: frozenset[str]) -> int | None:
        """The newest entry whose change is among what an entry read."""
        return max((self._origin[path] for path in reads if path in self._origin), default=None)

    def _strike_deed(self, deed: int, refusal: Refused | None = None, reads: frozenset[str] = frozenset()) -> None:
        answers = self.annals.deed(deed)[1:] if deed not in self.inserts else ()
        for answer in answers:
            self._parts[answer] = Part(entry=answer, moot=True)
            self._enqueue(answer)
        if refusal is not None:
            self._refused(deed, refusal, reads)
        else:
            self._write(deed, (), "struck", "struck")

    def _keep(self, deed: int, directive: Directive) -> None:
        """A deed whose events an earlier revision froze: they stand as long as what they touch exists.

        An answer that is not frozen with it has nothing to answer.
        """
        assert directive.by is not None
        for answer in self.annals.deed(deed)[1:]:
            self._parts[answer] = Part(entry=answer, moot=True)
            self._enqueue(answer)
        self._write_kept(deed, directive.by)

    def _apply_again(self, entry: int) -> None:
        """An answer whose deed is untouched, but what it touches may have gone."""
        directive = self.script.directive(entry)
        if directive.how == "strike":
            self._write(entry, (), "struck", "struck")
            return
        if directive.how == "keep" and directive.by is not None:
            self._write_kept(entry, directive.by)
            return
        told = self.annals.happenings(entry)
        try:
            for ref, events in _by_ref(told).items():
                self._twin(ref).fits(self._place, events)
        except BrokenHistory as broken:
            self._refused(entry, _gone(broken), self.annals.reads(entry))

    def _write_kept(self, entry: int, by: int) -> None:
        frozen = self.annals.told_by(entry, by)
        try:
            self._write(entry, frozen, "confirmed", "kept", reads=touched(frozen))
        except BrokenHistory as broken:
            policy = self._policies.get(entry, self._policy)
            outcome: Outcome = "struck" if policy == "cascade" else "conflict"
            cause = self._cause(touched(frozen))
            self._write(entry, (), outcome, "struck", refusal=_gone(broken), because=cause)

    def _write(
        self,
        entry: int,
        after: tuple[Happening, ...],
        outcome: Outcome,
        status: Status,
        *,
        reads: frozenset[str] = frozenset(),
        dice: tuple[Die, ...] = (),
        refusal: Refused | None = None,
        because: int | None = None,
    ) -> None:
        """Put an entry's new events in the place of its old ones. Raises BrokenHistory, having changed nothing."""
        before = () if entry in self.inserts else self.annals.happenings(entry)
        old, new = _by_ref(before), _by_ref(after)
        refs = sorted(old.keys() | new.keys())
        for ref in refs:
            self._twin(ref).fits(self._place, new.get(ref, []))
        paths: set[str] = set()
        for ref in refs:
            paths |= self._twin(ref).replace(self._place, old.get(ref, []), new.get(ref, []))
        if status == "kept":
            reads = touched(after)
        self.results[entry] = Result(
            entry=entry,
            outcome=outcome,
            status=status,
            before=before,
            after=after,
            reads=reads,
            dice=dice,
            refusal=refusal,
            because=because,
        )
        self._origin |= dict.fromkeys(paths, entry)
        self._look_ahead(paths)

    def _look_ahead(self, paths: set[str]) -> None:
        """Queue whoever reads what differs now, from here on."""
        fresh = paths - self._noted
        if not fresh:
            return
        self._noted |= fresh
        for reader in self.annals.readers(fresh, self._place):
            deed = self.annals.header(reader).deed
            self._enqueue(deed if self.script.place(deed) > self._place else reader)

    def _keeps(self, entry: int) -> bool:
        """Whether the policy keeps an entry that is refused: one that stands, and that nobody asked to be otherwise."""
        policy = self._policies.get(entry, self._policy)
        asked = entry in self._changed or entry in self.inserts
        return policy == "keep" and not asked and bool(self.annals.happenings(entry))

    def _is_kept(self, entry: int) -> bool:
        return self.script.directive(entry).how == "keep"

    def _blocks(self, entry: int) -> bool:
        """Whether a refused entry stands in the way: under `refuse`, and always where it is itself what was asked for."""
        if entry in self.inserts or (entry in self._changed and self.script.directive(entry).how == "amend"):
            return True
        return self._policies.get(entry, self._policy) != "cascade"

    def _key(self, insert: int) -> str:
        anchor, ordinal = self._ordinal(insert)
        return f"{anchor}i{ordinal}"

    def _ordinal(self, insert: int) -> tuple[int, int]:
        """An insert's anchor, and which of the inserts there it is, from 1: the same in a dry run and when written."""
        anchor = self.script.anchors[insert]
        siblings = sorted(entry for entry, after in self.script.anchors.items() if after == anchor)
        return anchor, siblings.index(insert) + 1

    def _server(self, deed: int) -> Server | None:
        campaign: Any = self.aggregate(CAMPAIGN)
        if campaign.ground["self"].options.get("dice", "server") == "table":
            return None
        return self._dice(*(self._ordinal(deed) if deed in self.script.anchors else (deed, 0)))


def touched(happenings: tuple[Happening, ...]) -> frozenset[str]:
    """The existence of everything that events change: what frozen events still depend on."""
    paths = {h.ref for h in happenings}
    return frozenset(
        paths | {f"{h.ref}.{h.event.component}.{h.event.name}" for h in happenings if h.event.component != "log"}
    )


def _by_ref(happenings: tuple[Happening, ...]) -> dict[str, list[Event]]:
    found: dict[str, list[Event]] = {}
    for happening in happenings:
        found.setdefault(happening.ref, []).append(happening.event)
    return found


def _gone(broken: BrokenHistory) -> Absent:
    return Absent(f"{broken.event.component}.{broken.event.name}")
