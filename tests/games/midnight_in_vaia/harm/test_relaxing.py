"""Relaxing: whole hours in which nothing of a type is used."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from domain.history.plan import StillOwed
from tests.games.midnight_in_vaia.exerting import HOUR, Exerting


@pytest.fixture
def table() -> Exerting:
    """Vera has used something of each type: 4 Physical, 3 Mental and 2 Vocal Stress."""
    table = Exerting()
    for amount, type in ((4, "physical"), (3, "mental"), (2, "vocal")):
        table.knows(type, {"type": type, "activation": amount})
        table.uses(type)
    return table


@pytest.mark.rules("MV-STRS-08", "MV-RULING-24")
class TestAnHour:
    @pytest.mark.parametrize(
        ("seconds", "stress"),
        [
            (HOUR - 1, (4, 3, 2)),
            (HOUR, (3, 2, 1)),
            (2 * HOUR - 1, (3, 2, 1)),
            (2 * HOUR, (2, 1, 0)),
            (9 * HOUR, (0, 0, 0)),
        ],
    )
    def test_each_whole_one_takes_a_point(self, table: Exerting, seconds: int, stress: tuple[int, int, int]) -> None:
        table.wait(seconds)
        assert table.stress() == stress

    def test_an_hour_of_relaxing_may_pass_in_parts(self, table: Exerting) -> None:
        for _ in range(4):
            table.wait(HOUR // 4)
        assert table.stress() == (3, 2, 1)

    def test_what_is_used_within_begins_it_anew(self, table: Exerting) -> None:
        table.wait(HOUR - 1)
        table.uses("vocal")
        table.wait(HOUR - 1)
        assert table.stress()[2] == 4
        table.wait(1)
        assert table.stress()[2] == 3

    def test_a_check_that_caused_no_stress_was_a_use_as_well(self, table: Exerting) -> None:
        table.knows("hum", {"type": "vocal", "check": 20})
        table.wait(HOUR - 1)
        table.uses("hum", dice={"stress/vocal": [7]})
        table.wait(1)
        assert table.stress() == (3, 2, 2)

    def test_rounds_of_an_encounter_count(self, table: Exerting) -> None:
        table.wait(HOUR - 10)
        table.begin()
        table.rounds(1)
        assert table.stress() == (4, 3, 2)
        table.rounds(1)
        assert table.stress() == (3, 2, 1)

    def test_nobody_relaxes_while_an_effect_of_the_type_goes_on(self, table: Exerting) -> None:
        table.knows("ward", {"type": "mental", "upkeep": 1})
        table.uses("ward")
        table.wait(2 * HOUR)
        assert table.stress() == (2, 3, 0)

    def test_without_stress_there_is_nothing_to_relax(self, table: Exerting) -> None:
        table.wait(HOUR)
        assert table.stress("milo") == (0, 0, 0)


@pytest.mark.rules("MV-STRS-09")
class TestByType:
    @pytest.mark.parametrize(("used", "stress"), [("physical", (8, 2, 1)), ("mental", (3, 6, 1)), ("vocal", (3, 2, 4))])
    def test_the_others_fall_all_the_same(self, table: Exerting, used: str, stress: tuple[int, int, int]) -> None:
        table.wait(HOUR - 1)
        table.uses(used)
        table.wait(1)
        assert table.stress() == stress

    def test_what_causes_no_stress_keeps_nobody_from_relaxing(self, table: Exerting) -> None:
        table.knows("kick")
        table.wait(HOUR - 1)
        table.uses("kick")
        table.wait(1)
        assert table.stress() == (3, 2, 1)


@pytest.mark.rules("MV-STRS-08")
class TestAnHourThatWasNot:
    def test_without_it_there_is_more_stress(self, table: Exerting) -> None:
        hour = table.wait(HOUR)
        used = table.uses("mental")
        assert table.stress() == (3, 5, 1)
        table.undo(hour)
        assert (table.stress(), used) == ((4, 6, 2), used)

    def test_a_burnout_appears_whose_die_was_never_rolled(self, table: Exerting) -> None:
        table.has("mental", 7)
        hour = table.wait(HOUR)
        used = table.uses("mental")
        assert (table.stress()[1], table.happened()) == (9, True)
        with pytest.raises(StillOwed):
            table.undo(hour)
        plan = table.undo(hour, dice={str(used): {"seizure": (2,)}})
        assert (outcomes(plan)[used], table.stress()[1], table.hp()) == ("restated", 10, 0)

    def test_with_it_there_was_none(self, table: Exerting) -> None:
        table.has("mental", 7)
        hour = table.wait(HOUR)
        used = table.uses("mental")
        table.undo(hour, dice={str(used): {"seizure": (2,)}})
        table.redo(hour)
        assert (table.stress()[1], table.hp()) == (9, 25)
