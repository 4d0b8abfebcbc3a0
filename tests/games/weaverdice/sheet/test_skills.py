"""Skills: what they add, what they require, and how many there may be."""

from __future__ import annotations

import pytest

from domain.vocabulary.holdings import TraitLost
from tests.games.weaverdice.capes import Capes


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("pearl", dexterity=4)
    return table


def learn(table: Capes, *skills: str, who: str = "pearl") -> None:
    """A character knows these skills from here on."""
    for skill in skills:
        table.play("grant_skill", who=who, skill=skill)


@pytest.mark.rules("WD-SKL-01")
class TestMoreDice:
    def test_a_base_skill_adds_one_and_the_best_counts(self, table: Capes) -> None:
        learn(table, "craft")
        entry = table.play("check", who="pearl", stat="dexterity", skill="craft", dice={"check": [2, 5]})
        assert table.rolls(entry) == {"check": 6}

    def test_only_the_best_die_is_kept(self, table: Capes) -> None:
        learn(table, "craft")
        entry = table.play("check", who="pearl", stat="dexterity", skill="craft", dice={"check": [5, 5]})
        assert table.last_roll(entry).dice in (((6, 5, True), (6, 5, False)), ((6, 5, False), (6, 5, True)))

    def test_a_master_skill_adds_two_in_all(self, table: Capes) -> None:
        learn(table, "craft", "handy", "diligence", "multitasker")
        learn(table, "master-craft")
        entry = table.play("check", who="pearl", stat="dexterity", skill="craft", dice={"check": [1, 2, 6]})
        assert table.rolls(entry) == {"check": 7}

    def test_without_the_skill_there_is_one_die(self, table: Capes) -> None:
        entry = table.play("check", who="pearl", stat="dexterity", dice={"check": [2]})
        assert table.rolls(entry) == {"check": 3}

    def test_undoing_the_skill_is_at_odds_with_its_use(self, table: Capes) -> None:
        known = table.play("grant_skill", who="pearl", skill="craft")
        entry = table.play("check", who="pearl", stat="dexterity", skill="craft", dice={"check": [2, 5]})
        plan = table.undo(known, policy="cascade")
        assert entry in {planned.entry for planned in plan.entries}


@pytest.mark.rules("WD-SKL-02")
class TestPrerequisites:
    def test_a_skill_that_is_not_known_cannot_be_used(self, table: Capes) -> None:
        assert table.refusal("check", who="pearl", stat="dexterity", skill="craft").rule == "WD-SKL-02"

    def test_a_skill_whose_prerequisite_is_gone_cannot_be_used(self, table: Capes) -> None:
        learn(table, "aim", "align-sights")
        table.let("pearl", TraitLost(name="aim"))
        assert table.refusal("check", who="pearl", stat="dexterity", skill="align-sights").rule == "WD-SKL-02"

    def test_what_neither_book_nor_campaign_has_is_not_there(self, table: Capes) -> None:
        assert table.refusal("grant_skill", who="pearl", skill="juggling").rule == "not-there"


@pytest.mark.rules("WD-SKL-06")
class TestFields:
    @pytest.mark.parametrize("skill", ["align-sights", "focused-shot", "handy"])
    def test_the_pool_wants_the_entry_skill_first(self, table: Capes, skill: str) -> None:
        assert table.refusal("grant_skill", who="pearl", skill=skill).rule == "WD-SKL-06"

    @pytest.mark.parametrize(
        ("skill", "stat"), [("resourceful", "social"), ("contrive", "knowledge"), ("maintenance", "guts")]
    )
    def test_some_want_a_skill_of_another_stat(self, table: Capes, skill: str, stat: str) -> None:
        table.play("write_skill", title="Another", stat=stat, tier="base")
        learn(table, "craft")
        assert table.refusal("grant_skill", who="pearl", skill=skill).rule == "WD-SKL-06"
        learn(table, "another", skill)
        assert skill in table.sheet("pearl").traits

    def test_mastery_of_a_craft_wants_four_others(self, table: Capes) -> None:
        learn(table, "craft", "handy", "diligence")
        assert table.refusal("grant_skill", who="pearl", skill="master-craft").rule == "WD-SKL-06"
        learn(table, "multitasker", "master-craft")
        assert "master-craft" in table.sheet("pearl").traits

    def test_a_campaign_writes_fields_of_its_own(self, table: Capes) -> None:
        table.play("write_skill", title="Brawl", stat="brawn", tier="base")
        table.play("write_skill", title="Haymaker", stat="brawn", field="brawl")
        assert table.refusal("grant_skill", who="pearl", skill="haymaker").rule == "WD-SKL-06"
        learn(table, "brawl", "haymaker")
        assert table.sheet("pearl").traits["haymaker"].data == {"stat": "brawn", "field": "brawl", "tier": "bonus"}

    def test_a_capstone_wants_a_base_of_the_pool_and_experience(self, table: Capes) -> None:
        brawlers(table, moves=3)
        assert "field experience" in str(table.refusal("grant_skill", who="pearl", skill="mastery"))
        fight_with_it(table)
        learn(table, "mastery")
        assert "mastery" in table.sheet("pearl").traits

    @pytest.mark.parametrize(("fights", "known"), [(0, True), (1, False)])
    def test_how_much_experience_it_wants_is_the_campaign_s(self, fights: int, known: bool) -> None:
        table = Capes(field_experience=fights)
        table.cape("pearl")
        brawlers(table, moves=3)
        if known:
            learn(table, "mastery")
        else:
            assert "in 1 fight " in str(table.refusal("grant_skill", who="pearl", skill="mastery"))

    def test_three_others_are_too_few_for_it(self, table: Capes) -> None:
        brawlers(table, moves=2)
        fight_with_it(table)
        assert "4 other skills" in str(table.refusal("grant_skill", who="pearl", skill="mastery"))

    def test_a_skill_of_the_pool_names_its_field(self, table: Capes) -> None:
        assert table.refusal("write_skill", title="Haymaker", stat="brawn").rule == "WD-SKL-06"

    def test_a_skill_belongs_to_a_stat(self, table: Capes) -> None:
        assert table.refusal("write_skill", title="Luck", stat="luck", tier="base").rule == "WD-CHK-04"

    @pytest.mark.parametrize("title", ["Aim", "Brawl"])
    def test_a_name_is_written_once(self, table: Capes, title: str) -> None:
        table.play("write_skill", title="Brawl", stat="brawn", tier="base")
        assert table.refusal("write_skill", title=title, stat="brawn", tier="base").rule == "name-taken"


def brawlers(table: Capes, moves: int) -> None:
    """Pearl knows Brawl and some moves of its pool; its capstone is Mastery."""
    table.play("write_skill", title="Brawl", stat="brawn", tier="base")
    learn(table, "brawl")
    for number in range(moves):
        table.play("write_skill", title=f"Move {number}", stat="brawn", field="brawl")
        learn(table, f"move-{number}")
    table.play("write_skill", title="Mastery", stat="brawn", tier="master", field="brawl")


def fight_with_it(table: Capes) -> None:
    """Brawl is used in an encounter."""
    table.create("alley", "encounter")
    table.play("check", who="pearl", stat="brawn", skill="brawl", dice={"check": [3, 3]})


@pytest.mark.rules("WD-SKL-08")
class TestHowMany:
    @pytest.fixture
    def table(self) -> Capes:
        table = Capes()
        table.cape("pearl", knowledge=1)
        learn(table, "aim", "craft")
        return table

    def test_twice_knowledge_is_all_there_is_room_for(self, table: Capes) -> None:
        assert table.refusal("grant_skill", who="pearl", skill="align-sights").rule == "WD-SKL-08"

    def test_one_less_leaves_room(self) -> None:
        table = Capes()
        table.cape("pearl", knowledge=1)
        learn(table, "aim")
        learn(table, "craft")
        assert {"aim", "craft"} <= set(table.sheet("pearl").traits)

    def test_what_is_being_learned_takes_room_too(self, table: Capes) -> None:
        assert table.refusal("train", who="pearl", skill="align-sights").rule == "WD-SKL-08"

    def test_more_knowledge_makes_room(self, table: Capes) -> None:
        table.play("set", target="pearl", path="attributes.knowledge.base", value=2)
        learn(table, "align-sights", "handy")
        assert table.value("pearl", "limits.skills") == 4

    def test_a_box_for_it_makes_room_for_one(self, table: Capes) -> None:
        table.play("finish_mission", who=["pearl"], mission="The Docks")
        table.play("check_box", who="pearl", box="learning-a-skill", skill="align-sights")
        assert table.refusal("grant_skill", who="pearl", skill="focused-shot").rule == "WD-SKL-08"

    def test_none_is_taken_twice(self, table: Capes) -> None:
        assert table.refusal("grant_skill", who="pearl", skill="aim").rule == "WD-SKL-08"

    def test_another_specialty_is_another_skill(self) -> None:
        table = Capes()
        table.cape("pearl")
        for field in ("guns", "cars"):
            table.play("pick_background", who="pearl", name=field)
        learn(table, "craft", "specialist/guns", "specialist/cars")
        assert table.sheet("pearl").traits["specialist/cars"].title == "Specialist (cars)"


@pytest.mark.rules("WD-OPT-05")
class TestAnOpenNumber:
    @pytest.fixture
    def table(self) -> Capes:
        table = Capes(skill_limit="open")
        table.cape("pearl", knowledge=1)
        learn(table, "craft", "handy", "diligence", "multitasker")
        return table

    def test_ordinary_skills_have_no_limit(self, table: Capes) -> None:
        learn(table, "aim")
        assert len(table.sheet("pearl").traits) == 5

    def test_mastery_is_harder_to_come_by(self, table: Capes) -> None:
        assert table.refusal("grant_skill", who="pearl", skill="master-craft").rule == "WD-OPT-05"

    @pytest.mark.parametrize("ground", ["power", "practice"])
    def test_a_power_or_long_practice_opens_it(self, table: Capes, ground: str) -> None:
        table.play("open_mastery", who="pearl", skill="master-craft", ground=ground)
        learn(table, "master-craft")
        assert "master-craft" in table.sheet("pearl").traits

    def test_ordinary_skills_need_no_opening(self, table: Capes) -> None:
        assert table.refusal("open_mastery", who="pearl", skill="aim", ground="power").rule == "WD-OPT-05"

    def test_with_the_usual_limit_there_is_nothing_to_open(self) -> None:
        table = Capes()
        table.cape("pearl")
        assert table.refusal("open_mastery", who="pearl", skill="master-craft", ground="power").rule == "WD-OPT-05"
