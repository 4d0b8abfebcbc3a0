"""Ramjet between two fights, for tests."""

from __future__ import annotations

from typing import Any

from domain.vocabulary.values import Modifier, ModifierApplied, PointGained
from tests.games.weaverdice.ailing import Infirmary


class Ward(Infirmary):
    """Ramjet (Guts 4, $5000) between two fights."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.let("ramjet", PointGained(name="money", amount=5000))

    def rest(self, *attempts: str, dice: dict[str, list[int]] | None = None, **more: Any) -> int:
        """`days:fractured-leg` is an attempt at that."""
        return self.play("rest_and_recuperate", who="ramjet", attempts=split(attempts), dice=dice, **more)

    def refused(self, *attempts: str, **more: Any) -> str:
        return self.refusal("rest_and_recuperate", who="ramjet", attempts=split(attempts), **more).rule

    def lost(self, stat: str, points: int, lasts: str, name: str = "loss") -> None:
        """Points of a stat are lost to a wound."""
        loss = Modifier(path=f"attributes.{stat}", amount=-points, type="loss", tags=("stat loss", lasts))
        self.let("ramjet", ModifierApplied(name=name, modifier=loss))

    def scarred(self, *tiers: str) -> None:
        """Wounds, the first of them scarred."""
        self.wound("ramjet", *tiers)
        self.play("scar", who="ramjet", of="w1")

    def broken_leg(self, days: int = 20) -> None:
        self.play("lay_up", who="ramjet", what="Leg", days=days)

    def days(self, what: str = "leg") -> int | None:
        days = [c.data["days"] for c in self.sheet("ramjet").conditions.values() if c.what == what]
        return int(str(days[0])) if days else None

    def doctor(self, rolls: str = "1d6", fee: int = 500, **more: Any) -> None:
        self.play("define_professional", name="Doc", fee=fee, rolls=rolls, **more)

    def paid(self) -> int:
        return 5000 - self.current("ramjet", "money")


def split(attempts: tuple[str, ...]) -> list[dict[str, str]]:
    return [{"what": attempt.partition(":")[0], "of": attempt.partition(":")[2]} for attempt in attempts]
