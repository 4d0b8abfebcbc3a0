"""Percentile tests: what is a success, what a critical or a fumble, and which of two overcomes the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.vocabulary.log import Noted
from systems.cthulhu_eternal.tests import LEVELS, digits, judged
from tests.games.cthulhu_eternal.people import Investigation

ROLLS = st.integers(1, 100)
CHANCES = st.integers(-60, 200)


@pytest.mark.rules("CE-RULING-01", "CE-RULING-04")
class TestWhatARollComesTo:
    @pytest.mark.parametrize(
        ("roll", "outcome"),
        [(1, "critical"), (11, "critical"), (12, "success"), (50, "success"), (51, "failure"), (55, "fumble")],
    )
    def test_at_or_under_the_chance_is_a_success(self, roll: int, outcome: str) -> None:
        assert judged(roll, 50) == outcome

    @pytest.mark.parametrize(("roll", "outcome"), [(44, "critical"), (99, "fumble"), (100, "fumble")])
    def test_equal_digits_are_special(self, roll: int, outcome: str) -> None:
        assert judged(roll, 50) == outcome

    @pytest.mark.parametrize("chance", [-40, 0, 1])
    def test_an_01_succeeds_whatever_the_chance(self, chance: int) -> None:
        assert judged(1, chance) == "critical"

    @pytest.mark.parametrize("chance", [99, 100, 180])
    def test_a_100_fails_whatever_the_chance(self, chance: int) -> None:
        assert judged(100, chance) == "fumble"

    def test_a_campaign_may_leave_it_at_the_extremes(self) -> None:
        table = Investigation(critical_rule="extremes only")
        table.person("ana")
        rolled = [
            table.play("call_for_test", who="ana", of="dodge", dice={"attempt": [die]}) for die in (1, 44, 77, 100)
        ]
        outcomes = [table.outcomes_of(entry)["attempt"] for entry in rolled]
        assert outcomes == ["critical", "success", "failure", "fumble"]

    @given(ROLLS, CHANCES)
    def test_a_better_chance_is_never_worse(self, roll: int, chance: int) -> None:
        assert LEVELS[judged(roll, chance + 1)] >= LEVELS[judged(roll, chance)]

    def test_what_changed_the_chance_is_on_record(self) -> None:
        table = Investigation()
        table.person("ana", dodge=50)
        called = table.play("call_for_test", who="ana", of="dodge", modifier=-20, dice={"attempt": [31]})
        note = next(event for event in table.told(called) if isinstance(event, Noted))
        assert (table.outcomes_of(called), note.data) == (
            {"attempt": "failure"},
            {"chance": 50, "circumstances": -20, "after": 30},
        )


@pytest.mark.rules("CE-RULING-14")
class TestTheTwoDice:
    @pytest.mark.parametrize(("roll", "dice"), [(80, (8, 10)), (100, (10, 10)), (5, (10, 5)), (37, (3, 7))])
    def test_a_0_counts_as_10(self, roll: int, dice: tuple[int, int]) -> None:
        assert digits(roll) == dice
