"""Open questions and offers, and answers to them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

import rich_click as click
from rich.console import RenderableType

from api.answering import address_of, answering
from api.cli.completing import completes
from api.cli.opening import open_session
from api.cli.options import campaign, reads
from api.cli.output import as_json, row, show, table, words
from api.cli.printing import entries
from api.cli.printing.lines import members_called
from api.cli.session import CliSession
from api.languages.reader import spoken
from api.reading import ReadRequest
from api.use_cases.commands import CommandRequest, give_command
from api.use_cases.entries import list_decisions
from api.use_cases.revisions import RevisionView, revise
from domain.history.plan import RevisionRequest
from projections.phrases.naming import Names
from projections.phrases.questions import choices, owner
from projections.views.entry import Entry
from projections.views.questions import OpenQuestion


@click.command()
@campaign
@click.option(
    "--of", "member", metavar="MEMBER", help="Only those that this member decides.", shell_complete=completes("members")
)
@reads
@as_json
def decisions(campaign: str, member: str | None, wanted: ReadRequest) -> None:
    """List the open questions and offers of a campaign. `retcon answer` answers one."""
    with open_session() as at:
        open_ = at.listed(list_decisions, campaign, owner=member, wanted=wanted)
        names = at.names(campaign)
    show(open_, lambda: _decisions(open_, campaign, names))


def _decisions(open_: Sequence[OpenQuestion], campaign: str, names: Names) -> Iterator[RenderableType]:
    if not open_:
        yield words("No decision is open.")
        return
    made = table("decision", "whose", "question", "choices", "otherwise", lead=3)
    for each in open_:
        prompt = each.prompt if each.mine else "(theirs to know)"
        row(made, address_of(each), spoken(owner(each, names)), prompt, spoken(choices(each)).strip(), each.default)
    yield made
    if mine := [each for each in open_ if each.mine]:
        choice = mine[0].options[0] if mine[0].options else "CHOICE"
        yield words(
            f"`retcon answer {shlex.quote(campaign)} {address_of(mine[0])} {shlex.quote(choice)}` answers.", "dim"
        )


@click.command()
@campaign
@click.argument("given", nargs=-1, required=True, metavar="[DEED[/KEY]] CHOICE")
@as_json
def answer(campaign: str, given: tuple[str, ...]) -> None:
    """Answer an open question, or take an offer while it is open.

    DEED/KEY is as `retcon decisions` shows it; leave it out where only one decision is yours.
    """
    if len(given) > 2:
        raise click.UsageError("give a decision and a choice, such as 41/dodge yes; quote a choice of several words")
    with open_session() as at:
        names = at.names(campaign)
        open_ = [each for each in at.listed(list_decisions, campaign) if each.mine]
        request = answering(open_, given[0] if len(given) == 2 else None, given[-1], names)
        entry = _answered(at, campaign, request)
    called = members_called(names, entries.members([entry]))
    show(entry, lambda: entries.entry(entry, called, names))


def _answered(at: CliSession, campaign: str, request: CommandRequest | RevisionRequest) -> Entry:
    if isinstance(request, CommandRequest):
        entry: Entry = at.ask(give_command, campaign, data=request)
        return entry
    written = at.ask(revise, campaign, data=request)
    assert isinstance(written, RevisionView), "only a dry run gives a plan"
    return written.entry
