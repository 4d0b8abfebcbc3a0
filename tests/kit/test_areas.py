"""Maps of areas: distances, against trying every way from area to area."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from domain.kit.maps.areas import (
    Border,
    Map,
    areas_apart,
    distances,
    map_of,
    plain,
)
from domain.vocabulary.maps import Area
from tests.kit.boards import Law, check, check_at_length, name_of

NAMES = "abcdef"


def _some_border(chance: Random) -> Border:
    return Border(chance.randrange(3), frozenset(word for word in ("walking", "sight") if chance.random() < 0.25))


def _some_map(chance: Random) -> dict[str, dict[str, Border]]:
    borders: dict[str, dict[str, Border]] = {name: {} for name in NAMES}
    for one, other in combinations(NAMES, 2):
        if chance.random() < 0.4:
            borders[one][other] = _some_border(chance)
            borders[other][one] = _some_border(chance)
    return borders


def _ways(areas: Map, start: str, what: str) -> Iterator[tuple[str, ...]]:
    """Every way from an area that enters no area twice, the area where it starts included."""

    def go(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield way
        for beyond, border in areas[way[-1]].items():
            if beyond not in way and not (what and what in border.blocks):
                yield from go((*way, beyond))

    return go((start,))


def _away(areas: Map, start: str, what: str) -> dict[str, int]:
    distances: dict[str, int] = {}
    for way in _ways(areas, start, what):
        distances[way[-1]] = min(distances.get(way[-1], 99), len(way) - 1)
    return distances


def distances_are_those_of_the_shortest_ways(chance: Random) -> None:
    areas, what = _some_map(chance), chance.choice(("", "walking", "sight"))
    start, goal = chance.sample(NAMES, chance.randint(1, 2)), chance.sample(NAMES, chance.randint(1, 2))
    away = [_away(areas, each, what) for each in start]
    least = {name: min(far[name] for far in away if name in far) for name in NAMES if any(name in far for far in away)}
    assert distances(areas, start, what) == least, (areas, start, what)
    assert areas_apart(areas, start, goal, what) == min((least[each] for each in goal if each in least), default=None)


LAWS: dict[Law, int] = {
    distances_are_those_of_the_shortest_ways: 300,
}


@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_areas_are_counted_rightly(law: Law, boards: int) -> None:
    check(law, boards)


@pytest.mark.soak
@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_areas_are_counted_rightly_in_the_long_run(law: Law, boards: int) -> None:
    check_at_length(law, 20 * boards)


def test_a_border_of_one_area_is_one_of_the_other() -> None:
    areas = {"hall": Area(borders=("yard", "hall", "nowhere")), "yard": Area()}
    assert map_of(areas) == {"hall": {"yard": Border()}, "yard": {"hall": Border()}}


def test_what_lies_between_two_areas_may_differ_by_direction() -> None:
    def ledge(area: str, _beyond: str) -> Border:
        return Border(blocks=frozenset({"walking"})) if area == "yard" else plain(area, _beyond)

    areas = map_of({"roof": Area(borders=("yard",)), "yard": Area()}, ledge)
    assert areas_apart(areas, ["roof"], ["yard"], "walking") == 1
    assert areas_apart(areas, ["yard"], ["roof"], "walking") is None


def test_from_an_area_that_is_not_there_nothing_can_be_reached() -> None:
    assert distances({}, {"nowhere"}) == {}
