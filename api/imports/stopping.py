"""The stopping of an import that nobody waits for any longer.

Reading a file can take long before any of it is written down, in any of the readers. They have in common that they read lines
and lay records aside; each such step asks here whether it is to go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

Check = Callable[[], None]
"""Raises what ends the import, where it is to end."""


def _go_on() -> None:
    return None


_CHECK: Final[ContextVar[Check]] = ContextVar("check", default=_go_on)


@contextmanager
def stopped_by(check: Check) -> Iterator[None]:
    """Let a check end every import of this thread during the block."""
    token = _CHECK.set(check)
    try:
        yield
    finally:
        _CHECK.reset(token)


def check_stopped() -> None:
    """End the import here, where nobody waits for it any longer. Raises what the check in force raises."""
    _CHECK.get()()
