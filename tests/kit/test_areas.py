"""Maps of areas: distances, routes and flights, against trying every way from area to area."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import pytest

from domain.kit.areas import (
    Border,
    Map,
    Route,
    areas_apart,
    areas_within,
    cheapest_route,
    distances,
    map_of,
    plain,
    routes,
    standing_in,
    standing_within,
    thrown,
)
from domain.vocabulary.maps import Area
from tests.kit.boards import Law, check, check_at_length, name_of

NAMES = "abcdef"


def _some_border(chance: Random) -> Border:
    return Border(chance.randrange(3), frozenset(word for word in ("walking", "sight") if chance.random() < 0.25))


def _some_map(chance: Random) -> dict[str, dict[str, Border]]:
    found: dict[str, dict[str, Border]] = {name: {} for name in NAMES}
    for one, other in combinations(NAMES, 2):
        if chance.random() < 0.4:
            found[one][other] = _some_border(chance)
            found[other][one] = _some_border(chance)
    return found


def _ways(areas: Map, start: str, what: str) -> Iterator[tuple[str, ...]]:
    """Every way from an area that enters no area twice, the area where it starts included."""

    def go(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield way
        for beyond, border in areas[way[-1]].items():
            if beyond not in way and not (what and what in border.blocks):
                yield from go((*way, beyond))

    return go((start,))


def _away(areas: Map, start: str, what: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for way in _ways(areas, start, what):
        found[way[-1]] = min(found.get(way[-1], 99), len(way) - 1)
    return found


def distances_are_those_of_the_shortest_ways(chance: Random) -> None:
    areas, what = _some_map(chance), chance.choice(("", "walking", "sight"))
    start, goal = chance.sample(NAMES, chance.randint(1, 2)), chance.sample(NAMES, chance.randint(1, 2))
    away = [_away(areas, each, what) for each in start]
    least = {name: min(far[name] for far in away if name in far) for name in NAMES if any(name in far for far in away)}
    far, beyond = chance.randrange(4), chance.randrange(-1, 2)
    assert distances(areas, start, what) == least, (areas, start, what)
    assert areas_apart(areas, start, goal, what) == min((least[each] for each in goal if each in least), default=None)
    assert areas_within(areas, start, far, what, beyond=beyond) == {
        each for each in least if beyond < least[each] <= far
    }


def routes_cost_as_little_as_any_way(chance: Random) -> None:
    areas, what, start = _some_map(chance), chance.choice(("", "walking")), chance.choice(NAMES)
    entering = {name: chance.randrange(3) for name in NAMES if chance.random() < 0.5}
    closed, budget = {name for name in NAMES if chance.random() < 0.2}, chance.randrange(7)
    costs: dict[str, int] = {}
    for way in _ways(areas, start, what):
        if not closed & set(way[1:]):
            price = sum(1 + entering.get(b, 0) + areas[a][b].extra for a, b in pairwise(way))
            costs[way[-1]] = min(costs.get(way[-1], 99), price)
    found = routes(areas, start, budget, entering=entering, closed=closed, what=what)
    assert {name: route.cost for name, route in found.items()} == {n: c for n, c in costs.items() if c <= budget}
    for name, (cost, way) in found.items():
        steps = list(pairwise((start, *way)))
        assert sum(1 + entering.get(b, 0) + areas[a][b].extra for a, b in steps) == cost
        assert (start, *way)[-1] == name
        assert not any(what and what in areas[a][b].blocks for a, b in steps)
    goal = chance.choice(NAMES)
    cheapest = cheapest_route(areas, start, goal, entering=entering, closed=closed, what=what)
    assert (None if cheapest is None else cheapest.cost) == costs.get(goal)


def whoever_is_near_is_counted_by_the_nearest_area_they_fill(chance: Random) -> None:
    areas, start = _some_map(chance), chance.choice(NAMES)
    standing = {f"c-{number}": chance.sample(NAMES, chance.randint(1, 2)) for number in range(4)}
    away, far, beyond = _away(areas, start, ""), chance.randrange(4), chance.randrange(-1, 2)
    near = {who: min(away.get(each, 99) for each in filled) for who, filled in standing.items()}
    found = standing_within(areas, {start}, far, standing, beyond=beyond)
    assert list(found) == [who for who in standing if beyond < near[who] <= far]
    assert list(standing_in(standing, {start})) == [who for who in standing if start in standing[who]]


def a_flight_leads_further_away_with_each_area(chance: Random) -> None:
    areas, what = _some_map(chance), chance.choice(("", "walking"))
    (origin, start), far = chance.choices(NAMES, k=2), chance.randrange(4)
    away = _away(areas, origin, "")
    ends: dict[str, set[str]] = {}

    def go(here: str, left: int) -> None:
        further = [each for each in areas[here] if away.get(each, 0) > away.get(here, 0)]
        hit = {each for each in further if left and what and what in areas[here][each].blocks}
        if left == 0 or hit or not further:
            ends.setdefault(here, set()).update(hit)
        for each in set(further) - hit if left else ():
            go(each, left - 1)

    go(start, far)
    found = thrown(areas, origin, start, far, what)
    assert {name: set(end.against) for name, end in found.items()} == ends, (areas, origin, start, far, what)
    for name, end in found.items():
        way = [away.get(each, 0) for each in (start, *end.areas)]
        assert way == sorted(set(way))
        assert (start, *end.areas)[-1] == name


LAWS: dict[Law, int] = {
    distances_are_those_of_the_shortest_ways: 300,
    routes_cost_as_little_as_any_way: 300,
    whoever_is_near_is_counted_by_the_nearest_area_they_fill: 300,
    a_flight_leads_further_away_with_each_area: 300,
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
    assert cheapest_route(areas, "roof", "yard", what="walking") == Route(1, ("yard",))
    assert cheapest_route(areas, "yard", "roof", what="walking") is None


def test_from_an_area_that_is_not_there_nothing_can_be_reached() -> None:
    assert routes({}, "nowhere") == {}
    assert distances({}, {"nowhere"}) == {}
