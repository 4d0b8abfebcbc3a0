"""Files on their way to a service, to be imported there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec

from api.imports.packed import pack
from api.imports.wanted import FileImport, ImportKind, ImportOptions
from retcon_client import Campaign, Request, Service

if TYPE_CHECKING:
    from retcon_client.answers import imports as answers


@contextmanager
def one_file(files: Sequence[Path]) -> Iterator[Path]:
    """The only file; several, or a folder, packed as one."""
    if len(files) == 1 and not files[0].is_dir():
        yield files[0]
        return
    with TemporaryDirectory(prefix="retcon-") as folder:
        packed = Path(folder) / f"{files[0].resolve().stem}.zip"
        with packed.open("wb") as file:
            pack(files, file)
        yield packed


def import_request(
    kind: ImportKind, file: Path, options: ImportOptions, campaign: UUID | None
) -> Request[answers.FileImport]:
    """Return the request of an import; wishes that are not made are left out."""
    usual = ImportOptions()
    names = [name for name in ImportOptions.__struct_fields__ if name != "columns"]
    made = {name: value for name in names if (value := getattr(options, name)) != getattr(usual, name)}
    columns = [f"{part}={column}" for part, column in options.columns.items()]
    wishes = {**made, **({"column": columns} if columns else {})}
    if campaign is not None:
        return Campaign(str(campaign)).import_into(kind, file, **wishes)
    return Service().import_file(kind, file, **wishes)


def import_in(sent: answers.FileImport) -> FileImport:
    """Return a report in the types of the command line."""
    return msgspec.convert(msgspec.to_builtins(sent), FileImport)
