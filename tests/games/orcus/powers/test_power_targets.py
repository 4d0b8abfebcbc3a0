"""Targets and areas of powers on the map: origins, ranges, bursts, arcs, walls, and who is whose ally."""

from typing import Any

import pytest

from tests.games.orcus.power_table import BLAST, BOLT, PowerTable, dice

CHEER = {"category": "utility", "effect": "temporary 5"}


@pytest.fixture
def table() -> PowerTable:
    table = PowerTable()
    table.start()
    return table


def hit_by(table: PowerTable, power: str, *targets: str, **more: Any) -> list[str]:
    """Who is targeted by a power of Bryn's that gives temporary hit points."""
    table.use("bryn", power, *targets, **more)
    return [who for who in ("bryn", "sela", "gnasher", "rask") if table.current(who, "temporary_hp")]


def covered(table: PowerTable, power: str, square: tuple[int, int], **more: Any) -> bool:
    """Whether a power of Bryn's reaches Gnasher on a square."""
    table.put("gnasher", *square)
    return "gnasher" in hit_by(table, power, **more)


@pytest.mark.rules("OR-TGT-01")
@pytest.mark.parametrize(("away", "fine"), [(1, True), (2, False)])
def test_a_melee_power_reaches_as_far_as_the_body(table: PowerTable, away: int, fine: bool) -> None:
    table.learn("bryn", "Pat", range="melee touch", targets="one ally", **CHEER)
    table.on_map(bryn=(0, 0), sela=(away, 0))
    if fine:
        assert hit_by(table, "pat", "sela") == ["sela"]
    else:
        assert table.refused("bryn", "pat", "sela") == "OR-TGT-01"


@pytest.mark.rules("OR-TGT-01")
@pytest.mark.parametrize(("away", "rule"), [(10, ""), (11, "OR-TYPE-04")])
def test_a_ranged_power_reaches_as_far_as_it_says(table: PowerTable, away: int, rule: str) -> None:
    table.learn("bryn", "Bolt", **BOLT)
    table.on_map(bryn=(0, 0), gnasher=(away, 3))
    if rule:
        assert table.refused("bryn", "bolt", "gnasher") == rule
    else:
        table.use("bryn", "bolt", "gnasher", dice=dice(1, gnasher=18))


@pytest.mark.rules("OR-TGT-01")
@pytest.mark.parametrize(("x", "rule"), [(10, ""), (11, "OR-RNG-05")])
def test_the_square_of_a_far_area_is_within_its_range(table: PowerTable, x: int, rule: str) -> None:
    table.learn("bryn", "Rain", range="far burst 1 within 10", targets="all", **CHEER)
    table.on_map(bryn=(0, 0), gnasher=(x, 1))
    if rule:
        assert table.refused("bryn", "rain", square=[x, 0]) == rule
    else:
        assert hit_by(table, "rain", square=[x, 0]) == ["gnasher"]


@pytest.mark.rules("OR-TGT-01")
def test_a_far_area_names_its_square(table: PowerTable) -> None:
    table.learn("bryn", "Rain", range="far burst 1 within 10", targets="all", **CHEER)
    table.on_map(bryn=(0, 0))
    assert table.refused("bryn", "rain") == "OR-TGT-01"


@pytest.mark.rules("OR-TGT-01")
def test_a_power_of_the_user_alone_needs_no_target(table: PowerTable) -> None:
    table.learn("bryn", "Focus", range="self", targets="self", **CHEER)
    assert hit_by(table, "focus") == ["bryn"]


@pytest.mark.rules("OR-AREA-02")
@pytest.mark.parametrize(
    ("square", "inside"), [((2, 2), True), ((-2, 2), True), ((0, 2), True), ((3, 0), False), ((2, 3), False)]
)
def test_a_burst_reaches_its_size_in_every_direction(table: PowerTable, square: tuple[int, int], inside: bool) -> None:
    table.learn("bryn", "Ring", range="near burst 2", targets="all", **CHEER)
    table.on_map(bryn=(0, 0))
    assert covered(table, "ring", square) is inside


@pytest.mark.rules("OR-AREA-02")
@pytest.mark.parametrize(("square", "inside"), [((3, 3), True), ((-1, 1), True), ((4, 0), False), ((-2, 0), False)])
def test_a_burst_around_a_large_user_begins_at_its_whole_space(
    table: PowerTable, square: tuple[int, int], inside: bool
) -> None:
    table.play("enter_statistics", who="bryn", size="large")
    table.learn("bryn", "Ring", range="near burst 1", targets="all", **CHEER)
    table.on_map(bryn=(0, 0))
    expected = (inside and max(abs(square[0]), abs(square[1])) <= 2) or square == (-1, 1)
    assert covered(table, "ring", square) is expected


@pytest.mark.rules("OR-AREA-03")
@pytest.mark.parametrize(
    ("square", "inside"), [((1, 0), True), ((2, 1), True), ((3, 0), False), ((1, 2), False), ((-1, 0), False)]
)
def test_an_arc_of_2_is_a_block_of_4_squares_beside_its_base(
    table: PowerTable, square: tuple[int, int], inside: bool
) -> None:
    table.learn("bryn", "Fan", range="near arc 2", targets="all", **CHEER)
    table.on_map(bryn=(0, 0))
    assert covered(table, "fan", square, squares=[[1, 0]]) is inside


@pytest.mark.rules("OR-AREA-03")
@pytest.mark.parametrize("corner", [[0, 0], [2, 0], [-1, -1], [1, 2]])
def test_an_arc_holds_nothing_of_its_base_and_touches_it(table: PowerTable, corner: list[int]) -> None:
    table.learn("bryn", "Fan", range="near arc 2", targets="all", **CHEER)
    table.on_map(bryn=(0, 0))
    assert table.refused("bryn", "fan", squares=[corner]) == "OR-AREA-03"


@pytest.mark.rules("OR-AREA-04")
@pytest.mark.parametrize(
    "squares",
    [
        [[1, 0], [2, 0], [3, 0]],
        [[1, 1], [1, 2], [2, 2]],
        [[1, 0], [1, 0], [2, 0]],
    ],
)
def test_a_wall_hangs_together_and_may_be_stacked(table: PowerTable, squares: list[list[int]]) -> None:
    table.learn("bryn", "Hedge", range="near wall 3", targets="all", **CHEER)
    table.on_map(bryn=(0, 0), gnasher=(2, squares[-1][1]))
    expected = ["gnasher"] if [2, squares[-1][1]] in squares else []
    assert hit_by(table, "hedge", squares=squares) == expected


@pytest.mark.rules("OR-AREA-04")
@pytest.mark.parametrize(
    "squares",
    [
        [[1, 0], [2, 0]],
        [[1, 0], [2, 0], [3, 0], [4, 0]],
        [[2, 0], [3, 0], [4, 0]],
        [[1, 0], [2, 1], [3, 2]],
    ],
)
def test_a_wall_of_other_squares_is_refused(table: PowerTable, squares: list[list[int]]) -> None:
    table.learn("bryn", "Hedge", range="near wall 3", targets="all", **CHEER)
    table.on_map(bryn=(0, 0))
    assert table.refused("bryn", "hedge", squares=squares) == "OR-AREA-04"


@pytest.mark.rules("OR-AREA-04")
def test_a_square_of_a_wall_touches_two_others_at_most(table: PowerTable) -> None:
    table.learn("bryn", "Hedge", range="near wall 4", targets="all", **CHEER)
    table.on_map(bryn=(0, 0))
    crossing = [[1, 0], [2, 0], [3, 0], [2, 1]]
    assert table.refused("bryn", "hedge", squares=crossing) == "OR-AREA-04"


@pytest.mark.rules("OR-AREA-05")
def test_another_shape_is_given_as_its_squares(table: PowerTable) -> None:
    table.learn("bryn", "Sign", range="near squares", targets="all", **CHEER)
    table.on_map(bryn=(0, 0), gnasher=(5, 5), rask=(5, 4))
    entry = table.use("bryn", "sign", squares=[[5, 5], [1, 1]])
    assert (table.current("gnasher", "temporary_hp"), table.current("rask", "temporary_hp")) == (5, 0)
    assert "OR-AREA-05" in table.cited(entry)


@pytest.mark.rules("OR-AREA-06")
def test_an_area_attack_rolls_for_each_target_and_once_for_the_damage(table: PowerTable) -> None:
    table.learn("bryn", "Burst", targets="all enemies", **BLAST)
    table.on_map(bryn=(0, 0), gnasher=(1, 0), rask=(0, 1))
    table.use("bryn", "burst", dice=dice(4, gnasher=9, rask=15))
    assert (table.current("gnasher", "hp"), table.current("rask", "hp")) == (36, 36)


@pytest.mark.rules("OR-AREA-06")
def test_the_extra_damage_of_a_critical_hit_is_the_targets_own(table: PowerTable) -> None:
    table.learn("bryn", "Burst", targets="all enemies", tags="weapon", **BLAST | {"hit": "1dW damage"})
    table.arm("bryn", "axe", "1d6", extra="1d10", range=5)
    table.on_map(bryn=(0, 0), gnasher=(1, 0), rask=(0, 1))
    arrows = {"what": "projectile", "quantity": 5, "location": "pack"}
    table.play("put", target="bryn", component="items", name="arrows", instance=arrows)
    rolled = dice(2, gnasher=20, rask=15) | {"extra/gnasher": [7]}
    table.use("bryn", "burst", weapon="axe", dice=rolled)
    assert (table.current("gnasher", "hp"), table.current("rask", "hp")) == (40 - 6 - 7, 38)


@pytest.mark.rules("OR-AREA-07")
def test_a_large_creature_is_affected_once(table: PowerTable) -> None:
    table.play("enter_statistics", who="gnasher", size="large")
    table.learn("bryn", "Burst", targets="all enemies", **BLAST)
    table.on_map(bryn=(0, 0), gnasher=(1, 0))
    table.use("bryn", "burst", dice=dice(4, gnasher=9))
    assert table.current("gnasher", "hp") == 36


@pytest.mark.rules("OR-AREA-08")
@pytest.mark.parametrize(("arrows", "left"), [(2, 0), (3, 1)])
def test_an_area_attack_with_a_bow_uses_an_arrow_for_each_target(table: PowerTable, arrows: int, left: int) -> None:
    volley(table, arrows)
    table.use("bryn", "volley", dice=dice(4, gnasher=9, rask=9))
    assert table.sheet("bryn").items["arrows"].quantity == left


@pytest.mark.rules("OR-AREA-08")
def test_fewer_arrows_than_targets_are_refused(table: PowerTable) -> None:
    volley(table, 1)
    assert table.refused("bryn", "volley") == "OR-AREA-08"


def volley(table: PowerTable, arrows: int) -> None:
    """Bryn has a bow, so many arrows, and two foes within the burst of a power."""
    table.learn("bryn", "Volley", targets="all enemies", tags="weapon", **BLAST)
    table.arm("bryn", "bow", "1d6", range=10, melee=True)
    stock = {"what": "projectile", "quantity": arrows, "location": "pack"}
    table.play("put", target="bryn", component="items", name="arrows", instance=stock)
    table.on_map(bryn=(0, 0), gnasher=(1, 0), rask=(0, 1))


@pytest.mark.rules("OR-AREA-09")
def test_eyesight_reaches_all_in_line_of_sight(table: PowerTable) -> None:
    table.learn("bryn", "Glare", range="near eyesight", targets="all enemies", **CHEER)
    table.on_map(bryn=(0, 0), gnasher=(30, 0), rask=(0, 6), sela=(1, 0))
    table.play("draw_terrain", encounter="ledge", terrain="wall", squares=[[x, 3] for x in range(-6, 7)])
    assert hit_by(table, "glare") == ["gnasher"]


@pytest.mark.rules("OR-AREA-09", "OR-COND-03", "OR-VIS-04")
@pytest.mark.parametrize(("sense", "reached"), [(0, []), (4, []), (5, ["gnasher"])])
def test_eyesight_reaches_nobody_whom_the_blinded_do_not_perceive(
    table: PowerTable, sense: int, reached: list[str]
) -> None:
    table.learn("bryn", "Glare", range="near eyesight", targets="all enemies", **CHEER)
    table.on_map(bryn=(0, 0), gnasher=(5, 0), rask=(0, 9), sela=(1, 0))
    table.play("enter_statistics", who="bryn", statistics={"senses": {"blindsight": sense}})
    table.play("impose", who="bryn", what="blinded")
    assert hit_by(table, "glare") == reached


@pytest.mark.rules("OR-AREA-09")
def test_earshot_reaches_all_who_can_hear(table: PowerTable) -> None:
    table.learn("bryn", "Howl", range="near earshot", targets="all enemies", **CHEER)
    table.play("impose", who="rask", what="deafened")
    assert hit_by(table, "howl") == ["gnasher"]


@pytest.mark.rules("OR-TGT-02")
@pytest.mark.parametrize(
    ("reach", "provokes"),
    [("ranged 10", True), ("far burst 1 within 10", True), ("near burst 1", False), ("melee touch", False)],
)
def test_ranged_and_far_powers_provoke(table: PowerTable, reach: str, provokes: bool) -> None:
    targets = "all enemies" if "burst" in reach else "one creature"
    table.learn("bryn", "Bolt", range=reach, targets=targets, attack="intelligence vs reflex", hit="1 damage")
    table.on_map(bryn=(0, 0), gnasher=(1, 0))
    table.arm("gnasher")
    given: dict[str, Any] = {"square": [2, 0]} if "far" in reach else {}
    chosen = () if "burst" in reach else ("gnasher",)
    struck = {"attack/bryn": [19], "damage": [5]} if provokes else {}
    answers = {"opportunity/gnasher/bryn": "attack"} if provokes else {}
    table.use("bryn", "bolt", *chosen, dice=dice(gnasher=2) | struck, responses=answers, **given)
    assert table.current("bryn", "hp") == (35 if provokes else 40)


@pytest.mark.rules("OR-TGT-03")
@pytest.mark.parametrize(("targets", "fine"), [(["gnasher"], True), (["gnasher", "rask"], True), ([], False)])
def test_a_power_has_as_many_targets_as_it_states(table: PowerTable, targets: list[str], fine: bool) -> None:
    table.learn("bryn", "Fork", **BOLT | {"targets": "two creatures"})
    if fine:
        table.use("bryn", "fork", *targets, dice=dice(**dict.fromkeys(targets, 2)))
    else:
        assert table.refused("bryn", "fork", *targets) == "OR-TGT-03"


@pytest.mark.rules("OR-TGT-03")
def test_one_target_too_many_is_refused(table: PowerTable) -> None:
    table.learn("bryn", "Fork", **BOLT | {"targets": "two creatures"})
    assert table.refused("bryn", "fork", "gnasher", "rask", "sela") == "OR-TGT-03"


@pytest.mark.rules("OR-TGT-04", "OR-TGT-09")
@pytest.mark.parametrize(
    ("targets", "chosen", "expected"),
    [
        ("all", [], ["sela", "gnasher", "rask"]),
        ("all", ["bryn"], ["bryn", "sela", "gnasher", "rask"]),
        ("all enemies", [], ["gnasher", "rask"]),
        ("all allies", [], ["sela"]),
        ("nearest ally", [], ["sela"]),
        ("nearest enemy", [], ["gnasher"]),
        ("any", ["sela", "rask"], ["sela", "rask"]),
        ("any 1", ["rask"], ["rask"]),
    ],
)
def test_an_area_targets_whom_its_category_says(
    table: PowerTable, targets: str, chosen: list[str], expected: list[str]
) -> None:
    table.learn("bryn", "Ring", range="near burst 3", targets=targets, **CHEER)
    table.on_map(bryn=(0, 0), sela=(2, 0), gnasher=(0, 1), rask=(0, 3))
    assert hit_by(table, "ring", *chosen) == expected


@pytest.mark.rules("OR-TGT-04")
def test_a_target_outside_of_the_area_is_refused(table: PowerTable) -> None:
    table.learn("bryn", "Ring", range="near burst 1", targets="any", **CHEER)
    table.on_map(bryn=(0, 0), rask=(2, 0))
    assert table.refused("bryn", "ring", "rask") == "OR-TGT-04"


@pytest.mark.rules("OR-TGT-05")
def test_the_user_decides_who_its_allies_are(table: PowerTable) -> None:
    table.learn("bryn", "Ring", range="near burst 3", targets="all allies", **CHEER)
    table.on_map(bryn=(0, 0), sela=(2, 0), gnasher=(0, 1), rask=(0, 3))
    assert hit_by(table, "ring", allies=["rask"]) == ["rask"]


@pytest.mark.rules("OR-TGT-05")
@pytest.mark.parametrize(("again", "expected"), [(False, []), (True, ["sela"])])
def test_a_creature_may_decline_to_be_an_ally(table: PowerTable, again: bool, expected: list[str]) -> None:
    table.learn("bryn", "Ring", range="near burst 3", targets="all allies", **CHEER)
    table.on_map(bryn=(0, 0), sela=(2, 0))
    table.play("decline_ally", who="sela", user="bryn", as_player="ana")
    if again:
        table.play("decline_ally", who="sela", user="bryn", again=True)
    assert hit_by(table, "ring") == expected


@pytest.mark.rules("OR-TGT-05")
@pytest.mark.parametrize(("sort", "target"), [("one enemy", "sela"), ("one ally", "gnasher")])
def test_a_target_on_the_wrong_side_is_refused(table: PowerTable, sort: str, target: str) -> None:
    table.learn("bryn", "Word", range="ranged 5", targets=sort, **CHEER)
    assert table.refused("bryn", "word", target) == "OR-TGT-05"


@pytest.mark.rules("OR-TGT-06")
@pytest.mark.parametrize(("terrain", "rule"), [("wall", "OR-TGT-06"), ("glass", "OR-TGT-06")])
def test_a_ranged_power_needs_a_clear_path(table: PowerTable, terrain: str, rule: str) -> None:
    table.learn("bryn", "Bolt", **BOLT)
    table.on_map(bryn=(0, 0), gnasher=(4, 0))
    table.play("draw_terrain", encounter="ledge", terrain=terrain, squares=[[2, y] for y in range(-6, 7)])
    assert table.refused("bryn", "bolt", "gnasher") == rule


@pytest.mark.rules("OR-TGT-06")
def test_a_square_seen_through_glass_is_refused_for_a_far_area(table: PowerTable) -> None:
    table.learn("bryn", "Rain", range="far burst 1 within 10", targets="all", **CHEER)
    table.on_map(bryn=(0, 0), gnasher=(4, 0))
    table.play("draw_terrain", encounter="ledge", terrain="glass", squares=[[2, y] for y in range(-6, 7)])
    assert table.refused("bryn", "rain", square=[4, 0]) == "OR-TGT-06"


@pytest.mark.rules("OR-TGT-07")
def test_an_area_out_of_sight_begins_on_the_near_side_of_the_wall(table: PowerTable) -> None:
    table.learn("bryn", "Rain", range="far burst 1 within 10", targets="all", **CHEER)
    table.on_map(bryn=(0, 0), rask=(2, 1), gnasher=(6, 0))
    table.play("draw_terrain", encounter="ledge", terrain="wall", squares=[[4, y] for y in range(-6, 7)])
    entry = table.use("bryn", "rain", square=[6, 0])
    assert (table.current("rask", "temporary_hp"), table.current("gnasher", "temporary_hp")) == (5, 0)
    assert "OR-TGT-07" in table.cited(entry)


@pytest.mark.rules("OR-TGT-08")
@pytest.mark.parametrize("sort", ["one creature", "one ally"])
def test_the_user_may_pick_itself(table: PowerTable, sort: str) -> None:
    table.learn("bryn", "Word", range="ranged 5", targets=sort, **CHEER)
    assert hit_by(table, "word", "bryn") == ["bryn"]


@pytest.mark.rules("OR-TGT-08")
@pytest.mark.parametrize("sort", ["one enemy", "one other ally"])
def test_the_user_is_no_enemy_and_nobody_else(table: PowerTable, sort: str) -> None:
    table.learn("bryn", "Word", range="ranged 5", targets=sort, **CHEER)
    assert table.refused("bryn", "word", "bryn") == "OR-TGT-08"


@pytest.mark.rules("OR-TGT-10")
def test_of_two_equally_near_the_user_picks(table: PowerTable) -> None:
    table.learn("bryn", "Ring", range="near burst 3", targets="nearest enemy", **CHEER)
    table.on_map(bryn=(0, 0), gnasher=(2, 0), rask=(-2, 2))
    assert table.refused("bryn", "ring") == "OR-TGT-10"
    assert hit_by(table, "ring", "rask") == ["rask"]


@pytest.mark.rules("OR-TGT-10")
def test_the_nearer_one_is_the_target_whichever_is_named(table: PowerTable) -> None:
    table.learn("bryn", "Ring", range="near burst 3", targets="nearest enemy", **CHEER)
    table.on_map(bryn=(0, 0), gnasher=(2, 0), rask=(1, 1))
    assert hit_by(table, "ring", "gnasher") == ["rask"]
