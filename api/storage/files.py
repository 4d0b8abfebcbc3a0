"""Files that only their owner may read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A file for its maker alone that appears whole, and only where there is none. Raises OSError."""
    if path.exists():
        raise FileExistsError(f"{path} already exists; give another path, or remove it")
    begun = path.with_name(f".{path.name}-{uuid4().hex}")
    try:
        with open(os.open(begun, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:  # noqa: PTH123
            yield file
            file.flush()
            os.fsync(file.fileno())
        _put(begun, path)
    finally:
        begun.unlink(missing_ok=True)


def _put(begun: Path, path: Path) -> None:
    """Give a file its name unless another has it; not every file system can do both at once."""
    try:
        os.link(begun, path)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise
        begun.rename(path)
