"""Maps of areas: which areas border on each other, what lies between them, and how far apart they are.

Distances count areas: 0 within one, 1 to the next. A character may fill several areas at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from domain.vocabulary.maps import Area


class Border(NamedTuple):
    """The border between an area and the next: what it costs to cross on top of the step, and what does not get across.

    Words of the game, such as `walking`, `sight` or `effect`, name the things that do not get across: a window lets
    sight through, a low wall only costs.
    """

    extra: int = 0
    blocks: frozenset[str] = frozenset()


Map = Mapping[str, Mapping[str, Border]]
"""The borders of each area, by the area that lies beyond. A border that is there in one direction only leads in that alone."""

Between = Callable[[str, str], Border]
"""The border between an area and the one beyond it."""


def plain(_area: str, _beyond: str) -> Border:
    """A border that costs and blocks nothing."""
    return Border()


def map_of(areas: Mapping[str, Area], between: Between = plain) -> dict[str, dict[str, Border]]:
    """The map that the areas of an encounter make: where one area borders on another, that one borders on it, too.

    Borders to areas that are not there are left out. A way that leads in one direction only is a border whose way back blocks it.
    """
    borders: dict[str, dict[str, Border]] = {name: {} for name in sorted(areas)}
    pairs = [
        (name, beyond) for name in borders for beyond in areas[name].borders if beyond in borders and beyond != name
    ]
    for name, beyond in pairs:
        borders[name][beyond] = between(name, beyond)
        borders[beyond][name] = between(beyond, name)
    return borders


def areas_apart(areas: Map, one: Collection[str], other: Collection[str], what: str = "") -> int | None:
    """Return how many areas apart two sets of areas are; None where no way leads from the one to the other.

    With `what`, only borders that do not block it count: the distance for `walking` may be longer than that for `sight`.
    """
    far = distances(areas, one, what)
    return min((far[area] for area in other if area in far), default=None)


def distances(areas: Map, start: Collection[str], what: str = "") -> dict[str, int]:
    """Return how many areas away each area is that can be reached, the nearest first."""
    away = dict.fromkeys(sorted(area for area in start if area in areas), 0)
    waiting = deque(away)
    while waiting:
        here = waiting.popleft()
        for beyond in _open(areas, here, what):
            if beyond not in away:
                away[beyond] = away[here] + 1
                waiting.append(beyond)
    return away


def _open(areas: Map, here: str, what: str) -> Iterator[str]:
    """The areas beyond the borders of an area that do not block what is asked for, by name."""
    return (beyond for beyond, border in sorted(areas.get(here, {}).items()) if not (what and what in border.blocks))
