"""Dodge, and what it has in common with Fight Back: when they are declared, what they cost, and who can do neither."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.history.plan import StillOwed
from domain.vocabulary.log import Judged
from tests.games.cthulhu_eternal.brawl import Brawl, four_who_defend
from tests.games.cthulhu_eternal.defending import dodged, fought_back, held


@pytest.fixture
def table() -> Brawl:
    return four_who_defend()


@pytest.mark.rules("CE-DEF-01")
class TestOpposing:
    @pytest.mark.parametrize(
        ("attack", "dodge", "hp"),
        [(30, 40, 10), (40, 30, 7), (30, 51, 7), (33, 40, 4), (30, 22, 10), (33, 44, 10), (44, 33, 4)],
    )
    def test_the_better_success_wins_and_of_equals_the_higher_roll(
        self, table: Brawl, attack: int, dodge: int, hp: int
    ) -> None:
        dodged(table, attack, dodge, 3 if hp < 10 else None)
        assert table.hp("eve") == hp

    @pytest.mark.rules("CE-RULING-02")
    def test_where_both_fail_the_attack_misses(self, table: Brawl) -> None:
        dodged(table, 70, 70)
        assert table.hp("eve") == 10

    @pytest.mark.rules("CE-RULING-03")
    def test_an_attack_that_a_dodge_opposes_is_judged_as_that(self, table: Brawl) -> None:
        entry = dodged(table, 30, 40)
        assert table.outcomes_of(entry)["attack"] == "opposed"
        (judged,) = (event for event in table.told(entry) if isinstance(event, Judged))
        assert (judged.why, judged.rules[0]) == ("dodging stands against it", "CE-DEF-04")

    def test_a_tied_dodge_does_not_overcome(self, table: Brawl) -> None:
        dodged(table, 40, 40, 3)
        assert table.hp("eve") == 7

    @pytest.mark.rules("CE-RULING-03", "CE-DEF-10")
    def test_a_tied_fight_back_does_not_overcome(self, table: Brawl) -> None:
        fought_back(table, 40, 40, damage=3)
        assert (table.hp("eve"), table.hp("bo")) == (7, 10)

    @pytest.mark.rules("CE-RULING-02")
    def test_a_campaign_may_have_it_by_the_lower_roll(self) -> None:
        table = Brawl(opposed_rule="lower roll")
        table.begin(bo=14, eve=8)
        dodged(table, 40, 30)
        assert table.hp("eve") == 10


@pytest.mark.rules("CE-DEF-02")
class TestDeclaring:
    def test_the_defender_is_asked_before_the_attack_is_rolled(self, table: Brawl) -> None:
        table.play("attack", who="bo", target="eve", dice={"attack": [30], "dodge": [40]})
        (question,) = table.scene().questions.values()
        assert (question.owner, question.options) == ("ana", ("none", "dodge", "fight back"))

    def test_the_owner_of_the_defender_answers(self, table: Brawl) -> None:
        deed = table.play("attack", who="bo", target="eve", dice={"attack": [30], "dodge": [40]})
        table.play("freeform.answer", as_player="ana", deed=deed, key="defend/eve", choice="dodge")
        assert (table.hp("eve"), table.scene().questions) == (10, {})

    def test_undone_nobody_is_asked_any_more(self, table: Brawl) -> None:
        deed = table.play("attack", who="bo", target="eve", dice={"attack": [30], "dodge": [40]})
        answer = table.play("freeform.answer", deed=deed, key="defend/eve", choice="dodge")
        plan = table.undo(deed)
        assert outcomes(plan)[answer] in ("struck", "moot")
        assert (table.scene().questions, table.conditions("eve"), table.place("eve").budget) == ({}, [], {"action": 1})

    @pytest.mark.parametrize("way", ["dodge", "fight back"])
    def test_a_defence_is_the_action_of_the_turn(self, table: Brawl, way: str) -> None:
        dodged(table, 70, 70) if way == "dodge" else fought_back(table, 70, 70)
        assert table.place("eve").budget == {"action": 0}
        table.next(3)
        assert table.refusal("aim", who="eve").rule == "CE-TURN-05"

    @pytest.mark.rules("CE-RULING-53")
    def test_a_defence_is_spent_even_if_the_attack_would_have_missed(self, table: Brawl) -> None:
        dodged(table, 95, 40)
        assert table.place("eve").budget == {"action": 0}

    def test_a_dodge_may_be_declared_ahead(self, table: Brawl) -> None:
        table.play("dodge", as_player="ana", who="eve", dice={"dodge": [40]})
        table.strike("bo", "eve", 30)
        assert (table.hp("eve"), table.place("eve").budget) == (10, {"action": 0})

    @pytest.mark.rules("CE-RULING-50")
    def test_who_waits_may_defend_with_the_action_that_is_held(self, table: Brawl) -> None:
        table.play("wait", who="bo")
        table.next()
        table.strike("cal", "bo", 30, defend="dodge", against={"dodge": [40]})
        assert (table.hp("bo"), table.sheet("bo").intents) == (10, {})


@pytest.mark.rules("CE-DEF-03")
class TestWhoHasActed:
    def test_is_not_asked(self, table: Brawl) -> None:
        table.play("aim", who="bo")
        table.next()
        entry = table.strike("cal", "bo", 30, 2)
        assert ("QuestionAsked" in table.kinds(entry), table.hp("bo")) == (False, 8)

    @pytest.mark.parametrize(("word", "args"), [("dodge", {}), ("fight_back", {"at": "cal"})])
    def test_cannot_until_the_next_turn(self, table: Brawl, word: str, args: dict[str, Any]) -> None:
        table.play("aim", who="bo")
        assert table.refusal(word, who="bo", **args).rule == "CE-DEF-03"
        table.next(4)
        table.play(word, who="bo", **args, dice={word.replace("_", "-"): [40]})
        assert table.place("bo").budget == {"action": 0}

    def test_without_the_action_they_could(self, table: Brawl) -> None:
        aimed = table.play("aim", who="bo")
        table.undo(aimed)
        table.play("dodge", who="bo", dice={"dodge": [40]})
        assert len(held(table, "bo", "dodging")) == 1


@pytest.mark.rules("CE-DEF-04")
class TestOneDodge:
    def test_one_roll_opposes_every_attack_of_the_turn(self, table: Brawl) -> None:
        dodged(table, 30, 40)
        table.next()
        table.strike("cal", "eve", 35)
        table.next()
        table.strike("dee", "eve", 45, 3)
        assert (table.hp("eve"), len(held(table, "eve", "dodging"))) == (7, 1)

    @pytest.mark.parametrize(("attack", "hp"), [(39, 10), (40, 8), (41, 8)])
    def test_each_attack_is_compared_with_it(self, table: Brawl, attack: int, hp: int) -> None:
        dodged(table, 30, 40)
        table.next()
        table.strike("cal", "eve", attack, 2 if hp < 10 else None)
        assert table.hp("eve") == hp

    def test_a_dodge_lasts_until_the_turn_is_over(self, table: Brawl) -> None:
        dodged(table, 30, 40)
        table.next(3)
        assert len(held(table, "eve", "dodging")) == 1
        table.next()
        assert held(table, "eve", "dodging") == []

    def test_without_it_later_attacks_hit_with_the_same_dice(self, table: Brawl) -> None:
        dodge = table.play("dodge", who="eve", dice={"dodge": [40]})
        blow = table.strike("bo", "eve", 30)
        plan = table.undo(dodge, dice={str(blow): {"damage/eve": (4,)}})
        assert (outcomes(plan), table.hp("eve")) == ({dodge: "struck", blow: "restated"}, 6)

    def test_a_die_that_nobody_threw_is_owed(self, table: Brawl) -> None:
        dodge = table.play("dodge", who="eve", dice={"dodge": [40]})
        blow = table.strike("bo", "eve", 30)
        with pytest.raises(StillOwed) as refused:
            table.undo(dodge)
        assert [(owing.entry, owing.outcome) for owing in refused.value.plan.owing] == [(blow, "owed")]

    def test_an_answer_that_was_another_after_all_is_a_revision(self, table: Brawl) -> None:
        first = table.strike("bo", "eve", 30, 2)
        table.next()
        second = table.strike("cal", "eve", 35, 2)
        plan = table.answer_late(first, {"defend/eve": "dodge"}, dice={"dodge": [40]})
        assert (outcomes(plan), table.hp("eve")) == ({first: "restated", second: "restated"}, 10)


class TestCover:
    def shot(self, table: Brawl, weapon: str = "gun", **more: Any) -> int:
        return table.strike("bo", "eve", 30, 4, weapon=weapon, **more)

    def near(self, table: Brawl, armor: int = 3) -> int:
        table.arm("bo")
        return table.play("point_out_cover", who="eve", armor=armor)

    @pytest.mark.rules("CE-DEF-05", "CE-DEF-14", "CE-RULING-43")
    def test_a_dodge_leads_behind_cover_that_is_near(self, table: Brawl) -> None:
        self.near(table)
        self.shot(table, defend="dodge", against={"dodge": [10]})
        assert (table.hp("eve"), "covered" in table.conditions("eve")) == (9, True)

    @pytest.mark.rules("CE-DEF-05")
    def test_for_all_the_shots_of_the_turn_and_no_longer(self, table: Brawl) -> None:
        self.near(table)
        table.arm("cal")
        self.shot(table, defend="dodge", against={"dodge": [10]})
        table.next()
        table.strike("cal", "eve", 30, 4, weapon="gun")
        assert table.hp("eve") == 8
        table.next(3)
        assert "covered" not in table.conditions("eve")

    @pytest.mark.rules("CE-DEF-05", "CE-PROT-06")
    @pytest.mark.parametrize(("rating", "in_the_turn", "after_it"), [(15, 15, 15), (5, 5, 5), (2, 3, 0)])
    def test_bug_a_dodge_leads_out_of_no_cover_that_is_as_good(
        self, table: Brawl, rating: int, in_the_turn: int, after_it: int
    ) -> None:
        table.play("put_behind_cover", who="eve", what="wreck", armor=rating)
        table.play("point_out_cover", who="eve", armor=3)
        table.play("dodge", who="eve", dice={"dodge": [10]})
        seen = [self.covered(table)]
        table.next(4)
        assert [*seen, self.covered(table)] == [in_the_turn, after_it]

    def covered(self, table: Brawl) -> int:
        """The Armor rating of the cover that Eve is behind."""
        ratings = [one.data["armor"] for one in table.sheet("eve").conditions.values() if one.what == "covered"]
        return sum(rating for rating in ratings if isinstance(rating, int))

    @pytest.mark.rules("CE-DEF-14")
    def test_a_dodge_that_fails_does_not(self, table: Brawl) -> None:
        self.near(table)
        self.shot(table, defend="dodge", against={"dodge": [51]})
        assert table.hp("eve") == 6

    @pytest.mark.rules("CE-DEF-05", "CE-RULING-43")
    def test_a_campaign_may_have_it_evade_them_all(self) -> None:
        table = Brawl(dodge_to_cover="evade")
        table.begin(bo=14, cal=12, eve=8)
        self.near(table)
        table.arm("cal")
        table.strike("bo", "eve", 30, weapon="gun", defend="dodge", against={"dodge": [10]})
        table.next()
        table.strike("cal", "eve", 33, weapon="gun")
        assert table.hp("eve") == 10

    @pytest.mark.rules("CE-DEF-05", "CE-LETH-07", "CE-RULING-43")
    @pytest.mark.parametrize(("dodger", "hp"), [("eve", {"eve": 10, "cal": 0}), ("cal", {"eve": 0, "cal": 10})])
    def test_bug_who_evades_a_blast_gets_out_of_it_alone(self, dodger: str, hp: dict[str, int]) -> None:
        table = Brawl(dodge_to_cover="evade")
        table.begin(bo=14, cal=12, eve=8)
        table.arm("bo", "thrown", "bomb", damage="", lethality=15, radius=5, explosive=True)
        table.play("point_out_cover", who=dodger, armor=3)
        dice = {"attack": [30], "dodge": [10], **{f"lethality/{who}": [15] for who in hp if who != dodger}}
        args: dict[str, Any] = {"target": "eve", "caught": ["cal"], "weapon": "bomb"}
        table.play("attack", who="bo", dice=dice, responses={f"defend/{dodger}": "dodge"}, **args)
        assert {who: table.hp(who) for who in hp} == hp

    @pytest.mark.rules("CE-DEF-05", "CE-DEF-04")
    def test_a_scramble_for_cover_opposes_blows_with_the_same_roll(self, table: Brawl) -> None:
        self.near(table)
        self.shot(table, defend="dodge", against={"dodge": [40]})
        table.next()
        table.strike("cal", "eve", 35)
        assert table.hp("eve") == 9

    @pytest.mark.rules("CE-DEF-14")
    def test_who_does_not_know_of_it_does_not_scramble(self, table: Brawl) -> None:
        self.near(table)
        table.play("rule_circumstances", who="bo", apply=["unnoticed"])
        assert "QuestionAsked" not in table.kinds(self.shot(table))

    @pytest.mark.rules("CE-DEF-14")
    def test_others_caught_in_a_blast_scramble_for_cover_too(self, table: Brawl) -> None:
        table.arm("bo", "thrown", "bomb", damage="", lethality=15, radius=5, explosive=True)
        table.play("point_out_cover", who="dee", armor=5)
        against = {"dodge": [30], "lethality/eve": [96], "lethality/dee": [15], "lethality/cal": [11]}
        also = {"defend/dee": "dodge"}
        table.strike("bo", "eve", 30, weapon="bomb", caught=["dee", "cal"], against=against, also=also)
        assert [table.hp(who) for who in ("dee", "cal", "eve")] == [9, 0, 0]

    @pytest.mark.rules("CE-DEF-15")
    def test_without_cover_a_bullet_is_not_dodged(self, table: Brawl) -> None:
        table.arm("bo")
        table.play("dodge", who="eve", dice={"dodge": [49]})
        self.shot(table)
        assert table.hp("eve") == 6

    @pytest.mark.rules("CE-DEF-15")
    def test_nobody_is_asked_to_scramble_without_cover(self, table: Brawl) -> None:
        self.near(table)
        table.play("point_out_cover", who="eve", armor=0)
        assert "QuestionAsked" not in table.kinds(self.shot(table))

    @pytest.mark.rules("CE-DEF-15")
    def test_an_explosion_is_not_dodged_without_cover(self, table: Brawl) -> None:
        table.arm("bo", "thrown", "bomb", damage="", lethality=15, explosive=True)
        table.play("dodge", who="eve", dice={"dodge": [49]})
        table.strike("bo", "eve", 30, weapon="bomb", against={"lethality/eve": [15]})
        assert "dead" in table.conditions("eve")

    @pytest.mark.rules("CE-DEF-13")
    @pytest.mark.parametrize("weapon", ["bow", "thrown"])
    @pytest.mark.parametrize(("dodge", "hp"), [(40, 10), (20, 6)])
    def test_what_flies_slowly_is_dodged_without_cover(self, table: Brawl, weapon: str, dodge: int, hp: int) -> None:
        table.arm("bo", weapon)
        damage = 4 if hp < 10 else None
        table.strike("bo", "eve", 30, damage, weapon=weapon, defend="dodge", against={"dodge": [dodge]})
        assert table.hp("eve") == hp

    @pytest.mark.rules("CE-DEF-14", "CE-DEF-15")
    def test_had_there_been_no_cover_the_shot_had_done_more(self, table: Brawl) -> None:
        near = self.near(table)
        shot = self.shot(table, defend="dodge", against={"dodge": [10]})
        plan = table.undo(near)
        assert (outcomes(plan)[shot], table.hp("eve")) == ("restated", 6)


@pytest.mark.rules("CE-DEF-06")
class TestADodgeHarmsNobody:
    def test_however_well_it_goes(self, table: Brawl) -> None:
        dodged(table, 100, 1)
        assert (table.hp("bo"), table.conditions("bo")) == (10, ["fumbled", "parrying"])


class TestWhoCannot:
    @pytest.mark.rules("CE-DEF-11", "CE-DEF-12")
    @pytest.mark.parametrize("word", ["dodge", "fight_back"])
    def test_the_pinned(self, table: Brawl, word: str) -> None:
        table.suffer("eve", "pinned")
        args: dict[str, Any] = {"at": "bo"} if word == "fight_back" else {}
        assert table.refusal(word, who="eve", **args).rule == "CE-DEF-12"

    @pytest.mark.rules("CE-DEF-11", "CE-DEF-12")
    @pytest.mark.parametrize("state", ["pinned", "stunned", "unconscious", "helpless"])
    def test_who_is_not_able_to_is_not_asked(self, table: Brawl, state: str) -> None:
        table.suffer("eve", state)
        entry = table.strike("bo", "eve", 30, 2)
        assert ("QuestionAsked" in table.kinds(entry), table.hp("eve") < 10) == (False, True)

    @pytest.mark.rules("CE-RULING-08")
    @pytest.mark.parametrize("word", ["dodge", "fight_back"])
    def test_the_stunned(self, table: Brawl, word: str) -> None:
        table.suffer("eve", "stunned")
        args: dict[str, Any] = {"at": "bo"} if word == "fight_back" else {}
        assert table.refusal(word, who="eve", **args).rule == "CE-DMG-04"

    @pytest.mark.rules("CE-DEF-11", "CE-DEF-12")
    def test_who_neither_sees_nor_hears_it_coming(self, table: Brawl) -> None:
        table.play("rule_circumstances", who="bo", apply=["unnoticed"])
        entry = table.strike("bo", "eve", 30, 2)
        assert ("QuestionAsked" in table.kinds(entry), table.hp("eve")) == (False, 8)

    @pytest.mark.rules("CE-DEF-12")
    def test_a_dodge_made_before_does_not_help_against_that_either(self, table: Brawl) -> None:
        table.play("dodge", who="eve", dice={"dodge": [40]})
        table.play("rule_circumstances", who="bo", apply=["unnoticed"])
        table.strike("bo", "eve", 30, 2)
        assert table.hp("eve") == 8

    @pytest.mark.rules("CE-DEF-11")
    def test_who_knows_and_can_is_asked(self, table: Brawl) -> None:
        entry = table.play("attack", who="bo", target="eve", dice={"attack": [30]})
        assert "QuestionAsked" in table.kinds(entry)

    @pytest.mark.rules("CE-DEF-11", "CE-DEF-12")
    def test_undone_they_could(self, table: Brawl) -> None:
        pinned = table.suffer("eve", "pinned")
        table.undo(pinned)
        table.play("dodge", who="eve", dice={"dodge": [40]})
        assert len(held(table, "eve", "dodging")) == 1
