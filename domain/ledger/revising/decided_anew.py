"""Three things that a revision may have decided anew besides commands: offers, the dice of amended entries, and rules.

- A late answer takes an offer that took its default. The revision changes nothing but responses. Nobody fishes by it: a trial
  shows preview dice, an answer that is written can be changed by a game master alone, and where the dice were rolled but the
  past stands in the way, they are on record and the same for every later attempt.
- The typed dice of an amended entry stay where they fell, with their roller, however often it is decided again.
- What was played under older rules is decided under the rules as they are now, from a deed on; the plan says what differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.commands import DiceGiven
from domain.dice.tape import Die, Source, in_place, is_in_place, replaces
from domain.history.deciding import TYPED, labels_of
from domain.history.ledger_reader import LedgerReader
from domain.history.outcomes import Result
from domain.history.plan import RevisionRequest, SharedPast
from domain.history.planner import RevisionPlanner
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.entry_dice import PastDice, open_epoch
from domain.ledger.playing.references import UnknownThing
from domain.messages import text
from domain.play.deed import BadCommand, system_of
from domain.records.entries import Change, EntryFilter, Restatement, Revision
from domain.records.positions import Place
from domain.vocabulary.stored import encode_event, topic_of

Answers = Mapping[int, Mapping[str, str]]
"""Late answers, by deed and key."""


def of_deeds(reader: LedgerReader, request: RevisionRequest) -> RevisionRequest:
    """The request with responses and dice under the numbers of the deeds they belong to, also where they were given under
    that of one of a deed's answers. Raises LookupError where there is no such entry."""
    responses: dict[str, dict[str, str]] = {}
    for entry, given in request.responses.items():
        responses.setdefault(str(reader.header(int(entry)).deed), {}).update(given)
    return msgspec.structs.replace(request, responses=responses)


def answered(request: RevisionRequest) -> Answers:
    """The deeds of which nothing but the responses is to be otherwise."""
    many = request.amend if isinstance(request.amend, tuple) else (request.amend,)
    amended = {str(amend.entry) for amend in many}
    return {int(deed): given for deed, given in request.responses.items() if deed not in amended}


def offers_among(planner: RevisionPlanner, answers: Answers) -> Answers:
    """Return the answers to offers alone, by deed: a question is no offer, and is answered late by a game master."""
    offered = {deed: {one.key for one in planner.asked(deed) if not one.blocking} for deed in answers}
    return {deed: given for deed, given in answers.items() if given.keys() <= offered[deed]}


def with_late(dice: PastDice, reader: LedgerReader, draft: Draft, late: Answers) -> PastDice:
    """The dice of the past, where these deeds draw the dice of their own epoch as long as that is open."""
    opened = open_epoch(draft).opened
    nonces = {deed: UUID(reader.header(deed).command_id) for deed in late if deed > opened}
    return msgspec.structs.replace(dice, late=nonces, preview=False)


def rolled(planner: RevisionPlanner, late: Answers) -> bool:
    """Whether committed seeds have given dice for these answers."""
    return any(die.source is Source.SERVER for deed in late for _, dice in _dice(planner, deed) for die in dice)


def on_record(planner: RevisionPlanner, late: Answers) -> Iterator[Restatement]:
    """The entries of these deeds as they stand, with the dice that were rolled for answers that came to nothing."""
    reader = planner.reader
    for entry, dice in sorted(pair for deed in late for pair in _dice(planner, deed)):
        if entry in reader.script.anchors or entry <= reader.head:
            tape = reader.grown(entry)
            new = (die for die in dice if die.key not in {die.key for die in tape})
            directive = reader.script.directive(entry)
            yield Restatement(
                entry=entry,
                status=reader.status(entry),
                events=tuple((h.ref, topic_of(h.event), encode_event(h.event).decode()) for h in reader.emitted(entry)),
                reads=tuple(sorted(reader.reads(entry))),
                envelope=directive.envelope if directive.how == "amend" else None,
                tape=(*tape, *new),
            )


def _dice(planner: RevisionPlanner, deed: int) -> Iterator[tuple[int, tuple[Die, ...]]]:
    """The dice that each entry of a deed needs only now."""
    yield from ((part.entry, part.dice) for part in planner.parts.get(deed, ()) if part.dice)


def with_dice_in_place(revision: Revision, planner: RevisionPlanner) -> Revision:
    """The revision with each typed die that fell in it under the label that names its place alone."""
    return replace(revision, changes=tuple(_in_place(change, planner) for change in revision.changes))


def together(base: DiceGiven, given: DiceGiven) -> DiceGiven:
    """The dice of an amended entry that is given more: those that it had stay, but for those whose place the new ones take."""
    if not given or not isinstance(base, dict) or not isinstance(given, dict):
        return given or base
    return {label: values for label, values in base.items() if not replaces(given.keys(), label)} | given


def _in_place(change: Change, planner: RevisionPlanner) -> Change:
    envelope = change.envelope
    if change.to != "amend" or envelope is None or not envelope.dice:
        return change
    fallen = {in_place(*die.key): (die.value,) for die in _typed(change, planner)}
    if not fallen:
        return change
    left = envelope.dice if isinstance(envelope.dice, dict) else {}
    kept = {label: values for label, values in left.items() if is_in_place(label)}
    return replace(change, envelope=replace(envelope, dice={**kept, **fallen}))


def _typed(change: Change, planner: RevisionPlanner) -> Iterator[Die]:
    """The dice that a change of an entry brings, as they fell in its deed."""
    envelope = change.envelope
    assert envelope is not None, "an amended entry has its command"
    for part in planner.parts.get(planner.reader.header(change.entry).deed, ()):
        for die in part.dice:
            named = not isinstance(envelope.dice, dict) or not envelope.dice.keys().isdisjoint(labels_of(die))
            if die.source is TYPED[envelope.dice_source] and die.was is None and named:
                yield die


def version(draft: Draft, actor: Actor, request: RevisionRequest, *, asks_for_more: bool) -> int | None:
    """The version of the rules that a revision applies; None for one that applies none.

    Raises NotAllowed, and BadCommand where the request asks for something else as well.
    """
    if not request.rules:
        if request.from_:
            raise BadCommand("`from` says from where on today's rules are applied; give it together with `rules`")
        return None
    if not actor.is_gm:
        raise NotAllowed("only a game master decides the past under other rules; ask one to")
    if asks_for_more:
        raise BadCommand("today's rules are applied by a revision of their own; ask for nothing else in it")
    return system_of(draft, draft.registry).version


def deeds(reader: LedgerReader, request: RevisionRequest, shared: int) -> frozenset[int]:
    """The deeds that are decided anew: from the session or the entry on that the request names, else all that are not
    `shared` with another campaign. Raises BadCommand, UnknownThing, SharedPast."""
    return reader.played(_first(reader, request.from_, shared), shared) if request.rules else frozenset()


def _first(reader: LedgerReader, named: str, shared: int) -> Place:
    kind, _, number = named.rpartition(":")
    if not named:
        return ()
    if kind not in ("", "session") or not number.isdecimal():
        raise BadCommand(
            text("rules are applied from a session (session:3) or an entry (41) on, not from {named!r}", named=named)
        )
    if kind == "session":
        entries = reader.store.entries(reader.campaign, EntryFilter(session=int(number), limit=1))
        if not entries:
            raise UnknownThing(text("there is no session {number} in this campaign", number=number))
        return reader.script.place(entries[0].header.number)
    if 1 <= int(number) <= shared:
        raise SharedPast(int(number))
    if not 1 <= int(number) <= reader.head:
        raise UnknownThing(text("there is no entry {number} in this campaign", number=number))
    return reader.script.place(int(number))


def spare_unchanged(reader: LedgerReader, planner: RevisionPlanner, anew: frozenset[int]) -> None:
    """Leave out of a planner's results what was decided anew and did the same: it is untouched."""
    for deed in sorted(anew):
        for entry in reader.deed(deed):
            result = planner.results.get(entry)
            if result is not None and entry not in planner.outcomes.changed and _is_unchanged(reader, result):
                del planner.results[entry]


def _is_unchanged(reader: LedgerReader, result: Result) -> bool:
    return result.after == result.before and result.status == reader.status(result.entry)
