"""Short and long rests, and time."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast

MINUTE, HOUR = 60, 3_600


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn")
    table.hero("sela")
    table.play("deal_damage", who="bryn", amount=30)
    return table


def rest(table: Cast, *who: str, sort: str = "long", **more: Any) -> int:
    return table.play("take_rest", who=who or ["bryn"], sort=sort, **more)


def clock(table: Cast) -> int:
    return int(table.campaign().clock["now"].at)


@pytest.mark.rules("OR-REST-01", "OR-REST-04")
def test_a_long_rest_of_six_hours_gives_all_hit_points_and_recoveries_back(table: Cast) -> None:
    table.play("allow_recovery", who="bryn")
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries")) == (20, 6)
    rest(table)
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries"), clock(table)) == (40, 7, 6 * HOUR)


@pytest.mark.rules("OR-REST-01")
@pytest.mark.parametrize(("sort", "usable"), [("short", False), ("long", True)])
def test_daily_powers_are_usable_again_after_a_long_rest_alone(table: Cast, sort: str, usable: bool) -> None:
    spent = {
        "what": "power",
        "count": 1,
        "until": {"by": "moment", "moment": "long_rest", "subject": table.ref("bryn")},
    }
    table.play("freeform.put", target="bryn", component="uses", name="power/storm", instance=spent)
    rest(table, sort=sort)
    use = table.sheet("bryn").uses.get("power/storm")
    assert (use is None or use.count == 0) is usable


@pytest.mark.rules("OR-REST-03", "OR-RULING-42")
@pytest.mark.parametrize("sort", ["short", "long"])
def test_a_short_rest_renews_encounter_powers_and_a_long_one_counts_as_one(table: Cast, sort: str) -> None:
    spent = {
        "what": "power",
        "count": 1,
        "until": {"by": "moment", "moment": "short_rest", "subject": table.ref("bryn")},
    }
    table.play("freeform.put", target="bryn", component="uses", name="power/shove", instance=spent)
    table.play("grant_temporary", who="bryn", amount=5)
    rest(table, sort=sort)
    use = table.sheet("bryn").uses.get("power/shove")
    assert (use is None or use.count == 0, table.current("bryn", "temporary_hp")) == (True, 0)


@pytest.mark.rules("OR-REST-03")
def test_a_short_rest_clears_failed_death_saves() -> None:
    table = Cast()
    table.hero("bryn")
    failed = {
        "what": "death-saves",
        "count": 2,
        "until": {"by": "moment", "moment": "short_rest", "subject": table.ref("bryn")},
    }
    table.play("freeform.put", target="bryn", component="uses", name="death-saves/failed", instance=failed)
    rest(table, sort="short")
    use = table.sheet("bryn").uses.get("death-saves/failed")
    assert use is None or use.count == 0


@pytest.mark.rules("OR-REST-02", "OR-REST-03")
@pytest.mark.parametrize(("minutes", "completed"), [(4, False), (5, True), (6, True)])
def test_a_short_rest_takes_five_minutes_or_more(table: Cast, minutes: int, completed: bool) -> None:
    table.play("grant_temporary", who="bryn", amount=5)
    table.play("begin_rest", who=["bryn"])
    table.play("spend_time", amount=minutes, scale="minutes")
    if completed:
        table.play("end_rest", who=["bryn"])
    else:
        assert table.refusal("end_rest", who=["bryn"]).rule == "OR-REST-03"
        table.play("break_off_rest", who=["bryn"])
    assert (table.current("bryn", "temporary_hp"), table.conditions("bryn")) == (0 if completed else 5, ["staggered"])


@pytest.mark.rules("OR-REST-04")
@pytest.mark.parametrize(("minutes", "completed"), [(359, False), (360, True), (480, True)])
def test_a_long_rest_takes_six_hours_or_more(table: Cast, minutes: int, completed: bool) -> None:
    if completed:
        rest(table, minutes=minutes)
        assert (table.current("bryn", "hp"), clock(table)) == (40, minutes * MINUTE)
    else:
        refused = table.refusal("take_rest", who=["bryn"], sort="long", minutes=minutes)
        assert refused.rule == "OR-REST-04"


@pytest.mark.rules("OR-REST-05", "OR-RULING-44")
@pytest.mark.parametrize(("hours", "hp"), [(17, 30), (18, 40)])
def test_two_long_rests_that_count_lie_24_hours_apart(table: Cast, hours: int, hp: int) -> None:
    rest(table)
    table.play("deal_damage", who="bryn", amount=10)
    table.play("grant_temporary", who="bryn", amount=5)
    table.play("spend_time", amount=hours, scale="hours")
    entry = rest(table)
    assert (table.current("bryn", "hp"), table.current("bryn", "temporary_hp")) == (hp, 0)
    assert ("OR-REST-05" in table.cited(entry)) is (hours == 17)


@pytest.mark.rules("OR-REST-05")
def test_the_day_of_each_character_counts_for_itself(table: Cast) -> None:
    rest(table)
    table.play("deal_damage", who="bryn", amount=10)
    table.play("deal_damage", who="sela", amount=10)
    rest(table, "bryn", "sela")
    assert (table.current("bryn", "hp"), table.current("sela", "hp")) == (30, 40)


@pytest.mark.rules("OR-RULING-44")
def test_a_rest_that_is_interrupted_begins_anew(table: Cast) -> None:
    table.play("begin_rest", who=["bryn"], sort="long")
    table.play("spend_time", amount=5, scale="hours")
    table.play("break_off_rest", who=["bryn"], because="wolves")
    table.play("begin_rest", who=["bryn"], sort="long")
    table.play("spend_time", amount=1, scale="hours")
    assert table.refusal("end_rest", who=["bryn"]).rule == "OR-REST-04"
    assert table.play("end_rest", who=["bryn"], force=True)


@pytest.mark.rules("OR-REST-02", "OR-RULING-44")
def test_nobody_rests_in_a_fight_and_a_turn_interrupts_a_rest(table: Cast) -> None:
    table.monster("gnasher")
    table.play("begin_rest", who=["bryn"])
    table.begin({"bryn": 15}, {"gnasher": 5})
    assert "resting" not in table.conditions("bryn")
    refused = table.refusal("begin_rest", who=["bryn"])
    assert refused.rule == "OR-REST-02"


@pytest.mark.rules("OR-RULING-44")
def test_the_dying_do_not_rest_and_the_stable_do(table: Cast) -> None:
    table.play("deal_damage", who="bryn", amount=15)
    assert table.refusal("take_rest", who=["bryn"]).rule == "OR-RULING-44"
    table.play("lift", who="bryn", condition="dying")
    table.play("freeform.put", target="bryn", component="conditions", name="stable", instance={"what": "stable"})
    rest(table)
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (40, ["prone"])


@pytest.mark.rules("OR-REST-02")
def test_only_a_character_at_rest_ends_a_rest_and_nobody_rests_twice(table: Cast) -> None:
    assert table.refusal("end_rest", who=["bryn"]).rule == "OR-REST-02"
    assert table.refusal("break_off_rest", who=["bryn"]).rule == "OR-REST-02"
    table.play("begin_rest", who=["bryn"])
    assert table.refusal("begin_rest", who=["bryn"]).rule == "OR-REST-02"


@pytest.mark.rules("OR-REST-02", "OR-REST-03")
def test_recoveries_are_spent_during_a_short_rest(table: Cast) -> None:
    table.play("begin_rest", who=["bryn"])
    table.play("spend_recoveries", who="bryn", count=2, as_player="ana")
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries")) == (30, 5)


@pytest.mark.rules("OR-TIME-01")
@pytest.mark.parametrize(("scale", "seconds"), [("rounds", 6), ("minutes", 60), ("hours", 3_600), ("days", 86_400)])
def test_the_game_master_says_how_long_a_task_takes(table: Cast, scale: str, seconds: int) -> None:
    entry = table.play("spend_time", amount=2, scale=scale, because="searching the chamber")
    assert (clock(table), "OR-TIME-01" in table.cited(entry)) == (2 * seconds, True)
    assert table.forbidden("spend_time", amount=2, scale=scale, as_player="ana")


@pytest.mark.rules("OR-REST-03", "OR-RULING-44")
@pytest.mark.parametrize("harm", [15, 40])
def test_who_comes_to_be_dying_or_dead_in_a_rest_does_not_complete_it(table: Cast, harm: int) -> None:
    table.play("begin_rest", who=["bryn", "sela"], sort="long")
    table.hurt("bryn", harm)
    table.play("freeform.advance_clock", hours=6)
    assert table.refusal("end_rest", who=["sela", "bryn"]).rule == "OR-RULING-44"
    table.play("end_rest", who=["sela"])
    table.play("break_off_rest", who=["bryn"])
    assert table.current("bryn", "hp") == 10 - harm
