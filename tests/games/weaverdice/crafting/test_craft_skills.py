"""What the skills of Craft are worth, on rolls, in totals, actions and costs."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.testing.table import outcomes
from domain.vocabulary.chronicle import ClockAdvanced
from systems.weaverdice.checks import crafting_skills as craft
from tests.games.weaverdice.bench import Bench
from tests.games.weaverdice.workshop import Workshop


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

    def test_lengthy_work_with_tools_rolls_one_more_die(self) -> None:
        table = Workshop("craft")
        table.play("begin_lengthy", who="ramjet", what="Hotwire the van", goal=10, tools=True)
        table.play("work_on", who="ramjet", task="Hotwire the van", dice={"lengthy": [3, 1]})
        assert table.progress() == 3

    def test_what_it_does_in_a_fight_can_be_learned_from(self) -> None:
        table = Workshop("craft")
        table.fight_on()
        table.play("begin_lengthy", who="ramjet", what="Hotwire the van", goal=10, tools=True)
        table.play("work_on", who="ramjet", task="Hotwire the van", dice={"lengthy": [3, 1]})
        assert "practice/craft" in table.sheet("ramjet").uses

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
    def test_handy_brings_a_background_beside_those_that_were_picked(self) -> None:
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

    def test_tools_of_a_handy_background_are_in_reach(self) -> None:
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
    def test_a_specialist_takes_a_background_in_the_field(self) -> None:
        table = Workshop("craft")
        assert table.refusal("grant_skill", who="ramjet", skill="specialist/gunsmithing").rule == "WD-CSK-05"

    def test_a_specialist_takes_a_field(self) -> None:
        assert Workshop("craft").refusal("grant_skill", who="ramjet", skill="specialist").rule == "WD-CSK-05"

    def test_in_the_field_each_skill_of_craft_and_of_knowledge_adds_one_more(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing", of={"knowledge": 3})
        assert (table.ask(craft.total_bonus, "gunsmithing"), table.ask(craft.total_bonus, "cars")) == (2 + 5, 2)

    def test_specialist_can_be_taken_in_several_fields(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing", "specialist/cars")
        assert table.ask(craft.total_bonus, "cars") == 3 + 3

    @pytest.mark.parametrize(("of_knowledge", "bonus"), [(0, 0), (1, 1), (3, 1), (4, 2)])
    def test_a_specialty_that_is_not_kept_up_comes_down_to_a_third(self, of_knowledge: int, bonus: int) -> None:
        table = Workshop("craft", "specialist/gunsmithing", of={"knowledge": of_knowledge})
        table.play("fade_specialty", who="ramjet", field="gunsmithing")
        assert table.ask(craft.specialty, "gunsmithing") == bonus

    def test_kept_up_again_it_is_whole(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing")
        table.play("fade_specialty", who="ramjet", field="gunsmithing")
        table.play("fade_specialty", who="ramjet", field="gunsmithing", kept_up=True)
        assert table.ask(craft.specialty, "gunsmithing") == 2
        assert table.forbidden("fade_specialty", as_player="ana", who="ramjet", field="gunsmithing")

    def pair(self, table: Workshop, project: str = "a turret", **more: Any) -> int:
        return table.play("pair_specialties", who="ramjet", first="gunsmithing", second="cars", project=project, **more)

    def test_a_pairing_counts_for_its_one_project(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing", "specialist/cars")
        self.pair(table)
        assert table.ask(craft.total_bonus, "gunsmithing", "a turret") == 3 + 3 + 3
        assert table.ask(craft.total_bonus, "gunsmithing", "a rifle") == 3 + 3

    @pytest.mark.parametrize("dice", [(6, 6), (1, 1)])
    def test_bug_a_pairing_is_over_with_its_project(self, dice: tuple[int, int]) -> None:
        table = Bench("craft", "specialist/gunsmithing", "specialist/cars", knowledge=4)
        table.play("lay_out_design", what="a turret", price=100, raised=10, expertise=10)
        self.pair(table)
        table.slot()
        table.begin_craft("a turret", "high", field="gunsmithing")
        for _ in range(3):
            table.craft(*dice, project="a turret")
        table.slot()
        table.craft(*dice, project="a turret")
        assert table.ask(craft.total_bonus, "gunsmithing", "a turret") == 3 + 3

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
            assert table.refusal("pair_specialties", who="ramjet", **args).rule == "WD-CSK-05"

    def test_a_pair_takes_two_specialties(self) -> None:
        table = Workshop("craft", "specialist/gunsmithing")
        with pytest.raises(Exception, match="two specialties"):
            self.pair(table)


@pytest.fixture(scope="module")
def resourceful() -> Workshop:
    return Workshop("craft", "resourceful")


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

    def test_resourceful_takes_a_social_skill(self) -> None:
        assert Workshop("craft").refusal("grant_skill", who="ramjet", skill="resourceful").rule == "WD-SKL-06"

    def test_others_pay_all_of_it(self) -> None:
        assert Workshop("craft").ask(craft.materials, 100) == 100

    def test_a_repair_costs_less(self) -> None:
        table = Workshop("craft", "resourceful", repair_materials=50)
        table.play("repair", who="ramjet", item=table.broken(), dice={"repair": [1, 1]})
        assert table.money() == 5000 - 20

    @given(dollars=st.integers(0, 10_000))
    def test_materials_never_cost_less_than_zero_or_more_than_before(self, resourceful: Workshop, dollars: int) -> None:
        assert 0 <= resourceful.ask(craft.materials, dollars) <= dollars

    def test_undone_the_repair_cost_its_whole_price(self) -> None:
        table = Workshop("craft", repair_materials=50)
        table.others("social")
        learned = table.play("grant_skill", who="ramjet", skill="resourceful")
        repaired = table.play("repair", who="ramjet", item=table.broken(), dice={"repair": [1, 1]})
        assert outcomes(table.undo(learned))[repaired] == "restated"
        assert table.money() == 4950
