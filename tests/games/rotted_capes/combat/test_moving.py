"""Movement: Pace, terrain, obstacles, and the ground."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast
from tests.games.rotted_capes.street import PASSED, area, go, ground, mode_used, stays, street


@pytest.fixture
def table() -> Cast:
    return street()


@pytest.mark.rules("RC-MOVE-01", "RC-MOVE-02", "RC-MOVE-03", "RC-TURN-01", "RC-TURN-02")
def test_movement_is_split_around_the_action_until_the_pace_is_used_up(table: Cast) -> None:
    go(table, "alley", as_player="ana")
    table.play("disengage", who="lark", as_player="ana")
    go(table, "yard", "hall", "stairs")
    assert (area(table), mode_used(table, "run"), table.left("lark", "action")) == ("stairs", 4, 0)
    assert stays(table, "cellar") == "RC-MOVE-03"
    table.until("lark")
    go(table, "cellar")
    assert area(table) == "cellar"


@pytest.mark.rules("RC-MOVE-01")
def test_nobody_moves_further_than_their_pace_or_out_of_turn(table: Cast) -> None:
    assert stays(table, "alley", "yard", "hall", "stairs", "cellar") == "RC-MOVE-03"
    assert table.refusal("move", who="lark", areas=5).rule == "RC-MOVE-01"
    assert table.refusal("move", who="brute", to=["roof"]).rule == "RC-MOVE-01"
    table.play("impose", who="lark", what="incapacitated")
    assert stays(table, "alley") == "RC-MOVE-01"


@pytest.mark.rules("RC-MOVE-04", "RC-MODE-03", "RC-MODE-01")
def test_run_4_and_fly_6_is_within_a_fly_pace_of_10_and_run_5_is_not(table: Cast) -> None:
    go(table, "alley", "yard", "hall", "stairs")
    go(table, "cellar", "tunnel", "sewer", "park", "road", "mall", mode="fly", height=1)
    assert (mode_used(table, "run"), mode_used(table, "fly"), area(table)) == (4, 6, "mall")
    assert table.conditions("lark") == ["airborne"]
    assert stays(table, "dock", mode="fly") == "RC-MOVE-03"


@pytest.mark.rules("RC-MOVE-04")
def test_areas_of_one_mode_do_not_pass_its_own_pace(table: Cast) -> None:
    go(table, "alley", mode="fly")
    assert stays(table, "yard", "hall", "stairs", "cellar", "tunnel") == "RC-MOVE-04"


@pytest.mark.rules("RC-MOVE-05")
def test_on_squares_a_pace_counts_four_times() -> None:
    table = street(one_inch_squares=True)
    go(table, "alley", "yard", "hall", "stairs")
    assert mode_used(table, "run") == 16


@pytest.fixture
def squares() -> Cast:
    """Lark, who runs 1, on the last square of the alley, beside the yard, on a map of squares; a block further on has no name."""
    table = street(one_inch_squares=True)
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": 1}})
    table.play("lay_out", area="alley", column=0, row=0)
    table.play("lay_out", area="yard", column=1, row=0)
    table.play("freeform.take_off", who="lark")
    table.play("freeform.place", who="lark", x=2, y=1)
    return table


def steps(table: Cast, *to: tuple[int, int], **more: Any) -> tuple[int | None, ...]:
    """Where Lark stands after these squares, and how many squares of Pace were used up."""
    table.play("move", who="lark", squares=[*to], as_player="ana", **more)
    at = table.fight_state().positions[table.ref("lark").split("/")[1]]
    return at.x, at.y, mode_used(table, "run")


@pytest.mark.rules("RC-MOVE-05")
def test_squares_are_gone_one_by_one_within_an_area_and_beyond(squares: Cast) -> None:
    assert steps(squares, (3, 2)) == (3, 2, 1)
    entry = squares.play("move", who="lark", squares=[(4, 2)])
    assert (mode_used(squares, "run"), entry > 0) == (2, True)
    assert squares.refusal("move", who="lark", squares=[(5, 2), (6, 2), (7, 2)]).rule == "RC-MOVE-03"
    assert steps(squares, (5, 3), (5, 4)) == (5, 4, 4)


@pytest.mark.rules("RC-MOVE-05")
@pytest.mark.parametrize("way", [[(4, 1)], [(2, 1)], [(3, 1), (3, 3)]])
def test_every_square_on_the_way_is_named(squares: Cast, way: list[tuple[int, int]]) -> None:
    assert squares.refusal("move", who="lark", squares=way).rule == "RC-MOVE-05"


@pytest.mark.rules("RC-MOVE-05")
def test_squares_are_for_campaigns_that_have_them() -> None:
    table = street()
    table.play("freeform.take_off", who="lark")
    table.play("freeform.place", who="lark", x=2, y=1)
    assert table.refusal("move", who="lark", squares=[(3, 1)]).rule == "RC-MOVE-05"
    assert table.refusal("lay_out", area="alley", column=0, row=0).rule == "option"


@pytest.mark.rules("RC-MOVE-05")
def test_a_block_of_squares_is_one_area(squares: Cast) -> None:
    assert squares.refusal("lay_out", area="hall", column=1, row=0).rule == "RC-MOVE-05"
    squares.play("lay_out", area="cellar", column=1, row=1)
    squares.play("lay_out", area="yard", column=1, row=0)


@pytest.mark.rules("RC-MOVE-05", "RC-TERR-02", "RC-MOVE-10")
@pytest.mark.parametrize(("prone", "way", "used"), [
    (False, [(3, 1)], 1), (False, [(3, 1), (4, 1)], 3), (True, [(3, 1)], 3), (True, [(3, 1), (4, 1)], 4),
])  # fmt: skip
def test_a_square_of_difficult_terrain_costs_2_and_crawling_2_more(
    squares: Cast, prone: bool, way: list[tuple[int, int]], used: int
) -> None:
    ground(squares, "yard", "difficult")
    if prone:
        squares.play("impose", who="lark", what="prone")
    assert steps(squares, *way)[2] == used


@pytest.mark.rules("RC-MOVE-05", "RC-REAC-02")
def test_an_opening_comes_with_the_square_that_leaves_the_area(squares: Cast) -> None:
    squares.play("freeform.place", who="brute", x=0, y=0)
    assert steps(squares, (3, 1)) == (3, 1, 2)
    squares.play("move", who="lark", squares=[(4, 1)], responses=PASSED)
    assert (area(squares, "lark"), mode_used(squares, "run")) == ("", 3)


@pytest.mark.rules("RC-MOVE-05", "RC-MOVE-06", "RC-TERR-07")
def test_areas_that_have_names_border_as_they_are_drawn(squares: Cast) -> None:
    squares.play("lay_out", area="dock", column=0, row=1)
    assert squares.refusal("move", who="lark", squares=[(2, 2), (2, 3), (2, 4)]).rule == "RC-MOVE-06"
    ground(squares, "yard", "narrow")
    assert squares.refusal("move", who="lark", squares=[(3, 1), (4, 1)]).rule == "RC-SIZE-03"


@pytest.mark.rules("RC-MOVE-06")
def test_every_area_on_the_way_is_named(table: Cast) -> None:
    assert stays(table, "yard") == "RC-MOVE-06"


@pytest.mark.rules("RC-ACT-02", "RC-RULING-21")
@pytest.mark.parametrize(("ignores", "pace", "furthest"), [(True, 5, 10), (False, 5, 5), (False, 2, 4)])
def test_a_dash_doubles_the_pace(ignores: bool, pace: int, furthest: int) -> None:
    table = street(dash_ignores_cap=ignores)
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}})
    table.play("dash", who="lark", as_player="ana")
    assert table.refusal("move", who="lark", areas=furthest + 1).rule == "RC-MOVE-01"
    table.play("move", who="lark", areas=furthest)
    table.until("lark")
    assert table.refusal("move", who="lark", areas=pace + 1).rule == "RC-MOVE-01"


@pytest.mark.rules("RC-TERR-02")
def test_difficult_terrain_costs_2_however_many_reasons_there_are(table: Cast) -> None:
    ground(table, "alley", "difficult")
    table.play("freeform.place", who="brute", area="alley")
    go(table, "alley")
    assert mode_used(table, "run") == 2


@pytest.mark.rules("RC-TERR-03", "RC-TERR-01", "RC-RULING-25")
def test_an_area_with_a_foe_is_difficult(table: Cast) -> None:
    table.play("freeform.place", who="brute", area="alley")
    go(table, "alley", "yard", responses={"opportunity/brute/lark/1": "let go"})
    assert mode_used(table, "run") == 3


@pytest.mark.rules("RC-TERR-01", "RC-RULING-25")
@pytest.mark.parametrize(("size", "passes"), [("huge", False), ("gargantuan", True)])
def test_nobody_gets_past_a_blocked_area_but_who_is_of_quite_another_size(size: str, passes: bool) -> None:
    table = street()
    ground(table, "alley", "blocked")
    table.play("enter_statistics", who="brute", size=size)
    table.play("freeform.place", who="brute", area="alley")
    go(table, "alley")
    if passes:
        go(table, "yard", responses=PASSED)
        assert area(table) == "yard"
    else:
        assert stays(table, "yard") == "RC-TERR-01"
        go(table, "roof", responses=PASSED)
        assert area(table) == "roof"


@pytest.mark.rules("RC-TERR-01")
def test_allies_never_block(table: Cast) -> None:
    ground(table, "alley", "blocked")
    table.hero("moth")
    table.play("join_fight", encounter="underpass", who="moth", total=3)
    table.play("freeform.place", who="moth", area="alley")
    go(table, "alley", "yard")
    assert area(table) == "yard"


@pytest.mark.rules("RC-TERR-01")
def test_a_barricade_without_anybody_blocks(table: Cast) -> None:
    ground(table, "alley", "blocked")
    assert stays(table, "alley", "yard") == "RC-TERR-01"


@pytest.mark.rules("RC-TERR-04", "RC-RULING-26")
@pytest.mark.parametrize(("pace", "halved"), [(4, 2), (5, 2), (1, 1)])
def test_the_first_minor_obstacle_of_a_turn_halves_the_pace(pace: int, halved: int) -> None:
    table = street()
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}})
    table.play("move", who="lark", areas=1)
    table.play("cross", who="lark", as_player="ana")
    table.play("cross", who="lark")
    assert table.refusal("move", who="lark", areas=halved).rule == "RC-MOVE-03"
    if halved > 1:
        table.play("move", who="lark", areas=halved - 1)
    table.until("lark")
    table.play("move", who="lark", areas=pace)
    assert mode_used(table, "run") == pace


@pytest.mark.rules("RC-TERR-05")
@pytest.mark.parametrize(("die", "outcome"), [(14, "failure"), (15, "success")])
def test_a_major_obstacle_takes_a_demanding_action_and_an_athletics_check(table: Cast, die: int, outcome: str) -> None:
    assert table.refusal("cross", who="lark", obstacle="major", demanding=False, as_player="ana").rule == "RC-TERR-05"
    entry = table.play("cross", who="lark", obstacle="major", athletics=15, dice={"athletics": [die]})
    assert table.outcomes_of(entry)["athletics"] == outcome
    assert (table.conditions("lark"), table.left("lark", "action")) == (["demanding"], 0)


@pytest.mark.rules("RC-TERR-06", "RC-RULING-27")
@pytest.mark.parametrize(("size", "state"), [("medium", []), ("large", ["cramped"]), ("huge", ["cramped"])])
def test_the_large_are_cramped_where_it_is_confined(table: Cast, size: str, state: list[str]) -> None:
    ground(table, "alley", "confined")
    table.play("enter_statistics", who="lark", size=size)
    go(table, "alley")
    assert table.conditions("lark") == state
    go(table, "yard")
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-TERR-07", "RC-RULING-27")
def test_the_gargantuan_do_not_fit_into_a_confined_area(table: Cast) -> None:
    ground(table, "alley", "confined")
    table.play("enter_statistics", who="lark", size="gargantuan")
    assert stays(table, "alley") == "RC-TERR-07"
    assert table.forbidden("freeform.draw_area", as_player="ana", area="alley", terrain=[]) != ""


@pytest.mark.rules("RC-MOVE-07", "RC-MOVE-08", "RC-RULING-23")
@pytest.mark.parametrize(("pace", "cost"), [(4, 2), (5, 2), (1, 1)])
def test_dropping_is_free_and_standing_up_costs_half_of_the_run_pace(pace: int, cost: int) -> None:
    table = street()
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}})
    table.play("drop_prone", who="lark", as_player="ana")
    assert (table.conditions("lark"), mode_used(table, "run")) == (["prone"], 0)
    table.play("stand_up", who="lark", as_player="ana")
    assert (table.conditions("lark"), mode_used(table, "run")) == ([], cost)
    assert table.refusal("stand_up", who="lark").rule == "RC-MOVE-08"


@pytest.mark.rules("RC-RULING-23", "RC-MOVE-08")
def test_a_dash_does_not_double_what_standing_up_costs_and_too_little_does_not_suffice(table: Cast) -> None:
    go(table, "alley", "yard", "hall")
    table.play("drop_prone", who="lark")
    assert table.refusal("stand_up", who="lark").rule == "RC-MOVE-08"
    table.play("dash", who="lark")
    table.play("stand_up", who="lark")
    assert mode_used(table, "run") == 5


@pytest.mark.rules("RC-MOVE-09", "RC-MOVE-11")
def test_with_a_pace_of_0_only_a_power_gets_a_character_up(table: Cast) -> None:
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": 0, "climb": 3}})
    table.play("drop_prone", who="lark")
    assert table.refusal("stand_up", who="lark").rule == "RC-MOVE-11"
    assert table.refusal("stand_up", who="lark", power="climb").rule == "RC-MOVE-09"
    table.play("stand_up", who="lark", power="fly")
    assert (mode_used(table, "fly"), table.conditions("lark")) == (1, [])


@pytest.mark.rules("RC-MOVE-10", "RC-RULING-22")
@pytest.mark.parametrize(("terrain", "cost"), [((), 3), (("difficult",), 4)])
def test_crawling_costs_2_on_top(table: Cast, terrain: tuple[str, ...], cost: int) -> None:
    ground(table, "alley", *terrain)
    table.play("drop_prone", who="lark")
    assert stays(table, "alley", mode="fly") == "RC-MOVE-10"
    go(table, "alley")
    assert (mode_used(table, "run"), area(table)) == (cost, "alley")


@pytest.mark.rules("RC-MOVE-12", "RC-MOVE-11", "RC-RULING-22")
@pytest.mark.parametrize("pace", [1, 0])
def test_with_run_1_an_area_of_rubble_takes_4_turns_of_crawling(table: Cast, pace: int) -> None:
    ground(table, "alley", "difficult")
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}})
    table.play("drop_prone", who="lark")
    for _ in range(3):
        go(table, "alley")
        assert area(table) == "roof"
        assert stays(table, "alley") == "RC-MOVE-10"
        table.until("lark")
    go(table, "alley")
    assert (area(table), table.conditions("lark")) == ("alley", ["prone"])


@pytest.mark.rules("RC-RULING-22")
def test_crawl_movement_is_lost_with_a_turn_without_crawling(table: Cast) -> None:
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": 1}})
    table.play("drop_prone", who="lark")
    go(table, "alley")
    table.until("lark")
    assert table.conditions("lark") == ["crawling", "prone"]
    table.until("lark")
    assert table.conditions("lark") == ["prone"]


@pytest.mark.rules("RC-MOVE-05", "RC-MOVE-11", "RC-RULING-22")
def test_with_a_pace_of_0_a_turn_of_crawling_is_an_areas_worth_of_squares(squares: Cast) -> None:
    squares.play("enter_statistics", who="lark", statistics={"paces": {"run": 0}})
    squares.play("impose", who="lark", what="prone")
    assert steps(squares, (3, 1)) == (3, 1, 3)
    assert steps(squares, (3, 2)) == (3, 1, 4)
    squares.until("lark")
    assert steps(squares, (3, 2)) == (3, 2, 2)


@pytest.mark.rules("RC-MOVE-05", "RC-LIGHT-07", "RC-RULING-63")
def test_half_of_the_squares_are_safe_in_the_dark(squares: Cast) -> None:
    squares.play("enter_statistics", who="lark", statistics={"paces": {"run": 2}})
    squares.play("freeform.draw_area", area="alley", light="dark")
    way = [(3, 1), (3, 2), (3, 1), (3, 2), (3, 1)]
    assert squares.refusal("move", who="lark", squares=way).rule == "RC-LIGHT-07"
    assert steps(squares, *way[:4]) == (3, 2, 4)
    assert steps(squares, *way[4:], skill_set="Night Watch") == (3, 1, 5)


def place_of(table: Cast, who: str) -> tuple[str, int | None, int | None]:
    at = table.fight_state().positions[table.ref(who).split("/")[1]]
    return at.area, at.x, at.y


@pytest.mark.rules("RC-MOVE-05", "RC-VEH-02")
def test_a_mount_comes_along_square_by_square_into_blocks_without_a_name(squares: Cast) -> None:
    squares.threat("mare", "animal", run=6)
    squares.play("board", who="lark", vehicle="mare")
    squares.play("move", who="lark", squares=[(3, 2)])
    assert place_of(squares, "mare") == ("", 3, 2)
    squares.play("move", who="lark", squares=[(3, 3), (3, 4)])
    assert (place_of(squares, "mare"), place_of(squares, "lark")) == (("", 3, 4), ("", 3, 4))


@pytest.mark.rules("RC-MOVE-05", "RC-REAC-03")
@pytest.mark.parametrize(("to", "where"), [("yard", ("", 4, 0)), ("hall", ("hall", None, None))])
def test_a_shift_to_an_area_leads_to_its_first_square_or_to_none(
    squares: Cast, to: str, where: tuple[str, int | None, int | None]
) -> None:
    squares.play("shift", who="lark", to=to)
    assert place_of(squares, "lark") == where


@pytest.mark.rules("RC-MOVE-05", "RC-ATK-02")
@pytest.mark.parametrize(("at", "out"), [((5, 3), ""), ((5, 4), "RC-ATK-02"), ((9, 0), "RC-ATK-02")])
def test_blocks_without_a_name_are_as_far_as_they_lie(squares: Cast, at: tuple[int, int], out: str) -> None:
    squares.play("shift", who="lark", to="yard")
    squares.play("freeform.place", who="brute", x=at[0], y=at[1])
    if out:
        assert squares.refusal("attack", who="lark", target="brute").rule == out
    else:
        squares.play("attack", who="lark", target="brute", dice={"attack/brute": [2]})


@pytest.mark.rules("RC-MOVE-05", "RC-TERR-01")
def test_within_a_blocked_area_the_way_back_stays_open(squares: Cast) -> None:
    squares.play("enter_statistics", who="lark", statistics={"paces": {"run": 3}})
    ground(squares, "yard", "blocked")
    squares.play("lay_out", area="hall", column=2, row=0)
    squares.play("freeform.place", who="brute", x=5, y=0)
    steps(squares, (3, 1), (4, 1), (5, 1))
    assert squares.refusal("move", who="lark", squares=[(6, 1), (7, 1), (8, 1)]).rule == "RC-TERR-01"
    squares.play("move", who="lark", squares=[(4, 1)])
    squares.play("move", who="lark", squares=[(3, 1)], responses=PASSED)
    assert place_of(squares, "lark") == ("", 3, 1)


@pytest.mark.rules("RC-MOVE-08", "RC-RULING-28")
@pytest.mark.parametrize("state", ["unconscious", "incapacitated"])
def test_a_character_who_cannot_act_neither_stands_up_nor_drops(table: Cast, state: str) -> None:
    table.play("impose", who="lark", what=state)
    assert table.refusal("drop_prone", who="lark").rule == "RC-MOVE-01"
    table.play("impose", who="lark", what="prone")
    assert table.refusal("stand_up", who="lark").rule == "RC-MOVE-01"
