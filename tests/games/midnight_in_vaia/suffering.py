"""Those who suffer at a table of Midnight in Vaia: damage and effects, in few words."""

from __future__ import annotations

from typing import Any

from api.testing.table import Dice
from tests.games.midnight_in_vaia.people import Protagonists


class Sufferers(Protagonists):
    """A table with Vera, who has 8 Action Slots, and Milo, who has 5, both with 40 Hit Points, and a ghoul with 20."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.protagonist("vera", hp=40, agility=3)
        self.protagonist("milo", hp=40)
        self.foe("ghoul")

    def hp(self, handle: str) -> int:
        """The Hit Points a character has left."""
        return self.current(handle, "hp")

    def begin(self) -> None:
        """The first Full Round begins; it is Vera's Active Phase, and Milo's is the last."""
        self.start(vera=17, milo=9)

    def round(self) -> list[int]:
        """Both Active Phases of the round end; the entries, of which the last one holds Upkeep."""
        return self.end("vera", "milo")

    def afflict(self, who: str, *effects: dict[str, Any], dice: Dice | None = None) -> int:
        """A character is afflicted with these effects; the entry."""
        return self.play("afflict", who=who, effects=list(effects), dice=dice)

    def bleed(self, who: str, counters: int) -> int:
        """So many Bleed Counters."""
        return self.afflict(who, {"effect": "bleeding", "counters": counters})

    def hemorrhage(self, who: str, counters: int) -> int:
        """So many Hemorrhage Counters."""
        return self.afflict(who, {"effect": "hemorrhaging", "counters": counters})

    def stun(self, who: str, slots: int) -> int:
        """A stun of (v:6) that costs a character so many slots."""
        return self.afflict(who, {"effect": "stun", "die": 6}, dice={"stun": [slots]})

    def hurt(self, who: str, amount: int, type: str = "striking", **more: Any) -> int:
        """A character takes so much damage of a type."""
        return self.play("inflict", who=who, type=type, amount=amount, **more)

    def level(self, who: str, what: str) -> int:
        """The level of a character's only condition of that sort; 0 without one."""
        return sum(condition.level for condition in self.sheet(who).conditions.values() if condition.what == what)


class Alley(Sufferers):
    """An alley of squares, with walls and armor, impacts and gas."""

    def stand(self, who: str, x: int, y: int, size: int = 1) -> None:
        """A character stands on a square."""
        self.play("place", who=who, x=x, y=y, size=size)

    def wall(self, durability: int, x: int | None = None, y: int = 0) -> str:
        """An object with so much Durability; its name."""
        before = set(self.fight("alley").props)
        self.play("set_object", what="Wall", durability=durability, at=None if x is None else [x, y])
        (name,) = set(self.fight("alley").props) - before
        return name

    def armor(self, who: str, durability: int) -> None:
        """A character wears armor."""
        self.play("give_gear", who=who, what="Coat", durability=durability, armor=True)

    def left(self, name: str) -> int:
        """The Durability of an object."""
        return self.fight("alley").props[name].tracks["durability"]

    def armor_left(self, who: str) -> int:
        """The Durability of all armor a character wears."""
        return sum(item.tracks["durability"] for item in self.sheet(who).items.values())

    def impact(self, amount: int, *along: str, type: str = "striking", **more: Any) -> int:
        """An impact meets these, in this order: people by handle, objects by name."""
        met = [{"thing": one} if one in self.fight("alley").props else {"who": one} for one in along]
        return self.play("impact", what="Tram", type=type, amount=amount, along=met, **more)

    def gas(self, amount: int, *within: str, **more: Any) -> int:
        """Something engulfs these."""
        return self.play("engulf", what="Gas", type="biological", amount=amount, within=list(within), **more)

    def spared(self, *who: str) -> dict[str, list[int]]:
        """Dice by which nobody of these is maimed."""
        return {f"maim/{handle}": [51] for handle in who}
