"""Playing a command from the command line."""

from __future__ import annotations

import sys
from typing import Any, cast
from uuid import uuid4

import rich_click as click
from msgspec.structs import replace

from api.cli.arguments import TypedArgs, command_typed, guide_of, takes_args
from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.options import dice_given, responses_given
from api.cli.output import as_json, show, wants_json
from api.cli.printing import entries, guides
from api.cli.printing.lines import members_called
from api.cli.step_by_step import request_asked
from api.use_cases.commands import CommandRequest, give_command


@click.command(add_help_option=False)
@click.argument("campaign", required=False, shell_complete=completes("campaigns"))
@takes_args
@click.option("--encounter", help="The fight or scene it belongs to.", shell_complete=completes("encounters"))
@click.option(
    "--dice",
    multiple=True,
    metavar="LABEL=N,N",
    help="Dice rolled at the table: attack=12, or 12,3,4 in rolling order.",
    shell_complete=completes("dice"),
)
@click.option(
    "--response",
    multiple=True,
    metavar="KEY=CHOICE",
    help="An answer to a question, in advance.",
    shell_complete=completes("responses"),
)
@click.option("--reason", help="The reason.")
@click.option("--force", is_flag=True, help="As game master: overrule the rules that refuse it.")
@click.option("--audience", multiple=True, metavar="gm|MEMBER", help="The members who may see it; by default everyone.")
@click.option("--expected-entry", type=click.IntRange(min=0), metavar="N", help="The newest entry you have seen.")
@click.option("--id", "command_id", metavar="UUID", help="Makes a repetition safe; a new one by default.")
@click.option("--dry-run", is_flag=True, help="Write nothing; server dice are previews.")
@click.option(
    "-h", "--help", "helping", is_flag=True, help="Show this message; with CAMPAIGN and TYPE, that command's fields."
)
@as_json
def play(campaign: str | None, typed: TypedArgs, *, helping: bool, **given: Any) -> None:
    """Give a command, and show the entry it became.

    TYPE is a command of the campaign's game, such as freeform.damage, or damage alone. Its fields follow as KEY=VALUE: lists as a,b, fields within a
    field as stats.guts=4. Without a TYPE, a terminal asks for it all step by step. `retcon commands CAMPAIGN` finds commands, `retcon play CAMPAIGN TYPE --help` explains one.
    """
    if helping and (campaign is None or typed.type is None):
        click.echo(cast(click.Context, click.get_current_context()).get_help())
        return
    if campaign is None:
        raise click.UsageError("name a campaign; `retcon campaigns` lists them")
    if helping and typed.type is not None:
        explain_command(campaign, typed.type)
        return
    give(campaign, typed, **given)


def explain_command(campaign: str, type: str) -> None:
    """Show everything about a command of a campaign."""
    with open_session() as at:
        guide = guide_of(at, campaign, type)
        steps = {step.type: guide_of(at, campaign, step.type) for step in guide.before}
    show(guide, lambda: guides.guide(guide, campaign, steps))


def give(campaign: str, typed: TypedArgs, *, command_id: str | None, **given: Any) -> None:
    """Give a command as it is typed, or asked for at a terminal, and show its entry. Raises BadParameter, ProblemExit, Ended."""
    if typed.type is None and (not typed.is_empty or wants_json() or not sys.stdin.isatty()):
        raise Ended(Exit.NOTHING, "name a command; `retcon commands CAMPAIGN [WORD]` finds them")
    audience = given["audience"]
    request = CommandRequest(
        type=typed.type or "",
        id=command_id or str(uuid4()),
        encounter=given["encounter"],
        dice=dice_given(given["dice"]),
        responses=responses_given(given["response"]),
        reason=given["reason"],
        force=given["force"],
        audience="all" if not audience else "gm" if "gm" in audience else audience,
        expected_entry=given["expected_entry"],
        dry_run=given["dry_run"],
    )
    with open_session() as at:
        if typed.type is None:
            request = request_asked(at, campaign, request)
        else:
            type, args = command_typed(at, campaign, typed.type, typed)
            request = replace(request, type=type, args=args)
        entry = at.ask(give_command, campaign, data=request)
        names = at.names(campaign)
    called = members_called(names, entries.members([entry]))
    show(entry, lambda: entries.entry(entry, called, names))
