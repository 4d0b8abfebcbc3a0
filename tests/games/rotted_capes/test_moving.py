"""Movement: Pace and its modes, terrain, obstacles, the ground and the air."""

from __future__ import annotations

from typing import Any

import pytest

from domain.events.log import Noted
from tests.games.rotted_capes.cast import Cast

STREET = ("roof", "alley", "yard", "hall", "stairs", "cellar", "tunnel", "sewer", "park", "road", "mall", "dock")

PASSED = {"opportunity/brute/lark": "let go"}


def street(**options: Any) -> Cast:
    """Lark, who runs 4 and flies 10 by a power, in the first of twelve Areas in a row, and a brute in none."""
    table = Cast(**options)
    table.hero("lark", run=4, fly=10, powered=["fly"], power=16)
    table.threat("brute", avoidance=12)
    for here, beyond in zip(STREET, (*STREET[1:], ""), strict=True):
        table.play("freeform.draw_area", area=here, borders=[beyond] if beyond else [])
    table.begin({"lark": 20}, {"brute": 1})
    table.play("freeform.place", who="lark", area="roof")
    return table


@pytest.fixture
def table() -> Cast:
    return street()


def ground(table: Cast, area: str, *terrain: str) -> None:
    table.play("freeform.draw_area", area=area, terrain=[*terrain])


def go(table: Cast, *to: str, **more: Any) -> int:
    return table.play("move", who="lark", to=[*to], **more)


def stays(table: Cast, *to: str, **more: Any) -> str:
    """The rule by which Lark does not move there."""
    return table.refusal("move", who="lark", to=[*to], **more).rule


def area(table: Cast, who: str = "lark") -> str:
    return str(table.fight_state().positions[table.ref(who).split("/")[1]].area)


def mode_used(table: Cast, mode: str) -> int:
    ref = table.ref("lark")
    (entry,) = [entry for entry in table.fight_state().order.values() if entry.subject == ref]
    return int(entry.data.get(mode, 0))


@pytest.mark.rules("RC-MOVE-01", "RC-MOVE-02", "RC-MOVE-03", "RC-TURN-01", "RC-TURN-02")
def test_movement_is_split_around_the_action_until_the_pace_is_used_up(table: Cast) -> None:
    go(table, "alley", as_player="ana")
    table.play("disengage", who="lark", as_player="ana")
    go(table, "yard", "hall", "stairs")
    assert (area(table), mode_used(table, "run"), table.left("lark", "action")) == ("stairs", 4, 0)
    assert stays(table, "cellar") == "RC-MOVE-03"
    table.until("lark")
    go(table, "cellar")
    assert area(table) == "cellar"


@pytest.mark.rules("RC-MOVE-01")
def test_nobody_moves_further_than_their_pace_or_out_of_turn(table: Cast) -> None:
    assert stays(table, "alley", "yard", "hall", "stairs", "cellar") == "RC-MOVE-03"
    assert table.refusal("move", who="lark", areas=5).rule == "RC-MOVE-01"
    assert table.refusal("move", who="brute", to=["roof"]).rule == "RC-MOVE-01"
    table.play("impose", who="lark", what="incapacitated")
    assert stays(table, "alley") == "RC-MOVE-01"


@pytest.mark.rules("RC-MOVE-04", "RC-MODE-03", "RC-MODE-01")
def test_run_4_and_fly_6_is_within_a_fly_pace_of_10_and_run_5_is_not(table: Cast) -> None:
    go(table, "alley", "yard", "hall", "stairs")
    go(table, "cellar", "tunnel", "sewer", "park", "road", "mall", mode="fly", height=1)
    assert (mode_used(table, "run"), mode_used(table, "fly"), area(table)) == (4, 6, "mall")
    assert table.conditions("lark") == ["airborne"]
    assert stays(table, "dock", mode="fly") == "RC-MOVE-03"


@pytest.mark.rules("RC-MOVE-04")
def test_areas_of_one_mode_do_not_pass_its_own_pace(table: Cast) -> None:
    go(table, "alley", mode="fly")
    assert stays(table, "yard", "hall", "stairs", "cellar", "tunnel") == "RC-MOVE-04"


@pytest.mark.rules("RC-MOVE-05")
def test_on_squares_a_pace_counts_four_times() -> None:
    table = street(one_inch_squares=True)
    go(table, "alley", "yard", "hall", "stairs")
    assert mode_used(table, "run") == 16


@pytest.mark.rules("RC-MOVE-06")
def test_every_area_on_the_way_is_named(table: Cast) -> None:
    assert stays(table, "yard") == "RC-MOVE-06"


@pytest.mark.rules("RC-ACT-02", "RC-RULING-21")
@pytest.mark.parametrize(("ignores", "pace", "furthest"), [(True, 5, 10), (False, 5, 5), (False, 2, 4)])
def test_a_dash_doubles_the_pace(ignores: bool, pace: int, furthest: int) -> None:
    table = street(dash_ignores_cap=ignores)
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}})
    table.play("dash", who="lark", as_player="ana")
    assert table.refusal("move", who="lark", areas=furthest + 1).rule == "RC-MOVE-01"
    table.play("move", who="lark", areas=furthest)
    table.until("lark")
    assert table.refusal("move", who="lark", areas=pace + 1).rule == "RC-MOVE-01"


@pytest.mark.rules("RC-TERR-02")
def test_difficult_terrain_costs_2_however_many_reasons_there_are(table: Cast) -> None:
    ground(table, "alley", "difficult")
    table.play("freeform.place", who="brute", area="alley")
    go(table, "alley")
    assert mode_used(table, "run") == 2


@pytest.mark.rules("RC-TERR-03", "RC-TERR-01", "RC-RULING-25")
def test_an_area_with_somebody_hostile_is_difficult(table: Cast) -> None:
    table.play("freeform.place", who="brute", area="alley")
    go(table, "alley", "yard", responses={"opportunity/brute/lark/1": "let go"})
    assert mode_used(table, "run") == 3


@pytest.mark.rules("RC-TERR-01", "RC-RULING-25")
@pytest.mark.parametrize(("size", "passes"), [("huge", False), ("gargantuan", True)])
def test_nobody_gets_past_a_blocked_area_but_who_is_of_quite_another_size(size: str, passes: bool) -> None:
    table = street()
    ground(table, "alley", "blocked")
    table.play("enter_statistics", who="brute", size=size)
    table.play("freeform.place", who="brute", area="alley")
    go(table, "alley")
    if passes:
        go(table, "yard", responses=PASSED)
        assert area(table) == "yard"
    else:
        assert stays(table, "yard") == "RC-TERR-01"
        go(table, "roof", responses=PASSED)
        assert area(table) == "roof"


@pytest.mark.rules("RC-TERR-01")
def test_allies_never_block(table: Cast) -> None:
    ground(table, "alley", "blocked")
    table.hero("moth")
    table.play("join_fight", encounter="underpass", who="moth", total=3)
    table.play("freeform.place", who="moth", area="alley")
    go(table, "alley", "yard")
    assert area(table) == "yard"


@pytest.mark.rules("RC-TERR-01")
def test_a_barricade_without_anybody_blocks(table: Cast) -> None:
    ground(table, "alley", "blocked")
    assert stays(table, "alley", "yard") == "RC-TERR-01"


@pytest.mark.rules("RC-TERR-04", "RC-RULING-26")
@pytest.mark.parametrize(("pace", "halved"), [(4, 2), (5, 2), (1, 1)])
def test_the_first_minor_obstacle_of_a_turn_halves_the_pace(pace: int, halved: int) -> None:
    table = street()
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}})
    table.play("move", who="lark", areas=1)
    table.play("cross", who="lark", as_player="ana")
    table.play("cross", who="lark")
    assert table.refusal("move", who="lark", areas=halved).rule == "RC-MOVE-03"
    if halved > 1:
        table.play("move", who="lark", areas=halved - 1)
    table.until("lark")
    table.play("move", who="lark", areas=pace)
    assert mode_used(table, "run") == pace


@pytest.mark.rules("RC-TERR-05")
@pytest.mark.parametrize(("die", "outcome"), [(14, "failure"), (15, "success")])
def test_a_major_obstacle_takes_a_demanding_action_and_an_athletics_check(table: Cast, die: int, outcome: str) -> None:
    assert table.refusal("cross", who="lark", obstacle="major", demanding=False, as_player="ana").rule == "RC-TERR-05"
    entry = table.play("cross", who="lark", obstacle="major", athletics=15, dice={"athletics": [die]})
    assert table.outcomes_of(entry)["athletics"] == outcome
    assert (table.conditions("lark"), table.left("lark", "action")) == (["demanding"], 0)


@pytest.mark.rules("RC-TERR-06", "RC-RULING-27")
@pytest.mark.parametrize(("size", "state"), [("medium", []), ("large", ["cramped"]), ("huge", ["cramped"])])
def test_the_large_are_cramped_where_it_is_confined(table: Cast, size: str, state: list[str]) -> None:
    ground(table, "alley", "confined")
    table.play("enter_statistics", who="lark", size=size)
    go(table, "alley")
    assert table.conditions("lark") == state
    go(table, "yard")
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-TERR-07", "RC-RULING-27")
def test_the_gargantuan_do_not_fit_into_a_confined_area(table: Cast) -> None:
    ground(table, "alley", "confined")
    table.play("enter_statistics", who="lark", size="gargantuan")
    assert stays(table, "alley") == "RC-TERR-07"
    assert table.forbidden("freeform.draw_area", as_player="ana", area="alley", terrain=[]) != ""


@pytest.mark.rules("RC-MOVE-07", "RC-MOVE-08", "RC-RULING-23")
@pytest.mark.parametrize(("pace", "cost"), [(4, 2), (5, 2), (1, 1)])
def test_dropping_is_free_and_standing_up_costs_half_of_the_run_pace(pace: int, cost: int) -> None:
    table = street()
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}})
    table.play("drop_prone", who="lark", as_player="ana")
    assert (table.conditions("lark"), mode_used(table, "run")) == (["prone"], 0)
    table.play("stand_up", who="lark", as_player="ana")
    assert (table.conditions("lark"), mode_used(table, "run")) == ([], cost)
    assert table.refusal("stand_up", who="lark").rule == "RC-MOVE-08"


@pytest.mark.rules("RC-RULING-23", "RC-MOVE-08")
def test_a_dash_does_not_double_what_standing_up_costs_and_too_little_does_not_suffice(table: Cast) -> None:
    go(table, "alley", "yard", "hall")
    table.play("drop_prone", who="lark")
    assert table.refusal("stand_up", who="lark").rule == "RC-MOVE-08"
    table.play("dash", who="lark")
    table.play("stand_up", who="lark")
    assert mode_used(table, "run") == 5


@pytest.mark.rules("RC-MOVE-09", "RC-MOVE-11")
def test_with_a_pace_of_0_only_a_power_gets_somebody_up(table: Cast) -> None:
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": 0, "climb": 3}})
    table.play("drop_prone", who="lark")
    assert table.refusal("stand_up", who="lark").rule == "RC-MOVE-11"
    assert table.refusal("stand_up", who="lark", power="climb").rule == "RC-MOVE-09"
    table.play("stand_up", who="lark", power="fly")
    assert (mode_used(table, "fly"), table.conditions("lark")) == (1, [])


@pytest.mark.rules("RC-MOVE-10", "RC-RULING-22")
@pytest.mark.parametrize(("terrain", "cost"), [((), 3), (("difficult",), 4)])
def test_crawling_costs_2_on_top(table: Cast, terrain: tuple[str, ...], cost: int) -> None:
    ground(table, "alley", *terrain)
    table.play("drop_prone", who="lark")
    assert stays(table, "alley", mode="fly") == "RC-MOVE-10"
    go(table, "alley")
    assert (mode_used(table, "run"), area(table)) == (cost, "alley")


@pytest.mark.rules("RC-MOVE-12", "RC-MOVE-11", "RC-RULING-22")
@pytest.mark.parametrize("pace", [1, 0])
def test_with_run_1_an_area_of_rubble_takes_4_turns_of_crawling(table: Cast, pace: int) -> None:
    ground(table, "alley", "difficult")
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": pace}})
    table.play("drop_prone", who="lark")
    for _ in range(3):
        go(table, "alley")
        assert area(table) == "roof"
        assert stays(table, "alley") == "RC-MOVE-10"
        table.until("lark")
    go(table, "alley")
    assert (area(table), table.conditions("lark")) == ("alley", ["prone"])


@pytest.mark.rules("RC-RULING-22")
def test_crawl_movement_is_lost_with_a_turn_without_crawling(table: Cast) -> None:
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": 1}})
    table.play("drop_prone", who="lark")
    go(table, "alley")
    table.until("lark")
    assert table.conditions("lark") == ["crawling", "prone"]
    table.until("lark")
    assert table.conditions("lark") == ["prone"]


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


@pytest.mark.rules("RC-MODE-12", "RC-RULING-24")
@pytest.mark.parametrize(
    ("score", "soil", "trace"),
    [(1, "loose", ""), (20, "loose", ""), (21, "packed", "tunnel"), (25, "packed", "tunnel"),
     (29, "packed", "tunnel"), (30, "any", "no sign")],
)  # fmt: skip
def test_the_power_score_says_through_what_somebody_burrows(table: Cast, score: int, soil: str, trace: str) -> None:
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
