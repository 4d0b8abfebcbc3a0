"""What is held, what is on the belt, and the rest of what a character has."""

from typing import Any

import pytest

from api.testing.table import outcomes
from systems.weaverdice.gear import weapons
from systems.weaverdice.gear.weapons import Weapon
from tests.games.weaverdice.outfits import Outfitters


@pytest.fixture
def table() -> Outfitters:
    return Outfitters()


@pytest.mark.rules("WD-EQP-01")
class TestThings:
    def test_a_thing_comes_to_lie_on_the_ground(self, table: Outfitters) -> None:
        assert table.at(table.thing("crowbar")) == "ground"

    def test_held_things_belt_items_and_inventory_are_told_apart(self, table: Outfitters) -> None:
        table.wear("inventory")
        crowbar, flare, rope = (table.thing(what) for what in ("crowbar", "flare", "rope"))
        table.play("pick_up", who="ramjet", item=crowbar)
        table.play("stow", who="ramjet", item=flare)
        table.play("stow", who="ramjet", item=rope, to="inventory")
        assert [table.at(name) for name in (crowbar, flare, rope)] == ["hand/right", "belt/1", "inventory"]

    def test_what_is_worn_is_not_dropped_like_a_thing(self, table: Outfitters) -> None:
        assert table.refusal("drop_item", who="ramjet", item=table.wear("icon")).rule == "WD-EQP-01"

    def test_two_things_of_one_kind_have_to_be_named(self, table: Outfitters) -> None:
        table.thing("knife")
        table.thing("knife")
        assert "knife-" in table.refusal("pick_up", who="ramjet", item="knife").player

    def test_undone_nobody_has_it(self, table: Outfitters) -> None:
        given = table.play("give_thing", who="ramjet", what="crowbar")
        taken = table.play("pick_up", who="ramjet", item="crowbar")
        assert outcomes(table.undo(given, policy="cascade"))[taken] == "struck"


@pytest.mark.rules("WD-EQP-02", "WD-ATK-06", "WD-RULING-50")
class TestWeapons:
    MACHETE: dict[str, Any] = {
        "name": "Machete",
        "type": "cut",
        "tier": "moderate",
        "keywords": ["heavy"],
        "encumbrance": 1,
        "price": 60,
    }

    def weapon(self, table: Outfitters, item: str, form: str = "") -> Weapon:
        return weapons.of(table.looking(), table.ref("ramjet"), item, form)

    def test_a_weapon_of_the_catalogue_has_type_tier_and_keywords(self, table: Outfitters) -> None:
        table.play("define_weapon", **self.MACHETE)
        table.play("buy_item", who="ramjet", what="Machete")
        weapon = self.weapon(table, table.newest("machete"))
        assert (weapon.stat, weapon.type, weapon.tier, weapon.wound, weapon.effect) == (
            "brawn",
            "cut",
            "moderate",
            True,
            True,
        )
        assert weapon.keywords == ("heavy",)

    def test_another_attack_type_differs_in_what_it_names(self, table: Outfitters) -> None:
        table.play("define_weapon", **self.MACHETE)
        table.play("define_weapon", name="Wide Swing", type="cut", targets=3, form_of="Machete")
        table.play("buy_item", who="ramjet", what="machete")
        weapon = self.weapon(table, table.newest("machete"), "Wide Swing")
        assert (weapon.tier, weapon.targets, weapon.keywords) == ("moderate", 3, ("heavy",))

    def test_what_is_no_weapon_brings_an_effect_only(self, table: Outfitters) -> None:
        weapon = self.weapon(table, table.thing("chair"))
        assert (weapon.type, weapon.tier, weapon.wound, weapon.effect) == ("bash", "lesser", False, True)

    def test_bare_hands_are_lesser_bash(self, table: Outfitters) -> None:
        weapon = self.weapon(table, "")
        assert (weapon.type, weapon.tier, weapon.wound) == ("bash", "lesser", True)

    def test_given_it_has_the_weight_of_the_catalogue(self, table: Outfitters) -> None:
        table.play("define_weapon", name="Minigun", size="large", encumbrance=4)
        minigun = table.thing("Minigun")
        table.play("pick_up", who="ramjet", item=minigun)
        assert (table.at(minigun), table.value("ramjet", "load.encumbrance")) == ("hand/both", 4)

    def test_buying_it_costs_its_price(self, table: Outfitters) -> None:
        table.play("define_weapon", **self.MACHETE)
        table.play("buy_item", who="ramjet", what="machete")
        assert table.money() == 4940

    @pytest.mark.parametrize(("dollars", "enough"), [(59, False), (60, True)])
    def test_a_weapon_takes_the_money(self, dollars: int, enough: bool) -> None:
        table = Outfitters(dollars)
        table.play("define_weapon", **self.MACHETE)
        if enough:
            table.play("buy_item", who="ramjet", what="machete")
            assert table.money() == 0
        else:
            assert table.refusal("buy_item", who="ramjet", what="machete").rule == "WD-EQP-02"

    def test_capes_without_money_of_their_own_pay_none(self, table: Outfitters) -> None:
        table.play("define_weapon", **self.MACHETE)
        table.play("buy_item", who="lung", what="machete")
        assert [item.what for item in table.sheet("lung").items.values()] == ["machete"]

    def test_what_is_not_in_the_catalogue_cannot_be_bought(self, table: Outfitters) -> None:
        assert table.refusal("buy_item", who="ramjet", what="railgun").rule == "not-there"

    def test_undone_the_definition_takes_what_was_bought_of_it_along(self, table: Outfitters) -> None:
        defined = table.play("define_weapon", **self.MACHETE)
        bought = table.play("buy_item", who="ramjet", what="machete")
        assert outcomes(table.undo(defined, policy="cascade"))[bought] == "struck"


@pytest.mark.rules("WD-EQP-03")
class TestHands:
    def test_two_hands_hold_two_small_things(self, table: Outfitters) -> None:
        knife, torch = table.thing("knife"), table.thing("torch")
        table.play("pick_up", who="ramjet", item=knife)
        table.play("pick_up", who="ramjet", item=torch)
        assert (table.at(knife), table.at(torch)) == ("hand/right", "hand/left")

    def test_a_third_has_no_hand(self, table: Outfitters) -> None:
        for what in ("knife", "torch", "phone"):
            table.thing(what)
        table.play("pick_up", who="ramjet", item="knife")
        table.play("pick_up", who="ramjet", item="torch")
        assert table.refusal("pick_up", who="ramjet", item="phone").rule == "WD-EQP-03"

    def test_a_large_thing_takes_both(self, table: Outfitters) -> None:
        axe = table.thing("axe", size="large")
        table.play("pick_up", who="ramjet", item=axe)
        assert table.at(axe) == "hand/both"

    def test_with_a_small_one_in_hand_a_large_one_has_no_room(self, table: Outfitters) -> None:
        table.thing("knife", "hand/left")
        table.thing("axe", size="large")
        assert table.refusal("pick_up", who="ramjet", item="axe").rule == "WD-EQP-03"

    def test_beside_a_large_one_nothing_has(self, table: Outfitters) -> None:
        table.thing("axe", "hand/both", size="large")
        table.thing("knife")
        assert table.refusal("pick_up", who="ramjet", item="knife").rule == "WD-EQP-03"

    def test_a_useless_arm_holds_nothing(self, table: Outfitters) -> None:
        table.play(
            "freeform.put",
            target="ramjet",
            component="conditions",
            name="arm",
            instance={"what": "disabled", "data": {"part": "right arm"}},
        )
        knife = table.thing("knife")
        table.play("pick_up", who="ramjet", item=knife)
        assert table.at(knife) == "hand/left"

    def test_what_is_handed_over_keeps_its_name(self, table: Outfitters) -> None:
        knife = table.thing("knife", "hand/left")
        table.play("hand_to", who="ramjet", item=knife, to="lung")
        assert table.at(knife, "lung") == "hand/right"

    def test_a_thing_is_not_handed_to_full_hands(self, table: Outfitters) -> None:
        table.play("give_thing", who="lung", what="axe", size="large")
        table.play("pick_up", who="lung", item="axe")
        table.thing("knife", "hand/left")
        assert table.refusal("hand_to", who="ramjet", item="knife", to="lung").rule == "WD-EQP-03"

    def test_grabbing_is_a_quick_action_of_which_a_turn_has_one(self, table: Outfitters) -> None:
        table.thing("knife")
        table.thing("torch")
        table.fight_on()
        table.play("pick_up", who="ramjet", item="knife")
        assert table.actions("ramjet") == 2
        assert table.refusal("pick_up", who="ramjet", item="torch").rule == "WD-ACT-03"

    def test_a_thing_that_was_never_dropped_cannot_have_been_taken(self, table: Outfitters) -> None:
        table.thing("knife", "hand/left")
        dropped = table.play("drop_item", who="ramjet", item="knife")
        taken = table.play("pick_up", who="lung", item="knife", owner="ramjet")
        assert outcomes(table.undo(dropped, policy="cascade"))[taken] == "struck"


@pytest.mark.rules("WD-EQP-04", "WD-RULING-51")
class TestBelt:
    def stow(self, table: Outfitters, *whats: str) -> list[str]:
        things = [table.thing(what) for what in whats]
        for thing in things:
            table.play("stow", who="ramjet", item=thing)
        return things

    def test_there_are_as_many_slots_as_dexterity(self, table: Outfitters) -> None:
        self.stow(table, "knife", "flare", "rope")
        table.thing("phone")
        assert table.refusal("stow", who="ramjet", item="phone").rule == "WD-EQP-04"

    def test_more_dexterity_has_more(self) -> None:
        table = Outfitters(dexterity=4)
        things = self.stow(table, "knife", "flare", "rope", "phone")
        assert [table.at(thing) for thing in things] == ["belt/1", "belt/2", "belt/3", "belt/4"]

    def test_a_large_thing_takes_two(self, table: Outfitters) -> None:
        axe = table.thing("fire axe", size="large")
        table.play("stow", who="ramjet", item=axe)
        [knife] = self.stow(table, "knife")
        assert (table.at(axe), table.at(knife)) == ("belt/1", "belt/3")

    def test_with_one_slot_left_it_has_no_room(self, table: Outfitters) -> None:
        self.stow(table, "knife", "flare")
        table.thing("axe", size="large")
        assert table.refusal("stow", who="ramjet", item="axe").rule == "WD-EQP-04"

    def test_drawing_takes_an_action(self, table: Outfitters) -> None:
        [knife] = self.stow(table, "knife")
        table.fight_on()
        table.play("draw", who="ramjet", item=knife)
        assert (table.actions("ramjet"), table.at(knife)) == (1, "hand/right")

    def test_what_has_no_slot_left_takes_the_whole_turn(self, table: Outfitters) -> None:
        *_, phone = self.stow(table, "knife", "flare", "phone")
        table.play("set", target="ramjet", path="attributes.dexterity.base", value=2)
        table.fight_on()
        table.play("draw", who="ramjet", item=phone)
        assert table.actions("ramjet") == 0

    def test_what_is_out_of_reach_is_not_used_from_the_belt(self, table: Outfitters) -> None:
        *_, phone = self.stow(table, "knife", "flare", "phone")
        table.play("set", target="ramjet", path="attributes.dexterity.base", value=2)
        assert table.refusal("use_belt_item", who="ramjet", item=phone).rule == "WD-EQP-04"

    def test_the_last_of_what_is_used_up_is_gone(self, table: Outfitters) -> None:
        smoke = table.thing("smoke grenade", "belt/1", "consumable", quantity=2)
        table.play("use_belt_item", who="ramjet", item=smoke)
        assert table.item(smoke).quantity == 1
        table.play("use_belt_item", who="ramjet", item=smoke)
        assert smoke not in table.sheet("ramjet").items

    def test_what_lies_about_is_not_drawn(self, table: Outfitters) -> None:
        assert table.refusal("draw", who="ramjet", item=table.thing("knife")).rule == "WD-EQP-04"

    def test_without_the_slot_it_was_not_put_there(self, table: Outfitters) -> None:
        raised = table.play("set", target="ramjet", path="attributes.dexterity.base", value=4)
        for what in ("knife", "flare", "rope", "phone"):
            table.thing(what)
        stowed = [table.play("stow", who="ramjet", item=what) for what in ("knife", "flare", "rope", "phone")]
        assert outcomes(table.undo(raised, policy="cascade"))[stowed[-1]] == "struck"


@pytest.mark.rules("WD-EQP-09")
class TestInventory:
    def test_an_inventory_takes_a_bag(self, table: Outfitters) -> None:
        assert table.refusal("stow", who="ramjet", item=table.thing("rope"), to="inventory").rule == "WD-EQP-09"

    def test_a_bag_that_is_worn_holds_it(self, table: Outfitters) -> None:
        table.wear("inventory")
        rope = table.thing("rope")
        table.play("stow", who="ramjet", item=rope, to="inventory")
        assert table.at(rope) == "inventory"

    def test_a_carried_box_holds_an_inventory(self, table: Outfitters) -> None:
        table.thing("toolbox", "hand/left", "container")
        wrench = table.thing("wrench")
        table.play("stow", who="ramjet", item=wrench, to="inventory")
        assert table.at(wrench) == "inventory"

    def test_a_box_on_the_ground_does_not(self, table: Outfitters) -> None:
        table.thing("toolbox", "", "container")
        assert table.refusal("stow", who="ramjet", item=table.thing("wrench"), to="inventory").rule == "WD-EQP-09"

    def test_a_box_falls_with_what_is_in_it(self, table: Outfitters) -> None:
        table.thing("toolbox", "hand/left", "container")
        wrench = table.thing("wrench", "inventory")
        table.play("drop_item", who="ramjet", item="toolbox")
        assert table.at(wrench) == "ground"

    def boxed(self, table: Outfitters) -> str:
        """Ramjet holds a box with a wrench in it; the wrench."""
        table.thing("toolbox", "hand/left", "container")
        return table.thing("wrench", "inventory")

    def test_a_box_that_is_struck_from_the_hand_falls_with_what_is_in_it(self, table: Outfitters) -> None:
        wrench = self.boxed(table)
        table.play("inflict", who="ramjet", tier="lesser", type="bash", dice={"effect/ramjet": [5]})
        assert (table.at(table.newest("toolbox")), table.at(wrench)) == ("ground", "ground")

    def test_a_box_that_is_destroyed_leaves_what_was_in_it(self, table: Outfitters) -> None:
        wrench = self.boxed(table)
        table.play("damage_gear", who="ramjet", item="toolbox", lost=True, by_foe=False)
        assert table.at(wrench) == "ground"

    @pytest.mark.parametrize(("to", "at"), [("stash", "stash"), ("belt", "ground")])
    def test_a_box_that_is_put_away_holds_nothing_any_more(self, table: Outfitters, to: str, at: str) -> None:
        wrench = self.boxed(table)
        table.play("stow", who="ramjet", item="toolbox", to=to)
        assert table.at(wrench) == at

    def test_a_box_changes_hands_with_what_is_in_it(self, table: Outfitters) -> None:
        wrench = self.boxed(table)
        table.play("hand_to", who="ramjet", item="toolbox", to="lung")
        assert {item.location for item in table.sheet("lung").items.values()} == {"hand/right", "inventory"}
        assert wrench not in table.sheet("ramjet").items

    def test_beside_a_bag_that_is_worn_a_box_goes_empty(self, table: Outfitters) -> None:
        wrench = self.boxed(table)
        table.wear("inventory")
        table.play("hand_to", who="ramjet", item="toolbox", to="lung")
        assert table.at(wrench) == "inventory"

    def test_a_bag_that_is_taken_off_keeps_it_at_home(self, table: Outfitters) -> None:
        bag = table.wear("inventory")
        rope = table.thing("rope", "inventory")
        table.play("take_off", who="ramjet", piece=bag)
        assert (table.at(bag), table.at(rope)) == ("stash", "stash")

    def test_without_the_bag_nothing_was_put_in_it(self, table: Outfitters) -> None:
        bag = table.piece("inventory")
        worn = table.play("put_on", who="ramjet", piece=bag)
        table.thing("rope")
        stowed = table.play("stow", who="ramjet", item="rope", to="inventory")
        assert outcomes(table.undo(worn, policy="cascade"))[stowed] == "struck"
