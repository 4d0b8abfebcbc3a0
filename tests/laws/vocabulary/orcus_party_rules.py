"""Five rules of characters and their powers in Orcus as one small system."""

from __future__ import annotations

from api.testing.table import Table
from domain.components.scene import TurnEntry
from domain.events.scene import TurnEntered
from domain.system import Hooks, System, Vocabulary
from tests.laws.vocabulary import orcus_bonds, orcus_powers, orcus_training

ABILITIES = ("str", "con", "dex", "int", "wis", "cha")

ORCUS = System(
    id="orcus",
    name="Orcus",
    version=1,
    kinds=(*orcus_powers.COMMANDS, *orcus_bonds.COMMANDS, *orcus_training.COMMANDS),
    hooks=Hooks(due=orcus_bonds.due),
    vocabulary=Vocabulary(attributes=frozenset({*ABILITIES, "level", "armor", "attack"}), tracks=frozenset({"hp"})),
)


def at_the_table(*handles: str) -> Table:
    """Creatures of level 4 with 30 Hit Points and +5 to attack, and 12 in every defense but for what is said; in a crypt."""
    table = Table(ORCUS, players=("ana",))
    for handle in handles:
        creature(table, handle)
    table.create("crypt", "encounter")
    turns = (TurnEntered(name=handle, turn=TurnEntry(subject=f"character/{handle}")) for handle in handles)
    table.let("crypt", *turns)
    return table


def creature(table: Table, handle: str, **attributes: int) -> None:
    """One such creature, of Ana's."""
    usual = {**dict.fromkeys(ABILITIES, 0), "level": 4, "armor": 0, "attack": 5}
    table.create(handle, attributes={**usual, **attributes}, tracks={"hp": 30}, owner="ana")
    table.play("stand_up", who=handle)
