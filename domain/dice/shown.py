"""Finding the dice of rolls on a tape: a roll tells its label and what its dice show, the tape where each comes from."""

from collections import Counter
from collections.abc import Iterable

from domain.dice.tape import Die, DieKey


class ShownDice:
    """The dice of a tape by the rolls of its entries, which are asked for in their order.

    The rolls of one roller take the dice of a label in their order, from the first that the tape holds. Older dice have no
    roller: they are counted by label alone.
    """

    def __init__(self, tape: Iterable[Die]) -> None:
        self._dice: dict[DieKey, Die] = {}
        self._first: dict[tuple[str, str], int] = {}
        for die in tape:
            self._dice.setdefault(die.key, die)
            at = die.roller, die.label
            self._first[at] = min(die.index, self._first.get(at, die.index))
        self._passed: Counter[tuple[str, str]] = Counter()

    def of(self, roller: str, label: str, sides: Iterable[int]) -> tuple[Die | None, ...]:
        """The dice of the next roll of a roller under a label, each with so many sides; None where the tape has none."""
        whose = next((who for who in (roller, "") if (who, label) in self._first), roller)
        return tuple(self._next(whose, label, each) for each in sides)

    def _next(self, roller: str, label: str, sides: int) -> Die | None:
        at = roller, label
        index = self._first.get(at, 0) + self._passed[at]
        self._passed[at] += 1
        return self._dice.get((roller, label, index, sides))
