"""Areas of effect: the squares that a burst, an arc, a wall or another shape covers, and where they begin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from domain.kit.maps import shapes
from domain.kit.maps.squares import Space, Square, apart
from domain.play.play import Play
from systems.orcus.board.places import space_of
from systems.orcus.board.sight import effect_passes, sees_squares
from systems.orcus.board.terrain import SOLID, filled
from systems.orcus.powers.records.reading import Reach


def base_of(
    play: Play, who: str, reach: Reach, square: tuple[int, int] | None, *, waived: bool = False
) -> Space | None:
    """OR-TGT-01, OR-TGT-06, OR-RNG-05, ruling 20: return where an area begins: the space of the user, or the distant square of a far one.

    None off the map. Refused where a far area names no square, or one that is out of range.
    """
    here = space_of(play, who)
    if reach.origin == "near" or here is None:
        return here
    if square is None:
        play.refuse("OR-TGT-01", "A far area begins in a distant square; name it as `square`.")
        return here
    base = Space(Square(*square))
    if reach.far is not None and apart(here, base) > reach.far:
        play.refuse(
            "OR-RNG-05",
            "The square is {apart} squares away; it may be {far} at most.",
            apart=apart(here, base),
            far=reach.far,
        )
    if waived or effect_passes(play, here, base):
        return base
    if sees_squares(play, who, base):
        play.refuse(
            "OR-TGT-06", "Something solid is between them and the square; choose one to which the path is clear."
        )
        return base
    return _near_side(play, here, base)


def _near_side(play: Play, here: Space, base: Space) -> Space:
    """OR-TGT-07: the last place on the way to a square that is out of sight, before what is in between."""
    play.cite("OR-TGT-07")
    (x, y), (to_x, to_y) = here.corner, base.corner
    count = max(abs(to_x - x), abs(to_y - y))
    way = (
        Space(Square(x + round((to_x - x) * step / count), y + round((to_y - y) * step / count)))
        for step in range(1, count + 1)
    )
    solid = filled(play, *SOLID)
    clear = takewhile(lambda place: place.corner not in solid and effect_passes(play, here, place), way)
    return max(clear, key=lambda place: apart(here, place), default=Space(here.corner))


def area_of(play: Play, base: Space, reach: Reach, given: Sequence[Square]) -> frozenset[Square]:
    """OR-AREA-02 to OR-AREA-05: return the squares that an area covers from its base.

    `given` is the corner of an arc's block (bottom left), the squares of a wall, or those of a shape of the power's own.
    """
    match reach.shape:
        case "burst":
            return shapes.burst(base, reach.size)
        case "arc":
            return _arc(play, base, reach.size, given)
        case "wall":
            return _wall(play, base, reach.size, given)
        case _:
            play.cite("OR-AREA-05")
            return frozenset(given)


def _arc(play: Play, base: Space, size: int, given: Sequence[Square]) -> frozenset[Square]:
    """OR-AREA-03, ruling 19: a block of N by N squares that touches the base and holds none of it."""
    if len(given) == 1 and shapes.is_blast(block := Space(given[0], size), base):
        return shapes.burst(block, 0)
    play.refuse(
        "OR-AREA-03",
        "An arc {size} is a block of {size} by {size} squares next to its base; name its bottom "
        "left square in `squares`.",
        size=size,
    )
    return frozenset()


def _wall(play: Play, base: Space, size: int, given: Sequence[Square]) -> frozenset[Square]:
    """OR-AREA-04: N squares that hang together by their edges, from one next to the base; the same again is stacked on it."""
    if len(given) != size or not shapes.is_wall(given, base):
        play.refuse(
            "OR-AREA-04",
            "A wall {size} has {size} squares: the first next to its base, each with an edge in "
            "common with one or two others.",
            size=size,
        )
    return frozenset(given)
