"""What moderate wounds do, row by row; shock has a file of its own."""

import pytest

from tests.games.weaverdice.hurting import Arena


@pytest.fixture
def table() -> Arena:
    return Arena()


@pytest.mark.rules("WD-WFX-04")
class TestCut:
    @pytest.mark.parametrize("die", [1, 2])
    def test_one_and_two_bleed(self, table: Arena, die: int) -> None:
        table.hit("moderate", "cut", die)
        assert table.conditions("tank") == ["bleeding"]

    @pytest.mark.parametrize(("die", "part"), [(3, "arm"), (4, "leg")])
    def test_three_and_four_hurt_in_an_arm_or_a_leg(self, table: Arena, die: int, part: str) -> None:
        table.hit("moderate", "cut", die, responses={"limb/tank": f"left {part}"})
        assert table.pains() == [f"left {part}"]

    def test_which_one_can_be_said_later(self, table: Arena) -> None:
        entry = table.hit("moderate", "cut", 3)
        table.answer_late(entry, {"limb/tank": "left arm"})
        assert table.pains() == ["left arm"]

    def test_five_bleeds_and_weakens(self, table: Arena) -> None:
        table.hit("moderate", "cut", 5)
        assert (table.conditions("tank"), table.stats()) == (["bleeding"], {"brawn": 2})

    def test_until_the_bleeding_is_stopped(self, table: Arena) -> None:
        table.hit("moderate", "cut", 5)
        table.play("lift", who="tank", condition="bleeding")
        assert table.stats() == {}

    def test_six_is_a_death_sentence(self, table: Arena) -> None:
        table.hit("moderate", "cut", 6, responses={"ignore/tank": "no"})
        assert table.conditions("tank") == ["death_sentence"]


@pytest.mark.rules("WD-WFX-05")
class TestBash:
    @pytest.mark.parametrize("die", [1, 2, 3])
    def test_one_to_three_knock_back_and_down(self, table: Arena, die: int) -> None:
        entry = table.hit("moderate", "bash", die)
        assert (table.thrown(entry), table.conditions("tank")) == (10, ["knocked_down"])

    @pytest.mark.parametrize("die", [4, 5])
    def test_four_and_five_hurt_and_weaken_the_highest(self, die: int) -> None:
        table = Arena()
        table.cape("fast", athletics=4)
        table.hit("moderate", "bash", die, who="fast")
        assert (table.pains("fast"), table.stats("fast")) == (["physical"], {})

    def test_of_equal_ones_the_target_picks(self, table: Arena) -> None:
        table.hit("moderate", "bash", 4, responses={"highest/tank": "athletics"})
        assert table.stats() == {"athletics": 2}

    def test_one_that_is_not_among_the_highest_cannot_be_picked(self) -> None:
        table = Arena(guts=2)
        responses = {"highest/tank": "guts"}
        refusal = table.refusal(
            "inflict", who="tank", tier="moderate", type="bash", dice={"effect/tank": [4]}, responses=responses
        )
        assert refusal.rule == "unknown-choice"

    def test_six_hurts_in_a_limb_of_the_attacker_s_choice(self, table: Arena) -> None:
        table.hit("moderate", "bash", 6, by="lung", responses={"limb/tank": "left leg"})
        assert (table.conditions("tank"), table.pains()) == (["pain", "scarred"], ["left leg"])

    def test_the_attacker_is_asked_for_the_limb(self, table: Arena) -> None:
        table.hit("moderate", "bash", 6, by="tank", who="lung")
        (question,) = table.fight("alley").questions.values()
        assert question.owner == "ana"

    def test_pain_in_a_limb_stays_when_the_wound_is_mended(self, table: Arena) -> None:
        table.hit("moderate", "bash", 6, responses={"limb/tank": "left leg"})
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.pains() == ["left leg"]

    def test_until_the_scar_is_seen_to(self, table: Arena) -> None:
        table.hit("moderate", "bash", 6, responses={"limb/tank": "left leg"})
        table.play("tend_scar", who="tank")
        assert table.pains() == []


@pytest.mark.rules("WD-WFX-06")
class TestPierce:
    @pytest.mark.parametrize("die", [1, 2])
    def test_one_and_two_do_nothing(self, table: Arena, die: int) -> None:
        table.hit("moderate", "pierce", die)
        assert (table.wounds("tank"), table.conditions("tank")) == (["body/1: moderate"], [])

    @pytest.mark.parametrize("die", [3, 4])
    def test_three_and_four_are_one_moderate_wound_more(self, table: Arena, die: int) -> None:
        table.hit("moderate", "pierce", die)
        assert (table.wounds("tank"), table.conditions("tank")) == (["body/1: moderate", "body/2: moderate"], [])

    def test_which_may_take_the_last_slot(self, table: Arena) -> None:
        table.wounded("lesser")
        table.hit("moderate", "pierce", 3, stay=[2])
        assert table.conditions("tank") == ["unconscious"]

    def test_five_disables_a_limb_and_hurts(self, table: Arena) -> None:
        table.hit("moderate", "pierce", 5, responses={"limb/tank": "left arm"})
        assert (table.parts("disabled"), table.pains()) == (["left arm"], ["physical"])

    def test_a_hand_that_is_of_no_use_drops_what_it_held(self, table: Arena) -> None:
        table.holds("pipe")
        table.hit("moderate", "pierce", 5, responses={"limb/tank": "right arm"})
        assert table.where("pipe") == "ground"

    def test_a_useless_hand_lasts_as_long_as_the_wound(self, table: Arena) -> None:
        table.hit("moderate", "pierce", 5, responses={"limb/tank": "left arm"})
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.conditions("tank") == []

    def test_six_is_a_headshot(self, table: Arena) -> None:
        table.hit("moderate", "pierce", 6, responses={"ignore/tank": "no"})
        assert table.conditions("tank") == ["dying"]

    def test_recovery_leaves_it_at_a_fall(self, table: Arena) -> None:
        table.hit("moderate", "pierce", 6, responses={"ignore/tank": "yes"})
        assert (table.conditions("tank"), table.dots("tank")) == (["knocked_down"], (3, 3, 2))

    def test_a_helmet_does_so_for_nothing(self, table: Arena) -> None:
        table.wears("bascinet", helmet=True)
        table.hit("moderate", "pierce", 6)
        assert (table.conditions("tank"), table.dots("tank")) == (["knocked_down"], (3, 3, 3))


@pytest.mark.rules("WD-WFX-14", "WD-RULING-105")
class TestRend:
    @pytest.mark.parametrize("die", [1, 2, 3])
    def test_the_target_picks_as_many_as_were_rolled(self, table: Arena, die: int) -> None:
        responses = {"pick/tank": "pain", "pick/tank/2": "bleeding", "pick/tank/3": "scarring"}
        table.hit("moderate", "rend", die, responses=dict(list(responses.items())[:die]))
        assert len(table.conditions("tank")) == die

    def test_four_are_all_there_is(self, table: Arena) -> None:
        responses = {
            "pick/tank": "pain",
            "pick/tank/2": "bleeding",
            "pick/tank/3": "scarring",
            "pick/tank/4": "-2 to a physical stat",
            "torn/tank": "dexterity",
        }
        table.hit("moderate", "rend", 4, responses=responses)
        assert (table.conditions("tank"), table.stats()) == (
            ["bleeding", "pain", "scarred", "scarred"],
            {"dexterity": 1},
        )

    def test_half_of_what_a_stat_loses_is_scarring(self, table: Arena) -> None:
        table.hit("moderate", "rend", 1, responses={"pick/tank": "-2 to a physical stat", "torn/tank": "brawn"})
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.stats() == {"brawn": 2}

    def test_which_comes_back_with_care_for_the_scar(self, table: Arena) -> None:
        table.hit("moderate", "rend", 1, responses={"pick/tank": "-2 to a physical stat", "torn/tank": "brawn"})
        table.play("mend_wound", who="tank", wound="body/1")
        table.play("tend_scar", who="tank")
        assert table.stats() == {}

    def test_a_stat_may_be_picked_again(self, table: Arena) -> None:
        loss = "-2 to a physical stat"
        responses = {"pick/tank": loss, "pick/tank/2": loss, "torn/tank": "brawn", "torn/tank/2": "athletics"}
        table.hit("moderate", "rend", 2, responses=responses)
        assert table.stats() == {"athletics": 1, "brawn": 1}

    @pytest.mark.parametrize("pick", ["pain", "bleeding", "scarring"])
    def test_anything_else_only_once(self, table: Arena, pick: str) -> None:
        responses = {"pick/tank": pick, "pick/tank/2": pick}
        refusal = table.refusal(
            "inflict", who="tank", tier="moderate", type="rend", dice={"effect/tank": [2]}, responses=responses
        )
        assert refusal.rule == "unknown-choice"

    @pytest.mark.rules("WD-RULING-35")
    def test_only_a_physical_stat_is_torn(self, table: Arena) -> None:
        responses = {"pick/tank": "-2 to a physical stat", "torn/tank": "wits"}
        refusal = table.refusal(
            "inflict", who="tank", tier="moderate", type="rend", dice={"effect/tank": [1]}, responses=responses
        )
        assert refusal.rule == "unknown-choice"

    @pytest.mark.rules("WD-RULING-36")
    def test_no_stat_falls_below_nothing(self, table: Arena) -> None:
        table.cape("weak", brawn=1)
        table.hit(
            "moderate", "rend", 1, who="weak", responses={"pick/weak": "-2 to a physical stat", "torn/weak": "brawn"}
        )
        assert table.value("weak", "attributes.brawn") == 0

    @pytest.mark.parametrize("die", [5, 6])
    def test_five_and_six_cost_a_piece_that_the_attacker_named(self, table: Arena, die: int) -> None:
        for space, what in enumerate(("coat", "mask", "gloves"), start=1):
            table.wears(what, space, belt=1)
        coat, gloves, mask = sorted(table.sheet("tank").items)
        responses = {"name-piece/tank": mask, "name-piece/tank/2": coat, "lose-piece/tank": coat}
        table.hit("moderate", "rend", die, responses=responses)
        assert sorted(table.sheet("tank").items) == [gloves, mask]

    def test_of_one_piece_there_is_no_choice(self, table: Arena) -> None:
        table.wears("coat", belt=1)
        table.hit("moderate", "rend", 5)
        assert not table.sheet("tank").items

    def test_who_wears_none_loses_none(self, table: Arena) -> None:
        table.hit("moderate", "rend", 6)
        assert table.wounds("tank") == ["body/1: moderate"]


@pytest.mark.rules("WD-WFX-15")
class TestBurn:
    @pytest.mark.rules("WD-RULING-103")
    def test_coverage_makes_the_effect_a_lesser_one(self, table: Arena) -> None:
        table.wears("suit", coverage=True)
        table.hit("moderate", "burn", 3)
        assert table.wounds("tank") == ["body/1: moderate", "body/2: lesser"]

    @pytest.mark.rules("WD-RULING-103")
    def test_coverage_counts_only_once(self, table: Arena) -> None:
        table.wears("suit", coverage=True)
        table.hit("moderate", "burn", 4)
        assert table.conditions("tank") == ["scarred"]

    @pytest.mark.parametrize("die", [1, 2])
    def test_one_and_two_damage_gear(self, table: Arena, die: int) -> None:
        table.wears("bascinet", helmet=True)
        table.hit("moderate", "burn", die)
        table.hit("moderate", "pierce", 6, responses={"ignore/tank": "no"})
        assert table.conditions("tank") == ["dying"]

    @pytest.mark.parametrize("die", [3, 4])
    def test_three_and_four_scar_hurt_and_wound_for_a_while(self, table: Arena, die: int) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("moderate", "burn", die)
        before = table.wounds("tank")
        table.play("rest", who="tank")
        assert table.conditions("tank") == ["pain", "scarred"]
        assert (before, table.wounds("tank")) == (["body/1: moderate", "body/2: lesser"], ["body/1: moderate"])

    @pytest.mark.parametrize("die", [5, 6])
    @pytest.mark.rules("WD-RULING-119")
    def test_five_and_six_wound_at_the_end_of_every_turn(self, table: Arena, die: int) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("moderate", "burn", die)
        table.next()
        assert table.wounds("tank") == ["body/1: moderate", "body/2: lesser"]

    def test_until_they_rest(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("moderate", "burn", 5)
        table.play("rest", who="tank")
        table.next()
        assert table.wounds("tank") == ["body/1: moderate"]

    @pytest.mark.rules("WD-RULING-119")
    def test_as_an_option_those_wounds_are_of_the_burn_s_tier(self) -> None:
        table = Arena(unnamed_wounds="same")
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("moderate", "burn", 5)
        table.next()
        assert table.wounds("tank") == ["body/1: moderate", "body/2: moderate"]

    @pytest.mark.rules("WD-RULING-119")
    def test_a_temporary_wound_may_be_of_the_burn_s_tier(self) -> None:
        table = Arena(unnamed_wounds="same")
        table.hit("moderate", "burn", 3)
        assert table.wounds("tank") == ["body/1: moderate", "body/2: moderate"]
