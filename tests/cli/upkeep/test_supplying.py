"""What a change of the past lacks is asked for at a real terminal, one thing after the other."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import time
from types import TracebackType
from typing import Any, Self

from api.cli.commands.serving import DEMO
from tests.cli.terminal import COMMAND, Terminal

PATIENCE = 30.0
CONTROL_D = "\x04"
ASK = {"owner": "gm", "key": "way", "options": ["left", "right"], "default": "left", "prompt": "Where to?"}


class AtTheTerminal:
    """A command at a pseudo terminal, which shows what it says and takes what is typed."""

    def __init__(self, terminal: Terminal, *words: object) -> None:
        self._ours, theirs = pty.openpty()
        environment = {**terminal.for_processes, "COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
        command = [COMMAND, *map(str, words)]
        self._process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def until(self, words: str) -> Self:
        """Wait until it has shown these words after what was typed last."""
        end = time.monotonic() + PATIENCE
        while words not in self.shown:
            assert time.monotonic() < end, f"{words!r} is not in: {self.shown}"
            self._read()
        return self

    def types(self, words: str) -> Self:
        """Type a line."""
        self.shown = ""
        os.write(self._ours, words.encode())
        return self

    def ends(self) -> int:
        """The exit code with which it ends."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            assert time.monotonic() < end, f"goes on: {self.shown}"
            self._read()
        return self._process.returncode

    def _read(self) -> None:
        ready, _, _ = select.select([self._ours], [], [], 0.2)
        if ready:
            try:
                self.shown += os.read(self._ours, 4096).decode(errors="replace").replace("\r", "")
            except OSError:  # the other end is closed
                time.sleep(0.05)


def inserting(terminal: Terminal, type: str, args: dict[str, Any]) -> AtTheTerminal:
    command = json.dumps({"type": type, "args": args})
    return AtTheTerminal(terminal, "insert", DEMO, "--after", head(terminal), "--command", command)


def head(terminal: Terminal) -> int:
    number: int = terminal.json("campaigns")[0]["head"]["entry"]
    return number


def test_an_answer_is_asked_for_by_its_prompt_with_its_options_and_default(terminal: Terminal) -> None:
    with inserting(terminal, "freeform.ask", ASK) as at:
        at.until("Where to?").until("[left]: ").types("RIGHT\n")
        at.until("Write this change of the past? [y/N]: ").types("y\n")
        assert at.ends() == 0
    assert terminal.json("entry", DEMO, 302)["command"]["responses"] == {"way": "right"}


def test_a_choice_that_there_is_not_is_asked_for_again(terminal: Terminal) -> None:
    with inserting(terminal, "freeform.ask", ASK) as at:
        at.until("[left]: ").types("up\n").until("[left]: ").types("\n")
        at.until("Write this change of the past?").types("n\n")
        assert at.ends() == 2
    assert head(terminal) == 300


def test_breaking_off_says_that_nothing_was_written(terminal: Terminal) -> None:
    with inserting(terminal, "freeform.ask", ASK) as at:
        at.until("[left]: ").types(CONTROL_D).until("othing was written")
        assert at.ends() == 2
    assert head(terminal) == 300


def test_dice_are_asked_for_by_roller_and_number(terminal: Terminal) -> None:
    terminal("play", DEMO, "freeform.set_option", "--args", json.dumps({"option": "dice", "value": "table"}))
    with inserting(terminal, "freeform.roll", {"actor": "sh1", "label": "luck", "notation": "2d6"}) as at:
        at.until("1 of 2").until("luck").until("sh1").types("9\n").until("1<=x<=6").until("1 of 2").types("4\n")
        at.until("2 of 2").types("5\n")
        at.until("Write this change of the past?").types("y\n")
        assert at.ends() == 0
    rolled = terminal.json("entry", DEMO, 303)["rolls"]
    assert [[die["value"] for die in one["dice"]] for one in rolled] == [[4, 5]]
