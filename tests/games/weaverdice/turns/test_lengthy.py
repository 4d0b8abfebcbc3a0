"""Work that takes whole turns, alone or together, and what disturbs it."""

import pytest

from api.testing.table import outcomes
from domain.vocabulary.bodies import Condition, ConditionGained
from tests.games.weaverdice.fighting import Alley


@pytest.fixture
def table() -> Alley:
    """It is Pearl's turn, before Stave's and Lung's. The doors take 12 on Knowledge."""
    table = Alley()
    table.cape("pearl", knowledge=4)
    table.cape("stave")
    table.foe("lung")
    table.begin("pearl", "stave", against=("lung",), pearl=6, stave=5, lung=4)
    table.play("begin_lengthy", who="pearl", what="Hack the doors", goal=12, stats=["knowledge"])
    return table


def work(table: Alley, die: int, who: str = "pearl", whose: str = "pearl") -> int:
    return table.play("work_on", who=who, whose=whose, task="Hack the doors", dice={"lengthy": [die]})


def progress(table: Alley, whose: str = "pearl") -> tuple[int, str]:
    [task] = table.sheet(whose).tasks.values()
    return task.progress, task.state


def wound(table: Alley, tier: str, *concentrate: int, who: str = "pearl") -> int:
    dice = {f"concentrate/{who}": list(concentrate)} if concentrate else {}
    return table.play("inflict", who=who, tier=tier, type="cut", effect=False, dice=dice)


@pytest.mark.rules("WD-ACT-05")
class TestLengthyActions:
    def test_rolls_add_up_with_their_bonuses(self, table: Alley) -> None:
        work(table, 4)
        assert progress(table) == (5, "")

    def test_each_takes_the_whole_turn(self, table: Alley) -> None:
        work(table, 4)
        assert table.actions("pearl") == 0

    def test_after_another_action_it_is_too_late(self, table: Alley) -> None:
        table.play("act", who="pearl", action="power")
        assert table.refusal("work_on", who="pearl", task="Hack the doors").rule == "WD-ACT-02"

    @pytest.mark.parametrize(("last", "state"), [(3, ""), (4, "done"), (5, "done")])
    def test_lengthy_work_is_done_when_the_total_is_reached(self, table: Alley, last: int, state: str) -> None:
        work(table, 6)
        table.next(3)
        work(table, last)
        assert progress(table) == (8 + last, state)

    def test_the_circumstances_count_with_every_roll(self, table: Alley) -> None:
        table.play("begin_lengthy", who="stave", what="Hack the doors", goal=9, modifier=-1)
        table.next()
        work(table, 5, who="stave", whose="stave")
        assert progress(table, "stave") == (4, "")

    def test_a_poor_roll_takes_nothing_away(self, table: Alley) -> None:
        table.play("begin_lengthy", who="stave", what="Hack the doors", goal=9, modifier=-3)
        table.next()
        work(table, 1, who="stave", whose="stave")
        assert progress(table, "stave") == (0, "")

    def test_no_work_is_left_on_what_is_done(self, table: Alley) -> None:
        table.play("end_fight")
        work(table, 6)
        work(table, 6)
        assert table.refusal("work_on", who="pearl", task="Hack the doors").rule == "WD-ACT-05"

    @pytest.mark.rules("WD-COND-02")
    def test_lengthy_work_costs_the_bleeding_a_wound(self, table: Alley) -> None:
        table.let("pearl", ConditionGained(name="bleeding", condition=Condition(what="bleeding")))
        work(table, 4)
        assert table.wounds("pearl") == ["body/1: lesser"]

    @pytest.mark.rules("WD-EFF-04")
    def test_stamina_rolls_a_physical_one_again(self, table: Alley) -> None:
        table.play("begin_lengthy", who="stave", what="Hack the doors", goal=9)
        table.next()
        dice = {"lengthy": [1], "lengthy/again": [5]}
        answers = {"lengthy/stamina": "yes"}
        table.play("work_on", who="stave", task="Hack the doors", dice=dice, responses=answers)
        assert progress(table, "stave") == (5, "")


@pytest.mark.rules("WD-ACT-06")
class TestTogether:
    def test_the_rolls_of_several_add_up(self, table: Alley) -> None:
        work(table, 6)
        table.next()
        work(table, 5, who="stave")
        assert progress(table) == (12, "done")

    def test_when_one_is_undone_the_other_s_is_not_enough(self, table: Alley) -> None:
        first = work(table, 6)
        table.next()
        second = work(table, 5, who="stave")
        plan = table.undo(first)
        assert (outcomes(plan)[second], progress(table)) == ("restated", (5, ""))


@pytest.mark.rules("WD-ACT-08", "WD-WND-09", "WD-RULING-24")
class TestOneMechanic:
    @pytest.mark.parametrize(("how", "total"), [("alternate", 3 + 4), ("sum", 4 + 4), ("best", 4 + 4)])
    def test_two_stats_combine_as_the_campaign_has_it(self, how: str, total: int) -> None:
        table = Alley(several_stats=how)
        table.cape("pearl", knowledge=4)
        table.play("begin_lengthy", who="pearl", what="Hack the doors", goal=20, stats=["dexterity", "knowledge"])
        work(table, 3)
        work(table, 3)
        assert progress(table) == (total, "")

    def test_out_of_a_fight_it_costs_no_action(self, table: Alley) -> None:
        table.play("end_fight")
        work(table, 1)
        work(table, 1)
        assert progress(table) == (4, "")

    def test_a_stat_that_is_none_is_refused(self, table: Alley) -> None:
        assert "stat" in table.refusal("begin_lengthy", who="pearl", what="x", goal=3, stats=["luck"]).player


@pytest.mark.rules("WD-ACT-07", "WD-RULING-23")
class TestDisturbances:
    @pytest.mark.parametrize(("tier", "needed"), [("lesser", 4), ("moderate", 5), ("critical", 6)])
    def test_a_wound_takes_a_knowledge_check_to_keep_going(self, table: Alley, tier: str, needed: int) -> None:
        work(table, 3)
        entry = wound(table, tier, needed - 1)
        assert table.outcomes_of(entry)["concentrate/pearl"] == "success"
        assert "working" in table.conditions("pearl")

    @pytest.mark.parametrize(("tier", "rolled"), [("lesser", 2), ("moderate", 3), ("critical", 4)])
    def test_one_below_it_is_broken_off(self, table: Alley, tier: str, rolled: int) -> None:
        work(table, 3)
        wound(table, tier, rolled)
        assert table.conditions("pearl")[:2] == ["broken_off", "disturbed"]

    def test_who_is_not_at_work_loses_nothing(self, table: Alley) -> None:
        work(table, 3)
        wound(table, "lesser", who="stave")
        assert table.conditions("stave") == []

    @pytest.mark.parametrize(("how", "needed"), [("minor", 3), ("shoved", 4)])
    def test_the_game_master_says_what_else_disturbs(self, table: Alley, how: str, needed: int) -> None:
        work(table, 3)
        entry = table.play("disturb", who="pearl", how=how, dice={"concentrate/pearl": [needed - 1]})
        assert (table.outcomes_of(entry), table.conditions("pearl")) == ({"concentrate/pearl": "success"}, ["working"])

    @pytest.mark.parametrize("how", ["minor", "shoved"])
    def test_a_disturbance_breaks_work_off_where_the_check_fails(self, table: Alley, how: str) -> None:
        work(table, 3)
        table.play("disturb", who="pearl", how=how, dice={"concentrate/pearl": [1]})
        assert "broken_off" in table.conditions("pearl")

    @pytest.mark.parametrize("target", [2, 7])
    def test_the_target_is_3_to_6(self, table: Alley, target: int) -> None:
        work(table, 3)
        assert table.refusal("disturb", who="pearl", target=target).rule == "WD-ACT-07"

    def test_work_that_was_broken_off_cannot_be_taken_up_on_the_next_turn(self, table: Alley) -> None:
        work(table, 3)
        wound(table, "lesser", 1)
        table.play("settle_disturbance", who="pearl")
        table.next(3)
        assert table.refusal("work_on", who="pearl", task="Hack the doors").rule == "WD-ACT-07"

    def test_after_that_it_can_with_all_that_was_done(self, table: Alley) -> None:
        work(table, 3)
        table.next()
        wound(table, "lesser", 1)
        table.play("settle_disturbance", who="pearl")
        table.next(5)
        work(table, 3)
        assert progress(table) == (8, "")

    def test_work_goes_on_only_once_the_disturbance_is_dealt_with(self, table: Alley) -> None:
        work(table, 3)
        table.next()
        wound(table, "lesser", 1)
        table.next(5)
        assert "dealt with" in table.refusal("work_on", who="pearl", task="Hack the doors").player

    def test_helpers_go_on(self, table: Alley) -> None:
        work(table, 3)
        wound(table, "lesser", 1)
        table.next()
        work(table, 3, who="stave")
        assert progress(table) == (7, "")

    def test_who_begins_another_turn_is_no_longer_at_work(self, table: Alley) -> None:
        work(table, 3)
        table.next(3)
        assert table.conditions("pearl") == []

    def test_players_do_not_say_what_disturbs(self, table: Alley) -> None:
        work(table, 3)
        assert table.forbidden("disturb", as_player="ana", who="pearl")
        assert table.forbidden("settle_disturbance", as_player="ana", who="pearl")

    def test_when_the_work_is_undone_no_check_is_made(self, table: Alley) -> None:
        worked = work(table, 3)
        hit = wound(table, "lesser", 1)
        assert outcomes(table.undo(worked))[hit] == "restated"
        assert table.conditions("pearl") == []
