"""Changing the past: a request becomes a revision, the revision a plan, and the plan, where nothing stands in its way,
a revision entry with what it makes of earlier entries and one correction for each stream it touches."""

from __future__ import annotations

from functools import partial
from uuid import UUID, uuid5

import msgspec

from domain.aggregates import Slot
from domain.history.divergence import Divergence
from domain.history.ledger_reader import LedgerReader
from domain.history.outcomes import Result
from domain.history.plan import Owed, Plan, PlanMoved, RevisionRefused, RevisionRequest, SharedPast, StillOwed
from domain.history.planner import RevisionPlanner
from domain.ledger.playing.acceptance import AcceptedCommand, Actor, Words, check_open, salted
from domain.ledger.playing.draft import Draft, check_dice
from domain.ledger.playing.entry_dice import PastDice, open_epoch
from domain.ledger.playing.requests import request_digest
from domain.ledger.revising import decided_anew
from domain.ledger.revising.plans import plan_of
from domain.ledger.revising.renaming import Renaming
from domain.ledger.revising.requested import Requested
from domain.ledger.revising.rights import check_asked, check_found
from domain.messages import text
from domain.play.deed import BadCommand
from domain.play.play import StreamEvent
from domain.play.refusals import Refused
from domain.records.entries import Change, Checkpoint, RefusalRecord, Restatement, Revision, Rewritten
from domain.vocabulary.revision import Corrected
from domain.vocabulary.stored import encode_event, topic_of


class DraftedRevision(msgspec.Struct, frozen=True, kw_only=True):
    """A plan with all that is needed to write it. `shown` is what a dry run shows of it; `late` are the offers it takes."""

    plan: Plan
    shown: Plan
    revision: Revision
    planner: RevisionPlanner
    inserts: tuple[AcceptedCommand, ...]
    words: Words
    reason: str | None
    late: decided_anew.Answers = {}


def make_plan(
    reader: LedgerReader,
    draft: Draft,
    actor: Actor,
    request: RevisionRequest,
    *,
    trial: bool = False,
    renaming: Renaming | None = None,
) -> DraftedRevision:
    """Plan a revision on the draft's head. Raises BadCommand, UnknownThing, NotAllowed, ClosedCampaign; conflicts are in
    the plan. In a `trial` nothing comes of it: then the dice of late answers are previews. Where they are not, it was tried
    first, so that nothing that is raised here tells of any die. `renaming` is for inserts that come from a fork.
    """
    check_open(draft)
    asked = Requested(reader, draft, actor, request, renaming)
    if not actor.is_gm:
        check_asked(reader, draft, actor, asked.request)
    answers = decided_anew.answered(asked.request)
    kept, epoch = reader.store.secrets(reader.campaign), open_epoch(draft).number
    dice = PastDice(reader.campaign, reader.store.seeds(reader.campaign, epoch), kept, preview=bool(answers))
    course = walked(reader, draft, asked, asked.revision(), dice)
    if not actor.is_gm:
        check_found(draft, actor, asked.request, course.planner)
    check_answers(asked, course.planner)
    taken = decided_anew.offers_among(course.planner, answers)
    plan = partial(plan_of, draft=draft, shared=asked.shared, key=kept.key, sent=asked.sent)
    shown = plan(course.planner, preview=True) if taken else None
    if answers and not (taken and trial):
        course = walked(reader, draft, asked, course.revision, decided_anew.with_late(dice, reader, draft, taken))
    made = shown if shown and trial else plan(course.planner, filled=course.filled)
    return DraftedRevision(
        plan=made,
        shown=shown or made,
        revision=_with_consequences(decided_anew.with_dice_in_place(course.revision, course.planner), course.planner),
        planner=course.planner,
        inserts=tuple(asked.accepted),
        words=salted(asked.texts),
        reason=asked.reason,
        late=taken,
    )


def check_answers(asked: Requested, planner: RevisionPlanner) -> None:
    """Check that whatever is answered only now is asked. A deed that waits, or that stands in the way, may yet ask it.

    Raises Refused.
    """
    given = asked.responses | {new.entry: new.envelope.responses for new in asked.inserts}
    for deed, responses in given.items():
        parts = planner.parts.get(deed, [])
        keys = {question.key for question in planner.asked(deed)}
        unfinished = any(part.refusal is not None or part.waits for part in parts)
        if not unfinished and (spare := sorted(responses.keys() - keys)):
            inserted = text("the inserted command")
            what = text("entry {entry}", entry=deed) if deed <= asked.reader.head else inserted
            asks = text("it asks {keys}", keys=", ".join(sorted(keys))) if keys else text("it asks nothing")
            listed = ", ".join(map(repr, spare))
            sentence = text("Answers were given that {what} does not ask for: {listed}.", what=what, listed=listed)
            raise Refused(
                "spare-answers",
                "{sentence} Leave them out.",
                "{sentence} Leave them out; {asks}.",
                sentence=sentence,
                asks=asks,
            )


class RevisionCourse(msgspec.Struct, frozen=True):
    """A planner that has settled what it could, the revision it walked under, and what was filled, by entry."""

    planner: RevisionPlanner
    revision: Revision
    filled: tuple[tuple[int, Owed], ...]


def walked(reader: LedgerReader, draft: Draft, asked: Requested, revision: Revision, dice: PastDice) -> RevisionCourse:
    """Walk until it is settled which struck answers open their question again (those whose consequences nothing has read),
    and, where what is owed is filled, until every question is answered."""
    closed: set[int] = set()
    filled: dict[int, Owed] = {}
    while True:
        wanted = asked.wanted(revision, closed)
        planner = RevisionPlanner(reader, wanted, draft.registry, dice)
        planner.run()
        _spare_shared(planner, asked.shared)
        decided_anew.spare_unchanged(reader, planner, wanted.anew)
        read_on = {deed for deed in planner.reopened if planner.read_on(deed)}
        added = asked.with_rolled(
            revision, [result for result in planner.results.values() if result.entry <= reader.head]
        )
        owing = [result for result in planner.results.values() if wanted.fill and result.owed.questions]
        if read_on:
            closed |= read_on
        elif added is not None:
            revision = added
        elif owing:
            revision = asked.with_defaults(revision, owing)
            filled |= {result.entry: result.owed for result in owing}
        else:
            break
    for entry, owed in planner.filled.items():
        filled[entry] = Owed(owed.dice, filled[entry].questions if entry in filled else ())
    return RevisionCourse(
        planner, revision, tuple((entry, filled[entry]) for entry in sorted(filled, key=planner.script.place))
    )


def _spare_shared(planner: RevisionPlanner, shared: int) -> None:
    """Take shared entries out of the results, which are only looked at again where one of their deeds was answered in
    the fork. Raises SharedPast where one of them would differ."""
    for entry in sorted(entry for entry in planner.results if entry <= shared):
        result = planner.results.pop(entry)
        if result.after != result.before:
            raise SharedPast(entry)


def draft_revision(
    reader: LedgerReader, draft: Draft, actor: Actor, request: RevisionRequest, renaming: Renaming | None = None
) -> Plan:
    """Draft a revision, or its refusal, where it conflicts and its late answers have drawn dice.

    Raises what `make_plan` raises, PlanMoved, and RevisionRefused or StillOwed where nothing is left to write.
    """
    planned = make_plan(reader, draft, actor, request, renaming=renaming)
    digest = request_digest(draft.registry, actor.member, request)
    if request.plan is not None and request.plan != planned.shown.hash:
        raise PlanMoved(request.plan, planned.shown)
    if request.rules and not planned.revision.changes:
        raise BadCommand("nothing differs under the current rules; there is nothing to write")
    if planned.plan.writable:
        write_plan(draft, actor, request, planned, digest)
    elif decided_anew.rolled(planned.planner, planned.late):
        write_refused(draft, actor, request, planned, digest)
    else:
        raise not_written(planned.plan)
    return planned.plan


def not_written(plan: Plan, left: int | None = None) -> RevisionRefused | StillOwed:
    """Why a plan cannot be written; `left` is the entry that holds the dice of late answers that came to nothing."""
    return RevisionRefused(plan, left) if plan.conflicts else StillOwed(plan, left)


def write_plan(draft: Draft, actor: Actor, request: RevisionRequest, planned: DraftedRevision, digest: bytes) -> None:
    """Draft the revision entry, and a play entry for each insert; checkpoints of the past that was die with it.

    Raises TooMuchAsked. The dice of inserts are the same in every attempt, so that refusing them gives nobody other ones.
    """
    planner, number = planned.planner, draft.next
    heads = planner.worlds.heads()
    corrected = [StreamEvent(ref, _corrected(number, twin)) for ref, twin in heads.items()]
    header = draft.header(
        "revision", actor, request.id, words=planned.words, revision=planned.revision, reason=planned.reason
    )
    restatements = tuple(_restatement(planner, result) for _, result in sorted(planner.results.items()))
    draft.add(header, corrected, request_digest=digest, words=planned.words, restatements=restatements)
    for insertion, accepted in zip(planned.revision.inserts, planned.inserts, strict=True):
        result = planner.results[insertion.entry]
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
    check_dice(draft.fallen)
    draft.rewritten += [Rewritten(one.ref, number, one.since, one.until) for one in planner.worlds.stretches()]
    draft.checkpoints += [
        Checkpoint(ref=kept.ref, place=kept.place, created=number, version=0, body=kept.body)
        for kept in planner.worlds.traces.kept
    ]


def write_refused(
    draft: Draft, actor: Actor, request: RevisionRequest, planned: DraftedRevision, digest: bytes
) -> None:
    """Draft a revision that comes to nothing: it leaves the dice that its late answers have drawn, and why."""
    answers = "; ".join(
        f"{deed}: {key} = {choice}" for deed, given in planned.late.items() for key, choice in given.items()
    )
    blocking = planned.plan.conflicts or planned.plan.owing
    standing = ", ".join(str(planned_entry.entry) for planned_entry in blocking)
    sentence = f"A late answer ({answers}) was refused: it conflicts with entries {standing}. Its dice stay on record."
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
    restatements = tuple(decided_anew.on_record(planned.planner, planned.late))
    draft.add(header, (), request_digest=digest, words=planned.words, restatements=restatements)


def _with_consequences(revision: Revision, planner: RevisionPlanner) -> Revision:
    """The revision with what the policy made follow: strikes by cascade, and events kept."""
    asked = {change.entry for change in revision.changes} | {insertion.entry for insertion in revision.inserts}
    more: list[Change] = []
    for entry, result in sorted(planner.results.items()):
        if entry in asked:
            continue
        if result.outcome == "kept":
            more.append(Change(entry=entry, to="keep", because=result.because))
        elif result.status == "struck" and result.refusal is not None:
            more.append(Change(entry=entry, to="strike", because=result.because))
        elif revision.rules is not None:
            more.append(Change(entry=entry, to="anew", because=result.because))
    return msgspec.structs.replace(revision, changes=(*revision.changes, *more))


def _restatement(planner: RevisionPlanner, result: Result) -> Restatement:
    events = tuple((h.ref, topic_of(h.event), encode_event(h.event).decode()) for h in result.after)
    directive = planner.script.directive(result.entry)
    return Restatement(
        entry=result.entry,
        status=result.status,
        events=events,
        reads=tuple(sorted(result.reads)),
        envelope=directive.envelope if directive.how == "amend" else None,
        tape=result.tape,
    )


def _corrected(revision: int, twin: Divergence) -> Corrected:
    values = {f"{slot.component}.{slot.name}": _raw(twin, slot) for slot in sorted(twin.differing)}
    return Corrected(name="self", revision=revision, values=values)


def _raw(twin: Divergence, slot: Slot) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(twin.new.instances(slot.component).get(slot.name), order="deterministic"))
