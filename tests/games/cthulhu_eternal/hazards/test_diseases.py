"""Diseases: interval after interval, until a CON test succeeds."""

from typing import Any

import pytest

from api.testing.table import outcomes
from systems.cthulhu_eternal.hazards.diseases import DISEASES
from tests.games.cthulhu_eternal.harming import HIGH, LOW
from tests.games.cthulhu_eternal.illness import Infirmary

ROWS = [
    ("Bacterial meningitis", "1d4", -40, "days", "airborne", "antibiotics", False),
    ("Bacterial pneumonia", "1d6", 0, "days", "inhalation", "antibiotics", False),
    ("COVID-19", "1d6", -20, "days", "inhalation", "", False),
    ("Gangrene", "1d4", -20, "days", "dirty wounds", "antibiotics", False),
    ("Plague", "1d6", 0, "days", "flea bite (bubonic) or inhalation (pneumonic)", "antibiotics", False),
    ("HIV/AIDS", "1d6", 0, "months", "injection or unprotected sex", "", True),
    ("Ebola virus", "1d6", -40, "days", "contact with infected meat, bodies or blood", "", False),
]


@pytest.fixture
def table() -> Infirmary:
    """Edith has caught the plague; the first test comes in 3 days."""
    table = Infirmary()
    table.infect()
    return table


@pytest.mark.rules("CE-DIS-01")
class TestASuccess:
    @pytest.mark.parametrize(("harm", "left"), [(4, 8), (5, 7), (1, 9)])
    def test_halves_the_damage(self, table: Infirmary, harm: int, left: int) -> None:
        table.interval(50, harm)
        assert table.hp("edith") == left

    def test_ends_the_disease(self, table: Infirmary) -> None:
        table.interval(50, 4)
        table.waits(days=30)
        assert (table.hp("edith"), table.ailments()) == (8, {})

    def test_a_critical_is_no_more_than_that(self, table: Infirmary) -> None:
        table.interval(11, 4)
        assert table.hp("edith") == 8

    def test_comes_at_the_end_of_the_interval(self, table: Infirmary) -> None:
        table.waits(seconds=3 * 86_400 - 1)
        assert (table.hp("edith"), table.ailments()) == (10, {"Plague": "incubating"})

    @pytest.mark.rules("CE-RULING-29")
    def test_armor_is_of_no_use(self, table: Infirmary) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        table.interval(50, 4)
        assert table.hp("edith") == 8

    def test_is_cited(self, table: Infirmary) -> None:
        assert "CE-DIS-01" in table.cited(table.interval(50, 4))


@pytest.mark.rules("CE-DIS-02")
class TestAFailure:
    def test_costs_all_of_the_damage(self, table: Infirmary) -> None:
        table.interval(51, 4, then=2)
        assert table.hp("edith") == 6

    def test_is_followed_by_another_interval(self, table: Infirmary) -> None:
        table.interval(51, 4, then=2)
        table.waits(days=1)
        assert (table.hp("edith"), table.ailments()) == (6, {"Plague": "active"})
        table.interval(LOW, 3, days=1)
        assert (table.hp("edith"), table.ailments()) == (4, {})

    def test_each_failed_interval_is_followed_by_another(self, table: Infirmary) -> None:
        for _ in range(3):
            table.interval(HIGH, 2, then=3)
        assert (table.hp("edith"), table.ailments()) == (4, {"Plague": "active"})

    def test_several_intervals_pass_in_one_go(self, table: Infirmary) -> None:
        second = {"disease/edith/2": LOW, "disease-damage/edith/2": 3}
        table.waits(days=9, dice={"disease/edith": HIGH, "disease-damage/edith": 4, "speed/edith": 2, **second})
        assert (table.hp("edith"), table.ailments()) == (4, {})

    def test_nobody_has_the_same_disease_twice(self, table: Infirmary) -> None:
        assert table.refusal("infect", who="edith", disease="plague").rule == "CE-DIS-02"

    def test_a_disease_may_kill_and_ends_with_the_dead(self, table: Infirmary) -> None:
        table.hurt(5)
        table.interval(HIGH, 5, then=1)
        table.waits(days=1)
        assert (table.conditions("edith"), table.ailments()) == (["dead"], {})

    def test_struck_it_takes_the_later_ones_with_it(self, table: Infirmary) -> None:
        first = table.interval(HIGH, 4, then=3)
        second = table.interval(LOW, 3)
        plan = table.undo(first)
        assert outcomes(plan)[second] == "restated"
        assert table.hp("edith") == 8


@pytest.mark.rules("CE-DIS-03")
class TestAFumble:
    @pytest.mark.parametrize("roll", [66, 100])
    def test_doubles_the_damage(self, table: Infirmary, roll: int) -> None:
        entry = table.interval(roll, 3, then=2)
        assert (table.hp("edith"), "CE-DIS-03" in table.cited(entry)) == (4, True)

    def test_the_disease_goes_on(self, table: Infirmary) -> None:
        table.interval(66, 3, then=2)
        assert table.ailments() == {"Plague": "active"}


@pytest.mark.rules("CE-DIS-04", "CE-RULING-20")
class TestNoHealing:
    @pytest.fixture
    def ill(self, table: Infirmary) -> Infirmary:
        """The first test has failed; Edith has 6 of 10 Hit Points, in hospital."""
        table.interval(HIGH, 4, then=3)
        table.play("admit", who="edith")
        table.play("rest", who="edith")
        return table

    def test_first_aid_gives_nothing(self, ill: Infirmary) -> None:
        ill.play("first_aid", who="doctor", patient="edith", dice={"first-aid": [LOW], "stabilization/edith": [4]})
        assert ill.hp("edith") == 6

    def test_bug_but_who_is_resuscitated_lives_with_what_that_restores(self, ill: Infirmary) -> None:
        ill.hurt(6)
        ill.play("allow_resuscitation", who="edith")
        dice = {"resuscitation": [LOW], "restored/edith": [3], "injury/edith": [LOW]}
        ill.play("resuscitate", who="doctor", patient="edith", dice=dice)
        assert (ill.hp("edith"), ill.conditions("edith")) == (3, ["in_care", "resting", "wasting"])

    @pytest.mark.rules("CE-HEAL-04")
    def test_bug_a_disease_that_ended_in_the_dead_bars_no_healing_after_it(self, ill: Infirmary) -> None:
        ill.waits(days=2, hours=23, minutes=58)
        ill.hurt(6)
        ill.play("allow_resuscitation", who="edith")
        ill.minutes(3)
        dice = {"resuscitation": [LOW], "restored/edith": [3], "injury/edith": [LOW]}
        ill.play("resuscitate", who="doctor", patient="edith", dice=dice)
        ill.play("recuperate", who="edith", dice={"recuperation": [LOW]})
        assert (ill.hp("edith"), ill.ailments(), ill.conditions("edith")) == (4, {}, ["in_care", "resting"])

    def test_treatment_gives_nothing(self, ill: Infirmary) -> None:
        ill.play("treat", who="doctor", patient="edith", dice={"treatment": [LOW], "treated/edith": [4]})
        assert ill.hp("edith") == 6

    @pytest.mark.parametrize(("roll", "left"), [(LOW, 6), (99, 5)])
    def test_rest_gives_nothing_but_a_fumble_costs(self, ill: Infirmary, roll: int, left: int) -> None:
        ill.play("recuperate", who="edith", dice={"recuperation": [roll]})
        assert ill.hp("edith") == left

    def test_while_it_incubates_healing_works(self, table: Infirmary) -> None:
        table.hurt(5)
        table.play("first_aid", who="doctor", patient="edith", dice={"first-aid": [LOW], "stabilization/edith": [4]})
        assert table.hp("edith") == 9

    def test_after_recovery_it_works_again(self, ill: Infirmary) -> None:
        ill.interval(LOW, 1)
        ill.play("recuperate", who="edith", dice={"recuperation": [LOW]})
        assert ill.hp("edith") == 6

    def test_as_long_as_one_of_two_diseases_is_at_work_it_does_not(self, ill: Infirmary) -> None:
        ill.infect("bacterial pneumonia", 1)
        ill.interval(HIGH, 1, then=6, days=1)
        ill.interval(LOW, 1, days=2)
        ill.play("recuperate", who="edith", dice={"recuperation": [LOW]})
        assert (ill.hp("edith"), ill.ailments()) == (4, {"Bacterial pneumonia": "active"})

    def test_without_the_failed_test_what_was_given_heals(self, table: Infirmary) -> None:
        table.hurt(1)
        failed = table.interval(HIGH, 4, then=3)
        table.play("first_aid", who="doctor", patient="edith", dice={"first-aid": [LOW], "stabilization/edith": [4]})
        table.undo(failed)
        assert table.hp("edith") == 10


@pytest.mark.rules("CE-DIS-05")
class TestHospital:
    @pytest.mark.parametrize(("roll", "left"), [(70, 8), (71, 6)])
    def test_adds_20_to_the_test(self, table: Infirmary, roll: int, left: int) -> None:
        table.play("admit", who="edith")
        entry = table.interval(roll, 4, then=None if left == 8 else 3)
        assert (table.hp("edith"), "CE-DIS-05" in table.cited(entry)) == (left, True)

    def test_struck_the_same_roll_fails(self, table: Infirmary) -> None:
        admitted = table.play("admit", who="edith")
        passed = table.interval(70, 4, then=None)
        assert outcomes(table.undo(admitted, dry_run=True))[passed] == "owed"


@pytest.mark.rules("CE-DIS-06")
class TestSeriousDiseases:
    @pytest.mark.parametrize(("disease", "chance"), [(row[0], 50 + row[2]) for row in ROWS])
    def test_take_from_the_test_what_is_listed(self, disease: str, chance: int) -> None:
        table = Infirmary()
        table.infect(disease, 1)
        entry = table.interval(1, 2, days=30 if disease == "HIV/AIDS" else 1)
        assert (table.target(entry), "CE-DIS-06" in table.cited(entry)) == (chance, chance < 50)

    def test_hospital_makes_up_for_some_of_it(self) -> None:
        table = Infirmary()
        table.play("admit", who="edith")
        table.infect("ebola virus", 1)
        assert table.target(table.interval(LOW, 2, days=1)) == 30

    def test_the_game_master_may_say_another_penalty(self) -> None:
        table = Infirmary()
        table.infect("plague", 1, penalty=-30)
        assert table.target(table.interval(LOW, 2, days=1)) == 20


@pytest.mark.rules("CE-DIS-07")
class TestSampleDiseases:
    def test_are_those_of_the_table(self) -> None:
        listed = [
            (row.name, row.damage, row.penalty, row.unit, row.route, row.remedy, row.persistent)
            for row in DISEASES.values()
        ]
        assert listed == ROWS

    @pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
    def test_each_comes_as_it_is_listed(self, row: tuple[Any, ...]) -> None:
        table = Infirmary()
        entry = table.infect(row[0])
        data = table.ailment().data
        assert (data["damage"], data["penalty"], data["unit"], data["remedy"], data["persistent"]) == (
            *row[1:4],
            *row[5:],
        )
        assert "CE-DIS-07" in table.cited(entry)

    def test_every_speed_is_1d6(self) -> None:
        assert {row.speed for row in DISEASES.values()} == {"1d6"}

    @pytest.mark.parametrize(
        ("handle", "cure"),
        [("covid-19", "none yet"), ("gangrene", "amputation"), ("hiv-aids", "antivirals"), ("ebola-virus", "none")],
    )
    def test_what_else_is_said_of_cures(self, handle: str, cure: str) -> None:
        assert cure in DISEASES[handle].cure

    @pytest.mark.parametrize(
        ("handle", "symptom"),
        [
            ("bacterial-meningitis", "stiff neck"),
            ("bacterial-pneumonia", "cough"),
            ("covid-19", "smell"),
            ("gangrene", "oozing"),
            ("plague", "lymph"),
            ("hiv-aids", "weight"),
            ("ebola-virus", "bleeding"),
        ],
    )
    def test_each_has_symptoms(self, handle: str, symptom: str) -> None:
        assert symptom in DISEASES[handle].symptoms

    def test_gangrene_may_be_cut_out(self) -> None:
        table = Infirmary()
        table.infect("gangrene")
        table.interval(HIGH, 1, then=3)
        entry = table.play("end_disease", who="edith", disease="gangrene", because="the foot came off")
        assert (table.ailments(), table.conditions("edith")) == ({}, [])
        assert "CE-DIS-07" in table.cited(entry)

    def test_what_nobody_has_does_not_end(self, table: Infirmary) -> None:
        assert "at work" in str(table.refusal("end_disease", who="edith", disease="gangrene"))

    def test_a_disease_of_ones_own(self, table: Infirmary) -> None:
        table.infect("Grave rot", 2, damage="1d8", unit="hours", speed="1d6", penalty=-10)
        table.interval(41, 7, then=2, days=0, hours=2)
        assert table.hp("edith") == 3

    @pytest.mark.parametrize("missing", ["damage", "speed", "unit"])
    def test_a_disease_of_ones_own_needs_all_its_numbers(self, table: Infirmary, missing: str) -> None:
        own: dict[str, Any] = {"damage": "1d8", "speed": "1d6", "unit": "hours"}
        given = {word: value for word, value in own.items() if word != missing}
        assert missing in str(table.refusal("infect", who="edith", disease="Grave rot", **given))

    def test_a_thing_does_not_fall_ill(self, table: Infirmary) -> None:
        table.thing("car", 30)
        assert "thing" in str(table.refusal("infect", who="car", disease="plague"))
