"""How far a character moves in a turn, over what, and past whom."""

from typing import Any

import pytest

from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.log import Noted
from tests.games.weaverdice.fighting import Alley


@pytest.fixture
def table() -> Alley:
    """It is Ramjet's turn, before Lung, Pearl and two thugs."""
    table = Alley()
    table.cape("ramjet")
    table.cape("pearl")
    table.foe("lung")
    for thug in ("thug", "goon"):
        table.foe(thug, category="generic")
    dice: dict[str, Any] = {"thug": (None, 6), "goon": (None, 5)}
    table.begin("ramjet", "pearl", against=("lung", "thug", "goon"), ramjet=6, lung=5, pearl=4, **dice)
    return table


def moved(table: Alley, entry: int) -> int:
    return next(int(str(e.data["feet"])) for e in table.told(entry) if isinstance(e, Noted) and e.name == "moved")


def chances(table: Alley, who: str) -> list[str]:
    """The targets at whom a character may strike out of turn."""
    return [str(chance.data["target"]) for chance in table.sheet(who).intents.values() if chance.kind == "opening"]


@pytest.mark.rules("WD-MOVE-01", "WD-RULING-20", "WD-RULING-22")
class TestTheRange:
    @pytest.mark.parametrize(("athletics", "feet"), [(1, 20), (2, 25), (3, 30), (4, 35), (5, 40)])
    def test_the_range_is_30_feet_and_5_for_each_point_of_athletics_above_3(self, athletics: int, feet: int) -> None:
        table = Alley()
        table.cape("velocity", athletics=athletics)
        assert table.value("velocity", "movement.feet") == feet

    def test_a_move_action_covers_it(self, table: Alley) -> None:
        assert moved(table, table.play("move", who="ramjet", open=30)) == 30
        assert table.actions("ramjet") == 1

    def test_a_move_action_covers_no_more_than_the_range(self, table: Alley) -> None:
        assert table.refusal("move", who="ramjet", open=31).rule == "WD-MOVE-01"

    def test_each_of_two_does(self, table: Alley) -> None:
        table.play("move", who="ramjet", open=30)
        table.play("move", who="ramjet", open=30)
        assert (table.place("ramjet").moved, table.actions("ramjet")) == (60, 0)

    def test_by_the_campaign_s_setting_it_is_that_of_the_turn(self) -> None:
        table = Alley(movement_range="turn")
        table.cape("ramjet")
        table.begin("ramjet", ramjet=6)
        table.play("move", who="ramjet", open=20)
        assert table.refusal("move", who="ramjet", open=15).rule == "WD-MOVE-01"
        assert moved(table, table.play("move", who="ramjet", open=10)) == 10

    def test_half_of_it_is_rounded_up_to_the_next_5_feet(self, table: Alley) -> None:
        table.play("modify", target="ramjet", path="movement.feet", operation="multiply", amount=1, over=4)
        assert table.refusal("move", who="ramjet", open=15).rule == "WD-MOVE-01"
        assert moved(table, table.play("move", who="ramjet", open=10)) == 10

    def test_who_is_down_crawls(self, table: Alley) -> None:
        table.play("impose", who="ramjet", what="Knocked down")
        assert table.refusal("move", who="ramjet", open=10).rule == "WD-COND-10"
        assert moved(table, table.play("move", who="ramjet", open=5)) == 5

    @pytest.mark.rules("WD-COND-10")
    @pytest.mark.parametrize("how", [{"full": True}, {"push": True}])
    def test_bug_neither_a_full_move_nor_effort_takes_who_is_down_further(
        self, table: Alley, how: dict[str, bool]
    ) -> None:
        table.play("impose", who="ramjet", what="Knocked down")
        assert table.refusal("move", who="ramjet", open=10, **how).rule == "WD-COND-10"

    def test_who_is_pinned_stays(self, table: Alley) -> None:
        table.let("ramjet", ConditionGained(name="pinned", condition=Condition(what="pinned")))
        assert table.refusal("move", who="ramjet", open=5).rule == "WD-COND-15"

    def test_nobody_moves_in_others_turns(self, table: Alley) -> None:
        assert table.refusal("move", who="pearl", open=5).rule == "WD-ACT-01"

    def test_a_new_turn_begins_with_none_of_it_used(self, table: Alley) -> None:
        table.play("move", who="ramjet", open=30)
        table.next(5)
        assert (table.turn(), table.place("ramjet").moved) == ("ramjet", 0)

    def test_a_move_ends_somewhere_on_the_map(self, table: Alley) -> None:
        table.play("place", who="ramjet", x=1, y=1)
        table.play("freeform.draw_area", area="roof")
        table.play("move", who="ramjet", climb=10, area="roof")
        assert table.fight("alley").positions[table.ref("ramjet").partition("/")[2]].area == "roof"


@pytest.mark.rules("WD-MOVE-02")
class TestTheGround:
    @pytest.mark.parametrize(("way", "cost"), [("uneven", 10), ("climb", 15), ("high", 10)])
    def test_five_feet_of_it_cost_more(self, table: Alley, way: str, cost: int) -> None:
        ground: dict[str, Any] = {way: 5}
        assert moved(table, table.play("move", who="ramjet", **ground)) == cost

    def test_a_jump_costs_10_for_each_5(self, table: Alley) -> None:
        assert moved(table, table.play("move", who="ramjet", open=10, jump=10)) == 30

    @pytest.mark.parametrize(("ground", "feet"), [("open", 10), ("uneven", 10)])
    def test_a_jump_takes_10_feet_of_run_up(self, table: Alley, ground: str, feet: int) -> None:
        run_up: dict[str, Any] = {ground: feet}
        assert table.play("move", who="ramjet", jump=5, **run_up)

    def test_5_feet_are_too_few(self, table: Alley) -> None:
        assert table.refusal("move", who="ramjet", open=5, jump=5).rule == "WD-MOVE-02"

    def test_what_is_begun_costs_as_a_whole(self, table: Alley) -> None:
        assert moved(table, table.play("move", who="ramjet", climb=6)) == 30

    def test_all_of_it_has_to_fit(self, table: Alley) -> None:
        assert table.refusal("move", who="ramjet", open=10, uneven=5, climb=5).rule == "WD-MOVE-01"


@pytest.mark.rules("WD-EFF-05")
class TestPushing:
    def test_pushing_adds_1d3_times_5_feet(self, table: Alley) -> None:
        assert moved(table, table.play("move", who="ramjet", open=40, push=True, dice={"push": [2]})) == 40
        assert table.dots("ramjet") == (2, 3, 3)

    def test_a_poor_die_ends_the_move_sooner(self, table: Alley) -> None:
        assert moved(table, table.play("move", who="ramjet", open=45, push=True, dice={"push": [1]})) == 35

    def test_twice_that_with_a_full_move(self, table: Alley) -> None:
        dice = {"push": [1], "sprint": [3]}
        assert moved(table, table.play("move", who="ramjet", open=75, full=True, push=True, dice=dice)) == 70

    def test_without_stamina_there_is_none(self, table: Alley) -> None:
        table.play("spend_effort", who="ramjet", pool="stamina", dots=3)
        assert table.refusal("move", who="ramjet", open=30, push=True).rule == "WD-EFF-05"


@pytest.mark.rules("WD-MOVE-05")
class TestSprinting:
    @pytest.mark.parametrize(("die", "feet"), [(3, 60), (4, 65), (5, 65), (6, 70)])
    def test_athletics_say_how_much_further(self, table: Alley, die: int, feet: int) -> None:
        assert moved(table, table.play("move", who="ramjet", open=70, full=True, dice={"sprint": [die]})) == feet

    def test_sprinting_takes_the_whole_turn(self, table: Alley) -> None:
        table.play("move", who="ramjet", open=60, full=True, dice={"sprint": [3]})
        assert table.actions("ramjet") == 0

    def test_after_another_action_it_is_too_late(self, table: Alley) -> None:
        table.play("move", who="ramjet", open=5)
        assert table.refusal("move", who="ramjet", open=10, full=True).rule == "WD-ACT-02"

    def test_more_than_10_feet_further_is_refused(self, table: Alley) -> None:
        assert table.refusal("move", who="ramjet", open=71, full=True).rule == "WD-MOVE-01"


@pytest.mark.rules("WD-MOVE-06", "WD-RULING-21")
class TestTheLimit:
    def test_the_limit_of_a_turn_is_two_and_a_half_times_the_range(self, table: Alley) -> None:
        dice = {"push": [3], "sprint": [6]}
        assert moved(table, table.play("move", who="ramjet", open=75, full=True, push=True, dice=dice)) == 75

    def test_no_more_than_that(self, table: Alley) -> None:
        assert table.refusal("move", who="ramjet", open=80, full=True, push=True).rule == "WD-MOVE-06"

    def test_the_limit_of_movement_is_that_of_the_whole_turn(self, table: Alley) -> None:
        table.play("move", who="ramjet", open=45, push=True, dice={"push": [3]})
        assert table.refusal("move", who="ramjet", open=35, push=True).rule == "WD-MOVE-06"
        assert moved(table, table.play("move", who="ramjet", open=30)) == 30

    def test_powers_exceed_it(self, table: Alley) -> None:
        assert moved(table, table.play("move", who="ramjet", open=500, power=True)) == 500


@pytest.mark.rules("WD-MOVE-03", "WD-RULING-45")
class TestMovingPastFoes:
    def past(self, table: Alley, **feet: int) -> int:
        return table.play("move", who="ramjet", open=30, past=[{"foe": foe, "feet": far} for foe, far in feet.items()])

    def test_ten_feet_within_reach_give_a_notable_a_chance(self, table: Alley) -> None:
        self.past(table, lung=10)
        assert chances(table, "lung") == [table.ref("ramjet")]

    def test_nine_do_not(self, table: Alley) -> None:
        self.past(table, lung=9)
        assert chances(table, "lung") == []

    def test_without_focus_a_notable_has_none(self, table: Alley) -> None:
        table.play("spend_effort", who="lung", pool="focus", dots=3)
        self.past(table, lung=10)
        assert chances(table, "lung") == []

    def test_a_lone_thug_has_none(self, table: Alley) -> None:
        self.past(table, thug=10)
        assert chances(table, "thug") == []

    def test_two_of_them_have(self, table: Alley) -> None:
        self.past(table, thug=10, goon=10)
        assert (chances(table, "thug"), chances(table, "goon")) == ([table.ref("ramjet")], [table.ref("ramjet")])

    def test_a_thug_beside_a_notable_has(self, table: Alley) -> None:
        self.past(table, thug=10, lung=10)
        assert chances(table, "thug") == [table.ref("ramjet")]

    def test_friends_have_none(self, table: Alley) -> None:
        self.past(table, pearl=30)
        assert chances(table, "pearl") == []

    def test_the_unconscious_have_none(self, table: Alley) -> None:
        table.let("lung", ConditionGained(name="out", condition=Condition(what="unconscious")))
        self.past(table, lung=10)
        assert chances(table, "lung") == []

    def test_the_chance_is_gone_when_the_turn_is_over(self, table: Alley) -> None:
        self.past(table, lung=10)
        table.next()
        assert chances(table, "lung") == []
