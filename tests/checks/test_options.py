"""What a table may decide is decided by some test: an option that none ever sets may well do nothing."""

import re

import pytest

from domain.system import System
from tests.checks.source import ROOT
from tests.games.own import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_option_is_decided_by_a_test(game: System) -> None:
    tests = ROOT / "tests" / "games" / game.id.replace("-", "_")
    words = {word for path in tests.rglob("*.py") for word in re.findall(r"[a-z]\w+", path.read_text())}
    assert sorted(game.options.keys() - words) == []
