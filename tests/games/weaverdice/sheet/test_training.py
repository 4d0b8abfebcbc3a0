"""Learning skills: at the start, in downtime, after fights, and early for an encounter."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.values import Modifier, ModifierApplied
from tests.games.weaverdice.capes import Capes, pearl_who_learns


def progress(table: Capes, skill: str, who: str = "pearl") -> int | None:
    """What the training rolls for a skill come to; None where none is under way."""
    task = table.sheet(who).tasks.get(f"training/{skill}")
    return None if task is None else task.progress


def state(table: Capes, skill: str, who: str = "pearl") -> str:
    """Whether a character knows a skill or is learning it; empty for neither."""
    trait = table.sheet(who).traits.get(skill)
    return "" if trait is None else trait.state


@pytest.fixture
def table() -> Capes:
    return pearl_who_learns()


@pytest.mark.rules("WD-SKL-10")
class TestTraining:
    def test_the_first_block_begins_a_skill_without_a_roll(self, table: Capes) -> None:
        entry = table.play("train", who="pearl", skill="aim")
        assert (table.rolls(entry), state(table, "aim"), progress(table, "aim")) == ({}, "learning", 0)

    def test_every_later_block_adds_a_roll_with_both_modifiers(self, table: Capes) -> None:
        table.play("train", who="pearl", skill="aim")
        entry = table.play("train", who="pearl", skill="aim", dice={"training": [5]})
        labels = [(added.label, added.amount) for added in table.last_roll(entry).modifiers]
        assert (labels, progress(table, "aim")) == ([("knowledge", 1), ("dexterity", -1)], 5)

    def test_rolls_add_up(self, table: Capes) -> None:
        table.play("train", who="pearl", skill="aim")
        for die in (5, 4):
            table.play("train", who="pearl", skill="aim", dice={"training": [die]})
        assert progress(table, "aim") == 9

    def test_a_known_skill_is_not_trained(self, table: Capes) -> None:
        table.play("grant_skill", who="pearl", skill="aim")
        assert table.refusal("train", who="pearl", skill="aim").rule == "WD-SKL-08"

    def test_what_it_requires_comes_first(self, table: Capes) -> None:
        assert table.refusal("train", who="pearl", skill="align-sights").rule == "WD-SKL-06"

    def test_the_player_trains_her_own(self, table: Capes) -> None:
        table.foe("lung")
        assert "that character's player" in table.forbidden("train", as_player="ana", who="lung", skill="aim")

    def test_a_beginning_may_be_the_game_master_s_gift(self, table: Capes) -> None:
        table.play("begin_learning", who="pearl", skill="aim")
        assert state(table, "aim") == "learning"


@pytest.mark.rules("WD-SKL-11")
class TestLearned:
    @pytest.mark.parametrize(("last", "now"), [(1, "learning"), (2, "known"), (3, "known")])
    def test_a_skill_is_learned_from_twelve_on(self, table: Capes, last: int, now: str) -> None:
        table.play("train", who="pearl", skill="aim")
        for die in (5, 5, last):
            table.play("train", who="pearl", skill="aim", dice={"training": [die]})
        assert state(table, "aim") == now

    def test_the_training_is_over_then(self, table: Capes) -> None:
        table.play("train", who="pearl", skill="aim")
        for _ in range(2):
            table.play("train", who="pearl", skill="aim", dice={"training": [6]})
        assert progress(table, "aim") is None

    def test_speed_and_initiative_count_it_from_then_on(self, table: Capes) -> None:
        table.play("train", who="pearl", skill="aim")
        speed = table.value("pearl", "scores.speed")
        for _ in range(2):
            table.play("train", who="pearl", skill="aim", dice={"training": [6]})
        assert table.value("pearl", "scores.speed") == speed + 1

    def test_an_earlier_roll_undone_it_is_being_learned_still(self, table: Capes) -> None:
        table.play("train", who="pearl", skill="aim")
        first = table.play("train", who="pearl", skill="aim", dice={"training": [6]})
        last = table.play("train", who="pearl", skill="aim", dice={"training": [6]})
        assert outcomes(table.undo(first))[last] == "restated"
        assert (state(table, "aim"), progress(table, "aim")) == ("learning", 6)


@pytest.mark.rules("WD-SKL-07")
class TestStartingSkills:
    @pytest.fixture
    def table(self) -> Capes:
        table = Capes()
        table.cape("rime", dexterity=4, wits=4, guts=2)
        table.play("write_skill", title="Spot", stat="wits", tier="base")
        return table

    def start(self, table: Capes, **other: Any) -> int:
        args: dict[str, Any] = {"native": ["aim", "spot"], "free": ["craft"], "training": "align-sights"}
        dice = {"training/1": [4], "training/2": [2]}
        return table.play("take_starting_skills", who="rime", dice=dice, **{**args, **other})

    def refusal(self, table: Capes, **other: Any) -> str:
        args: dict[str, Any] = {"native": ["aim", "spot"], "free": ["craft"], "training": "align-sights"}
        return table.refusal("take_starting_skills", who="rime", **{**args, **other}).rule

    def test_one_for_each_high_stat_and_one_of_choice(self, table: Capes) -> None:
        self.start(table)
        assert [state(table, skill, "rime") for skill in ("aim", "spot", "craft")] == ["known"] * 3

    def test_two_training_rolls_go_to_one_more(self, table: Capes) -> None:
        self.start(table)
        assert (state(table, "align-sights", "rime"), progress(table, "align-sights", "rime")) == ("learning", 8)

    def test_two_sixes_learn_it_at_once(self, table: Capes) -> None:
        args: dict[str, Any] = {"native": ["aim", "spot"], "free": ["craft"], "training": "align-sights"}
        dice = {"training/1": [6], "training/2": [6]}
        table.play("take_starting_skills", who="rime", dice=dice, **args)
        assert state(table, "align-sights", "rime") == "known"

    @pytest.mark.parametrize("native", [["aim"], ["aim", "craft"], ["aim", "spot", "craft"], []])
    def test_each_high_stat_has_one_of_its_own_type(self, table: Capes, native: list[str]) -> None:
        assert self.refusal(table, native=native) == "WD-SKL-07"

    def test_what_powers_add_is_not_native(self, table: Capes) -> None:
        table.let("rime", ModifierApplied(name="might", modifier=Modifier(path="attributes.brawn", amount=2)))
        self.start(table)
        assert state(table, "spot", "rime") == "known"

    @pytest.mark.parametrize("free", [[], ["craft", "handy"]])
    def test_one_is_of_free_choice(self, table: Capes, free: list[str]) -> None:
        assert self.refusal(table, free=free) == "WD-SKL-07"

    def test_each_is_another(self, table: Capes) -> None:
        assert self.refusal(table, free=["aim"]) == "WD-SKL-08"

    def test_starting_skills_are_taken_once(self, table: Capes) -> None:
        self.start(table)
        assert self.refusal(table) == "WD-SKL-07"

    def test_others_do_not_start_by_these_numbers(self, table: Capes) -> None:
        table.foe("lung", dexterity=4)
        args: dict[str, Any] = {"native": ["aim"], "free": ["craft"], "training": "align-sights"}
        assert table.refusal("take_starting_skills", who="lung", **args).rule == "WD-NPC-02"


@pytest.mark.rules("WD-SKL-09")
class TestAges:
    @pytest.mark.parametrize(("age", "extra", "limit"), [("young", -1, 5), ("veteran", 1, 8), ("standard", 0, 6)])
    def test_numbers_differ_as_the_campaign_says(self, age: str, extra: int, limit: int) -> None:
        table = Capes(young_starting_skills=-1, veteran_starting_skills=1, young_skill_limit=-1, veteran_skill_limit=2)
        table.play("create", name="Rime", age=age)
        free = ["aim", "craft"][: 1 + extra]
        dice = {"training/1": [1], "training/2": [1]}
        table.play("write_skill", title="Spot", stat="wits", tier="base")
        table.play("take_starting_skills", who="rime", free=free, training="spot", dice=dice)
        assert (len(table.sheet("rime").traits), table.value("rime", "limits.skills")) == (2 + extra, limit)

    def test_unless_it_does_they_are_the_same(self) -> None:
        table = Capes()
        table.play("create", name="Rime", age="veteran")
        assert table.value("rime", "limits.skills") == 6


def ended_fight(table: Capes, *used: str) -> None:
    """A fight in which Pearl used these skills is over."""
    table.create("alley", "encounter")
    table.play("begin_fight", who=["pearl"], dice={"speed/pearl": [5]})
    for skill in used:
        table.play("check", who="pearl", stat="dexterity", skill=skill, dice={"check": [1, 1]}, responses=REFRAIN)
    table.play("end_fight")


REFRAIN = {"check/stamina": "no"}


@pytest.mark.rules("WD-SKL-12")
class TestAfterAFight:
    @pytest.fixture
    def table(self) -> Capes:
        table = Capes()
        table.cape("pearl")
        for skill in ("aim", "craft"):
            table.play("grant_skill", who="pearl", skill=skill)
        for skill in ("align-sights", "handy"):
            table.play("begin_learning", who="pearl", skill=skill)
        return table

    def test_one_roll_is_made_for_a_skill_of_a_field_that_was_used(self, table: Capes) -> None:
        ended_fight(table, "aim")
        table.play("train_after_combat", who="pearl", skill="align-sights", dice={"training": [5]})
        assert progress(table, "align-sights") == 5

    def test_one_for_each_fight(self, table: Capes) -> None:
        ended_fight(table, "aim", "craft")
        table.play("train_after_combat", who="pearl", skill="align-sights", dice={"training": [5]})
        assert table.refusal("train_after_combat", who="pearl", skill="handy").rule == "WD-SKL-12"

    def test_the_entry_skill_has_to_have_been_used(self, table: Capes) -> None:
        ended_fight(table, "aim")
        assert table.refusal("train_after_combat", who="pearl", skill="handy").rule == "WD-SKL-12"

    def test_the_skill_has_to_be_one_that_is_being_learned(self, table: Capes) -> None:
        ended_fight(table, "aim")
        assert table.refusal("train_after_combat", who="pearl", skill="focused-shot").rule == "WD-SKL-12"

    def test_training_after_combat_is_refused_before_the_fight_is_over(self, table: Capes) -> None:
        table.create("alley", "encounter")
        table.play("begin_fight", who=["pearl"], dice={"speed/pearl": [5]})
        table.play("check", who="pearl", stat="dexterity", skill="aim", dice={"check": [4, 4]})
        assert table.refusal("train_after_combat", who="pearl", skill="align-sights").rule == "WD-SKL-12"

    def test_training_after_combat_takes_a_fight(self, table: Capes) -> None:
        assert table.refusal("train_after_combat", who="pearl", skill="align-sights").rule == "WD-SKL-12"

    def test_undoing_the_use_it_is_at_odds(self, table: Capes) -> None:
        table.create("alley", "encounter")
        table.play("begin_fight", who=["pearl"], dice={"speed/pearl": [5]})
        used = table.play("check", who="pearl", stat="dexterity", skill="aim", dice={"check": [4, 4]})
        table.play("end_fight")
        trained = table.play("train_after_combat", who="pearl", skill="align-sights", dice={"training": [5]})
        assert outcomes(table.undo(used, policy="cascade"))[trained] == "struck"
