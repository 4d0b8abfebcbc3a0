"""Points of stats that are lost for a time."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from tests.games.cthulhu_eternal.harming import Ward


@pytest.fixture
def table() -> Ward:
    return Ward()


def weakened(table: Ward, points: int, stat: str = "con", **more: Any) -> int:
    """Edith loses points of a stat for a time."""
    return table.play("lose_stat", who="edith", stat=stat, points=points, **more)


def con(table: Ward) -> int:
    return table.value("edith", "attributes.con")


@pytest.mark.rules("CE-HEAL-16")
class TestLostForATime:
    def test_points_lost_for_a_time_are_gone_at_once(self, table: Ward) -> None:
        weakened(table, 3)
        assert con(table) == 7

    def test_1_comes_back_each_day(self, table: Ward) -> None:
        weakened(table, 3)
        seen = []
        for _ in range(4):
            table.days(1)
            seen.append(con(table))
        assert seen == [8, 9, 10, 10]

    def test_no_point_returns_before_the_day_is_over(self, table: Ward) -> None:
        weakened(table, 3)
        table.hours(23)
        assert con(table) == 7

    def test_as_many_days_as_pass_in_one_go(self, table: Ward) -> None:
        weakened(table, 5)
        table.days(3)
        assert con(table) == 8

    def test_more_may_be_lost_meanwhile(self, table: Ward) -> None:
        weakened(table, 2)
        table.days(1)
        weakened(table, 2)
        table.days(1)
        assert con(table) == 8

    def test_each_stat_and_cause_by_itself(self, table: Ward) -> None:
        weakened(table, 2, "con", cause="fever")
        weakened(table, 2, "con", cause="hunger")
        weakened(table, 1, "str", cause="fever")
        table.days(1)
        assert (con(table), table.value("edith", "attributes.str")) == (8, 10)

    def test_no_trace_is_left_when_all_points_are_back(self, table: Ward) -> None:
        weakened(table, 1)
        table.days(1)
        assert (dict(table.sheet("edith").modifiers), dict(table.sheet("edith").tasks)) == ({}, {})

    def test_the_return_cites_its_rule(self, table: Ward) -> None:
        weakened(table, 1)
        assert "CE-HEAL-16" in table.cited(table.days(1))

    def test_when_the_loss_is_struck_nothing_comes_back_beyond(self, table: Ward) -> None:
        loss = weakened(table, 3)
        day = table.days(1)
        assert day in outcomes(table.undo(loss))
        assert con(table) == 10


@pytest.mark.rules("CE-HEAL-16")
class TestUnlessTheGameMasterDecidesOtherwise:
    def test_points_may_come_back_faster(self, table: Ward) -> None:
        weakened(table, 5)
        table.play("pace_recovery", who="edith", stat="con", a_day=2)
        table.days(1)
        assert con(table) == 7

    def test_points_may_not_come_back_at_all(self, table: Ward) -> None:
        weakened(table, 5)
        entry = table.play("pace_recovery", who="edith", stat="con", a_day=0)
        table.days(9)
        assert (con(table), "CE-HEAL-16" in table.cited(entry)) == (5, True)

    def test_until_that_is_over(self, table: Ward) -> None:
        weakened(table, 5, held=True)
        table.days(3)
        table.play("pace_recovery", who="edith", stat="con")
        table.days(1)
        assert con(table) == 6

    def test_points_may_come_back_at_once(self, table: Ward) -> None:
        weakened(table, 5)
        table.play("give_back_stat", who="edith", stat="con", points=4)
        assert con(table) == 9

    def test_never_more_than_were_lost(self, table: Ward) -> None:
        weakened(table, 2)
        table.play("give_back_stat", who="edith", stat="con", points=5)
        assert con(table) == 10

    @pytest.mark.parametrize(("word", "args"), [("give_back_stat", {"points": 1}), ("pace_recovery", {"a_day": 2})])
    def test_what_is_not_lost_does_not_come_back(self, table: Ward, word: str, args: dict[str, Any]) -> None:
        assert "are lost" in str(table.refusal(word, who="edith", stat="con", **args))

    def test_players_do_not(self, table: Ward) -> None:
        weakened(table, 2)
        assert table.forbidden("pace_recovery", as_player="ana", who="edith", stat="con", a_day=9)

    def test_without_the_loss_there_is_nothing_to_pace(self, table: Ward) -> None:
        loss = weakened(table, 2)
        paced = table.play("pace_recovery", who="edith", stat="con", a_day=2)
        with pytest.raises(RevisionRefused, match=str(paced)):
            table.undo(loss)


@pytest.mark.rules("CE-RULING-38")
def test_what_is_lost_for_a_time_leaves_the_most_hit_points_as_they_are(table: Ward) -> None:
    weakened(table, 6)
    assert table.value("edith", "tracks.hp.maximum") == 10
