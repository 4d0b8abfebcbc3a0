"""Squares on a line: what lies in the way of something that travels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.vocabulary.maps import Position

Square = tuple[int, int]


class Line(NamedTuple):
    """MV-IMPC-01: from the middle of the square of origin along a travel vector, as far as the vector reaches."""

    origin: Square
    vector: Square

    def reaches(self, square: Square) -> tuple[int, int] | None:
        """Return how far along the line a square lies that it passes through, and how far off its middle; None for any
        other.

        The square of origin itself is not on it, and one that it only touches at a corner is not either. Numbers grow with
        the distance, and are for comparing.
        """
        (dx, dy), a, b = self.vector, square[0] - self.origin[0], square[1] - self.origin[1]
        along, off = a * dx + b * dy, abs(a * dy - b * dx)
        within = 0 < along <= dx * dx + dy * dy and 2 * off < abs(dx) + abs(dy)
        return (along, off) if within else None


def squares_of(position: Position) -> Iterator[Square]:
    """The squares that a thing stands on; none where it is not on the squares of a map."""
    if position.x is not None and position.y is not None:
        for x in range(position.x, position.x + position.size):
            for y in range(position.y, position.y + position.size):
                yield x, y


def met(line: Line, positions: Iterable[tuple[str, Position]]) -> tuple[str, ...]:
    """MV-IMPC-01: the names of what lies on a line, in the order in which it is met."""
    reached_lines: list[tuple[tuple[int, int], str]] = []
    for name, position in positions:
        reached = [at for square in squares_of(position) if (at := line.reaches(square))]
        if reached:
            reached_lines.append((min(reached), name))
    return tuple(name for _, name in sorted(reached_lines))
