"""Offers that may still be taken: each is open until a moment that its rule names.

An offer that was made in an encounter may name the end of the turn, or of the encounter; any may name the session's.
Without a named moment an offer closes at the end of the scene that it was made in, without a scene at the end of the
session; without either, when its owner next does something. An undo of that moment opens it again, because all of this is
read from what stands.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Final, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET

from domain.aggregates import Campaign
from domain.commands import encounter_of
from domain.records.entries import GONE, EntryFilter, Header, StoredEntry, StoredRow
from domain.records.store import Store
from domain.vocabulary.base import Event
from domain.vocabulary.chronicle import Interval
from domain.vocabulary.questions import Question
from domain.vocabulary.stored import decode_event, topics_of
from domain.vocabulary.turns import PaceDropped, TurnPassed

Until = Literal["turn", "encounter", "scene", "session", "next deed"]

_PACE: Final = frozenset((*topics_of(TurnPassed), *topics_of(PaceDropped)))
"""The events by which turns and encounters end."""

Happened = Callable[[Collection[int]], Mapping[int, Sequence[StoredRow]]]
"""The events of entries as they stand, by entry."""

FARTHEST = 1_000
"""The number of entries back that offers are searched for: no scene has more."""


class OpenOffer(msgspec.Struct, frozen=True):
    """An offer that its owner may still take, and until when."""

    question: Question
    until: Until


def open_offers(store: Store, campaign: UUID, state: Campaign) -> list[OpenOffer]:
    """Every offer of a campaign that is still open, the oldest first."""
    wanted = EntryFilter(after=_beginning(state) - 1, entry_kind="play", newest_first=True, limit=FARTHEST)
    entries = sorted(store.entries(campaign, wanted), key=lambda entry: entry.header.number)
    offering = [entry for entry in entries if entry.header.offers and entry.status not in GONE]
    restated = store.restatements(campaign, [entry.header.deed for entry in offering])
    numbers = [entry.header.number for entry in entries if entry.status not in GONE]
    events = cache(lambda: store.events_of(campaign, numbers))
    happened = lambda wanted: {number: events().get(number, []) for number in wanted}  # noqa: E731
    return [
        OpenOffer(offer, closing(entry.header, offer))
        for entry in offering
        for offer in entry.header.offers
        if not _is_answered(restated, offer) and is_open(entry.header, offer, state, entries, happened)
    ]


def is_open(
    header: Header, offer: Question, state: Campaign, later: Collection[StoredEntry], happened: Happened
) -> bool:
    """Whether an offer that an entry made may still be taken; `later` are entries of play at least from that one on,
    `happened` gives what they came to."""
    match closing(header, offer):
        case "turn" | "encounter" as moment:
            outer = (header.scene, header.session) == (_now(state.scenes), _now(state.sessions))
            return outer and not _has_ended(header, moment, later, happened)
        case "scene":
            return header.scene == _now(state.scenes)
        case "session":
            return header.session == _now(state.sessions)
        case _:
            return not any(_is_next_deed(entry, header, offer) for entry in later)


def closing(header: Header, offer: Question) -> Until:
    """The moment that closes an offer: the one it names, where there is one of the kind, else the next there is."""
    if offer.closes in ("turn", "encounter") and _encounter(header) is not None:
        return offer.closes
    if header.scene is not None and offer.closes != "session":
        return "scene"
    return "next deed" if header.session is None else "session"


def _encounter(header: Header) -> str | None:
    return None if header.envelope is None else encounter_of(header.envelope)


def _has_ended(
    header: Header, moment: Literal["turn", "encounter"], later: Collection[StoredEntry], happened: Happened
) -> bool:
    """Whether the turn or encounter in which an entry was played has ended since."""
    numbers = [e.header.number for e in later if e.header.number > header.number and e.status not in GONE]
    encounter = _encounter(header)
    rows = (row for several in happened(numbers).values() for row in several)
    events = (decode_event(row.topic, row.body) for row in rows if row.ref == encounter and row.topic in _PACE)
    return any(_ends(event, moment) for event in events)


def _ends(event: Event, moment: Literal["turn", "encounter"]) -> bool:
    match event:
        case TurnPassed(state="ended") | PaceDropped():
            return True
        case TurnPassed(active=active):
            return moment == "turn" and active is not UNSET
        case _:
            return False


def _is_next_deed(entry: StoredEntry, header: Header, offer: Question) -> bool:
    other = entry.header
    acts = other.by_gm if offer.owner == "gm" else other.member == offer.owner
    return other.number > header.number and other.deed == other.number and acts and entry.status not in GONE


def _is_answered(restated: Mapping[int, object], offer: Question) -> bool:
    envelope = getattr(restated.get(offer.deed), "envelope", None)
    return envelope is not None and offer.key in envelope.responses


def _now(intervals: Mapping[str, Interval]) -> int | None:
    return next((each.number for each in intervals.values() if each.ended is None), None)


def _beginning(state: Campaign) -> int:
    """The entry from which on offers may be open: the beginning of what is played now, else the end of what was."""
    now = [each.opened for each in (*state.sessions.values(), *state.scenes.values()) if each.ended is None]
    past = [each.ended for each in state.sessions.values() if each.ended is not None]
    return min(now) if now else max(past, default=1)
