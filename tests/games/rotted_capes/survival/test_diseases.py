"""Diseases: infection, stages, harm that does not heal, and cures."""

from __future__ import annotations

from typing import Any

import pytest

from domain.play.refusals import Absent
from tests.games.rotted_capes.cast import Cast

FEVER: dict[str, Any] = {
    "disease": "Gutter fever",
    "bonus": 4,
    "difficulty": 15,
    "hours": 24,
    "stages": [{"stamina": 5}, {"wounds": 1}, {"exhaustion": 1}],
}


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", con=14, fortitude=15)
    return table


def infect(table: Cast, die: int = 11, **more: Any) -> int:
    return table.play("infect", who="lark", dice={"infection": [die]}, **FEVER | more)


def resist(table: Cast, *dice: int, hours: int = 24, **more: Any) -> int:
    """Let the interval pass, and Lark roll these dice with +2 against 15."""
    table.play("freeform.advance_clock", hours=hours)
    return table.play("resist_disease", who="lark", dice={"save": list(dice)}, as_player="ana", **more)


def stage(table: Cast) -> Any:
    (disease,) = table.sheet("lark").conditions.values()
    return disease.data.get("stage", 1)


@pytest.mark.rules("RC-DIS-01", "RC-RULING-59")
@pytest.mark.parametrize(
    ("die", "bonus", "infected"), [(10, 4, False), (11, 4, True), (12, 4, True), (1, 30, False), (20, -10, True)]
)
def test_a_disease_attacks_fortitude(table: Cast, die: int, bonus: int, infected: bool) -> None:
    infect(table, die, bonus=bonus)
    assert table.conditions("lark") == (["disease"] if infected else [])
    assert (table.current("lark", "stamina"), table.current("lark", "wounds")) == (35 if infected else 40, 3)


@pytest.mark.rules("RC-DIS-02")
@pytest.mark.parametrize(("die", "stages"), [(12, 2), (13, 0), (14, 0)])
def test_a_save_after_each_interval_leads_further_or_back(table: Cast, die: int, stages: int) -> None:
    infect(table)
    resist(table, die)
    assert (stage(table) if table.conditions("lark") else 0) == stages


@pytest.mark.rules("RC-DIS-02")
def test_before_the_interval_is_over_no_save_is_due(table: Cast) -> None:
    infect(table)
    table.play("freeform.advance_clock", hours=23)
    assert table.refusal("resist_disease", who="lark").rule == "RC-DIS-02"
    resist(table, 1, hours=1)
    assert table.refusal("resist_disease", who="lark").rule == "RC-DIS-02"


@pytest.mark.rules("RC-DIS-02", "RC-DIS-05")
@pytest.mark.parametrize("command", ["resist_disease", "cure"])
def test_another_condition_is_no_disease(table: Cast, command: str) -> None:
    table.play("impose", who="lark", what="stunned")
    with pytest.raises(Absent, match="'stunned' is no disease"):
        table.play(command, who="lark", disease="stunned")
    assert table.conditions("lark") == ["stunned"]


@pytest.mark.rules("RC-DIS-02", "RC-RULING-59")
def test_a_success_leads_one_stage_back_and_failure_stays_in_the_last(table: Cast) -> None:
    infect(table)
    stages = []
    for die in (1, 1, 1, 20, 20):
        resist(table, die)
        stages.append(stage(table))
    assert stages == [2, 3, 3, 2, 1]
    resist(table, 20)
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-DIS-03")
@pytest.mark.parametrize(("stages", "fits"), [(1, False), (2, True), (4, True), (5, False)])
def test_a_disease_has_2_to_4_stages(table: Cast, stages: int, fits: bool) -> None:
    if fits:
        infect(table, stages=[{"stamina": 1}] * stages)
        assert table.conditions("lark") == ["disease"]
    else:
        with pytest.raises(Exception, match="stages"):
            infect(table, stages=[{"stamina": 1}] * stages)


@pytest.mark.rules("RC-DIS-04")
def test_a_stage_harms_once(table: Cast) -> None:
    infect(table, stages=[{"stamina": 5}, {"stamina": 7}])
    for die, left in ((1, 28), (20, 28), (1, 28), (1, 28)):
        resist(table, die)
        assert table.current("lark", "stamina") == left


@pytest.mark.rules("RC-DIS-05")
@pytest.mark.parametrize("ends", ["cured", "shaken off"])
def test_what_a_disease_did_heals_once_it_is_over(table: Cast, ends: str) -> None:
    infect(table)
    resist(table, 1)
    resist(table, 1)
    assert table.value("lark", "levels.exhaustion") == 2
    table.play("mend", who="lark", stamina=40, wounds=3)
    assert (table.current("lark", "stamina"), table.current("lark", "wounds")) == (35, 2)
    assert table.refusal("refresh", who="lark").rule == "RC-EXH-05"
    if ends == "cured":
        table.play("cure", who="lark", disease="Gutter fever")
    else:
        for _ in range(3):
            resist(table, 20)
    table.play("mend", who="lark", stamina=40, wounds=3)
    table.play("refresh", who="lark")
    assert (table.current("lark", "stamina"), table.current("lark", "wounds")) == (40, 3)
    assert table.value("lark", "levels.exhaustion") == 0


@pytest.mark.rules("RC-DIS-05")
def test_what_one_disease_did_heals_while_another_lasts(table: Cast) -> None:
    for disease in ("Gutter fever", "Grave cough"):
        infect(table, disease=disease, stages=[{"exhaustion": 1}, {}])
    table.play("exhaust", who="lark", source="disease")
    table.play("cure", who="lark", disease="Gutter fever")
    table.play("refresh", who="lark", levels=3)
    assert table.value("lark", "levels.exhaustion") == 2
    table.play("cure", who="lark", disease="Grave cough")
    table.play("refresh", who="lark", levels=3)
    assert table.value("lark", "levels.exhaustion") == 0


@pytest.mark.rules("RC-DIS-05")
def test_wounds_from_before_a_disease_heal_while_it_lasts(table: Cast) -> None:
    table.play("suffer_wounds", who="lark", wounds=2)
    infect(table, stages=[{"wounds": 3}, {}])
    assert (table.current("lark", "wounds"), table.value("lark", "wounds.suffered")) == (0, 3)
    table.play("mend", who="lark", wounds=3)
    assert (table.current("lark", "wounds"), table.value("lark", "wounds.suffered")) == (2, 1)


@pytest.mark.rules("RC-DIS-05", "RC-HEAL-04")
def test_wounds_of_a_disease_alone_are_nothing_to_recover_from(table: Cast) -> None:
    infect(table, stages=[{"wounds": 1}, {}])
    table.play("take_hiatus", who="lark")
    assert table.refusal("recover_wound", who="lark").rule == "RC-DIS-05"
    table.play("cure", who="lark", disease="Gutter fever")
    table.play("recover_wound", who="lark", dice={"save": [15]})
    assert table.current("lark", "wounds") == 3


@pytest.mark.rules("RC-DIS-05", "RC-DEATH-05")
def test_who_escapes_death_by_a_disease_has_a_wound_left(table: Cast) -> None:
    infect(table, stages=[{"stamina": 40, "wounds": 3}, {}], responses={"escape": "yes"})
    assert (table.current("lark", "wounds"), table.value("lark", "tracks.wounds.maximum")) == (1, 1)
    assert table.value("lark", "wounds.suffered") == 2


@pytest.mark.rules("RC-DIS-02")
def test_a_save_that_is_made_late_puts_the_next_one_off_no_further(table: Cast) -> None:
    infect(table, hours=12, stages=[{}, {}, {}, {}])
    resist(table, 1, hours=30)
    table.play("resist_disease", who="lark", dice={"save": [1]})
    assert (stage(table), table.refusal("resist_disease", who="lark").rule) == (3, "RC-DIS-02")
    resist(table, 1, hours=6)
    assert stage(table) == 4


@pytest.mark.rules("RC-DIS-06")
def test_what_takes_a_cure_is_never_shaken_off(table: Cast) -> None:
    infect(table, cure="serum")
    entry = resist(table, 20)
    assert (table.conditions("lark"), stage(table)) == (["disease"], 1)
    assert "RC-DIS-06" in table.cited(entry)
    table.play("cure", who="lark")
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-DIS-07")
@pytest.mark.parametrize(("dice", "well"), [((3, 13), True), ((3, 12), False)])
def test_a_plot_point_gives_advantage_and_no_more(table: Cast, dice: tuple[int, int], well: bool) -> None:
    infect(table)
    resist(table, *dice, plot_point=True)
    assert table.current("lark", "plot_points") == 0
    assert (table.conditions("lark") == []) is well


@pytest.mark.rules("RC-DIS-08")
@pytest.mark.parametrize(("die", "well"), [(7, False), (8, True)])
def test_antibiotics_add_5(table: Cast, die: int, well: bool) -> None:
    infect(table)
    resist(table, die, antibiotics=True)
    assert (table.conditions("lark") == []) is well


@pytest.mark.rules("RC-DIS-05", "RC-DEATH-01")
def test_a_disease_that_takes_all_stamina_leaves_a_hero_unconscious(table: Cast) -> None:
    infect(table, stages=[{"stamina": 40}, {}])
    assert table.conditions("lark") == ["disease", "unconscious"]
