"""The unseen: attacks by and on those who are not seen, whichever command makes them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast
from tests.games.rotted_capes.combat.test_attacks import outcome, stand, strike
from tests.games.rotted_capes.combat.test_attacks import table as table  # noqa: PLC0414
from tests.games.rotted_capes.modes.test_hordes import begin, give, size
from tests.games.rotted_capes.modes.test_hordes import cast as crowd


def dark(table: Cast, area: str) -> None:
    table.play("draw_area", encounter="underpass", area=area, light="dark")


@pytest.mark.rules("RC-CMOD-03", "RC-HORDE-05")
def test_a_horde_in_the_dark_attacks_both_targets_with_advantage() -> None:
    table = begin(crowd())
    dark(table, "yard")
    table.next()
    dice = {"attack/lark": [2, 9], "attack/anvil": [3, 8]}
    args: dict[str, Any] = {"who": "ghoul-1", "target": "lark", "other": "anvil", "attackers": 3}
    entry = give(table, "swarm", dice=dice, **args)
    assert (table.rolls(entry)["attack/lark"], table.rolls(entry)["attack/anvil"]) == (9 + 1 + 5, 8 + 1 + 5)
    assert "RC-CMOD-03" in table.cited(entry)


@pytest.mark.rules("RC-CMOD-03", "RC-CMOD-04", "RC-HORDE-05")
def test_a_horde_that_is_hidden_strikes_both_targets_from_hiding() -> None:
    table = begin(crowd())
    table.next()
    table.play("impose", who="ghoul-1", what="hidden")
    dice = {"attack/lark": [2, 9], "attack/anvil": [3, 8]}
    entry = give(table, "swarm", who="ghoul-1", target="lark", other="anvil", attackers=3, dice=dice)
    assert (table.rolls(entry)["attack/anvil"], table.conditions("ghoul-1")) == (8 + 1 + 5, [])


@pytest.mark.rules("RC-CMOD-02", "RC-CMOD-07", "RC-HORDE-05")
def test_a_horde_divides_its_members_among_targets_that_it_sees() -> None:
    table = begin(crowd())
    table.next()
    table.play("impose", who="anvil", what="hidden")
    args: dict[str, Any] = {"who": "ghoul-1", "target": "lark", "other": "anvil", "attackers": 3}
    assert table.refusal("swarm", encounter="underpass", **args).rule == "RC-CMOD-07"


@pytest.mark.rules("RC-CMOD-03", "RC-REAC-02")
def test_an_opportunity_attack_on_who_sees_nothing_has_advantage(table: Cast) -> None:
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": 4}, "defenses": {"avoidance": 30}})
    table.play("arm", who="shambler", damage="1d4")
    stand(table, "lark", "stairs")
    table.begin({"lark": 20}, {"shambler": 1})
    dark(table, "stairs")
    go: dict[str, Any] = {"who": "lark", "to": ["hall"], "responses": {"opportunity/shambler/lark": "attack"}}
    entry = table.play("move", dice={"attack/lark": [3, 11]}, **go)
    assert (table.rolls(entry)["attack/lark"], "RC-CMOD-03" in table.cited(entry)) == (11, True)


@pytest.mark.rules("RC-CMOD-03", "RC-OBJ-06")
def test_a_thing_is_struck_from_hiding_with_no_disadvantage_left(table: Cast) -> None:
    table.play("place_object", holder="raider", what="rope")
    table.play("impose", who="raider", what="unconscious")
    dice = {"attack/raider": [9], "damage": [1]}
    entry = table.play("hit_object", who="lark", holder="raider", thing="rope", damage="1d4", dice=dice)
    assert {"RC-CMOD-03", "RC-OBJ-06"} <= table.cited(entry)


@pytest.mark.rules("RC-ATK-02", "RC-OBJ-06")
def test_a_thing_in_hands_out_of_reach_is_not_struck_hand_to_hand(table: Cast) -> None:
    table.play("place_object", holder="shambler", what="rope")
    blow: dict[str, Any] = {"who": "lark", "holder": "shambler", "thing": "rope", "damage": "1d4"}
    assert table.refusal("hit_object", **blow).rule == "RC-ATK-02"
    table.play("hit_object", way="ranged", dice={"attack/shambler": [2, 3]}, **blow)


@pytest.mark.rules("RC-CMOD-02", "RC-ATK-02")
def test_a_blow_at_a_wrong_guess_misses_and_betrays_nothing(table: Cast) -> None:
    table.play("impose", who="shambler", what="hidden")
    entry = strike(table, 18, 19, target="shambler", damage=0, location="hall")
    assert outcome(table, entry, "shambler") == (21, "miss")


@pytest.mark.rules("RC-CMOD-07", "RC-ATK-02")
def test_a_blow_is_aimed_at_an_area_in_reach(table: Cast) -> None:
    table.play("impose", who="shambler", what="hidden")
    assert table.refusal("attack", who="lark", target="shambler").rule == "RC-CMOD-07"
    assert table.refusal("attack", who="lark", target="shambler", location="stairs").rule == "RC-ATK-02"


@pytest.mark.rules("RC-CMOD-04", "RC-VEH-15")
def test_a_hit_without_a_roll_gives_the_attacker_away_too(table: Cast) -> None:
    table.threat("van", "vehicle", hits=3, material_strength=8)
    table.play("impose", who="lark", what="hidden")
    table.play("attack", who="lark", target="van", damage="1d20", dice={"damage/van": [9]})
    assert (table.current("van", "hits"), table.conditions("lark")) == (2, [])


@pytest.mark.rules("RC-HORDE-04", "RC-RULING-43", "RC-COND-14")
def test_a_stunned_member_is_active_and_an_unconscious_one_is_not() -> None:
    table = begin(crowd())
    table.next()
    table.play("impose", who="ghoul-2", what="stunned")
    entry = table.play("attack", who="ghoul-1", target="lark", dice={"attack": [2]})
    assert table.rolls(entry)["attack/lark"] == 2 + 1 + 10
    table.undo(entry)
    table.play("impose", who="ghoul-2", what="incapacitated")
    entry = table.play("attack", who="ghoul-1", target="lark", dice={"attack": [2]})
    assert (table.rolls(entry)["attack/lark"], size(table)) == (2 + 1 + 8, 5)
