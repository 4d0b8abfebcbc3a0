"""What the skills of Craft are worth, on rolls, in totals, actions, costs and difficulties."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events.chronicle import ClockAdvanced
from systems.weaverdice import crafting_skills as craft
from systems.weaverdice import weapons
from tests.games.weaverdice.outfits import Outfitters
from tests.laws.vocabulary.table import outcomes


class Workshop(Outfitters):
    """Ramjet has learned what is named, and as many skills of other stats as are asked for."""

    def __init__(self, *skills: str, knowledge: int = 5, of: dict[str, int] | None = None, **more: Any) -> None:
        super().__init__(knowledge=knowledge, **more)
        for skill in skills:
            if skill.startswith("specialist/"):
                self.background(skill.partition("/")[2])
            if skill == "maintenance":
                self.others("guts")
            if skill == "contrive":
                self.others("knowledge")
            if skill == "resourceful":
                self.others("social")
            self.learn(skill)
        for stat, number in (of or {}).items():
            self.others(stat, number)

    def background(self, name: str) -> None:
        self.play("pick_background", who="ramjet", name=name)

    def others(self, stat: str, number: int = 1) -> None:
        """Skills of another stat."""
        for _ in range(number):
            title = f"{stat} {next(self._titles)}"
            self.play("write_skill", title=title, stat=stat, tier="base")
            self.learn(title.replace(" ", "-"))

    _titles: Iterator[int] = count(1)

    def broken(self) -> str:
        """A crossbow that needs repair."""
        crossbow = self.thing("crossbow")
        self.damage(crossbow)
        return crossbow

    def ask(self, question: Any, *args: Any, **more: Any) -> Any:
        """What one of the chapter's functions says of Ramjet."""
        return question(self.looking(), self.ref("ramjet"), *args, **more)

    def progress(self) -> int:
        """How far the lengthy work has come."""
        [task] = [task for task in self.sheet("ramjet").tasks.values() if task.kind == "lengthy"]
        return task.progress

    def goal(self) -> int | None:
        [task] = [task for task in self.sheet("ramjet").tasks.values() if task.kind == "lengthy"]
        return task.goal


@pytest.mark.rules("WD-CSK-01", "WD-RULING-67", "WD-RULING-68")
class TestCraft:
    def test_a_repair_rolls_two_dice_and_keeps_one(self) -> None:
        table = Workshop("craft")
        table.play("repair", who="ramjet", item=table.broken(), dice={"repair": [2, 5]})
        assert table.progress() == 5

    def test_without_it_one(self) -> None:
        table = Workshop()
        table.play("repair", who="ramjet", item=table.broken(), dice={"repair": [2]})
        assert table.progress() == 2

    def test_so_does_lengthy_work_with_tools(self) -> None:
        table = Workshop("craft")
        table.play("begin_lengthy", who="ramjet", what="Hotwire the van", goal=10, tools=True)
        table.play("work_on", who="ramjet", task="Hotwire the van", dice={"lengthy": [3, 1]})
        assert table.progress() == 3

    def test_without_tools_it_is_one(self) -> None:
        table = Workshop("craft")
        table.play("begin_lengthy", who="ramjet", what="Dig a hole", goal=10)
        table.play("work_on", who="ramjet", task="Dig a hole", dice={"lengthy": [3]})
        assert table.progress() == 3

    @pytest.mark.parametrize(
        ("skills", "bonus"), [((), 0), (("craft",), 1), (("craft", "handy"), 2), (("craft", "handy", "diligence"), 3)]
    )
    def test_the_total_of_a_craft_has_one_for_each_craft_skill_itself_included(
        self, skills: tuple[str, ...], bonus: int
    ) -> None:
        assert Workshop(*skills).ask(craft.total_bonus) == bonus

    def test_the_book_s_craft_comes_to_ten_by_its_dice_and_eleven_in_all(self) -> None:
        table = Workshop("craft")
        assert 5 + 3 + 2 + table.ask(craft.total_bonus) == 11

    def test_undone_the_skill_s_die_is_missing(self) -> None:
        table = Workshop()
        crossbow = table.broken()
        learned = table.play("grant_skill", who="ramjet", skill="craft")
        repaired = table.play("repair", who="ramjet", item=crossbow, dice={"repair": [2, 5]})
        assert outcomes(table.undo(learned))[repaired] == "restated"
        assert table.progress() == 2


@pytest.mark.rules("WD-CSK-02")
class TestHandy:
    def test_it_brings_a_background_beside_those_that_were_picked(self) -> None:
        table = Workshop("craft", "handy")
        table.background("Cars")
        table.background("Cooking")
        table.play("learn_trade", who="ramjet", field="Locks")
        assert "background/locks" in table.sheet("ramjet").traits

    def test_one(self) -> None:
        table = Workshop("craft", "handy")
        table.play("learn_trade", who="ramjet", field="Locks")
        assert table.refusal("learn_trade", who="ramjet", field="Cars").rule == "WD-CSK-02"

    def test_without_the_skill_none(self) -> None:
        assert Workshop("craft").refusal("learn_trade", who="ramjet", field="Locks").rule == "WD-CSK-02"

    def work(self, table: Workshop, *dice: int, field: str = "Locks") -> int:
        table.play("begin_lengthy", who="ramjet", what="Pick the lock", goal=30, tools=True)
        return table.play("work_on", who="ramjet", task="Pick the lock", field=field, dice={"lengthy": list(dice)})

    def test_in_its_field_the_dice_add_up(self) -> None:
        table = Workshop("craft", "handy")
        table.play("learn_trade", who="ramjet", field="Locks")
        self.work(table, 4, 5)
        assert table.progress() == 9

    def test_in_another_field_the_best_one_counts(self) -> None:
        table = Workshop("craft", "handy")
        table.play("learn_trade", who="ramjet", field="Locks")
        self.work(table, 4, 5, field="Cars")
        assert table.progress() == 5

    def test_a_repair_in_the_field_adds_up_too(self) -> None:
        table = Workshop("craft", "handy")
        table.play("learn_trade", who="ramjet", field="Bows")
        table.play("repair", who="ramjet", item=table.broken(), field="Bows", dice={"repair": [5, 6]})
        assert table.progress() == 11

    def test_tools_of_the_field_take_no_slot(self) -> None:
        table = Workshop("craft", "handy", dexterity=1)
        table.play("learn_trade", who="ramjet", field="Locks")
        picks = table.thing("lock picks", "", "tool", field="Locks")
        knife = table.thing("knife")
        table.play("stow", who="ramjet", item=picks)
        table.play("stow", who="ramjet", item=knife)
        assert (table.at(picks), table.at(knife)) == ("belt/tools", "belt/1")

    def test_they_are_in_reach(self) -> None:
        table = Workshop("craft", "handy")
        table.play("learn_trade", who="ramjet", field="Locks")
        picks = table.thing("lock picks", "", "tool", field="Locks")
        table.play("stow", who="ramjet", item=picks)
        table.fight_on()
        table.play("draw", who="ramjet", item=picks)
        assert table.actions("ramjet") == 1

    def test_other_tools_do_take_one(self) -> None:
        table = Workshop("craft", "handy")
        table.play("learn_trade", who="ramjet", field="Locks")
        wrench = table.thing("wrench", "", "tool", field="Cars")
        table.play("stow", who="ramjet", item=wrench)
        assert table.at(wrench) == "belt/1"

    def test_undone_the_trade_is_gone_and_the_sum_with_it(self) -> None:
        table = Workshop("craft", "handy")
        learned = table.play("learn_trade", who="ramjet", field="Locks")
        table.check_undo(learned)
        worked = self.work(table, 4, 5)
        assert outcomes(table.undo(learned))[worked] == "restated"
        assert table.progress() == 5


@pytest.mark.rules("WD-CSK-03")
class TestDiligence:
    @pytest.mark.parametrize(("dexterity", "actions"), [(2, 2), (3, 3), (5, 5)])
    def test_a_slot_has_as_many_actions_as_dexterity(self, dexterity: int, actions: int) -> None:
        assert Workshop("craft", dexterity=dexterity).ask(craft.slot_actions) == actions

    def test_with_it_one_more(self) -> None:
        assert Workshop("craft", "diligence").ask(craft.slot_actions) == 4

    def test_tools_add_to_that(self) -> None:
        assert Workshop("craft", "diligence").ask(craft.slot_actions, tools=2) == 6


@pytest.mark.rules("WD-CSK-04", "WD-RULING-69")
class TestMultitasker:
    @pytest.mark.parametrize(("knowledge", "every"), [(2, 3), (3, 2), (4, 1), (5, 1), (6, 1)])
    def test_every_so_many_slots_an_action_is_free(self, knowledge: int, every: int) -> None:
        table = Workshop("craft", "multitasker", knowledge=knowledge)
        due = [slots for slots in range(1, 7) if table.ask(craft.frees_an_action, slots)]
        assert due == list(range(every, 7, every))

    def test_without_it_none_is(self) -> None:
        assert not any(Workshop("craft").ask(craft.frees_an_action, slots) for slots in range(7))


@pytest.mark.rules("WD-CSK-05", "WD-RULING-68")
class TestSpecialist:
    def test_it_takes_a_background_in_the_field(self) -> None:
        table = Workshop("craft")
        assert table.refusal("grant_skill", who="ramjet", skill="specialist/gunsmithing").rule == "WD-CSK-05"

    def test_and_a_field(self) -> None:
        assert Workshop("craft").refusal("grant_skill", who="ramjet", skill="specialist").rule == "WD-CSK-05"

    def test_in_the_field_each_skill_of_craft_and_of_knowledge_adds_one_more(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing", of={"knowledge": 3})
        assert (table.ask(craft.total_bonus, "gunsmithing"), table.ask(craft.total_bonus, "cars")) == (2 + 5, 2)

    def test_it_can_be_taken_in_several_fields(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing", "specialist/cars")
        assert table.ask(craft.total_bonus, "cars") == 3 + 3

    @pytest.mark.parametrize(("of_knowledge", "bonus"), [(0, 0), (1, 1), (3, 1), (4, 2)])
    def test_not_kept_up_it_comes_down_to_a_third(self, of_knowledge: int, bonus: int) -> None:
        table = Workshop("craft", "specialist/gunsmithing", of={"knowledge": of_knowledge})
        table.play("fade_specialty", who="ramjet", field="gunsmithing")
        assert table.ask(craft.specialty, "gunsmithing") == bonus

    def test_kept_up_again_it_is_whole(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing")
        table.check_undo(
            table.play("fade_specialty", who="ramjet", field="gunsmithing"),
            table.play("fade_specialty", who="ramjet", field="gunsmithing", kept_up=True),
        )
        assert table.ask(craft.specialty, "gunsmithing") == 2
        assert table.forbidden("fade_specialty", as_player="ana", who="ramjet", field="gunsmithing")

    def pair(self, table: Workshop, project: str = "a turret", **more: Any) -> int:
        return table.play("pair_specialties", who="ramjet", first="gunsmithing", second="cars", project=project, **more)

    def test_a_pairing_counts_for_its_one_project(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing", "specialist/cars")
        self.pair(table)
        assert table.ask(craft.total_bonus, "gunsmithing", "a turret") == 3 + 3 + 3
        assert table.ask(craft.total_bonus, "gunsmithing", "a rifle") == 3 + 3

    @pytest.mark.parametrize(("days", "again"), [(364, False), (365, True)])
    def test_once_a_year(self, days: int, again: bool) -> None:
        table = Workshop("craft", "specialist/gunsmithing", "specialist/cars")
        self.pair(table)
        table.let("campaign/self", ClockAdvanced(name="now", seconds=days * 86_400))
        if again:
            self.pair(table, "a tank")
            assert table.ask(craft.total_bonus, "cars", "a tank") == 9
        else:
            args = {"first": "gunsmithing", "second": "cars", "project": "a tank"}
            assert table.refusal("pair_specialties", who="ramjet", **args).rule == "WD-CSK-05"  # type: ignore[arg-type]

    def test_it_takes_two(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing")
        with pytest.raises(Exception, match="two specialties"):
            self.pair(table)

    def test_undone_it_may_be_made_this_year(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing", "specialist/cars")
        paired = self.pair(table)
        table.check_undo(paired)
        table.undo(paired)
        assert table.ask(craft.total_bonus, "cars", "a turret") == 6


@pytest.mark.rules("WD-CSK-06", "WD-RULING-68", "WD-RULING-72")
class TestResourceful:
    @pytest.mark.parametrize(
        ("skills", "dollars", "cost"),
        [
            ((), 100, 70),
            ((), 101, 71),
            ((), 60, 30),
            ((), 20, 0),
            ((), 500, 350),
            (("handy",), 100, 60),
            (("handy", "diligence"), 100, 50),
            (("handy", "diligence", "multitasker"), 100, 50),
            (("handy", "diligence", "multitasker"), 1000, 500),
            (("handy", "diligence", "multitasker"), 80, 30),
        ],
    )
    def test_materials_cost_less_by_ten_percent_or_dollars_and_as_much_for_each_craft_skill(
        self, skills: tuple[str, ...], dollars: int, cost: int
    ) -> None:
        assert Workshop("craft", "resourceful", *skills).ask(craft.materials, dollars) == cost

    def test_it_takes_a_social_skill(self) -> None:
        assert Workshop("craft").refusal("grant_skill", who="ramjet", skill="resourceful").rule == "WD-SKL-06"

    def test_others_pay_all_of_it(self) -> None:
        assert Workshop("craft").ask(craft.materials, 100) == 100

    def test_a_repair_costs_less(self) -> None:
        table = Workshop("craft", "resourceful", repair_materials=50)
        table.play("repair", who="ramjet", item=table.broken(), dice={"repair": [1, 1]})
        assert table.money() == 5000 - 20

    @given(dollars=st.integers(0, 10_000))
    def test_nothing_costs_less_than_nothing_or_more_than_before(self, dollars: int) -> None:
        assert 0 <= RESOURCEFUL.ask(craft.materials, dollars) <= dollars

    def test_undone_the_repair_cost_its_whole_price(self) -> None:
        table = Workshop("craft", repair_materials=50)
        table.others("social")
        learned = table.play("grant_skill", who="ramjet", skill="resourceful")
        repaired = table.play("repair", who="ramjet", item=table.broken(), dice={"repair": [1, 1]})
        assert outcomes(table.undo(learned))[repaired] == "restated"
        assert table.money() == 4950


RESOURCEFUL = Workshop("craft", "resourceful")


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
        table.play("contrive", who="ramjet", item=armor, component=belt)
        table.play("put_on", who="ramjet", piece=armor)
        assert belt not in table.sheet("ramjet").items
        assert (table.value("ramjet", "slots.armor"), table.value("ramjet", "slots.belt")) == (1, 5)

    def test_damage_takes_the_added_feature_first(self) -> None:
        table = self.table()
        armor, belt = self.pieces(table, "belt", "standard")
        table.play("contrive", who="ramjet", item=armor, component=belt)
        table.play("put_on", who="ramjet", piece=armor)
        table.damage(armor)
        assert (table.value("ramjet", "slots.armor"), table.value("ramjet", "slots.belt")) == (1, 3)

    @pytest.mark.parametrize(("price", "allowed"), [(333, True), (334, False)])
    def test_what_is_added_is_worth_a_third_at_most(self, price: int, allowed: bool) -> None:
        table = self.table()
        table.play("define_piece", what="pads", price=price)
        armor, pads = self.pieces(table, "pads", "standard")
        if allowed:
            table.play("contrive", who="ramjet", item=armor, component=pads)
            assert table.item(armor).features == ("armor/high", "pads/standard")
        else:
            assert table.refusal("contrive", who="ramjet", item=armor, component=pads).rule == "WD-CSK-07"

    def test_a_weapon_gets_a_keyword_of_a_related_one(self) -> None:
        table = self.table()
        table.play("define_weapon", name="Machete", price=60, keywords=["heavy"])
        table.play("define_weapon", name="Shiv", price=20, keywords=["vicious"])
        table.play("buy_item", who="ramjet", what="machete")
        table.play("contrive", who="ramjet", item="machete", component="shiv", keyword="vicious")
        assert table.ask(weapons.of, table.newest("machete")).keywords == ("heavy", "vicious")

    def test_one_that_the_other_has(self) -> None:
        table = self.table()
        table.play("define_weapon", name="Machete", price=60)
        table.play("define_weapon", name="Shiv", price=20)
        table.play("buy_item", who="ramjet", what="machete")
        refusal = table.refusal("contrive", who="ramjet", item="machete", component="shiv", keyword="vicious")
        assert refusal.rule == "WD-CSK-07"

    def test_it_is_repaired_at_five_more(self) -> None:
        table = self.table()
        armor, belt = self.pieces(table, "belt", "standard")
        table.play("contrive", who="ramjet", item=armor, component=belt)
        table.play("put_on", who="ramjet", piece=armor)
        table.damage(armor)
        table.play("repair", who="ramjet", item=armor, dice={"repair": [1, 1]})
        assert table.goal() == 17

    def test_it_takes_the_skill(self) -> None:
        table = Workshop("craft")
        armor, icon = self.pieces(table, "icon", "standard")
        assert table.refusal("contrive", who="ramjet", item=armor, component=icon).rule == "WD-CSK-07"

    def test_a_worn_piece_is_not_worked_on(self) -> None:
        table = self.table()
        armor, icon = table.wear("armor", "high"), table.piece("icon")
        assert table.refusal("contrive", who="ramjet", item=armor, component=icon).rule == "WD-CSK-07"

    def test_undone_there_are_two_pieces(self) -> None:
        table = self.table()
        armor, belt = self.pieces(table, "belt", "standard")
        table.check_undo(table.play("contrive", who="ramjet", item=armor, component=belt))


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

    def test_not_from_what_no_foe_does(self) -> None:
        table = Workshop("craft", "maintenance")
        icon = table.wear("icon")
        table.fight_on()
        table.damage(icon, by_foe=False)
        assert self.intact(table, icon) == 0

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

    def test_it_takes_four_other_craft_skills(self) -> None:
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
        table.check_undo(taken)
        table.undo(taken)
        table.play("repair", who="ramjet", item=crossbow, take_four=True)
        assert table.progress() == 4
