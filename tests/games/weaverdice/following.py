"""Tables at which Outage has followers."""

from __future__ import annotations

from typing import Any

from domain.visibility.audience import GM, Viewer
from projections.reader import of_game
from projections.views.group import Roster, roster
from tests.games.weaverdice.capes import Capes

ANA = Viewer("ana", "player")


class Following(Capes):
    """A table at which Outage, of Social 4, has followers. What the dice of Social show is given as the face of the die."""

    def __init__(self, social: int = 4, **options: str | int | bool) -> None:
        super().__init__(**options)
        self.cape("outage", social=social)

    def follow(self, type: str, count: int = 1, who: str = "outage") -> int:
        """So many followers of a type come to a character; the last entry."""
        return [self.play("reward_follower", who=who, type=type) for _ in range(count)][-1]

    def win(self, type: str, face: int, criterion: str = "high-profile") -> int:
        return self.play("win_follower", who="outage", type=type, criterion=criterion, dice={"follower": [face]})

    def states(self, type: str = "", group: str = "circle-of-outage") -> list[str]:
        """The states of those of a type, or of all, in order of the alphabet."""
        if group not in self.campaign().handles:
            return []
        return sorted(f.state for f in self.group(group).followers.values() if type in ("", f.of))

    def reputation(self, count: int = 1, who: str = "outage", **more: Any) -> list[str]:
        """So many points of reputation, for deeds 1, 2, 3; their names."""
        for number in range(1, count + 1):
            self.play("award_reputation", who=who, source=f"deed {number}", **more)
        return self.cards(who)

    def cards(self, who: str = "outage", kind: str = "reputation") -> list[str]:
        return sorted(name for name, card in self.sheet(who).cards.items() if card.kind == kind)

    def phase(self) -> int:
        """A downtime phase from its beginning to its end; the entry of its end."""
        self.play("open_downtime")
        return self.play("end_downtime")

    def roster(self, group: str = "circle-of-outage", viewer: Viewer = GM) -> Roster:
        world = of_game(self.ledger.heads.fresh(self.campaign_id), self.ledger.registry)
        seen = roster(world, viewer, self.ref(group))
        assert seen is not None
        return seen
