"""What is done in a turn, and what stands for what."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


def fight(**options: Any) -> Cast:
    """Bryn's turn, before a gnasher's."""
    table = Cast(**options)
    table.hero("bryn")
    table.hero("sela")
    table.monster("gnasher")
    table.begin({"bryn": 20, "sela": 2}, {"gnasher": 5})
    return table


@pytest.fixture
def table() -> Cast:
    return fight()


def budget(table: Cast) -> list[int]:
    """What is left of Bryn's turn."""
    return [table.left("bryn", each) for each in ("standard", "move", "swift")]


@pytest.mark.rules("OR-TURN-01")
def test_persistent_damage_is_taken_before_anything_else_in_a_turn(table: Cast) -> None:
    table.play("burn_somebody", who="gnasher", amount=5, type="fire")
    table.play("burn_somebody", who="gnasher", amount=3, type="acid")
    assert table.current("gnasher", "hp") == 40
    entry = table.next()
    assert table.current("gnasher", "hp") == 32
    harmed = [one.event.name for one in table.emitted(entry) if one.ref == table.ref("gnasher")]
    assert harmed[0] == "hp"


@pytest.mark.rules("OR-TURN-02", "OR-TURN-03")
def test_a_turn_holds_three_actions_that_are_exchanged_downward(table: Cast) -> None:
    budgets = []
    for what in ("draw a knife", "open the door", "pull the lever"):
        table.play("interact", who="bryn", what=what, as_player="ana")
        budgets.append(budget(table))
    assert budgets == [[1, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert table.refusal("interact", who="bryn", what="more").rule == "OR-TURN-02"


@pytest.mark.rules("OR-TURN-03")
def test_no_action_is_exchanged_upward(table: Cast) -> None:
    table.play("improvise", who="bryn", what="topple the shelf", cost="standard")
    assert budget(table) == [0, 1, 1]
    assert table.refusal("improvise", who="bryn", what="again", cost="standard").rule == "OR-TURN-02"
    table.play("improvise", who="bryn", what="climb onto it", cost="move")
    assert table.refusal("improvise", who="bryn", what="and on", cost="move").rule == "OR-TURN-02"


@pytest.mark.rules("OR-TURN-02")
def test_actions_may_be_left_and_are_not_kept_for_the_next_turn(table: Cast) -> None:
    table.next(as_player="ana")
    table.until("bryn")
    assert budget(table) == [1, 1, 1]


@pytest.mark.rules("OR-TURN-06")
def test_a_thing_is_handled_with_a_swift_action(table: Cast) -> None:
    entry = table.play("interact", who="bryn", what="open the door", as_player="ana")
    assert (budget(table), "OR-TURN-06" in table.cited(entry)) == ([1, 1, 0], True)


@pytest.mark.rules("OR-TURN-07", "OR-TURN-02")
def test_free_actions_are_taken_in_any_turn_and_cost_nothing(table: Cast) -> None:
    for _ in range(2):
        table.play("do_freely", who="bryn", what="a few words", as_player="ana")
    table.next()
    table.play("do_freely", who="bryn", what="a sign", as_player="ana")
    assert (table.turn(), budget(table)) == (["gnasher"], [1, 1, 1])
    table.affect("bryn", "stunned")
    assert table.refusal("do_freely", who="bryn", what="a word").rule == "OR-TURN-02"


@pytest.mark.rules("OR-TURN-08")
def test_by_option_there_is_one_free_action_in_each_turn() -> None:
    table = fight(one_free_action=True)
    for _ in range(2):
        table.play("do_freely", who="bryn", what="drop the torch")
        assert table.refusal("do_freely", who="bryn", what="drop the shield").rule == "OR-TURN-08"
        table.next()
    table.play("do_freely", who="sela", what="call")


@pytest.mark.rules("OR-ACT-01")
@pytest.mark.parametrize(("die", "outcome"), [(14, "failure"), (15, "success")])
def test_the_game_master_says_which_roll_decides_what_is_improvised(table: Cast, die: int, outcome: str) -> None:
    given: dict[str, Any] = {
        "who": "bryn",
        "what": "swing on the chandelier",
        "cost": "move",
        "skill": "acrobatics",
        "target": 15,
    }
    entry = table.play("improvise", **given, dice={"skill/acrobatics": [die]})
    assert (table.outcomes_of(entry)["skill/acrobatics"], budget(table)) == (outcome, [1, 0, 1])
    assert "OR-ACT-01" in table.cited(entry)


@pytest.mark.rules("OR-ACT-01")
def test_what_is_not_possible_costs_nothing_and_what_needs_no_roll_just_happens(table: Cast) -> None:
    entry = table.play("improvise", who="bryn", what="leap over the moon", possible=False)
    assert (budget(table), "OR-ACT-01" in table.cited(entry)) == ([1, 1, 1], True)
    table.play(
        "improvise",
        who="bryn",
        what="kick the brazier over",
        ability="strength",
        target=12,
        dice={"ability/strength": [12]},
    )
    table.play("improvise", who="bryn", what="wave", cost="free")
    table.forbidden("improvise", who="bryn", what="fly", as_player="ana")
