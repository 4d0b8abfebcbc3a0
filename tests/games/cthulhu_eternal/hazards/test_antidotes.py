"""Antidotes and antibiotics: in time, late, and not at all."""

from typing import Any

import pytest

from api.testing.table import outcomes
from tests.games.cthulhu_eternal.harming import HIGH, LOW
from tests.games.cthulhu_eternal.illness import Infirmary

VENOM, VENOM_ANTIDOTE = "spider venom", "spider venom antidote"
LATE = {"antidote/edith": "doctor"}
"""The game master's answer: the doctor gives it at the last moment."""


@pytest.fixture
def table() -> Infirmary:
    """The doctor has a dose against spider venom, which Edith has in her for 3 hours."""
    table = Infirmary()
    table.give(VENOM_ANTIDOTE)
    table.poison(VENOM)
    return table


def given(table: Infirmary, roll: int, ailment: str = VENOM, **more: Any) -> int:
    """The doctor gives Edith a dose."""
    return table.play(
        "give_antidote",
        as_player="ana",
        who="doctor",
        patient="edith",
        ailment=ailment,
        dice={"antidote/edith": [roll]},
        **more,
    )


@pytest.mark.rules("CE-POIS-08")
class TestInTime:
    @pytest.mark.parametrize("skill", ["medicine", "pharmacy"])
    def test_an_antidote_in_time_makes_the_poison_harmless(self, table: Infirmary, skill: str) -> None:
        given(table, 50, skill=skill)
        table.waits(hours=3)
        assert (table.hp("edith"), table.ailments()) == (10, {})

    def test_a_failed_test_does_not(self, table: Infirmary) -> None:
        given(table, 51)
        table.works(23, LOW)
        assert table.hp("edith") == 7

    @pytest.mark.parametrize("skill", ["medicine", "pharmacy"])
    def test_an_antidote_tests_the_skill_that_is_named(self, table: Infirmary, skill: str) -> None:
        table.play("enter_skills", who="doctor", skills={skill: 75})
        assert table.target(given(table, LOW, skill=skill)) == 75

    def test_circumstances_count(self, table: Infirmary) -> None:
        assert table.target(given(table, LOW, modifier=-20)) == 30

    def test_an_antidote_takes_a_physician(self, table: Infirmary) -> None:
        table.play("enter_skills", who="doctor", skills={"medicine": 0})
        assert table.refusal("give_antidote", who="doctor", patient="edith", ailment=VENOM).rule == "CE-POIS-08"

    def test_an_antidote_takes_a_dose(self, table: Infirmary) -> None:
        assert table.refusal("give_antidote", who="ghoul", patient="edith", ailment=VENOM).rule == "CE-POIS-08"

    def test_an_antidote_takes_the_right_dose(self, table: Infirmary) -> None:
        table.give("antibiotics", to="ghoul")
        assert table.refusal("give_antidote", who="ghoul", patient="edith", ailment=VENOM).rule == "CE-POIS-08"

    def test_an_antidote_takes_a_character_who_can_act(self, table: Infirmary) -> None:
        table.struck(stuns=True, who="doctor")
        assert table.refusal("give_antidote", who="doctor", patient="edith", ailment=VENOM).rule == "CE-DMG-04"

    def test_what_is_not_at_work_is_not_cured(self, table: Infirmary) -> None:
        assert "at work" in str(table.refusal("give_antidote", who="doctor", patient="edith", ailment="plague"))

    def test_antibiotics_in_time_end_a_disease(self, table: Infirmary) -> None:
        table.give("antibiotics")
        table.infect("gangrene")
        given(table, LOW, "gangrene")
        assert table.ailments() == {"Spider venom": "incubating"}

    def test_one_antibiotic_serves_for_every_disease_that_it_cures(self, table: Infirmary) -> None:
        table.give("antibiotics", 2)
        for disease in ("plague", "bacterial pneumonia"):
            table.infect(disease)
            given(table, LOW, disease)
        assert table.doses() == 1

    def test_undone_the_poison_takes_effect_after_all(self, table: Infirmary) -> None:
        cure = given(table, LOW)
        passed = table.waits(hours=3)
        assert outcomes(table.undo(cure, dry_run=True))[passed] == "owed"


@pytest.mark.rules("CE-POIS-08", "CE-RULING-34")
class TestOneTestForADose:
    @pytest.mark.parametrize("roll", [LOW, HIGH])
    def test_the_dose_is_gone_either_way(self, table: Infirmary, roll: int) -> None:
        given(table, roll)
        assert table.doses() == 0

    def test_without_another_there_is_no_second_test(self, table: Infirmary) -> None:
        given(table, HIGH)
        assert table.refusal("give_antidote", who="doctor", patient="edith", ailment=VENOM).rule == "CE-POIS-08"

    def test_with_another_there_is(self, table: Infirmary) -> None:
        table.give(VENOM_ANTIDOTE)
        given(table, HIGH)
        given(table, LOW)
        assert (table.ailments(), table.doses()) == ({}, 0)


@pytest.mark.rules("CE-POIS-09", "CE-RULING-32")
class TestLateAgainstAPoison:
    def test_when_it_begins_to_work_the_game_master_is_asked(self, table: Infirmary) -> None:
        table.waits(hours=3)
        (question,) = table.campaign().questions.values() or table.scene().questions.values()
        assert (question.owner, question.options, question.audience) == (
            "gm",
            ("nobody", table.ref("doctor")),
            "gm",
        )

    def test_the_rating_is_halved(self, table: Infirmary) -> None:
        table.works(4, LOW, answers=LATE, dice={"antidote/edith": LOW})
        assert table.hp("edith") == 6

    @pytest.mark.rules("CE-RULING-34")
    def test_half_a_rating_is_rounded_up(self, table: Infirmary) -> None:
        table.works(3, answers=LATE, dice={"antidote/edith": LOW})
        assert table.hp("edith") == 0

    @pytest.mark.parametrize(
        ("lethality", "con", "left"), [(26, HIGH, 6), (26, LOW, 8), (23, LOW, 8), (26, 99, 2), (23, 33, 9)]
    )
    def test_a_late_antidote_halves_the_harm_as_well(
        self, table: Infirmary, lethality: int, con: int, left: int
    ) -> None:
        injury = {"injury/edith": LOW} if left <= 2 else {}
        table.works(lethality, con, answers=LATE, dice={"antidote/edith": LOW, **injury})
        assert table.hp("edith") == left

    @pytest.mark.rules("CE-RULING-34")
    def test_a_late_antidote_takes_a_test_too(self, table: Infirmary) -> None:
        table.works(26, HIGH, answers=LATE, dice={"antidote/edith": HIGH, "injury/edith": LOW})
        assert (table.hp("edith"), table.doses()) == (2, 0)

    @pytest.mark.rules("CE-RULING-34")
    def test_with_another_dose_it_may_be_tried_again(self, table: Infirmary) -> None:
        table.give(VENOM_ANTIDOTE, to="ghoul")
        answers = {**LATE, "antidote/edith/2": "ghoul"}
        table.works(26, HIGH, answers=answers, dice={"antidote/edith": HIGH, "antidote/edith/2": LOW})
        assert table.hp("edith") == 6

    def test_nobody_has_to_give_one(self, table: Infirmary) -> None:
        table.works(23, LOW, answers={"antidote/edith": "nobody"})
        assert (table.hp("edith"), table.doses()) == (7, 1)

    @pytest.mark.parametrize("state", ["dead", "unconscious", "stunned", "helpless", "pinned", "frozen"])
    def test_who_could_give_none_is_not_asked_for_one(self, table: Infirmary, state: str) -> None:
        table.suffer("doctor", state)
        table.works(23, LOW)
        assert table.hp("edith") == 7

    def test_once_it_has_done_its_harm_it_is_too_late(self, table: Infirmary) -> None:
        table.works(23, LOW, answers={"antidote/edith": "nobody"})
        assert "past any remedy" in str(table.refusal("give_antidote", who="doctor", patient="edith", ailment=VENOM))

    def test_a_late_antidote_is_cited(self, table: Infirmary) -> None:
        assert "CE-POIS-09" in table.cited(table.works(23, LOW, answers=LATE, dice={"antidote/edith": LOW}))


@pytest.mark.rules("CE-POIS-09", "CE-RULING-32")
class TestLateAgainstADisease:
    @pytest.fixture
    def ill(self) -> Infirmary:
        """Edith has failed the first test against the plague; the doctor has two doses of antibiotics."""
        table = Infirmary()
        table.give("antibiotics", 2)
        table.infect()
        table.interval(HIGH, 1, then=3)
        return table

    @pytest.mark.parametrize(("con", "harm", "left"), [(HIGH, 5, 6), (LOW, 5, 7), (99, 5, 4)])
    def test_a_late_antibiotic_halves_what_the_remaining_intervals_do(
        self, ill: Infirmary, con: int, harm: int, left: int
    ) -> None:
        given(ill, LOW, "plague")
        ill.interval(con, harm, then=None if con == LOW else 3)
        assert ill.hp("edith") == left

    def test_a_late_antibiotic_does_not_end_a_disease(self, ill: Infirmary) -> None:
        given(ill, LOW, "plague")
        assert ill.ailments() == {"Plague": "active"}

    def test_a_failed_test_halves_nothing(self, ill: Infirmary) -> None:
        given(ill, HIGH, "plague")
        ill.interval(HIGH, 4, then=3)
        assert ill.hp("edith") == 5

    def test_a_second_one_does_nothing_more(self, ill: Infirmary) -> None:
        given(ill, LOW, "plague")
        assert ill.refusal("give_antidote", who="doctor", patient="edith", ailment="plague").rule == "CE-POIS-09"

    def test_undone_the_whole_of_it_comes(self, ill: Infirmary) -> None:
        cure = given(ill, LOW, "plague")
        ill.interval(HIGH, 4, then=3)
        ill.undo(cure)
        assert ill.hp("edith") == 5


@pytest.mark.rules("CE-POIS-10")
class TestWhatHasNoRemedy:
    @pytest.mark.parametrize("poison", ["arsenic", "phosgene gas", "ricin"])
    def test_some_poisons_have_no_antidote(self, table: Infirmary, poison: str) -> None:
        dice = {"speed/edith": [3] if poison == "arsenic" else [3, 4]}
        table.play("poison", who="edith", poison=poison, dice=dice)
        table.give(f"{poison} antidote")
        assert table.refusal("give_antidote", who="doctor", patient="edith", ailment=poison).rule == "CE-POIS-10"

    @pytest.mark.parametrize("disease", ["COVID-19", "HIV/AIDS", "Ebola virus"])
    def test_some_diseases_have_no_remedy(self, table: Infirmary, disease: str) -> None:
        table.infect(disease)
        table.give("antibiotics")
        assert table.refusal("give_antidote", who="doctor", patient="edith", ailment=disease).rule == "CE-POIS-10"

    def test_at_the_last_moment_nobody_is_asked_either(self, table: Infirmary) -> None:
        given(table, LOW)
        table.poison("arsenic", 1)
        table.give("arsenic antidote")
        table.works(23, LOW, hours=1)
        assert (table.hp("edith"), table.doses()) == (7, 1)

    def test_unless_the_game_master_finds_one(self, table: Infirmary) -> None:
        given(table, LOW)
        table.poison("arsenic", 1, antidote=True)
        table.give("arsenic antidote")
        given(table, LOW, "arsenic")
        assert table.ailments() == {}
