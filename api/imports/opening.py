"""Files of other programs, opened as the history that they hold, wherever they came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from api.imports.characters.reading import read_characters
from api.imports.files import lines_of
from api.imports.foundry.exports import read_export
from api.imports.foundry.world import COLLECTIONS, NoWorld, read_world
from api.imports.history.records import ToldHistory
from api.imports.packed import PACKED, at_most, check_zips, is_zip, unpack
from api.imports.roll20.archive import read_files
from api.imports.wanted import ImportKind, ImportOptions
from domain.messages import text as worded

FREEFORM: Final = "freeform"


class NoWorldInZip(NoWorld):
    """A zip holds no world. Nothing was read."""

    def __init__(self) -> None:
        Exception.__init__(
            self,
            worded(
                "the zip file holds no world of Foundry: no folder in it has a `data` folder with {collections}; pack the folder in which its world.json lies",
                collections=", ".join(COLLECTIONS),
            ),
        )


@contextmanager
def opened_lines(path: Path, most: int | None) -> Iterator[Iterator[bytes]]:
    """The lines of a file, unpacked, and no more of them than so many bytes. Raises TooLarge."""
    with path.open("rb") as file:
        yield at_most(lines_of(file), most)


@contextmanager
def opened_history(
    kind: ImportKind, files: Sequence[Path], options: ImportOptions, most: int | None
) -> Iterator[tuple[ToldHistory, dict[str, str]]]:
    """The history in some files, and of a table the columns by what they say. `most` are the bytes that they may unpack to.

    Raises what the readers raise, TooLarge and DamagedZip.
    """
    with TemporaryDirectory(prefix="retcon-") as folder:
        history, columns = _read(kind, files, options, most, Path(folder))
        try:
            yield history, columns
        finally:
            history.close()


def _read(
    kind: ImportKind, files: Sequence[Path], options: ImportOptions, most: int | None, folder: Path
) -> tuple[ToldHistory, dict[str, str]]:
    first = files[0]
    match kind:
        case "characters":
            return _characters(first, options, most)
        case "foundry" if first.is_dir():
            return read_world(first, name=options.name, older=options.older), {}
        case "foundry" if is_zip(first):
            unpack(first, folder, most)
            return read_world(_world_in(folder), name=options.name, older=options.older), {}
        case "foundry":
            return read_export(first, name=options.name), {}
        case "roll20":
            return read_files(tuple(_unpacked(files, folder, most)), options.name), {}
        case _:
            raise AssertionError(f"a file of the kind {kind} is no history")


def _characters(file: Path, options: ImportOptions, most: int | None) -> tuple[ToldHistory, dict[str, str]]:
    with opened_lines(file, most) as lines:
        name = options.name or file.stem
        history, parts = read_characters(lines, name, options.columns, system=options.system or FREEFORM)
    greatest = {f"greatest {value}": of for value, of in parts.maxima.items()}
    return history, {**parts.said, **parts.values, **greatest}


def _world_in(folder: Path) -> Path:
    """Return the folder of the world that was unpacked: the highest that has collections. Raises NoWorldInZip."""
    for data in sorted(folder.rglob("data"), key=lambda path: (len(path.parts), path)):
        if data.is_dir() and any((data / each).is_dir() or (data / f"{each}.db").is_file() for each in COLLECTIONS):
            return data.parent
    raise NoWorldInZip


def _unpacked(files: Sequence[Path], folder: Path, most: int | None) -> Iterator[Path]:
    """Yield files; of one in which several were packed to be sent, those. Raises TooLarge, DamagedZip."""
    for file in files:
        names = [each.filename for each in check_zips([file], most)]
        if names and all(name.startswith(f"{PACKED}/") for name in names):
            inner = unpack(file, folder, most)
            check_zips(inner, most)
            yield from inner
        else:
            yield file
