"""Reading campaigns: who and what there is, sheets, boards, the ledger, and why a value is what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import rich_click as click
from rich.console import RenderableType

from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.options import VIEWS, campaign, reads
from api.cli.output import as_json, row, say, show, table, words
from api.cli.printing import entries, plans, sheets
from api.cli.printing.lines import members_called
from api.reading import KNOWN_AT, VIEW, VIEWER, ReadRequest
from api.things import ThingLine
from api.use_cases.campaigns import CampaignView, WantedState, explain_campaign
from api.use_cases.characters import list_characters, show_character
from api.use_cases.encounters import list_encounters, show_encounter
from api.use_cases.entries import show_entry
from api.use_cases.histories import show_difference
from projections.phrases.naming import Names
from projections.views.diff import Difference

plain = click.option("--plain", is_flag=True, help="All values, component by component, without a layout.")

part_of_name = click.option("--name", metavar="PART", help="Only those with this in their name, in any case.")


@click.command()
@part_of_name
@click.option("--archived", is_flag=True, help="The archived campaigns, which are left out otherwise.")
@as_json
def campaigns(name: str | None, archived: bool) -> None:
    """List the campaigns you take part in; at the machine itself, all of them."""
    state: WantedState = "archived" if archived else None
    with open_session() as at:
        rows = at.campaigns(name, state)
        elsewhere = not (rows or archived) and bool(at.campaigns(name, "archived"))
    if elsewhere:
        say(words("Only archived campaigns are there; `retcon campaigns --archived` lists them."))
    show(rows, lambda: () if elsewhere else _campaigns(rows, name, archived=archived))


def _campaigns(rows: Sequence[CampaignView], name: str | None, *, archived: bool) -> Iterator[RenderableType]:
    if not rows and name is not None:
        yield words(f"There is no campaign with {name!r} in its name; `retcon campaigns` lists all.")
        return
    if not rows and archived:
        yield words("No campaign is archived.")
        return
    if not rows:
        yield words("There is no campaign yet; `retcon demo` plays one, and `retcon demo --help` lists the others.")
        return
    made = table("campaign", "system", "you", "entries", "session", "scene", "id", right=("entries",))
    for each in rows:
        session = "" if each.session is None else f"{each.session.number} {each.session.title}".strip()
        scene = "" if each.scene is None else f"{each.scene.number} {each.scene.title}".strip()
        title = each.name if each.state == "open" else f"{each.name} ({each.state})"
        row(made, title, each.system, each.role, each.head.entry, session, scene, each.id)
    yield made


@click.command()
@campaign
@part_of_name
@click.option("--kind", help="Only characters of this kind.")
@click.option("--owner", metavar="MEMBER", help="Only characters of this member.", shell_complete=completes("members"))
@reads
@as_json
def characters(campaign: str, wanted: ReadRequest, **filters: str | None) -> None:
    """List the characters of a campaign."""
    with open_session() as at:
        lines = at.listed(list_characters, campaign, wanted=wanted, **filters)
        called = members_called(at.names(campaign), (owner for thing in lines for owner in thing.owners))
    show(lines, lambda: sheets.lines(lines, called))


@click.command()
@campaign
@click.argument("character", shell_complete=completes("characters"))
@plain
@reads
@as_json
def sheet(campaign: str, character: str, plain: bool, wanted: ReadRequest) -> None:
    """Show a character's sheet, now or at any point of its past, as its game lays it out."""
    with open_session() as at:
        view = at.ask(show_character, campaign, character=character, wanted=wanted)
        layout = at.layout(campaign, plain=plain)
    show(view, lambda: sheets.sheet(view, layout))


@click.command()
@campaign
@click.argument("encounter", required=False, shell_complete=completes("encounters"))
@plain
@reads
@as_json
def board(campaign: str, encounter: str | None, plain: bool, wanted: ReadRequest) -> None:
    """Show the board of an encounter; of the only one, where there is just one."""
    with open_session() as at:
        name = encounter or _only_encounter(at.listed(list_encounters, campaign, wanted=wanted), campaign)
        view = at.ask(show_encounter, campaign, encounter=name, wanted=wanted)
        layout = at.layout(campaign, plain=plain)
    show(view, lambda: sheets.board(view, layout))


def _only_encounter(lines: Sequence[ThingLine], campaign: str) -> str:
    if len(lines) == 1:
        return lines[0].handle
    listed = ", ".join(thing.handle for thing in lines)
    sentence = f"there are several encounters in {campaign}; say which: {listed}"
    raise Ended(Exit.NOTHING, sentence if lines else f"there is no encounter in {campaign} yet")


@click.command()
@campaign
@click.argument("number", type=click.IntRange(min=1), metavar="N")
@reads
@as_json
def entry(campaign: str, number: int, wanted: ReadRequest) -> None:
    """Show one entry: its command, its dice, its events, and its revisions."""
    with open_session() as at:
        view = at.ask(show_entry, campaign, entry=number, wanted=wanted)
        names = at.names(campaign)
    called = members_called(names, entries.members([view]))
    show(view, lambda: entries.entry(view, called, names))


@click.command()
@campaign
@click.argument("target", shell_complete=completes("things"))
@click.argument("path")
@reads
@as_json
def explain(campaign: str, target: str, path: str, wanted: ReadRequest) -> None:
    """Explain why a value is what it is: the chain of events, dice, modifiers and revisions behind it.

    PATH is one of the sheet's, such as tracks.hp.current or attributes.ac, or just hp, or of a board or grid, such as
    pace.now.round or cells.net/0/0.price; TARGET a character, encounter or enclave, or the word campaign for the
    campaign's own (ground.self.options.dice, clock.now.at).
    """
    with open_session() as at:
        view = at.ask(explain_campaign, campaign, target=target, path=path, wanted=wanted)
        names = at.names(campaign)
    show(view, lambda: sheets.explanation(view, names))


@click.command()
@campaign
@click.argument("since", metavar="FROM")
@click.argument("until", metavar="[TO]", required=False)
@click.option("--from-view", type=VIEWS, help=f"How FROM is seen: {VIEW}.")
@click.option("--to-view", type=VIEWS, help="How TO is seen.")
@click.option("--from-known-at", type=click.IntRange(min=0), metavar="ENTRY", help=f"At FROM: {KNOWN_AT}.")
@click.option("--to-known-at", type=click.IntRange(min=0), metavar="ENTRY", help="The same at TO.")
@click.option("--viewer", metavar="MEMBER", help=f"{VIEWER}.")
@as_json
def diff(campaign: str, since: str, until: str | None, **seen: Any) -> None:
    """Show every value that differs between two points, or between the played and the corrected past.

    FROM and TO are entry numbers, session:k, scene:k (their ends) or times; TO is now by default.
    """
    with open_session() as at:
        difference: Difference = at.ask(show_difference, campaign, since=since, until=until, **seen)
        names = at.names(campaign)
    show(difference, lambda: _differences(difference, names))


def _differences(difference: Difference, names: Names) -> Iterator[RenderableType]:
    yield words(f"From entry {difference.since.entry} to entry {difference.until.entry}", "bold")
    yield from plans.changes(difference.changes, {**names, **difference.names})
    if difference.left_out:
        yield words(f"and {difference.left_out:,} more; name points that lie closer together")
