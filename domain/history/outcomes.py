"""The outcome of one entry under a plan: its new events in the place of its old ones, and what is to be said of it.

Where the rules have changed since, `played_under` and `versions` say what only newer ones refuse, and what older ones had made
of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from domain.commands import Envelope
from domain.dice.supply import Roller
from domain.dice.tape import Die
from domain.history.deciding import DeedPart, redecide
from domain.history.ledger_reader import LedgerReader
from domain.history.plan import NOTHING, Outcome, Owed, Policy
from domain.history.script import AS_PLAYED, Script, changed_entries, redecided
from domain.history.worlds import Worlds
from domain.play.play import StreamEvent
from domain.play.refusals import Absent, Refused
from domain.records.entries import Status
from domain.system import Registry
from domain.vocabulary.base import BrokenHistory


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result for an entry that the planner came to. `status` is what it is from now on, `tape` every die that this or
    an earlier revision has added to its own, `owed` what a person still has to give it."""

    entry: int
    outcome: Outcome
    status: Status
    before: tuple[StreamEvent, ...]
    after: tuple[StreamEvent, ...]
    reads: frozenset[str] = frozenset()
    tape: tuple[Die, ...] = ()
    refusal: Refused | None = None
    because: int | None = None
    owed: Owed = NOTHING
    played_under: int | None = None


class NewEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An insert that is not written yet."""

    entry: int
    after: int
    member: str
    is_gm: bool
    envelope: Envelope


class WantedDice(msgspec.Struct, frozen=True, kw_only=True):
    """The aim of a plan: the effective script as it will be, with inserts that are not written yet, and what is to
    become of entries that the new past refuses. `said` are the keys that are answered only now, by deed; `dice` the
    entries whose dice are given only now; `closed` deeds whose struck last answers open no question again; `fill`
    whether the server rolls what a table would have to; `anew` the deeds that are decided whatever they read, under the
    rules as they are now."""

    script: Script
    inserts: Mapping[int, NewEntry] = {}
    policy: Policy = "refuse"
    policies: Mapping[int, Policy] = {}
    said: Mapping[int, frozenset[str]] = {}
    dice: frozenset[int] = frozenset()
    closed: frozenset[int] = frozenset()
    fill: bool = False
    anew: frozenset[int] = frozenset()

    def policy_of(self, entry: int) -> Policy:
        """Return the policy for this entry."""
        return self.policies.get(entry, self.policy)


class Outcomes:
    """Takes down, at the place the worlds have come to, what each entry comes to; `results` are those so far."""

    def __init__(self, reader: LedgerReader, worlds: Worlds, wanted: WantedDice) -> None:
        self.results: dict[int, Result] = {}
        self.changed = changed_entries(reader.script, wanted.script)
        """The entries that the request names, or that the script alone changes along with them."""
        self._annals, self._worlds, self._wanted = reader, worlds, wanted
        self._script, self._inserts = wanted.script, wanted.inserts
        self.refused_by_rules: dict[int, int] = {}
        """The entries that only newer rules refuse, each with the version it was played under."""
        self._origins: dict[str, list[int]] = {}
        """The entries whose changes caused each differing path, the latest last."""

    def conclude(self, part: DeedPart, owed: Owed = NOTHING) -> None:
        """Conclude what one entry of a decided deed comes to, and what it owes."""
        entry = part.entry
        directive = AS_PLAYED if entry in self._inserts else self._script.directive(entry)
        if directive.how == "strike":
            self.strike(entry)
        elif directive.how == "keep" and directive.by is not None:
            self.keep(entry, directive.by)
        elif part.moot:
            self._write(entry, (), "moot", "moot")
        elif part.refusal is not None:
            self.refuse(entry, part.refusal, part.reads)
        else:
            part = self._as_written(part)
            try:
                standing = self._standing(entry, part, owed)
                self._write(entry, part.emitted, *standing, reads=part.reads, dice=part.dice, owed=owed)
            except BrokenHistory as broken:
                self.refuse(entry, _gone(broken), part.reads)

    def strike(self, entry: int) -> None:
        """An entry that is to do nothing."""
        self._write(entry, (), "struck", "struck")

    def refuse(self, entry: int, refusal: Refused, reads: frozenset[str]) -> None:
        """An entry that the new past refuses: kept, struck along, or in the way, as the policy has it."""
        if self.keeps(entry):
            try:
                self._write(entry, self._annals.emitted(entry), "kept", "kept", refusal=refusal)
            except BrokenHistory as broken:
                self._write(entry, (), "conflict", "struck", refusal=_gone(broken), because=self._cause(reads))
            return
        outcome: Outcome = "conflict" if self._blocks(entry) else "struck"
        self._write(entry, (), outcome, "struck", reads=reads, refusal=refusal, because=self._cause(reads))

    def keep(self, entry: int, by: int) -> None:
        """An entry whose events an earlier revision froze: they stand as long as what they touch exists."""
        frozen = self._annals.told_by(entry, by)
        try:
            self._write(entry, frozen, "confirmed", "kept")
        except BrokenHistory as broken:
            outcome: Outcome = "struck" if self._wanted.policy_of(entry) == "cascade" else "conflict"
            cause = self._cause(touched(frozen))
            self._write(entry, (), outcome, "struck", refusal=_gone(broken), because=cause)

    def go_back(self, entry: int, revision: int) -> None:
        """An entry that is again what it was at an earlier revision, under the rules of then. Raises BrokenHistory."""
        events = self._annals.told_by(entry, revision)
        status, reads = self._annals.as_known(entry, revision)
        outcome: Outcome = "confirmed" if events == self._annals.emitted(entry) else "restated"
        self._write(entry, events, outcome, status, reads=reads)

    def apply_again(self, entry: int) -> None:
        """An answer whose deed is untouched, but what it touches may have gone."""
        directive = self._script.directive(entry)
        if directive.how == "strike":
            self.strike(entry)
        elif directive.how == "keep" and directive.by is not None:
            self.keep(entry, directive.by)
        else:
            try:
                self._worlds.check(self._annals.emitted(entry))
            except BrokenHistory as broken:
                self.refuse(entry, _gone(broken), self._annals.reads(entry))

    def keeps(self, entry: int) -> bool:
        """Whether the policy keeps a refused entry: one in force, which the request does not change."""
        asked = entry in self.changed or entry in self._inserts
        return self._wanted.policy_of(entry) == "keep" and not asked and bool(self._annals.emitted(entry))

    def _blocks(self, entry: int) -> bool:
        """Whether a refused entry is a conflict: under `refuse`, and always where the request itself changes it."""
        if entry in self._inserts or (entry in self.changed and self._script.directive(entry).how == "amend"):
            return True
        return self._wanted.policy_of(entry) != "cascade"

    def _standing(self, entry: int, part: DeedPart, owed: Owed) -> tuple[Outcome, Status]:
        """The outcome and status of an entry that stands with these events."""
        if entry in self._inserts:
            return "owed" if owed else "inserted", "standing"
        was_struck = self._annals.status(entry) in ("struck", "moot")
        same = part.emitted == self._annals.emitted(entry)
        outcome: Outcome = "owed" if owed else "restored" if was_struck else "confirmed" if same else "restated"
        if self._script.directive(entry).how == "amend":
            return outcome, "amended"
        return outcome, "standing" if part.emitted == self._annals.born_as(entry) else "restated"

    def _as_written(self, part: DeedPart) -> DeedPart:
        """The part with its rolls labelled as the ledger has them, where nothing else has changed: then it says the same."""
        if part.entry in self._inserts:
            return part
        return msgspec.structs.replace(part, emitted=self._annals.as_written(part.entry, part.emitted))

    def _cause(self, reads: frozenset[str]) -> int | None:
        """The newest entry whose change is among what an entry read."""
        return max((self._origins[path][-1] for path in reads if path in self._origins), default=None)

    def follows(self, result: Result, causes: Collection[int]) -> bool:
        """Whether an entry reads, or has read, what one of these entries before it has changed."""
        place = self._script.place(result.entry)
        before = {cause for cause in causes if self._script.place(cause) < place}
        reads = frozenset() if result.entry in self._inserts else self._annals.reads(result.entry)
        return any(not before.isdisjoint(self._origins.get(path, ())) for path in reads | result.reads)

    def _write(
        self,
        entry: int,
        after: tuple[StreamEvent, ...],
        outcome: Outcome,
        status: Status,
        *,
        reads: frozenset[str] = frozenset(),
        dice: tuple[Die, ...] = (),
        refusal: Refused | None = None,
        because: int | None = None,
        owed: Owed = NOTHING,
    ) -> None:
        """Put an entry's new events in the place of its old ones. Raises BrokenHistory, having changed nothing."""
        is_new = entry in self._inserts
        before = () if is_new else self._annals.emitted(entry)
        known = () if is_new else self._annals.grown(entry)
        have = {die.key for die in known}
        paths = self._worlds.replace(before, after)
        for path in paths:
            self._origins.setdefault(path, []).append(entry)
        self.results[entry] = Result(
            entry=entry,
            outcome=outcome,
            status=status,
            before=before,
            after=after,
            reads=touched(after) if status == "kept" else reads,
            tape=(*known, *(die for die in dice if die.key not in have)),
            refusal=refusal,
            because=because,
            owed=owed,
            played_under=self.refused_by_rules.get(entry) if refusal else None,
        )


def touched(emitted: tuple[StreamEvent, ...]) -> frozenset[str]:
    """The existence of everything that events change: what frozen events still depend on."""
    paths = {h.ref for h in emitted}
    return frozenset(
        paths | {f"{h.ref}.{h.event.component}.{h.event.name}" for h in emitted if h.event.component != "log"}
    )


def _gone(broken: BrokenHistory) -> Absent:
    return Absent(f"{broken.event.component}.{broken.event.name}")


def played_under(reader: LedgerReader, worlds: Worlds, registry: Registry, bad: DeedPart, dice: Roller) -> int | None:
    """Return the older version of the rules under which a refused entry was played, if only newer rules refuse it.

    They do if today's rules refuse it, by the same rule, also in the unchanged past. `dice` are for rolls that it would
    need only now; they are never shown.
    """
    header = reader.header(bad.entry)
    if bad.refusal is None or not reader.emitted(bad.entry):
        return None
    directive = reader.script.directive(header.deed)
    amended = directive.envelope if directive.how == "amend" else None
    before = reader.deed_script(header.deed, reader.script, (), amended)
    parts = redecide(worlds.as_it_was(), before, registry, dice)
    same = any(part.refusal is not None and part.refusal.rule == bad.refusal.rule for part in parts)
    return header.rules_version if same else None


def versions(reader: LedgerReader, wanted: Script) -> dict[int, int]:
    """The entries that are again what they were under other rules, each with the entry after which it was that: before the
    revision that changed its rules, or at one that did and is in force again.

    Where an entry has become something else since, it is decided again instead.
    """
    versions_by_entry: dict[int, int] = {}
    for entry in redecided(reader.script, wanted):
        if wanted.directive(entry).how in ("strike", "keep"):
            continue
        left, taken = reader.script.anew(entry), wanted.anew(entry)
        if left is None or reader.told_by(entry, left) == reader.emitted(entry):
            versions_by_entry[entry] = taken if taken is not None else (left or 1) - 1
    return versions_by_entry
