"""Bursts, blasts, blocks and walls, against looking at every square of a board."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from domain.kit.maps.shapes import block, burst, hangs_together, is_blast, is_wall, touched
from domain.kit.maps.squares import Space, Square
from tests.kit.boards import Law, cells, check, check_at_length, name_of, some_space, some_square, some_squares

BOARD = {(x, y) for x in range(-5, 11) for y in range(-5, 11)}


def _steps(cell: tuple[int, int], space: Space) -> int:
    return min(max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in cells(space))


def a_burst_covers_all_that_is_near_enough(chance: Random) -> None:
    space, far = some_space(chance), chance.randrange(4)
    expected = {cell for cell in BOARD if _steps(cell, space) <= far}
    assert burst(space, far) == expected, (space, far)


def a_round_burst_leaves_out_its_corners(chance: Random) -> None:
    square, far = some_square(chance), chance.randrange(5)
    expected = {(x, y) for x, y in BOARD if (x - square.x) ** 2 + (y - square.y) ** 2 <= far**2}
    assert burst(Space(square), far, "real") == expected, (square, far)


def a_blast_touches_its_origin_and_holds_none_of_it(chance: Random) -> None:
    origin, side = some_space(chance), chance.randint(1, 3)
    all_blocks = [Space(Square(x, y), side) for x, y in sorted(BOARD)]
    expected = [b for b in all_blocks if min(_steps(cell, origin) for cell in cells(b)) == 1]
    assert [b for b in all_blocks if is_blast(b, origin)] == expected


def a_block_holds_what_lies_between_its_corners(chance: Random) -> None:
    one, other = some_square(chance), some_square(chance)
    inside = {(x, y) for x, y in BOARD if (x - one.x) * (x - other.x) <= 0 and (y - one.y) * (y - other.y) <= 0}
    assert block(one, other) == inside, (one, other)


def _joined(squares: list[Square]) -> bool:
    """Whether some order of the squares lets each be put next to one that lies already."""
    return any(
        all(any(abs(a.x - b.x) + abs(a.y - b.y) == 1 for b in order[:index]) for index, a in enumerate(order) if index)
        for order in permutations(squares)
    )


def a_wall_hangs_together_by_sides_and_does_not_branch(chance: Random) -> None:
    pool = [Square(x, y) for x in range(3) for y in range(3)]
    squares = chance.sample(pool, chance.randint(1, 5))
    base, most = Space(Square(chance.randint(-1, 3), -1)), chance.randint(1, 3)
    sides = [sum(abs(a.x - b.x) + abs(a.y - b.y) == 1 for b in squares) for a in squares]
    whole = _joined(squares)
    starts = max(abs(squares[0].x - base.corner.x), abs(squares[0].y - base.corner.y)) == 1
    assert hangs_together(squares) == whole, squares
    assert is_wall(squares, most=most) == (whole and max(sides) <= most), (squares, most)
    assert is_wall(squares, base) == (whole and max(sides) <= 2 and starts), (squares, base)


def an_area_touches_each_once(chance: Random) -> None:
    spaces = {f"c-{number}": some_space(chance) for number in range(5)}
    area = some_squares(chance, share=chance.random())
    filled = {(square.x, square.y) for square in area}
    assert list(touched(spaces, area)) == [who for who, space in spaces.items() if cells(space) & filled]


LAWS: dict[Law, int] = {
    a_burst_covers_all_that_is_near_enough: 100,
    a_round_burst_leaves_out_its_corners: 100,
    a_blast_touches_its_origin_and_holds_none_of_it: 100,
    a_block_holds_what_lies_between_its_corners: 300,
    a_wall_hangs_together_by_sides_and_does_not_branch: 300,
    an_area_touches_each_once: 300,
}


@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_shapes_cover_what_they_should(law: Law, boards: int) -> None:
    check(law, boards)


@pytest.mark.soak
@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_shapes_cover_what_they_should_in_the_long_run(law: Law, boards: int) -> None:
    check_at_length(law, 20 * boards)


def test_no_squares_are_no_wall() -> None:
    assert not is_wall([])


def test_a_wall_may_be_stacked_in_layers() -> None:
    row = [Square(x, 0) for x in range(3)]
    assert is_wall([*row, *row], Space(Square(-1, 0)))
