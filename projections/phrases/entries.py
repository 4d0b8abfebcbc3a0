"""Entries in a few words: their rolls, their events, and their revisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from domain.aggregates import CAMPAIGN
from projections.names import Name
from projections.phrases.catalogue import english
from projections.phrases.events import brought, event_sentence
from projections.phrases.messages import Part, phrase, series, term
from projections.phrases.naming import Names, name_of, refusal, who
from projections.phrases.questions import asked, option
from projections.phrases.rolls import label
from projections.phrases.telling import Clause, Piece, joined, of_event, of_roll, pieces, plainly, worth_telling
from projections.translation.games import TITLE, command_title
from projections.views.entry import EntryView

CHANGES: Final = ("strike", "amend", "keep")
"""The effects of a revision on entries."""

ACTING: Final = ("who", "actor")
"""The fields of commands that hold the character who acts."""


class Told(NamedTuple):
    """An entry as a player would tell it: the title of its command with who acts, and what came of it."""

    title: Part
    pieces: tuple[Piece, ...]


def told(entry: EntryView, names: Names, say: Callable[[Part], str] = english, *, titled: bool = True) -> Told:
    """Return what is told of an entry. `say` speaks the language of the telling; what is not `titled` is told below a title."""
    names = {**names, **entry.names}
    if entry.revision is not None:
        return Told("", tuple(pieces([plainly(_revised(entry))], say)))
    actor, title = (_actor(entry, names), _title(entry, names)) if titled else ("", "")
    opening = phrase("entry.title", who=who(actor, names) if actor else "", title=title) if title else ""
    if entry.refusal is not None:
        clauses = [plainly(phrase("entry.refused", sentence=refusal(entry.refusal.sentence, names)))]
    else:
        clauses = [*_answers(entry, names), *_happened(entry, names, say), *_questions(entry, names)]
    clauses = [clause for clause in clauses if say(clause.sentence)]
    parts = tuple(pieces(clauses, say, actor or CAMPAIGN))
    if not title and not parts:
        parts = (Piece("", phrase("entry.unseen") if entry.kind == "play" else term(entry.kind)),)
    return Told(opening, parts)


def gist(entry: EntryView, names: Names, say: Callable[[Part], str] = english) -> Part:
    """Return an entry in one line: the title of its command, its rolls and events, or the reason why it has none."""
    title, parts = told(entry, names, say)
    what = joined(parts)
    line = phrase("entry.told", title=title, what=what) if title and what else title or what
    return phrase("entry.recorded", what=line, reason=entry.reason) if entry.kind == "record" and entry.reason else line


def _title(entry: EntryView, names: Names) -> Part:
    """Return the title of an entry's command; "" where the reader may not know the command. A plan that is carried out has its own."""
    if entry.command is None:
        return ""
    title = term(command_title(entry.command.type), TITLE)
    args = entry.command.args or {}
    plan = names.get(f"{args.get('who')}.intents.{args.get('plan')}")
    return title if plan is None else phrase("entry.title_of", title=title, what=name_of(plan))


def _actor(entry: EntryView, names: Names) -> str:
    """Return the character who acts by an entry, else its encounter, as far as the reader may know; "" for none."""
    if entry.command is None:
        return ""
    args = entry.command.args or {}
    named_so = (*(str(args.get(field)) for field in ACTING), entry.command.encounter or "")
    return next((ref for ref in named_so if ref in names), "")


def _answers(entry: EntryView, names: Names) -> Iterator[Clause]:
    """Yield the answer that an entry gives, as far as the reader may know it."""
    if entry.answers and entry.command and (choice := (entry.command.args or {}).get("choice")):
        yield plainly(phrase("entry.answers", question=label(entry.answers, names), choice=option(str(choice), names)))


def _questions(entry: EntryView, names: Names) -> Iterator[Clause]:
    return (plainly(asked(decision, names)) for decision in entry.decisions if decision.blocking)


def _happened(entry: EntryView, names: Names, say: Callable[[Part], str]) -> Iterator[Clause]:
    """Yield the rolls and events of an entry, in the order in which they happened."""
    names, rolls = {**names, **brought_in(entry, names, say)}, iter(entry.rolls)
    worth = {id(event) for event in worth_telling(entry.events)}
    for event in entry.events:
        if event["type"] == "rolled" and (made := next(rolls, None)) is not None:
            yield of_roll(made, str(event["aggregate_id"]), names)
        elif id(event) in worth and say((clause := of_event(event, names)).sentence):
            yield clause


def event_sentences(entry: EntryView, names: Names, say: Callable[[Part], str] = english) -> list[Part]:
    """Return the sentences about an entry's events, without its rolls and bookkeeping."""
    names = {**names, **brought_in(entry, names, say)}
    return [sentence for event in worth_telling(entry.events) if say(sentence := event_sentence(event, names))]


def brought_in(entry: EntryView, names: Names, say: Callable[[Part], str] = english) -> dict[str, Name]:
    """Return the names of instances created in an entry, by path."""
    return {path: name for event in entry.events for path, name in brought(event, names, say).items()}


def _revised(entry: EntryView) -> Part:
    """Say how a revision changed entries, and why."""
    return phrase("entry.revised", changes=changes_made(entry), reason=entry.reason or "")


def changes_made(entry: EntryView) -> Part:
    """Say how a revision changed entries."""
    revision = entry.revision
    assert revision is not None
    parts: list[Part] = []
    for change in CHANGES:
        own = [each["entry"] for each in revision.changes if each["to"] == change and each["because"] is None]
        also = [each["entry"] for each in revision.changes if each["to"] == change and each["because"] is not None]
        if own or also:
            parts.append(
                phrase(
                    f"entry.{change}", count=len(own or also), entries=series(own or also), also=series(own and also)
                )
            )
    parts += [phrase("entry.insert", entry=each["entry"], after=each["after"]) for each in revision.inserts]
    if revision.withdraws is not None:
        parts.append(phrase("entry.withdraw", revision=revision.withdraws))
    return series(parts)
