"""Asking tables in SQL, and taking them away as files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import rich_click as click
from rich.console import RenderableType

from api.access import Access
from api.analytics.extra import querying, taken
from api.cli.commands.imports.export_import import NEW, made
from api.cli.commands.publishing import facts
from api.cli.machine import MachineSession
from api.cli.opening import open_session
from api.cli.options import campaign, check_named, is_of_now, one_or_several, reads
from api.cli.output import ENDLESS, as_json, row, say, show, table, wants_json, words, write_json
from api.cli.session import CliSession, problems_told
from api.reading import ReadRequest
from api.use_cases.reports import take_facts
from projections.analytics.querying.names import FileFormat, TableName

SHOWN: Final = 1000
"""The number of rows of an answer that a table shows."""

_MEMBER: Final = Access("member")
_OUTPUT: Final = click.option("-o", "--output", type=NEW, metavar="FILE", help="A new file; else standard output.")


@facts.command()
@campaign
@click.option("--table", "name", type=click.Choice(get_args(TableName)), required=True, help="The table.")
@click.option(
    "--format", "form", type=click.Choice(get_args(FileFormat)), default="csv", help="The format of the file."
)
@_OUTPUT
@reads
def export(campaign: str, name: TableName, form: FileFormat, output: Path | None, wanted: ReadRequest) -> None:
    """Write a table of a campaign to a file, as far as you may see it.

    `projections/analytics/SCHEMA.md` says what the tables hold. Times are RFC 3339 in UTC. In CSV, lists are JSON, and an
    apostrophe stands before text that a spreadsheet would take for a formula.
    """
    with open_session() as at:
        _write(partial(at.ask, take_facts, campaign, table=name, form=form, wanted=wanted), output)


@click.command()
@click.argument("query", metavar="SELECT")
@one_or_several
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", *get_args(FileFormat)]),
    default="table",
    help="The form of the answer.",
)
@_OUTPUT
@reads
@as_json
def sql(
    query: str, campaigns: tuple[str, ...], every: bool, form: str, output: Path | None, wanted: ReadRequest
) -> None:
    """Ask the tables of a campaign, or of several, in SQL: as far as you may see them, and only to read.

    At a service elsewhere, the tables that the query reads are taken from there, and the query runs on this machine. The
    dialect is DuckDB's. SHOW TABLES and DESCRIBE list what there is; `projections/analytics/SCHEMA.md` describes it, and
    `projections/analytics/EXAMPLES.md` has worked examples.
    """
    check_named(campaigns, every=every)
    if len(campaigns) != 1 and not is_of_now(wanted):
        raise click.UsageError("a point of time and other eyes are asked of one campaign; name it alone")
    with open_session() as at, ExitStack() as stack:
        rows = stack.enter_context(_answered(at, campaigns, wanted, query))
        if form in get_args(FileFormat):
            _write(partial(_parts, rows, form), output)
        elif output is not None:
            raise click.UsageError(f"a file is {', '.join(get_args(FileFormat))}; say which with --format")
        else:
            _show(rows, as_table=form == "table" and not wants_json())


@contextmanager
def _answered(at: CliSession, campaigns: Sequence[str], wanted: ReadRequest, query: str) -> Iterator[Any]:
    """Answer a query: on the ledger where it is kept, else with the tables that the service gives."""
    if not isinstance(at, MachineSession):
        names = [str(at.campaign(name)) for name in campaigns] or [str(each.id) for each in at.known()]
        taken_from = partial(at.ask, take_facts, form="arrow", wanted=wanted)
        with (
            problems_told(is_gm=False),
            taken().answered(names, query, lambda campaign, name: taken_from(campaign, table=name)) as rows,
        ):
            yield rows
        return
    seats = at.seats(campaigns, _MEMBER)
    is_gm = len(seats) == 1 and seats[0].actor.is_gm
    with problems_told(is_gm=is_gm), querying().answered(at.services, seats, wanted, query) as rows:
        yield rows


def _parts(rows: Any, form: str) -> Iterator[bytes]:
    with querying().told_as_problem():
        yield from querying().written(form).parts(rows)


def _show(rows: Any, *, as_table: bool) -> None:
    """Show an answer as a table, of its first rows where there are many, or as a JSON array of all."""
    with querying().told_as_problem():
        values = (
            each for batch in rows for each in zip(*(column.to_pylist() for column in batch.columns), strict=True)
        )
        listed = list(islice(values, SHOWN + 1) if as_table else values)
    names: list[str] = rows.schema.names
    if not as_table:
        write_json([dict(zip(names, each, strict=True)) for each in listed])
        return
    show(None, lambda: _table(names, listed[:SHOWN]), width=ENDLESS)
    if len(listed) > SHOWN:
        say(words(f"These are the first {SHOWN:,} rows; --format csv gives all of them.", "yellow"))


def _table(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Iterator[RenderableType]:
    numbers = [name for n, name in enumerate(names) if all(isinstance(each[n], int | float | None) for each in rows)]
    made = table(*names, right=numbers)
    for each in rows:
        row(made, *map(_cell, each))
    yield made


def _cell(value: Any) -> str:
    """Return a value in words: a number as it is, a time in UTC, lists as JSON."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case float():
            return f"{value:.6g}"
        case datetime():
            return value.isoformat(sep=" ", timespec="seconds").removesuffix("+00:00")
        case _:
            return msgspec.json.encode(value).decode().strip('"')


def _write(take: Callable[[], Iterable[bytes]], output: Path | None) -> None:
    """Write a file, or to standard output; it is taken once there is where to write it. Raises Ended."""
    if output is None:
        sys.stdout.buffer.writelines(take())
        sys.stdout.buffer.flush()
        return
    with made(output) as file:
        file.writelines(take())
    say(words(f"Written: {output}.", "green"))
