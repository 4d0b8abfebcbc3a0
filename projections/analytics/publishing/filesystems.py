"""Folders that a data set can lie in: on a disk of this machine, or in an object store."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlsplit
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs

STORES: Final = ("s3", "gs", "gcs", "abfs", "abfss")
"""The object stores that replace an object in one step, by the scheme of their addresses."""

SYNCED_AT_ONCE: Final = 8
"""The number of files made durable side by side."""


class UnusableFolder(Exception):
    """A folder that no data set can lie in."""

    slug = "unusable-folder"


class DataSetFolder(Protocol):
    """A folder with files by path, with forward slashes. Every method may raise OSError.

    A file that `write` has given back is there for good only after `settle`; `replace` is there for good at once.
    """

    @property
    def url(self) -> str:
        """The one address of the folder, however it was given."""

    @property
    def filesystem(self) -> Any:
        """The filesystem of pyarrow that the files of the folder are read with."""

    def write(self, path: str, table: pa.Table) -> None:
        """Write a new Parquet file."""

    def settle(self, paths: Iterable[str]) -> None:
        """Keep files that were written through a loss of power."""

    def replace(self, path: str, content: bytes) -> None:
        """Put a file in the place of another one, in one step."""

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, None where there is none."""

    def paths(self) -> Iterator[str]:
        """List the files in all folders of the folder."""

    def remove(self, path: str) -> None:
        """Take a file away. One that is not there any more is no fault."""


class _Folder:
    """The part that all filesystems have in common."""

    def __init__(self, filesystem: Any, root: str) -> None:
        self.filesystem = fs.SubTreeFileSystem(root, filesystem)

    def write(self, path: str, table: pa.Table) -> None:
        with self.filesystem.open_output_stream(path) as out:
            pq.write_table(table, out, compression="zstd", compression_level=1)

    def read(self, path: str) -> bytes | None:
        try:
            with self.filesystem.open_input_stream(path) as file:
                content: bytes = file.read()
        except FileNotFoundError:
            return None
        return content

    def paths(self) -> Iterator[str]:
        everything = fs.FileSelector("", recursive=True, allow_not_found=True)
        return (info.path for info in self.filesystem.get_file_info(everything) if info.type == fs.FileType.File)

    def remove(self, path: str) -> None:
        try:
            self.filesystem.delete_file(path)
        except FileNotFoundError:
            return


class LocalFolder(_Folder):
    """A folder on a disk of this machine."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.url = self.path.as_uri()
        super().__init__(fs.LocalFileSystem(), str(self.path))

    def write(self, path: str, table: pa.Table) -> None:
        (self.path / path).parent.mkdir(parents=True, exist_ok=True)
        super().write(path, table)

    def settle(self, paths: Iterable[str]) -> None:
        files = [self.path / path for path in paths]
        folders = {folder for file in files for folder in file.parents if folder.is_relative_to(self.path)}
        with ThreadPoolExecutor(SYNCED_AT_ONCE) as several:
            for _ in several.map(_sync, [*files, *folders]):
                pass

    def replace(self, path: str, content: bytes) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        begun = self.path / f".{path}-{uuid4().hex}"
        begun.write_bytes(content)
        _sync(begun)
        begun.replace(self.path / path)
        _sync(self.path)


class ObjectStore(_Folder):
    """A folder in an object store: an object appears whole once all of it was sent, and is durable then."""

    def __init__(self, url: str, filesystem: Any, root: str) -> None:
        self.url = url.rstrip("/")
        super().__init__(filesystem, root)

    def settle(self, paths: Iterable[str]) -> None:
        """Do nothing: written files are durable already."""

    def replace(self, path: str, content: bytes) -> None:
        with self.filesystem.open_output_stream(path) as out:
            out.write(content)


def folder_at(where: str) -> DataSetFolder:
    """Return the folder of a path or an address. Raises UnusableFolder."""
    scheme = urlsplit(where).scheme
    if "://" not in where:
        return _local(Path(where))
    if scheme != "file" and scheme not in STORES:
        raise UnusableFolder(
            f"no data set can lie in {where}; name a folder of this machine, or an address that "
            f"begins with file://, {', '.join(f'{store}://' for store in STORES[:-1])} or {STORES[-1]}://"
        )
    try:
        filesystem, path = fs.FileSystem.from_uri(where)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UnusableFolder(
            f"the address {where} cannot be used ({error}); write the address as in s3://bucket/folder"
        ) from error
    return _local(Path(path)) if scheme == "file" else ObjectStore(where, filesystem, path)


def _local(path: Path) -> LocalFolder:
    if path.exists() and not path.is_dir():
        raise UnusableFolder(f"no data set can lie in {path}, which is a file; name a folder")
    return LocalFolder(path)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
