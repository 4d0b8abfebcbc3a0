"""A program in a pseudo-terminal, as a person at the keyboard has it.

with at_a_terminal(["bash", "--norc"], environment) as screen:
    screen.type("echo hello\\n")
    assert "hello" in screen.until("hello")
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

PATIENCE: Final = 30.0
"""Seconds until what was awaited must have come."""

_CONTROL: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r|\x07")


class Screen:
    """The screen and keyboard of a running program."""

    def __init__(self, keyboard: int, process: subprocess.Popen[bytes]) -> None:
        self._keyboard, self.process, self._unread = keyboard, process, ""

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self._keyboard, text.encode())

    def until(self, text: str) -> str:
        """Wait for a text, and return what was shown up to it."""
        latest = time.monotonic() + PATIENCE
        while text not in self._unread:
            assert time.monotonic() < latest, f"{text!r} did not come; there is {self._unread!r}"
            if select.select([self._keyboard], [], [], 0.2)[0]:
                self._unread += _CONTROL.sub("", os.read(self._keyboard, 65536).decode(errors="replace"))
        shown, match, self._unread = self._unread.partition(text)
        return shown + match


@contextmanager
def at_a_terminal(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[Screen]:
    """Run a program in a pseudo-terminal of its own."""
    keyboard, screen = os.openpty()
    process = subprocess.Popen(
        ["setsid", "--ctty", *command],  # fish starts only where it controls its terminal
        stdin=screen,
        stdout=screen,
        stderr=screen,
        env={**environment, "TERM": "xterm", "COLUMNS": "160"},
    )
    os.close(screen)
    try:
        yield Screen(keyboard, process)
    finally:
        process.kill()
        process.wait()
        os.close(keyboard)
