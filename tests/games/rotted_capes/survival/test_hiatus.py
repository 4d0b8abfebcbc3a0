"""Rest: the Hiatus, and what comes of going without."""

from __future__ import annotations

import pytest

from tests.games.rotted_capes.cast import Cast

LEVEL = "levels.exhaustion"


@pytest.fixture
def table() -> Cast:
    table = Cast(psychosis=True)
    table.hero("lark")
    return table


def wait(table: Cast, hours: int) -> None:
    table.play("freeform.advance_clock", hours=hours)


def save(table: Cast, die: int) -> int:
    return table.play("stay_awake", who="lark", dice={"save": [die]}, as_player="ana")


@pytest.mark.rules("RC-EXH-06")
@pytest.mark.parametrize(("fed", "left"), [(True, 1), (False, 2)])
def test_a_hiatus_takes_a_level_from_who_has_eaten_and_drunk(table: Cast, fed: bool, left: int) -> None:
    table.play("exhaust", who="lark", levels=2)
    table.play("take_hiatus", who="lark", fed=fed, as_player="ana")
    assert table.value("lark", LEVEL) == left


@pytest.mark.rules("RC-RULING-49")
@pytest.mark.parametrize(("hours", "too_soon"), [(23, True), (24, False)])
def test_there_is_one_hiatus_in_24_hours(table: Cast, hours: int, too_soon: bool) -> None:
    table.play("take_hiatus", who="lark")
    wait(table, hours)
    if too_soon:
        assert table.refusal("take_hiatus", who="lark").rule == "RC-RULING-49"
    else:
        table.play("take_hiatus", who="lark")


@pytest.mark.rules("RC-REST-01")
@pytest.mark.parametrize(("die", "level"), [(14, 1), (15, 0)])
def test_24_hours_without_a_hiatus_take_a_save(table: Cast, die: int, level: int) -> None:
    wait(table, 24)
    save(table, die)
    assert table.value("lark", LEVEL) == level
    assert table.refusal("stay_awake", who="lark").rule == "RC-REST-01"


@pytest.mark.rules("RC-REST-01")
def test_before_24_hours_no_save_is_due(table: Cast) -> None:
    wait(table, 23)
    assert table.refusal("stay_awake", who="lark").rule == "RC-REST-01"
    table.play("take_hiatus", who="lark")
    wait(table, 23)
    assert table.refusal("stay_awake", who="lark").rule == "RC-REST-01"


@pytest.mark.rules("RC-REST-02", "RC-RULING-65")
def test_every_6_hours_more_take_a_harder_save_against_sleep(table: Cast) -> None:
    wait(table, 24)
    save(table, 20)
    wait(table, 6)
    save(table, 20)
    assert table.conditions("lark") == []
    wait(table, 6)
    entry = save(table, 20)
    assert table.rolled(entry)[0][1].target == 25
    assert (table.conditions("lark"), table.value("lark", LEVEL)) == (["unconscious"], 0)
    table.play("take_hiatus", who="lark")
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-REST-02")
@pytest.mark.parametrize(("die", "asleep"), [(19, True), (20, False)])
def test_the_second_save_is_against_20(table: Cast, die: int, asleep: bool) -> None:
    wait(table, 24)
    save(table, 15)
    wait(table, 6)
    save(table, die)
    assert (table.conditions("lark") == ["unconscious"]) is asleep


@pytest.mark.rules("RC-REST-02")
def test_who_has_fallen_asleep_has_no_further_save_to_make(table: Cast) -> None:
    wait(table, 42)
    save(table, 20)
    save(table, 1)
    assert table.refusal("stay_awake", who="lark").rule == "RC-REST-01"
    assert table.conditions("lark") == ["unconscious"]


@pytest.mark.rules("RC-REST-03")
def test_a_hiatus_alone_takes_away_what_lack_of_sleep_cost(table: Cast) -> None:
    wait(table, 24)
    save(table, 1)
    assert table.refusal("refresh", who="lark").rule == "RC-EXH-05"
    table.play("take_hiatus", who="lark")
    assert table.value("lark", LEVEL) == 0


@pytest.mark.rules("RC-REST-04", "RC-RULING-65")
def test_4_hours_a_night_put_the_first_save_off_to_36_hours(table: Cast) -> None:
    table.play("nap", who="lark", as_player="ana")
    wait(table, 35)
    assert table.refusal("stay_awake", who="lark").rule == "RC-REST-01"
    wait(table, 1)
    assert table.rolled(save(table, 15))[0][1].target == 15
    wait(table, 6)
    assert table.rolled(save(table, 20))[0][1].target == 20


@pytest.mark.rules("RC-REST-05")
def test_psychosis_lasts_until_the_next_hiatus(table: Cast) -> None:
    table.play("unhinge", who="lark", levels=2)
    assert table.conditions("lark") == ["psychosis"]
    table.play("take_hiatus", who="lark")
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-REST-05")
def test_psychosis_is_for_tables_that_want_it() -> None:
    table = Cast()
    table.hero("lark")
    assert table.refusal("unhinge", who="lark").rule


@pytest.mark.rules("RC-RULING-49")
@pytest.mark.parametrize(("option", "hours", "rests"), [(8, 7, False), (8, 8, True), (6, 6, True), (10, 8, False)])
def test_a_campaign_says_how_long_a_hiatus_takes(option: int, hours: int, rests: bool) -> None:
    table = Cast(hiatus_hours=option)
    table.hero("lark")
    table.play("exhaust", who="lark", levels=2)
    if rests:
        table.play("take_hiatus", who="lark", hours=hours)
    else:
        assert table.refusal("take_hiatus", who="lark", hours=hours).rule == "RC-RULING-49"
    assert table.value("lark", LEVEL) == (1 if rests else 2)


@pytest.mark.rules("RC-RULING-49")
@pytest.mark.parametrize(("hours", "passed"), [(None, 6), (9, 9)])
def test_the_hours_of_a_hiatus_pass_where_that_is_said(hours: int | None, passed: int) -> None:
    table = Cast(hiatus_hours=6)
    for who in ("lark", "moth"):
        table.hero(who)
    table.play("take_hiatus", who="lark", hours=hours, passes=True)
    table.play("take_hiatus", who="moth")
    assert table.campaign().clock["now"].at == passed * 3_600
    wait(table, 23)
    assert table.refusal("take_hiatus", who="lark").rule == "RC-RULING-49"
    wait(table, 1)
    table.play("take_hiatus", who="lark")
