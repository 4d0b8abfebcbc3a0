"""Conditions: what each does, its tags, and what ends it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.holdings import Item, ItemGained
from systems.rotted_capes.sheet.conditions import notation
from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", dex=14, run=4, fly=8, powered=["fly"], rank=2)
    table.threat("warlord", cha=14)
    return table


def impose(table: Cast, who: str, what: str, *tags: str, target: str = "") -> int:
    return table.play("impose", who=who, what=what, tags=tags, target=target)


def check(table: Cast, *dice: int, who: str = "lark", **more: Any) -> int:
    return table.play("roll_check", who=who, ability="dexterity", difficulty=15, dice={"check": list(dice)}, **more)


@pytest.mark.rules("RC-COND-01", "RC-COND-02", "RC-COND-03")
@pytest.mark.parametrize(
    ("what", "tags", "text"),
    [
        ("stunned", ("Lesser", "Sonic"), "Stunned (Lesser, Sonic)"),
        ("hidden", ("Undetectable - Visual",), "Hidden (Undetectable - Visual)"),
        ("prone", (), "Prone"),
    ],
)
def test_a_condition_comes_first_then_its_tags(table: Cast, what: str, tags: tuple[str, ...], text: str) -> None:
    impose(table, "lark", what, *tags)
    (state,) = table.sheet("lark").conditions.values()
    assert (state.what, state.tags, notation(state)) == (what, tags, text)


@pytest.mark.rules("RC-COND-04")
def test_the_blinded_fail_what_takes_sight_without_a_roll(table: Cast) -> None:
    impose(table, "lark", "blinded")
    entry = table.play("roll_check", who="lark", ability="dexterity", difficulty=5, sighted=True)
    assert (table.outcomes_of(entry)["check"], table.rolled(entry)) == ("failure", [])
    assert "RC-COND-04" in table.cited(entry)
    assert table.rolls(check(table, 11))["check"] == 13


@pytest.mark.rules("RC-COND-05")
def test_the_partly_blinded_still_roll(table: Cast) -> None:
    impose(table, "lark", "blinded", "Partial", "Light")
    assert table.rolls(check(table, 11, sighted=True))["check"] == 13


@pytest.mark.rules("RC-COND-06")
@pytest.mark.parametrize(("charmer", "dice", "total"), [("warlord", [5, 15], 17), ("lark", [5], 7)])
def test_a_charmer_sways_with_advantage(table: Cast, charmer: str, dice: list[int], total: int) -> None:
    table.hero("anvil")
    impose(table, "anvil", "charmed", "Psionic", target=charmer)
    entry = table.play(
        "roll_check",
        who="warlord",
        ability="charisma",
        difficulty=10,
        task="social",
        against="anvil",
        dice={"check": dice},
    )
    assert table.rolls(entry)["check"] == total


@pytest.mark.rules("RC-COND-07")
def test_the_sight_of_what_one_fears_gives_disadvantage(table: Cast) -> None:
    impose(table, "lark", "frightened", "Severe", target="warlord")
    assert table.rolls(check(table, 15, 5))["check"] == 7
    impose(table, "warlord", "hidden", target="lark")
    assert table.rolls(check(table, 15))["check"] == 17


@pytest.mark.rules("RC-COND-07")
@pytest.mark.parametrize(("rolls", "dice", "total"), [(["check"], [15, 5], 7), (["attack"], [15], 17), ([], [15], 17)])
def test_a_mild_fright_bears_on_the_rolls_that_were_named(
    table: Cast, rolls: list[str], dice: list[int], total: int
) -> None:
    table.play("impose", who="lark", what="frightened", tags=["Mild"], target="warlord", rolls=rolls)
    assert table.rolls(check(table, *dice))["check"] == total


@pytest.mark.rules("RC-COND-06", "RC-COND-07")
@pytest.mark.parametrize(("what", "rule"), [("charmed", "RC-COND-06"), ("frightened", "RC-COND-07")])
def test_a_charm_and_a_fright_each_have_a_source(table: Cast, what: str, rule: str) -> None:
    assert table.refusal("impose", who="lark", what=what).rule == rule


@pytest.mark.rules("RC-COND-08", "RC-COND-13")
@pytest.mark.parametrize("what", ["grappled", "restrained"])
def test_the_grappled_and_restrained_have_no_pace_whatever_adds_to_it(table: Cast, what: str) -> None:
    impose(table, "lark", what, target="warlord")
    table.play(
        "freeform.put", target="lark", component="modifiers", name="boost", instance={"path": "pace.fly", "amount": 3}
    )
    assert (table.value("lark", "pace.run"), table.value("lark", "pace.fly")) == (0, 0)
    table.play("lift", who="lark", condition=what, because="broke loose")
    assert (table.value("lark", "pace.run"), table.value("lark", "pace.fly")) == (4, 11)


@pytest.mark.rules("RC-COND-08", "RC-RULING-28")
@pytest.mark.parametrize("out", ["incapacitated", "unconscious"])
def test_a_grapple_ends_once_the_grappler_is_out_of_action(table: Cast, out: str) -> None:
    impose(table, "lark", "grappled", "Tentacle", target="warlord")
    impose(table, "warlord", "prone")
    assert table.conditions("lark") == ["grappled"]
    impose(table, "warlord", out)
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-COND-09")
def test_a_search_for_a_hidden_character_has_disadvantage(table: Cast) -> None:
    impose(table, "lark", "hidden", target="warlord")
    table.hero("anvil", dex=14)
    assert table.rolls(check(table, 15, 5, who="warlord", against="lark"))["check"] == 5
    assert table.rolls(check(table, 15, who="anvil", against="lark"))["check"] == 17


@pytest.mark.rules("RC-COND-14")
def test_the_stunned_have_disadvantage_on_every_roll(table: Cast) -> None:
    impose(table, "lark", "stunned", "Lesser", "Sonic")
    assert table.rolls(check(table, 15, 5))["check"] == 7
    entry = table.play("roll_save", who="lark", ability="dexterity", difficulty=10, dice={"save": [15, 4]})
    assert table.rolls(entry)["save"] == 6


def arm(table: Cast) -> None:
    for name, location in (("machete", "hand"), ("shotgun", "hand/left"), ("rope", "pack")):
        table.let("lark", ItemGained(name=name, item=Item(what=name, location=location)))


@pytest.mark.rules("RC-COND-15", "RC-COND-16")
@pytest.mark.parametrize(
    ("what", "tags", "dropped"),
    [("stunned", ("Greater",), True), ("stunned", ("Lesser",), False), ("unconscious", ("Knocked Out",), True)],
)
def test_the_badly_stunned_and_the_unconscious_drop_what_they_hold(
    table: Cast, what: str, tags: tuple[str, ...], dropped: bool
) -> None:
    arm(table)
    impose(table, "lark", what, *tags)
    items = table.sheet("lark").items
    assert [items[name].location for name in ("machete", "shotgun", "rope")] == (
        ["ground", "ground", "pack"] if dropped else ["hand", "hand/left", "pack"]
    )


@pytest.mark.rules("RC-RULING-27")
@pytest.mark.parametrize(("ability", "dice", "total"), [("strength", [15, 5], 7), ("wisdom", [15], 17)])
def test_the_cramped_have_disadvantage_on_physical_challenges(
    table: Cast, ability: str, dice: list[int], total: int
) -> None:
    impose(table, "lark", "cramped")
    entry = table.play(
        "take_challenge", who="lark", ability=ability, difficulty=15, trained=True, dice={"challenge": dice}
    )
    assert table.rolls(entry)["challenge"] == total


def weaken(table: Cast, statistic: str, severity: str = "") -> int:
    return table.play("weaken", who="lark", statistic=statistic, severity=severity, tags=["Poison"])


@pytest.mark.rules("RC-COND-17", "RC-COND-19")
@pytest.mark.parametrize(("severity", "modifier"), [("mild", 1), ("", 0), ("severe", -2), ("crippling", -2)])
def test_a_weakened_score_lowers_its_modifier_and_what_follows(table: Cast, severity: str, modifier: int) -> None:
    table.hero("anvil", dex=14)
    table.play("weaken", who="anvil", statistic="dexterity", severity=severity)
    assert table.value("anvil", "modifiers.dexterity") == modifier
    assert table.value("anvil", "pace.run") == max(0, modifier)
    assert table.rolls(check(table, 11, who="anvil"))["check"] == 11 + modifier


@pytest.mark.rules("RC-COND-17", "RC-COND-19")
@pytest.mark.parametrize(("severity", "fortitude"), [("mild", 16), ("", 15), ("severe", 13), ("crippling", 8)])
def test_a_weakened_defense_is_lower(table: Cast, severity: str, fortitude: int) -> None:
    table.hero("anvil", fortitude=17)
    table.play("weaken", who="anvil", statistic="fortitude", severity=severity)
    assert table.value("anvil", "attributes.fortitude") == fortitude
    assert table.value("anvil", "attributes.stamina_defense") == fortitude


@pytest.mark.rules("RC-COND-18", "RC-RULING-47")
@pytest.mark.parametrize(
    ("score", "severities", "modifier"),
    [
        (18, ("", "mild"), 2),
        (18, ("", "severe"), 0),
        (18, ("severe", "crippling"), -1),
        (12, ("severe", "crippling"), -3),
    ],
)
def test_of_several_only_the_worst_counts(table: Cast, score: int, severities: tuple[str, ...], modifier: int) -> None:
    table.play("enter_statistics", who="lark", statistics={"scores": {"wisdom": score}})
    for severity in severities:
        weaken(table, "wisdom", severity)
    assert table.value("lark", "modifiers.wisdom") == modifier


@pytest.mark.rules("RC-COND-19", "RC-COND-17")
def test_a_weakness_says_what_it_hits_and_why_and_ends(table: Cast) -> None:
    weaken(table, "power", "severe")
    (state,) = table.sheet("lark").conditions.values()
    assert notation(state) == "Weakened (Power, Severe, Poison)"
    assert table.value("lark", "modifiers.power") == -4
    table.play("lift", who="lark", condition="weakened")
    assert table.value("lark", "modifiers.power") == 0
