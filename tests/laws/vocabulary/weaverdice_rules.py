"""Ten rules of Weaverdice as one small system."""

from __future__ import annotations

from domain.system import System, Vocabulary
from tests.laws.vocabulary import weaverdice_bodies, weaverdice_checks, weaverdice_effort, weaverdice_minds
from tests.laws.vocabulary.table import Table

STATS = ("brawn", "athletics", "dexterity", "wits", "social", "knowledge", "guts")

WEAVERDICE = System(
    id="weaverdice",
    name="Weaverdice",
    version=1,
    kinds=(*weaverdice_checks.KINDS, *weaverdice_effort.KINDS, *weaverdice_bodies.KINDS, *weaverdice_minds.KINDS),
    moments=weaverdice_effort.MOMENTS,
    vocabulary=Vocabulary(attributes=frozenset(STATS), tracks=frozenset({"stamina", "focus", "recovery", "morale"})),
)


def at_the_table() -> Table:
    """A table of Weaverdice with a player, Ana."""
    return Table(WEAVERDICE, players=("ana",))


def cape(table: Table, handle: str, morale: int = 0, **stats: int) -> None:
    """A cape of Ana's, with 3 in every stat that is not named, and the pools of a notable."""
    table.create(handle, attributes=dict.fromkeys(STATS, 3) | stats, tracks={"morale": (morale, 4)}, owner="ana")
    table.play("step_up", who=handle)
