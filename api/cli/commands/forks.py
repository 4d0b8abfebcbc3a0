"""Forks: trying a what-if, comparing it with the campaign, and cherry-picking from it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

import rich_click as click
from rich.console import RenderableType

from api.cli.commands.revising import RevisionWay, change, ways
from api.cli.completing import completes
from api.cli.opening import open_session
from api.cli.options import by_entry, campaign
from api.cli.output import as_json, row, show, table, words
from api.cli.printing import entries, plans
from api.cli.printing.lines import members_called
from api.cli.session import CliSession
from api.use_cases.campaigns import show_campaign
from api.use_cases.forks import (
    ComparisonView,
    ForkView,
    NewFork,
    SideView,
    bring_back_entries,
    compare_fork,
    list_forks,
    make_fork,
)
from domain.ledger.forking.cherry_pick import BringBack
from projections.phrases.naming import Names

named_fork = click.argument("fork", shell_complete=completes("campaigns"))


@click.command()
@campaign
@click.argument("number", type=click.IntRange(min=1), metavar="[N]", required=False)
@click.option("--name", help="The name of the fork; by default, made of the campaign's name and the entry.")
@as_json
def fork(campaign: str, number: int | None, name: str | None) -> None:
    """Fork a campaign after entry N, or now: a campaign of its own that shares the past up to there.

    The campaign's members play on in the fork, with dice of its own; nothing there changes the campaign.
    """
    with open_session() as at:
        parent = at.ask(show_campaign, campaign)
        called = name or f"{parent.name}, {'now' if number is None else f'after {number}'}"
        made: ForkView = at.ask(make_fork, campaign, data=NewFork(name=called, at=number))
    show(made, lambda: _made(made))


def _made(made: ForkView) -> Iterator[RenderableType]:
    yield words(f"Forked after entry {made.at} as {made.name!r} ({made.id}).", "green")
    yield words(f"Its own entries follow from {made.known_at + 1} on; `retcon log {made.id}` shows it.")


@click.command()
@campaign
@as_json
def forks(campaign: str) -> None:
    """List the forks of a campaign that you take part in."""
    with open_session() as at:
        listing = at.listed(list_forks, campaign)
    show(listing, lambda: _forks(listing))


def _forks(listing: Sequence[ForkView]) -> Iterator[RenderableType]:
    made = table("fork", "after", "of", "newest", "you", "id", right=("after", "of", "newest"))
    for each in listing:
        row(made, each.name, each.at, each.known_at, each.head.entry, each.role, each.id)
    yield made if listing else words("There are no forks yet.")


@click.command()
@campaign
@named_fork
@click.option("--limit", type=click.IntRange(1, 500), default=100, help="At most so many entries of each side.")
@as_json
def compare(campaign: str, fork: str, limit: int) -> None:
    """Show what a campaign and its FORK (an id, or a name) have done since they went apart, and what differs today."""
    with open_session() as at:
        other = at.campaign(fork)
        comparison: ComparisonView = at.ask(compare_fork, campaign, fork=other, limit=limit)
        names = at.names(campaign), at.names(str(other))
    called = members_called(names[0], entries.members([*comparison.parent.entries, *comparison.fork.entries]))
    show(comparison, lambda: _compared(comparison, called, *names))


def _compared(
    comparison: ComparisonView, called: dict[str, str], ours: Names, theirs: Names
) -> Iterator[RenderableType]:
    yield words(f"{comparison.fork.name} left {comparison.parent.name} after entry {comparison.at}", "bold")
    for side, names in ((comparison.parent, ours), (comparison.fork, theirs)):
        yield from _side(side, called, names)
    yield words(f"What differs today: {comparison.parent.name} → {comparison.fork.name}", "bold")
    yield from plans.changes(comparison.changes, {**ours, **theirs, **comparison.names})
    if comparison.left_out:
        yield words(f"and {comparison.left_out:,} more, for which one answer has no room")


def _side(side: SideView, called: dict[str, str], names: Names) -> Iterator[RenderableType]:
    yield words(f"Since then in {side.name}", "bold")
    yield from entries.log(side.entries, called, names) if side.entries else (words("  nothing"),)
    if side.next is not None:
        yield words(f"  … and more after entry {side.next}: `retcon log {shlex.quote(side.name)} --after {side.next}`")


@click.command("bring-back")
@campaign
@named_fork
@click.argument("numbers", nargs=-1, required=True, type=click.IntRange(min=1), metavar="N...")
@click.option(
    "--after", type=click.IntRange(min=1), help="The entry they come after; by default where the fork goes off."
)
@ways
@as_json
def bring_back(campaign: str, fork: str, numbers: tuple[int, ...], after: int | None, way: RevisionWay) -> None:
    """Bring the commands of entries N of a FORK (an id, or a name) back into the campaign, as inserts into its past.

    Their answers come with them, their dice do not: they are rolled anew, or given with --dice N:label=….
    """
    own = numbers[0] if len(numbers) == 1 else None
    if own is None and None in {*by_entry(way.dice), *by_entry(way.response)}:
        raise click.UsageError("of several entries, say whose dice and answers are meant: --dice 17:attack=12")

    def asked(at: CliSession, campaign: str, request: Any) -> Any:
        return at.ask(bring_back_entries, campaign, fork=at.campaign(fork), data=request)

    change(campaign, BringBack(entries=numbers, after=after), way, own, ask=asked)
