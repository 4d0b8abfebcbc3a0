"""A fight in an alley, for tests: who takes part, and in which order they stand and act."""

from __future__ import annotations

from typing import Any

from domain.visibility.audience import GM
from domain.vocabulary.turns import TurnEntry
from projections.views.board import board
from tests.games.weaverdice.capes import Capes


class Alley(Capes):
    """A table at which everybody is in an alley. Dice for Speed are given by handle."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.create("alley", "encounter")

    def begin(
        self, *capes: str, against: tuple[str, ...] = (), responses: dict[str, str] | None = None, **speed: Any
    ) -> int:
        """Begin the fight; a die for each named, or several for a combatant who rolls off: `ramjet=4`, `ramjet=(4,
        2)`."""
        dice: dict[str, list[int]] = {}
        for handle, rolled in speed.items():
            first, *more = rolled if isinstance(rolled, tuple) else (rolled,)
            if first is not None:
                dice[f"speed/{handle}"] = [first]
            for number, again in enumerate(more, start=1):
                dice[f"roll-off/{handle}" + (f"/{number}" if number > 1 else "")] = [again]
        return self.play("begin_fight", who=list(capes), against=list(against), dice=dice, responses=responses)

    def next(self, times: int = 1) -> int:
        """Pass the turn on; the last entry's number."""
        return [self.play("next_turn") for _ in range(times)][-1]

    def place(self, handle: str) -> TurnEntry:
        """A combatant's own place in the order."""
        return self.fight("alley").order[self.ref(handle).partition("/")[2]]

    def order(self) -> list[str]:
        """The handles (or the names of shared places) as the board shows them."""
        seen = board(self.ledger.heads.fresh(self.campaign_id), GM, self.ref("alley"))
        assert seen is not None
        return [turn.handle or turn.name for turn in seen.order]

    def turn(self) -> str:
        """Whose turn it is; empty where it is nobody's."""
        active = self.fight("alley").pace["now"].active
        names = {ref.ref.partition("/")[2]: handle for handle, ref in self.campaign().handles.items()}
        return " ".join(names.get(name, name) for name in active)

    def round(self) -> int:
        """The number of the round."""
        return self.fight("alley").pace["now"].round

    def actions(self, handle: str) -> int:
        """The actions left at a combatant's place."""
        return self.place(handle).budget["actions"]
