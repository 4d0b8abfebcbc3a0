"""Every command's example works as it stands, in the campaign that is set up for them."""

from typing import Any

import pytest

from systems.weaverdice import SYSTEM
from systems.weaverdice.example import EXAMPLE, FIRST, PLAYER
from tests.games.table import GameTable


def seated(args: dict[str, Any]) -> dict[str, Any]:
    return {**args, "owners": ["ana"]} if args.get("owners") == [PLAYER] else args


@pytest.mark.parametrize("type", sorted(SYSTEM.kinds))
def test_the_example_of_a_command_works(type: str) -> None:
    table = GameTable(SYSTEM, {"dice": "server"})
    for before, args in (*EXAMPLE, *FIRST.get(type, ())):
        table.play(before, **seated(args))
    entry = table.play(type, **SYSTEM.kinds[type].example)
    assert table.told(entry) or table.ledger.store.entry(table.campaign_id, entry)


def test_every_command_says_what_it_does() -> None:
    assert [kind.name for kind in SYSTEM.kinds.values() if not kind.summary.endswith(".")] == []


def test_every_rule_that_is_named_says_something() -> None:
    named = {rule for kind in SYSTEM.kinds.values() for rule in kind.rules}
    named |= {rule for option in SYSTEM.options.values() for rule in option.rules}
    assert named <= SYSTEM.rules.keys()
