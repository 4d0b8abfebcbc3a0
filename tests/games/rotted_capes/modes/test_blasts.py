"""Blasts: one attack on everybody in an Area, rolled once or for each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast
from tests.games.rotted_capes.modes.test_hordes import cast, ghouls, size

FIRE: dict[str, Any] = {
    "who": "lark",
    "area": "yard",
    "way": "ranged",
    "damage": "2d6",
    "adds": 1,
    "type": "fire",
    "spares": ["anvil"],
}


def yard(count: int = 6, *, on: bool = True, **options: Any) -> Cast:
    """Lark at the gate, Anvil and so many ghouls in the yard; it is Lark's turn."""
    table = cast(count, on=on, **options)
    table.play("shift", encounter="underpass", who="lark", to="gate")
    foes = {ghoul: 12 - number for number, ghoul in enumerate(ghouls(count))}
    table.begin({"lark": 20, "anvil": 2}, foes)
    return table


def blast(table: Cast, dice: dict[str, list[int]], **more: Any) -> int:
    return table.play("attack_area", **FIRE | {"dice": dice} | more)


def dead(table: Cast, count: int = 6) -> list[str]:
    return [ghoul for ghoul in ghouls(count) if "dead" in table.conditions(ghoul)]


@pytest.mark.rules("RC-HORDE-08")
def test_one_roll_is_held_against_the_defense_of_each_and_one_damage_dealt_to_all() -> None:
    table = yard()
    table.play("enter_statistics", who="ghoul-4", statistics={"defenses": {"avoidance": 19}})
    table.play("enter_statistics", who="ghoul-5", statistics={"defenses": {"fortitude": 5}})
    entry = blast(table, {"attack/disadvantage": [18, 18], "damage": [3, 3]})
    outcomes = table.outcomes_of(entry)
    assert [outcomes[f"attack/{ghoul}"] for ghoul in ghouls(6)] == ["success"] * 3 + ["failure"] + ["success"] * 2
    assert (dead(table), size(table), "RC-HORDE-08" in table.cited(entry)) == (["ghoul-5"], 5, True)


@pytest.mark.rules("RC-HORDE-08")
def test_a_roll_that_misses_them_all_deals_no_damage() -> None:
    table = yard()
    entry = blast(table, {"attack/disadvantage": [1, 20]})
    assert ({table.outcomes_of(entry)[f"attack/{ghoul}"] for ghoul in ghouls(6)}, dead(table)) == ({"miss"}, [])


@pytest.mark.rules("RC-HORDE-08", "RC-ATK-06", "RC-HORDE-10")
def test_a_natural_20_is_critical_for_everybody_there() -> None:
    table = yard()
    blast(table, {"attack/disadvantage": [20, 20], "damage": [1, 1]})
    assert (dead(table), size(table)) == (ghouls(6), 0)


@pytest.mark.rules("RC-HORDE-08", "RC-CMOD-05")
def test_targets_with_another_edge_have_a_roll_of_their_own() -> None:
    table = yard()
    table.play("impose", who="ghoul-2", what="restrained")
    for ghoul in ghouls(6):
        table.play("enter_statistics", who=ghoul, statistics={"defenses": {"fortitude": 5}})
    entry = blast(table, {"attack": [1], "attack/disadvantage": [19, 12], "damage": [3, 3]}, covered=["ghoul-3"])
    outcomes = table.outcomes_of(entry)
    assert [outcomes[f"attack/{ghoul}"] for ghoul in ghouls(3)] == ["success", "miss", "success"]
    assert dead(table) == ["ghoul-1", "ghoul-3", "ghoul-4", "ghoul-5", "ghoul-6"]


@pytest.mark.rules("RC-HORDE-08")
def test_a_campaign_may_roll_for_each_who_is_there() -> None:
    table = yard(5, area_rolls="each")
    dice = {f"attack/ghoul-{number}": [die, die] for number, die in enumerate((1, 5, 16, 17, 20), start=1)}
    dice |= {f"damage/ghoul-{number}": [2, number] for number in (3, 4, 5)}
    entry = blast(table, dice)
    outcomes = table.outcomes_of(entry)
    assert [outcomes[f"attack/{ghoul}"] for ghoul in ghouls(5)] == ["miss", "failure", "success", "success", "critical"]
    assert [table.rolls(entry)[f"damage/ghoul-{number}"] for number in (3, 4, 5)] == [6, 7, 8]
    assert dead(table, 5) == ["ghoul-5"]


@pytest.mark.rules("RC-SIZE-06")
def test_every_area_attack_catches_the_gargantuan_wherever_they_stand() -> None:
    table = cast(2)
    table.threat("colossus", size="gargantuan", stamina=100)
    table.play("freeform.place", encounter="underpass", who="colossus", area="hall")
    table.play("shift", encounter="underpass", who="anvil", to="hall")
    table.begin({"lark": 20, "anvil": 3}, {"ghoul-1": 9, "ghoul-2": 8, "colossus": 7})
    entry = blast(table, {"attack/disadvantage": [15, 15], "damage": [4, 4]}, farthest=0)
    assert (table.current("colossus", "stamina"), table.current("anvil", "stamina")) == (91, 100)
    assert {"RC-SIZE-06", "RC-CMOD-01"} <= table.cited(entry)


@pytest.mark.rules("RC-PP-08", "RC-HORDE-08")
def test_a_plot_point_rolls_for_everybody_again() -> None:
    table = yard()
    table.play("begin_issue", title="One")
    entry = blast(
        table,
        {"attack/disadvantage": [2, 3], "attack/disadvantage/again": [20, 20], "damage": [1, 1]},
        responses={"reroll/attack/disadvantage/lark": "yes", "reroll/damage/lark": "no"},
    )
    assert (len(dead(table)), "RC-PP-08" in table.cited(entry)) == (6, True)


@pytest.mark.rules("RC-TURN-02", "RC-ATK-01", "RC-ATK-02", "RC-ATK-04", "RC-HORDE-04")
def test_what_an_attack_on_an_area_may_not_do() -> None:
    table = yard()
    cases: dict[str, dict[str, Any]] = {
        "RC-ATK-01": {"area": "gate"},
        "RC-ATK-02": {"way": "melee"},
        "RC-HORDE-04": {"who": "ghoul-1", "cost": "reaction"},
    }
    for refused, more in cases.items():
        assert table.refusal("attack_area", **FIRE | more).rule == refused
    assert table.refusal("attack_area", **FIRE | {"circumstances": 2, "as_player": "ana"}).rule == "RC-ATK-04"
    blast(table, {"attack/disadvantage": [2, 2]})
    assert table.refusal("attack_area", **FIRE).rule == "RC-TURN-02"
