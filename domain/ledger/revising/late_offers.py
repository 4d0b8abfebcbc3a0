"""Late answers: an offer that took its default is taken after all, by a revision that changes nothing but responses.

Nobody fishes by it. What is tried is shown with preview dice; what is written can be answered otherwise by a game master
alone; and where the dice were rolled but the past stands in the way, they are on record, the same for every later attempt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

import msgspec

from domain.dice.tape import Die, Source
from domain.history.ledger_reader import LedgerReader
from domain.history.plan import RevisionRequest
from domain.history.planner import RevisionPlanner
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.entry_dice import PastDice, open_epoch
from domain.records.entries import Restatement
from domain.vocabulary.stored import encode_event, topic_of

Answers = Mapping[int, Mapping[str, str]]
"""What is answered late, by deed and key."""


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
            held = reader.grown(entry)
            new = (die for die in dice if die.key not in {die.key for die in held})
            directive = reader.script.directive(entry)
            yield Restatement(
                entry=entry,
                status=reader.status(entry),
                events=tuple(
                    (h.ref, topic_of(h.event), encode_event(h.event).decode()) for h in reader.happenings(entry)
                ),
                reads=tuple(sorted(reader.reads(entry))),
                envelope=directive.envelope if directive.how == "amend" else None,
                tape=(*held, *new),
            )


def _dice(planner: RevisionPlanner, deed: int) -> Iterator[tuple[int, tuple[Die, ...]]]:
    """The dice that each entry of a deed needs only now."""
    yield from ((part.entry, part.dice) for part in planner.parts.get(deed, ()) if part.dice)
