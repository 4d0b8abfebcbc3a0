"""The day of an enclave: rations out of the stores, and what comes of the day, in its order."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.log import Noted
from tests.games.rotted_capes.cast import Cast

LEVEL = "levels.exhaustion"


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark")
    table.hero("anvil")
    table.threat("joe", "bystander")
    table.zombie("shambler")
    table.play(
        "freeform.create_enclave", name="Dockside", handle="dockside", members=["lark", "anvil", "joe", "shambler"]
    )
    return table


def stored(table: Cast) -> dict[str, int]:
    return {each.title: each.quantity for each in table.group("dockside").assets.values()}


def end_day(table: Cast, **more: Any) -> int:
    return table.play("end_day", enclave="dockside", passes=False, **more)


@pytest.mark.rules("RC-HUNG-02", "RC-HUNG-06")
@pytest.mark.parametrize(
    ("args", "left"),
    [
        ({}, {"food": 52, "water": 76}),
        ({"food": "half"}, {"food": 76, "water": 76}),
        ({"hot": True}, {"food": 52, "water": 52}),
    ],
)
def test_each_living_member_gets_their_ration_out_of_the_stores(
    table: Cast, args: dict[str, Any], left: dict[str, int]
) -> None:
    for goods in ("food", "water"):
        table.play("stock", enclave="dockside", goods=goods, amount=100)
    end_day(table, **args)
    assert stored(table) == left
    assert [table.value(who, LEVEL) for who in ("lark", "anvil", "joe")] == [0, 0, 0]


@pytest.mark.rules("RC-HUNG-08")
def test_where_the_stores_run_out_the_last_go_thirsty(table: Cast) -> None:
    table.play("stock", enclave="dockside", goods="water", amount=17)
    end_day(table, food="none")
    assert sorted(table.value(who, LEVEL) for who in ("lark", "anvil", "joe")) == [0, 0, 1]
    assert table.value("shambler", LEVEL) == 0


@pytest.mark.rules("RC-HUNG-02")
def test_what_a_character_had_of_their_own_is_not_given_again(table: Cast) -> None:
    for goods in ("food", "water"):
        table.play("stock", enclave="dockside", goods=goods, amount=100)
    table.play("eat", who="lark", food=16, water=8)
    end_day(table)
    assert stored(table) == {"food": 68, "water": 84}


@pytest.mark.rules("RC-HUNG-09", "RC-EXH-01", "RC-DIS-02", "RC-REST-01", "RC-RULING-58")
def test_the_day_goes_in_its_order(table: Cast) -> None:
    """Thirst, then weather, then disease, then sleep: weather would have made thirst cost two levels."""
    fever: dict[str, Any] = {"who": "lark", "disease": "Fever", "bonus": 10, "difficulty": 15, "hours": 24}
    table.play("infect", dice={"infection": [10]}, stages=[{"stamina": 5}, {"wounds": 1}], **fever)
    table.play("take_hiatus", who="anvil")
    table.play("take_hiatus", who="joe")
    table.play("freeform.advance_clock", hours=23)
    table.play("take_hiatus", who="anvil", force=True)
    table.play("take_hiatus", who="joe", force=True)
    table.play("freeform.advance_clock", hours=1)
    entry = end_day(table, food="none", water="none", exposed=["lark"], dice={"save": [1, 1]})
    assert table.value("lark", LEVEL) == 1 + 1 + 1 + 1
    assert table.value("anvil", LEVEL) == 1
    assert len(table.rolled(entry)) == 2


@pytest.mark.rules("RC-HEAL-03", "RC-HEAL-04")
def test_a_day_of_enough_rest_heals_a_wound_at_last(table: Cast) -> None:
    table.play("suffer_wounds", who="lark", wounds=1)
    table.play("take_hiatus", who="lark")
    for goods in ("food", "water"):
        table.play("stock", enclave="dockside", goods=goods, amount=100)
    end_day(table, recovering=["lark"], dice={"save": [15]})
    assert table.current("lark", "wounds") == 3


@pytest.mark.parametrize(("hours", "day"), [(8, 1), (24, 1), (25, 2), (48, 2)])
def test_the_log_counts_days_as_the_clock_does_and_midnight_ends_one(table: Cast, hours: int, day: int) -> None:
    table.play("freeform.advance_clock", hours=hours)
    for who in ("lark", "anvil", "joe"):
        table.play("take_hiatus", who=who)
    entry = end_day(table)
    assert [event.data["day"] for event in table.told(entry) if isinstance(event, Noted)] == [day]


@pytest.mark.rules("RC-DIS-02")
def test_a_day_takes_a_save_for_each_interval_of_a_disease(table: Cast) -> None:
    ill: dict[str, Any] = {"disease": "Gutter fever", "bonus": 9, "difficulty": 15, "hours": 12, "stages": [{}, {}, {}]}
    table.play("infect", who="lark", dice={"infection": [11]}, **ill)
    dice = {f"save/{who}": [20] for who in ("anvil", "joe")} | {"save/lark": [1, 1, 20]}
    table.play("stock", enclave="dockside", goods="food", amount=100)
    table.play("stock", enclave="dockside", goods="water", amount=100)
    table.play("end_day", enclave="dockside", dice=dice)
    (disease,) = table.sheet("lark").conditions.values()
    assert disease.data["stage"] == 3


@pytest.mark.rules("RC-EXH-03", "RC-HUNG-08")
def test_a_member_who_has_died_of_a_day_bears_no_more_of_it(table: Cast) -> None:
    table.play("suffer_wounds", who="lark", wounds=1)
    table.play("take_hiatus", who="lark")
    table.play("exhaust", who="lark", levels=3)
    end_day(table, water="none", food="none", exposed=["lark"], recovering=["lark"])
    assert "dead" in table.conditions("lark")
    assert table.value("lark", LEVEL) == 6
