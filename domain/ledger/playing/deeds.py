"""The course of a deed so far, read back from its entries; and the two commands that the ledger itself carries out: an answer
to a question of a deed, and the erasure of words."""

from __future__ import annotations

from functools import cache, partial
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN
from domain.commands import Envelope
from domain.dice.tape import Die, Tape, merged
from domain.history.deciding import typed_by, without_replaced
from domain.history.ledger_reader import stream_event
from domain.history.older_dice import OlderDice
from domain.history.older_rolls import older_dice_of
from domain.ledger.playing.acceptance import AcceptedCommand, Actor, NotAllowed, Words, salted, viewer_of
from domain.ledger.playing.deciding import DeedCourse, answer_question, before_this
from domain.ledger.playing.draft import Draft, Drafted
from domain.ledger.playing.entry_dice import DrawnDice
from domain.ledger.playing.references import UnknownThing, references
from domain.ledger.playing.requests import request_digest
from domain.ledger.reading.past import CorrectedPast
from domain.ledger.reading.points import place_of
from domain.messages import text
from domain.play.deed import ANSWER, CLOSE, ERASE, BadCommand, converted, system_of
from domain.play.play import Deed, StreamEvent
from domain.play.refusals import Refused
from domain.question_keys import meant
from domain.records.entries import EntryFilter, Header, Restatement, StoredEntry, keys_of
from domain.records.store import Store
from domain.visibility.audience import Viewer, may_see
from domain.visibility.world import VisibleWorld
from domain.vocabulary.catalogue import Handle
from domain.vocabulary.questions import Question, QuestionAnswered, QuestionAsked

MOST_ANSWERS = 1_000
"""The maximum number of entries of a deed; a rule that asks more is broken."""


def open_question(draft: Draft, actor: Actor, deed: int, key: str | None) -> Question:
    """Return the question that a deed waits for, if the actor may answer it.

    Raises UnknownThing where it waits for none, or for another one than `key`, or where the actor may not know that it
    waits; NotAllowed where another member is asked, for any key.
    """
    viewer = viewer_of(draft, actor)
    for ref in sorted({handle.ref for handle in _handles(draft)} | {CAMPAIGN}):
        aggregate = draft.aggregate(ref)
        for question in aggregate.questions.values() if aggregate else ():
            if question.deed != deed:
                continue
            if actor.is_gm or question.owner == actor.member:
                if key is None or key == question.key or _meant(draft, viewer, key, question) == question.key:
                    return question
            elif may_see(viewer, question.audience) and VisibleWorld(draft, viewer).knows(ref):
                raise NotAllowed("that decision belongs to another member; its owner or the game master answers it")
    wanted = "" if key is None else f" {key!r}"
    raise UnknownThing(
        text(
            "deed {deed} waits for no answer{wanted}; what is open is listed under decisions", deed=deed, wanted=wanted
        )
    )


def _meant(draft: Draft, viewer: Viewer, key: str, question: Question) -> str:
    kinds = draft.registry.question_kinds(system_of(draft, draft.registry))
    return meant(key, (question.key,), kinds, references(draft, viewer))


def course_of(store: Store, draft: Draft, deed: int) -> DeedCourse:
    """Everything its entries hold, those still in the draft included. Raises Refused where a revision keeps its events."""
    entries, parts, dice = _entries(store, draft, deed)
    first = parts[0][0]
    if first.envelope is None:
        raise BadCommand(
            text("entry {deed} is no command that could be answered; what is open is listed under decisions", deed=deed)
        )
    if any(entry.status == "kept" for entry in entries):
        sentence = text("A revision keeps what this deed did; undo the deed or that revision instead of answering.")
        raise Refused("deed-kept", sentence)
    restated = store.restatements(draft.campaign, [entry.header.number for entry in entries])
    amended = restated[deed].envelope if deed in restated else None
    envelopes = [one.envelope for entry, one in sorted(restated.items()) if entry != deed]
    typed, _ = typed_by(one for one in (amended, *envelopes) if one is not None)
    envelope = amended or first.envelope
    given = envelope.dice or {}
    if isinstance(typed, dict) and isinstance(given, dict):
        envelope = msgspec.structs.replace(envelope, dice={**given, **typed})
    kind = draft.registry.kind(system_of(draft, draft.registry), envelope.type)
    args = converted(kind, envelope)
    accepted = AcceptedCommand(kind=kind, envelope=envelope, args=args, words=Words())
    before = before_this(draft, deed) or CorrectedPast(
        store, draft.campaign, before=place_of(store, draft.campaign, deed)
    )
    tape = merged(dice)
    older = partial(_older_dice, store, draft, deed, tape, [entry.header.number for entry in entries])
    keys = keys_of(header for header, _ in parts)
    giver = Deed(entry=deed, member=first.member, is_gm=first.by_gm, envelope=envelope, args=args)
    return DeedCourse(
        deed=msgspec.structs.replace(giver, answers=_answers(envelope, envelopes, parts), keys=keys),
        accepted=accepted,
        nonce=UUID(first.command_id),
        tape=without_replaced(tape, typed),
        older=cache(older),
        done=tuple(h for _, emitted in parts for h in emitted if not _is_question(h)),
        answered=len(parts) - 1,
        before=before,
    )


def _answers(
    envelope: Envelope, envelopes: list[Envelope | None], parts: list[tuple[Header, list[StreamEvent]]]
) -> dict[str, str]:
    """Return the answers that were given with a deed's command, with its amended answers, and by entries of its own."""
    given = [envelope, *(one for one in envelopes if one is not None)]
    answers = {key: choice for one in given for key, choice in one.responses.items()}
    return answers | {h.answers: choice for h, happened in parts[1:] if h.answers for choice in _choices(happened)}


def _older_dice(store: Store, draft: Draft, deed: int, tape: Tape, entries: list[int]) -> OlderDice:
    place = place_of(store, draft.campaign, deed)
    return older_dice_of(store, draft.campaign, entries, tape.dice, place=place, revisions=())


def _entries(
    store: Store, draft: Draft, deed: int
) -> tuple[list[StoredEntry], list[tuple[Header, list[StreamEvent]]], list[Die]]:
    """The deed's entries that stand, then what each of them and of those drafted came to, and all dice it ever had."""
    every = store.entries(draft.campaign, EntryFilter(deed=deed, after=deed - 1, limit=MOST_ANSWERS))
    every = [entry for entry in every if entry.status != "refused"]
    restated = store.restatements(draft.campaign, [entry.header.number for entry in every])
    dice = [die for e in every for die in (*e.header.tape, *_grown(restated, e.header.number))]
    stored = [entry for entry in every if entry.status not in ("struck", "moot")]
    rows = store.events_of(draft.campaign, [entry.header.number for entry in stored])
    parts = [(e.header, [stream_event(row) for row in rows.get(e.header.number, [])]) for e in stored]
    drafted = [d for d in draft.drafted if d.record.header.deed == deed and d.record.header.status != "refused"]
    parts += [(d.record.header, list(d.emitted)) for d in drafted]
    if not parts:
        raise UnknownThing(text("there is no deed {deed}; what is open is listed under decisions", deed=deed))
    return stored, parts, [*dice, *(die for d in drafted for die in d.record.header.tape)]


def _grown(restated: dict[int, Restatement], entry: int) -> tuple[Die, ...]:
    return restated[entry].tape if entry in restated else ()


def _is_question(stream_event: StreamEvent) -> bool:
    return isinstance(stream_event.event, QuestionAsked | QuestionAnswered)


def _choices(emitted: list[StreamEvent]) -> list[str]:
    return [h.event.choice for h in emitted if isinstance(h.event, QuestionAnswered)]


def _handles(draft: Draft) -> list[Handle]:
    return list(draft.campaign_state().handles.values())


def answer(store: Store, draft: Draft, actor: Actor, envelope: Envelope, luck: DrawnDice) -> Drafted:
    """Draft the answer to a question of a deed, or its end with defaults. Raises BadCommand, NotAllowed, Refused."""
    deed, key, choice = (envelope.args.get(field) for field in ("deed", "key", "choice"))
    if not isinstance(deed, int) or (envelope.type == ANSWER and not isinstance(choice, str)):
        raise BadCommand("an answer has the fields deed (the entry's number), key and choice")
    if envelope.type == CLOSE and not actor.is_gm:
        raise NotAllowed("only the game master may give close; the member who is asked answers")
    if envelope.responses:
        listed = ", ".join(map(repr, sorted(envelope.responses)))
        raise Refused(
            "spare-answers", "Answer with key and choice alone: leave out the responses {listed}.", listed=listed
        )
    question = open_question(draft, actor, deed, key)
    course = course_of(store, draft, deed)
    option = None
    if envelope.type == ANSWER:
        option = VisibleWorld(draft, viewer_of(draft, actor)).wording.options(question).get(str(choice), str(choice))
        envelope = msgspec.structs.replace(envelope, args={**envelope.args, "choice": option})
    return answer_question(draft, actor, envelope, luck, course=course, question=question, choice=option)


def erase(store: Store, draft: Draft, actor: Actor, envelope: Envelope) -> Drafted:
    """Record that words are forgotten: an entry of its own kind, so that it is never revised, and their erasure."""
    if not actor.is_gm:
        raise NotAllowed("only a game master may erase texts; ask one to")
    keys = envelope.args.get("texts")
    if not isinstance(keys, list | tuple) or not keys:
        raise BadCommand('erase has the field texts, a list of text keys such as "41.0"')
    wanted = [str(key) for key in keys]
    known = store.texts(draft.campaign, wanted)
    if unknown := [key for key in wanted if key not in known]:
        raise BadCommand(
            text("there is no text {unknown}; an entry lists the keys of its texts", unknown=", ".join(unknown))
        )
    draft.erased.extend(wanted)
    words = salted([envelope.reason] if envelope.reason else [])
    stored = Envelope(type=ERASE, args={"texts": wanted})
    reason = f"{draft.next}.0" if envelope.reason else None
    header = draft.header("record", actor, envelope.id, words=words, envelope=stored, reason=reason)
    return draft.add(header, (), request_digest=request_digest(draft.registry, actor.member, envelope), words=words)
