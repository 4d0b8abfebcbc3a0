"""What players are told of the rolls of a character whose sheet is the game master's."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from domain.ledger.playing.acceptance import Actor, viewer_of
from projections.views.timeline import one_entry
from tests.games.cthulhu_eternal.brawl import Brawl

CHANCE = 73
"""A percentage that nothing else on the table has."""


def told(table: Brawl, entry: int) -> str:
    """Everything that Ana is shown of an entry."""
    world = table.ledger.heads.fresh(table.campaign_id)
    viewer = viewer_of(world, Actor("ana", "player"))
    about: dict[str, Any] = {"world": world, "registry": table.ledger.registry}
    view = one_entry(table.ledger.store, table.campaign_id, entry, viewer, **about)
    return msgspec.json.encode(view).decode()


@pytest.mark.rules("CE-ATK-01", "CE-MOD-01")
@pytest.mark.parametrize(("sheet", "shown"), [("gm", False), ("all", True)])
def test_the_chance_of_a_foe_is_told_to_nobody_who_does_not_see_the_sheet(sheet: str, shown: bool) -> None:
    table = Brawl()
    table.foe("ghoul", dex=15, unarmed_combat=CHANCE, sheet=sheet)
    table.begin(ghoul=15, ana=14)
    table.play("rule_circumstances", who="ghoul", apply=["running"])
    blow = table.strike("ghoul", "ana", 30, 2)
    seen = told(table, blow)
    assert [bool(re.search(rf":{number}[,}}\]]", seen)) for number in (CHANCE, CHANCE - 20)] == [shown, shown]
    assert '"total":30' in seen
