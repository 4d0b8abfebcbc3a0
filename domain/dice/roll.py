"""Rolling an expression with dice supplied by the caller."""

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from math import prod
from typing import Literal, TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.dice.notation import (
    DICE,
    Constant,
    Dice,
    DiceProduct,
    DiceQuotient,
    DiceSum,
    Expression,
    Labelled,
    Negate,
    Selection,
    groups,
)
from domain.messages import text

Draw: TypeAlias = Callable[[int], int]
"""Gives the face, from 1 up, that the next die of so many sides shows."""

_FATE_MIDDLE = 2
"""The face of a fate die that is worth nothing."""


class TooManyDice(ValueError):
    """Rerolls and explosions went on until the dice of an expression ran past the limit."""

    slug = "too_many_dice"

    def __init__(self, expression: Expression) -> None:
        super().__init__(
            text(
                "{expression} rolled more than {dice} dice; use fewer dice, or rerolls and explosions that end sooner.",
                expression=expression,
                dice=DICE,
            )
        )


class RolledDie(Struct, frozen=True, omit_defaults=True):
    """A die as it lies on the table.

    `order` is its place, from 0, among all dice of the expression; `face` what it shows, from 1 up; `value` what it is
    worth after bounds, and on fate dice. A `rerolled` die was taken up again and never counts; an `exploded` one
    brought the die after it.
    """

    order: int
    sides: int
    face: int
    value: int
    kept: bool = True
    rerolled: bool = False
    exploded: bool = False


class Term(Struct, frozen=True, omit_defaults=True):
    """A summand: its subtotal counts `sign` (1 or -1) times. The label is the innermost one around the summand.

    A product or quotient is one term. `successes` is its subtotal where its dice are counted instead of added.
    """

    sign: Literal[1, -1]
    notation: str
    subtotal: int
    label: str | None = None
    dice: tuple[RolledDie, ...] = ()
    successes: int | None = None


class Evaluation(Struct, frozen=True, omit_defaults=True):
    """The value of an expression: `total` is the sum of its signed subtotals, `successes` that of its counting terms."""

    total: int
    terms: tuple[Term, ...]
    successes: int | None = None

    @property
    def dice(self) -> tuple[RolledDie, ...]:
        """All dice in rolling order."""
        return tuple(chain.from_iterable(term.dice for term in self.terms))


def evaluate(expression: Expression, draw: Draw) -> Evaluation:
    """Rolls an expression from left to right; a reroll or an explosion draws next, before the rest of its group.

    Raises `TooManyDice`, after `DICE` draws.
    """
    hand = _Hand(expression, draw)
    terms = tuple(hand.terms(expression, 1, None))
    counted = [term.sign * term.successes for term in terms if term.successes is not None]
    return Evaluation(
        total=sum(term.sign * term.subtotal for term in terms),
        terms=terms,
        successes=sum(counted) if counted else None,
    )


def required(expression: Expression) -> tuple[int, ...]:
    """Return the sides of the dice that are rolled in any case, in rolling order.

    Rerolls and explosions are added, each after the die that called for it.
    """
    return tuple(chain.from_iterable(repeat(dice.sides, dice.count) for dice in groups(expression)))


class _Hand:
    """One pass over an expression, holding the dice of the term being rolled."""

    def __init__(self, expression: Expression, draw: Draw) -> None:
        self._whole = expression
        self._draw = draw
        self._drawn = 0
        self._term: list[RolledDie] = []

    def terms(self, expression: Expression, sign: Literal[1, -1], label: str | None) -> Iterator[Term]:
        match expression:
            case DiceSum(terms):
                for term in terms:
                    yield from self.terms(term, sign, label)
            case Negate(of):
                yield from self.terms(of, -1 if sign == 1 else 1, label)
            case Labelled(of, inner):
                yield from self.terms(of, sign, inner)
            case Constant() | Dice() | DiceProduct() | DiceQuotient():
                self._term = []
                subtotal = self.value(expression)
                counts = any(dice.success for dice in groups(expression))
                successes = subtotal if counts else None
                yield Term(sign, str(expression), subtotal, label, tuple(self._term), successes)
            case _:
                assert_never(expression)

    def value(self, expression: Expression) -> int:
        match expression:
            case Constant(value):
                return value
            case Dice():
                return self.group(expression)
            case Negate(of):
                return -self.value(of)
            case Labelled(of):
                return self.value(of)
            case DiceProduct(factors):
                return prod([self.value(factor) for factor in factors])
            case DiceQuotient(dividend, divisor):
                return self.value(dividend) // divisor
            case DiceSum(terms):
                return sum(self.value(term) for term in terms)
            case _:
                assert_never(expression)

    def group(self, dice: Dice) -> int:
        """Rolls a group, lays its dice down and says what it is worth."""
        rolled = [die for _ in range(dice.count) for die in self.chain(dice)]
        counting = [die for die in rolled if not die.rerolled]
        kept = {die.order for die in _selected(counting, dice.selection)}
        self._term += [replace(die, kept=die.order in kept) for die in rolled]
        values = [die.value for die in counting if die.order in kept]
        if dice.success is None:
            return sum(values)
        failures = sum(dice.failure.holds(value) for value in values) if dice.failure else 0
        return sum(dice.success.holds(value) for value in values) - failures

    def chain(self, dice: Dice) -> Iterator[RolledDie]:
        """One die of a group with the rerolls and explosions it brings."""
        once = dice.reroll is not None and dice.reroll.once
        may_reroll = again = True
        while again:
            face = self.next_face(dice.sides)
            rerolled = may_reroll and dice.reroll is not None and dice.reroll.when.holds(face)
            exploded = not rerolled and dice.explosion is not None and dice.explosion.holds(face)
            yield RolledDie(self._drawn - 1, dice.sides, face, _worth(dice, face), rerolled=rerolled, exploded=exploded)
            # A single reroll is spent by the die it replaces; the die of an explosion has its own.
            may_reroll = not (rerolled and once)
            again = rerolled or exploded

    def next_face(self, sides: int) -> int:
        if self._drawn == DICE:
            raise TooManyDice(self._whole)
        self._drawn += 1
        return self._draw(sides)


def _worth(dice: Dice, face: int) -> int:
    if dice.fate:
        return face - _FATE_MIDDLE
    low = 1 if dice.minimum is None else dice.minimum
    high = dice.sides if dice.maximum is None else dice.maximum
    return min(max(face, low), high)


def _selected(dice: list[RolledDie], selection: Selection | None) -> list[RolledDie]:
    """Return the dice that count; of equal dice the one rolled first is chosen."""
    if selection is None:
        return dice
    ranked = sorted(dice, key=lambda die: die.value, reverse=selection.end == "h")
    return ranked[: selection.number] if selection.verb == "k" else ranked[selection.number :]
