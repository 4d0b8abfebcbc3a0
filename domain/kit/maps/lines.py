"""Lines over squares: what blocks a line, who sees whom, how much is hidden, and who stands on opposite sides.

All answers are exact. Points are counted in half squares, so that corners (even) and centres (odd) are whole numbers. A line is blocked
where it leads through the inside of what blocks it. One that only runs along the side of a blocked square is free, one between two
blocked squares is not. Rulebooks differ about a line through the point where two blocked squares touch at their corners; `slips` says
whether it gets through.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple

from domain.kit.maps.squares import Space, Square, apart, squares_of

Number = int | Fraction

Ends = Literal["corners", "centres"]
"""The ends of lines: any corner of any square of a space, or the centre of any of its squares."""

Whole = Literal["anywhere"]
"""A line may end at any part of a space."""


class MapPoint(NamedTuple):
    """A point of the map, in half squares: the square (x, y) reaches from (2x, 2y) to (2x + 2, 2y + 2)."""

    x: Number
    y: Number


def corners_of(space: Space) -> Iterator[MapPoint]:
    """The corners of the squares of a space."""
    (x, y), size = space
    return (MapPoint(2 * column, 2 * row) for column in range(x, x + size + 1) for row in range(y, y + size + 1))


def centres_of(space: Space) -> Iterator[MapPoint]:
    """The centres of the squares of a space."""
    return (MapPoint(2 * square.x + 1, 2 * square.y + 1) for square in squares_of(space))


def crosses(start: MapPoint, end: MapPoint, square: Square) -> bool:
    """Whether the line between two points leads through the inside of a square: touching its border is not enough."""
    return _cuts(start, end, (2 * square.x, 2 * square.x + 2), (2 * square.y, 2 * square.y + 2))


def is_clear(start: MapPoint, end: MapPoint, blocked: Collection[Square], *, slips: bool = True) -> bool:
    """Whether the line between two points is free of what blocks it. `slips` as in the head of this module."""
    if not blocked or start == end:
        return True
    walls = blocked if isinstance(blocked, (set, frozenset)) else frozenset(blocked)
    if any(crosses(start, end, square) for square in walls):
        return False
    return not any(_seam(start, end, square, walls) for square in walls) and (
        slips or not any(_pinch(start, end, square, walls) for square in walls)
    )


def sees(
    viewer: Space,
    target: Space,
    blocked: Collection[Square],
    *,
    start: Ends = "corners",
    end: Ends | Whole = "anywhere",
    slips: bool = True,
) -> bool:
    """Whether a clear line leads from one space to another: line of sight or of effect, according to what `blocked` holds.

    The squares of the two spaces themselves do not block. Two spaces that share a square always see each other.
    """
    if apart(viewer, target) == 0:
        return True
    walls = _between(viewer, target, blocked)
    starts, ends = tuple(_points(viewer, start)), tuple(_points(target, "corners" if end == "anywhere" else end))
    if any(is_clear(one, other, walls, slips=slips) for one, other in product(starts, ends)):
        return True
    return end == "anywhere" and any(
        is_clear(one, other, walls, slips=slips) for one in starts for other in _sights(one, target, walls)
    )


def unblocked(
    origin: Space, squares: Iterable[Square], blocked: Collection[Square], *, slips: bool = True
) -> frozenset[Square]:
    """Return the squares to which a clear line leads from an origin: what of an area an effect reaches."""
    return frozenset(square for square in squares if sees(origin, Space(square), blocked, slips=slips))


def lines_blocked(
    attacker: Space,
    target: Space,
    blocked: Collection[Square],
    *,
    start: Ends = "corners",
    whole: bool = False,
    slips: bool = True,
) -> int:
    """Return how many of four lines from the attacker to the corners of the target are blocked, 0 to 4.

    The attacker chooses the point from which the four lines start and, unless they lead to the corners of the `whole` space, one square
    of it: so that the fewest are blocked.
    """
    walls = _between(attacker, target, blocked)
    aims = [target] if whole else [Space(square) for square in squares_of(target)]
    return min(
        sum(not is_clear(point, corner, walls, slips=slips) for corner in _outer(aim))
        for point in _points(attacker, start)
        for aim in aims
    )


def flanks(one: Space, middle: Space, other: Space, *, far: int = 1) -> bool:
    """Whether two stand on opposite sides or opposite corners of the space between them, both at most so many squares from it.

    It is so where the line between the centres of a nearest square of the one and of the other meets two opposite sides of that space.
    """
    return any(_through(start, middle, end) for start in _near(one, middle, far) for end in _near(other, middle, far))


def _near(space: Space, middle: Space, far: int) -> list[MapPoint]:
    least = apart(space, middle)
    squares = (Space(square) for square in squares_of(space)) if 0 < least <= far else ()
    return [point for square in squares if apart(square, middle) == least for point in centres_of(square)]


def _through(start: MapPoint, middle: Space, end: MapPoint) -> bool:
    """Whether a line meets the left and the right side of a space, or the lower and the upper one, ends of sides included."""
    (x, y), size = middle
    return _spans(start, end, x, y, size) or _spans(MapPoint(start.y, start.x), MapPoint(end.y, end.x), y, x, size)


def _spans(start: MapPoint, end: MapPoint, x: int, y: int, size: int) -> bool:
    left, right = 2 * x, 2 * (x + size)
    if start.x > end.x:
        start, end = end, start
    if not start.x <= left < right <= end.x:
        return False
    across = end.x - start.x
    heights = [start.y * across + (end.y - start.y) * (side - start.x) for side in (left, right)]
    return all(2 * y * across <= height <= 2 * (y + size) * across for height in heights)


def _points(space: Space, ends: Ends) -> Iterator[MapPoint]:
    return corners_of(space) if ends == "corners" else centres_of(space)


def _outer(space: Space) -> Iterator[MapPoint]:
    (x, y), size = space
    return (MapPoint(2 * column, 2 * row) for column in (x, x + size) for row in (y, y + size))


def _between(one: Space, other: Space, blocked: Collection[Square]) -> frozenset[Square]:
    """Return the blocked squares that can lie between two spaces: those in or next to the rectangle around both,
    without the two."""
    left, bottom = min(one.corner.x, other.corner.x), min(one.corner.y, other.corner.y)
    right = max(one.corner.x + one.size, other.corner.x + other.size)
    top = max(one.corner.y + one.size, other.corner.y + other.size)
    near = {square for square in blocked if left - 1 <= square.x <= right and bottom - 1 <= square.y <= top}
    return frozenset(near.difference(squares_of(one), squares_of(other)))


def _sights(viewer: MapPoint, target: Space, walls: Collection[Square]) -> Iterator[MapPoint]:
    """Points on the sides of a space, of which one is in sight if any part of the space is.

    The part in sight ends only at lines past the corners of what blocks, and those lines are free themselves.
    """
    (x, y), size = target
    edges = {corner for square in walls for corner in corners_of(Space(square))}
    for fixed, low, level in (
        (2 * x, 2 * y, 0),
        (2 * (x + size), 2 * y, 0),
        (2 * y, 2 * x, 1),
        (2 * (y + size), 2 * x, 1),
    ):
        high = low + 2 * size
        met = {hit for corner in edges if (hit := _met(viewer, corner, fixed, level)) is not None and low < hit < high}
        for mark in met:
            yield MapPoint(fixed, mark) if level == 0 else MapPoint(mark, fixed)


def _met(viewer: MapPoint, corner: MapPoint, fixed: int, level: int) -> Fraction | None:
    """Return where the line from a viewer past a corner meets the line x = fixed (level 0) or y = fixed (level 1)."""
    along, across = corner[level] - viewer[level], corner[1 - level] - viewer[1 - level]
    return None if along == 0 else Fraction((fixed - viewer[level]) * across, along) + viewer[1 - level]


def _cuts(start: MapPoint, end: MapPoint, columns: tuple[int, int], rows: tuple[int, int]) -> bool:
    """Whether a line meets the inside of a rectangle, in half squares; to start or to end on its border is not to meet it.

    `first` and `last` are where the line is inside both the columns and the rows, as dividend and divisor of its length.
    """
    first: tuple[Number, Number] = (0, 1)
    last: tuple[Number, Number] = (1, 1)
    levels: tuple[tuple[Number, Number, tuple[int, int]], ...] = (
        (start.x, end.x - start.x, columns),
        (start.y, end.y - start.y, rows),
    )
    for origin, step, (low, high) in levels:
        if step == 0:
            if not low < origin < high:
                return False
            continue
        enters: Number = low - origin if step > 0 else origin - high
        leaves: Number = high - origin if step > 0 else origin - low
        size: Number = step if step > 0 else -step
        if enters * first[1] > first[0] * size:
            first = (enters, size)
        if leaves * last[1] < last[0] * size:
            last = (leaves, size)
    return first[0] * last[1] < last[0] * first[1]


def _seam(start: MapPoint, end: MapPoint, square: Square, walls: Collection[Square]) -> bool:
    """Whether a line runs between a square and the blocked one above it or to the right of it."""
    x, y = 2 * square.x, 2 * square.y
    upright = start.x == end.x == x + 2 and Square(square.x + 1, square.y) in walls
    level = start.y == end.y == y + 2 and Square(square.x, square.y + 1) in walls
    return (upright and max(y, min(start.y, end.y)) < min(y + 2, max(start.y, end.y))) or (
        level and max(x, min(start.x, end.x)) < min(x + 2, max(start.x, end.x))
    )


def _pinch(start: MapPoint, end: MapPoint, square: Square, walls: Collection[Square]) -> bool:
    """Whether a line leads through the point where a square touches a blocked one to its upper left or upper right."""
    x, y, top = 2 * square.x, 2 * square.y, square.y + 1
    return any(
        Square(column, top) in walls and _passes(start, end, MapPoint(corner, y + 2))
        for column, corner in ((square.x + 1, x + 2), (square.x - 1, x))
    )


def _passes(start: MapPoint, end: MapPoint, point: MapPoint) -> bool:
    """Whether a point lies on a line, and is not one of its ends."""
    across, up = end.x - start.x, end.y - start.y
    turned = (point.x - start.x) * up - (point.y - start.y) * across
    along = (point.x - start.x) * across + (point.y - start.y) * up
    return turned == 0 and 0 < along < across * across + up * up
