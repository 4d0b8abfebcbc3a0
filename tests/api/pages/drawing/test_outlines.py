"""Outlines of squares: what they enclose, and that they are short."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.pages.drawing.outlines import Corner, loops, outline

SQUARES = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=30)


def enclosed(corners: list[Corner]) -> int:
    """The area within a loop; below nought where it runs the other way round."""
    closed = pairwise([*corners, corners[0]])
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in closed) // 2


@given(SQUARES)
def test_the_outline_encloses_as_many_squares_as_it_is_of(squares: set[Corner]) -> None:
    assert sum(map(enclosed, loops(squares))) == len(squares)


@given(SQUARES)
def test_every_corner_of_an_outline_is_a_turn(squares: set[Corner]) -> None:
    for corners in loops(squares):
        around = [corners[-1], *corners, corners[0]]
        for before, here, after in zip(around, around[1:], around[2:], strict=False):
            assert (before[0] == here[0]) != (here[0] == after[0])


@pytest.mark.parametrize(
    ("squares", "path"),
    [
        ([(0, 0)], "M0 0h4v4h-4z"),
        ([(1, 0), (2, 0)], "M4 0h8v4h-8z"),
        ([(0, 0), (1, 1)], "M0 0h4v4h-4zM4 4h4v4h-4z"),
        ([], ""),
    ],
)
def test_an_outline_is_a_path_in_units(squares: list[Corner], path: str) -> None:
    assert outline(squares, 4) == path


def test_a_ring_has_an_outline_for_its_hole() -> None:
    ring = {(x, y) for x, y in product(range(3), range(3)) if (x, y) != (1, 1)}
    assert [enclosed(corners) for corners in loops(ring)] == [9, -1]
