"""How far a stat falls: a loss for a time stops at 0 when it is dealt."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.cthulhu_eternal.harming import Ward


def lose(table: Ward, points: int, cause: str = "fever", stat: str = "con") -> int:
    return table.play("lose_stat", who="edith", stat=stat, points=points, cause=cause)


def con(table: Ward) -> int:
    return table.value("edith", "attributes.con")


@pytest.mark.rules("CE-RULING-60")
class TestALossStopsAtNothing:
    @pytest.mark.parametrize(("points", "left"), [(9, 1), (10, 0), (11, 0), (100, 0)])
    def test_a_loss_takes_no_more_than_there_is(self, points: int, left: int) -> None:
        table = Ward()
        lose(table, points)
        assert con(table) == left

    def test_the_first_point_regained_makes_it_1(self) -> None:
        table = Ward()
        lose(table, 14)
        table.play("give_back_stat", who="edith", stat="con", points=1, cause="fever")
        assert con(table) == 1

    def test_a_day_of_rest_makes_it_1(self) -> None:
        table = Ward()
        lose(table, 14)
        table.days(1)
        assert con(table) == 1

    def test_a_further_loss_by_another_cause_takes_what_is_left(self) -> None:
        table = Ward()
        lose(table, 7)
        lose(table, 7, "venom")
        table.play("give_back_stat", who="edith", stat="con", points=1, cause="venom")
        assert con(table) == 1

    def test_more_of_the_same_cause_takes_what_is_left(self) -> None:
        table = Ward()
        lose(table, 7)
        lose(table, 7)
        assert (con(table), [m.amount for m in table.sheet("edith").modifiers.values()]) == (0, [-10])

    def test_a_stat_at_0_loses_nothing(self) -> None:
        table = Ward(con=0, hp=5)
        lose(table, 3)
        assert (con(table), dict(table.sheet("edith").modifiers)) == (0, {})

    def test_the_ruling_is_cited_where_it_cut_the_loss(self) -> None:
        table = Ward()
        assert ["CE-RULING-60" in table.cited(lose(table, points)) for points in (10, 1)] == [False, True]

    def test_hunger_that_takes_more_than_there_is_leaves_0(self) -> None:
        table = Ward(con=1, hp=5)
        table.play("go_without", who="edith", what="food")
        table.play("freeform.advance_clock", days=7, dice={"starvation/edith": [92], "starvation/con/edith": [2]})
        assert con(table) == 0

    def test_without_the_first_loss_the_second_takes_all_of_its_points(self) -> None:
        table = Ward()
        first = lose(table, 8)
        second = lose(table, 5, "venom")
        assert con(table) == 0
        assert outcomes(table.undo(first))[second] == "restated"
        assert con(table) == 5


@pytest.mark.rules("CE-RULING-60", "CE-DMG-12")
class TestAStatThatFallsForGood:
    def lowered(self, lost: int, by: int) -> Ward:
        """CON 10 has lost points for a time, and then an injury takes some for good."""
        table = Ward()
        lose(table, lost)
        dice = {"injury/edith": [10 * by + (9 if by != 9 else 10)]}
        table.play("hurt", who="edith", amount=9, dice=dice, responses={"injury/edith": "con"})
        return table

    @pytest.mark.parametrize(("lost", "by", "value"), [(2, 5, 3), (4, 6, 0), (5, 6, 0), (9, 7, 0)])
    def test_what_was_lost_for_a_time_shrinks_with_it(self, lost: int, by: int, value: int) -> None:
        assert con(self.lowered(lost, by)) == value

    def test_the_first_point_regained_after_a_fall_for_good_makes_it_1(self) -> None:
        table = self.lowered(9, 7)
        table.play("give_back_stat", who="edith", stat="con", points=1, cause="fever")
        assert con(table) == 1
