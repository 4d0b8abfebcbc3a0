"""Healing, recoveries, regeneration, persistent damage, and being staggered."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn")
    table.monster("gnasher")
    return table


def heal(table: Cast, amount: int) -> int:
    return table.play("heal_somebody", who="bryn", amount=amount)


def turn(table: Cast, which: str = "turn_start", **dice: list[int]) -> int:
    """A turn of Bryn begins or ends, outside of any fight."""
    return table.play("freeform.come", moment=which, subject=table.ref("bryn"), dice=dice)


@pytest.mark.rules("OR-HEAL-03")
def test_healing_beyond_the_maximum_is_lost_and_not_recorded() -> None:
    table = Cast()
    table.hero("ranger", class_hp=10)
    table.hurt("ranger", 6)
    entry = table.play("heal_somebody", who="ranger", amount=8)
    healed = [each.event.amount for each in table.emitted(entry) if each.event.component == "tracks"]  # type: ignore[attr-defined]
    assert (table.current("ranger", "hp"), healed) == (20, [6])


@pytest.mark.rules("OR-HEAL-07")
def test_healing_below_0_counts_from_0(table: Cast) -> None:
    table.hurt("bryn", 50)
    entry = heal(table, 7)
    assert (table.current("bryn", "hp"), "OR-HEAL-07" in table.cited(entry)) == (7, True)


@pytest.mark.rules("OR-HEAL-07", "OR-HEAL-03")
def test_healing_from_below_0_stops_at_the_maximum(table: Cast) -> None:
    table.hurt("bryn", 50)
    heal(table, 60)
    assert table.current("bryn", "hp") == 40


@pytest.mark.rules("OR-HEAL-04")
def test_the_dead_regain_nothing_until_magic_returns_them_to_life(table: Cast) -> None:
    table.hurt("bryn", 60)
    assert table.refusal("heal_somebody", who="bryn", amount=7).rule == "OR-HEAL-04"
    assert table.refusal("allow_recovery", who="bryn").rule == "OR-HEAL-04"
    table.play("return_to_life", who="bryn", hp=5)
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (5, ["staggered"])
    heal(table, 7)
    assert table.current("bryn", "hp") == 12


@pytest.mark.rules("OR-HEAL-04")
def test_the_living_are_not_returned_to_life(table: Cast) -> None:
    assert table.refusal("return_to_life", who="bryn").rule == "OR-HEAL-04"


@pytest.mark.rules("OR-HEAL-04")
def test_the_dead_do_not_regenerate(table: Cast) -> None:
    table.play("regenerate", who="bryn", amount=5)
    table.hurt("bryn", 60)
    turn(table)
    assert table.current("bryn", "hp") == -20


@pytest.mark.rules("OR-HEAL-02")
@pytest.mark.parametrize(("class_hp", "value"), [(29, 9), (30, 10), (33, 10), (34, 11)])
def test_the_recovery_value_is_a_quarter_of_the_maximum_rounded_down(class_hp: int, value: int) -> None:
    table = Cast()
    table.hero("bryn", class_hp=class_hp)
    assert table.value("bryn", "recovery.value") == value


@pytest.mark.rules("OR-HEAL-02")
def test_the_recovery_value_follows_the_maximum(table: Cast) -> None:
    table.play("enter_statistics", who="bryn", statistics={"class_hp": 70})
    assert table.value("bryn", "recovery.value") == 20


@pytest.mark.rules("OR-HEAL-05", "OR-HEAL-06")
def test_a_recovery_regains_its_value_and_is_gone(table: Cast) -> None:
    table.hurt("bryn", 30)
    table.play("allow_recovery", who="bryn")
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries")) == (20, 6)


@pytest.mark.rules("OR-HEAL-06")
def test_what_allows_a_recovery_may_add_hit_points(table: Cast) -> None:
    table.hurt("bryn", 30)
    table.play("allow_recovery", who="bryn", extra=4)
    assert table.current("bryn", "hp") == 24


@pytest.mark.rules("OR-HEAL-06", "OR-RULING-63")
def test_a_recovery_at_full_hit_points_is_spent_and_heals_nothing(table: Cast) -> None:
    table.play("allow_recovery", who="bryn")
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries")) == (40, 6)


@pytest.mark.rules("OR-HEAL-06", "OR-HEAL-05", "OR-RULING-63")
def test_who_has_no_recovery_and_is_not_dying_spends_none() -> None:
    table = Cast()
    table.hero("bryn", recoveries=1)
    table.play("allow_recovery", who="bryn")
    assert table.refusal("allow_recovery", who="bryn").rule == "OR-HEAL-06"


@pytest.mark.rules("OR-HEAL-01", "OR-RULING-43")
def test_recoveries_are_spent_outside_of_fights(table: Cast) -> None:
    table = Cast(recoveries_outside_combat="anytime")
    table.hero("bryn")
    table.monster("gnasher")
    table.hurt("bryn", 35)
    table.play("spend_recoveries", who="bryn", count=2, as_player="ana")
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries")) == (25, 5)
    table.begin({"bryn": 15}, {"gnasher": 14})
    assert table.refusal("spend_recoveries", encounter="ledge", who="bryn").rule == "OR-HEAL-01"


@pytest.mark.rules("OR-HEAL-01")
def test_in_a_fight_a_recovery_is_spent_where_something_allows_it(table: Cast) -> None:
    table.begin({"bryn": 15}, {"gnasher": 14})
    table.hurt("bryn", 25)
    table.play("allow_recovery", who="bryn")
    assert table.current("bryn", "hp") == 25


@pytest.mark.rules("OR-HEAL-01", "OR-RULING-43")
def test_the_unconscious_spend_no_recoveries_of_their_own(table: Cast) -> None:
    table = Cast(recoveries_outside_combat="anytime")
    table.hero("bryn")
    table.hurt("bryn", 40)
    assert table.refusal("spend_recoveries", who="bryn").rule == "OR-HEAL-01"


@pytest.mark.rules("OR-RULING-43")
def test_recoveries_outside_of_fights_take_a_short_rest(table: Cast) -> None:
    assert table.refusal("spend_recoveries", who="bryn").rule == "OR-HEAL-01"


@pytest.mark.rules("OR-RULING-43", "OR-HEAL-01")
def test_recoveries_are_spent_one_at_a_time_in_a_short_rest(table: Cast) -> None:
    table.hurt("bryn", 39)
    table.play("begin_rest", who=["bryn"])
    table.play("spend_recoveries", who="bryn", count=3, as_player="ana")
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries")) == (31, 4)
    assert table.refusal("spend_recoveries", who="bryn", count=5).rule == "OR-HEAL-06"


@pytest.mark.rules("OR-STAG-01", "OR-STAG-02")
@pytest.mark.parametrize(("class_hp", "at"), [(30, 20), (31, 20), (32, 21)])
def test_half_of_the_hit_points_or_fewer_make_staggered(class_hp: int, at: int) -> None:
    table = Cast()
    table.hero("bryn", class_hp=class_hp)
    table.hurt("bryn", class_hp + 10 - at - 1)
    assert (table.value("bryn", "staggered.now"), table.conditions("bryn")) == (0, [])
    entry = table.hurt("bryn", 1)
    assert (table.value("bryn", "staggered.now"), table.conditions("bryn")) == (1, ["staggered"])
    assert {"OR-STAG-01", "OR-STAG-02"} <= table.cited(entry)
    heal(table, 1)
    assert (table.value("bryn", "staggered.now"), table.conditions("bryn")) == (0, [])


@pytest.mark.rules("OR-STAG-01")
def test_being_staggered_follows_the_maximum_too(table: Cast) -> None:
    table.hurt("bryn", 25)
    table.play("enter_statistics", who="bryn", statistics={"class_hp": 19})
    assert (table.current("bryn", "hp"), table.value("bryn", "staggered.now")) == (15, 0)
    turn(table)
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-REG-01")
def test_regeneration_heals_as_each_turn_begins(table: Cast) -> None:
    table.play("regenerate", who="bryn", amount=5)
    table.hurt("bryn", 8)
    assert table.current("bryn", "hp") == 32
    turn(table)
    assert table.current("bryn", "hp") == 37
    turn(table)
    assert table.current("bryn", "hp") == 40


@pytest.mark.rules("OR-REG-01")
def test_regeneration_comes_with_turns_of_a_fight(table: Cast) -> None:
    table.play("regenerate", who="gnasher", amount=5)
    table.hurt("gnasher", 30)
    table.begin({"bryn": 15}, {"gnasher": 14})
    assert table.current("gnasher", "hp") == 10
    table.next()
    assert table.current("gnasher", "hp") == 15


@pytest.mark.rules("OR-REG-02")
def test_of_several_sources_of_regeneration_the_highest_counts(table: Cast) -> None:
    for amount, source in ((3, "ring"), (5, "troll blood"), (2, "song")):
        table.play("regenerate", who="bryn", amount=amount, because=source)
    table.hurt("bryn", 8)
    turn(table)
    assert table.current("bryn", "hp") == 37
    table.play("regenerate", who="bryn", amount=0)
    turn(table)
    assert table.current("bryn", "hp") == 37


def burn(table: Cast, amount: int, type: str = "fire", **more: Any) -> int:
    return table.play("burn_somebody", who="bryn", amount=amount, type=type, **more)


@pytest.mark.rules("OR-PERS-01")
def test_persistent_damage_deals_nothing_at_first_and_then_each_turn(table: Cast) -> None:
    burn(table, 5)
    assert table.current("bryn", "hp") == 40
    turn(table)
    turn(table)
    assert table.current("bryn", "hp") == 30


@pytest.mark.rules("OR-PERS-01")
@pytest.mark.parametrize(("die", "left"), [(9, 30), (10, 35)])
def test_a_saving_throw_ends_persistent_damage(table: Cast, die: int, left: int) -> None:
    burn(table, 5)
    (name,) = table.sheet("bryn").conditions
    turn(table)
    turn(table, "turn_end", **{f"save/{name}": [die]})
    turn(table)
    assert table.current("bryn", "hp") == left


@pytest.mark.rules("OR-PERS-01")
def test_persistent_damage_is_resisted(table: Cast) -> None:
    table.play("protect", who="bryn", amount=3, against="fire")
    burn(table, 5)
    turn(table)
    assert table.current("bryn", "hp") == 38


@pytest.mark.rules("OR-PERS-01")
def test_persistent_damage_ends_with_what_its_effect_says(table: Cast) -> None:
    burn(table, 5, until={"by": "time", "at": 60})
    table.play("freeform.advance_clock", seconds=60)
    turn(table)
    assert table.current("bryn", "hp") == 40


@pytest.mark.rules("OR-RULING-22", "OR-PERS-01")
@pytest.mark.parametrize(("mode", "left"), [("separate", 40 - 5 - 3 - 2), ("highest", 40 - 5 - 2)])
def test_several_effects_deal_their_damage_each_or_the_highest_of_a_type(mode: str, left: int) -> None:
    table = Cast(persistent_same_type=mode)
    table.hero("bryn")
    for amount, type in ((3, "fire"), (5, "fire"), (2, "cold")):
        burn(table, amount, type)
    assert len(table.sheet("bryn").conditions) == 3
    turn(table)
    assert table.current("bryn", "hp") == left


@pytest.mark.rules("OR-RULING-22")
def test_each_persistent_effect_is_resisted_as_an_instance_of_its_own(table: Cast) -> None:
    table.play("protect", who="bryn", amount=3, against="fire")
    burn(table, 4)
    burn(table, 5)
    turn(table)
    assert table.current("bryn", "hp") == 40 - 1 - 2


@pytest.mark.rules("OR-HP-02", "OR-HP-04", "OR-HEAL-02", "OR-RULING-64")
@pytest.mark.parametrize(
    ("to", "amount", "raised"),
    [("hp", 8, (48, 7, 12)), ("constitution", 4, (44, 9, 11)), ("recoveries", 2, (40, 9, 10))],
)
def test_hit_points_and_recoveries_follow_a_bonus_and_its_end(to: str, amount: int, raised: tuple[int, ...]) -> None:
    table = Cast()
    table.hero("bryn")
    table.play("give_modifier", who="bryn", to=to, amount=amount, effect="belt")
    assert (*_pools(table), table.value("bryn", "recovery.value")) == raised
    table.play("lift_modifier", who="bryn", modifier=next(iter(table.sheet("bryn").modifiers)))
    assert _pools(table) == (40, 7)


@pytest.mark.rules("OR-HP-04", "OR-RULING-64")
def test_hit_points_above_a_maximum_that_fell_with_a_turn_are_lost() -> None:
    table = Cast()
    table.hero("bryn")
    table.begin({"bryn": 20}, {})
    turn = {"by": "moment", "moment": "turn_end", "subject": table.ref("bryn")}
    table.play("give_modifier", who="bryn", to="hp", amount=8, effect="song", until=turn)
    table.next()
    assert _pools(table) == (40, 7)


@pytest.mark.rules("OR-DEATH-03", "OR-RULING-64")
def test_who_rises_above_0_with_their_maximum_wakes() -> None:
    table = Cast()
    table.hero("bryn")
    table.hurt("bryn", 43)
    table.play("enter_statistics", who="bryn", statistics={"scores": {"constitution": 16}})
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (3, ["prone", "staggered"])


@pytest.mark.rules("OR-HP-03", "OR-RULING-64")
def test_recoveries_do_not_fall_below_0_with_their_maximum() -> None:
    table = Cast()
    table.hero("bryn")
    weak = {"class_recoveries": 0, "scores": {"constitution": 1}}
    table.play("enter_statistics", who="bryn", statistics=weak)
    assert _pools(table) == (31, 0)
    table.play("enter_statistics", who="bryn", statistics={"class_recoveries": 7})
    assert _pools(table) == (31, 2)


def _pools(table: Cast) -> tuple[int, int]:
    """Bryn's hit points and recoveries."""
    return table.current("bryn", "hp"), table.current("bryn", "recoveries")


@pytest.mark.rules("OR-PERS-01", "OR-TURN-01")
def test_persistent_damage_that_ends_with_the_one_before_spares_nobody_the_next(table: Cast) -> None:
    table.hurt("bryn", 38)
    conscious = {"by": "moment", "moment": "helpless", "subject": table.ref("bryn")}
    forever = {"by": "moment", "moment": "long_rest", "subject": table.ref("bryn")}
    for until in (forever, conscious, forever):
        table.play("burn_somebody", who="bryn", amount=5, until=until)
    turn(table, death=[12])
    assert (table.current("bryn", "hp"), len(table.sheet("bryn").conditions)) == (-8, 6)
