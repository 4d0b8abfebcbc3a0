"""The workshop: a slot's actions, the one for something unrelated, tools, and repairs in downtime."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.bench import Bench


@pytest.fixture
def table() -> Bench:
    return Bench()


@pytest.mark.rules("WD-CRF-01")
class TestActions:
    @pytest.mark.parametrize("dexterity", [1, 3, 5])
    def test_a_slot_gives_as_many_as_dexterity(self, dexterity: int) -> None:
        table = Bench(dexterity=dexterity)
        table.slot()
        assert table.left() == dexterity

    def test_a_slot_gives_one_action_more_with_diligence(self) -> None:
        table = Bench("craft", "diligence")
        table.slot()
        assert table.left() == 4

    def test_two_slots_give_twice_as_many(self, table: Bench) -> None:
        table.slot()
        table.slot()
        assert table.left() == 6

    def test_actions_of_a_slot_go_to_crafting_costuming_and_repair_in_any_mix(self) -> None:
        table = Bench(dexterity=2)
        crossbow = table.broken()
        table.begin_craft("icon", "standard")
        table.slot()
        table.craft(3, project="icon")
        table.play("repair_in_downtime", who="ramjet", item=crossbow, dice={"repair": [4]})
        assert (table.left(), table.sum(), table.progress()) == (0, 3, 3)

    def test_without_one_there_is_no_roll(self, table: Bench) -> None:
        table.begin_craft()
        assert table.refusal("craft", who="ramjet", project="armor").rule == "WD-CRF-01"

    def test_a_repair_in_downtime_takes_an_action(self, table: Bench) -> None:
        crossbow = table.broken()
        assert table.refusal("repair_in_downtime", who="ramjet", item=crossbow).rule == "WD-CRF-01"

    def test_actions_of_a_slot_lapse_when_the_phase_is_over(self, table: Bench) -> None:
        table.play("open_downtime")
        table.slot()
        table.play("end_downtime")
        assert table.left() == 0

    def test_actions_of_a_slot_lapse_with_the_new_day(self, table: Bench) -> None:
        table.slot()
        table.play("pass_night", who=["ramjet"])
        assert table.left() == 0

    def test_the_game_master_may_force_one_more(self, table: Bench) -> None:
        table.begin_craft()
        table.craft(4, force=True)
        assert table.sum() == 4

    def test_undoing_the_slot_leaves_a_roll_at_odds(self, table: Bench) -> None:
        table.begin_craft()
        slot = table.slot()
        rolled = table.craft(4)
        assert outcomes(table.undo(slot, policy="cascade"))[rolled] == "struck"


@pytest.mark.rules("WD-CSK-04")
class TestMultitasker:
    def multitasker(self) -> Bench:
        """With Knowledge 3 every second slot frees an action."""
        table = Bench("craft", "multitasker", dexterity=1)
        table.begin_craft("icon", "standard")
        table.begin_craft("armor", "standard")
        table.slot()
        table.craft(1, 1, project="icon")
        table.slot()
        table.craft(1, 1, project="icon")
        return table

    def test_the_action_of_a_multitasker_is_for_an_unrelated_thing(self) -> None:
        table = self.multitasker()
        assert table.refusal("craft", who="ramjet", project="icon").rule == "WD-CSK-04"

    def test_the_action_of_a_multitasker_is_free_after_an_unrelated_one(self) -> None:
        table = self.multitasker()
        table.craft(5, 2, project="armor")
        assert [t.progress for t in table.sheet("ramjet").tasks.values() if t.title == "armor"] == [5]

    def test_there_is_one(self) -> None:
        table = self.multitasker()
        table.craft(5, 2, project="armor")
        assert table.refusal("craft", who="ramjet", project="armor").rule == "WD-CRF-01"


@pytest.mark.rules("WD-CRF-10")
class TestTools:
    def test_machining_equipment_costs_a_thousand(self, table: Bench) -> None:
        table.play("buy_tools", who="ramjet", what="machining equipment")
        assert 5000 - table.money() == 1000

    def test_who_cannot_pay_has_none(self) -> None:
        table = Bench(dollars=999)
        assert table.refusal("buy_tools", who="ramjet", what="machining equipment").rule == "WD-CRF-10"

    def test_machining_equipment_makes_room_for_a_roll_at_armor(self, table: Bench) -> None:
        table.play("buy_tools", who="ramjet", what="machining equipment")
        table.begin_craft()
        table.crafted(2, 2, 2)
        going = table.sum()
        table.slot()
        table.craft(4)
        assert (going, table.made()) == (6, ["armor/low", "machining-equipment"])

    def test_machining_equipment_makes_room_for_a_roll_at_metal_weapons(self, table: Bench) -> None:
        table.play("buy_tools", who="ramjet", what="machining equipment")
        table.play("define_weapon", name="Saber", price=60, keywords=["metal"])
        table.begin_craft("Saber")
        table.crafted(2, 2, 2, project="Saber")
        assert table.sum() == 6

    def test_at_nothing_else(self, table: Bench) -> None:
        table.play("buy_tools", who="ramjet", what="machining equipment")
        table.begin_craft("icon", "standard")
        table.crafted(2, 2, 2, project="icon")
        assert table.sum() is None

    def test_two_of_them_are_as_good_as_one(self, table: Bench) -> None:
        for _ in range(2):
            table.play("buy_tools", who="ramjet", what="machining equipment")
        table.begin_craft()
        table.crafted(1, 1, 1, 1)
        assert table.sum() is None

    def test_others_add_to_the_total(self, table: Bench) -> None:
        table.play("set_up_tools", who="ramjet", what="Laser", total=1)
        table.begin_craft()
        table.crafted(3, 3, 3)
        assert "armor/low" in table.made()

    def test_tools_may_save_money(self, table: Bench) -> None:
        table.play("set_up_tools", who="ramjet", what="Scrap heap", saves=15, only=["costume"])
        table.begin_craft("armor", "standard")
        assert 5000 - table.money() == 110 - 16

    def test_tools_may_permit_more_rolls_in_a_block(self, table: Bench) -> None:
        table.play("set_up_tools", who="ramjet", what="Assistant arm", actions=2)
        table.slot()
        assert table.left() == 5

    def test_tools_are_good_for_something(self, table: Bench) -> None:
        assert table.refusal("set_up_tools", who="ramjet", what="Lava lamp").rule == "WD-CRF-10"


@pytest.mark.rules("WD-CRF-01", "WD-RULING-116")
class TestRepairsInDowntime:
    def test_the_limit_of_knowledge_does_not_apply(self) -> None:
        table = Bench(knowledge=1)
        crossbow = table.broken()
        for _ in range(3):
            table.slot()
            table.play("repair_in_downtime", who="ramjet", item=crossbow, dice={"repair": [2]})
        assert table.progress() == 6

    def test_each_roll_has_its_materials(self, table: Bench) -> None:
        crossbow = table.broken()
        table.slot()
        table.play("repair_in_downtime", who="ramjet", item=crossbow, dice={"repair": [2]})
        assert 5000 - table.money() == 20

    def test_no_twenty_minutes_pass(self, table: Bench) -> None:
        crossbow = table.broken()
        table.slot()
        table.play("repair_in_downtime", who="ramjet", item=crossbow, dice={"repair": [2]})
        assert "now" not in table.campaign().clock or table.campaign().clock["now"].at == 0
