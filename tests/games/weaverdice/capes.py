"""Capes at a table of Weaverdice, in few words."""

from __future__ import annotations

from domain.components.base import Scalar
from domain.events.log import Rolled
from domain.events.values import PointGained, PointSpent
from systems.weaverdice import SYSTEM
from tests.games.table import GameTable


class Capes(GameTable):
    """A table of Weaverdice."""

    def __init__(self, **options: Scalar) -> None:
        super().__init__(SYSTEM, options)

    def cape(self, handle: str, morale: int = 0, owner: str = "ana", category: str = "player", **stats: int) -> str:
        """A cape of Ana's, with 3 in every stat that is not named; its reference."""
        owners = [owner] if owner else []
        self.play("create", name=handle, handle=handle, category=category, owners=owners, stats=stats)
        if morale:
            event = (
                PointGained(name="morale", amount=morale) if morale > 0 else PointSpent(name="morale", amount=-morale)
            )
            self.let(handle, event)
        return self.ref(handle)

    def foe(self, handle: str, category: str = "notable", **stats: int) -> str:
        """Somebody of the game master's; its reference."""
        return self.cape(handle, owner="", category=category, **stats)

    def dots(self, handle: str) -> tuple[int, int, int]:
        """Stamina, Focus and Recovery that are left."""
        return self.current(handle, "stamina"), self.current(handle, "focus"), self.current(handle, "recovery")

    def wounds(self, handle: str) -> list[str]:
        """The severities of somebody's wounds by slot: `body/1: lesser`."""
        return sorted(f"{wound.slot}: {wound.severity}" for wound in self.sheet(handle).wounds.values())

    def last_roll(self, entry: int) -> Rolled:
        """The last roll of an entry."""
        return [event for event in self.told(entry) if isinstance(event, Rolled)][-1]
