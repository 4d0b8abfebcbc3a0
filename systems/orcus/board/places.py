"""Places on the battle map: who fills which squares, how far apart they are, and who stands next to whom."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight
from domain.kit.maps import positions
from domain.kit.maps.squares import Space, Square, apart
from domain.kit.naming import id_of
from domain.kit.turns import fighters
from domain.play.play import Play
from domain.vocabulary.maps import Moved
from systems.orcus.fields import At, Height, Size
from systems.orcus.sheet.conditions import is_dead
from systems.orcus.sheet.people import profile_of

SIDES: Final[dict[Size, int]] = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}
"""OR-SIZE-01: the sides of the space that a size controls, in whole squares; four of the Tiny fit on one."""

SIZES: Final[tuple[Size, ...]] = tuple(SIDES)
"""The sizes, from the smallest to the largest."""


class PutAt(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Put a character on a square of the map."""

    who: CharacterRef
    at: Annotated[At, Meta(description="The square at the bottom left of their space")]
    height: Height = 0


@command("Put a character on a square of the map.", scene=True)
def put_at(play: Play, command: PutAt) -> None:
    """OR-COMB-02, OR-GRID-01, OR-SIZE-01: the game master places everybody on the grid."""
    encounter, who = fight(play), command.who
    space = Space(Square(*command.at), side_of(play, who))
    positions.put(
        play, encounter, id_of(who), space, subject=who, audience=play.character(who).profile["self"].audience
    )
    if height_of(play, who) != command.height:
        play.emit(encounter, Moved(name=id_of(who), height=command.height))


def side_of(play: Play, who: str) -> int:
    """Return how many squares wide the space of a character is."""
    return next(side for size, side in SIDES.items() if size == profile_of(play, who).size)


def size_of(play: Play, who: str) -> int:
    """Return how big a character is, counted in size categories from 0 for Tiny."""
    return SIZES.index(next(size for size in SIZES if size == profile_of(play, who).size))


def space_of(play: Play, who: str) -> Space | None:
    """Return the squares that a character fills; None where the map does not show them."""
    encounter = play.deed.encounter
    return None if encounter is None else positions.space_of(play, encounter, id_of(who))


def height_of(play: Play, who: str) -> int:
    """Return how many squares above the ground a character is."""
    encounter = play.deed.encounter
    position = None if encounter is None else play.encounter(encounter).positions.get(id_of(who))
    return 0 if position is None else int(position.height)


def distance(play: Play, one: str, other: str) -> int | None:
    """OR-RNG-06, OR-GRID-01, ruling 21: return how many squares apart two are, counted between their nearest; None off the map."""
    here, target_space = space_of(play, one), space_of(play, other)
    if here is None or target_space is None:
        return None
    return apart(here, target_space, rise=rise(play, one, other))


def rise(play: Play, one: str, other: str) -> int:
    """OR-GRID-01: return how many squares two are apart upwards: each is as tall as its space is wide."""
    low, other_low = height_of(play, one), height_of(play, other)
    lower, up = (one, other_low - low) if low < other_low else (other, low - other_low)
    return max(0, up - side_of(play, lower) + 1) if up else 0


def next_to(play: Play, one: str, other: str) -> bool:
    """OR-GRID-01, OR-GRID-02: whether two stand next to each other, corners included."""
    return distance(play, one, other) == 1


def standing(play: Play, but: str = "", *, around: tuple[Space, ...] = ()) -> dict[str, Space]:
    """Return everybody on the map who is not dead, with their squares, leaving out one.

    With some spaces, only those who have a square in or next to the rectangle `around` them.
    """
    encounter = play.deed.encounter
    if encounter is None:
        return {}
    places = play.encounter(encounter).positions
    spaces = {places[name].subject: positions.space_at(places[name]) for name in sorted(places) if places[name].subject}
    near = {who: space for who, space in spaces.items() if space and who != but and _is_within(space, around)}
    return {who: space for who, space in near.items() if not is_dead(play, who)}


def _is_within(space: Space, spaces: tuple[Space, ...]) -> bool:
    """Whether a space reaches into the rectangle around some, or next to it; where there are none, everything does."""
    lows = [min((each.corner[level] for each in spaces), default=0) - 1 for level in (0, 1)]
    highs = [max((each.corner[level] + each.size for each in spaces), default=0) for level in (0, 1)]
    return not spaces or all(
        low < space.corner[level] + space.size and space.corner[level] <= high
        for level, (low, high) in enumerate(zip(lows, highs, strict=True))
    )


def others(play: Play, who: str) -> tuple[str, ...]:
    """Return everybody else in the fight who is not dead, as they act."""
    return tuple(other for other in fighters(play) if other != who and not is_dead(play, other))
