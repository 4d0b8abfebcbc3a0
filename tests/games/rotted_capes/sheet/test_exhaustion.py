"""Exhaustion: levels, what they take, and what takes them away."""

from __future__ import annotations

import pytest

from domain.vocabulary.values import TrackSet
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
def test_levels_that_were_put_on_a_sheet_by_hand_are_taken_away_one_by_one(table: Cast) -> None:
    tired = {"path": "levels.exhaustion", "amount": 3}
    table.play("freeform.put", target="lark", component="modifiers", name="tired", instance=tired)
    table.play("exhaust", who="lark", levels=1)
    table.play("refresh", who="lark", levels=2)
    assert table.value("lark", "levels.exhaustion") == 2
    table.play("take_hiatus", who="lark")
    assert table.value("lark", "levels.exhaustion") == 1


@pytest.mark.rules("RC-HUNG-01", "RC-REST-03", "RC-TRAV-05")
@pytest.mark.parametrize(
    ("source", "ends"), [("hunger", "eat"), ("thirst", "eat"), ("sleep deprivation", "take_hiatus"), ("travel", "rest")]
)
def test_levels_that_are_entered_last_as_those_of_the_rules(table: Cast, source: str, ends: str) -> None:
    table.play("exhaust", who="lark", source=source)
    assert table.refusal("refresh", who="lark").rule == "RC-EXH-05"
    table.play(ends, who="lark")
    if ends == "eat":
        table.play("end_day_alone", who="lark")
        table.play("refresh", who="lark")
    assert table.value("lark", "levels.exhaustion") == 0


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


@pytest.mark.rules("RC-RULING-07", "RC-DEATH-02")
@pytest.mark.parametrize(
    ("option", "levels", "rested"), [("state", (1, 2, 1), 1), ("per_wound_event", (1, 2, 2), 1), ("cumulative", (1, 3, 3), 2)]
)  # fmt: skip
def test_wounds_tire_as_the_table_decides(option: str, levels: tuple[int, int, int], rested: int) -> None:
    table = Cast(wound_exhaustion=option)
    table.hero("lark", con=14, run=5)
    exhaustion = []
    for _ in range(2):
        table.play("suffer_wounds", who="lark")
        exhaustion.append(table.value("lark", "levels.exhaustion"))
    table.play("mend", who="lark", wounds=1)
    exhaustion.append(table.value("lark", "levels.exhaustion"))
    assert tuple(exhaustion) == levels
    table.play("take_hiatus", who="lark")
    assert table.value("lark", "levels.exhaustion") == rested


@pytest.mark.rules("RC-RULING-07", "RC-EXH-03")
@pytest.mark.parametrize(("option", "wounds", "dead"), [
    ("state", 3, False), ("per_wound_event", 3, False), ("cumulative", 2, False), ("cumulative", 3, True),
])  # fmt: skip
def test_wounds_at_once_count_one_after_the_other(option: str, wounds: int, dead: bool) -> None:
    table = Cast(wound_exhaustion=option)
    table.hero("lark", wounds=4)
    table.play("suffer_wounds", who="lark", wounds=wounds)
    assert ("dead" in table.conditions("lark")) is dead


@pytest.mark.rules("RC-RULING-07")
def test_an_option_that_is_decided_later_counts_from_then_on(table: Cast) -> None:
    hurt(table, "lark", 1)
    entry = table.play("freeform.set_option", option="wound_exhaustion", value="per_wound_event")
    assert table.value("lark", "levels.exhaustion") == 0
    table.play("suffer_wounds", who="lark")
    assert table.value("lark", "levels.exhaustion") == 1
    table.undo(entry)
    assert table.value("lark", "levels.exhaustion") == 3


@pytest.mark.rules("RC-RULING-75")
@pytest.mark.parametrize(("tire", "levels"), [(False, 0), (True, 3)])
def test_zombies_tire_where_the_table_says_so(tire: bool, levels: int) -> None:
    table = Cast(zombies_tire=tire)
    table.zombie("shambler", wounds=3, run=4)
    table.play("suffer_wounds", who="shambler")
    table.play("exhaust", who="shambler", levels=2)
    assert (table.value("shambler", "levels.exhaustion"), table.value("shambler", "pace.run")) == (levels, 4 - levels)


@pytest.mark.rules("RC-RULING-75")
def test_a_vehicle_never_tires() -> None:
    table = Cast(zombies_tire=True)
    table.threat("van", "vehicle", hits=3)
    table.play("exhaust", who="van", levels=2)
    assert table.value("van", "levels.exhaustion") == 0


@pytest.mark.rules("RC-EXH-07")
def test_brutal_continuity_weighs_from_the_moment_it_is_decided(table: Cast) -> None:
    table.play("exhaust", who="lark", levels=2)
    table.play("freeform.set_option", option="brutal_continuity", value=True)
    assert table.value("lark", "attributes.avoidance") == 8
    table.play("enter_statistics", who="lark", statistics={"defenses": {"avoidance": 15, "fortitude": 12}})
    assert (table.value("lark", "attributes.avoidance"), table.value("lark", "attributes.stamina_defense")) == (13, 10)
    table.play("refresh", who="lark", levels=2)
    assert table.value("lark", "attributes.avoidance") == 15


@pytest.mark.rules("RC-EXH-07")
def test_stamina_above_what_exhaustion_leaves_is_lost() -> None:
    table = Cast(brutal_continuity=True)
    table.hero("lark", stamina=20, wounds=4)
    table.play("exhaust", who="lark", levels=2)
    assert (table.current("lark", "stamina"), table.value("lark", "tracks.stamina.maximum")) == (14, 14)
    table.play("suffer_wounds", who="lark")
    assert (table.current("lark", "stamina"), table.value("lark", "tracks.stamina.maximum")) == (11, 11)
    table.play("refresh", who="lark", levels=1)
    assert (table.current("lark", "stamina"), table.value("lark", "tracks.stamina.maximum")) == (11, 14)


@pytest.mark.rules("RC-EXH-07")
def test_exhaustion_leaves_no_less_than_no_stamina(table: Cast) -> None:
    table = Cast(brutal_continuity=True)
    table.hero("lark", stamina=12, wounds=8)
    table.play("exhaust", who="lark", levels=5)
    assert (table.current("lark", "stamina"), table.value("lark", "tracks.stamina.maximum")) == (0, 0)


@pytest.mark.rules("RC-EXH-07", "RC-DEATH-01")
def test_who_has_no_stamina_left_for_exhaustion_is_unconscious() -> None:
    table = Cast(brutal_continuity=True)
    table.hero("lark", stamina=10)
    table.play("exhaust", who="lark", levels=3)
    assert (table.current("lark", "stamina"), table.conditions("lark")) == (1, [])
    table.play("exhaust", who="lark", levels=1)
    assert (table.current("lark", "stamina"), table.conditions("lark")) == (0, ["unconscious"])
    table.play("refresh", who="lark", levels=2)
    table.play("mend", who="lark", stamina=2)
    assert (table.current("lark", "stamina"), table.conditions("lark")) == (2, [])
