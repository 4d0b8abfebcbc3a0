"""Ten rules of Cthulhu Eternal as one small system."""

from __future__ import annotations

from typing import Any

from domain.components.scene import Position
from domain.events.scene import Placed
from domain.play.play import Play
from domain.system import System, Vocabulary
from tests.laws.vocabulary import (
    cthulhu_eternal_areas,
    cthulhu_eternal_attacks,
    cthulhu_eternal_harm,
    cthulhu_eternal_turns,
)
from tests.laws.vocabulary.cthulhu_eternal_attacks import DUE
from tests.laws.vocabulary.table import Table

USUAL = {
    **{"str": 10, "con": 10, "dex": 10, "pow": 10, "attack": 0, "armor": 0},
    **{"unarmed": 60, "melee": 60, "firearms": 60, "dodge": 50, "first_aid": 60},
}


def due(play: Play, ref: str, at: str) -> None:
    """What an intent brings about when its moment has come; a held action that was not used is lost."""
    component, _, name = at.partition(".")
    if component == "intents" and (comes_about := DUE.get(play.aggregate(ref).intents[name].kind)):
        comes_about(play, ref, name)


CTHULHU_ETERNAL = System(
    id="cthulhu_eternal",
    name="Cthulhu Eternal",
    version=1,
    kinds=(
        *cthulhu_eternal_turns.KINDS,
        *cthulhu_eternal_harm.KINDS,
        *cthulhu_eternal_attacks.KINDS,
        *cthulhu_eternal_areas.KINDS,
    ),
    due=due,
    vocabulary=Vocabulary(attributes=frozenset(USUAL), tracks=frozenset({"hp", "san"})),
)


def at_the_table() -> Table:
    """A table of Cthulhu Eternal, in a cellar where a fight may break out."""
    table = Table(CTHULHU_ETERNAL, players=("ana",))
    table.create("cellar", "encounter")
    return table


def protagonist(table: Table, handle: str, **stats: int) -> None:
    """A protagonist of Ana's with 10 in every stat, 60 in most skills, and 10 Hit Points by that."""
    table.create(handle, attributes={**USUAL, **stats}, tracks={"hp": (0, 0), "san": 50}, owner="ana")
    table.play("body", who=handle)


def fight(table: Table, **dex: int) -> None:
    """A fight of these, by their DEX; it is the highest one's count."""
    for who, score in dex.items():
        protagonist(table, who, dex=score)
    for who in dex:
        table.play("join", who=who)
    table.play("begin")


def place(table: Table, who: str, **where: Any) -> int:
    """Put somebody on the map: in an `area`, or at `x` and `y`."""
    return table.let("cellar", Placed(name=who, position=Position(subject=f"character/{who}", **where)))
