"""Resting in the middle of a fight."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.bodies import Condition, ConditionGained, Wound, WoundSuffered
from tests.games.weaverdice.ailing import Infirmary


@pytest.fixture
def table() -> Infirmary:
    table = Infirmary()
    table.fight_on()
    return table


def rest(table: Infirmary, *heal: str, guts: int | None = None, pool: str = "focus", **more: Any) -> int:
    dice = {} if guts is None else {"rest": [guts]}
    return table.play("rest", who="ramjet", heal=list(heal), pool=pool, dice=dice, **more)


@pytest.mark.rules("WD-REST-01", "WD-RULING-47")
class TestRest:
    @pytest.mark.parametrize("what", ["bleeding", "blinded", "deafened"])
    def test_four_on_guts_heals_a_simple_condition(self, table: Infirmary, what: str) -> None:
        table.ail("ramjet", what)
        rest(table, what, guts=3)
        assert table.conditions("ramjet") == []

    def test_three_does_not(self, table: Infirmary) -> None:
        table.ail("ramjet", "blinded")
        rest(table, "blinded", guts=2)
        assert table.conditions("ramjet") == ["blinded"]

    def test_resting_takes_one_action(self, table: Infirmary) -> None:
        rest(table)
        assert table.actions("ramjet") == 1

    def test_a_dot_of_the_pool_that_is_named_comes_back(self, table: Infirmary) -> None:
        table.drain("ramjet", "stamina", 2)
        rest(table, pool="stamina")
        assert table.dots("ramjet") == (2, 3, 4)

    def test_a_dot_comes_back_also_where_the_roll_fails(self, table: Infirmary) -> None:
        table.drain("ramjet", "focus", 1)
        table.ail("ramjet", "blinded")
        rest(table, "blinded", guts=1)
        assert table.dots("ramjet") == (3, 3, 4)

    def test_where_several_lack_dots_the_player_is_asked(self, table: Infirmary) -> None:
        table.drain("ramjet", "stamina", 1)
        table.drain("ramjet", "recovery", 1)
        rest(table, pool="", responses={"rest/pool": "recovery"})
        assert table.dots("ramjet") == (2, 3, 4)

    def test_no_pool_holds_more_than_its_maximum(self, table: Infirmary) -> None:
        rest(table)
        assert table.dots("ramjet") == (3, 3, 4)

    def test_a_rest_heals_one_thing_and_not_two(self, table: Infirmary) -> None:
        table.ail("ramjet", "blinded")
        table.ail("ramjet", "deafened")
        refusal = table.refusal("rest", who="ramjet", heal=["blinded", "deafened"], pool="focus")
        assert refusal.rule == "WD-REST-01"

    @pytest.mark.parametrize("what", ["death_sentence", "dying", "lost_limb", "knocked_down", "stuck"])
    def test_what_is_not_simple_is_not_rested_off(self, table: Infirmary, what: str) -> None:
        table.ail("ramjet", what)
        assert table.refusal("rest", who="ramjet", heal=[what], pool="focus").rule == "WD-REST-01"

    def test_what_a_table_made_up_says_for_itself_whether_it_is_simple(self, table: Infirmary) -> None:
        table.play("impose", who="ramjet", what="Dazed", simple=True)
        rest(table, "dazed", guts=3)
        assert table.conditions("ramjet") == []

    def test_where_nobody_fights_it_is_another_rest(self) -> None:
        table = Infirmary()
        assert table.refusal("rest", who="ramjet", pool="focus").rule == "WD-REST-01"

    def test_who_has_no_effort_regains_none(self) -> None:
        table = Infirmary()
        table.foe("thug", category="generic")
        table.begin("ramjet", against=("thug",), ramjet=1)
        table.play("set_turn", who=["thug"], force=True)
        entry = table.play("rest", who="thug")
        assert "PointGained" not in table.kinds(entry)


@pytest.mark.rules("WD-COND-03", "WD-RULING-38")
class TestRestAndBleeding:
    def test_rest_prevents_the_next_loss(self, table: Infirmary) -> None:
        table.ail("ramjet", "bleeding")
        rest(table)
        table.play("spend_effort", who="ramjet", pool="focus")
        assert table.wounds("ramjet") == []

    def test_a_rest_prevents_one_loss_by_bleeding_only(self, table: Infirmary) -> None:
        table.ail("ramjet", "bleeding")
        rest(table)
        table.play("spend_effort", who="ramjet", pool="focus")
        table.play("spend_effort", who="ramjet", pool="focus")
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_a_full_rest_ends_it_without_a_roll_and_costs_no_wound(self, table: Infirmary) -> None:
        table.ail("ramjet", "bleeding")
        rest(table, full=True)
        assert (table.conditions("ramjet"), table.wounds("ramjet")) == ([], [])

    def test_without_the_rest_the_loss_comes(self, table: Infirmary) -> None:
        table.ail("ramjet", "bleeding")
        rested = rest(table)
        spent = table.play("spend_effort", who="ramjet", pool="stamina")
        assert outcomes(table.undo(rested))[spent] == "restated"
        assert table.wounds("ramjet") == ["body/1: lesser"]


@pytest.mark.rules("WD-REST-02", "WD-RULING-129")
class TestWounds:
    def test_the_least_severe_of_two_wounds_becomes_a_step_milder(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate", "moderate")
        rest(table, "wound")
        assert table.wounds("ramjet") == ["body/1: lesser", "body/2: moderate"]

    def test_a_lesser_one_is_gone(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate", "lesser")
        rest(table, "wound")
        assert table.wounds("ramjet") == ["body/1: moderate"]

    def test_resting_off_a_wound_takes_no_roll(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate", "lesser")
        assert table.rolls(rest(table, "wound")) == {}

    def test_a_die_for_it_is_refused(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate", "lesser")
        refusal = table.refusal("rest", who="ramjet", heal=["wound"], pool="focus", dice={"rest": [6]})
        assert refusal.rule == "spare-dice"

    def test_what_takes_the_roll_beside_it_may_fail(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate", "lesser")
        table.ail("ramjet", "blinded")
        rest(table, "blinded", "wound", guts=2, full=True)
        assert (table.conditions("ramjet"), table.wounds("ramjet")) == (["blinded"], ["body/1: moderate"])

    def test_with_one_wound_it_is_not_possible(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser")
        assert table.refusal("rest", who="ramjet", heal=["wound"], pool="focus").rule == "WD-REST-02"

    def test_a_wound_is_not_rested_off_while_its_condition_goes_on(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate", "lesser")
        table.ail("ramjet", "bleeding", of="w2")
        assert table.refusal("rest", who="ramjet", heal=["wound"], pool="focus").rule == "WD-REST-02"

    def test_of_two_that_are_as_mild_the_one_without_a_condition_is_rested_off(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser", "lesser")
        table.ail("ramjet", "bleeding", of="w1")
        rest(table, "wound")
        assert table.wounds("ramjet") == ["body/1: lesser"]


@pytest.mark.rules("WD-REST-03", "WD-EFF-16")
class TestFullRest:
    def test_a_full_rest_takes_the_whole_turn(self, table: Infirmary) -> None:
        rest(table, full=True)
        assert table.actions("ramjet") == 0

    def test_a_full_rest_is_refused_once_an_action_is_taken(self, table: Infirmary) -> None:
        rest(table)
        assert table.refusal("rest", who="ramjet", full=True).rule == "WD-ACT-02"

    def test_a_dot_comes_back_to_each_pool(self, table: Infirmary) -> None:
        for pool in ("stamina", "focus", "recovery"):
            table.drain("ramjet", pool, 2)
        rest(table, full=True, pool="")
        assert table.dots("ramjet") == (2, 2, 3)

    def test_a_full_rest_may_give_two_dots_to_one_pool(self, table: Infirmary) -> None:
        for pool in ("stamina", "focus", "recovery"):
            table.drain("ramjet", pool, 2)
        rest(table, full=True, pool="recovery")
        assert table.dots("ramjet") == (1, 1, 4)

    def test_bug_a_condition_that_is_named_twice_heals_once(self, table: Infirmary) -> None:
        name = table.ail("ramjet", "blinded")
        rest(table, "blinded", name, guts=3, full=True)
        assert table.conditions("ramjet") == []

    def test_as_many_things_as_guts_are_healed_by_one_roll(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser", "moderate", "moderate")
        table.ail("ramjet", "blinded")
        table.ail("ramjet", "deafened")
        rest(table, "blinded", "deafened", "wound", "wound", guts=3, full=True)
        assert table.conditions("ramjet") == []
        assert table.wounds("ramjet") == ["body/2: lesser", "body/3: moderate"]

    def test_a_full_rest_heals_no_more_things_than_guts(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser", "moderate", "moderate")
        heal = ["wound", "wound", "wound", "wound", "wound"]
        assert table.refusal("rest", who="ramjet", heal=heal, full=True).rule == "WD-REST-03"

    def test_the_last_wound_stays(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser", "lesser")
        rest(table, "wound", "wound", full=True)
        assert table.wounds("ramjet") == ["body/2: lesser"]

    def test_where_the_roll_fails_nothing_is_healed_but_bleeding(self, table: Infirmary) -> None:
        table.ail("ramjet", "blinded")
        table.ail("ramjet", "bleeding")
        rest(table, "blinded", "bleeding", guts=1, full=True)
        assert table.conditions("ramjet") == ["blinded"]


@pytest.mark.rules("WD-REST-04")
class TestFading:
    @pytest.fixture
    def table(self) -> Infirmary:
        """The first of Ramjet's two wounds fades."""
        table = Infirmary()
        fading = Wound(severity="lesser", kind="bash", slot="body/1", data={"fades": True})
        table.let("ramjet", WoundSuffered(name="w1", wound=fading))
        table.wound("ramjet", "lesser", first=2)
        return table

    def test_a_wound_that_fades_is_gone_with_the_next_rest(self, table: Infirmary) -> None:
        table.fight_on()
        rest(table)
        assert table.wounds("ramjet") == ["body/2: lesser"]

    def test_with_a_full_rest_too(self, table: Infirmary) -> None:
        table.fight_on()
        rest(table, full=True)
        assert table.wounds("ramjet") == ["body/2: lesser"]

    def test_a_fading_wound_goes_with_five_quiet_minutes(self, table: Infirmary) -> None:
        table.play("catch_breath", who="ramjet", minutes=5)
        assert table.wounds("ramjet") == ["body/2: lesser"]

    def test_a_fading_wound_goes_with_a_full_night(self, table: Infirmary) -> None:
        table.play("sleep", who=["ramjet"])
        assert table.wounds("ramjet") == ["body/2: lesser"]

    def test_the_rest_of_others_does_not_do(self, table: Infirmary) -> None:
        table.play("catch_breath", who="lung", minutes=5)
        assert table.wounds("ramjet") == ["body/1: lesser", "body/2: lesser"]


@pytest.mark.rules("WD-EFF-13")
class TestOneMoreRoll:
    def test_recovery_gives_one(self, table: Infirmary) -> None:
        table.ail("ramjet", "blinded")
        dice = {"rest": [1], "rest/again": [3]}
        table.play("rest", who="ramjet", heal=["blinded"], pool="focus", dice=dice, responses={"rest/recovery": "yes"})
        assert (table.conditions("ramjet"), table.dots("ramjet")) == ([], (3, 3, 3))

    def test_one_more_roll_for_recovery_may_be_taken_later(self, table: Infirmary) -> None:
        table.ail("ramjet", "blinded")
        entry = rest(table, "blinded", guts=1)
        table.answer_late(entry, {"rest/recovery": "yes"}, dice={"rest/again": [3]})
        assert table.conditions("ramjet") == []


@pytest.mark.rules("WD-DMG-06")
class TestShedding:
    def test_a_dot_of_recovery_ends_an_effect_of_a_wound(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser")
        table.ail("ramjet", "disabled", of="w1", part="left arm")
        rest(table, shed="disabled")
        assert (table.conditions("ramjet"), table.dots("ramjet")) == ([], (3, 3, 3))

    def test_the_dot_may_come_back_with_the_same_rest(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser")
        table.ail("ramjet", "disabled", of="w1", part="left arm")
        rest(table, shed="disabled", pool="recovery")
        assert table.dots("ramjet") == (3, 3, 4)

    def test_the_dot_of_this_very_rest_will_do(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser")
        table.ail("ramjet", "disabled", of="w1", part="left arm")
        table.drain("ramjet", "recovery", 4)
        rest(table, shed="disabled", pool="recovery")
        assert (table.conditions("ramjet"), table.dots("ramjet")) == ([], (3, 3, 0))

    @pytest.mark.rules("WD-COND-16")
    def test_bug_a_death_sentence_takes_the_help_of_others(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate")
        table.ail("ramjet", "death_sentence", of="w1")
        assert table.refusal("rest", who="ramjet", shed="death_sentence", pool="focus").rule == "WD-COND-16"

    @pytest.mark.rules("WD-EFF-12")
    @pytest.mark.parametrize("source", ["", "critical bash/w1"])
    def test_bug_what_a_critical_wound_did_is_not_shed(self, table: Infirmary, source: str) -> None:
        table.wound("ramjet", "critical")
        table.ail("ramjet", "disabled", of="w1", source=source, part="head")
        assert table.refusal("rest", who="ramjet", shed="disabled", pool="focus").rule == "WD-EFF-12"

    @pytest.mark.rules("WD-COND-13")
    def test_bug_an_object_that_is_stuck_is_not_shed(self, table: Infirmary) -> None:
        table.wound("ramjet", "lesser")
        table.ail("ramjet", "stuck", of="w1", wound="w1")
        assert table.refusal("rest", who="ramjet", shed="stuck", pool="focus").rule == "WD-COND-13"

    @pytest.mark.rules("WD-GRAP-06")
    def test_bug_the_hold_of_a_grappler_is_not_shed(self, table: Infirmary) -> None:
        until = WhilePresent(path=f"{table.ref('lung')}.links.grapple-x")
        table.let("ramjet", ConditionGained(name="held", condition=Condition(what="restrained", until=until)))
        assert table.refusal("rest", who="ramjet", shed="restrained", pool="focus").rule == "WD-DMG-06"

    @pytest.mark.rules("WD-WND-02")
    def test_bug_the_effect_of_a_wound_that_was_displaced_is_shed(self, table: Infirmary) -> None:
        table.ail("ramjet", "blinded", source="lesser cut/w1")
        rest(table, shed="blinded")
        assert (table.conditions("ramjet"), table.dots("ramjet")) == ([], (3, 3, 3))

    def test_what_came_with_no_wound_is_not_shed(self, table: Infirmary) -> None:
        table.ail("ramjet", "blinded")
        assert table.refusal("rest", who="ramjet", shed="blinded", pool="focus").rule == "WD-DMG-06"
