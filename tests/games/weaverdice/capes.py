"""Capes at a table of Weaverdice, in few words."""

from __future__ import annotations

from typing import Any

from api.testing.games import GameTable
from domain.play.refusals import Refused
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Rolled
from domain.vocabulary.values import PointGained, PointSpent
from systems.weaverdice import SYSTEM


class Capes(GameTable):
    """A table of Weaverdice.

    With `plenty`, downtime never runs out: what takes a slot is given in a phase in which everybody has enough, opened
    when the first such command is given. A test that opens a phase after that goes on with this one.
    """

    plenty = True

    def __init__(self, **options: Scalar) -> None:
        super().__init__(SYSTEM, options)
        self._opened = 0

    def play(self, word: str, **more: Any) -> int:
        self._have_downtime(word)
        if word == "open_downtime" and self._opened and self._under_way():
            word, more = "change_downtime", {key: value for key, value in more.items() if key != "slots"}
        return super().play(word, **more)

    def refusal(self, word: str, **more: Any) -> Refused:
        self._have_downtime(word)
        return super().refusal(word, **more)

    def forbidden(self, word: str, **more: Any) -> str:
        self._have_downtime(word)
        return super().forbidden(word, **more)

    def _have_downtime(self, word: str) -> None:
        kind = SYSTEM.kinds.get(f"{SYSTEM.id}.{word}")
        people = self.campaign().handles.values()
        slots = [{"who": known.ref, "slots": 50} for known in people if known.kind == "character"]
        if not self.plenty or kind is None or not kind.slots:
            return
        if not self._under_way():
            super().play("open_downtime", slots=slots)
            self._opened = len(slots)
        elif 0 < self._opened < len(slots):
            super().play("change_downtime", slots=slots)
            self._opened = len(slots)

    def _under_way(self) -> bool:
        return any(phase.state != "processed" for phase in self.campaign().phases.values())

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
        """A character of the game master's; its reference."""
        return self.cape(handle, owner="", category=category, **stats)

    def dots(self, handle: str) -> tuple[int, int, int]:
        """Stamina, Focus and Recovery that are left."""
        return self.current(handle, "stamina"), self.current(handle, "focus"), self.current(handle, "recovery")

    def wounds(self, handle: str) -> list[str]:
        """The severities of a character's wounds by slot: `body/1: lesser`."""
        return sorted(f"{wound.slot}: {wound.severity}" for wound in self.sheet(handle).wounds.values())

    def last_roll(self, entry: int) -> Rolled:
        """The last roll of an entry."""
        return [event for event in self.told(entry) if isinstance(event, Rolled)][-1]


def ramjet_before_the_mayor() -> Capes:
    """Ramjet of Social 4, who holds 4 reputations, and a mayor to use them with."""
    table = Capes()
    table.cape("ramjet", social=4)
    table.foe("mayor")
    return table


def pearl_who_learns() -> Capes:
    """Pearl of Knowledge 4 and Dexterity 2."""
    table = Capes()
    table.cape("pearl", knowledge=4, dexterity=2)
    return table
