"""Weakness and Resistance: what they multiply and divide."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.deed import BadCommand
from tests.games.midnight_in_vaia.suffering import Sufferers


@pytest.fixture
def table() -> Sufferers:
    return Sufferers()


def weak(against: str, rating: int) -> dict[str, Any]:
    return {"effect": "weakness", "against": against, "rating": rating}


def resistant(against: str, rating: int) -> dict[str, Any]:
    return {"effect": "resistance", "against": against, "rating": rating}


@pytest.mark.rules("MV-EFF-14", "MV-RULING-10")
class TestWeakness:
    @pytest.mark.parametrize(("rating", "left"), [(1, 37), (2, 34), (10, 10)])
    def test_damage_of_that_kind_is_multiplied_by_its_rating(self, table: Sufferers, rating: int, left: int) -> None:
        entry = table.afflict("vera", weak("striking", rating))
        table.hurt("vera", 3)
        assert (table.hp("vera"), "MV-EFF-14" in table.cited(entry)) == (left, True)

    @pytest.mark.parametrize("rating", [0, 11])
    def test_a_weakness_has_a_rating_from_1_to_10(self, table: Sufferers, rating: int) -> None:
        with pytest.raises(BadCommand, match=r"must be at (least 1|most 10)"):
            table.afflict("vera", weak("striking", rating))

    def test_damage_of_another_kind_is_not(self, table: Sufferers) -> None:
        table.afflict("vera", weak("scorching", 5))
        table.hurt("vera", 3)
        assert table.hp("vera") == 37

    def test_of_two_against_one_kind_the_stronger_counts(self, table: Sufferers) -> None:
        table.afflict("vera", weak("striking", 2), weak("striking", 3))
        table.hurt("vera", 3)
        assert table.hp("vera") == 31

    def test_a_weakness_ends_after_its_rounds(self, table: Sufferers) -> None:
        table.begin()
        table.afflict("vera", {**weak("striking", 2), "rounds": 1})
        table.round()
        table.hurt("vera", 3)
        assert table.hp("vera") == 37

    def test_had_there_been_none_less_had_been_lost(self, table: Sufferers) -> None:
        weakened, struck = table.afflict("vera", weak("striking", 2)), table.hurt("vera", 3)
        assert outcomes(table.undo(weakened)) == {weakened: "struck", struck: "restated"}
        assert table.hp("vera") == 37


@pytest.mark.rules("MV-EFF-15", "MV-RULING-10")
class TestResistance:
    @pytest.mark.parametrize(("rating", "lost"), [(1, 7), (2, 3), (3, 2), (7, 1), (8, 0), (10, 0)])
    def test_damage_of_that_kind_is_divided_by_its_rating_and_rounded_down(
        self, table: Sufferers, rating: int, lost: int
    ) -> None:
        entry = table.afflict("vera", resistant("striking", rating))
        table.hurt("vera", 7)
        assert (table.hp("vera"), "MV-EFF-15" in table.cited(entry)) == (40 - lost, True)

    def test_damage_is_multiplied_first_and_divided_then(self, table: Sufferers) -> None:
        table.afflict("vera", resistant("physical", 2), weak("striking", 3))
        table.hurt("vera", 3)
        assert table.hp("vera") == 40 - 3 * 3 // 2

    def test_where_nothing_is_left_no_counters_are_asked_for(self, table: Sufferers) -> None:
        table.afflict("vera", resistant("cutting", 10))
        entry = table.hurt("vera", 7, "cutting")
        assert (table.told(entry), table.fight("alley").questions) == ([], {})

    def test_a_resistance_can_be_taken_away(self, table: Sufferers) -> None:
        table.afflict("vera", resistant("striking", 2))
        lifted = table.play("relieve", who="vera", effect="resistance")
        struck = table.hurt("vera", 7)
        assert table.hp("vera") == 33
        assert outcomes(table.undo(lifted)) == {lifted: "struck", struck: "restated"}
        assert table.hp("vera") == 37
