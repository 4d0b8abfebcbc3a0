"""Forced movement over squares: pushed away, pulled nearer or slid anywhere, step by step.

Each step of a push has to lead further away from the origin, each step of a pull nearer to it. The cost of a step does
not matter.
"""

from __future__ import annotations

from typing import Literal

from domain.kit.maps.paths import MapGround
from domain.kit.maps.squares import DIRECTIONS, Diagonals, Space, Square, apart, gaps

Force = Literal["push", "pull", "slide"]
"""Away from the origin, towards it, or in any direction that its cause chooses."""


def leads(force: Force, space: Space, step: Square, origin: Space, *, diagonals: Diagonals = "one") -> bool:
    """Whether a step to a neighbouring square leads as the force does, with or without obstacles."""
    if (step.x - space.corner.x, step.y - space.corner.y) not in DIRECTIONS:
        return False
    before, after = _far(space, origin, diagonals), _far(space.at(step), origin, diagonals)
    return force == "slide" or (after > before if force == "push" else after < before)


def steps_of(
    force: Force, space: Space, origin: Space, ground: MapGround, *, diagonals: Diagonals = "one"
) -> tuple[Square, ...]:
    """The steps that the force allows and the ground lets happen, as corners, from left to right and upwards."""
    steps = (space.corner.moved(dx, dy) for dx, dy in DIRECTIONS if ground.lets(space, dx, dy))
    return tuple(step for step in steps if leads(force, space, step, origin, diagonals=diagonals))


def is_stopped(force: Force, space: Space, origin: Space, ground: MapGround, *, diagonals: Diagonals = "one") -> bool:
    """Whether the force can lead against something: at least one step as it leads is in the way of the ground."""
    steps = (space.corner.moved(dx, dy) for dx, dy in DIRECTIONS if not ground.lets(space, dx, dy))
    return any(leads(force, space, step, origin, diagonals=diagonals) for step in steps)


def ends(
    force: Force,
    space: Space,
    origin: Space,
    far: int,
    ground: MapGround,
    *,
    diagonals: Diagonals = "one",
    fewer: bool = False,
) -> dict[Square, tuple[Square, ...]]:
    """The corners where a forced movement of so many squares may end, each with a shortest legal way there.

    It may end earlier where it is stopped, or where no step leads as the force does; with `fewer`, anywhere on the way. It never ends
    where one may not stop (`Ground.passed`), except where it began.
    """
    ways_by_end: dict[Square, tuple[Square, ...]] = {}
    ways: dict[Square, tuple[Square, ...]] = {space.corner: ()}
    for taken in range(far + 1):
        after: dict[Square, tuple[Square, ...]] = {}
        for corner, way in ways.items():
            here = space.at(corner)
            onward = steps_of(force, here, origin, ground, diagonals=diagonals)
            done = taken == far or fewer or not onward or is_stopped(force, here, origin, ground, diagonals=diagonals)
            if done and (corner == space.corner or ground.may_stop(here)):
                ways_by_end.setdefault(corner, way)
            for step in onward:
                after.setdefault(step, (*way, step))
        ways = after
    return ways_by_end


def _far(space: Space, origin: Space, diagonals: Diagonals) -> int:
    """Return how far a space is, as a number to compare: for real lengths the square of it, so that no length is
    rounded."""
    if diagonals == "real":
        across, up = gaps(space, origin)
        return across * across + up * up
    return apart(space, origin, diagonals)
