"""Offers, hires, and those nobody took."""

from typing import Any

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.hiring import Hiring

TROGLODYTE: dict[str, Any] = {"who": "felinous", "candidate": "Troglodyte"}


@pytest.fixture
def table() -> Hiring:
    """A table at which Felinous has put the word out for capes."""
    table = Hiring()
    table.call(6, 6, 6, seeking="capes", group="crew")
    return table


def haggle(table: Hiring, face: int, come_to: str = "", target: int = 4) -> int:
    responses = {"disgruntled": come_to} if come_to else None
    dice = {"haggle": [face]}
    return table.play("haggle", as_player="", target=target, dice=dice, responses=responses, **TROGLODYTE)


PENALTY, DEMANDS = "penalty to later rolls", "higher demands"


@pytest.mark.rules("WD-REC-13")
class TestOffers:
    def test_an_offer_names_its_terms(self, table: Hiring) -> None:
        table.draw("Troglodyte")
        table.play("offer_terms", as_player="ana", terms="A fifth of the take", upfront=500, **TROGLODYTE)
        known = table.known("Troglodyte")
        assert (known["offer"], known["upfront"], known["response"]) == ("A fifth of the take", "500", "waiting")

    def test_the_candidate_may_counter(self, table: Hiring) -> None:
        table.draw("Troglodyte")
        table.play("offer_terms", terms="A fifth", **TROGLODYTE)
        table.play("respond_to_offer", response="counter", terms="A third", **TROGLODYTE)
        known = table.known("Troglodyte")
        assert (known["response"], known["demands"]) == ("counter", "A third")

    def test_a_candidate_may_accept_on_a_condition(self, table: Hiring) -> None:
        table.agree()
        known = table.known("Troglodyte")
        assert (known["response"], known["condition"]) == ("accept", "Nobody stops him")

    def test_bug_a_new_offer_is_not_on_the_old_condition(self, table: Hiring) -> None:
        table.agree()
        table.play("offer_terms", terms="A half", **TROGLODYTE)
        table.play("respond_to_offer", response="accept", **TROGLODYTE)
        known = table.known("Troglodyte")
        assert (known["offer"], known["response"], known["condition"]) == ("A half", "accept", "")

    def test_there_is_no_answer_to_no_offer(self, table: Hiring) -> None:
        table.draw("Troglodyte")
        assert table.refusal("respond_to_offer", response="accept", **TROGLODYTE).rule == "WD-REC-13"

    def test_the_answer_is_the_game_master_s(self, table: Hiring) -> None:
        table.draw("Troglodyte")
        table.play("offer_terms", terms="A fifth", **TROGLODYTE)
        assert table.forbidden("respond_to_offer", as_player="ana", response="accept", **TROGLODYTE)

    def test_the_sum_is_paid_when_they_are_hired(self, table: Hiring) -> None:
        table.play("reward_money", who="felinous", reward="cold-hard-cash", dice={"money": [6, 4]})
        table.agree(upfront=600)
        table.hire()
        assert table.current("felinous", "money") == 400

    def test_a_hire_takes_the_whole_sum(self, table: Hiring) -> None:
        table.agree(upfront=600)
        assert table.refusal("hire", **TROGLODYTE).rule == "WD-REC-13"

    def test_a_cape_comes_when_they_have_agreed(self, table: Hiring) -> None:
        table.draw("Troglodyte")
        assert table.refusal("hire", **TROGLODYTE).rule == "WD-REC-13"


@pytest.mark.rules("WD-REC-13")
class TestHaggling:
    @pytest.fixture(autouse=True)
    def applied(self, table: Hiring) -> None:
        """Troglodyte has applied."""
        table.draw("Troglodyte")

    @pytest.mark.parametrize(("face", "response"), [(4, "accept"), (3, "refuse")])
    def test_a_social_roll_decides(self, table: Hiring, face: int, response: str) -> None:
        haggle(table, face, PENALTY)
        assert table.known("Troglodyte")["response"] == response

    def test_who_fails_has_a_harder_time_later(self, table: Hiring) -> None:
        haggle(table, 3, PENALTY)
        haggle(table, 3, PENALTY)
        assert table.last_roll(haggle(table, 6)).total == 6 - 2

    def test_a_failed_haggle_may_raise_the_demands(self, table: Hiring) -> None:
        haggle(table, 3, DEMANDS)
        assert (table.known("Troglodyte")["demands"], table.last_roll(haggle(table, 4)).total) == (
            "more than before",
            4,
        )

    def test_which_of_them_the_game_master_says(self, table: Hiring) -> None:
        entry = haggle(table, 3)
        questions = [*table.sheet("felinous").questions.values(), *table.campaign().questions.values()]
        assert [(one.owner, one.options) for one in questions] == [("gm", (PENALTY, DEMANDS))]
        table.play("answer", deed=entry, key="disgruntled", choice=DEMANDS)
        assert table.known("Troglodyte")["response"] == "counter"

    def test_without_the_first_failure_the_second_roll_succeeds(self, table: Hiring) -> None:
        first = haggle(table, 3, PENALTY)
        haggle(table, 4, PENALTY)
        table.undo(first)
        assert table.known("Troglodyte")["response"] == "accept"


@pytest.mark.rules("WD-REC-13")
class TestBrokenAgreements:
    def test_a_broken_agreement_costs_the_hireling_s_morale(self, table: Hiring) -> None:
        table.agree()
        table.hire()
        table.play("break_condition", consequence="morale", **TROGLODYTE)
        assert table.current("troglodyte", "morale") == -1

    def test_a_broken_agreement_may_cost_the_hireling(self, table: Hiring) -> None:
        table.agree()
        table.hire()
        table.play("break_condition", consequence="leaves", **TROGLODYTE)
        assert (len(table.group("crew").members), table.candidate("Troglodyte").state) == (2, "left")

    @pytest.mark.parametrize("as_", ["underling", "follower"])
    def test_others_leave_as_well(self, table: Hiring, as_: str) -> None:
        table.draw("Troglodyte")
        table.hire(as_=as_, type="bruiser")
        table.play("break_condition", consequence="leaves", **TROGLODYTE)
        assert table.states("", "circle-of-felinous") == []

    def test_only_agreements_can_be_broken(self, table: Hiring) -> None:
        table.draw("Troglodyte")
        assert table.refusal("break_condition", consequence="leaves", **TROGLODYTE).rule == "WD-REC-13"

    def test_only_the_game_master_breaks_a_condition(self, table: Hiring) -> None:
        table.agree()
        table.hire()
        assert table.forbidden("break_condition", as_player="ana", consequence="leaves", **TROGLODYTE)


@pytest.mark.rules("WD-REC-14")
class TestHires:
    def test_a_cape_joins_the_team_with_a_sheet(self, table: Hiring) -> None:
        table.agree()
        table.hire()
        roles = [member.role for member in table.group("crew").members.values() if member.role]
        assert (roles, table.sheet("troglodyte").profile["self"].kind) == (["cape"], "notable")

    def test_players_do_not_see_the_sheet_of_a_hired_cape(self, table: Hiring) -> None:
        table.agree()
        table.hire()
        assert table.sheet("troglodyte").profile["self"].sheet == "gm"

    def test_a_hired_cape_may_join_with_the_sheet_there_is(self, table: Hiring) -> None:
        ref = table.foe("trog")
        table.agree()
        table.hire(character="trog")
        assert ref in [member.character for member in table.group("crew").members.values()]

    def test_others_are_simpler_to_hire(self, table: Hiring) -> None:
        table.draw("Bob")
        table.hire("Bob", "underling", type="bruiser")
        (follower,) = table.group("circle-of-felinous").followers.values()
        assert (follower.kind, follower.of, follower.title) == ("underling", "bruiser", "Bob")

    def test_a_follower_stands_ready(self, table: Hiring) -> None:
        table.draw("Bob")
        table.hire("Bob", "follower", type="informant")
        assert table.states("informant", "circle-of-felinous") == ["ready"]

    @pytest.mark.rules("WD-PROG-07")
    def test_for_underlings_there_has_to_be_room(self) -> None:
        table = Hiring(social=0)
        table.call()
        table.draw("Bob", inserted=True)
        args: dict[str, Any] = {"who": "felinous", "candidate": "Bob", "as": "underling"}
        assert table.refusal("hire", **args).rule == "WD-PROG-07"

    def test_nobody_is_hired_twice(self, table: Hiring) -> None:
        table.agree()
        table.hire()
        assert table.refusal("hire", **TROGLODYTE).rule == "WD-REC-14"

    def test_only_the_game_master_hires(self, table: Hiring) -> None:
        table.agree()
        assert table.forbidden("hire", as_player="ana", **TROGLODYTE)

    def test_without_the_agreement_they_have_not_come_either(self, table: Hiring) -> None:
        table.draw("Troglodyte")
        table.play("offer_terms", terms="A fifth", **TROGLODYTE)
        agreed = table.play("respond_to_offer", response="accept", **TROGLODYTE)
        hired = table.hire()
        assert outcomes(table.undo(agreed, policy="cascade"))[hired] == "struck"


@pytest.mark.rules("WD-REC-14")
class TestThoseNobodyTook:
    def test_candidates_nobody_took_may_return(self, table: Hiring) -> None:
        table.draw("Rune")
        table.play("close_call", as_player="ana", who="felinous")
        passed = table.candidate("Rune").state
        table.call(1, 1, 1)
        table.play("bring_back_candidate", who="felinous", candidate="Rune")
        assert (passed, table.candidate("Rune").state) == ("passed over", "applied")

    def test_as_what_was_learned_of_them(self, table: Hiring) -> None:
        table.draw("Rune")
        table.describe("Rune", faces={"power": 6}, power="telekinesis")
        table.play("close_call", who="felinous")
        table.call(1, 1, 1)
        table.play("bring_back_candidate", who="felinous", candidate="Rune")
        assert table.known("Rune") == {"power": "telekinesis"}

    @pytest.mark.rules("WD-REC-13")
    def test_bug_what_they_agreed_to_before_does_not_hire_them(self, table: Hiring) -> None:
        table.agree()
        table.play("close_call", who="felinous")
        table.call(1, 1, 1, seeking="capes")
        table.play("bring_back_candidate", **TROGLODYTE)
        accepts = {**TROGLODYTE, "response": "accept"}
        refused = [table.refusal("hire", **TROGLODYTE), table.refusal("respond_to_offer", **accepts)]
        assert [refusal.rule for refusal in refused] == ["WD-REC-13"] * 2
        table.agree(drawn=False)
        table.hire()
        assert table.candidate("Troglodyte").state == "hired"

    def test_beside_those_whom_the_dice_bring(self, table: Hiring) -> None:
        table.draw("Rune")
        table.play("close_call", who="felinous")
        table.call(4, 1, 1)
        table.play("bring_back_candidate", who="felinous", candidate="Rune")
        table.draw("Othala")
        assert table.candidate("Othala").state == "applied"

    @pytest.mark.rules("WD-REC-12")
    def test_bug_who_was_passed_over_is_asked_nothing(self, table: Hiring) -> None:
        table.draw("Rune")
        table.play("close_call", who="felinous")
        question = {"who": "felinous", "candidate": "Rune", "question": "Why Brockton Bay?"}
        assert table.refusal("question_candidate", **question).rule == "WD-REC-12"

    def test_who_was_hired_does_not(self, table: Hiring) -> None:
        table.agree()
        table.hire()
        table.play("close_call", who="felinous")
        table.call(1, 1, 1)
        assert table.refusal("bring_back_candidate", **TROGLODYTE).rule == "WD-REC-14"

    def test_in_a_closed_call_nobody_is_drawn_up(self, table: Hiring) -> None:
        table.play("close_call", who="felinous")
        assert table.refusal("draw_up_candidate", who="felinous", name="Rune").player

    def test_bringing_them_back_is_the_game_master_s(self, table: Hiring) -> None:
        table.draw("Rune")
        table.play("close_call", who="felinous")
        assert table.forbidden("bring_back_candidate", as_player="ana", who="felinous", candidate="Rune")


@pytest.mark.rules("WD-REC-14")
class TestAWiderNet:
    @pytest.fixture
    def wide(self) -> Hiring:
        table = Hiring()
        table.call(6, 6, 6, seeking="capes", group="crew", wishes=[{"what": "wide-net"}])
        return table

    def test_a_wider_net_costs_one_on_every_die(self) -> None:
        table = Hiring()
        assert table.added(table.call(5, 4, 4, wishes=[{"what": "wide-net"}])) == -1

    def test_candidates_of_a_wider_net_do_not_return(self, wide: Hiring) -> None:
        wide.draw("Rune", inserted=True)
        wide.play("close_call", who="felinous")
        wide.call(1, 1, 1)
        assert wide.candidate("Rune").state == "gone"
        assert wide.refusal("bring_back_candidate", who="felinous", candidate="Rune").rule == "WD-REC-14"

    def test_recruits_take_time_to_arrive(self, wide: Hiring) -> None:
        wide.agree()
        wide.hire()
        away = (wide.candidate("Troglodyte").state, len(wide.group("crew").members))
        wide.play("arrive", **TROGLODYTE)
        assert (away, wide.candidate("Troglodyte").state, len(wide.group("crew").members)) == (
            ("on the way", 2),
            "hired",
            3,
        )

    def test_recruits_from_nearby_are_there_at_once(self, table: Hiring) -> None:
        table.agree()
        table.hire()
        assert table.refusal("arrive", **TROGLODYTE).rule == "WD-REC-14"
