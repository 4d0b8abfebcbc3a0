"""Effects that the data of a power cannot say: small functions by name, which a clause `do <name>` carries out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from domain.kit import pools
from domain.kit.maps import positions
from domain.kit.naming import id_of
from domain.play.play import Play
from systems.orcus.board.places import space_of
from systems.orcus.windows import ARRIVED, Step

Special = Callable[[Play, str, str], None]
"""(play, user, target)."""


def swap_places(play: Play, who: str, target: str) -> None:
    """The user and a target of the same size take each other's squares, without moving through what is between."""
    here, target_space, encounter = space_of(play, who), space_of(play, target), play.deed.encounter
    if here is None or target_space is None or encounter is None:
        return
    if here.size != target_space.size:
        play.refuse("OR-SIZE-02", "They are not of the same size, so neither fits into the squares of the other.")
    positions.step(play, encounter, id_of(who), target_space.corner)
    positions.step(play, encounter, id_of(target), here.corner)
    ARRIVED.open(play, who, Step(who, here, target_space, "teleport"))
    ARRIVED.open(play, target, Step(target, target_space, here, "teleport"))


def inspire(play: Play, _who: str, target: str) -> None:
    """The target regains an action point, if it has none."""
    if pools.has(play, target, "action_points") and pools.current(play, target, "action_points") == 0:
        pools.gain(play, target, "action_points", 1)


SPECIAL: Final[Mapping[str, Special]] = {"swap places": swap_places, "inspire": inspire}
"""By the name that a power calls them."""
