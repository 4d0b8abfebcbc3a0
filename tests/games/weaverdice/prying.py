"""What a member can read of what was played, for tests of what they must not."""

from __future__ import annotations

from typing import Any

from domain.history.points import parse_point
from domain.ledger.playing.acceptance import Actor, viewer_of
from domain.ledger.reading.points import moment
from domain.records.entries import EntryFilter
from tests.games.weaverdice.capes import Capes
from tests.timelines import timeline


def told_to(table: Capes, member: str) -> str:
    """Everything that a member can read of what was played."""
    world = table.ledger.heads.fresh(table.campaign_id)
    viewer = viewer_of(world, Actor(member, "gm" if member == "gm" else "player"))
    at = moment(table.ledger.store, world, parse_point(None))
    about: dict[str, Any] = {"world": at.world, "registry": table.ledger.registry, "known_at": at.known_at}
    return str(timeline(table.ledger.store, table.campaign_id, EntryFilter(limit=50), viewer, **about))
