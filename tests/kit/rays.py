"""Lines between exact points, looked at point by point: the slow and obvious way to tell what is in sight."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

from domain.kit.maps.lines import MapPoint
from domain.kit.maps.squares import Space
from tests.kit.boards import cells

Place = tuple[Fraction, Fraction]
"""A point of the map, in squares."""


def marks(start: Place, end: Place) -> list[Fraction]:
    """How far along a line it meets the grid, from 0 to 1, with a mark between each two."""
    met = {Fraction(0), Fraction(1)}
    for level in (0, 1):
        across = end[level] - start[level]
        for side in range(-2, 12):
            if across and 0 <= (share := (side - start[level]) / across) <= 1:
                met.add(share)
    points = sorted(met)
    return sorted([*points, *((one + other) / 2 for one, other in pairwise(points))])


def at(start: Place, end: Place, share: Fraction) -> Place:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def touching_of(place: Place) -> set[tuple[int, int]]:
    """All squares, with their borders, that a point belongs to."""
    columns, rows = ([int(n // 1), int(n // 1) - 1] if n == n // 1 else [int(n // 1)] for n in place)
    return set(product(columns, rows))


def clear(start: Place, end: Place, walls: set[tuple[int, int]], *, slips: bool) -> bool:
    """A line is blocked where all squares that a point of it belongs to are; or, unless it slips, two at a corner."""
    for share in marks(start, end):
        touching = touching_of(at(start, end, share))
        if touching <= walls:
            return False
        crossing = len(touching) == 4 and 0 < share < 1
        pairs = [{one, other} for one, other in product(touching, touching) if one[0] < other[0] and one[1] != other[1]]
        if crossing and not slips and any(pair <= walls for pair in pairs):
            return False
    return True


def place(point: MapPoint) -> Place:
    return Fraction(point.x) / 2, Fraction(point.y) / 2


def corners(space: Space) -> set[Place]:
    return {(Fraction(x + a), Fraction(y + b)) for x, y in cells(space) for a in (0, 1) for b in (0, 1)}


def centres(space: Space) -> set[Place]:
    return {(x + Fraction(1, 2), y + Fraction(1, 2)) for x, y in cells(space)}


def rim(space: Space, parts: int) -> set[Place]:
    (x, y), size = space
    steps = [Fraction(step, parts) for step in range(size * parts + 1)]
    return {
        p
        for s in steps
        for p in ((x + s, Fraction(y)), (x + s, Fraction(y + size)), (Fraction(x), y + s), (Fraction(x + size), y + s))
    }
