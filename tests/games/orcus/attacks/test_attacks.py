"""Attack rolls, basic attacks, criticals, damage rolls and the coup de grace."""

from typing import Any, get_args

import pytest

from systems.orcus.attacks.dice import most_of, times
from systems.orcus.fields import Defense, Origin
from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    return armed()


def armed(hp: int = 40) -> Cast:
    """Bryn hits with +8 (Strength 4, half of level 5, proficiency 2) and 1d8 + 4; the defenses of the monster are 15."""
    table = Cast()
    table.hero("bryn", level=5, str=18, dex=14)
    table.monster("gnasher", hp=hp, ac=15, fortitude=15, reflex=15, will=15, attack=6)
    table.arm("bryn", proficient=True, proficiency=2)
    return table


def attack(table: Cast, die: int, damage: list[int] | None = None, **more: Any) -> int:
    return table.strike("bryn", "gnasher", die, damage, **more)


@pytest.mark.rules("OR-ATK-01", "OR-ATK-03", "OR-ATK-04", "OR-EFF-02", "OR-ACT-03")
@pytest.mark.parametrize(("die", "outcome"), [(6, "miss"), (7, "success"), (8, "success")])
def test_an_attack_hits_where_its_total_reaches_the_defense(table: Cast, die: int, outcome: str) -> None:
    entry = attack(table, die, [3] if outcome == "success" else None)
    assert table.rolls(entry)["attack/gnasher"] == die + 4 + 2 + 2
    assert table.outcomes_of(entry)["attack/gnasher"] == outcome
    assert table.current("gnasher", "hp") == (40 if outcome == "miss" else 33)


@pytest.mark.rules("OR-ATK-02")
def test_a_hazard_without_an_attack_roll_is_no_attack(table: Cast) -> None:
    table.play("impose", who="gnasher", what="incorporeal")
    entry = table.hurt("gnasher", 10)
    assert (table.rolls(entry), table.current("gnasher", "hp")) == ({}, 30)
    attack(table, 19, [6])
    assert table.current("gnasher", "hp") == 25


@pytest.mark.rules("OR-ATK-04")
@pytest.mark.parametrize(("proficient", "total"), [(True, 10 + 8), (False, 10 + 6)])
def test_proficiency_adds_only_for_those_who_have_it(proficient: bool, total: int) -> None:
    table = Cast()
    table.hero("bryn", level=5, str=18)
    table.monster("gnasher", ac=30)
    table.arm("bryn", proficient=proficient, proficiency=2)
    assert table.rolls(table.strike("bryn", "gnasher", 10))["attack/gnasher"] == total


@pytest.mark.rules("OR-ATK-04")
def test_a_monster_attacks_with_the_modifier_of_its_stat_block(table: Cast) -> None:
    table.arm("gnasher", "claw", "1d6+5", location="natural", proficient=True, proficiency=3)
    entry = table.strike("gnasher", "bryn", 10, [2])
    assert (table.rolls(entry)["attack/bryn"], table.current("bryn", "hp")) == (16, 33)


@pytest.mark.rules("OR-ATK-05", "OR-ACT-04", "OR-DMG-02")
@pytest.mark.parametrize(
    ("ranged", "thrown", "modifier"),
    [(False, "", 4), (False, "light", 4), (True, "", 2), (True, "light", 2), (True, "heavy", 4)],
)
def test_basic_attacks_lean_on_strength_or_from_afar_on_dexterity(
    table: Cast, ranged: bool, thrown: str, modifier: int
) -> None:
    table.arm("bryn", "axe", "1d6", location="hand/off", range=6, long=12, thrown=thrown)
    entry = attack(table, 15, [3], weapon="axe", ranged=ranged)
    assert table.rolls(entry) == {"attack/gnasher": 15 + modifier + 2, "damage": 3 + modifier}


@pytest.mark.rules("OR-ATK-05")
def test_a_sword_serves_for_no_ranged_attack(table: Cast) -> None:
    assert table.refusal("make_basic_attack", who="bryn", target="gnasher", ranged=True).rule == "OR-ATK-05"
    assert (
        table.refusal("make_basic_attack", who="bryn", target="gnasher", weapon="sword", ranged=True).rule
        == "OR-ATK-05"
    )


@pytest.mark.rules("OR-ACT-03", "OR-ACT-04")
@pytest.mark.parametrize(("level", "dice"), [(20, [3]), (21, [3, 5])])
@pytest.mark.parametrize("ranged", [False, True])
def test_from_level_21_a_basic_attack_rolls_the_weapon_twice(level: int, dice: list[int], ranged: bool) -> None:
    table = Cast()
    table.hero("bryn", level=level, str=14, dex=14)
    table.monster("gnasher")
    table.arm("bryn", range=10)
    table.strike("bryn", "gnasher", 15, dice, ranged=ranged)
    assert table.current("gnasher", "hp") == 40 - sum(dice) - 2


@pytest.mark.rules("OR-ACT-03")
def test_a_basic_attack_takes_the_standard_action_of_ones_turn(table: Cast) -> None:
    table.begin({"bryn": 15}, {"gnasher": 14})
    attack(table, 2, as_player="ana")
    assert table.left("bryn", "standard") == 0
    assert table.refusal("make_basic_attack", encounter="ledge", who="bryn", target="gnasher").rule == "OR-TURN-02"


@pytest.mark.rules("OR-EFF-06")
@pytest.mark.parametrize(("dice", "count", "expected"), [("1d10", 3, "3d10"), ("2d4", 2, "4d4"), ("1d8+2", 2, "2d8+2")])
def test_weapon_dice_are_rolled_so_many_times(dice: str, count: int, expected: str) -> None:
    assert times(dice, count) == expected


@pytest.mark.rules("OR-CRIT-03")
@pytest.mark.parametrize(("dice", "most"), [("1d8", 8), ("3d10+2", 32), ("2d6-1", 11), ("", 0)])
def test_the_most_of_dice_counts_their_fixed_parts(dice: str, most: int) -> None:
    assert most_of(dice) == most


@pytest.mark.rules("OR-EFF-03", "OR-TYPE-01")
def test_there_are_four_defenses_and_four_origins_of_attacks() -> None:
    assert get_args(Defense) == ("ac", "fortitude", "reflex", "will")
    assert get_args(Origin) == ("melee", "ranged", "near", "far", "self")


@pytest.mark.rules("OR-TYPE-01")
@pytest.mark.parametrize(("x", "expected"), [(6, 15 + 4), (7, 15 + 4 - 2), (12, 15 + 4 - 2), (13, None)])
def test_the_range_of_a_weapon_is_the_most_from_the_attacker_to_the_target(x: int, expected: int | None) -> None:
    table = Cast()
    table.hero("bryn", dex=18)
    table.monster("gnasher")
    table.arm("bryn", "bow", range=6, long=12)
    table.begin({"bryn": 15}, {"gnasher": 5})
    table.put("bryn", 0, 0)
    table.put("gnasher", x, 0)
    if expected is None:
        shot: dict[str, Any] = {"who": "bryn", "target": "gnasher", "ranged": True}
        assert table.refusal("make_basic_attack", encounter="ledge", **shot).rule == "OR-TYPE-05"
    else:
        assert table.rolls(attack(table, 15, [1], ranged=True))["attack/gnasher"] == expected


@pytest.mark.rules("OR-CRIT-01", "OR-CRIT-03")
@pytest.mark.parametrize(("ac", "outcome", "left"), [(28, "critical", 28), (29, "success", 33)])
def test_a_natural_20_hits_and_is_critical_where_its_total_would_hit(
    table: Cast, ac: int, outcome: str, left: int
) -> None:
    table.play("enter_statistics", who="gnasher", statistics={"defenses": {"ac": ac}})
    entry = attack(table, 20, None if outcome == "critical" else [3])
    assert (table.outcomes_of(entry)["attack/gnasher"], table.current("gnasher", "hp")) == (outcome, left)


@pytest.mark.rules("OR-CRIT-02")
def test_a_natural_1_misses_whatever_the_total_is(table: Cast) -> None:
    table.play("enter_statistics", who="gnasher", statistics={"defenses": {"ac": 5}})
    entry = attack(table, 1)
    assert (table.outcomes_of(entry)["attack/gnasher"], table.rolls(entry)["attack/gnasher"]) == ("miss", 9)


@pytest.mark.rules("OR-CRIT-03")
def test_extra_dice_of_a_critical_hit_are_rolled_on_top(table: Cast) -> None:
    table.play("wield_weapon", who="bryn", weapon="sword", location="pack")
    table.arm("bryn", "keen blade", "1d10", extra="2d6")
    attack(table, 20, dice={"extra/gnasher": [1, 4]})
    assert table.current("gnasher", "hp") == 40 - (10 + 4 + 1 + 4)


@pytest.mark.rules("OR-DMG-01", "OR-MOD-02")
def test_magic_and_other_bonuses_add_to_damage(table: Cast) -> None:
    table.play("wield_weapon", who="bryn", weapon="sword", location="pack")
    table.arm("bryn", "magic blade", enhancement=2)
    table.play("give_modifier", who="bryn", to="damage rolls", amount=3, effect="fury")
    entry = attack(table, 15, [1])
    assert table.rolls(entry) == {"attack/gnasher": 15 + 4 + 2 + 2, "damage": 1 + 4 + 2 + 3}


@pytest.mark.rules("OR-DMG-01", "OR-RULING-07")
@pytest.mark.parametrize(("die", "left"), [(3, 40), (4, 40), (5, 39)])
def test_penalties_bring_damage_to_0_and_never_below(table: Cast, die: int, left: int) -> None:
    table.play("give_modifier", who="bryn", to="damage rolls", amount=-8, effect="curse")
    attack(table, 15, [die])
    assert table.current("gnasher", "hp") == left


@pytest.mark.rules("OR-ATK-06", "OR-ATK-07")
def test_combat_advantage_is_worth_2_whatever_its_causes(table: Cast) -> None:
    for what in ("dazed", "blinded", "restrained"):
        table.play("impose", who="gnasher", what=what)
    entry = attack(table, 5, [1])
    assert table.rolls(entry)["attack/gnasher"] == 5 + 8 + 2
    assert {"OR-ATK-06", "OR-COND-03", "OR-COND-05", "OR-COND-16"} <= table.cited(entry)


@pytest.mark.rules("OR-ATK-07")
@pytest.mark.parametrize(
    ("ruled", "more"),
    [
        ({"cover": 1}, -2),
        ({"cover": 2}, -5),
        ({"cover": 0}, 0),
        ({"concealment": 1}, -2),
        ({"concealment": 2}, -5),
        ({"cover": 1, "concealment": 2}, -7),
        ({"advantage": True}, 2),
        ({"advantage": False}, 0),
    ],
)
def test_what_the_game_master_determines_is_recorded_with_the_attack(
    table: Cast, ruled: dict[str, Any], more: int
) -> None:
    entry = attack(table, 19, [1], because="they stand behind the altar", **ruled)
    assert table.rolls(entry)["attack/gnasher"] == 19 + 8 + more
    assert "OR-ATK-07" in table.cited(entry)


@pytest.mark.rules("OR-ATK-07")
def test_what_the_game_master_determines_overrides_a_condition(table: Cast) -> None:
    table.play("impose", who="gnasher", what="dazed")
    assert table.rolls(attack(table, 19, [1], advantage=False))["attack/gnasher"] == 27


@pytest.mark.rules("OR-ATK-07")
@pytest.mark.parametrize("ruled", [{"cover": 1}, {"concealment": 0}, {"advantage": True}])
def test_a_player_determines_neither_cover_nor_advantage(table: Cast, ruled: dict[str, Any]) -> None:
    refusal = table.refusal("make_basic_attack", who="bryn", target="gnasher", as_player="ana", **ruled)
    assert refusal.rule == "OR-ATK-07"


@pytest.mark.rules("OR-TYPE-07")
def test_with_two_weapons_the_wielder_picks_one_for_each_attack(table: Cast) -> None:
    table.arm("bryn", "dagger", "1d4", location="hand/off")
    assert table.rolls(attack(table, 15, [4], weapon="dagger")) == {"attack/gnasher": 21, "damage": 8}
    assert table.rolls(attack(table, 15, [8])) == {"attack/gnasher": 23, "damage": 12}


@pytest.mark.rules("OR-TYPE-07")
def test_a_weapon_that_is_in_no_hand_attacks_nobody(table: Cast) -> None:
    table.arm("bryn", "bow", "1d10", location="pack", range=20, long=40, two_handed=True, melee=False)
    assert table.refusal("make_basic_attack", who="bryn", target="gnasher", weapon="bow").rule == "OR-TYPE-07"
    assert table.refusal("wield_weapon", who="bryn", weapon="bow", location="hand/off").rule == "OR-TYPE-07"
    table.play("wield_weapon", who="bryn", weapon="sword", location="pack", as_player="ana")
    table.play("wield_weapon", who="bryn", weapon="bow", as_player="ana")
    assert table.rolls(attack(table, 15, [4], ranged=True)) == {"attack/gnasher": 19, "damage": 6}


@pytest.mark.rules("OR-TYPE-07")
def test_each_hand_holds_one_weapon(table: Cast) -> None:
    assert table.refusal("give_weapon", who="bryn", name="axe", damage="1d8").rule == "OR-TYPE-07"


def helpless(hp: int = 40, x: int = 1) -> Cast:
    """A fight in which Bryn acts, so far away from a helpless monster."""
    table = armed(hp)
    table.begin({"bryn": 15}, {"gnasher": 14})
    table.put("bryn", 0, 0)
    table.put("gnasher", x, 0)
    table.play("impose", who="gnasher", what="helpless", because="bound")
    return table


@pytest.mark.rules("OR-ACT-07", "OR-ACT-08", "OR-COND-08")
def test_a_hit_on_a_helpless_adjacent_opponent_is_critical() -> None:
    table = helpless()
    entry = attack(table, 5)
    assert table.rolls(entry)["attack/gnasher"] == 5 + 8 + 2
    assert (table.outcomes_of(entry)["attack/gnasher"], table.current("gnasher", "hp")) == ("critical", 28)
    assert {"OR-ACT-07", "OR-ACT-08"} <= table.cited(entry)


@pytest.mark.rules("OR-ACT-08")
def test_a_coup_de_grace_has_to_hit() -> None:
    table = helpless()
    entry = attack(table, 4)
    assert (table.outcomes_of(entry)["attack/gnasher"], table.current("gnasher", "hp")) == ("miss", 40)


@pytest.mark.rules("OR-ACT-08", "OR-RULING-56")
@pytest.mark.parametrize(("hp", "dead"), [(23, True), (25, True), (26, False)])
def test_a_coup_de_grace_for_the_staggered_value_kills(hp: int, dead: bool) -> None:
    table = helpless(hp)
    table.play("grant_temporary", who="gnasher", amount=12)
    attack(table, 5)
    assert ("dead" in table.conditions("gnasher"), table.current("gnasher", "hp")) == (dead, hp)


@pytest.mark.rules("OR-ACT-08", "OR-RULING-56")
@pytest.mark.parametrize(("resists", "dead"), [(0, True), (1, False)])
def test_a_coup_de_grace_is_measured_after_resistance(resists: int, dead: bool) -> None:
    table = helpless(25)
    if resists:
        table.play("protect", who="gnasher", amount=resists)
    attack(table, 5)
    assert ("dead" in table.conditions("gnasher")) is dead


@pytest.mark.rules("OR-ACT-07")
def test_an_attack_from_two_squares_away_is_no_coup_de_grace() -> None:
    table = helpless(x=2)
    table.play("wield_weapon", who="bryn", weapon="sword", location="pack")
    table.arm("bryn", "spear", reach=1, proficient=True, proficiency=2)
    entry = attack(table, 5, [3])
    assert (table.outcomes_of(entry)["attack/gnasher"], table.current("gnasher", "hp")) == ("success", 33)


@pytest.mark.rules("OR-ACT-07", "OR-RULING-30")
@pytest.mark.parametrize(
    ("what", "outcome"), [("unconscious", "critical"), ("petrified", "critical"), ("stunned", "success")]
)
def test_the_unconscious_and_the_petrified_are_helpless(table: Cast, what: str, outcome: str) -> None:
    table.begin({"bryn": 15}, {"gnasher": 14})
    table.put("bryn", 0, 0)
    table.put("gnasher", 1, 0)
    table.play("impose", who="gnasher", what=what)
    entry = attack(table, 19, None if outcome == "critical" else [3])
    assert table.outcomes_of(entry)["attack/gnasher"] == outcome


@pytest.mark.rules("OR-RULING-30")
def test_a_table_may_say_which_conditions_leave_helpless() -> None:
    table = Cast(helpless_conditions="unconscious petrified stunned")
    table.hero("bryn")
    table.monster("gnasher")
    table.arm("bryn")
    table.begin({"bryn": 15}, {"gnasher": 14})
    table.put("bryn", 0, 0)
    table.put("gnasher", 1, 0)
    table.play("impose", who="gnasher", what="stunned")
    assert table.outcomes_of(attack(table, 19))["attack/gnasher"] == "critical"
