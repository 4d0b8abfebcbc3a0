"""A service whose database lies on a disk so small that it can be filled up."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from api.storage import embedded, system_user
from tests.api.serving import Serving

SIZE = "48m"
"""Of which an empty database takes some 9."""

CHUNK = bytes(64 * 1024)


class FullDisk:
    """The service, the address of its database, and what takes up the space."""

    def __init__(self, disk: Path, uri: str, service: Serving) -> None:
        self.uri = uri
        self.service = service
        self._ballast = disk / "ballast"

    def fill(self) -> None:
        """Leave no space at all."""
        with self._ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(CHUNK)
            except OSError:
                return

    def clear(self) -> None:
        """Leave space again."""
        self._ballast.unlink()


@contextmanager
def small_disk(folder: Path) -> Iterator[FullDisk]:
    """A service on a small disk; skips the test where none can be made. Only the tables lie on it, not the log."""
    disk = folder / "disk"
    disk.mkdir()
    with embedded.start(folder / "database") as server, _mounted(disk):
        tables = disk / "tables"
        tables.mkdir(mode=0o700)
        system_user.let_through(disk)
        system_user.give(tables)
        with psycopg.connect(server.uri, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{tables}'".encode())
            connection.execute("CREATE DATABASE small TABLESPACE small")
            uri = server.database_uri("small")
            with Serving(uri, folder) as service:
                yield FullDisk(disk, uri, service)
            connection.execute("DROP DATABASE small WITH (FORCE)")
            connection.execute("DROP TABLESPACE small")


@contextmanager
def disk_of_all(folder: Path) -> Iterator[FullDisk]:
    """A service whose whole data folder lies on a small disk, its embedded database with the log included."""
    disk = folder / "disk"
    disk.mkdir()
    system_user.let_through(folder)
    with _mounted(disk, "400m"):
        system_user.let_through(disk)
        with Serving("", disk) as service:
            yield FullDisk(disk, "", service)


@contextmanager
def _mounted(disk: Path, size: str = SIZE) -> Iterator[None]:
    if os.name != "posix" or not system_user.is_root():
        pytest.skip("a disk of its own can only be mounted by root")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    done = subprocess.run(mount, check=False, capture_output=True)
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", disk], check=True)
