"""What a refusal calls things: by the names people know, and not by ids; to players only what all may know of."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.play.refusals import Refused
from tests.freeform.table import Table


@pytest.fixture
def table() -> Table:
    """A fight of Ramjet with a spy, of whom no player knows; a scout stands by."""
    table = Table().with_hero()
    table.do("create_character", name="Spy", hidden=True)
    table.do("create_character", name="Scout")
    return table.with_fight(("ramjet", 5), ("spy", 9))


def said(table: Table, command: str, **args: object) -> tuple[str, str]:
    """To a player, to the game master."""
    with pytest.raises(Refused) as refused:
        table.do(command, args)
    return refused.value.player, refused.value.gm


GIVEN: list[tuple[Callable[[Table], tuple[str, str]], str]] = [
    (
        lambda t: said(t, "damage", target="ramjet", track="mana", amount=1),
        "There is no 'mana' among the tracks of Ramjet.",
    ),
    (
        lambda t: said(t, "move", encounter="fight", who="ramjet", x=1, y=1),
        "There is no Ramjet among the positions of Fight.",
    ),
    (
        lambda t: said(t, "take_off", encounter="fight", thing="door"),
        "There is no 'door' among the positions of Fight.",
    ),
    (lambda t: said(t, "join", encounter="fight", who="ramjet"), "There is already Ramjet among the order of Fight."),
    (lambda t: said(t, "leave", encounter="fight", who="scout"), "Scout has no place in the order of turns."),
    (lambda t: said(t, "set_turn", encounter="fight", who=["scout"]), "Scout has no place in the order of turns."),
    (
        lambda t: said(t, "relieve", target="ramjet", condition="prone"),
        "There is no 'prone' among the conditions of Ramjet.",
    ),
    (
        lambda t: said(t, "set", path="catalogue.sword.kind", value="x"),
        "There is no 'sword' among the catalogue of the campaign.",
    ),
]


@pytest.mark.parametrize(("refusal", "sentence"), GIVEN)
def test_bug_what_is_not_there_is_told_with_names(
    table: Table, refusal: Callable[[Table], tuple[str, str]], sentence: str
) -> None:
    assert refusal(table) == (sentence, sentence)


def test_whom_players_do_not_know_is_named_to_the_game_master_alone(table: Table) -> None:
    player, gm = said(table, "damage", target="spy", track="mana", amount=1)
    assert ("spy" in player.lower(), gm) == (False, "There is no 'mana' among the tracks of Spy.")


def test_a_hidden_owner_of_a_place_in_the_order_is_not_named_to_players(table: Table) -> None:
    player, gm = said(table, "join", encounter="fight", who="spy")
    assert ("spy" in player.lower(), gm) == (False, "There is already Spy among the order of Fight.")
