"""Pace where something takes it: the dead, a hold, a load, exhaustion, and the ground without a map."""

from __future__ import annotations

import pytest

from domain.vocabulary.bodies import Condition, ConditionGained
from tests.games.rotted_capes.cast import Cast
from tests.games.rotted_capes.street import STREET, area, go, ground, mode_used, stays, street


@pytest.fixture
def table() -> Cast:
    return street()


def kill(table: Cast, who: str) -> None:
    table.let(who, ConditionGained(name="dead", condition=Condition(what="dead")))


@pytest.fixture
def mapless() -> Cast:
    """Lark, who runs 4, in her turn, where no map is drawn."""
    table = Cast()
    table.hero("lark", run=4)
    table.threat("brute")
    table.begin({"lark": 20}, {"brute": 1})
    return table


@pytest.mark.rules("RC-TERR-03")
@pytest.mark.parametrize(("dead", "cost"), [(True, 1), (False, 2)])
def test_a_dead_foe_is_no_difficult_terrain(table: Cast, dead: bool, cost: int) -> None:
    table.play("freeform.place", who="brute", area="alley")
    if dead:
        kill(table, "brute")
    go(table, "alley")
    assert mode_used(table, "run") == cost


@pytest.mark.rules("RC-TERR-01")
@pytest.mark.parametrize("dead", [True, False])
def test_a_dead_ally_does_not_clear_a_barricade(table: Cast, dead: bool) -> None:
    ground(table, "alley", "blocked")
    table.hero("moth")
    table.play("join_fight", encounter="underpass", who="moth", total=3)
    table.play("freeform.place", who="moth", area="alley")
    if dead:
        kill(table, "moth")
        assert stays(table, "alley", "yard") == "RC-TERR-01"
    else:
        go(table, "alley", "yard")
        assert area(table) == "yard"


@pytest.mark.rules("RC-MOVE-10", "RC-MOVE-12")
@pytest.mark.parametrize(("pace", "turns", "used"), [(4, 1, 3), (3, 1, 3), (2, 2, 1), (1, 3, 1)])
def test_crawling_without_a_map_costs_3_for_each_area(mapless: Cast, pace: int, turns: int, used: int) -> None:
    mapless.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}})
    mapless.play("drop_prone", who="lark")
    for turn in range(turns):
        if turn:
            assert "crawling" in mapless.conditions("lark")
            mapless.until("lark")
        mapless.play("move", who="lark", areas=1)
    assert (mode_used(mapless, "run"), mapless.conditions("lark")) == (used, ["prone"])


@pytest.mark.rules("RC-MOVE-10")
@pytest.mark.parametrize(("pace", "goes"), [(6, True), (5, True), (3, False)])
def test_two_areas_of_crawling_without_a_map_take_a_pace_of_6(mapless: Cast, pace: int, goes: bool) -> None:
    mapless.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}, "powered": ["run"]})
    mapless.play("drop_prone", who="lark")
    if not goes:
        assert mapless.refusal("move", who="lark", areas=2).rule == "RC-MOVE-10"
        return
    mapless.play("move", who="lark", areas=2)
    assert mode_used(mapless, "run") == pace
    assert ("crawling" in mapless.conditions("lark")) is (pace == 5)


@pytest.mark.rules("RC-MODE-09", "RC-COND-08", "RC-COND-13")
@pytest.mark.parametrize("what", ["grappled", "restrained"])
def test_who_is_held_does_not_swing(table: Cast, what: str) -> None:
    table.play("impose", who="lark", what=what)
    assert stays(table, "alley", mode="swing", anchor="a beam") == "RC-MOVE-01"
    assert table.refusal("hang", who="lark", anchor="a beam").rule == "RC-MODE-08"
    table.play("lift", who="lark", condition=what)
    go(table, *STREET[1:4], mode="swing", anchor="a beam")
    assert mode_used(table, "swing") == 3


@pytest.mark.rules("RC-MODE-09", "RC-ENC-02")
@pytest.mark.parametrize(("levels", "pace"), [(1, 2), (2, 1), (3, 0)])
def test_a_load_weighs_on_a_swing(table: Cast, levels: int, pace: int) -> None:
    table.play("encumber", who="lark", levels=levels)
    assert stays(table, *STREET[1 : pace + 2], mode="swing", anchor="a beam") in ("RC-MOVE-01", "RC-MOVE-03")
    if pace:
        go(table, *STREET[1 : pace + 1], mode="swing", anchor="a beam")
    assert mode_used(table, "swing") == pace


@pytest.mark.rules("RC-MODE-09", "RC-EXH-02")
@pytest.mark.parametrize(("run", "swings"), [(1, False), (2, True)])
def test_who_is_too_tired_to_run_does_not_swing(table: Cast, run: int, swings: bool) -> None:
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": run}})
    table.play("exhaust", who="lark", levels=1)
    if swings:
        go(table, "alley", "yard", mode="swing", anchor="a beam")
    else:
        assert stays(table, "alley", mode="swing", anchor="a beam") == "RC-MOVE-01"


@pytest.mark.rules("RC-COND-08", "RC-EXH-02")
@pytest.mark.parametrize(("holds", "goes"), [(True, False), (False, True)])
def test_a_dash_drags_nobody_out_of_a_hold(mapless: Cast, holds: bool, goes: bool) -> None:
    mapless.play("enter_statistics", who="lark", statistics={"paces": {"run": 1}})
    mapless.play("exhaust", who="lark", levels=1)
    if holds:
        mapless.play("impose", who="lark", what="grappled", target="brute")
    mapless.play("dash", who="lark")
    if goes:
        mapless.play("move", who="lark", areas=1)
    else:
        assert mapless.refusal("move", who="lark", areas=1).rule == "RC-MOVE-01"
