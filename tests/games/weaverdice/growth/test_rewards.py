"""General rewards: money, morale, reputation, followers; and the pace of milestones."""

import pytest

from api.testing.table import outcomes
from domain.vocabulary.anchors import AtMoment
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.growing import circle


class Rewarded(Capes):
    """A table at which Outage is rewarded."""

    def __init__(self) -> None:
        super().__init__()
        self.cape("outage")

    def money(self, reward: str, *dice: int, more: int = 0) -> int:
        return self.play("reward_money", who="outage", reward=reward, more=more, dice={"money": dice})

    def reach(self, goal: str = "care") -> None:
        self.play("set_goal", who="outage", goal=goal)
        self.play("reach_goal", who="outage", goal=goal)

    def check(self, boxes: int) -> None:
        self.play("finish_mission", who=["outage"], mission="The Mill", boxes=boxes)
        every = [("extra-effort", "focus"), ("equipment-slot", ""), ("room-to-recruit", ""), ("room-to-recruit", "")]
        for box, pool in every[:boxes]:
            self.play("check_box", who="outage", box=box, pool=pool)


@pytest.fixture
def table() -> Rewarded:
    return Rewarded()


@pytest.mark.rules("WD-REW-01")
class TestMoney:
    @pytest.mark.parametrize(
        ("reward", "dice", "dollars"),
        [
            ("a-bit-of-money", (1,), 20),
            ("a-bit-of-money", (6,), 120),
            ("cold-hard-cash", (3, 4), 700),
            ("a-bounty", (1, 1, 1, 1), 4000),
            ("a-bounty", (6, 5, 4, 3), 18000),
        ],
    )
    def test_dice_times_dollars(self, table: Rewarded, reward: str, dice: tuple[int, ...], dollars: int) -> None:
        table.money(reward, *dice)
        assert table.current("outage", "money") == dollars

    def test_planning_and_intel_raise_a_bounty(self, table: Rewarded) -> None:
        table.money("a-bounty", 1, 1, 1, 1, more=2500)
        assert table.current("outage", "money") == 6500

    @pytest.mark.parametrize(("reward", "more"), [("a-bit-of-money", 10), ("cold-hard-cash", 10), ("a-bounty", -1)])
    def test_only_a_bounty_is_raised_and_never_lowered(self, table: Rewarded, reward: str, more: int) -> None:
        assert table.refusal("reward_money", who="outage", reward=reward, more=more).rule == "WD-REW-01"

    def test_another_word_is_told_what_there_is(self, table: Rewarded) -> None:
        assert "a-bounty" in table.refusal("reward_money", who="outage", reward="treasure").player

    def test_capes_who_keep_no_money_get_none(self, table: Rewarded) -> None:
        table.foe("lung")
        dice = {"money": [3]}
        assert table.refusal("reward_money", who="lung", reward="a-bit-of-money", dice=dice).player

    def test_bug_no_die_is_rolled_for_who_keeps_no_money(self, table: Rewarded) -> None:
        table.foe("lung")
        assert "keep money" in table.refusal("reward_money", who="lung", reward="a-bit-of-money").player


@pytest.mark.rules("WD-REW-02")
class TestNoBoxes:
    def test_no_reward_lets_a_box_be_checked(self, table: Rewarded) -> None:
        table.money("a-bit-of-money", 3)
        table.play("lift_morale", who="outage", deed="A rescue")
        table.play("reward_reputation", who="outage", deed="A rescue")
        table.play("reward_follower", who="outage", type="fan")
        assert table.refusal("check_box", who="outage", box="equipment-slot").rule == "WD-PROG-01"

    def test_a_reward_counts_as_no_box(self, table: Rewarded) -> None:
        table.check(3)
        table.money("a-bit-of-money", 3)
        table.reach()
        assert table.refusal("take_milestone", who="outage", goal="care", option="life-perk").rule == "WD-PROG-03"


@pytest.mark.rules("WD-REW-03")
class TestMorale:
    def test_a_deed_lifts_morale_for_now(self, table: Rewarded) -> None:
        entry = table.play("lift_morale", who="outage", deed="A rescue", steps=2)
        assert (table.current("outage", "morale"), "WD-REW-03" in table.cited(entry)) == (2, True)

    def test_without_sessions_days_start_as_before(self, table: Rewarded) -> None:
        table.play("lift_morale", who="outage", deed="A rescue", steps=2)
        assert table.value("outage", "morale.start") == 0

    def test_a_lift_of_morale_may_last_over_several_sessions(self, table: Rewarded) -> None:
        table.play("lift_morale", who="outage", deed="A rescue", sessions=2)
        starts = []
        for _ in range(2):
            table.play("open_session")
            starts.append(table.value("outage", "morale.start"))
            table.play("end_session")
        assert (starts, table.value("outage", "morale.start")) == ([1, 1], 0)


@pytest.mark.rules("WD-REW-04")
class TestReputation:
    def test_rewarded_reputation_is_a_card_that_cites_the_deed(self, table: Rewarded) -> None:
        table.play("reward_reputation", who="outage", deed="Broke the blockade", exclusive_to="Dockworkers")
        (card,) = table.sheet("outage").cards.values()
        assert (card.kind, card.provenance, card.exclusive_to) == ("reputation", "Broke the blockade", "Dockworkers")

    def test_undone_it_is_gone(self, table: Rewarded) -> None:
        entry = table.play("reward_reputation", who="outage", deed="x")
        assert "WD-REW-04" in table.cited(entry)


@pytest.mark.rules("WD-REW-05")
class TestFollowers:
    def test_one_who_fits_joins_and_the_cap_stays(self, table: Rewarded) -> None:
        before = table.value("outage", "limits.followers")
        entry = table.play("reward_follower", who="outage", type="informant")
        assert (circle(table), table.value("outage", "limits.followers")) == ({"informant": "ready"}, before)
        assert "WD-REW-05" in table.cited(entry)

    def test_the_game_master_may_have_them_start_tapped(self, table: Rewarded) -> None:
        table.play("reward_follower", who="outage", type="informant", tapped=True)
        assert circle(table) == {"informant": "tapped"}


@pytest.mark.rules("WD-REW-06")
class TestPacing:
    def high(self, table: Rewarded, bonus: str) -> int:
        return table.play("grant_success_high", who="outage", goal="care", bonus=bonus)

    @pytest.mark.parametrize(("bonus", "path"), [("morale", "morale.start"), ("followers", "limits.followers")])
    def test_a_success_high_lasts_until_enough_boxes_are_checked(self, table: Rewarded, bonus: str, path: str) -> None:
        table.reach()
        before = table.value("outage", path)
        self.high(table, bonus)
        during = table.value("outage", path)
        table.check(4)
        assert (during, table.value("outage", path)) == (before + 1, before)

    def test_a_milestone_ends_it_whatever_boxes_are_checked(self, table: Rewarded) -> None:
        table.reach()
        self.high(table, "morale")
        table.play("grant_milestone", who="outage", goal="care")
        no = dict.fromkeys(("standing/secret-identity", "standing/friends-or-family"), "no")
        table.play(
            "take_milestone", who="outage", goal="care", option="life-perk", responses=no, dice={"life-perk/1": [3]}
        )
        assert table.value("outage", "morale.start") == 0

    def test_three_boxes_do_not_end_it(self, table: Rewarded) -> None:
        table.reach()
        self.high(table, "morale")
        table.check(3)
        assert table.value("outage", "morale.start") == 1

    def test_as_reputation_it_is_a_card_for_as_long(self, table: Rewarded) -> None:
        table.reach()
        self.high(table, "reputation")
        (card,) = table.sheet("outage").cards.values()
        assert card.expires == AtMoment(moment="enough_boxes", subject=table.ref("outage"))
        table.check(4)
        assert table.sheet("outage").cards == {}

    def test_with_four_boxes_the_goal_gives_a_milestone_instead(self, table: Rewarded) -> None:
        table.check(4)
        table.reach()
        refusal = table.refusal("grant_success_high", who="outage", goal="care", bonus="morale")
        assert refusal.rule == "WD-REW-06"

    def test_a_goal_that_is_not_reached_gives_none(self, table: Rewarded) -> None:
        table.play("set_goal", who="outage", goal="care")
        refusal = table.refusal("grant_success_high", who="outage", goal="care", bonus="morale")
        assert refusal.rule == "WD-REW-06"

    def test_milestone_help_is_counted_with_the_goal(self, table: Rewarded) -> None:
        table.play("set_goal", who="outage", goal="care")
        entry = table.play(
            "give_milestone_help",
            who="outage",
            goal="care",
            form="clue",
            help="A home with a free bed",
            instead_of="money",
        )
        (goal,) = table.sheet("outage").tasks.values()
        assert (goal.progress, "WD-REW-06" in table.cited(entry)) == (1, True)

    def test_both_are_the_game_master_s(self, table: Rewarded) -> None:
        table.reach()
        assert table.forbidden("grant_success_high", as_player="ana", who="outage", goal="care", bonus="morale")
        assert table.forbidden("give_milestone_help", as_player="ana", who="outage", goal="care", form="clue", help="x")

    def test_without_the_fourth_box_the_high_goes_on(self, table: Rewarded) -> None:
        table.reach()
        self.high(table, "morale")
        table.check(3)
        table.play("finish_mission", who=["outage"], mission="The Docks")
        fourth = table.play("check_box", who="outage", box="room-to-recruit")
        assert table.value("outage", "morale.start") == 0
        table.undo(fourth)
        assert table.value("outage", "morale.start") == 1


@pytest.mark.rules("WD-REW-07")
class TestStories:
    def declare(self, table: Rewarded, *survivors: str) -> int:
        return table.play("declare_story_milestone", event="Leviathan", survivors=list(survivors))

    def test_every_survivor_has_reached_it(self, table: Rewarded) -> None:
        table.cape("ramjet")
        entry = self.declare(table, "outage", "ramjet")
        reached = {who: [t.state for t in table.sheet(who).tasks.values()] for who in ("outage", "ramjet")}
        assert reached == {"outage": ["done"], "ramjet": ["done"]}
        assert "WD-REW-07" in table.cited(entry)

    def test_with_four_boxes_it_becomes_a_milestone(self, table: Rewarded) -> None:
        table.check(4)
        self.declare(table, "outage")
        table.play(
            "take_milestone",
            who="outage",
            goal="Leviathan",
            option="expand-power",
            responses={"guns": "used"},
            dice={"expand-power/1": [1]},
        )
        assert [c.title for c in table.sheet("outage").choices.values() if c.of == "milestone"] == ["Expand Power"]

    def test_the_dead_have_not_survived_it(self, table: Rewarded) -> None:
        table.play("afflict", target="outage", what="dead")
        refusal = table.refusal("declare_story_milestone", event="Leviathan", survivors=["outage"])
        assert refusal.rule == "WD-REW-07"

    def test_undone_the_goal_is_gone(self, table: Rewarded) -> None:
        entry = self.declare(table, "outage")
        assert outcomes(table.undo(entry)) == {entry: "struck"}
