"""Repairs: what they cost, how long they take, and what is whole afterwards."""

from typing import Any

import pytest

from api.testing.table import outcomes
from systems.weaverdice.crafting import repairs
from systems.weaverdice.gear.costume import intact
from tests.games.weaverdice.outfits import Outfitters


@pytest.fixture
def table() -> Outfitters:
    return Outfitters()


def roll(table: Outfitters, item: str, *dice: int, who: str = "ramjet", **more: Any) -> int:
    return table.play("repair", who=who, item=item, dice={"repair": list(dice)}, **more)


def broken(table: Outfitters, what: str = "crossbow") -> str:
    thing = table.thing(what)
    table.damage(thing)
    return thing


@pytest.mark.rules("WD-COS-03")
class TestArmor:
    def hit(self, table: Outfitters, tier: str = "standard") -> str:
        armor = table.wear("armor", tier)
        table.hit(armor)
        return armor

    def test_rolls_that_come_to_twelve_repair_it(self, table: Outfitters) -> None:
        armor = self.hit(table)
        roll(table, armor, 6)
        assert table.wounds("ramjet") == [f"item/{armor}: lesser"]
        roll(table, armor, 6)
        assert table.wounds("ramjet") == []

    def test_eleven_do_not(self, table: Outfitters) -> None:
        armor = self.hit(table)
        roll(table, armor, 6)
        roll(table, armor, 5)
        assert table.wounds("ramjet") == [f"item/{armor}: lesser"]

    def test_dexterity_counts_on_each_roll(self) -> None:
        table = Outfitters(dexterity=5)
        armor = self.hit(table)
        roll(table, armor, 4)
        roll(table, armor, 4)
        assert table.wounds("ramjet") == []

    def test_each_roll_costs_twenty_dollars(self, table: Outfitters) -> None:
        armor, before = self.hit(table), table.money()
        roll(table, armor, 2)
        roll(table, armor, 2)
        assert before - table.money() == 40

    def test_a_roll_to_repair_armor_costs_as_much_whatever_its_tier(self, table: Outfitters) -> None:
        armor, before = self.hit(table, "high"), table.money()
        roll(table, armor, 2)
        assert before - table.money() == 20

    def test_each_takes_twenty_minutes(self, table: Outfitters) -> None:
        armor = self.hit(table)
        roll(table, armor, 2)
        roll(table, armor, 2)
        assert table.campaign().clock["now"].at == 2 * 20 * 60

    @pytest.mark.parametrize(("dollars", "enough"), [(119, False), (120, True)])
    def test_a_repair_takes_the_money(self, dollars: int, enough: bool) -> None:
        table = Outfitters(dollars)
        armor = self.hit(table, "low")
        if enough:
            roll(table, armor, 2)
            assert table.money() == 0
        else:
            assert table.refusal("repair", who="ramjet", item=armor).rule == "WD-COS-03"

    def test_repaired_it_takes_a_hit_again(self, table: Outfitters) -> None:
        armor = self.hit(table)
        roll(table, armor, 6)
        roll(table, armor, 6)
        table.play("inflict", who="ramjet", tier="moderate", type="cut")
        assert table.wounds("ramjet") == [f"item/{armor}: moderate"]

    def test_others_can_work_on_it(self, table: Outfitters) -> None:
        armor = self.hit(table)
        roll(table, armor, 6)
        roll(table, armor, 6, who="lung", owner="ramjet")
        assert table.wounds("ramjet") == []

    def test_nobody_repairs_in_a_fight(self, table: Outfitters) -> None:
        armor = self.hit(table)
        table.fight_on()
        assert table.refusal("repair", who="ramjet", item=armor).rule == "WD-COS-04"

    def test_without_the_first_roll_the_second_repairs_nothing(self, table: Outfitters) -> None:
        armor = self.hit(table)
        first, second = roll(table, armor, 6), roll(table, armor, 6)
        assert outcomes(table.undo(first))[second] == "restated"
        assert table.wounds("ramjet") == [f"item/{armor}: lesser"]


@pytest.mark.rules("WD-COS-04", "WD-RULING-116")
class TestOtherGear:
    def test_a_broken_thing_cannot_be_used(self, table: Outfitters) -> None:
        crossbow = broken(table)
        table.play("pick_up", who="ramjet", item=crossbow)
        refusal = table.refusal("attack", who="ramjet", targets=["lung"], weapon=crossbow)
        assert refusal.rule == "WD-COS-04"

    def test_twelve_make_it_whole(self, table: Outfitters) -> None:
        crossbow = broken(table)
        roll(table, crossbow, 6)
        assert table.item(crossbow).data.get("broken")
        roll(table, crossbow, 6)
        assert not table.item(crossbow).data.get("broken")

    def test_a_feature_that_was_lost_comes_back_with_its_slots(self, table: Outfitters) -> None:
        belt = table.wear("belt", "high")
        table.damage(belt)
        roll(table, belt, 6)
        roll(table, belt, 6)
        assert table.value("ramjet", "slots.belt") == 5

    def test_a_fragile_slot_that_was_lost_is_repaired(self, table: Outfitters) -> None:
        belt = table.wear("belt")
        table.play("freeform.come", moment="fell", subject=table.ref("ramjet"), dice={f"fragile/{belt}": [6]})
        roll(table, belt, 6)
        roll(table, belt, 6)
        assert table.value("ramjet", "slots.belt") == 5

    def test_a_roll_costs_twenty_dollars_where_nothing_is_said(self, table: Outfitters) -> None:
        roll(table, broken(table), 2)
        assert table.money() == 4980

    def test_the_campaign_may_have_another_price(self) -> None:
        table = Outfitters(repair_materials=30)
        roll(table, broken(table), 2)
        assert table.money() == 4970

    def test_the_game_master_prices_a_single_thing(self, table: Outfitters) -> None:
        crossbow = broken(table)
        table.play("set_materials", who="ramjet", item=crossbow, dollars=50)
        roll(table, crossbow, 2)
        assert table.money() == 4950
        assert table.forbidden("set_materials", as_player="ana", who="ramjet", item=crossbow, dollars=0)

    def test_the_game_master_does_not_price_armor(self, table: Outfitters) -> None:
        armor = table.wear("armor")
        assert table.refusal("set_materials", who="ramjet", item=armor, dollars=1).rule == "WD-COS-03"

    def test_what_is_whole_is_not_repaired(self, table: Outfitters) -> None:
        assert table.refusal("repair", who="ramjet", item=table.thing("crossbow")).rule == "WD-COS-04"

    def test_the_limit_of_knowledge_does_not_apply(self) -> None:
        table = Outfitters(knowledge=1)
        crossbow = broken(table)
        for _ in range(4):
            roll(table, crossbow, 3)
        assert not repairs.is_damaged(table.looking(), table.ref("ramjet"), crossbow)

    def test_of_two_broken_things_each_has_its_own_total(self, table: Outfitters) -> None:
        crossbow, belt = broken(table), table.wear("belt")
        table.damage(belt)
        roll(table, crossbow, 6)
        roll(table, belt, 6)
        assert intact(table.looking(), table.ref("ramjet"), belt) == ()
