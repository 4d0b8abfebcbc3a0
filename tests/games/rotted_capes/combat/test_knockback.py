"""Knockback: who is knocked down or sent flying, and what they strike."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.holdings import Trait, TraitGained
from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Anvil with Strength 20, and a raider with Fortitude 14 and Dexterity 12."""
    table = Cast()
    table.hero("anvil", str=20)
    table.threat("raider", stamina=90, wounds=5, dex=12, rank=3, avoidance=10, fortitude=14)
    return table


def strike(table: Cast, die: int, damage: int, chosen: str = "", **more: Any) -> int:
    """Anvil strikes the raider; the entry's number."""
    dice = {"attack": [die], "damage": [damage]}
    responses = {"knockback/raider": chosen} if chosen else {}
    return table.play("attack", who="anvil", target="raider", damage="1d100", dice=dice, responses=responses, **more)


def flying(table: Cast) -> list[int]:
    """The Areas that the raider flies yet."""
    return [int(str(each.data["areas"])) for each in table.sheet("raider").conditions.values() if each.what == "flung"]


@pytest.mark.rules("RC-KNOCK-01", "RC-KNOCK-02")
@pytest.mark.parametrize(("die", "damage"), [(20, 5), (12, 15)])
def test_a_hard_kinetic_hit_of_the_strong_knocks_down(table: Cast, die: int, damage: int) -> None:
    entry = strike(table, die, damage, "down")
    assert (table.conditions("raider"), "RC-KNOCK-02" in table.cited(entry)) == (["prone"], True)


@pytest.mark.rules("RC-KNOCK-01")
def test_an_attacker_may_choose_not_to_knock_a_target_down(table: Cast) -> None:
    strike(table, 20, 50, "no")
    assert table.conditions("raider") == []


@pytest.mark.rules("RC-KNOCK-01")
@pytest.mark.parametrize(
    ("strength", "die", "damage", "kind"),
    [(19, 20, 50, "kinetic"), (20, 12, 14, "kinetic"), (20, 20, 50, "fire")],
)
def test_others_knock_nobody_back(table: Cast, strength: int, die: int, damage: int, kind: str) -> None:
    table.play("enter_statistics", who="anvil", statistics={"scores": {"strength": strength}})
    strike(table, die, damage, type=kind)
    assert table.conditions("raider") == []


@pytest.mark.rules("RC-KNOCK-01")
def test_the_feature_is_as_good_as_the_strength(table: Cast) -> None:
    table.play("enter_statistics", who="anvil", statistics={"scores": {"strength": 10}})
    table.let("anvil", TraitGained(name="feature", trait=Trait(kind="enhanced_strength", title="Enhanced Strength")))
    strike(table, 20, 5, "down")
    assert table.conditions("raider") == ["prone"]


@pytest.mark.rules("RC-KNOCK-03", "RC-RULING-41")
@pytest.mark.parametrize(("resistance", "damage", "areas"), [(0, 15, 1), (0, 29, 2), (0, 30, 3), (5, 30, 2)])
def test_a_target_flies_an_area_for_10_points_after_dr(table: Cast, resistance: int, damage: int, areas: int) -> None:
    if resistance:
        table.play("grant_resistance", who="raider", amount=resistance)
    strike(table, 12, damage, "flying")
    assert flying(table) == [areas]


@pytest.mark.rules("RC-KNOCK-03")
def test_a_critical_hit_sends_an_area_at_least(table: Cast) -> None:
    strike(table, 20, 3, "flying")
    assert flying(table) == [1]
    assert table.refusal("land", who="raider", struck=10, after=2).rule == "RC-KNOCK-03"
    assert table.refusal("land", who="anvil").rule == "RC-KNOCK-03"


@pytest.mark.rules("RC-KNOCK-04", "RC-RULING-04", "RC-RULING-41")
@pytest.mark.parametrize(("after", "dice", "lost"), [(2, [4, 6], 7 + 10 - 3), (0, [], 7 - 3)])
def test_a_collision_deals_half_the_strength_and_1d6_an_area(
    table: Cast, after: int, dice: list[int], lost: int
) -> None:
    table.play("grant_resistance", who="raider", amount=3)
    strike(table, 12, 33, "flying")
    given = {"damage": dice} if dice else {}
    table.play("land", who="raider", struck=15, after=after, dice=given)
    assert table.current("raider", "stamina") == 90 - 30 - lost
    assert table.conditions("raider") == ["prone", "resistant"]


@pytest.mark.rules("RC-KNOCK-05")
@pytest.mark.parametrize(("die", "conditions"), [(14, ["prone"]), (15, [])])
def test_who_strikes_nothing_lands_by_a_check(table: Cast, die: int, conditions: list[str]) -> None:
    strike(table, 12, 16, "flying")
    table.play("land", who="raider", dice={"check": [die]})
    assert table.conditions("raider") == conditions


@pytest.mark.rules("RC-KNOCK-05")
@pytest.mark.parametrize(("die", "conditions"), [(12, ["prone"]), (13, [])])
def test_with_a_skill_set_they_land_by_a_challenge(table: Cast, die: int, conditions: list[str]) -> None:
    strike(table, 12, 16, "flying")
    table.play("land", who="raider", skilled=True, dice={"challenge": [die]})
    assert table.conditions("raider") == conditions


@pytest.mark.rules("RC-KNOCK-06", "RC-RULING-41")
@pytest.mark.parametrize(("material", "left"), [(10, [2]), (11, [])])
def test_who_resists_as_much_as_the_wall_breaks_through(table: Cast, material: int, left: list[int]) -> None:
    table.play("grant_resistance", who="raider", amount=10)
    strike(table, 12, 40, "flying")
    assert flying(table) == [3]
    table.play("land", who="raider", struck=material, after=1, dice={"damage": [4]})
    assert (flying(table), "prone" in table.conditions("raider")) == (left, not left)


@pytest.mark.rules("RC-KNOCK-03")
def test_a_flung_creature_ends_up_in_an_area_of_the_map(table: Cast) -> None:
    for area, border in (("hall", "yard"), ("yard", "hall")):
        table.play("draw_area", encounter="underpass", area=area, borders=[border])
    table.play("freeform.place", encounter="underpass", who="raider", area="hall")
    strike(table, 12, 16, "flying")
    table.play("land", who="raider", area="yard", dice={"check": [20]})
    positions = table.fight_state().positions
    assert [position.area for position in positions.values()] == ["yard"]


@pytest.mark.rules("RC-KNOCK-07")
def test_a_plot_point_twists_a_knockback(table: Cast) -> None:
    entry = table.play("twist_knockback", who="anvil", change="the crates tumble")
    assert table.current("anvil", "plot_points") == 0
    assert "RC-KNOCK-07" in table.cited(entry)
    assert table.refusal("twist_knockback", who="anvil", change="again").rule == "RC-PP-02"
    assert table.forbidden("twist_knockback", as_player="ana", who="anvil", change="again")
