"""Sentences of Midnight in Vaia that count: one slot is a slot, not slots."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.midnight_in_vaia.people import Protagonists, three


@pytest.fixture
def table() -> Protagonists:
    """Vera, who acts, has one of her five Action Slots left; Milo and Tam come after her."""
    table = three()
    table.start(vera=17, milo=12, tam=9)
    table.play("act", who="vera", what="Run", cost="4AS")
    return table


@pytest.mark.rules("MV-SLOT-10")
@pytest.mark.parametrize(("spent", "cost", "words"), [(1, 1, "1 Action Slot now"), (0, 2, "2 Action Slots now")])
def test_a_price_is_counted_in_slots(table: Protagonists, spent: int, cost: int, words: str) -> None:
    table.play("act", who="vera", what="Kick", cost=f"{spent}AS")
    sentence = f"That costs {words} (AS); they have {1 - spent}."
    assert table.refusal("act", who="vera", what="Kick", cost=f"{cost}AS").player == sentence


@pytest.mark.rules("MV-MULTI-03")
@pytest.mark.parametrize(
    ("price", "slots", "words"),
    [(1, 1, "1 slot is enough for that in this round"), (9, 2, "There is 1 Action Slot left to begin with.")],
)
def test_a_single_slot_for_a_multi_round_action_is_one(table: Protagonists, price: int, slots: int, words: str) -> None:
    assert words in table.refusal("undertake", who="vera", what="Dig", price=price, slots=slots).player


@pytest.mark.rules("MV-OUT-03")
def test_a_single_slot_to_volunteer_is_one(table: Protagonists) -> None:
    table.play("slow_burn")
    table.play("open_issue", issue="The burning door", slots=7)
    assert "Up to 1 slot can be" in table.refusal("volunteer", who="vera", slots=2).player


class TestCombos:
    @pytest.fixture
    def table(self, table: Protagonists) -> Protagonists:
        """Vera has one Reserved Slot, and Milo acts beside her."""
        table.end("vera")
        table.play("place", who="vera", x=0, y=0)
        table.play("place", who="milo", x=1, y=0)
        return table

    def refused(self, table: Protagonists, **more: Any) -> str:
        args = {"who": "milo", "what": "Lift", "cost": "1AS", "partners": ["vera"], "finishing": "1RS", **more}
        return table.refusal("begin_combo", **args).player

    @pytest.mark.rules("MV-MULTI-01")
    def test_people_on_adjacent_squares_are_one_square_apart(self, table: Protagonists) -> None:
        assert "They are 1 square apart" in self.refused(table, distance=0)

    @pytest.mark.rules("MV-MULTI-01")
    def test_everybody_without_slots_is_named(self, table: Protagonists) -> None:
        assert "tam has none" in self.refused(table, partners=["vera", "tam"])
        table.play("act", who="vera", what="Duck", cost="1AS|1RS")
        assert "vera, tam have none" in self.refused(table, partners=["vera", "tam"])

    @pytest.mark.rules("MV-VOC-06")
    def test_a_target_on_an_adjacent_square_is_one_square_away(self, table: Protagonists) -> None:
        own = {"title": "Whisper", "cost": "1AS", "range": 0}
        table.play("learn", who="milo", ability="whisper", own=own)
        assert "They are 1 square away" in table.refusal("use", who="milo", ability="whisper", target="vera").player
