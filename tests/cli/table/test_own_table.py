"""The section of the README on a table of one's own: all of it is typed, in order, in a new installation."""

from __future__ import annotations

import re
import shlex
from typing import Final

from tests.checks.documents import split
from tests.checks.source import ROOT
from tests.cli.terminal import Done, Terminal

TYPED: Final = [
    turn
    for block in split((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    if "table" in block.words[1:]
    for turn in block.typed()
]

KEPT: Final = re.compile(r"(?P<name>\w+)=\$\((?P<command>.*)\)")


class Shell:
    """A shell that knows variables: `code=$(retcon …)` keeps what is printed, and `$code` stands for it."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._values: dict[str, str] = {}

    def __call__(self, line: str) -> Done:
        kept = KEPT.fullmatch(line)
        command = re.sub(r"\$(\w+)", lambda name: self._values[name[1]], kept["command"] if kept else line)
        words = shlex.split(command, comments=True)
        token = words.pop(0).partition("=")[2] if words[0].startswith("RETCON_TOKEN=") else None
        assert words[0] == "retcon", line
        done = Terminal(self._terminal.data_dir, self._terminal.database_url, token)(*words[1:])
        if kept:
            self._values[kept["name"]] = done.out.strip()
        return done


def test_a_table_of_ones_own_is_set_and_played_as_the_readme_tells(empty: Terminal) -> None:
    shell = Shell(empty)
    for command, shown in TYPED:
        done = shell(command)
        assert done.code == 0, f"{command}\n{done.err}"
        assert set(shown) <= set(done.out.splitlines()), f"{command}\n{done.out}"


def test_the_table_takes_under_40_commands_and_no_id_is_typed() -> None:
    assert 20 < len(TYPED) < 40
    assert not [command for command, _ in TYPED if re.search(r"[0-9a-f]{8}-|\w+-\d+", command)]
