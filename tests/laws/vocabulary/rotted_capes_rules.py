"""Ten rules of Rotted Capes as one small system."""

from __future__ import annotations

from api.testing.table import Dice, Table
from domain.campaign import CAMPAIGN
from domain.components.creature import Track
from domain.components.scene import Pace, TurnEntry
from domain.events.scene import EncounterBegun, TurnEntered
from domain.events.values import TrackOpened
from domain.system import Hooks, System
from tests.laws.vocabulary import rotted_capes_fights, rotted_capes_harm, rotted_capes_hunger

ROTTED_CAPES = System(
    id="rotted_capes",
    name="Rotted Capes",
    version=1,
    kinds=(*rotted_capes_fights.COMMANDS, *rotted_capes_harm.COMMANDS, *rotted_capes_hunger.COMMANDS),
    moments={**rotted_capes_fights.MOMENTS, **rotted_capes_hunger.MOMENTS},
    periods=rotted_capes_hunger.PERIODS,
    hooks=Hooks(due=rotted_capes_harm.resolve),
)


def at_the_table() -> Table:
    """A table of Rotted Capes with two players, and the Editor-in-Chief's plot points."""
    table = Table(ROTTED_CAPES, players=("ana", "ben"))
    table.let(CAMPAIGN, TrackOpened(name="editor", track=Track(current=0)))
    return table


def hero(table: Table, handle: str, owner: str = "ana", plot: int = 1, stamina: int = 30, wounds: int = 3) -> None:
    """A hero of +2 Constitution and Strength, Avoidance 12 and Fortitude 15."""
    scores = {"constitution": 14, "strength": 14, "avoidance": 12, "fortitude": 15}
    tracks: dict[str, int | tuple[int, int]] = {
        "plot": (plot, 9),
        "burnout": (0, 20),
        "stamina": stamina,
        "wounds": wounds,
    }
    table.create(handle, attributes=scores, tracks=tracks, owner=owner)


def fight(table: Table, **initiatives: int) -> None:
    """A fight on the street, in which these creatures act."""
    table.create("street", "encounter")
    turns = (
        TurnEntered(name=n, turn=TurnEntry(subject=f"character/{n}", initiative=i)) for n, i in initiatives.items()
    )
    table.let("street", EncounterBegun(name="now", pace=Pace(round=1, state="running")), *turns)


def next_turn(table: Table, dice: Dice | None = None) -> int:
    return table.play("next_turn", encounter="street", dice=dice)


def acting(table: Table) -> tuple[int, tuple[str, ...]]:
    """The round, and whose turn it is."""
    now = table.fight("street").pace["now"]
    return now.round, now.active
