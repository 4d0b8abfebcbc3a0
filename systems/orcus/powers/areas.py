"""Areas of effect: the squares that a burst, an arc, a wall or another shape covers, and where they begin."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kit import shapes
from domain.kit.squares import Space, Square, apart
from domain.play.play import Play
from systems.orcus.board.places import space_of
from systems.orcus.powers.reading import Reach


def base_of(play: Play, who: str, reach: Reach, square: tuple[int, int] | None) -> Space | None:
    """OR-TGT-01, ruling 20: return where an area begins: the whole space of the user, or the distant square of a far one.

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
        play.refuse("OR-TGT-01", f"The square is {apart(here, base)} squares away; it may be {reach.far} at most.")
    return base


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
        f"An arc {size} is a block of {size} by {size} squares next to its base; name its bottom left square in `squares`.",
    )
    return frozenset()


def _wall(play: Play, base: Space, size: int, given: Sequence[Square]) -> frozenset[Square]:
    """OR-AREA-04: N squares that hang together by their edges, from one next to the base; the same again is stacked on it."""
    if len(given) != size or not shapes.is_wall(given, base):
        play.refuse(
            "OR-AREA-04",
            f"A wall {size} has {size} squares: the first next to its base, each with an edge in common with one or two others.",
        )
    return frozenset(given)
