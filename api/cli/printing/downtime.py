"""Downtime as text and tables: its phases, what is planned in them, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from rich.console import RenderableType

from api.cli.output import row, table, words
from api.languages.reader import spoken
from domain.ledger.downtime import Processed
from projections.phrases import downtime as phrases
from projections.phrases.entries import event_sentences, gist
from projections.phrases.naming import Names
from projections.views.downtime import DoneView, Downtime, DowntimeReport, PlanOf
from projections.views.entry import EntryView

_COLOURS = {"done": "green", "impossible": "red", "waiting": "yellow", "planned": ""}


def phases(listing: Sequence[Downtime]) -> Iterator[RenderableType]:
    """Phases with what is planned in them."""
    for phase in listing:
        yield words(spoken(phrases.phase(phase)), "bold")
        for each in phase.plans:
            yield from plan(each, phase.names)
    if not listing:
        yield words(spoken(phrases.nothing()))


def plan(planned: PlanOf, names: Names) -> Iterator[RenderableType]:
    """Yield a character's plan, an action a line."""
    yield words(f"  {spoken(phrases.slots_used(planned))}")
    for action in planned.actions:
        yield words(f"    {spoken(phrases.planned(action, names, planned.who))}", _COLOURS.get(action.state, ""))


def processed(result: Processed, names: Names) -> Iterator[RenderableType]:
    """Yield the result of each planned action, and of the phase."""
    made = table("who", "plan", "day", "what", "comes to", right=("day",))
    for action in result.actions:
        who = names[action.who].name if action.who in names else action.who
        outcome = words(spoken(phrases.outcome(action, names)), _COLOURS.get(action.state, ""))
        row(made, who, action.plan, action.day, spoken(phrases.title(action.type)), outcome)
    yield made
    yield words(spoken(phrases.processed(result)))
    yield from (words(spoken(each), "yellow") for each in phrases.open_ends(result, names))


def report(view: DowntimeReport, names: Names) -> Iterator[RenderableType]:
    """Yield the report of a phase, person by person and action by action, then the changes of their groups."""
    yield words(spoken(phrases.report(view.phase, view.state)), "bold")
    for person in view.people:
        yield words(person.name if person.actions else spoken(phrases.idle(person.name)), "bold")
        if person.actions:
            made = table("entry", "day", "what", "what came of it", right=("entry", "day"))
            for done in person.actions:
                number = "" if done.action.entry is None else done.action.entry
                row(made, number, done.action.day, spoken(phrases.title(done.action.type)), _came_of(done, names))
            yield made
    for group in view.groups:
        yield words(spoken(phrases.group(group.name, group.entries)))


def _came_of(done: DoneView, names: Names) -> RenderableType:
    """Return the events of an action, without the note that it was done; or the reason why it was impossible."""
    action, entry = done.action, done.entry
    if action.state == "done" and isinstance(entry, EntryView):
        events = tuple(event for event in entry.events if event["type"] != "intent_changed")
        telling = replace(entry, events=events)
        return words(spoken(gist(telling, names)) if entry.rolls or event_sentences(telling, names) else action.state)
    came = phrases.state(action.state, action.why, action.rule, names)
    return words(spoken(came), _COLOURS.get(action.state, ""))
