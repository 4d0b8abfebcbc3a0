"""Exhaustion: levels, what they take, and what takes them away."""

from __future__ import annotations

import pytest

from domain.events.values import TrackSet
from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", con=14, run=4, fly=8, powered=["fly"], rank=2)
    return table


def hurt(table: Cast, who: str, left: int) -> None:
    table.let(who, TrackSet(name="wounds", current=left))


@pytest.mark.rules("RC-EXH-01", "RC-EXH-03")
@pytest.mark.parametrize("levels", [1, 2, 3])
def test_a_level_takes_1_from_challenges_and_from_every_pace(table: Cast, levels: int) -> None:
    table.play("exhaust", who="lark", levels=levels)
    entry = table.play(
        "take_challenge", who="lark", ability="constitution", difficulty=10, trained=True, dice={"challenge": [9]}
    )
    assert table.rolls(entry)["challenge"] == 9 + 2 + 2 - levels
    assert (table.value("lark", "pace.run"), table.value("lark", "pace.fly")) == (4 - levels, 8 - levels)


@pytest.mark.rules("RC-EXH-01", "RC-EXH-07")
@pytest.mark.parametrize(("brutal", "total"), [(False, 12), (True, 10)])
def test_saves_suffer_in_a_brutal_campaign_alone(brutal: bool, total: int) -> None:
    table = Cast(brutal_continuity=brutal)
    table.hero("lark", con=14)
    table.play("exhaust", who="lark", levels=2)
    entry = table.play("roll_save", who="lark", ability="constitution", difficulty=10, dice={"save": [10]})
    assert table.rolls(entry)["save"] == total


@pytest.mark.rules("RC-EXH-04")
def test_levels_add_up(table: Cast) -> None:
    table.play("exhaust", who="lark", levels=2, source="burnout")
    entry = table.play("exhaust", who="lark", levels=1, source="environmental")
    assert table.value("lark", "levels.exhaustion") == 3
    assert "RC-EXH-04" in table.cited(entry)


@pytest.mark.rules("RC-EXH-05")
@pytest.mark.parametrize(("removed", "left"), [(1, 1), (2, 0), (3, 0)])
def test_levels_are_taken_away_down_to_none(table: Cast, removed: int, left: int) -> None:
    table.play("exhaust", who="lark", levels=2)
    table.play("refresh", who="lark", levels=removed)
    assert table.value("lark", "levels.exhaustion") == left
    assert table.value("lark", "pace.run") == 4 - left


@pytest.mark.rules("RC-EXH-05")
def test_without_exhaustion_there_is_nothing_to_take_away(table: Cast) -> None:
    assert table.refusal("refresh", who="lark").rule == "RC-EXH-05"


@pytest.mark.rules("RC-RULING-06", "RC-RULING-07")
def test_wounds_weigh_as_long_as_they_last(table: Cast) -> None:
    hurt(table, "lark", 1)
    assert (table.value("lark", "wounds.suffered"), table.value("lark", "levels.exhaustion")) == (2, 2)
    assert table.refusal("refresh", who="lark").rule == "RC-EXH-05"
    hurt(table, "lark", 2)
    assert table.value("lark", "levels.exhaustion") == 1


@pytest.mark.rules("RC-RULING-75")
def test_zombies_do_not_tire(table: Cast) -> None:
    table.zombie("shambler", wounds=2, run=2)
    hurt(table, "shambler", 1)
    entry = table.play("exhaust", who="shambler", levels=2)
    assert table.value("shambler", "levels.exhaustion") == 0
    assert "RC-RULING-75" in table.cited(entry)


@pytest.mark.rules("RC-EXH-02", "RC-EXH-03")
@pytest.mark.parametrize(("levels", "run", "fly"), [(3, 1, 5), (4, 0, 0), (5, 0, 0)])
def test_who_is_too_tired_to_run_has_no_pace_in_any_mode(table: Cast, levels: int, run: int, fly: int) -> None:
    table.play("exhaust", who="lark", levels=levels)
    assert (table.value("lark", "pace.run"), table.value("lark", "pace.fly")) == (run, fly)


@pytest.mark.rules("RC-EXH-02")
def test_who_could_never_run_still_flies(table: Cast) -> None:
    table.hero("owl", run=0, fly=8, powered=["fly"])
    table.play("exhaust", who="owl", levels=2)
    assert table.value("owl", "pace.fly") == 6


@pytest.mark.rules("RC-EXH-07")
@pytest.mark.parametrize(("brutal", "numbers"), [(False, [14, 15, 16, 8, 40]), (True, [12, 13, 14, 6, 34])])
def test_a_brutal_campaign_takes_from_defenses_burnout_and_stamina(brutal: bool, numbers: list[int]) -> None:
    table = Cast(brutal_continuity=brutal)
    table.hero("lark", avoidance=14, fortitude=15, willpower=16, burnout_threshold=8, stamina=40)
    table.play("exhaust", who="lark", levels=2)
    defenses = [table.value("lark", f"attributes.{name}") for name in ("avoidance", "fortitude", "willpower")]
    rest = [table.value("lark", "attributes.burnout_threshold"), table.value("lark", "tracks.stamina.maximum")]
    assert [*defenses, *rest] == numbers


@pytest.mark.rules("RC-EXH-02")
def test_who_is_too_tired_for_any_pace_gets_1_area_on_by_a_dash(table: Cast) -> None:
    table.play("exhaust", who="lark", levels=4)
    table.begin({"lark": 20}, {})
    assert table.refusal("move", who="lark", areas=1).rule == "RC-MOVE-01"
    table.play("dash", who="lark")
    assert table.refusal("move", who="lark", areas=2).rule == "RC-MOVE-01"
    table.play("move", who="lark", areas=1)
