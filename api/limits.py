"""Rate limits: wrong tokens and codes by address, server-rolled dice by member.

Each process counts for itself and forgets when it ends; with several workers, or processes behind a proxy, the limits multiply.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from typing import Final

import msgspec

from api.problems import ApiProblem
from domain.messages import text

REMEMBERED: Final = 10_000
"""The number of addresses and members that a process remembers; the longest unused are forgotten first."""


class TooOften(ApiProblem):
    """The rate limit is reached; the request is possible again after `Retry-After` seconds."""

    status = 429
    title = "Too often"

    def __init__(self, detail: str, wait: float) -> None:
        seconds = max(1, ceil(wait))
        self.headers = {"Retry-After": str(seconds)}
        super().__init__(text("{detail}; try again in {seconds} seconds", detail=detail, seconds=seconds))


class TooManyGuesses(TooOften):
    """Too many tokens or codes that are not valid came from one address."""

    slug = "too-many-guesses"


class DiceBudgetExceeded(TooOften):
    """One member has had dice rolled too often in one campaign."""

    slug = "too-many-dice"


class Rate:
    """A limit of so many uses a minute for each key, with as many at once after a pause. 0 means no limit. Thread-safe."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = per_minute
        self._clock = clock
        self._lock = threading.Lock()
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str) -> float:
        """Seconds until one is free; 0 where one is."""
        with self._lock:
            over = self._spent_now(key) - (self.per_minute - 1)
        return max(0.0, over * 60 / self.per_minute) if self.per_minute else 0.0

    def take(self, key: str, count: int = 1) -> None:
        """Use so many up. More than are free are taken all the same, up to twice the rate: they are waited for later."""
        if not self.per_minute or not count:
            return
        with self._lock:
            spent = min(self._spent_now(key) + count, 2.0 * self.per_minute)
            self._spent[key] = (spent, self._clock())
            self._spent.move_to_end(key)
            while len(self._spent) > REMEMBERED:
                self._spent.popitem(last=False)

    def _spent_now(self, key: str) -> float:
        spent, at = self._spent.get(key, (0.0, 0.0))
        return max(0.0, spent - (self._clock() - at) * self.per_minute / 60)


class Guesses:
    """Wrong tokens and codes, counted by the address they come from.

    A valid one is always let in: an attacker who guesses does not lock out others behind the same address.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = Rate(per_minute, clock)

    def wrong(self, address: str) -> None:
        """Count a secret from this address that is not valid. Raises TooManyGuesses where there were too many."""
        if wait := self._rate.wait(address):
            most = self._rate.per_minute
            sentence = text("your address sent more than {most} invalid tokens or codes within a minute", most=most)
            raise TooManyGuesses(sentence, wait)
        self._rate.take(address)


class Limits(msgspec.Struct, frozen=True):
    """The limits of one process."""

    guesses: Guesses
    dice: Rate

    def check_dice(self, campaign: object, member: str) -> None:
        """Check that a member may give a command now that might roll. Raises DiceBudgetExceeded."""
        if wait := self.dice.wait(f"{campaign}/{member}"):
            most = self.dice.per_minute
            sentence = text(
                "more than {most} of your commands in this campaign used server dice within a minute", most=most
            )
            raise DiceBudgetExceeded(sentence, wait)

    def rolled(self, campaign: object, member: str, commands: int) -> None:
        """Count commands for which the server rolled dice, also `preview` dice of a dry run."""
        self.dice.take(f"{campaign}/{member}", commands)


def limits(guesses: int = 0, dice: int = 0) -> Limits:
    """Limits of so many a minute each; 0 is without limit."""
    return Limits(Guesses(guesses), Rate(dice))
