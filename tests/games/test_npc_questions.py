"""The option `npc_questions`: whether the game master is asked what characters whom nobody plays decide."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.games import GameTable
from systems.registry import load
from tests.games.cthulhu_eternal.brawl import Brawl
from tests.games.midnight_in_vaia.harm.test_damage import attack as hurt_the_ghoul
from tests.games.midnight_in_vaia.suffering import Sufferers
from tests.games.weaverdice.hurting import Arena

REGISTRY = load(installed=[])
DEFAULT: dict[str, Any] = {"npc_questions": "default"}


def asked(table: GameTable, entry: int) -> str | None:
    """The key of the question that an entry waits for."""
    stored = table.ledger.store.entry(table.campaign_id, entry)
    assert stored is not None
    return stored.header.waits_for


@pytest.mark.parametrize("system", sorted(REGISTRY.systems))
def test_every_game_has_the_option_and_asks_unless_told_otherwise(system: str) -> None:
    option = REGISTRY.options(REGISTRY.systems[system])["npc_questions"]
    assert (option.default, option.choices) == ("ask", ("ask", "default"))


class TestWeaverdice:
    def attacked(self, **options: Any) -> tuple[Arena, int]:
        table = Arena(**options)
        table.foe("brute", brawn=5)
        dice = {"attack": [6]} if not options else {"attack": [6], "effect/brute": [1]}
        return table, table.play("attack", who="tank", targets=["brute"], dice=dice)

    def test_the_game_master_is_asked_how_a_foe_defends(self) -> None:
        table, entry = self.attacked()
        assert asked(table, entry) == f"defence/{table.ref('brute')}"

    def test_a_foe_takes_the_default_at_once(self) -> None:
        table, entry = self.attacked(**DEFAULT)
        assert (asked(table, entry), table.wounds("brute")) == (None, ["body/1: lesser"])

    def test_an_answer_that_comes_with_the_command_counts(self) -> None:
        table = Arena(**DEFAULT)
        table.foe("brute", brawn=5)
        dice = {"attack": [4], "dodge": [6]}
        responses = {"defence/brute": "dodge"}
        table.play("attack", who="tank", targets=["brute"], dice=dice, responses=responses)
        assert (table.dots("brute"), table.wounds("brute")) == ((3, 2, 3), [])

    def test_a_change_of_the_option_leaves_what_was_decided(self) -> None:
        table, entry = self.attacked()
        table.play("answer", deed=entry, key="defence/brute", choice="dodge", dice={"dodge/brute": [6]})
        before = table.sheet("brute")
        table.play("set_option", option="npc_questions", value="default")
        note = table.play("note", text="on")
        table.undo(note)
        assert table.sheet("brute") == before


class TestCthulhuEternal:
    def struck(self, **options: Any) -> tuple[Brawl, int]:
        table = Brawl(**options)
        table.person("eve", owner="")
        table.person("bo")
        table.begin(bo=14, eve=8)
        dice = {"attack": [30], "damage/eve": [2]} if options else {"attack": [30]}
        return table, table.play("attack", who="bo", target="eve", dice=dice)

    def test_the_game_master_is_asked_how_somebody_defends(self) -> None:
        table, entry = self.struck()
        assert asked(table, entry) == f"defend/{table.ref('eve')}"

    def test_somebody_whom_nobody_plays_takes_the_default_at_once(self) -> None:
        table, entry = self.struck(**DEFAULT)
        assert (asked(table, entry), table.rolls(entry)["damage/eve"]) == (None, 2)


class TestMidnightInVaia:
    def test_what_the_story_guide_has_to_judge_is_asked_all_the_same(self) -> None:
        table = Sufferers()
        table.play("set_option", option="npc_questions", value="default")
        assert asked(table, hurt_the_ghoul(table, "cutting")) == f"bleeding/{table.ref('ghoul')}"
