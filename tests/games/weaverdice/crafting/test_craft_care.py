"""Contriving, keeping gear whole, and mastery of crafts."""

import pytest

from api.testing.table import outcomes
from systems.weaverdice.checks import crafting_skills as craft
from systems.weaverdice.crafting.contriving import Contrive
from systems.weaverdice.gear import weapons
from tests.games.weaverdice.bench import Bench
from tests.games.weaverdice.workshop import Workshop


@pytest.mark.rules("WD-CSK-07")
class TestContrive:
    def table(self, *skills: str) -> Workshop:
        return Workshop("craft", "contrive", *skills)

    def pieces(self, table: Workshop, what: str, tier: str) -> tuple[str, str]:
        """High-tier armor and another piece, at hand."""
        return table.piece("armor", "high"), table.piece(what, tier)

    def test_a_lesser_piece_is_merged_into_another(self) -> None:
        table = self.table()
        armor, belt = self.pieces(table, "belt", "standard")
        table.play("contrive", who="ramjet", item=armor, component=belt, done=True)
        table.play("put_on", who="ramjet", piece=armor)
        assert belt not in table.sheet("ramjet").items
        assert (table.value("ramjet", "slots.armor"), table.value("ramjet", "slots.belt")) == (1, 5)

    def test_damage_takes_the_added_feature_first(self) -> None:
        table = self.table()
        armor, belt = self.pieces(table, "belt", "standard")
        table.play("contrive", who="ramjet", item=armor, component=belt, done=True)
        table.play("put_on", who="ramjet", piece=armor)
        table.damage(armor)
        assert (table.value("ramjet", "slots.armor"), table.value("ramjet", "slots.belt")) == (1, 3)

    @pytest.mark.parametrize(("price", "allowed"), [(333, True), (334, False)])
    def test_what_is_added_is_worth_a_third_at_most(self, price: int, allowed: bool) -> None:
        table = self.table()
        table.play("define_piece", what="pads", price=price)
        armor, pads = self.pieces(table, "pads", "standard")
        if allowed:
            table.play("contrive", who="ramjet", item=armor, component=pads, done=True)
            assert table.item(armor).features == ("armor/high", "pads/standard")
        else:
            assert table.refusal("contrive", who="ramjet", item=armor, component=pads).rule == "WD-CSK-07"

    def test_a_weapon_gets_a_keyword_of_a_related_one(self) -> None:
        table = self.table()
        table.play("define_weapon", name="Machete", price=60, keywords=["heavy"])
        table.play("define_weapon", name="Shiv", price=20, keywords=["vicious"])
        table.play("buy_item", who="ramjet", what="machete")
        table.play("contrive", who="ramjet", item="machete", component="shiv", keyword="vicious", done=True)
        assert table.ask(weapons.of, table.newest("machete")).keywords == ("heavy", "vicious")

    def test_one_that_the_other_has(self) -> None:
        table = self.table()
        table.play("define_weapon", name="Machete", price=60)
        table.play("define_weapon", name="Shiv", price=20)
        table.play("buy_item", who="ramjet", what="machete")
        refusal = table.refusal("contrive", who="ramjet", item="machete", component="shiv", keyword="vicious")
        assert refusal.rule == "WD-CSK-07"

    def test_a_contrived_piece_is_repaired_at_five_more(self) -> None:
        table = self.table()
        armor, belt = self.pieces(table, "belt", "standard")
        table.play("contrive", who="ramjet", item=armor, component=belt, done=True)
        table.play("put_on", who="ramjet", piece=armor)
        table.damage(armor)
        table.play("repair", who="ramjet", item=armor, dice={"repair": [1, 1]})
        assert table.goal() == 17

    def test_contriving_takes_the_skill(self) -> None:
        table = Workshop("craft")
        armor, icon = self.pieces(table, "icon", "standard")
        assert table.refusal("contrive", who="ramjet", item=armor, component=icon).rule == "WD-CSK-07"

    def test_a_worn_piece_is_not_worked_on(self) -> None:
        table = self.table()
        armor, icon = table.wear("armor", "high"), table.piece("icon")
        assert table.refusal("contrive", who="ramjet", item=armor, component=icon).rule == "WD-CSK-07"


@pytest.mark.rules("WD-CSK-07", "WD-RULING-128", "WD-CRF-02", "WD-CRF-03")
class TestContrivingIsACraft:
    """Ramjet, of Knowledge 3 and Craft skills of +2, makes high-tier armor (20) take in a standard belt (15)."""

    def begun(self, knowledge: int = 3) -> Bench:
        table = Bench("craft", "contrive", knowledge=knowledge)
        self.armor, self.belt = table.piece("armor", "high"), table.piece("belt", "standard")
        table.play("contrive", who="ramjet", item=self.armor, component=self.belt, as_player="ana")
        return table

    def roll(self, table: Bench, *dice: int) -> None:
        """Rolls of two dice, of which the better counts; a new slot wherever it takes one."""
        (name,) = [name for name, task in table.sheet("ramjet").tasks.items() if task.kind == "craft"]
        for number, die in enumerate(dice):
            if number % 3 == 0:
                table.slot()
            table.craft(die, 1, project=name)

    def test_the_difficulties_of_what_is_combined_add_up(self) -> None:
        table = self.begun()
        assert [task.goal for task in table.sheet("ramjet").tasks.values() if task.kind == "craft"] == [20 + 15]

    def test_no_parts_are_combined_before_the_rolls_add_up(self) -> None:
        table = self.begun()
        self.roll(table, 6, 6, 6, 6, 6, 2)
        assert (table.item(self.armor).features, self.belt in table.sheet("ramjet").items) == (("armor/high",), True)

    @pytest.mark.parametrize(("last", "made"), [(3, True), (2, False)])
    def test_with_skills_they_have_to_come_to_that(self, last: int, made: bool) -> None:
        table = self.begun()
        self.roll(table, 6, 6, 6, 6, 6, last)
        assert (table.sum(), "belt/standard" in table.item(self.armor).features) == (None, made)

    def test_there_is_room_for_as_many_rolls_as_for_both(self) -> None:
        table = self.begun()
        self.roll(table, 1, 1, 1, 1, 1)
        left = table.sum()
        self.roll(table, 1)
        assert (left, table.sum(), self.belt in table.sheet("ramjet").items) == (5, None, True)

    def test_as_soon_as_the_total_is_there_it_is_done(self) -> None:
        table = self.begun(knowledge=4)
        self.roll(table, 6, 6, 6, 6, 6, 6)
        assert table.item(self.armor).features == ("armor/high", "belt/standard")

    def test_a_roll_takes_a_crafting_action(self) -> None:
        table = self.begun()
        (name,) = table.sheet("ramjet").tasks
        assert table.refusal("craft", who="ramjet", project=name, dice={"craft": [6, 1]}).rule == "WD-CRF-01"

    def test_a_weapon_and_a_related_one_add_up_too(self) -> None:
        table = Bench("craft", "contrive")
        table.play("define_weapon", name="Machete", price=60, keywords=["heavy"])
        table.play("define_weapon", name="Shiv", price=20, keywords=["vicious"])
        table.play("buy_item", who="ramjet", what="machete")
        table.play("contrive", who="ramjet", item="machete", component="shiv", keyword="vicious")
        self.roll(table, 6, 6, 6, 6, 4)
        assert table.ask(weapons.of, table.newest("machete")).keywords == ("heavy", "vicious")

    def test_with_a_piece_gone_there_is_no_roll_for_it(self) -> None:
        table = self.begun()
        table.slot()
        (name,) = [name for name, task in table.sheet("ramjet").tasks.items() if task.kind == "craft"]
        table.play("put_on", who="ramjet", piece=self.belt)
        assert table.refusal("craft", who="ramjet", project=name, dice={"craft": [6, 1]}).rule == "WD-CSK-07"

    def test_a_player_does_not_say_that_it_is_done(self) -> None:
        table = Bench("craft", "contrive")
        armor, belt = table.piece("armor", "high"), table.piece("belt", "standard")
        args = {"who": "ramjet", "item": armor, "component": belt, "done": True, "as_player": "ana"}
        assert table.refusal("contrive", **args).rule == "WD-CSK-07"

    def test_one_of_before_was_done_at_once(self) -> None:
        args = {"who": "ramjet", "item": "armor", "component": "belt"}
        assert Contrive.upcast(1, args) == {**args, "done": True}


@pytest.mark.rules("WD-CSK-08")
class TestMaintenance:
    def test_a_repair_is_two_easier(self) -> None:
        table = Workshop("craft", "maintenance")
        table.play("repair", who="ramjet", item=table.broken(), dice={"repair": [1, 1]})
        assert table.goal() == 10

    def test_without_it_the_difficulty_is_twelve(self) -> None:
        table = Workshop("craft")
        table.play("repair", who="ramjet", item=table.broken(), dice={"repair": [1, 1]})
        assert table.goal() == 12

    def intact(self, table: Workshop, piece: str) -> int:
        return table.item(piece).tracks["intact"]

    def test_the_first_piece_a_foe_would_break_in_a_fight_is_protected(self) -> None:
        table = Workshop("craft", "maintenance")
        icon, belt = table.wear("icon"), table.wear("belt", "low")
        table.fight_on()
        table.damage(icon)
        table.damage(belt)
        assert (self.intact(table, icon), self.intact(table, belt)) == (1, 0)

    def test_maintenance_protects_only_from_foes(self) -> None:
        table = Workshop("craft", "maintenance")
        icon = table.wear("icon")
        table.fight_on()
        table.damage(icon, by_foe=False)
        assert self.intact(table, icon) == 0

    def test_an_inventory_breaks_never_and_is_not_what_is_protected(self) -> None:
        table = Workshop("craft", "maintenance")
        bag, icon = table.wear("inventory"), table.wear("icon")
        table.thing("tool", "inventory")
        table.fight_on()
        table.damage(bag, dice={"spilled": [1]})
        table.damage(icon)
        assert self.intact(table, icon) == 1

    def test_reinforcement_comes_first(self) -> None:
        table = Workshop("craft", "maintenance")
        icon, guard = table.wear("icon"), table.wear("reinforcement", "low")
        table.play("guard_pieces", who="ramjet", piece=guard, protects=[icon])
        table.fight_on()
        table.damage(icon, dice={f"break/{icon}": [3]})
        table.damage(icon, dice={f"break/{icon}": [4]})
        table.damage(icon, dice={f"break/{icon}": [4]})
        assert self.intact(table, icon) == 0

    def test_a_thing_that_is_no_costume_is_protected_as_well(self) -> None:
        table = Workshop("craft", "maintenance")
        knife = table.thing("knife", "hand/left")
        table.fight_on()
        table.damage(knife)
        assert not table.item(knife).data.get("broken")

    def test_in_the_next_fight_again(self) -> None:
        table = Workshop("craft", "maintenance")
        icon = table.wear("icon")
        table.fight_on()
        table.damage(icon)
        table.play("end_fight")
        table.create("yard", "encounter")
        table.fight_on()
        table.damage(icon)
        assert self.intact(table, icon) == 1

    def test_without_the_first_the_second_is_protected(self) -> None:
        table = Workshop("craft", "maintenance")
        icon, belt = table.wear("icon"), table.wear("belt", "low")
        table.fight_on()
        first, second = table.damage(icon), table.damage(belt)
        assert outcomes(table.undo(first))[second] == "restated"
        assert self.intact(table, belt) == 1

    @pytest.mark.parametrize(("skills", "days"), [((), 10), (("craft", "maintenance"), 15)])
    def test_what_expires_lasts_longer(self, skills: tuple[str, ...], days: int) -> None:
        table = Workshop(*skills)
        table.play("set_expiry", who="ramjet", item=table.thing("serum"), days=10)
        table.play("freeform.wait", seconds=days * 86_400 - 1)
        [task] = table.sheet("ramjet").tasks.values()
        assert task.state == ""
        table.play("freeform.wait", seconds=1)
        [task] = table.sheet("ramjet").tasks.values()
        assert task.state == "due"

    def test_how_much_longer_is_the_campaign_s(self) -> None:
        assert Workshop("craft", "maintenance", maintained_lasts=200).ask(craft.lasts, 10) == 20


@pytest.mark.rules("WD-CSK-09")
class TestMasterCraft:
    SKILLS = ("craft", "handy", "diligence", "multitasker", "master-craft")

    def test_master_craft_takes_four_other_craft_skills(self) -> None:
        table = Workshop(*self.SKILLS[:3])
        assert table.refusal("grant_skill", who="ramjet", skill="master-craft").rule == "WD-SKL-06"

    def test_three_dice_are_rolled_and_one_kept(self) -> None:
        table = Workshop(*self.SKILLS)
        table.play("repair", who="ramjet", item=table.broken(), dice={"repair": [2, 1, 4]})
        assert table.progress() == 4

    def test_a_roll_may_be_taken_as_a_four(self) -> None:
        table = Workshop(*self.SKILLS)
        table.play("repair", who="ramjet", item=table.broken(), take_four=True)
        assert table.progress() == 4

    def test_once_a_day(self) -> None:
        table = Workshop(*self.SKILLS)
        crossbow = table.broken()
        table.play("repair", who="ramjet", item=crossbow, take_four=True)
        assert table.refusal("repair", who="ramjet", item=crossbow, take_four=True).rule == "WD-CSK-09"

    def test_the_next_day_again(self) -> None:
        table = Workshop(*self.SKILLS)
        crossbow = table.broken()
        for _ in range(2):
            table.play("repair", who="ramjet", item=crossbow, take_four=True)
            table.play("freeform.come", moment="day_start", subject=table.ref("ramjet"))
        assert table.progress() == 8

    def test_without_the_skill_it_is_not_taken(self) -> None:
        table = Workshop("craft")
        crossbow = table.broken()
        assert table.refusal("repair", who="ramjet", item=crossbow, take_four=True).rule == "WD-CSK-09"

    def test_undone_it_may_be_taken_today(self) -> None:
        table = Workshop(*self.SKILLS)
        crossbow = table.broken()
        taken = table.play("repair", who="ramjet", item=crossbow, take_four=True)
        table.undo(taken)
        table.play("repair", who="ramjet", item=crossbow, take_four=True)
        assert table.progress() == 4
