from undertow import SYSTEM

from api.testing.contract import GameContract


class TestUndertow(GameContract):
    games = (SYSTEM,)
