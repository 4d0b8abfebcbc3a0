"""The verdict on dice and results: corrected for all that was looked at, and put into words that claim no more than they show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from projections.analytics.luck import evidence
from projections.analytics.luck.evidence import as_e_value
from projections.analytics.luck.results import Results
from projections.analytics.luck.uniformity import interval, uniformity
from projections.phrases.messages import Part, Phrase, Quantity, phrase

FALSE_ALARMS: Final = 0.01
"""The chance that chance alone ever raises an alarm in a campaign, over all tests and all sessions."""

FIRST_TESTS: Final = 10
"""The number of tests that share the first half of it; the next 20 share half of the rest, and so on, without end."""


class Deviation(NamedTuple):
    """The distance of something from what is expected: how often it came up in so many trials, the share of them that is expected, and the interval of its true share.

    Of a die it is the `face` that is furthest off, of results the success.
    """

    times: int
    trials: int
    expected: float
    low: float
    high: float
    face: int | None = None

    @property
    def share(self) -> float:
        """The share of trials in which it came up."""
        return self.times / self.trials


class LuckTest(NamedTuple):
    """A test of luck: its subject, its p-value, its e-value, and a sentence on its result.

    `off` is how far it is off; None where there was nothing to test. `proven` says that its dice are the server's.
    """

    what: Part
    p: float
    e: float
    result: Part
    off: Deviation | None = None
    proven: bool = False


class Verdict(NamedTuple):
    """A test after correction: the p-value by Holm's method, the e-value at which it would be an alarm, and the sentence."""

    what: Part
    p: float
    adjusted: float
    e: float
    alarm_at: float
    sentence: Part

    @property
    def alarm(self) -> bool:
        """Whether chance does not explain it."""
        return self.e >= self.alarm_at


def of_die(what: Part, counts: Sequence[int], *, proven: bool = False) -> LuckTest:
    """Test a die by how often it has shown each face, from 1 up."""
    fit = uniformity(counts)
    odd = fit.odd
    off = None if odd is None else Deviation(odd.times, fit.throws, 1 / fit.sides, odd.low, odd.high, odd.face)
    return LuckTest(what, fit.p, as_e_value(float(evidence.of_faces(counts))), _faces(off), off, proven)


def of_results(what: Part, tally: Results, *, done: str = "luck.succeeded", proven: bool = False) -> LuckTest:
    """Test results against the chances that they had; `done` is the message of what those that count as a success did."""
    rolls = phrase("count.rolls", count=Quantity(tally.rolls))
    result = phrase(
        "luck.tally",
        successes=tally.successes,
        rolls=rolls,
        done=phrase(done),
        expected=Quantity(tally.expected, decimals=1),
        luckier=_percent(tally.luckier),
        unluckier=_percent(tally.unluckier),
    )
    return LuckTest(what, tally.p, tally.e, result, _deviation(tally), proven)


def _deviation(tally: Results) -> Deviation | None:
    """Return how far results are off. The interval is that of rolls that are all alike: of others it is a little too wide."""
    if not tally.rolls:
        return None
    low, high = interval(tally.successes, tally.rolls)
    return Deviation(tally.successes, tally.rolls, tally.expected / tally.rolls, low, high)


def judged(tests: Sequence[LuckTest], *, false_alarms: float = FALSE_ALARMS) -> tuple[Verdict, ...]:
    """Correct for all tests that were made. They come in the order in which there first was anything to test.

    The chance of any false alarm, ever, is at most `false_alarms`, whatever tests join later: each has a share of it that does not change.
    """
    adjusted = _holm([test.p for test in tests])
    return tuple(
        _verdict(test, p, alarm_at, len(tests))
        for test, p, alarm_at in zip(tests, adjusted, _alarms(false_alarms), strict=False)
    )


def _alarms(false_alarms: float) -> Iterator[float]:
    """The e-value that is an alarm, for one test after the other."""
    block, share = FIRST_TESTS, false_alarms / 2
    while True:
        yield from [block / share] * block
        block, share = 2 * block, share / 2


def alarm_at(place: int, *, false_alarms: float = FALSE_ALARMS) -> float:
    """Return the e-value at which the test at a place, from 0 up, is an alarm."""
    return next(each for i, each in enumerate(_alarms(false_alarms)) if i == place)


def _holm(values: Sequence[float]) -> list[float]:
    """p-values as they count among that many (Holm, 1979)."""
    rising = sorted(range(len(values)), key=lambda i: values[i])
    adjusted, least = [1.0] * len(values), 0.0
    for rank, i in enumerate(rising):
        least = max(least, min(1.0, (len(values) - rank) * values[i]))
        adjusted[i] = least
    return adjusted


def _verdict(test: LuckTest, adjusted: float, alarm: float, tests: int) -> Verdict:
    number = phrase("count.tests", count=Quantity(tests))
    if test.e < alarm:
        sentence = phrase("luck.not_unusual", what=test.what, tests=number, result=test.result)
    else:
        sentence = phrase(
            "luck.alarm",
            what=test.what,
            result=test.result,
            evidence=_to_one(test.e),
            tests=number,
            alarm=_to_one(alarm),
            reasons=phrase("luck.server_reasons") if test.proven else phrase("luck.typed_reasons"),
        )
    return Verdict(test.what, test.p, adjusted, test.e, alarm, sentence)


def _faces(off: Deviation | None) -> Phrase:
    if off is None:
        return phrase("luck.never_thrown")
    return phrase(
        "luck.faces",
        throws=phrase("count.throws", count=Quantity(off.trials)),
        face=off.face or 0,
        share=_percent(off.share),
        expected=_percent(off.expected),
        low=_percent(off.low),
        high=_percent(off.high),
    )


def _percent(share: float) -> Phrase:
    return phrase("count.percent", share=Quantity(100 * share, decimals=1))


def _to_one(e: float) -> Phrase:
    return phrase("luck.to_one", e=Quantity(e)) if e < 1e9 else phrase("luck.billion_to_one")
