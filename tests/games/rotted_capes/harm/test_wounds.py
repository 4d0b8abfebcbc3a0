"""Wounds, zombies, and who goes down or dies."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", stamina=40, wounds=3, fortitude=14, plot_points_start=0)
    return table


def left(table: Cast, who: str = "lark") -> tuple[int, int]:
    return table.current(who, "stamina"), table.current(who, "wounds")


@pytest.mark.rules("RC-DMG-06")
def test_wounds_are_a_track_of_their_own(table: Cast) -> None:
    table.play("suffer_wounds", who="lark", wounds=1)
    assert left(table) == (40, 2)
    table.play("mend", who="lark", wounds=1)
    assert left(table) == (40, 3)


@pytest.mark.rules("RC-DEATH-02")
def test_each_wound_weighs_as_a_level_of_exhaustion(table: Cast) -> None:
    table.play("suffer_wounds", who="lark", wounds=2)
    assert table.value("lark", "levels.exhaustion") == 2


@pytest.mark.rules("RC-DEATH-01")
@pytest.mark.parametrize(("amount", "conditions"), [(13, []), (14, ["unconscious"])])
def test_at_0_stamina_a_character_is_unconscious_and_not_dead(table: Cast, amount: int, conditions: list[str]) -> None:
    for _ in range(2):
        table.play("harm", who="lark", amount=13)
    table.play("harm", who="lark", amount=amount)
    assert (left(table), table.conditions("lark")) == ((14 - amount, 3), conditions)


@pytest.mark.rules("RC-DEATH-03", "RC-RULING-06")
@pytest.mark.parametrize(("wounds", "conditions"), [(2, []), (3, ["incapacitated"]), (5, ["incapacitated"])])
def test_at_0_wounds_with_stamina_left_a_character_is_incapacitated(
    table: Cast, wounds: int, conditions: list[str]
) -> None:
    table.play("suffer_wounds", who="lark", wounds=wounds)
    assert (left(table), table.conditions("lark")) == ((40, max(0, 3 - wounds)), conditions)


@pytest.mark.rules("RC-DEATH-04", "RC-RULING-28")
def test_at_0_of_both_a_hero_is_dead(table: Cast) -> None:
    table.play("suffer_wounds", who="lark", wounds=3)
    entry = table.play("harm", who="lark", amount=40, responses={"flaw": "die"})
    assert "dead" in table.conditions("lark")
    assert "RC-DEATH-04" in table.cited(entry)
    assert table.refusal("mend", who="lark", stamina=5).rule == "RC-DEATH-04"


@pytest.mark.rules("RC-DEATH-04")
def test_the_dead_are_harmed_no_more(table: Cast) -> None:
    table.threat("raider", stamina=5, wounds=1, fortitude=3)
    table.play("harm", who="raider", amount=5)
    assert table.conditions("raider") == ["dead"]
    table.play("harm", who="raider", amount=5)
    assert left(table, "raider") == (0, 0)


@pytest.mark.rules("RC-DEATH-05")
@pytest.mark.parametrize(("own", "responses"), [(1, {"escape": "yes"}), (0, {"rescue/lark/moth": "yes"})])
def test_a_plot_point_of_ones_own_or_of_another_hero_keeps_alive(own: int, responses: dict[str, str]) -> None:
    table = Cast()
    table.hero("lark", plot_points_start=own)
    table.hero("moth", plot_points_start=1)
    table.play("suffer_wounds", who="lark", wounds=3)
    entry = table.play("harm", who="lark", amount=40, responses=responses)
    assert (left(table), table.conditions("lark")) == ((0, 1), ["unconscious"])
    assert (table.current("lark", "plot_points"), table.current("moth", "plot_points")) == (0, own)
    assert "RC-DEATH-05" in table.cited(entry)


@pytest.mark.rules("RC-DEATH-06", "RC-RULING-48")
def test_a_flaw_and_a_wound_less_at_most_escape_death(table: Cast) -> None:
    table.play("suffer_wounds", who="lark", wounds=3)
    entry = table.play("harm", who="lark", amount=40, responses={"flaw": "flaw"})
    assert (left(table), table.conditions("lark")) == ((0, 1), ["unconscious"])
    assert table.sheet("lark").tracks["wounds"].maximum == 2
    assert [trait.kind for trait in table.sheet("lark").traits.values()] == ["flaw"]
    assert "RC-DEATH-06" in table.cited(entry)


@pytest.mark.rules("RC-DEATH-06", "RC-RULING-48")
def test_who_has_1_wound_at_most_cannot_escape_by_a_flaw() -> None:
    table = Cast()
    table.hero("lark", wounds=1, plot_points_start=0)
    table.play("suffer_wounds", who="lark")
    table.play("harm", who="lark", amount=40)
    assert "dead" in table.conditions("lark")


@pytest.mark.rules("RC-DEATH-05", "RC-DEATH-06")
@pytest.mark.parametrize("owed", ["ask", "fill"])
def test_a_question_behind_an_answer_waits_again_when_that_answer_is_given_back(owed: str) -> None:
    table = Cast()
    table.hero("lark", plot_points_start=1)
    cause = table.play("suffer_wounds", who="lark", wounds=3)
    harmed = table.play("harm", who="lark", amount=40)
    answer = table.play("freeform.answer", deed=harmed, key="escape", choice="no")
    waiting = table.state()
    assert outcomes(table.undo(cause, policy="cascade", owed=owed))[answer] == "moot"
    assert outcomes(table.redo(cause))[answer] == "restored"
    assert table.state() == waiting
    table.play("freeform.answer", deed=harmed, key="flaw", choice="flaw")
    assert (left(table), table.conditions("lark")) == ((0, 1), ["unconscious"])


@pytest.mark.rules("RC-RULING-52")
@pytest.mark.parametrize(("stamina", "conditions"), [(0, ["unconscious"]), (1, [])])
def test_stamina_above_0_wakes(table: Cast, stamina: int, conditions: list[str]) -> None:
    table.play("harm", who="lark", amount=40)
    table.play("mend", who="lark", stamina=stamina, wounds=1)
    assert table.conditions("lark") == conditions


@pytest.mark.rules("RC-ZOM-01", "RC-RULING-75")
@pytest.mark.parametrize("rank", ["epsilon", "delta"])
def test_ordinary_damage_does_nothing_to_zombies(table: Cast, rank: str) -> None:
    table.zombie("shambler", wounds=2, rank=rank, fortitude=14)
    for _ in range(3):
        table.play("harm", who="shambler", amount=14)
    assert (left(table, "shambler"), table.conditions("shambler")) == ((0, 2), [])


@pytest.mark.rules("RC-ZOM-02", "RC-ZOM-03", "RC-RULING-75")
def test_the_wound_of_a_critical_hit_hurts_a_zombie_and_0_destroys_it(table: Cast) -> None:
    table.zombie("shambler", wounds=2, rank="zeta", fortitude=14)
    table.play("harm", who="shambler", amount=3, critical=True)
    assert (left(table, "shambler"), table.conditions("shambler")) == ((0, 1), [])
    entry = table.play("harm", who="shambler", amount=3, critical=True)
    assert (left(table, "shambler"), table.conditions("shambler")) == ((0, 0), ["dead"])
    assert "RC-ZOM-03" in table.cited(entry)


@pytest.mark.rules("RC-ZOM-04", "RC-RULING-39")
@pytest.mark.parametrize("rank", ["epsilon", "zeta", "theta", ""])
@pytest.mark.parametrize(("amount", "wounds"), [(14, 4), (15, 0)])
def test_massive_damage_destroys_a_zombie_of_low_rank(table: Cast, rank: str, amount: int, wounds: int) -> None:
    given = {"rank": rank} if rank else {}
    table.zombie("shambler", wounds=4, fortitude=14, **given)
    entry = table.play("harm", who="shambler", amount=amount)
    assert left(table, "shambler") == (0, wounds)
    assert ("RC-ZOM-04" in table.cited(entry)) is (wounds == 0)


@pytest.mark.rules("RC-ZOM-05", "RC-RULING-38", "RC-RULING-39")
@pytest.mark.parametrize(
    ("category", "rank"),
    [("zombie", "delta"), ("zombie", "alpha"), ("super zombie", "theta"), ("super zombie", "beta")],
)
def test_massive_damage_wounds_a_zombie_of_high_rank_and_a_super_zombie(table: Cast, category: str, rank: str) -> None:
    table.threat("brute", category, wounds=4, ranks=rank, fortitude=14)
    entry = table.play("harm", who="brute", amount=15)
    assert left(table, "brute") == (0, 3)
    assert "RC-ZOM-05" in table.cited(entry)
    table.play("harm", who="brute", amount=15, critical=True)
    assert left(table, "brute") == (0, 1)


@pytest.mark.rules("RC-ZOM-07", "RC-RULING-40")
@pytest.mark.parametrize(("last", "wounds"), [(4, 2), (5, 1)])
def test_continuous_damage_takes_a_wound_from_a_zombie(table: Cast, last: int, wounds: int) -> None:
    table.zombie("shambler", wounds=2, rank="epsilon", fortitude=14)
    table.play("harm", who="shambler", amount=10, type="fire", cause="continuous")
    entry = table.play("harm", who="shambler", amount=last, type="fire", cause="continuous")
    assert left(table, "shambler") == (0, wounds)
    assert ("RC-ZOM-07" in table.cited(entry)) is (wounds == 1)


@pytest.mark.rules("RC-ZOM-07")
def test_one_wound_of_fire_destroys_a_common_zombie(table: Cast) -> None:
    table.zombie("shambler", wounds=1, fortitude=14)
    table.play("harm", who="shambler", amount=15, type="fire", cause="continuous")
    assert table.conditions("shambler") == ["dead"]
