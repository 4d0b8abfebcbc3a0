"""The room that is left on the disk of an embedded database: writing stops before PostgreSQL itself would have to."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from api.storage import StorageFailed

RESERVE: Final = 64 * 1024 * 1024
"""Bytes that stay free. A PostgreSQL that cannot write its log (in files of 16 MiB) stops, and then reading is
impossible.
"""


class DiskFull(StorageFailed):
    """There is too little room left to write; nothing was written, and everything can be read."""

    slug = "disk-full"

    def __init__(self) -> None:
        super().__init__(
            f"the disk is full: less than {RESERVE >> 20} MiB are left for the database. Nothing was written, and reading still "
            "works; the operator of this installation has to free disk space; then send the same request again"
        )


class Room:
    """The disk that a folder lies on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def check(self) -> None:
        """Check that there is room to write. Raises DiskFull. Costs a system call of some microseconds."""
        if shutil.disk_usage(self._folder).free < RESERVE:
            raise DiskFull
