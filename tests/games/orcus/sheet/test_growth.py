"""Levels, XP, tiers and retraining."""

import itertools
from typing import Any

import pytest

from systems.orcus.sheet.tiers import LEVELS, TIERS, level_for, tier_of
from tests.games.orcus.cast import Cast

THRESHOLDS = """0 1000 2250 3750 5500 7500 10000 13000 16500 20500 25500 31500 38500 46500 56500 68500 82500 98500 118500 142500
170500 202500 242500 290500 346500 410500 490500 586500 698500 826500"""
"""The cumulative XP of the levels from 1 to 30."""

TO_NEXT = """1000 1250 1500 1750 2000 2500 3000 3500 4000 5000 6000 7000 8000 10000 12000 14000 16000 20000 24000 28000
32000 40000 48000 56000 64000 80000 96000 112000 128000"""
"""The XP from each level to the next."""


def at_level(level: int, level_up: str = "on_confirm", **scores: Any) -> Cast:
    """A table with Bryn, who has the XP for the level after this one."""
    table = Cast(level_up=level_up)
    table.hero("bryn", level=level, **scores)
    if level < 30:
        table.play("award_xp", who=["bryn"], amount=LEVELS[level + 1].xp - LEVELS[level].xp)
    return table


def gain(table: Cast, **choices: Any) -> int:
    return table.play("gain_level", who="bryn", as_player="ana", **choices)


@pytest.mark.rules("OR-LVL-01", "OR-LVL-02")
def test_the_level_table_is_that_of_the_rules() -> None:
    thresholds = [int(number) for number in THRESHOLDS.split()]
    assert [row.xp for row in LEVELS.values()] == thresholds
    assert [after - before for before, after in itertools.pairwise(thresholds)] == [
        int(number) for number in TO_NEXT.split()
    ]
    assert {level: row.abilities for level, row in LEVELS.items() if row.abilities} == {
        **dict.fromkeys((4, 8, 14, 18, 24, 28), 2),
        **dict.fromkeys((11, 21), 6),
    }
    assert [level for level, row in LEVELS.items() if row.feats] == [1, *range(2, 31, 2)]
    assert sum(row.feats for row in LEVELS.values()) == 16
    assert {level: row.selects for level, row in LEVELS.items() if row.selects} == {
        11: "prestige path",
        21: "epic path",
    }


@pytest.mark.rules("OR-LVL-03")
@pytest.mark.parametrize("level", range(2, 31))
def test_exactly_the_threshold_entitles_to_a_level_and_one_less_does_not(level: int) -> None:
    assert (level_for(LEVELS[level].xp), level_for(LEVELS[level].xp - 1)) == (level, level - 1)


@pytest.mark.rules("OR-LVL-01")
@pytest.mark.parametrize("level", [0, 31])
def test_a_level_below_1_or_above_30_is_refused(level: int) -> None:
    with pytest.raises(Exception, match=r"must be at (least|most)"):
        Cast().monster("gnasher", level=level)


@pytest.mark.rules("OR-LVL-01")
def test_nobody_rises_above_level_30() -> None:
    assert at_level(30).refusal("gain_level", who="bryn").rule == "OR-LVL-01"


@pytest.mark.rules("OR-LVL-03", "OR-RULING-12")
def test_a_level_is_taken_once_the_xp_are_there() -> None:
    table = Cast()
    table.hero("bryn")
    table.play("award_xp", who=["bryn"], amount=999)
    assert table.refusal("gain_level", who="bryn", feat="Toughness").rule == "OR-LVL-03"
    table.play("award_xp", who=["bryn"], amount=1)
    assert table.value("bryn", "attributes.level") == 1
    gain(table, feat="Toughness")
    assert table.value("bryn", "attributes.level") == 2
    assert [choice.at for choice in table.sheet("bryn").choices.values()] == ["level 2"]


@pytest.mark.rules("OR-LVL-03")
def test_who_is_named_twice_gets_xp_once() -> None:
    table = Cast()
    table.hero("bryn")
    table.play("award_xp", who=["bryn", "bryn"], amount=999)
    assert table.current("bryn", "xp") == 999


@pytest.mark.rules("OR-RULING-12")
def test_xp_for_several_levels_give_them_one_at_a_time() -> None:
    table = at_level(1)
    table.play("award_xp", who=["bryn"], amount=5_000)
    gain(table, feat="Toughness")
    gain(table)
    assert table.value("bryn", "attributes.level") == 3


@pytest.mark.rules("OR-LVL-03", "OR-RULING-12")
def test_a_table_may_want_a_long_rest_before_a_level() -> None:
    table = at_level(1, level_up="after_long_rest")
    assert table.refusal("gain_level", who="bryn", feat="Toughness").rule == "OR-RULING-12"
    table.play("take_rest", who=["bryn"], sort="short")
    assert table.refusal("gain_level", who="bryn", feat="Toughness").rule == "OR-RULING-12"
    table.play("take_rest", who=["bryn"], sort="long")
    gain(table, feat="Toughness")
    assert table.value("bryn", "attributes.level") == 2


@pytest.mark.rules("OR-LVL-02")
@pytest.mark.parametrize(("level", "choices"), [(1, {}), (2, {"feat": "Toughness"}), (1, {"feat": "a", "path": "b"})])
def test_a_choice_that_is_missing_or_that_no_level_brings_is_refused(level: int, choices: Any) -> None:
    assert at_level(level).refusal("gain_level", who="bryn", **choices).rule == "OR-LVL-02"


@pytest.mark.rules("OR-LVL-02", "OR-RULING-09")
def test_two_different_abilities_rise_at_level_4() -> None:
    table = at_level(3, str=15, wis=11)
    for abilities in (["strength"], ["strength", "strength"], ["strength", "wisdom", "charisma"]):
        assert table.refusal("gain_level", who="bryn", feat="x", abilities=abilities).rule == "OR-LVL-02"
    gain(table, feat="x", abilities=["strength", "wisdom"])
    assert [table.value("bryn", f"attributes.{name}") for name in ("strength", "wisdom", "charisma")] == [16, 12, 10]


@pytest.mark.rules("OR-RULING-09")
def test_no_score_rises_above_30() -> None:
    table = at_level(3, str=30, wis=29)
    refused = table.refusal("gain_level", who="bryn", feat="x", abilities=["strength", "wisdom"])
    assert refused.rule == "OR-RULING-09"
    gain(table, feat="x", abilities=["charisma", "wisdom"])
    assert table.value("bryn", "attributes.wisdom") == 30


@pytest.mark.rules("OR-LVL-04", "OR-BUILD-02", "OR-RULING-02")
@pytest.mark.parametrize(("level", "what"), [(10, "prestige path"), (20, "epic path")])
def test_all_abilities_rise_and_a_path_is_selected_at_levels_11_and_21(level: int, what: str) -> None:
    table = at_level(level, str=16, con=30)
    assert table.refusal("gain_level", who="bryn").rule == "OR-LVL-02"
    gain(table, path="Warden of the Gate")
    assert [table.value("bryn", f"attributes.{name}") for name in ("strength", "constitution", "wisdom")] == [
        17,
        30,
        11,
    ]
    assert [trait.kind for trait in table.sheet("bryn").traits.values()] == [what]


@pytest.mark.rules("OR-BUILD-02", "OR-LVL-04", "OR-RULING-02")
@pytest.mark.parametrize(("what", "level"), [("prestige path", 11), ("epic path", 21)])
def test_a_path_is_selected_once_its_level_is_there(what: str, level: int) -> None:
    table = Cast()
    table.hero("bryn", level=level - 1)
    assert table.refusal("choose", who="bryn", what=what, name="Seer").rule == "OR-LVL-04"
    table.hero("sela", level=level)
    table.play("choose", who="sela", what=what, name="Seer")
    assert table.refusal("choose", who="sela", what=what, name="Other").rule == "OR-BUILD-02"


@pytest.mark.rules("OR-LVL-05")
@pytest.mark.parametrize(("level", "bonus"), [(1, 0), (2, 1), (3, 1), (29, 14), (30, 15)])
def test_half_the_level_adds_to_defenses_initiative_and_checks(level: int, bonus: int) -> None:
    table = Cast()
    table.hero("bryn", level=level)
    values = {name: table.value("bryn", f"attributes.{name}") for name in ("ac", "will", "initiative", "athletics")}
    assert values == {"ac": 10 + bonus, "will": 10 + bonus, "initiative": bonus, "athletics": bonus}


@pytest.mark.rules("OR-TIER-01")
@pytest.mark.parametrize(
    ("level", "tier"),
    [(1, "Adventurer"), (10, "Adventurer"), (11, "Prestige"), (20, "Prestige"), (21, "Epic"), (30, "Epic")],
)
def test_each_level_has_its_tier(level: int, tier: str) -> None:
    assert (tier_of(level), TIERS) == (tier, {"Adventurer": (1, 10), "Prestige": (11, 20), "Epic": (21, 30)})


@pytest.mark.rules("OR-HP-01", "OR-HP-03")
def test_hit_points_include_the_constitution_score_and_recoveries_its_modifier() -> None:
    table = Cast()
    table.hero("bryn", con=15, class_hp=24, recoveries=8)
    assert table.value("bryn", "tracks.hp.maximum") == table.current("bryn", "hp") == 39
    assert table.value("bryn", "tracks.recoveries.maximum") == table.current("bryn", "recoveries") == 10


@pytest.mark.rules("OR-HP-02", "OR-RULING-64")
def test_a_constitution_that_rises_takes_hit_points_and_recoveries_with_it() -> None:
    table = at_level(3, con=15)
    table.play("deal_damage", who="bryn", amount=10)
    gain(table, feat="x", abilities=["constitution", "wisdom"])
    assert (table.value("bryn", "tracks.hp.maximum"), table.current("bryn", "hp")) == (46, 36)
    assert (table.value("bryn", "tracks.recoveries.maximum"), table.current("bryn", "recoveries")) == (10, 10)


@pytest.mark.rules("OR-HP-02", "OR-RULING-64")
@pytest.mark.parametrize(("harm", "hp"), [(0, 38), (1, 38), (2, 38), (3, 37)])
def test_a_maximum_that_falls_only_clips_what_is_there(harm: int, hp: int) -> None:
    table = Cast()
    table.hero("bryn")
    if harm:
        table.play("deal_damage", who="bryn", amount=harm)
    table.play("enter_statistics", who="bryn", statistics={"scores": {"constitution": 8}})
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries")) == (hp, 6)


@pytest.fixture
def trained() -> Cast:
    """Bryn at level 2, with a swap to spend."""
    table = at_level(1)
    table.play("choose", who="bryn", what="feat", name="Quick Draw")
    table.play("choose", who="bryn", what="feat", name="Quick Shot", requires=["Quick Draw"])
    table.play("choose", who="bryn", what="skill", name="athletics", bonus=5, offered=["athletics", "endure"])
    gain(table, feat="Toughness")
    return table


def retrain(table: Cast, what: str, old: str, new: str, **more: Any) -> int:
    return table.play("retrain", who="bryn", what=what, old=old, new=new, **more)


def titles(table: Cast) -> set[str]:
    return {trait.title for trait in table.sheet("bryn").traits.values()}


@pytest.mark.rules("OR-RETR-01", "OR-RULING-13")
def test_one_choice_is_traded_with_each_level(trained: Cast) -> None:
    retrain(trained, "feat", "Toughness", "Keen Eye")
    assert titles(trained) == {"Quick Draw", "Quick Shot", "athletics", "Keen Eye"}
    assert trained.refusal("retrain", who="bryn", what="feat", old="Keen Eye", new="x").rule == "OR-RETR-01"


@pytest.mark.rules("OR-RETR-01", "OR-RULING-13")
def test_a_swap_that_is_not_used_does_not_carry_over(trained: Cast) -> None:
    trained.play("award_xp", who=["bryn"], amount=1_250)
    gain(trained)
    retrain(trained, "feat", "Toughness", "Keen Eye")
    assert trained.refusal("retrain", who="bryn", what="feat", old="Quick Shot", new="x").rule == "OR-RETR-01"


@pytest.mark.rules("OR-RETR-01")
def test_retraining_needs_a_gained_level_and_something_to_trade() -> None:
    table = at_level(1)
    table.play("choose", who="bryn", what="feat", name="Quick Draw")
    assert table.refusal("retrain", who="bryn", what="feat", old="Quick Draw", new="x").rule == "OR-RETR-01"
    assert table.refusal("retrain", who="bryn", what="feat", old="Slow Draw", new="x").rule == "OR-RETR-01"


@pytest.mark.rules("OR-RETR-02")
def test_what_something_else_requires_is_not_traded(trained: Cast) -> None:
    assert trained.refusal("retrain", who="bryn", what="feat", old="Quick Draw", new="x").rule == "OR-RETR-02"
    retrain(trained, "feat", "Quick Shot", "Keen Eye")
    assert "Quick Draw" in titles(trained)


@pytest.mark.rules("OR-RETR-03", "OR-RETR-04")
def test_a_feat_may_become_a_stronger_one_whose_requirements_are_met(trained: Cast) -> None:
    feat: dict[str, Any] = {"what": "feat", "old": "Toughness", "new": "Storm of Arrows"}
    assert trained.refusal("retrain", who="bryn", **feat, requires=["Volley"]).rule == "OR-RETR-04"
    entry = trained.play("retrain", who="bryn", **feat, requires=["Quick Shot"])
    assert {"OR-RETR-03", "OR-RETR-04"} <= trained.cited(entry)


@pytest.mark.rules("OR-RETR-04")
def test_a_feat_that_a_feature_gave_is_traded_for_one_that_it_could_have_given() -> None:
    table = at_level(1)
    granted: Any = {"grant": "Weapon Training", "offered": ["Axes", "Spears"]}
    table.play("choose", who="bryn", what="feat", name="Axes", **granted)
    gain(table, feat="x")
    assert table.refusal("retrain", who="bryn", what="feat", old="Axes", new="Bows").rule == "OR-RETR-04"
    retrain(table, "feat", "Axes", "Spears", **granted)
    assert "Spears" in titles(table)


@pytest.mark.rules("OR-RETR-06")
def test_a_skill_is_traded_for_one_that_could_have_been_picked_then(trained: Cast) -> None:
    assert trained.value("bryn", "attributes.athletics") == 6
    assert trained.refusal("retrain", who="bryn", what="skill", old="athletics", new="arcana").rule == "OR-RETR-06"
    retrain(trained, "skill", "athletics", "endure", bonus=5)
    assert [trained.value("bryn", f"attributes.{name}") for name in ("athletics", "endure")] == [1, 6]
    assert trained.forbidden("retrain", who="bryn", what="skill", old="endure", new="athletics", as_player="ana")


@pytest.mark.rules("OR-RETR-02")
def test_what_something_else_requires_is_not_traded_however_it_is_spelt(trained: Cast) -> None:
    assert trained.refusal("retrain", who="bryn", what="feat", old="quick draw", new="x").rule == "OR-RETR-02"


@pytest.mark.rules("OR-RETR-02")
def test_a_requirement_with_a_comma_in_its_name_is_not_traded(trained: Cast) -> None:
    trained.play("choose", who="bryn", what="feat", name="Training (axes, bows)")
    trained.play("choose", who="bryn", what="feat", name="Bow Mastery", requires=["Training (axes, bows)"])
    refusal = trained.refusal("retrain", who="bryn", what="feat", old="Training (axes, bows)", new="x")
    assert refusal.rule == "OR-RETR-02"


@pytest.mark.rules("OR-RETR-04")
def test_a_feat_is_not_traded_for_one_that_requires_it(trained: Cast) -> None:
    feat: dict[str, Any] = {"what": "feat", "old": "Toughness", "new": "Great Toughness", "requires": ["Toughness"]}
    assert trained.refusal("retrain", who="bryn", **feat).rule == "OR-RETR-04"


@pytest.mark.rules("OR-RETR-04")
@pytest.mark.parametrize("required", ["quick shot", "Shield Wall"], ids=["spelt otherwise", "a power"])
def test_a_requirement_is_met_by_any_feat_or_power_on_the_sheet(trained: Cast, required: str) -> None:
    trained.play("add_power", power={"name": "Shield Wall"})
    trained.play("learn_power", who="bryn", power="Shield Wall")
    retrain(trained, "feat", "Toughness", "Storm of Arrows", requires=[required])
    assert "Storm of Arrows" in titles(trained)


@pytest.mark.rules("OR-RETR-04")
def test_what_took_the_place_of_a_granted_feat_is_bound_by_the_grant_as_well() -> None:
    table = at_level(1)
    table.play("choose", who="bryn", what="feat", name="Axes", grant="Weapon Training", offered=["Axes", "Spears"])
    gain(table, feat="x")
    retrain(table, "feat", "Axes", "Spears")
    table.play("award_xp", who=["bryn"], amount=1_250)
    gain(table)
    assert table.refusal("retrain", who="bryn", what="feat", old="Spears", new="Bows").rule == "OR-RETR-04"
    retrain(table, "feat", "spears", "Axes")
    assert "Axes" in titles(table)


@pytest.mark.rules("OR-RETR-06")
def test_what_took_the_place_of_a_skill_is_bound_by_what_was_on_offer_as_well(trained: Cast) -> None:
    retrain(trained, "skill", "athletics", "endure", bonus=5)
    trained.play("award_xp", who=["bryn"], amount=1_250)
    gain(trained)
    assert trained.refusal("retrain", who="bryn", what="skill", old="endure", new="arcana").rule == "OR-RETR-06"


@pytest.mark.rules("OR-RETR-06")
def test_a_skill_is_bound_by_what_was_on_offer_for_it_and_for_no_feat_of_its_name(trained: Cast) -> None:
    trained.play("choose", who="bryn", what="feat", name="athletics", offered=["athletics", "arcana"])
    assert trained.refusal("retrain", who="bryn", what="skill", old="athletics", new="arcana").rule == "OR-RETR-06"
