"""Deeds that a fork cuts in two: asked in the past it shares, answered only beyond.

An entry that was restated may show dice that lie with an answer to it. Where that answer is left behind, those dice belong
to the entry alone, so that the deed comes out the same when it is run again; no others are taken along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from uuid import UUID

from domain.dice.tape import Die, DieKey, ShownDice, merged
from domain.records.entries import EntryFilter, StoredRow
from domain.records.store import Store
from domain.vocabulary.log import Rolled
from domain.vocabulary.stored import decode_event

MOST_ANSWERS = 1_000_000
"""More than any deed has."""


def dice_left_behind(
    store: Store, campaign: UUID, deed: int, known_at: int, shared: Callable[[int], bool]
) -> tuple[Die, ...]:
    """The dice that the shared entries of a deed show and that lie with those that are not shared."""
    wanted = EntryFilter(deed=deed, after=deed - 1, entry_kind="play", limit=MOST_ANSWERS)
    entries = store.entries(campaign, wanted, known_at)
    beyond = [entry.header for entry in entries if not shared(entry.header.number)]
    if not beyond:
        return ()
    restated = store.restatements(campaign, [header.number for header in beyond], known_at)
    lying = merged(die for tape in (*(h.tape for h in beyond), *(r.tape for r in restated.values())) for die in tape)
    numbers = [entry.header.number for entry in entries if shared(entry.header.number)]
    rows = store.events_of(campaign, numbers, known_at)
    every = merged((*lying, *(die for entry in entries for die in entry.header.tape)))
    shown = set(_shown((row for number in numbers for row in rows.get(number, ())), every))
    return tuple(die for die in lying if die.key in shown)


def _shown(rows: Iterable[StoredRow], tape: Iterable[Die]) -> Iterator[DieKey]:
    """The keys of the dice in a deed's rolls."""
    events = ((row.ref, decode_event(row.topic, row.body)) for row in rows)
    finder = ShownDice(tape)
    for ref, event in events:
        if isinstance(event, Rolled):
            yield from (
                die.key for die in finder.of(ref, event.name, (sides for sides, _, _ in event.dice)) if die is not None
            )
