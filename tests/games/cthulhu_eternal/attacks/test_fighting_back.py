"""Fight Back: what one roll blocks, and what it does to one attacker."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from domain.play.refusals import UnknownChoice
from domain.vocabulary.holdings import ItemChanged
from tests.games.cthulhu_eternal.brawl import Brawl, four_who_defend
from tests.games.cthulhu_eternal.defending import fought_back, held


@pytest.fixture
def table() -> Brawl:
    return four_who_defend()


@pytest.mark.rules("CE-DEF-07")
class TestOneFightBack:
    def test_one_roll_blocks_every_attack_of_the_turn_that_it_beats(self, table: Brawl) -> None:
        fought_back(table, 30, 40, hurt=1)
        table.next()
        table.strike("cal", "eve", 35)
        table.next()
        table.strike("dee", "eve", 45, 3)
        assert table.hp("eve") == 7

    def test_a_fight_back_is_over_with_the_turn(self, table: Brawl) -> None:
        fought_back(table, 30, 40, hurt=1)
        table.next(3)
        assert len(held(table, "eve", "fighting_back")) == 1
        table.next()
        assert held(table, "eve", "fighting_back") == []

    def test_a_failure_blocks_nothing(self, table: Brawl) -> None:
        fought_back(table, 30, 61, damage=3)
        assert (table.hp("eve"), table.hp("bo")) == (7, 10)


@pytest.mark.rules("CE-DEF-08")
class TestFightingBackAgainstShots:
    @pytest.fixture(autouse=True)
    def armed(self, table: Brawl) -> None:
        table.arm("bo")

    def test_fighting_back_gives_no_protection_against_shots(self, table: Brawl) -> None:
        table.play("fight_back", who="eve", at="bo", dice={"fight-back": [49]})
        table.strike("bo", "eve", 30, 4, weapon="gun")
        assert (table.hp("eve"), table.hp("bo")) == (6, 10)

    def test_nobody_is_asked(self, table: Brawl) -> None:
        assert "QuestionAsked" not in table.kinds(table.strike("bo", "eve", 30, 4, weapon="gun"))

    def test_unless_the_weapon_can_be_pushed_aside(self, table: Brawl) -> None:
        table.play("rule_circumstances", who="bo", apply=["close enough to push the weapon aside"])
        fought_back(table, 30, 40, hurt=2, weapon="gun")
        assert (table.hp("eve"), table.hp("bo")) == (10, 8)

    def test_what_explodes_is_not_pushed_aside(self, table: Brawl) -> None:
        table.arm("bo", what="launcher", damage="", lethality=15, explosive=True)
        table.play("rule_circumstances", who="bo", apply=["close enough to push the weapon aside"])
        shot = table.strike("bo", "eve", 30, weapon="launcher", against={"lethality/eve": [15]})
        assert "QuestionAsked" not in table.kinds(shot)


@pytest.mark.rules("CE-DEF-09")
class TestOneOffensiveAction:
    def options(self, table: Brawl) -> tuple[str, ...]:
        table.play("attack", who="bo", target="eve", dice={"attack": [30]}, responses={"defend/eve": "fight back"})
        (question,) = table.scene().questions.values()
        return question.options

    def test_the_offensive_action_is_declared_with_the_roll(self, table: Brawl) -> None:
        table.carry("bo", "knife")
        assert self.options(table) == ("attack", "called shot", "disarm", "pin")

    @pytest.mark.rules("CE-RULING-62")
    def test_bug_nobody_out_of_reach_is_offered(self, table: Brawl) -> None:
        table.play("say_distance", who="eve", other="cal", yards=4)
        with pytest.raises(UnknownChoice, match=f"choose one of {table.ref('bo')}, {table.ref('dee')}"):
            fought_back(table, 30, 40, also={"fight-back-at/eve": "cal"})

    @pytest.mark.rules("CE-ACT-12")
    def test_bug_nobody_whose_hands_are_empty_is_offered_for_a_disarm(self, table: Brawl) -> None:
        for who in ("bo", "dee"):
            table.carry(who, "knife")
        also = {"fight-back/eve": "disarm", "fight-back-at/eve": "cal"}
        with pytest.raises(UnknownChoice, match=f"choose one of {table.ref('bo')}, {table.ref('dee')}"):
            fought_back(table, 30, 40, also=also)

    def test_what_the_hands_are_not_free_for_is_not_among_them(self, table: Brawl) -> None:
        table.carry("bo", "knife")
        table.carry("eve", "lamp")
        assert self.options(table) == ("attack", "called shot")

    def test_who_holds_nothing_is_not_disarmed(self, table: Brawl) -> None:
        assert self.options(table) == ("attack", "called shot", "pin")

    @pytest.mark.rules("CE-RULING-23")
    def test_fists_that_nobody_entered_a_damage_for_only_grab(self) -> None:
        table = Brawl(unarmed_damage="")
        table.begin(bo=14, eve=8)
        table.arm("bo", "melee", "sword")
        table.play(
            *("attack",),
            who="bo",
            target="eve",
            weapon="sword",
            dice={"attack": [30]},
            responses={"defend/eve": "fight back"},
        )
        (question,) = table.scene().questions.values()
        assert (question.options, question.default) == (("disarm", "pin"), "disarm")

    @pytest.mark.parametrize("action", ["disarm", "pin"])
    def test_an_offensive_action_declared_ahead_has_its_requirements(self, table: Brawl, action: str) -> None:
        table.carry("bo", "knife")
        table.carry("eve", "lamp")
        refusal = table.refusal("fight_back", who="eve", at="bo", action=action, dice={"fight-back": [40]})
        assert refusal.rule == ("CE-ACT-12" if action == "disarm" else "CE-ACT-27")

    def test_a_gun_does_not_fight_back(self, table: Brawl) -> None:
        table.arm("eve")
        assert table.refusal("fight_back", who="eve", at="bo", weapon="gun").rule == "CE-ACT-21"

    @pytest.mark.parametrize(("mostly", "outcome"), [(False, "success"), (True, "failure")])
    def test_an_offensive_action_has_its_penalties(self, table: Brawl, mostly: bool, outcome: str) -> None:
        entry = table.play(
            *("fight_back",), who="eve", at="bo", action="called shot", mostly_covered=mostly, dice={"fight-back": [40]}
        )
        assert table.outcomes_of(entry) == {"fight-back": outcome}

    @pytest.mark.rules("CE-RULING-57")
    def test_no_aim_helps_it(self, table: Brawl) -> None:
        table.play("aim", who="bo")
        table.next(4)
        entry = table.play("fight_back", who="bo", at="cal", dice={"fight-back": [70]})
        assert table.outcomes_of(entry) == {"fight-back": "failure"}

    @pytest.mark.rules("CE-RULING-53")
    def test_a_fight_back_may_fumble(self, table: Brawl) -> None:
        fought_back(table, 30, 88, damage=1)
        assert "fumbled" in table.conditions("eve")

    def test_a_fight_back_is_aimed_at_one_attacker_who_may_be_another(self, table: Brawl) -> None:
        fought_back(table, 30, 40, also={"fight-back-at/eve": "cal"})
        assert table.hp("bo") == 10
        table.next()
        table.strike("cal", "eve", 35, against={"damage/cal": [2]})
        assert (table.hp("cal"), table.hp("eve")) == (8, 10)

    @pytest.mark.parametrize(("location", "hp"), [("hand/right", 7), ("ground", 10)])
    def test_bug_without_the_weapon_a_fight_back_only_blocks(self, table: Brawl, location: str, hp: int) -> None:
        table.arm("eve", "melee", "knife", damage="1d6")
        table.play("fight_back", who="eve", at="bo", weapon="knife", dice={"fight-back": [40]})
        (name,) = table.sheet("eve").items
        table.let("eve", ItemChanged(name=name, location=location))
        table.strike("bo", "eve", 30, against={"damage/bo": [3]} if hp < 10 else {})
        assert (table.hp("bo"), table.hp("eve")) == (hp, 10)

    def test_nobody_fights_back_at_themselves(self, table: Brawl) -> None:
        assert table.refusal("fight_back", who="eve", at="eve").rule == "CE-DEF-09"


@pytest.mark.rules("CE-DEF-10")
class TestWhatFightingBackDoes:
    @pytest.mark.parametrize(("attack", "hp"), [(30, 8), (70, 8), (45, 10)])
    def test_a_fight_back_affects_the_attacker_whose_roll_it_beats(self, table: Brawl, attack: int, hp: int) -> None:
        fought_back(table, attack, 40, hurt=2 if hp < 10 else None, damage=1 if attack == 45 else None)
        assert table.hp("bo") == hp

    def test_others_are_only_blocked(self, table: Brawl) -> None:
        fought_back(table, 30, 40, hurt=2)
        table.next()
        table.strike("cal", "eve", 35)
        assert (table.hp("eve"), table.hp("cal")) == (10, 10)

    def test_a_fight_back_takes_effect_once(self, table: Brawl) -> None:
        table.play("fight_back", who="eve", at="bo", dice={"fight-back": [40]})
        table.strike("bo", "eve", 30, against={"damage/bo": [2]})
        assert [condition.data["done"] for condition in held(table, "eve", "fighting_back")] == [True]

    @pytest.mark.rules("CE-RULING-53")
    def test_a_critical_one_does_double_damage(self, table: Brawl) -> None:
        fought_back(table, 30, 22, hurt=2)
        assert table.hp("bo") == 6

    def test_a_fight_back_strikes_with_a_blade_that_is_held(self, table: Brawl) -> None:
        table.arm("eve", "melee", "sword", damage="1d8+1")
        fought_back(table, 30, 40, hurt=2)
        assert table.hp("bo") == 7

    def test_a_fight_back_may_strike_with_bare_hands_all_the_same(self, table: Brawl) -> None:
        table.arm("eve", "melee", "sword", damage="1d8+1")
        fought_back(table, 30, 40, hurt=2, also={"fight-back-with/eve": "bare hands"})
        assert table.hp("bo") == 8

    def test_a_called_shot_gets_past_armor(self, table: Brawl) -> None:
        table.carry("bo", "vest", "worn", armor=5)
        fought_back(table, 30, 39, action="called shot", hurt=2)
        assert table.hp("bo") == 8

    def test_a_disarm_disarms(self, table: Brawl) -> None:
        knife = table.carry("bo", "knife")
        fought_back(table, 30, 40, action="disarm")
        assert (table.sheet("bo").items[knife].location, table.hp("bo")) == ("ground", 10)

    def test_a_pin_pins(self, table: Brawl) -> None:
        fought_back(table, 30, 40, action="pin")
        assert "pinned" in table.conditions("bo")

    def test_without_it_the_attack_goes_through(self, table: Brawl) -> None:
        back = table.play("fight_back", who="eve", at="bo", dice={"fight-back": [40]})
        blow = table.strike("bo", "eve", 30, against={"damage/bo": [2]})
        plan = table.undo(back, dice={str(blow): {"damage/eve": (3,)}})
        assert (outcomes(plan)[blow], table.hp("bo"), table.hp("eve")) == ("restated", 10, 7)
