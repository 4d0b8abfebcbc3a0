"""A character who is not well, for tests: their wounds and conditions, and their turn in a fight in an alley."""

from __future__ import annotations

from typing import Any

from domain.vocabulary.anchors import AnyAnchor, WhilePresent
from domain.vocabulary.base import Scalar
from domain.vocabulary.bodies import Condition, ConditionGained, Wound, WoundSuffered
from domain.vocabulary.values import PointSpent
from tests.games.weaverdice.fighting import Alley


class Infirmary(Alley):
    """Ramjet (Guts 4) and the notable Lung stand in an alley."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.cape("ramjet", guts=4)
        self.foe("lung")

    def fight_on(self, first: str = "ramjet") -> None:
        """They fight, and it is the turn of a character who is named."""
        self.begin(
            "ramjet", against=("lung",), ramjet=6 if first == "ramjet" else 1, lung=1 if first == "ramjet" else 6
        )

    def wound(self, who: str, *tiers: str, first: int = 1) -> None:
        """Wounds on the body, `first` being the slot of the first of them; they are named `w1`, `w2` and so on."""
        for number, tier in enumerate(tiers, start=first):
            wound = Wound(severity=tier, kind="cut", slot=f"body/{number}")
            self.let(who, WoundSuffered(name=f"w{number}", wound=wound))

    def ail(self, who: str, what: str, *, of: str = "", name: str = "", source: str = "", **data: Scalar) -> str:
        """A character is in a condition, as long as the wound `of` is there; its name."""
        until: AnyAnchor | None = WhilePresent(path=f"{self.ref(who)}.wounds.{of}") if of else None
        condition = Condition(what=what, until=until, source=source, data=data)
        self.let(who, ConditionGained(name=name or what.replace("_", "-"), condition=condition))
        return name or what.replace("_", "-")

    def drain(self, who: str, pool: str, dots: int) -> None:
        """Dots are gone."""
        self.let(who, PointSpent(name=pool, amount=dots))
