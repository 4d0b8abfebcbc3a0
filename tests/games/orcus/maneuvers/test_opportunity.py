"""Opportunity attacks: who gives an opening, and who uses it."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast

STRUCK = {"opportunity/ogre/bryn": "attack"}


def board(**options: Any) -> Cast:
    """Bryn's turn, who stands at (1, 0), next to an ogre at (0, 0); a goblin is far away."""
    table = Cast(**options)
    table.hero("bryn")
    for who in ("ogre", "goblin"):
        table.monster(who, attack=4)
        table.arm(who, "club", "1d6")
    table.begin({"bryn": 20}, {"ogre": 10, "goblin": 5})
    for who, x in {"bryn": 1, "ogre": 0, "goblin": 9}.items():
        table.put(who, x, 0)
    return table


@pytest.fixture
def table() -> Cast:
    return board()


def east(*columns: int) -> list[list[int]]:
    """Squares of the lowest row."""
    return [[column, 0] for column in columns]


def hit(damage: int) -> dict[str, list[int]]:
    """The dice of an opening that is used, and hits."""
    return {"attack/bryn": [10], "damage": [damage]}


@pytest.mark.rules("OR-OA-01", "OR-OA-02")
def test_a_foe_strikes_just_before_a_character_leaves(table: Cast) -> None:
    table.play("walk", who="bryn", path=east(2, 3), dice=hit(4), responses=STRUCK)
    assert (table.current("bryn", "hp"), table.left("ogre", "immediate"), table.at("bryn")) == (36, 0, (3, 0))


@pytest.mark.rules("OR-OA-02")
def test_a_mover_felled_by_an_opportunity_attack_stays_in_their_square(table: Cast) -> None:
    table.play("deal_damage", who="bryn", amount=39)
    table.play("walk", who="bryn", path=east(2, 3), dice=hit(4), responses=STRUCK)
    assert table.at("bryn") == (1, 0)


@pytest.mark.rules("OR-OA-01")
def test_a_foe_may_let_it_be_and_keeps_the_immediate_action(table: Cast) -> None:
    table.play("walk", who="bryn", path=east(2), responses={"opportunity/ogre/bryn": "let go"})
    assert (table.current("bryn", "hp"), table.left("ogre", "immediate")) == (40, 1)


@pytest.mark.rules("OR-OA-01", "OR-OA-06")
def test_the_walk_waits_for_the_answer_of_a_foe_who_may_strike() -> None:
    table = board(npc_questions="ask")
    entry = table.play("walk", who="bryn", path=east(2), as_player="ana")
    assert table.at("bryn") == (1, 0)
    table.play("answer", deed=entry, key="opportunity/ogre/bryn", choice="let go")
    assert table.at("bryn") == (2, 0)


@pytest.mark.rules("OR-OA-06")
def test_a_step_from_one_square_next_to_a_foe_to_another_gives_an_opening(table: Cast) -> None:
    table.play("walk", who="bryn", path=[[1, 1]], dice=hit(2), responses=STRUCK)
    assert table.current("bryn", "hp") == 38


@pytest.mark.rules("OR-OA-06")
def test_a_step_into_the_space_of_a_far_larger_foe_gives_an_opening() -> None:
    table = Cast()
    table.hero("bryn")
    table.monster("giant", size="huge")
    table.arm("giant", "fist", "1d6", location="natural")
    table.begin({"bryn": 20}, {"giant": 5})
    table.put("bryn", 3, 0)
    table.put("giant", 0, 0)
    struck = {"opportunity/giant/bryn": "attack"}
    table.play("walk", who="bryn", path=[[2, 1], [1, 2], [0, 3]], dice=hit(4), responses=struck)
    assert (table.current("bryn", "hp"), table.at("bryn")) == (36, (0, 3))


@pytest.mark.rules("OR-OA-06")
def test_by_option_only_a_step_away_from_the_foe_gives_one() -> None:
    table = board(oa_trigger="leave_adjacency")
    table.play("walk", who="bryn", path=[[1, 1]])
    table.play("walk", who="bryn", path=[[2, 1]], dice=hit(2), responses=STRUCK)
    assert table.current("bryn", "hp") == 38


@pytest.mark.rules("OR-OA-03")
def test_a_shift_gives_no_opening(table: Cast) -> None:
    entry = table.play("five_foot_step", who="bryn", to=[2, 0])
    assert (table.at("bryn"), "OR-OA-03" in table.cited(entry)) == ((2, 0), True)


@pytest.mark.rules("OR-OA-03")
def test_a_push_gives_no_opening(table: Cast) -> None:
    entry = table.play("push", who="bryn", by="ogre", squares=2)
    assert (table.at("bryn"), "OR-OA-03" in table.cited(entry)) == ((3, 0), True)


@pytest.mark.rules("OR-OA-04")
def test_in_one_turn_a_foe_strikes_once_however_often_it_could(table: Cast) -> None:
    """The immediate action is given back by hand, so that it is the second strike itself which is not there."""
    table.play("walk", who="bryn", path=[[1, 1]], dice=hit(2), responses=STRUCK)
    table.play("freeform.set", target="ledge", path=f"order.{table.ref('ogre')[10:]}.budget.immediate", value=1)
    table.play("walk", who="bryn", path=[[1, 0]])
    assert (table.current("bryn", "hp"), table.left("ogre", "immediate")) == (38, 1)


@pytest.mark.rules("OR-OA-01")
@pytest.mark.parametrize("what", ["dazed", "stunned", "blinded"])
def test_who_cannot_react_or_see_does_not_strike(table: Cast, what: str) -> None:
    table.affect("ogre", what)
    table.play("walk", who="bryn", path=east(2))
    assert table.current("bryn", "hp") == 40


@pytest.mark.rules("OR-OA-01")
def test_a_tiny_foe_reaches_nobody_beside_it() -> None:
    table = Cast()
    table.hero("bryn")
    table.monster("imp", size="tiny")
    table.begin({"bryn": 20}, {"imp": 5})
    table.put("bryn", 1, 0)
    table.put("imp", 0, 0)
    table.play("walk", who="bryn", path=east(2))
    assert table.at("bryn") == (2, 0)


@pytest.mark.rules("OR-OA-01")
def test_a_tiny_foe_strikes_at_who_leaves_its_own_square() -> None:
    table = Cast()
    table.hero("bryn")
    table.monster("imp", size="tiny")
    table.arm("imp", "claw", "1d4", location="natural")
    table.begin({"bryn": 20}, {"imp": 5})
    for who in ("bryn", "imp"):
        table.put(who, 1, 0)
    table.play("walk", who="bryn", path=east(2), dice=hit(2), responses={"opportunity/imp/bryn": "attack"})
    assert table.current("bryn", "hp") == 38


@pytest.mark.rules("OR-OA-01")
def test_longer_reach_makes_no_more_openings(table: Cast) -> None:
    table.play("enter_statistics", who="ogre", statistics={"reach": 3})
    table.play("five_foot_step", who="bryn", to=[2, 0])
    table.play("walk", who="bryn", path=east(3, 4))
    assert table.at("bryn") == (4, 0)


@pytest.mark.rules("OR-OA-01")
def test_a_shooter_next_to_a_foe_is_struck_first(table: Cast) -> None:
    table.arm("bryn", "bow", "1d8", range=20, long=40)
    dice = {"attack/bryn": [10], "attack/goblin": [12], "damage": [4, 3]}
    table.play("make_basic_attack", who="bryn", target="goblin", ranged=True, dice=dice, responses=STRUCK)
    assert (table.current("bryn", "hp"), table.current("goblin", "hp")) == (36, 37)


@pytest.mark.rules("OR-OA-05")
def test_an_opportunity_action_takes_the_place_of_the_attack(table: Cast) -> None:
    table.play("give_opportunity", who="ogre", name="Trip")
    entry = table.play("walk", who="bryn", path=[[1, 1]], responses={"opportunity/ogre/bryn": "trip"})
    assert (table.left("ogre", "immediate"), "OR-OA-05" in table.cited(entry)) == (0, True)
    table.play("walk", who="bryn", path=[[1, 0]])
    table.forbidden("give_opportunity", who="bryn", name="Trip", as_player="ana")


@pytest.mark.rules("OR-OA-04", "OR-READY-02")
def test_a_foe_may_strike_again_at_who_moves_with_a_readied_action_in_the_turn_of_another() -> None:
    table = board(immediate_per="each_other_turn")
    table.play("walk", who="bryn", path=east(2), dice=hit(4), responses=STRUCK)
    table.put("bryn", 1, 0)
    table.play("ready", who="bryn", action="move", what="run", trigger="it comes")
    table.until("goblin")
    table.play("take_readied_action", who="bryn")
    table.play("walk", who="bryn", path=east(2), dice=hit(5), responses=STRUCK)
    assert (table.round(), table.current("bryn", "hp")) == (1, 31)
