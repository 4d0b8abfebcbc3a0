"""Backgrounds, and proficiencies where the campaign has them."""

from __future__ import annotations

import pytest

from domain.vocabulary.log import Noted
from systems.weaverdice.sheet.backgrounds import SAMPLES
from tests.games.weaverdice.fighting import Alley


@pytest.fixture
def table() -> Alley:
    table = Alley()
    table.cape("pearl")
    table.foe("thug", category="generic")
    table.play("pick_background", who="pearl", name="Data Entry")
    return table


def picked(table: Alley) -> dict[str, str]:
    """Pearl's backgrounds: what they are called, by name."""
    return {name: trait.title for name, trait in table.sheet("pearl").traits.items() if trait.kind == "background"}


@pytest.mark.rules("WD-BKG-01")
class TestPicking:
    def test_two_are_picked(self, table: Alley) -> None:
        table.play("pick_background", as_player="ana", who="pearl", name="Sailing")
        assert picked(table) == {"background/data-entry": "Data Entry", "background/sailing": "Sailing"}

    @pytest.mark.rules("WD-CSK-02")
    def test_the_one_that_came_with_handy_is_none_of_them(self, table: Alley) -> None:
        table.play("grant_skill", who="pearl", skill="craft")
        table.play("grant_skill", who="pearl", skill="handy")
        table.play("learn_trade", who="pearl", field="Carpentry")
        table.play("pick_background", who="pearl", name="Sailing")
        assert len(picked(table)) == 3
        assert table.refusal("pick_background", who="pearl", name="Cooking").rule == "WD-BKG-01"

    def test_a_third_is_refused(self, table: Alley) -> None:
        table.play("pick_background", who="pearl", name="Sailing")
        assert table.refusal("pick_background", who="pearl", name="Cooking").rule == "WD-BKG-01"

    def test_unless_the_game_master_has_it_so(self, table: Alley) -> None:
        table.play("pick_background", who="pearl", name="Sailing")
        table.play("pick_background", who="pearl", name="Cooking", force=True)
        assert len(picked(table)) == 3


@pytest.mark.rules("WD-BKG-02")
class TestAtLeisure:
    def test_one_more_die_and_the_best_counts(self, table: Alley) -> None:
        entry = table.play("check", who="pearl", stat="knowledge", background="data-entry", dice={"check": [2, 5]})
        assert table.rolls(entry) == {"check": 5}

    def test_backgrounds_give_no_die_in_a_fight(self, table: Alley) -> None:
        table.begin("pearl", against=("thug",), pearl=6)
        refusal = table.refusal("check", who="pearl", stat="knowledge", background="data-entry")
        assert refusal.rule == "WD-BKG-02"

    def test_backgrounds_give_no_die_in_a_fight_that_nobody_names(self, table: Alley) -> None:
        table.begin("pearl", against=("thug",), pearl=6)
        table.encounter = None
        refusal = table.refusal("check", who="pearl", stat="knowledge", background="data-entry")
        assert refusal.rule == "WD-BKG-02"

    def test_a_game_master_can_force_it_in_a_fight(self, table: Alley) -> None:
        table.begin("pearl", against=("thug",), pearl=6)
        table.encounter = None
        args = {"who": "pearl", "stat": "knowledge", "background": "data-entry", "dice": {"check": [2, 5]}}
        assert table.rolls(table.play("check", force=True, **args)) == {"check": 5}

    def test_a_character_outside_the_fight_has_leisure(self, table: Alley) -> None:
        table.cape("ramjet")
        table.play("pick_background", who="ramjet", name="Data Entry")
        table.begin("pearl", against=("thug",), pearl=6)
        table.encounter = None
        entry = table.play("check", who="ramjet", stat="knowledge", background="data-entry", dice={"check": [2, 5]})
        assert table.rolls(entry) == {"check": 5}

    def test_the_die_takes_the_background(self, table: Alley) -> None:
        assert table.refusal("check", who="pearl", stat="wits", background="sailing").rule == "WD-BKG-02"

    def test_a_background_goes_with_a_skill(self, table: Alley) -> None:
        table.play("grant_skill", who="pearl", skill="craft")
        entry = table.play(
            "check",
            who="pearl",
            stat="dexterity",
            skill="craft",
            background="data-entry",
            dice={"check": [1, 2, 6]},
        )
        assert table.rolls(entry) == {"check": 6}


@pytest.mark.rules("WD-BKG-03")
class TestAwards:
    @pytest.fixture
    def table(self, table: Alley) -> Alley:
        table.play("pick_background", who="pearl", name="I Know French")
        return table

    def test_one_may_bring_income(self, table: Alley) -> None:
        table.play("award_background", who="pearl", background="data-entry", award="income", amount=40)
        assert table.sheet("pearl").traits["background/data-entry"].data == {"income": 40}

    def test_a_niche_one_reputation(self, table: Alley) -> None:
        table.play("award_background", who="pearl", background="i-know-french", award="reputation", amount=2)
        assert [card.provenance for card in table.sheet("pearl").cards.values()] == ["I Know French"] * 2

    def test_a_background_may_bring_morale(self, table: Alley) -> None:
        table.play("award_background", who="pearl", background="i-know-french", award="morale")
        assert table.current("pearl", "morale") == 1

    @pytest.mark.parametrize("award", ["reputation", "morale"])
    def test_a_common_one_neither(self, table: Alley, award: str) -> None:
        refusal = table.refusal("award_background", who="pearl", background="data-entry", award=award)
        assert refusal.rule == "WD-BKG-03"

    def test_a_bonus_is_written_down(self, table: Alley) -> None:
        entry = table.play("award_background", who="pearl", background="data-entry", award="bonus", why="Filed it all.")
        assert (isinstance(table.told(entry)[-1], Noted), table.cited(entry)) == (True, {"WD-BKG-03"})

    def test_an_award_takes_the_background(self, table: Alley) -> None:
        refusal = table.refusal("award_background", who="pearl", background="sailing", award="bonus")
        assert refusal.rule == "not-there"

    def test_only_the_game_master_awards_a_background(self, table: Alley) -> None:
        args = {"who": "pearl", "background": "data-entry", "award": "bonus"}
        assert table.forbidden("award_background", as_player="ana", **args)


@pytest.mark.rules("WD-BKG-04")
class TestLosingTheIdentity:
    def test_backgrounds_may_go_with_it(self, table: Alley) -> None:
        table.play("pick_background", who="pearl", name="Sailing")
        table.play("lose_identity", who="pearl", backgrounds=["data-entry"])
        assert list(picked(table)) == ["background/sailing"]

    def test_backgrounds_lost_with_the_identity_give_no_die(self, table: Alley) -> None:
        table.play("lose_identity", who="pearl", backgrounds=["data-entry"])
        assert table.refusal("check", who="pearl", stat="wits", background="data-entry").rule == "WD-BKG-02"

    def test_backgrounds_need_not_go_with_the_identity(self, table: Alley) -> None:
        table.play("lose_identity", who="pearl")
        assert list(picked(table)) == ["background/data-entry"]

    def test_the_identity_is_on_record_as_lost(self, table: Alley) -> None:
        table.play("lose_identity", who="pearl")
        assert table.sheet("pearl").traits["standing-secret-identity"].state == "bad"

    def test_what_is_not_there_is_not_lost(self, table: Alley) -> None:
        assert table.refusal("lose_identity", who="pearl", backgrounds=["sailing"]).rule == "not-there"


@pytest.mark.rules("WD-BKG-05")
class TestSamples:
    def test_the_rulebook_has_three(self) -> None:
        assert {key: sample.niche for key, sample in SAMPLES.items()} == {
            "data-entry": False,
            "i-know-french": True,
            "long-term-care": False,
        }

    def test_sample_backgrounds_are_picked_by_name(self, table: Alley) -> None:
        table.play("pick_background", who="pearl", name="long-term-care")
        assert picked(table)["background/long-term-care"] == "Long Term Care"

    def test_a_niche_one_is_marked(self, table: Alley) -> None:
        table.play("pick_background", who="pearl", name="I Know French")
        assert table.sheet("pearl").traits["background/i-know-french"].data == {"niche": True}


@pytest.mark.rules("WD-OPT-04")
class TestProficiencies:
    @pytest.fixture
    def table(self) -> Alley:
        table = Alley(proficiencies=True)
        table.cape("pearl")
        table.foe("thug", category="generic")
        table.play("pick_proficiency", as_player="ana", who="pearl", name="Computers")
        return table

    def test_one_more_die_outside_conflict(self, table: Alley) -> None:
        entry = table.play("check", who="pearl", stat="social", background="computers", dice={"check": [1, 4]})
        assert table.rolls(entry) == {"check": 4}

    def test_none_in_it(self, table: Alley) -> None:
        table.begin("pearl", against=("thug",), pearl=6)
        assert table.refusal("check", who="pearl", stat="social", background="computers").rule == "WD-OPT-04"

    def test_two_are_the_standard(self, table: Alley) -> None:
        table.play("pick_proficiency", who="pearl", name="Games")
        assert table.refusal("pick_proficiency", who="pearl", name="Films").rule == "WD-OPT-04"

    @pytest.mark.parametrize(("age", "number"), [("young", 1), ("veteran", 3)])
    def test_other_ages_have_other_numbers(self, table: Alley, age: str, number: int) -> None:
        table.play("create", name="Other", age=age)
        for field in ["Games", "Films", "Law"][:number]:
            table.play("pick_proficiency", who="other", name=field)
        assert table.refusal("pick_proficiency", who="other", name="Cars").rule == "WD-OPT-04"

    @pytest.mark.parametrize("age", ["standard", "young", "veteran"])
    def test_the_numbers_are_the_campaign_s(self, age: str) -> None:
        options = dict.fromkeys(("standard_proficiencies", "young_proficiencies", "veteran_proficiencies"), 4)
        table = Alley(proficiencies=True, **options | {f"{age}_proficiencies": 0})
        table.play("create", name="Pearl", age=age)
        assert table.refusal("pick_proficiency", who="pearl", name="Cars").rule == "WD-OPT-04"

    def test_proficiencies_come_beside_backgrounds(self, table: Alley) -> None:
        for field in ("Sailing", "Cooking"):
            table.play("pick_background", who="pearl", name=field)
        assert len(table.sheet("pearl").traits) == 3

    def test_proficiencies_are_an_option(self) -> None:
        table = Alley()
        table.cape("pearl")
        assert table.refusal("pick_proficiency", who="pearl", name="Cars").rule == "WD-OPT-04"
