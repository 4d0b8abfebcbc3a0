"""Groups at the command line: an enclave at a glance, the roster of its followers, and its intelligence grids."""

from __future__ import annotations

import rich_click as click

from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.options import campaign, reads
from api.cli.output import as_json, show
from api.cli.printing import groups
from api.cli.session import CliSession
from api.reading import ReadRequest
from api.use_cases.enclaves import list_enclaves, list_grids, show_enclave, show_grid, show_group_log, show_roster

enclave_argument = click.argument("enclave", required=False, shell_complete=completes("enclaves"))


@click.command()
@campaign
@enclave_argument
@reads
@as_json
def group(campaign: str, enclave: str | None, wanted: ReadRequest) -> None:
    """Show a group: its members, what it has, its missions and grids; the only one, where there is just one."""
    with open_session() as at:
        view = at.ask(show_enclave, campaign, enclave=_named(at, campaign, enclave, wanted), wanted=wanted)
        layout = at.layout(campaign)
    show(view, lambda: groups.overview(view, layout))


@click.command()
@campaign
@enclave_argument
@reads
@as_json
def roster(campaign: str, enclave: str | None, wanted: ReadRequest) -> None:
    """Show who belongs to a group and how they fare, and its followers: who is ready, who is tapped, what room there is."""
    with open_session() as at:
        view = at.ask(show_roster, campaign, enclave=_named(at, campaign, enclave, wanted), wanted=wanted)
        layout = at.layout(campaign)
    show(view, lambda: groups.roster(view, layout))


@click.command()
@campaign
@enclave_argument
@click.option(
    "--limit", type=click.IntRange(1, 500), default=100, show_default=True, help="At most so many, the newest."
)
@reads
@as_json
def days(campaign: str, enclave: str | None, limit: int, wanted: ReadRequest) -> None:
    """Show the log of a group: what its game wrote down about each of its days."""
    with open_session() as at:
        named = _named(at, campaign, enclave, wanted)
        view = at.ask(show_group_log, campaign, enclave=named, wanted=wanted, offset=0, limit=limit, order="newest")
        layout = at.layout(campaign)
    show(view, lambda: groups.log(view, layout))


@click.command()
@campaign
@click.argument("enclave", shell_complete=completes("enclaves"))
@click.argument("target")
@reads
@as_json
def grid(campaign: str, enclave: str, target: str, wanted: ReadRequest) -> None:
    """Show a group's knowledge about TARGET, a grid's name or its subject, as rows and columns."""
    with open_session() as at:
        view = at.ask(show_grid, campaign, enclave=enclave, target=target, wanted=wanted)
    show(view, lambda: groups.grid(view))


@click.command()
@campaign
@enclave_argument
@reads
@as_json
def grids(campaign: str, enclave: str | None, wanted: ReadRequest) -> None:
    """List the intelligence grids of a group, and how much of each is open."""
    with open_session() as at:
        named = _named(at, campaign, enclave, wanted)
        view = at.listed(list_grids, campaign, enclave=named, wanted=wanted)
    show(view, lambda: groups.grids(view))


def _named(at: CliSession, campaign: str, enclave: str | None, wanted: ReadRequest) -> str:
    """The group that is meant: the one that was named, else the only one. Raises Ended."""
    if enclave is not None:
        return enclave
    handles = [line.handle for line in at.listed(list_enclaves, campaign, wanted=wanted)]
    if len(handles) == 1:
        return handles[0]
    several = f"there are several groups in {campaign}; say which: {', '.join(handles)}"
    raise Ended(Exit.NOTHING, several if handles else f"there is no group in {campaign} yet")
