"""Outlines: the border of a set of squares as the path of an SVG, holes included."""

from __future__ import annotations

from collections.abc import Collection, Iterator

Corner = tuple[int, int]
"""A corner of squares: x to the right, y downwards, both in squares."""


def outline(squares: Collection[Corner], unit: int = 1) -> str:
    """Return the path around squares that are given by their top left corners; `unit` is the length of a side.

    Squares that touch at a corner alone have outlines of their own. Holes run the other way round.
    """
    return "".join(_path(loop, unit) for loop in loops(squares))


def loops(squares: Collection[Corner]) -> Iterator[list[Corner]]:
    """Yield the corners at which the border of these squares turns, loop by loop."""
    edges = _edges(set(squares))
    while edges:
        start = min(edges)
        here, way = start, edges[start][0]
        corners: list[Corner] = []
        while True:
            ends = edges[here]
            turn = _rightmost(ends, way)
            ends.remove(turn)
            if not ends:
                del edges[here]
            if not corners or turn != way:
                corners.append(here)
            here, way = (here[0] + turn[0], here[1] + turn[1]), turn
            if here == start:
                break
        yield corners


def _edges(squares: set[Corner]) -> dict[Corner, list[Corner]]:
    """Return the sides between a square and what is none, by where they begin: each runs with its square on the right."""
    edges: dict[Corner, list[Corner]] = {}
    for x, y in sorted(squares):
        sides = (
            ((x, y - 1), (x, y), (1, 0)),
            ((x + 1, y), (x + 1, y), (0, 1)),
            ((x, y + 1), (x + 1, y + 1), (-1, 0)),
            ((x - 1, y), (x, y + 1), (0, -1)),
        )
        for beyond, begin, way in sides:
            if beyond not in squares:
                edges.setdefault(begin, []).append(way)
    return edges


def _rightmost(ways: list[Corner], way: Corner) -> Corner:
    """Return the only way, or of two the one to the right: it stays at the same square where two touch at a corner."""
    right = (-way[1], way[0])
    return right if right in ways else ways[0]


def _path(corners: list[Corner], unit: int) -> str:
    """Return the path along the corners of a loop, in steps to the right and down."""
    x, y = corners[0]
    path = f"M{x * unit} {y * unit}"
    for next_x, next_y in corners[1:]:
        path += f"h{(next_x - x) * unit}" if next_y == y else f"v{(next_y - y) * unit}"
        x, y = next_x, next_y
    return f"{path}z"
