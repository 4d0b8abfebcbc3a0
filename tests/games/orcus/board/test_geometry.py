"""What the map of Orcus says, against a slow and obvious way to tell, on boards drawn by chance."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from domain.kit.maps.paths import cheapest
from domain.kit.maps.squares import Space, Square
from domain.play.refusals import Refused
from systems.orcus.board.cover import cover
from systems.orcus.board.flanking import flanked_by
from systems.orcus.board.forced import pull, push, shunt
from systems.orcus.board.moving import check_free, place_of, teleport
from systems.orcus.board.places import distance, next_to
from systems.orcus.board.ranges import hindrance
from systems.orcus.board.sight import effect_reaches, line_of_effect, line_of_sight
from systems.orcus.board.terrain import Terrain, ground_for
from systems.orcus.maneuvers.charging import closest
from systems.orcus.powers.areas import area_of
from systems.orcus.powers.records.reading import Reach
from systems.orcus.windows import Attack
from tests.games.orcus.maps import SIZES, Standing, any_character, side_of, somewhere
from tests.games.orcus.walkers import Walkers, as_places, gathering
from tests.kit.boards import Law, cells, check, check_at_length, name_of, some_space, some_square, some_squares
from tests.kit.rays import clear, corners, rim

Cell = tuple[int, int]
STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def _cubes(standing: Standing) -> set[tuple[int, int, int]]:
    up = range(standing.height, standing.height + standing.space.size)
    return {(x, y, z) for (x, y), z in product(cells(standing.space), up)}


def _steps_between(one: Standing, other: Standing) -> int:
    """The fewest king's moves from a cube of the one to a cube of the other."""
    return min(max(abs(a - x), abs(b - y), abs(c - z)) for (a, b, c), (x, y, z) in product(_cubes(one), _cubes(other)))


def two_are_as_far_apart_as_their_nearest_cubes(chance: Random) -> None:
    one = any_character(chance)
    other = any_character(chance, but=(one,))
    here, target_space = somewhere(chance, one, most_up=4), somewhere(chance, other, most_up=4)
    play, far = gathering().map({one: here, other: target_space}), _steps_between(here, target_space)
    refs = gathering().ref(one), gathering().ref(other)
    assert distance(play, *refs) == far == distance(play, *refs[::-1]), (one, here, other, target_space)
    assert next_to(play, *refs) == (far == 1), (one, here, other, target_space)


def attacks_are_made_within_reach_and_range(chance: Random) -> None:
    one = any_character(chance)
    other = any_character(chance, but=(one,))
    here, target_space = somewhere(chance, one, side=9, most_up=2), somewhere(chance, other, side=9, most_up=2)
    play, far, most = (
        gathering().map({one: here, other: target_space}),
        _steps_between(here, target_space),
        chance.randint(1, 6),
    )
    long = most + chance.randint(1, 3)
    attacks = {
        "OR-TYPE-02": (Attack("", "strength", reach=most), most),
        "OR-TYPE-04": (Attack("", "strength", origin="ranged", range=most), most),
        "OR-TYPE-05": (Attack("", "strength", origin="ranged", range=most, long=long), long),
    }
    refs = gathering().ref(one), gathering().ref(other)
    for rule, (attack, limit) in attacks.items():
        assert hindrance(play, *refs, attack) == (rule if far > limit else ""), (one, here, other, target_space, attack)


def _sees(one: Space, other: Space, walls: set[Cell]) -> bool:
    solid = walls - cells(one) - cells(other)
    return bool(cells(one) & cells(other)) or any(
        clear(a, b, solid, slips=False) for b, a in product(rim(other, 24), corners(one)) if a != b
    )


def walls_block_sight_and_glass_only_effects(chance: Random) -> None:
    one, other = chance.sample(["hero-medium", "hero-large", "foe-small", "foe-large"], 2)
    here, target_space = somewhere(chance, one, side=4), somewhere(chance, other, side=4)
    walls, glass = some_squares(chance, 4, 0.3), some_squares(chance, 4, 0.15)
    play = gathering().map({one: here, other: target_space}, {"wall": walls, "glass": glass})
    refs = gathering().ref(one), gathering().ref(other)
    assert line_of_sight(play, *refs) == _sees(here.space, target_space.space, as_places(walls)), (
        here,
        target_space,
        walls,
    )
    solid = as_places(walls | glass)
    assert line_of_effect(play, *refs) == _sees(here.space, target_space.space, solid), (
        here,
        target_space,
        walls,
        glass,
    )


def an_effect_reaches_what_a_line_leads_to(chance: Random) -> None:
    origin, walls = some_space(chance, 4, 2), some_squares(chance, 4, 0.3)
    play, square = gathering().map({}, {"wall": walls}), some_square(chance, 4)
    expected = _sees(origin, Space(square), as_places(walls))
    assert effect_reaches(play, origin, [square]) == ({square} if expected else set()), (origin, square, walls)


def _lines_blocked(one: Space, other: Space, obstacles: set[Cell]) -> int:
    """The fewest of four blocked lines, from any corner of the one to the corners of any square of the other."""
    solid = obstacles - cells(one) - cells(other)
    counts = []
    for start, (x, y) in product(corners(one), cells(other)):
        ends = corners(Space(Square(x, y)))
        counts.append(sum(start != end and not clear(start, end, solid, slips=False) for end in ends))
    return min(counts)


def cover_is_what_hides_most_of_a_target(chance: Random) -> None:
    one, other, third = "hero", chance.choice(["foe-medium", "foe-large"]), chance.choice(["foe-small", "hero-large"])
    standing = {who: somewhere(chance, who) for who in (one, other, third)}
    here, target_space, body = (standing[who].space for who in (one, other, third))
    drawn: dict[Terrain, frozenset[Square]] = {
        "wall": some_squares(chance, share=0.12),
        "low wall": some_squares(chance, share=0.1),
        "arrow slit": some_squares(chance, share=0.08),
    }
    walls, low, slits = (as_places(squares) for squares in drawn.values())
    expected = 0
    if _lines_blocked(here, target_space, walls | low | slits | cells(body)) >= 2:
        expected = 1
    if _lines_blocked(here, target_space, walls | slits) >= 3 or _lines_blocked(here, target_space, slits) >= 2:
        expected = 2
    play = gathering().map(standing, drawn)
    degree = cover(play, here, gathering().ref(other), but=(gathering().ref(one),))
    assert degree == expected, (standing, drawn)


def _beside(chance: Random, who: str, middle: Space) -> Standing:
    """Where a character stands that is mostly next to a space."""
    wide = side_of(who)
    along, side = chance.randint(-wide, middle.size), chance.choice((-wide, middle.size))
    dx, dy = chance.sample((along, side), 2)
    return Standing(Space(middle.corner.moved(dx, dy), wide))


def _flank(one: Space, middle: Space, other: Space) -> bool:
    """Whether the line between two centres of nearest squares meets opposite sides of what is between, looked at in 1/240s."""
    (x, y), size = middle
    for (a, b), (c, d) in product(_nearest(one, middle), _nearest(other, middle)):
        for level, low, across_low in ((0, x, y), (1, y, x)):
            start, end = ((a, b), (c, d)) if level == 0 else ((b, a), (d, c))
            if start[0] == end[0]:
                continue
            meets = []
            for side in (low, low + size):
                share = (2 * side - 2 * start[0] - 1) / (2 * (end[0] - start[0]))
                height = start[1] + 0.5 + share * (end[1] - start[1])
                meets.append(0 <= share <= 1 and across_low - 1e-9 <= height <= across_low + size + 1e-9)
            if all(meets):
                return True
    return False


def _nearest(space: Space, middle: Space) -> list[Cell]:
    far = {cell: min(max(abs(cell[0] - a), abs(cell[1] - b)) for a, b in cells(middle)) for cell in cells(space)}
    return [cell for cell in far if far[cell] == min(far.values())]


def flanking_takes_two_on_opposite_sides(chance: Random) -> None:
    one, other = chance.sample([f"hero-{size}" for size in SIZES], 2)
    target = chance.choice(["foe-medium", "foe-large", "foe-huge"])
    middle = Standing(Space(Square(3, 3), side_of(target)))
    standing = {one: _beside(chance, one, middle.space), other: _beside(chance, other, middle.space), target: middle}
    near = all(_steps_between(standing[who], middle) == 1 for who in (one, other))
    expected = near and _flank(standing[one].space, middle.space, standing[other].space)
    play = gathering().map(standing)
    flankers = flanked_by(play, gathering().ref(one), gathering().ref(target))
    assert flankers == ((gathering().ref(other),) if expected else ()), standing


def one_walks_wherever_steps_lead_within_the_speed(chance: Random) -> None:
    walkers, budget = Walkers(chance), chance.randint(0, 4)
    best = {walkers.here: 0}
    for _ in range(budget):
        for space, spent in list(best.items()):
            for dx, dy in STEPS:
                total, after = spent + walkers.cost(space, dx, dy), space.moved(dx, dy)
                if walkers.lets(space, dx, dy) and total <= min(budget, best.get(after, budget)):
                    best[after] = total
    expected = {
        space.corner: spent
        for space, spent in best.items()
        if space == walkers.here or walkers.is_open(space, stop=True)
    }
    ground, (x, y) = ground_for(walkers.play, walkers.ref), walkers.here.corner
    for _ in range(4):
        goal = Square(x + chance.randint(-budget, budget), y + chance.randint(-budget, budget))
        path = cheapest(walkers.here, {goal}, ground, budget=budget)
        assert (path and path.cost) == expected.get(goal), (goal, walkers.standing, walkers.terrain)


def _refused(deed: Callable[[], object]) -> str:
    try:
        deed()
    except Refused as refusal:
        return str(refusal.rule)
    return ""


def a_way_is_refused_where_a_step_or_its_end_is_not_open(chance: Random) -> None:
    walkers, way, rule = Walkers(chance), list[Square](), ""
    here = walkers.here
    for _ in range(chance.randint(1, 4)):
        dx, dy = chance.choice(STEPS)
        rule = rule or ("" if walkers.lets(here, dx, dy) else "OR-MOVE-09")
        here = here.moved(dx, dy)
        way.append(here.corner)
    rule = rule or ("" if walkers.is_open(here, stop=True) else "OR-MOVE-10")
    ground = ground_for(walkers.play, walkers.ref)
    assert _refused(lambda: check_free(walkers.play, walkers.ref, way, ground)) == rule, (walkers.standing, way)


def _away(space: Space, origin: Space) -> int:
    return _steps_between(Standing(space), Standing(origin))


def pushes_and_pulls_go_as_they_lead_up_to_what_is_in_the_way(chance: Random) -> None:
    walkers, origin, how = Walkers(chance, forced=True), some_space(chance, largest=2), chance.choice((1, -1, 0))
    here, way, far = walkers.here, list[Square](), chance.randint(1, 3)
    end, stopped, rule = here, False, ""
    for _ in range(far):
        dx, dy = chance.choice(STEPS)
        gained = _away(here.moved(dx, dy), origin) - _away(here, origin)
        if not stopped and how and gained * how <= 0:
            rule = {1: "OR-FORC-04", -1: "OR-FORC-05"}[how]
        stopped = stopped or not walkers.lets(here, dx, dy)
        here = here.moved(dx, dy)
        end = end if stopped else here
        way.append(here.corner)
    deeds = {
        1: lambda: push(walkers.play, walkers.ref, origin, far, way),
        -1: lambda: pull(walkers.play, walkers.ref, origin, far, way),
        0: lambda: shunt(walkers.play, walkers.ref, far, way),
    }
    assert _refused(deeds[how]) == rule, (walkers.standing, walkers.terrain, origin, way)
    if not rule:
        assert place_of(walkers.play, walkers.ref) == end, (walkers.standing, walkers.terrain, origin, way)


def _ends(walkers: Walkers, origin: Space, far: int, how: int) -> set[Space]:
    """Wherever steps lead that all go as they should, until there is none any more or they are enough."""
    at = {walkers.here}
    for _ in range(far):
        at = {
            after
            for space in at
            for after in (
                [
                    space.moved(dx, dy)
                    for dx, dy in STEPS
                    if walkers.lets(space, dx, dy)
                    and (_away(space.moved(dx, dy), origin) - _away(space, origin)) * how > 0
                ]
                or [space]
            )
        }
    return at


def a_push_without_a_way_goes_as_far_as_it_can(chance: Random) -> None:
    walkers, origin, far = Walkers(chance, forced=True), some_space(chance, largest=2), chance.randint(1, 3)
    how = chance.choice((1, -1))
    (push if how == 1 else pull)(walkers.play, walkers.ref, origin, far)
    place = place_of(walkers.play, walkers.ref)
    assert place in _ends(walkers, origin, far, how), (walkers.standing, walkers.terrain, origin, far)


def a_teleport_ends_where_there_is_room_that_is_seen(chance: Random) -> None:
    walkers, to = Walkers(chance, forced=True), some_square(chance, 4)
    goal, walls = walkers.here.at(to), as_places(walkers.terrain["wall"])
    free = not cells(goal) & walls.union(*(cells(walkers.standing[other].space) for other in walkers.others))
    rule = "" if free else "OR-TELE-03"
    if free and not line_is_free(walkers.here, goal, walls):
        rule = "OR-TELE-04"
    if goal == walkers.here:
        return
    refusal = _refused(lambda: teleport(walkers.play, walkers.ref, to, walkers.ref))
    assert refusal == rule, (walkers.standing, walkers.terrain, to)


def line_is_free(one: Space, other: Space, walls: set[Cell]) -> bool:
    """Whether one is in sight of another, looked at from corner to corner first, as most are."""
    solid = walls - cells(one) - cells(other)
    quick = any(clear(a, b, solid, slips=False) for a, b in product(corners(one), corners(other)) if a != b)
    return quick or _sees(one, other, walls)


def areas_cover_what_they_say(chance: Random) -> None:
    base, size, play = some_space(chance), chance.randint(1, 3), gathering().map({})
    burst = {
        (x, y)
        for x, y in product(range(-4, 12), repeat=2)
        if min(max(abs(x - a), abs(y - b)) for a, b in cells(base)) <= size
    }
    assert as_places(area_of(play, base, Reach(origin="near", shape="burst", size=size), ())) == burst, (base, size)
    block = Space(Square(chance.randint(-3, 7), chance.randint(-3, 7)), size)
    touches = min(max(abs(x - a), abs(y - b)) for (x, y), (a, b) in product(cells(block), cells(base))) == 1
    arc = Reach(origin="near", shape="arc", size=size)
    refused = _refused(lambda: area_of(play, base, arc, (block.corner,)))
    assert refused == ("" if touches else "OR-AREA-03"), (base, block)
    if touches:
        assert as_places(area_of(play, base, arc, (block.corner,))) == cells(block)


def a_wall_begins_beside_its_base_and_hangs_together(chance: Random) -> None:
    base, size, play = Space(Square(2, 2), chance.randint(1, 2)), chance.randint(1, 5), gathering().map({})
    at = Square(2, 1) if chance.random() < 0.8 else some_square(chance, 5)
    squares = [at]
    while len(squares) < size:
        at = chance.choice(squares).moved(*chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1)]))
        squares.append(at)
    beside = {s: {t for t in squares if abs(s.x - t.x) + abs(s.y - t.y) == 1} for s in squares}
    seen, waiting = set[Square](), [squares[0]]
    while waiting:
        seen.add(square := waiting.pop())
        waiting.extend(beside[square] - seen)
    near = min(max(abs(squares[0].x - a), abs(squares[0].y - b)) for a, b in cells(base)) == 1
    right = near and seen == set(squares) and all(len(around) <= 2 for around in beside.values())
    wall = Reach(origin="near", shape="wall", size=size)
    refused = _refused(lambda: area_of(play, base, wall, tuple(squares)))
    assert refused == ("" if right else "OR-AREA-04"), (base, squares)


def a_charge_is_bound_to_the_closest_squares_in_reach(chance: Random) -> None:
    one, other = any_character(chance, but=("hero-tiny", "foe-tiny")), "hero"
    here, target_space, reach = somewhere(chance, one, side=9), Standing(some_space(chance, 9, 1)), chance.randint(1, 3)
    play = gathering().map({one: here, other: target_space})
    fit = {}
    for x, y in product(range(-6, 14), repeat=2):
        space = here.space.at(Square(x, y))
        if 1 <= _away(space, target_space.space) <= reach:
            fit[space.corner] = max(abs(x - here.space.corner.x), abs(y - here.space.corner.y))
    expected = {corner for corner, far in fit.items() if far == min(fit.values())}
    assert closest(play, gathering().ref(one), gathering().ref(other), reach) == expected, (
        one,
        here,
        target_space,
        reach,
    )


LAWS: dict[Law, int] = {
    two_are_as_far_apart_as_their_nearest_cubes: 900,
    attacks_are_made_within_reach_and_range: 400,
    walls_block_sight_and_glass_only_effects: 40,
    an_effect_reaches_what_a_line_leads_to: 60,
    cover_is_what_hides_most_of_a_target: 100,
    flanking_takes_two_on_opposite_sides: 600,
    one_walks_wherever_steps_lead_within_the_speed: 400,
    a_way_is_refused_where_a_step_or_its_end_is_not_open: 600,
    pushes_and_pulls_go_as_they_lead_up_to_what_is_in_the_way: 600,
    a_push_without_a_way_goes_as_far_as_it_can: 300,
    a_teleport_ends_where_there_is_room_that_is_seen: 100,
    areas_cover_what_they_say: 400,
    a_wall_begins_beside_its_base_and_hangs_together: 400,
    a_charge_is_bound_to_the_closest_squares_in_reach: 100,
}


@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_the_map_says_what_is_obvious(law: Law, boards: int) -> None:
    check(law, boards)


@pytest.mark.soak
@pytest.mark.parametrize(("law", "boards"), LAWS.items(), ids=name_of)
def test_the_map_says_what_is_obvious_in_the_long_run(law: Law, boards: int) -> None:
    check_at_length(law, 20 * boards)


def test_the_normal_run_tries_5000_boards_and_the_long_one_100000() -> None:
    assert sum(LAWS.values()) >= 5_000
