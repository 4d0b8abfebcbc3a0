"""Opening the session that the environment names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from api.cli.machine import open_machine
from api.cli.session import CliSession


@contextmanager
def open_session() -> Iterator[CliSession]:
    """Open the session that the environment names. Raises as `open_machine` does."""
    with open_machine() as session:
        yield session
