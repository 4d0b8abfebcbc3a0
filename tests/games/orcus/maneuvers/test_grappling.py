"""Grapples and shoves."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn with a Strength of 18, whose turn it is, stands at (1, 0) with a sword; the ogre, whose defenses are 10, at (2, 0)."""
    table = Cast()
    table.hero("bryn", str=18)
    table.hero("sela")
    table.monster("ogre", size="large", fortitude=15)
    table.arm("bryn")
    table.begin({"bryn": 20, "sela": 2}, {"ogre": 10})
    table.put("bryn", 1, 0)
    table.put("ogre", 2, 0)
    return table


def seize(table: Cast, die: int = 15) -> int:
    """Bryn seizes the ogre; the entry."""
    return table.play("grapple", who="bryn", target="ogre", dice={"attack/ogre": [die]}, as_player="ana")


def held(table: Cast) -> bool:
    """Whether Bryn holds the ogre."""
    return "grappled" in table.conditions("ogre") and "grappling" in table.conditions("bryn")


@pytest.mark.rules("OR-GRAP-01", "OR-GRAP-02")
@pytest.mark.parametrize(("die", "hits"), [(5, False), (6, True), (7, True)])
def test_a_grapple_is_a_strength_attack_against_reflex(table: Cast, die: int, hits: bool) -> None:
    seize(table, die)
    assert (held(table), table.left("bryn", "standard"), table.current("ogre", "hp")) == (hits, 0, 40)


@pytest.mark.rules("OR-GRAP-01")
def test_the_incapacitated_are_seized_without_a_roll(table: Cast) -> None:
    table.affect("ogre", "stunned")
    entry = table.play("grapple", who="bryn", target="ogre")
    assert (held(table), "OR-GRAP-01" in table.cited(entry)) == (True, True)


@pytest.mark.rules("OR-GRAP-01")
def test_a_grapple_takes_a_free_hand(table: Cast) -> None:
    table.arm("bryn", "dagger", "1d4", location="hand/off")
    assert table.refusal("grapple", who="bryn", target="ogre").rule == "OR-GRAP-01"


@pytest.mark.rules("OR-GRAP-01")
def test_a_weapon_for_both_hands_leaves_none_free(table: Cast) -> None:
    table.arm("ogre", "maul", "2d6", two_handed=True)
    table.until("ogre")
    assert table.refusal("grapple", who="ogre", target="bryn").rule == "OR-GRAP-01"


@pytest.mark.rules("OR-GRAP-01")
@pytest.mark.parametrize(("size", "refused"), [("large", False), ("huge", True)])
def test_the_target_is_at_most_one_size_larger(table: Cast, size: str, refused: bool) -> None:
    table.play("enter_statistics", who="ogre", size=size)
    if refused:
        assert table.refusal("grapple", who="bryn", target="ogre").rule == "OR-GRAP-01"
    else:
        seize(table)


@pytest.mark.rules("OR-GRAP-01")
def test_the_target_stands_next_to_the_grappler_whatever_the_reach(table: Cast) -> None:
    table.play("enter_statistics", who="bryn", statistics={"reach": 2})
    table.put("bryn", 0, 0)
    assert table.refusal("grapple", who="bryn", target="ogre").rule == "OR-GRAP-01"


@pytest.mark.rules("OR-GRAP-02", "OR-TURN-07")
def test_the_grappler_lets_go_freely_and_the_grappled_do_not(table: Cast) -> None:
    seize(table)
    assert table.refusal("release", who="ogre", target="bryn").rule == "OR-GRAP-02"
    table.next()
    assert table.refusal("walk", who="ogre", path=[[3, 0]]).rule
    table.play("release", who="bryn", target="ogre", as_player="ana")
    assert not held(table)
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-GRAP-03")
def test_a_grapple_ends_once_they_are_apart(table: Cast) -> None:
    seize(table)
    table.play("push", who="bryn", by="ogre", squares=1)
    assert (held(table), table.conditions("ogre"), table.conditions("bryn")) == (False, [], [])


@pytest.mark.rules("OR-GRAP-03")
def test_who_is_pushed_and_stays_adjacent_is_held_on(table: Cast) -> None:
    seize(table)
    table.play("shunt", who="ogre", by="sela", squares=1, path=[[2, 1]])
    assert held(table)


@pytest.mark.rules("OR-GRAP-02")
@pytest.mark.parametrize("what", ["stunned", "unconscious"])
def test_a_grappler_who_cannot_act_holds_nobody(table: Cast, what: str) -> None:
    seize(table)
    table.play("impose", who="bryn", what=what)
    assert table.conditions("ogre") == []


@pytest.mark.rules("OR-GRAP-04")
@pytest.mark.parametrize(
    ("skill", "die", "free"),
    [("athletics", 13, False), ("athletics", 14, True), ("acrobatics", 9, False), ("acrobatics", 10, True)],
)
def test_the_grappled_break_free_with_a_check_against_a_defense(table: Cast, skill: str, die: int, free: bool) -> None:
    """Bryn has a Fortitude of 14 and a Reflex of 10, and the ogre adds nothing."""
    seize(table)
    table.next()
    table.play("escape_grapple", who="ogre", skill=skill, dice={f"skill/{skill}": [die]})
    assert (held(table), table.left("ogre", "standard")) == (not free, 0)


@pytest.mark.rules("OR-GRAP-04")
def test_who_is_not_held_does_not_break_free(table: Cast) -> None:
    assert table.refusal("escape_grapple", who="bryn").rule == "OR-GRAP-04"


@pytest.mark.rules("OR-GRAP-05")
def test_a_held_creature_is_dragged_along_at_half_the_speed(table: Cast) -> None:
    seize(table)
    table.until("bryn")
    way: dict[str, Any] = {"who": "bryn", "target": "ogre", "dice": {"attack/ogre": [11]}}
    too_far = table.refusal("move_grappled", path=[[0, 0], [-1, 0], [-2, 0], [-3, 0]], **way)
    assert too_far.rule == "OR-MOVE-04"
    table.play("move_grappled", path=[[0, 0], [-1, 0], [-2, 0]], **way)
    assert (table.at("bryn"), table.at("ogre"), held(table)) == ((-2, 0), (-1, 0), True)
    assert table.left("bryn", "standard") == 0


@pytest.mark.rules("OR-GRAP-05")
def test_a_drag_that_misses_moves_nobody(table: Cast) -> None:
    assert table.refusal("move_grappled", who="bryn", target="ogre").rule == "OR-GRAP-05"
    seize(table)
    table.until("bryn")
    table.play("move_grappled", who="bryn", target="ogre", path=[[0, 0]], dice={"attack/ogre": [10]})
    assert (table.at("bryn"), table.at("ogre")) == ((1, 0), (2, 0))


@pytest.mark.rules("OR-GRAP-05")
def test_a_drag_gives_openings_as_any_move(table: Cast) -> None:
    table.monster("imp")
    table.arm("imp", "claw", "1d4", location="natural")
    table.play("join_fight", encounter="ledge", against=["imp"], dice={"initiative/imp": [5]})
    table.put("imp", 1, 1)
    seize(table)
    table.until("bryn")
    dice = {"attack/ogre": [11], "attack/bryn": [18], "damage": [3]}
    opening = {"opportunity/imp/bryn": "attack"}
    table.play("move_grappled", who="bryn", target="ogre", path=[[0, 0]], dice=dice, responses=opening)
    assert table.current("bryn", "hp") == 37


@pytest.mark.rules("OR-ACT-16")
@pytest.mark.parametrize(("die", "at"), [(10, ((1, 0), (2, 0))), (11, ((2, 0), (3, 0)))])
def test_a_shove_pushes_one_square_and_follows(table: Cast, die: int, at: tuple[tuple[int, int], ...]) -> None:
    table.play("shove", who="bryn", target="ogre", dice={"attack/ogre": [die]}, as_player="ana")
    assert (table.at("bryn"), table.at("ogre")) == at
    assert (table.current("ogre", "hp"), table.left("bryn", "standard")) == (40, 0)


@pytest.mark.rules("OR-ACT-16")
def test_a_shove_may_go_aside_and_never_at_who_is_too_large_or_too_far(table: Cast) -> None:
    table.play("shove", who="bryn", target="ogre", to=[3, 1], dice={"attack/ogre": [11]})
    assert table.at("ogre") == (3, 1)
    table.until("bryn")
    table.put("bryn", 0, 0)
    assert table.refusal("shove", who="bryn", target="ogre").rule == "OR-ACT-16"
    table.put("bryn", 2, 0)
    table.play("enter_statistics", who="ogre", size="huge")
    assert table.refusal("shove", who="bryn", target="ogre").rule == "OR-ACT-16"


@pytest.mark.rules("OR-GRAP-02")
def test_bug_a_grappler_who_is_incapacitated_holds_nobody(table: Cast) -> None:
    seize(table)
    table.play("lay_effect", target="bryn", by="ogre", what="incapacitated")
    assert not held(table)


@pytest.mark.rules("OR-GRAP-03", "OR-COND-14")
def test_a_grapple_ends_as_one_of_the_two_falls_from_the_air() -> None:
    table = aloft()
    table.play("impose", encounter="ledge", who="imp", what="prone", dice={"fall": [1, 1]})
    assert (table.conditions("imp"), table.conditions("bryn")) == (["prone"], [])


@pytest.mark.rules("OR-GRAP-03", "OR-GRID-01")
def test_a_grapple_ends_as_the_grappler_rises_away() -> None:
    table = aloft()
    table.play("walk", encounter="ledge", who="bryn", mode="fly", height=9)
    assert (table.conditions("imp"), table.conditions("bryn")) == ([], [])


def aloft() -> Cast:
    """Bryn holds an imp, both hovering six squares above the ground."""
    table = Cast()
    table.hero("bryn", fly=6, hover=1)
    table.monster("imp", fly=1, hover=1)
    table.begin({"bryn": 20}, {"imp": 10})
    for x, who in enumerate(("bryn", "imp")):
        table.put(who, x, 0, height=6)
    table.play("grapple", who="bryn", target="imp", dice={"attack/imp": [15]})
    return table


@pytest.mark.rules("OR-GRAP-03")
def test_a_grapple_ends_as_the_one_who_is_held_swaps_places_with_somebody_far_away(table: Cast) -> None:
    seize(table)
    table.monster("troll", size="large")
    table.play(
        "add_power", power={"name": "Swap", "range": "ranged 20", "targets": "one ally", "effect": "do swap places"}
    )
    table.play("learn_power", who="troll", power="swap")
    table.play("join_fight", encounter="ledge", against=["troll"], dice={"initiative/troll": [9]})
    table.put("troll", 8, 8)
    table.until("troll")
    table.play("use_power", encounter="ledge", who="troll", power="swap", targets=["ogre"])
    assert (table.at("ogre"), table.conditions("ogre"), table.conditions("bryn")) == ((8, 8), [], [])


@pytest.mark.rules("OR-GRAP-03", "OR-COND-16")
def test_the_restrained_are_not_dragged_along(table: Cast) -> None:
    seize(table)
    table.affect("ogre", "restrained")
    table.until("bryn")
    table.play("move_grappled", who="bryn", target="ogre", path=[[0, 0]], dice={"attack/ogre": [15]})
    assert (table.at("bryn"), table.at("ogre"), table.conditions("ogre")) == ((0, 0), (2, 0), ["restrained"])


@pytest.mark.rules("OR-GRAP-05", "OR-MOVE-08", "OR-COND-09")
@pytest.mark.parametrize(("state", "rule"), [("prone", "OR-ACT-09"), ("immobile", "OR-COND-09")])
def test_who_cannot_walk_drags_nobody(table: Cast, state: str, rule: str) -> None:
    seize(table)
    table.affect("bryn", state)
    table.until("bryn")
    assert table.refusal("move_grappled", who="bryn", target="ogre", path=[[0, 0]]).rule == rule
