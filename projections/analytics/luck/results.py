"""A test of results: the expected number of successes by dice and targets, and its exact tail.

The number of successes among rolls with chances of their own follows a Poisson binomial distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from projections.analytics.luck import evidence


class Results(NamedTuple):
    """The results of some rolls: how many, how many successes there were, how many are expected, and how odd that is.

    `luckier` and `unluckier` are the chances of at least and at most so many; `p` is that of anything as far off on either side. `e` is the
    e-value against chance.
    """

    rolls: int
    successes: int
    expected: float
    spread: float
    luckier: float
    unluckier: float
    p: float
    e: float

    @property
    def effect(self) -> float:
        """The percentage points by which the share of successes is above what is expected."""
        return 100 * (self.successes - self.expected) / self.rolls if self.rolls else 0.0


def results(chances: Sequence[float], successes: Sequence[bool]) -> Results:
    """Compare successes with the chance that each roll had. Raises ValueError where their numbers differ."""
    if len(chances) != len(successes):
        raise ValueError("each roll has a chance and an outcome")
    number = sum(successes)
    if not chances:
        return Results(0, 0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0)
    distribution = _distribution(chances)
    luckier, unluckier = (_kept(float(tail.sum())) for tail in (distribution[number:], distribution[: number + 1]))
    return Results(
        rolls=len(chances),
        successes=number,
        expected=sum(chances),
        spread=sum(chance * (1 - chance) for chance in chances) ** 0.5,
        luckier=luckier,
        unluckier=unluckier,
        p=min(1.0, 2 * min(luckier, unluckier)),
        e=evidence.as_e_value(evidence.of_results(chances, successes)),
    )


def _distribution(chances: Sequence[float]) -> NDArray[np.float64]:
    """Return how likely each number of successes is. Rolls of one chance are taken together; what is added up is never negative, so that
    rare numbers of successes are as exact as common ones."""
    distribution: NDArray[np.float64] = np.ones(1)
    for chance, rolls in Counter(chances).items():
        distribution = np.convolve(distribution, stats.binom.pmf(np.arange(rolls + 1), rolls, _kept(chance)))
    return distribution


def _kept(chance: float) -> float:
    return min(1.0, max(0.0, chance))
