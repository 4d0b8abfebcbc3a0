"""Growth in sixteen steps, and growth without milestones: variants that a campaign may play."""

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.growing import Stepping


@pytest.fixture
def table() -> Stepping:
    return Stepping()


@pytest.mark.rules("WD-OPT-13")
class TestGrowthWithoutMilestones:
    def grown(self, boxes: int) -> Stepping:
        table = Stepping(growth="better options", social=4)
        table.play("finish_mission", who=["outage"], mission="The Mill", boxes=20)
        every = ("equipment-slot", "room-to-recruit", "room-to-recruit", "extra-effort", "learning-a-skill")
        for box in every[:boxes]:
            table.play("check_box", who="outage", box=box, pool="focus", skill="aim")
        return table

    def test_a_better_option_takes_three_lesser_ones_first(self) -> None:
        table = self.grown(3)
        table.play("take_better_option", as_player="ana", who="outage", option="A second tether")
        picked = [c.title for c in table.sheet("outage").choices.values() if c.of == "better-option"]
        assert picked == ["A second tether"]

    def test_two_are_not_enough(self) -> None:
        assert self.grown(2).refusal("take_better_option", who="outage", option="x").rule == "WD-OPT-13"

    def test_the_next_takes_three_more(self) -> None:
        table = self.grown(5)
        table.play("take_better_option", who="outage", option="A second tether")
        assert table.refusal("take_better_option", who="outage", option="x").rule == "WD-OPT-13"
        table.play("check_box", who="outage", box="learning-a-skill", skill="craft")
        table.play("take_better_option", who="outage", option="A third")
        assert sum(c.of == "better-option" for c in table.sheet("outage").choices.values()) == 2

    def test_a_milestone_step_is_taken_in_place_of_a_box(self) -> None:
        table = self.grown(3)
        table.play("take_better_option", who="outage", option="A second tether")
        assert table.current("outage", "growth") == 20 - 4

    def test_a_full_list_begins_anew(self) -> None:
        table = self.grown(5)
        table.play("check_box", who="outage", box="learning-a-skill", skill="craft")
        table.stand("civilian-life", good=False)
        for box in ("eager-follower", "trusted-follower"):
            table.play("check_box", who="outage", box=box, responses={"follower": "fan"})
        table.play("check_box", who="outage", box="equipment-slot")
        assert table.value("outage", "slots.costume") == 10

    def test_there_are_no_milestones(self) -> None:
        table = self.grown(4)
        table.play("set_goal", who="outage", goal="care")
        table.play("reach_goal", who="outage", goal="care")
        refusal = table.refusal("take_milestone", who="outage", goal="care", option="life-perk")
        assert refusal.rule == "WD-OPT-13"

    @pytest.mark.parametrize("growth", ["milestones", "sixteen steps"])
    def test_elsewhere_there_are_no_better_options(self, growth: str) -> None:
        assert Stepping(growth=growth).refusal("take_better_option", who="outage", option="x").rule == "WD-OPT-13"

    def test_without_the_third_box_it_would_not_have_come(self) -> None:
        table = self.grown(2)
        third = table.play("check_box", who="outage", box="room-to-recruit")
        better = table.play("take_better_option", who="outage", option="A second tether")
        assert outcomes(table.undo(third, policy="cascade"))[better] == "struck"


@pytest.mark.rules("WD-OPT-14")
class TestTheList:
    def test_a_step_is_taken_once(self, table: Stepping) -> None:
        table.step(11)
        assert table.refusal("take_step", who="outage", step=11).rule == "WD-OPT-14"

    def test_each_session_or_downtime_gives_one(self) -> None:
        table = Stepping(grants=0)
        table.play("grant_steps", who=["outage"], after="downtime")
        table.play("take_step", as_player="ana", who="outage", step=11)
        assert table.refusal("take_step", who="outage", step=5).rule == "WD-OPT-14"

    def test_there_is_no_seventeenth(self, table: Stepping) -> None:
        assert "none of them" in table.refusal("take_step", who="outage", step=17).player

    def test_steps_replace_the_boxes(self, table: Stepping) -> None:
        assert table.refusal("check_box", who="outage", box="equipment-slot").rule == "WD-OPT-14"
        assert table.refusal("finish_mission", who=["outage"], mission="x").rule == "WD-OPT-14"

    def test_elsewhere_there_are_none(self) -> None:
        table = Stepping(growth="milestones")
        table.goal()
        asked = [
            table.refusal("grant_steps", who=["outage"]),
            table.refusal("take_step", who="outage", step=11),
            table.refusal("make_or_break", who="outage", goal="care", decided="success"),
        ]
        assert {refusal.rule for refusal in asked} == {"WD-OPT-14"}

    @pytest.mark.rules("WD-OPT-19", "WD-OPT-24", "WD-OPT-26", "WD-OPT-27")
    def test_gains_of_steps_are_refused_under_another_growth(self, table: Stepping) -> None:
        table.step(14)
        open_slot = min(table.sheet("outage").cards)
        table.step(15)
        double = max(table.sheet("outage").cards.keys() - {open_slot})
        table.play("set_option", option="growth", value="milestones")
        asked = [
            table.refusal("size_up_underling", who="outage", underling="x"),
            table.refusal("drift_morale", who="outage"),
            table.refusal("use_free_slot", who="outage", slot=open_slot),
            table.refusal("use_free_slot", who="outage", slot=double),
        ]
        assert [refusal.rule for refusal in asked] == ["WD-OPT-19", "WD-OPT-24", "WD-OPT-26", "WD-OPT-27"]


@pytest.mark.rules("WD-OPT-14", "WD-RULING-101")
class TestMakeOrBreak:
    def test_make_or_break_comes_with_the_tenth_step(self, table: Stepping) -> None:
        table.goal()
        table.ten()
        assert table.refusal("take_step", who="outage", step=16, pool="focus").rule == "WD-OPT-14"
        table.play("make_or_break", who="outage", goal="care", target=5, dice={"make-or-break": [5]})
        assert [t.state for t in table.sheet("outage").tasks.values() if t.kind == "goal"] == ["done"]

    def test_make_or_break_is_refused_before_the_tenth_step(self) -> None:
        table = Stepping()
        table.goal()
        table.step(11)
        refusal = table.refusal("make_or_break", who="outage", goal="care", decided="success")
        assert refusal.rule == "WD-OPT-14"

    def test_how_many_steps_come_before_is_an_option(self) -> None:
        table = Stepping(needed=1)
        table.goal()
        table.step(11)
        assert table.refusal("take_step", who="outage", step=5).rule == "WD-OPT-14"

    def test_success_is_a_milestone_and_a_new_list(self) -> None:
        table = Stepping(needed=1)
        table.goal()
        table.step(11)
        table.play("make_or_break", who="outage", goal="care", decided="success")
        table.play(
            "take_milestone",
            who="outage",
            goal="care",
            option="expand-power",
            responses={"guns": "used"},
            dice={"expand-power/1": [7]},
        )
        table.step(11)
        assert (table.value("outage", "slots.belt"), table.value("outage", "limits.reputation")) == (5, 3)

    @pytest.mark.rules("WD-RULING-131")
    def test_after_success_the_list_is_whole_before_the_milestone_is_taken(self) -> None:
        table = Stepping(needed=1)
        table.goal()
        table.step(11)
        table.play("make_or_break", who="outage", goal="care", decided="success")
        table.step(11)
        assert table.refusal("take_step", who="outage", step=5).rule == "WD-OPT-14"

    @pytest.mark.rules("WD-RULING-131")
    def test_the_milestone_begins_no_further_list(self) -> None:
        table = Stepping(needed=2)
        table.goal()
        table.step(11)
        table.step(7)
        table.play("make_or_break", who="outage", goal="care", decided="success")
        table.step(11)
        self.milestone(table)
        assert "struck off" in table.refusal("take_step", who="outage", step=11).player

    @pytest.mark.rules("WD-RULING-131")
    def test_after_a_failure_the_list_stays_full_until_another_goal_succeeds(self) -> None:
        table = Stepping(needed=1)
        table.goal()
        table.goal("fame")
        table.step(11)
        table.play("make_or_break", who="outage", goal="care", decided="failure")
        full = table.refusal("take_step", who="outage", step=5).rule
        table.play("make_or_break", who="outage", goal="fame", decided="success")
        table.step(11)
        assert full == "WD-OPT-14"

    @pytest.mark.rules("WD-RULING-131")
    def test_a_full_list_can_be_gone_beyond_by_force(self) -> None:
        table = Stepping(needed=1)
        table.step(11)
        table.play("take_step", who="outage", step=5, force=True)
        assert table.steps() == {"step-11", "step-5"}

    @pytest.mark.rules("WD-RULING-131")
    def test_undoing_the_success_the_list_is_full_again(self) -> None:
        table = Stepping(needed=1)
        table.goal()
        table.step(11)
        moment = table.play("make_or_break", who="outage", goal="care", decided="success")
        again = table.step(11)
        assert outcomes(table.undo(moment, policy="cascade"))[again] == "struck"

    def milestone(self, table: Stepping) -> None:
        table.play(
            "take_milestone", who="outage", goal="care", option="expand-power",
            responses={"guns": "used"}, dice={"expand-power/1": [7]},
        )  # fmt: skip

    def test_failure_is_a_setback_tied_to_the_goal(self) -> None:
        table = Stepping(needed=0)
        table.goal()
        table.play("make_or_break", who="outage", goal="care", target=5, dice={"make-or-break": [4]})
        (setback,) = table.sheet("outage").conditions.values()
        assert (setback.what, setback.data["goal"], table.sheet("outage").tasks) == ("setback", "care", {})

    def test_neglect_is_one_too(self) -> None:
        table = Stepping(needed=0)
        table.goal()
        table.play("make_or_break", who="outage", goal="care", decided="failure")
        assert table.conditions("outage") == ["setback"]

    def test_the_stat_counts(self) -> None:
        table = Stepping(needed=0, social=5)
        table.goal()
        entry = table.play(
            "make_or_break", who="outage", goal="care", stat="social", target=6, dice={"make-or-break": [4]}
        )
        assert table.outcomes_of(entry) == {"make-or-break": "success"}

    def test_make_or_break_has_a_target_or_is_decided(self) -> None:
        table = Stepping(needed=0)
        table.goal()
        assert "target" in table.refusal("make_or_break", who="outage", goal="care").player
        assert "guts" in table.refusal("make_or_break", who="outage", goal="care", target=4, stat="luck").player

    def test_make_or_break_is_about_a_goal_that_is_pursued(self) -> None:
        table = Stepping(needed=0)
        table.play("set_goal", who="outage", goal="later", queued=True)
        refusal = table.refusal("make_or_break", who="outage", goal="later", decided="success")
        assert refusal.rule == "WD-OPT-14"

    def test_the_goal_is_not_reached_in_any_other_way(self, table: Stepping) -> None:
        table.goal()
        assert table.refusal("reach_goal", who="outage", goal="care").rule == "WD-OPT-14"
