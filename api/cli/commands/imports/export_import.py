"""Carrying one campaign from an installation to another: as a file of JSON lines, out and in again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import rich_click as click
from rich.console import RenderableType

from api.cli.bringing_in import READABLE, brought_in, end_with, named_file
from api.cli.commands.imports.recordings import importing
from api.cli.exits import Ended, Exit
from api.cli.machine import machine_of
from api.cli.opening import open_session
from api.cli.options import campaign
from api.cli.output import as_json, progress, say, words
from api.cli.session import CliSession
from api.imports.wanted import ImportOptions, LedgerReport
from api.storage.files import new_file
from api.use_cases.campaigns import CampaignView, show_campaign
from api.use_cases.proof import export_ledger
from domain.ledger.upkeep.exporting import ErasedMeanwhile, NotExportable, export_lines
from domain.messages import numbered

ATTEMPTS: Final = 5
"""The number of attempts at an export while texts are being erased."""

NEW: Final = click.Path(dir_okay=False, path_type=Path)
"""A file that is to be made."""


@click.command()
@campaign
@click.option(
    "-o", "--output", type=NEW, metavar="FILE", help="A new file, readable by you alone; else standard output."
)
@click.option(
    "--with-secrets",
    is_flag=True,
    help="Include the secret dice seeds, so that play goes on with the same dice. A reader of the file knows every future die.",
)
def export(campaign: str, output: Path | None, with_secrets: bool) -> None:
    """Write a ledger as JSON lines, as far as you may see it.

    A game master's holds every entry byte for byte, hidden ones and all words included; it can be checked with SHA-256
    alone, and `retcon import ledger` takes it in. Anybody else's holds each entry with its digest and hash, and what of it
    they may see.
    """
    with open_session() as at:
        if with_secrets and not at.is_operator:
            raise Ended(
                Exit.REFUSED,
                "the secret seeds stay at the machine that keeps the ledger, because a reader knows every future die; leave out "
                "`--with-secrets`, or export there without a token",
            )
        view = at.ask(show_campaign, campaign)
        try:
            if output is None:
                sys.stdout.buffer.writelines(_lines(at, view, secrets=with_secrets))
                sys.stdout.buffer.flush()
                return
            _write(at, view, output, secrets=with_secrets)
        except (ErasedMeanwhile, NotExportable) as broken_off:
            raise Ended(Exit.REFUSED, str(broken_off)) from broken_off
    say(words(f"Written: {output}. {_kept(view, secrets=with_secrets)}".rstrip(), "green"))


def _kept(view: CampaignView, *, secrets: bool) -> str:
    """Return a warning about the parts of a campaign that the written file lacks."""
    if view.role != "gm":
        return "It holds what you may see; only a game master's export can be imported."
    return "" if secrets else "Without the secret seeds, an import goes on with dice of its own."


def _lines(at: CliSession, view: CampaignView, *, secrets: bool) -> Iterator[bytes]:
    """The lines as the interface's export gives them, or with the secret seeds."""
    if secrets:
        return export_lines(machine_of(at).services.ledger.store, view.id, secrets=True)
    return at.ask(export_ledger, str(view.id))


def _write(at: CliSession, view: CampaignView, path: Path, *, secrets: bool) -> None:
    """Write the file, begun again where words were erased meanwhile. Raises Ended, ErasedMeanwhile, NotExportable."""
    for attempt in range(ATTEMPTS):
        try:
            with made(path) as file, progress("exporting") as step:
                for done, line in enumerate(_lines(at, view, secrets=secrets)):
                    file.write(line)
                    step(min(done, view.head.entry), view.head.entry)
                return
        except ErasedMeanwhile:
            if attempt == ATTEMPTS - 1:
                raise


@contextmanager
def made(path: Path) -> Iterator[BinaryIO]:
    """A new file that appears whole. Raises Ended."""
    try:
        with new_file(path) as file:
            yield file
    except FileExistsError as present:
        raise Ended(
            Exit.NOTHING, f"{path} already exists; give another path, or remove it; name another file, or move it away"
        ) from present
    except OSError as error:
        raise Ended(Exit.NOTHING, f"{path} cannot be written ({error.strerror}); name another file") from error


@importing.command(name="ledger")
@click.argument("file", type=READABLE)
@as_json
def take_in(file: str) -> None:
    """Import a ledger that `retcon export` or the interface's export wrote for a game master.

    It keeps its id, its entries and its hashes, so an installation holds it once only; it appears after all of it has
    been verified. A file without the secret seeds gets one more entry, which opens a dice epoch with seeds of this
    installation. Its members keep their ids; the installation's operator can play as its game master and invite others.
    """
    with named_file(file, "ledger") as path:
        done = brought_in("ledger", [path], ImportOptions())
    report = done.ledger
    assert report is not None, "a ledger is reported as one"
    end_with(done, report, lambda: _imported(report))


def _imported(report: LedgerReport) -> Iterator[RenderableType]:
    entries = numbered("{count} entry", "{count} entries", report.entries)
    yield words(f"Imported {report.name!r} as campaign {report.campaign}, {entries}.", "green")
    yield words(f"head {report.head} {report.hash}", "dim")
    if report.erased:
        yield words(
            numbered(
                "{count} text had been erased before.", "{count} texts had been erased before.", len(report.erased)
            )
        )
    if report.renewed:
        yield words(f"The file had no secret seeds: entry {report.head} opens a new dice epoch.", "yellow")
    if report.joined:
        yield words("You had no part in it, and are a game master of it now.", "yellow")
