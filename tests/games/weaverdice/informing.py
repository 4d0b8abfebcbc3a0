"""A stakeout at which intel is put to use, and what a player may know of it."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.records.entries import EntryFilter
from domain.visibility.audience import Viewer
from projections.views.group import grids, group
from projections.views.sheet import sheet
from tests.games.weaverdice.watching import Stakeout
from tests.timelines import timeline


class Briefing(Stakeout):
    """Smokey Bandit has begun to utilize intel as often as `begin` is called."""

    def award(self, tier: int = 1, type: str = "violent", who: str = "bandit", **more: Any) -> str:
        """A piece of intel; its name."""
        before = set(self.sheet(who).cards)
        self.play("award_intel", who=who, tier=tier, type=type, provenance="a rumour", **more)
        return next(iter(set(self.sheet(who).cards) - before))

    def begin(self, who: str = "bandit") -> int:
        """A Utilize Intel action."""
        return self.play("utilize_intel", who=who)

    def is_under_way(self, who: str = "bandit") -> bool:
        """Whether the action goes on."""
        return self.sheet(who).uses["utilize-intel"].count == 1

    def claim(
        self, word: str = "work_out_theory", claim: str = "Pearl has a lair", type: str = "violent", **more: Any
    ) -> int:
        """Facts or a theory; what unlocks or makes cheaper nothing is about no grid."""
        on: dict[str, Any] = {"group": "crew", "grid": "target"} if {"unlock", "cheaper"} & more.keys() else {}
        return self.play(word, who="bandit", claim=claim, type=type, **on, **more)

    def theory(self) -> str:
        """The name of the newest theory."""
        return max(name for name, card in self.sheet("bandit").cards.items() if card.kind == "theory")

    def seen(self, member: str = "ana") -> str:
        """All that a player can read: sheets, the group with its grids, and the story so far."""
        world = self.ledger.heads.fresh(self.campaign_id)
        viewer = Viewer(member, "player", frozenset({self.ref("bandit")}))
        views: list[Any] = [sheet(world, viewer, self.ref(who)) for who in ("bandit", "ribbit", "pearl")]
        views += [group(world, viewer, self.ref("crew")), grids(world, viewer, self.ref("crew"))]
        entries = timeline(
            self.ledger.store, self.campaign_id, EntryFilter(), viewer, world=world, registry=self.ledger.registry
        )
        return msgspec.json.encode([*views, *entries]).decode()
