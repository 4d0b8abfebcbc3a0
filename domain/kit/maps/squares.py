"""Squares: how far apart they are, the spaces that creatures fill, who touches whom, and where there is room.

A square is one cell of the map, x to the right and y upwards. A space is the block of squares that a character fills. Lengths are in
squares. Rulebooks differ in how a diagonal counts, which is a parameter everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import isqrt
from typing import Literal, NamedTuple, assert_never

Steps = Literal["one", "two", "alternate"]
"""The cost of a diagonal step: one, two, or one and two by turns (the second, the fourth … as two)."""

Diagonals = Steps | Literal["real"]
"""The length of diagonals in a distance: as for steps, or the straight line's, rounded up to whole squares."""


class Square(NamedTuple):
    """A square by its column and row."""

    x: int
    y: int

    def moved(self, dx: int, dy: int) -> Square:
        """The square that lies so many columns to the right and rows up."""
        return Square(self.x + dx, self.y + dy)


class Space(NamedTuple):
    """A block of squares: its corner at the bottom left, and the length of its side in squares (1 or more)."""

    corner: Square
    size: int = 1

    def at(self, corner: Square) -> Space:
        """A space of the same size elsewhere."""
        return Space(corner, self.size)

    def moved(self, dx: int, dy: int) -> Space:
        """The space so many columns to the right and rows up."""
        return Space(self.corner.moved(dx, dy), self.size)


DIRECTIONS = tuple((dx, dy) for dx, dy in product((-1, 0, 1), repeat=2) if (dx, dy) != (0, 0))
"""The eight steps to a neighbouring square, as columns and rows."""


def squares_of(space: Space) -> Iterator[Square]:
    """The squares that a space fills, column by column."""
    (x, y), size = space
    return (Square(column, row) for column in range(x, x + size) for row in range(y, y + size))


def gaps(one: Space, other: Space) -> tuple[int, int]:
    """Return how many columns and how many rows the nearest squares of two spaces are apart; 0 where they share one."""
    return (
        max(0, other.corner.x - one.corner.x - one.size + 1, one.corner.x - other.corner.x - other.size + 1),
        max(0, other.corner.y - one.corner.y - one.size + 1, one.corner.y - other.corner.y - other.size + 1),
    )


def length(*gaps: int, diagonals: Diagonals = "one") -> int:
    """Return the length in squares of a way that covers so many columns, rows and, where given, squares of height.

    A step counts as diagonal if it leads along more than one of them. Where the `real` length is no whole number it is rounded up, so
    that it is within a range exactly if the straight line is.
    """
    longest, second, *_ = sorted((abs(gap) for gap in (*gaps, 0)), reverse=True)
    match diagonals:
        case "one":
            return longest
        case "two":
            return sum(abs(gap) for gap in gaps)
        case "alternate":
            return longest + second // 2
        case "real":
            squared = sum(gap * gap for gap in gaps)
            return isqrt(squared - 1) + 1 if squared else 0
        case _:
            assert_never(diagonals)


def distance(one: Square, other: Square, diagonals: Diagonals = "one") -> int:
    """Return how many squares apart two squares are; 0 from itself."""
    return length(other.x - one.x, other.y - one.y, diagonals=diagonals)


def apart(one: Space, other: Space, diagonals: Diagonals = "one", *, rise: int = 0) -> int:
    """Return how many squares apart two spaces are, counted between their nearest squares; 0 where they overlap.

    `rise` is how many squares one of them is higher up than the other.
    """
    return length(*gaps(one, other), rise, diagonals=diagonals)


def overlap(one: Space, other: Space) -> bool:
    """Whether two spaces share a square."""
    return gaps(one, other) == (0, 0)


def adjacent(one: Space, other: Space, *, corners: bool = True) -> bool:
    """Whether two spaces touch without sharing a square: at a side or, with `corners`, at a corner."""
    across = gaps(one, other)
    return sum(across) == 1 or (corners and across == (1, 1))


def around(space: Space, far: int, diagonals: Diagonals = "one") -> frozenset[Square]:
    """The squares outside a space that are at most so many squares from it; none for 0."""
    wide = Space(space.corner.moved(-far, -far), space.size + 2 * far)
    return frozenset(square for square in squares_of(wide) if 0 < apart(space, Space(square), diagonals) <= far)


def has_room(space: Space, others: Iterable[Space], *, share: int = 1) -> bool:
    """Whether a space is free for one more: each of its squares is filled by fewer than `share` others.

    Of creatures so small that four of them fit on a square, `share` is 4.
    """
    occupants = [each for each in others if overlap(space, each)]
    return all(sum(overlap(Space(square), each) for each in occupants) < share for square in squares_of(space))
