"""A table for tests of fights that go by turns."""

from __future__ import annotations

from typing import Any

from api.testing.games import GameTable
from domain.aggregates import Encounter
from domain.system import System
from domain.vocabulary.base import Scalar
from domain.vocabulary.turns import TurnEntry


class FightTable(GameTable):
    """A table of a game in whose fights creatures take turns, with one encounter, the `scene`, in which a fight may break out.

    The game's own commands begin a fight (`begin_fight`, with `who` and `against`) and pass on the turn (`next_turn`).
    """

    def __init__(
        self,
        system: System,
        scene: str,
        options: dict[str, Scalar] | None = None,
        players: tuple[str, ...] = ("ana",),
    ) -> None:
        super().__init__(system, options, players)
        self.scene = scene
        self.create(scene, "encounter")

    def begin(self, heroes: dict[str, int], foes: dict[str, int], **more: Any) -> int:
        """Begin a fight, each with the die of their initiative; the entry's number."""
        dice = {f"initiative/{handle}": [die] for handle, die in (heroes | foes).items()}
        dice |= more.pop("dice", {})
        return self.play("begin_fight", encounter=self.scene, who=[*heroes], against=[*foes], dice=dice, **more)

    def next(self, count: int = 1, **more: Any) -> int:
        """Pass on the turn so many times; the number of the last entry."""
        return [self.play("next_turn", encounter=self.scene, **more) for _ in range(count)][-1]

    def until(self, handle: str, **more: Any) -> None:
        """Pass on the turn until it is that combatant's."""
        self.next(**more)
        while handle not in self.turn():
            self.next(**more)

    def order(self) -> list[str]:
        """The handles of those in the fight, as they act; those who act at once in order of the alphabet."""
        counts = [(-each.initiative, -each.tiebreak, self._handle(each.subject)) for each in self._places()]
        return [handle for _, _, handle in sorted(counts)]

    def turn(self) -> list[str]:
        """The handles of those whose turn it is."""
        state = self.fight_state()
        return sorted(self._handle(state.order[name].subject) for name in state.pace["now"].active)

    def round(self) -> int:
        """The round that the fight is in."""
        return self.fight_state().pace["now"].round

    def left(self, handle: str, budget: str) -> int:
        """The rest of a budget of a combatant's turn, such as their actions."""
        ref = self.ref(handle)
        return next(place.budget[budget] for place in self._places() if place.subject == ref)

    def fight_state(self) -> Encounter:
        """The scene as it now is."""
        return self.fight(self.scene)

    def _places(self) -> list[TurnEntry]:
        return list(self.fight_state().order.values())
