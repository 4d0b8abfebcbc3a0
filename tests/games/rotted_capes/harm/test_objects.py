"""Objects: what they withstand, what breaks them, and what the tables say of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Anvil with Strength 14, and a raider with Avoidance 12."""
    table = Cast()
    table.hero("anvil", str=14, plot_points_start=1)
    table.threat("raider", stamina=40, wounds=3, avoidance=12)
    return table


def put(table: Cast, what: str = "crate", holder: str = "underpass", **more: Any) -> int:
    return table.play("place_object", holder=holder, what=what, **more)


def state(table: Cast, holder: str = "underpass") -> tuple[int, int]:
    """The Material Strength and the Hits left of the only object there."""
    items = table.fight_state().items if holder == "underpass" else table.sheet(holder).items
    (item,) = items.values()
    return int(str(item.data.get("strength", 0))), item.tracks["hits"]


def hit(table: Cast, damage: int, holder: str = "underpass", what: str = "crate", **more: Any) -> int:
    dice = {"damage": [damage], **more.pop("dice", {})}
    return table.play("hit_object", who="anvil", holder=holder, thing=what, damage="1d100", dice=dice, **more)


@pytest.mark.rules("RC-OBJ-01", "RC-OBJ-05")
@pytest.mark.parametrize(("damage", "left"), [(9, 4), (10, 4), (11, 3), (27, 3)])
def test_damage_above_the_strength_costs_a_hit_without_a_roll(table: Cast, damage: int, left: int) -> None:
    put(table, strength=10, hits=4)
    entry = hit(table, damage)
    assert state(table) == (10, left)
    assert "RC-OBJ-05" in table.cited(entry)


@pytest.mark.rules("RC-OBJ-03", "RC-RULING-54")
@pytest.mark.parametrize(("damage", "left"), [(27, 3), (28, 0)])
def test_twice_the_strength_and_hits_destroys(table: Cast, damage: int, left: int) -> None:
    put(table, strength=10, hits=4)
    hit(table, damage)
    assert state(table) == (10, left)


@pytest.mark.rules("RC-RULING-54")
def test_an_object_is_destroyed_by_its_full_hits_and_not_by_what_is_left(table: Cast) -> None:
    put(table, strength=10, hits=4)
    hit(table, 11)
    hit(table, 26)
    assert state(table) == (10, 2)


@pytest.mark.rules("RC-OBJ-04")
def test_what_is_damaged_stays_so_until_it_is_repaired(table: Cast) -> None:
    put(table, strength=10, hits=2)
    assert table.refusal("repair", holder="underpass", thing="crate").rule == "RC-OBJ-04"
    hit(table, 11)
    assert state(table) == (10, 1)
    table.play("repair", holder="underpass", thing="crate")
    assert state(table) == (10, 2)
    hit(table, 11)
    hit(table, 11)
    blow = {"who": "anvil", "holder": "underpass", "thing": "crate"}
    assert table.refusal("hit_object", damage="1d6", dice=None, **blow).rule == "RC-OBJ-04"
    assert table.refusal("break_object", dice=None, **blow).rule == "RC-OBJ-04"


@pytest.mark.rules("RC-OBJ-06", "RC-OBJ-02")
@pytest.mark.parametrize(
    ("dice", "damage", "left"),
    [([9, 20], None, 3), ([10, 20], 11, 2), ([20, 20], 11, 1), ([20, 20], 10, 3)],
)
def test_what_is_held_takes_a_hampered_attack_on_its_holder(
    table: Cast, dice: list[int], damage: int | None, left: int
) -> None:
    put(table, holder="raider", strength=10, hits=3)
    given = {"attack": dice, **({} if damage is None else {"damage": [damage]})}
    entry = table.play("hit_object", who="anvil", holder="raider", thing="crate", damage="1d100", dice=given)
    assert (state(table, "raider"), table.current("raider", "stamina")) == ((10, left), 40)
    assert "RC-OBJ-06" in table.cited(entry)


@pytest.mark.rules("RC-OBJ-05", "RC-OBJ-06")
@pytest.mark.parametrize("where", ["one's own", "on the ground"])
def test_what_nobody_else_holds_is_hit_without_a_roll(table: Cast, where: str) -> None:
    holder = "anvil" if where == "one's own" else "raider"
    table.play("gain_gear", who=holder, gear="bottle-bomb")
    (item,) = table.sheet(holder).items.values()
    if where == "on the ground":
        table.play("impose", who="raider", what="stunned", tags=["Greater"])
    entry = hit(table, 90, holder=holder, what=item.what)
    assert (state(table, holder)[1], [*table.rolls(entry)]) == (0, ["damage"])


@pytest.mark.rules("RC-PP-08", "RC-OBJ-05")
def test_the_damage_to_an_object_is_rolled_again_for_a_plot_point(table: Cast) -> None:
    put(table, strength=10, hits=4)
    again: dict[str, Any] = {"responses": {"reroll/damage/anvil": "yes"}, "dice": {"damage/again": [12]}}
    hit(table, 9, **again)
    assert (state(table), table.current("anvil", "plot_points")) == ((10, 3), 0)


@pytest.mark.rules("RC-OBJ-07", "RC-OBJ-10")
@pytest.mark.parametrize(
    ("quality", "expected"), [(None, (10, 1)), ("common", (10, 1)), ("poor", (9, 1)), ("fine", (13, 2))]
)
def test_what_is_not_said_is_common(table: Cast, quality: str | None, expected: tuple[int, int]) -> None:
    put(table, "door, wood", **({} if quality is None else {"quality": quality}))
    assert state(table) == expected


@pytest.mark.rules("RC-OBJ-10")
@pytest.mark.parametrize(("material", "expected"), [("glass", (1, 1)), ("paper or cloth", (1, 1))])
def test_poor_construction_leaves_1_of_each(table: Cast, material: str, expected: tuple[int, int]) -> None:
    put(table, material=material, quality="poor")
    assert state(table) == expected


@pytest.mark.rules("RC-OBJ-08")
@pytest.mark.parametrize(
    ("more", "damage", "left"),
    [({"factor": "double"}, 6, 3), ({"factor": "half"}, 21, 4), ({"factor": "half"}, 22, 3), ({"strength": 3}, 13, 4)],
)
def test_the_editor_in_chief_judges_the_material(table: Cast, more: dict[str, Any], damage: int, left: int) -> None:
    put(table, strength=10, hits=4)
    entry = hit(table, damage, **more)
    assert state(table) == (10, left)
    assert "RC-OBJ-08" in table.cited(entry)
    blow = {"who": "anvil", "holder": "underpass", "thing": "crate", "damage": "1d6", "as_player": "ana"}
    assert table.refusal("hit_object", dice=None, **blow, **more).rule == "RC-OBJ-08"


@pytest.mark.rules("RC-OBJ-09", "RC-RULING-56")
@pytest.mark.parametrize(
    ("material", "inches", "expected"),
    [
        ("Paper or Cloth", 1, (0, 1)),
        ("Plastic", 5, (1, 1)),
        ("Ceramic", 1, (1, 2)),
        ("Hard Plastic", 2, (4, 2)),
        ("Leather or Hide", 3, (5, 1)),
        ("Wood/Ice", 3, (10, 3)),
        ("Aluminum", 1, (12, 1)),
        ("Stone/Concrete", 1, (15, 1)),
        ("Stone/Concrete", 3, (15, 4)),
        ("Iron", 2, (18, 6)),
        ("Steel", 1, (20, 3)),
        ("Carbon Steel Alloy", 1, (25, 3)),
        ("Titanium", 1, (30, 3)),
        ("Tungsteel", 1, (35, 4)),
        ("DH3, Palladium Metallic Glass", 1, (40, 4)),
    ],
)
def test_a_material_says_strength_and_hits(table: Cast, material: str, inches: int, expected: tuple[int, int]) -> None:
    put(table, material=material, inches=inches)
    assert state(table) == expected


@pytest.mark.rules("RC-OBJ-09")
def test_what_no_table_lists_is_refused(table: Cast) -> None:
    assert table.refusal("place_object", holder="underpass", what="dream").rule == "RC-OBJ-09"


@pytest.mark.rules("RC-OBJ-11", "RC-RULING-55", "RC-RULING-56")
@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("Aluminum Bat/Lead Pipe/Sword", (20, 3)),
        ("Car Door", (15, 2)),
        ("Floor, Reinforced Concrete (12 inch)", (20, 36)),
        ("Handcuffs", (15, 1)),
        ("Rope", (15, 1)),
        ("Wall, Masonry (8 inch)", (15, 6)),
        ("Wood Bat/Club/Wood Axe", (15, 2)),
    ],
)
def test_a_listed_item_has_its_own_numbers(table: Cast, item: str, expected: tuple[int, int]) -> None:
    put(table, item, material="steel", inches=8)
    assert state(table) == expected


@pytest.mark.rules("RC-OBJ-12", "RC-RULING-55")
@pytest.mark.parametrize(("die", "left"), [(17, 1), (18, 0)])
def test_strength_snaps_handcuffs_at_20(table: Cast, die: int, left: int) -> None:
    put(table, "handcuffs")
    table.play("break_object", who="anvil", holder="underpass", thing="handcuffs", dice={"check": [die]})
    assert state(table) == (15, left)


@pytest.mark.rules("RC-OBJ-12")
@pytest.mark.parametrize(("die", "left"), [(12, 1), (13, 0)])
def test_the_hits_that_remain_count(table: Cast, die: int, left: int) -> None:
    put(table, strength=10, hits=2)
    hit(table, 11)
    table.play("break_object", who="anvil", holder="underpass", thing="crate", dice={"check": [die]})
    assert state(table) == (10, left)


@pytest.mark.rules("RC-OBJ-13")
def test_each_further_try_of_a_day_is_harder(table: Cast) -> None:
    put(table, "handcuffs")
    totals = []
    for seconds in (0, 60, 60, 86_400):
        table.play("freeform.advance_clock", seconds=seconds or 1)
        entry = table.play("break_object", who="anvil", holder="underpass", thing="handcuffs", dice={"check": [10]})
        totals.append(table.rolls(entry)["check"])
    assert totals == [12, 11, 10, 12]


@pytest.mark.rules("RC-OBJ-14")
def test_limits_are_pushed_by_athletics_or_a_plot_point(table: Cast) -> None:
    entry = table.play("push_limits", who="anvil", feat="a car", difficulty=15, trained=True, dice={"challenge": [13]})
    assert table.outcomes_of(entry)["challenge"] == "success"
    entry = table.play("push_limits", who="anvil", feat="a truck")
    assert table.current("anvil", "plot_points") == 0
    assert "RC-OBJ-14" in table.cited(entry)
    assert table.refusal("push_limits", who="anvil", feat="a house").rule == "RC-PP-02"
    assert table.forbidden("push_limits", as_player="ana", who="anvil", feat="a house")


@pytest.mark.rules("RC-OBJ-09", "RC-OBJ-01")
def test_bug_a_strength_of_0_that_is_given_counts_before_that_of_the_material(table: Cast) -> None:
    put(table, what="screen", strength=0, material="glass")
    assert state(table) == (0, 1)
