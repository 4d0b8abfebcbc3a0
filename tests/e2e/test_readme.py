"""What the README shows being typed, typed: every block marked for it, in order, against one service with the demo."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.checks.documents import split
from tests.checks.source import ROOT
from tests.e2e.running import RETCON, environment, running

TYPED = [
    turn
    for block in split((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    if block.tested
    for turn in block.typed()
]


def test_the_sessions_of_the_readme_go_as_they_are_told(tmp_path: Path) -> None:
    settings = environment(tmp_path)
    settings["PATH"] = f"{Path(RETCON).parent}:{settings['PATH']}"
    with running(tmp_path, "--demo"):
        for command, shown in TYPED:
            done = subprocess.run(
                ["bash", "-c", command], cwd=tmp_path, env=settings, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{command}\n{done.stderr}"
            assert done.stdout.splitlines()[: len(shown)] == shown, command


def test_something_is_typed() -> None:
    assert len(TYPED) > 10
