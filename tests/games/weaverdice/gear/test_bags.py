"""Bags and supplies that are worn, and what becomes of what they hold."""

import pytest

from api.testing.table import outcomes
from systems.weaverdice.gear.costume import intact, supplied
from tests.games.weaverdice.outfits import Outfitters


@pytest.fixture
def table() -> Outfitters:
    return Outfitters()


@pytest.mark.rules("WD-COS-11")
class TestInventoryPiece:
    def packed(self, table: Outfitters, things: int) -> list[str]:
        table.wear("inventory")
        return [table.thing("tool", "inventory") for _ in range(things)]

    def test_at_leisure_things_are_taken_out_at_once(self, table: Outfitters) -> None:
        [tool] = self.packed(table, 1)
        table.play("take_out", who="ramjet", item=tool)
        assert table.at(tool) == "hand/right"

    def test_in_a_fight_it_has_to_be_rummaged_through(self, table: Outfitters) -> None:
        tool, *_ = self.packed(table, 3)
        table.fight_on()
        assert table.refusal("take_out", who="ramjet", item=tool).rule == "WD-COS-11"

    def test_as_hard_as_there_are_things_in_it(self, table: Outfitters) -> None:
        tool, *_ = self.packed(table, 4)
        table.fight_on()
        table.play("rummage", who="ramjet", dice={"rummage": [3]})
        assert table.refusal("take_out", who="ramjet", item=tool).rule == "WD-COS-11"
        table.next(2)
        table.play("rummage", who="ramjet", dice={"rummage": [1]})
        table.play("take_out", who="ramjet", item=tool)
        assert table.at(tool) == "hand/right"

    def test_rummaged_things_go_to_belt_and_hand(self, table: Outfitters) -> None:
        one, two, three = self.packed(table, 3)
        table.fight_on()
        table.play("rummage", who="ramjet", dice={"rummage": [3]})
        table.play("take_out", who="ramjet", item=one)
        table.play("take_out", who="ramjet", item=three, to="belt")
        assert [table.at(name) for name in (one, two, three)] == ["hand/right", "inventory", "belt/1"]

    def test_for_the_rest_of_the_turn_only(self, table: Outfitters) -> None:
        tool, *_ = self.packed(table, 2)
        table.fight_on()
        table.play("rummage", who="ramjet", dice={"rummage": [6]})
        table.next(2)
        assert table.refusal("take_out", who="ramjet", item=tool).rule == "WD-COS-11"

    def test_bug_rummaging_is_of_no_use_in_the_next_fight(self, table: Outfitters) -> None:
        self.packed(table, 2)
        table.fight_on()
        table.play("rummage", who="ramjet", dice={"rummage": [6]})
        table.play("end_fight")
        assert table.conditions("ramjet") == []

    def test_bug_rummaging_before_a_fight_is_of_no_use_in_it(self, table: Outfitters) -> None:
        tool, *_ = self.packed(table, 2)
        table.play("rummage", who="ramjet", dice={"rummage": [6]})
        table.fight_on()
        assert table.refusal("take_out", who="ramjet", item=tool).rule == "WD-COS-11"

    def test_rummaging_takes_the_whole_turn(self, table: Outfitters) -> None:
        self.packed(table, 2)
        table.fight_on()
        table.play("rummage", who="ramjet", dice={"rummage": [6]})
        assert table.actions("ramjet") == 0

    @pytest.mark.parametrize(("things", "encumbrance"), [(11, 0), (12, 1), (24, 2)])
    def test_a_dozen_things_are_one_encumbrance(self, table: Outfitters, things: int, encumbrance: int) -> None:
        self.packed(table, things)
        assert table.value("ramjet", "load.encumbrance") == encumbrance

    @pytest.mark.parametrize(("pounds", "encumbrance"), [(24, 0), (25, 1), (60, 2)])
    def test_an_inventory_weighs_by_25_pounds_where_the_game_master_weighs_it(
        self, table: Outfitters, pounds: int, encumbrance: int
    ) -> None:
        self.packed(table, 12)
        table.play("weigh_inventory", who="ramjet", pounds=pounds)
        assert table.value("ramjet", "load.encumbrance") == encumbrance

    def test_until_it_is_counted_again(self, table: Outfitters) -> None:
        self.packed(table, 12)
        table.play("weigh_inventory", who="ramjet", pounds=90)
        table.play("weigh_inventory", who="ramjet")
        assert table.value("ramjet", "load.encumbrance") == 1
        assert table.forbidden("weigh_inventory", as_player="ana", who="ramjet", pounds=0)

    @pytest.mark.parametrize(("die", "left"), [(1, 4), (3, 2)])
    def test_damaged_it_drops_1d3_things_and_is_not_destroyed(self, table: Outfitters, die: int, left: int) -> None:
        tools = self.packed(table, 5)
        bag = table.newest("inventory")
        table.damage(bag, dice={"spilled": [die]})
        assert [table.at(tool) for tool in tools].count("inventory") == left
        assert intact(table.looking(), table.ref("ramjet"), bag) == ("inventory/standard",)

    def test_past_the_threshold_1d6(self, table: Outfitters) -> None:
        tools = self.packed(table, 12)
        table.damage(table.newest("inventory"), dice={"spilled": [6]})
        assert [table.at(tool) for tool in tools].count("ground") == 6

    def test_which_ones_is_for_the_player_to_say(self, table: Outfitters) -> None:
        tools = self.packed(table, 3)
        bag, key = table.newest("inventory"), f"spilled/{table.ref('ramjet').partition('/')[2]}"
        spilled = table.damage(bag, dice={"spilled": [1]})
        table.answer_late(spilled, {key: tools[2]})
        assert [table.at(tool) for tool in tools] == ["inventory", "inventory", "ground"]

    def test_an_inventory_drops_no_more_than_it_holds(self, table: Outfitters) -> None:
        [tool] = self.packed(table, 1)
        table.damage(table.newest("inventory"), lost=True, dice={"spilled": [3]})
        assert table.at(tool) == "ground"

    def test_without_the_search_nothing_was_found(self, table: Outfitters) -> None:
        tool, *_ = self.packed(table, 2)
        table.fight_on()
        searched = table.play("rummage", who="ramjet", dice={"rummage": [6]})
        taken = table.play("take_out", who="ramjet", item=tool)
        assert outcomes(table.undo(searched, policy="cascade"))[taken] == "struck"


@pytest.mark.rules("WD-COS-12")
class TestSupply:
    def test_the_material_is_as_if_within_reach_until_it_is_used(self, table: Outfitters) -> None:
        flask, ramjet = table.wear("supply", material="water"), table.ref("ramjet")
        assert supplied(table.looking(), ramjet, "water")
        table.play("use_supply", who="ramjet", piece=flask)
        assert not supplied(table.looking(), ramjet, "water")

    def test_a_supply_serves_its_own_material_only(self, table: Outfitters) -> None:
        table.wear("supply", material="water")
        assert not supplied(table.looking(), table.ref("ramjet"), "sand")

    def test_used_it_is_not_used_again(self, table: Outfitters) -> None:
        flask = table.wear("supply", material="water")
        table.play("use_supply", who="ramjet", piece=flask)
        assert table.refusal("use_supply", who="ramjet", piece=flask).rule == "WD-COS-12"

    def test_a_supply_is_filled_again(self, table: Outfitters) -> None:
        flask = table.wear("supply", material="water")
        table.play("use_supply", who="ramjet", piece=flask)
        table.play("refill_supply", who="ramjet", piece=flask)
        assert supplied(table.looking(), table.ref("ramjet"), "water")

    def test_a_full_one_is_not_filled(self, table: Outfitters) -> None:
        flask = table.wear("supply", material="water")
        assert table.refusal("refill_supply", who="ramjet", piece=flask).rule == "WD-COS-12"

    @pytest.mark.parametrize("lost", [False, True])
    def test_destroyed_it_drops_what_it_held(self, table: Outfitters, lost: bool) -> None:
        flask = table.wear("supply", material="water")
        table.damage(flask, lost=lost)
        assert [item.location for item in table.sheet("ramjet").items.values() if item.what == "water"] == ["ground"]

    def test_an_empty_one_drops_nothing(self, table: Outfitters) -> None:
        flask = table.wear("supply", material="water")
        table.play("use_supply", who="ramjet", piece=flask)
        table.damage(flask)
        assert [item for item in table.sheet("ramjet").items.values() if item.what == "water"] == []

    def test_a_supply_has_to_hold_something(self, table: Outfitters) -> None:
        assert table.refusal("buy_piece", who="ramjet", what="supply").rule == "WD-COS-12"

    def test_other_tiers_are_the_game_masters(self, table: Outfitters) -> None:
        table.play("define_piece", what="supply", tier="high", price=400, encumbrance=1, supply=True)
        table.wear("supply", "high", material="sand")
        assert (table.money(), table.value("ramjet", "load.encumbrance")) == (4600, 1)
        assert supplied(table.looking(), table.ref("ramjet"), "sand")
