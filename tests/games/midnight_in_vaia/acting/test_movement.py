"""Basic Movement, with both legs and without."""

from __future__ import annotations

import pytest

from tests.games.midnight_in_vaia.exerting import Exerting


def maim(table: Exerting, kind: str, place: str) -> int:
    return table.play("maim", who="vera", kind=kind, place=place)


def broken(table: Exerting, place: str) -> int:
    return maim(table, "breakage", place)


@pytest.mark.rules("MV-MAIM-10", "MV-MAIM-11", "MV-RULING-28")
class TestLegs:
    """Vera has 40 Action Slots, so that she can pay whatever it costs."""

    @pytest.fixture
    def table(self) -> Exerting:
        table = Exerting()
        table.play("change_slots", who="vera", amount=35, because="Haste")
        table.play("expose", who="vera", because="Pinned")
        return table

    def paid(self, table: Exerting, phase: str) -> int:
        """What Vera pays for Movement in her Active Phase, in Tam's, or in the Final Phase, which is Milo's."""
        table.protagonist("tam")
        table.start(vera=17, tam=12, milo=9)
        table.end(*{"AS": [], "RS": ["vera"], "FP": ["vera", "tam"]}[phase])
        table.play("walk", who="vera")
        return 40 - table.slots("vera", "action" if phase == "AS" else "reserved")

    @pytest.mark.rules("MV-RULING-27")
    @pytest.mark.parametrize(("phase", "price"), [("AS", 1), ("RS", 2), ("FP", 3)])
    def test_with_both_it_costs_what_it_does(self, table: Exerting, phase: str, price: int) -> None:
        assert self.paid(table, phase) == price

    @pytest.mark.rules("MV-RULING-14")
    @pytest.mark.parametrize("kind", ["breakage", "dismemberment"])
    @pytest.mark.parametrize(("phase", "price"), [("AS", 3), ("RS", 6), ("FP", 9)])
    def test_with_one(self, table: Exerting, kind: str, phase: str, price: int) -> None:
        maim(table, kind, "leg/right")
        assert self.paid(table, phase) == price

    @pytest.mark.rules("MV-RULING-14")
    @pytest.mark.parametrize(("phase", "price"), [("AS", 4), ("RS", 8), ("FP", 12)])
    def test_with_none(self, table: Exerting, phase: str, price: int) -> None:
        broken(table, "leg/right")
        broken(table, "leg/left")
        assert self.paid(table, phase) == price

    @pytest.mark.rules("MV-RULING-27")
    def test_the_campaign_sets_the_usual_price(self) -> None:
        table = Exerting(movement_price="2AS|3RS|5FP")
        table.begin()
        table.play("walk", who="vera")
        assert table.slots("vera") == 3

    def test_a_protagonist_who_cannot_pay_for_movement_stays(self, table: Exerting) -> None:
        table.play("change_slots", who="vera", amount=-38, because="Mud")
        broken(table, "leg/right")
        table.begin()
        assert table.refusal("walk", who="vera").rule == "MV-SLOT-10"

    def test_a_walk_moves_a_character_on_the_map(self, table: Exerting) -> None:
        table.begin()
        table.play("place", who="vera", x=0, y=0)
        table.play("walk", who="vera", x=2, y=1, as_player="ana")
        where = table.fight("alley").positions[table.ref("vera").partition("/")[2]]
        assert (where.x, where.y) == (2, 1)

    def test_without_the_maim_it_cost_less(self, table: Exerting) -> None:
        maimed = broken(table, "leg/right")
        table.begin()
        table.play("walk", who="vera")
        assert table.slots("vera") == 37
        table.undo(maimed)
        assert table.slots("vera") == 39
