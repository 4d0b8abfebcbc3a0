"""Unwilling movement and teleports: which steps they take, what stops them, and where they end."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn and Sela, a goblin two squares to the right of Bryn, and an ogre off the map."""
    table = Cast()
    table.hero("bryn")
    table.hero("sela")
    table.monster("goblin")
    table.monster("ogre", size="large")
    table.begin({"bryn": 20, "sela": 15}, {"goblin": 10, "ogre": 5})
    table.put("bryn", 0, 0)
    table.put("goblin", 2, 0)
    return table


def draw(table: Cast, terrain: str, *squares: list[int], **more: Any) -> None:
    table.play("draw_terrain", encounter="ledge", terrain=terrain, squares=list(squares), **more)


def put_in(table: Cast, handle: str, state: str, name: str) -> None:
    table.play("freeform.put", target=handle, component="conditions", name=name, instance={"what": state})


def height(table: Cast, handle: str) -> int:
    return int(table.fight_state().positions[table.ref(handle).partition("/")[2]].height)


@pytest.mark.rules("OR-FORC-04")
def test_every_step_of_a_push_leads_away(table: Cast) -> None:
    push: dict[str, Any] = {"who": "goblin", "by": "bryn", "squares": 2}
    assert table.refusal("push", **push, path=[[2, 1], [3, 1]]).rule == "OR-FORC-04"
    assert table.refusal("push", **push, path=[[3, 0], [2, 0]]).rule == "OR-FORC-04"
    table.play("push", **push, path=[[3, 1], [4, 0]])
    assert table.at("goblin") == (4, 0)


@pytest.mark.rules("OR-FORC-04")
@pytest.mark.parametrize("columns", [(3,), (3, 4, 5)])
def test_a_push_covers_just_so_many_squares(table: Cast, columns: tuple[int, ...]) -> None:
    way = [[column, 0] for column in columns]
    assert table.refusal("push", who="goblin", by="bryn", squares=2, path=way).rule == "OR-FORC-04"


@pytest.mark.rules("OR-FORC-04")
def test_a_push_without_a_way_goes_straight(table: Cast) -> None:
    table.play("push", who="goblin", by="bryn", squares=3)
    assert table.at("goblin") == (5, 0)


@pytest.mark.rules("OR-FORC-04", "OR-FORC-05")
def test_a_far_attack_pushes_and_pulls_from_its_origin(table: Cast) -> None:
    table.play("push", who="goblin", by="bryn", squares=1, origin=[3, 0], path=[[1, 0]])
    assert table.at("goblin") == (1, 0)
    table.play("pull", who="goblin", by="bryn", squares=1, origin=[3, 0], path=[[2, 1]])
    assert table.at("goblin") == (2, 1)


@pytest.mark.rules("OR-FORC-05")
def test_every_step_of_a_pull_leads_towards(table: Cast) -> None:
    table.put("goblin", 4, 0)
    pull: dict[str, Any] = {"who": "goblin", "by": "bryn", "squares": 2}
    assert table.refusal("pull", **pull, path=[[4, 1], [3, 1]]).rule == "OR-FORC-05"
    table.play("pull", **pull, path=[[3, 1], [2, 0]])
    assert table.at("goblin") == (2, 0)


@pytest.mark.rules("OR-FORC-05")
def test_a_pull_ends_next_to_who_pulls(table: Cast) -> None:
    table.play("pull", who="goblin", by="bryn", squares=5)
    assert table.at("goblin") == (1, 0)


@pytest.mark.rules("OR-FORC-06")
def test_a_shunt_goes_anywhere_and_no_further(table: Cast) -> None:
    shunt: dict[str, Any] = {"who": "goblin", "by": "bryn", "squares": 2}
    assert table.refusal("shunt", **shunt, path=[[2, 1], [2, 2], [2, 3]]).rule == "OR-FORC-06"
    assert table.refusal("shunt", **shunt, path=[[4, 0]]).rule == "OR-FORC-06"
    table.play("shunt", **shunt, path=[[1, 1], [0, 1]])
    assert table.at("goblin") == (0, 1)


@pytest.mark.rules("OR-FORC-01")
def test_the_effect_and_not_the_speed_says_how_far(table: Cast) -> None:
    table.play("enter_statistics", who="goblin", statistics={"speeds": {"walk": 0}})
    draw(table, "difficult", *[[x, 0] for x in range(3, 8)])
    table.play("push", who="goblin", by="bryn", squares=5)
    assert table.at("goblin") == (7, 0)


@pytest.mark.rules("OR-FORC-02")
@pytest.mark.parametrize("terrain", ["wall", "glass", "arrow slit", "cliff"])
def test_what_cannot_be_entered_stops_it(table: Cast, terrain: str) -> None:
    draw(table, terrain, *[[4, y] for y in range(-4, 5)])
    table.play("push", who="goblin", by="bryn", squares=3, path=[[3, 0], [4, 0], [5, 0]])
    assert table.at("goblin") == (3, 0)


@pytest.mark.rules("OR-FORC-02")
def test_a_climber_is_pushed_where_others_would_need_to_climb(table: Cast) -> None:
    table.play("enter_statistics", who="goblin", statistics={"speeds": {"climb": 4}})
    draw(table, "cliff", [3, 0])
    table.play("push", who="goblin", by="bryn", squares=2, path=[[3, 0], [4, 0]])
    assert table.at("goblin") == (4, 0)


@pytest.mark.rules("OR-FORC-02")
@pytest.mark.parametrize("other", ["sela", "ogre"])
def test_friend_and_foe_stop_it_as_well(table: Cast, other: str) -> None:
    table.put(other, 4, 0)
    table.play("push", who="goblin", by="bryn", squares=3, path=[[3, 0], [4, 0], [5, 0]])
    assert table.at("goblin") == (3, 0)


@pytest.mark.rules("OR-FORC-03")
@pytest.mark.parametrize(("die", "where", "states"), [(10, (3, 0), ["prone"]), (9, (5, 0), [])])
def test_a_save_of_10_before_a_hazard_ends_prone_at_its_edge(
    table: Cast, die: int, where: tuple[int, int], states: list[str]
) -> None:
    draw(table, "hazard", [4, 0], [5, 0])
    table.play("push", who="goblin", by="bryn", squares=3, dice={"save": [die]})
    assert (table.at("goblin"), table.conditions("goblin")) == (where, states)


@pytest.mark.rules("OR-FORC-03")
def test_there_is_one_save_for_a_whole_push(table: Cast) -> None:
    draw(table, "hazard", [3, 0])
    draw(table, "hazard", [5, 0])
    entry = table.play("push", who="goblin", by="bryn", squares=3, dice={"save": [9]})
    assert (table.at("goblin"), table.rolls(entry)) == ((5, 0), {"save": 9})


@pytest.mark.rules("OR-FORC-03", "OR-FALL-01")
def test_a_failed_save_at_a_ledge_ends_in_a_fall(table: Cast) -> None:
    draw(table, "ledge", *[[x, y] for x in (4, 5, 6) for y in (-1, 0, 1)], depth=4)
    table.play("push", who="goblin", by="bryn", squares=4, dice={"save": [1], "fall": [7, 5]})
    assert (table.at("goblin"), height(table, "goblin"), table.current("goblin", "hp")) == ((4, 0), -4, 28)
    assert table.conditions("goblin") == ["prone"]


@pytest.mark.rules("OR-FORC-03")
def test_the_save_may_be_waived(table: Cast) -> None:
    draw(table, "hazard", [3, 0])
    table.play("push", who="goblin", by="bryn", squares=1, responses={"edge/goblin": "waive"})
    assert (table.at("goblin"), table.conditions("goblin")) == ((3, 0), [])


@pytest.mark.rules("OR-FORC-03")
def test_who_flies_over_a_hazard_needs_no_save(table: Cast) -> None:
    table.play("enter_statistics", who="goblin", statistics={"speeds": {"fly": 6}})
    table.put("goblin", 2, 0, height=2)
    draw(table, "ledge", [3, 0], depth=4)
    entry = table.play("push", who="goblin", by="bryn", squares=1)
    assert (table.at("goblin"), height(table, "goblin"), table.rolls(entry)) == ((3, 0), 2, {})


@pytest.mark.rules("OR-FALL-01")
@pytest.mark.parametrize(("squares", "dice"), [(1, []), (2, [6]), (3, [6]), (4, [6, 5])])
def test_a_fall_deals_a_die_for_each_full_two_squares(table: Cast, squares: int, dice: list[int]) -> None:
    table.play("fall", who="goblin", squares=squares, dice={"fall": dice} if dice else {})
    assert table.current("goblin", "hp") == 40 - sum(dice)
    assert table.conditions("goblin") == (["prone"] if dice else [])


@pytest.mark.rules("OR-FALL-01")
@pytest.mark.parametrize(("squares", "dice"), [(99, 49), (100, 50), (101, 50), (104, 50)])
def test_a_fall_deals_50_dice_at_most(table: Cast, squares: int, dice: int) -> None:
    table.monster("golem", hp=1000)
    table.play("fall", who="golem", squares=squares, dice={"fall": [1] * dice})
    assert table.current("golem", "hp") == 1000 - dice


@pytest.mark.rules("OR-FALL-01")
def test_temporary_hit_points_avoid_no_damage_and_so_one_lies_prone(table: Cast) -> None:
    table.play("freeform.gain", target="goblin", track="temporary_hp", amount=10)
    table.play("fall", who="goblin", squares=2, dice={"fall": [6]})
    assert (table.current("goblin", "hp"), table.conditions("goblin")) == (40, ["prone"])


@pytest.mark.rules("OR-TELE-01")
@pytest.mark.parametrize("state", ["prone", "restrained", "immobile"])
def test_who_is_held_or_prone_teleports_and_stays_so(table: Cast, state: str) -> None:
    put_in(table, "goblin", state, "held")
    table.play("teleport", who="goblin", to=[5, 5])
    assert (table.at("goblin"), table.conditions("goblin")) == ((5, 5), [state])


@pytest.mark.rules("OR-TELE-01")
def test_what_held_them_may_be_left_behind(table: Cast) -> None:
    put_in(table, "goblin", "restrained", "net")
    table.play("teleport", who="goblin", to=[5, 5], leaving=["net"])
    assert (table.at("goblin"), table.conditions("goblin")) == ((5, 5), [])


@pytest.mark.rules("OR-TELE-02")
def test_terrain_in_between_does_not_matter_to_a_teleport(table: Cast) -> None:
    draw(table, "glass", *[[3, y] for y in range(-5, 6)])
    draw(table, "pit", [4, 0], depth=4)
    table.play("teleport", who="goblin", to=[5, 0])
    assert (table.at("goblin"), table.current("goblin", "hp")) == ((5, 0), 40)


@pytest.mark.rules("OR-TELE-03")
def test_a_destination_is_free_and_wide_enough(table: Cast) -> None:
    table.put("ogre", 8, 8)
    draw(table, "wall", [5, 6])
    assert table.refusal("teleport", who="goblin", to=[0, 0]).rule == "OR-TELE-03"
    assert table.refusal("teleport", who="goblin", to=[9, 9]).rule == "OR-TELE-03"
    assert table.refusal("teleport", who="ogre", to=[4, 5]).rule == "OR-TELE-03"
    table.play("teleport", who="ogre", to=[6, 5])
    assert table.at("ogre") == (6, 5)


@pytest.mark.rules("OR-TELE-04")
def test_a_teleport_needs_sight_of_its_destination(table: Cast) -> None:
    draw(table, "wall", *[[3, y] for y in range(-9, 10)])
    assert table.refusal("teleport", who="goblin", to=[5, 0]).rule == "OR-TELE-04"
    assert table.refusal("teleport", who="goblin", by="bryn", to=[5, 0]).rule == "OR-TELE-04"
    table.put("sela", 6, 0)
    table.play("teleport", who="goblin", by="sela", to=[5, 0])
    assert table.at("goblin") == (5, 0)


@pytest.mark.rules("OR-TELE-04")
def test_the_blind_teleport_nobody(table: Cast) -> None:
    put_in(table, "goblin", "blinded", "hood")
    assert table.refusal("teleport", who="goblin", to=[5, 0]).rule == "OR-TELE-04"
    table.play("teleport", who="goblin", by="bryn", to=[5, 0])
    assert table.at("goblin") == (5, 0)


@pytest.mark.rules("OR-TELE-05")
def test_a_teleport_moves_who_no_push_would_move(table: Cast) -> None:
    put_in(table, "goblin", "restrained", "held")
    table.play("push", who="goblin", by="bryn", squares=1)
    assert table.at("goblin") == (2, 0)
    table.play("teleport", who="goblin", by="bryn", to=[3, 0])
    assert table.at("goblin") == (3, 0)


@pytest.mark.rules("OR-FORC-01", "OR-TELE-05")
@pytest.mark.parametrize("state", ["unconscious", "stunned", "petrified", "dying"])
def test_who_cannot_act_is_pushed_and_teleported_all_the_same(table: Cast, state: str) -> None:
    put_in(table, "goblin", state, "felled")
    table.play("push", who="goblin", by="bryn", squares=2)
    assert table.at("goblin") == (4, 0)
    table.play("teleport", who="goblin", by="bryn", to=[6, 6])
    assert table.at("goblin") == (6, 6)


@pytest.mark.rules("OR-FORC-01", "OR-TELE-05")
def test_pushes_and_teleports_give_no_opening(table: Cast) -> None:
    table.arm("sela")
    table.put("sela", 3, 1)
    entry = table.play("push", who="goblin", by="bryn", squares=3, path=[[3, 0], [4, 0], [5, 0]])
    assert (table.at("goblin"), table.rolls(entry)) == ((5, 0), {})
    table.put("goblin", 2, 0)
    table.play("teleport", who="goblin", by="bryn", to=[6, 6])
    assert table.at("goblin") == (6, 6)


@pytest.mark.rules("OR-MOVE-01", "OR-ACT-21")
def test_a_walk_does(table: Cast) -> None:
    table.arm("sela")
    table.put("sela", 3, 1)
    table.until("goblin")
    dice = {"attack/goblin": [1]}
    entry = table.play(
        "walk", who="goblin", path=[[3, 0], [4, 0], [5, 0]], dice=dice, responses={"opportunity/sela/goblin": "attack"}
    )
    assert (table.at("goblin"), [*table.rolls(entry)]) == ((5, 0), ["attack/goblin"])
