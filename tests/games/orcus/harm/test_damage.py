"""Damage: hit points, types, resistance and vulnerability, and temporary hit points."""

from typing import Any, get_args

import pytest

from systems.orcus.fields import DamageType
from systems.orcus.harm.resistance import TYPES
from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn")
    table.monster("gnasher")
    return table


@pytest.mark.rules("OR-HP-05")
def test_damage_is_subtracted_from_hit_points_and_may_take_them_below_0(table: Cast) -> None:
    table.hurt("bryn", 39)
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (1, ["staggered"])
    table.hurt("bryn", 4)
    assert table.current("bryn", "hp") == -3


@pytest.mark.rules("OR-HP-05", "OR-DEATH-09")
def test_the_dead_lose_no_more_hit_points(table: Cast) -> None:
    table.hurt("gnasher", 45)
    table.hurt("gnasher", 10)
    assert (table.current("gnasher", "hp"), table.conditions("gnasher")) == (-5, ["dead", "staggered"])


@pytest.mark.rules("OR-HP-04")
def test_current_hit_points_never_exceed_the_maximum(table: Cast) -> None:
    table.hurt("bryn", 3)
    table.play("heal_somebody", who="bryn", amount=4)
    assert table.current("bryn", "hp") == 40


@pytest.mark.rules("OR-DMG-04")
def test_there_are_ten_types_of_damage_and_untyped_damage(table: Cast) -> None:
    expected = ["acid", "cold", "fire", "force", "lightning", "necrotic", "poison", "psychic", "radiant", "thunder"]
    assert [*TYPES] == expected
    assert {*get_args(DamageType)} == {"", *expected}
    for type in expected:
        table.hurt("gnasher", 1, type)
    assert table.current("gnasher", "hp") == 30


@pytest.mark.rules("OR-RES-01")
@pytest.mark.parametrize(("damage", "left"), [(4, 40), (5, 40), (6, 39)])
def test_resistance_lowers_each_instance_of_its_type_but_not_below_0(table: Cast, damage: int, left: int) -> None:
    table.play("protect", who="gnasher", amount=5, against="fire")
    entry = table.hurt("gnasher", damage, "fire")
    assert (table.current("gnasher", "hp"), "OR-RES-01" in table.cited(entry)) == (left, True)
    table.hurt("gnasher", damage, "cold")
    assert table.current("gnasher", "hp") == left - damage


@pytest.mark.rules("OR-RES-01")
def test_an_object_resists_as_well(table: Cast) -> None:
    table.monster("door", category="object", hp=10)
    table.play("protect", who="door", amount=5, against="all")
    table.hurt("door", 8)
    assert table.current("door", "hp") == 7


@pytest.mark.rules("OR-RES-02")
@pytest.mark.parametrize(("damage", "left"), [(0, 40), (1, 34), (6, 29)])
def test_vulnerability_adds_to_each_instance_that_deals_any(table: Cast, damage: int, left: int) -> None:
    table.play("protect", who="gnasher", what="vulnerability", amount=5, against="cold")
    table.hurt("gnasher", damage, "cold")
    assert table.current("gnasher", "hp") == left


@pytest.mark.rules("OR-RES-02")
def test_vulnerability_to_one_type_does_nothing_to_another(table: Cast) -> None:
    table.play("protect", who="gnasher", what="vulnerability", amount=5, against="cold")
    table.hurt("gnasher", 6, "fire")
    assert table.current("gnasher", "hp") == 34


@pytest.mark.rules("OR-RES-01", "OR-RES-02", "OR-RULING-38")
def test_of_several_resistances_and_vulnerabilities_only_the_highest_count(table: Cast) -> None:
    for amount, against in ((5, "fire"), (3, "fire"), (4, "all")):
        table.play("protect", who="gnasher", amount=amount, against=against)
        table.play("protect", who="gnasher", what="vulnerability", amount=2 * amount, against=against)
    table.hurt("gnasher", 10, "fire")
    assert table.current("gnasher", "hp") == 40 - (10 + 10 - 5)
    table.hurt("gnasher", 10)
    assert table.current("gnasher", "hp") == 25 - (10 + 8 - 4)


@pytest.mark.rules("OR-RES-01", "OR-RES-02", "OR-RULING-38")
@pytest.mark.parametrize(
    ("resists", "weak", "left"),
    [({"fire": 5}, {}, 30), ({"fire": 5, "cold": 3}, {}, 33), ({"fire": 5, "all": 4}, {}, 34), ({}, {"cold": 5}, 25)],
)
def test_damage_of_two_types_is_resisted_by_the_lower_and_raised_by_either(
    table: Cast, resists: dict[str, int], weak: dict[str, int], left: int
) -> None:
    for what, against in (("resistance", resists), ("vulnerability", weak)):
        for type, amount in against.items():
            table.play("protect", who="gnasher", what=what, amount=amount, against=type)
    table.hurt("gnasher", 10, "fire", "cold")
    assert table.current("gnasher", "hp") == left


@pytest.mark.rules("OR-RES-01")
def test_a_resistance_that_is_lifted_lowers_nothing(table: Cast) -> None:
    table.play("protect", who="gnasher", amount=5, against="fire")
    table.play("lift_modifier", who="gnasher", modifier="resistance.fire")
    table.hurt("gnasher", 6, "fire")
    assert table.current("gnasher", "hp") == 34


@pytest.mark.rules("OR-MON-06")
@pytest.mark.parametrize(("die", "left"), [(1, 39), (2, 39), (5, 38), (8, 36)])
def test_an_incorporeal_creature_takes_half_of_an_attack(table: Cast, die: int, left: int) -> None:
    table.arm("bryn")
    table.play("impose", who="gnasher", what="incorporeal")
    entry = table.strike("bryn", "gnasher", 19, [die])
    assert (table.current("gnasher", "hp"), "OR-MON-06" in table.cited(entry)) == (left, True)
    table.hurt("gnasher", 10)
    assert table.current("gnasher", "hp") == left - 10


@pytest.mark.rules("OR-RULING-38", "OR-COND-22", "OR-MON-06", "OR-RES-01", "OR-RES-02", "OR-THP-01")
def test_weakness_comes_before_incorporeal_bodies_vulnerability_and_resistance(table: Cast) -> None:
    table.arm("bryn", dice="1d20", types=["fire"])
    table.play("impose", who="bryn", what="weakened")
    table.play("impose", who="gnasher", what="incorporeal")
    table.play("protect", who="gnasher", what="vulnerability", amount=7, against="fire")
    table.play("protect", who="gnasher", amount=4, against="fire")
    table.play("grant_temporary", who="gnasher", amount=2)
    table.strike("bryn", "gnasher", 19, [15])
    assert (table.current("gnasher", "temporary_hp"), table.current("gnasher", "hp")) == (
        0,
        40 - (15 // 2 // 2 + 7 - 4 - 2),
    )


def temporary(table: Cast, amount: int, **more: Any) -> int:
    return table.play("grant_temporary", who="bryn", amount=amount, **more)


@pytest.mark.rules("OR-THP-01")
@pytest.mark.parametrize(("damage", "buffer", "hp"), [(4, 1, 40), (5, 0, 40), (7, 0, 38)])
def test_temporary_hit_points_are_lost_first(table: Cast, damage: int, buffer: int, hp: int) -> None:
    temporary(table, 5)
    table.hurt("bryn", damage)
    assert (table.current("bryn", "temporary_hp"), table.current("bryn", "hp")) == (buffer, hp)


@pytest.mark.rules("OR-THP-02")
def test_temporary_hit_points_come_on_top_of_full_hit_points(table: Cast) -> None:
    temporary(table, 50)
    assert (table.current("bryn", "temporary_hp"), table.current("bryn", "hp")) == (50, 40)


@pytest.mark.rules("OR-THP-03")
@pytest.mark.parametrize(
    ("new", "choice", "left"), [(12, "take", 12), (12, "keep", 10), (8, "take", 8), (8, "keep", 10)]
)
def test_two_amounts_are_never_added_and_the_owner_chooses(table: Cast, new: int, choice: str, left: int) -> None:
    temporary(table, 10)
    temporary(table, new, responses={"temporary": choice})
    assert table.current("bryn", "temporary_hp") == left


@pytest.mark.rules("OR-THP-03")
@pytest.mark.parametrize(("new", "left"), [(12, 12), (10, 10), (8, 10)])
def test_the_higher_amount_is_kept_where_nobody_chooses(table: Cast, new: int, left: int) -> None:
    temporary(table, 10)
    temporary(table, new)
    assert table.current("bryn", "temporary_hp") == left


@pytest.mark.rules("OR-THP-03")
def test_a_choice_may_be_made_late(table: Cast) -> None:
    temporary(table, 10)
    entry = temporary(table, 8)
    table.answer_late(entry, {"temporary": "take"})
    assert table.current("bryn", "temporary_hp") == 8


@pytest.mark.rules("OR-THP-03")
def test_healing_restores_no_temporary_hit_points(table: Cast) -> None:
    temporary(table, 10)
    table.hurt("bryn", 12)
    table.play("heal_somebody", who="bryn", amount=10)
    assert (table.current("bryn", "temporary_hp"), table.current("bryn", "hp")) == (0, 40)


@pytest.mark.rules("OR-THP-04")
def test_temporary_hit_points_wake_nobody_but_absorb_damage(table: Cast) -> None:
    table.hurt("bryn", 45)
    temporary(table, 6)
    assert table.conditions("bryn") == ["dying", "prone", "staggered", "unconscious"]
    table.hurt("bryn", 8)
    assert (table.current("bryn", "temporary_hp"), table.current("bryn", "hp")) == (0, -7)


@pytest.mark.rules("OR-THP-05")
def test_temporary_hit_points_last_until_a_short_rest(table: Cast) -> None:
    temporary(table, 6)
    table.play("freeform.come", moment="short_rest", subject=table.ref("bryn"))
    assert table.current("bryn", "temporary_hp") == 0


@pytest.mark.rules("OR-THP-05", "OR-RULING-42")
def test_temporary_hit_points_with_a_duration_follow_that_alone(table: Cast) -> None:
    temporary(table, 6, until={"by": "time", "at": 600})
    table.play("freeform.come", moment="short_rest", subject=table.ref("bryn"))
    assert table.current("bryn", "temporary_hp") == 6
    table.play("freeform.advance_clock", seconds=599)
    assert table.current("bryn", "temporary_hp") == 6
    table.play("freeform.advance_clock", seconds=1)
    assert table.current("bryn", "temporary_hp") == 0


@pytest.mark.rules("OR-THP-05")
def test_a_newer_amount_does_not_end_with_the_duration_of_the_older(table: Cast) -> None:
    temporary(table, 6, until={"by": "time", "at": 600})
    temporary(table, 9)
    table.play("freeform.advance_clock", seconds=600)
    assert table.current("bryn", "temporary_hp") == 9
