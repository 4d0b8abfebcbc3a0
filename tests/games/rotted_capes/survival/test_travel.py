"""Overland travel, loads and gathering."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.log import Noted
from tests.games.rotted_capes.cast import Cast

LEVEL = "levels.exhaustion"


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", con=14, dex=14, wis=14, rank=2, run=4, avoidance=15)
    table.threat("grey", "animal", con=12, run=5)
    return table


def noted(table: Cast, entry: int, name: str) -> list[dict[str, Any]]:
    return [dict(one.data) for one in table.told(entry) if isinstance(one, Noted) and one.name == name]


def walk(table: Cast, hours: int, **more: Any) -> int:
    args: dict[str, Any] = {"who": ["lark"], "mph": 4, "hours": hours} | more
    return table.play("travel", **args)


@pytest.mark.rules("RC-TRAV-01")
@pytest.mark.parametrize(("drivers", "hours", "goes"), [(1, 8, True), (1, 9, False), (3, 24, True), (2, 17, False)])
def test_a_vehicle_goes_as_long_as_drivers_take_turns(table: Cast, drivers: int, hours: int, goes: bool) -> None:
    args: dict[str, Any] = {"who": ["lark"], "means": "vehicle", "hours": hours, "drivers": drivers}
    if goes:
        table.play("travel", **args)
        assert table.value("lark", LEVEL) == 0
    else:
        assert table.refusal("travel", **args).rule == "RC-TRAV-01"


@pytest.mark.rules("RC-TRAV-08")
@pytest.mark.parametrize(("mph", "miles"), [(None, 200), (40, 320)])
def test_most_vehicles_make_at_least_25_miles_an_hour(table: Cast, mph: int | None, miles: int) -> None:
    entry = walk(table, 8, means="vehicle", mph=mph)
    assert noted(table, entry, "travel") == [{"miles": miles, "hours": 8}]


@pytest.mark.rules("RC-RULING-73")
def test_the_editor_in_chief_says_how_fast_walkers_are(table: Cast) -> None:
    assert table.refusal("travel", who=["lark"], hours=8).rule == "RC-RULING-73"


@pytest.mark.rules("RC-TRAV-10", "RC-TRAV-12", "RC-RULING-68")
@pytest.mark.parametrize(
    ("rank", "miles"), [("perfect", 40), ("moderate", 30), ("challenging", 20), ("difficult", 10), ("daunting", 4)]
)
def test_the_conditions_leave_a_share_of_the_speed(table: Cast, rank: str, miles: int) -> None:
    entry = walk(table, 8, mph=5, conditions=rank)
    assert noted(table, entry, "travel")[0]["miles"] == miles


@pytest.mark.rules("RC-TRAV-11")
def test_each_means_of_travel_has_its_own_conditions(table: Cast) -> None:
    on_foot = walk(table, 8, mph=5, conditions="difficult", passes=False)
    by_bike = walk(table, 8, means="vehicle", mph=40, conditions="perfect")
    assert [noted(table, each, "travel")[0]["miles"] for each in (on_foot, by_bike)] == [10, 320]
    assert "Editor" not in table.forbidden("travel", as_player="ana", who=["lark"], mph=4)


@pytest.mark.rules("RC-TRAV-02", "RC-TRAV-03", "RC-TRAV-04", "RC-RULING-18", "RC-RULING-67")
@pytest.mark.parametrize(("hours", "level"), [(8, 0), (9, 1), (10, 1), (11, 1), (12, 2), (13, 2), (14, 3)])
def test_hours_beyond_the_day_cost_exhaustion(table: Cast, hours: int, level: int) -> None:
    walk(table, hours)
    assert table.value("lark", LEVEL) == level


@pytest.mark.rules("RC-TRAV-03", "RC-RULING-67")
@pytest.mark.parametrize(("con", "hours", "lasts"), [(14, 9, 1), (14, 10, 1), (18, 12, 2), (18, 11, 1)])
def test_a_march_tires_for_half_the_hours_beyond_8(con: int, hours: int, lasts: int) -> None:
    table = Cast()
    table.hero("lark", con=con)
    walk(table, hours)
    table.play("freeform.advance_clock", seconds=lasts * 3_600 - 1)
    assert table.value("lark", LEVEL) == 1
    table.play("freeform.advance_clock", seconds=1)
    assert table.value("lark", LEVEL) == 0


@pytest.mark.rules("RC-TRAV-05")
def test_travel_weighs_until_8_hours_of_rest(table: Cast) -> None:
    walk(table, 14)
    assert table.refusal("refresh", who="lark").rule == "RC-EXH-05"
    table.play("rest", who="lark", as_player="ana")
    assert table.value("lark", LEVEL) == 0
    walk(table, 8)
    assert table.value("lark", LEVEL) == 0


@pytest.mark.rules("RC-TRAV-04")
def test_the_hours_of_a_day_add_up(table: Cast) -> None:
    for hours in (8, 2, 2):
        walk(table, hours, passes=False)
    assert table.value("lark", LEVEL) == 2


@pytest.mark.rules("RC-TRAV-06", "RC-TRAV-07")
@pytest.mark.parametrize(("rider", "pace"), [("", 2), ("lark", 4)])
def test_a_mount_that_is_pushed_goes_lame_unless_a_plot_point_spares_it(table: Cast, rider: str, pace: int) -> None:
    walk(table, 9, who=["grey"], means="mount")
    assert table.refusal("founder", mount="grey").rule == "RC-TRAV-06"
    walk(table, 1, who=["grey"], means="mount")
    table.play("founder", mount="grey", rider=rider)
    assert table.current("grey", "wounds") == 2
    assert table.current("lark", "plot_points") == (0 if rider else 1)
    assert table.refusal("travel", who=["grey"], means="mount", mph=6, hours=1).rule == "RC-TRAV-07"
    assert table.refusal("founder", mount="grey").rule == "RC-TRAV-07"
    table.play("rest", who="grey")
    table.play("freeform.advance_clock", hours=8)
    assert table.value("grey", "pace.run") == pace
    walk(table, 1, who=["grey"], means="mount")


@pytest.mark.rules("RC-TRAV-09")
def test_the_editor_in_chief_may_dictate_how_long_it_takes(table: Cast) -> None:
    entry = table.play("dictate_travel", who=["lark"], hours=30, told="Over the hills.")
    assert "RC-TRAV-09" in table.cited(entry)
    assert table.value("lark", LEVEL) == 0
    assert "Editor" not in table.forbidden("dictate_travel", as_player="ana", who=["lark"], hours=1)


@pytest.mark.rules("RC-ENC-01", "RC-ENC-02")
@pytest.mark.parametrize("levels", [0, 1, 3])
def test_each_level_of_encumbrance_takes_1(table: Cast, levels: int) -> None:
    table.play("encumber", who="lark", levels=5)
    table.play("encumber", who="lark", levels=levels)
    assert table.value("lark", "pace.run") == 4 - levels
    assert table.value("lark", "attributes.avoidance") == 15 - levels
    assert challenge(table, "dexterity") == 14 - levels
    assert challenge(table, "wisdom") == 14


def challenge(table: Cast, ability: str) -> int:
    entry = table.play(
        "take_challenge", who="lark", ability=ability, difficulty=15, trained=True, dice={"challenge": [10]}
    )
    return table.rolls(entry)["challenge"]


def gather(table: Cast, *dice: int, **more: Any) -> int:
    return table.play("gather", who="lark", difficulty=15, dice={"challenge": list(dice)}, **more)


@pytest.mark.rules("RC-FOOD-01")
@pytest.mark.parametrize(("die", "outcome"), [(10, "failure"), (11, "success")])
def test_gathering_is_a_challenge(table: Cast, die: int, outcome: str) -> None:
    entry = gather(table, die, trained=True)
    assert [each.outcome for _, each in table.rolled(entry)] == [outcome]


@pytest.mark.rules("RC-FOOD-02")
@pytest.mark.parametrize(("justified", "dice", "total"), [(False, [15, 3], 7), (True, [15], 19)])
def test_without_a_skill_set_gathering_has_disadvantage(
    table: Cast, justified: bool, dice: list[int], total: int
) -> None:
    entry = gather(table, *dice, justified=justified)
    assert [each.total for _, each in table.rolled(entry)] == [total]


@pytest.mark.rules("RC-FOOD-03")
def test_tracking_takes_a_skill_set(table: Cast) -> None:
    assert table.refusal("gather", who="lark", way="track", difficulty=12).rule == "RC-FOOD-03"
    assert "RC-FOOD-03" in table.cited(gather(table, 12, way="track", trained=True))


@pytest.mark.rules("RC-FOOD-04", "RC-FOOD-06", "RC-RULING-72")
@pytest.mark.parametrize(("die", "story"), [(1, ["critical failure"]), (2, []), (19, []), (20, ["critical success"])])
def test_a_natural_1_or_20_may_begin_a_story(table: Cast, die: int, story: list[str]) -> None:
    entry = gather(table, die, way="urban", trained=True)
    assert [each["story"] for each in noted(table, entry, "gathering")] == story


@pytest.mark.rules("RC-FOOD-04", "RC-FOOD-05", "RC-FOOD-06")
def test_the_editor_in_chief_says_what_was_found(table: Cast) -> None:
    table.play("freeform.create_enclave", name="Dockside", handle="dockside", members=["lark"])
    args: dict[str, Any] = {"who": "lark", "goods": "food", "amount": 40}
    assert table.refusal("record_find", **args).rule == "RC-FOOD-05"
    table.play("record_find", enclave="dockside", told="A cellar of cans.", **args)
    table.play("stock", enclave="dockside", goods="food", amount=2)
    (store,) = table.group("dockside").assets.values()
    assert store.quantity == 42
    assert "Editor" not in table.forbidden("record_find", as_player="ana", who="lark", told="Rats.")


@pytest.mark.rules("RC-TRAV-03", "RC-RULING-67")
def test_the_hours_of_a_march_in_pieces_are_one_march() -> None:
    table = Cast()
    table.hero("lark", con=18)
    for hours in (9, 3):
        walk(table, hours, passes=False)
    assert table.value("lark", LEVEL) == 1
    table.play("freeform.advance_clock", seconds=2 * 3_600 - 1)
    assert table.value("lark", LEVEL) == 1
    table.play("freeform.advance_clock", seconds=1)
    assert table.value("lark", LEVEL) == 0
