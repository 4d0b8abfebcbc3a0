"""Maps of areas: what borders on what and what lies between, distances, routes, who is where, and where a blow throws somebody.

Distances count areas: 0 within one, 1 to the next. Somebody may fill several areas at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from domain.vocabulary.maps import Area


class Border(NamedTuple):
    """The border between an area and the next: what it costs to cross on top of the step, and what does not get across.

    What does not get across is named by words of the game, such as `walking`, `sight` or `effect`: a window lets sight through, a low
    wall only costs.
    """

    extra: int = 0
    blocks: frozenset[str] = frozenset()


Map = Mapping[str, Mapping[str, Border]]
"""The borders of each area, by the area that lies beyond. A border that is there in one direction only leads in that alone."""

Between = Callable[[str, str], Border]
"""The border between an area and the one beyond it."""


class Route(NamedTuple):
    """A way over areas: what it costs, and the areas it enters, without the one where it starts."""

    cost: int = 0
    areas: tuple[str, ...] = ()


class Thrown(NamedTuple):
    """The areas to which somebody may be thrown: those on the way, and those beyond a border that stopped it, if one
    did."""

    areas: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


def plain(_area: str, _beyond: str) -> Border:
    """A border that costs and blocks nothing."""
    return Border()


def map_of(areas: Mapping[str, Area], between: Between = plain) -> dict[str, dict[str, Border]]:
    """The map that the areas of an encounter make: where one area borders on another, that one borders on it, too.

    Borders to areas that are not there are left out. A way that leads in one direction only is a border whose way back blocks it.
    """
    found: dict[str, dict[str, Border]] = {name: {} for name in sorted(areas)}
    pairs = [(name, beyond) for name in found for beyond in areas[name].borders if beyond in found and beyond != name]
    for name, beyond in pairs:
        found[name][beyond] = between(name, beyond)
        found[beyond][name] = between(beyond, name)
    return found


def areas_apart(areas: Map, one: Collection[str], other: Collection[str], what: str = "") -> int | None:
    """Return how many areas apart two sets of areas are; None where no way leads from the one to the other.

    With `what`, only borders that do not block it count: the distance for `walking` may be longer than that for `sight`.
    """
    far = distances(areas, one, what)
    return min((far[area] for area in other if area in far), default=None)


def distances(areas: Map, start: Collection[str], what: str = "") -> dict[str, int]:
    """Return how many areas away each area is that can be reached, the nearest first."""
    found = dict.fromkeys(sorted(area for area in start if area in areas), 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for beyond in _open(areas, here, what):
            if beyond not in found:
                found[beyond] = found[here] + 1
                waiting.append(beyond)
    return found


def areas_within(areas: Map, start: Collection[str], far: int, what: str = "", *, beyond: int = -1) -> frozenset[str]:
    """The areas at most so many areas away and, where `beyond` is given, more than that many."""
    return frozenset(area for area, away in distances(areas, start, what).items() if beyond < away <= far)


def standing_in(standing: Mapping[str, Collection[str]], areas: Collection[str]) -> tuple[str, ...]:
    """The names, in order, of those who are in one of the areas. `standing` holds the areas that each of them fills."""
    there = frozenset(areas)
    return tuple(sorted(who for who, filled in standing.items() if not there.isdisjoint(filled)))


def standing_within(
    areas: Map,
    start: Collection[str],
    far: int,
    standing: Mapping[str, Collection[str]],
    what: str = "",
    *,
    beyond: int = -1,
) -> tuple[str, ...]:
    """The names, in order, of those who are so many areas away, counted to the nearest area that they fill."""
    away = distances(areas, start, what)
    nearest = {
        who: min((away[area] for area in filled if area in away), default=None) for who, filled in standing.items()
    }
    return tuple(
        sorted(who for who, areas_away in nearest.items() if areas_away is not None and beyond < areas_away <= far)
    )


def routes(
    areas: Map,
    start: str,
    budget: int | None = None,
    *,
    entering: Mapping[str, int] | None = None,
    closed: Collection[str] = (),
    what: str = "",
) -> dict[str, Route]:
    """The areas that can be reached within a budget, nearest first, each with its cheapest route; the start, too.

    To enter an area costs 1, what `entering` says on top for that area (0 or more), and what the border costs. Areas that are `closed`
    cannot be entered. Of equally cheap routes it is always the same.
    """
    extra = entering or {}
    found: dict[str, Route] = {}
    waiting: list[Route] = [Route()] if start in areas else []
    while waiting:
        route = heappop(waiting)
        here = route.areas[-1] if route.areas else start
        if here in found:
            continue
        found[here] = route
        for beyond in _open(areas, here, what):
            cost = route.cost + 1 + extra.get(beyond, 0) + areas[here][beyond].extra
            if beyond not in closed and (budget is None or cost <= budget):
                heappush(waiting, Route(cost, (*route.areas, beyond)))
    return found


def cheapest_route(
    areas: Map,
    start: str,
    goal: str,
    *,
    entering: Mapping[str, int] | None = None,
    closed: Collection[str] = (),
    what: str = "",
) -> Route | None:
    """The cheapest route to an area; None where there is none."""
    return routes(areas, start, entering=entering, closed=closed, what=what).get(goal)


def thrown(areas: Map, origin: str, start: str, far: int, what: str = "") -> dict[str, Thrown]:
    """The areas where somebody may end who is thrown so many areas away from an origin, each with the way there.

    Every area on the way is further from the origin than the one before, whatever lies between. A border that blocks `what` stops the
    flight, and its areas are named as what they were thrown against; where no area is further away, the flight ends as well.
    """
    away = distances(areas, {origin})
    found: dict[str, Thrown] = {}
    ways: dict[str, tuple[str, ...]] = {start: ()}
    for taken in range(far + 1):
        after: dict[str, tuple[str, ...]] = {}
        for here, way in ways.items():
            further = [each for each in sorted(areas.get(here, {})) if away.get(each, 0) > away.get(here, 0)]
            against = tuple(each for each in further if taken < far and what and what in areas[here][each].blocks)
            onward = [each for each in further if each not in against]
            if taken == far or not onward or against:
                found.setdefault(here, Thrown(way, against))
            for each in onward:
                after.setdefault(each, (*way, each))
        ways = after
    return found


def _open(areas: Map, here: str, what: str) -> Iterator[str]:
    """The areas beyond the borders of an area that do not block what is asked for, by name."""
    return (beyond for beyond, border in sorted(areas.get(here, {}).items()) if not (what and what in border.blocks))
