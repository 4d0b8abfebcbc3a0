"""Grapples: contact, Brawn against Brawn, rounds, and several grapplers on one."""

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from domain.vocabulary.log import Rolled
from tests.games.weaverdice.grappling import Ring


@pytest.fixture
def table() -> Ring:
    return Ring()


@pytest.mark.rules("WD-GRAP-01", "WD-RULING-40")
class TestContact:
    def test_contact_is_an_attack_roll_against_the_defence_score(self, table: Ring) -> None:
        entry = table.grab(3, 1, "hold", contact=3)
        assert table.outcomes_of(entry)["attack"] == "success"
        assert table.bank("ramjet", "lung") == 3

    def test_one_below_it_nobody_is_grabbed(self, table: Ring) -> None:
        table.play("grab", who="ramjet", target="lung", dice={"attack": [2]})
        assert table.bank("ramjet", "lung") is None
        assert table.defence("ramjet") == 4

    def test_contact_can_be_dodged(self, table: Ring) -> None:
        dice = {"attack": [4], "dodge/lung": [5]}
        table.play("grab", who="ramjet", target="lung", dice=dice, responses={"defence/lung": "dodge"})
        assert table.bank("ramjet", "lung") is None
        assert table.dots("lung") == (3, 2, 3)

    def test_contact_cannot_be_blocked(self, table: Ring) -> None:
        refusal = table.refusal(
            "grab", who="ramjet", target="lung", dice={"attack": [4]}, responses={"defence/lung": "block"}
        )
        assert "choose one of no, dodge" in str(refusal)

    def test_equipment_does_nothing(self, table: Ring) -> None:
        table.arm("ramjet", "baton")
        entry = table.grab(3, 1, "hold")
        rolled = next(event for event in table.told(entry) if isinstance(event, Rolled))
        assert [modifier.label for modifier in rolled.modifiers] == ["brawn"]

    def test_brawn_is_rolled_against_brawn_after_contact(self, table: Ring) -> None:
        assert table.rolls(table.grab(3, 1, "hold")) == {"attack": 7, "grapple/ramjet": 4, "resist/lung": 1}

    def test_a_grab_takes_an_action_of_ones_own_turn(self, table: Ring) -> None:
        table.fight_on("lung")
        assert table.refusal("grab", who="ramjet", target="lung").rule == "WD-ACT-01"

    def test_nobody_grabs_themselves(self, table: Ring) -> None:
        assert table.refusal("grab", who="ramjet", target="ramjet").rule == "WD-GRAP-01"


@pytest.mark.rules("WD-GRAP-02", "WD-RULING-41")
class TestWhoWins:
    def test_a_grappler_who_wins_goes_on_to_an_option(self, table: Ring) -> None:
        table.grab(3, 1, "restrain")
        assert table.conditions("lung") == ["restrained"]

    def test_a_tie_brings_neither_anything(self, table: Ring) -> None:
        table.grab(3, 4)
        assert (table.bank("ramjet", "lung"), table.bank("lung", "ramjet")) == (None, None)
        assert (table.defence("ramjet"), table.defence("lung")) == (4, 4)

    def test_a_grabbed_winner_may_go_straight_to_a_hold(self, table: Ring) -> None:
        table.grab(3, 6, turned_ramjet="hold")
        assert (table.bank("ramjet", "lung"), table.bank("lung", "ramjet")) == (None, 2)

    def test_a_grabbed_winner_may_pay_focus_for_an_attack(self, table: Ring) -> None:
        table.play(
            "grab",
            who="ramjet",
            target="lung",
            dice={"attack": [6], "grapple/ramjet": [1], "resist/lung": [6], "attack/2": [1], "effect/ramjet": [1]},
            responses={"defence/lung": "no", "turned/ramjet": "attack", "defence/ramjet": "no"},
        )
        assert table.wounds("ramjet") == ["body/1: lesser"]
        assert table.dots("lung") == (3, 2, 3)

    def test_after_which_nobody_is_held(self, table: Ring) -> None:
        table.play(
            "grab",
            who="ramjet",
            target="lung",
            dice={"attack": [6], "grapple/ramjet": [1], "resist/lung": [6], "attack/2": [1], "effect/ramjet": [1]},
            responses={"defence/lung": "no", "turned/ramjet": "attack", "defence/ramjet": "no"},
        )
        assert (table.bank("ramjet", "lung"), table.bank("lung", "ramjet")) == (None, None)

    def test_without_focus_there_is_no_attack(self, table: Ring) -> None:
        table.drain("lung", "focus", 3)
        refusal = table.refusal(
            "grab",
            who="ramjet",
            target="lung",
            dice={"attack": [6], "grapple/ramjet": [1], "resist/lung": [6]},
            responses={"turned/ramjet": "attack"},
        )
        assert "choose one of nothing, hold" in str(refusal)

    def test_a_disabled_brawn_wins_against_nobody(self, table: Ring) -> None:
        table.play("set", target="lung", path="attributes.brawn.base", value=0)
        table.grab(1, 6, "hold")
        assert table.bank("ramjet", "lung") is not None


@pytest.mark.rules("WD-GRAP-03")
class TestStamina:
    def test_a_dot_adds_one(self, table: Ring) -> None:
        entry = table.grab(3, 1, "hold", grapple_ramjet_stamina="yes")
        assert table.rolls(entry)["grapple/ramjet"] == 5
        assert table.dots("ramjet") == (2, 3, 4)

    def test_a_resisting_target_may_spend_stamina_too(self, table: Ring) -> None:
        entry = table.grab(3, 1, "hold", resist_lung_stamina="yes")
        assert table.rolls(entry)["resist/lung"] == 2

    def test_stamina_may_be_spent_on_a_grapple_later(self, table: Ring) -> None:
        entry = table.grab(3, 4)
        table.answer_late(entry, {"grapple/ramjet/stamina": "yes", "option/ramjet": "hold"})
        assert table.bank("ramjet", "lung") == 1

    def test_without_a_dot_nothing_is_offered(self, table: Ring) -> None:
        table.drain("ramjet", "stamina", 3)
        entry = table.grab(3, 1, "hold", grapple_ramjet_stamina="yes")
        assert table.rolls(entry)["grapple/ramjet"] == 4


@pytest.mark.rules("WD-GRAP-04")
class TestDefence:
    def test_both_have_no_defence_score_in_a_grapple(self, table: Ring) -> None:
        table.grab(3, 1, "hold")
        assert (table.defence("ramjet"), table.defence("lung")) == (0, 0)

    def test_defence_comes_back_when_the_grapple_breaks(self, table: Ring) -> None:
        table.grab(5, 1, "push 5 feet")
        assert (table.defence("ramjet"), table.defence("lung")) == (4, 4)

    def test_defence_comes_back_when_the_hold_is_let_go(self, table: Ring) -> None:
        table.grab(3, 1, "hold")
        table.play("let_go", who="ramjet", target="lung")
        assert (table.defence("ramjet"), table.defence("lung")) == (4, 4)

    def test_defence_comes_back_when_the_fight_is_over(self, table: Ring) -> None:
        table.fight_on()
        table.grab(3, 1, "hold")
        table.play("end_fight")
        assert (table.bank("ramjet", "lung"), table.defence("ramjet")) == (None, 4)

    def test_behind_a_meatshield_the_grappler_has_it_back(self, table: Ring) -> None:
        table.grab(5, 1, "meatshield")
        assert (table.defence("ramjet"), table.defence("lung")) == (4, 0)

    def test_defence_comes_back_when_both_of_two_grapplers_let_go(self, table: Ring) -> None:
        table.foe("oni")
        for who in ("ramjet", "oni"):
            table.play("have_hold", who=who, target="lung")
        table.play("let_go", who="ramjet", target="lung")
        assert table.defence("lung") == 0
        table.play("let_go", who="oni", target="lung")
        assert table.defence("lung") == 4

    def test_nobody_lets_go_of_whom_they_do_not_hold(self, table: Ring) -> None:
        assert table.refusal("let_go", who="ramjet", target="lung").rule == "WD-GRAP-04"


@pytest.mark.rules("WD-GRAP-05", "WD-RULING-44")
class TestRounds:
    def test_the_check_is_made_again_and_what_was_banked_is_added(self, table: Ring) -> None:
        table.grab(3, 1, "hold")
        table.wrestle(2, 1, "hold")
        assert table.bank("ramjet", "lung") == 5

    def test_a_round_that_is_tied_leaves_the_bank_as_it_is(self, table: Ring) -> None:
        table.grab(3, 1, "hold")
        table.wrestle(3, 4)
        assert table.bank("ramjet", "lung") == 3

    def test_one_option_is_bought_and_the_rest_is_banked(self, table: Ring) -> None:
        table.grab(6, 1, "restrain")
        assert table.bank("ramjet", "lung") == 5

    def test_in_a_fight_there_is_one_check_a_round(self, table: Ring) -> None:
        table.fight_on()
        table.grab(3, 1, "hold")
        assert table.refusal("wrestle", who="ramjet", target="lung").rule == "WD-GRAP-05"

    def test_the_next_round_brings_the_next(self, table: Ring) -> None:
        table.fight_on()
        table.grab(3, 1, "hold")
        table.next(2)
        table.wrestle(2, 1, "hold")
        assert table.bank("ramjet", "lung") == 5

    def test_a_held_target_is_not_grabbed_anew(self, table: Ring) -> None:
        table.grab(3, 1, "hold")
        assert table.refusal("grab", who="ramjet", target="lung").rule == "WD-GRAP-05"

    def test_a_target_who_is_not_held_is_not_wrestled_with(self, table: Ring) -> None:
        assert "no hold" in str(table.refusal("wrestle", who="ramjet", target="lung"))

    def test_a_target_who_wins_against_the_grappler_is_free(self, table: Ring) -> None:
        table.grab(3, 1, "hold")
        table.wrestle(1, 6, turned_ramjet="nothing")
        assert table.bank("ramjet", "lung") is None

    def test_without_the_grab_there_is_nothing_to_wrestle_for(self, table: Ring) -> None:
        grabbed = table.grab(3, 1, "hold")
        table.wrestle(2, 1, "hold")
        with pytest.raises(RevisionRefused, match="conflict with this revision"):
            table.undo(grabbed)

    def test_with_another_difference_in_the_first_round_another_sum_is_banked(self, table: Ring) -> None:
        grabbed = table.grab(3, 1, "restrain")
        wrestled = table.wrestle(2, 1, "hold")
        plan = table.answer_late(grabbed, {"option/ramjet": "hold"})
        assert outcomes(plan)[wrestled] == "confirmed"
        assert table.bank("ramjet", "lung") == 5


@pytest.mark.rules("WD-GRAP-08")
class TestWounding:
    def test_a_grapple_ends_when_the_grappler_wounds_the_other(self, table: Ring) -> None:
        table.grab(3, 1, "hold")
        table.play("attack", who="ramjet", targets=["lung"], dice={"attack": [1], "effect/lung": [1]}, responses=NO)
        assert table.bank("ramjet", "lung") is None

    def test_a_grapple_ends_when_the_held_wounds_the_grappler(self, table: Ring) -> None:
        table.grab(3, 1, "hold")
        table.play("attack", who="lung", targets=["ramjet"], dice={"attack": [1], "effect/ramjet": [1]}, responses=NO)
        assert table.bank("ramjet", "lung") is None

    def test_a_grapple_goes_on_when_anybody_else_wounds(self, table: Ring) -> None:
        table.foe("oni")
        table.grab(3, 1, "hold")
        table.play("attack", who="oni", targets=["ramjet"], dice={"attack": [1], "effect/ramjet": [1]}, responses=NO)
        assert table.bank("ramjet", "lung") == 3

    def test_a_grapple_goes_on_when_the_attack_misses(self, table: Ring) -> None:
        table.grab(5, 1, "meatshield")
        table.play("attack", who="lung", targets=["ramjet"], angle=90, dice={"attack": [3]})
        assert table.bank("ramjet", "lung") == 3


@pytest.mark.rules("WD-GRAP-04", "WD-INIT-08")
class TestOutOfTheFight:
    def test_bug_who_falls_unconscious_holds_nobody(self, table: Ring) -> None:
        table.foe("oni")
        table.grab(5, 1, "hold")
        table.wound("ramjet", "lesser", "lesser", "lesser")
        table.play("inflict", who="ramjet", tier="lesser", type="cut", effect=False, by="oni", dice={"stay": [1]})
        assert (table.conditions("ramjet"), table.bank("ramjet", "lung")) == (["unconscious"], None)
        assert (table.defence("lung"), table.value("lung", "movement.feet")) == (4, 30)

    @pytest.mark.rules("WD-GRAP-02", "WD-COND-06")
    @pytest.mark.parametrize("word", ["grab", "wrestle"])
    def test_bug_a_grappler_who_falls_in_pain_may_be_held_in_turn(self, table: Ring, word: str) -> None:
        if word == "wrestle":
            table.play("have_hold", who="ramjet", target="lung")
        table.wound("ramjet", "lesser", "lesser", "lesser")
        table.play("impose", who="ramjet", what="pain")
        dice = {"grapple/ramjet": [1], "resist/lung": [6], "stay": [1]}
        answers = {"pain/ramjet": "take a lesser wound", "turned/ramjet": "hold"}
        if word == "grab":
            dice, answers = dice | {"attack": [6]}, answers | {"defence/lung": "no"}
        table.play(word, who="ramjet", target="lung", dice=dice, responses=answers)
        assert (table.bank("ramjet", "lung"), table.bank("lung", "ramjet")) == (None, 4)

    @pytest.mark.rules("WD-GRAP-09", "WD-COND-06")
    def test_bug_who_struggles_is_free_of_a_grappler_who_falls_in_pain(self, table: Ring) -> None:
        table.play("have_hold", who="lung", target="ramjet")
        table.wound("lung", "lesser", "lesser")
        table.play("impose", who="lung", what="pain")
        dice = {"grapple/lung": [1], "resist/ramjet": [6], "stay": [1]}
        answers = {"pain/lung": "take a lesser wound", "turned/lung": "nothing"}
        table.play("struggle", who="ramjet", dice=dice, responses=answers)
        assert (table.conditions("lung"), table.bank("lung", "ramjet")) == (["pain", "unconscious"], None)

    def test_who_is_held_and_falls_is_held_all_the_same(self, table: Ring) -> None:
        table.grab(5, 1, "hold")
        table.wound("lung", "lesser", "lesser")
        table.play("inflict", who="lung", tier="lesser", type="cut", effect=False, dice={"stay": [1]})
        assert (table.conditions("lung"), table.bank("ramjet", "lung")) == (["unconscious"], 5)

    @pytest.mark.parametrize("who", ["ramjet", "lung"])
    def test_bug_who_gets_away_neither_holds_nor_is_held(self, table: Ring, who: str) -> None:
        table.fight_on()
        table.grab(5, 1, "hold")
        table.play("leave_fight", who=who)
        assert (table.bank("ramjet", "lung"), table.defence("ramjet"), table.defence("lung")) == (None, 4, 4)


NO = {"defence/lung": "no", "defence/ramjet": "no"}


@pytest.mark.rules("WD-GRAP-09")
class TestSeveral:
    @pytest.fixture
    def table(self) -> Ring:
        table = Ring()
        table.foe("oni")
        for who in ("lung", "oni"):
            table.play("have_hold", who=who, target="ramjet")
        return table

    def struggle(self, table: Ring, *rolled: int, **turned: str) -> int:
        """The dice of Lung, of Oni, and Ramjet's against each of them."""
        labels = ("grapple/lung", "grapple/oni", "resist/ramjet", "resist/ramjet/2")
        dice = {label: [die] for label, die in zip(labels, rolled, strict=True)}
        responses = {f"turned/{who}": choice for who, choice in turned.items()}
        return table.play("struggle", who="ramjet", dice=dice, responses=responses)

    def test_each_is_resolved_on_its_own(self, table: Ring) -> None:
        entry = self.struggle(table, 6, 5, 2, 1)
        assert table.rolls(entry) == {"grapple/lung": 6, "resist/ramjet": 3, "grapple/oni": 5, "resist/ramjet/2": 2}
        assert (table.bank("lung", "ramjet"), table.bank("oni", "ramjet")) == (3, 3)

    def test_a_win_against_one_of_two_grapplers_frees_nobody(self, table: Ring) -> None:
        self.struggle(table, 1, 6, 5, 1, lung="nothing")
        assert (table.bank("lung", "ramjet"), table.bank("oni", "ramjet")) == (0, 4)

    def test_a_tie_is_not_won(self, table: Ring) -> None:
        self.struggle(table, 1, 5, 5, 4, lung="nothing")
        assert (table.bank("lung", "ramjet"), table.bank("oni", "ramjet")) == (0, 0)

    def test_a_win_against_both_grapplers_frees(self, table: Ring) -> None:
        self.struggle(table, 1, 1, 5, 5, lung="nothing", oni="nothing")
        assert (table.bank("lung", "ramjet"), table.bank("oni", "ramjet")) == (None, None)
        assert (table.defence("ramjet"), table.value("ramjet", "movement.feet")) == (4, 30)

    def test_each_that_is_won_brings_a_chance_to_attack(self, table: Ring) -> None:
        dice = {"grapple/lung": [1], "resist/ramjet": [5], "grapple/oni": [1], "resist/ramjet/2": [5]}
        dice |= {"attack": [1], "effect/lung": [1], "attack/2": [1], "effect/oni": [1]}
        responses = {"turned/lung": "attack", "turned/oni": "attack", "defence/lung": "no", "defence/oni": "no"}
        table.play("struggle", who="ramjet", dice=dice, responses=responses)
        assert (table.wounds("lung"), table.wounds("oni")) == (["body/1: lesser"], ["body/1: lesser"])
        assert table.dots("ramjet") == (3, 1, 4)

    def test_winning_against_one_on_that_one_s_turn_frees_nobody_from_two(self, table: Ring) -> None:
        dice = {"grapple/lung": [1], "resist/ramjet": [5]}
        table.play("wrestle", who="lung", target="ramjet", dice=dice, responses={"turned/lung": "nothing"})
        assert table.bank("lung", "ramjet") == 0

    def test_a_grappler_may_be_held_in_turn(self, table: Ring) -> None:
        self.struggle(table, 1, 6, 5, 1, lung="hold")
        assert table.bank("ramjet", "lung") == 5
        assert table.bank("oni", "ramjet") == 4

    def test_the_held_go_nowhere(self, table: Ring) -> None:
        assert table.value("ramjet", "movement.feet") == 0
        assert table.refusal("move", who="ramjet", open=5).rule == "WD-GRAP-09"

    def test_a_grappler_may_let_go_and_walk(self, table: Ring) -> None:
        table.play("let_go", who="lung", target="ramjet")
        table.play("move", who="lung", open=30)
        assert table.value("lung", "movement.feet") == 30

    def test_the_unheld_have_no_grapple_to_struggle_against(self, table: Ring) -> None:
        assert table.refusal("struggle", who="lung").rule == "WD-GRAP-09"

    def test_the_held_struggle_before_they_grab(self, table: Ring) -> None:
        assert table.refusal("grab", who="ramjet", target="lung").rule == "WD-GRAP-09"

    def test_in_a_fight_they_struggle_once_a_round(self) -> None:
        table = Ring()
        table.fight_on()
        table.play("have_hold", who="lung", target="ramjet")
        table.play("struggle", who="ramjet", dice={"grapple/lung": [6], "resist/ramjet": [1]})
        assert table.refusal("struggle", who="ramjet").rule == "WD-GRAP-05"

    def test_had_one_not_held_them_the_other_alone_would_have_to_be_beaten(self) -> None:
        table = Ring()
        table.foe("oni")
        table.play("have_hold", who="lung", target="ramjet")
        second = table.play("have_hold", who="oni", target="ramjet")
        struggled = self.struggle(table, 1, 6, 5, 1, lung="nothing")
        assert outcomes(table.undo(second))[struggled] == "restated"
        assert table.bank("lung", "ramjet") is None


@pytest.mark.rules("WD-COND-06")
class TestPain:
    def test_a_loser_in_pain_pays_for_it(self, table: Ring) -> None:
        table.ail("lung", "pain", kind="physical")
        table.grab(3, 1, "hold", pain_lung="take a lesser wound")
        assert table.wounds("lung") == ["body/1: lesser"]

    def test_a_winner_in_pain_pays_no_price(self, table: Ring) -> None:
        table.ail("ramjet", "pain", kind="physical")
        table.grab(3, 1, "hold")
        assert (table.wounds("ramjet"), table.current("ramjet", "morale")) == ([], 0)
