"""Mounts and vehicles: whose Pace and initiative, control, attacks from and at them, and crashes."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.log import Noted
from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Lark drives a van with Wren beside her; a mare; and a raider on foot, before any fight."""
    table = Cast()
    table.hero("lark", dex=14, rank=3, run=3, avoidance=13)
    table.hero("wren", dex=12, avoidance=13, melee=2, ranged=2)
    table.threat("raider", run=3, avoidance=10, stamina=30, ranged=4)
    table.threat("van", "vehicle", hits=3, run=9, handling=1, material_strength=8, size="large")
    table.threat("mare", "animal", run=6, avoidance=12, stamina=20, fortitude=30)
    for where in ("lane", "field"):
        table.play("freeform.draw_area", area=where, borders=["field"])
    return table


def van(table: Cast, *, fight: bool = True) -> None:
    table.play("board", who="lark", vehicle="van")
    table.play("board", who="wren", vehicle="van", controls=False)
    if fight:
        table.begin({"lark": 18, "wren": 12}, {"raider": 5})


def mare(table: Cast) -> None:
    table.play("board", who="lark", vehicle="mare", ability="wisdom", as_player="ana")
    table.begin({"lark": 18}, {"raider": 5})


def place(table: Cast, where: str, *whom: str) -> None:
    for who in whom:
        table.play("freeform.place", who=who, area=where)


def area(table: Cast, who: str) -> str:
    return str(table.fight_state().positions[table.ref(who).split("/")[1]].area)


def shoots(table: Cast, who: str, target: str, *dice: int, damage: int = 0, damage_dice: str = "", **more: Any) -> int:
    given: dict[str, Any] = {f"attack/{target}": [*dice]}
    if damage_dice:
        more["damage"] = damage_dice
    if damage:
        given[f"damage/{target}"] = [damage]
        more["damage"] = "1d20"
    return table.play(
        "attack", who=who, target=target, way="ranged", dice=given | more.pop("rolls", {}), force=True, **more
    )


@pytest.mark.rules("RC-VEH-01", "RC-VEH-02")
def test_a_vehicle_has_no_turn_and_goes_at_its_own_pace_under_its_driver(table: Cast) -> None:
    van(table)
    assert table.refusal("join_fight", who="van").rule == "RC-VEH-01"
    assert table.refusal("board", who="raider", vehicle="van").rule == "RC-VEH-01"
    assert table.refusal("drive", who="lark", areas=10).rule == "RC-MOVE-01"
    entry = table.play("drive", who="lark", areas=9, as_player="ana")
    assert {"RC-VEH-02", "RC-VEH-06"} <= table.cited(entry)
    table.next()
    assert table.refusal("move", who="wren", areas=1).rule == "RC-MOVE-01"
    table.play("get_off", who="wren")
    table.play("move", who="wren", areas=1)


@pytest.mark.rules("RC-VEH-06", "RC-VEH-07", "RC-RULING-74")
def test_driving_takes_the_action_of_each_turn_and_no_roll(table: Cast) -> None:
    van(table)
    assert table.refusal("move", who="lark", areas=1).rule == "RC-MOVE-01"
    entry = table.play("drive", who="lark", areas=4)
    table.play("drive", who="lark", areas=4)
    assert (table.left("lark", "action"), table.rolled(entry)) == (0, [])
    table.until("lark")
    table.play("dash", who="lark")
    assert table.refusal("drive", who="lark", areas=1).rule == "RC-TURN-02"
    assert table.refusal("drive", who="wren", areas=1).rule == "RC-VEH-06"


@pytest.mark.rules("RC-VEH-02")
def test_all_aboard_come_along(table: Cast) -> None:
    van(table)
    place(table, "lane", "lark", "wren", "van")
    table.play("drive", who="lark", to=["field"])
    assert [area(table, who) for who in ("lark", "wren", "van")] == ["field"] * 3


@pytest.mark.rules("RC-VEH-03", "RC-VEH-02", "RC-RULING-74")
@pytest.mark.parametrize("action", ["disengage", "dodge", "attack"])
def test_a_controlled_mount_moves_and_acts_on_its_riders_turn(table: Cast, action: str) -> None:
    table.play("arm", who="mare", damage="1d6", adds=2)
    mare(table)
    assert "mare" not in table.order()
    table.play("move", who="lark", areas=6)
    more: dict[str, Any] = {}
    if action == "attack":
        more = {"target": "raider", "dice": {"attack/raider": [12], "damage/raider": [4]}}
    table.play("direct", who="lark", action=action, as_player="ana", **more)
    assert table.left("lark", "action") == 1
    assert table.refusal("direct", who="lark", action="dodge").rule == "RC-VEH-03"
    if action == "attack":
        assert table.current("raider", "stamina") == 24
    else:
        assert {"disengage": "disengaged", "dodge": "dodging"}[action] in (
            table.conditions("lark") + table.conditions("mare")
        )
    table.next()
    assert table.refusal("direct", who="lark", action="dodge").rule == "RC-MOVE-01"


@pytest.mark.rules("RC-VEH-03", "RC-ATK-02")
def test_a_mount_attacks_nobody_in_another_area(table: Cast) -> None:
    table.play("arm", who="mare", damage="1d6")
    mare(table)
    place(table, "lane", "lark", "mare")
    place(table, "field", "raider")
    assert table.refusal("direct", who="lark", action="attack", target="raider").rule == "RC-ATK-02"
    table.play("shift", who="raider", to="lane")
    dice = {"attack/raider": [12], "damage/raider": [4]}
    table.play("direct", who="lark", action="attack", target="raider", dice=dice)
    assert table.current("raider", "stamina") == 26


@pytest.mark.rules("RC-VEH-03")
def test_a_mount_that_fought_for_itself_moves_with_its_rider_from_then_on(table: Cast) -> None:
    table.begin({"lark": 18}, {"raider": 5, "mare": 9})
    table.play("board", who="lark", vehicle="mare")
    assert table.order() == ["lark", "raider"]


@pytest.mark.rules("RC-VEH-04")
def test_an_independent_mount_keeps_its_initiative(table: Cast) -> None:
    table.begin({"lark": 18}, {"raider": 5, "mare": 9})
    entry = table.play("board", who="lark", vehicle="mare", controls=False)
    assert (table.order(), "RC-VEH-04" in table.cited(entry)) == (["lark", "mare", "raider"], True)
    assert table.refusal("direct", who="lark", action="dodge").rule == "RC-VEH-03"
    assert table.refusal("move", who="lark", areas=1).rule == "RC-MOVE-01"


@pytest.mark.rules("RC-VEH-05")
@pytest.mark.parametrize(("chosen", "rider", "mount"), [("attack", 34, 20), ("mare", 40, 14)])
def test_an_attacker_of_a_rider_chooses_rider_or_mount(table: Cast, chosen: str, rider: int, mount: int) -> None:
    table.play("arm", who="raider", damage="1d6")
    mare(table)
    place(table, "lane", "lark", "mare", "raider")
    target = "lark" if chosen == "attack" else "mare"
    answer = chosen if chosen == "attack" else table.ref(chosen)
    table.play(
        "move",
        who="lark",
        to=["field"],
        responses={"opportunity/raider/lark": answer},
        dice={f"attack/{target}": [17], f"damage/{target}": [6]},
    )
    assert (table.current("lark", "stamina"), table.current("mare", "stamina")) == (rider, mount)


@pytest.mark.rules("RC-VEH-08", "RC-VEH-09", "RC-VEH-10")
@pytest.mark.parametrize(
    ("more", "dice", "total"),
    [
        ({"trained": True}, [10], 16),
        ({}, [10, 4], 10),
        ({"trained": True, "specialist": True}, [10, 14], 20),
        ({"specialist": True}, [10, 4], 10),
        ({"trained": True, "circumstances": -3}, [10], 13),
    ],
)
def test_a_control_challenge_adds_rank_ability_and_handling(
    table: Cast, more: dict[str, Any], dice: list[int], total: int
) -> None:
    van(table, fight=False)
    entry = table.play("control", who="lark", difficulty=16, dice={"challenge": dice}, **more)
    assert table.rolls(entry)["challenge"] == total
    assert table.outcomes_of(entry)["challenge"] == ("success" if total >= 16 else "failure")
    assert table.refusal("control", who="raider", difficulty=16, dice={"challenge": [1]}).rule == "RC-VEH-08"


@pytest.mark.rules("RC-VEH-11")
@pytest.mark.parametrize(
    ("deed", "difficulty"),
    [("calm a startled horse", 10), ("keep straight in a chase", 10), ("take narrow streets", 10),
     ("mount a horse that runs", 15), ("drift round a bend", 15), ("land on a short strip", 15),
     ("charge with a panicked mount", 20), ("turn about between vehicles", 20),
     ("stop at a ledge", 25), ("weave through wrecks under fire", 25),
     ("save an airliner from a dive", 30), ("drift a bus across a war zone", 30)],
)  # fmt: skip
def test_examples_set_the_number(table: Cast, deed: str, difficulty: int) -> None:
    van(table, fight=False)
    entry = table.play("control", who="lark", deed=deed, trained=True, dice={"challenge": [10]})
    assert [rolled.target for _, rolled in table.rolled(entry)] == [difficulty]


@pytest.mark.rules("RC-VEH-12", "RC-RULING-53")
@pytest.mark.parametrize(("areas", "dice", "total"), [(4, (10,), 12), (5, (10, 4), 6), (9, (10, 4), 6)])
def test_from_a_vehicle_that_is_faster_by_5_attacks_have_disadvantage(
    table: Cast, areas: int, dice: tuple[int, ...], total: int
) -> None:
    van(table)
    table.play("drive", who="lark", areas=areas)
    table.next()
    assert table.rolls(shoots(table, "wren", "raider", *dice))["attack/raider"] == total


@pytest.mark.rules("RC-VEH-13", "RC-VEH-14", "RC-RULING-18")
@pytest.mark.parametrize(("die", "outcome"), [(11, "miss"), (12, "success")])
def test_an_attack_on_a_vehicle_is_rolled_against_its_drivers_passive_challenge(
    table: Cast, die: int, outcome: str
) -> None:
    van(table)
    table.next(2)
    entry = shoots(table, "raider", "van", die, 2, damage=3 if outcome == "success" else 0)
    ((_, rolled),) = [one for one in table.rolled(entry) if one[1].name.startswith("attack")]
    assert (rolled.target, rolled.total) == (16, die + 4)
    assert (rolled.outcome == "success") is (outcome == "success")
    assert {"RC-VEH-13", "RC-VEH-14"} <= table.cited(entry)
    entry = shoots(table, "raider", "wren", 15)
    assert "RC-VEH-13" in table.cited(entry)


@pytest.mark.rules("RC-VEH-14")
def test_whether_large_vehicles_are_easier_is_for_the_campaign() -> None:
    table = Cast(large_vehicles_easier=False)
    table.hero("lark")
    table.threat("raider")
    table.threat("van", "vehicle", hits=3, size="large")
    table.play("board", who="lark", vehicle="van")
    assert table.rolls(shoots(table, "raider", "van", 11))["attack/van"] == 11


@pytest.mark.rules("RC-VEH-15")
def test_an_unattended_vehicle_is_hit_without_a_roll_and_a_mount_as_itself(table: Cast) -> None:
    entry = table.play("attack", who="raider", target="van", way="ranged", damage="1d20", dice={"damage/van": [9]})
    assert (table.current("van", "hits"), table.outcomes_of(entry)["attack/van"]) == (2, "success")
    entry = shoots(table, "raider", "mare", 8)
    assert [rolled.target for _, rolled in table.rolled(entry)] == [12]


@pytest.mark.rules("RC-VEH-16", "RC-RULING-53")
@pytest.mark.parametrize(("areas", "dice", "total"), [(4, (15,), 19), (5, (15, 5), 9)])
def test_passengers_of_a_vehicle_faster_by_5_areas_are_harder_to_hit(
    table: Cast, areas: int, dice: tuple[int, ...], total: int
) -> None:
    van(table)
    table.play("drive", who="lark", areas=areas)
    table.next(2)
    assert table.rolls(shoots(table, "raider", "wren", *dice))["attack/wren"] == total


@pytest.mark.rules("RC-VEH-16")
@pytest.mark.parametrize(("die", "answer", "hits"), [(13, "hit", 2), (13, "miss", 3), (12, "", 3)])
def test_a_miss_that_exceeds_the_passive_challenge_may_hit_the_vehicle(
    table: Cast, die: int, answer: str, hits: int
) -> None:
    van(table)
    table.play("enter_statistics", who="wren", statistics={"defenses": {"avoidance": 25}})
    table.next(2)
    rolls = {"damage/van": [9], "challenge/lark": [20]} if answer == "hit" else {}
    responses = {"stray/raider/wren": answer} if answer else {}
    shoots(table, "raider", "wren", die, responses=responses, rolls=rolls, damage_dice="1d20")
    assert table.current("van", "hits") == hits


@pytest.mark.rules("RC-VEH-17", "RC-VEH-01", "RC-RULING-53")
@pytest.mark.parametrize(("damage", "hits", "added"), [(7, 3, None), (8, 3, 6), (9, 2, 5), (13, 2, 1)])
def test_damage_that_reaches_the_material_strength_costs_control(
    table: Cast, damage: int, hits: int, added: int | None
) -> None:
    van(table, fight=False)
    dice = {} if added is None else {"challenge/lark": [10]}
    entry = table.play("harm", who="van", amount=damage, dice=dice)
    assert table.current("van", "hits") == hits
    rolled = [(roll.target, roll.total) for _, roll in table.rolled(entry)]
    assert rolled == ([] if added is None else [(15, 10 + added)])


@pytest.mark.rules("RC-VEH-18")
def test_the_editor_in_chief_decides_what_becomes_of_it(table: Cast) -> None:
    van(table, fight=False)
    entry = table.play("consequence", who="lark", what="skid", because="into the median")
    assert "RC-VEH-18" in table.cited(entry)
    assert table.forbidden("consequence", as_player="ana", who="lark", what="none") != ""


@pytest.mark.rules("RC-VEH-19", "RC-VEH-20")
def test_a_crash_hurts_those_inside_and_those_who_are_struck(table: Cast) -> None:
    van(table)
    table.play("drive", who="lark", areas=3)
    dice = {"damage/lark": [1, 2, 3], "damage/wren": [6, 6, 6], "damage/raider": [8, 4, 1]}
    entry = table.play("crash", vehicle="van", struck=["raider"], dice=dice)
    assert table.rolls(entry)["damage/lark"] == 14
    assert [table.current(who, "stamina") for who in ("lark", "wren", "raider")] == [26, 14, 17]
    assert {"RC-VEH-19", "RC-VEH-20"} <= table.cited(entry)


@pytest.mark.rules("RC-VEH-19")
def test_what_stood_still_hurts_by_its_material_strength_alone(table: Cast) -> None:
    van(table, fight=False)
    table.play("crash", vehicle="van", areas=0)
    assert table.current("lark", "stamina") == 32


@pytest.mark.rules("RC-VEH-21")
def test_safety_takes_off_damage_and_the_editor_in_chief_says_what_survives(table: Cast) -> None:
    van(table, fight=False)
    entry = table.play(
        "crash", vehicle="van", areas=1, safety=5, scrap=True, dice={"damage/lark": [4], "damage/wren": [1]}
    )
    assert [table.current(who, "stamina") for who in ("lark", "wren")] == [33, 36]
    assert (table.current("van", "hits"), "RC-VEH-21" in table.cited(entry)) == (0, True)
    assert [event.data for event in table.told(entry) if isinstance(event, Noted)] == [{"scrap": True, "safety": 5}]
    assert table.forbidden("crash", as_player="ana", vehicle="van") != ""


@pytest.mark.rules("RC-VEH-22")
@pytest.mark.parametrize(("difficulty", "die", "state"), [(20, 15, []), (20, 16, ["shut_down"]), (30, 20, [])])
def test_the_wireless_power_shuts_down_a_vehicle(table: Cast, difficulty: int, die: int, state: list[str]) -> None:
    assert table.refusal("shut_down", who="wren", target="van").rule == "RC-VEH-22"
    table.play("learn", who="wren", name="Wireless", activation="action")
    table.play("enter_statistics", who="wren", statistics={"power": 18})
    table.begin({"wren": 20}, {"raider": 1})
    assert table.refusal("shut_down", who="wren", target="mare").rule == "RC-VEH-22"
    table.play("shut_down", who="wren", target="van", difficulty=difficulty, dice={"check": [die]}, as_player="ana")
    assert (table.conditions("van"), table.left("wren", "action")) == (state, 0)


@pytest.mark.rules("RC-VEH-22")
def test_against_a_hardened_vehicle_it_may_take_a_demanding_action_and_a_dead_one_stands_still(table: Cast) -> None:
    van(table)
    table.play("learn", who="lark", name="Wireless", activation="action")
    table.play("shut_down", who="lark", target="van", demanding=True)
    assert table.conditions("lark") == ["demanding"]
    table.until("lark")
    table.play("shut_down", who="lark", target="van", demanding=True, dice={"check": [20]})
    assert table.refusal("drive", who="lark", areas=1).rule == "RC-MOVE-01"


@pytest.mark.rules("RC-VEH-02", "RC-EXH-01", "RC-ENC-02", "RC-TRAV-06", "RC-COND-08")
@pytest.mark.parametrize(("trouble", "pace"), [("", 6), ("tired", 4), ("lame", 3), ("held", 0)])
def test_a_rider_goes_as_far_as_the_mount_can(table: Cast, trouble: str, pace: int) -> None:
    if trouble == "tired":
        table.play("exhaust", who="mare", levels=2)
    if trouble == "lame":
        table.play("travel", who=["mare"], means="mount", mph=6, hours=9)
        table.play("founder", mount="mare")
        table.play("rest", who="mare")
        table.play("mend", who="mare", wounds=1)
    if trouble == "held":
        table.play("impose", who="mare", what="grappled")
    mare(table)
    assert table.refusal("move", who="lark", areas=pace + 1).rule == "RC-MOVE-01"
    table.play("move", who="lark", areas=pace)
