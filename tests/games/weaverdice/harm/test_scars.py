"""Scars, and the care that each of them needs."""

import pytest

from api.testing.table import outcomes
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.bodies import Condition, ConditionGained
from tests.games.weaverdice.ailing import Infirmary


@pytest.fixture
def table() -> Infirmary:
    table = Infirmary()
    table.wound("ramjet", "lesser", "lesser")
    table.ail("ramjet", "blinded")
    return table


@pytest.mark.rules("WD-COND-08")
class TestScars:
    def test_a_scarred_condition_is_not_rested_off(self, table: Infirmary) -> None:
        table.fight_on()
        table.play("scar", who="ramjet", of="blinded")
        assert table.refusal("rest", who="ramjet", heal=["blinded"], pool="focus").rule == "WD-COND-08"

    def test_an_effect_of_a_wound_with_a_scarred_effect_is_not_rested_off(self, table: Infirmary) -> None:
        table.fight_on()
        table.ail("ramjet", "deafened", of="w1")
        of_w1 = WhilePresent(path=f"{table.ref('ramjet')}.wounds.w1")
        scarred = Condition(what="scarred", until=of_w1, data={"of": "effect"})
        table.let("ramjet", ConditionGained(name="scarred", condition=scarred))
        assert table.refusal("rest", who="ramjet", heal=["deafened"], pool="focus").rule == "WD-COND-08"

    def test_bug_nor_is_the_pain_that_came_with_a_scarred_limb(self, table: Infirmary) -> None:
        dice, limb = {"effect/ramjet": [6]}, {"limb/ramjet": "left arm"}
        table.play("inflict", who="ramjet", tier="moderate", type="bash", dice=dice, responses=limb)
        table.fight_on()
        assert table.refusal("rest", who="ramjet", heal=["pain"], pool="focus").rule == "WD-COND-08"

    def test_a_scarred_wound_is_not_rested_off(self, table: Infirmary) -> None:
        table.fight_on()
        table.play("scar", who="ramjet", of="w1")
        table.play("rest", who="ramjet", heal=["wound"], pool="focus")
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_medical_care_ends_it(self, table: Infirmary) -> None:
        table.play("scar", who="ramjet", of="blinded")
        table.play("tend_scar", who="lung", patient="ramjet", care="medical")
        assert table.conditions("ramjet") == ["blinded"]

    def test_downtime_ends_a_scar(self, table: Infirmary) -> None:
        table.play("scar", who="ramjet", of="blinded")
        table.play("tend_scar", as_player="ana", who="ramjet")
        assert table.conditions("ramjet") == ["blinded"]

    def test_there_is_no_downtime_in_a_fight(self, table: Infirmary) -> None:
        table.play("scar", who="ramjet", of="blinded")
        table.fight_on()
        assert table.refusal("tend_scar", who="ramjet").rule == "WD-COND-08"

    def test_each_needs_its_own(self, table: Infirmary) -> None:
        table.play("scar", who="ramjet", of="w1")
        table.play("scar", who="ramjet", of="w2")
        assert table.refusal("tend_scar", who="ramjet").rule == "WD-COND-08"
        scars = [name for name, condition in table.sheet("ramjet").conditions.items() if condition.what == "scarred"]
        table.play("tend_scar", who="ramjet", scar=scars[0])
        assert table.conditions("ramjet") == ["blinded", "scarred"]

    def test_with_the_wound_goes_its_scar(self, table: Infirmary) -> None:
        table.play("scar", who="ramjet", of="w1")
        table.play("mend_wound", who="ramjet", wound="w1")
        assert table.conditions("ramjet") == ["blinded"]

    def test_what_is_not_there_is_not_scarred(self, table: Infirmary) -> None:
        assert "no wound or condition" in str(table.refusal("scar", who="ramjet", of="w9"))

    def test_who_has_no_scar_needs_no_care(self, table: Infirmary) -> None:
        assert "no such scar" in str(table.refusal("tend_scar", who="ramjet"))

    def test_without_the_scar_rest_heals_it(self, table: Infirmary) -> None:
        table.play("scar", who="ramjet", of="w1")
        scarred = table.play("scar", who="ramjet", of="w2")
        table.fight_on()
        assert table.refusal("rest", who="ramjet", heal=["wound"], pool="focus").rule == "WD-REST-02"
        assert scarred in outcomes(table.undo(scarred))
        table.play("rest", who="ramjet", heal=["wound"], pool="focus")
        assert table.wounds("ramjet") == ["body/1: lesser"]
