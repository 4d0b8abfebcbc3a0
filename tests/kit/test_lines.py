"""Lines of sight, cover and flanking, against exact points on the lines, one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from domain.kit.maps.lines import (
    MapPoint,
    centres_of,
    corners_of,
    flanks,
    is_clear,
    lines_blocked,
    sees,
    unblocked,
)
from domain.kit.maps.squares import Space, Square, overlap
from tests.kit.boards import Law, cells, check, check_at_length, name_of, some_space, some_squares
from tests.kit.rays import Place, centres, clear, corners, place, rim


def _some_point(chance: Random) -> MapPoint:
    return MapPoint(chance.randrange(13), chance.randrange(13))


def a_line_is_clear_if_each_of_its_points_is(chance: Random) -> None:
    start, end, walls, slips = _some_point(chance), _some_point(chance), some_squares(chance), chance.random() < 0.5
    if start == end:
        return
    expected = clear(place(start), place(end), {(wall.x, wall.y) for wall in walls}, slips=slips)
    assert is_clear(start, end, walls, slips=slips) == expected, (start, end, sorted(walls), slips)


def spaces_see_each_other_by_some_line_between_their_points(chance: Random) -> None:
    one, other, walls, slips = some_space(chance), some_space(chance), some_squares(chance), chance.random() < 0.5
    start, end = chance.choice((("corners", "corners"), ("centres", "centres"), ("centres", "corners")))
    points = {"corners": corners, "centres": centres}
    solid = {(wall.x, wall.y) for wall in walls} - cells(one) - cells(other)
    expected = bool(cells(one) & cells(other)) or any(
        clear(a, b, solid, slips=slips) for a, b in product(points[start](one), points[end](other))
    )
    assert sees(one, other, walls, start=start, end=end, slips=slips) == expected, (one, other, sorted(walls))  # type: ignore[arg-type]


def any_part_of_a_space_may_be_seen(chance: Random) -> None:
    one, other = some_space(chance, 4, 2), some_space(chance, 4, 2)
    inner, walls = chance.random() < 0.2, some_squares(chance, 4, 0.45)
    slips = inner or chance.random() < 0.5
    starts, parts = (centres(one), 210) if inner else (corners(one), 24)  # as fine as what changes on such a board
    solid = {(wall.x, wall.y) for wall in walls} - cells(one) - cells(other)
    expected = bool(cells(one) & cells(other)) or any(
        clear(a, b, solid, slips=slips) for b, a in product(rim(other, parts), starts) if a != b
    )
    visible = sees(one, other, walls, start="centres" if inner else "corners", slips=slips)
    assert visible == expected, (one, other, sorted(walls), slips, inner)


def cover_is_the_fewest_of_four_lines(chance: Random) -> None:
    one, other, walls, slips = (
        some_space(chance, largest=2),
        some_space(chance, largest=2),
        some_squares(chance),
        chance.random() < 0.5,
    )
    whole, inner = chance.random() < 0.3, chance.random() < 0.3
    solid = {(wall.x, wall.y) for wall in walls} - cells(one) - cells(other)
    aims = [cells(other)] if whole else [{cell} for cell in cells(other)]
    counts = []
    for start in (centres if inner else corners)(one):
        for aim in aims:
            xs, ys = sorted({x for x, _ in aim}), sorted({y for _, y in aim})
            ends = [(Fraction(x), Fraction(y)) for x in (xs[0], xs[-1] + 1) for y in (ys[0], ys[-1] + 1)]
            counts.append(sum(start != end and not clear(start, end, solid, slips=slips) for end in ends))
    blocked = lines_blocked(one, other, walls, start="centres" if inner else "corners", whole=whole, slips=slips)
    assert blocked == min(counts), (one, other, sorted(walls), whole, inner)


def _beside(chance: Random, middle: Space, far: int) -> Space:
    """A space that is mostly just about so far from another."""
    size, reach = chance.randint(1, 3), chance.choice((far, 1, 3))
    level, side = (
        chance.randint(-size - reach + 1, middle.size + reach - 1),
        chance.choice((-size - reach + 1, middle.size + reach - 1)),
    )
    across, up = chance.sample((level, side), 2)
    return Space(middle.corner.moved(across, up), size)


def flanking_lines_meet_opposite_sides(chance: Random) -> None:
    middle, far = some_space(chance, 4), chance.randint(1, 2)
    one, other = (_beside(chance, middle, far) for _ in range(2))
    (x, y), size = middle
    border = rim(middle, 120)
    opposite = [
        ({p for p in border if p[0] == x}, {p for p in border if p[0] == x + size}),
        ({p for p in border if p[1] == y}, {p for p in border if p[1] == y + size}),
    ]

    def near(space: Space) -> list[Place]:
        far_off = {c: min(max(abs(c[0] - a), abs(c[1] - b)) for a, b in cells(middle)) for c in cells(space)}
        least = min(far_off.values())
        return (
            [(a + Fraction(1, 2), b + Fraction(1, 2)) for a, b in far_off if far_off[a, b] == least]
            if 0 < least <= far
            else []
        )

    def on(place: Place, start: Place, end: Place) -> bool:
        turned = (place[0] - start[0]) * (end[1] - start[1]) - (place[1] - start[1]) * (end[0] - start[0])
        return (
            turned == 0
            and min(start[0], end[0]) <= place[0] <= max(start[0], end[0])
            and min(start[1], end[1]) <= place[1] <= max(start[1], end[1])
        )

    expected = any(
        any(on(p, start, end) for p in low) and any(on(p, start, end) for p in high)
        for start, end in product(near(one), near(other))
        for low, high in opposite
    )
    assert flanks(one, middle, other, far=far) == expected == flanks(other, middle, one, far=far), (one, middle, other)


LAWS: dict[Law, int] = {
    a_line_is_clear_if_each_of_its_points_is: 400,
    spaces_see_each_other_by_some_line_between_their_points: 200,
    any_part_of_a_space_may_be_seen: 100,
    cover_is_the_fewest_of_four_lines: 200,
    flanking_lines_meet_opposite_sides: 150,
}


@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_lines_are_drawn_rightly(law: Law, boards: int) -> None:
    check(law, boards)


@pytest.mark.soak
@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_lines_are_drawn_rightly_in_the_long_run(law: Law, boards: int) -> None:
    check_at_length(law, 25 * boards)


def test_a_line_along_a_wall_is_clear_and_one_between_two_walls_is_not() -> None:
    start, end = MapPoint(0, 2), MapPoint(8, 2)
    assert is_clear(start, end, {Square(1, 0)})
    assert not is_clear(start, end, {Square(1, 0), Square(1, 1)})


def test_whether_a_line_slips_between_two_corners_is_the_rulebooks_choice() -> None:
    corner = {Square(0, 1), Square(1, 0)}
    assert [is_clear(MapPoint(1, 1), MapPoint(3, 3), corner, slips=slips) for slips in (True, False)] == [True, False]


def test_a_slit_shows_the_middle_of_what_no_corner_of_it_shows() -> None:
    walls = {Square(3, y) for y in range(-6, 7)} - {Square(3, 0)}
    assert sees(Space(Square(0, 0)), Space(Square(6, -2), 5), walls)


def test_a_part_between_the_corners_of_a_space_is_enough_to_see_it() -> None:
    one, other = Space(Square(0, 1)), Space(Square(3, 2))
    walls = _drawn("##.#", ".#..", "#.#.", "..##")
    assert sees(one, other, walls, start="centres")
    assert not sees(one, other, walls, start="centres", end="corners")


def test_a_part_between_the_corners_is_enough_where_lines_start_at_corners() -> None:
    one, other = Space(Square(5, 6)), Space(Square(3, 0))
    walls = _drawn("#.##..#", "#....#.", "##...#.", ".......", ".###.#.", "....#..", "##.#.#.")
    assert sees(one, other, walls)
    assert not sees(one, other, walls, end="corners")


def _drawn(*rows: str) -> set[Square]:
    """The squares marked with # in a map drawn from the top row down."""
    return {Square(x, y) for y, row in enumerate(reversed(rows)) for x, mark in enumerate(row) if mark == "#"}


def test_what_an_effect_reaches_leaves_out_what_lies_behind_a_wall() -> None:
    row = [Square(x, 0) for x in range(5)]
    assert unblocked(Space(Square(0, 0)), row, {Square(2, y) for y in range(-2, 3)}) == set(row[:3])


def test_points_of_a_space_are_counted_in_half_squares() -> None:
    assert set(centres_of(Space(Square(1, 2)))) == {(3, 5)}
    assert set(corners_of(Space(Square(1, 2)))) == {(2, 4), (2, 6), (4, 4), (4, 6)}
    assert not overlap(Space(Square(0, 0)), Space(Square(1, 1)))
