"""Attacks out of turn: what gives an opening for them, what they cost, and what they are."""

from typing import Any

import pytest

from domain.vocabulary.bodies import Condition, ConditionGained
from tests.games.weaverdice.fighting import Alley

SPRAY = {"name": "Spray", "type": "burn", "tier": "lesser", "targets": 3, "ranged": True}


@pytest.fixture
def table() -> Alley:
    """It is Ramjet's turn, before Pearl's, Lung's and two thugs'."""
    table = Alley()
    table.cape("ramjet")
    table.cape("pearl")
    table.foe("lung")
    for thug in ("thug", "goon"):
        table.foe(thug, category="generic")
    dice: dict[str, Any] = {"thug": (None, 6), "goon": (None, 5)}
    table.begin("ramjet", "pearl", against=("lung", "thug", "goon"), ramjet=6, pearl=5, lung=4, **dice)
    return table


def openings(table: Alley, who: str) -> list[str]:
    """The targets at whom a character may strike out of turn."""
    return [str(opening.data["target"]) for opening in table.sheet(who).intents.values() if opening.kind == "opening"]


def strike(table: Alley, who: str = "lung", target: str = "ramjet", **how: Any) -> int:
    return table.play("attack", who=who, targets=[target], opportunity=True, dice={"attack": [1]}, **how)


def refused(table: Alley, who: str = "lung", **how: Any) -> str:
    attack: dict[str, Any] = {"who": who, "targets": ["ramjet"], "opportunity": True, **how}
    return table.refusal("attack", **attack).rule


@pytest.mark.rules("WD-ACT-09", "WD-EFF-09", "WD-RULING-45")
class TestOutOfTurn:
    def test_an_opening_is_used_for_a_dot_of_focus(self, table: Alley) -> None:
        table.play("give_opening", who="ramjet", to=["lung"])
        strike(table)
        assert (table.dots("lung"), openings(table, "lung")) == ((3, 2, 3), [])

    def test_an_attack_out_of_turn_takes_no_action_of_anybody_s_turn(self, table: Alley) -> None:
        table.play("give_opening", who="ramjet", to=["lung"])
        strike(table)
        assert table.actions("ramjet") == 2

    def test_without_focus_there_is_none(self, table: Alley) -> None:
        table.play("give_opening", who="ramjet", to=["lung"])
        table.play("spend_effort", who="lung", pool="focus", dots=3)
        assert refused(table) == "WD-ACT-09"

    def test_without_an_opening_there_is_none(self, table: Alley) -> None:
        assert refused(table) == "WD-ACT-09"

    def test_one_is_good_once(self, table: Alley) -> None:
        table.play("give_opening", who="ramjet", to=["lung"])
        strike(table)
        assert refused(table) == "WD-ACT-09"

    def test_an_attack_out_of_turn_is_against_an_exposed_target(self, table: Alley) -> None:
        table.play("give_opening", who="pearl", to=["lung"])
        assert refused(table) == "WD-ACT-09"

    def test_who_has_no_effort_gets_none_from_it(self, table: Alley) -> None:
        table.play("give_opening", who="ramjet", to=["thug"])
        assert openings(table, "thug") == []

    def test_an_opening_is_gone_with_the_turn(self, table: Alley) -> None:
        table.play("give_opening", who="ramjet", to=["lung"])
        table.next()
        assert refused(table) == "WD-ACT-09"

    @pytest.mark.rules("WD-MOVE-03")
    def test_two_thugs_strike_at_who_runs_past_them_without_focus(self, table: Alley) -> None:
        past = [{"foe": "thug"}, {"foe": "goon"}]
        table.play("move", who="ramjet", open=20, past=past)
        strike(table, "thug")
        strike(table, "goon")
        assert refused(table, "thug") == "WD-ACT-09"


@pytest.mark.rules("WD-MOVE-04")
class TestWhatTheyAre:
    @pytest.fixture
    def table(self, table: Alley) -> Alley:
        table.play("give_opening", who="ramjet", to=["lung"])
        table.play("give_opening", who="pearl", to=["lung"])
        return table

    def test_a_single_target_s(self, table: Alley) -> None:
        assert refused(table, targets=["ramjet", "pearl"], power=SPRAY) == "WD-MOVE-04"

    def test_a_single_strike(self, table: Alley) -> None:
        assert refused(table, strikes=2, power=SPRAY | {"attacks": 2}) == "WD-MOVE-04"

    def test_no_full_attack(self, table: Alley) -> None:
        assert refused(table, full=True) == "WD-MOVE-04"

    def test_no_focused_shot(self, table: Alley) -> None:
        assert refused(table, focused=True, power=SPRAY) == "WD-MOVE-04"

    def test_a_power_may_strike(self, table: Alley) -> None:
        assert strike(table, power=SPRAY)

    def test_no_skill_helps(self, table: Alley) -> None:
        table.play("set_turn", who=["pearl"], force=True)
        table.play("give_opening", who="ramjet", to=["lung"])
        table.play("grant_skill", who="lung", skill="aim")
        shot = strike(table, power=SPRAY, feet=60)
        assert table.last_roll(shot).notation == "1d6"


@pytest.mark.rules("WD-COND-10")
class TestRising:
    @pytest.fixture
    def table(self, table: Alley) -> Alley:
        table.play("impose", who="ramjet", what="Knocked down")
        return table

    def test_rising_takes_a_move_action_and_half_the_movement(self, table: Alley) -> None:
        table.play("move", who="ramjet", rise=True, open=15)
        assert (table.conditions("ramjet"), table.actions("ramjet"), table.place("ramjet").moved) == ([], 1, 30)

    def test_no_more_than_the_other_half_is_left(self, table: Alley) -> None:
        assert table.refusal("move", who="ramjet", rise=True, open=16).rule == "WD-MOVE-01"

    def test_the_half_is_rounded_up_to_5_feet(self) -> None:
        table = Alley()
        table.cape("velocity", athletics=4)
        table.begin("velocity", velocity=6)
        table.play("impose", who="velocity", what="Knocked down")
        assert table.play("move", who="velocity", rise=True, open=20)

    def test_who_is_on_their_feet_does_not_rise(self, table: Alley) -> None:
        table.play("move", who="ramjet", rise=True)
        assert table.refusal("move", who="ramjet", rise=True).rule == "WD-COND-10"


@pytest.mark.rules("WD-COND-11")
class TestProvoking:
    @pytest.fixture
    def table(self, table: Alley) -> Alley:
        table.play("impose", who="ramjet", what="Knocked down")
        return table

    def test_rising_provokes_attacks(self, table: Alley) -> None:
        table.play("move", who="ramjet", rise=True)
        assert openings(table, "lung") == [table.ref("ramjet")]

    def test_a_deed_that_is_neither_offence_nor_defence_provokes_attacks(self, table: Alley) -> None:
        table.play("act", who="ramjet", action="power")
        assert openings(table, "lung") == [table.ref("ramjet")]

    def test_attacking_does_not(self, table: Alley) -> None:
        table.play("attack", who="ramjet", targets=["lung"], dice={"attack": [1]})
        assert openings(table, "lung") == []

    def test_who_is_on_their_feet_provokes_nobody(self, table: Alley) -> None:
        table.next()
        table.play("act", who="pearl", action="power")
        assert openings(table, "lung") == []

    def test_provoked_attacks_are_in_melee(self, table: Alley) -> None:
        table.play("move", who="ramjet", rise=True)
        assert refused(table, power=SPRAY) == "WD-COND-11"

    def test_of_foes_only(self, table: Alley) -> None:
        table.play("move", who="ramjet", rise=True)
        assert openings(table, "pearl") == []

    def test_the_unconscious_are_not_provoked(self, table: Alley) -> None:
        table.let("lung", ConditionGained(name="out", condition=Condition(what="unconscious")))
        table.play("move", who="ramjet", rise=True)
        assert openings(table, "lung") == []
