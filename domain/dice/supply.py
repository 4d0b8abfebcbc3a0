"""Where the dice of one decision come from: its earlier tape, the hands of whoever sent it, the server."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.dice.tape import Die, Seed, Source, Tape

Server: TypeAlias = Callable[[str, int, int, bool], int]
"""Rolls a die for (label, index, sides, sealed); the same four always give the same value."""

TypedSource: TypeAlias = Literal[Source.TABLE, Source.GM, Source.IMPORTED]

Origin: TypeAlias = Literal["epoch", "amendment", "preview"]
"""What stands behind a server: the epoch's open and sealed seeds, the amendment seed, or the key of a dry run."""


class Roller(Struct, frozen=True):
    """A server with what stands behind it."""

    roll: Server
    origin: Origin


class Missing(Struct, frozen=True):
    """A die that somebody has to roll."""

    label: str
    index: int
    sides: int
    notation: str


class Spare(Struct, frozen=True):
    """A typed die that nothing asked for; without a label where the dice came as one list."""

    label: str | None
    value: int


class DiceMissing(ValueError):
    """Dice are needed that only the table can roll."""

    slug = "dice_missing"

    def __init__(self, missing: tuple[Missing, ...]) -> None:
        rolls = ", ".join(f"{die.notation} for {die.label!r}" for die in missing)
        super().__init__(f"Dice are missing; roll and send {rolls}.")
        self.missing = missing


class Supply:
    """The dice of one run of a rule.

    A die is looked for on the earlier tape under its label, index and sides, then among the typed dice, then asked of
    the server. Typed dice go by label, or as one list in rolling order; dice found on the tape use up none of them.
    Without a server, and with typed dice unless `mixing` is allowed, nothing is asked of the server.
    """

    def __init__(
        self,
        earlier: Tape,
        typed: Mapping[str, Sequence[int]] | Sequence[int] = (),
        source: TypedSource = Source.TABLE,
        server: Server | None = None,
        *,
        mixing: bool = False,
        origin: Origin = "epoch",
    ) -> None:
        by_label: Iterable[tuple[str | None, Sequence[int]]]
        by_label = typed.items() if isinstance(typed, Mapping) else [(None, typed)]
        self._typed = {label: deque(values) for label, values in by_label}
        self._earlier = {die.key: die for die in earlier}
        self._source = source
        self._origin = origin
        self._server = server if mixing or not any(self._typed.values()) else None
        self._indices: dict[str, int] = {}
        self._drawn: list[Die] = []
        self._new: list[Die] = []

    def draw(self, label: str, sides: int, *, sealed: bool = False) -> Die:
        """The next die of a label; `sealed` where not everyone may see it. Raises `DiceMissing`, `DieOutOfRange`."""
        index = self._indices.get(label, 0)
        die = self._earlier.get((label, index, sides))
        if die is None:
            die = self._typed_die(label, index, sides) or self._server_die(label, index, sides, sealed)
            self._new.append(die)
        self._indices[label] = index + 1
        self._drawn.append(die)
        return die

    def demand(self, label: str, sides: Iterable[int]) -> None:
        """Draws nothing, but raises `DiceMissing` with all of the next dice of a label that nobody can give.

        Asked before a roll, so that a table is told of all its dice at once and not of one after the other.
        """
        if self._server is not None:
            return
        typed = self._hand(label)
        start = self._indices.get(label, 0)
        wanted = [(label, index, count) for index, count in enumerate(sides, start)]
        wanted = [key for key in wanted if key not in self._earlier]
        if missing := wanted[len(typed) :]:
            raise DiceMissing(tuple(_missing(*key) for key in missing))

    def leftover(self) -> tuple[Spare, ...]:
        return tuple(Spare(label, value) for label, values in self._typed.items() for value in values)

    @property
    def drawn(self) -> tuple[Die, ...]:
        """All dice of this run, in rolling order."""
        return tuple(self._drawn)

    @property
    def new(self) -> tuple[Die, ...]:
        """The dice of this run that the earlier tape does not hold."""
        return tuple(self._new)

    @property
    def is_preview(self) -> bool:
        """Whether this is a dry run, whose dice nobody keeps."""
        return self._origin == "preview"

    @property
    def drew_server(self) -> bool:
        """Whether this run asked a committed seed for a die, and so must leave an entry."""
        return any(die.source is Source.SERVER for die in self._new)

    def _hand(self, label: str) -> deque[int]:
        return self._typed.get(None) or self._typed.get(label) or deque()

    def _typed_die(self, label: str, index: int, sides: int) -> Die | None:
        hand = self._hand(label)
        return Die(label, index, sides, hand.popleft(), self._source) if hand else None

    def _server_die(self, label: str, index: int, sides: int, sealed: bool) -> Die:
        if self._server is None:
            raise DiceMissing((_missing(label, index, sides),))
        value = self._server(label, index, sides, sealed)
        if self._origin == "preview":
            return Die(label, index, sides, value, Source.PREVIEW)
        seed: Seed = self._origin if self._origin == "amendment" else "sealed" if sealed else "open"
        return Die(label, index, sides, value, Source.SERVER, seed)


def _missing(label: str, index: int, sides: int) -> Missing:
    return Missing(label, index, sides, f"1d{sides}")
