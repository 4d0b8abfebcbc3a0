"""The actions that the rulebook lists."""

import pytest

from systems.orcus import SYSTEM
from systems.orcus.combat.listed import LISTED

STANDARD = {
    *("Aid Another", "Basic Attack", "Charge", "Coup de Grace", "Escape a Grapple", "Grapple", "Help Attack"),
    *("Help Defense", "Move a Grappled Creature", "Rally", "Ready", "Shove", "Total Defense"),
}
MOVE = {"Crawl", "Dash", "Five-Foot Step", "Squeeze", "Stand Up from Prone", "Walk"}
FREE = {"communicate briefly", "drop an item", "drop prone", "end one's own grapple", "spend an action point"}


def of_cost(cost: str) -> set[str]:
    """The actions that are listed with a cost."""
    return {name for name, listed in LISTED.items() if listed.cost == cost}


@pytest.mark.rules("OR-TURN-04")
def test_the_standard_actions_are_those_that_the_rulebook_lists() -> None:
    assert of_cost("standard") == STANDARD


@pytest.mark.rules("OR-TURN-05")
def test_the_move_actions_are_those_that_the_rulebook_lists() -> None:
    assert of_cost("move") == MOVE


@pytest.mark.rules("OR-TURN-07")
def test_the_free_actions_are_those_that_the_rulebook_lists() -> None:
    assert of_cost("free") == FREE


@pytest.mark.rules("OR-TURN-04", "OR-TURN-05", "OR-TURN-07")
@pytest.mark.parametrize("name", sorted(LISTED))
def test_each_is_taken_with_a_command_of_a_player_s(name: str) -> None:
    assert SYSTEM.kinds[f"orcus.{LISTED[name].command}"].by == "owner"
