"""Points of a campaign's two time axes, as a reader names them.

`as_of` is a place in the story: an entry's number, `session:k`, `scene:k` (their ends; now where they are open), or a
time of the ledger in RFC 3339. `view=corrected` (the default) is what we hold true of it now, or held true after entry
`known_at`; `view=as_played` is what the table believed right after that entry was written.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Literal

import msgspec

from domain.messages import text

View = Literal["corrected", "as_played"]


class BadPoint(ValueError):
    """A point of time is not of its form, or lies outside the ledger."""

    slug = "bad-point"


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """A point on the two axes to read at. All defaults: the head, as we hold it true now."""

    entry: int | None = None
    session: int | None = None
    scene: int | None = None
    time: datetime | None = None
    view: View = "corrected"
    known_at: int | None = None

    @property
    def is_head(self) -> bool:
        """Whether this is simply now."""
        return self == HEAD or (self.view == "as_played" and self == Point(view="as_played"))

    @property
    def as_of(self) -> str | None:
        """The place in the story as `parse_point` takes it; None for now."""
        if self.time is not None:
            return self.time.isoformat()
        if self.session is not None:
            return f"session:{self.session}"
        if self.scene is not None:
            return f"scene:{self.scene}"
        return None if self.entry is None else str(self.entry)


HEAD = Point()

_INTERVAL = re.compile(r"(session|scene):([0-9]{1,9})\Z")


def parse_point(as_of: str | None, view: str | None = None, known_at: int | None = None) -> Point:
    """The point that a reader's parameters name. Raises BadPoint with what would be right."""
    if view not in (None, "corrected", "as_played"):
        raise BadPoint(text("view is corrected or as_played, not {view!r}", view=view))
    if view == "as_played" and known_at is not None:
        raise BadPoint("as_played already reads what was known then: leave out known_at, or read the corrected view")
    seen: View = "as_played" if view == "as_played" else "corrected"
    if as_of is None:
        return Point(view=seen, known_at=known_at)
    if as_of.isascii() and as_of.isdecimal() and len(as_of) < 12:
        return Point(entry=int(as_of), view=seen, known_at=known_at)
    if interval := _INTERVAL.match(as_of):
        number = int(interval[2])
        if interval[1] == "session":
            return Point(session=number, view=seen, known_at=known_at)
        return Point(scene=number, view=seen, known_at=known_at)
    return Point(time=_time(as_of), view=seen, known_at=known_at)


def _time(as_of: str) -> datetime:
    """A time of the ledger, in UTC. Raises BadPoint."""
    try:
        time = datetime.fromisoformat(as_of)
    except ValueError as error:
        raise BadPoint(
            text("as_of is an entry number, session:k, scene:k or a time, not {as_of!r}", as_of=as_of)
        ) from error
    if time.tzinfo is None:
        raise BadPoint(text("the time {as_of} lacks its zone; write it like 2026-01-31T20:15:00Z", as_of=as_of))
    try:
        return time.astimezone(UTC)
    except OverflowError as error:
        raise BadPoint(
            text("the time {as_of} lies outside the years 1 to 9999 in UTC; give one within them", as_of=as_of)
        ) from error
