"""Dodge and Fight Back as actions of a turn, and dodging on the move."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.cthulhu_eternal.brawl import Brawl


@pytest.fixture
def table() -> Brawl:
    """It is Ana's count, and then Bo's, who has 50 in Dodge."""
    table = Brawl()
    table.begin(ana=14, bo=11)
    return table


@pytest.mark.rules("CE-ACT-15")
class TestDodge:
    @pytest.mark.parametrize(
        ("attack", "dodge", "hp"),
        [(30, 31, 10), (30, 29, 7), (30, 30, 7), (30, 51, 7), (30, 11, 10), (70, 80, 10)],
    )
    def test_a_dodge_is_opposed_to_the_attack(self, table: Brawl, attack: int, dodge: int, hp: int) -> None:
        damage = 3 if attack <= 60 and hp < 10 else None
        table.strike("ana", "bo", attack, damage, defend="dodge", against={"dodge": [dodge]})
        assert table.hp("bo") == hp

    def test_a_critical_hit_takes_a_critical_dodge(self, table: Brawl) -> None:
        table.strike("ana", "bo", 11, 3, defend="dodge", against={"dodge": [49]})
        assert table.hp("bo") == 4

    @pytest.mark.parametrize("word", ["pin", "disarm"])
    @pytest.mark.parametrize(("dodge", "avoided"), [(31, True), (29, False)])
    def test_pins_and_disarms_are_dodged_too(self, table: Brawl, word: str, dodge: int, avoided: bool) -> None:
        knife = table.carry("bo", "knife")
        table.strike("ana", "bo", 30, None, word, defend="dodge", against={"dodge": [dodge]})
        untouched = "pinned" not in table.conditions("bo") and table.sheet("bo").items[knife].location != "ground"
        assert untouched is avoided

    @pytest.mark.parametrize(
        ("rule", "attack", "dodge", "hp"),
        [("lower roll", 30, 29, 10), ("lower roll", 30, 31, 7), ("margin", 30, 15, 10), ("margin", 30, 25, 7)],
    )
    @pytest.mark.rules("CE-RULING-02")
    def test_a_campaign_may_compare_otherwise(self, rule: str, attack: int, dodge: int, hp: int) -> None:
        table = Brawl(opposed_rule=rule)
        table.begin(ana=14, bo=11)
        table.strike("ana", "bo", attack, 3 if hp < 10 else None, defend="dodge", against={"dodge": [dodge]})
        assert table.hp("bo") == hp


@pytest.mark.rules("CE-ACT-16")
class TestDodgingOnTheMove:
    def agree(self, table: Brawl, who: str = "ana") -> int:
        return table.play("agree_to_dodge", who=who)

    def dodge(self, table: Brawl, who: str = "ana") -> int:
        return table.play("dodge", who=who, dice={"dodge": [30]})

    def test_without_agreement_it_is_two_actions(self, table: Brawl) -> None:
        table.play("move", who="ana", pace="run")
        assert table.refusal("dodge", who="ana").rule == "CE-DEF-03"

    @pytest.mark.parametrize("pace", ["jog", "run"])
    def test_a_dodge_after_the_move(self, table: Brawl, pace: str) -> None:
        self.agree(table)
        table.play("move", who="ana", pace=pace)
        self.dodge(table)
        assert "dodging" in table.conditions("ana")

    @pytest.mark.parametrize("pace", ["jog", "run"])
    def test_a_move_after_the_dodge(self, table: Brawl, pace: str) -> None:
        self.agree(table)
        self.dodge(table)
        table.play("move", who="ana", pace=pace)
        assert table.place("ana").moved > 0

    @pytest.mark.parametrize("first", ["move", "dodge"])
    def test_nobody_dodges_at_a_sprint(self, table: Brawl, first: str) -> None:
        self.agree(table)
        if first == "move":
            table.play("move", who="ana", pace="sprint")
            assert table.refusal("dodge", who="ana").rule == "CE-DEF-03"
        else:
            self.dodge(table)
            assert table.refusal("move", who="ana", pace="sprint").rule == "CE-TURN-05"

    def test_agreed_to_after_the_move_it_holds_as_well(self, table: Brawl) -> None:
        table.play("move", who="ana", pace="run")
        self.agree(table)
        self.dodge(table)
        assert "dodging" in table.conditions("ana")

    def test_dodging_on_the_move_is_one_dodge_and_one_move(self, table: Brawl) -> None:
        self.agree(table)
        table.play("move", who="ana", pace="run")
        self.dodge(table)
        assert table.refusal("move", who="ana").rule == "CE-TURN-05"
        assert table.refusal("act", who="ana", what="Shouts.").rule == "CE-TURN-05"

    def test_of_nothing_else(self, table: Brawl) -> None:
        self.agree(table)
        table.play("act", who="ana", what="Shouts.")
        assert table.refusal("move", who="ana").rule == "CE-TURN-05"

    def test_in_this_turn_only(self, table: Brawl) -> None:
        self.agree(table)
        table.next(2)
        table.play("move", who="ana")
        assert table.refusal("dodge", who="ana").rule == "CE-DEF-03"

    def test_the_attacked_may_then_choose_to_dodge(self) -> None:
        table = Brawl()
        table.begin(bo=15, ana=14)
        self.agree(table, "bo")
        table.play("move", who="bo")
        table.next()
        table.strike("ana", "bo", 30, None, defend="dodge", against={"dodge": [31]})
        assert table.hp("bo") == 10

    def test_bug_the_move_leaves_no_fight_back(self) -> None:
        table = Brawl()
        table.begin(bo=15, ana=14)
        self.agree(table, "bo")
        table.play("move", who="bo")
        table.next()
        table.play("attack", who="ana", target="bo", dice={"attack": [70]})
        (question,) = table.scene().questions.values()
        assert question.options == ("none", "dodge")

    def test_a_dodge_on_the_move_is_on_record(self, table: Brawl) -> None:
        assert "CE-ACT-16" in table.cited(self.agree(table))

    def test_undone_it_takes_the_dodge_with_it(self, table: Brawl) -> None:
        agreed = self.agree(table)
        moved = table.play("move", who="ana", pace="run")
        dodged = self.dodge(table)
        plan = table.undo(agreed, policy="cascade")
        assert (outcomes(plan)[moved], outcomes(plan)[dodged]) == ("restated", "struck")
        assert "dodging" not in table.conditions("ana")


@pytest.mark.rules("CE-ACT-21")
class TestFightBack:
    def back(self, attack: int, reply: int, weapon: str = "") -> Brawl:
        """Ana strikes at Bo, who fights back with the blade in hand, or bare hands."""
        table = Brawl()
        table.begin(ana=14, bo=11)
        if weapon:
            table.arm("bo", weapon, "blade", damage="1d6")
        dice = {"fight-back": [reply]}
        if attack < reply <= 60 and not (attack == 70 and reply > 60):
            dice["damage/ana"] = [2]
        hurts = 3 if attack <= 60 and not attack < reply <= 60 else None
        also = {"fight-back/bo": "attack"}
        table.strike("ana", "bo", attack, hurts, defend="fight back", also=also, against=dice)
        return table

    @pytest.mark.parametrize("weapon", ["", "melee"])
    @pytest.mark.parametrize(("attack", "reply", "ana", "bo"), [(30, 40, 8, 10), (40, 30, 10, 7), (40, 40, 10, 7)])
    def test_fighting_back_blocks_and_strikes(self, weapon: str, attack: int, reply: int, ana: int, bo: int) -> None:
        table = self.back(attack, reply, weapon)
        assert (table.hp("ana"), table.hp("bo")) == (ana, bo)

    @pytest.mark.parametrize("weapon", ["gun", "bow", "thrown"])
    def test_never_against_what_acts_at_a_distance(self, table: Brawl, weapon: str) -> None:
        table.arm("ana", weapon)
        shot = table.strike("ana", "bo", 30, 4, weapon=weapon, defend="none")
        assert (table.hp("bo"), table.rolls(shot)) == (6, {"attack": 30, "damage/bo": 4})

    def test_never_with_a_gun(self, table: Brawl) -> None:
        table.arm("bo")
        assert table.refusal("fight_back", who="bo", at="ana", weapon="gun").rule == "CE-ACT-21"
