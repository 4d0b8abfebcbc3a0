"""Food and water: what a day takes, and what hunger and thirst do."""

from __future__ import annotations

import pytest

from tests.games.rotted_capes.cast import Cast

LEVEL = "levels.exhaustion"


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", con=10)
    return table


def day(table: Cast, food: int = 16, water: int = 8, *, hot: bool = False, save: int | None = None) -> int:
    """Let Lark eat and drink so much, and the day end."""
    table.play("eat", who="lark", food=food, water=water, as_player="ana")
    return table.play("end_day_alone", who="lark", hot=hot, dice={} if save is None else {"save": [save]})


@pytest.mark.rules("RC-HUNG-02", "RC-HUNG-03", "RC-HUNG-04", "RC-RULING-57")
@pytest.mark.parametrize(
    ("con", "days", "level"),
    [(10, 3, 0), (10, 4, 1), (10, 5, 2), (14, 5, 0), (14, 6, 1), (4, 1, 0), (4, 2, 1), (1, 1, 0), (1, 2, 1)],
)
def test_each_day_past_the_limit_without_food_costs_a_level(con: int, days: int, level: int) -> None:
    table = Cast()
    table.hero("lark", con=con)
    for _ in range(days):
        entry = day(table, food=0)
    assert table.value("lark", LEVEL) == level
    assert ("RC-HUNG-04" in table.cited(entry)) is (level > 0)


@pytest.mark.rules("RC-HUNG-02", "RC-RULING-57")
@pytest.mark.parametrize(("food", "halves"), [(16, 0), (15, 1), (8, 1), (7, 2), (0, 2)])
def test_half_a_pound_is_half_a_day_without_food(table: Cast, food: int, halves: int) -> None:
    day(table, food=food)
    counted = table.sheet("lark").uses.get("unfed")
    assert (0 if counted is None else counted.count) == halves


@pytest.mark.rules("RC-HUNG-02", "RC-HUNG-04", "RC-RULING-57")
@pytest.mark.parametrize(("halved", "level"), [(6, 0), (7, 1), (8, 2)])
def test_half_rations_last_twice_as_long(table: Cast, halved: int, level: int) -> None:
    for _ in range(halved):
        day(table, food=8)
    assert table.value("lark", LEVEL) == level


@pytest.mark.rules("RC-HUNG-05")
def test_a_normal_day_of_eating_sets_the_count_back(table: Cast) -> None:
    for food in (0, 0, 0, 16, 0, 0, 0):
        day(table, food=food)
    assert table.value("lark", LEVEL) == 0


@pytest.mark.rules("RC-HUNG-06", "RC-HUNG-08")
@pytest.mark.parametrize(("hot", "water", "level"), [(False, 8, 0), (False, 3, 1), (True, 16, 0), (True, 7, 1)])
def test_a_day_takes_a_gallon_and_two_where_it_is_hot(table: Cast, hot: bool, water: int, level: int) -> None:
    day(table, water=water, hot=hot)
    assert table.value("lark", LEVEL) == level


@pytest.mark.rules("RC-HUNG-07")
@pytest.mark.parametrize(("water", "die", "level"), [(4, 14, 1), (4, 15, 0), (7, 15, 0), (7, 14, 1)])
def test_half_the_water_takes_a_save(table: Cast, water: int, die: int, level: int) -> None:
    entry = day(table, water=water, save=die)
    assert table.value("lark", LEVEL) == level
    assert "RC-HUNG-07" in table.cited(entry)


@pytest.mark.rules("RC-HUNG-07", "RC-HUNG-06")
def test_half_the_water_of_a_hot_day_takes_a_save(table: Cast) -> None:
    day(table, water=8, hot=True, save=14)
    assert table.value("lark", LEVEL) == 1


@pytest.mark.rules("RC-HUNG-09")
@pytest.mark.parametrize(
    ("before", "water", "save", "level"), [(0, 0, None, 1), (1, 0, None, 3), (1, 4, 14, 3), (1, 4, 15, 1)]
)
def test_thirst_costs_the_tired_two_levels(table: Cast, before: int, water: int, save: int | None, level: int) -> None:
    if before:
        table.play("exhaust", who="lark", levels=before)
    day(table, water=water, save=save)
    assert table.value("lark", LEVEL) == level


@pytest.mark.rules("RC-HUNG-04", "RC-HUNG-09", "RC-RULING-58")
def test_thirst_comes_before_hunger(table: Cast) -> None:
    for _ in range(3):
        day(table, food=0)
    day(table, food=0, water=0)
    assert table.value("lark", LEVEL) == 2


@pytest.mark.rules("RC-HUNG-01")
@pytest.mark.parametrize(("food", "water", "left"), [(16, 8, 0), (8, 8, 1)])
def test_hunger_and_thirst_stay_until_a_character_has_had_the_full_amount(
    table: Cast, food: int, water: int, left: int
) -> None:
    day(table, water=0)
    assert table.refusal("refresh", who="lark").rule == "RC-EXH-05"
    table.play("take_hiatus", who="lark")
    assert table.value("lark", LEVEL) == 1
    day(table, food=food, water=water)
    table.play("freeform.advance_clock", hours=24)
    table.play("take_hiatus", who="lark")
    assert table.value("lark", LEVEL) == left
