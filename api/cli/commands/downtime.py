"""Downtime at the command line: its phases, carrying them out, and their reports."""

from __future__ import annotations

from collections.abc import Sequence

import rich_click as click

from api.cli.completing import completes
from api.cli.opening import open_session
from api.cli.options import Json, campaign
from api.cli.output import as_json, show
from api.cli.printing import downtime as printing
from api.use_cases.downtime import (
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
from domain.ledger.downtime import Processed
from projections.views.downtime import Downtime, DowntimeReport, PlanOf

phase_number = click.argument("phase", type=click.IntRange(min=1))


@click.group()
def downtime() -> None:
    """Downtime between sessions: plans, carrying them out, reports."""


@downtime.command("list")
@campaign
@as_json
def list_phases(campaign: str) -> None:
    """List the downtime phases of a campaign, with their plans."""
    with open_session() as at:
        phases = at.listed(list_downtime, campaign)
    show(phases, lambda: printing.phases(phases))


@downtime.command("open")
@campaign
@click.option("--title", default="", help="The title of the phase.")
@click.option("--days", type=click.IntRange(0, 366), default=1, show_default=True, help="In-game days that pass in it.")
@click.option("--slots", multiple=True, metavar="CHARACTER=N", help="A character with more or fewer slots than usual.")
@as_json
def open_phase(campaign: str, title: str, days: int, slots: Sequence[str]) -> None:
    """Open a downtime phase. Every character with a player may plan for it."""
    given = dict(each.partition("=")[::2] for each in slots)
    if wrong := [who for who, number in given.items() if not number.isdecimal()]:
        raise click.BadParameter(f"say how many slots {wrong[0]} has, like {wrong[0]}=2", param_hint="--slots")
    wanted = OpenPhase(title=title, days=days, slots={who: int(number) for who, number in given.items()})
    with open_session() as at:
        opened: Downtime = at.ask(open_downtime, campaign, data=wanted)
    show(opened, lambda: printing.phases([opened]))


@downtime.command("plan")
@campaign
@phase_number
@click.argument("character", shell_complete=completes("characters"))
@click.option(
    "--actions",
    type=Json(tuple[ActionRequest, ...]),
    required=True,
    metavar="JSON",
    help="A list of commands, each with type and args, and if need be day, dice, responses.",
)
@as_json
def plan_phase(campaign: str, phase: int, character: str, actions: tuple[ActionRequest, ...]) -> None:
    """Plan CHARACTER's actions in a phase. They replace the earlier plan.

    JSON is written out, in a file (@path) or on standard input (-).
    """
    with open_session() as at:
        wanted = PlanRequest(actions=actions)
        plan: PlanOf = at.ask(plan_downtime, campaign, data=wanted, phase=phase, character=character)
        names = at.names(campaign)
    show(plan, lambda: printing.plan(plan, names))


@downtime.command("process")
@campaign
@phase_number
@click.option("--dry-run", is_flag=True, help="Write nothing; show what would come, with sample dice.")
@click.option("--one-by-one", is_flag=True, help="Keep each action as it is done, rather than all or nothing.")
@click.option(
    "--character",
    "characters",
    multiple=True,
    help="Only the plan of this character.",
    shell_complete=completes("characters"),
)
@as_json
def process_phase(campaign: str, phase: int, dry_run: bool, one_by_one: bool, characters: tuple[str, ...]) -> None:
    """Carry out the plans for a phase, as far as possible."""
    with open_session() as at:
        wanted = ProcessRequest(atomic=not one_by_one, characters=characters, dry_run=dry_run)
        outcome: Processed = at.ask(process_downtime, campaign, data=wanted, phase=phase)
        names = at.names(campaign)
    show(outcome, lambda: printing.processed(outcome, names))


@downtime.command("report")
@campaign
@phase_number
@as_json
def report_phase(campaign: str, phase: int) -> None:
    """Report the results of a phase: every character's actions, with their rolls."""
    with open_session() as at:
        report: DowntimeReport = at.ask(show_downtime_report, campaign, phase=phase)
        names = at.names(campaign)
    show(report, lambda: printing.report(report, names))
