import pytest
from undertow import SYSTEM

from api.testing.games import GameTable


class Wreck(GameTable):
    """Ines, whom Ana plays (grip 3, calm 2), and Bruno (grip 2, calm 4), both ten meters below with seven breaths."""

    def __init__(self, **options: bool) -> None:
        super().__init__(SYSTEM, dict(options))
        self.play("enlist", name="Ines", owners=["ana"], grip=3, calm=2)
        self.play("enlist", name="Bruno", grip=2, calm=4)
        for who in ("ines", "bruno"):
            self.play("dive", who=who, depth=10)

    def card(self, who: str, suit: str, rank: int) -> str:
        """Draw a card with dice that show it; its id."""
        before = self.hand(who)
        suits = ("current", "kelp", "silt", "pearl")
        self.play("draw", who=who, dice={"suit": [suits.index(suit) + 1], "rank": [rank]})
        (card,) = self.hand(who).keys() - before.keys()
        return card

    def hand(self, who: str) -> dict[str, tuple[str, int]]:
        """The cards somebody holds, by id."""
        return {name: (card.kind, card.tier) for name, card in self.sheet(who).cards.items()}

    def breath(self, who: str) -> int:
        return self.current(who, "breath")

    def depth(self, who: str) -> int:
        return self.value(who, "attributes.depth")

    def hours(self, hours: int = 1) -> int:
        return self.play("freeform.advance_clock", hours=hours)

    def attempt(self, *dice: int, who: str = "ines", score: str = "grip", push: str = "no", **more: object) -> int:
        """Try something with a pool that shows these dice."""
        return self.play("try", who=who, score=score, dice={"pool": dice}, responses={f"push/{who}": push}, **more)


@pytest.fixture
def wreck() -> Wreck:
    return Wreck()
