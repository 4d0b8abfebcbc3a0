"""Whether the faces that a die has shown are as even as those of a fair one: a p-value, and how far off each face is.

Where few throws are expected of each face, the χ² distribution is wrong: the chance of every outcome is added up there, and where there are
too many outcomes, so many fair dice are thrown. A p-value is for one look at numbers that were not chosen by how they look; whether to
worry is a question for `evidence`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, exp, lgamma, log
from typing import Final, Literal, NamedTuple

import numpy as np
from scipy import stats

Method = Literal["exact", "simulated", "chi-squared"]

ENOUGH: Final = 5
"""How many throws of each face are expected where χ² is right (Cochran, 1954)."""
MOST_OUTCOMES: Final = 20_000
"""How many outcomes are gone through one by one."""
SIMULATED: Final = 19_999
"""How often a fair die is thrown as often where there are more."""
SURE: Final = 0.95
"""How sure the intervals are."""


class Face(NamedTuple):
    """A face of a die: how often it was shown, its share of all throws, and the interval that holds its chance (Clopper and Pearson)."""

    face: int
    times: int
    share: float
    low: float
    high: float


class Uniformity(NamedTuple):
    """What the throws of a die of some `sides` come to. `odd` is the face that is furthest off; None without any throw."""

    sides: int
    throws: int
    p: float
    method: Method
    odd: Face | None


def uniformity(counts: Sequence[int]) -> Uniformity:
    """Compare how often each face was shown, from 1 up, with a fair die. Raises ValueError for fewer than two faces."""
    sides, throws = len(counts), sum(counts)
    if sides < 2:
        raise ValueError("a die has at least two faces")
    odd = None if not throws else face(counts, max(range(sides), key=lambda i: abs(counts[i] - throws / sides)) + 1)
    p, method = _p_value(counts, throws)
    return Uniformity(sides, throws, p, method, odd)


def face(counts: Sequence[int], number: int) -> Face:
    """Return how often a face was shown, with the interval of its chance."""
    times, throws = counts[number - 1], sum(counts)
    interval = stats.binomtest(times, throws).proportion_ci(SURE, method="exact")
    return Face(number, times, times / throws, float(interval.low), float(interval.high))


def _p_value(counts: Sequence[int], throws: int) -> tuple[float, Method]:
    sides = len(counts)
    if throws >= ENOUGH * sides:
        return float(stats.chisquare(counts).pvalue), "chi-squared"
    if comb(throws + sides - 1, sides - 1) <= MOST_OUTCOMES:
        return _exact(counts), "exact"
    return _simulated(counts), "simulated"


def _exact(counts: Sequence[int]) -> float:
    """The chance of all outcomes that are no more likely than this one (the exact multinomial test)."""
    likely = _log_chance(counts)
    chances = (_log_chance(outcome) for outcome in _outcomes(sum(counts), len(counts)))
    return min(1.0, sum(exp(chance) for chance in chances if chance <= likely + 1e-9))


def _log_chance(counts: Sequence[int]) -> float:
    throws = sum(counts)
    return lgamma(throws + 1) - sum(lgamma(times + 1) for times in counts) - throws * log(len(counts))


def _outcomes(throws: int, sides: int) -> Iterator[tuple[int, ...]]:
    if sides == 1:
        yield (throws,)
        return
    for times in range(throws + 1):
        for others in _outcomes(throws - times, sides - 1):
            yield (times, *others)


def _simulated(counts: Sequence[int]) -> float:
    """The share of fair dice that are at least as uneven, this one counted among them (Davison and Hinkley, 1997, section 4.2)."""
    sides, throws = len(counts), sum(counts)
    fair = np.random.default_rng(0).multinomial(throws, [1 / sides] * sides, size=SIMULATED)
    uneven = (np.square(fair - throws / sides)).sum(axis=1)
    this = float(np.square(np.asarray(counts) - throws / sides).sum())
    return (1 + int((uneven >= this - 1e-9).sum())) / (SIMULATED + 1)
