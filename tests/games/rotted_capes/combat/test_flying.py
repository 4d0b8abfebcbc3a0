"""Special ways to move: flight, climbing, swimming, swings and burrowing."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.log import Noted
from tests.games.rotted_capes.cast import Cast
from tests.games.rotted_capes.street import STREET, area, go, mode_used, stays, street


@pytest.fixture
def table() -> Cast:
    return street()


@pytest.mark.rules("RC-MODE-01")
def test_a_flyer_uses_the_fly_pace(table: Cast) -> None:
    go(table, *STREET[1:11], mode="fly")
    assert (area(table), mode_used(table, "fly")) == ("mall", 10)


@pytest.mark.rules("RC-MODE-02")
@pytest.mark.parametrize(("hovers", "moves", "state"), [(0, 0, ["prone"]), (0, 1, ["airborne"]), (1, 0, ["airborne"])])
def test_a_flyer_who_does_not_move_falls_unless_they_hover(
    table: Cast, hovers: int, moves: int, state: list[str]
) -> None:
    if hovers:
        table.play("learn", who="lark", name="Hover", grants="hover")
    go(table, "alley", mode="fly", height=1)
    table.until("lark")
    if moves:
        go(table, "yard", mode="fly", height=1)
    falls = state == ["prone"]
    table.next(dice={"damage/lark": [5]} if falls else {})
    assert (table.conditions("lark"), table.current("lark", "stamina")) == (state, 35 if falls else 40)


@pytest.mark.rules("RC-MODE-01", "RC-MODE-02")
def test_up_and_down_cost_pace_beyond_the_way_covered_and_a_fall_goes_by_the_height(table: Cast) -> None:
    go(table, "alley", mode="fly", height=3)
    assert mode_used(table, "fly") == 3
    assert stays(table, "yard", mode="fly", height=11) == "RC-MOVE-03"
    table.until("lark")
    table.next(dice={"damage/lark": [5, 1, 2]})
    assert (table.conditions("lark"), table.current("lark", "stamina")) == (["prone"], 32)


@pytest.mark.rules("RC-MODE-04")
@pytest.mark.parametrize(
    ("what", "hovers", "falls"),
    [("prone", False, True), ("restrained", False, True), ("grappled", False, True), ("prone", True, False)],
)
def test_a_flyer_who_is_felled_falls(table: Cast, what: str, hovers: bool, falls: bool) -> None:
    if hovers:
        table.play("learn", who="lark", name="Hover", grants="hover")
    go(table, "alley", mode="fly", height=1)
    entry = table.play("impose", who="lark", what=what, dice={"damage/lark": [5]} if falls else {})
    assert ("airborne" not in table.conditions("lark")) is falls
    assert ("RC-MODE-04" in table.cited(entry)) is falls


@pytest.mark.rules("RC-MODE-04", "RC-EXH-02")
@pytest.mark.parametrize(
    ("tires", "levels", "falls"), [("exhaust", 3, False), ("exhaust", 4, True), ("wounds", 4, True)]
)
def test_a_flyer_falls_who_is_too_tired_for_any_pace(tires: str, levels: int, falls: bool) -> None:
    table = Cast()
    table.hero("lark", run=4, fly=10, powered=["fly"], wounds=5)
    table.threat("brute")
    table.begin({"lark": 20}, {"brute": 1})
    table.play("move", encounter="underpass", who="lark", areas=2, mode="fly", height=2)
    more: dict[str, Any] = {"dice": {"damage/lark": [5, 4]}} if falls else {}
    more |= {"levels": levels} if tires == "exhaust" else {"wounds": levels}
    table.play("exhaust" if tires == "exhaust" else "suffer_wounds", who="lark", **more)
    assert table.conditions("lark") == (["prone"] if falls else ["airborne"])
    assert table.current("lark", "stamina") == (31 if falls else 40)


@pytest.mark.rules("RC-MODE-04", "RC-ENC-02")
def test_a_flyer_falls_whose_load_leaves_no_pace(table: Cast) -> None:
    go(table, "alley", mode="fly", height=1)
    table.play("encumber", who="lark", levels=9)
    assert table.conditions("lark") == ["airborne"]
    table.play("encumber", who="lark", levels=10, dice={"damage/lark": [5]})
    assert table.conditions("lark") == ["prone"]


@pytest.mark.rules("RC-MODE-05")
def test_zombies_that_follow_a_flight_are_recorded(table: Cast) -> None:
    entry = table.play("note_overflight", who="lark", because="a pack turned south")
    assert "RC-MODE-05" in table.cited(entry)
    assert table.forbidden("note_overflight", as_player="ana", who="lark") != ""


@pytest.mark.rules("RC-MODE-06", "RC-MODE-07")
@pytest.mark.parametrize(("mode", "rule"), [("climb", "RC-MODE-06"), ("swim", "RC-MODE-07")])
def test_a_pace_of_the_kind_takes_no_check_and_without_one_it_does(table: Cast, mode: str, rule: str) -> None:
    assert stays(table, "alley", mode=mode) == rule
    go(table, "alley", mode=mode, athletics=12, dice={"athletics": [11]})
    assert area(table) == "roof"
    go(table, "alley", mode=mode, athletics=12, dice={"athletics": [12]})
    assert (area(table), mode_used(table, "run")) == ("alley", 1)
    table.play("enter_statistics", who="lark", statistics={"paces": {mode: 2}})
    entry = go(table, "yard", mode=mode, athletics=12)
    assert (area(table), mode_used(table, mode)) == ("yard", 1)
    assert rule in table.cited(entry)


@pytest.mark.rules("RC-MODE-08", "RC-MODE-09")
def test_a_swing_takes_an_anchor_and_goes_as_far_as_the_power_modifier(table: Cast) -> None:
    assert stays(table, "alley", mode="swing") == "RC-MODE-08"
    assert stays(table, *STREET[1:5], mode="swing", anchor="a beam") in ("RC-MOVE-03", "RC-MOVE-04")
    assert stays(table, "alley", mode="swing", anchor="a beam", height=1) == "RC-MODE-09"
    go(table, *STREET[1:4], mode="swing", anchor="a beam")
    assert (mode_used(table, "swing"), area(table), table.conditions("lark")) == (3, "hall", [])


@pytest.mark.rules("RC-MODE-09")
def test_with_a_dash_a_swing_ends_in_mid_air_and_does_not_hover(table: Cast) -> None:
    table.play("learn", who="lark", name="Hover", grants="hover")
    table.play("dash", who="lark")
    go(table, *STREET[1:7], mode="swing", anchor="a beam", height=1)
    assert table.conditions("lark") == ["airborne", "dashing"]
    table.until("lark")
    assert table.conditions("lark") == ["airborne"]
    table.next(dice={"damage/lark": [5]})
    assert table.conditions("lark") == ["prone"]


@pytest.mark.rules("RC-MODE-10", "RC-RULING-04")
def test_a_line_is_climbed_at_half_the_power_modifier_or_hung_from(table: Cast) -> None:
    assert stays(table, "alley", "yard", mode="swing", anchor="a beam", line=True) == "RC-MOVE-03"
    go(table, "alley", mode="swing", anchor="a beam", line=True)
    table.play("hang", who="lark", anchor="a beam", as_player="ana")
    table.until("lark")
    table.until("lark")
    assert table.conditions("lark") == ["hanging"]
    assert table.refusal("hang", who="brute", anchor="a beam").rule == "RC-MODE-08"


@pytest.mark.rules("RC-MODE-11")
@pytest.mark.parametrize(("die", "state"), [(14, []), (15, ["hanging"])])
def test_an_unstable_anchor_calls_for_a_challenge(table: Cast, die: int, state: list[str]) -> None:
    table.play("hang", who="lark", anchor="a beam")
    entry = table.play("try_anchor", who="lark", trained=True, dice={"challenge": [die]})
    assert (table.conditions("lark"), "RC-MODE-11" in table.cited(entry)) == (state, True)
    assert table.forbidden("try_anchor", as_player="ana", who="lark") != ""


@pytest.mark.rules("RC-MODE-11", "RC-MODE-10", "RC-FALL-01")
def test_who_hangs_from_an_anchor_that_gives_falls_from_where_they_hung(table: Cast) -> None:
    table.play("dash", who="lark")
    go(table, "alley", "yard", mode="swing", anchor="a beam", height=2)
    table.play("hang", who="lark", anchor="a beam")
    dice = {"challenge": [14], "damage/lark": [5, 4]}
    table.play("try_anchor", who="lark", trained=True, dice=dice)
    assert (table.conditions("lark"), table.current("lark", "stamina")) == (["dashing", "prone"], 31)


@pytest.mark.rules("RC-MODE-12", "RC-RULING-24")
@pytest.mark.parametrize(
    ("score", "soil", "trace"),
    [(1, "loose", ""), (20, "loose", ""), (21, "packed", "tunnel"), (25, "packed", "tunnel"),
     (29, "packed", "tunnel"), (30, "any", "no sign")],
)  # fmt: skip
def test_the_power_score_says_through_what_a_character_burrows(table: Cast, score: int, soil: str, trace: str) -> None:
    burrower = {"power": score, "paces": {"burrow": 2}, "powered": ["burrow"]}
    table.play("enter_statistics", who="lark", statistics=burrower)
    entry = go(table, "alley", mode="burrow", soil=soil)
    assert [event.data for event in table.told(entry) if isinstance(event, Noted)] == [{"soil": soil, "trace": trace}]


@pytest.mark.rules("RC-MODE-12")
@pytest.mark.parametrize(("score", "soil"), [(20, "packed"), (29, "any")])
def test_a_lower_score_does_not_get_through(table: Cast, score: int, soil: str) -> None:
    burrower = {"power": score, "paces": {"burrow": 2}, "powered": ["burrow"]}
    table.play("enter_statistics", who="lark", statistics=burrower)
    assert stays(table, "alley", mode="burrow", soil=soil) == "RC-MODE-12"


@pytest.mark.rules("RC-MODE-13")
def test_without_a_power_nobody_burrows_in_a_fight(table: Cast) -> None:
    table.play("enter_statistics", who="lark", statistics={"paces": {"burrow": 2}})
    assert stays(table, "alley", mode="burrow") == "RC-MODE-13"
