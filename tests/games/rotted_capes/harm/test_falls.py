"""Falls, and running out of breath."""

from __future__ import annotations

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", con=14, dex=14, rank=3, stamina=60, wounds=5, fortitude=14, plot_points_start=0)
    return table


def left(table: Cast) -> tuple[int, int]:
    return table.current("lark", "stamina"), table.current("lark", "wounds")


@pytest.mark.rules("RC-FALL-01", "RC-FALL-02", "RC-RULING-37")
@pytest.mark.parametrize(("second", "stamina", "wounds"), [(6, 46, 5), (7, 45, 4)])
def test_a_fall_deals_1d8_for_each_area(table: Cast, second: int, stamina: int, wounds: int) -> None:
    table.play("fall", who="lark", areas=2, dice={"damage": [8, second]})
    assert (left(table), table.conditions("lark")) == ((stamina, wounds), ["prone"])


@pytest.mark.rules("RC-FALL-02", "RC-RULING-60")
@pytest.mark.parametrize(("resistance", "conditions"), [(5, ["resistant"]), (4, ["prone", "resistant"])])
def test_who_takes_no_damage_stays_on_their_feet(table: Cast, resistance: int, conditions: list[str]) -> None:
    table.play("grant_resistance", who="lark", amount=resistance, against="kinetic")
    table.play("fall", who="lark", areas=1, dice={"damage": [5]})
    assert table.conditions("lark") == conditions


@pytest.mark.rules("RC-FALL-03", "RC-RULING-60")
@pytest.mark.parametrize(("die", "wounds"), [(17, 4), (18, 5)])
def test_a_fall_of_4_areas_calls_for_a_save_against_20(table: Cast, die: int, wounds: int) -> None:
    table.play("fall", who="lark", areas=4, dice={"damage": [1, 1, 1, 1], "save": [die]})
    assert left(table) == (56, wounds)


@pytest.mark.rules("RC-FALL-03")
def test_a_fall_of_3_areas_calls_for_none(table: Cast) -> None:
    entry = table.play("fall", who="lark", areas=3, dice={"damage": [1, 1, 1]})
    assert (left(table), "RC-FALL-03" in table.cited(entry)) == ((57, 5), False)


@pytest.mark.rules("RC-FALL-04", "RC-RULING-60")
@pytest.mark.parametrize(("areas", "die", "wounds"), [(5, 20, 1), (6, 20, 1)])
def test_a_higher_fall_deals_2_wounds_and_2_more_unless_a_save_holds(
    table: Cast, areas: int, die: int, wounds: int
) -> None:
    dice = {"damage": [1] * areas, "save": [die]}
    table.play("fall", who="lark", areas=areas, dice=dice)
    assert left(table) == (60 - areas, wounds)


@pytest.mark.rules("RC-FALL-04", "RC-DEATH-04")
def test_who_dies_by_the_wounds_of_a_fall_makes_no_save() -> None:
    table = Cast()
    table.threat("raider", stamina=5, wounds=2)
    entry = table.play("fall", who="raider", areas=5, dice={"damage": [1] * 5})
    assert "dead" in table.conditions("raider")
    assert "save" not in table.rolls(entry)


@pytest.mark.rules("RC-FALL-04")
@pytest.mark.parametrize(("die", "wounds"), [(11, 1), (12, 3)])
def test_the_number_of_the_save_rises_by_5_for_each_area(table: Cast, die: int, wounds: int) -> None:
    table.play("enter_statistics", who="lark", statistics={"scores": {"constitution": 46}})
    entry = table.play("fall", who="lark", areas=6, dice={"damage": [1] * 6, "save": [die]})
    assert table.rolls(entry)["save"] == die + 18
    assert left(table) == (54, wounds)


@pytest.mark.rules("RC-FALL-05", "RC-RULING-61")
@pytest.mark.parametrize(("dives", "die", "rolled"), [(False, 0, 3), (True, 9, 3), (True, 10, 1)])
def test_water_takes_an_area_and_a_dive_three(table: Cast, dives: bool, die: int, rolled: int) -> None:
    dice = {"damage": [1] * rolled, **({"challenge": [die]} if dives else {})}
    table.play("fall", who="lark", areas=4, water=True, dives=dives, trained=True, dice=dice)
    assert left(table) == (60 - rolled, 5)


@pytest.mark.rules("RC-FALL-05")
def test_a_dive_takes_water_and_may_take_all_of_the_fall(table: Cast) -> None:
    assert table.refusal("fall", who="lark", areas=4, dives=True).rule == "RC-FALL-05"
    table.play("fall", who="lark", areas=3, water=True, dives=True, trained=True, dice={"challenge": [15]})
    assert (left(table), table.conditions("lark")) == ((60, 5), [])


@pytest.mark.rules("RC-SUFF-01", "RC-RULING-03")
@pytest.mark.parametrize(("constitution", "seconds"), [(14, 180), (10, 60), (9, 30), (4, 30)])
def test_breath_is_held_for_minutes_by_constitution(table: Cast, constitution: int, seconds: int) -> None:
    table.play("enter_statistics", who="lark", statistics={"scores": {"constitution": constitution}})
    table.play("hold_breath", who="lark", as_player="ana")
    assert table.refusal("hold_breath", who="lark").rule == "RC-SUFF-01"
    table.play("freeform.advance_clock", seconds=seconds - 1)
    assert table.conditions("lark") == []
    table.play("freeform.advance_clock", seconds=1)
    assert table.conditions("lark") == ["choking"]


@pytest.mark.rules("RC-SUFF-02", "RC-SUFF-03")
@pytest.mark.parametrize(("constitution", "rounds"), [(14, 2), (12, 1), (8, 1)])
def test_without_air_a_character_lasts_rounds_by_constitution(table: Cast, constitution: int, rounds: int) -> None:
    table.play("enter_statistics", who="lark", statistics={"scores": {"constitution": constitution}})
    table.threat("raider")
    table.begin({"lark": 20}, {"raider": 1})
    table.play("choke", who="lark")
    for _ in range(rounds):
        table.next(2)
        assert left(table) == (60, 5)
    table.next(2)
    assert (left(table), table.conditions("lark")) == ((0, 0), ["suffocated", "unconscious"])


@pytest.mark.rules("RC-SUFF-03", "RC-DEATH-02", "RC-RULING-07")
@pytest.mark.parametrize("option", ["state", "per_wound_event"])
def test_the_wounds_of_who_suffocates_tire_them_as_any_others(option: str) -> None:
    table = Cast(wound_exhaustion=option)
    table.hero("lark", wounds=3)
    table.play("choke", who="lark")
    table.play("run_out_of_air", who="lark")
    assert table.value("lark", "levels.exhaustion") == 3


@pytest.mark.rules("RC-SUFF-03", "RC-RULING-66", "RC-RULING-28")
@pytest.mark.parametrize(("answer", "state"), [("flaw", (0, 1)), ("die", (0, 0))])
def test_no_help_reaches_the_suffocated_until_they_breathe(table: Cast, answer: str, state: tuple[int, int]) -> None:
    assert table.refusal("run_out_of_air", who="lark").rule == "RC-SUFF-03"
    table.play("choke", who="lark")
    table.play("run_out_of_air", who="lark")
    assert table.refusal("mend", who="lark", stamina=5, wounds=1).rule == "RC-SUFF-03"
    table.play("breathe", who="lark", responses={"flaw": answer})
    assert (left(table), "dead" in table.conditions("lark")) == (state, answer == "die")


@pytest.mark.rules("RC-SUFF-02")
def test_who_breathes_in_time_is_well(table: Cast) -> None:
    assert table.refusal("breathe", who="lark").rule == "RC-SUFF-03"
    table.play("hold_breath", who="lark")
    table.play("choke", who="lark")
    table.play("breathe", who="lark")
    assert (left(table), table.conditions("lark")) == ((60, 5), [])
