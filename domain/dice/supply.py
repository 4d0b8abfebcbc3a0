"""Supplies of the dice of one decision: its earlier tape, dice from the sender, the server."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from domain.dice.tape import (
    Die,
    DieKey,
    Seed,
    Source,
    StruckDice,
    StruckHands,
    Tape,
    Tokens,
    candidates,
    in_place,
    is_in_place,
    parts,
)


class WantedDie(Struct, frozen=True):
    """A die that is asked of a server: the `index`-th that `roller` draws under `label`."""

    roller: str
    label: str
    index: int
    sides: int
    sealed: bool = False


Server: TypeAlias = Callable[[WantedDie], int]
"""Rolls a die; the same die always shows the same value."""

Tokenizer: TypeAlias = Callable[[str], str]
"""Gives the token of a reference (see `domain.dice.provable`)."""

TypedSource: TypeAlias = Literal[Source.TABLE, Source.GM, Source.IMPORTED]

Origin: TypeAlias = Literal["epoch", "amendment", "preview", "owed"]
"""The source of a server's dice: the epoch's open and sealed seeds, the amendment seed, or the key of a dry run;
`owed`: none, because the table still has to roll, and the die is only assumed.
"""


def assumed_face(wanted: WantedDie) -> int:
    """Return the face that a further die is assumed to show, which only the table can roll.

    It differs from die to die and from roller to roller, so that nobody rolls again, or rolls off a tie, for ever.
    """
    return crc32(f"{wanted.roller}/{wanted.index}".encode()) % wanted.sides + 1


class Roller(Struct, frozen=True):
    """A server with what stands behind it.

    `token_of` gives the tokens that its dice show; None where they show none. `epoch` is that of an amendment seed, 0 for
    the one seed that older campaigns had for all epochs.
    """

    roll: Server
    origin: Origin
    token_of: Tokenizer | None = None
    epoch: int = 0


class Missing(Struct, frozen=True):
    """A die that `roller` (a reference) has to roll. Where it is not `certain`, it depends on the dice before it."""

    label: str
    index: int
    sides: int
    notation: str
    roller: str = ""
    certain: bool = True


class SpareDie(Struct, frozen=True):
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


class Hand:
    """The dice that were sent along: by label, or as one list in rolling order."""

    def __init__(self, typed: Mapping[str, Sequence[int]] | Sequence[int] = ()) -> None:
        by_label: Iterable[tuple[str | None, Sequence[int]]]
        by_label = typed.items() if isinstance(typed, Mapping) else [(None, typed)]
        self._values = {label: deque(values) for label, values in by_label}

    def __bool__(self) -> bool:
        return any(self._values.values())

    def of(self, roller: str, label: str) -> deque[int]:
        """Return the dice for a roll: those of the most precise label that still has any (see `domain.dice.tape`)."""
        hands = (self._values.get(name) for name in (None, *candidates(roller, label)))
        return next((hand for hand in hands if hand), deque())

    def exactly(self, key: DieKey) -> deque[int]:
        """Return the dice for one place alone."""
        return self._values.get(in_place(*key), deque())

    def take(self, key: DieKey) -> int | None:
        """The next die for a place; None where none was sent."""
        hand = self.exactly(key) or self.of(key[0], key[1])
        return hand.popleft() if hand else None

    def left(self) -> dict[str | None, tuple[int, ...]]:
        """Return the dice that nothing has asked for yet, by label; None for the label of one list."""
        return {label: tuple(values) for label, values in self._values.items()}


class DiceSupply:
    """The dice of one run of a rule.

    A die is looked for on the earlier tape under its roller, label, index and sides, then among the typed dice, then asked
    of the server. Typed dice go by label, or as one list in rolling order; dice found on the tape use up none of them.
    Without a server, and with typed dice unless `mixing` is allowed, nothing is asked of the server. `older` are dice of
    the earlier tape that were not keyed to their roller yet, by the keys that they would have now; `struck` are dice of
    struck entries, which their rollers draw again before the server rolls new ones.
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
        token_of: Tokenizer | None = None,
        epoch: int = 0,
        older: Mapping[DieKey, Die] | None = None,
        struck: StruckDice | None = None,
    ) -> None:
        self._struck = StruckHands(struck) if struck else None
        self._given = earlier, typed, source, older
        self._hand = Hand(typed)
        self._earlier = {**(older or {}), **{die.key: die for die in earlier}}
        self._held = {die.key for die in earlier}
        self._source = source
        self._origin = origin
        self._token_of = token_of
        self._epoch = epoch
        self._server = server if mixing or not self._hand else None
        self._indices: dict[tuple[str, str], int] = {}
        self._demanded: dict[tuple[str, str], int] = {}
        self._drawn: list[Die] = []
        self._new: list[Die] = []

    def draw(self, label: str, sides: int, *, roller: str = "", sealed: bool = False) -> Die:
        """The next die that the roller draws under a label; `sealed` where not everyone may see it.

        Raises `DiceMissing`, `DieOutOfRange`.
        """
        index = self._indices.get((roller, label), 0)
        wanted = WantedDie(roller, label, index, sides, sealed)
        die = self._earlier.get((roller, label, index, sides))
        if die is None:
            die = self._typed_die(wanted) or self._server_die(wanted)
            self._new.append(die)
        elif die.key not in self._held:
            self._new.append(die)
        self._indices[roller, label] = index + 1
        self._drawn.append(die)
        return die

    def demand(self, label: str, sides: Iterable[int], roller: str = "") -> None:
        """Draw nothing, but raise `DiceMissing` with all the next dice of a label that cannot be supplied.

        Called before a roll, so that a table is told of all its dice at once.
        """
        start = self._indices.get((roller, label), 0)
        wanted = [(roller, label, index, count) for index, count in enumerate(sides, start)]
        # Only the first dice of a roller and label are assumed to be lowest or highest (see `assuming`).
        self._demanded.setdefault((roller, label), start + len(wanted))
        if self._server is not None:
            return
        wanted = [key for key in wanted if key not in self._earlier and not self._hand.exactly(key)]
        if missing := wanted[len(self._hand.of(roller, label)) :]:
            raise DiceMissing(tuple(_missing(WantedDie(*key)) for key in missing))

    def assuming(self, face: Callable[[int], int]) -> DiceSupply:
        """The same dice from the beginning, where each die that only the table can roll is assumed: what one of so many sides
        shows says `face`. Dice that others bring about, by exploding, being rolled again or rolling off a tie, go through all
        their sides, so that none goes on for ever."""
        earlier, typed, source, older = self._given

        def assumed(wanted: WantedDie) -> int:
            demanded = wanted.index < supply._demanded.get((wanted.roller, wanted.label), 0)
            return face(wanted.sides) if demanded else assumed_face(wanted)

        supply = DiceSupply(earlier, typed, source, assumed, mixing=True, origin="owed", older=older)
        return supply

    @property
    def assumed(self) -> tuple[Missing, ...]:
        """The dice of this run that were assumed, in rolling order."""
        drawn = (die for die in self._new if self._origin == "owed" and die.source is Source.PREVIEW)
        return tuple(_missing(WantedDie(die.roller, die.label, die.index, die.sides)) for die in drawn)

    def leftover(self) -> tuple[SpareDie, ...]:
        """The typed dice that nothing asked for; one that had fallen once may lie there for another time."""
        left = ((label, values) for label, values in self._hand.left().items() if not is_in_place(label or ""))
        return tuple(SpareDie(label, value) for label, values in left for value in values)

    @property
    def drawn(self) -> tuple[Die, ...]:
        """All dice of this run, in rolling order."""
        return tuple(self._drawn)

    @property
    def new(self) -> tuple[Die, ...]:
        """The dice of this run that the earlier tape does not hold under their keys."""
        return tuple(self._new)

    @property
    def is_preview(self) -> bool:
        """Whether this is a dry run, whose dice are thrown away."""
        return self._origin == "preview"

    @property
    def drew_server(self) -> bool:
        """Whether this run asked a committed seed for a die, and so must leave an entry."""
        return any(die.source is Source.SERVER and die.was is None for die in self._new)

    def _typed_die(self, wanted: WantedDie) -> Die | None:
        value = self._hand.take((wanted.roller, wanted.label, wanted.index, wanted.sides))
        if value is None:
            return None
        return Die(wanted.label, wanted.index, wanted.sides, value, self._source, roller=wanted.roller)

    def _server_die(self, wanted: WantedDie) -> Die:
        if self._server is None:
            raise DiceMissing((_missing(wanted),))
        if (again := self._drawn_again(wanted)) is not None:
            return again
        value, roller = self._server(wanted), wanted.roller
        if self._origin in ("preview", "owed"):
            return Die(wanted.label, wanted.index, wanted.sides, value, Source.PREVIEW, roller=roller)
        seed: Seed = "amendment" if self._origin == "amendment" else "sealed" if wanted.sealed else "open"
        die = Die(wanted.label, wanted.index, wanted.sides, value, Source.SERVER, seed, roller, self._tokens(wanted))
        return replace(die, epoch=self._epoch) if self._epoch else die

    def _drawn_again(self, wanted: WantedDie) -> Die | None:
        """The die that the roller drew for a struck entry, where there is one of the kind."""
        seed: Seed = "sealed" if wanted.sealed else "open"
        draw = self._struck.take(wanted.roller, wanted.label, wanted.sides, seed) if self._struck else None
        if draw is None:
            return None
        first, die = draw
        return replace(die, label=wanted.label, index=wanted.index, first_draw=first)

    def _tokens(self, wanted: WantedDie) -> Tokens | None:
        if self._token_of is None:
            return None
        return Tokens(self._token_of(wanted.roller), self._token_of(parts(wanted.label)[1]))


def _missing(wanted: WantedDie) -> Missing:
    return Missing(wanted.label, wanted.index, wanted.sides, f"1d{wanted.sides}", wanted.roller)
