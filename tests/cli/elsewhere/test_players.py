"""The README's commands of a player on their own machine."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from tests.checks.documents import split
from tests.checks.source import ROOT
from tests.cli.elsewhere.conftest import Pair, elsewhere

TYPED: Final = [
    command
    for block in split((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    if "players" in block.words[1:]
    for command, _ in block.typed()
]


def test_a_player_plays_from_their_own_machine_as_the_readme_tells(pair: Pair, tmp_path: Path) -> None:
    pair.there("found", "Night Shift", "--game", "freeform")
    code = pair.there.json("invite", "Night Shift")["code"]
    player = elsewhere(tmp_path)
    printed = []
    for command in TYPED:
        program, *words = shlex.split(command.replace("https://retcon.example.org", pair.service.url))
        done = player(*words, stdin=f"{code}\n")
        assert (program, done.code) == ("retcon", 0), f"{command}\n{done.err}"
        printed.append(done.out)
    assert "I am here." in printed[3]
