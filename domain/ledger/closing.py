"""Closing, archiving and reopening a campaign."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor, NotAllowed, current_state
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.entry_dice import record
from domain.records.entries import Header
from domain.vocabulary.lifecycle import (
    CampaignArchived,
    CampaignClosed,
    CampaignReopened,
    CampaignState,
    LifecycleChange,
)


class AlreadyInState(Exception):
    """The campaign is in the wanted state already. Nothing was written."""


_CHANGES: Final[dict[tuple[CampaignState, CampaignState], tuple[type[LifecycleChange], ...]]] = {
    ("open", "closed"): (CampaignClosed,),
    ("open", "archived"): (CampaignClosed, CampaignArchived),
    ("closed", "archived"): (CampaignArchived,),
    ("closed", "open"): (CampaignReopened,),
    ("archived", "open"): (CampaignReopened,),
    ("archived", "closed"): (CampaignReopened, CampaignClosed),
}
"""The events by which a campaign comes from one state into another."""


def change_state(
    ledger: Ledger, campaign: UUID, actor: Actor, state: CampaignState, reason: str | None = None
) -> Header | None:
    """Close, archive or reopen a campaign; return the header of the entry, None where it is in that state already.

    With the closing its dice epoch ends: all open dice rolled so far can be recomputed. Open questions stay open, and
    can be answered when the campaign is open again. Raises NotAllowed, UnknownCampaign.
    """
    if not actor.is_gm:
        raise NotAllowed("only a game master closes, archives or reopens a campaign; ask one to")

    def build(draft: Draft) -> None:
        before = current_state(draft)
        if before == state:
            raise AlreadyInState
        record(draft, actor, [change(name="self") for change in _CHANGES[before, state]], reason)
        if before == "open":
            ledger.end_epoch(draft, actor)

    try:
        draft = ledger.write(campaign, build)
    except AlreadyInState:
        return None
    return draft.drafted[0].record.header
