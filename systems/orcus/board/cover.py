"""Cover: how much of a target is behind what is in the way of an attack.

Of the four lines from the attacker's best corner to the corners of a square of the target, an obstacle that blocks two hides half
of it, and one that blocks three hides three quarters. Low walls and creatures hide half, and arrow slits three quarters,
as soon as they are in the way of half the lines.
"""

from __future__ import annotations

from typing import Final

from domain.kit.maps.lines import lines_blocked
from domain.kit.maps.squares import Space, Square, squares_of
from domain.play.play import Play
from systems.orcus.board.places import rise, space_of, standing
from systems.orcus.board.ranges import origin_of
from systems.orcus.board.terrain import filled
from systems.orcus.windows import AIMED, Strike

HALF, THREE_QUARTERS = 1, 2
"""OR-COV-03, OR-COV-04: the degrees of cover."""

_HALF_THE_LINES, _MOST_LINES = 2, 3


def cover(play: Play, origin: Space, target: str, *, but: tuple[str, ...] = ()) -> int:
    """OR-COV-01 to OR-COV-04: return the cover that a character has against what comes from an origin: 0, 1 or 2.

    Only the best of what covers counts. Those named in `but` cover nobody: the attacker.
    """
    space = space_of(play, target)
    if space is None:
        return 0
    walls, slits = filled(play, "wall", "glass"), filled(play, "arrow slit")
    if lines_blocked(origin, space, walls | slits, slips=False) >= _MOST_LINES or _hides(origin, space, slits):
        return THREE_QUARTERS
    soft = filled(play, "low wall") | _bodies(play, target, (origin, space), but)
    return HALF if _hides(origin, space, walls | slits | soft) else 0


def _hides(origin: Space, target: Space, obstacles: frozenset[Square]) -> bool:
    """Whether obstacles are in the way of half the lines, wherever the attacker aims."""
    return lines_blocked(origin, target, obstacles, slips=False) >= _HALF_THE_LINES


def _bodies(play: Play, target: str, between: tuple[Space, Space], but: tuple[str, ...]) -> frozenset[Square]:
    """OR-COV-03: the squares of everybody between two places who is as high up as the target."""
    bodies = (
        squares_of(space)
        for other, space in standing(play, target, around=between).items()
        if other not in but and not rise(play, target, other)
    )
    return frozenset(square for body in bodies for square in body)


def covered(play: Play, by: str, strike: Strike) -> Strike:
    """OR-COV-01, OR-COV-02: count what covers the target from where the attack comes."""
    origin = origin_of(play, by, strike.attack)
    if origin is None:
        return strike
    degree = cover(play, origin, strike.target, but=(by,))
    return strike._replace(cover=max(strike.cover, degree))


WINDOWS: Final = {AIMED: (covered,)}
