"""Bleeding, burning, the death sentence, and the care that ends them."""

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.ailing import Infirmary


@pytest.fixture
def table() -> Infirmary:
    return Infirmary()


@pytest.mark.rules("WD-COND-02", "WD-RULING-39")
class TestBleeding:
    def test_effort_that_is_spent_costs_a_lesser_wound(self, table: Infirmary) -> None:
        table.ail("ramjet", "bleeding")
        entry = table.play("spend_effort", who="ramjet", pool="focus")
        assert table.wounds("ramjet") == ["body/1: lesser"]
        assert "WD-COND-02" in table.cited(entry)

    def test_a_full_action_costs_the_bleeding_a_lesser_wound(self, table: Infirmary) -> None:
        table.ail("ramjet", "bleeding")
        table.ail("lung", "bleeding")
        table.play("treat", who="ramjet", patient="lung", affliction="bleeding", dice={"lengthy": [2]})
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_each_time(self, table: Infirmary) -> None:
        table.ail("ramjet", "bleeding")
        table.play("spend_effort", who="ramjet", pool="focus")
        table.play("spend_effort", who="ramjet", pool="stamina")
        assert table.wounds("ramjet") == ["body/1: lesser", "body/2: lesser"]

    def test_dots_that_are_spent_together_are_one_expense(self, table: Infirmary) -> None:
        table.ail("ramjet", "bleeding")
        table.play("spend_effort", who="ramjet", pool="focus", dots=3)
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_effort_costs_no_wound_without_bleeding(self, table: Infirmary) -> None:
        table.play("spend_effort", who="ramjet", pool="focus")
        assert table.wounds("ramjet") == []

    def test_bleeding_twice_is_bleeding_once(self, table: Infirmary) -> None:
        table.play("impose", who="ramjet", what="Bleeding")
        table.play("impose", who="ramjet", what="Bleeding")
        assert table.conditions("ramjet") == ["bleeding"]

    def test_two_sources_of_it_cost_one_wound(self, table: Infirmary) -> None:
        table.ail("ramjet", "bleeding", name="one")
        table.ail("ramjet", "bleeding", name="other")
        table.play("spend_effort", who="ramjet", pool="focus")
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_without_the_bleeding_the_dot_costs_no_wound(self, table: Infirmary) -> None:
        bleeding = table.play("impose", who="ramjet", what="Bleeding")
        spent = table.play("spend_effort", who="ramjet", pool="focus")
        assert outcomes(table.undo(bleeding))[spent] == "restated"
        assert table.wounds("ramjet") == []


@pytest.mark.rules("WD-COND-04")
class TestBleedingAtTheEnd:
    def test_bleeding_ends_with_the_fight_and_leaves_a_lesser_wound(self, table: Infirmary) -> None:
        table.fight_on()
        table.ail("ramjet", "bleeding")
        table.play("end_fight")
        assert (table.conditions("ramjet"), table.wounds("ramjet")) == ([], ["body/1: lesser"])

    @pytest.mark.rules("WD-WND-03", "WD-WND-07")
    def test_who_falls_by_that_last_wound_wakes_as_the_fight_is_over(self, table: Infirmary) -> None:
        table.fight_on()
        table.wound("ramjet", "lesser", "lesser", "lesser")
        table.ail("ramjet", "bleeding")
        table.play("end_fight", dice={"stay/ramjet": [1]})
        assert (len(table.wounds("ramjet")), table.conditions("ramjet")) == (4, [])

    def test_bleeding_that_was_stopped_leaves_no_wound(self, table: Infirmary) -> None:
        table.fight_on()
        table.ail("ramjet", "bleeding")
        table.play("lift", who="ramjet", condition="bleeding")
        table.play("end_fight")
        assert table.wounds("ramjet") == []

    def test_the_dead_bleed_no_more(self, table: Infirmary) -> None:
        table.fight_on()
        table.ail("lung", "bleeding")
        table.ail("lung", "dead")
        table.play("end_fight")
        assert table.wounds("lung") == []


@pytest.mark.rules("WD-COND-16")
class TestDeathSentence:
    @pytest.fixture
    def table(self) -> Infirmary:
        table = Infirmary()
        table.fight_on()
        table.ail("ramjet", "death_sentence")
        return table

    def round(self, table: Infirmary, *guts: int) -> int:
        dice = {"stay/ramjet": list(guts)} if guts else {}
        table.play("next_turn")
        return table.play("next_turn", dice=dice)

    def test_each_round_brings_a_lesser_wound(self, table: Infirmary) -> None:
        self.round(table)
        self.round(table)
        assert table.wounds("ramjet") == ["body/1: lesser", "body/2: lesser"]

    def test_with_no_slot_free_a_lesser_wound_turns_moderate(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser", "lesser", "moderate", "lesser")
        self.round(table, 6)
        assert table.wounds("ramjet") == ["body/1: moderate", "body/2: lesser", "body/3: moderate", "body/4: lesser"]

    def test_one_a_round(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser", "lesser", "moderate", "lesser")
        self.round(table, 6)
        self.round(table, 6)
        assert table.wounds("ramjet") == ["body/1: moderate", "body/2: moderate", "body/3: moderate", "body/4: lesser"]

    def test_with_the_last_of_them_they_are_dying(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate", "moderate", "moderate", "lesser")
        self.round(table, 1)
        assert table.conditions("ramjet") == ["death_sentence", "dying"]

    def test_nobody_comes_back_from_that_alone(self, table: Infirmary) -> None:
        table.ail("ramjet", "dying")
        assert table.refusal("rouse", who="ramjet", dice={"rouse/ramjet": [6]}).rule == "WD-COND-16"

    def test_nobody_ends_the_sentence_alone(self, table: Infirmary) -> None:
        refusal = table.refusal("treat", who="ramjet", patient="ramjet", affliction="death_sentence")
        assert refusal.rule == "WD-COND-16"

    def test_others_end_it_with_a_lengthy_check_of_twelve(self, table: Infirmary) -> None:
        table.next()
        table.play("treat", who="lung", patient="ramjet", affliction="death_sentence", dice={"lengthy": [6]})
        assert "death_sentence" in table.conditions("ramjet")
        table.next(2)
        table.play("treat", who="lung", patient="ramjet", affliction="death_sentence", dice={"lengthy": [6]})
        assert "death_sentence" not in table.conditions("ramjet")

    def test_eleven_is_not_enough(self, table: Infirmary) -> None:
        table.next()
        table.play("treat", who="lung", patient="ramjet", affliction="death_sentence", dice={"lengthy": [6]})
        table.next(2)
        table.play("treat", who="lung", patient="ramjet", affliction="death_sentence", dice={"lengthy": [5]})
        assert "death_sentence" in table.conditions("ramjet")

    def test_without_it_the_round_brings_nothing(self) -> None:
        table = Infirmary()
        table.fight_on()
        sentence = table.play("impose", who="ramjet", what="Death sentence")
        passed = self.round(table)
        assert outcomes(table.undo(sentence))[passed] == "restated"
        assert table.wounds("ramjet") == []


@pytest.mark.rules("WD-WFX-15")
class TestBurning:
    def test_the_end_of_every_turn_brings_a_lesser_wound(self, table: Infirmary) -> None:
        table.fight_on()
        table.ail("ramjet", "burning")
        table.next()
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_the_turns_of_others_do_not(self, table: Infirmary) -> None:
        table.fight_on()
        table.ail("lung", "burning")
        table.next()
        assert table.wounds("lung") == []

    def test_a_burn_has_the_tier_that_the_campaign_gives_it(self, table: Infirmary) -> None:
        table.fight_on()
        table.ail("ramjet", "burning", tier="moderate")
        table.next()
        assert table.wounds("ramjet") == ["body/1: moderate"]

    def test_until_they_rest(self, table: Infirmary) -> None:
        table.fight_on()
        table.ail("ramjet", "burning")
        table.play("rest", who="ramjet", pool="focus")
        table.next()
        assert (table.conditions("ramjet"), table.wounds("ramjet")) == ([], [])


@pytest.mark.rules("WD-WFX-18")
class TestTreatingACriticalBurn:
    @pytest.fixture
    def table(self) -> Infirmary:
        table = Infirmary()
        table.ail("ramjet", "burning_away", type="burn", tier="critical", by=table.ref("lung"))
        return table

    def test_others_put_it_out_with_a_lengthy_check_of_twelve(self, table: Infirmary) -> None:
        table.play("treat", who="lung", patient="ramjet", affliction="burning_away", dice={"lengthy": [6]})
        assert table.conditions("ramjet") == ["burning_away"]
        table.play("treat", who="lung", patient="ramjet", affliction="burning_away", dice={"lengthy": [6]})
        assert table.conditions("ramjet") == []

    def test_nobody_puts_out_their_own(self, table: Infirmary) -> None:
        refusal = table.refusal("treat", who="ramjet", patient="ramjet", affliction="burning_away")
        assert refusal.rule == "WD-COND-16"
