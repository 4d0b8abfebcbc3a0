"""Ten rules of Midnight in Vaia as one small system."""

from __future__ import annotations

from domain.play.play import Play
from domain.system import System, Vocabulary
from tests.laws.vocabulary import midnight_in_vaia_bodies, midnight_in_vaia_rounds, midnight_in_vaia_undertakings
from tests.laws.vocabulary.midnight_in_vaia_bodies import DUE
from tests.laws.vocabulary.table import Table


def due(play: Play, ref: str, at: str) -> None:
    """What a character's task brings about when its time has come."""
    component, _, name = at.partition(".")
    if component == "tasks" and (comes_about := DUE.get(play.aggregate(ref).tasks[name].kind)):
        comes_about(play, ref, name)


MIDNIGHT_IN_VAIA = System(
    id="midnight_in_vaia",
    name="Midnight in Vaia",
    version=1,
    kinds=(*midnight_in_vaia_rounds.KINDS, *midnight_in_vaia_bodies.KINDS, *midnight_in_vaia_undertakings.KINDS),
    options=midnight_in_vaia_rounds.OPTIONS,
    moments=midnight_in_vaia_bodies.MOMENTS,
    due=due,
    vocabulary=Vocabulary(
        attributes=frozenset({"agility", "awareness"}), tracks=frozenset({"hp", "physical", "mental"})
    ),
)


def at_the_table(**options: str) -> Table:
    """A table of Midnight in Vaia, in an alley where a fight may break out."""
    table = Table(MIDNIGHT_IN_VAIA, options=dict(options), players=("ana",))
    table.create("alley", "encounter")
    return table


def protagonist(
    table: Table, handle: str, *, agility: int = 0, awareness: int = 0, **tracks: int | tuple[int, int]
) -> None:
    """A protagonist of Ana's with 20 Hit Points and no stress, but for the tracks that are named."""
    pools: dict[str, int | tuple[int, int]] = {"hp": 20, "physical": (0, 10), "mental": (0, 10), **tracks}
    table.create(handle, attributes={"agility": agility, "awareness": awareness}, tracks=pools, owner="ana")
    table.play("enlist", who=handle)


def cycle(table: Table, **results: int) -> dict[str, int]:
    """Everybody's Awareness check, with what the die showed; the entries."""
    return {who: table.play("awareness", who=who, dice={"awareness": [die]}) for who, die in results.items()}
