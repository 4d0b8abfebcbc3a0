"""A table at which people come to harm, and are healed."""

from __future__ import annotations

from typing import Any

from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Rolled
from tests.games.cthulhu_eternal.people import Cellar

LOW, HIGH = 14, 92
"""Rolls that succeed and fail without being anything more."""


class Ward(Cellar):
    """Edith (CON 10, STR 10, so 10 Hit Points) and the doctor are Ana's; the ghoul is the game master's."""

    def __init__(self, options: dict[str, Scalar] | None = None, **stats: Any) -> None:
        super().__init__(**(options or {}))
        self.person("edith", **stats)
        self.person("doctor")
        self.foe("ghoul")

    def hurt(self, amount: int = 0, who: str = "edith", **how: Any) -> int:
        """An amount of harm by no attack, unless said otherwise. The test against an injury for good that it may call for
        succeeds, unless `dice` say otherwise."""
        given: dict[str, Any] = {"amount": amount} if amount else {}
        dice = how.pop("dice", {f"injury/{who}": [LOW]} if 0 < self.hp(who) - amount <= 2 else {})
        return self.play("hurt", who=who, dice=dice, **given, **how)

    def struck(self, amount: int = 0, who: str = "edith", **how: Any) -> int:
        """The same by an attack."""
        return self.hurt(amount, who, attack=True, **how)

    def target(self, entry: int) -> int | None:
        """What the first roll of an entry was made against."""
        return next(event.target for event in self.told(entry) if isinstance(event, Rolled))

    def hours(self, hours: int) -> int:
        """Time passes."""
        return self.play("freeform.advance_clock", hours=hours)

    def minutes(self, minutes: int) -> int:
        """Time passes."""
        return self.play("freeform.advance_clock", minutes=minutes)

    def days(self, days: int) -> int:
        """Time passes."""
        return self.play("freeform.advance_clock", days=days)
