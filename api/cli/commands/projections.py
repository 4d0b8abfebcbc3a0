"""Projections: rebuilding the data derived from ledgers, and showing its progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import rich_click as click
from rich.console import RenderableType

from api.access import Access
from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.machine import MachineSession
from api.cli.opening import open_here
from api.cli.output import as_json, progress, row, show, table, words
from api.cli.session import problems_told
from domain.ledger.upkeep.rebuilding import DamagedLedger, rebuild
from domain.messages import numbered
from projections.projection import NotTaken, Overtaken, ProjectionProgress


@click.command(name="rebuild")
@click.argument("campaign", required=False, shell_complete=completes("campaigns"))
@click.option("--all", "every", is_flag=True, help="Every campaign.")
@as_json
def rebuild_all(campaign: str | None, every: bool) -> None:
    """Make all that is derived from a ledger anew: states, checkpoints and facts. Play may go on meanwhile.

    States that were not what the ledger says are put right and named, and an entry says so to the game master. Ends with 1
    where the ledger itself is damaged: then nothing can be made of it.
    """
    if (campaign is None) != every:
        raise click.UsageError("name a campaign, or say --all")
    with open_here() as at:
        wanted = [_wanted(at, campaign)] if campaign is not None else [each.id for each in at.known()]
        rows = [_rebuilt(at, each) for each in wanted]
    show(rows if every else rows[0], lambda: _report(rows))
    if any(each["trouble"] for each in rows):
        raise Ended(Exit.REFUSED)


def _wanted(at: MachineSession, campaign: str) -> UUID:
    """Return the campaign, for its game master. The installation's operator is not looked up in it: it may be damaged."""
    return at.campaign(campaign) if at.is_operator else at.seat(campaign, Access("gm")).campaign


def _rebuilt(at: MachineSession, campaign: UUID) -> dict[str, Any]:
    """Return the result of rebuilding a campaign; `trouble` is the reason of a failure."""
    ledger = at.services.ledger
    row: dict[str, Any] = {"campaign": campaign, "name": ledger.store.campaign(campaign).name, "trouble": None}
    try:
        with problems_told(is_gm=False), progress(f"{row['name']}: states") as step:
            done = rebuild(ledger, campaign, through=str(at.caller.account), progress=step)
        row |= {"entry": done.entry, "states": done.states, "checkpoints": done.checkpoints}
        row |= {"healed": done.healed, "said": done.said}
        with progress(f"{row['name']}: facts") as step:
            row["facts"] = at.services.projections.rebuild("facts", campaign, step).entry
    except (DamagedLedger, NotTaken, Overtaken) as trouble:
        row["trouble"] = str(trouble)
    return row


def _report(rows: Sequence[dict[str, Any]]) -> Iterator[RenderableType]:
    for each in rows:
        if each.get("healed"):
            sentence = f"; entry {each['said']} says so" if each["said"] else ""
            yield words(f"{each['name']}: put right {', '.join(each['healed'])}{sentence}", "yellow")
        if each["trouble"]:
            yield words(f"{each['name']}: {each['trouble']}", "bold red")
            continue
        states = numbered("{count} state", "{count} states", each["states"])
        checkpoints = numbered("{count} checkpoint", "{count} checkpoints", each["checkpoints"])
        entries = numbered("{count} entry", "{count} entries", each["entry"])
        made = f"{states}, {checkpoints}, facts up to entry {each['facts']}"
        yield words(f"{each['name']}: made anew from {entries}: {made}", "green")
    if not rows:
        yield words("There is no campaign yet.")


@click.group()
def projections() -> None:
    """Read models that follow the ledgers by themselves while `retcon serve` runs."""


@projections.command()
@as_json
def status() -> None:
    """Show how far each has come in each campaign, and what it could not take. Ends with 1 where there is something."""
    with open_here() as at:
        _check_operator(at)
        standing = at.services.projections.standings()
    _show(standing)


@projections.command()
@as_json
def retry() -> None:
    """Try once more what could not be taken, and go on from there. Ends with 1 where something still cannot be."""
    with open_here() as at:
        _check_operator(at)
        standing = at.services.projections.retry()
    _show(standing)


def _check_operator(at: MachineSession) -> None:
    if not at.is_operator:
        raise Ended(Exit.REFUSED, "only the installation's operator may do this; unset RETCON_TOKEN on its machine")


def _show(standing: Sequence[ProjectionProgress]) -> None:
    show(standing, lambda: _standings(standing))
    if any(each.error is not None for each in standing):
        raise Ended(Exit.REFUSED)


def _standings(standing: Sequence[ProjectionProgress]) -> Iterator[RenderableType]:
    made = table("projection", "campaign", "entry", "of", "stands, because", right=("entry", "of"))
    for each in standing:
        why = "" if each.error is None else f"{each.error} (tried {each.attempts} times)"
        row(made, each.projection, each.name, each.entry, each.head, why)
    yield made if standing else words("Nothing to tell.")
