"""Helping others, rallying, and total defense."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


def fight(**options: Any) -> Cast:
    """Bryn's turn, then Sela's, then the ogre's, who stands between them."""
    table = Cast(**options)
    table.hero("bryn")
    table.hero("sela")
    table.hero("tarn")
    table.monster("ogre", ac=12)
    for who in ("bryn", "sela", "ogre"):
        table.arm(who)
    table.begin({"bryn": 20, "sela": 15, "tarn": 2}, {"ogre": 10})
    for who, at in {"bryn": (0, 0), "ogre": (1, 0), "sela": (2, 1), "tarn": (9, 9)}.items():
        table.put(who, *at)
    return table


@pytest.fixture
def table() -> Cast:
    return fight()


def strikes(table: Cast, who: str, target: str, die: int, damage: list[int] | None = None) -> int:
    """The total of a character's basic attack."""
    return table.rolls(table.strike(who, target, die, damage))[f"attack/{target}"]


@pytest.mark.rules("OR-ACT-12")
def test_help_adds_2_to_the_allys_next_attack_on_that_foe_alone(table: Cast) -> None:
    table.play("help_attack", who="bryn", ally="sela", foe="ogre", as_player="ana")
    assert table.left("bryn", "standard") == 0
    table.next()
    assert strikes(table, "sela", "ogre", 5) == 7
    assert table.conditions("sela") == []
    table.until("sela")
    assert strikes(table, "sela", "ogre", 5) == 5


@pytest.mark.rules("OR-ACT-12")
def test_help_that_is_not_used_is_lost_at_the_end_of_the_helpers_next_turn(table: Cast) -> None:
    table.play("help_attack", who="bryn", ally="sela", foe="ogre")
    table.until("bryn")
    assert table.conditions("sela") == ["helped_attack"]
    table.next()
    assert table.conditions("sela") == []


@pytest.mark.rules("OR-ACT-12")
def test_help_of_several_adds_up_and_the_same_helpers_counts_once(table: Cast) -> None:
    table.put("tarn", 1, 1)
    table.play("help_attack", who="bryn", ally="sela", foe="ogre")
    table.until("tarn")
    table.play("help_attack", who="tarn", ally="sela", foe="ogre")
    table.next()
    table.play("help_attack", who="bryn", ally="sela", foe="ogre")
    table.next()
    assert strikes(table, "sela", "ogre", 5) == 9


@pytest.mark.rules("OR-ACT-12", "OR-ACT-13")
@pytest.mark.parametrize("command", ["help_attack", "help_defense"])
def test_the_foe_is_within_reach_and_the_ally_is_one(table: Cast, command: str) -> None:
    rule = "OR-ACT-12" if command == "help_attack" else "OR-ACT-13"
    assert table.refusal(command, who="bryn", ally="ogre", foe="sela").rule == rule
    assert table.refusal(command, who="bryn", ally="bryn", foe="ogre").rule == rule
    table.put("ogre", 2, 0)
    assert table.refusal(command, who="bryn", ally="sela", foe="ogre").rule == rule


@pytest.mark.rules("OR-ACT-13")
@pytest.mark.parametrize(("die", "outcome"), [(11, "miss"), (12, "success")])
def test_help_adds_2_to_the_allys_defenses_against_the_foes_next_attack(table: Cast, die: int, outcome: str) -> None:
    table.play("help_defense", who="bryn", ally="sela", foe="ogre")
    table.next(2)
    entry = table.strike("ogre", "sela", die, [1] if outcome == "success" else None)
    assert (table.outcomes_of(entry)["attack/sela"], table.conditions("sela")) == (outcome, [])


@pytest.mark.rules("OR-ACT-13")
def test_help_in_defense_is_against_that_foe_alone_and_lost_if_not_used(table: Cast) -> None:
    table.play("help_defense", who="bryn", ally="sela", foe="ogre")
    table.next(2)
    table.strike("ogre", "bryn", 2)
    assert table.conditions("sela") == ["helped_defense"]
    assert table.value("sela", "attributes.ac") == 10
    table.until("bryn")
    table.next()
    assert table.conditions("sela") == []


@pytest.mark.rules("OR-ACT-02")
def test_aid_adds_what_the_game_master_enters_to_the_next_check_of_the_skill(table: Cast) -> None:
    given: dict[str, Any] = {"who": "bryn", "target": "sela", "skill": "athletics"}
    assert table.refusal("aid_another", **given).rule == "OR-ACT-02"
    assert table.refusal("aid_another", bonus=3, as_player="ana", **given).rule == "OR-ACT-02"
    table.play("aid_another", bonus=3, **given)
    assert table.left("bryn", "standard") == 0
    rolls_by_check = [
        table.rolls(table.play("roll_skill", who="sela", skill=skill, target=5, dice={f"skill/{skill}": [10]}))
        for skill in ("acrobatics", "athletics", "athletics")
    ]
    assert [next(iter(rolls.values())) for rolls in rolls_by_check] == [10, 13, 10]


@pytest.mark.rules("OR-ACT-02")
def test_by_option_aid_has_a_usual_bonus() -> None:
    table = fight(aid_another_bonus=2)
    table.play("aid_another", who="bryn", target="sela", skill="athletics", as_player="ana")
    entry = table.play("roll_skill", who="sela", skill="athletics", target=5, dice={"skill/athletics": [10]})
    assert table.rolls(entry)["skill/athletics"] == 12


def defenses(table: Cast, who: str) -> list[int]:
    """A character's four defenses."""
    return [table.value(who, f"attributes.{name}") for name in ("ac", "fortitude", "reflex", "will")]


@pytest.mark.rules("OR-ACT-14", "OR-ACT-15")
@pytest.mark.parametrize(("lost", "left"), [(0, 40), (4, 40), (10, 40), (11, 39), (20, 30)])
def test_a_rally_spends_a_recovery_and_raises_all_defenses(table: Cast, lost: int, left: int) -> None:
    if lost:
        table.hurt("bryn", lost)
    table.play("rally", who="bryn", as_player="ana")
    assert (table.current("bryn", "hp"), table.current("bryn", "recoveries")) == (left, 6)
    assert (defenses(table, "bryn"), table.left("bryn", "standard")) == ([12] * 4, 0)
    table.next(3)
    assert defenses(table, "bryn") == [12] * 4
    table.next()
    assert defenses(table, "bryn") == [10] * 4


@pytest.mark.rules("OR-ACT-14")
def test_a_character_rallies_once_in_an_encounter_and_only_in_one(table: Cast) -> None:
    table.play("rally", who="bryn")
    table.until("bryn")
    assert table.refusal("rally", who="bryn").rule == "OR-ACT-14"
    table.play("end_fight", encounter="ledge")
    assert table.refusal("rally", who="bryn").rule == "OR-ACT-14"
    table.create("cave", "encounter")
    dice = {"initiative/bryn": [12], "initiative/ogre": [5]}
    table.play("begin_fight", encounter="cave", who=["bryn"], against=["ogre"], dice=dice)
    table.play("rally", who="bryn")


@pytest.mark.rules("OR-ACT-15")
def test_nobody_rallies_without_a_recovery(table: Cast) -> None:
    table.play("freeform.set", target="bryn", path="tracks.recoveries.current", value=0)
    assert table.refusal("rally", who="bryn").rule == "OR-HEAL-06"


@pytest.mark.rules("OR-ACT-14")
def test_monsters_do_not_rally_and_npcs_do_by_option() -> None:
    for setting, allowed in (("pc", False), ("any_with_recoveries", True)):
        table = Cast(rally_allowed=setting)
        table.monster("guard", category="npc", class_hp=20, class_recoveries=5)
        table.monster("ogre")
        table.begin({"guard": 20}, {"ogre": 5})
        if allowed:
            table.play("rally", who="guard")
        else:
            assert table.refusal("rally", who="guard").rule == "OR-ACT-14"
        table.next()
        assert table.refusal("rally", who="ogre").rule == "OR-ACT-14"


@pytest.mark.rules("OR-ACT-19")
def test_total_defense_raises_all_defenses_until_the_next_turn(table: Cast) -> None:
    table.play("total_defense", who="bryn", as_player="ana")
    assert (defenses(table, "bryn"), table.left("bryn", "standard")) == ([12] * 4, 0)
    table.next(3)
    assert defenses(table, "bryn") == [12] * 4
    table.next()
    assert defenses(table, "bryn") == [10] * 4


@pytest.mark.rules("OR-ACT-15", "OR-ACT-19")
def test_what_has_no_type_adds_up(table: Cast) -> None:
    table.play("spend_action_point", who="bryn")
    table.play("rally", who="bryn")
    table.play("total_defense", who="bryn")
    assert defenses(table, "bryn") == [14] * 4
