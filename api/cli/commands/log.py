"""The ledger, entry by entry: as it is, and as it goes on."""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any, Final, Self, get_args

import rich_click as click
from msgspec.structs import replace

from api.cli.completing import completes
from api.cli.exits import Exit
from api.cli.failures import ended
from api.cli.opening import open_session
from api.cli.options import campaign, is_of_now, reads
from api.cli.output import ENDLESS, as_json, say, show, wants_json, words, write_json
from api.cli.printing import entries
from api.cli.printing.lines import members_called
from api.cli.session import CliSession
from api.reading import ReadRequest
from api.use_cases.entries import list_entries
from domain.records.entries import EntryFilter, EntryKind, Status
from domain.vocabulary.base import EventCategory
from projections.phrases.naming import Names

EVERYTHING: Final = 10_000_000
"""More entries than any ledger has."""

PAUSE: Final = 0.5
"""Seconds between two looks at a ledger that is followed."""

PATIENCE: Final = 600
"""Seconds for which a service or database may be away."""


class Interrupts:
    """Ctrl-C for a command that goes on until then. Python drops a KeyboardInterrupt that comes while a destructor runs;
    `pause` raises it again, so that no Ctrl-C is lost.
    """

    def __init__(self) -> None:
        self._came = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def pause(self, seconds: float) -> None:
        """Wait. Raises KeyboardInterrupt, also for a Ctrl-C that came before."""
        if not self._came:
            time.sleep(seconds)
        if self._came:
            raise KeyboardInterrupt

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self._came = True
        raise KeyboardInterrupt


Look = Callable[[CliSession, EntryFilter], Sequence[entries.AnyEntry]]
"""Returns the entries that fit a filter, oldest first."""


@click.command()
@campaign
@click.option("--after", type=click.IntRange(min=0), default=0, help="Only entries after this one.")
@click.option("--before", type=click.IntRange(min=1), help="Only entries before this one.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many: the first with --after, else the newest.")
@click.option("--session", type=click.IntRange(min=1), help="Only entries of a session.")
@click.option(
    "--member", metavar="MEMBER", help="Only entries that this member gave.", shell_complete=completes("members")
)
@click.option(
    "--character",
    help="Only entries with an event of this character, encounter or enclave.",
    shell_complete=completes("things"),
)
@click.option("--entry-kind", type=click.Choice(get_args(EntryKind)), help="Only play, revisions or records.")
@click.option(
    "--kind", type=click.Choice([str(kind) for kind in EventCategory]), help="Only entries with an event of this kind."
)
@click.option("--status", type=click.Choice(get_args(Status)), help="Only entries of this status.")
@click.option("--full", is_flag=True, help="All of each entry, on as many lines as it takes.")
@click.option("-f", "--follow", "following", is_flag=True, help="Go on with new entries as they come; Ctrl-C ends.")
@reads
@as_json
def log(campaign: str, wanted: ReadRequest, *, full: bool, following: bool, **filters: Any) -> None:
    """Show the ledger, oldest entry first: every entry, or those that match."""
    if following and (not is_of_now(wanted) or filters["before"]):
        raise click.UsageError("--follow shows what comes; leave out --as-of, --known-at, --viewer and --before")
    only = EntryFilter(
        after=filters["after"],
        before=filters["before"],
        limit=filters["limit"] or EVERYTHING,
        newest_first=filters["limit"] is not None and not filters["after"],
        session=filters["session"],
        member=filters["member"],
        entry_kind=filters["entry_kind"],
        event_kind=filters["kind"],
        status=filters["status"],
    )

    def look(at: CliSession, only: EntryFilter) -> Sequence[entries.AnyEntry]:
        character = filters["character"]
        page = at.ask(list_entries, campaign, wanted=wanted, only=only, character=character, most_bytes=None)
        return page.entries[::-1] if only.newest_first else page.entries

    with open_session() as at:
        listed, names = look(at, only), at.names(campaign)
    if not following:
        called = members_called(names, entries.members(listed))
        show(listed, lambda: entries.log(listed, called, names, full=full), width=ENDLESS)
        return
    _print(listed, names, full=full, heading=True)
    last = listed[-1].entry if listed else filters["after"]
    with Interrupts() as interrupts:
        news = replace(only, after=last, limit=EVERYTHING, newest_first=False)
        for new, known in _followed(look, campaign, news, interrupts.pause):
            _print(new, known, full=full)


def _followed(
    look: Look, campaign: str, only: EntryFilter, pause: Callable[[float], None]
) -> Iterator[tuple[Sequence[entries.AnyEntry], Names]]:
    """Yield entries as they come, with the names at that time. Raises Ended where the ledger stays away."""
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # the sentence below says that connections broke
    seen_at, away = time.monotonic(), False
    while True:
        try:
            with open_session() as at:
                while True:
                    if new := look(at, only):
                        yield new, at.names(campaign)
                        only = replace(only, after=new[-1].entry)
                    seen_at, away = time.monotonic(), False
                    pause(PAUSE)
        except Exception as error:
            end = ended(error)
            if end is None or end.code is not Exit.UNREACHABLE or time.monotonic() - seen_at > PATIENCE:
                raise
            if not away:
                say(words("The ledger cannot be reached. Waiting for it to come back; Ctrl-C ends.", "yellow"))
            away = True
            pause(PAUSE)


def _print(listed: Sequence[entries.AnyEntry], names: Names, *, full: bool, heading: bool = False) -> None:
    """Print entries at once, so that a reader behind a pipe has them; in JSON, each is a document of its own."""
    if wants_json():
        for entry in listed:
            write_json(entry)
    elif listed:
        called = members_called(names, entries.members(listed))
        show(listed, lambda: entries.log(listed, called, names, full=full, heading=heading), width=ENDLESS)
    sys.stdout.flush()
