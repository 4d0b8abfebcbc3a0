"""Defending after attacking: the roll of an attack hand to hand stays on the table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.testing.table import outcomes
from domain.vocabulary.bodies import Condition
from tests.games.cthulhu_eternal.brawl import Brawl


@pytest.fixture
def table() -> Brawl:
    """Bo's count comes before Cal's, Cal's before Dee's, and Dee's before Eve's."""
    table = Brawl()
    table.begin(bo=14, cal=12, dee=10, eve=8)
    return table


def standing(table: Brawl, who: str) -> list[Condition]:
    """The roll of the last attack of a character."""
    return [condition for condition in table.sheet(who).conditions.values() if condition.what == "parrying"]


def parry(table: Brawl, rolled: int = 45) -> int:
    """Bo attacks Eve, and with that parries."""
    return table.strike("bo", "eve", rolled, 1 if rolled <= 60 else None)


@pytest.mark.rules("CE-DEF-16")
class TestOnTheCount:
    @pytest.mark.parametrize(
        ("word", "more"), [("attack", {}), ("call_shot", {"part": "arm"}), ("disarm", {"item": "knife"}), ("pin", {})]
    )
    def test_an_attack_is_declared_and_rolled_when_the_count_comes_up(
        self, table: Brawl, word: str, more: dict[str, Any]
    ) -> None:
        table.carry("eve", "knife")
        assert table.refusal(word, who="cal", target="eve", **more).rule == "CE-TURN-02"
        table.next()
        entry = table.strike("cal", "eve", 98, None, word, **more)
        assert table.rolls(entry) == {"attack": 98}


@pytest.mark.rules("CE-DEF-17")
class TestOneTarget:
    def test_a_second_target_in_the_same_turn_is_refused(self, table: Brawl) -> None:
        parry(table)
        assert table.refusal("attack", who="bo", target="cal").rule == "CE-TURN-05"

    @pytest.mark.parametrize("word", ["disarm", "pin"])
    def test_a_second_target_is_neither_disarmed_nor_pinned(self, table: Brawl, word: str) -> None:
        table.carry("cal", "knife")
        parry(table)
        assert table.refusal(word, who="bo", target="cal").rule == "CE-TURN-05"

    def test_others_may_be_hurt_along_the_way(self, table: Brawl) -> None:
        table.arm("bo", modes=[{"mode": "long burst", "lethality": 10}])
        dice = {"lethality/eve": [31], "lethality/cal": [12]}
        table.strike("bo", "eve", 30, None, weapon="gun", mode="long burst", caught=["cal"], against=dice)
        assert (table.hp("eve"), table.hp("cal")) == (6, 7)

    def test_undone_another_may_be_the_target(self, table: Brawl) -> None:
        table.undo(parry(table))
        table.strike("bo", "cal", 30, 2)
        assert (table.hp("cal"), table.hp("eve")) == (8, 10)


@pytest.mark.rules("CE-DEF-18")
class TestTheStandingRoll:
    def test_the_roll_of_an_attack_stays_on_the_table(self, table: Brawl) -> None:
        parry(table)
        (roll,) = standing(table, "bo")
        assert (roll.data["roll"], roll.data["outcome"]) == (45, "success")

    @pytest.mark.parametrize(("attack", "hp"), [(43, 10), (45, 10), (46, 6)])
    def test_a_standing_roll_opposes_every_attack_hand_to_hand(self, table: Brawl, attack: int, hp: int) -> None:
        parry(table)
        damage = 2 if hp < 10 else None
        for who in ("cal", "dee"):
            table.next()
            table.strike(who, "bo", attack, damage)
        assert table.hp("bo") == hp

    @pytest.mark.parametrize("word", ["disarm", "pin"])
    def test_a_disarm_or_a_pin_as_well(self, table: Brawl, word: str) -> None:
        table.carry("bo", "knife")
        parry(table)
        table.next()
        table.strike("cal", "bo", 43, None, word)
        assert (table.conditions("bo"), [i.location for i in table.sheet("bo").items.values()]) == (
            ["parrying"],
            ["hand/right"],
        )

    @pytest.mark.parametrize(("word", "rolled"), [("call_shot", 39), ("pin", 70), ("disarm", 70)])
    def test_any_offensive_action_is_such_a_roll(self, table: Brawl, word: str, rolled: int) -> None:
        table.carry("eve", "knife")
        more: dict[str, Any] = {"part": "arm"} if word == "call_shot" else {}
        table.strike("bo", "eve", rolled, 1 if word == "call_shot" else None, word, **more)
        assert [roll.data["roll"] for roll in standing(table, "bo")] == [rolled]

    def test_a_roll_that_failed_opposes_nothing(self, table: Brawl) -> None:
        parry(table, 95)
        table.next()
        table.strike("cal", "bo", 2, 3)
        assert table.hp("bo") == 7

    def test_a_standing_roll_outlasts_the_turn_until_the_next_action(self, table: Brawl) -> None:
        parry(table)
        table.next(4)
        assert len(standing(table, "bo")) == 1
        table.play("aim", who="bo")
        assert standing(table, "bo") == []

    def test_a_dodge_is_an_action_too(self, table: Brawl) -> None:
        parry(table)
        table.next(4)
        table.play("dodge", who="bo", dice={"dodge": [70]})
        assert standing(table, "bo") == []

    def test_the_next_attack_takes_its_place(self, table: Brawl) -> None:
        parry(table)
        table.next(4)
        table.strike("bo", "eve", 20, 1)
        assert [roll.data["roll"] for roll in standing(table, "bo")] == [20]

    @pytest.mark.rules("CE-RULING-58")
    @pytest.mark.parametrize(
        ("first", "second", "hp"), [(30, 40, (8, 10)), (40, 30, (10, 8)), (35, 35, (10, 10)), (70, 30, (8, 10))]
    )
    def test_two_who_attack_each_other_at_once_parry_each_other(
        self, first: int, second: int, hp: tuple[int, int]
    ) -> None:
        table = Brawl()
        table.begin(ana=12, bo=12)
        table.strike("ana", "bo", first, 2 if first <= 60 else None)
        table.strike("bo", "ana", second, 2 if second > first or first > 60 else None)
        table.next()
        assert (table.hp("ana"), table.hp("bo")) == hp

    @pytest.mark.rules("CE-RULING-58")
    def test_shots_at_each_other_both_hit(self) -> None:
        table = Brawl()
        table.begin(ana=12, bo=12)
        for who, target in (("ana", "bo"), ("bo", "ana")):
            table.arm(who)
            table.strike(who, target, 30, 10, weapon="gun")
        table.next()
        assert (table.conditions("ana"), table.conditions("bo")) == (["dead"], ["dead"])

    def test_with_the_attack_goes_its_defence(self, table: Brawl) -> None:
        parried = parry(table)
        table.next()
        blow = table.strike("cal", "bo", 30)
        plan = table.undo(parried, dice={str(blow): {"damage/bo": (4,)}})
        assert (outcomes(plan)[blow], table.hp("bo"), table.hp("eve")) == ("restated", 6, 10)


@pytest.mark.rules("CE-DEF-19")
class TestWhatDoesNotOvercome:
    @pytest.mark.parametrize(("attack", "hp"), [(44, 4), (33, 10), (46, 10), (45, 10)])
    def test_does_no_harm(self, table: Brawl, attack: int, hp: int) -> None:
        """Bo's roll is a critical 33: only a higher critical overcomes it."""
        table.strike("bo", "eve", 33, 1)
        table.next()
        table.strike("cal", "bo", attack, 3 if hp < 10 else None)
        assert table.hp("bo") == hp

    def test_an_attack_that_does_not_overcome_cites_its_rule(self, table: Brawl) -> None:
        parry(table)
        table.next()
        assert "CE-DEF-19" in table.cited(table.strike("cal", "bo", 40))


def level(rolled: int) -> int:
    """What a roll against 60 comes to: nothing, a success, or a critical one."""
    if rolled > 60:
        return 0
    return 2 if rolled == 1 or rolled % 11 == 0 else 1


@pytest.mark.rules("CE-DEF-19", "CE-RULING-02", "CE-RULING-03")
@settings(max_examples=60, deadline=None)
@given(stands=st.integers(1, 100), attack=st.integers(1, 100))
def test_an_attack_gets_through_if_it_is_better_than_what_stands(stands: int, attack: int) -> None:
    table = Brawl()
    table.begin(bo=14, cal=12, eve=8)
    table.strike("bo", "eve", stands, 1 if level(stands) else None)
    table.next()
    better = (level(attack), attack) > (level(stands), stands if level(stands) else 0)
    through = bool(level(attack)) and better
    table.strike("cal", "bo", attack, 1 if through else None)
    assert table.hp("bo") == 10 - (level(attack) if through else 0)


@pytest.mark.rules("CE-DEF-20")
class TestWhoKnowsAndCan:
    def test_what_is_neither_seen_nor_heard_is_not_opposed(self, table: Brawl) -> None:
        parry(table)
        table.next()
        table.play("rule_circumstances", who="cal", apply=["unnoticed"])
        table.strike("cal", "bo", 30, 2)
        assert table.hp("bo") == 8

    def test_who_is_unconscious_blocks_nothing(self, table: Brawl) -> None:
        parry(table)
        table.suffer("bo", "unconscious")
        table.next()
        table.strike("cal", "bo", 30, 2)
        assert "dead" in table.conditions("bo")

    @pytest.mark.rules("CE-RULING-08")
    def test_a_roll_made_before_a_stun_still_counts(self, table: Brawl) -> None:
        parry(table)
        table.suffer("bo", "stunned")
        table.next()
        table.strike("cal", "bo", 30)
        assert table.hp("bo") == 10

    def test_had_it_been_noticed_it_had_been_parried(self, table: Brawl) -> None:
        parry(table)
        table.next()
        ruling = table.play("rule_circumstances", who="cal", apply=["unnoticed"])
        blow = table.strike("cal", "bo", 30, 2)
        assert outcomes(table.undo(ruling))[blow] == "restated"
        assert table.hp("bo") == 10


@pytest.mark.rules("CE-DEF-21")
class TestThePinned:
    def test_do_not_defend_in_any_way(self, table: Brawl) -> None:
        parry(table)
        table.suffer("bo", "pinned")
        table.next()
        entry = table.strike("cal", "bo", 30, 2)
        assert ("QuestionAsked" in table.kinds(entry), table.hp("bo")) == (False, 8)

    def test_the_pinned_defend_by_escaping(self, table: Brawl) -> None:
        table.strike("bo", "cal", 30, None, "pin")
        table.next()
        table.play("escape", who="cal", dice={"escape": [40]})
        table.next()
        table.strike("dee", "cal", 35)
        assert table.hp("cal") == 10

    def test_without_the_pin_the_roll_had_stood(self, table: Brawl) -> None:
        parry(table)
        pinned = table.suffer("bo", "pinned")
        table.next()
        blow = table.strike("cal", "bo", 30, 2)
        assert outcomes(table.undo(pinned))[blow] == "restated"
        assert table.hp("bo") == 10


@pytest.mark.rules("CE-DEF-22")
class TestWhoPins:
    def pin(self, table: Brawl, rolled: int = 45) -> int:
        return table.strike("bo", "eve", rolled, None, "pin")

    def test_the_roll_does_not_oppose_while_they_hold_on(self, table: Brawl) -> None:
        self.pin(table)
        table.next()
        table.strike("cal", "bo", 30, 2)
        assert (table.hp("bo"), len(standing(table, "bo"))) == (8, 1)

    def test_once_they_let_go_it_opposes_again(self, table: Brawl) -> None:
        self.pin(table)
        table.next()
        table.play("let_go", who="bo")
        table.strike("cal", "bo", 30)
        assert table.hp("bo") == 10

    def test_a_pin_that_failed_leaves_them_free_to(self, table: Brawl) -> None:
        self.pin(table, 61)
        table.next(4)
        table.play("dodge", who="bo", dice={"dodge": [40]})
        assert "dodging" in table.conditions("bo")

    @pytest.mark.parametrize(("word", "args"), [("dodge", {}), ("fight_back", {"at": "cal"})])
    def test_a_pinner_neither_dodges_nor_fights_back(self, table: Brawl, word: str, args: dict[str, Any]) -> None:
        self.pin(table)
        table.next(4)
        assert table.refusal(word, who="bo", **args).rule == "CE-DEF-22"

    def test_a_pinner_is_not_even_asked_to_defend(self, table: Brawl) -> None:
        self.pin(table)
        table.next(5)
        entry = table.strike("cal", "bo", 30, 2)
        assert ("QuestionAsked" in table.kinds(entry), table.hp("bo")) == (False, 8)

    def test_had_they_let_go_before_it_had_been_opposed(self, table: Brawl) -> None:
        self.pin(table)
        table.next()
        released = table.play("let_go", who="bo")
        blow = table.strike("cal", "bo", 30)
        plan = table.undo(released, dice={str(blow): {"damage/bo": (3,)}})
        assert (outcomes(plan)[blow], table.hp("bo")) == ("restated", 7)


@pytest.mark.rules("CE-DEF-23")
class TestAShot:
    @pytest.mark.parametrize("weapon", ["gun", "bow", "thrown"])
    def test_leaves_no_roll_on_the_table(self, table: Brawl, weapon: str) -> None:
        table.arm("bo", weapon)
        table.strike("bo", "eve", 45, 1, weapon=weapon)
        assert standing(table, "bo") == []
        table.next()
        table.strike("cal", "bo", 30, 2)
        assert table.hp("bo") == 8

    @pytest.mark.rules("CE-DEF-18")
    def test_is_not_opposed_by_one(self, table: Brawl) -> None:
        table.arm("cal")
        parry(table)
        table.next()
        table.strike("cal", "bo", 30, 3, weapon="gun")
        assert table.hp("bo") == 7
