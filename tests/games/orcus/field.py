"""A field for tests of what the map says of attacks: Bryn with a sword and a bow, her friend, and foes."""

from __future__ import annotations

from typing import Any

from tests.games.orcus.cast import Cast


class Field(Cast):
    """A table where Bryn fights with a sword and a bow, Sela beside her, and monsters against them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.hero("bryn")
        self.hero("sela")
        self.monster("goblin")
        self.monster("ogre", size="large")
        self.carry("bryn", "sword")
        self.carry("bryn", "bow", range=5, long=10, melee=False)
        self.begin({"bryn": 20, "sela": 15}, {"goblin": 10, "ogre": 5})
        self.put("bryn", 0, 0)

    def carry(self, handle: str, weapon: str, **numbers: Any) -> None:
        """Give a character a weapon with dice of 1d6."""
        instance = {"what": "weapon", "location": "natural", "data": {"dice": "1d6", **numbers}}
        self.play("freeform.put", target=handle, component="items", name=weapon, instance=instance)

    def lay(self, terrain: str, *squares: list[int], **more: Any) -> None:
        self.play("draw_terrain", encounter="ledge", terrain=terrain, squares=list(squares), **more)

    def shoot(self, target: str = "goblin", **more: Any) -> dict[str, int]:
        """Bryn shoots at a character and misses; what added to the roll, by its label."""
        return self.swing(target, ranged=True, **more)

    def swing(self, target: str = "goblin", **more: Any) -> dict[str, int]:
        """Bryn strikes at a character and misses; what added to the roll, by its label."""
        who = more.pop("who", "bryn")
        entry = self.play("make_basic_attack", who=who, target=target, dice={f"attack/{target}": [1]}, **more)
        return {each.label: each.amount for _, roll in self.rolled(entry) for each in roll.modifiers}

    def refused(self, target: str = "goblin", **more: Any) -> str:
        """The rule by which Bryn's attack is refused or comes to nothing."""
        return str(self.refusal("make_basic_attack", who="bryn", target=target, **more).rule)
