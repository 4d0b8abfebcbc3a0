"""Reading a ledger at any point of its two time axes."""

from __future__ import annotations

from datetime import UTC
from typing import Any, Final
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN, Campaign
from domain.history.points import BadPoint, Point
from domain.ledger.reading.heads import HeadWorld
from domain.ledger.reading.past import CorrectedPast, PlayedPast
from domain.messages import text
from domain.play.reading import World
from domain.records.entries import EntryFilter, StoredEntry
from domain.records.positions import Place, place
from domain.records.store import Store


class Moment(msgspec.Struct, frozen=True):
    """A world at a point: `entry` is the entry that the point amounts to, `at` that entry's ledger time, `session` the
    one it belongs to, `known_at` the entry as known at which it is read."""

    world: World
    entry: int
    at: str
    session: int | None
    known_at: int


def moment(store: Store, head: HeadWorld, point: Point) -> Moment:
    """The world at a point, as a campaign's ledger has it up to a head. Raises BadPoint."""
    campaign = head.campaign
    known_at = _checked(point.known_at, head.head.entry, "known_at")
    entry = _entry_of(store, head, point)
    stored = head.newest() if entry == head.head.entry else store.entry(campaign, entry)
    if stored is None and entry > 0:
        raise BadPoint(
            text(
                "entry {entry} is no part of this fork: it belongs to the campaign that was forked before it",
                entry=entry,
            )
        )
    at, session = (stored.header.at, stored.header.session) if stored else ("", None)
    inserted = stored is not None and stored.header.after is not None and point.view == "corrected"
    if entry == head.head.entry and known_at == entry and (point.is_head or not inserted):
        return Moment(head, entry, at, session, known_at)
    if point.view == "as_played":
        return Moment(PlayedPast(store, campaign, entry), entry, at, session, entry)
    past = CorrectedPast(store, campaign, up_to=place_of(store, campaign, entry), known_at=known_at)
    return Moment(past, entry, at, session, known_at)


def place_of(store: Store, campaign: UUID, entry: int) -> Place:
    """Return the place of an entry in the effective order; a revision, which has no place, stands for the newest play
    before it."""
    stored = store.entry(campaign, entry)
    if stored is not None and stored.header.kind == "revision":
        while (
            entry > 1 and stored is not None and (stored.header.kind == "revision" or stored.header.after is not None)
        ):
            entry -= 1
            stored = store.entry(campaign, entry)
    anchors: dict[int, int] = {}
    number: int | None = entry
    while number is not None:
        link = store.entry(campaign, number)
        number = link.header.after if link else None
        if link is not None and number is not None:
            anchors[link.header.number] = number
    return place(entry, anchors)


def _checked(entry: int | None, head: int, name: str) -> int:
    if entry is None:
        return head
    if not 0 <= entry <= head:
        raise BadPoint(text("{name} is an entry from 0 to {head}, not {entry}", name=name, head=head, entry=entry))
    return entry


def _entry_of(store: Store, head: HeadWorld, point: Point) -> int:
    newest = head.head.entry
    if point.entry is not None:
        return _checked(point.entry, newest, "as_of")
    state: Any = head.aggregate(CAMPAIGN)
    if point.session is not None:
        return _end(state, "session", point.session, newest)
    if point.scene is not None:
        return _end(state, "scene", point.scene, newest)
    if point.time is not None:
        return _newest_at(store, head.campaign, point, newest)
    return newest


_INTERVALS: Final = {"session": text("session"), "scene": text("scene")}


def _end(state: Campaign, kind: str, number: int, newest: int) -> int:
    intervals = state.sessions if kind == "session" else state.scenes
    interval = intervals.get(str(number))
    if interval is None:
        raise BadPoint(
            text(
                "there is no {kind} {number}; this campaign has had {intervals}",
                kind=_INTERVALS[kind],
                number=number,
                intervals=len(intervals),
            )
        )
    return newest if interval.ended is None else interval.ended


def _newest_at(store: Store, campaign: UUID, point: Point, newest: int) -> int:
    """The newest entry written at or before a time, by bisection: numbers and times rise together."""
    assert point.time is not None
    wanted = point.time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    low, high = 0, newest
    while low < high:
        middle = (low + high + 1) // 2
        entries: list[StoredEntry] = store.entries(campaign, EntryFilter(after=middle - 1, limit=1))
        if entries and entries[0].header.at <= wanted:
            low = middle
        else:
            high = middle - 1
    return low
