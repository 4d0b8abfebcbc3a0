"""The rolls of a deed as the ledger had them at one time or another: who rolled the dice that lie on its tape by label alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Final
from uuid import UUID

from domain.aggregates import CAMPAIGN
from domain.dice.tape import Die, FirstKey
from domain.history.older_dice import OlderDice, Version, older_dice
from domain.play.play import StreamEvent
from domain.records.entries import StoredRow
from domain.records.positions import Place
from domain.records.store import Store
from domain.vocabulary.catalogue import HandleGiven
from domain.vocabulary.stored import decode_event, topics_of

NONE = OlderDice()

_GIVEN: Final = frozenset(topics_of(HandleGiven))


def older_dice_of(
    store: Store,
    campaign: UUID,
    entries: Sequence[int],
    tape: Collection[Die],
    *,
    place: Place,
    revisions: Sequence[int],
) -> OlderDice:
    """The older dice of a deed with these entries and this tape. `place` is where it stands, `revisions` are all of the
    ledger's, ascending: a die may lie on the tape that only a version shows which is in force no more."""
    if not entries:
        return NONE
    older, versions = NONE, []
    for version in _versions(store, campaign, entries, place, revisions):
        versions.append(version)
        older = older_dice(tape, versions)
        shown = {die.was for die in older.dice.values()}
        if all(die.roller or FirstKey(die.label, die.index) in shown for die in tape):
            break
    return older


def _versions(
    store: Store, campaign: UUID, entries: Sequence[int], place: Place, revisions: Sequence[int]
) -> Iterator[Version]:
    """Yield the deed as it was first written, as it is in force, and as each revision left it."""
    handles = partial(_handles, store, campaign, place)
    first = store.as_first_written(campaign, entries)
    if any(first.values()):
        yield _version(entries, first, handles(entries[0]))
    for known_at in (None, *(number for number in revisions if number > entries[0])):
        yield _version(entries, store.events_of(campaign, entries, known_at), handles(known_at))


def _version(entries: Sequence[int], rows: dict[int, list[StoredRow]], handles: dict[str, str]) -> Version:
    emitted = (StreamEvent(row.ref, decode_event(row.topic, row.body)) for n in entries for row in rows.get(n, ()))
    return Version.of(emitted, handles)


def _handles(store: Store, campaign: UUID, place: Place, known_at: int | None) -> dict[str, str]:
    """Return the meaning of handles at a place, as known right after an entry: references by handle."""
    rows = store.effective_stream(campaign, CAMPAIGN, up_to=place, known_at=known_at)
    events = (decode_event(row.topic, row.body) for row in rows if row.topic in _GIVEN)
    return {event.name: event.handle.ref for event in events if isinstance(event, HandleGiven)}
