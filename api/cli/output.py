"""Output: tables for people or JSON for programs on standard output, everything else on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any, Final

import msgspec
import rich_click as click
from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from projections.unfit import UNFIT, fit

WIDTH: Final = 110
"""Columns where the output is no terminal."""

ENDLESS: Final = 100_000
"""Columns where the output is no terminal, and a line is never to be broken."""

_JSON: Final = "retcon.json"


def _note_json(context: click.Context, _: click.Parameter, value: bool) -> None:
    context.find_root().meta[_JSON] = value


as_json = click.option(
    "--json",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_note_json,
    help="For programs: the result as JSON; what goes wrong as a problem document on standard error.",
)


def wants_json() -> bool:
    """Whether the running command was asked for JSON."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.find_root().meta.get(_JSON, False))


class _Screen(Console):
    """A console for names and notes alone: a character that would command the terminal is shown as �.

    A player may have any name, and their game master's terminal shows it.
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the shown segments, with unfit characters replaced."""
        for segment in super().render(renderable, options):
            plain = segment.control or not UNFIT.search(segment.text)
            yield segment if plain else Segment(fit(segment.text), segment.style)


def console(*, stderr: bool = False, width: int = WIDTH) -> Console:
    """A console on standard output or error; of this width where that is no terminal."""
    stream = sys.stderr if stderr else sys.stdout
    return _Screen(file=stream, width=None if stream.isatty() else width, highlight=False)


def show(value: object, readable: Callable[[], Iterable[RenderableType]], *, width: int = WIDTH) -> None:
    """The result of a command: the value where JSON is wanted, else what is readable, part by part; of this width where
    it goes to no terminal."""
    if wants_json():
        write_json(value)
        return
    out = console(width=width)
    if out.is_terminal:
        for part in readable():
            out.print(part)
        return
    sys.stdout.write("".join(f"{line}\n" for line in _printed(out, readable())))


def plain_lines(readable: Iterable[RenderableType], width: int) -> list[str]:
    """Return what is readable as lines of this width, without colours, for a reader that is no terminal."""
    return _printed(_Screen(file=StringIO(), width=width, highlight=False, color_system=None), readable)


def _printed(out: Console, readable: Iterable[RenderableType]) -> list[str]:
    with out.capture() as written:
        for part in readable:
            out.print(part)
    return [line.rstrip() for line in written.get().splitlines()]


def write_json(value: object, *, stderr: bool = False) -> None:
    """One JSON document: indented on a terminal, on one line elsewhere."""
    stream = sys.stderr if stderr else sys.stdout
    encoded = msgspec.json.encode(value)
    stream.write((msgspec.json.format(encoded, indent=2) if stream.isatty() else encoded).decode() + "\n")


def say(sentence: RenderableType) -> None:
    """Something for the person at the terminal that is not the result."""
    console(stderr=True).print(sentence)


NARROW: Final = 80
"""Columns of a terminal below which rows are told one after the other."""


class _Rows(Table):
    """A table; on a narrow terminal each row is a line of its first columns and, indented, the others with their titles."""

    lead = 2

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= NARROW or len(self.columns) < 3:
            yield from super().__rich_console__(console, options)
            return
        titles = [str(column.header) for column in self.columns]
        for cells in zip(*(column.cells for column in self.columns), strict=True):
            texts = [cell if isinstance(cell, Text) else Text(str(cell)) for cell in cells]
            yield Text(" ").join(cell for cell in texts[: self.lead] if cell.plain)
            others = zip(titles[self.lead :], texts[self.lead :], strict=True)
            if more := [Text.assemble((f"{title} ", "dim"), cell) for title, cell in others if cell.plain]:
                yield Padding(Text(" · ").join(more), (0, 0, 0, 4))


def table(*columns: str, title: str = "", right: Iterable[str] = (), lead: int = 2) -> Table:
    """An empty table; the columns in `right` hold numbers, and the first `lead` say what a row is of."""
    made = _Rows(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", title_style="bold", pad_edge=False)
    made.lead = lead
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return made


def row(made: Table, *cells: Any) -> None:
    """Add a row. Cells are shown as they are: nothing in them is markup."""
    made.add_row(*(cell if isinstance(cell, Text) else Text("" if cell is None else str(cell)) for cell in cells))


def words(text: object, style: str = "") -> Text:
    """A line of words that holds no markup."""
    return Text(str(text), style=style)


@contextmanager
def progress(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal's standard error while something takes long; is told how much is done, and of how much."""
    out = console(stderr=True)
    columns = (SpinnerColumn(), TextColumn(doing), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def waiting(doing: str) -> Iterator[None]:
    """A spinner on a terminal's standard error while something takes a moment."""
    out = console(stderr=True)
    if not out.is_terminal:
        yield
        return
    with out.status(doing):
        yield
