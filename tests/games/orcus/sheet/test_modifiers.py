"""Modifiers: their types, how they stack, and what armor and shields add."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn", str=18, dex=14, int=12)
    table.hero("sela", wis=16)
    table.hero("tarn")
    return table


def give(table: Cast, amount: int, to: str = "ac", effect: str = "blessing", **more: Any) -> int:
    return table.play("give_modifier", who="bryn", to=to, amount=amount, effect=effect, **more)


def ac(table: Cast) -> int:
    return table.value("bryn", "attributes.ac")


@pytest.mark.rules("OR-MOD-01")
@pytest.mark.parametrize(("amount", "total"), [(2, 14), (-2, 10)])
def test_a_modifier_above_0_is_a_bonus_and_below_it_a_penalty(table: Cast, amount: int, total: int) -> None:
    give(table, amount)
    assert ac(table) == total
    table.play("lift_modifier", who="bryn", modifier="attributes.ac")
    assert ac(table) == 12


@pytest.mark.rules("OR-MOD-01")
def test_a_modifier_of_what_nothing_is_called_is_refused(table: Cast) -> None:
    assert table.refusal("give_modifier", who="bryn", to="luck", amount=1, effect="charm").rule == "OR-MOD-01"


@pytest.mark.rules("OR-MOD-02", "OR-RULING-06")
def test_of_one_type_the_best_bonus_and_the_worst_penalty_count(table: Cast) -> None:
    for amount in (2, 3, -1, -4):
        give(table, amount, type="power")
    assert ac(table) == 12 + 3 - 4


@pytest.mark.rules("OR-MOD-02")
def test_modifiers_of_different_types_add_up(table: Cast) -> None:
    for type in ("power", "feat", "ancestry", "enhancement"):
        give(table, 1, type=type)
    assert ac(table) == 16


@pytest.mark.rules("OR-MOD-03")
def test_modifiers_without_a_type_add_up_with_each_other_and_with_all_else(table: Cast) -> None:
    give(table, 1)
    give(table, 1)
    give(table, 1, type="power")
    assert ac(table) == 15


@pytest.mark.rules("OR-MOD-03", "OR-RULING-06", "OR-RULING-60")
def test_one_effect_without_a_type_adds_once_for_each_creature_that_gives_it(table: Cast) -> None:
    give(table, 2, effect="help", by="sela")
    give(table, 2, effect="help", by="sela")
    assert ac(table) == 14
    give(table, 2, effect="help", by="tarn")
    give(table, 2, effect="shout", by="sela")
    assert ac(table) == 18


@pytest.mark.rules("OR-MOD-02", "OR-MOD-04")
def test_modifiers_of_rolls_stack_by_type_as_well(table: Cast) -> None:
    for amount in (2, 1):
        give(table, amount, "skill rolls", type="feat")
    give(table, -1, "skill rolls")
    entry = table.play("roll_skill", who="bryn", skill="athletics", target=15, dice={"skill/athletics": [10]})
    assert table.rolls(entry)["skill/athletics"] == 10 + 4 + 2 - 1


@pytest.mark.rules("OR-MOD-04")
@pytest.mark.parametrize("type", ["armor", "shield"])
def test_armor_and_shield_bonuses_apply_to_ac_alone(table: Cast, type: str) -> None:
    assert table.refusal("give_modifier", who="bryn", to="will", amount=1, effect="x", type=type).rule == "OR-MOD-04"
    assert table.refusal("give_modifier", who="bryn", to="ac", amount=-1, effect="x", type=type).rule == "OR-MOD-04"
    give(table, 1, type=type)
    assert ac(table) == 13


@pytest.mark.rules("OR-MOD-04")
def test_armor_and_a_shield_and_what_is_magic_about_them_add_up(table: Cast) -> None:
    table.play("wear", who="bryn", name="Leather", bonus=2, enhancement=1)
    table.play("wear", who="bryn", what="shield", name="Buckler", bonus=1, enhancement=2)
    assert ac(table) == 12 + 2 + 1 + 2
    table.play("take_off", who="bryn", what="shield")
    assert ac(table) == 12 + 2 + 1


@pytest.mark.rules("OR-DEF-02")
def test_light_armor_leaves_quickness_and_wit_to_ac_and_reflex(table: Cast) -> None:
    table.play("wear", who="bryn", name="Leather", bonus=2)
    assert (ac(table), table.value("bryn", "attributes.reflex")) == (14, 12)


@pytest.mark.rules("OR-DEF-02", "OR-RULING-52")
def test_heavy_armor_takes_them_from_both(table: Cast) -> None:
    table.play("wear", who="bryn", name="Leather", bonus=2)
    table.play("wear", who="bryn", name="Plate", weight="heavy", bonus=8)
    assert (ac(table), table.value("bryn", "attributes.reflex")) == (18, 10)
    table.play("take_off", who="bryn")
    assert (ac(table), table.value("bryn", "attributes.reflex")) == (12, 12)


def test_armor_that_nobody_wears_is_not_taken_off(table: Cast) -> None:
    assert table.refusal("take_off", who="bryn").rule == "OR-DEF-02"


@pytest.mark.rules("OR-RULING-52")
@pytest.mark.parametrize(("value", "reflex"), [("none", 10), ("ability", 12)])
def test_a_campaign_may_leave_reflex_its_ability_in_heavy_armor(value: str, reflex: int) -> None:
    table = Cast(heavy_armor_reflex=value)
    table.hero("bryn", dex=14)
    table.play("wear", who="bryn", name="Plate", weight="heavy", bonus=8)
    assert (ac(table), table.value("bryn", "attributes.reflex")) == (18, reflex)


@pytest.mark.rules("OR-DEF-02")
@pytest.mark.parametrize(("dex", "int", "total"), [(14, 12, 12), (12, 14, 12), (8, 6, 9)])
def test_the_higher_of_dexterity_and_intelligence_goes_to_ac_and_reflex(dex: int, int: int, total: int) -> None:
    table = Cast()
    table.hero("bryn", dex=dex, int=int)
    assert (ac(table), table.value("bryn", "attributes.reflex")) == (total, total)


@pytest.mark.rules("OR-DEF-01")
@pytest.mark.parametrize(("str", "con", "total"), [(18, 14, 14), (14, 18, 14), (18, 18, 14)])
def test_the_higher_of_strength_and_constitution_goes_to_fortitude(str: int, con: int, total: int) -> None:
    table = Cast()
    table.hero("bryn", str=str, con=con)
    assert table.value("bryn", "attributes.fortitude") == total


@pytest.mark.rules("OR-DEF-03", "OR-RULING-01")
@pytest.mark.parametrize(("wis", "cha", "total"), [(18, 14, 14), (14, 18, 14)])
def test_the_higher_of_wisdom_and_charisma_goes_to_will_and_not_to_reflex(wis: int, cha: int, total: int) -> None:
    table = Cast()
    table.hero("bryn", wis=wis, cha=cha)
    assert (table.value("bryn", "attributes.will"), table.value("bryn", "attributes.reflex")) == (total, 10)


@pytest.mark.rules("OR-RULING-04")
def test_a_campaign_may_set_the_bases_of_defenses_and_passive_scores() -> None:
    table = Cast(defense_base=12, passive_base=8)
    table.hero("bryn", wis=14)
    assert (ac(table), table.value("bryn", "passive.perception")) == (12, 10)
    table.monster("gnasher", ac=17)
    assert table.value("gnasher", "attributes.ac") == 17


@pytest.mark.rules("OR-DEF-01", "OR-RULING-04")
def test_a_defense_that_is_entered_stands_in_place_of_what_follows(table: Cast) -> None:
    table.play("enter_statistics", who="bryn", statistics={"defenses": {"fortitude": 19}})
    assert table.value("bryn", "attributes.fortitude") == 19
