"""Entries told as a player would: clauses in the order in which things happened, of which no two in a row name their subject.

A clause is an event or a roll. Clauses about one thing of one subject follow each other after a comma, those about another thing of
it after a semicolon, and another subject begins a new sentence: `Gristle: dodge [2] against 6: failure; stunned. Lantern: focus −1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.visibility.event_views import RollView
from domain.visibility.view_fields import Fields
from domain.vocabulary.stored import component_of
from projections.phrases.catalogue import english_texts
from projections.phrases.events import BOOKKEEPING, event_sentence, subject_of
from projections.phrases.messages import Joined, Opening, Part, Phrase, phrase
from projections.phrases.naming import Names
from projections.phrases.rolls import rolled, shown

SUBJECTS: Final = ("who", "bearer", "by")
"""The fields that name the subject of a sentence. A text that opens with an optional one can go without it."""

SENTENCE: Final = "list.sentence"
SUBJECT: Final = "list.semicolon"
THING: Final = "list.comma"
ALIKE: Final = "list.and_so"
"""The messages between two clauses: of several subjects, about one subject, about one thing of it, and of one kind."""

IN_A_ROW: Final = frozenset(
    {"event.turn_entered", "event.turn_joined", "event.turn_left", "event.placed", "event.moved"}
)
"""The messages that are told of several subjects in one sentence."""

_LEFT_OUT: Final = {SENTENCE: (), ALIKE: (), SUBJECT: SUBJECTS, THING: (*SUBJECTS, "thing")}
"""The fields that a clause need not name again, by what stands before it."""


_COMES: Final = frozenset({"condition_gained", "modifier_applied"})
_GOES: Final = frozenset({"condition_ended", "modifier_lifted"})


class Clause(NamedTuple):
    """A sentence about something. `of` is what it is about: its subject and a thing of that, "" where it has none. A roll has its
    sentence in two parts, before its dice and `after` them.
    """

    of: tuple[str, str]
    sentence: Part
    after: Part = ""
    roll: RollView | None = None
    times: int = 1


class Piece(NamedTuple):
    """A part of what is told about an entry. `between` is the message that stands before it, "" for the first one."""

    between: str
    text: Part
    roll: RollView | None = None
    after: Part = ""


def of_event(event: Fields, names: Names) -> Clause:
    """Return the clause of an event."""
    return Clause((subject_of(event), f"{component_of(event['type'])}.{event['name']}"), event_sentence(event, names))


def of_roll(made: RollView, roller: str, names: Names) -> Clause:
    """Return the clause of a roll that `roller` made."""
    before, after = rolled(made, names)
    return Clause((roller, f"rolls.{made.label}"), before, after, made)


def plainly(sentence: Part) -> Clause:
    """Return a clause that says all by itself."""
    return Clause(("", ""), sentence)


def pieces(clauses: Iterable[Clause], say: Callable[[Part], str], about: str = "") -> Iterator[Piece]:
    """Yield clauses as pieces, none of which names again what the one before it is about. `about` is the subject that is named
    already. A sentence that is said several times in a row is said once, with how often.
    """
    before, named = Clause((about, ""), ""), bool(about)
    for index, clause in enumerate(counted(clauses, say)):
        between = _between(before, clause, named=named)
        sentence = _without(clause.sentence, _LEFT_OUT[between])
        if clause.times > 1:
            sentence = phrase("entry.times", what=sentence, times=clause.times)
        if index and between == SENTENCE and _opens_with_words(clause.sentence):
            sentence = Opening(sentence)
        yield Piece(between if index else "", sentence, clause.roll, clause.after)
        before, named = clause, _can_leave_out(clause.sentence, *SUBJECTS)


def _between(before: Clause, clause: Clause, *, named: bool) -> str:
    """Return the message between two clauses, by how much the second goes on with the first, whose subject is `named`."""
    subject, thing = clause.of
    if not (named and subject and subject == before.of[0] and _can_leave_out(clause.sentence, *SUBJECTS)):
        return ALIKE if _message(clause) == _message(before) and _message(clause) in IN_A_ROW else SENTENCE
    return THING if thing == before.of[1] and _can_leave_out(clause.sentence, "thing") else SUBJECT


def in_text(piece: Piece) -> Part:
    """Return a piece for a reader who sees no dice: they stand in brackets."""
    if piece.roll is None:
        return piece.text
    return Joined(tuple(part for part in (piece.text, shown(piece.roll), piece.after) if part != ""), "list.space")


def between_of(piece: Piece) -> Part:
    """Return what separates a piece from the one before it."""
    return Joined(("", ""), piece.between) if piece.between else ""


def joined(parts: Iterable[Piece]) -> Part:
    """Return pieces as one text; "" for none."""
    whole: Part = ""
    for piece in parts:
        whole = Joined((whole, in_text(piece)), piece.between) if piece.between else in_text(piece)
    return whole


def counted(clauses: Iterable[Clause], say: Callable[[Part], str]) -> Iterator[Clause]:
    """Yield clauses, each once in a row; rolls are never the same."""
    numbered = enumerate(clauses)
    for _, same in groupby(numbered, key=lambda each: (say(each[1].sentence), each[0] if each[1].roll else -1)):
        run = [clause for _, clause in same]
        yield run[0]._replace(times=len(run))


def _message(clause: Clause) -> str:
    return clause.sentence.message if isinstance(clause.sentence, Phrase) else ""


def _can_leave_out(sentence: Part, *fields: str) -> bool:
    """Whether the text of a sentence can go without one of these fields."""
    return isinstance(sentence, Phrase) and not _optional(sentence.message).isdisjoint(fields)


def _opens_with_words(sentence: Part) -> bool:
    """Whether the text of a sentence opens with words of its own, other than a name."""
    text = english_texts()[sentence.message] if isinstance(sentence, Phrase) else ""
    return isinstance(text, str) and text[:1].isalpha()


def _without(sentence: Part, fields: tuple[str, ...]) -> Part:
    """Return a sentence without those of these fields that its text can go without."""
    if not isinstance(sentence, Phrase):
        return sentence
    left_out = _optional(sentence.message) & set(fields)
    return replace(sentence, fields={name: part for name, part in sentence.fields.items() if name not in left_out})


@cache
def _optional(message: str) -> frozenset[str]:
    """The fields that a text opens with and can go without."""
    text = english_texts()[message]
    opening = text if isinstance(text, str) else ""
    fields: set[str] = set()
    for field in (*SUBJECTS, "thing"):
        for end in (": ]", " ]"):
            mark = f"[{{{field}}}{end}"
            if opening.startswith(mark):
                fields.add(field)
                opening = opening.removeprefix(mark)
    return frozenset(fields)


def worth_telling(events: Sequence[Fields]) -> list[Fields]:
    """Return the events of an entry worth telling: without bookkeeping, and without instances that both came and went
    in it, as in a night; of a new character only its arrival, because everything else is on its sheet.
    """
    if come := [event for event in events if event["type"] == "introduced"]:
        return come
    passing = _passing(events)
    telling = [
        event
        for event in events
        if event["type"] not in BOOKKEEPING and (event["aggregate_id"], event["name"]) not in passing
    ]
    return [event for event, after in zip(telling, [*telling[1:], {}], strict=False) if not _goes_on(event, after)]


def _goes_on(event: Fields, after: Fields) -> bool:
    """Whether an event is a step of a way that the event after it goes on with."""
    same = ("type", "aggregate_id", "name")
    return (
        event["type"] == "moved" and all(event[key] == after.get(key) for key in same) and event.keys() <= after.keys()
    )


def _passing(events: Sequence[Fields]) -> set[tuple[str, str]]:
    """Return the instances that came and went in the same entry, by bearer and name."""
    came: set[tuple[str, str]] = set()
    passing: set[tuple[str, str]] = set()
    for event in events:
        key = event["aggregate_id"], event["name"]
        if event["type"] in _COMES:
            came.add(key)
            passing.discard(key)
        elif event["type"] in _GOES and key in came:
            passing.add(key)
    return passing
