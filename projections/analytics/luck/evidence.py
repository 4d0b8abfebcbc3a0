"""Evidence against chance that may be looked at after every session: e-values.

An e-value is what a gambler would have who began with 1 and bet on the dice being loaded, at odds that are fair if they are not. So it is 1 or
less on average as long as chance alone is at work, and the chance that it ever reaches 100 is at most 1 in 100, however often one looks
(Ville's inequality; Ramdas and others, "Game-theoretic statistics and safe anytime-valid inference", 2023). It may go on being multiplied
by what comes later. A p-value may not be looked at twice.

The bets are mixtures of ways in which dice are wrong: one face too often or too seldom, high faces or low ones too often, or any unevenness.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special, stats

Floats: TypeAlias = NDArray[np.float64]

FACTORS: Final = (0.5, 1.25, 1.5, 2.0, 3.0)
"""Factors by which one face may come up too often or too seldom."""
TILTS: Final = (-0.5, -0.25, 0.25, 0.5)
"""The tilt of a wrong die: the logarithm of the ratio between the chances of its highest face and a middle one."""
EVENNESS: Final = (1.0, 10.0, 100.0)
"""Concentrations of the Dirichlet mixtures that stand for any unevenness, from wild to slight."""
SINGLE, TILTED, ANY = 0.5, 0.25, 0.25
"""The stake on each way of being wrong."""

ODDS: Final = (0.25, 0.5, 0.7, 1.5, 2.0, 4.0)
"""Factors by which the odds of success of every roll may be wrong."""

LARGEST: Final = 700.0
"""The largest logarithm of an e-value that is told: what lies above it has no floating-point number."""


def of_faces(counts: ArrayLike) -> Floats:
    """Return the logarithm of the e-value against a fair die, of how often each face was shown (last axis)."""
    shown: Floats = np.asarray(counts, dtype=float)
    parts = (
        log(SINGLE) + _single(shown),
        log(TILTED) + _tilted(shown),
        log(ANY) + _uneven(shown),
    )
    log_evidence: Floats = special.logsumexp(np.stack(parts), axis=0)
    return log_evidence


def _mean(logs: list[Floats]) -> Floats:
    log_evidence: Floats = special.logsumexp(np.stack(logs), axis=0) - log(len(logs))
    return log_evidence


def _single(shown: Floats) -> Floats:
    """One face too often or too seldom, the others alike: the mean over faces and factors."""
    sides, throws = shown.shape[-1], shown.sum(axis=-1, keepdims=True)
    bets = []
    for factor in (each for each in FACTORS if each < sides):
        rest = (sides - factor) / (sides - 1)
        ratio = shown * log(factor) + (throws - shown) * log(rest)
        bets.append(special.logsumexp(ratio, axis=-1) - log(sides))
    return _mean(bets)


def _tilted(shown: Floats) -> Floats:
    """High faces, or low ones, too often: chances that grow evenly from the lowest to the highest."""
    sides = shown.shape[-1]
    steps = np.linspace(-1, 1, sides)
    return _mean([shown @ (tilt * steps - special.logsumexp(tilt * steps) + log(sides)) for tilt in TILTS])


def _uneven(shown: Floats) -> Floats:
    """Any unevenness: chances drawn from symmetric Dirichlet distributions."""
    sides, throws = shown.shape[-1], shown.sum(axis=-1)
    return _mean(
        [
            special.gammaln(sides * evenness)
            - special.gammaln(throws + sides * evenness)
            + (special.gammaln(shown + evenness) - special.gammaln(evenness)).sum(axis=-1)
            + throws * log(sides)
            for evenness in EVENNESS
        ]
    )


def of_results(chances: ArrayLike, successes: ArrayLike) -> float:
    """Return the logarithm of the e-value against chance, of rolls with the chance and the success (1 or 0) of each.

    The bet is that the odds of every roll are some number of times what they should be. Rolls that cannot fail or succeed tell nothing.
    """
    return float(of_results_after(chances, successes, [np.size(chances)])[0])


def of_results_after(chances: ArrayLike, successes: ArrayLike, ends: ArrayLike) -> Floats:
    """Return the logarithms of the e-values of the first so many rolls, for each of some numbers of them."""
    p: Floats = np.asarray(chances, dtype=float)
    x: Floats = np.asarray(successes, dtype=float)
    tells = (p > 0) & (p < 1)
    bets = []
    for times in ODDS:
        won = np.where(tells, x * log(times) - np.log1p(p * (times - 1)), 0.0)
        bets.append(np.concatenate([[0.0], won.cumsum()])[np.asarray(ends, dtype=int)])
    return _mean(bets)


def as_e_value(logarithm: float) -> float:
    """Return the e-value of a logarithm; of one beyond all numbers, the largest that is told."""
    return exp(min(LARGEST, logarithm))


def throws_needed(sides: int, factor: float, *, alarm: float, power: float = 0.9) -> int:
    """Return after how many throws a die of which one face comes up `factor` times as often is found with such a chance.

    `alarm` is the e-value that it takes. The gain of the bet on just that face in a throw is known: its mean and spread
    say how many throws bring it over the alarm and over what the other bets lost. Raises ValueError for a fair die.
    """
    if factor == 1:
        raise ValueError("a fair die is not found")
    rest = (sides - factor) / (sides - 1)
    chances, wins = (factor / sides, 1 - factor / sides), (log(factor), log(rest))
    mean = sum(chance * win for chance, win in zip(chances, wins, strict=True))
    spread = sqrt(sum(chance * (win - mean) ** 2 for chance, win in zip(chances, wins, strict=True)))
    goal = log(alarm) + log(sides * len([each for each in FACTORS if each < sides]) / SINGLE)
    z = float(stats.norm.ppf(power))
    root = (z * spread + sqrt((z * spread) ** 2 + 4 * mean * goal)) / (2 * mean)
    return int(np.ceil(root**2))
