"""Treatment, rest, and complications."""

from typing import Any

import pytest

from domain.history.plan import RevisionRefused
from systems.cthulhu_eternal.harm.healing import BARRED
from tests.games.cthulhu_eternal.harming import HIGH, LOW, Ward


@pytest.fixture
def table() -> Ward:
    """Edith has lost 5 of her 10 Hit Points and is in a hospital; the doctor has 50% in Medicine and Surgery."""
    table = Ward()
    table.hurt(5)
    table.play("admit", who="edith")
    return table


def treated(table: Ward, roll: int, *dice: int, patient: str = "edith", **more: Any) -> int:
    """The doctor treats Edith by Medicine, unless it is another character or by Surgery."""
    label = f"treated-fumble/{patient}" if roll > 50 else f"treated/{patient}"
    given = {"treatment": [roll], **({label: list(dice)} if dice else {})}
    return table.play("treat", as_player="ana", who="doctor", patient=patient, dice=given, **more)


@pytest.mark.rules("CE-HEAL-08")
class TestTheRightPlace:
    def test_without_it_there_is_no_treatment(self, table: Ward) -> None:
        table.play("discharge", who="edith")
        assert table.refusal("treat", who="doctor", patient="edith").rule == "CE-HEAL-08"

    def test_with_it_there_is(self, table: Ward) -> None:
        treated(table, LOW, 2)
        assert table.hp("edith") == 7

    def test_who_is_in_nobodys_care_is_not_discharged(self, table: Ward) -> None:
        assert "care" in str(table.refusal("discharge", who="doctor"))

    def test_when_the_admission_is_struck_so_is_the_treatment(self) -> None:
        table = Ward()
        table.hurt(5)
        admitted = table.play("admit", who="edith")
        given = treated(table, LOW, 2)
        with pytest.raises(RevisionRefused, match=str(given)):
            table.undo(admitted)


@pytest.mark.rules("CE-HEAL-09")
class TestTheDoctor:
    @pytest.mark.parametrize("skill", ["surgery", "medicine"])
    def test_tests_surgery_or_medicine(self, table: Ward, skill: str) -> None:
        table.person("expert")
        table.play("enter_skills", who="expert", skills={skill: 70})
        entry = table.play(
            "treat", who="expert", patient="edith", skill=skill, dice={"treatment": [LOW], "treated/edith": [1]}
        )
        assert table.target(entry) == 70

    def test_knows_something_of_it(self, table: Ward) -> None:
        table.person("layman", surgery=0)
        assert table.refusal("treat", who="layman", patient="edith", skill="surgery").rule == "CE-HEAL-09"

    def test_has_to_be_able_to_act(self, table: Ward) -> None:
        table.struck(stuns=True, who="doctor")
        assert table.refusal("treat", who="doctor", patient="edith").rule == "CE-DMG-04"


@pytest.mark.rules("CE-HEAL-09", "CE-RULING-18")
class TestOnceAWeek:
    def test_treatment_is_given_once_a_week_whatever_came_of_it(self, table: Ward) -> None:
        treated(table, HIGH)
        assert table.refusal("treat", who="doctor", patient="edith").rule == "CE-HEAL-09"

    def test_7_full_days_later_it_is_possible_again(self, table: Ward) -> None:
        treated(table, HIGH)
        table.days(7)
        treated(table, LOW, 1)
        assert table.hp("edith") == 6

    def test_a_second_before_it_is_not(self, table: Ward) -> None:
        treated(table, HIGH)
        table.play("freeform.advance_clock", seconds=7 * 86_400 - 1)
        assert table.refusal("treat", who="doctor", patient="edith").rule == "CE-HEAL-09"

    def test_the_week_is_the_patients(self, table: Ward) -> None:
        table.hurt(3, who="ghoul")
        table.play("admit", who="ghoul")
        treated(table, HIGH)
        treated(table, LOW, 1, patient="ghoul")
        assert table.hp("ghoul") == 8

    def test_another_doctor_is_no_way_round_it(self, table: Ward) -> None:
        treated(table, HIGH)
        assert table.refusal("treat", who="ghoul", patient="edith").rule == "CE-HEAL-09"

    def test_as_an_option_the_week_is_the_doctors(self) -> None:
        table = Ward({"treatment_limit": "doctor"})
        for who in ("edith", "ghoul"):
            table.hurt(3, who=who)
            table.play("admit", who=who)
        treated(table, HIGH)
        assert table.refusal("treat", who="doctor", patient="ghoul").rule == "CE-HEAL-09"

    def test_undone_it_is_possible(self, table: Ward) -> None:
        table.undo(treated(table, HIGH))
        treated(table, LOW, 1)
        assert table.hp("edith") == 6

    def test_when_the_first_treatment_is_struck_the_second_stays(self, table: Ward) -> None:
        first = treated(table, HIGH)
        table.days(7)
        treated(table, LOW, 1)
        table.undo(first)
        assert table.hp("edith") == 6


@pytest.mark.rules("CE-HEAL-10")
class TestWhatTreatmentDoes:
    def test_a_success_restores_1d4(self, table: Ward) -> None:
        treated(table, 50, 3)
        assert table.hp("edith") == 8

    def test_a_critical_twice_as_many(self, table: Ward) -> None:
        treated(table, 33, 2)
        assert table.hp("edith") == 9

    def test_a_failure_nothing(self, table: Ward) -> None:
        treated(table, 51)
        assert table.hp("edith") == 5

    def test_a_fumble_costs_1d4(self, table: Ward) -> None:
        treated(table, 88, 2)
        assert table.hp("edith") == 3

    def test_the_unhurt_need_none(self, table: Ward) -> None:
        table.play("admit", who="doctor")
        assert table.refusal("treat", who="doctor", patient="doctor").rule == "CE-HEAL-10"


@pytest.mark.rules("CE-HEAL-11")
class TestPoorTools:
    def test_take_from_the_test_what_the_game_master_says(self, table: Ward) -> None:
        table.play("admit", who="edith", penalty=20, because="a field kit")
        entry = treated(table, 30, 2)
        assert table.target(entry) == 30
        assert "CE-HEAL-11" in table.cited(entry)

    def test_without_them_nothing_is_taken(self, table: Ward) -> None:
        assert table.target(treated(table, LOW, 2)) == 50

    def test_are_on_record(self, table: Ward) -> None:
        entry = table.play("admit", who="edith", penalty=20)
        assert "CE-HEAL-11" in table.cited(entry)


@pytest.fixture
def resting() -> Ward:
    """Edith has lost 5 of her 10 Hit Points and rests in safety."""
    table = Ward()
    table.hurt(5)
    table.play("rest", who="edith")
    return table


def recuperated(table: Ward, roll: int, *dice: int) -> int:
    """Edith's body mends itself, by CON x5 = 50%."""
    given = {"recuperation": [roll], **({"recuperated/edith": list(dice)} if dice else {})}
    return table.play("recuperate", as_player="ana", who="edith", dice=given)


@pytest.mark.rules("CE-HEAL-12")
class TestRecuperation:
    def test_a_con_x5_test_gives_1_back(self, resting: Ward) -> None:
        assert resting.target(recuperated(resting, 50)) == 50
        assert resting.hp("edith") == 6

    def test_takes_safety_food_and_water(self, resting: Ward) -> None:
        resting.play("stop_resting", who="edith")
        assert resting.refusal("recuperate", who="edith").rule == "CE-HEAL-12"

    def test_once_a_day(self, resting: Ward) -> None:
        recuperated(resting, HIGH)
        resting.hours(23)
        assert resting.refusal("recuperate", who="edith").rule == "CE-HEAL-12"

    def test_a_day_later_again(self, resting: Ward) -> None:
        recuperated(resting, LOW)
        resting.hours(24)
        recuperated(resting, LOW)
        assert resting.hp("edith") == 7

    def test_on_top_of_treatment(self, table: Ward) -> None:
        table.play("rest", who="edith")
        treated(table, LOW, 2)
        recuperated(table, LOW)
        assert table.hp("edith") == 8

    def test_the_unhurt_need_none(self, resting: Ward) -> None:
        resting.play("rest", who="doctor")
        assert resting.refusal("recuperate", who="doctor").rule == "CE-HEAL-12"

    def test_who_rests_already_does_not_begin_to(self, resting: Ward) -> None:
        assert resting.refusal("rest", who="edith").rule == "CE-HEAL-12"

    def test_who_does_not_rest_does_not_stop(self, resting: Ward) -> None:
        assert "not resting" in str(resting.refusal("stop_resting", who="doctor"))


@pytest.mark.rules("CE-HEAL-13")
class TestHowItTurnsOut:
    @pytest.mark.parametrize("rolled", [1, 4])
    def test_a_critical_restores_1d4_instead(self, resting: Ward, rolled: int) -> None:
        recuperated(resting, 11, rolled)
        assert resting.hp("edith") == 5 + rolled

    def test_a_failure_does_nothing(self, resting: Ward) -> None:
        recuperated(resting, 51)
        assert resting.hp("edith") == 5

    def test_a_fumble_costs_1(self, resting: Ward) -> None:
        recuperated(resting, 55)
        assert resting.hp("edith") == 4


@pytest.mark.rules("CE-HEAL-12", "CE-RULING-20")
class TestRestWhileHealingIsBarred:
    @pytest.mark.parametrize(("roll", "left"), [(LOW, 5), (HIGH, 5), (99, 4)])
    def test_heals_nothing_but_a_fumble_still_costs(self, resting: Ward, roll: int, left: int) -> None:
        resting.suffer("edith", BARRED)
        recuperated(resting, roll)
        assert resting.hp("edith") == left


def strained(table: Ward, of: str, *dice: int, roll: int = LOW) -> int:
    """Edith makes a test; its complication, if there is one, shows the dice."""
    given = {"attempt": [roll], **({"complications/edith": list(dice)} if dice else {})}
    return table.play("attempt", who="edith", of=of, dice=given)


@pytest.mark.rules("CE-HEAL-14")
class TestComplications:
    @pytest.mark.parametrize("of", ["str", "dex", "athletics", "dodge", "melee weapons", "unarmed combat"])
    def test_strenuous_activity_costs_1d4(self, table: Ward, of: str) -> None:
        treated(table, HIGH)
        strained(table, of, 2)
        assert table.hp("edith") == 3

    @pytest.mark.rules("CE-RULING-19")
    @pytest.mark.parametrize("of", ["con", "int", "pow", "firearms", "first aid"])
    def test_other_activity_does_not(self, table: Ward, of: str) -> None:
        treated(table, HIGH)
        strained(table, of)
        assert table.hp("edith") == 5

    @pytest.mark.parametrize("roll", [LOW, HIGH])
    def test_whether_it_succeeds_or_fails(self, table: Ward, roll: int) -> None:
        treated(table, HIGH)
        strained(table, "str", 1, roll=roll)
        assert table.hp("edith") == 4

    def test_each_time(self, table: Ward) -> None:
        treated(table, HIGH)
        strained(table, "str", 1)
        strained(table, "dex", 1)
        assert table.hp("edith") == 3

    @pytest.mark.rules("CE-RULING-19")
    def test_the_test_is_rolled_first(self, table: Ward) -> None:
        treated(table, HIGH)
        assert list(table.rolls(strained(table, "str", 2))) == ["attempt", "complications"]

    def test_no_complications_come_before_any_treatment(self, table: Ward) -> None:
        strained(table, "str")
        assert table.hp("edith") == 5

    @pytest.mark.rules("CE-RULING-19")
    def test_first_aid_does_not_make_them_possible(self, table: Ward) -> None:
        table.play("first_aid", who="doctor", patient="edith", dice={"first-aid": [HIGH]})
        strained(table, "str")
        assert table.hp("edith") == 5

    @pytest.mark.rules("CE-RULING-19")
    def test_as_an_option_it_does(self) -> None:
        table = Ward({"complications_after": "any care"})
        table.hurt(5)
        table.play("first_aid", who="doctor", patient="edith", dice={"first-aid": [HIGH]})
        strained(table, "str", 2)
        assert table.hp("edith") == 3

    @pytest.mark.rules("CE-RULING-19")
    def test_a_campaign_may_count_other_skills_as_physical(self) -> None:
        table = Ward({"physical_skills": "Firearms, Swim"})
        table.hurt(5)
        table.play("admit", who="edith")
        treated(table, HIGH)
        strained(table, "firearms", 2)
        assert table.hp("edith") == 3

    def test_complications_may_kill(self, table: Ward) -> None:
        treated(table, 66, 2)
        strained(table, "str", 4)
        assert table.conditions("edith") == ["dead", "in_care"]

    def test_without_the_treatment_the_dice_are_not_needed(self, table: Ward) -> None:
        treatment = treated(table, HIGH)
        strained(table, "str", 2)
        table.undo(treatment)
        assert table.hp("edith") == 5


@pytest.mark.rules("CE-HEAL-15")
class TestTheEndOfComplications:
    def test_comes_with_the_last_hit_point(self, table: Ward) -> None:
        treated(table, LOW, 4)
        assert "complications" in table.conditions("edith")
        table.play("rest", who="edith")
        recuperated(table, LOW)
        assert "complications" not in table.conditions("edith")

    def test_complications_last_until_the_last_hit_point_is_back(self, table: Ward) -> None:
        treated(table, LOW, 4)
        strained(table, "str", 1)
        assert table.hp("edith") == 8

    def test_after_it_strain_is_harmless(self, table: Ward) -> None:
        table.play("first_aid", who="doctor", patient="edith", dice={"first-aid": [LOW], "stabilization/edith": [4]})
        treated(table, LOW, 4)
        strained(table, "str")
        assert table.hp("edith") == 10

    def test_a_new_wound_does_not_bring_them_back(self, table: Ward) -> None:
        table.play("first_aid", who="doctor", patient="edith", dice={"first-aid": [LOW], "stabilization/edith": [4]})
        treated(table, LOW, 4)
        table.hurt(2)
        strained(table, "str")
        assert table.hp("edith") == 8
