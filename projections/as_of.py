"""The point of time that a view is of."""

from __future__ import annotations

import msgspec

from domain.ledger.reading.points import Moment


class AsOf(msgspec.Struct, frozen=True):
    """The point that a view is of: the entry, its session and its ledger time."""

    entry: int
    session: int | None
    at: str


def as_of(moment: Moment) -> AsOf:
    """Return the point of a moment."""
    return AsOf(moment.entry, moment.session, moment.at)
