"""The verdict on dice and results: corrected for all that was looked at, and put into words that claim no more than they show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import Final, NamedTuple

from projections.analytics.luck import evidence
from projections.analytics.luck.results import Results
from projections.analytics.luck.uniformity import Uniformity, uniformity

FALSE_ALARMS: Final = 0.01
"""The chance that chance alone ever raises an alarm in a campaign, over all tests and all sessions."""

FIRST_TESTS: Final = 10
"""How many tests share the first half of it; the next 20 share half of the rest, and so on, without end."""


class Finding(NamedTuple):
    """Something that was tested: what it is in words, its p-value, its e-value, and a sentence on what was found."""

    what: str
    p: float
    e: float
    found: str


class Verdict(NamedTuple):
    """A test after correction: the p-value by Holm's method, the e-value at which it would be an alarm, and the sentence."""

    what: str
    p: float
    adjusted: float
    e: float
    alarm_at: float
    sentence: str

    @property
    def alarm(self) -> bool:
        """Whether chance does not explain it."""
        return self.e >= self.alarm_at


def of_die(what: str, counts: Sequence[int]) -> Finding:
    """Test a die by how often it has shown each face, from 1 up."""
    found = uniformity(counts)
    e = exp(min(700.0, float(evidence.of_faces(counts))))
    return Finding(what, found.p, e, _faces(found))


def of_results(what: str, found: Results) -> Finding:
    """Test results against the chances that they had."""
    said = (
        f"{found.successes} of {_many(found.rolls, 'roll')} succeeded, where {found.expected:.1f} are expected; "
        f"at least so many do by chance {_percent(found.luckier)} of the time, at most so many {_percent(found.unluckier)}"
    )
    return Finding(what, found.p, found.e, said)


def judged(tests: Sequence[Finding], *, false_alarms: float = FALSE_ALARMS) -> tuple[Verdict, ...]:
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
    found, least = [1.0] * len(values), 0.0
    for rank, i in enumerate(rising):
        least = max(least, min(1.0, (len(values) - rank) * values[i]))
        found[i] = least
    return found


def _verdict(test: Finding, adjusted: float, alarm: float, tests: int) -> Verdict:
    looked = f"among {_many(tests, 'test')}"
    if test.e < alarm:
        said = f"{test.what}: nothing unusual {looked}. {_sentence(test.found)}"
    else:
        said = (
            f"{test.what}: chance does not explain this. {_sentence(test.found)} The evidence against chance is {_to_one(test.e)}; "
            f"{looked}, {_to_one(alarm)} is an alarm. A loaded die would look so; so would rolls that were left out, a face "
            "that is misread, or dice that were typed in from memory."
        )
    return Verdict(test.what, test.p, adjusted, test.e, alarm, said)


def _faces(found: Uniformity) -> str:
    if found.odd is None:
        return "It was never thrown"
    odd = found.odd
    return (
        f"In {_many(found.throws, 'throw')} it showed {odd.face} {_percent(odd.share)} of the time, where "
        f"{_percent(1 / found.sides)} are expected; its true share lies between {_percent(odd.low)} and {_percent(odd.high)} "
        "(95 % confidence)"
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _to_one(e: float) -> str:
    return f"{e:,.0f} to 1" if e < 1e9 else "more than a billion to 1"
