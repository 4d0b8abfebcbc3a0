"""Playing a command into a draft: decide it, and turn the decision into an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from uuid import UUID

import msgspec

from domain.aggregates import Aggregate
from domain.commands import DiceGiven, Envelope
from domain.dice.supply import Hand
from domain.dice.tape import Source, Tape
from domain.history.older_dice import OlderDice, is_keyed
from domain.ledger.playing.acceptance import AcceptedCommand, Actor, accept, check_sent, viewer_of, waiting_on
from domain.ledger.playing.draft import Draft, Drafted, Savepoint
from domain.ledger.playing.entry_dice import DrawnDice
from domain.ledger.playing.requests import HeadMoved, moved_refusal, request_digest
from domain.messages import text
from domain.paths import ANCHORED, Path, parse_read
from domain.play.deed import BadCommand, RuleOutcome, continuation, decide, home_of, opening, question_name, system_of
from domain.play.moments import ANCHORED_COMPONENTS
from domain.play.play import Deed, StreamEvent
from domain.play.reading import World
from domain.play.refusals import Absent, Refused
from domain.records.entries import EntryFilter, RefusalRecord, StoredRow
from domain.records.store import Store
from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import BrokenHistory, Event
from domain.vocabulary.questions import Question
from domain.vocabulary.stored import decode_event


class DeedCourse(msgspec.Struct, frozen=True, kw_only=True):
    """A deed as it has gone so far, over all its entries.

    `deed` holds its command and the answers so far, `done` the events of the rule itself, `answered` how many questions were
    answered; `tape` all its dice, `older` those that were not keyed to their rollers yet, `nonce` the id of its command; `before` the world it began in.
    """

    deed: Deed
    accepted: AcceptedCommand
    nonce: UUID
    tape: Tape
    older: Callable[[], OlderDice]
    done: tuple[StreamEvent, ...]
    answered: int
    before: World


def play_command(draft: Draft, actor: Actor, envelope: Envelope, fortune: DrawnDice) -> Drafted:
    """Draft the entry of a command.

    Raises Refused, and drafts nothing, unless the server had rolled before the refusal: then the entry holds the dice
    and the refusal. Raises what `accept` raises for a command that is not of its form or not allowed.
    """
    check_sent(draft, envelope)
    accepted = accept(draft, draft.registry, actor, envelope, draft.next)
    if waiting := waiting_on(draft, accepted):
        raise waiting
    deed = Deed(
        entry=draft.next,
        member=actor.member,
        is_gm=actor.is_gm,
        envelope=accepted.envelope,
        args=accepted.args,
        answers=accepted.envelope.responses,
        answering="" if actor.is_gm else actor.member,
    )
    supply = fortune.supply(accepted.envelope, Tape(), draft, draft.next, UUID(envelope.id))
    system = system_of(draft, draft.registry)
    decision = decide(draft, deed, accepted.kind, supply, system=system, registry=draft.registry)
    emitted = opening(decision, home_of(deed, accepted.kind))
    return _drafted(draft, actor, envelope, accepted, decision=decision, emitted=emitted)


def answer_question(
    draft: Draft,
    actor: Actor,
    envelope: Envelope,
    fortune: DrawnDice,
    *,
    course: DeedCourse,
    question: Question,
    choice: str | None,
) -> Drafted:
    """Draft the entry of an answer, or, with `choice` None, of the game master's closing with every default.

    The deed runs again in the world in which it began, with all answers so far; what it does beyond what it had done is
    applied here and now. Raises Refused where that no longer fits what was played meanwhile.
    """
    answer = question.default if choice is None else choice
    answers = {**course.deed.answers, question.key: answer}
    deed = msgspec.structs.replace(course.deed, answers=answers, closing=choice is None)
    check_sent(draft, envelope)
    accepted = _under_its_key(accept(draft, draft.registry, actor, envelope, draft.next), question)
    decision = _run_again(draft, accepted.envelope, fortune, course, deed)
    emitted: tuple[StreamEvent, ...] = ()
    if decision.outcome != "refused":
        home = home_of(deed, course.accepted.kind)
        emitted = continuation(
            decision, _done(course, decision), question, answer, home=home, answers=course.answered + 1
        )
        asked = f"{home}.questions.{question_name(deed.entry, course.answered)}"
        decision = msgspec.structs.replace(decision, reads=decision.reads | {asked})
    drafted = partial(_drafted, draft, actor, envelope, accepted, course=course, answers=question.key)
    try:
        return drafted(decision=decision, emitted=emitted)
    except BrokenHistory as broken:
        path = f"{broken.event.component}.{broken.event.name}"
        raise Absent(
            path, "Since the question was asked, {path} has changed; undo the deed, or close it.", path=path
        ) from broken


def _under_its_key(accepted: AcceptedCommand, question: Question) -> AcceptedCommand:
    """Return an answer with its question's key as it is stored, for any spelling that was sent."""
    args = accepted.envelope.args
    if args.get("key") in (None, question.key):
        return accepted
    envelope = msgspec.structs.replace(accepted.envelope, args={**args, "key": question.key})
    return msgspec.structs.replace(accepted, envelope=envelope)


def _run_again(draft: Draft, envelope: Envelope, fortune: DrawnDice, course: DeedCourse, deed: Deed) -> RuleOutcome:
    """The deed in the world in which it began, with its own dice, then those sent along now, then the server's."""
    giving = msgspec.structs.replace(envelope, dice=_all_given(envelope.dice, course))
    older = {} if is_keyed(course.tape) else course.older().dice
    supply = fortune.supply(giving, course.tape, draft, deed.entry, course.nonce, older=older)
    system = system_of(draft, draft.registry)
    return decide(course.before, deed, course.accepted.kind, supply, system=system, registry=draft.registry)


def _done(course: DeedCourse, decision: RuleOutcome) -> tuple[StreamEvent, ...]:
    """Return what the deed had done, with its rolls labelled as they are now where nothing else differs."""
    again = decision.emitted[: len(course.done)]
    return again if again != course.done and course.older().same(course.done, again) else course.done


def _all_given(now: DiceGiven, course: DeedCourse) -> DiceGiven:
    """The dice sent with the answer, beside those sent with the deed's command that nothing has asked for yet."""
    before = left_over(course.deed.envelope.dice, course.tape)
    if isinstance(now, dict) and isinstance(before, dict):
        return {**before, **now}
    return now or before


def left_over(given: DiceGiven, tape: Tape) -> DiceGiven:
    """Of the dice that were sent with a deed's command, those that nothing has asked for yet."""
    hand = Hand(given)
    for die in tape:
        if die.source is not Source.SERVER:
            hand.take(die.key)
    left = hand.left()
    return {label: values for label, values in left.items() if label} if isinstance(given, dict) else left[None]


def _drafted(
    draft: Draft,
    actor: Actor,
    envelope: Envelope,
    accepted: AcceptedCommand,
    *,
    decision: RuleOutcome,
    emitted: tuple[StreamEvent, ...],
    course: DeedCourse | None = None,
    answers: str | None = None,
) -> Drafted:
    refusal = decision.refusal
    if refusal is not None and not decision.drew_server:
        raise refusal
    header = draft.header(
        "play",
        actor,
        envelope.id,
        audience=envelope.audience,
        words=accepted.words,
        envelope=accepted.envelope,
        reason=accepted.envelope.reason,
        deed=draft.next if course is None else course.deed.entry,
        answers=answers,
        waits_for=decision.question.key if decision.question else None,
        status="standing" if refusal is None else "refused",
        tape=decision.new_dice,
        offers=decision.offers if refusal is None else (),
        unused=unused(decision, accepted.envelope if course is None else course.deed.envelope),
        citations=decision.citations,
        overruled=tuple(recorded(overruled) for overruled in decision.overruled),
        refusal=None if refusal is None else recorded(refusal),
    )
    return draft.add(
        header,
        emitted,
        request_digest=request_digest(draft.registry, actor.member, envelope),
        reads=decision.reads,
        words=accepted.words,
    )


def unused(decision: RuleOutcome, envelope: Envelope) -> tuple[str, ...]:
    """The keys of a command's responses that the deed has not asked for, now that it is finished."""
    asked = {question.key for question in decision.asked}
    return tuple(sorted(envelope.responses.keys() - asked)) if decision.outcome == "done" else ()


def recorded(refusal: Refused) -> RefusalRecord:
    """A refusal as it is stored."""
    gm = "" if refusal.gm == refusal.player else refusal.gm
    return RefusalRecord(rule=refusal.rule, player=refusal.player, gm=gm, missing=refusal.missing)


def as_seen(store: Store, draft: Draft, before: Savepoint, actor: Actor, *, seen: int, drafted: Drafted) -> Drafted:
    """Return a drafted entry whose command reads nothing that has changed since its sender looked; `before` is the draft
    without it.

    The reads of a command may follow from its dice. So where a committed seed gave any, the conflict is drafted as a refusal that
    leaves them: else one could try again and again, and learn from each conflict what the dice would show. Raises HeadMoved
    where none fell, BadCommand.
    """
    if not 0 <= seen <= draft.head:
        template = "expected_entry is the newest entry you have seen, from 0 to {head}, not {seen}"
        raise BadCommand(text(template, head=draft.head, seen=seen))
    moved = moved_since(store, draft, actor, seen, drafted.record.reads)
    if not moved:
        return drafted
    if not drafted.drew_server:
        raise HeadMoved(seen, moved)
    return draft.refuse_last(before, moved_refusal(seen, moved))


def moved_since(store: Store, draft: Draft, actor: Actor, seen: int, reads: Iterable[str]) -> list[int]:
    """The entries after one that may have changed something that was read, as far as the actor may know of what they did:
    what else has changed they could not see if they looked again, and must not learn by asking."""
    later = store.entries(draft.campaign, EntryFilter(after=seen, limit=10_000))
    written = store.as_first_written(draft.campaign, [entry.header.number for entry in later])
    visible, paths = VisibleWorld(draft, viewer_of(draft, actor)), [parse_read(path) for path in reads]

    def moved(row: StoredRow) -> bool:
        event = decode_event(row.topic, row.body)
        return meets(paths, row.ref, event) and visible.event(row.ref, event) is not None

    return sorted(number for number, rows in written.items() if any(map(moved, rows)))


def meets(reads: Iterable[Path], ref: str, event: Event) -> bool:
    """Whether an event may have changed something that was read: its instance, or a collection it belongs to."""
    return event.component != "log" and any(_covers(path, event, ref) for path in reads)


def _covers(path: Path, event: Event, ref: str) -> bool:
    if path.component == ANCHORED:
        return event.component in ANCHORED_COMPONENTS
    if path.ref != ref:
        return False
    if not path.component:
        return event.component == "profile"
    if path.component != event.component:
        return event.component == "correction"
    return path.name == event.name or path.name.startswith("*")


def before_this(draft: Draft, entry: int) -> World | None:
    """The world before an entry of the draft itself; None where the entry is in the ledger already."""
    if entry not in draft.befores:
        return None
    return _Before(draft, draft.befores[entry])


class _Before:
    def __init__(self, draft: Draft, changed: dict[str, Aggregate]) -> None:
        self._draft, self._changed = draft, changed

    def aggregate(self, ref: str) -> Aggregate | None:
        return self._changed.get(ref) or self._draft.below.aggregate(ref)
