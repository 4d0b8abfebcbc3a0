"""Those who suffer at a table of Midnight in Vaia: damage and effects, in few words."""

from __future__ import annotations

from typing import Any

from tests.games.midnight_in_vaia.people import Protagonists
from tests.laws.vocabulary.table import Dice


class Sufferers(Protagonists):
    """A table with Vera, who has 8 Action Slots, and Milo, who has 5, both with 40 Hit Points, and a ghoul with 20."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.protagonist("vera", hp=40, agility=3)
        self.protagonist("milo", hp=40)
        self.foe("ghoul")

    def hp(self, handle: str) -> int:
        """The Hit Points somebody has left."""
        return self.current(handle, "hp")

    def begin(self) -> None:
        """The first Full Round begins; it is Vera's Active Phase, and Milo's is the last."""
        self.start(vera=17, milo=9)

    def round(self) -> list[int]:
        """Both Active Phases of the round end; the entries, of which the last one holds Upkeep."""
        return self.end("vera", "milo")

    def afflict(self, who: str, *effects: dict[str, Any], dice: Dice | None = None) -> int:
        """Somebody is afflicted with these effects; the entry."""
        return self.play("afflict", who=who, effects=list(effects), dice=dice)

    def bleed(self, who: str, counters: int) -> int:
        """So many Bleed Counters."""
        return self.afflict(who, {"effect": "bleeding", "counters": counters})

    def hemorrhage(self, who: str, counters: int) -> int:
        """So many Hemorrhage Counters."""
        return self.afflict(who, {"effect": "hemorrhaging", "counters": counters})

    def stun(self, who: str, slots: int) -> int:
        """A stun of (v:6) that costs somebody so many slots."""
        return self.afflict(who, {"effect": "stun", "die": 6}, dice={"stun": [slots]})

    def hurt(self, who: str, amount: int, type: str = "striking", **more: Any) -> int:
        """Somebody takes so much damage of a type."""
        return self.play("inflict", who=who, type=type, amount=amount, **more)

    def level(self, who: str, what: str) -> int:
        """The level of somebody's only condition of that sort; 0 without one."""
        return sum(held.level for held in self.sheet(who).conditions.values() if held.what == what)
