"""Five rules of fighting in Orcus as one small system."""

from __future__ import annotations

from api.testing.table import Table
from domain.components.scene import Pace, TurnEntry
from domain.events.scene import EncounterBegun, TurnEntered
from domain.system import Hooks, System
from tests.laws.vocabulary import orcus_effects, orcus_turns

ORCUS = System(
    id="orcus",
    name="Orcus",
    version=1,
    kinds=(*orcus_effects.COMMANDS, *orcus_turns.COMMANDS),
    moments=orcus_effects.MOMENTS,
    hooks=Hooks(save=orcus_effects.save),
)


def fight(**initiatives: int) -> Table:
    """A fight in a crypt: each with 20 HP, acting from the highest down; the first belongs to Ana."""
    table = Table(ORCUS, players=("ana",))
    for number, handle in enumerate(initiatives):
        table.create(handle, tracks={"hp": 20}, owner="" if number else "ana")
        table.play("fighter", who=handle)
    table.create("crypt", "encounter")
    turns = (
        TurnEntered(name=n, turn=TurnEntry(subject=f"character/{n}", initiative=i)) for n, i in initiatives.items()
    )
    table.let("crypt", EncounterBegun(name="now", pace=Pace(round=1, state="running")), *turns)
    return table


def act(table: Table, word: str, who: str) -> int:
    """What somebody does in the fight."""
    return table.play(word, encounter="crypt", who=who)


def next_turn(table: Table, **saves: int) -> int:
    """The next turn, with the saving throws at the end of this one, by effect (`slowed_9` for `slowed-9`)."""
    dice = {f"save/{name.replace('_', '-')}": [die] for name, die in saves.items()}
    return table.play("next_turn", encounter="crypt", dice=dice)


def acting(table: Table) -> tuple[int, str]:
    """The round, and whose turn it is."""
    now = table.fight("crypt").pace["now"]
    (name,) = now.active
    return now.round, name
