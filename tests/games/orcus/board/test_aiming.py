"""What the map says of an attack: reach and range, lines, cover, concealment, light, senses and flanking."""

from typing import Any

import pytest

from tests.games.orcus.field import Field


@pytest.fixture
def field() -> Field:
    return Field()


@pytest.mark.rules("OR-RNG-06", "OR-TYPE-04", "OR-TYPE-05")
@pytest.mark.parametrize(("x", "y", "long"), [(5, 5, False), (5, 0, False), (6, 0, True), (2, 6, True), (10, 10, True)])
def test_a_target_beyond_the_normal_range_is_harder_to_hit(field: Field, x: int, y: int, long: bool) -> None:
    field.put("goblin", x, y)
    assert field.shoot() == ({"long range": -2} if long else {})


@pytest.mark.rules("OR-TYPE-05")
def test_a_target_beyond_the_long_range_cannot_be_attacked(field: Field) -> None:
    field.put("goblin", 11, 0)
    assert field.refused(ranged=True) == "OR-TYPE-05"


@pytest.mark.rules("OR-RNG-06")
@pytest.mark.parametrize(("height", "adds"), [(5, {}), (6, {"long range": -2})])
def test_height_counts_like_columns_and_rows(field: Field, height: int, adds: dict[str, int]) -> None:
    field.put("goblin", 3, 3, height=height)
    assert field.shoot() == adds


@pytest.mark.rules("OR-TYPE-04", "OR-RNG-01")
@pytest.mark.parametrize(("x", "refused"), [(5, ""), (6, "OR-TYPE-04")])
def test_with_a_single_range_nothing_beyond_it_is_attacked(field: Field, x: int, refused: str) -> None:
    field.carry("bryn", "sling", range=5, melee=False)
    field.put("goblin", x, 0)
    if refused:
        assert field.refused(ranged=True, weapon="sling") == refused
    else:
        assert field.shoot(weapon="sling") == {}


@pytest.mark.rules("OR-TYPE-04")
def test_one_square_of_a_large_target_in_range_is_enough(field: Field) -> None:
    field.put("ogre", 5, 5)
    assert field.shoot("ogre") == {}


@pytest.mark.rules("OR-TYPE-02", "OR-RNG-01", "OR-TYPE-03")
@pytest.mark.parametrize(
    ("reach", "x", "refused"), [(0, 1, ""), (0, 2, "OR-TYPE-02"), (1, 2, ""), (1, 3, "OR-TYPE-02")]
)
def test_a_melee_attack_reaches_as_far_as_its_weapon(field: Field, reach: int, x: int, refused: str) -> None:
    field.carry("bryn", "pike", reach=reach)
    field.put("goblin", x, x)
    if refused:
        assert field.refused(weapon="pike") == refused
    else:
        assert field.swing(weapon="pike") == {}


@pytest.mark.rules("OR-TYPE-02")
@pytest.mark.parametrize(("x", "refused"), [(0, ""), (1, "OR-TYPE-02")])
def test_the_tiny_share_the_square_of_whom_they_strike(field: Field, x: int, refused: str) -> None:
    field.monster("imp", size="tiny")
    field.carry("imp", "claw")
    field.play("freeform.set_turn", encounter="ledge", who=["bryn"], force=True)
    field.play("end_fight", encounter="ledge")
    field.put("imp", x, 0)
    args: dict[str, Any] = {"encounter": "ledge", "who": "imp", "target": "bryn"}
    if refused:
        assert field.refusal("make_basic_attack", **args).rule == refused
    else:
        entry = field.play("make_basic_attack", **args, dice={"attack/bryn": [1]})
        assert field.outcomes_of(entry) == {"attack/bryn": "miss"}


@pytest.mark.rules("OR-TYPE-03", "OR-RNG-03")
@pytest.mark.parametrize(("size", "reach"), [("tiny", 0), ("small", 1), ("medium", 1), ("large", 1)])
def test_the_body_reaches_one_square_unless_it_says_more(field: Field, size: str, reach: int) -> None:
    field.monster("beast", size=size)
    assert field.value("beast", "attributes.reach") == reach
    field.monster("roper", size="large", reach=3)
    assert field.value("roper", "attributes.reach") == 3


@pytest.mark.rules("OR-LOS-02")
@pytest.mark.parametrize("terrain", ["wall", "glass"])
def test_no_attack_goes_through_what_is_solid(field: Field, terrain: str) -> None:
    field.put("goblin", 4, 0)
    field.lay(terrain, *[[2, y] for y in range(-9, 10)])
    assert field.refused(ranged=True) == "OR-TGT-06"


@pytest.mark.rules("OR-LOS-02")
def test_the_game_master_may_waive_the_line(field: Field) -> None:
    field.put("goblin", 4, 0)
    field.lay("wall", *[[2, y] for y in range(-9, 10)])
    assert field.shoot(cover=0, because="a hole in the wall") == {}


@pytest.mark.rules("OR-LOS-01")
def test_glass_lets_one_see_whom_one_cannot_attack(field: Field) -> None:
    field.lay("glass", *[[2, y] for y in range(-9, 10)])
    field.play("teleport", who="bryn", to=[4, 0])
    assert field.at("bryn") == (4, 0)


@pytest.mark.rules("OR-LOS-01")
def test_any_corner_that_sees_any_part_is_enough(field: Field) -> None:
    field.lay("wall", *[[2, y] for y in range(-9, 10) if y != 1])
    field.put("ogre", 8, 8)
    field.play("teleport", who="bryn", to=[5, 1])
    assert field.at("bryn") == (5, 1)


@pytest.mark.rules("OR-COV-01", "OR-COV-03")
@pytest.mark.parametrize("terrain", ["low wall", "wall"])
def test_what_hides_half_of_a_target_gives_half_cover(field: Field, terrain: str) -> None:
    field.put("goblin", 4, 0)
    field.lay(terrain, [2, 0])
    assert field.shoot() == {"cover": -2}


@pytest.mark.rules("OR-COV-03")
@pytest.mark.parametrize("who", ["sela", "ogre"])
def test_friend_and_foe_in_between_give_half_cover(field: Field, who: str) -> None:
    field.put("goblin", 5, 0)
    field.put(who, 2, 0)
    assert field.shoot() == {"cover": -2}


@pytest.mark.rules("OR-COV-04")
def test_an_arrow_slit_gives_three_quarters_cover(field: Field) -> None:
    field.put("goblin", 4, 0)
    field.lay("arrow slit", [2, 0])
    assert field.shoot() == {"cover": -5}


@pytest.mark.rules("OR-COV-03", "OR-COV-04")
@pytest.mark.parametrize(
    ("walls", "adds"),
    [
        ([[1, 1], [3, 0]], {}),
        ([[2, 1]], {"cover": -2}),
        ([[2, 1], [3, 0]], {"cover": -5}),
    ],
)
def test_walls_cover_by_how_many_of_four_lines_they_block(
    field: Field, walls: list[list[int]], adds: dict[str, int]
) -> None:
    field.put("goblin", 3, 1)
    field.lay("wall", *walls)
    assert field.shoot() == adds


@pytest.mark.rules("OR-COV-02")
def test_only_the_best_cover_counts(field: Field) -> None:
    field.put("goblin", 4, 0)
    field.put("sela", 2, 0)
    field.lay("arrow slit", [3, 0])
    assert field.shoot() == {"cover": -5}


@pytest.mark.rules("OR-COV-01")
def test_what_stands_on_the_attacker_s_side_or_beyond_covers_nobody(field: Field) -> None:
    field.put("goblin", 4, 0)
    field.put("sela", 5, 0)
    field.lay("low wall", [0, 0], [4, 0], [2, 3])
    assert field.shoot() == {}


@pytest.mark.rules("OR-CONC-01", "OR-CONC-03", "OR-VIS-01", "OR-VIS-02", "OR-VIS-03")
@pytest.mark.parametrize(
    ("terrain", "near", "far"),
    [
        ("obscured light", -2, -2),
        ("obscured heavy", -2, -5),
        ("obscured total", -5, -5),
        ("dim", -2, -2),
        ("dark", -2, -5),
    ],
)
def test_obscured_squares_conceal_who_is_in_them(field: Field, terrain: str, near: int, far: int) -> None:
    field.lay(terrain, [1, 1], [3, 0])
    field.put("goblin", 1, 1)
    assert field.swing() == {"concealment": near}
    field.put("goblin", 3, 0)
    field.until("bryn")
    assert field.shoot() == {"concealment": far}


@pytest.mark.rules("OR-VIS-03")
def test_bright_light_conceals_nobody(field: Field) -> None:
    field.lay("dark", [1, 1])
    field.put("goblin", 3, 0)
    assert field.shoot() == {}


@pytest.mark.rules("OR-CONC-03")
def test_of_several_squares_of_a_target_the_clearest_is_aimed_at(field: Field) -> None:
    field.lay("dark", [3, 0], [4, 0], [3, 1])
    field.put("ogre", 3, 0)
    assert field.shoot("ogre") == {}


@pytest.mark.rules("OR-COV-01", "OR-CONC-01")
def test_cover_and_concealment_add_up(field: Field) -> None:
    field.lay("dark", [3, 0])
    field.put("goblin", 3, 0)
    field.lay("low wall", [2, 0])
    assert field.shoot() == {"cover": -2, "concealment": -5}


@pytest.mark.rules("OR-CONC-04")
def test_the_invisible_are_totally_concealed(field: Field) -> None:
    field.put("goblin", 1, 1)
    field.affect("goblin", "invisible")
    assert field.swing() == {"concealment": -5}


@pytest.mark.rules("OR-CONC-04")
def test_to_the_blind_everybody_is_totally_concealed(field: Field) -> None:
    field.put("goblin", 1, 1)
    field.affect("bryn", "blinded")
    assert field.swing() == {"concealment": -5}


@pytest.mark.rules("OR-ATK-06")
@pytest.mark.parametrize(("granted", "adds"), [(True, {"combat advantage": 2}), (False, {})])
def test_whether_the_unseen_attacker_has_advantage_is_the_table_s(granted: bool, adds: dict[str, int]) -> None:
    field = Field(unseen_attacker_advantage=granted)
    field.put("goblin", 1, 1)
    field.affect("bryn", "invisible")
    assert field.swing() == adds


@pytest.mark.rules("OR-FLNK-01")
@pytest.mark.parametrize(
    ("x", "y", "flanked"), [(2, 2, True), (2, 1, False), (1, 2, False), (2, 0, False), (3, 3, False)]
)
def test_an_ally_on_the_opposite_corner_flanks(field: Field, x: int, y: int, flanked: bool) -> None:
    field.put("goblin", 1, 1)
    field.put("sela", x, y)
    assert field.swing() == ({"combat advantage": 2} if flanked else {})


@pytest.mark.rules("OR-FLNK-01")
@pytest.mark.parametrize(("x", "y", "flanked"), [(3, 1, True), (3, 2, True), (2, 3, False), (4, 1, False)])
def test_the_opposite_border_of_a_large_creature_is_as_good(field: Field, x: int, y: int, flanked: bool) -> None:
    field.put("ogre", 1, 1)
    field.put("bryn", 0, 1)
    field.put("sela", x, y)
    assert field.swing("ogre") == ({"combat advantage": 2} if flanked else {})


@pytest.mark.rules("OR-FLNK-02")
@pytest.mark.parametrize("state", ["blinded", "dazed", "stunned", "surprised", "unconscious", "harmless"])
@pytest.mark.parametrize("who", ["sela", "bryn"])
def test_a_creature_that_cannot_flank_neither_gives_nor_gains_combat_advantage(
    field: Field, state: str, who: str
) -> None:
    field.put("goblin", 1, 1)
    field.put("sela", 2, 2)
    if who == "bryn" and state in ("stunned", "unconscious", "harmless", "surprised"):
        who = "sela"
    field.affect(who, state)
    assert "combat advantage" not in field.swing()


@pytest.mark.rules("OR-FLNK-01")
@pytest.mark.parametrize(("only", "adds"), [(False, {"combat advantage": 2}), (True, {})])
def test_a_table_may_let_melee_attacks_alone_flank(only: bool, adds: dict[str, int]) -> None:
    field = Field(flank_melee_only=only)
    field.put("goblin", 1, 1)
    field.put("sela", 2, 2)
    assert field.shoot() == adds


@pytest.mark.rules("OR-ACT-10")
def test_who_dashes_attacks_at_minus_5_and_grants_combat_advantage(field: Field) -> None:
    field.put("goblin", 1, 1)
    field.affect("bryn", "dashing")
    assert field.swing() == {"hurried": -5}
    field.affect("goblin", "dashing")
    field.until("bryn")
    assert field.swing() == {"hurried": -5, "combat advantage": 2}


@pytest.mark.rules("OR-ACT-18")
def test_who_squeezes_attacks_at_minus_5_and_grants_combat_advantage(field: Field) -> None:
    field.put("goblin", 1, 1)
    field.affect("bryn", "squeezing")
    field.affect("goblin", "squeezing")
    assert field.swing() == {"hurried": -5, "combat advantage": 2}


@pytest.mark.rules("OR-ACT-10", "OR-ACT-18", "OR-MOD-03")
@pytest.mark.parametrize(
    ("states", "total"), [((), 7), (("dashing",), 2), (("squeezing",), 2), (("dashing", "squeezing"), -3)]
)
def test_who_has_dashed_and_squeezes_attacks_at_minus_10(field: Field, states: tuple[str, ...], total: int) -> None:
    field.put("goblin", 1, 1)
    for state in states:
        field.affect("bryn", state)
    entry = field.strike("bryn", "goblin", 7)
    assert field.rolls(entry)["attack/goblin"] == total
