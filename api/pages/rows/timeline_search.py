"""The part of a timeline that a reader asks for: entries that fit a filter, and whose sentences contain certain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

import msgspec

from api.pages.rows.timeline import Row, row
from api.pages.visits import Visit
from api.use_cases.entries import entry_filter, list_entries
from domain.records.entries import Status
from domain.vocabulary.base import EventCategory
from projections.names import Name

PART: Final = 50
"""The number of rows in a part."""

LOOKED_THROUGH: Final = 500
"""The number of entries that a search for words looks through at once; the reader goes on from there."""


class TimelineRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A filter of the timeline. `words` all have to stand in the sentence of an entry, in any case and order."""

    before: int | None = None
    session: int | None = None
    member: str | None = None
    character: str | None = None
    kind: EventCategory | None = None
    status: Status | None = None
    words: str | None = None

    def onward(self, before: int) -> str:
        """Return the query of the part that follows."""
        fields = {**msgspec.to_builtins(self), "before": before}
        return urlencode({name: value for name, value in fields.items() if value not in (None, "")})

    @property
    def is_filtered(self) -> bool:
        """Whether it leaves entries out: then what comes in live is not simply put on top."""
        return bool({**msgspec.to_builtins(self), "before": None} != {"before": None})

    @property
    def is_narrowed(self) -> bool:
        """Whether it is narrowed down by more than words."""
        return any((self.session is not None, self.member, self.character, self.kind, self.status))


class TimelinePart(msgspec.Struct, frozen=True):
    """Rows, the newest first. `onward` is the query of the part that follows, None at the end; `looked_through` is how
    many entries a search has read for it.
    """

    rows: list[Row]
    onward: str | None
    looked_through: int


def search(visit: Visit, wanted: TimelineRequest, names: Mapping[str, Name]) -> TimelinePart:
    """Return the part of the timeline that a reader asks for."""
    limit = LOOKED_THROUGH if wanted.words else PART
    only = entry_filter(
        before=wanted.before,
        limit=limit,
        order="newest",
        session=wanted.session,
        member=wanted.member or None,
        kind=wanted.kind,
        status=wanted.status,
    )
    read = visit.ask(list_entries, only=only, character=wanted.character or None, most_bytes=None)
    shown: list[Row] = []
    looked_through = 0
    for entry in read.entries:
        if len(shown) == PART:
            break
        looked_through += 1
        made = row(entry, names, visit.catalogue)
        if _has(made, wanted.words):
            shown.append(made)
    last = read.entries[looked_through - 1].entry if looked_through else None
    ends = last is None or (looked_through == len(read.entries) and read.onward is None)
    return TimelinePart(shown, None if ends or last is None else wanted.onward(last), looked_through)


def _has(made: Row, words: str | None) -> bool:
    if not words:
        return True
    text = f"{made.entry} {made.who} {made.sentence} {made.command}".casefold()
    return all(word in text for word in words.casefold().split())
