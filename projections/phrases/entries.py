"""Entries in a few words: their rolls, their events, and their revisions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Final

from domain.visibility.view_fields import Fields
from projections.names import Name, plain
from projections.phrases.catalogue import english
from projections.phrases.events import BOOKKEEPING, brought, event_sentence
from projections.phrases.messages import Part, listed, phrase, term
from projections.phrases.naming import Names, refusal
from projections.phrases.questions import asked, option
from projections.phrases.rolls import roll
from projections.translation.terms import COMMAND
from projections.views.entry import EntryView

CHANGES: Final = ("strike", "amend", "keep")
"""The effects of a revision on entries."""

_COMES: Final = frozenset({"condition_gained", "modifier_applied"})
_GOES: Final = frozenset({"condition_ended", "modifier_lifted"})


def gist(entry: EntryView, names: Names, say: Callable[[Part], str] = english) -> Part:
    """Return an entry in one line: its rolls and events, or the reason why it has none. `say` speaks the language of
    the line.
    """
    names = {**names, **entry.names}
    if entry.refusal is not None:
        return phrase("entry.refused", sentence=refusal(entry.refusal.sentence, names))
    if entry.revision is not None:
        return _revised(entry)
    choice = entry.command.args.get("choice") if entry.answers and entry.command and entry.command.args else None
    answers = [phrase("entry.answers", choice=option(str(choice), names))] if choice else []
    rolls = [roll(made, names, by=True) for made in entry.rolls]
    questions = [asked(decision, names) for decision in entry.decisions if decision.blocking]
    parts = _counted([*answers, *rolls, *event_sentences(entry, names, say), *questions], say)
    line = parts or _unsaid(entry)
    return phrase("entry.recorded", what=line, reason=entry.reason) if entry.kind == "record" and entry.reason else line


def _unsaid(entry: EntryView) -> Part:
    """Return words for an entry of which nothing can be told: its command, or that it is out of the reader's sight."""
    if entry.command is not None:
        return term(plain(entry.command.type.rpartition(".")[2]), COMMAND)
    return phrase("entry.unseen") if entry.kind == "play" else term(entry.kind)


def event_sentences(entry: EntryView, names: Names, say: Callable[[Part], str] = english) -> list[Part]:
    """Return the sentences about an entry's events, without its rolls and bookkeeping."""
    names = {**names, **brought_in(entry, names, say)}
    return [sentence for event in _worth_telling(entry) if say(sentence := event_sentence(event, names))]


def brought_in(entry: EntryView, names: Names, say: Callable[[Part], str] = english) -> dict[str, Name]:
    """Return the names of instances created in an entry, by path."""
    return {path: name for event in entry.events for path, name in brought(event, names, say).items()}


def _worth_telling(entry: EntryView) -> list[Fields]:
    """Return the events of an entry worth telling: without bookkeeping, and without instances that both came and went
    in it, as in a night; of a new character only its arrival, because everything else is on its sheet.
    """
    if come := [event for event in entry.events if event["type"] == "introduced"]:
        return come
    passing = _passing(entry)
    return [
        event
        for event in entry.events
        if event["type"] not in BOOKKEEPING and (event["aggregate_id"], event["name"]) not in passing
    ]


def _passing(entry: EntryView) -> set[tuple[str, str]]:
    """Return the instances that came and went in the same entry, by bearer and name."""
    came: set[tuple[str, str]] = set()
    passing: set[tuple[str, str]] = set()
    for event in entry.events:
        key = event["aggregate_id"], event["name"]
        if event["type"] in _COMES:
            came.add(key)
            passing.discard(key)
        elif event["type"] in _GOES and key in came:
            passing.add(key)
    return passing


def _counted(sentences: list[Part], say: Callable[[Part], str]) -> Part:
    """Sentences, each once in a row, with how often it was said."""
    runs = [list(same) for _, same in groupby(sentences, key=say)]
    return listed(
        (run[0] if len(run) == 1 else phrase("entry.times", what=run[0], times=len(run)) for run in runs),
        "list.semicolon",
    )


def _revised(entry: EntryView) -> Part:
    """Say how a revision changed entries, and why."""
    revision = entry.revision
    assert revision is not None
    parts: list[Part] = []
    for change in CHANGES:
        if numbers := [str(each["entry"]) for each in revision.changes if each["to"] == change]:
            parts.append(phrase(f"entry.{change}", entries=listed(numbers)))
    parts += [phrase("entry.insert", entry=each["entry"], after=each["after"]) for each in revision.inserts]
    if revision.withdraws is not None:
        parts.append(phrase("entry.withdraw", revision=revision.withdraws))
    return phrase("entry.revised", changes=listed(parts, "list.semicolon"), reason=entry.reason or "")
