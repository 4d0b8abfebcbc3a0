"""The goals of a cape's own life: Outage and what he wants."""

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.capes import Capes

CARE, HURT, SWAY = "Care for his mother", "Hurt AMPerand statewide", "Sway four to the cause"
DESTROY = "Destroy AMPerand and its board"


class Wanting(Capes):
    """A table at which Outage has goals."""

    def goals(self, who: str = "outage") -> dict[str, str]:
        return {task.title: task.state for task in self.sheet(who).tasks.values() if task.kind == "goal"}


@pytest.fixture
def table() -> Wanting:
    table = Wanting()
    table.cape("outage")
    return table


@pytest.mark.rules("WD-MILE-01")
class TestGoals:
    def test_outage_has_three_and_a_fourth_is_for_later(self, table: Wanting) -> None:
        for goal in (CARE, HURT, SWAY):
            table.play("set_goal", who="outage", goal=goal)
        table.play("set_goal", who="outage", goal=DESTROY, queued=True)
        assert table.goals() == {CARE: "open", HURT: "open", SWAY: "open", DESTROY: "queued"}

    def test_a_fourth_at_a_time_is_refused(self, table: Wanting) -> None:
        for goal in (CARE, HURT, SWAY):
            table.play("set_goal", who="outage", goal=goal)
        refusal = table.refusal("set_goal", who="outage", goal=DESTROY)
        assert (refusal.rule, "queue" in refusal.player) == ("WD-MILE-01", True)

    def test_how_many_is_an_option(self) -> None:
        table = Wanting(most_goals=1)
        table.cape("outage")
        table.play("set_goal", who="outage", goal=CARE)
        assert table.refusal("set_goal", who="outage", goal=HURT).rule == "WD-MILE-01"

    def test_one_that_is_reached_is_replaced_by_one_that_waited(self, table: Wanting) -> None:
        for goal in (CARE, HURT, SWAY):
            table.play("set_goal", who="outage", goal=goal)
        table.play("set_goal", who="outage", goal=DESTROY, queued=True)
        assert table.refusal("take_up_goal", who="outage", goal=DESTROY).rule == "WD-MILE-01"
        table.play("reach_goal", who="outage", goal=CARE)
        table.play("take_up_goal", as_player="ana", who="outage", goal=DESTROY)
        assert table.goals() == {CARE: "done", HURT: "open", SWAY: "open", DESTROY: "open"}

    def test_what_a_player_proposes_waits_for_the_game_master(self, table: Wanting) -> None:
        table.play("propose_goal", as_player="ana", who="outage", goal=SWAY)
        assert table.goals() == {SWAY: "proposed"}
        assert table.forbidden("agree_to_goal", as_player="ana", who="outage", goal=SWAY)
        table.play("agree_to_goal", who="outage", goal=SWAY)
        assert table.goals() == {SWAY: "open"}

    def test_agreed_for_later_it_is_queued(self, table: Wanting) -> None:
        table.play("propose_goal", as_player="ana", who="outage", goal=DESTROY, queued=True)
        table.play("agree_to_goal", who="outage", goal=DESTROY)
        assert table.goals() == {DESTROY: "queued"}

    def test_what_is_agreed_is_not_agreed_again(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=CARE)
        assert table.refusal("agree_to_goal", who="outage", goal=CARE).rule == "WD-MILE-01"

    def test_only_what_is_queued_is_taken_up(self, table: Wanting) -> None:
        table.play("propose_goal", who="outage", goal=CARE)
        assert table.refusal("take_up_goal", who="outage", goal=CARE).rule == "WD-MILE-01"

    def test_only_what_is_pursued_is_reached(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=DESTROY, queued=True)
        assert table.refusal("reach_goal", who="outage", goal=DESTROY).rule == "WD-MILE-01"

    def test_what_is_reached_is_not_taken_up_by_force_of_habit(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=CARE)
        table.play("take_up_goal", who="outage", goal=CARE, force=True)
        assert table.goals() == {CARE: "open"}

    def test_a_goal_may_be_dropped(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=CARE)
        table.play("drop_goal", as_player="ana", who="outage", goal=CARE.upper())
        assert table.goals() == {}

    def test_what_was_never_set_is_not_found(self, table: Wanting) -> None:
        assert "set it first" in table.refusal("reach_goal", who="outage", goal=CARE).player

    def test_had_none_been_dropped_there_would_be_no_room(self, table: Wanting) -> None:
        for goal in (CARE, HURT, SWAY):
            table.play("set_goal", who="outage", goal=goal)
        dropped = table.play("drop_goal", who="outage", goal=CARE)
        fourth = table.play("set_goal", who="outage", goal=DESTROY)
        assert outcomes(table.undo(dropped, policy="cascade")) == {dropped: "struck", fourth: "struck"}


@pytest.mark.rules("WD-MILE-02")
class TestKinds:
    @pytest.mark.parametrize("aim", ["revenge", "i-want-answers", "set-something-up", "a-relationship", "a-position"])
    def test_a_suggested_kind_is_kept_with_the_goal(self, table: Wanting, aim: str) -> None:
        table.play("set_goal", who="outage", goal=CARE, aim=aim)
        (goal,) = table.sheet("outage").tasks.values()
        assert goal.data == {"aim": aim}

    def test_another_word_is_refused_with_the_list(self, table: Wanting) -> None:
        refusal = table.refusal("propose_goal", who="outage", goal=CARE, aim="riches")
        assert (refusal.rule, "a-position" in refusal.player) == ("WD-MILE-02", True)

    def test_a_goal_need_not_be_of_any(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=CARE)
        assert table.goals() == {CARE: "open"}


@pytest.mark.rules("WD-MILE-03")
class TestGameMasterTools:
    @pytest.mark.parametrize("why", ["flaw", "event", "story"])
    def test_a_bonus_goal_takes_no_room(self, table: Wanting, why: str) -> None:
        entry = table.play("give_goal", who=["outage"], goal="Fall for a villain", why=why)
        for goal in (CARE, HURT, SWAY):
            table.play("set_goal", who="outage", goal=goal)
        assert ("WD-MILE-03" in table.cited(entry), len(table.goals())) == (True, 4)

    def test_a_story_is_shared(self, table: Wanting) -> None:
        table.cape("ramjet")
        table.play("give_goal", who=["outage", "ramjet"], goal="Drive out the Elite", why="story")
        assert table.goals() == table.goals("ramjet") == {"Drive out the Elite": "open"}

    def test_a_complication_reopens_what_was_too_easy(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=CARE)
        table.play("reach_goal", who="outage", goal=CARE)
        entry = table.play("complicate_goal", who="outage", goal=CARE, twist="Yes, but the home burned down.")
        (goal,) = table.sheet("outage").tasks.values()
        assert (goal.state, goal.stage, "WD-MILE-03" in table.cited(entry)) == ("open", 1, True)

    def test_an_early_end_gives_a_step_of_morale_and_a_goal_rewritten(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=CARE)
        table.play("rewrite_goal", who="outage", goal=CARE, to="Bring her home", reward="morale")
        assert (table.current("outage", "morale"), table.goals()) == (1, {"Bring her home": "open"})

    def test_a_rewritten_goal_may_give_a_reputation(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=CARE)
        table.play("rewrite_goal", who="outage", goal=CARE, to="Bring her home", reward="reputation")
        assert [card.kind for card in table.sheet("outage").cards.values()] == ["reputation"]

    def test_a_milestone_may_be_granted_before_the_final_scene(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=CARE)
        entry = table.play("grant_milestone", who="outage", goal=CARE)
        assert (table.goals(), "WD-MILE-03" in table.cited(entry)) == ({CARE: "done"}, True)

    def test_only_the_game_master_has_the_tools_for_goals(self, table: Wanting) -> None:
        table.play("set_goal", who="outage", goal=CARE)
        sentences = [
            table.forbidden("give_goal", as_player="ana", who=["outage"], goal="x", why="flaw"),
            table.forbidden("complicate_goal", as_player="ana", who="outage", goal=CARE, twist="x"),
            table.forbidden("rewrite_goal", as_player="ana", who="outage", goal=CARE, to="x", reward="morale"),
            table.forbidden("grant_milestone", as_player="ana", who="outage", goal=CARE),
        ]
        assert all(sentences)
