"""Changing the past: a request becomes a revision, the revision a plan, and the plan, where nothing stands in its way,
a revision entry with what it makes of earlier entries and one correction for each stream it touches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar
from uuid import UUID, uuid5

import msgspec

from domain.aggregate import Slot
from domain.commands import Envelope
from domain.events.revision import Corrected
from domain.events.stored import encode_event, topic_of
from domain.history.annals import Annals
from domain.history.outcomes import NewEntry, Result, Wanted
from domain.history.plan import AlreadySo, Insert, Plan, PlanMoved, RevisionRefused, RevisionRequest
from domain.history.planner import Walk
from domain.history.script import Script
from domain.history.tracks import Twin
from domain.ledger import late
from domain.ledger.acceptance import Accepted, Actor, UnknownThing, Words, accept, check_sent, check_typed, salted
from domain.ledger.branches import SharedPast
from domain.ledger.draft import Draft
from domain.ledger.fortune import PastDice, open_epoch
from domain.ledger.groups import entries_of
from domain.ledger.past import CorrectedPast
from domain.ledger.plans import plan_of
from domain.ledger.records import (
    Change,
    Checkpoint,
    Header,
    Insertion,
    RefusalRecord,
    Restatement,
    Revision,
    Rewritten,
)
from domain.ledger.renaming import Here, Renaming
from domain.ledger.requests import request_digest
from domain.ledger.revision_rights import check_asked, check_found
from domain.play.given import BadCommand
from domain.play.play import Happening
from domain.play.reading import World

T = TypeVar("T")


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A plan with all that is needed to write it. `shown` is what a dry run shows of it; `late` are the offers it takes."""

    plan: Plan
    shown: Plan
    revision: Revision
    walk: Walk
    inserts: tuple[Accepted, ...]
    words: Words
    reason: str | None
    late: late.Answers = {}


def make_plan(
    annals: Annals,
    draft: Draft,
    actor: Actor,
    request: RevisionRequest,
    *,
    trial: bool = False,
    renaming: Renaming | None = None,
) -> Planned:
    """Plan a revision on the draft's head. Raises BadCommand, UnknownThing, NotAllowed; conflicts are in the plan.

    In a `trial` nothing comes of it: then the dice of late answers are previews. Where they are not, it was tried first,
    so that nothing that is raised here tells of any die. `renaming` is for inserts that come from a fork.
    """
    asked = _Asked(annals, draft, actor, request, renaming)
    if not actor.is_gm:
        check_asked(annals, draft, actor, asked.request)
    revision, answers = asked.revision(), late.answered(asked.request)
    wanted = asked.wanted(revision)
    kept = annals.store.secrets(annals.campaign)
    seeds = annals.store.seeds(annals.campaign, open_epoch(draft).number)
    dice = PastDice(annals.campaign, seeds, kept, preview=bool(answers))
    shared = asked.shared
    walk = _walked(annals, wanted, draft, dice, shared)
    if not actor.is_gm:
        check_found(draft, actor, asked.request, walk)
    taken = late.offers_among(walk, answers)
    shown = plan_of(walk, draft, shared, key=kept.key, preview=True) if taken else None
    if answers and not (taken and trial):
        walk = _walked(annals, wanted, draft, late.with_late(dice, annals, draft, taken), shared)
    plan = shown if shown and trial else plan_of(walk, draft, shared, key=kept.key)
    return Planned(
        plan=plan,
        shown=shown or plan,
        revision=_with_consequences(revision, walk),
        walk=walk,
        inserts=tuple(asked.accepted),
        words=salted(asked.texts),
        reason=asked.reason,
        late=taken,
    )


def _walked(annals: Annals, wanted: Wanted, draft: Draft, dice: PastDice, shared: int) -> Walk:
    walk = Walk(annals, wanted, draft.registry, dice)
    walk.run()
    _spare_shared(walk, shared)
    return walk


def _spare_shared(walk: Walk, shared: int) -> None:
    """What a fork shares is only looked at again, where one of its deeds was answered in the fork. Raises SharedPast."""
    for entry in sorted(entry for entry in walk.results if entry <= shared):
        result = walk.results.pop(entry)
        if result.after != result.before:
            raise SharedPast(entry)


def draft_revision(
    annals: Annals, draft: Draft, actor: Actor, request: RevisionRequest, renaming: Renaming | None = None
) -> Plan:
    """Draft a revision, or, where the past stands in its way and its late answers have drawn dice, that it was refused.

    Raises what `make_plan` raises, PlanMoved, and RevisionRefused where nothing is left to write.
    """
    planned = make_plan(annals, draft, actor, request, renaming=renaming)
    digest = request_digest(draft.registry, actor.member, request)
    if request.plan is not None and request.plan != planned.shown.hash:
        raise PlanMoved(request.plan, planned.shown)
    if not planned.plan.conflicts:
        write_plan(draft, actor, request, planned, digest)
    elif late.rolled(planned.walk, planned.late):
        write_refused(draft, actor, request, planned, digest)
    else:
        raise RevisionRefused(planned.plan)
    return planned.plan


def write_plan(draft: Draft, actor: Actor, request: RevisionRequest, planned: Planned, digest: bytes) -> None:
    """Draft the revision entry, and a play entry for each insert; checkpoints of the past that was die with it."""
    walk, number = planned.walk, draft.next
    heads = walk.worlds.heads()
    corrected = [Happening(ref, _corrected(number, twin)) for ref, twin in heads.items()]
    header = draft.header(
        "revision", actor, request.id, words=planned.words, revision=planned.revision, reason=planned.reason
    )
    restatements = tuple(_restatement(walk, result) for _, result in sorted(walk.results.items()))
    draft.add(header, corrected, request_digest=digest, words=planned.words, restatements=restatements)
    for insertion, accepted in zip(planned.revision.inserts, planned.inserts, strict=True):
        result = walk.results[insertion.entry]
        entry = draft.header(
            "play",
            actor,
            accepted.envelope.id or str(uuid5(UUID(request.id), str(insertion.entry))),
            audience=accepted.envelope.audience,
            words=accepted.words,
            envelope=accepted.envelope,
            reason=accepted.envelope.reason,
            after=insertion.after,
            tape=result.tape,
        )
        draft.add(entry, (), request_digest=digest, reads=result.reads, words=accepted.words)
    draft.rewritten += [Rewritten(one.ref, number, one.since, one.until) for one in walk.worlds.stretches()]
    draft.checkpoints += [
        Checkpoint(ref=kept.ref, place=kept.place, created=number, version=0, body=kept.body)
        for kept in walk.worlds.traces.kept
    ]


def write_refused(draft: Draft, actor: Actor, request: RevisionRequest, planned: Planned, digest: bytes) -> None:
    """Draft a revision that comes to nothing: it leaves the dice that its late answers have drawn, and why."""
    told = "; ".join(f"{deed}: {key} = {said}" for deed, given in planned.late.items() for key, said in given.items())
    standing = ", ".join(str(conflict.entry) for conflict in planned.plan.conflicts)
    sentence = f"A late answer ({told}) was not possible: entries {standing} stood in its way. Its dice stay."
    header = draft.header(
        "revision",
        actor,
        request.id,
        words=planned.words,
        status="refused",
        revision=Revision(changes=(), policy=request.policy),
        reason=planned.reason,
        refusal=RefusalRecord(rule=RevisionRefused.slug, player="A late answer was not possible.", gm=sentence),
    )
    restatements = tuple(late.on_record(planned.walk, planned.late))
    draft.add(header, (), request_digest=digest, words=planned.words, restatements=restatements)


class _Asked:
    """A request resolved against the ledger: what exactly is to change, with the words and commands it carries."""

    def __init__(
        self, annals: Annals, draft: Draft, actor: Actor, request: RevisionRequest, renaming: Renaming | None
    ) -> None:
        self.annals, self.draft, self.actor, self.renaming = annals, draft, actor, renaming
        self.number = draft.next
        self.shared = annals.store.campaign(annals.campaign).forked_known_at or 0
        for entry in request.responses:
            self._header(int(entry))
        self.request = late.of_deeds(annals, request)
        self.texts: list[str] = []
        self.accepted: list[Accepted] = []
        self.inserts: list[NewEntry] = []
        self.reason: str | None = None

    def revision(self) -> Revision:
        request = self.request
        changes: dict[int, Change] = {}
        withdraws = None if request.redo is None else self._redone(request.redo)
        undone = request.undo if isinstance(request.undo, tuple) else entries_of(self.annals, request.undo)
        for entry in undone:
            if self._is_revision(entry):
                withdraws = self._only_one(withdraws, entry)
            else:
                changes[entry] = Change(entry=entry, to="strike")
        for amend in _many(request.amend):
            changes[amend.entry] = self._amended(amend.entry, amend.command)
        for entry in sorted({int(key) for key in (*request.dice, *request.responses)} - set(changes)):
            changes[entry] = self._amended(entry, None)
        inserted = tuple(self._inserted(number, insert) for number, insert in enumerate(_many(request.insert)))
        if not changes and not inserted and withdraws is None:
            raise BadCommand("a revision undoes, redoes, amends or inserts something; this one asks for nothing")
        if request.reason:
            self.reason = self._text(request.reason)
        ordered = tuple(changes[entry] for entry in sorted(changes))
        return Revision(changes=ordered, withdraws=withdraws, inserts=inserted, policy=request.policy)

    def wanted(self, revision: Revision) -> Wanted:
        """What is to hold with that revision."""
        return Wanted(
            script=Script({**self.annals.script.revisions, self.number: revision}),
            inserts={new.entry: new for new in self.inserts},
            policy=self.request.policy,
            policies={int(entry): policy for entry, policy in self.request.policies.items()},
        )

    def _text(self, words: str) -> str:
        self.texts.append(words)
        return f"{self.number}.{len(self.texts) - 1}"

    def _is_revision(self, entry: int) -> bool:
        header = self._header(entry)
        if header.kind == "record":
            raise BadCommand(f"entry {entry} records members or dice; such entries are never revised")
        if header.kind == "revision":
            if header.status == "refused":
                raise BadCommand(f"revision {entry} was refused and changed nothing; there is nothing to undo")
            if entry not in self.annals.script.active:
                raise AlreadySo(entry, f"revision {entry} is withdrawn already")
            return True
        if self.annals.script.directive(entry).how == "strike":
            raise AlreadySo(entry, f"entry {entry} is struck already; redo it, or undo what struck it")
        return False

    def _header(self, entry: int) -> Header:
        if 1 <= entry <= self.shared:
            raise SharedPast(entry)
        try:
            return self.annals.header(entry)
        except LookupError as error:
            raise UnknownThing(f"there is no entry {entry} in this campaign") from error

    def _only_one(self, withdraws: int | None, entry: int) -> int:
        if withdraws not in (None, entry):
            raise BadCommand(f"one revision withdraws one other; do {withdraws} and {entry} one after the other")
        return entry

    def _redone(self, entry: int) -> int:
        """The one revision that has to be withdrawn so that an entry stands again."""
        script = self.annals.script
        if self._header(entry).kind == "revision":
            withdrawer = script.withdrawer(entry)
            if withdrawer is None:
                raise AlreadySo(entry, f"revision {entry} is in force; there is nothing to redo")
            return withdrawer
        strikers = script.strikers(entry)
        if not strikers:
            raise AlreadySo(entry, f"entry {entry} is not struck; there is nothing to redo")
        if len(strikers) > 1:
            raise Ambiguous(entry, strikers)
        return strikers[0]

    def _amended(self, entry: int, command: Envelope | None) -> Change:
        header = self._header(entry)
        if header.kind != "play" or header.envelope is None or header.status == "refused":
            raise BadCommand(f"entry {entry} is no command that could have been another")
        if header.deed != entry and self.annals.script.directive(header.deed).how == "keep":
            raise BadCommand(f"entry {entry} answers deed {header.deed}, whose events are kept; withdraw that first")
        in_force = self.annals.script.directive(entry).envelope or header.envelope
        envelope = in_force if command is None else self._accepted(command, before=entry).envelope
        dice = self.request.dice.get(str(entry), envelope.dice if command else ())
        if header.deed != entry and dice and not isinstance(dice, dict):
            raise BadCommand(
                f"entry {entry} answers deed {header.deed}; give its dice by label, among those of the deed"
            )
        check_typed(self.draft, self.request.dice.get(str(entry), ()), envelope.dice_source)
        responses = {**envelope.responses, **self.request.responses.get(str(entry), {})}
        return Change(
            entry=entry,
            to="amend",
            envelope=msgspec.structs.replace(envelope, dice=dice, responses=responses),
        )

    def _accepted(self, command: Envelope, before: int) -> Accepted:
        check_sent(self.draft, command)
        place = self.annals.script.place(before)
        world = CorrectedPast(self.annals.store, self.annals.campaign, before=place)
        accepted = accept(world, self.draft.registry, self.actor, command, self.number, first_text=len(self.texts))
        self.texts.extend(accepted.words.texts)
        return accepted

    def _inserted(self, ordinal: int, insert: Insert) -> Insertion:
        if self._header(insert.after).kind == "revision":
            raise BadCommand(f"entry {insert.after} is a revision and has no place; insert after an entry of play")
        number = self.number + 1 + ordinal
        world, command = self._as_called_here(ordinal, insert)
        check_sent(self.draft, command)
        accepted = accept(world, self.draft.registry, self.actor, command, number)
        self.accepted.append(accepted)
        self.inserts.append(
            NewEntry(
                entry=number,
                after=insert.after,
                member=self.actor.member,
                is_gm=self.actor.is_gm,
                envelope=accepted.envelope,
            )
        )
        return Insertion(number, insert.after)

    def _as_called_here(self, ordinal: int, insert: Insert) -> tuple[World, Envelope]:
        """The world in which a command is inserted, and the command as it names what is there."""
        place = self.annals.script.place(insert.after)
        world = CorrectedPast(self.annals.store, self.annals.campaign, up_to=place)
        if self.renaming is None:
            return world, insert.command
        keys = self.annals.script.next_keys([one.after for one in _many(self.request.insert)])
        renamed = self.renaming.of([Here(self.number + 1 + n, key) for n, key in enumerate(keys)])
        there = self.renaming.commands[ordinal].entry
        return renamed.expecting(world), renamed.command(insert.command, self.draft.registry, world, there)


class Ambiguous(Exception):
    """Several revisions strike an entry: which of them is to be withdrawn has to be said."""

    slug = "several-strikers"

    def __init__(self, entry: int, strikers: Sequence[int]) -> None:
        self.entry = entry
        self.strikers = tuple(strikers)
        listed = ", ".join(map(str, strikers))
        super().__init__(f"entry {entry} was struck by {listed}; undo those revisions one by one")


def _with_consequences(revision: Revision, walk: Walk) -> Revision:
    """The revision with what the policy made follow: strikes by cascade, and events kept."""
    asked = {change.entry for change in revision.changes} | {insertion.entry for insertion in revision.inserts}
    more: list[Change] = []
    for entry, result in sorted(walk.results.items()):
        if entry in asked:
            continue
        if result.outcome == "kept":
            more.append(Change(entry=entry, to="keep", because=result.because))
        elif result.status == "struck" and result.refusal is not None:
            more.append(Change(entry=entry, to="strike", because=result.because))
    return msgspec.structs.replace(revision, changes=(*revision.changes, *more))


def _restatement(walk: Walk, result: Result) -> Restatement:
    events = tuple((h.ref, topic_of(h.event), encode_event(h.event).decode()) for h in result.after)
    directive = walk.script.directive(result.entry)
    return Restatement(
        entry=result.entry,
        status=result.status,
        events=events,
        reads=tuple(sorted(result.reads)),
        envelope=directive.envelope if directive.how == "amend" else None,
        tape=result.tape,
    )


def _corrected(revision: int, twin: Twin) -> Corrected:
    values = {f"{slot.component}.{slot.name}": _raw(twin, slot) for slot in sorted(twin.differing)}
    return Corrected(name="self", revision=revision, values=values)


def _raw(twin: Twin, slot: Slot) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(twin.new.instances(slot.component).get(slot.name), order="deterministic"))


def _many(given: tuple[T, ...] | T) -> tuple[T, ...]:
    return given if isinstance(given, tuple) else (given,)
