"""Our games keep what every game promises: their examples work as they stand, and only who may gives a command."""

from __future__ import annotations

from api.testing.contract import GameContract
from tests.games.own import GAMES


class TestOurGames(GameContract):
    games = GAMES
