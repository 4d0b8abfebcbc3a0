"""Everything that the README and then the guide show being typed, typed in order against one service with the demo."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.checks.documents import split
from tests.checks.source import ROOT
from tests.cli.terminal import Terminal
from tests.e2e.running import running

PAGES = ("README.md", "api/GUIDE.md")

TYPED = [
    turn
    for page in PAGES
    for block in split((ROOT / page).read_text(encoding="utf-8"))[0]
    if block.tested
    for turn in block.typed()
]


def test_the_sessions_of_the_readme_go_as_they_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    terminal = Terminal(tmp_path / "data")
    with running(tmp_path, "--demo"):
        for command, shown in TYPED:
            program, *words = shlex.split(command, comments=True)
            assert program == "retcon", f"only retcon is typed here: {command}"
            done = terminal(*words)
            assert done.code == 0, f"{command}\n{done.err}"
            assert done.out.splitlines()[: len(shown)] == shown, command


def test_something_is_typed() -> None:
    assert len(TYPED) > 10
