"""Protagonists at a table of Midnight in Vaia, in few words."""

from __future__ import annotations

from api.testing.games import GameTable
from domain.vocabulary.base import Scalar
from domain.vocabulary.turns import Pace
from systems.midnight_in_vaia import SYSTEM


class Protagonists(GameTable):
    """A table of Midnight in Vaia, in an alley where a fight may break out."""

    def __init__(self, **options: Scalar) -> None:
        super().__init__(SYSTEM, options)
        self.create("alley", "encounter")

    def protagonist(
        self, handle: str, *, agility: int = 0, awareness: int = 0, hp: int = 20, owner: str = "ana"
    ) -> str:
        """A character of Ana's, with 20 Hit Points and 5 Action Slots unless it is said otherwise; their reference."""
        self.play(
            "midnight-in-vaia.create",
            name=handle,
            handle=handle,
            owners=[owner],
            hit_points=hp,
            agility=agility,
            awareness=awareness,
        )
        return self.ref(handle)

    def foe(self, handle: str, *, hp: int = 20) -> str:
        """A non-player character who takes part in the fight; its reference."""
        self.play("midnight-in-vaia.create", name=handle, handle=handle, category="npc", hit_points=hp)
        self.play("bring_in", who=[handle])
        return self.ref(handle)

    def check(self, **results: int) -> dict[str, int]:
        """Everybody's Awareness check, with what the die showed; the entries."""
        return {who: self.play("awareness", who=who, dice={"awareness": [die]}) for who, die in results.items()}

    def start(self, **results: int) -> dict[str, int]:
        """The Awareness checks, and the first round; the entries, `start` for the round."""
        return self.check(**results) | {"start": self.play("start_round")}

    def end(self, *several: str) -> list[int]:
        """Their Active Phases end, one after the other; the entries."""
        return [self.play("end_phase", who=who) for who in several]

    def next_round(self, *several: str) -> int:
        """Their Active Phases end, and the next round starts; its entry."""
        self.end(*several)
        return self.play("start_round")

    @property
    def pace(self) -> Pace:
        """Where the fight stands."""
        return self.fight("alley").pace["now"]

    def acting(self) -> list[str]:
        """Whose Active Phase it is, by handle."""
        order = self.fight("alley").order
        subjects = {order[name].subject for name in self.pace.active}
        return sorted(handle for handle, named in self.campaign().handles.items() if named.ref in subjects)

    def slots(self, handle: str, pool: str = "action") -> int:
        """The Action Slots (or `reserved` ones) that a character holds."""
        return self.fight("alley").order[self.ref(handle).partition("/")[2]].budget.get(pool, 0)

    def reserved(self, handle: str) -> int:
        """The Reserved Slots that a character holds."""
        return self.slots(handle, "reserved")


def three() -> Protagonists:
    """Vera with 5 Action Slots, Milo with 4, Tam with 6."""
    table = Protagonists()
    for who, agility in {"vera": 0, "milo": -1, "tam": 1}.items():
        table.protagonist(who, agility=agility)
    return table


def three_in_a_round() -> Protagonists:
    """Vera holds 5 Reserved Slots; Milo acts with 4, Tam will."""
    table = three()
    table.start(vera=17, milo=12, tam=9)
    table.end("vera")
    return table
