"""Dice epochs as records of the ledger: when one ends, its seeds are revealed and the next begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from domain.aggregates import CAMPAIGN
from domain.ledger.playing.acceptance import Actor
from domain.ledger.playing.deciding import digest_of
from domain.ledger.playing.draft import Draft, Drafted
from domain.ledger.playing.entry_dice import new_epoch, open_epoch
from domain.play.play import StreamEvent
from domain.records.entries import CampaignSecrets, EpochSeeds
from domain.vocabulary.base import Event
from domain.vocabulary.chronicle import AMENDMENT_SEED, PhaseChanged, PhaseOpened, SessionEnded, SessionOpened
from domain.vocabulary.epochs import EpochClosed, EpochOpened

_ENDING = (SessionOpened, SessionEnded, PhaseOpened, PhaseChanged)
"""What ends a dice epoch: sessions and downtime phases begin and end one."""


def ends_epoch(drafted: Drafted) -> bool:
    """Whether the open dice epoch ends with an entry."""
    return any(isinstance(happening.event, _ENDING) for happening in drafted.happenings)


def record(draft: Draft, actor: Actor, events: Sequence[Event]) -> Drafted:
    """Draft an entry of its own for what happened to the campaign by no command."""
    command_id = str(uuid4())
    header = draft.header("record", actor, command_id)
    happenings = [StreamEvent(CAMPAIGN, event) for event in events]
    return draft.add(header, happenings, request_digest=digest_of(actor.member, command_id))


def rotate(
    draft: Draft,
    actor: Actor,
    closing: EpochSeeds,
    secrets: Callable[[], CampaignSecrets],
    entropy: Callable[[int], bytes],
) -> None:
    """Close the open dice epoch, revealing its open and amendment seeds, and open the next: in the same transaction.

    The campaign's `secrets` are read only for an epoch of an older release: one that is being founded has none to read yet.
    """
    now = open_epoch(draft)
    seeds, epoch = new_epoch(now.number + 1, draft.next, entropy)
    closed = EpochClosed(name=str(now.number), closed=draft.next, **_revealed(closing, secrets))
    record(draft, actor, (closed, EpochOpened(name=str(epoch.number), epoch=epoch)))
    draft.seeds.append(seeds)


def _revealed(seeds: EpochSeeds, secrets: Callable[[], CampaignSecrets]) -> dict[str, Any]:
    """The seeds that are revealed with an epoch's end: of one that has no amendment seed of its own, the campaign's."""
    if seeds.amendment:
        return {"open_seed": seeds.open.hex(), "amendment_seed": seeds.amendment.hex()}
    return {"open_seed": seeds.open.hex(), "data": {AMENDMENT_SEED: secrets().amendment.hex()}}
