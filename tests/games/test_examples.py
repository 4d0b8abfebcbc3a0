"""Our games keep what every game promises: their examples work as they stand, and only who may gives a command."""

from __future__ import annotations

import pytest

from api.testing.contract import GameContract, set_up
from api.testing.table import PREFIXES
from domain.system import System
from tests.games.own import GAMES

HURTING = {"damage", "lethality", "disease-damage", "frost", "starvation", "thirst", "suffocation", "poison"}
"""The rolls of Cthulhu Eternal that take hit points, so that whoever makes them may be badly hurt."""


class TestOurGames(GameContract):
    games = GAMES


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_an_example_rolls_and_asks_only_what_is_declared_on_any_dice(game: System) -> None:
    """A rare outcome rolls and asks what others do not; the table refuses what `inputs.toml` does not declare."""
    for type in sorted(game.kinds):
        for _ in range(25):
            PREFIXES.forget()
            table, args = set_up(game, type)
            assert table.play(type, **args)


def test_a_command_that_hurts_declares_the_injury_that_may_follow() -> None:
    (game,) = (each for each in GAMES if each.id == "cthulhu-eternal")
    hurting = {type: declared for type, declared in game.inputs.items() if HURTING & {*declared.rolls}}
    assert len(hurting) > 10
    assert [type for type, declared in hurting.items() if "injury" not in declared.rolls] == []
    assert [type for type, declared in hurting.items() if "injury" not in declared.questions] == []
