"""New dice for a ledger whose secret seeds stayed where it came from.

One entry, a record, says so: the dice epoch that was open ends without its seed being revealed, every epoch whose seeds are
missing is marked as left behind, and a new epoch is opened with seeds of this place's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from uuid import UUID, uuid4

import msgspec
from msgspec import UNSET

from domain.aggregates import CAMPAIGN, Campaign
from domain.dice.provable import commitment
from domain.ledger.checking.scan import LEFT_BEHIND, LedgerScan
from domain.ledger.playing.acceptance import Actor
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.entry_dice import new_epoch
from domain.ledger.playing.requests import digest_of
from domain.play.play import StreamEvent
from domain.play.reading import World
from domain.records.entries import EpochSeeds, RawEntry
from domain.records.rows import Sealer
from domain.system import Registry
from domain.vocabulary.base import Event, Scalar
from domain.vocabulary.chronicle import AMENDMENT_COMMITMENT, KEY_COMMITMENT, CampaignForked
from domain.vocabulary.epochs import EpochClosed, EpochOpened


class Renewal(msgspec.Struct, frozen=True, kw_only=True):
    """The means to make a ledger's dice anew. `through` is the account that takes it in, for the game master."""

    registry: Registry
    now: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    key: bytes
    through: str | None = None

    def entry(self, campaign: UUID, world: World, scan: LedgerScan, *, root: int) -> tuple[RawEntry, EpochSeeds]:
        """The record that follows on the entries walked so far, which led to these states; and what its epoch draws from.

        `root` is the entry that the campaign's first one follows.
        """
        since = "" if scan.header is None else scan.header.at
        draft = Draft(campaign, world, scan.head.entry, self.registry, now=self.now, since=since)
        newest = max((epoch.number for epoch in draft.campaign_state().epochs.values()), default=0)
        seeds, epoch = new_epoch(newest + 1, draft.next, self.entropy)
        events = (*self._left_behind(draft, root), EpochOpened(name=str(epoch.number), epoch=epoch))
        member = game_master(draft)
        header = draft.header("record", Actor(member, "gm", self.through), str(uuid4()))
        emitted = [StreamEvent(CAMPAIGN, event) for event in events]
        drafted = draft.add(header, emitted, request_digest=digest_of(member, header.command_id))
        [raw] = Sealer(scan.head, self.entropy, scan.streams).sealed([drafted.record])
        return raw, seeds

    def _left_behind(self, draft: Draft, root: int) -> Iterator[Event]:
        data: dict[str, Scalar] = {"imported_at": draft.head, **own_key(draft.campaign_state(), self.key)}
        yield CampaignForked(name="self", data=data)
        for name, epoch in draft.campaign_state().epochs.items():
            if epoch.opened > root and LEFT_BEHIND not in epoch.data:
                closed = draft.next if epoch.closed is None else UNSET
                yield EpochClosed(name=name, closed=closed, data={LEFT_BEHIND: draft.next})


def own_key(campaign: Campaign, key: bytes) -> dict[str, Scalar]:
    """Return what a campaign that goes its own way tells of its secrets: a key of its own, and not the one seed for
    dice of changed pasts that an older campaign had."""
    older: dict[str, Scalar] = (
        {AMENDMENT_COMMITMENT: ""} if AMENDMENT_COMMITMENT in campaign.ground["self"].data else {}
    )
    return {KEY_COMMITMENT: commitment(key).hex(), **older}


def game_master(draft: Draft) -> str:
    """The member in whose name an installation writes to a campaign by itself."""
    parts = draft.campaign_state().participants
    return next((member for member, part in parts.items() if part.role == "gm" and part.active), "")
