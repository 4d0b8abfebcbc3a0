"""The dice of an entry: the labels by which they go, the tape that holds them, dice that are drawn again after an undo, and
the dice that each roll shows."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from enum import StrEnum
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from domain.messages import text

REFERENCE: Final = r"(?:character|encounter|enclave|campaign)/[A-Za-z0-9_+-]+"
"""The pattern of a reference to an aggregate in a label."""

_IN_PLACE: Final = re.compile(rf"(?P<label>.+)/(?P<roller>{REFERENCE}|)@[0-9]+d[0-9]+")

_WITH_TARGET: Final = re.compile(rf"(?P<kind>.+?)/(?P<target>{REFERENCE})")


def label_of(kind: str, target: str = "") -> str:
    """The label of a roll of this kind, for this target if there is one."""
    return f"{kind}/{target}" if target else kind


def parts(label: str) -> tuple[str, str]:
    """A label's kind and target; "" where it has none."""
    match = _WITH_TARGET.fullmatch(label)
    return (match["kind"], match["target"]) if match else (label, "")


def resolved(label: str, find: Callable[[str], str]) -> str:
    """A label as it was sent, with references for handles: `damage/kestrel` is `damage/character/c-7`.

    `find` gives the reference behind a word, "" where it has none. A part that is a reference already stays, and so
    does the first part: it names the kind.
    """
    kind, *rest = label.split("/")
    words = [kind]
    while rest:
        if len(rest) > 1 and re.fullmatch(REFERENCE, "/".join(rest[:2])):
            words += rest[:2]
            rest = rest[2:]
        else:
            words.append(find(rest[0]) or rest[0])
            rest = rest[1:]
    return "/".join(words)


def in_place(roller: str, label: str, index: int, sides: int) -> str:
    """The label of a die for one place alone."""
    return f"{label}/{roller}@{index}d{sides}"


def is_in_place(label: str) -> bool:
    """Whether a label names one place alone."""
    return _IN_PLACE.fullmatch(label) is not None


def replaces(given: Collection[str], label: str) -> bool:
    """Whether dice sent under these labels take the place of the one that a label names alone."""
    match = _IN_PLACE.fullmatch(label)
    return label in given or (
        match is not None and not set(candidates(match["roller"], match["label"])).isdisjoint(given)
    )


def candidates(roller: str, label: str) -> tuple[str, ...]:
    """The labels under which dice may be sent for a roll, the most precise first: with its roller behind it, as it is,
    and by its kind alone."""
    kind, _ = parts(label)
    return tuple(dict.fromkeys((f"{label}/{roller}", label, kind)))


Seed: TypeAlias = Literal["open", "sealed", "amendment"]
"""The committed seed that a server die came from."""


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
        super().__init__(
            text("A d{sides} of {label!r} shows 1 to {sides}, not {value}.", sides=sides, label=label, value=value)
        )
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

    def __init__(self, die: Die, offered: Die) -> None:
        super().__init__(
            f"Die {die.index} of {die.label!r}, a d{die.sides}, is on the tape as {die.value} and stays; "
            f"a further die, here {offered.value}, takes the next index."
        )
        self.held = die
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

    `roller` is the reference of its roller, `label` the kind of the roll and, where one rolls for several, whom it is
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
        by_key: dict[DieKey, Die] = {}
        for die in self.dice:
            if by_key.setdefault(die.key, die) is not die:
                raise TapeConflict(by_key[die.key], die)

    @classmethod
    def from_dice(cls, dice: Iterable[Die]) -> Tape:
        return cls(tuple(dice))

    def __iter__(self) -> Iterator[Die]:
        return iter(self.dice)

    def __len__(self) -> int:
        return len(self.dice)

    def get(self, roller: str, label: str, index: int, sides: int) -> Die | None:
        return next((die for die in self.dice if die.key == (roller, label, index, sides)), None)


def merged(dice: Iterable[Die]) -> Tape:
    """The first die of each key: a revision may have recorded a die that another had recorded before it."""
    by_key: dict[DieKey, Die] = {}
    for die in dice:
        by_key.setdefault(die.key, die)
    return Tape.from_dice(by_key.values())


HandKey: TypeAlias = tuple[str, str, int, str]
"""The key of dice that are drawn again alike for any target: roller, kind, sides and seed."""


class StruckDraw(Struct, frozen=True):
    """The first draw of a die: the die and the deed that it was keyed to then."""

    entry: int
    kind: str
    tokens: Tokens
    index: int
    sides: int


def first_draw(deed: int, die: Die) -> StruckDraw | None:
    """Return the first draw of a die on a tape of this deed; None for one that nobody draws again: typed dice, those of
    an amendment seed, and older ones that were not keyed to their roller."""
    if die.seed not in ("open", "sealed") or die.tokens is None:
        return None
    entry, index = (deed, die.index) if die.first_draw is None else (die.first_draw.entry, die.first_draw.index)
    return StruckDraw(entry, parts(die.label)[0], die.tokens, index, die.sides)


class StruckDice(Struct, frozen=True):
    """Dice to be drawn again, each with where it was drawn first; oldest first."""

    dice: tuple[tuple[StruckDraw, Die], ...] = ()

    def without(self, drawn: Iterable[StruckDraw]) -> StruckDice:
        """Return the dice that have not been drawn again."""
        gone = set(drawn)
        return StruckDice(tuple(pair for pair in self.dice if pair[0] not in gone)) if gone else self


class StruckHands:
    """Struck dice as one deed draws them again, each once."""

    def __init__(self, struck: StruckDice) -> None:
        self._hands: dict[HandKey, deque[tuple[StruckDraw, Die]]] = {}
        for draw, die in struck.dice:
            hand = (die.roller, draw.kind, die.sides, str(die.seed))
            self._hands.setdefault(hand, deque()).append((draw, die))

    def take(self, roller: str, label: str, sides: int, seed: str) -> tuple[FirstDraw, Die] | None:
        """The next die for such a draw, and where it was drawn first; None where there is none left."""
        hand = self._hands.get((roller, parts(label)[0], sides, seed))
        if not hand:
            return None
        draw, die = hand.popleft()
        return FirstDraw(draw.entry, draw.index), die


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
