"""Retries: whether a request that came to nothing is sent again, and after how long."""

from __future__ import annotations

from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Final

import msgspec

from retcon_client.problems import NoReply, ServiceProblem

NEVER_DONE: Final = frozenset({429})
"""Statuses of requests that were certainly not carried out."""

PASSING: Final = frozenset({408, 429, 502, 503, 504})
"""Statuses of states that pass."""

PASSING_SLUGS: Final = frozenset({"busy"})
"""Problems of other statuses that pass."""


class Retries(msgspec.Struct, frozen=True, kw_only=True):
    """Rules of retrying: at most so many attempts; the pauses double from `first` up to `longest` seconds.

    The service may ask for a longer pause, of up to `patience` seconds; if it asks for more, its problem is raised at once.
    """

    attempts: int = 6
    first: float = 0.25
    longest: float = 8.0
    patience: float = 60.0

    def pause_after(
        self, failure: ServiceProblem | NoReply, attempt: int, *, repeatable: bool, chance: float = 1.0
    ) -> float | None:
        """Return the seconds to wait after that attempt (the first is 1) before the next; None to give up.

        `chance`, between 0 and 1, spreads the clients that lost the same service.
        """
        if attempt >= self.attempts or not _worth_repeating(failure, repeatable):
            return None
        wanted = failure.retry_after if isinstance(failure, ServiceProblem) else None
        if wanted is not None and wanted > self.patience:
            return None
        pause = min(self.longest, self.first * 2.0 ** (attempt - 1)) * (0.5 + chance / 2)
        return max(pause, wanted or 0.0)


NO_RETRIES: Final = Retries(attempts=1)


def _worth_repeating(failure: ServiceProblem | NoReply, repeatable: bool) -> bool:
    if isinstance(failure, NoReply):
        return failure.may_pass and (repeatable or not failure.sent)
    if failure.status in NEVER_DONE:
        return True
    return repeatable and (failure.status in PASSING or failure.slug in PASSING_SLUGS)


def seconds_in(retry_after: str | None, now: float) -> float | None:
    """Return the seconds that the header `Retry-After` asks for, as a number or as a date; None where it is missing or
    cannot be read.
    """
    if retry_after is None:
        return None
    if retry_after.strip().isdecimal():
        return float(retry_after)
    try:
        moment = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() - now)
