"""Mounts and vehicles that carry: who comes along, who is at the controls, and what is out of order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast
from tests.games.rotted_capes.vehicles.test_vehicles import area, mare, place, shoots, van
from tests.games.rotted_capes.vehicles.test_vehicles import table as table  # noqa: PLC0414


@pytest.mark.rules("RC-VEH-04", "RC-VEH-02")
def test_bug_an_independent_mount_takes_its_rider_along(table: Cast) -> None:
    table.begin({"lark": 18, "mare": 9}, {"raider": 5})
    place(table, "lane", "lark", "mare")
    table.play("board", who="lark", vehicle="mare", controls=False)
    table.next()
    table.play("move", who="mare", to=["field"])
    assert (area(table, "lark"), area(table, "mare")) == ("field", "field")


@pytest.mark.rules("RC-VEH-05", "RC-VEH-04")
def test_bug_who_strikes_at_an_independent_mount_may_choose_its_rider(table: Cast) -> None:
    table.play("arm", who="raider", damage="1d6")
    table.begin({"lark": 18, "mare": 9}, {"raider": 5})
    place(table, "lane", "lark", "mare", "raider")
    table.play("board", who="lark", vehicle="mare", controls=False)
    table.next()
    table.play(
        "move",
        who="mare",
        to=["field"],
        responses={"opportunity/raider/mare": table.ref("lark")},
        dice={"attack/lark": [17], "damage/lark": [6]},
    )
    assert (table.current("lark", "stamina"), table.current("mare", "stamina")) == (34, 20)


@pytest.mark.rules("RC-VEH-02")
def test_bug_a_van_that_is_pushed_takes_along_all_who_are_aboard(table: Cast) -> None:
    van(table)
    place(table, "lane", "lark", "wren", "van")
    table.play("shift", who="van", to="field")
    assert [area(table, who) for who in ("lark", "wren", "van")] == ["field"] * 3


@pytest.mark.rules("RC-VEH-02")
def test_bug_a_rider_who_is_pushed_away_leaves_the_mount_behind(table: Cast) -> None:
    mare(table)
    place(table, "lane", "lark", "mare")
    table.play("shift", who="lark", to="field")
    assert (area(table, "lark"), area(table, "mare")) == ("field", "lane")
    assert table.refusal("direct", who="lark", action="dodge").rule == "RC-VEH-03"
    assert table.refusal("move", who="lark", areas=4).rule == "RC-MOVE-01"


@pytest.mark.rules("RC-VEH-02", "RC-KNOCK-03")
def test_bug_a_rider_who_is_knocked_away_is_out_of_the_saddle(table: Cast) -> None:
    table.play("enter_statistics", who="raider", statistics={"scores": {"strength": 20}})
    mare(table)
    place(table, "lane", "lark", "mare", "raider")
    table.next()
    dice = {"attack/lark": [20], "damage/lark": [1]}
    table.play("attack", who="raider", target="lark", damage="1d6", dice=dice, responses={"knockback/lark": "flying"})
    table.play("land", who="lark", area="field", dice={"check": [20]})
    assert (area(table, "mare"), list(table.sheet("lark").links)) == ("lane", [])


@pytest.mark.rules("RC-VEH-03", "RC-ACT-04", "RC-RULING-29")
def test_bug_a_mount_dodges_until_the_next_turn_of_its_rider(table: Cast) -> None:
    mare(table)
    table.play("direct", who="lark", action="dodge")
    table.next()
    assert table.conditions("mare") == ["dodging"]
    table.until("lark")
    assert table.conditions("mare") == []
    table.play("direct", who="lark", action="disengage")


@pytest.mark.rules("RC-VEH-03", "RC-COND-10")
def test_bug_a_mount_that_burns_is_hurt_on_the_turns_of_its_rider(table: Cast) -> None:
    mare(table)
    table.play("afflict", who="mare", damage="1d4", difficulty=0)
    table.next()
    assert table.current("mare", "stamina") == 20
    table.next(dice={"damage/mare": [3]})
    assert table.current("mare", "stamina") == 17


@pytest.mark.rules("RC-VEH-03", "RC-VEH-02", "RC-RULING-28")
@pytest.mark.parametrize("state", ["unconscious", "incapacitated", "dead"])
def test_bug_a_mount_that_is_out_of_action_carries_nobody_and_does_nothing(table: Cast, state: str) -> None:
    mare(table)
    if state == "dead":
        table.play("harm", who="mare", amount=40)
        table.play("suffer_wounds", who="mare", wounds=3)
    else:
        table.play("impose", who="mare", what=state)
    assert state in table.conditions("mare")
    assert table.refusal("move", who="lark", areas=1).rule == "RC-MOVE-01"
    assert table.refusal("direct", who="lark", action="disengage").rule == "RC-VEH-03"


@pytest.mark.rules("RC-OBJ-04", "RC-VEH-21", "RC-VEH-06")
def test_bug_nobody_drives_a_wreck(table: Cast) -> None:
    van(table)
    table.play("crash", vehicle="van", areas=0, scrap=True)
    assert table.refusal("drive", who="lark", areas=1).rule == "RC-OBJ-04"


@pytest.mark.rules("RC-VEH-17", "RC-RULING-28")
@pytest.mark.parametrize("state", ["unconscious", "incapacitated"])
def test_bug_a_driver_who_cannot_act_holds_no_wheel(table: Cast, state: str) -> None:
    van(table, fight=False)
    table.play("impose", who="lark", what=state)
    table.play("harm", who="van", amount=9, dice={})
    assert table.current("van", "hits") == 2
    table.play("get_off", who="wren")
    table.play("board", who="wren", vehicle="van")
    table.begin({"wren": 18}, {"raider": 5})
    table.play("drive", who="wren", areas=9)
    table.play("lift", who="lark", condition=state)
    assert table.refusal("drive", who="lark", areas=1).rule == "RC-VEH-06"


@pytest.mark.rules("RC-VEH-15", "RC-VEH-14")
def test_bug_a_van_without_a_driver_is_hit_without_a_roll(table: Cast) -> None:
    table.play("board", who="wren", vehicle="van", controls=False)
    entry = table.play("attack", who="raider", target="van", way="ranged", damage="1d20", dice={"damage/van": [9]})
    assert table.outcomes_of(entry)["attack/van"] == "success"


@pytest.mark.rules("RC-VEH-16")
def test_a_van_goes_on_as_fast_as_it_went_when_its_driver_is_shot(table: Cast) -> None:
    van(table)
    table.play("drive", who="lark", areas=5)
    table.play("impose", who="lark", what="unconscious")
    table.next(2)
    assert table.rolls(shoots(table, "raider", "wren", 15, 5))["attack/wren"] == 9


@pytest.mark.rules("RC-OBJ-02", "RC-OBJ-03", "RC-RULING-54")
@pytest.mark.parametrize(
    ("amount", "critical", "hits"), [(8, True, 3), (9, False, 2), (9, True, 1), (21, False, 2), (22, False, 0)]
)
def test_bug_a_vehicle_takes_2_hits_from_a_critical_and_all_from_twice_its_strength(
    table: Cast, amount: int, critical: bool, hits: int
) -> None:
    table.play("harm", who="van", amount=amount, critical=critical)
    assert table.current("van", "hits") == hits


@pytest.mark.rules("RC-VEH-22", "RC-DEM-01")
def test_bug_a_demanding_shut_down_takes_effect_at_the_next_turn(table: Cast) -> None:
    table.play("learn", who="wren", name="Wireless", activation="action")
    table.begin({"wren": 20}, {"raider": 1})
    more: dict[str, Any] = {"who": "wren", "target": "van", "demanding": True}
    table.play("shut_down", **more)
    assert (table.conditions("wren"), table.conditions("van"), table.left("wren", "action")) == (["demanding"], [], 0)
    table.until("wren")
    table.play("shut_down", dice={"check": [20]}, **more)
    assert (table.conditions("wren"), table.conditions("van"), table.left("wren", "action")) == ([], ["shut_down"], 1)


@pytest.mark.rules("RC-VEH-01")
def test_bug_nobody_boards_what_stands_in_another_area_or_is_no_mount(table: Cast) -> None:
    place(table, "lane", "lark")
    place(table, "field", "van")
    for vehicle in ("van", "wren", "lark", "raider"):
        assert table.refusal("board", who="lark", vehicle=vehicle).rule == "RC-VEH-01"
    table.play("shift", encounter="underpass", who="van", to="lane")
    table.play("board", who="lark", vehicle="van")


@pytest.mark.rules("RC-VEH-03")
def test_bug_a_mount_that_is_ridden_has_no_initiative_of_its_own(table: Cast) -> None:
    table.play("board", who="lark", vehicle="mare")
    dice = {"initiative/lark": [10], "initiative/mare": [10], "initiative/raider": [3]}
    both: dict[str, Any] = {"encounter": "underpass", "who": ["lark", "mare"], "against": ["raider"]}
    assert table.refusal("begin_fight", dice=dice, **both).rule == "RC-VEH-03"
    table.begin({"lark": 18}, {"raider": 5})
    assert table.refusal("join_fight", who="mare").rule == "RC-VEH-03"
    table.play("get_off", who="lark")
    table.play("join_fight", who="mare", dice={"initiative/mare": [4]})
    assert "mare" in table.order()


@pytest.mark.rules("RC-TERR-06", "RC-SIZE-04", "RC-VEH-02")
def test_bug_a_large_mount_is_cramped_where_its_rider_takes_it(table: Cast) -> None:
    table.play("change_size", who="mare", size="large")
    table.play("freeform.draw_area", area="field", terrain=["confined"])
    mare(table)
    place(table, "lane", "lark", "mare")
    table.play("move", who="lark", to=["field"])
    assert (table.conditions("mare"), table.conditions("lark")) == (["cramped"], [])
    table.play("move", who="lark", to=["lane"])
    assert table.conditions("mare") == []


@pytest.mark.rules("RC-TERR-07", "RC-SIZE-03", "RC-VEH-02")
@pytest.mark.parametrize(("size", "terrain", "rule"), [
    ("gargantuan", "confined", "RC-TERR-07"), ("medium", "narrow", "RC-SIZE-03"), ("huge", "confined", ""),
])  # fmt: skip
def test_bug_nobody_rides_what_does_not_fit(table: Cast, size: str, terrain: str, rule: str) -> None:
    table.play("change_size", who="mare", size=size)
    table.play("change_size", who="lark", size="tiny")
    table.play("freeform.draw_area", area="field", terrain=[terrain])
    mare(table)
    place(table, "lane", "lark", "mare")
    if rule:
        assert table.refusal("move", who="lark", to=["field"]).rule == rule
    else:
        table.play("move", who="lark", to=["field"])


@pytest.mark.rules("RC-REAC-02", "RC-VEH-02")
def test_bug_nobody_strikes_at_what_takes_them_along(table: Cast) -> None:
    table.play("arm", who="raider", damage="1d6")
    table.play("board", who="lark", vehicle="van")
    table.play("board", who="raider", vehicle="van", controls=False)
    table.begin({"lark": 18}, {"raider": 5})
    place(table, "lane", "lark", "raider", "van")
    table.play("drive", who="lark", to=["field"])
    assert area(table, "raider") == "field"
