"""Every command's example works as it stands, in the campaign that its game sets up for them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.system import System
from systems.registry import load
from tests.games.table import GameTable

REGISTRY = load()
GAMES = [system for system in REGISTRY.systems.values() if system is not REGISTRY.base]
TYPES = [(system, type) for system in GAMES for type in sorted(system.kinds)]


def seated(args: Any, player: str) -> Any:
    """Args in which Ana sits where the example has its player."""
    match args:
        case str():
            return "ana" if args == player else args
        case dict():
            return {key: seated(value, player) for key, value in args.items()}
        case list() | tuple():
            return [seated(item, player) for item in args]
        case _:
            return args


@pytest.mark.parametrize(("system", "type"), TYPES, ids=[type for _, type in TYPES])
def test_the_example_of_a_command_works(system: System, type: str) -> None:
    examples = system.examples
    table = GameTable(system, {"dice": "server"})
    for step in (*examples.setup, *examples.before(type)):
        table.play(step.type, **seated(step.args, examples.player))
    entry = table.play(type, **seated(system.kinds[type].example, examples.player))
    stored = table.ledger.store.entry(table.campaign_id, entry)
    assert stored is not None
    assert stored.status == "standing"


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_every_command_says_what_it_does(system: System) -> None:
    assert [kind.name for kind in system.kinds.values() if not kind.summary.endswith(".")] == []


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_every_rule_that_is_named_says_something(system: System) -> None:
    named = {rule for kind in system.kinds.values() for rule in kind.rules}
    named |= {rule for option in system.options.values() for rule in option.rules}
    assert named <= system.rules.keys()
