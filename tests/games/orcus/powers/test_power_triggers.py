"""Powers with a trigger: counters and reacts that step in between, at any depth, and change what they interrupt."""

from typing import Any

import pytest

from tests.games.orcus.power_table import PowerTable, dice

CLAW = {"range": "melee touch", "attack": "+5 vs ac", "hit": "1d6 + 2 damage"}
COUNTER = {"category": "utility", "action": "immediate", "range": "self", "targets": "self"}


@pytest.fixture
def table() -> PowerTable:
    table = PowerTable()
    table.learn("gnasher", "Claw", **CLAW)
    table.start()
    table.on_map(bryn=(0, 0), gnasher=(1, 0), sela=(0, 1), rask=(9, 9))
    table.next()
    return table


def claw(table: PowerTable, die: int, damage: int = 0, answer: str = "", of: str = "bryn", **more: Any) -> int:
    """Gnasher attacks Bryn, whose Armor Class is 13, and a character answers."""
    responses = ({f"interrupt/{of}/gnasher": answer} if answer else {}) | more.pop("responses", {})
    rolled = dice(damage, bryn=die) | more.pop("dice", {})
    return table.use("gnasher", "claw", "bryn", dice=rolled, responses=responses, **more)


@pytest.mark.rules("OR-POW-09")
def test_a_power_is_offered_when_its_trigger_has_been_met(table: PowerTable) -> None:
    table.learn("bryn", "Parry", trigger="hit", effect="the attack misses", **COUNTER)
    entry = claw(table, 10, answer="parry")
    assert (table.current("bryn", "hp"), table.left("bryn", "immediate")) == (40, 0)
    assert "OR-IMM-03" in table.cited(entry)


@pytest.mark.rules("OR-POW-09")
def test_a_power_with_a_trigger_is_refused_before_it_is_met(table: PowerTable) -> None:
    table.learn("bryn", "Parry", trigger="hit", effect="the attack misses", **COUNTER)
    assert table.refused("bryn", "parry") == "OR-POW-09"


@pytest.mark.rules("OR-POW-09")
def test_nobody_has_to_use_a_power_whose_trigger_is_met(table: PowerTable) -> None:
    table.learn("bryn", "Parry", trigger="hit", frequency="encounter", effect="the attack misses", **COUNTER)
    claw(table, 10, 3, answer="no")
    assert (table.current("bryn", "hp"), table.left("bryn", "immediate")) == (35, 1)


@pytest.mark.rules("OR-POW-09")
@pytest.mark.parametrize(("die", "hp"), [(9, 40), (11, 40), (12, 35)])
def test_a_better_defense_turns_a_hit_that_falls_short_of_it_into_a_miss(table: PowerTable, die: int, hp: int) -> None:
    table.play("enter_statistics", who="bryn", statistics={"defenses": {"ac": 13}})
    effect = "+4 power bonus to ac until the start of your next turn"
    table.learn("bryn", "Raise Shield", trigger="hit", effect=effect, **COUNTER)
    claw(table, die, 3 if hp < 40 else 0, answer="raise-shield")
    assert (table.current("bryn", "hp"), table.value("bryn", "attributes.ac")) == (hp, 17)


@pytest.mark.rules("OR-ATK-03", "OR-CRIT-01", "OR-CRIT-02", "OR-POW-09")
@pytest.mark.parametrize(("ac", "damage", "left"), [(21, 0, 32), (22, 3, 35), (25, 3, 35), (26, 3, 35)])
def test_a_natural_20_hits_whatever_a_counter_adds_to_the_defense(
    table: PowerTable, ac: int, damage: int, left: int
) -> None:
    """It comes to 25, and is critical only where that reaches the defense with the 4 of the shield."""
    table.play("enter_statistics", who="bryn", statistics={"defenses": {"ac": ac}})
    effect = "+4 power bonus to ac until the start of your next turn"
    table.learn("bryn", "Raise Shield", trigger="hit", effect=effect, **COUNTER)
    claw(table, 20, damage, answer="raise-shield")
    assert (table.current("bryn", "hp"), table.value("bryn", "attributes.ac")) == (left, ac + 4)


@pytest.mark.rules("OR-ATK-03", "OR-POW-09")
def test_a_natural_20_hits_who_does_something_else_about_it(table: PowerTable) -> None:
    table.play("enter_statistics", who="bryn", statistics={"defenses": {"ac": 26}})
    table.learn("bryn", "Brace", trigger="hit", effect="temporary 2", **COUNTER)
    claw(table, 20, 3, answer="brace")
    assert table.current("bryn", "hp") == 40 - 3


@pytest.mark.rules("OR-POW-09")
def test_a_counter_that_halves_the_damage_rounds_down(table: PowerTable) -> None:
    table.learn("bryn", "Roll", trigger="hit", effect="the damage is halved", **COUNTER)
    claw(table, 12, 3, answer="roll")
    assert table.current("bryn", "hp") == 38


@pytest.mark.rules("OR-POW-09")
def test_a_counter_that_moves_the_target_out_of_reach_voids_the_attack(table: PowerTable) -> None:
    table.learn("bryn", "Sidestep", trigger="attacked", effect="shift 1", **COUNTER)
    answers = {"interrupt/bryn/gnasher": "sidestep", "way/bryn": "-1,0"}
    table.use("gnasher", "claw", "bryn", responses=answers)
    assert (table.at("bryn"), table.current("bryn", "hp")) == ((-1, 0), 40)


@pytest.mark.rules("OR-POW-09")
def test_a_counter_that_stays_within_reach_does_not_stop_the_attack(table: PowerTable) -> None:
    table.learn("bryn", "Sidestep", trigger="attacked", effect="shift 1", **COUNTER)
    claw(table, 12, 3, answer="sidestep", responses={"way/bryn": "1,1"})
    assert (table.at("bryn"), table.current("bryn", "hp")) == ((1, 1), 35)


@pytest.mark.rules("OR-POW-09", "OR-COND-14")
def test_the_prone_are_not_asked_where_to_they_shift(table: PowerTable) -> None:
    table.learn("bryn", "Sidestep", trigger="attacked", effect="shift 1", **COUNTER)
    table.play("impose", who="bryn", what="prone")
    claw(table, 12, 3, answer="sidestep")
    assert (table.at("bryn"), table.current("bryn", "hp")) == ((0, 0), 35)


@pytest.mark.rules("OR-POW-09")
def test_a_react_to_a_miss_strikes_back(table: PowerTable) -> None:
    table.arm("bryn", "axe")
    riposte = COUNTER | {"targets": "trigger", "range": "melee touch"}
    table.learn("bryn", "Riposte", trigger="missed", effect="basic attack", **riposte)
    rolled = {"attack/gnasher": [12], "damage": [4]}
    claw(table, 2, answer="riposte", dice=rolled)
    assert table.current("gnasher", "hp") == 33


@pytest.mark.rules("OR-POW-09", "OR-TYPE-02")
def test_a_react_does_not_strike_back_at_who_is_out_of_reach(table: PowerTable) -> None:
    table.arm("bryn", "axe")
    riposte = COUNTER | {"targets": "trigger", "range": "melee touch"}
    table.learn("bryn", "Riposte", trigger="missed", effect="basic attack; push 1", **riposte)
    table.learn("gnasher", "Spit", range="ranged 30", attack="+1 vs ac", hit="1 damage")
    table.put("gnasher", 9, 0)
    answers = {"interrupt/bryn/gnasher": "riposte"}
    table.use("gnasher", "spit", "bryn", dice={"attack/bryn": [2]}, responses=answers)
    assert (table.current("gnasher", "hp"), table.at("gnasher"), table.left("bryn", "immediate")) == (40, (10, 0), 0)


@pytest.mark.rules("OR-POW-09")
def test_an_ally_steps_in_for_the_target_of_an_attack(table: PowerTable) -> None:
    ward = COUNTER | {"range": "ranged 5", "targets": "one ally"}
    table.learn("sela", "Ward", trigger="ally hit", effect="the attack misses", **ward)
    claw(table, 12, answer="ward", of="sela")
    assert (table.current("bryn", "hp"), table.left("sela", "immediate")) == (40, 0)


@pytest.mark.rules("OR-POW-09")
def test_an_enemy_who_moves_away_is_held(table: PowerTable) -> None:
    hold = COUNTER | {
        "category": "attack",
        "range": "melee touch",
        "targets": "trigger",
        "attack": "strength vs reflex",
    }
    table.learn("bryn", "Hamstring", trigger="enemy leaves", hit="immobile (save ends)", **hold)
    answers = {f"opportunity/{who}/gnasher": "let go" for who in ("bryn", "sela")} | {
        "interrupt/bryn/gnasher": "hamstring"
    }
    way = [[2, 0], [3, 0]]
    table.play("walk", who="gnasher", path=way, dice={"attack/gnasher": [15]}, responses=answers, encounter="ledge")
    assert "immobile" in table.conditions("gnasher")


@pytest.mark.rules("OR-POW-09")
def test_a_counter_is_countered_itself(table: PowerTable) -> None:
    table.learn(
        "bryn",
        "Stab",
        trigger="attacked",
        attack="strength vs reflex",
        hit="5 damage",
        **COUNTER | {"category": "attack", "range": "melee touch", "targets": "trigger"},
    )
    table.learn(
        "rask",
        "Cover Me",
        trigger="ally hit",
        effect="the attack misses",
        **COUNTER | {"range": "ranged 20", "targets": "one ally"},
    )
    claw(table, 12, 3, answer="stab", responses={"interrupt/rask/bryn": "cover-me"}, dice={"attack/gnasher": [15]})
    assert (table.current("gnasher", "hp"), table.current("bryn", "hp")) == (40, 35)


@pytest.mark.rules("OR-POW-09")
def test_who_has_used_their_immediate_action_is_not_asked(table: PowerTable) -> None:
    table.learn("bryn", "Parry", trigger="hit", effect="the attack misses", **COUNTER)
    claw(table, 10, answer="parry")
    table.until("rask")
    table.learn("rask", "Spit", range="ranged 20", attack="+9 vs ac", hit="1d6 damage")
    table.use("rask", "spit", "bryn", dice=dice(2, bryn=12))
    assert table.current("bryn", "hp") == 38
