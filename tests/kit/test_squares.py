"""Distances, spaces, reach and room, against counting out every square."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from domain.kit.maps.squares import (
    Diagonals,
    Space,
    Square,
    adjacent,
    apart,
    around,
    distance,
    has_room,
    length,
    overlap,
)
from tests.kit.boards import Law, cells, check, check_at_length, name_of, some_space, some_square

WAYS: tuple[Diagonals, ...] = ("one", "two", "alternate", "real")


@cache
def _walked(gaps: tuple[int, ...], diagonals: Diagonals) -> int:
    """The least cost of a walk of single steps, by trying all walks in waves of equal cost."""
    waves: dict[int, set[tuple[tuple[int, ...], bool]]] = {0: {((0,) * len(gaps), False)}}
    seen: set[tuple[tuple[int, ...], bool]] = set()
    for cost in range(60):
        for place, odd in waves.pop(cost, set()):
            if place == gaps:
                return cost
            if (place, odd) in seen:
                continue
            seen.add((place, odd))
            for step in product((0, 1), repeat=len(gaps)):
                after = tuple(a + b for a, b in zip(place, step, strict=True))
                if sum(step) == 0 or any(a > b for a, b in zip(after, gaps, strict=True)):
                    continue
                diagonal = sum(step) > 1
                price = {"one": 1, "two": sum(step), "alternate": 2 if diagonal and odd else 1}[diagonals]
                waves.setdefault(cost + price, set()).add((after, odd ^ diagonal))
    raise AssertionError("no walk leads there")


@cache
def _long(gaps: tuple[int, ...], diagonals: Diagonals) -> int:
    if diagonals != "real":
        return _walked(gaps, diagonals)
    squares = 0
    while Fraction(squares) ** 2 < sum(Fraction(gap) ** 2 for gap in gaps):
        squares += 1
    return squares


def _apart(one: Space, other: Space, diagonals: Diagonals) -> int:
    pairs = product(cells(one), cells(other))
    return min(_long((abs(a - c), abs(b - d)), diagonals) for (a, b), (c, d) in pairs)


def a_length_is_that_of_the_cheapest_walk(chance: Random) -> None:
    gaps = tuple(chance.randrange(5) for _ in range(chance.choice((1, 2, 3))))
    for way in WAYS:
        assert length(*(chance.choice((1, -1)) * gap for gap in gaps), diagonals=way) == _long(gaps, way), (gaps, way)


def a_distance_is_that_of_the_cheapest_walk(chance: Random) -> None:
    one, other, way = some_square(chance), some_square(chance), chance.choice(WAYS)
    assert distance(one, other, way) == _long((abs(one.x - other.x), abs(one.y - other.y)), way), (one, other, way)


def spaces_are_as_far_apart_as_their_nearest_squares(chance: Random) -> None:
    one, other, way = some_space(chance), some_space(chance), chance.choice(WAYS)
    assert apart(one, other, way) == apart(other, one, way) == _apart(one, other, way), (one, other, way)
    assert overlap(one, other) == bool(cells(one) & cells(other))


def adjacent_spaces_share_a_corner_and_no_square(chance: Random) -> None:
    one, other = some_space(chance), some_space(chance)
    points = [{(x + a, y + b) for x, y in cells(each) for a in (0, 1) for b in (0, 1)} for each in (one, other)]
    shared, disjoint = len(points[0] & points[1]), not cells(one) & cells(other)
    assert adjacent(one, other) == (disjoint and shared > 0), (one, other)
    assert adjacent(one, other, corners=False) == (disjoint and shared > 1), (one, other)


def what_lies_around_is_whatever_is_near_enough(chance: Random) -> None:
    space, far, way = some_space(chance, 4), chance.randrange(4), chance.choice(WAYS)
    board = {(x, y) for x in range(-4, 9) for y in range(-4, 9)} - cells(space)
    expected = {cell for cell in board if _apart(space, Space(Square(*cell)), way) <= far}
    assert around(space, far, way) == expected, (space, far, way)


def a_space_has_room_where_few_enough_fill_its_squares(chance: Random) -> None:
    spaces = {f"c-{number}": some_space(chance) for number in range(4)}
    space, share = some_space(chance), chance.randint(1, 3)
    crowd = {cell: {who for who in spaces if cell in cells(spaces[who])} for cell in product(range(6), repeat=2)}
    assert has_room(space, spaces.values(), share=share) == all(len(crowd[cell]) < share for cell in cells(space))


LAWS = (
    a_length_is_that_of_the_cheapest_walk,
    a_distance_is_that_of_the_cheapest_walk,
    spaces_are_as_far_apart_as_their_nearest_squares,
    adjacent_spaces_share_a_corner_and_no_square,
    what_lies_around_is_whatever_is_near_enough,
    a_space_has_room_where_few_enough_fill_its_squares,
)


@pytest.mark.parametrize("law", LAWS, ids=name_of)
def test_squares_are_counted_rightly(law: Law) -> None:
    check(law, 100)


@pytest.mark.soak
@pytest.mark.parametrize("law", LAWS, ids=name_of)
def test_squares_are_counted_rightly_in_the_long_run(law: Law) -> None:
    check_at_length(law, 2_500)


def test_a_straight_line_is_within_a_range_exactly_if_its_rounded_length_is() -> None:
    assert [length(3, 4, diagonals="real"), length(1, 1, diagonals="real"), length(0, 0, diagonals="real")] == [5, 2, 0]
