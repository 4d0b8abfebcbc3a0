"""Heroes and zombies at a table of Rotted Capes, in few words."""

from __future__ import annotations

from typing import Any

from api.testing.games import GameTable
from domain.components.base import Scalar
from systems.rotted_capes import SYSTEM

SCORES = {
    "str": "strength",
    "dex": "dexterity",
    "con": "constitution",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}


class Cast(GameTable):
    """A table of Rotted Capes, in an underpass where a fight may break out."""

    def __init__(self, players: tuple[str, ...] = ("ana",), **options: Scalar) -> None:
        super().__init__(SYSTEM, options, players)
        self.create("underpass", "encounter")

    def hero(self, handle: str, *, owner: str = "ana", stamina: int = 40, wounds: int = 3, **numbers: Any) -> str:
        """A hero of Ana's with 40 Stamina, 3 Wounds and every score at 10 unless it is said otherwise; the reference.

        Scores go by their first letters (`dex=16`), all else of a sheet by its name (`rank=3`, `fortitude=14`, `fly=8`).
        """
        return self._bring(handle, "hero", owners=[owner] if owner else [], stamina=stamina, wounds=wounds, **numbers)

    def threat(self, handle: str, category: str = "threat", *, wounds: int = 3, **numbers: Any) -> str:
        """Somebody of the Editor-in-Chief's; the reference."""
        return self._bring(handle, category, wounds=wounds, **numbers)

    def zombie(self, handle: str, *, wounds: int = 1, rank: str = "epsilon", **numbers: Any) -> str:
        """A zombie; the reference."""
        return self._bring(handle, "zombie", wounds=wounds, ranks=rank, **numbers)

    def begin(self, heroes: dict[str, int], foes: dict[str, int], **more: Any) -> int:
        """Begin a fight in the underpass, each with the die of their initiative; the entry's number."""
        dice = {f"initiative/{handle}": [die] for handle, die in (heroes | foes).items()}
        dice |= more.pop("dice", {})
        return self.play("begin_fight", encounter="underpass", who=[*heroes], against=[*foes], dice=dice, **more)

    def order(self) -> list[str]:
        """The handles of those in the fight, as they act; those who act at once in order of the alphabet."""
        order = self.fight_state().order.values()
        ordered = sorted(order, key=lambda entry: (-entry.initiative, -entry.tiebreak, self._handle(entry.subject)))
        return [self._handle(entry.subject) for entry in ordered]

    def turn(self) -> list[str]:
        """The handles of those whose turn it is."""
        state = self.fight_state()
        return sorted(self._handle(state.order[name].subject) for name in state.pace["now"].active)

    def round(self) -> int:
        """The round that the fight is in."""
        return int(self.fight_state().pace["now"].round)

    def left(self, handle: str, budget: str) -> int:
        """What is left of somebody's Action, Bonus Action or Reactions."""
        ref = self.ref(handle)
        return next(int(entry.budget[budget]) for entry in self.fight_state().order.values() if entry.subject == ref)

    def next(self, count: int = 1, **more: Any) -> int:
        """Pass on the turn so many times; the number of the last entry."""
        return [self.play("next_turn", encounter="underpass", **more) for _ in range(count)][-1]

    def until(self, handle: str) -> None:
        """Pass on the turn until it is somebody's."""
        self.next()
        while handle not in self.turn():
            self.next()

    def fight_state(self) -> Any:
        """The encounter of the underpass."""
        return self.fight("underpass")

    def _bring(self, handle: str, category: str, **given: Any) -> str:
        own: dict[str, Any] = {
            name: given.pop(name) for name in ("owners", "stamina", "wounds", "hits", "size") if name in given
        }
        if "ranks" in given:
            own["rank"] = given.pop("ranks")
        statistics: dict[str, Any] = {}
        for name, number in given.items():
            group = _GROUPS.get(name)
            if name in SCORES:
                statistics.setdefault("scores", {})[SCORES[name]] = number
            elif group is not None:
                statistics.setdefault(group, {})[name] = number
            else:
                statistics[name] = number
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
