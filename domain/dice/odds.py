"""Odds: how likely each total of a roll is, exactly but for the rounding of floating-point numbers.

Dice of a group are alike and independent, so a group is worked out value by value, from the end at which dice are kept, and never die by
die. A die that explodes may go on without end: what is less likely than `NEGLIGIBLE` is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, reduce
from itertools import count
from math import comb, prod
from typing import Final, NamedTuple, TypeAlias, assert_never

from domain.dice.expression import (
    Constant,
    Dice,
    DiceProduct,
    DiceQuotient,
    DiceSum,
    Expression,
    Labelled,
    Negate,
    Selection,
    largest,
)
from domain.dice.notation import DICE, parse

Odds: TypeAlias = Mapping[int, float]
"""The chance of each total that can come out; together they are 1."""

NEGLIGIBLE: Final = 1e-15
MOST: Final = 5_000
"""The maximum number of sides of a die whose odds are computed."""
PAIRS: Final = 1_000_000
"""The maximum number of pairs of totals added up in one step."""


class OddsTooLarge(ValueError):
    """A roll has too many totals for its odds to be worked out."""

    slug = "odds-too-large"


@lru_cache(maxsize=4_096)
def odds_of(text: str) -> Odds:
    """Return the odds of a roll in dice notation. Raises NotationError, OddsTooLarge."""
    return odds(parse(text))


def odds(expression: Expression) -> Odds:
    """Return the odds of a roll. Raises OddsTooLarge."""
    if largest(expression, DICE if _explodes(expression) else 0) > 2**53:
        raise OddsTooLarge("its totals are too large")
    return dict(sorted(_odds(expression).items()))


def at_least(chances: Odds, target: int) -> float:
    """Return how likely a total is that reaches a target."""
    return sum(chance for total, chance in chances.items() if total >= target)


def _explodes(expression: Expression) -> bool:
    match expression:
        case Dice(explosion=explosion):
            return explosion is not None
        case Constant():
            return False
        case Negate(of) | Labelled(of) | DiceQuotient(of):
            return _explodes(of)
        case DiceProduct(parts) | DiceSum(parts):
            return any(map(_explodes, parts))
        case _:
            assert_never(expression)


def _odds(expression: Expression) -> Odds:
    match expression:
        case Constant(value):
            return {value: 1.0}
        case Dice():
            return _group(expression)
        case Negate(of):
            return _mapped(_odds(of), lambda total: -total)
        case Labelled(of):
            return _odds(of)
        case DiceQuotient(dividend, divisor):
            return _mapped(_odds(dividend), lambda total: total // divisor)
        case DiceProduct(factors):
            return reduce(lambda one, other: _combined(one, other, lambda a, b: a * b), map(_odds, factors))
        case DiceSum(terms):
            return reduce(_added, map(_odds, terms))
        case _:
            assert_never(expression)


def _mapped(chances: Odds, what: Callable[[int], int]) -> Odds:
    chances_by_total: defaultdict[int, float] = defaultdict(float)
    for total, chance in chances.items():
        chances_by_total[what(total)] += chance
    return chances_by_total


def _combined(one: Odds, other: Odds, how: Callable[[int, int], int]) -> Odds:
    if len(one) * len(other) > PAIRS:
        raise OddsTooLarge("it has too many totals")
    chances_by_total: defaultdict[int, float] = defaultdict(float)
    for a, first in one.items():
        for b, second in other.items():
            chances_by_total[how(a, b)] += first * second
    return chances_by_total


def _added(one: Odds, other: Odds) -> Odds:
    return _combined(one, other, lambda a, b: a + b)


def _times(chances: Odds, times: int) -> Odds:
    """The sum of so many independent totals, by doubling."""
    chances_by_total: Odds = {0: 1.0}
    while times:
        if times % 2:
            chances_by_total = _added(chances_by_total, chances)
        times //= 2
        chances = _added(chances, chances) if times else chances
    return chances_by_total


def _faces(dice: Dice) -> Odds:
    """The chance of each face that a die of a group may show when its rerolls are over."""
    again = set() if dice.reroll is None else set(dice.reroll.when.faces(dice.sides))
    if dice.reroll is None or not dice.reroll.once:
        left = dice.sides - len(again)
        return {face: 1 / left for face in range(1, dice.sides + 1) if face not in again}
    second = len(again) / dice.sides**2
    return {face: second + (0 if face in again else 1 / dice.sides) for face in range(1, dice.sides + 1)}


def _worth(dice: Dice, face: int) -> int:
    if dice.fate:
        return face - 2
    return min(max(face, dice.minimum or 1), dice.maximum or dice.sides)


def _score(dice: Dice, value: int) -> int:
    """Return what a die that is kept adds to its group: its value, or whether it is a success or a failure."""
    if dice.success is None:
        return value
    return dice.success.holds(value) - (dice.failure is not None and dice.failure.holds(value))


class _Alike(NamedTuple):
    """A number of dice, each with the same chances of its values."""

    number: int
    values: Odds


def _group(dice: Dice) -> Odds:
    """The odds of a group of like dice."""
    if dice.sides > MOST or dice.count * dice.sides > 10 * MOST:
        raise OddsTooLarge("it has too many totals")
    faces = _faces(dice)
    ends, goes_on = _split(dice, faces)
    if dice.selection is None:
        return _scored(dice, ends, goes_on)
    chances_by_total: defaultdict[int, float] = defaultdict(float)
    for more, chance in _explosions(dice.count, goes_on):
        hand = (_Alike(dice.count, _normed(ends)), _Alike(more, _normed(goes_on)))
        for total, share in _selected(dice, hand, dice.selection).items():
            chances_by_total[total] += chance * share
    return chances_by_total


def _split(dice: Dice, faces: Odds) -> tuple[Odds, Odds]:
    """The chances of the values with which a die ends, and of those with which another one is rolled."""
    ends: defaultdict[int, float] = defaultdict(float)
    goes_on: defaultdict[int, float] = defaultdict(float)
    for face, chance in faces.items():
        explodes = dice.explosion is not None and dice.explosion.holds(face)
        (goes_on if explodes else ends)[_worth(dice, face)] += chance
    return ends, goes_on


def _scored(dice: Dice, ends: Odds, goes_on: Odds) -> Odds:
    """The odds of a group of which every die counts: of each die with all that its explosions bring."""
    last, more = (_mapped(each, lambda value: _score(dice, value)) for each in (ends, goes_on))
    single: defaultdict[int, float] = defaultdict(float)
    so_far: Odds = {0: 1.0}
    while so_far:
        for total, chance in _added(so_far, last).items():
            single[total] += chance
        so_far = (
            {total: chance for total, chance in _added(so_far, more).items() if chance > NEGLIGIBLE} if more else {}
        )
    return _times(single, dice.count)


def _explosions(dice: int, goes_on: Odds) -> Iterable[tuple[int, float]]:
    """Yield how many further dice the explosions of some dice bring, each with its chance."""
    again = sum(goes_on.values())
    for more in count():
        chance = comb(dice - 1 + more, more) * again**more * (1 - again) ** dice
        if chance <= NEGLIGIBLE and more > dice * again / (1 - again):
            return
        yield more, chance
        if not again:
            return


def _normed(chances: Odds) -> Odds:
    whole = sum(chances.values())
    return {value: chance / whole for value, chance in chances.items()} if whole else {}


def _selected(dice: Dice, hand: tuple[_Alike, ...], selection: Selection) -> Odds:
    """The odds of a hand of which only some dice count, value by value from the end that is kept."""
    number = sum(alike.number for alike in hand)
    kept = min(selection.number, number) if selection.verb == "k" else max(0, number - selection.number)
    from_top = (selection.end == "h") == (selection.verb == "k")
    values = sorted({value for alike in hand if alike.number for value in alike.values}, reverse=from_top)
    states: dict[tuple[tuple[int, ...], int, int], float] = {(tuple(a.number for a in hand), kept, 0): 1.0}
    for place, value in enumerate(values):
        chances = [_share(alike.values, value, values[place:]) for alike in hand]
        states = _shown(states, chances, _score(dice, value))
    chances_by_total: defaultdict[int, float] = defaultdict(float)
    for (_, _, total), chance in states.items():
        chances_by_total[total] += chance
    return chances_by_total


def _share(chances: Odds, value: int, left: list[int]) -> float:
    """The chance of a value among those that are left; that of the last one is 1."""
    chance = chances.get(value, 0.0)
    return chance / sum(chances.get(other, 0.0) for other in left) if chance else 0.0


def _shown(
    states: dict[tuple[tuple[int, ...], int, int], float], chances: list[float], score: int
) -> dict[tuple[tuple[int, ...], int, int], float]:
    """Let every number of the dice that are left show a value, and keep them as long as any are to be kept."""
    chances_by_faces: defaultdict[tuple[tuple[int, ...], int, int], float] = defaultdict(float)
    for (left, to_keep, total), so_far in states.items():
        if not to_keep:
            chances_by_faces[tuple(0 for _ in left), 0, total] += so_far
            continue
        for showing in _ways(left):
            chance = so_far * prod(
                comb(n, k) * p**k * (1 - p) ** (n - k) for n, k, p in zip(left, showing, chances, strict=True)
            )
            if chance:
                taken = min(to_keep, sum(showing))
                after = tuple(n - k for n, k in zip(left, showing, strict=True))
                chances_by_faces[after, to_keep - taken, total + taken * score] += chance
    return chances_by_faces


def _ways(left: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Yield how many dice of each sort may show a value."""
    if not left:
        yield ()
        return
    for first in range(left[0] + 1):
        for others in _ways(left[1:]):
            yield (first, *others)
