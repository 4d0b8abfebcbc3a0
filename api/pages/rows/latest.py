"""The newest entries, and which of them can be undone from where one is."""

from __future__ import annotations

import msgspec

from api.pages.rows.timeline import Row, rows
from api.pages.visits import Visit
from api.use_cases.entries import entry_filter, list_entries
from api.use_cases.names import show_names
from projections.views.entry import EntryView, HiddenEntry


class Latest(msgspec.Struct, frozen=True):
    """The newest entries, and the number of the one that the visitor may want to undo; None where there is none."""

    rows: list[Row]
    undo: int | None


def latest(visit: Visit, most: int) -> Latest:
    """Return so many of the newest entries."""
    only = entry_filter(limit=most, order="newest")
    newest = visit.ask(list_entries, only=only, character=None, most_bytes=None).entries
    return Latest(rows(newest, visit.ask(show_names), visit.catalogue), _last_deed(visit, newest))


def _last_deed(visit: Visit, newest: list[EntryView | HiddenEntry]) -> int | None:
    """Return the newest entry of play that stands; a player's is theirs only while nobody has done anything since."""
    assert visit.seat is not None, "under a campaign there is a seat"
    actor = visit.seat.actor
    plays = (each for each in newest if isinstance(each, HiddenEntry) or each.kind != "record")
    for entry in plays:
        if not isinstance(entry, HiddenEntry) and entry.kind == "play" and entry.status in ("standing", "restated"):
            return entry.entry if actor.is_gm or entry.member == actor.member else None
        if not actor.is_gm:
            return None
    return None
