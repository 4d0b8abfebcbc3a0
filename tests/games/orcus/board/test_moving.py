"""Move actions: how far they go, what they cost, what is in the way, and where they end."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn, whose turn it is, and Sela at the left; an ogre, a giant and a goblin among the foes; all off the map but Bryn."""
    table = Cast(("ana", "ben"))
    table.hero("bryn")
    table.hero("sela", owner="ben")
    table.monster("ogre", size="large")
    table.monster("giant", size="huge")
    table.monster("goblin", size="small")
    table.begin({"bryn": 20, "sela": 15}, {"ogre": 10, "giant": 5, "goblin": 1})
    table.put("bryn", 0, 0)
    return table


def east(*columns: int, row: int = 0) -> list[list[int]]:
    """Squares of a row."""
    return [[column, row] for column in columns]


@pytest.mark.rules("OR-MOVE-04", "OR-ACT-21", "OR-MOVE-01")
@pytest.mark.parametrize(("columns", "refused"), [(6, ""), (7, "OR-MOVE-04")])
def test_a_walk_covers_up_to_the_speed(table: Cast, columns: int, refused: str) -> None:
    way = east(*range(1, columns + 1))
    if refused:
        assert table.refusal("walk", who="bryn", path=way).rule == refused
    else:
        table.play("walk", who="bryn", path=way, as_player="ana")
        assert (table.at("bryn"), table.left("bryn", "move")) == ((columns, 0), 0)


@pytest.mark.rules("OR-MOVE-04")
def test_two_move_actions_cover_twice_the_speed(table: Cast) -> None:
    table.play("walk", who="bryn", path=east(*range(1, 7)))
    table.play("walk", who="bryn", path=east(*range(7, 13)))
    assert (table.at("bryn"), table.left("bryn", "standard")) == ((12, 0), 0)


@pytest.mark.rules("OR-MOVE-03", "OR-GRID-02")
def test_a_diagonal_step_costs_one_square(table: Cast) -> None:
    table.play("walk", who="bryn", path=[[n, n] for n in range(1, 7)])
    assert table.at("bryn") == (6, 6)


@pytest.mark.rules("OR-GRID-02")
def test_a_step_leads_to_an_adjacent_square(table: Cast) -> None:
    assert table.refusal("walk", who="bryn", path=[[2, 0]]).rule == "OR-GRID-02"
    assert table.refusal("walk", who="bryn", path=[[1, 2]]).rule == "OR-GRID-02"


def draw(table: Cast, terrain: str, *squares: list[int], **more: Any) -> None:
    table.play("draw_terrain", encounter="ledge", terrain=terrain, squares=list(squares), **more)


@pytest.mark.rules("OR-MOVE-06", "OR-MOVE-04")
@pytest.mark.parametrize(("hampered", "allowed"), [(1, True), (2, False)])
def test_a_square_of_difficult_terrain_costs_one_more(table: Cast, hampered: int, allowed: bool) -> None:
    draw(table, "difficult", *east(*range(1, hampered + 1)))
    way = east(*range(1, 6))
    if allowed:
        table.play("walk", who="bryn", path=way)
        assert table.at("bryn") == (5, 0)
    else:
        assert table.refusal("walk", who="bryn", path=way).rule == "OR-MOVE-04"


@pytest.mark.rules("OR-MOVE-06")
def test_several_causes_make_a_square_difficult_once(table: Cast) -> None:
    draw(table, "difficult", [1, 0])
    draw(table, "difficult", [1, 0])
    table.play("walk", who="bryn", path=east(*range(1, 6)))
    assert table.at("bryn") == (5, 0)
    assert table.refusal("walk", who="bryn", path=east(*range(6, 12), 12)).rule == "OR-MOVE-04"


@pytest.mark.rules("OR-MOVE-06")
def test_terrain_that_is_erased_hampers_nobody(table: Cast) -> None:
    draw(table, "difficult", [1, 0])
    table.play("erase_terrain", encounter="ledge", zone="difficult")
    table.play("walk", who="bryn", path=east(*range(1, 7)))
    assert table.at("bryn") == (6, 0)


@pytest.mark.rules("OR-MOVE-05")
def test_a_character_may_switch_between_walking_and_flying(table: Cast) -> None:
    table.play("enter_statistics", who="bryn", statistics={"speeds": {"walk": 6, "fly": 12}})
    legs: list[dict[str, Any]] = [
        {"mode": "fly", "path": east(1, 2, 3, 4)},
        {"path": east(5, 6)},
        {"mode": "fly", "path": east(7, 8, 9, 10, 11, 12)},
    ]
    table.play("walk", who="bryn", mode="fly", path=legs[0]["path"], then=[legs[1], legs[2]])
    assert table.at("bryn") == (12, 0)


@pytest.mark.rules("OR-MOVE-05")
@pytest.mark.parametrize(("flown", "walked"), [(6, 1), (4, 3)])
def test_what_was_covered_counts_against_the_new_speed(table: Cast, flown: int, walked: int) -> None:
    table.play("enter_statistics", who="bryn", statistics={"speeds": {"walk": 6, "fly": 12}})
    then = [{"path": east(*range(flown + 1, flown + walked + 1))}]
    args: dict[str, Any] = {"who": "bryn", "mode": "fly", "path": east(*range(1, flown + 1)), "then": then}
    assert table.refusal("walk", **args).rule == "OR-MOVE-05"


@pytest.mark.rules("OR-MOVE-05")
def test_a_creature_without_wings_cannot_fly(table: Cast) -> None:
    assert table.refusal("walk", who="bryn", mode="fly", path=[[1, 0]]).rule == "OR-MOVE-04"


@pytest.mark.rules("OR-MOVE-02")
def test_jumping_and_climbing_are_taken_from_the_same_allowance(table: Cast) -> None:
    draw(table, "pit", [2, 0], depth=4)
    draw(table, "cliff", [4, 0])
    then = [{"mode": "climb", "path": east(4)}, {"path": east(5, 6)}]
    assert table.refusal("walk", who="bryn", path=east(1, 2, 3, 4)).rule == "OR-MOVE-09"
    table.play("walk", who="bryn", mode="jump", path=east(1, 2, 3), then=then)
    assert table.at("bryn") == (6, 0)


@pytest.mark.rules("OR-MOVE-02")
@pytest.mark.parametrize(("further", "allowed"), [(2, True), (3, False)])
def test_climbing_out_of_a_pit_costs_its_depth(table: Cast, further: int, allowed: bool) -> None:
    draw(table, "pit", [1, 0], depth=4)
    table.play("walk", who="bryn", mode="climb", path=east(1))
    then = [{"path": east(*range(3, 3 + further))}]
    if allowed:
        table.play("walk", who="bryn", mode="climb", path=east(2), then=then)
        assert table.at("bryn") == (4, 0)
    else:
        assert table.refusal("walk", who="bryn", mode="climb", path=east(2), then=then).rule == "OR-MOVE-05"


@pytest.mark.rules("OR-ACT-11", "OR-MOVE-01")
def test_a_five_foot_step_is_one_square_of_plain_ground(table: Cast) -> None:
    draw(table, "difficult", [1, 0])
    assert table.refusal("five_foot_step", who="bryn", to=[2, 0]).rule == "OR-GRID-02"
    assert table.refusal("five_foot_step", who="bryn", to=[1, 0]).rule == "OR-ACT-11"
    table.play("five_foot_step", who="bryn", to=[1, 1], as_player="ana")
    assert (table.at("bryn"), table.left("bryn", "move")) == ((1, 1), 0)


@pytest.mark.rules("OR-MOVE-07", "OR-ACT-17")
def test_dropping_prone_is_free_and_standing_up_is_a_move_action(table: Cast) -> None:
    assert table.refusal("stand_up", who="bryn").rule == "OR-ACT-17"
    table.play("drop_prone", who="bryn", as_player="ana")
    assert (table.conditions("bryn"), table.left("bryn", "move")) == (["prone"], 1)
    table.play("stand_up", who="bryn", as_player="ana")
    assert (table.conditions("bryn"), table.left("bryn", "move")) == ([], 0)


@pytest.mark.rules("OR-ACT-17")
def test_a_creature_that_stands_up_in_an_occupied_square_shifts_out_of_it(table: Cast) -> None:
    table.play("drop_prone", who="bryn")
    table.put("sela", 0, 0)
    table.put("goblin", 1, 0)
    assert table.refusal("stand_up", who="bryn").rule == "OR-ACT-17"
    assert table.refusal("stand_up", who="bryn", to=[1, 0]).rule == "OR-MOVE-09"
    table.play("stand_up", who="bryn", to=[1, 1])
    assert (table.at("bryn"), table.conditions("bryn")) == ((1, 1), [])


@pytest.mark.rules("OR-MOVE-08", "OR-ACT-09", "OR-MOVE-01")
@pytest.mark.parametrize(("speed", "squares", "refused"), [(6, 3, ""), (6, 4, "OR-MOVE-04"), (5, 3, "OR-MOVE-04")])
def test_a_prone_creature_crawls_half_its_speed(table: Cast, speed: int, squares: int, refused: str) -> None:
    table.play("enter_statistics", who="bryn", statistics={"speeds": {"walk": speed}})
    table.play("drop_prone", who="bryn")
    way = east(*range(1, squares + 1))
    if refused:
        assert table.refusal("crawl", who="bryn", path=way).rule == refused
    else:
        table.play("crawl", who="bryn", path=way)
        assert (table.at("bryn"), table.conditions("bryn")) == ((squares, 0), ["prone"])


@pytest.mark.rules("OR-MOVE-08", "OR-ACT-09")
@pytest.mark.parametrize(("cost", "squares"), [("half_speed", 3), ("half_speed_and_extra", 1)])
def test_a_table_may_let_each_crawled_square_cost_more(cost: str, squares: int) -> None:
    table = Cast(crawl_cost=cost)
    table.hero("bryn")
    table.put("bryn", 0, 0)
    assert table.refusal("crawl", who="bryn", path=east(*range(1, squares + 2))).rule == "OR-MOVE-04"
    table.play("crawl", who="bryn", path=east(*range(1, squares + 1)))
    assert table.at("bryn") == (squares, 0)


@pytest.mark.rules("OR-ACT-09", "OR-MOVE-08")
@pytest.mark.parametrize(
    ("word", "args"), [("walk", {"path": [[1, 0]]}), ("dash", {"path": [[1, 0]]}), ("five_foot_step", {"to": [1, 0]})]
)
def test_nobody_walks_or_dashes_while_prone(table: Cast, word: str, args: dict[str, Any]) -> None:
    table.play("drop_prone", who="bryn")
    assert table.refusal(word, who="bryn", **args).rule == "OR-ACT-09"


@pytest.mark.rules("OR-ACT-10", "OR-MOVE-01")
@pytest.mark.parametrize(("squares", "refused"), [(8, ""), (9, "OR-MOVE-04")])
def test_a_dash_goes_two_squares_further(table: Cast, squares: int, refused: str) -> None:
    way = east(*range(1, squares + 1))
    if refused:
        assert table.refusal("dash", who="bryn", path=way).rule == refused
        return
    table.play("dash", who="bryn", path=way, as_player="ana")
    assert (table.at("bryn"), table.conditions("bryn")) == ((8, 0), ["dashing"])
    table.until("bryn")
    assert table.conditions("bryn") == ["dashing"]
    table.next()
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-MOVE-09")
@pytest.mark.parametrize(("who", "passed"), [("sela", True), ("goblin", False), ("ogre", False), ("giant", True)])
def test_allies_and_foes_of_quite_another_size_are_passed(table: Cast, who: str, passed: bool) -> None:
    table.put(who, 1, 0)
    way = east(1, 2, 3, 4)
    if passed:
        table.play("walk", who="bryn", path=way)
        assert table.at("bryn") == (4, 0)
    else:
        assert table.refusal("walk", who="bryn", path=way).rule == "OR-MOVE-09"


@pytest.mark.rules("OR-SIZE-02")
def test_each_square_of_a_space_is_its_owner_s(table: Cast) -> None:
    table.put("ogre", 2, 0)
    assert table.refusal("walk", who="bryn", path=[[1, 1], [2, 1]]).rule == "OR-MOVE-09"
    assert table.refusal("walk", who="bryn", path=[[1, 0], [2, 0]]).rule == "OR-MOVE-09"
    table.play("walk", who="bryn", path=[[1, 1], [2, 2], [3, 2], [4, 1]])
    assert table.at("bryn") == (4, 1)


@pytest.mark.rules("OR-MOVE-10")
@pytest.mark.parametrize("who", ["sela", "giant"])
def test_nobody_ends_a_move_in_another_s_space(table: Cast, who: str) -> None:
    table.put(who, 1, 0)
    assert table.refusal("walk", who="bryn", path=east(1)).rule == "OR-MOVE-10"


@pytest.mark.rules("OR-SIZE-01", "OR-GRID-01")
@pytest.mark.parametrize(
    ("size", "side"), [("tiny", 1), ("small", 1), ("medium", 1), ("large", 2), ("huge", 3), ("gargantuan", 4)]
)
def test_a_size_controls_a_square_space(table: Cast, size: str, side: int) -> None:
    table.monster("beast", size=size)
    table.put("beast", 3, 4)
    position = table.fight_state().positions[table.ref("beast").partition("/")[2]]
    assert (position.x, position.y, position.size) == (3, 4, side)


@pytest.mark.rules("OR-SIZE-01", "OR-TYPE-02")
def test_four_of_the_tiny_fit_on_a_square(table: Cast) -> None:
    for name in ("a", "b", "c", "d", "e"):
        table.monster(name, size="tiny")
    for name in "abc":
        table.put(name, 5, 5)
    for name, x in (("d", 4), ("e", 6)):
        table.put(name, x, 5)
    table.play("freeform.set_turn", encounter="ledge", who=["goblin"], force=True)
    table.play("end_fight", encounter="ledge")
    table.play("walk", encounter="ledge", who="d", path=[[5, 5]])
    assert table.refusal("walk", encounter="ledge", who="e", path=[[5, 5]]).rule == "OR-MOVE-10"


@pytest.mark.rules("OR-ACT-18")
def test_a_large_creature_squeezes_through_a_passage_of_one_square(table: Cast) -> None:
    table.put("ogre", 0, 5)
    table.until("ogre")
    draw(table, "wall", *[[x, y] for x in (2, 3) for y in (3, 4, 6, 7)])
    assert table.refusal("walk", who="ogre", path=[[1, 5]]).rule == "OR-MOVE-09"
    assert table.refusal("squeeze", who="ogre", path=[[2, 5], [3, 5], [4, 5], [5, 5]]).rule == "OR-MOVE-04"
    table.play("squeeze", who="ogre", path=[[2, 5]])
    assert (table.at("ogre"), table.conditions("ogre")) == ((2, 5), ["squeezing"])
    assert table.refusal("walk", who="ogre", path=[[3, 5]]).rule == "OR-ACT-18"
    table.play("squeeze", who="ogre", path=[[3, 5]])
    assert table.conditions("ogre") == ["squeezing"]


@pytest.mark.rules("OR-ACT-18")
def test_a_creature_that_has_left_the_narrow_space_squeezes_no_more(table: Cast) -> None:
    table.put("ogre", 0, 5)
    table.until("ogre")
    draw(table, "wall", *[[x, y] for x in (2, 3) for y in (3, 4, 6, 7)])
    table.play("squeeze", who="ogre", path=[[2, 5], [3, 5], [4, 5]])
    position = table.fight_state().positions[table.ref("ogre").partition("/")[2]]
    assert (table.conditions("ogre"), position.size) == ([], 2)
