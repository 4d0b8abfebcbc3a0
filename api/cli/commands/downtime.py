"""Downtime at the command line: its phases, carrying them out, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import rich_click as click
from msgspec.structs import replace
from rich.console import RenderableType

from api.cli.commands.reading import everybody
from api.cli.naming import Names, named
from api.cli.options import Json, campaign
from api.cli.output import as_json, row, show, table, words
from api.cli.phrases import gist, happenings
from api.cli.session import desk
from api.cli.tellings import details
from api.routes.downtime import (
    ActionRequest,
    OpenPhase,
    PlanRequest,
    ProcessRequest,
    list_downtime,
    open_downtime,
    plan_downtime,
    process_downtime,
    show_downtime_report,
)
from domain.ledger.downtime import DuePlan, Processed
from projections.views.downtime import DoneView, Downtime, DowntimeReport, PlannedView, PlanOf
from projections.views.entry import EntryView

phase_number = click.argument("phase", type=click.IntRange(min=1))

_COLOURS = {"done": "green", "impossible": "red", "waiting": "yellow", "planned": ""}


@click.group()
def downtime() -> None:
    """Downtime between sessions: plans, carrying them out, reports."""


@downtime.command("list")
@campaign
@as_json
def list_phases(campaign: str) -> None:
    """List the downtime phases of a campaign, with what is planned in them."""
    with desk() as at:
        found: tuple[Downtime, ...] = at.ask(list_downtime, campaign)
    show(found, lambda: seen_phases(found))


def seen_phases(found: Sequence[Downtime]) -> Iterator[RenderableType]:
    """Phases with what is planned in them."""
    for phase in found:
        yield words(f"{phase.number} {phase.title}".strip() + f": {phase.state}, {_days(phase)}", "bold")
        for plan in phase.plans:
            yield from seen_plan(plan, phase.names)
    if not found:
        yield words("There has been no downtime yet.")


def _days(phase: Downtime) -> str:
    return f"{phase.days_passed} of {phase.days} {'day' if phase.days == 1 else 'days'} passed"


def seen_plan(plan: PlanOf, names: Names) -> Iterator[RenderableType]:
    """What somebody plans, an action a line."""
    yield words(f"  {plan.name}: {plan.used} of {plan.slots} slots")
    for action in plan.actions:
        yield words(f"    {_planned(action, names)}", _COLOURS.get(action.state, ""))


def _planned(action: PlannedView, names: Names) -> str:
    args = details(action.args, names)
    why = f" – {named(action.why, names)} ({action.rule})" if action.rule else ""
    return f"day {action.day}  {action.type}  {args}  {action.state}{why}"


@downtime.command("open")
@campaign
@click.option("--title", default="", help="What it is called.")
@click.option("--days", type=click.IntRange(0, 366), default=1, show_default=True, help="In-game days that pass in it.")
@click.option("--slots", multiple=True, metavar="CHARACTER=N", help="Somebody who has more or fewer than usual.")
@as_json
def open_phase(campaign: str, title: str, days: int, slots: Sequence[str]) -> None:
    """Open a downtime phase: everybody who is played may plan for it."""
    given = dict(each.partition("=")[::2] for each in slots)
    if wrong := [who for who, number in given.items() if not number.isdecimal()]:
        raise click.BadParameter(f"say how many slots {wrong[0]} has, like {wrong[0]}=2", param_hint="--slots")
    wanted = OpenPhase(title=title, days=days, slots={who: int(number) for who, number in given.items()})
    with desk() as at:
        found: Downtime = at.ask(open_downtime, campaign, data=wanted)
    show(found, lambda: seen_phases([found]))


@downtime.command("plan")
@campaign
@phase_number
@click.argument("character")
@click.option(
    "--actions",
    type=Json(tuple[ActionRequest, ...]),
    required=True,
    metavar="JSON",
    help="A list of commands, each with type and args, and if need be day, dice, responses.",
)
@as_json
def plan_phase(campaign: str, phase: int, character: str, actions: tuple[ActionRequest, ...]) -> None:
    """Plan what CHARACTER does in a phase, in place of what was planned before.

    JSON is written out, in a file (@path) or on standard input (-).
    """
    with desk() as at:
        wanted = PlanRequest(actions=actions)
        found: PlanOf = at.ask(plan_downtime, campaign, data=wanted, phase=phase, character=character)
        names = everybody(at, campaign)
    show(found, lambda: seen_plan(found, names))


@downtime.command("process")
@campaign
@phase_number
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would come, with sample dice.")
@click.option("--one-by-one", is_flag=True, help="Keep each action as it is done, rather than all or nothing.")
@click.option("--character", "characters", multiple=True, help="Only what this one has planned.")
@as_json
def process_phase(campaign: str, phase: int, dry_run: bool, one_by_one: bool, characters: tuple[str, ...]) -> None:
    """Carry out what is planned for a phase, as far as it goes."""
    with desk() as at:
        wanted = ProcessRequest(atomic=not one_by_one, characters=characters, dry_run=dry_run)
        found: Processed = at.ask(process_downtime, campaign, data=wanted, phase=phase)
        names = everybody(at, campaign)
    show(found, lambda: seen_processed(found, names))


def seen_processed(found: Processed, names: Names) -> Iterator[RenderableType]:
    """What became of each planned action, and of the phase."""
    made = table("who", "plan", "day", "what", "comes to", right=("day",))
    for action in found.actions:
        who = names[action.who].name if action.who in names else action.who
        outcome = words(named(_outcome(action), names), _COLOURS.get(action.state, ""))
        row(made, who, action.plan, action.day, action.type, outcome)
    yield made
    tried = "Nothing was written. " if found.preview else ""
    yield words(f"{tried}Phase {found.phase} is {found.state}; days passed: {found.days_passed}.")
    if found.needs:
        listed = ", ".join(f"{need.label} (d{need.sides})" for need in found.needs)
        yield words(f"Before the next day can pass, roll {listed}.", "yellow")
    if found.asks is not None:
        yield words(f"Something that the day brought waits for an answer: entry {found.asks}.", "yellow")


def _outcome(action: DuePlan) -> str:
    if action.needs:
        return "needs " + ", ".join(f"{need.label} (d{need.sides})" for need in action.needs)
    if action.rule:
        return f"{action.state}: {action.why} ({action.rule})"
    rolled = " ".join(f"{die.label} {die.value}" for die in action.dice)
    return f"{action.state}{f', entry {action.entry}' if action.entry else ''}{f': {rolled}' if rolled else ''}"


@downtime.command("report")
@campaign
@phase_number
@as_json
def report_phase(campaign: str, phase: int) -> None:
    """Show what came of a phase: for each character every action, with its rolls."""
    with desk() as at:
        found: DowntimeReport = at.ask(show_downtime_report, campaign, phase=phase)
        names = everybody(at, campaign)
    show(found, lambda: seen_report(found, names))


def seen_report(found: DowntimeReport, names: Names) -> Iterator[RenderableType]:
    """What came of a phase, person by person and action by action, then what changed of their groups."""
    yield words(f"Downtime {found.phase}: {found.state}", "bold")
    for person in found.people:
        yield words(person.name if person.actions else f"{person.name}: nothing planned", "bold")
        if person.actions:
            made = table("entry", "day", "what", "what came of it", right=("entry", "day"))
            for done in person.actions:
                number = "" if done.action.entry is None else done.action.entry
                row(made, number, done.action.day, done.action.type, _came_of(done, names))
            yield made
    for group in found.groups:
        yield words(f"{group.name}: changed in {', '.join(map(str, group.entries))}")


def _came_of(done: DoneView, names: Names) -> RenderableType:
    """What happened, but for the note that it was done; or why it could not be."""
    action, entry = done.action, done.entry
    if action.state == "done" and isinstance(entry, EntryView):
        events = tuple(event for event in entry.events if event["type"] != "intent_changed")
        telling = replace(entry, events=events)
        return words(gist(telling, names) if entry.rolls or happenings(telling, names) else action.state)
    why = f": {named(action.why, names)} ({action.rule})" if action.rule else ""
    return words(f"{action.state}{why}", _COLOURS.get(action.state, ""))
