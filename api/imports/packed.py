"""Files as they come over a line: one file, or several and folders packed as a zip; never more of them than is allowed.

A packed file may unpack to far more than was sent, so the bytes that come out are counted, and not believed.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Final

from api.imports.stopping import check_stopped
from domain.messages import text as worded

PACKED: Final = "retcon-files"
"""The folder within a zip in which several files were packed to be sent."""

MOST_FILES: Final = 10_000
"""The number of files that a zip may hold."""

_ZIP: Final = b"PK\x03\x04"
_PART: Final = 1024 * 1024
_WORLD: Final = ("world.json", "data")
"""The parts of a world's folder that an import reads."""


class TooLarge(ValueError):
    """A file unpacks to more than is taken. Nothing was written."""

    slug = "unpacks-too-large"

    def __init__(self, most: int) -> None:
        super().__init__(
            worded(
                "the file unpacks to more than {most} MiB, or to more than {files:,} files; import it in parts, or with `retcon import` at the machine that keeps the ledger",
                most=most // (1024 * 1024),
                files=MOST_FILES,
            )
        )


class DamagedZip(ValueError):
    """A zip file cannot be unpacked. Nothing was written."""

    slug = "damaged-zip"

    def __init__(self, why: object) -> None:
        super().__init__(
            worded("the zip file cannot be unpacked ({why}); pack it once more, without a password", why=why)
        )


def at_most(lines: Iterable[bytes], most: int | None) -> Iterator[bytes]:
    """Yield lines until they are more bytes than allowed. Raises TooLarge."""
    size = 0
    for line in lines:
        size += len(line)
        if most is not None and size > most:
            raise TooLarge(most)
        check_stopped()
        yield line


def is_zip(path: Path) -> bool:
    """Whether a file begins as a zip does."""
    with path.open("rb") as file:
        return file.read(len(_ZIP)) == _ZIP


def pack(paths: Iterable[Path], into: IO[bytes]) -> None:
    """Pack files in their order, and of the folder of a world what an import reads, into one zip."""
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, path in enumerate(paths):
            if not path.is_dir():
                packed.write(path, f"{PACKED}/{number:03}/{path.name}")
                continue
            for part in _WORLD:
                for file in _files_of(path / part):
                    packed.write(file, f"{path.resolve().name}/{file.relative_to(path).as_posix()}")


def _files_of(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for file in sorted(path.rglob("*")) if path.is_dir() else ():
        if file.is_file():
            yield file


def unpack(path: Path, folder: Path, most: int | None) -> list[Path]:
    """Unpack a zip into a folder, and return its files by name. Raises TooLarge, DamagedZip."""
    left = most
    unpacked: list[Path] = []
    try:
        with zipfile.ZipFile(path) as packed:
            files = _files_in(packed)
            _check(files, most)
            for each in files:
                target = folder.joinpath(*_parts(each.filename))
                target.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(each) as source, target.open("xb") as file:
                    while part := source.read(_PART):
                        check_stopped()
                        left = None if left is None else left - len(part)
                        if left is not None and most is not None and left < 0:
                            raise TooLarge(most)
                        file.write(part)
                unpacked.append(target)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise DamagedZip(error if isinstance(error, zipfile.BadZipFile) else type(error).__name__) from error
    return sorted(unpacked)


def check_zips(paths: Iterable[Path], most: int | None) -> list[zipfile.ZipInfo]:
    """Check what those of some files that are zips say of their size together, and return what is in them. Raises TooLarge,
    DamagedZip."""
    inside: list[zipfile.ZipInfo] = []
    for path in filter(is_zip, paths):
        try:
            with zipfile.ZipFile(path) as packed:
                inside += _files_in(packed)
        except (zipfile.BadZipFile, NotImplementedError, OSError) as error:
            raise DamagedZip(error) from error
        _check(inside, most)
    return inside


def _files_in(packed: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    return [each for each in packed.infolist() if not each.is_dir()]


def _check(files: Collection[zipfile.ZipInfo], most: int | None) -> None:
    """Raises TooLarge."""
    if most is not None and (len(files) > MOST_FILES or sum(each.file_size for each in files) > most):
        raise TooLarge(most)


def _parts(name: str) -> list[str]:
    """Return the parts of a name within a zip. Raises DamagedZip for one that leads out of the folder."""
    path = PurePosixPath(name.replace("\\", "/"))
    parts = [part for part in path.parts if part not in (".", "/")]
    if not parts or ".." in parts or any("\0" in part or ":" in part or len(part) > 200 for part in parts):
        raise DamagedZip(worded("it holds a file named {name!r}", name=name[:80]))
    return parts
