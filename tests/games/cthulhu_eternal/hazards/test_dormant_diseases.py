"""Diseases that persist: they subside, and may come back."""

import pytest

from tests.games.cthulhu_eternal.harming import HIGH, LOW
from tests.games.cthulhu_eternal.illness import Infirmary

MONTH = 30


def with_hiv(table: Infirmary) -> Infirmary:
    """Edith has HIV, which has taken 4 of her 10 Hit Points."""
    table.infect("HIV/AIDS", 1)
    table.interval(HIGH, 4, then=1, days=MONTH)
    return table


@pytest.fixture
def dormant() -> Infirmary:
    """It has subsided, and taken 1 more: 5 are left. The next test against it was 2 months away."""
    table = with_hiv(Infirmary())
    table.interval(LOW, 2, days=MONTH)
    return table


@pytest.mark.rules("CE-DIS-08")
class TestSubsiding:
    def test_a_success_does_not_end_it(self, dormant: Infirmary) -> None:
        assert (dormant.ailments(), dormant.hp("edith")) == ({"HIV/AIDS": "dormant"}, 5)

    def test_no_test_comes_any_more(self, dormant: Infirmary) -> None:
        dormant.waits(days=20 * MONTH)
        assert (dormant.ailments(), dormant.hp("edith")) == ({"HIV/AIDS": "dormant"}, 5)

    @pytest.mark.rules("CE-RULING-33")
    def test_what_was_lost_comes_back_by_healing(self, dormant: Infirmary) -> None:
        dormant.play("rest", who="edith")
        dormant.play("recuperate", who="edith", dice={"recuperation": [LOW]})
        assert dormant.hp("edith") == 6

    @pytest.mark.rules("CE-RULING-33")
    def test_as_an_option_it_is_back_at_once(self) -> None:
        table = with_hiv(Infirmary({"persistent_recovery": "instant"}))
        table.hurt(1)
        table.interval(LOW, 2, days=MONTH)
        assert table.hp("edith") == 9

    def test_antivirals_hold_it(self) -> None:
        table = with_hiv(Infirmary())
        entry = table.play("end_disease", who="edith", disease="HIV/AIDS", because="antivirals")
        assert (table.ailments(), table.conditions("edith")) == ({"HIV/AIDS": "dormant"}, [])
        assert "CE-DIS-08" in table.cited(entry)

    def test_any_disease_may_be_said_to_persist(self) -> None:
        table = Infirmary()
        table.infect("plague", 1, persistent=True)
        table.interval(LOW, 2, days=1)
        assert table.ailments() == {"Plague": "dormant"}


@pytest.mark.rules("CE-DIS-09", "CE-RULING-33")
class TestWhenBadlyHurt:
    def hurt(self, table: Infirmary, amount: int, roll: int, speed: int = 0) -> int:
        """Edith is hurt; what the test against resurgence showed, and the dice of its interval."""
        dice = {"resurgence/edith": [roll], **({"speed/edith": [speed]} if speed else {})}
        return table.hurt(amount, dice={**dice, "injury/edith": [LOW]})

    def test_a_loss_of_more_than_half_calls_for_a_con_x5_test(self, dormant: Infirmary) -> None:
        entry = self.hurt(dormant, 3, 50)
        assert (dormant.target(entry), dormant.ailments()) == (50, {"HIV/AIDS": "dormant"})

    def test_a_loss_of_less_does_not(self, dormant: Infirmary) -> None:
        dormant.hurt(2)
        assert dormant.ailments() == {"HIV/AIDS": "dormant"}

    def test_a_loss_of_just_half_does_not(self, dormant: Infirmary) -> None:
        dormant.hurt(1)
        dormant.hurt(2)
        assert (dormant.hp("edith"), dormant.ailments()) == (2, {"HIV/AIDS": "dormant"})

    def test_what_counts_is_a_single_loss(self, dormant: Infirmary) -> None:
        dormant.hurt(1)
        dormant.hurt(1)
        assert dormant.ailments() == {"HIV/AIDS": "dormant"}

    def test_failed_it_runs_its_course_anew(self, dormant: Infirmary) -> None:
        entry = self.hurt(dormant, 3, 51, speed=1)
        assert (dormant.ailments(), "CE-DIS-09" in dormant.cited(entry)) == ({"HIV/AIDS": "incubating"}, True)
        dormant.interval(LOW, 1, days=MONTH, dice={"injury/edith": LOW})
        assert (dormant.hp("edith"), dormant.ailments()) == (1, {"HIV/AIDS": "dormant"})

    def test_the_dead_make_no_test(self, dormant: Infirmary) -> None:
        dormant.hurt(5)
        assert dormant.conditions("edith") == ["dead"]

    def test_while_it_is_at_work_there_is_no_test(self) -> None:
        table = with_hiv(Infirmary())
        table.hurt(4)
        assert table.ailments() == {"HIV/AIDS": "active"}

    def test_hospital_helps_here_too(self, dormant: Infirmary) -> None:
        dormant.play("admit", who="edith")
        assert dormant.target(self.hurt(dormant, 3, 70)) == 70

    def test_had_it_never_subsided_the_wound_wakes_nothing(self) -> None:
        table = with_hiv(Infirmary())
        subsided = table.interval(LOW, 2, days=MONTH)
        self.hurt(table, 3, 51, speed=1)
        table.undo(subsided)
        assert table.ailments() == {"HIV/AIDS": "active"}


@pytest.mark.rules("CE-POIS-09", "CE-RULING-32")
class TestALateRemedy:
    """Edith has a plague that persists; antibiotics that came late have halved what it did, until it subsided."""

    @pytest.fixture
    def subsided(self) -> Infirmary:
        table = Infirmary()
        table.give("antibiotics", 2)
        table.infect("plague", 1, persistent=True)
        table.interval(HIGH, 1, then=1, days=1)
        self.remedy(table)
        table.interval(LOW, 1, days=1)
        table.hurt(5, dice={"resurgence/edith": [HIGH], "speed/edith": [1]})
        return table

    def remedy(self, table: Infirmary) -> int:
        dice = {"antidote/edith": [LOW]}
        return table.play("give_antidote", who="doctor", patient="edith", ailment="plague", dice=dice)

    def test_a_late_remedy_halves_nothing_of_the_course_that_begins_anew(self, subsided: Infirmary) -> None:
        before = subsided.hp("edith")
        subsided.interval(HIGH, 2, then=1, days=1, dice={"injury/edith": LOW})
        assert before - subsided.hp("edith") == 2

    @pytest.mark.rules("CE-POIS-08", "CE-DIS-08")
    def test_bug_in_time_a_remedy_lets_what_came_back_subside_and_ends_it_not(self, subsided: Infirmary) -> None:
        entry = self.remedy(subsided)
        before = subsided.hp("edith")
        subsided.waits(days=1)
        assert (subsided.ailments(), subsided.hp("edith") - before) == ({"Plague": "dormant"}, 0)
        assert {"CE-POIS-08", "CE-DIS-08"} <= subsided.cited(entry)

    @pytest.mark.rules("CE-DIS-08")
    def test_bug_no_dose_is_wasted_on_what_has_subsided(self) -> None:
        table = Infirmary()
        table.give("antibiotics")
        table.infect("plague", 1, persistent=True)
        table.interval(LOW, 1, days=1)
        assert table.refusal("give_antidote", who="doctor", patient="edith", ailment="plague").rule == "CE-DIS-08"

    def test_the_course_that_begins_anew_has_a_late_remedy_of_its_own(self, subsided: Infirmary) -> None:
        subsided.play("freeform.gain", target="edith", track="hp", amount=5)
        subsided.interval(HIGH, 1, then=1, days=1)
        self.remedy(subsided)
        assert subsided.doses() == 0


@pytest.mark.rules("CE-DIS-09")
class TestAnotherAilment:
    def test_a_poison_that_takes_effect_calls_for_the_test(self, dormant: Infirmary) -> None:
        dormant.poison()
        dormant.works(11, 33, dice={"resurgence/edith": HIGH, "speed/edith": 6})
        assert dormant.ailments() == {"HIV/AIDS": "incubating"}

    def test_a_poison_does_not_stir_a_dormant_disease_before_it_takes_effect(self, dormant: Infirmary) -> None:
        dormant.poison()
        dormant.waits(hours=1)
        assert dormant.ailments() == {"Arsenic": "incubating", "HIV/AIDS": "dormant"}

    def test_one_that_was_made_harmless_does_not(self, dormant: Infirmary) -> None:
        dormant.give("spider venom antidote")
        dormant.poison("spider venom")
        dice = {"antidote/edith": [LOW]}
        dormant.play("give_antidote", who="doctor", patient="edith", ailment="spider venom", dice=dice)
        dormant.waits(hours=3)
        assert dormant.ailments() == {"HIV/AIDS": "dormant"}

    def test_a_disease_does_when_it_breaks_out(self, dormant: Infirmary) -> None:
        dormant.infect("plague", 1)
        dormant.interval(HIGH, 1, then=2, days=1, dice={"resurgence/edith": LOW})
        assert dormant.ailments() == {"HIV/AIDS": "dormant", "Plague": "active"}

    def test_the_intervals_of_a_disease_do_not_stir_a_dormant_one(self, dormant: Infirmary) -> None:
        dormant.infect("plague", 1)
        dormant.interval(HIGH, 1, then=1, days=1, dice={"resurgence/edith": LOW})
        dormant.interval(LOW, 1, days=1)
        assert dormant.ailments() == {"HIV/AIDS": "dormant"}
