"""Proof without the server: every die with its key, as far as one viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, Campaign
from domain.dice.provable import Epoch
from domain.dice.tape import Die, FirstKey, merged
from domain.dice.verify import DiceDocument, EntryDice
from domain.history.ledger_reader import stream_event
from domain.history.script import Script, revisions_of
from domain.records.entries import EntryFilter, EntryKind, StoredEntry
from domain.records.store import Store
from domain.visibility.entry_visibility import entry_visibility, hidden_later
from domain.visibility.event_views import seen_events
from domain.visibility.visible_dice import die_as_seen, visible_dice
from domain.vocabulary.base import Scalar
from domain.vocabulary.chronicle import AMENDMENT_COMMITMENT, AMENDMENT_SEED
from domain.vocabulary.epochs import DiceEpoch
from projections.reader import Reader

BATCH = 500
"""The number of entries read at once."""


class Span(msgspec.Struct, frozen=True):
    """The entries that are looked at: behind one, up to another (None: to the newest), as known right after `known_at`."""

    after: int
    up_to: int | None = None
    known_at: int | None = None

    def filter(self, limit: int, kind: EntryKind) -> EntryFilter:
        """Return a filter for this many entries of a kind."""
        before = None if self.up_to is None else self.up_to + 1
        return EntryFilter(after=self.after, before=before, limit=limit, entry_kind=kind)


def dice_document(
    store: Store, campaign: UUID, reader: Reader, *, up_to: int | None = None, known_at: int | None = None
) -> DiceDocument:
    """Return the commitments, the seeds revealed so far, and every die that the reader sees in a roll.

    `up_to` is the last entry whose dice are shown, `known_at` the entry right after which its versions are taken; the
    reader reads that point. Of refused entries, everyone sees the dice of open rolls: nothing else would show that they
    were drawn. Dice of a past that a fork shares are keyed to its parent, and proved there.
    """
    root = store.campaign(campaign).forked_known_at or 0
    state = reader.world.aggregate(CAMPAIGN)
    assert isinstance(state, Campaign), "every ledger has its campaign"
    own = [epoch for epoch in state.epochs.values() if epoch.opened > root]
    epochs = sorted(own, key=lambda epoch: epoch.number)
    return DiceDocument(
        campaign=campaign,
        epochs=tuple(_published(epoch) for epoch in epochs),
        entries=tuple(_entries(store, campaign, reader, epochs, Span(root, up_to, known_at))),
        amendment_commitment=_bytes(state.ground["self"].data.get(AMENDMENT_COMMITMENT)),
        amendment_seed=next((seed for epoch in epochs if (seed := _bytes(epoch.data.get(AMENDMENT_SEED)))), None),
    )


def _published(epoch: DiceEpoch) -> Epoch:
    return Epoch(
        number=epoch.number,
        open_commitment=bytes.fromhex(epoch.open_commitment),
        sealed_commitment=bytes.fromhex(epoch.sealed_commitment),
        open_seed=_bytes(epoch.open_seed),
        sealed_seed=_bytes(epoch.sealed_seed),
        amendment_commitment=_bytes(epoch.amendment_commitment),
        amendment_seed=_bytes(epoch.amendment_seed),
    )


def _bytes(digits: Scalar) -> bytes | None:
    """The bytes behind hexadecimal digits; None where there are none."""
    return bytes.fromhex(str(digits)) if digits else None


def _entries(store: Store, campaign: UUID, reader: Reader, epochs: list[DiceEpoch], span: Span) -> Iterator[EntryDice]:
    known = span.known_at
    revisions = store.entries(campaign, EntryFilter(entry_kind="revision", limit=10**9), known)
    anchors = Script(revisions_of((e.header.number, e.header.revision) for e in revisions)).anchors
    nonces: dict[int, UUID] = {}
    for page in _pages(store, campaign, span):
        numbers = [entry.header.number for entry in page]
        changed = [e.header.number for e in page if e.versions > 1]
        born, restated = store.as_first_written(campaign, numbers), store.restatements(campaign, changed, known)
        now = store.events_of(campaign, changed, known)
        silent = hidden_later(store, campaign, reader.visible, numbers, known)
        for entry in page:
            header = entry.header
            first = entry if header.deed > span.after else store.entry(campaign, header.deed)
            if first is not None and header.deed not in nonces:
                nonces[header.deed] = UUID(first.header.command_id)
            versions = [rows[header.number] for rows in (born, now) if header.number in rows]
            seen = [seen_events(reader.visible, map(stream_event, rows)) for rows in versions]
            made = restated.get(header.number)
            tape = _once(merged((*header.tape, *(made.tape if made else ()))))
            hidden = entry_visibility(reader.visible, header, made, [one for version in seen for one in version]).hidden
            dice = () if hidden else visible_dice(reader.visible, entry, tape, seen)
            if dice and header.number not in silent:
                visible = reader.visible.afresh(old=any(not die.roller or die.was for die in dice))
                yield EntryDice(
                    entry=header.deed,
                    epoch=_epoch_of(header.number, epochs),
                    dice=tuple(die_as_seen(visible, die) for die in dice),
                    nonce=nonces.get(header.deed),
                    place=_place(header.deed, anchors),
                )


def _pages(store: Store, campaign: UUID, span: Span) -> Iterator[list[StoredEntry]]:
    while page := store.entries(campaign, span.filter(BATCH, "play"), span.known_at):
        yield page
        span = replace(span, after=page[-1].header.number)


def _epoch_of(entry: int, epochs: list[DiceEpoch]) -> int:
    """The epoch that was open when an entry was decided: a rotation is an entry of its own, after the one it ends with."""
    return max((epoch.number for epoch in epochs if epoch.opened < entry), default=1)


def _place(deed: int, anchors: Mapping[int, int]) -> tuple[int, int] | None:
    """Return the key of an insert's amendment dice: its anchor, and its number among the inserts there, from 1."""
    if deed not in anchors:
        return None
    siblings = sorted(entry for entry, after in anchors.items() if after == anchors[deed])
    return anchors[deed], siblings.index(deed) + 1


def _once(tape: Iterable[Die]) -> tuple[Die, ...]:
    """The dice, without an older one that lies there once more by its roller."""
    dice = tuple(tape)
    again = {(die.was, die.sides) for die in dice if die.was}
    return tuple(die for die in dice if die.roller or (FirstKey(die.label, die.index), die.sides) not in again)
