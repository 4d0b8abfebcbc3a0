"""A test of faces: a p-value for a fair die, and each face's distance from its expected share.

Where few throws are expected of each face, the χ² distribution is wrong: the chance of every outcome is added up there,
and where there are too many outcomes, as many fair dice are simulated. A p-value is for one look at numbers that were
not chosen by their appearance; whether to worry is a question for `evidence`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb, exp, lgamma, log
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

Method = Literal["exact", "simulated", "chi-squared"]

ENOUGH: Final = 5
"""The expected throws of each face at which χ² is right (Cochran, 1954)."""
MOST_OUTCOMES: Final = 20_000
"""The maximum number of outcomes for which every chance is added up."""
SIMULATED: Final = 19_999
"""The number of simulated dice where there are more outcomes."""
SURE: Final = 0.95
"""The confidence of the intervals."""


class Face(NamedTuple):
    """A face of a die: how often it was shown, its share of all throws, and the interval that holds its chance.

    The intervals of all faces of a die hold at once, so that the one that is furthest off may be looked at alone.
    """

    face: int
    times: int
    share: float
    low: float
    high: float


class Uniformity(NamedTuple):
    """The throws of a die of some `sides`, summed up. `odd` is the face that is furthest off; None without any throw."""

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
    return Face(number, times, times / throws, *interval(times, throws, among=len(counts)))


def interval(times: int, trials: int, *, among: int = 1) -> tuple[float, float]:
    """Return the interval that holds the chance of what came up so often (Clopper and Pearson), `among` how many intervals that are sure together."""
    tail = (1 - SURE) / among / 2
    low = special.betaincinv(times, trials - times + 1, tail) if times else 0.0
    high = special.betaincinv(times + 1, trials - times, 1 - tail) if times < trials else 1.0
    return float(low), float(high)


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
    this = float(np.square(np.asarray(counts) - throws / sides).sum())
    fair = _unevenness_of_fair(sides, throws)
    as_uneven = len(fair) - int(np.searchsorted(fair, this - 1e-9))
    return (1 + as_uneven) / (SIMULATED + 1)


@lru_cache(maxsize=64)
def _unevenness_of_fair(sides: int, throws: int) -> NDArray[np.float64]:
    """Return the unevenness of simulated fair dice after so many throws, rising."""
    fair = np.random.default_rng(0).multinomial(throws, [1 / sides] * sides, size=SIMULATED)
    return np.sort(np.square(fair - throws / sides).sum(axis=1))
