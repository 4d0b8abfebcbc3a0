"""Shapes over squares: what a burst, a blast, a block or a wall covers, and whom it touches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.kit.maps.squares import Diagonals, Space, Square, adjacent, around, squares_of


def burst(origin: Space, far: int, diagonals: Diagonals = "one") -> frozenset[Square]:
    """The squares of an origin and all within so many squares of it. With diagonals as one it is a block, else rounder."""
    return around(origin, far, diagonals).union(squares_of(origin))


def is_blast(block: Space, origin: Space) -> bool:
    """Whether a block of squares is a blast from an origin: it touches the origin's space and holds none of it."""
    return adjacent(block, origin)


def block(one: Square, other: Square) -> frozenset[Square]:
    """The squares of the rectangle between two opposite corners, both included: a zone, a room."""
    (left, right), (bottom, top) = sorted((one.x, other.x)), sorted((one.y, other.y))
    return frozenset(Square(x, y) for x in range(left, right + 1) for y in range(bottom, top + 1))


def is_wall(squares: Sequence[Square], base: Space | None = None, *, most: int = 2) -> bool:
    """Whether squares make a wall: all hang together by their sides, and none has more than `most` others at its sides.

    With a `base` the first of them has to be adjacent to it. The same square again stands for the wall's next layer there.
    """
    if not squares or (base is not None and not adjacent(Space(squares[0]), base)):
        return False
    footprint = frozenset(squares)
    return hangs_together(footprint) and all(len(_beside(square, footprint)) <= most for square in footprint)


def hangs_together(squares: Collection[Square]) -> bool:
    """Whether one can go from each of the squares to each other over their sides."""
    whole = frozenset(squares)
    seen: set[Square] = set()
    waiting = list(whole)[:1]
    while waiting:
        square = waiting.pop()
        if square not in seen:
            seen.add(square)
            waiting.extend(_beside(square, whole))
    return seen == whole


def touched(spaces: Mapping[str, Space], squares: Collection[Square]) -> tuple[str, ...]:
    """The names, in order, of those whose space has a square in an area, each once."""
    area = frozenset(squares)
    return tuple(sorted(who for who, space in spaces.items() if any(square in area for square in squares_of(space))))


def _beside(square: Square, squares: Collection[Square]) -> list[Square]:
    return [beside for dx, dy in ((-1, 0), (0, -1), (0, 1), (1, 0)) if (beside := square.moved(dx, dy)) in squares]
