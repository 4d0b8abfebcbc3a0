"""Expressions of rolls, as trees whose `str` is their canonical notation.

`domain.dice.notation` builds the trees and holds their limits; parsing `str(tree)` gives the same tree again.
"""

import operator
from collections.abc import Callable, Iterator
from math import prod
from typing import Final, Literal, TypeAlias, assert_never

from msgspec import Struct

Relation: TypeAlias = Literal["<", "<=", "=", ">=", ">"]

_RELATIONS: Final[dict[Relation, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


class Comparison(Struct, frozen=True):
    """A test of one die against a number."""

    relation: Relation
    number: int

    def __str__(self) -> str:
        return f"{self.relation}{self.number}"

    def holds(self, value: int) -> bool:
        return _RELATIONS[self.relation](value, self.number)

    def faces(self, sides: int) -> range:
        """The faces of a die from 1 to `sides` that pass; empty where none does."""
        match self.relation:
            case "<":
                return range(1, min(self.number, sides + 1))
            case "<=":
                return range(1, min(self.number, sides) + 1)
            case "=":
                return range(max(self.number, 1), min(self.number, sides) + 1)
            case ">=":
                return range(max(self.number, 1), sides + 1)
            case ">":
                return range(self.number + 1, sides + 1)
            case _:
                assert_never(self.relation)


class Reroll(Struct, frozen=True):
    """The faces that are rolled again: until another shows, or once, with the second die counting in any case."""

    when: Comparison
    once: bool = False

    def __str__(self) -> str:
        return f"{'ro' if self.once else 'r'}{_short(self.when)}"


class Selection(Struct, frozen=True):
    """The dice of a group that count: `number` of them kept or dropped, from the high or the low end."""

    verb: Literal["k", "d"]
    end: Literal["h", "l"]
    number: int

    def __str__(self) -> str:
        return f"{self.verb}{self.end}{self.number}"


class _Node(Struct, frozen=True):
    def __str__(self) -> str:
        return _notation(self)  # type: ignore[arg-type]  # every node is a member of the union below


class Constant(_Node, frozen=True, tag="constant"):
    """A number from 0 up; a negative one is its `Negate`."""

    value: int


class Dice(_Node, frozen=True, tag="dice", omit_defaults=True):
    """A group of like dice.

    Its operators work in this order, however they were written: rerolls and explosions look at the face a
    die shows; then `minimum` and `maximum` bound what each die is worth; then dice are kept or dropped; then what is
    left is added up, or counted where `success` is set.

    A fate die is a three-sided die worth -1, 0 or 1.
    """

    count: int
    sides: int
    fate: bool = False
    reroll: Reroll | None = None
    minimum: int | None = None
    maximum: int | None = None
    selection: Selection | None = None
    success: Comparison | None = None
    failure: Comparison | None = None
    explosion: Comparison | None = None


class Negate(_Node, frozen=True, tag="negate"):
    """The negative of its expression."""

    of: "Expression"


class DiceProduct(_Node, frozen=True, tag="product"):
    """Two or more factors."""

    factors: "tuple[Expression, ...]"


class DiceQuotient(_Node, frozen=True, tag="quotient"):
    """A division by a whole number from 1 up, rounded down, below zero too."""

    dividend: "Expression"
    divisor: int


class Labelled(_Node, frozen=True, tag="labelled"):
    """A term and what the table calls it: `[fire]`."""

    of: "Expression"
    label: str


class DiceSum(_Node, frozen=True, tag="sum"):
    """Two or more terms; a subtracted one is a `Negate`."""

    terms: "tuple[Expression, ...]"


Expression: TypeAlias = Constant | Dice | Negate | DiceProduct | DiceQuotient | Labelled | DiceSum


def groups(expression: Expression) -> Iterator[Dice]:
    """The groups of dice in rolling order, which is from left to right."""
    match expression:
        case Dice():
            yield expression
        case Constant():
            return
        case Negate(of) | Labelled(of):
            yield from groups(of)
        case DiceQuotient(dividend):
            yield from groups(dividend)
        case DiceProduct(parts) | DiceSum(parts):
            for part in parts:
                yield from groups(part)
        case _:
            assert_never(expression)


def largest(expression: Expression, dice: int) -> int:
    """A bound, either side of zero, on what an expression can come to when it rolls at most `dice` dice."""
    match expression:
        case Constant(value):
            return value
        case Dice():
            return (dice if expression.explosion else expression.count) * expression.sides
        case Negate(of) | Labelled(of):
            return largest(of, dice)
        case DiceQuotient(dividend):
            return largest(dividend, dice)
        case DiceProduct(factors):
            return prod(largest(factor, dice) for factor in factors)
        case DiceSum(terms):
            return sum(largest(term, dice) for term in terms)
        case _:
            assert_never(expression)


def faults(dice: Dice) -> Iterator[str]:
    """Yield what keeps the operators of a group from making sense together, a sentence each."""
    if dice.selection is not None:
        yield from _selection_faults(dice.selection, dice.count)
    if dice.fate:
        if any((dice.reroll, dice.minimum, dice.maximum, dice.success, dice.failure, dice.explosion)):
            yield "fate dice only keep and drop, as in 4dFkh3"
        return
    yield from _rolling_faults(dice)
    yield from _bounding_faults(dice)
    yield from _counting_faults(dice)


def _selection_faults(selection: Selection, count: int) -> Iterator[str]:
    match selection.verb:
        case "k" if not 1 <= selection.number <= count:
            yield f"of {count} dice, 1 to {count} can be kept"
        case "d" if not 1 <= selection.number < count:
            yield f"of {count} dice, 1 to {count - 1} can be dropped" if count > 1 else "a single die cannot be dropped"


def _rolling_faults(dice: Dice) -> Iterator[str]:
    rerolled = None if dice.reroll is None else dice.reroll.when
    for comparison in (rerolled, dice.explosion):
        if comparison is not None and not comparison.faces(dice.sides):
            yield f"a d{dice.sides} never shows {comparison}; name a face from 1 to {dice.sides}"
    # A single reroll lets the second die stand, so only endless rerolls and explosions can use up every face.
    endless = [] if dice.reroll is None or dice.reroll.once else [dice.reroll.when.faces(dice.sides)]
    endless += [] if dice.explosion is None else [dice.explosion.faces(dice.sides)]
    # The lowest face that none of the ranges holds is 1 or stands right behind one of them.
    behind = (face for face in (1, *(faces.stop for faces in endless)) if 1 <= face <= dice.sides)
    if not any(all(face not in faces for faces in endless) for face in behind):
        yield f"this would roll for ever; leave at least one face of the d{dice.sides} on which rolling ends"


def _bounding_faults(dice: Dice) -> Iterator[str]:
    low = 1 if dice.minimum is None else dice.minimum
    high = dice.sides if dice.maximum is None else dice.maximum
    if not 1 <= low <= high <= dice.sides:
        yield f"mi and ma of a d{dice.sides} lie from 1 to {dice.sides}, mi not above ma"


def _counting_faults(dice: Dice) -> Iterator[str]:
    if dice.failure is None:
        return
    if dice.success is None:
        yield "f takes failures from successes; say what a success is too, as in 6d6>=5f=1"
    elif _overlap(dice.success.faces(dice.sides), dice.failure.faces(dice.sides)):
        yield "no face can be success and failure at once"


def _overlap(one: range, other: range) -> bool:
    return max(one.start, other.start) < min(one.stop, other.stop)


def _short(comparison: Comparison) -> str:
    return str(comparison.number) if comparison.relation == "=" else str(comparison)


def _strength(expression: Expression) -> int:
    """Return how tightly a node's notation holds together; in the place of a stronger one it needs parentheses."""
    match expression:
        case DiceSum():
            return 0
        case Labelled():
            return 1
        case DiceQuotient():
            return 2
        case DiceProduct():
            return 3
        case Negate():
            return 4
        case Constant() | Dice():
            return 5
        case _:
            assert_never(expression)


def _within(expression: Expression, strength: int) -> str:
    return str(expression) if _strength(expression) >= strength else f"({expression})"


def _notation(expression: Expression) -> str:
    match expression:
        case Constant(value):
            return str(value)
        case Dice():
            return _dice_notation(expression)
        case Negate(of):
            return f"-{_within(of, 4)}"
        case DiceProduct(factors):
            return " * ".join(_within(factor, 4) for factor in factors)
        case DiceQuotient(dividend, divisor):
            return f"{_within(dividend, 3)} // {divisor}"
        case Labelled(of, label):
            return f"{_within(of, 2)} [{label}]"
        case DiceSum(terms):
            return _within(terms[0], 1) + "".join(_added(term) for term in terms[1:])
        case _:
            assert_never(expression)


def _added(term: Expression) -> str:
    return f" - {_within(term.of, 1)}" if isinstance(term, Negate) else f" + {_within(term, 1)}"


def _dice_notation(dice: Dice) -> str:
    """Explosion comes last: `!` before a success count would read as `!>=5`, exploding on 5 and up."""
    parts = [f"{dice.count}d{'F' if dice.fate else dice.sides}"]
    parts += [] if dice.reroll is None else [str(dice.reroll)]
    parts += [] if dice.minimum is None else [f"mi{dice.minimum}"]
    parts += [] if dice.maximum is None else [f"ma{dice.maximum}"]
    parts += [] if dice.selection is None else [str(dice.selection)]
    parts += [] if dice.success is None else [str(dice.success)]
    parts += [] if dice.failure is None else [f"f{dice.failure}"]
    if dice.explosion is not None:
        parts.append("!" if dice.explosion == Comparison("=", dice.sides) else f"!{dice.explosion}")
    return "".join(parts)
