"""The dice of one entry."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

Seed: TypeAlias = Literal["open", "sealed", "amendment"]
"""Which committed seed a server die came from."""


class Source(StrEnum):
    """The source of a die: the server's seeds, the table (typed in), the GM (set), an import, a dry run's key."""

    SERVER = "server"
    TABLE = "table"
    GM = "gm"
    IMPORTED = "imported"
    PREVIEW = "preview"


class DieOutOfRange(ValueError):
    """A die that shows what no die of its kind can show."""

    slug = "die_out_of_range"

    def __init__(self, label: str, sides: int, value: int) -> None:
        super().__init__(f"A d{sides} of {label!r} shows 1 to {sides}, not {value}.")
        self.label = label
        self.sides = sides
        self.value = value


class DieSeedInvalid(ValueError):
    """A server die without its seed, or another die with one."""

    slug = "die_seed_invalid"

    def __init__(self, label: str, source: Source) -> None:
        rule = "names the seed it came from" if source is Source.SERVER else "comes from no seed"
        super().__init__(f"A die of source {source.value!r}, here of {label!r}, {rule}.")
        self.label = label
        self.source = source


class TapeConflict(ValueError):
    """A second die where the tape already holds one."""

    slug = "tape_conflict"

    def __init__(self, held: "Die", offered: "Die") -> None:
        super().__init__(
            f"Die {held.index} of {held.label!r}, a d{held.sides}, is on the tape as {held.value} and stays; "
            f"a further die, here {offered.value}, takes the next index."
        )
        self.held = held
        self.offered = offered


class Tokens(NamedTuple):
    """The tokens of a die's roller and target in its key (see `domain.dice.provable`); "" for none."""

    roller: str = ""
    target: str = ""


class FirstKey(Struct, frozen=True):
    """The key of an older die: its label with handles, and its index among all dice of the deed under it."""

    label: str
    index: int


class FirstDraw(Struct, frozen=True):
    """The first draw of a die: the deed's entry, which is struck since, and its index there."""

    entry: int
    index: int


DieKey: TypeAlias = tuple[str, str, int, int]
"""Roller, label, index and sides."""


class Die(Struct, frozen=True, omit_defaults=True):
    """A die on a tape: the `index`-th, from 0, that `roller` drew under `label` in its deed, showing `value`.

    `roller` is the reference of whoever rolled it, `label` the kind of the roll and, where one rolls for several, whom it is
    for (`damage/character/c-7`). A server's die has the `tokens` of both. Older dice have neither roller nor tokens: they
    are counted by label alone, which has handles. Where an entry of that time is restated, its tape has them once more by
    the roller, and `was` is the label and index that they were keyed to. `epoch` is the dice epoch whose amendment seed gave
    it; 0 for a die of another seed, and for one of the seed that older campaigns had for all their changed pasts.
    One that its roller drew before, in an entry that was struck, names that `first_draw` and has the tokens of it.

    Raises `DieOutOfRange` and `DieSeedInvalid`.
    """

    label: str
    index: int
    sides: int
    value: int
    source: Source
    seed: Seed | None = None
    roller: str = ""
    tokens: Tokens | None = None
    was: FirstKey | None = None
    epoch: int = 0
    first_draw: FirstDraw | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.value <= self.sides:
            raise DieOutOfRange(self.label, self.sides, self.value)
        if (self.source is Source.SERVER) != (self.seed is not None):
            raise DieSeedInvalid(self.label, self.source)

    @property
    def key(self) -> DieKey:
        """A tape holds one die of each key. An entry decided anew may need other sides there."""
        return self.roller, self.label, self.index, self.sides


class Tape(Struct, frozen=True):
    """Dice in rolling order. It only grows: no die leaves it or changes. Raises `TapeConflict`."""

    dice: tuple[Die, ...] = ()

    def __post_init__(self) -> None:
        held: dict[DieKey, Die] = {}
        for die in self.dice:
            if held.setdefault(die.key, die) is not die:
                raise TapeConflict(held[die.key], die)

    @classmethod
    def from_dice(cls, dice: Iterable[Die]) -> "Tape":
        return cls(tuple(dice))

    def __iter__(self) -> Iterator[Die]:
        return iter(self.dice)

    def __len__(self) -> int:
        return len(self.dice)

    def get(self, roller: str, label: str, index: int, sides: int) -> Die | None:
        return next((die for die in self.dice if die.key == (roller, label, index, sides)), None)


def merged(dice: Iterable[Die]) -> Tape:
    """The first die of each key: a revision may have recorded a die that another had recorded before it."""
    found: dict[DieKey, Die] = {}
    for die in dice:
        found.setdefault(die.key, die)
    return Tape.from_dice(found.values())
