"""The types of damage: what each does besides taking Hit Points."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.deed import BadCommand
from domain.play.refusals import Refused
from domain.vocabulary.values import DamageTaken
from systems.midnight_in_vaia.harm.damage import TYPES
from systems.midnight_in_vaia.harm.sensitivities import DamageType
from tests.games.midnight_in_vaia.suffering import Sufferers

GROUPS = {
    "physical": {"cutting", "penetrating", "ripping", "striking"},
    "elemental": {"shocking", "scorching", "freezing", "erosion"},
    "special": {"biological", "corrosive", "designer", "divine", "diabolical"},
}
OF_TYPES = [(type, group) for group, types in GROUPS.items() for type in sorted(types)]

NO_COUNTERS = [{"effect": "bleeding", "counters": 0}, {"effect": "hemorrhaging", "counters": 0}]


@pytest.fixture
def table() -> Sufferers:
    return Sufferers()


def weak(against: str, rating: int) -> dict[str, Any]:
    return {"effect": "weakness", "against": against, "rating": rating}


def resistant(against: str, rating: int) -> dict[str, Any]:
    return {"effect": "resistance", "against": against, "rating": rating}


def attack(table: Sufferers, type: str, *effects: dict[str, Any], **more: Any) -> int:
    """Vera strikes the ghoul for 4 with an ability that does damage of a type; the entry."""
    own = {"title": "Strike", "attack": {"type": type, "amount": 4, "effects": list(effects)}}
    table.play("learn", who="vera", ability="strike", own=own)
    return table.play("use", who="vera", ability="strike", target="ghoul", as_player="ana", **more)


@pytest.mark.rules("MV-TYPE-01")
class TestTypes:
    def test_there_are_thirteen_in_three_groups(self) -> None:
        assert dict(OF_TYPES) == {type: row.group for type, row in TYPES.items()}

    @pytest.mark.parametrize("type", TYPES)
    def test_each_takes_hit_points(self, table: Sufferers, type: DamageType) -> None:
        entry = table.hurt("vera", 7, type, effects=NO_COUNTERS)
        assert (table.hp("vera"), TYPES[type].rule in table.cited(entry)) == (33, True)

    @pytest.mark.parametrize(("type", "group"), OF_TYPES)
    def test_a_resistance_may_be_against_its_group(self, table: Sufferers, type: str, group: str) -> None:
        table.afflict("vera", resistant(group, 2))
        table.hurt("vera", 6, type, effects=NO_COUNTERS)
        assert table.hp("vera") == 37

    def test_there_is_no_other(self, table: Sufferers) -> None:
        with pytest.raises(BadCommand, match="sonic"):
            table.hurt("vera", 7, "sonic")

    def test_dice_come_on_top(self, table: Sufferers) -> None:
        table.hurt("vera", 2, roll="2d6", dice={"damage": [3, 4]})
        assert table.hp("vera") == 31

    def test_a_rating_is_for_those_that_have_one(self, table: Sufferers) -> None:
        assert table.refusal("inflict", who="vera", type="striking", amount=2, rating=2).rule == "MV-TYPE-01"


@pytest.mark.rules("MV-TYPE-02", "MV-RULING-05")
class TestCutting:
    def test_a_cutting_attack_causes_the_bleed_counters_that_are_stated(self, table: Sufferers) -> None:
        entry = table.hurt("vera", 4, "cutting", effects=[{"effect": "bleeding", "counters": 3}])
        assert (table.hp("vera"), table.level("vera", "bleeding")) == (36, 3)
        assert "MV-TYPE-02" in table.cited(entry)

    def test_the_story_guide_enters_bleed_counters_that_are_not_stated(self, table: Sufferers) -> None:
        entry = attack(table, "cutting")
        (question,) = table.fight("alley").questions.values()
        assert (question.key, question.owner, table.level("ghoul", "bleeding")) == (
            f"bleeding/{table.ref('ghoul')}",
            "gm",
            0,
        )
        table.play("answer", deed=entry, key="bleeding", choice="5")
        assert (table.hp("ghoul"), table.level("ghoul", "bleeding")) == (16, 5)

    def test_a_number_it_has_to_be(self, table: Sufferers) -> None:
        entry = attack(table, "cutting")
        refusal = table.refusal("answer", deed=entry, key="bleeding", choice="some")
        assert (refusal.rule, "whole number" in refusal.player) == ("MV-RULING-05", True)

    def test_a_player_does_not_enter_them(self, table: Sufferers) -> None:
        with pytest.raises(Refused, match="not yours to decide"):
            attack(table, "cutting", responses={"bleeding": "9"})


@pytest.mark.rules("MV-TYPE-03", "MV-RULING-05")
class TestPenetrating:
    def test_a_penetrating_attack_causes_the_hemorrhage_counters_that_are_stated(self, table: Sufferers) -> None:
        entry = table.hurt("vera", 4, "penetrating", effects=[{"effect": "hemorrhaging", "counters": 2}])
        assert (table.hp("vera"), table.level("vera", "hemorrhaging")) == (36, 2)
        assert "MV-TYPE-03" in table.cited(entry)

    def test_the_story_guide_enters_hemorrhage_counters_that_are_not_stated(self, table: Sufferers) -> None:
        table.hurt("vera", 4, "penetrating", responses={"hemorrhaging": "1"})
        assert (table.level("vera", "hemorrhaging"), table.level("vera", "bleeding")) == (1, 0)


@pytest.mark.rules("MV-TYPE-04", "MV-RULING-06")
class TestRipping:
    def test_ripping_damage_comes_before_that_of_the_counters(self, table: Sufferers) -> None:
        table.bleed("vera", 3)
        table.hemorrhage("vera", 1)
        entry = table.hurt("vera", 4, "ripping")
        losses = [event.amount for event in table.told(entry) if isinstance(event, DamageTaken)]
        assert (losses, table.hp("vera"), table.conditions("vera")) == ([4, 6, 5], 25, [])
        assert "MV-TYPE-04" in table.cited(entry)

    def test_without_counters_it_does_its_own_damage_only(self, table: Sufferers) -> None:
        table.hurt("vera", 4, "ripping")
        assert table.hp("vera") == 36

    def test_without_the_cut_before_it_did_less(self, table: Sufferers) -> None:
        cut, ripped = table.bleed("vera", 3), table.hurt("vera", 4, "ripping")
        assert outcomes(table.undo(cut)) == {cut: "struck", ripped: "restated"}
        assert table.hp("vera") == 36


@pytest.mark.rules("MV-TYPE-05")
class TestStriking:
    def test_striking_damage_has_no_effect_of_its_own(self, table: Sufferers) -> None:
        entry = table.hurt("vera", 4, "striking")
        assert (table.kinds(entry), table.hp("vera")) == (["DamageTaken"], 36)


@pytest.mark.rules("MV-TYPE-06", "MV-RULING-05", "MV-RULING-11")
class TestShocking:
    def test_shocking_damage_stuns_where_that_is_stated(self, table: Sufferers) -> None:
        entry = table.hurt("vera", 4, "shocking", effects=[{"effect": "stun", "die": 4}], dice={"stun": [3]})
        assert (table.hp("vera"), table.level("vera", "stunned")) == (36, 3)
        assert "MV-TYPE-06" in table.cited(entry)

    def test_shocking_damage_stuns_where_the_story_guide_says_so(self, table: Sufferers) -> None:
        table.hurt("vera", 4, "shocking")
        table.stun("vera", 2)
        assert table.level("vera", "stunned") == 2

    def test_shocking_damage_does_not_stun_by_itself(self, table: Sufferers) -> None:
        table.hurt("vera", 4, "shocking")
        assert table.conditions("vera") == []


@pytest.mark.rules("MV-TYPE-07", "MV-RULING-11")
class TestScorching:
    def test_scorching_damage_causes_agony_where_that_is_stated(self, table: Sufferers) -> None:
        entry = table.hurt("vera", 4, "scorching", effects=[{"effect": "agony", "rounds": 2}])
        assert (table.conditions("vera"), table.value("vera", "stress.check")) == (["agony"], -4)
        assert "MV-TYPE-07" in table.cited(entry)

    def test_scorching_damage_causes_no_agony_by_itself(self, table: Sufferers) -> None:
        table.hurt("vera", 4, "scorching")
        assert table.conditions("vera") == []


@pytest.mark.rules("MV-TYPE-08", "MV-RULING-11")
class TestFreezing:
    def test_freezing_damage_maims_and_slows_where_that_is_stated(self, table: Sufferers) -> None:
        effects = [{"effect": "frostbite", "limb": "arm/left"}, {"effect": "slow", "by": "1/4"}]
        entry = table.hurt("vera", 4, "freezing", effects=effects)
        assert [wound.slot for wound in table.sheet("vera").wounds.values()] == ["arm/left"]
        assert (table.value("vera", "slots.action"), "MV-TYPE-08" in table.cited(entry)) == (6, True)

    def test_freezing_damage_neither_maims_nor_slows_by_itself(self, table: Sufferers) -> None:
        table.hurt("vera", 4, "freezing")
        assert (table.conditions("vera"), table.sheet("vera").wounds) == ([], {})


@pytest.mark.rules("MV-TYPE-09", "MV-RULING-10")
class TestErosion:
    @pytest.mark.parametrize(("rating", "left"), [(1, 38), (2, 36), (10, 20)])
    def test_against_a_construct_it_is_multiplied_by_its_rating(self, table: Sufferers, rating: int, left: int) -> None:
        table.play("declare_construct", who="vera")
        entry = table.hurt("vera", 2, "erosion", rating=rating)
        assert (table.hp("vera"), "MV-TYPE-09" in table.cited(entry)) == (left, True)

    def test_against_the_living_it_is_not(self, table: Sufferers) -> None:
        table.hurt("vera", 2, "erosion", rating=10)
        assert table.hp("vera") == 38

    def test_against_an_object_it_is(self, table: Sufferers) -> None:
        table.play("set_object", what="Wall", durability=30)
        table.play("wear", thing="wall", amount=4, type="erosion", rating=5)
        assert [prop.tracks for prop in table.fight("alley").props.values()] == [{"durability": 10}]

    @pytest.mark.parametrize(("what", "armor"), [("Sabre", False), ("Coat", True)])
    def test_against_weapons_and_armor_it_is(self, table: Sufferers, what: str, armor: bool) -> None:
        table.play("give_gear", who="vera", what=what, durability=30, armor=armor)
        (name,) = table.sheet("vera").items
        table.play("wear", who="vera", item=name, amount=4, type="erosion", rating=5)
        assert [item.tracks for item in table.sheet("vera").items.values()] == [{"durability": 10}]

    def test_durability_does_not_fall_below_zero(self, table: Sufferers) -> None:
        table.play("set_object", what="Wall", durability=7)
        table.play("wear", thing="Wall", amount=4, type="erosion", rating=2)
        assert [prop.tracks for prop in table.fight("alley").props.values()] == [{"durability": 0}]

    def test_only_erosion_is_multiplied_against_things(self, table: Sufferers) -> None:
        table.play("set_object", what="Wall", durability=30)
        refusal = table.refusal("wear", thing="Wall", amount=4, type="striking", rating=5)
        assert refusal.rule == "MV-TYPE-09"

    def test_a_thing_has_to_be_there(self, table: Sufferers) -> None:
        table.play("set_object", what="Wall", durability=30)
        with pytest.raises(Refused, match="wall-"):
            table.play("wear", thing="Cart", amount=4, type="striking")

    def test_had_it_been_no_construct_it_had_not_been(self, table: Sufferers) -> None:
        made = table.play("declare_construct", who="vera")
        eroded = table.hurt("vera", 2, "erosion", rating=5)
        assert outcomes(table.undo(made)) == {made: "struck", eroded: "restated"}
        assert table.hp("vera") == 38

    def test_what_is_a_construct_may_be_taken_back(self, table: Sufferers) -> None:
        table.play("declare_construct", who="vera")
        table.play("declare_construct", who="vera", construct=False)
        table.hurt("vera", 2, "erosion", rating=5)
        assert table.hp("vera") == 38
        refusal = table.refusal("declare_construct", who="vera", construct=False)
        assert (refusal.rule, "They are no construct" in refusal.player) == ("MV-TYPE-09", True)


@pytest.mark.rules("MV-TYPE-10", "MV-RULING-12")
class TestBiological:
    def test_the_story_guide_says_how_much_of_it_this_victim_suffers(self, table: Sufferers) -> None:
        entry = attack(table, "biological")
        assert table.hp("ghoul") == 20
        answer = table.play("answer", deed=entry, key="biological", choice="1")
        assert (table.hp("ghoul"), "MV-TYPE-10" in table.cited(answer)) == (19, True)

    def test_without_another_word_all_of_it(self, table: Sufferers) -> None:
        table.play("close", deed=attack(table, "biological"))
        assert table.hp("ghoul") == 16

    def test_by_the_story_guide_s_own_word_it_is_judged_already(self, table: Sufferers) -> None:
        table.hurt("ghoul", 3, "biological")
        assert table.hp("ghoul") == 17


@pytest.mark.rules("MV-TYPE-11")
class TestCorrosive:
    def test_the_amount_done_to_a_thing_is_recorded(self, table: Sufferers) -> None:
        table.play("set_object", what="Wall", durability=90)
        entry = table.play("corrode", thing="Wall", amount=60, told="It runs like milk.")
        assert [prop.tracks for prop in table.fight("alley").props.values()] == [{"durability": 30}]
        assert "MV-TYPE-11" in table.cited(entry)

    def test_to_equipment(self, table: Sufferers) -> None:
        table.play("give_gear", who="vera", what="Sabre", durability=30)
        (name,) = table.sheet("vera").items
        table.play("corrode", who="vera", item=name, amount=25)
        assert [item.tracks for item in table.sheet("vera").items.values()] == [{"durability": 5}]

    def test_to_a_construct(self, table: Sufferers) -> None:
        table.play("declare_construct", who="ghoul")
        table.play("corrode", who="ghoul", amount=19)
        assert table.hp("ghoul") == 1


@pytest.mark.rules("MV-TYPE-12")
class TestDesignerEffects:
    def test_designer_effects_do_what_their_description_says(self, table: Sufferers) -> None:
        effects = [{"effect": "slow", "by": "1/2", "rounds": 1}]
        entry = table.play(
            "trigger_designer", who="vera", effect="Unwinding", told="It forgets.", amount=2, effects=effects
        )
        assert (table.hp("vera"), table.conditions("vera")) == (38, ["slowed"])
        assert "MV-TYPE-12" in table.cited(entry)

    def test_designer_effects_do_no_more_than_their_description_says(self, table: Sufferers) -> None:
        entry = table.play("trigger_designer", who="vera", effect="Unwinding", told="It forgets its name.")
        assert (table.kinds(entry), table.hp("vera")) == (["Noted"], 40)


@pytest.mark.rules("MV-TYPE-13", "MV-TYPE-14", "MV-RULING-10")
@pytest.mark.parametrize("type", ["divine", "diabolical"])
class TestDivineAndDiabolical:
    RULE = {"divine": "MV-TYPE-13", "diabolical": "MV-TYPE-14"}

    def test_divine_damage_is_multiplied_against_a_weakness(self, table: Sufferers, type: str) -> None:
        table.afflict("vera", weak(type, 3))
        entry = table.hurt("vera", 5, type, rating=4)
        assert (table.hp("vera"), self.RULE[type] in table.cited(entry)) == (25, True)

    def test_divine_damage_is_divided_against_a_resistance(self, table: Sufferers, type: str) -> None:
        table.afflict("vera", resistant(type, 3))
        table.hurt("vera", 5, type, rating=4)
        assert table.hp("vera") == 39

    def test_against_any_other_it_is_as_it_is(self, table: Sufferers, type: str) -> None:
        table.hurt("vera", 5, type, rating=4)
        assert table.hp("vera") == 35

    @pytest.mark.parametrize(("sensitivity", "left"), [(weak, 40 - 5 * 4), (resistant, 40 - 1)])
    def test_by_the_option_with_the_rating_of_the_attack(self, type: str, sensitivity: Any, left: int) -> None:
        table = Sufferers(divine_rating="attack")
        table.afflict("vera", sensitivity(type, 3))
        table.hurt("vera", 5, type, rating=4)
        assert table.hp("vera") == left

    def test_by_the_option_too_only_against_who_is_weak(self, type: str) -> None:
        table = Sufferers(divine_rating="attack")
        table.hurt("vera", 5, type, rating=4)
        assert table.hp("vera") == 35
