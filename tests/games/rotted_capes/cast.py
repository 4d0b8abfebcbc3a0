"""Heroes and zombies at a table of Rotted Capes, in few words."""

from __future__ import annotations

from typing import Any

from api.testing.fights import FightTable
from domain.vocabulary.base import Scalar
from systems.rotted_capes import SYSTEM
from tests.games.statistics import grouped

SCORES = {
    "str": "strength",
    "dex": "dexterity",
    "con": "constitution",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}


class Cast(FightTable):
    """A table of Rotted Capes, in an underpass where a fight may break out."""

    def __init__(self, players: tuple[str, ...] = ("ana",), **options: Scalar) -> None:
        super().__init__(SYSTEM, "underpass", options, players)

    def hero(self, handle: str, *, owner: str = "ana", stamina: int = 40, wounds: int = 3, **numbers: Any) -> str:
        """A hero of Ana's with 40 Stamina, 3 Wounds and every score at 10 unless it is said otherwise; the reference.

        Scores go by their first letters (`dex=16`), all else of a sheet by its name (`rank=3`, `fortitude=14`, `fly=8`).
        """
        return self._bring(handle, "hero", owners=[owner] if owner else [], stamina=stamina, wounds=wounds, **numbers)

    def threat(self, handle: str, category: str = "threat", *, wounds: int = 3, **numbers: Any) -> str:
        """A character of the Editor-in-Chief's; the reference."""
        return self._bring(handle, category, wounds=wounds, **numbers)

    def zombie(self, handle: str, *, wounds: int = 1, rank: str = "epsilon", **numbers: Any) -> str:
        """A zombie; the reference."""
        return self._bring(handle, "zombie", wounds=wounds, ranks=rank, **numbers)

    def _bring(self, handle: str, category: str, **given: Any) -> str:
        own: dict[str, Any] = {
            name: given.pop(name) for name in ("owners", "stamina", "wounds", "hits", "size") if name in given
        }
        if "ranks" in given:
            own["rank"] = given.pop("ranks")
        statistics = grouped(given, SCORES, _GROUPS)
        self.play("create", name=handle, handle=handle, category=category, statistics=statistics, **own)
        return self.ref(handle)


_GROUPS = {
    **dict.fromkeys(("avoidance", "fortitude", "willpower"), "defenses"),
    **dict.fromkeys(
        ("rank", "melee", "ranged", "initiative", "perception", "handling", "burnout_threshold"), "bonuses"
    ),
    **dict.fromkeys(("run", "fly", "climb", "swim", "swing", "burrow"), "paces"),
}
"""Where a number stands among a creature's statistics."""
