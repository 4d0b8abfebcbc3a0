"""How often: wrong tokens and codes by address, dice by member.

Each process counts for itself and forgets when it ends: with several behind a proxy, that many times as much is possible.
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

REMEMBERED: Final = 10_000
"""How many addresses and members a process remembers; those longest unused are forgotten first."""


class TooOften(ApiProblem):
    """What was asked for is possible again after `Retry-After` seconds."""

    status = 429
    title = "Too often"

    def __init__(self, detail: str, wait: float) -> None:
        seconds = max(1, ceil(wait))
        self.headers = {"Retry-After": str(seconds)}
        super().__init__(f"{detail}; try again in {seconds} seconds")


class TooManyGuesses(TooOften):
    """Too many tokens or codes that are not valid came from one address."""

    slug = "too-many-guesses"


class DiceBudgetExceeded(TooOften):
    """One member has had dice rolled too often in one campaign."""

    slug = "too-many-dice"


class Rate:
    """So many a minute for each key, and as many at once after a pause. Thread-safe. 0 is without limit."""

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
    """Tokens and codes that are not valid, by the address they come from.

    A valid one is let in whatever came from its address before: a guesser locks out nobody behind the same address.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = Rate(per_minute, clock)

    def wrong(self, address: str) -> None:
        """Count a secret from this address that is not valid. Raises TooManyGuesses where there were too many."""
        if wait := self._rate.wait(address):
            most = self._rate.per_minute
            said = f"from your address came more than {most} tokens or codes within a minute that are not valid"
            raise TooManyGuesses(said, wait)
        self._rate.take(address)


class Limits(msgspec.Struct, frozen=True):
    """The limits of one process."""

    guesses: Guesses
    dice: Rate

    def check_dice(self, campaign: object, member: str) -> None:
        """Whether a member may give a command now, which might roll. Raises TooManyDice."""
        if wait := self.dice.wait(f"{campaign}/{member}"):
            most = self.dice.per_minute
            said = f"more than {most} of your commands in this campaign rolled dice of the server within a minute"
            raise DiceBudgetExceeded(said, wait)

    def rolled(self, campaign: object, member: str, commands: int) -> None:
        """So many commands of a member had dice rolled by the server, or tried with dice marked `preview`."""
        self.dice.take(f"{campaign}/{member}", commands)


def limits(guesses: int = 0, dice: int = 0) -> Limits:
    """Limits of so many a minute each; 0 is without limit."""
    return Limits(Guesses(guesses), Rate(dice))
