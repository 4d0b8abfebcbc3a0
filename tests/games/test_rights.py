"""Who may give a command: as `rights.toml` has it, by game. That a command is turned away from anybody else, the tests of
every game's commands try (`test_a_command_is_turned_away_from_who_may_not_give_it`)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import pytest

from domain.system import System
from tests.games.own import GAMES

RIGHTS: Final = tomllib.loads(Path(__file__).with_name("rights.toml").read_text(encoding="utf-8"))
"""The commands of each game by who may give them. A right that is meant to change is changed here as well."""


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_a_command_is_for_those_whom_the_table_names(system: System) -> None:
    declared: dict[str, list[str]] = {}
    for kind in sorted(system.kinds.values(), key=lambda kind: kind.name):
        declared.setdefault(kind.by, []).append(kind.name)
    assert declared == RIGHTS[system.id]
