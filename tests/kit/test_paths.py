"""Paths and forced movement, against trying every way step by step."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from domain.kit.maps.forced import Force, ends, is_stopped, leads, steps_of
from domain.kit.maps.paths import Bounds, Corners, MapGround, WalkedPath, cheapest, walked
from domain.kit.maps.squares import Diagonals, Space, Square, Steps
from tests.kit.boards import Law, cells, check, check_at_length, name_of, some_space, some_square, some_squares

SIDE = 5
BOARD = Bounds(Square(0, 0), SIDE, SIDE)
CORNERS: tuple[Corners, ...] = ("cut", "between", "kept")
WAYS: tuple[Steps, ...] = ("one", "two", "alternate")
LENGTHS: tuple[Diagonals, ...] = (*WAYS, "real")
FORCES: tuple[Force, ...] = ("push", "pull", "slide")
STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def _some_ground(chance: Random) -> MapGround:
    return MapGround(
        walls=some_squares(chance, SIDE, 0.15),
        closed=some_squares(chance, SIDE, 0.1),
        passed=some_squares(chance, SIDE, 0.15),
        extra={square: chance.randint(0, 2) for square in some_squares(chance, SIDE, 0.4)},
        bounds=BOARD,
        corners=chance.choice(CORNERS),
    )


def _cell_of(corner: Square, size: int) -> set[tuple[int, int]]:
    return cells(Space(corner, size))


def _open(ground: MapGround, corner: Square, size: int) -> bool:
    inside = all(0 <= x < SIDE and 0 <= y < SIDE for x, y in _cell_of(corner, size))
    return inside and not _cell_of(corner, size) & (set(ground.walls) | set(ground.closed))


def _may_step(ground: MapGround, here: Square, goal: Square, size: int) -> bool:
    """Whether a step is open. A diagonal one passes the squares that two straight steps would enter instead."""
    if not _open(ground, goal, size):
        return False
    if here.x == goal.x or here.y == goal.y:
        return True
    walls = set(ground.walls)
    by_side = [bool(_cell_of(Square(*side), size) & walls) for side in ((here.x, goal.y), (goal.x, here.y))]
    return {"cut": True, "between": by_side != [True, True], "kept": by_side == [False, False]}[ground.corners]


def _price(ground: MapGround, here: Square, goal: Square, size: int, way: Steps, odd: bool) -> int:
    diagonal = here.x != goal.x and here.y != goal.y
    entered = _cell_of(goal, size) - _cell_of(here, size)
    plain = {"one": 1, "two": 1 + diagonal, "alternate": 1 + (diagonal and odd)}[way]
    return plain + max(ground.extra.get(Square(*cell), 0) for cell in entered)


def _costs(start: Space, ground: MapGround, way: Steps, odd: bool) -> dict[Square, int]:
    """The least cost to each corner: costs are lowered for as long as any step lowers one."""
    least = {(start.corner, odd): 0}
    lowered = True
    while lowered:
        lowered = False
        for (here, turned), cost in list(least.items()):
            for dx, dy in STEPS:
                goal = Square(here.x + dx, here.y + dy)
                if _may_step(ground, here, goal, start.size):
                    state = (goal, turned ^ bool(dx and dy))
                    total = cost + _price(ground, here, goal, start.size, way, turned)
                    if total < least.get(state, 10**6):
                        least[state] = total
                        lowered = True
    return {corner: min(cost for (at, _), cost in least.items() if at == corner) for corner, _ in least}


def _some_way(chance: Random) -> Steps:
    return chance.choice(WAYS)


def the_cheapest_path_is_as_cheap_as_can_be(chance: Random) -> None:
    start, ground, way = some_space(chance, SIDE, 2), _some_ground(chance), _some_way(chance)
    goals, odd = {some_square(chance, SIDE) for _ in range(2)}, chance.random() < 0.5
    budget = chance.choice((None, *range(9)))
    costs = {**_costs(start, ground, way, odd), start.corner: 0}
    free = [
        costs[at]
        for at in goals & costs.keys()
        if at == start.corner or not _cell_of(at, start.size) & set(ground.passed)
    ]
    least = min((cost for cost in free if budget is None or cost <= budget), default=None)
    path = cheapest(start, goals, ground, way, odd=odd, budget=budget)
    assert (None if path is None else path.cost) == least, (start, goals, ground, way, odd, budget)
    if path is not None:
        assert walked(start, path.steps, ground, way, odd=odd, budget=budget) == path
        assert (path.steps[-1] if path.steps else start.corner) in goals


def a_way_is_walked_up_to_the_first_step_that_is_in_the_way(chance: Random) -> None:
    start, ground, way, budget = (
        some_space(chance, SIDE, 2),
        _some_ground(chance),
        _some_way(chance),
        chance.randrange(8),
    )
    wanted, at = [], start.corner
    for _ in range(5):
        dx, dy = chance.choice([*STEPS, (2, 0)] if chance.random() < 0.2 else STEPS)
        at = Square(at.x + dx, at.y + dy)
        wanted.append(at)
    done, cost, odd, here = 0, 0, False, start.corner
    for goal in wanted:
        if max(abs(goal.x - here.x), abs(goal.y - here.y)) != 1 or not _may_step(ground, here, goal, start.size):
            break
        price = _price(ground, here, goal, start.size, way, odd)
        if cost + price > budget:
            break
        done, cost, odd, here = done + 1, cost + price, odd ^ (here.x != goal.x and here.y != goal.y), goal
    assert walked(start, wanted, ground, way, budget=budget) == WalkedPath(cost, tuple(wanted[:done]), odd), (
        start,
        wanted,
    )


def _far(one: Space, other: Space, way: Diagonals) -> int:
    """A number that grows with how far two spaces are apart."""
    ways = []
    for (a, b), (c, d) in product(cells(one), cells(other)):
        short, long = sorted((abs(a - c), abs(b - d)))
        ways.append({"one": long, "two": long + short, "alternate": long + short // 2, "real": long**2 + short**2}[way])
    return min(ways)


def _forces(force: Force, here: Square, goal: Square, size: int, origin: Space, way: Diagonals) -> bool:
    change = _far(Space(goal, size), origin, way) - _far(Space(here, size), origin, way)
    return {"push": change > 0, "pull": change < 0, "slide": True}[force]


def _tried(force: Force, space: Space, origin: Space, far: int, ground: MapGround, way: Diagonals) -> set[Square]:
    """Where a forced movement may end, by going every way there is."""
    squares: set[Square] = set()

    def go(here: Square, left: int) -> None:
        lead = [Square(here.x + dx, here.y + dy) for dx, dy in STEPS]
        lead = [goal for goal in lead if _forces(force, here, goal, space.size, origin, way)]
        onward = [goal for goal in lead if _may_step(ground, here, goal, space.size)]
        if (left == 0 or len(onward) < len(lead) or not lead) and (
            here == space.corner or not _cell_of(here, space.size) & set(ground.passed)
        ):
            squares.add(here)
        for goal in onward if left else []:
            go(goal, left - 1)

    go(space.corner, far)
    return squares


def forced_movement_ends_where_some_way_ends(chance: Random) -> None:
    space, origin, ground = some_space(chance, SIDE, 2), some_space(chance, SIDE, 2), _some_ground(chance)
    force = chance.choice(FORCES)
    way = chance.choice(LENGTHS)
    far = chance.randrange(3 if force == "slide" else 4)
    squares = ends(force, space, origin, far, ground, diagonals=way)
    assert set(squares) == _tried(force, space, origin, far, ground, way), (force, space, origin, far, ground, way)
    shorter = [_tried(force, space, origin, less, ground, way) for less in range(far + 1)]
    assert set(ends(force, space, origin, far, ground, diagonals=way, fewer=True)) == set().union(*shorter)
    assert all((steps[-1] if steps else space.corner) == at for at, steps in squares.items())


def a_forced_step_leads_as_the_force_does(chance: Random) -> None:
    space, origin, ground = some_space(chance, SIDE, 3), some_space(chance, SIDE, 3), _some_ground(chance)
    force = chance.choice(FORCES)
    way = chance.choice(LENGTHS)
    near = [Square(space.corner.x + dx, space.corner.y + dy) for dx, dy in STEPS]
    lead = [goal for goal in near if _forces(force, space.corner, goal, space.size, origin, way)]
    onward = [goal for goal in lead if _may_step(ground, space.corner, goal, space.size)]
    assert [goal for goal in near if leads(force, space, goal, origin, diagonals=way)] == lead
    assert list(steps_of(force, space, origin, ground, diagonals=way)) == onward
    assert is_stopped(force, space, origin, ground, diagonals=way) == (onward != lead)


LAWS: dict[Law, int] = {
    the_cheapest_path_is_as_cheap_as_can_be: 400,
    a_way_is_walked_up_to_the_first_step_that_is_in_the_way: 600,
    forced_movement_ends_where_some_way_ends: 200,
    a_forced_step_leads_as_the_force_does: 300,
}


@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_ways_are_found_rightly(law: Law, boards: int) -> None:
    check(law, boards)


@pytest.mark.soak
@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_ways_are_found_rightly_in_the_long_run(law: Law, boards: int) -> None:
    check_at_length(law, 20 * boards)


def test_a_search_that_nothing_ends_is_refused() -> None:
    with pytest.raises(ValueError, match="a budget or a map with bounds"):
        cheapest(Space(Square(0, 0)), {Square(1, 1)}, MapGround())


def test_a_push_into_a_wall_stops_where_it_stands() -> None:
    wall = MapGround(walls={Square(2, y) for y in range(-3, 4)})
    assert ends("push", Space(Square(1, 0)), Space(Square(0, 0)), 2, wall) == {Square(1, 0): ()}


def test_who_cannot_be_pulled_nearer_stays() -> None:
    taken = MapGround(closed={Square(0, 0)})
    assert set(ends("pull", Space(Square(1, 0)), Space(Square(0, 0)), 3, taken)) == {Square(1, 0)}
