"""WD-OPT-15 to WD-OPT-18: skills that are had early, learned by use, or come by talent."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.capes import Capes, pearl_who_learns
from tests.games.weaverdice.sheet.test_training import progress, state


@pytest.fixture
def table() -> Capes:
    return pearl_who_learns()


@pytest.mark.rules("WD-SKL-13")
class TestHavingASkillEarly:
    @pytest.fixture
    def table(self) -> Capes:
        table = Capes()
        table.cape("pearl", wits=1)
        table.play("begin_learning", who="pearl", skill="aim")
        table.create("alley", "encounter")
        return table

    def test_a_dot_of_focus_gives_it(self, table: Capes) -> None:
        table.play("use_learning_skill", who="pearl", skill="aim")
        entry = table.play("check", who="pearl", stat="dexterity", skill="aim", dice={"check": [1, 4]})
        assert (table.rolls(entry), table.dots("pearl")) == ({"check": 4}, (3, 0, 3))

    def test_a_skill_had_early_is_gone_when_the_encounter_ends(self, table: Capes) -> None:
        table.play("begin_fight", who=["pearl"], dice={"speed/pearl": [5]})
        table.play("use_learning_skill", who="pearl", skill="aim")
        table.play("end_fight")
        assert table.refusal("check", who="pearl", stat="dexterity", skill="aim").rule == "WD-SKL-13"

    def test_without_a_dot_it_is_refused(self, table: Capes) -> None:
        table.play("spend_effort", who="pearl", pool="focus")
        assert table.refusal("use_learning_skill", who="pearl", skill="aim").rule == "WD-SKL-13"

    def test_only_skills_that_are_being_learned_are_had_early(self, table: Capes) -> None:
        assert table.refusal("use_learning_skill", who="pearl", skill="craft").rule == "WD-SKL-13"

    def test_a_skill_had_early_is_paid_once_an_encounter(self, table: Capes) -> None:
        table.play("use_learning_skill", who="pearl", skill="aim")
        assert table.refusal("use_learning_skill", who="pearl", skill="aim").rule == "WD-SKL-13"

    def test_having_a_skill_early_takes_an_encounter(self, table: Capes) -> None:
        table.encounter = None
        assert table.refusal("use_learning_skill", who="pearl", skill="aim").rule == "WD-SKL-13"

    def test_having_a_skill_early_takes_an_encounter_that_is_not_over(self, table: Capes) -> None:
        table.play("begin_fight", who=["pearl"], dice={"speed/pearl": [5]})
        table.play("end_fight")
        assert table.refusal("use_learning_skill", who="pearl", skill="aim").rule == "WD-SKL-13"

    def test_no_uses_make_it_an_ordinary_one(self, table: Capes) -> None:
        table.play("use_learning_skill", who="pearl", skill="aim")
        assert state(table, "aim") == "learning"

    def test_undone_what_it_was_used_for_is_at_odds(self, table: Capes) -> None:
        paid = table.play("use_learning_skill", who="pearl", skill="aim")
        used = table.play("check", who="pearl", stat="dexterity", skill="aim", dice={"check": [1, 4]})
        assert outcomes(table.undo(paid, policy="cascade"))[used] == "struck"


@pytest.mark.rules("WD-OPT-06")
class TestLearningByUse:
    @pytest.fixture
    def table(self) -> Capes:
        table = Capes(learning_skills=True)
        table.cape("pearl", knowledge=5)
        for title, stat in (("Spot", "wits"), ("Shrug", "guts"), ("Run", "athletics"), ("Talk", "social")):
            table.play("write_skill", title=title, stat=stat, tier="base")
        return table

    @pytest.mark.parametrize(
        ("skill", "dots"),
        [
            ("run", (2, 3, 3)),
            ("aim", (2, 3, 3)),
            ("spot", (3, 2, 3)),
            ("talk", (3, 2, 3)),
            ("shrug", (3, 3, 2)),
        ],
    )
    def test_the_matching_pool_pays(self, table: Capes, skill: str, dots: tuple[int, int, int]) -> None:
        table.play("begin_learning", who="pearl", skill=skill)
        table.create("alley", "encounter")
        table.play("use_learning_skill", who="pearl", skill=skill)
        assert table.dots("pearl") == dots

    @pytest.mark.parametrize(("uses", "now"), [(1, "learning"), (2, "known")])
    def test_seven_less_knowledge_uses_make_it_ordinary(self, table: Capes, uses: int, now: str) -> None:
        table.play("begin_learning", who="pearl", skill="run")
        for number in range(uses):
            table.create(f"alley-{number}", "encounter")
            table.play("use_learning_skill", who="pearl", skill="run")
            table.play("freeform.end", what=table.ref(f"alley-{number}"))
        assert state(table, "run") == now

    @pytest.mark.rules("WD-RULING-132", "WD-OPT-15")
    def test_a_second_tap_in_one_encounter_costs_a_second_dot_and_counts(self, table: Capes) -> None:
        table.play("begin_learning", who="pearl", skill="run")
        table.create("alley", "encounter")
        table.play("use_learning_skill", who="pearl", skill="run")
        first = (table.dots("pearl"), state(table, "run"))
        table.play("use_learning_skill", who="pearl", skill="run")
        assert (first, table.dots("pearl"), state(table, "run")) == (((2, 3, 3), "learning"), (1, 3, 3), "known")

    @pytest.mark.rules("WD-RULING-132", "WD-OPT-15")
    def test_without_a_dot_left_there_is_no_further_tap(self) -> None:
        table = Capes(learning_skills=True)
        table.cape("pearl", knowledge=1)
        table.play("begin_learning", who="pearl", skill="aim")
        table.create("alley", "encounter")
        for _ in range(3):
            table.play("use_learning_skill", who="pearl", skill="aim")
        refusal = table.refusal("use_learning_skill", who="pearl", skill="aim")
        assert (table.dots("pearl"), refusal.rule) == ((0, 3, 3), "WD-OPT-06")

    @pytest.mark.rules("WD-RULING-132", "WD-OPT-15")
    def test_where_the_campaign_has_it_so_a_second_tap_is_refused(self) -> None:
        table = Capes(learning_skills=True, learning_uses="once a scene")
        table.cape("pearl", knowledge=1)
        table.play("begin_learning", who="pearl", skill="aim")
        table.create("alley", "encounter")
        table.play("use_learning_skill", who="pearl", skill="aim")
        refused = table.refusal("use_learning_skill", who="pearl", skill="aim").rule
        table.play("use_learning_skill", who="pearl", skill="aim", force=True)
        assert (refused, table.dots("pearl")) == ("WD-OPT-06", (1, 3, 3))

    def test_skills_being_learned_are_held_beside_the_others(self) -> None:
        table = Capes(learning_skills=True)
        table.cape("pearl", knowledge=1)
        for skill in ("aim", "craft"):
            table.play("grant_skill", who="pearl", skill=skill)
        table.play("begin_learning", who="pearl", skill="handy")
        assert state(table, "handy") == "learning"

    def test_there_has_to_be_room_for_one_to_become_ordinary(self) -> None:
        table = Capes(learning_skills=True)
        table.cape("pearl", knowledge=1)
        for skill in ("aim", "craft"):
            table.play("grant_skill", who="pearl", skill=skill)
        table.play("begin_learning", who="pearl", skill="handy")
        for _ in range(3):
            table.play("train", who="pearl", skill="handy", dice={"training": [6]})
        assert (state(table, "handy"), progress(table, "handy")) == ("learning", 12)


@pytest.mark.rules("WD-OPT-12")
class TestNaturalTalent:
    def trainee(self, talent: str) -> Capes:
        table = Capes(natural_talent=talent)
        table.cape("pearl", dexterity=2, wits=4)
        table.play("write_skill", title="Spot", stat="wits", tier="base")
        table.play("write_skill", title="Track", stat="wits", field="spot")
        return table

    def test_a_low_stat_gets_no_growth(self) -> None:
        assert self.trainee("none").refusal("train", who="pearl", skill="aim").rule == "WD-OPT-12"

    def test_a_low_stat_may_get_half_of_its_growth(self) -> None:
        table = self.trainee("slow")
        table.play("train", who="pearl", skill="aim")
        table.play("train", who="pearl", skill="aim", dice={"training": [6]})
        assert progress(table, "aim") == 2

    @pytest.mark.parametrize("talent", ["slow", "none"])
    def test_others_grow_as_ever(self, talent: str) -> None:
        table = self.trainee(talent)
        table.play("train", who="pearl", skill="spot")
        table.play("train", who="pearl", skill="spot", dice={"training": [6]})
        assert progress(table, "spot") == 7

    @pytest.mark.parametrize("talent", ["slow", "none"])
    def test_starting_training_goes_where_there_is_talent(self, talent: str) -> None:
        table = self.trainee(talent)
        table.play("write_skill", title="Brawl", stat="brawn", tier="base")
        args: dict[str, Any] = {"native": ["spot"], "free": ["brawl"]}
        table.play("write_skill", title="Kick", stat="brawn", field="brawl")
        assert table.refusal("take_starting_skills", who="pearl", training="kick", **args).rule == "WD-OPT-12"
        dice = {"training/1": [1], "training/2": [1]}
        table.play("take_starting_skills", who="pearl", training="track", dice=dice, **args)
        assert state(table, "track") == "learning"

    def test_natural_talent_is_an_option(self) -> None:
        table = self.trainee("off")
        table.play("train", who="pearl", skill="aim")
        table.play("train", who="pearl", skill="aim", dice={"training": [6]})
        assert progress(table, "aim") == 5
