"""Importing recordings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import rich_click as click
from rich.console import RenderableType

from api.cli.bringing_in import LISTED, READABLE, brought_in, columns_said, end_with, named_file
from api.cli.output import as_json, row, table, words
from api.imports.avrae import ImportReport
from api.imports.rolls.importer import RollsReport
from api.imports.wanted import ImportOptions
from domain.messages import numbered


@click.group(name="import")
def importing() -> None:
    """Import recordings and tables of other programs as campaigns."""


@importing.command()
@click.argument("file", type=READABLE)
@click.option("--name", help="The name of the campaign; the file's name by default.")
@click.option("--strict", is_flag=True, help="Import nothing unless all of the file is whole.")
@as_json
def avrae(file: str, name: str | None, strict: bool) -> None:
    """Import a combat that the Discord bot Avrae recorded (JSON lines, as in the FIREBALL dataset).

    Whole lines become one campaign, which appears only when it is finished; several combats become encounters of it. The
    file may be packed by gzip. Ends with 0 for a whole file, 3 for one imported in part, 2 for one in which nothing can be
    read, and 1 where --strict refuses.
    """
    with named_file(file, "Avrae recording") as path:
        done = brought_in("avrae", [path], ImportOptions(name=name, strict=strict))
    report = done.recording
    assert report is not None, "a recording is reported as one"
    end_with(done, report, lambda: _report(report))


@importing.command()
@click.argument("file", type=READABLE)
@click.option("--name", help="The name of the campaign; the file's name by default.")
@click.option(
    "--column", "columns", multiple=True, metavar="PART=COLUMN", help="The columns by their parts: who=Player."
)
@click.option("--dice", default="", help="The dice of rows without dice, such as 1d20.")
@click.option("--zone", help="The time zone of times without one, such as Europe/Vienna.")
@click.option("--dry-run", is_flag=True, help="Show what would be imported of the file, and write nothing.")
@click.option("--strict", is_flag=True, help="Import nothing unless every line is taken.")
@as_json
def rolls(
    file: str, name: str | None, columns: tuple[str, ...], dice: str, zone: str | None, dry_run: bool, strict: bool
) -> None:
    """Import rolls kept in a table: CSV, TSV or JSON lines with a column for each of who, when, what, dice, natural
    (the faces), modifier, total, target and session, as far as they were kept.

    They become a campaign of their own, which appears only when it is finished. Ends with 0 where every line was
    imported, 3 where some were, 2 where none was, and 1 where --strict refuses.
    """
    wishes = ImportOptions(
        name=name, strict=strict, dry_run=dry_run, columns=columns_said(columns), dice=dice, zone=zone
    )
    with named_file(file, "Rolls") as path:
        done = brought_in("rolls", [path], wishes)
    report = done.rolls
    assert report is not None, "rolls are reported as such"
    end_with(done, report, lambda: _told_rolls(report, dry_run=dry_run))


def _told_rolls(report: RollsReport, *, dry_run: bool) -> Iterator[RenderableType]:
    if report.campaign is not None:
        yield words(f"Imported {report.name!r} as campaign {report.campaign}.", "green" if report.whole else "yellow")
    else:
        yield words("Nothing was written: this was a dry run." if dry_run else "Nothing was imported.", "yellow")
    yield words("Columns: " + ", ".join(f"{part} from {column!r}" for part, column in report.columns.items()) + ".")
    span = "" if report.first is None else f", from {report.first:%Y-%m-%d} to {report.last:%Y-%m-%d}"
    yield words(
        f"{numbered('{count:,} roll', '{count:,} rolls', report.rolls)} with "
        f"{numbered('{count:,} die', '{count:,} dice', report.dice)} by "
        f"{', '.join(report.people[:LISTED]) or 'nobody'} in "
        f"{numbered('{count} session', '{count} sessions', report.sessions)}{span}."
    )
    if report.faults:
        made = table("line", "why it was not taken", right=("line",))
        for fault in report.faults[:LISTED]:
            row(made, fault.line, fault.text)
        yield made
        yield from _more(len(report.faults))
    if report.further:
        yield words(f"Lines that were not taken either: {ranges(report.further)}.")


def _report(report: ImportReport) -> Iterator[RenderableType]:
    if report.campaign is None:
        yield words("Nothing was imported.", "red")
    else:
        every = len(report.taken) + len(report.left)
        part = (
            "" if report.whole else f" from {len(report.taken)} of {numbered('{count} line', '{count} lines', every)}"
        )
        yield words(
            f"Imported {report.name!r}{part} as campaign {report.campaign}.", "green" if report.whole else "yellow"
        )
        yield words(f"{_counted(report)}; {_compared(report)}.")
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
    parts = [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return ", ".join(parts[:LISTED]) + (f" and {len(parts) - LISTED} more" if len(parts) > LISTED else "")


def _counted(report: ImportReport) -> str:
    """Say how much of everything was imported."""
    return (
        f"{numbered('{count} entry', '{count} entries', report.entries)}, "
        f"{numbered('{count} event', '{count} events', report.events)}, "
        f"{numbered('{count} character', '{count} characters', len(report.characters))}, "
        f"{numbered('{count} roll', '{count} rolls', report.rolls)} with "
        f"{numbered('{count} die', '{count} dice', report.dice)}, "
        f"{numbered('{count} damage', '{count} damages', report.damages)}"
    )


def _compared(report: ImportReport) -> str:
    """Say whether the campaign has the values that the recording states."""
    if not report.differences:
        return f"all {report.states} states of the recording agree"
    return numbered(
        "{count} value differs from what the recording states",
        "{count} values differ from what the recording states",
        len(report.differences),
    )
