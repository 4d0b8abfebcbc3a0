"""The rolls of a deed as the ledger had them at one time or another: who rolled the dice that lie on its tape by label alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any
from uuid import UUID

from domain.campaign import CAMPAIGN
from domain.dice.tape import Die, FirstKey
from domain.events.stored import decode_event
from domain.history.older_dice import OlderDice, Version, older_dice
from domain.history.places import Place
from domain.ledger.past import CorrectedPast, PlayedPast
from domain.ledger.records import StoredRow
from domain.ledger.store import Store
from domain.play.play import Happening
from domain.play.reading import World

NONE = OlderDice()


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
    found, versions = NONE, []
    for version in _versions(store, campaign, entries, place, revisions):
        versions.append(version)
        found = older_dice(tape, versions)
        shown = {die.was for die in found.dice.values()}
        if all(die.roller or FirstKey(die.label, die.index) in shown for die in tape):
            break
    return found


def _versions(
    store: Store, campaign: UUID, entries: Sequence[int], place: Place, revisions: Sequence[int]
) -> Iterator[Version]:
    """As the deed was first written, as it is in force, and as each revision left it."""
    first = store.as_first_written(campaign, entries)
    if any(first.values()):
        yield _version(entries, first, PlayedPast(store, campaign, entries[0]))
    for known_at in (None, *(number for number in revisions if number > entries[0])):
        rows = store.events_of(campaign, entries, known_at)
        yield _version(entries, rows, CorrectedPast(store, campaign, up_to=place, known_at=known_at))


def _version(entries: Sequence[int], rows: dict[int, list[StoredRow]], world: World) -> Version:
    happenings = (Happening(row.ref, decode_event(row.topic, row.body)) for n in entries for row in rows.get(n, ()))
    campaign: Any = world.aggregate(CAMPAIGN)
    handles = {} if campaign is None else {key: handle.ref for key, handle in campaign.handles.items()}
    return Version.of(happenings, handles)
