"""The history of a character, an encounter or a group at the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import rich_click as click
from rich.console import RenderableType

from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.options import campaign, reads
from api.cli.output import as_json, row, show, table, words
from api.cli.session import CliSession
from api.languages.reader import spoken
from api.reading import ReadRequest
from api.use_cases.histories import show_history_of
from projections.phrases.events import event_sentence
from projections.phrases.naming import Names
from projections.views.history import History, HistoryEvent

PAGE: Final = 500
"""The number of events that are read at once."""


@click.command()
@campaign
@click.argument("subject", metavar="THING[.PATH]", shell_complete=completes("things"))
@reads
@as_json
def history(campaign: str, subject: str, wanted: ReadRequest) -> None:
    """List the events of a character, an encounter or a group in the order of the story, or those of one of its values alone.

    PATH is a component (wounds), or one value of it (tracks.stamina). Events of struck entries are not listed.
    """
    thing, _, path = subject.partition(".")
    with open_session() as at:
        pages = list(_pages(at, campaign, thing, path or None, wanted))
        names = at.names(campaign) | {name: known for page in pages for name, known in page.names.items()}
    events = [event for page in pages for event in page.events]
    if path and not events:
        raise Ended(Exit.NOTHING, f"nothing happened to {path} of {thing}; without a path, all events are listed")
    show(events, lambda: _listed(events, names))


def _pages(at: CliSession, campaign: str, thing: str, path: str | None, wanted: ReadRequest) -> Iterator[History]:
    offset: int | None = 0
    while offset is not None:
        page: History = at.ask(
            show_history_of,
            campaign,
            target=thing,
            path=path,
            wanted=wanted,
            offset=offset,
            limit=PAGE,
            order="oldest",
        )
        yield page
        offset = page.next


def _listed(events: Sequence[HistoryEvent], names: Names) -> Iterator[RenderableType]:
    if not events:
        yield words("Nothing has happened yet.")
        return
    made = table("entry", "session", "what happened", right=("entry", "session"))
    for each in events:
        if sentence := spoken(event_sentence(each.event, names)):
            row(made, each.entry, each.session, sentence)
    yield made
