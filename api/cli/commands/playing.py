"""Playing a command from the command line."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import rich_click as click

from api.cli.opening import open_session
from api.cli.options import Json, campaign, dice_given, responses_given, texts_given
from api.cli.output import as_json, show
from api.cli.printing import entries
from api.cli.printing.lines import members_called
from api.use_cases.commands import CommandRequest, give_command


@click.command()
@campaign
@click.argument("type")
@click.option("--args", type=Json(dict[str, Any]), default="{}", metavar="JSON", help="The command's own fields.")
@click.option(
    "--text", multiple=True, metavar="FIELD=FILE", help="A field that is the text of a file: rows=powers.csv."
)
@click.option("--encounter", help="The fight or scene it belongs to.")
@click.option(
    "--dice",
    multiple=True,
    metavar="LABEL=N,N",
    help="Dice rolled at the table: attack=12, or 12,3,4 in rolling order.",
)
@click.option("--response", multiple=True, metavar="KEY=CHOICE", help="An answer to a question, in advance.")
@click.option("--reason", help="Why.")
@click.option("--force", is_flag=True, help="As game master: overrule the rules that refuse it.")
@click.option("--audience", multiple=True, metavar="gm|MEMBER", help="The members who may see it; by default everyone.")
@click.option("--expected-entry", type=click.IntRange(min=0), metavar="N", help="The newest entry you have seen.")
@click.option("--id", "command_id", metavar="UUID", help="Makes a repetition safe; a new one by default.")
@click.option("--dry-run", is_flag=True, help="Write nothing; server dice are previews.")
@as_json
def play(campaign: str, type: str, args: dict[str, Any], command_id: str | None, **given: Any) -> None:
    """Give a command, and show the entry it became.

    TYPE is a command of the campaign's system, such as freeform.damage; `retcon systems SYSTEM` lists them. JSON is
    written out, in a file (@path) or on standard input (-).
    """
    audience = given["audience"]
    request = CommandRequest(
        type=type,
        id=command_id or str(uuid4()),
        encounter=given["encounter"],
        args=args | texts_given(given["text"]),
        dice=dice_given(given["dice"]),
        responses=responses_given(given["response"]),
        reason=given["reason"],
        force=given["force"],
        audience="all" if not audience else "gm" if "gm" in audience else audience,
        expected_entry=given["expected_entry"],
        dry_run=given["dry_run"],
    )
    with open_session() as at:
        found = at.ask(give_command, campaign, data=request)
        names = at.names(campaign)
    called = members_called(names, entries.members([found]))
    show(found, lambda: entries.entry(found, called, names))
