"""Healing: Stamina with the end of a scene, and Wounds by Hiatuses and saves."""

from __future__ import annotations

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Lark with Constitution 12, 3 Wounds and 41 Stamina, in a scene."""
    table = Cast()
    table.hero("lark", con=12, stamina=41, fortitude=50, plot_points_start=0)
    table.play("freeform.open_scene")
    return table


def left(table: Cast, who: str = "lark") -> tuple[int, int]:
    return table.current(who, "stamina"), table.current(who, "wounds")


def hiatus(table: Cast, count: int = 1) -> None:
    for _ in range(count):
        table.play("freeform.come", moment="hiatus", subject="lark")


def recover(table: Cast, *dice: int, treated: bool = False, drawn: tuple[int, ...] = ()) -> int:
    """Lark tries to recover; the entry's number."""
    rolls = {"save": list(dice), **({"attribute": list(drawn)} if drawn else {})}
    return table.play("recover_wound", who="lark", treated=treated, as_player="ana", dice=rolls)


def wounded(table: Cast, count: int = 1) -> None:
    table.play("suffer_wounds", who="lark", wounds=count)
    hiatus(table, count)


@pytest.mark.rules("RC-HEAL-01")
def test_a_scene_that_ends_gives_back_all_stamina(table: Cast) -> None:
    table.play("harm", who="lark", amount=30)
    entry = table.play("freeform.end_scene")
    assert left(table) == (41, 3)
    assert "RC-HEAL-01" in table.cited(entry)


@pytest.mark.rules("RC-HEAL-02", "RC-RULING-52")
def test_who_lies_unconscious_regains_half_and_wakes(table: Cast) -> None:
    table.play("harm", who="lark", amount=41)
    assert table.conditions("lark") == ["unconscious"]
    entry = table.play("freeform.end_scene")
    assert (left(table), table.conditions("lark")) == ((20, 3), [])
    assert "RC-HEAL-02" in table.cited(entry)


@pytest.mark.rules("RC-HEAL-01", "RC-RULING-75")
def test_zombies_recover_nothing(table: Cast) -> None:
    table.zombie("shambler", wounds=2)
    table.play("suffer_wounds", who="shambler")
    table.play("freeform.end_scene")
    assert left(table, "shambler") == (0, 1)


@pytest.mark.rules("RC-HEAL-03")
@pytest.mark.parametrize(("taken", "rested"), [(1, 0), (2, 1)])
def test_an_attempt_takes_a_hiatus_for_each_wound(table: Cast, taken: int, rested: int) -> None:
    table.play("suffer_wounds", who="lark", wounds=taken)
    hiatus(table, rested)
    assert table.refusal("recover_wound", who="lark").rule == "RC-HEAL-03"
    hiatus(table)
    recover(table, 20)
    assert left(table) == (41, 3 - taken + 1)


@pytest.mark.rules("RC-RULING-50")
def test_each_attempt_uses_up_what_was_rested(table: Cast) -> None:
    wounded(table, 2)
    recover(table, 12)
    assert table.refusal("recover_wound", who="lark").rule == "RC-HEAL-03"
    hiatus(table, 2)
    recover(table, 20)
    hiatus(table)
    recover(table, 20)
    assert left(table) == (41, 3)
    assert table.refusal("recover_wound", who="lark").rule == "RC-RULING-50"


@pytest.mark.rules("RC-RULING-50")
def test_hiatuses_count_from_the_first_wound(table: Cast) -> None:
    hiatus(table, 2)
    table.play("suffer_wounds", who="lark")
    assert table.refusal("recover_wound", who="lark").rule == "RC-HEAL-03"
    hiatus(table)
    table.play("mend", who="lark", wounds=1)
    table.play("suffer_wounds", who="lark")
    assert table.refusal("recover_wound", who="lark").rule == "RC-HEAL-03"


@pytest.mark.rules("RC-HEAL-04", "RC-HEAL-06")
@pytest.mark.parametrize(("die", "wounds"), [(14, 3), (13, 2), (10, 2)])
def test_15_recovers_a_wound_and_up_to_4_less_does_nothing(table: Cast, die: int, wounds: int) -> None:
    wounded(table)
    recover(table, die)
    assert left(table) == (41, wounds)
    assert table.value("lark", "attributes.constitution") == 12


@pytest.mark.rules("RC-HEAL-05", "RC-RULING-51")
@pytest.mark.parametrize("dice", [(1, 14), (14, 1)])
def test_treatment_gives_advantage_and_the_kept_die_alone_counts(table: Cast, dice: tuple[int, int]) -> None:
    wounded(table)
    entry = recover(table, *dice, treated=True)
    assert (table.outcomes_of(entry)["save"], left(table)) == ("success", (41, 3))
    assert "RC-HEAL-05" in table.cited(entry)


@pytest.mark.rules("RC-HEAL-06", "RC-RULING-51")
@pytest.mark.parametrize(
    ("drawn", "name"),
    [(1, "strength"), (2, "dexterity"), (3, "constitution"), (4, "intelligence"), (5, "wisdom"), (6, "charisma")],
)
def test_5_less_costs_a_point_of_a_random_score(table: Cast, drawn: int, name: str) -> None:
    before = table.value("lark", f"attributes.{name}")
    wounded(table)
    recover(table, 9, drawn=(drawn,))
    assert (left(table), table.value("lark", f"attributes.{name}")) == ((41, 2), before - 1)


@pytest.mark.rules("RC-HEAL-06", "RC-RULING-51")
@pytest.mark.parametrize(("drawn", "name"), [(1, "strength"), (6, "charisma")])
def test_a_boost_that_ends_later_is_no_part_of_the_lowered_score(table: Cast, drawn: int, name: str) -> None:
    before = table.value("lark", f"attributes.{name}")
    boost = {"path": f"attributes.{name}", "amount": 4}
    table.play("freeform.put", target="lark", component="modifiers", name="boost", instance=boost)
    wounded(table)
    recover(table, 9, drawn=(drawn,))
    assert table.value("lark", f"attributes.{name}") == before + 4 - 1


@pytest.mark.rules("RC-HEAL-06", "RC-RULING-51")
@pytest.mark.parametrize(("taken", "state"), [(1, []), (2, ["dead", "incapacitated"])])
def test_a_1_is_an_additional_wound_and_death_with_the_last(table: Cast, taken: int, state: list[str]) -> None:
    wounded(table, taken)
    table.play("recover_wound", who="lark", dice={"save": [1]}, responses={"worse": "wound"})
    assert (left(table), table.conditions("lark")) == ((41, 2 - taken), state)


@pytest.mark.rules("RC-HEAL-07", "RC-RULING-48")
def test_a_flaw_in_place_of_that_heals_a_wound(table: Cast) -> None:
    wounded(table, 2)
    entry = table.play("recover_wound", who="lark", dice={"save": [1]}, responses={"worse": "flaw"})
    assert (left(table), table.sheet("lark").tracks["wounds"].maximum) == ((41, 2), 3)
    assert [trait.kind for trait in table.sheet("lark").traits.values()] == ["flaw"]
    assert "RC-HEAL-07" in table.cited(entry)


@pytest.mark.rules("RC-PP-11", "RC-RULING-50")
@pytest.mark.parametrize("die", [1, 9])
def test_a_plot_point_cancels_a_failed_recovery(die: int) -> None:
    table = Cast()
    table.hero("lark", con=12, stamina=41, plot_points_start=1)
    wounded(table)
    table.play("recover_wound", who="lark", dice={"save": [die]}, responses={"recovery/lark": "yes"})
    assert (left(table), table.current("lark", "plot_points")) == ((41, 2), 0)
    assert table.refusal("recover_wound", who="lark").rule == "RC-HEAL-03"


@pytest.mark.rules("RC-HEAL-03")
@pytest.mark.parametrize(
    ("wounds", "rested", "words"),
    [(1, 0, "1 Wound and 0 Hiatuses"), (2, 1, "2 Wounds and 1 Hiatus since"), (3, 2, "3 Wounds and 2 Hiatuses")],
)
def test_bug_one_wound_and_one_hiatus_are_named_in_the_singular(
    table: Cast, wounds: int, rested: int, words: str
) -> None:
    table.play("suffer_wounds", who="lark", wounds=wounds)
    hiatus(table, rested)
    assert words in table.refusal("recover_wound", who="lark").player


@pytest.mark.rules("RC-RULING-49")
@pytest.mark.parametrize(("hours", "words"), [(2, "takes 2 hours of rest"), (3, "takes 3 hours")])
def test_a_shorter_rest_is_refused_in_hours(hours: int, words: str) -> None:
    table = Cast(hiatus_hours=hours)
    table.hero("lark")
    assert words in table.refusal("take_hiatus", who="lark", hours=hours - 1).player


@pytest.mark.rules("RC-RULING-75", "RC-HEAL-03")
def test_bug_no_zombie_recovers_by_resting(table: Cast) -> None:
    table.zombie("shambler", wounds=2)
    table.play("suffer_wounds", who="shambler")
    table.play("freeform.come", moment="hiatus", subject="shambler")
    assert table.refusal("recover_wound", who="shambler").rule == "RC-RULING-75"
