"""People at a table of Cthulhu Eternal, in few words."""

from __future__ import annotations

from typing import Any, ClassVar

from api.testing.games import GameTable
from domain.aggregates import Encounter
from domain.system import System
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import Scalar
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.holdings import Item, ItemGained
from domain.vocabulary.turns import TurnEntry
from systems.cthulhu_eternal import SYSTEM
from systems.cthulhu_eternal.people import STATS

SKILLS = {
    **{"firearms": 60, "melee_weapons": 60, "unarmed_combat": 60, "athletics": 60, "dodge": 50},
    **{"alertness": 50, "first_aid": 50, "medicine": 50, "surgery": 50, "pharmacy": 50},
}


class Investigation(GameTable):
    """A table of Cthulhu Eternal, or of a `GAME` with more commands than it has."""

    GAME: ClassVar[System] = SYSTEM

    def __init__(self, **options: Scalar) -> None:
        super().__init__(self.GAME, options)

    def person(self, handle: str, owner: str = "ana", **values: Any) -> str:
        """A character of Ana's with 10 in every stat, 60 in what is fought with and 50 in other skills; their reference.

        `values` are stats, skills, or other fields of `create`.
        """
        fields = {"hp", "san", "armor", "protection", "size", "adapted_to_violence", "hidden", "sheet"}
        stats = {name: value for name, value in values.items() if name in STATS}
        skills = {name: value for name, value in values.items() if name not in STATS and name not in fields}
        more = {name: value for name, value in values.items() if name in fields}
        owners = [owner] if owner else []
        self.play("create", name=handle, handle=handle, owners=owners, stats=stats, skills={**SKILLS, **skills}, **more)
        return self.ref(handle)

    def foe(self, handle: str, **values: Any) -> str:
        """A character of the game master's; their reference."""
        return self.person(handle, owner="", **values)

    def thing(self, handle: str, hp: int, armor: int = 0, **values: Any) -> str:
        """A thing with Hit Points, huge unless said otherwise; its reference."""
        given = {"protection": "huge", **values}
        self.play("create", name=handle, handle=handle, thing=True, hp=hp, armor=armor, **given)
        return self.ref(handle)

    def suffer(self, handle: str, what: str, until: AnyAnchor | None = None, **data: Scalar) -> int:
        """Put a character in a state, by no rule."""
        return self.let(handle, ConditionGained(name=what, condition=Condition(what=what, until=until, data=data)))

    def hp(self, handle: str) -> int:
        """The Hit Points that are left."""
        return self.current(handle, "hp")

    def carry(self, handle: str, what: str, location: str = "hand/right", **data: Scalar) -> str:
        """Give a character a thing; its name."""
        name = f"{what.replace(' ', '-')}-{len(self.sheet(handle).items) + 1}"
        self.let(handle, ItemGained(name=name, item=Item(what=what, location=location, data=data)))
        return name


class Cellar(Investigation):
    """A table at which everybody is in a cellar, where a fight may break out."""

    def __init__(self, **options: Scalar) -> None:
        super().__init__(**options)
        self.create("cellar", "encounter")

    def begin(self, **dex: int) -> int:
        """A fight of these people of Ana's, by their DEX; those who are not there yet, come. It is the highest one's count."""
        handles = set(self.campaign().handles)
        for handle, score in dex.items():
            if handle not in handles:
                self.person(handle, dex=score)
        return self.play("begin_fight", who=list(dex))

    def place(self, handle: str) -> TurnEntry:
        """A character's own place in the order."""
        return self.scene().order[self.ref(handle).partition("/")[2]]

    def acting(self) -> list[str]:
        """The handles of those whose count it is."""
        order, active = self.scene().order, self.scene().pace["now"].active
        names = {handle.ref: name for name, handle in self.campaign().handles.items()}
        return sorted(names[order[name].subject] for name in active)

    def next(self, times: int = 1) -> int:
        """Let the count go on; the last entry's number."""
        return [self.play("next_count") for _ in range(times)][-1]

    def turn(self) -> int:
        """The number of the turn."""
        return self.scene().pace["now"].round

    def scene(self) -> Encounter:
        """The cellar as it is."""
        return self.fight("cellar")
