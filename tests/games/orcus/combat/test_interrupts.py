"""Immediate actions: counters before what triggers them, and reacts after it."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """The ogre's turn, who stands next to Bryn and Sela; each has an AC of 10."""
    table = Cast()
    table.hero("bryn", str=14)
    table.hero("sela")
    table.monster("ogre", hp=20, attack=4, ac=10)
    for who, dice in (("bryn", "1d8"), ("ogre", "1d6")):
        table.arm(who, "club", dice)
    table.begin({"bryn": 5, "sela": 3}, {"ogre": 20})
    for x, who in enumerate(("bryn", "ogre", "sela")):
        table.put(who, x, 0)
    return table


def hits_bryn(table: Cast, die: int, answer: str, **dice: list[int]) -> int:
    """The ogre attacks Bryn, who answers; the entry."""
    shown = {"attack": [die], **dice}
    responses = {"interrupt/bryn/ogre": answer} if answer else {}
    return table.play("make_basic_attack", who="ogre", target="bryn", dice=shown, responses=responses)


@pytest.mark.rules("OR-IMM-01", "OR-IMM-02", "OR-IMM-03")
@pytest.mark.parametrize(("die", "outcome"), [(9, "miss"), (10, "success")])
def test_a_counter_to_an_attack_comes_before_its_roll(table: Cast, die: int, outcome: str) -> None:
    """With 4 it takes a 6 to hit Bryn, and a 10 against the 4 that the parry adds to the AC."""
    table.play("give_interrupt", who="bryn", name="Parry", trigger="attacked", timing="counter", guards=4)
    harm = {"damage": [3]} if outcome == "success" else {}
    entry = hits_bryn(table, die, "parry", **harm)
    assert table.outcomes_of(entry)["attack/bryn"] == outcome
    assert (table.current("bryn", "hp"), table.left("bryn", "immediate")) == (37 if harm else 40, 0)


@pytest.mark.rules("OR-IMM-03")
@pytest.mark.parametrize(("die", "lost"), [(7, 0), (8, 3)])
def test_a_counter_to_a_hit_comes_before_its_damage(table: Cast, die: int, lost: int) -> None:
    table.play("give_interrupt", who="bryn", name="Shield", trigger="hit", timing="counter", guards=2)
    hits_bryn(table, die, "shield", **({"damage": [3]} if lost else {}))
    assert table.current("bryn", "hp") == 40 - lost


@pytest.mark.rules("OR-IMM-03")
def test_what_a_counter_pauses_does_not_go_on_if_its_maker_cannot(table: Cast) -> None:
    table.play("give_interrupt", who="bryn", name="Riposte", trigger="attacked", timing="counter", strikes=True)
    table.play("deal_damage", who="ogre", amount=15)
    table.play(
        "make_basic_attack",
        who="ogre",
        target="bryn",
        dice={"attack/ogre": [18], "damage": [8]},
        responses={"interrupt/bryn/ogre": "riposte"},
    )
    assert ("dead" in table.conditions("ogre"), table.current("bryn", "hp")) == (True, 40)


@pytest.mark.rules("OR-IMM-03")
def test_after_a_counter_the_paused_action_goes_on(table: Cast) -> None:
    table.play("give_interrupt", who="bryn", name="Riposte", trigger="attacked", timing="counter", strikes=True)
    table.play(
        "make_basic_attack",
        who="ogre",
        target="bryn",
        dice={"attack/ogre": [18], "attack/bryn": [15], "damage": [8, 6]},
        responses={"interrupt/bryn/ogre": "riposte"},
    )
    assert (table.current("ogre", "hp"), table.current("bryn", "hp")) == (20 - 8 - 2, 40 - 6)


@pytest.mark.rules("OR-IMM-04")
def test_a_react_comes_after_what_triggers_it_and_then_the_turn_goes_on(table: Cast) -> None:
    table.play("give_interrupt", who="bryn", name="Revenge", trigger="hit", timing="react", strikes=True)
    entry = table.play(
        "make_basic_attack",
        who="ogre",
        target="bryn",
        dice={"attack/bryn": [15], "attack/ogre": [18], "damage": [6, 8]},
        responses={"interrupt/bryn/ogre": "revenge"},
    )
    rolled = [roll.name.partition("/")[0] for _, roll in table.rolled(entry)]
    assert rolled == ["attack", "damage", "attack", "damage"]
    assert (table.current("bryn", "hp"), table.current("ogre", "hp")) == (34, 10)
    assert (table.turn(), table.left("ogre", "move")) == (["ogre"], 1)


@pytest.mark.rules("OR-IMM-01")
def test_nobody_is_asked_in_their_own_turn_or_without_the_trigger(table: Cast) -> None:
    table.play("give_interrupt", who="bryn", name="Revenge", trigger="hit", timing="react", strikes=True)
    hits_bryn(table, 2, "")
    table.next()
    assert table.refusal("interject", who="bryn", feature="revenge").rule == "OR-IMM-01"


@pytest.mark.rules("OR-IMM-01", "OR-IMM-02")
def test_there_is_one_immediate_action_until_the_next_turn_begins(table: Cast) -> None:
    table.play("give_interrupt", who="sela", name="Taunt")
    assert table.refusal("interject", who="sela", feature="sneer").rule == "OR-IMM-02"
    table.play("interject", who="sela", feature="taunt", as_player="ana")
    assert table.refusal("interject", who="sela", feature="taunt").rule == "OR-IMM-02"
    table.next()
    assert table.refusal("interject", who="sela", feature="taunt").rule == "OR-IMM-02"
    table.next(2)
    table.play("interject", who="sela", feature="taunt")


@pytest.mark.rules("OR-IMM-02")
def test_by_option_there_is_one_in_the_turn_of_each_other_creature() -> None:
    table = Cast(immediate_per="each_other_turn")
    for who in ("bryn", "sela"):
        table.hero(who)
    table.monster("ogre")
    table.begin({"bryn": 15, "sela": 10}, {"ogre": 20})
    table.play("give_interrupt", who="sela", name="Taunt")
    table.play("interject", who="sela", feature="taunt")
    assert table.refusal("interject", who="sela", feature="taunt").rule == "OR-IMM-02"
    table.next()
    table.play("interject", who="sela", feature="taunt")


@pytest.mark.rules("OR-IMM-02")
@pytest.mark.parametrize("what", ["dazed", "stunned", "controlled", "surprised"])
def test_who_cannot_react_is_not_asked(table: Cast, what: str) -> None:
    table.play("give_interrupt", who="bryn", name="Revenge", trigger="hit", timing="react", strikes=True)
    table.affect("bryn", what)
    table.play("make_basic_attack", who="ogre", target="bryn", dice={"attack": [15], "damage": [1]})
    assert table.current("bryn", "hp") == 39


@pytest.mark.rules("OR-IMM-02")
def test_out_of_turn_nothing_else_is_done(table: Cast) -> None:
    assert table.refusal("make_basic_attack", who="bryn", target="ogre").rule == "OR-IMM-02"
    assert table.refusal("interact", who="bryn", what="draw a knife").rule == "OR-IMM-02"
    table.play("do_freely", who="bryn", what="shout", as_player="ana")


@pytest.mark.rules("OR-IMM-04", "OR-TYPE-02")
@pytest.mark.parametrize(("trigger", "timing"), [("attacked", "counter"), ("attacked", "react"), ("hit", "counter")])
def test_who_cannot_reach_the_attacker_is_not_asked_to_strike_back(table: Cast, trigger: str, timing: str) -> None:
    table.play("give_interrupt", who="bryn", name="Riposte", trigger=trigger, timing=timing, strikes=True)
    table.play("give_weapon", who="ogre", name="bow", damage="1d6", range=10, location="hand/off")
    table.put("ogre", 5, 0)
    table.play("make_basic_attack", who="ogre", target="bryn", ranged=True, dice={"attack": [15], "damage": [4]})
    assert (table.current("bryn", "hp"), table.left("bryn", "immediate")) == (36, 1)


@pytest.mark.rules("OR-IMM-03", "OR-TYPE-02")
def test_a_counter_guards_against_an_attacker_out_of_reach(table: Cast) -> None:
    guards: dict[str, Any] = {"trigger": "attacked", "timing": "counter", "guards": 4, "strikes": True}
    table.play("give_interrupt", who="bryn", name="Parry", **guards)
    table.play("give_weapon", who="ogre", name="bow", damage="1d6", range=10, location="hand/off")
    table.put("ogre", 5, 0)
    shot: dict[str, Any] = {"who": "ogre", "target": "bryn", "ranged": True}
    entry = table.play("make_basic_attack", **shot, dice={"attack": [7]}, responses={"interrupt/bryn/ogre": "parry"})
    assert table.outcomes_of(entry) == {"attack/bryn": "miss"}
