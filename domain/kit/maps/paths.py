"""Paths over squares: what a way costs, who may be passed, where one may stop, and all that can be reached.

A path is the corners of the mover's space, step by step, without the one where it starts. A step leads to a neighbouring square.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Literal, NamedTuple

from domain.kit.maps.squares import DIRECTIONS, Space, Square, Steps, squares_of

Corners = Literal["cut", "between", "kept"]
"""Whether a diagonal step may lead past walls: always, past one but not between two, or past none."""


class Bounds(NamedTuple):
    """The edge of a map: its corner at the bottom left, its width and its height in squares."""

    corner: Square
    width: int
    height: int

    def holds(self, space: Space) -> bool:
        """Whether a whole space lies on the map."""
        across, up = space.corner.x - self.corner.x, space.corner.y - self.corner.y
        return 0 <= across <= self.width - space.size and 0 <= up <= self.height - space.size


class MapGround(NamedTuple):
    """The ground that a mover meets, without the mover.

    `walls` fill their squares, and their corners are in the way as `corners` says. `closed` squares cannot be entered either, but one
    may go past their corners: those of enemies. `passed` squares can be gone through, but one cannot stop there: those of friends.
    `extra` is what a square costs to enter on top of the step, 0 or more; of several squares that are entered with one step the dearest
    counts. Without `bounds` the map has no edge.
    """

    walls: Collection[Square] = frozenset()
    closed: Collection[Square] = frozenset()
    passed: Collection[Square] = frozenset()
    extra: Mapping[Square, int] = {}
    bounds: Bounds | None = None
    corners: Corners = "kept"

    def has_room(self, space: Space) -> bool:
        """Whether the walker may be on a space on the way."""
        if self.bounds is not None and not self.bounds.holds(space):
            return False
        return not any(square in self.walls or square in self.closed for square in squares_of(space))

    def may_stop(self, space: Space) -> bool:
        """Whether the walker may end a move on a space."""
        return self.has_room(space) and not any(square in self.passed for square in squares_of(space))

    def lets(self, space: Space, dx: int, dy: int) -> bool:
        """Whether a single step leads from a space to one where there is room, past no corner that is in the way."""
        if not self.has_room(space.moved(dx, dy)):
            return False
        if self.corners == "cut" or not (dx and dy):
            return True
        sides = [
            any(square in self.walls for square in squares_of(side))
            for side in (space.moved(dx, 0), space.moved(0, dy))
        ]
        return not (all(sides) if self.corners == "between" else any(sides))

    def dearest(self, space: Space, dx: int, dy: int) -> int:
        """Return what the squares cost on top that a step from a space enters."""
        entered = set(squares_of(space.moved(dx, dy))).difference(squares_of(space))
        return max((self.extra.get(square, 0) for square in entered), default=0)


class WalkedPath(NamedTuple):
    """A way: what it costs, its steps, and whether it took an odd number of diagonals (see `cost_of_step`)."""

    cost: int = 0
    steps: tuple[Square, ...] = ()
    odd: bool = False


def cost_of_step(dx: int, dy: int, diagonals: Steps, *, odd: bool) -> int:
    """Return the cost of a single step on plain ground, after an odd or an even number of diagonal steps."""
    if not (dx and dy) or diagonals == "one":
        return 1
    return 2 if diagonals == "two" or odd else 1


def walked(
    start: Space,
    steps: Sequence[Square],
    ground: MapGround,
    diagonals: Steps = "one",
    *,
    odd: bool = False,
    budget: int | None = None,
) -> WalkedPath:
    """Return as much of a wished way as the walker can go: up to the first step that the ground forbids or
    the budget lacks.

    Whether they may stop where it ends is another question (`Ground.may_stop`).
    """
    path, here = WalkedPath(odd=odd), start
    for step in steps:
        dx, dy = step.x - here.corner.x, step.y - here.corner.y
        if (dx, dy) not in DIRECTIONS or not ground.lets(here, dx, dy):
            break
        after = _longer(path, here, (dx, dy), ground, diagonals)
        if budget is not None and after.cost > budget:
            break
        path, here = after, start.at(step)
    return path


def cheapest(
    start: Space,
    goals: Collection[Square],
    ground: MapGround,
    diagonals: Steps = "one",
    *,
    odd: bool = False,
    budget: int | None = None,
) -> WalkedPath | None:
    """The cheapest path that ends with the space's corner on one of the goals, where one may stop; None where there is none.

    Of equally cheap ones it is always the same. Without a budget the map must have bounds, else a goal that cannot be reached is
    searched for without end: raises ValueError.
    """
    _need_an_end(ground, budget)
    return next((path for corner, path in _spreading(start, ground, diagonals, odd, budget) if corner in goals), None)


def _need_an_end(ground: MapGround, budget: int | None) -> None:
    if budget is None and ground.bounds is None:
        raise ValueError("a search for paths needs a budget or a map with bounds")


def _spreading(
    start: Space, ground: MapGround, diagonals: Steps, odd: bool, budget: int | None
) -> Iterator[tuple[Square, WalkedPath]]:
    """Yield the squares where one may stop, with paths, from the cheapest on. Staying is always possible.

    By turns as one and two, a path with another number of diagonals may be better later: both are followed.
    """
    waiting = [WalkedPath(odd=odd)]
    seen: set[tuple[Square, bool]] = set()
    while waiting:
        path = heappop(waiting)
        here = start.at(path.steps[-1]) if path.steps else start
        state = (here.corner, path.odd and diagonals == "alternate")
        if state in seen:
            continue
        seen.add(state)
        if not path.steps or ground.may_stop(here):
            yield here.corner, path
        for dx, dy in DIRECTIONS:
            if ground.lets(here, dx, dy):
                after = _longer(path, here, (dx, dy), ground, diagonals)
                if budget is None or after.cost <= budget:
                    heappush(waiting, after)


def _longer(path: WalkedPath, here: Space, step: tuple[int, int], ground: MapGround, diagonals: Steps) -> WalkedPath:
    dx, dy = step
    cost = cost_of_step(dx, dy, diagonals, odd=path.odd) + ground.dearest(here, dx, dy)
    return WalkedPath(path.cost + cost, (*path.steps, here.corner.moved(dx, dy)), path.odd ^ bool(dx and dy))
