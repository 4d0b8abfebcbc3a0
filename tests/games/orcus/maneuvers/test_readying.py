"""Actions that wait for something to happen."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn acts at 20, the ogre at 15 and the imp at 10; Bryn stands next to the ogre."""
    table = Cast()
    table.hero("bryn")
    table.monster("ogre")
    table.monster("imp")
    for who in ("bryn", "ogre"):
        table.arm(who)
    table.begin({"bryn": 20}, {"ogre": 15, "imp": 10})
    for x, who in enumerate(("bryn", "ogre")):
        table.put(who, x, 0)
    return table


def ready(table: Cast, action: str = "standard", on: str = "", **more: Any) -> None:
    """Bryn readies an action."""
    about: dict[str, Any] = {"of": "ogre"} if on else {}
    table.play("ready", who="bryn", action=action, what="hew", trigger="it comes", on=on, **about, **more)


@pytest.mark.rules("OR-READY-01")
def test_readying_costs_a_standard_action(table: Cast) -> None:
    ready(table, as_player="ana")
    assert (table.left("bryn", "standard"), table.left("bryn", "move")) == (0, 1)
    assert table.refusal("ready", who="bryn", what="hew", trigger="it comes").rule == "OR-TURN-02"
    assert table.refusal("take_readied_action", who="ogre").rule == "OR-READY-01"


@pytest.mark.rules("OR-READY-01", "OR-READY-02", "OR-READY-03")
def test_a_readied_action_interrupts_its_trigger_who_then_goes_on(table: Cast) -> None:
    ready(table)
    table.next()
    table.play("take_readied_action", who="bryn", as_player="ana")
    assert table.turn() == ["bryn"]
    table.strike("bryn", "ogre", 15, [6])
    assert table.refusal("interact", who="bryn", what="draw a knife").rule == "OR-TURN-02"
    table.next(as_player="ana")
    assert (table.turn(), table.current("ogre", "hp"), table.left("ogre", "standard")) == (["ogre"], 34, 1)
    assert table.left("bryn", "immediate") == 1


@pytest.mark.rules("OR-READY-03")
def test_from_then_on_they_act_just_ahead_of_the_one_who_set_it_off(table: Cast) -> None:
    ready(table)
    table.next(2)
    assert table.turn() == ["imp"]
    table.play("take_readied_action", who="bryn")
    table.next(2)
    assert (table.round(), table.order()) == (2, ["ogre", "bryn", "imp"])
    assert table.turn() == ["ogre"]
    table.next()
    assert (table.turn(), table.left("bryn", "move")) == (["bryn"], 1)


@pytest.mark.rules("OR-READY-01")
@pytest.mark.parametrize(("action", "left"), [("standard", [1, 0, 0]), ("move", [0, 1, 0]), ("swift", [0, 0, 1])])
def test_one_action_of_the_sort_that_was_named_is_taken(table: Cast, action: str, left: list[int]) -> None:
    ready(table, action)
    table.next()
    table.play("take_readied_action", who="bryn")
    assert [table.left("bryn", each) for each in ("standard", "move", "swift")] == left


@pytest.mark.rules("OR-READY-01")
@pytest.mark.parametrize(("what", "refused"), [("stunned", True), ("unconscious", True), ("dazed", False)])
def test_who_cannot_act_then_does_not_take_it(table: Cast, what: str, refused: bool) -> None:
    ready(table)
    table.next()
    table.affect("bryn", what)
    if refused:
        assert table.refusal("take_readied_action", who="bryn").rule == "OR-READY-01"
    else:
        table.play("take_readied_action", who="bryn")


@pytest.mark.rules("OR-READY-04")
def test_what_nothing_sets_off_is_lost_with_the_next_turn_and_may_be_readied_again(table: Cast) -> None:
    ready(table)
    table.next(2)
    entry = table.next()
    assert (table.turn(), "OR-READY-04" in table.cited(entry)) == (["bryn"], True)
    ready(table)
    table.next()
    table.play("take_readied_action", who="bryn")


@pytest.mark.rules("OR-READY-05")
def test_taken_in_the_next_round_it_takes_the_place_of_the_turn() -> None:
    table = Cast()
    table.hero("bryn")
    for who in ("ogre", "imp"):
        table.monster(who)
    table.begin({"bryn": 10}, {"ogre": 15, "imp": 5})
    table.next()
    ready(table)
    table.next(2)
    assert (table.round(), table.turn()) == (2, ["ogre"])
    table.play("take_readied_action", who="bryn")
    assert table.order() == ["bryn", "ogre", "imp"]
    table.next()
    assert table.turn() == ["ogre"]
    table.next()
    assert table.turn() == ["imp"]
    table.next()
    assert (table.round(), table.turn()) == (3, ["bryn"])


@pytest.mark.rules("OR-READY-02", "OR-READY-03")
def test_the_game_watches_for_an_attack_and_the_strike_comes_before_it(table: Cast) -> None:
    ready(table, on="attack")
    table.next()
    dice = {"attack/ogre": [15], "damage": [6, 3]}
    entry = table.strike("ogre", "bryn", 12, dice=dice, responses={"readied/bryn/ogre": "attack"})
    rolled = [roll.name.partition("/")[2] for _, roll in table.rolled(entry) if roll.name.startswith("attack")]
    assert rolled == [table.ref("ogre"), table.ref("bryn")]
    assert (table.current("ogre", "hp"), table.current("bryn", "hp")) == (34, 37)
    assert (table.turn(), table.order()) == (["ogre"], ["bryn", "ogre", "imp"])


@pytest.mark.rules("OR-READY-02")
def test_an_attacker_felled_by_a_readied_strike_does_not_attack(table: Cast) -> None:
    ready(table, on="attack")
    table.hurt("ogre", 35)
    table.next()
    table.play(
        "make_basic_attack",
        who="ogre",
        target="bryn",
        dice={"attack/ogre": [15], "damage": [6]},
        responses={"readied/bryn/ogre": "attack"},
    )
    assert ("dead" in table.conditions("ogre"), table.current("bryn", "hp")) == (True, 40)


@pytest.mark.rules("OR-READY-01", "OR-READY-02")
def test_the_game_watches_for_a_step_and_it_may_be_let_be(table: Cast) -> None:
    ready(table, on="step")
    table.next()
    table.play(
        "walk", who="ogre", path=[[2, 0]], responses={"readied/bryn/ogre": "wait", "opportunity/bryn/ogre": "let go"}
    )
    assert table.at("ogre") == (2, 0)
    table.play("five_foot_step", who="ogre", to=[1, 0])
    table.play("end_fight", encounter="ledge")


@pytest.mark.rules("OR-READY-01", "OR-COND-05")
def test_who_is_dazed_since_still_takes_the_move_that_they_readied(table: Cast) -> None:
    ready(table, "move")
    table.next()
    table.affect("bryn", "dazed")
    table.play("take_readied_action", who="bryn")
    table.play("walk", encounter="ledge", who="bryn", path=[[0, 1]])
    assert (table.at("bryn"), table.left("bryn", "move")) == ((0, 1), 0)


@pytest.mark.rules("OR-AP-03", "OR-READY-02")
def test_no_action_point_is_spent_in_a_readied_action(table: Cast) -> None:
    ready(table)
    table.next()
    table.play("take_readied_action", who="bryn")
    assert table.refusal("spend_action_point", who="bryn").rule == "OR-AP-03"


@pytest.mark.rules("OR-ACT-10", "OR-DUR-01")
def test_what_a_readied_action_brings_about_ends_with_the_very_next_turn(table: Cast) -> None:
    ready(table, "move")
    table.next(2)
    table.play("take_readied_action", who="bryn")
    table.play("dash", encounter="ledge", who="bryn", path=[[0, 1]])
    table.until("bryn")
    assert (table.round(), table.conditions("bryn")) == (2, ["dashing"])
    table.next()
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-DUR-01")
def test_the_turn_that_a_readied_action_interrupts_is_not_the_next_one(table: Cast) -> None:
    ready(table)
    table.next()
    table.play("take_readied_action", who="bryn")
    table.play("lay_effect", target="ogre", by="bryn", what="slowed", duration="target end")
    table.next(2)
    assert (table.turn(), table.conditions("ogre")) == (["imp"], ["slowed"])
    table.until("imp")
    assert table.conditions("ogre") == []


@pytest.mark.rules("OR-DELAY-04", "OR-READY-02")
def test_a_delayed_turn_comes_after_the_turn_that_a_readied_action_interrupts(table: Cast) -> None:
    ready(table)
    table.next()
    table.play("delay", who="ogre")
    assert table.turn() == ["imp"]
    table.play("take_readied_action", who="bryn")
    table.play("take_delayed_turn", who="ogre")
    table.next()
    assert (table.turn(), table.order()) == (["imp"], ["bryn", "imp", "ogre"])
    table.next()
    assert (table.turn(), table.round()) == (["ogre"], 1)


@pytest.mark.rules("OR-READY-01", "OR-ATK-05")
def test_who_has_nothing_to_strike_with_is_not_asked_for_a_readied_attack(table: Cast) -> None:
    ready(table, on="attack")
    table.play("wield_weapon", who="bryn", weapon="sword", location="pack")
    table.next()
    table.strike("ogre", "bryn", 15, [4])
    assert (table.current("bryn", "hp"), len(table.sheet("bryn").intents)) == (36, 1)


@pytest.mark.rules("OR-TURN-08", "OR-READY-02")
def test_by_option_a_readied_action_brings_no_further_free_action_in_the_turn_that_it_interrupts() -> None:
    table = Cast(one_free_action=True)
    table.hero("bryn")
    table.monster("ogre")
    table.begin({"bryn": 20}, {"ogre": 15})
    ready(table)
    table.next()
    again: dict[str, Any] = {"who": "ogre", "what": "growl"}
    table.play("do_freely", **again)
    table.play("take_readied_action", who="bryn")
    assert table.refusal("do_freely", **again).rule == "OR-TURN-08"
    table.next()
    assert (table.turn(), table.refusal("do_freely", **again).rule) == (["ogre"], "OR-TURN-08")
