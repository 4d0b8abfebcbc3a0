"""Where a game has rules for something, its own command does it: freeform's is refused, and says which one is right."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.games import GameTable
from domain.play.refusals import Refused
from domain.system import System
from systems.registry import load

REGISTRY = load(installed=[])
GAMES = [system for system in REGISTRY.systems.values() if system is not REGISTRY.base]
TURNS = ("begin", "join", "leave", "next_turn", "previous_turn", "set_turn", "end_encounter")
"""What begins and ends fights, and what says whose turn it is: every game has rules for that."""

OWN = [
    pytest.param(game, name, id=f"{game.id}-{name}")
    for game in GAMES
    for name in sorted({name for kind in game.kinds.values() for name in kind.replaces})
]


def alley(game: System) -> GameTable:
    table = GameTable(game)
    table.play("freeform.create_character", name="Rook", handle="rook", owners=["ana"])
    table.play("freeform.create_encounter", name="Alley", handle="alley")
    return table


ARGS: dict[str, dict[str, Any]] = {
    "join": {"who": "rook", "encounter": "alley"},
    "leave": {"who": "rook", "encounter": "alley"},
    "afflict": {"target": "rook", "what": "prone"},
    "relieve": {"target": "rook", "condition": "prone"},
    "damage": {"target": "rook", "track": "hp", "amount": 1},
    "damage_all": {"targets": ["rook"], "track": "hp", "amount": 1},
    "heal": {"target": "rook", "track": "hp", "amount": 1},
}
"""What commands take that do not only name their encounter."""


def given(table: GameTable, name: str, force: bool = False) -> int:
    return table.play(f"freeform.{name}", **ARGS.get(name, {"encounter": "alley"}), force=force)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_its_own_way_through_a_fight(game: System) -> None:
    assert {name for kind in game.kinds.values() for name in kind.replaces} >= set(TURNS)


@pytest.mark.parametrize(("game", "name"), OWN)
def test_freeform_s_command_is_refused_and_names_the_game_s(game: System, name: str) -> None:
    with pytest.raises(Refused) as refused:
        given(alley(game), name)
    own = [type for type, kind in game.kinds.items() if name in kind.replaces]
    assert refused.value.rule == "by-the-game"
    assert refused.value.player == f"{game.name} has rules for this: give {' or '.join(own)}."


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_forced_it_is_kept_by_hand(game: System) -> None:
    table = alley(game)
    for name in ("join", "begin", "end_encounter"):
        entry = given(table, name, force=True)
    assert table.fight("alley").pace["now"].state == "ended"
    assert table.ledger.store.entry(table.campaign_id, entry) is not None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_the_game_has_no_rules_for_is_kept_by_hand_as_ever(game: System) -> None:
    table = alley(game)
    table.play("freeform.place", who="rook", area="roof", encounter="alley")
    assert [position.area for position in table.fight("alley").positions.values()] == ["roof"]


def test_a_campaign_without_rules_has_all_of_them() -> None:
    table = GameTable(REGISTRY.base)
    table.play("freeform.create_character", name="Rook", handle="rook")
    table.play("freeform.create_encounter", name="Alley", handle="alley")
    for name in ("join", "begin", "next_turn", "end_encounter"):
        given(table, name)
    assert table.fight("alley").pace["now"].state == "ended"
