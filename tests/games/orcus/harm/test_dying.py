"""Dropping to 0: dead at once, knocked out or dying, and the saves of the dying."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast

DYING = ["dying", "prone", "staggered", "unconscious"]
STABLE = ["prone", "stable", "staggered", "unconscious"]


@pytest.fixture
def table() -> Cast:
    return with_bryn()


def with_bryn(**options: Any) -> Cast:
    """A table with Bryn of 44 hit points, which makes her staggered value 22 and her recovery value 11, and a monster."""
    table = Cast(**options)
    table.hero("bryn", class_hp=34)
    table.monster("gnasher", attack=10)
    return table


def turn(table: Cast, *dice: int, **more: Any) -> int:
    """The turn of Bryn begins, outside of any fight."""
    return table.play(
        "freeform.come",
        moment="turn_start",
        subject=table.ref("bryn"),
        dice={"death": [*dice]} if dice else {},
        **more,
    )


def saves(table: Cast) -> tuple[int, int]:
    """How many death saves of Bryn have failed, and how many have succeeded."""
    uses = table.sheet("bryn").uses
    return tuple(uses[name].count if name in uses else 0 for name in ("death-saves/failed", "death-saves/passed"))  # type: ignore[return-value]


@pytest.mark.rules("OR-DEATH-01", "OR-DEATH-02", "OR-DEATH-03")
@pytest.mark.parametrize(
    ("damage", "expected"), [(43, ["staggered"]), (44, DYING), (65, DYING), (66, ["dead", "staggered"])]
)
def test_damage_to_minus_the_staggered_value_kills_and_less_makes_unconscious(
    table: Cast, damage: int, expected: list[str]
) -> None:
    table.hurt("bryn", damage)
    assert table.conditions("bryn") == expected
    assert table.current("bryn", "hp") == 44 - damage


@pytest.mark.rules("OR-DEATH-02")
@pytest.mark.parametrize(("damage", "dead"), [(11, False), (12, True)])
def test_further_damage_kills_the_dying_at_the_same_number(table: Cast, damage: int, dead: bool) -> None:
    table.hurt("bryn", 54)
    entry = table.hurt("bryn", damage)
    assert ("dead" in table.conditions("bryn"), "OR-DEATH-02" in table.cited(entry)) == (dead, dead)
    assert ("dying" in table.conditions("bryn")) is not dead


@pytest.mark.rules("OR-DEATH-03", "OR-HEAL-07", "OR-RULING-41")
def test_any_regained_hit_points_wake_and_count_from_0(table: Cast) -> None:
    table.hurt("bryn", 54)
    turn(table, 9)
    turn(table, 10)
    table.play("heal_somebody", who="bryn", amount=7)
    assert (table.current("bryn", "hp"), table.conditions("bryn"), saves(table)) == (7, ["prone", "staggered"], (1, 0))


@pytest.mark.rules("OR-DEATH-03")
def test_healing_does_not_wake_from_sleep_of_another_source(table: Cast) -> None:
    table.play("impose", who="bryn", what="unconscious", because="a sleeping draught")
    table.hurt("bryn", 44)
    table.play("heal_somebody", who="bryn", amount=30)
    assert table.conditions("bryn") == ["prone", "unconscious"]


@pytest.mark.rules("OR-DEATH-04", "OR-DEATH-05")
@pytest.mark.parametrize(("die", "expected"), [(9, (1, 0)), (10, (0, 1)), (19, (0, 1))])
def test_10_or_more_on_a_death_save_is_a_success(table: Cast, die: int, expected: tuple[int, int]) -> None:
    table.hurt("bryn", 44)
    turn(table, die)
    assert (saves(table), table.conditions("bryn")) == (expected, DYING)


@pytest.mark.rules("OR-DEATH-04")
def test_who_has_hit_points_left_rolls_no_death_save(table: Cast) -> None:
    table.hurt("bryn", 43)
    assert table.rolls(turn(table)) == {}


@pytest.mark.rules("OR-DEATH-04", "OR-RULING-51")
@pytest.mark.parametrize(("to", "expected"), [("save rolls", (0, 1)), ("skill rolls", (1, 0))])
def test_what_adds_to_saving_throws_adds_to_death_saves_and_nothing_else(
    table: Cast, to: str, expected: tuple[int, int]
) -> None:
    table.play("give_modifier", who="bryn", to=to, amount=2, effect="amulet")
    table.hurt("bryn", 44)
    turn(table, 8)
    assert saves(table) == expected


@pytest.mark.rules("OR-DEATH-05")
def test_the_third_failure_kills_though_not_in_a_row(table: Cast) -> None:
    table.hurt("bryn", 44)
    for die in (1, 12, 9, 10):
        turn(table, die)
    assert "dead" not in table.conditions("bryn")
    turn(table, 5)
    assert table.conditions("bryn") == ["dead", "prone", "staggered", "unconscious"]


@pytest.mark.rules("OR-DEATH-05", "OR-RULING-28")
def test_the_third_success_makes_stable_until_further_damage(table: Cast) -> None:
    table.hurt("bryn", 44)
    for die in (10, 9, 11, 12):
        turn(table, die)
    assert (table.conditions("bryn"), table.rolls(turn(table))) == (STABLE, {})
    table.hurt("bryn", 1)
    assert (table.conditions("bryn"), saves(table)) == (DYING, (1, 0))


@pytest.mark.rules("OR-RULING-28")
def test_a_table_may_let_three_successes_do_nothing() -> None:
    table = with_bryn(three_successes="nothing")
    table.hurt("bryn", 44)
    for _ in range(3):
        turn(table, 10)
    assert table.conditions("bryn") == DYING


@pytest.mark.rules("OR-DEATH-06", "OR-RULING-41")
def test_a_short_rest_and_not_healing_resets_failures(table: Cast) -> None:
    table.hurt("bryn", 44)
    turn(table, 2)
    table.play("heal_somebody", who="bryn", amount=5)
    assert saves(table) == (1, 0)
    table.play("freeform.come", moment="short_rest", subject=table.ref("bryn"))
    assert saves(table) == (0, 0)
    table.hurt("bryn", 5)
    turn(table, 2)
    assert saves(table) == (1, 0)


@pytest.mark.rules("OR-DEATH-06", "OR-DEATH-11", "OR-RULING-42")
@pytest.mark.parametrize(("sort", "hp"), [("short", 1), ("long", 44)])
def test_a_rest_of_either_sort_resets_failures_and_lets_the_knocked_out_come_round(
    table: Cast, sort: str, hp: int
) -> None:
    table.hurt("bryn", 44)
    turn(table, 2)
    table.play("heal_somebody", who="bryn", amount=5)
    knock_out(table, "gnasher", "bryn")
    table.play("take_rest", who=["bryn"], sort=sort)
    assert (saves(table), table.current("bryn", "hp")) == ((0, 0), hp)
    assert "unconscious" not in table.conditions("bryn")


@pytest.mark.rules("OR-DEATH-07")
@pytest.mark.parametrize(("die", "bonus"), [(20, 0), (18, 2)])
def test_20_or_more_spends_a_recovery_and_wakes(table: Cast, die: int, bonus: int) -> None:
    if bonus:
        table.play("give_modifier", who="bryn", to="save rolls", amount=bonus, effect="amulet")
    table.hurt("bryn", 50)
    turn(table, die)
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries")) == (11, 6)
    assert (table.conditions("bryn"), saves(table)) == (["prone", "staggered"], (0, 0))


@pytest.mark.rules("OR-DEATH-07")
def test_a_total_of_19_wakes_nobody(table: Cast) -> None:
    table.hurt("bryn", 50)
    turn(table, 19)
    assert (table.current("bryn", "hp"), saves(table)) == (-6, (0, 1))


@pytest.mark.rules("OR-DEATH-07")
def test_the_recovery_may_be_kept(table: Cast) -> None:
    table.hurt("bryn", 50)
    turn(table, 20, responses={"recovery": "keep"})
    assert (table.current("bryn", "recoveries"), saves(table), table.conditions("bryn")) == (7, (0, 1), DYING)


@pytest.mark.rules("OR-DEATH-07", "OR-RULING-29")
def test_without_a_recovery_20_counts_as_19(table: Cast) -> None:
    table.play("freeform.spend", target="bryn", track="recoveries", amount=7)
    table.hurt("bryn", 50)
    entry = turn(table, 20)
    assert (table.rolls(entry)["death"], saves(table), table.current("bryn", "hp")) == (19, (0, 1), -6)


@pytest.mark.rules("OR-DEATH-08", "OR-RULING-29")
def test_the_dying_without_a_recovery_are_set_to_1_hit_point(table: Cast) -> None:
    table.play("freeform.spend", target="bryn", track="recoveries", amount=7)
    table.hurt("bryn", 50)
    table.play("allow_recovery", who="bryn", extra=6)
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (1, ["prone", "staggered"])


@pytest.mark.rules("OR-DEATH-09", "OR-RULING-58")
def test_monsters_die_at_0_and_no_earlier(table: Cast) -> None:
    table.hurt("gnasher", 39)
    assert table.conditions("gnasher") == ["staggered"]
    entry = table.hurt("gnasher", 1)
    assert (table.conditions("gnasher"), "OR-DEATH-09" in table.cited(entry)) == (["dead", "staggered"], True)


@pytest.mark.rules("OR-DEATH-09")
def test_the_game_master_lets_a_villain_fall_as_heroes_do(table: Cast) -> None:
    assert table.forbidden("use_hero_rules", who="gnasher", as_player="ana")
    entry = table.play("use_hero_rules", who="gnasher")
    assert "OR-DEATH-09" in table.cited(entry)
    table.hurt("gnasher", 41)
    assert table.conditions("gnasher") == DYING


@pytest.mark.rules("OR-DEATH-09")
def test_the_rules_for_heroes_do_nothing_for_the_dead(table: Cast) -> None:
    table.hurt("gnasher", 41)
    assert table.refusal("use_hero_rules", who="gnasher").rule == "OR-DEATH-09"


@pytest.mark.rules("OR-DEATH-10", "OR-RULING-39")
@pytest.mark.parametrize(("damage", "dead"), [(7, False), (10, False), (11, True), (13, True)])
def test_without_negative_hit_points_one_hard_blow_kills(damage: int, dead: bool) -> None:
    table = Cast(negative_hp=False)
    table.hero("bryn", class_hp=12)
    table.hurt("bryn", 23)
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (0, DYING)
    table.hurt("bryn", 7)
    table.hurt("bryn", damage)
    assert (table.current("bryn", "hp"), "dead" in table.conditions("bryn")) == (0, dead)


@pytest.mark.rules("OR-DEATH-10")
@pytest.mark.parametrize(("damage", "dead"), [(32, False), (33, True)])
def test_without_negative_hit_points_the_blow_counts_from_what_was_left(damage: int, dead: bool) -> None:
    table = Cast(negative_hp=False)
    table.hero("bryn", class_hp=12)
    table.hurt("bryn", damage)
    assert ("dead" in table.conditions("bryn")) is dead


@pytest.mark.rules("OR-DEATH-10")
def test_failed_death_saves_still_kill_without_negative_hit_points() -> None:
    table = with_bryn(negative_hp=False)
    table.hurt("bryn", 44)
    for _ in range(3):
        turn(table, 3)
    assert "dead" in table.conditions("bryn")


def knock_out(table: Cast, who: str, target: str, **more: Any) -> int:
    table.arm(who, dice="1d100")
    return table.strike(who, target, 19, [100], knock_out=True, **more)


@pytest.mark.rules("OR-DEATH-11", "OR-RULING-40")
def test_an_attacker_may_knock_out_however_hard_the_blow_is(table: Cast) -> None:
    entry = knock_out(table, "bryn", "gnasher")
    assert (table.current("gnasher", "hp"), table.conditions("gnasher")) == (0, ["prone", "staggered", "unconscious"])
    assert "OR-DEATH-11" in table.cited(entry)


@pytest.mark.rules("OR-DEATH-11", "OR-RULING-42")
def test_who_was_knocked_out_rolls_no_death_saves_and_comes_round_after_a_short_rest(table: Cast) -> None:
    knock_out(table, "gnasher", "bryn")
    assert table.rolls(turn(table)) == {}
    table.play("freeform.come", moment="short_rest", subject=table.ref("bryn"))
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (1, ["prone", "staggered"])


@pytest.mark.rules("OR-DEATH-11")
def test_a_blow_that_leaves_hit_points_knocks_nobody_out(table: Cast) -> None:
    table.arm("bryn", dice="1d8")
    table.strike("bryn", "gnasher", 19, [8], knock_out=True)
    assert (table.current("gnasher", "hp"), table.conditions("gnasher")) == (32, [])


@pytest.mark.rules("OR-DEATH-11")
def test_damage_to_who_was_knocked_out_makes_them_dying(table: Cast) -> None:
    knock_out(table, "gnasher", "bryn")
    table.hurt("bryn", 1)
    assert table.conditions("bryn") == DYING


@pytest.mark.rules("OR-RULING-40", "OR-DEATH-02")
@pytest.mark.parametrize(("limit", "dead"), [("none", False), ("not_instant_death", True)])
def test_a_table_may_let_a_massive_blow_kill_all_the_same(limit: str, dead: bool) -> None:
    table = with_bryn(knock_out_limit=limit)
    knock_out(table, "gnasher", "bryn")
    assert ("dead" in table.conditions("bryn")) is dead


@pytest.mark.rules("OR-COND-07", "OR-RULING-27")
def test_in_a_fight_the_death_save_comes_as_the_turn_begins_after_damage_and_regeneration(table: Cast) -> None:
    table.begin({"bryn": 15}, {"gnasher": 14})
    table.next()
    table.hurt("bryn", 44)
    table.play("burn_somebody", who="bryn", amount=3)
    table.play("regenerate", who="bryn", amount=2)
    entry = table.next()
    assert (table.current("bryn", "hp"), table.rolls(entry)) == (2, {})


@pytest.mark.rules("OR-COND-07", "OR-DEATH-04")
def test_the_dying_have_a_turn_in_which_they_only_save(table: Cast) -> None:
    table.begin({"bryn": 15}, {"gnasher": 14})
    table.next()
    table.hurt("bryn", 44)
    entry = table.next(dice={"death": [4]})
    assert (table.rolls(entry), table.turn(), table.round()) == ({"death": 4}, ["gnasher"], 2)


@pytest.mark.rules("OR-RULING-27", "OR-COND-07")
def test_a_table_may_roll_death_saves_as_turns_end() -> None:
    table = with_bryn(death_save_timing="end")
    table.hurt("bryn", 44)
    assert table.rolls(turn(table)) == {}
    entry = table.play("freeform.come", moment="turn_over", subject=table.ref("bryn"), dice={"death": [12]})
    assert (table.rolls(entry), saves(table)) == ({"death": 12}, (0, 1))
