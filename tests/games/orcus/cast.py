"""Heroes and monsters at a table of Orcus, in few words."""

from __future__ import annotations

from typing import Any

from api.testing.fights import FightTable
from domain.vocabulary.base import Scalar
from systems.orcus import SYSTEM
from tests.games.statistics import grouped

SCORES = {
    "str": "strength",
    "con": "constitution",
    "dex": "dexterity",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}


class Cast(FightTable):
    """A table of Orcus, on a ledge where a fight may break out. Whom nobody plays steps in only where an answer says so."""

    def __init__(self, players: tuple[str, ...] = ("ana",), **options: Scalar) -> None:
        super().__init__(SYSTEM, "ledge", {"npc_questions": "default", **options}, players)

    def hero(self, handle: str, *, owner: str = "ana", class_hp: int = 30, recoveries: int = 7, **numbers: Any) -> str:
        """A hero of Ana's with all scores at 10: 40 hit points and 7 recoveries at level 1; the reference.

        Scores go by their first letters (`dex=16`), all else of a sheet by its name (`level=3`, `walk=5`, `ac=14`).
        """
        numbers |= {"class_hp": class_hp, "class_recoveries": recoveries}
        return self._bring(handle, "hero", owners=[owner], **numbers)

    def monster(self, handle: str, *, hp: int = 40, **numbers: Any) -> str:
        """A monster of the game master's with 40 hit points, defenses of 10 and an attack modifier of 0; the reference."""
        return self._bring(handle, numbers.pop("category", "monster"), hp=hp, **numbers)

    def put(self, handle: str, x: int, y: int, height: int = 0) -> None:
        """Put a character on a square of the ledge's map."""
        self.play("put_at", encounter="ledge", who=handle, at=[x, y], height=height)

    def affect(
        self, handle: str, what: str, *, name: str = "", until: dict[str, Any] | None = None, **more: Any
    ) -> str:
        """Put a character in a state, as a power would; the name of its instance, which is the state's where none is given."""
        instance = {"what": what, "until": until, **more}
        self.play("freeform.put", target=handle, component="conditions", name=name or what, instance=instance)
        return name or what

    def save_ends(self, handle: str) -> dict[str, Any]:
        """The anchor of what lasts until a character saves."""
        return {"by": "save", "moment": "turn_end", "subject": self.ref(handle)}

    def at(self, handle: str) -> tuple[int, int]:
        """The square where a character stands (its bottom left)."""
        position = self.fight_state().positions[self.ref(handle).partition("/")[2]]
        assert position.x is not None
        assert position.y is not None
        return position.x, position.y

    def arm(self, handle: str, weapon: str = "sword", dice: str = "1d8", **numbers: Any) -> None:
        """Put a weapon in a character's main hand: a sword of 1d8, with which they are not proficient."""
        self.play("give_weapon", who=handle, name=weapon, damage=dice, **numbers)

    def strike(self, who: str, target: str, die: int, damage: list[int] | None = None, **more: Any) -> int:
        """Make a basic attack on the ledge, with its dice; the entry's number."""
        dice = {f"attack/{target}": [die]} | ({"damage": damage} if damage else {}) | more.pop("dice", {})
        return self.play("make_basic_attack", encounter="ledge", who=who, target=target, dice=dice, **more)

    def hurt(self, handle: str, amount: int, *types: str) -> int:
        """Let something that is no attack deal damage of some types; the entry's number."""
        return self.play("deal_damage", who=handle, amount=amount, types=[*types])

    def _bring(self, handle: str, category: str, **given: Any) -> str:
        own: dict[str, Any] = {name: given.pop(name) for name in _OWN if name in given}
        statistics = grouped(given, SCORES, _GROUPS)
        self.play("create", name=handle, handle=handle, category=category, statistics=statistics, **own)
        return self.ref(handle)


_OWN = ("owners", "hp", "size", "strength_type", "hero_rules", "source", "role", "creature_type")
"""What stands beside a creature's statistics."""

_GROUPS = {
    **dict.fromkeys(("ac", "fortitude", "reflex", "will"), "defenses"),
    **dict.fromkeys(("walk", "fly", "climb", "swim", "burrow"), "speeds"),
    **dict.fromkeys(("blindsight", "darkvision", "tremorsense", "truesight", "blind"), "senses"),
    **dict.fromkeys(("hover", "ceiling", "clumsy_on_ground", "clumsy_in_air"), "flight"),
}
"""Where a number stands among a creature's statistics."""
