"""Fans: what they lend, and what tapping one brings."""

import pytest

from domain.play.refusals import Absent
from systems.weaverdice.fame.circles import TYPES
from tests.games.weaverdice.following import Following


@pytest.fixture
def table() -> Following:
    return Following()


def helped(table: Following) -> int:
    return table.play("ask_bystanders", as_player="ana", who="outage", place="the roof of the bank")


@pytest.mark.rules("WD-FOL-03")
class TestCriteria:
    @pytest.mark.parametrize("criterion", ["excess-reputation", "lives-saved"])
    def test_a_fan_comes_when_reputation_expires_or_lives_are_saved(self, table: Following, criterion: str) -> None:
        table.win("fan", 1, criterion)
        assert table.states("fan") == ["ready"]

    def test_a_fan_comes_for_no_other_reason(self, table: Following) -> None:
        refusal = table.refusal("win_follower", who="outage", type="fan", criterion="high-profile")
        assert (refusal.rule, list(TYPES["fan"].criteria)) == ("WD-FOL-06", ["excess-reputation", "lives-saved"])


@pytest.mark.rules("WD-FOL-03", "WD-RULING-08")
class TestTheMaximum:
    @pytest.mark.parametrize(("fans", "most"), [(1, 4), (2, 5), (3, 5), (4, 6), (6, 7), (8, 7)])
    def test_every_two_fans_raise_it_by_one(self, table: Following, fans: int, most: int) -> None:
        table.follow("fan", fans)
        assert table.value("outage", "limits.reputation") == most

    def test_a_tapped_one_does_not(self, table: Following) -> None:
        table.follow("fan", 2)
        helped(table)
        assert table.value("outage", "limits.reputation") == 4

    def test_a_day_s_end_keeps_more_reputation_with_fans(self, table: Following) -> None:
        table.follow("fan", 2)
        table.reputation(5)
        table.play("end_day", who=["outage"])
        assert len(table.cards()) == 5


@pytest.mark.rules("WD-FOL-03", "WD-RULING-62")
class TestLending:
    def test_a_downtime_phase_begins_with_a_reputation_for_each(self, table: Following) -> None:
        table.follow("fan", 3)
        before = table.cards()
        table.play("open_downtime")
        assert (before, len(table.cards())) == ([], 3)

    @pytest.mark.rules("WD-FOL-07")
    def test_for_six_at_most(self, table: Following) -> None:
        table.follow("fan", 7)
        table.play("open_downtime")
        assert len(table.cards()) == 6

    def test_lent_reputation_is_gone_when_the_phase_is_over(self, table: Following) -> None:
        table.follow("fan", 3)
        table.phase()
        assert table.cards() == []

    def test_lent_reputation_can_be_used_in_its_phase(self, table: Following) -> None:
        table.foe("mayor")
        table.follow("fan")
        table.play("open_downtime")
        table.play("cite_reputation", who="outage", to="mayor", cards=["Fans"], dice={"social": [6, 2]})
        assert table.cards() == []

    def test_lent_reputation_is_not_counted_for_the_maximum(self) -> None:
        table = Following(2)
        table.follow("fan", 3)
        table.reputation(3)
        table.play("open_downtime")
        table.play("end_day", who=["outage"])
        assert len(table.cards()) == 3 + 3

    def test_tapped_fans_lend_no_reputation(self, table: Following) -> None:
        table.follow("fan", 3)
        helped(table)
        table.play("open_downtime")
        assert len(table.cards()) == 2

    @pytest.mark.rules("WD-FOL-05")
    def test_a_fan_tapped_meanwhile_takes_their_reputation_back(self, table: Following) -> None:
        table.follow("fan", 3)
        table.play("open_downtime")
        helped(table)
        assert len(table.cards()) == 2

    @pytest.mark.rules("WD-FOL-05")
    def test_unless_it_is_used(self, table: Following) -> None:
        table.foe("mayor")
        table.follow("fan", 2)
        table.play("open_downtime")
        table.play("cite_reputation", who="outage", to="mayor", cards=["Fans"], dice={"social": [6, 2]})
        helped(table)
        assert len(table.cards()) == 1

    def test_without_the_fan_the_phase_lends_less(self, table: Following) -> None:
        table.follow("fan")
        second = table.follow("fan")
        table.play("open_downtime")
        table.undo(second)
        assert len(table.cards()) == 1


@pytest.mark.rules("WD-FOL-03")
class TestAFansFavour:
    def test_with_fewer_reputation_than_fans_one_is_tapped_for_one(self, table: Following) -> None:
        table.follow("fan", 2)
        table.reputation(1)
        table.play("ask_fans", as_player="ana", who="outage")
        assert (len(table.cards()), table.states()) == (2, ["ready", "tapped"])

    @pytest.mark.parametrize("points", [2, 3])
    def test_with_as_many_it_is_refused(self, table: Following, points: int) -> None:
        table.follow("fan", 2)
        table.reputation(points)
        assert table.refusal("ask_fans", who="outage").rule == "WD-FOL-03"

    def test_what_is_lent_does_not_count(self, table: Following) -> None:
        table.follow("fan", 2)
        table.play("open_downtime")
        table.play("ask_fans", who="outage")
        assert len(table.cards()) == 2

    def test_reputation_of_a_fan_is_always_spent_on_use(self, table: Following) -> None:
        table.foe("mayor")
        table.follow("journalist", 3)
        table.follow("fan")
        table.play("ask_fans", who="outage")
        table.play("cite_reputation", who="outage", to="mayor", cards=["A fan's favour"], dice={"social": [6, 1]})
        assert (table.cards(), table.cards(kind="spent_reputation")) == ([], [])

    @pytest.mark.rules("WD-FOL-09")
    def test_a_fan_too_many_may_be_let_go_of_over_it(self) -> None:
        table = Following(1)
        table.follow("fan", 3)
        table.play("open_downtime")
        table.play("ask_fans", who="outage", lose=True)
        assert table.states() == ["ready", "ready"]


@pytest.mark.rules("WD-FOL-03")
class TestBystanders:
    def test_fans_help_to_get_somewhere(self, table: Following) -> None:
        table.follow("fan")
        helped(table)
        (fan,) = table.group("circle-of-outage").followers.values()
        assert (fan.state, fan.data["helping"]) == ("tapped", "the roof of the bank")

    def test_one_who_is_hurt_costs_the_fan(self, table: Following) -> None:
        table.follow("fan", 2)
        helped(table)
        table.play("hurt_helpers", who="outage")
        assert table.states() == ["ready"]

    def test_when_nobody_helps_nobody_is_lost(self, table: Following) -> None:
        table.follow("fan")
        with pytest.raises(Absent, match="asked bystanders"):
            table.play("hurt_helpers", who="outage")

    def test_helpers_who_have_done_with_it_are_not_hurt(self, table: Following) -> None:
        table.follow("fan")
        helped(table)
        table.phase()
        with pytest.raises(Absent):
            table.play("hurt_helpers", who="outage")

    def test_only_the_game_master_hurts_helpers(self, table: Following) -> None:
        table.follow("fan")
        helped(table)
        assert table.forbidden("hurt_helpers", as_player="ana", who="outage")
