"""Opportunity attacks, and what Dodge, Disengage and Demanding Actions do to attacks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast
from tests.games.rotted_capes.street import street

KEY = "opportunity/brute/lark"


@pytest.fixture
def table() -> Cast:
    """Lark, with an Avoidance of 15, beside a brute who strikes for 1d8 and 3, in Lark's turn."""
    table = Cast()
    table.hero("lark", run=4, avoidance=15, con=14)
    table.threat("brute", run=3, melee=4, stamina=30, willpower=13)
    table.play("arm", who="brute", damage="1d8", adds=3)
    for here, beyond in (("hall", "yard"), ("yard", "street")):
        table.play("freeform.draw_area", area=here, borders=[beyond])
    table.play("freeform.draw_area", area="street")
    table.begin({"lark": 20}, {"brute": 5})
    for who in ("lark", "brute"):
        table.play("freeform.place", who=who, area="hall")
    return table


def area(table: Cast) -> str:
    return str(table.fight_state().positions[table.ref("lark").split("/")[1]].area)


def attacked(table: Cast, *dice: int, **more: Any) -> int:
    """The brute attacks Lark with these dice; the entry's number."""
    return table.play("attack", who="brute", target="lark", dice={"attack/lark": [*dice]}, force=True, **more)


@pytest.mark.rules("RC-REAC-02", "RC-TURN-11", "RC-TURN-12")
def test_a_creature_that_leaves_an_area_is_struck_just_before_it_goes(table: Cast) -> None:
    entry = table.play(
        "move",
        who="lark",
        to=["yard", "street"],
        responses={KEY: "attack"},
        dice={"attack/lark": [11], "damage/lark": [6]},
    )
    assert (table.rolls(entry)["attack/lark"], table.current("lark", "stamina")) == (15, 31)
    assert (area(table), table.left("brute", "reaction"), table.turn()) == ("street", 0, ["lark"])
    assert "RC-REAC-02" in table.cited(entry)


@pytest.mark.rules("RC-REAC-02")
def test_who_goes_down_by_it_does_not_get_away(table: Cast) -> None:
    table.play("freeform.spend", target="lark", track="stamina", amount=38, force=True)
    table.play(
        "move", who="lark", to=["yard"], responses={KEY: "attack"}, dice={"attack/lark": [15], "damage/lark": [8]}
    )
    assert ("unconscious" in table.conditions("lark"), area(table)) == (True, "hall")


@pytest.mark.rules("RC-REAC-02", "RC-TURN-11")
def test_the_reaction_may_be_kept_and_without_one_nobody_strikes(table: Cast) -> None:
    table.play("move", who="lark", to=["yard"], responses={KEY: "let go"})
    assert table.left("brute", "reaction") == 1
    table.play("learn", who="brute", name="Taunt", activation="reaction")
    table.play("use_feature", who="brute", feature="Taunt", trigger="somebody goes")
    table.play("move", who="lark", to=["hall"])
    table.play("move", who="lark", to=["yard"], force=True)
    assert area(table) == "yard"


@pytest.mark.rules("RC-REAC-03", "RC-ACT-03")
def test_disengaging_provokes_nobody_for_the_rest_of_the_turn(table: Cast) -> None:
    table.play("disengage", who="lark", as_player="ana")
    entry = table.play("move", who="lark", to=["yard"])
    assert (area(table), "RC-ACT-03" in table.cited(entry)) == ("yard", True)
    table.until("lark")
    table.play("move", who="lark", to=["hall"])
    table.play("move", who="lark", to=["yard"], responses={KEY: "let go"})
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-REAC-03")
@pytest.mark.parametrize("how", ["teleports", "is moved", "is unseen"])
def test_no_opportunity_attack_against_who_is_gone_moved_or_unseen(table: Cast, how: str) -> None:
    if how == "is unseen":
        table.play("impose", who="lark", what="hidden")
    if how == "is moved":
        entry = table.play("shift", who="lark", to="yard", because="an explosion")
    else:
        entry = table.play("move", who="lark", to=["yard"], teleport=how == "teleports")
    assert (area(table), table.left("brute", "reaction")) == ("yard", 1)
    assert "RC-REAC-03" in table.cited(entry)


@pytest.mark.rules("RC-ACT-04", "RC-RULING-29")
@pytest.mark.parametrize(("defense", "dice", "total"), [("avoidance", (15, 3), 7), ("willpower", (15,), 19)])
def test_attacks_on_the_avoidance_of_a_dodger_have_disadvantage(
    table: Cast, defense: str, dice: tuple[int, ...], total: int
) -> None:
    table.play("dodge", who="lark", as_player="ana")
    entry = attacked(table, *dice, defense=defense)
    assert table.rolls(entry)["attack/lark"] == total


@pytest.mark.rules("RC-ACT-04", "RC-RULING-29")
@pytest.mark.parametrize(("type", "dice", "total"), [("ballistic", (15, 3), 3), ("fire", (15,), 15)])
def test_a_campaign_may_have_it_go_by_the_category_of_the_damage(type: str, dice: tuple[int, ...], total: int) -> None:
    table = Cast(dodge_scope="physical_category")
    table.hero("lark", run=4)
    table.threat("brute")
    table.play("dodge", who="lark")
    entry = table.play("attack", who="brute", target="lark", type=type, dice={"attack/lark": [*dice]})
    assert table.rolls(entry)["attack/lark"] == total


@pytest.mark.rules("RC-ACT-04", "RC-RULING-29")
def test_a_dodge_lasts_until_the_next_turn(table: Cast) -> None:
    table.play("dodge", who="lark")
    table.next()
    assert table.conditions("lark") == ["dodging"]
    table.next()
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-ACT-04")
@pytest.mark.parametrize("what", ["unseen", "no pace"])
def test_a_dodge_needs_to_see_the_attack_and_a_pace(table: Cast, what: str) -> None:
    table.play("dodge", who="lark")
    if what == "unseen":
        table.play("impose", who="brute", what="hidden")
        entry = attacked(table, 15, 17)  # Advantage of the unseen, and no Disadvantage of the dodge
        assert table.rolls(entry)["attack/lark"] == 21
    else:
        table.play("enter_statistics", who="lark", statistics={"paces": {"run": 0}})
        assert table.rolls(attacked(table, 15))["attack/lark"] == 19


@pytest.mark.rules("RC-ACT-04")
def test_the_incapacitated_dodge_no_more(table: Cast) -> None:
    table.play("dodge", who="lark")
    table.play("impose", who="lark", what="incapacitated")
    assert table.conditions("lark") == ["incapacitated"]


@pytest.mark.rules("RC-DEM-06")
def test_attackers_have_advantage_until_a_demanding_action_takes_effect(table: Cast) -> None:
    table.play("begin_demanding", who="lark", what="charge up")
    table.next()
    entry = attacked(table, 4, 15)
    assert table.rolls(entry)["attack/lark"] == 19
    assert "RC-DEM-06" in table.cited(entry)
    table.next()
    assert table.rolls(attacked(table, 4))["attack/lark"] == 8


@pytest.mark.rules("RC-DEM-08", "RC-DEM-09", "RC-DEM-10", "RC-RULING-32")
@pytest.mark.parametrize(("die", "state"), [(7, []), (8, ["demanding"])])
def test_10_damage_from_a_bolt_calls_for_a_save_of_10(table: Cast, die: int, state: list[str]) -> None:
    table.play("begin_demanding", who="lark", what="shift", interruptible=True)
    table.next()
    dice = {"attack/lark": [3, 15], "damage/lark": [10], "save/lark": [die]}
    entry = table.play("attack", who="brute", target="lark", damage="1d10", dice=dice)
    saves = [rolled for _, rolled in table.rolled(entry) if rolled.name == "save"]
    assert [rolled.target for rolled in saves] == [10]
    assert (table.conditions("lark"), table.current("lark", "stamina")) == (state, 30)


@pytest.mark.rules("RC-DEM-08")
def test_a_hit_without_damage_calls_for_a_save_and_a_miss_for_none(table: Cast) -> None:
    table.play("begin_demanding", who="lark", what="shift", interruptible=True)
    table.next()
    table.play("attack", who="brute", target="lark", dice={"attack/lark": [3, 4]})
    dice = {"attack/lark": [3, 15], "save/lark": [12]}
    entry = table.play("attack", who="brute", target="lark", dice=dice, force=True)
    assert [rolled.total for _, rolled in table.rolled(entry) if rolled.name == "save"] == [14]


@pytest.mark.rules("RC-TERR-06")
def test_the_cramped_fight_at_a_disadvantage_and_are_easier_to_hit(table: Cast) -> None:
    table.play("freeform.draw_area", area="yard", terrain=["confined"])
    table.play("enter_statistics", who="lark", size="large")
    table.play("move", who="lark", to=["yard"], responses={KEY: "let go"})
    table.play("shift", who="brute", to="yard")
    assert (table.conditions("lark"), table.conditions("brute")) == (["cramped"], [])
    table.next()
    assert table.rolls(attacked(table, 4, 15))["attack/lark"] == 19
    table.next()
    entry = table.play("attack", who="lark", target="brute", dice={"attack/brute": [15, 4]})
    assert table.rolls(entry)["attack/brute"] == 4


def beside_a_large_brute(*, extends: bool) -> Cast:
    """Lark beside a brute who reaches 1 Area further, in an alley between a roof and a yard, with a hall behind it."""
    table = street(reach_extends_opportunity=extends)
    table.play("change_size", who="brute", size="large")
    table.play("shift", who="lark", to="alley")
    table.play("freeform.place", who="brute", area="alley")
    return table


def flees(table: Cast, to: str) -> int:
    return table.play("move", who="lark", to=[to], responses={KEY: "attack"}, dice={"attack/lark": [2]})


@pytest.mark.rules("RC-RULING-69", "RC-REAC-02", "RC-SIZE-04")
def test_leaving_the_area_provokes_and_leaving_the_reach_does_not() -> None:
    table = beside_a_large_brute(extends=False)
    flees(table, "yard")
    assert table.left("brute", "reaction") == 0
    table.until("lark")
    table.play("move", who="lark", to=["hall"])
    assert area(table) == "hall"


@pytest.mark.rules("RC-RULING-69", "RC-REAC-02", "RC-SIZE-04")
def test_reach_extends_opportunities_where_the_table_says_so() -> None:
    table = beside_a_large_brute(extends=True)
    within = table.play("move", who="lark", to=["yard"])
    assert (area(table), table.left("brute", "reaction"), "RC-RULING-69" in table.cited(within)) == ("yard", 1, True)
    beyond = flees(table, "hall")
    assert (area(table), table.left("brute", "reaction"), "RC-RULING-69" in table.cited(beyond)) == ("hall", 0, True)


@pytest.mark.rules("RC-RULING-69")
def test_without_more_reach_it_is_the_area_alone() -> None:
    table = street(reach_extends_opportunity=True)
    table.play("shift", who="lark", to="alley")
    table.play("freeform.place", who="brute", area="alley")
    entry = flees(table, "yard")
    assert (table.left("brute", "reaction"), "RC-RULING-69" in table.cited(entry)) == (0, False)
