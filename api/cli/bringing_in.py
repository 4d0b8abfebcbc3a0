"""The parts that the commands of `import` share: the file that is named, the progress bar, and the end."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NoReturn

import rich_click as click
from rich.console import RenderableType

from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.output import progress, show
from api.imports.wanted import FileImport, ImportKind, ImportOptions

LISTED: Final = 20
"""The number of faults or differences listed for a person; JSON has all of them."""

READABLE: Final = click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True)
"""A file that is there, or `-` for standard input."""


@contextmanager
def named_file(file: str, called: str) -> Iterator[Path]:
    """The path of a file; standard input is kept in a file of that name meanwhile."""
    if file != "-":
        yield Path(file)
        return
    with TemporaryDirectory(prefix="retcon-") as folder:
        path = Path(folder) / called
        with path.open("wb") as kept:
            shutil.copyfileobj(sys.stdin.buffer, kept)
        yield path


def brought_in(
    kind: ImportKind, files: Sequence[Path], options: ImportOptions, campaign: str | None = None
) -> FileImport:
    """Import files here or at the service, with a progress bar. Raises Ended."""
    with open_session() as at, progress("importing") as step:
        return at.bring_in(kind, files, options, campaign, step)


def end_with(done: FileImport, value: object, readable: Callable[[], Iterable[RenderableType]]) -> NoReturn:
    """Show the report of an import, and end as it went. Raises Ended."""
    show(value, readable)
    raise Ended(Exit(done.exit_code), done.refused)


def columns_said(options: Iterable[str]) -> dict[str, str]:
    """Columns by what they say, as they were typed: `who=Player`."""
    pairs = [each.partition("=") for each in options]
    if wrong := next((part for part, sign, column in pairs if not (sign and column)), None):
        raise click.BadParameter(f"{wrong!r} names no column; write it as who=Player", param_hint="--column")
    return {part.strip(): column.strip() for part, _, column in pairs}
