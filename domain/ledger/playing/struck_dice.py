"""Dice of the open epoch that are to be drawn again, as the ledger has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from uuid import UUID

from domain.dice.struck import Draw, StruckDice, first_draw
from domain.dice.tape import Die
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.entry_dice import open_epoch
from domain.ledger.reading.heads import HeadWorld
from domain.records.entries import GONE, EntryFilter, Header, StoredEntry
from domain.records.store import Store

EVERY: Final = 1_000_000_000
"""More entries than any epoch has."""


def struck_dice(store: Store, campaign: UUID, opened: int) -> StruckDice:
    """The dice that entries since `opened`, which opened the epoch, drew and that no standing entry shows.

    They are those of struck entries, oldest first, each once, however often it was drawn again and struck again; a
    refused entry that drew one gives it back. An epoch in which nothing was revised has none, and costs one look.
    """
    if not store.entries(campaign, EntryFilter(after=opened, entry_kind="revision", limit=1)):
        return StruckDice()
    entries = store.entries(campaign, EntryFilter(after=opened, entry_kind="play", limit=EVERY))
    grown = store.restatements(campaign, [entry.header.number for entry in entries if entry.versions > 1])
    held: dict[Draw, Die] = {}
    shown: set[Draw] = set()
    for entry in entries:
        restated = grown.get(entry.header.number)
        for draw, die in _draws(entry.header, (*entry.header.tape, *(restated.tape if restated else ()))):
            if entry.status not in GONE:
                shown.add(draw)
            elif die.first_draw is not None or _was_struck(entry):
                held.setdefault(draw, die)
    ordered = sorted(held.items(), key=lambda pair: pair[0].entry)
    return StruckDice(tuple(pair for pair in ordered if pair[0] not in shown))


def struck_for(draft: Draft) -> StruckDice:
    """The dice that the next command of a draft draws again before the server rolls new ones."""
    opened, world = open_epoch(draft).opened, draft.below
    if opened > draft.head or not isinstance(world, HeadWorld):
        return StruckDice()
    held = world.struck(lambda: struck_dice(world.store, draft.campaign, opened))
    return held.without(_drawn(draft))


def struck_left(world: HeadWorld, draft: Draft) -> StruckDice | None:
    """The struck dice that are left once a draft is written on a head; None where they have to be looked up again."""
    revised = any(drafted.record.header.kind != "play" for drafted in draft.drafted)
    return None if revised or world.struck_dice is None else world.struck_dice.without(_drawn(draft))


def _drawn(draft: Draft) -> Iterator[Draw]:
    """The dice that standing entries of a draft show."""
    headers = (drafted.record.header for drafted in draft.drafted)
    standing = (header for header in headers if header.status not in GONE)
    return (draw for header in standing for draw, _ in _draws(header, header.tape))


def _draws(header: Header, tape: Iterable[Die]) -> Iterator[tuple[Draw, Die]]:
    found = ((first_draw(header.deed, die), die) for die in tape)
    return ((draw, die) for draw, die in found if draw is not None)


def _was_struck(entry: StoredEntry) -> bool:
    """Whether an entry that does not stand did so once; one that was refused never did."""
    return entry.status != "refused"
