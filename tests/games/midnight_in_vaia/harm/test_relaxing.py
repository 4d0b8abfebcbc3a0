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


@pytest.mark.rules("MV-STRS-07", "MV-STRS-08", "MV-RULING-24")
class TestAfterAnEffectThatGoesOn:
    """An effect that goes on is used for as long as it does: the hour is a whole one after its end."""

    def test_the_hour_begins_when_the_effect_is_ended(self, table: Exerting) -> None:
        table.knows("ward", {"type": "mental", "upkeep": 1})
        table.uses("ward")
        table.wait(HOUR + HOUR // 2)
        table.play("stop_channeling", who="vera")
        table.wait(HOUR - 1)
        assert table.stress()[1] == 3
        table.wait(1)
        assert table.stress()[1] == 2

    @pytest.mark.parametrize(("seconds", "stress"), [(HOUR + 14, 3), (HOUR + 15, 2)])
    def test_the_hour_begins_when_the_rounds_of_the_effect_are_over(
        self, table: Exerting, seconds: int, stress: int
    ) -> None:
        table.knows("ward", {"type": "mental", "upkeep": 1}, lasts=3)
        table.uses("ward")
        table.wait(seconds)
        assert table.stress()[1] == stress

    def test_the_hour_of_other_types_goes_on(self, table: Exerting) -> None:
        table.knows("ward", {"type": "mental", "upkeep": 1})
        table.uses("ward")
        table.wait(HOUR // 2)
        table.play("stop_channeling", who="vera")
        table.wait(HOUR // 2)
        assert table.stress() == (3, 3, 1)

    def test_a_knockout_ends_the_effect_and_begins_the_hour(self, table: Exerting) -> None:
        table.knows("ward", {"type": "mental", "upkeep": 1})
        table.uses("ward")
        table.wait(HOUR // 2)
        table.play("knock_out", who="vera")
        table.wait(HOUR - 1)
        assert table.stress()[1] == 3

    def test_the_end_of_the_encounter_begins_the_hour(self, table: Exerting) -> None:
        table.begin()
        table.knows("ward", {"type": "mental", "upkeep": 1}, cost="1AS")
        table.uses("ward")
        table.wait(HOUR // 2)
        table.play("all_resolve")
        table.wait(HOUR - 1)
        assert table.stress()[1] == 3
        table.wait(1)
        assert table.stress()[1] == 2

    def test_without_the_end_the_stress_stays(self, table: Exerting) -> None:
        table.knows("ward", {"type": "mental", "upkeep": 1})
        table.uses("ward")
        ended = table.play("stop_channeling", who="vera")
        table.wait(HOUR)
        assert table.stress()[1] == 2
        table.undo(ended)
        assert table.stress()[1] == 3


@pytest.mark.rules("MV-STRS-08", "MV-RULING-24")
class TestWhatIsNoUse:
    def test_stress_that_comes_of_no_ability_of_theirs_begins_no_hour_anew(self, table: Exerting) -> None:
        table.wait(HOUR - 1)
        table.play("gain_stress", who="vera", type="mental", amount=2)
        table.wait(1)
        assert table.stress() == (3, 4, 1)

    def test_stress_that_comes_to_somebody_who_had_none_falls_after_an_hour(self, table: Exerting) -> None:
        table.play("gain_stress", who="milo", type="mental", amount=2)
        table.wait(HOUR - 1)
        assert table.stress("milo") == (0, 2, 0)
        table.wait(1)
        assert table.stress("milo") == (0, 1, 0)


@pytest.mark.rules("MV-STRS-08", "MV-MULTI-05", "MV-RULING-24")
def test_a_multi_round_action_that_takes_a_stress_check_is_a_use_when_it_is_begun(table: Exerting) -> None:
    table.wait(HOUR - 10)
    table.begin()
    table.play(
        "undertake",
        who="vera",
        what="Sing",
        price=9,
        slots=1,
        rolls={"stress/vocal": "1d20"},
        dice={"stress/vocal": [7]},
    )
    table.play("interrupt", who="vera")
    table.wait(10)
    assert table.stress() == (3, 2, 2)


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
