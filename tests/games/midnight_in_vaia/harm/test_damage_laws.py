"""Laws of damage, of the counters and of lines, whatever the numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.vocabulary.maps import Position
from systems.midnight_in_vaia.harm.lines import Line, met, squares_of
from systems.midnight_in_vaia.harm.objects import worn_by
from tests.games.midnight_in_vaia.suffering import Sufferers

amounts = st.integers(0, 200)
ratings = st.integers(1, 10)
steps = st.integers(-8, 8)
squares = st.tuples(steps, steps)
vectors = squares.filter(lambda vector: vector != (0, 0))


@pytest.mark.rules("MV-TYPE-09", "MV-IMPC-03", "MV-IMPC-04")
class TestWear:
    @given(amounts, amounts, ratings)
    def test_things_lose_no_more_than_they_have_and_take_no_more_than_there_is(
        self, durability: int, amount: int, rating: int
    ) -> None:
        worn, spent = worn_by(durability, amount, "erosion", rating)
        assert 0 <= worn <= durability
        assert worn <= spent * rating <= amount * rating

    @given(amounts, amounts, ratings)
    def test_erosion_that_is_left_over_leaves_no_durability(self, durability: int, amount: int, rating: int) -> None:
        worn, spent = worn_by(durability, amount, "erosion", rating)
        assert spent == amount or worn == durability

    @given(amounts, amounts, ratings)
    def test_what_is_no_erosion_is_spent_one_for_one(self, durability: int, amount: int, rating: int) -> None:
        worn, spent = worn_by(durability, amount, "striking", rating)
        assert worn == spent == min(durability, amount)


@pytest.mark.rules("MV-IMPC-01")
class TestLines:
    @given(squares, vectors, squares)
    def test_the_other_way_round_the_other_side_is_met(
        self, origin: tuple[int, int], vector: tuple[int, int], step: tuple[int, int]
    ) -> None:
        (x, y), (dx, dy), (a, b) = origin, vector, step
        times = Line(origin, vector).reaches((x + a, y + b))
        assert times == Line(origin, (-dx, -dy)).reaches((x - a, y - b))

    @given(vectors, squares, st.integers(1, 4))
    def test_what_is_met_is_met_by_one_that_reaches_farther(
        self, vector: tuple[int, int], square: tuple[int, int], times: int
    ) -> None:
        dx, dy = vector
        met_before = Line((0, 0), vector).reaches(square) is not None
        assert not met_before or Line((0, 0), (dx * times, dy * times)).reaches(square) is not None

    @given(vectors)
    def test_the_last_square_of_a_line_is_met_and_its_first_is_not(self, vector: tuple[int, int]) -> None:
        line = Line((0, 0), vector)
        assert (line.reaches(vector) is None, line.reaches((0, 0)) is None) == (False, True)

    @given(vectors, st.lists(squares, max_size=6, unique=True))
    def test_nearer_ones_come_first(self, vector: tuple[int, int], standing: list[tuple[int, int]]) -> None:
        dx, dy = vector
        positions = {f"p{number}": Position(x=x, y=y) for number, (x, y) in enumerate(standing)}
        along = [
            x * dx + y * dy
            for name in met(Line((0, 0), vector), positions.items())
            for x, y in squares_of(positions[name])
        ]
        assert along == sorted(along)

    def test_who_stands_in_no_square_is_not_met(self) -> None:
        assert met(Line((0, 0), (5, 0)), [("yard", Position(area="yard"))]) == ()


@pytest.mark.rules("MV-EFF-02", "MV-EFF-03", "MV-EFF-04", "MV-EFF-05")
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 8), st.integers(0, 3))
def test_two_upkeeps_cost_what_the_counters_say(bleeding: int, hemorrhaging: int) -> None:
    table = Sufferers()
    table.begin()
    table.bleed("vera", bleeding)
    table.hemorrhage("vera", hemorrhaging)
    table.round()
    table.play("start_round")
    table.round()
    left, less = bleeding - bleeding // 2, max(0, hemorrhaging - 1)
    assert table.hp("vera") == 40 - bleeding - 3 * hemorrhaging - left - 3 * less
    assert table.level("vera", "bleeding") == left - left // 2
