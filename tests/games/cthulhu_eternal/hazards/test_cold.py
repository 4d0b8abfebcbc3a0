"""Cold."""

from typing import Any

import pytest

from api.testing.table import Dice
from domain.history.plan import RevisionRefused
from tests.games.cthulhu_eternal.harming import HIGH, LOW, Ward

SHIVERED, BORNE = {"cold/edith": [HIGH]}, {"cold/edith": [LOW]}


@pytest.fixture
def table() -> Ward:
    return Ward()


def wait(table: Ward, minutes: int, dice: Dice | None = None) -> int:
    return table.play("freeform.advance_clock", minutes=minutes, dice=dice)


def out(table: Ward, prepared: str = "unprepared", **more: Any) -> int:
    """Edith goes out into the cold."""
    return table.play("go_into_cold", who="edith", prepared=prepared, **more)


def con(table: Ward) -> int:
    return table.value("edith", "attributes.con")


@pytest.mark.rules("CE-COLD-01", "CE-COLD-02", "CE-RULING-38")
class TestTheSafeTime:
    @pytest.mark.parametrize(("prepared", "minutes"), [("unprepared", 10), ("partially", 50), ("fully", 600)])
    def test_goes_by_con_and_the_first_test_comes_five_minutes_after_it(
        self, table: Ward, prepared: str, minutes: int
    ) -> None:
        out(table, prepared)
        wait(table, minutes + 4)
        assert table.target(wait(table, 1, SHIVERED)) == 50
        assert con(table) == 9

    def test_is_that_of_the_con_at_its_beginning(self, table: Ward) -> None:
        out(table)
        table.play("lose_stat", who="edith", stat="con", points=5)
        wait(table, 14)
        assert table.target(wait(table, 1, BORNE)) == 25

    def test_nobody_is_out_twice(self, table: Ward) -> None:
        out(table)
        assert table.refusal("go_into_cold", who="edith").rule == "CE-COLD-01"

    def test_things_are_not(self, table: Ward) -> None:
        table.thing("crate", hp=1)
        assert "is a thing" in str(table.refusal("go_into_cold", who="crate"))


@pytest.mark.rules("CE-COLD-02")
class TestAfterIt:
    @pytest.fixture(autouse=True)
    def freezing(self, table: Ward) -> None:
        """Edith's safe time is over, and nothing has happened yet."""
        out(table)
        wait(table, 14)

    def test_a_failed_test_costs_a_point_of_con(self, table: Ward) -> None:
        tested = wait(table, 1, {"cold/edith": [51]})
        assert (con(table), "CE-COLD-02" in table.cited(tested)) == (9, True)

    def test_one_that_succeeds_costs_none(self, table: Ward) -> None:
        wait(table, 1, {"cold/edith": [50]})
        assert con(table) == 10

    def test_the_next_is_made_with_what_is_left(self, table: Ward) -> None:
        wait(table, 1, SHIVERED)
        wait(table, 4)
        assert table.target(wait(table, 1, BORNE)) == 45

    def test_there_is_one_for_every_five_minutes(self, table: Ward) -> None:
        wait(table, 15, {"cold/edith": [HIGH], "cold/edith/2": [LOW], "cold/edith/3": [HIGH]})
        assert con(table) == 8

    def test_the_most_hit_points_stay_as_they_are(self, table: Ward) -> None:
        wait(table, 1, SHIVERED)
        assert table.value("edith", "tracks.hp.maximum") == 10

    def test_con_does_not_return_to_those_out_in_the_cold(self, table: Ward) -> None:
        wait(table, 1, SHIVERED)
        rolls = {"cold/edith": [LOW]} | {f"cold/edith/{number}": [LOW] for number in range(2, 289)}
        wait(table, 24 * 60, rolls)
        assert con(table) == 9


@pytest.fixture
def frozen() -> Ward:
    """Edith's CON of 2 has fallen to 1 in the cold. She has 20 Hit Points."""
    table = Ward(con=2, hp=20)
    out(table)
    wait(table, 7, SHIVERED)
    return table


@pytest.mark.rules("CE-COLD-03")
class TestAtConOne:
    def test_the_frozen_cannot_move_any_more(self, frozen: Ward) -> None:
        assert (con(frozen), frozen.conditions("edith")) == (1, ["frozen"])
        assert frozen.refusal("aim", who="edith").rule == "CE-COLD-03"

    def test_at_two_they_can(self) -> None:
        table = Ward(con=3)
        out(table)
        wait(table, 8, SHIVERED)
        assert (con(table), table.conditions("edith")) == (2, [])

    def test_every_five_minutes_cost_1d8(self, frozen: Ward) -> None:
        wait(frozen, 4)
        wait(frozen, 6, {"frost/edith": [8], "frost/edith/2": [3]})
        assert (con(frozen), frozen.hp("edith")) == (1, 9)

    def test_until_they_are_dead(self, frozen: Ward) -> None:
        wait(frozen, 60, {"frost/edith": [8], "frost/edith/2": [8], "frost/edith/3": [4]})
        assert frozen.conditions("edith") == ["dead"]
        assert "cold" not in frozen.sheet("edith").tasks

    def test_armor_does_not_help(self, frozen: Ward) -> None:
        frozen.play("outfit", who="edith", what="kevlar vest")
        wait(frozen, 5, {"frost/edith": [4]})
        assert frozen.hp("edith") == 16


@pytest.mark.rules("CE-COLD-04")
class TestWarmth:
    @pytest.fixture(autouse=True)
    def chilled(self, table: Ward) -> None:
        """Edith has lost 2 points of CON."""
        out(table)
        wait(table, 20, {"cold/edith": [HIGH], "cold/edith/2": [HIGH]})

    def test_gives_a_point_back_each_minute(self, table: Ward) -> None:
        table.play("leave_cold", who="edith")
        seen = [con(table)]
        for _ in range(3):
            wait(table, 1)
            seen.append(con(table))
        assert seen == [8, 9, 10, 10]

    def test_warmth_leaves_no_trace_of_the_cold(self, table: Ward) -> None:
        table.play("leave_cold", who="edith")
        wait(table, 2)
        assert (dict(table.sheet("edith").tasks), dict(table.sheet("edith").modifiers)) == ({}, {})

    def test_no_cold_comes_after_them(self, table: Ward) -> None:
        table.play("leave_cold", who="edith")
        table.days(1)
        assert con(table) == 10

    def test_out_of_the_frost_alone_it_returns_by_the_day(self, table: Ward) -> None:
        table.play("leave_cold", who="edith", warmth=False)
        wait(table, 60)
        assert con(table) == 8
        table.days(1)
        assert con(table) == 9

    def test_back_in_the_cold_it_returns_no_more(self, table: Ward) -> None:
        table.play("leave_cold", who="edith")
        wait(table, 1)
        out(table, "fully")
        wait(table, 300)
        assert con(table) == 9

    def test_who_is_not_out_does_not_come_in(self, table: Ward) -> None:
        assert "not in the cold" in str(table.refusal("leave_cold", who="doctor"))

    def test_warmth_is_on_record(self, table: Ward) -> None:
        table.play("leave_cold", who="edith")
        assert "CE-COLD-04" in table.cited(wait(table, 1))

    def test_who_never_went_out_does_not_come_in(self) -> None:
        table = Ward()
        went = out(table)
        came = table.play("leave_cold", who="edith")
        with pytest.raises(RevisionRefused, match=str(came)):
            table.undo(went)


@pytest.mark.rules("CE-COLD-04")
class TestThawing:
    def test_with_con_two_they_move_again(self, frozen: Ward) -> None:
        frozen.play("leave_cold", who="edith")
        wait(frozen, 1)
        assert (con(frozen), frozen.conditions("edith")) == (2, [])

    def test_the_frozen_do_not_move_before_they_thaw(self, frozen: Ward) -> None:
        frozen.play("leave_cold", who="edith")
        assert frozen.conditions("edith") == ["frozen"]

    @pytest.mark.rules("CE-COLD-03", "CE-HEAL-16")
    def test_bug_with_con_two_they_move_again_also_by_the_day(self, frozen: Ward) -> None:
        frozen.play("leave_cold", who="edith", warmth=False)
        wait(frozen, 24 * 60 - 1)
        before = (con(frozen), frozen.conditions("edith"))
        wait(frozen, 1)
        assert (before, con(frozen), frozen.conditions("edith")) == ((1, ["frozen"]), 2, [])

    @pytest.mark.rules("CE-COLD-03", "CE-HEAL-16")
    def test_bug_with_con_two_they_move_again_also_by_hand(self, frozen: Ward) -> None:
        frozen.play("give_back_stat", who="edith", stat="con", points=1, cause="cold")
        assert frozen.conditions("edith") == []

    @pytest.mark.rules("CE-COLD-03")
    def test_bug_who_is_warm_is_not_frozen_whatever_else_took_their_con(self, frozen: Ward) -> None:
        frozen.play("leave_cold", who="edith")
        frozen.play("lose_stat", who="edith", stat="con", points=1, cause="hunger")
        wait(frozen, 1)
        assert (con(frozen), frozen.conditions("edith")) == (1, [])

    def test_bug_who_only_left_the_frost_may_come_into_warmth_later(self, frozen: Ward) -> None:
        frozen.play("leave_cold", who="edith", warmth=False)
        wait(frozen, 60)
        frozen.play("leave_cold", who="edith")
        wait(frozen, 1)
        assert (con(frozen), frozen.conditions("edith"), dict(frozen.sheet("edith").tasks)) == (2, [], {})

    def test_who_warms_up_already_does_not_come_in_again(self, frozen: Ward) -> None:
        frozen.play("leave_cold", who="edith")
        assert "not in the cold" in str(frozen.refusal("leave_cold", who="edith"))

    def test_hit_points_do_not_return_with_it(self, frozen: Ward) -> None:
        wait(frozen, 5, {"frost/edith": [8]})
        frozen.play("leave_cold", who="edith")
        wait(frozen, 30)
        assert frozen.hp("edith") == 12


@pytest.mark.rules("CE-HEAL-16", "CE-COLD-02", "CE-HEAL-04")
def test_bug_who_is_resuscitated_regains_by_the_day_what_the_cold_took(table: Ward) -> None:
    out(table)
    wait(table, 15, SHIVERED)
    table.hurt(10)
    table.play("allow_resuscitation", who="edith")
    dice = {"resuscitation": [LOW], "restored/edith": [4], "injury/edith": [LOW]}
    table.play("resuscitate", who="doctor", patient="edith", dice=dice)
    assert con(table) == 9
    table.days(1)
    assert con(table) == 10
