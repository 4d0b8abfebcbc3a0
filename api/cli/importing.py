"""Importing recordings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final
from uuid import UUID

import rich_click as click
from msgspec.structs import replace
from rich.console import RenderableType

from api.cli.desk import Desk, desk
from api.cli.exits import Ended, Exit
from api.cli.output import as_json, progress, row, show, table, words
from api.imports.avrae import ImportReport, NotWhole, Person, import_avrae
from api.imports.files import lines_of
from api.routes.campaigns import found_campaign

LISTED = 20
"""How many faults or differences are listed for a person; JSON has all of them."""

READABLE: Final = click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True)
"""A file that is there, or `-` for standard input."""


@click.group(name="import")
def importing() -> None:
    """Make a campaign of what another program recorded."""


@importing.command()
@click.argument("file", type=READABLE)
@click.option("--name", help="What the campaign is to be called; the file's name by default.")
@click.option("--strict", is_flag=True, help="Import nothing unless all of the file is whole.")
@as_json
def avrae(file: str, name: str | None, strict: bool) -> None:
    """Import a combat that the Discord bot Avrae recorded (JSON lines, as in the FIREBALL dataset).

    Whole lines become one campaign, which appears only when it is finished; several combats become encounters of it. The
    file may be packed by gzip. Ends with 0 for a whole file, 3 for one imported in part, 2 for one in which nothing can be
    read, and 1 where --strict refuses.
    """
    called = name or ("Avrae recording" if file == "-" else Path(file).stem)
    with click.open_file(file, "rb") as opened, desk() as at:
        at.check(found_campaign)
        try:
            report = recorded(at, lines_of(opened), called, strict=strict)
            ended = Ended(Exit(report.exit_code))
        except NotWhole as refused:
            # The report is of what would have been written; nothing was.
            report, ended = replace(refused.report, campaign=None), Ended(Exit.REFUSED, str(refused))
    show(report, lambda: _report(report))
    raise ended


def recorded(at: Desk, lines: Iterable[bytes], name: str, *, strict: bool = False) -> ImportReport:
    """Import a recording; whoever works here becomes the campaign's game master. Raises NotWhole."""

    def introduced(members: tuple[Person, ...]) -> None:
        for person in members:
            at.services.accounts.introduce(UUID(person.member), person.name)

    with progress("importing") as told:
        gm = str(at.caller.account)
        return import_avrae(
            at.services.ledger, lines, name=name, gm_account=gm, strict=strict, introduce=introduced, progress=told
        )


def _report(report: ImportReport) -> Iterator[RenderableType]:
    if report.campaign is None:
        yield words("Nothing was imported.", "red")
    else:
        part = "" if report.whole else f" from {len(report.taken)} of {len(report.taken) + len(report.left)} lines"
        yield words(
            f"Imported {report.name!r}{part} as campaign {report.campaign}.", "green" if report.whole else "yellow"
        )
        yield words(
            f"{report.entries} entries, {report.events} events, {len(report.characters)} characters, {report.rolls} rolls "
            f"with {report.dice} dice, {report.damages} damages; {_compared(report)}."
        )
    if report.earlier:
        others = ", ".join(map(str, report.earlier))
        yield words(f"This recording was imported before, as campaign {others}.", "yellow")
    yield from _differences(report)
    yield from _faults(report)


def _differences(report: ImportReport) -> Iterator[RenderableType]:
    if report.differences:
        made = table("line", "who", "what", "recording", "campaign", right=("line",))
        for each in report.differences[:LISTED]:
            row(made, each.line, each.who or "the combat", each.what, each.log, each.ours)
        yield made
        yield from _more(len(report.differences))


def _faults(report: ImportReport) -> Iterator[RenderableType]:
    if report.faults:
        kinds = Counter(fault.kind for fault in report.faults)
        yield words("What is amiss: " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) + ".")
        made = table("line", "fault", "what", right=("line",))
        for fault in report.faults[:LISTED]:
            row(made, fault.line, fault.kind, fault.text)
        yield made
        yield from _more(len(report.faults))
    if report.left:
        yield words(f"Lines that were left out: {ranges(report.left)}.")


def _more(listed: int) -> Iterator[RenderableType]:
    if listed > LISTED:
        yield words(f"and {listed - LISTED} more; --json lists all of them")


def ranges(numbers: Sequence[int]) -> str:
    """Rising numbers as people write them: `3, 7–12`; of very many the first few."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    told = [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return ", ".join(told[:LISTED]) + (f" and {len(told) - LISTED} more" if len(told) > LISTED else "")


def _compared(report: ImportReport) -> str:
    """Whether the campaign holds the values that the recording states."""
    if not report.differences:
        return f"all {report.states} states of the recording agree"
    return f"{len(report.differences)} values differ from what the recording states"
