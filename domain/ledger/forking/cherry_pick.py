"""Bringing back: commands that were given in a fork are given in the campaign it left, as inserts into its past.

Only commands come back, with the answers they drew: their dice are rolled anew, the same for every attempt, unless they
are sent along. Their names for each other's creations are replaced by the names in the campaign (see
`domain.ledger.revising.renaming`). Nothing else that the fork alone has can be named, for under the same id the
campaign may know another thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN
from domain.commands import DiceGiven, Envelope
from domain.dice.provable import plan_hash
from domain.history.ledger_reader import LedgerReader
from domain.history.plan import (
    Filling,
    Insert,
    Plan,
    PlanMoved,
    PlannedEntry,
    Policy,
    RevisionRefused,
    RevisionRequest,
    StillOwed,
)
from domain.history.script import Script, revisions_of
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor, accept
from domain.ledger.playing.references import UnknownThing
from domain.ledger.reading.fork_points import EVERYTHING, ForkPoint, fork_point_of
from domain.ledger.reading.past import CorrectedPast
from domain.ledger.reading.points import place_of
from domain.ledger.revising.renaming import WORD, Elsewhere, Here, Renaming, begins, is_made_by
from domain.messages import listed, text
from domain.play.deed import CLOSE, BadCommand, converted, system_of, with_words
from domain.play.reading import World
from domain.play.refusals import Absent
from domain.records.entries import GONE, EntryFilter, Header, StoredEntry
from domain.records.store import Store
from domain.system import Registry
from domain.visibility.audience import GM
from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import carried_by
from domain.vocabulary.questions import QuestionAnswered


class BringBack(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The entries of a fork that are to be brought back, and the entry of the campaign after which they are (by default
    where the fork goes off).

    `dice` and `responses` are by the fork's entry numbers, `policies` by the campaign's; the rest is as in a revision.
    """

    id: str = ""
    entries: tuple[int, ...]
    after: int | None = None
    policy: Policy = "refuse"
    policies: dict[str, Policy] = {}
    dice: dict[str, DiceGiven] = {}
    responses: dict[str, dict[str, str]] = {}
    owed: Filling = "ask"
    reason: str | None = None
    dry_run: bool = False
    plan: str | None = None


class Brought(msgspec.Struct, frozen=True):
    """The result of bringing back: the plan and the revision entry as `Ledger.revise` gives them, and which of the
    fork's entries became which of the campaign's."""

    plan: Plan | None
    entry: StoredEntry | None
    became: dict[int, int]


def bring_back(ledger: Ledger, campaign: UUID, fork: UUID, actor: Actor, request: BringBack) -> Brought:
    """Insert commands of a fork into the past of the campaign it left.

    A command that names things that only the fork has is a conflict, and then the plan holds nothing but such
    conflicts. Raises UnknownThing where it is no fork of that campaign or has no such entry, BadCommand where an entry
    is no command that stands there, and what `Ledger.revise` raises.
    """
    row = ledger.store.campaign(fork)
    if row.forked_from != campaign or row.forked_at is None or row.forked_known_at is None:
        raise UnknownThing(text("this campaign has no fork {fork}", fork=fork))
    fork_point = fork_point_of(ledger.store, campaign, row.forked_at, row.forked_known_at)
    commands = _Commands(ledger, fork, fork_point, request)
    after = newest_shared(ledger.store, fork_point) if request.after is None else request.after
    if plan := _conflicts(ledger, fork_point, actor, after, commands):
        if request.dry_run:
            return Brought(plan, None, {})
        raise RevisionRefused(plan)
    inserts = (Insert(after=after, command=commands.envelope(entry)) for entry in commands.inserts)
    asked = RevisionRequest(
        id=request.id,
        insert=tuple(inserts),
        policy=request.policy,
        policies=request.policies,
        owed=request.owed,
        reason=request.reason,
        dry_run=request.dry_run,
        plan=request.plan,
    )
    try:
        made, written = ledger.revise(campaign, actor, asked, commands.renaming)
    except (RevisionRefused, PlanMoved, StillOwed) as refused:
        refused.plan = _brought(refused.plan, commands)
        raise
    made = None if made is None else _brought(made, commands)
    revision = None if written is None else written.header.revision
    numbers = [] if revision is None else [insertion.entry for insertion in revision.inserts]
    return Brought(made, written, dict(zip(commands.chosen, reversed(numbers), strict=False)))


def _brought(plan: Plan, commands: _Commands) -> Plan:
    """Return a plan that says which entries of the fork its inserts come from."""
    entries = (
        planned if planned.insert is None else replace(planned, brought_from=commands.inserts[planned.insert])
        for planned in plan.entries
    )
    return replace(plan, entries=tuple(entries))


def newest_shared(store: Store, fork_point: ForkPoint) -> int:
    """The entry behind which everything stands that a fork may have done: the last one that it shares."""
    stored = store.entry(fork_point.parent, fork_point.at)
    if fork_point.at != fork_point.known_at:
        return fork_point.cut[0] if stored is not None and stored.header.kind == "revision" else fork_point.at
    wanted = EntryFilter(entry_kind="revision", before=fork_point.known_at + 1, limit=EVERYTHING)
    script = Script(
        revisions_of((e.header.number, e.header.revision) for e in store.entries(fork_point.parent, wanted))
    )
    newest = place_of(store, fork_point.parent, fork_point.at)[0]
    while newest in script.anchors or newest in script.revisions:
        newest -= 1
    candidates = [newest, *(entry for entry in script.anchors if script.place(entry)[0] == newest)]
    return max(candidates, key=script.place)


class _Commands:
    """The commands of a fork that are to be brought back, as they would be sent. `chosen` are their entries, in the order
    of the fork's story."""

    def __init__(self, ledger: Ledger, fork: UUID, fork_point: ForkPoint, request: BringBack) -> None:
        self._store, self._fork, self._registry = ledger.store, fork, ledger.registry
        self._fork_point, self._request = fork_point, request
        self._annals = LedgerReader(ledger.store, fork)
        self._world: Any = ledger.heads.fresh(fork)
        self._kinds = ledger.registry.kinds(system_of(self._world, ledger.registry))
        self.chosen = sorted(self._deeds(), key=self._annals.script.place)
        if not self.chosen:
            raise BadCommand("say which entries of the fork are to be brought back")
        self.inserts = self.chosen[::-1]
        """The commands in the order of insertion: each comes before those inserted earlier at the same position."""
        if unknown := sorted({*request.dice, *request.responses} - set(map(str, self.chosen))):
            raise BadCommand(
                text(
                    "dice and responses are for entries that are brought back, not for {unknown}",
                    unknown=", ".join(unknown),
                )
            )

    def envelope(self, entry: int) -> Envelope:
        """The command in force, with its words, and the answers it drew."""
        envelope = self._held(entry)
        answers = dict(self._answers(entry)) | self._request.responses.get(str(entry), {})
        return replace(
            self._worded(entry, envelope),
            dice=self._request.dice.get(str(entry), ()),
            responses={**envelope.responses, **answers},
        )

    def creations(self, entry: int) -> dict[str, int]:
        """Return the names in a command that no earlier command creates: the fork's own, each by its creating entry."""
        envelope = self._held(entry)
        answers = [*self._answers(entry), *envelope.responses.items()]
        named = {*_names(envelope.encounter or ""), *_names(envelope.args), *_names(envelope.dice), *_names(answers)}
        before = {*self.chosen[: self.chosen.index(entry) + 1]}
        return {name: made for name, made in self._made.items() if name in named and self._deed(made) not in before}

    def called(self, name: str) -> str:
        """Return the fork's name for the thing created under an id; the id where it has no name."""
        handles = self._world.aggregate(CAMPAIGN).handles.values()
        ref = next((handle.ref for handle in handles if handle.ref.partition("/")[2] == name), "")
        return VisibleWorld(self._world, GM).wording.sentence(ref) if ref else name

    @cached_property
    def renaming(self) -> Renaming:
        """Return the renaming of what they create, by the names that it has in the fork."""
        return Renaming(tuple(self._elsewhere(entry) for entry in self.inserts))

    def _elsewhere(self, deed: int) -> Elsewhere:
        key = self._annals.script.key(deed)
        emitted = [stream_event for entry in self._annals.deed(deed) for stream_event in self._annals.emitted(entry)]
        names = frozenset(name for name, made in self._made.items() if self._deed(made) == deed)
        return Elsewhere(deed, key, names, tuple(one for one in emitted if begins(one.event)))

    def _deed(self, entry: int) -> int:
        return self._annals.header(entry).deed

    def _held(self, entry: int) -> Envelope:
        envelope = self._annals.script.directive(entry).envelope or self._annals.header(entry).envelope
        assert envelope is not None, "a chosen entry is a command"
        return envelope

    def _deeds(self) -> Iterator[int]:
        chosen = set(self._request.entries)
        for entry in sorted(chosen):
            header = self._header(entry)
            if header.deed == entry:
                yield entry
            elif header.deed not in chosen:
                where = (
                    text("answer it in the campaign itself")
                    if header.deed <= self._fork_point.known_at
                    else text("bring that back")
                )
                raise BadCommand(
                    text(
                        "entry {entry} answers deed {deed}; {where}, its answers come with it",
                        entry=entry,
                        deed=header.deed,
                        where=where,
                    )
                )

    def _header(self, entry: int) -> Header:
        if 1 <= entry <= self._fork_point.known_at:
            raise BadCommand(
                text("entry {entry} is of the past that the fork shares; the campaign has it already", entry=entry)
            )
        try:
            header, status = self._annals.header(entry), self._annals.status(entry)
        except LookupError as error:
            raise UnknownThing(text("there is no entry {entry} in the fork", entry=entry)) from error
        if header.kind != "play" or header.envelope is None:
            raise BadCommand(
                text(
                    "entry {entry} of the fork is a {kind}; only commands are brought back",
                    entry=entry,
                    kind=_KINDS[header.kind],
                )
            )
        if status in GONE:
            raise BadCommand(
                text(
                    "entry {entry} of the fork is {status}; only entries in force there are brought back",
                    entry=entry,
                    status=_GONE[status],
                )
            )
        return header

    def _answers(self, deed: int) -> Iterator[tuple[str, str]]:
        for entry in self._annals.deed(deed)[1:]:
            header = self._annals.header(entry)
            envelope = self._annals.script.directive(entry).envelope or header.envelope
            if envelope is None or self._annals.status(entry) in GONE:
                continue
            if envelope.type == CLOSE:
                events = (stream_event.event for stream_event in self._annals.emitted(entry))
                yield from ((header.answers or "", e.choice) for e in events if isinstance(e, QuestionAnswered))
            else:
                yield header.answers or "", str(envelope.args.get("choice"))

    def _worded(self, entry: int, envelope: Envelope) -> Envelope:
        """The command with the words in place of their keys. Raises BadCommand where they were erased."""
        keys: list[str] = [envelope.reason] if envelope.reason else []
        args = converted(self._kinds[envelope.type], envelope)

        def note(key: str) -> str:
            keys.append(key)
            return key

        with_words(args, self._kinds.__getitem__, note)
        words = self._store.texts(self._fork, keys)
        if any(words.get(key) is None for key in keys):
            raise BadCommand(
                text("the words of entry {entry} were erased; give its command again instead", entry=entry)
            )
        new_args = with_words(args, self._kinds.__getitem__, lambda key: words[key] or "")
        reason = words[envelope.reason] if envelope.reason else None
        return replace(envelope, args=msgspec.to_builtins(new_args), reason=reason)

    @cached_property
    def _made(self) -> dict[str, int]:
        """The ids that the fork's own entries have made of their number (an insert of its anchor and ordinal)."""
        own = EntryFilter(after=self._fork_point.known_at, entry_kind="play", limit=EVERYTHING)
        numbers = [entry.header.number for entry in self._store.entries(self._fork, own)]
        self._annals.load(numbers)
        return {
            name: number
            for number in reversed(numbers)
            for stream_event in self._annals.emitted(number)
            if carried_by(stream_event.event) is not None
            for name in _names((stream_event.event.name, stream_event.ref.partition("/")[2]))
            if is_made_by(name, self._annals.script.key(self._deed(number)))
        }


def _conflicts(ledger: Ledger, fork_point: ForkPoint, actor: Actor, after: int, commands: _Commands) -> Plan | None:
    """A plan of what cannot be brought back for what it names; None where there is nothing of the kind."""
    head, count = ledger.store.head(fork_point.parent).entry, len(commands.chosen)
    past = CorrectedPast(ledger.store, fork_point.parent, up_to=place_of(ledger.store, fork_point.parent, after))
    keys = LedgerReader(ledger.store, fork_point.parent).script.next_keys([after] * count)
    renamed = commands.renaming.of([Here(head + 2 + number, key) for number, key in enumerate(keys)])
    conflicts: list[PlannedEntry] = []
    for number, entry in enumerate(commands.chosen):
        refusal = _only_there(commands, entry)
        if refusal is None:
            given = renamed.command(commands.envelope(entry), ledger.registry, past, entry)
            refusal = _unknown(renamed.expecting(past), ledger.registry, actor, given)
        if refusal is not None:
            absent = Absent(
                refusal.missing,
                "Entry {entry} of the fork cannot be given after entry {after}: {refusal}",
                entry=entry,
                after=after,
                refusal=refusal.message,
            )
            number_there = head + 1 + count - number
            conflicts.append(PlannedEntry(entry=number_there, outcome="conflict", refusal=absent, brought_from=entry))
    if not conflicts:
        return None
    encoded = msgspec.json.encode([planned.refusal and planned.refusal.gm for planned in conflicts])
    hash = plan_hash(ledger.store.secrets(fork_point.parent).key, encoded)
    return Plan(hash=hash, entries=tuple(conflicts), untouched=head, changes=())


_KINDS: Final = {"play": text("play"), "revision": text("revision"), "record": text("record")}
_GONE: Final = {"struck": text("struck"), "moot": text("moot"), "refused": text("refused")}
"""Entries that cannot be brought back, in words."""


def _only_there(commands: _Commands, entry: int) -> Absent | None:
    """Return the refusal of a command that names things created in the fork; None if it names none."""
    created = commands.creations(entry)
    by = listed(
        text("{name} (by its entry {entry})", name=commands.called(name), entry=made)
        for name, made in sorted(created.items())
    )
    return (
        Absent(min(created), "it names something created only in the fork, {created}.", created=by) if created else None
    )


def _unknown(past: World, registry: Registry, actor: Actor, envelope: Envelope) -> Absent | None:
    """Return the refusal of a command that names things missing in this past; None if it names none."""
    try:
        accept(past, registry, actor, envelope, 0)
    except UnknownThing as unknown:
        return Absent("", "{unknown}.", unknown=unknown)
    return None


def _names(value: object) -> Iterator[str]:
    """The words in a command's arguments that may be ids."""
    match value:
        case str():
            yield from WORD.findall(value)
        case dict():
            yield from (name for item in value.items() for name in _names(item))
        case list() | tuple():
            yield from (name for item in value for name in _names(item))
