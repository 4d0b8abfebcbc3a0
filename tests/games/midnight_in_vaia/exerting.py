"""Those who exert themselves at a table of Midnight in Vaia: abilities that cause stress, in few words."""

from __future__ import annotations

from typing import Any

from api.testing.table import Dice
from domain.vocabulary.values import TrackSet
from tests.games.midnight_in_vaia.people import Protagonists

HOUR, DAY = 3_600, 86_400
"""Seconds."""


class Exerting(Protagonists):
    """A table with Vera, who has 25 Hit Points and 5 Action Slots, Milo, and a ghoul with 90 Hit Points."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.protagonist("vera", hp=25)
        self.protagonist("milo")
        self.foe("ghoul", hp=90)

    def knows(self, ability: str, *stress: dict[str, Any], who: str = "vera", **own: Any) -> int:
        """A character has an ability that does 4 damage and causes such stress."""
        attack = {"type": "striking", "amount": 4}
        own = {"title": ability, "stress": list(stress), "attack": attack, **own}
        return self.play("learn", who=who, ability=ability, own=own)

    def uses(self, ability: str, *, dice: Dice | None = None, who: str = "vera", **more: Any) -> int:
        """A character uses it on the ghoul."""
        return self.play("use", **{"who": who, "ability": ability, "target": "ghoul", **more}, dice=dice)

    def has(self, type: str, amount: int, who: str = "vera") -> int:
        """A character stands at so much stress."""
        return self.let(who, TrackSet(name=type, current=amount))

    def stress(self, who: str = "vera") -> tuple[int, int, int]:
        """Physical, Mental and Vocal Stress."""
        tracks = self.sheet(who).tracks
        return tracks["physical"].current, tracks["mental"].current, tracks["vocal"].current

    def hp(self, who: str = "vera") -> int:
        """The Hit Points a character has left."""
        return self.current(who, "hp")

    def happened(self) -> bool:
        """Whether what was used on the ghoul had its effect."""
        return self.hp("ghoul") < 90

    def wait(self, seconds: int) -> int:
        """So many seconds pass."""
        return self.play("advance_clock", seconds=seconds)

    def begin(self) -> None:
        """A fight: it is Vera's Active Phase, and Milo's is the last."""
        self.start(vera=17, milo=9)

    def rounds(self, count: int = 1) -> list[int]:
        """So many Full Rounds end, and the next begins; the entries with the Upkeeps."""
        upkeeps: list[int] = []
        for _ in range(count):
            upkeeps.append(self.end("vera", "milo")[-1])
            self.play("start_round")
        return upkeeps
