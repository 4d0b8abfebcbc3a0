"""Turns of Cthulhu Eternal: the count by DEX, equals at once, one action for everybody."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.testing.table import outcomes
from domain.play.refusals import Refused
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.values import AttributeSet
from systems.cthulhu_eternal.combat.actions import ACTIONS
from tests.games.cthulhu_eternal.people import Cellar


@pytest.fixture
def table() -> Cellar:
    """A cellar, before anybody has come."""
    return Cellar()


def counts(table: Cellar, count: int) -> list[list[str]]:
    """Who acts now, and on each of so many further counts."""
    order = [table.acting()]
    for _ in range(count):
        table.next()
        order.append(table.acting())
    return order


def act(table: Cellar, who: str) -> int:
    return table.play("act", who=who, what="Throws a door open.")


@pytest.mark.rules("CE-TURN-01")
class TestTheTurn:
    def test_a_turn_is_over_when_everybody_has_had_their_count(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        assert [table.turn(), table.next() and table.turn(), table.next() and table.turn()] == [1, 1, 2]

    def test_an_action_may_be_forgone(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        assert counts(table, 2) == [["ana"], ["bo"], ["ana"]]

    def test_each_turn_holds_one_action_again(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        act(table, "ana")
        assert table.place("ana").budget == {"action": 0}
        table.next(2)
        assert table.place("ana").budget == {"action": 1}

    @pytest.mark.parametrize("out", ["dead", "unconscious"])
    def test_the_count_passes_over_those_who_cannot_have_one(self, table: Cellar, out: str) -> None:
        table.begin(ana=14, bo=11, cal=9)
        table.suffer("bo", out)
        assert counts(table, 2) == [["ana"], ["cal"], ["ana"]]

    def test_where_nobody_is_left_to_act_no_count_is_on(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        table.suffer("bo", "unconscious")
        table.suffer("ana", "unconscious")
        table.next()
        assert table.acting() == []

    def test_what_lasts_till_a_count_ends_though_it_is_passed_over(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        table.suffer("bo", "unconscious")
        table.suffer("bo", "dazzled", AtMoment(moment="turn_start", subject=table.ref("bo")))
        table.next()
        assert table.conditions("bo") == ["unconscious"]

    def test_who_takes_no_part_has_no_action(self, table: Cellar) -> None:
        table.begin(ana=14)
        table.person("bo")
        assert table.refusal("act", who="bo", what="Runs.").rule == "CE-TURN-01"

    def test_outside_a_fight_actions_cost_nothing(self, table: Cellar) -> None:
        table.person("ana")
        act(table, "ana")
        assert table.cited(act(table, "ana")) == {"CE-ACT-34"}

    def test_a_fight_does_not_begin_twice(self, table: Cellar) -> None:
        table.begin(ana=14)
        assert table.refusal("begin_fight", who=[]).rule == "CE-TURN-01"

    def test_a_fight_needs_a_character(self, table: Cellar) -> None:
        assert "name the characters" in table.refusal("begin_fight", who=[]).player

    def test_before_it_begins_there_is_no_count(self, table: Cellar) -> None:
        assert "begin_fight" in table.refusal("next_count").player

    def test_with_the_fight_ends_what_was_to_last_as_long(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        table.play("wait", who="ana")
        table.play("end_fight")
        assert (table.acting(), table.sheet("ana").intents) == ([], {})

    def test_who_leaves_has_no_further_count(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11, cal=9)
        table.play("leave_fight", who="ana", because="up the stairs")
        assert counts(table, 2) == [["bo"], ["cal"], ["bo"]]

    def test_who_leaves_a_shared_count_leaves_it_to_the_other(self, table: Cellar) -> None:
        table.begin(ana=14, bo=14)
        table.play("leave_fight", who="ana")
        assert table.acting() == ["bo"]

    def test_who_has_left_does_not_come_back_in_the_same_turn(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        act(table, "ana")
        table.play("leave_fight", who="ana")
        assert table.refusal("join_fight", who="ana").rule == "CE-TURN-01"

    def test_who_has_left_comes_back_when_the_next_turn_has_begun(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        table.play("leave_fight", who="ana")
        table.next()
        table.play("join_fight", who="ana")
        assert counts(table, 1) == [["bo"], ["ana"]]

    def test_the_game_master_may_let_a_character_come_back_at_once(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        table.play("leave_fight", who="ana")
        table.play("join_fight", who="ana", force=True)
        assert counts(table, 1) == [["bo"], ["ana"]]

    def test_nobody_has_two_places(self, table: Cellar) -> None:
        table.begin(ana=14)
        assert "already" in table.refusal("join_fight", who="ana").player

    def test_nobody_joins_what_is_over(self, table: Cellar) -> None:
        table.begin(ana=14)
        table.person("bo")
        table.play("end_fight")
        assert "over" in table.refusal("join_fight", who="bo").player


@pytest.mark.rules("CE-TURN-02")
class TestTheCount:
    def test_the_highest_dex_acts_first(self, table: Cellar) -> None:
        table.begin(bo=11, ana=14, cal=9)
        assert counts(table, 3) == [["ana"], ["bo"], ["cal"], ["ana"]]

    def test_before_one_s_count_there_is_no_action(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        assert table.refusal("act", who="bo", what="Runs.").rule == "CE-TURN-02"

    def test_after_it_there_is_none_either(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        table.next()
        assert table.refusal("act", who="ana", what="Runs.").rule == "CE-TURN-02"

    def test_who_joins_acts_at_their_dex(self, table: Cellar) -> None:
        table.begin(ana=14, bo=9)
        table.person("cal", dex=11)
        table.play("join_fight", who="cal")
        assert counts(table, 2) == [["ana"], ["cal"], ["bo"]]

    def test_who_joins_above_the_count_acts_next(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11, dee=5)
        table.next()
        table.person("cal", dex=12)
        table.play("join_fight", who="cal")
        assert counts(table, 2) == [["bo"], ["cal"], ["dee"]]

    def test_another_dex_counts_from_the_next_turn_on(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        table.let("ana", AttributeSet(name="dex", base=8))
        assert counts(table, 3) == [["ana"], ["bo"], ["bo"], ["ana"]]

    def test_a_turn_that_is_passed_by_hand_is_a_turn(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11, cal=9)
        table.play("freeform.next_turn", force=True)
        act(table, "bo")
        assert counts(table, 2) == [["bo"], ["cal"], ["ana"]]

    def test_the_player_whose_count_it_is_lets_it_go_on(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        table.play("next_count", as_player="ana")
        assert table.acting() == ["bo"]

    def test_a_player_does_not_let_others_counts_go_by(self, table: Cellar) -> None:
        table.foe("bo", dex=15)
        table.begin(ana=14, bo=15)
        with pytest.raises(Refused, match="not your character's count"):
            table.play("next_count", as_player="ana")

    def test_a_player_does_not_end_a_count_on_which_another_has_still_to_act(self, table: Cellar) -> None:
        table.foe("bo", dex=14)
        table.begin(ana=14, bo=14)
        act(table, "ana")
        with pytest.raises(Refused, match="has not done so yet"):
            table.play("next_count", as_player="ana")
        act(table, "bo")
        table.play("next_count", as_player="ana")
        assert table.turn() == 2

    @given(st.lists(st.integers(1, 18), min_size=1, max_size=5))
    def test_the_count_only_ever_goes_down_within_a_turn(self, dex: list[int]) -> None:
        table = Cellar()
        scores = {f"p{number}": score for number, score in enumerate(dex)}
        table.begin(**scores)
        seen = [scores[who[0]] for who in counts(table, len(set(dex)) - 1)]
        assert seen == sorted(set(dex), reverse=True)


@pytest.mark.rules("CE-TURN-03")
class TestEqualDex:
    def tie(self, table: Cellar, *order: str) -> int:
        return table.play("break_tie", order=list(order))

    def test_equals_act_at_the_same_moment(self, table: Cellar) -> None:
        table.begin(ana=14, bo=12, cal=12, dee=9)
        assert counts(table, 3) == [["ana"], ["bo", "cal"], ["dee"], ["ana"]]

    @pytest.mark.parametrize(("dex", "first"), [(11, ["bo"]), (12, ["bo", "cal"]), (13, ["cal"])])
    def test_one_more_or_less_is_not_equal(self, table: Cellar, dex: int, first: list[str]) -> None:
        table.begin(bo=12, cal=dex)
        assert table.acting() == first

    def test_two_equal_actions_do_not_pre_empt_each_other(self, table: Cellar) -> None:
        table.begin(bo=12, cal=12)
        table.play("move", who="bo", cover=5)
        assert table.conditions("bo") == []
        act(table, "cal")
        table.next()
        assert table.conditions("bo") == ["covered"]

    def test_what_waits_for_the_end_of_the_count_is_told(self, table: Cellar) -> None:
        table.begin(bo=12, cal=12)
        moved = table.play("move", who="bo", cover=5)
        assert "CE-TURN-03" in table.cited(moved)
        assert [intent.kind for intent in table.sheet("bo").intents.values()] == ["move"]

    def test_alone_on_a_count_it_happens_at_once(self, table: Cellar) -> None:
        table.begin(bo=12, cal=11)
        table.play("move", who="bo", cover=5)
        assert "covered" in table.conditions("bo")

    def test_the_end_of_the_fight_applies_what_is_done(self, table: Cellar) -> None:
        table.begin(bo=12, cal=12)
        table.play("move", who="bo", cover=5)
        table.play("end_fight")
        assert "covered" in table.conditions("bo")

    def test_the_game_master_may_break_the_tie(self, table: Cellar) -> None:
        table.begin(ana=14, bo=12, cal=12)
        entry = self.tie(table, "cal", "bo")
        assert counts(table, 3) == [["ana"], ["cal"], ["bo"], ["ana"]]
        assert table.cited(entry) == {"CE-TURN-03"}

    def test_three_are_put_in_order_together(self, table: Cellar) -> None:
        table.begin(ana=12, bo=12, cal=12)
        self.tie(table, "cal", "ana", "bo")
        assert counts(table, 3) == [["cal"], ["ana"], ["bo"], ["cal"]]

    def test_the_tie_may_be_broken_when_their_count_has_come(self, table: Cellar) -> None:
        table.begin(bo=12, cal=12)
        self.tie(table, "cal", "bo")
        assert counts(table, 2) == [["cal"], ["bo"], ["cal"]]

    def test_the_count_comes_but_once_to_a_character_who_is_put_later(self, table: Cellar) -> None:
        table.begin(bo=12, cal=12)
        bo = table.ref("bo")
        dazed = Condition(what="dazed", until=AtMoment(moment="turn_start", subject=bo))
        table.let("bo", ConditionGained(name="dazed", condition=dazed))
        self.tie(table, "cal", "bo")
        table.next()
        assert (table.acting(), table.conditions("bo")) == (["bo"], ["dazed"])

    def test_equals_are_not_reordered_once_one_of_them_has_acted(self, table: Cellar) -> None:
        table.begin(bo=12, cal=12)
        act(table, "bo")
        assert table.refusal("break_tie", order=["cal", "bo"]).rule == "CE-TURN-03"

    def test_where_there_is_no_tie_none_is_broken(self, table: Cellar) -> None:
        table.begin(bo=12, cal=11)
        assert table.refusal("break_tie", order=["cal", "bo"]).rule == "CE-TURN-03"

    def test_a_player_may_not(self, table: Cellar) -> None:
        table.begin(bo=12, cal=12)
        assert table.forbidden("break_tie", as_player="ana", order=["bo", "cal"])

    def test_undone_what_happened_at_once_waits_for_the_end_of_the_count(self, table: Cellar) -> None:
        table.begin(bo=12, cal=12)
        tied = self.tie(table, "bo", "cal")
        moved = table.play("move", who="bo", cover=5)
        assert "covered" in table.conditions("bo")
        assert outcomes(table.undo(tied)) == {tied: "struck", moved: "restated"}
        assert table.conditions("bo") == []

    @pytest.mark.rules("CE-RULING-58")
    def test_a_campaign_may_have_the_game_master_say_each_time(self) -> None:
        table = Cellar(dex_tie="game master")
        for who in ("ana", "bo"):
            table.person(who, dex=12)
        begun = table.play("begin_fight", who=["ana", "bo"], responses={"first/12": "bo"})
        assert "CE-TURN-03" in table.cited(begun)
        assert counts(table, 2) == [["bo"], ["ana"], ["bo"]]

    def test_a_tie_waits_for_the_game_master_s_word(self) -> None:
        table = Cellar(dex_tie="game master")
        for who in ("ana", "bo"):
            table.person(who, dex=12)
        deed = table.play("begin_fight", who=["ana", "bo"])
        (question,) = table.scene().questions.values()
        assert (question.owner, question.options) == ("gm", (table.ref("ana"), table.ref("bo")))
        table.play("freeform.answer", deed=deed, key="first/12", choice="ana")
        assert table.acting() == ["ana"]


@pytest.mark.rules("CE-TURN-04")
class TestTheActions:
    def test_there_are_eleven(self) -> None:
        assert (
            *("aim", "attack", "called shot", "disarm", "dodge", "escape"),
            *("fight back", "move", "pin", "wait", "anything else"),
        ) == ACTIONS

    @pytest.mark.parametrize(
        ("word", "args"),
        [("aim", {}), ("move", {}), ("wait", {}), ("act", {"what": "Drinks."})],
    )
    def test_each_is_the_one_of_the_turn(self, table: Cellar, word: str, args: dict[str, Any]) -> None:
        table.begin(ana=14, bo=11)
        table.play(word, who="ana", **args)
        assert table.place("ana").budget == {"action": 0}


@pytest.mark.rules("CE-TURN-05")
class TestOneAction:
    @pytest.mark.parametrize(("word", "args"), [("aim", {}), ("move", {}), ("act", {"what": "Drinks."})])
    def test_a_second_one_is_refused(self, table: Cellar, word: str, args: dict[str, Any]) -> None:
        table.begin(ana=14, bo=11)
        act(table, "ana")
        assert table.refusal(word, who="ana", **args).rule == "CE-TURN-05"

    def test_a_burst_that_hits_several_is_one(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        modes = [{"mode": "long burst", "lethality": 10}]
        table.play("enter_weapon", who="ana", what="gun", weapon="gun", damage="1d10", range=20, modes=modes)
        table.person("cal")
        dice = {"attack": [30], "lethality/bo": [21], "lethality/cal": [10]}
        burst = {"target": "bo", "weapon": "gun", "mode": "long burst"}
        table.play("attack", who="ana", **burst, caught=["cal"], dice=dice)  # type: ignore[arg-type]
        assert ([table.hp("bo"), table.hp("cal")], table.place("ana").budget) == ([7, 0], {"action": 0})
        assert table.refusal("attack", who="ana", **burst).rule == "CE-TURN-05"  # type: ignore[arg-type]

    def test_the_game_master_may_force_it(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        act(table, "ana")
        table.play("aim", who="ana", force=True)
        assert table.conditions("ana") == ["aimed"]

    def test_where_the_first_is_undone_the_second_takes_its_place(self, table: Cellar) -> None:
        table.begin(ana=14, bo=11)
        first = act(table, "ana")
        table.undo(first)
        table.play("aim", who="ana")
        assert table.place("ana").budget == {"action": 0}
