"""Conditions: how they come about and end, and what they do to rolls, actions and damage."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast
from tests.games.orcus.ledge import armed, fighting, impose, total


@pytest.fixture
def table() -> Cast:
    return armed()


@pytest.mark.rules("OR-COND-01")
def test_prone_lasts_until_a_character_stands_up(table: Cast) -> None:
    fighting(table, bryn=(0, 0))
    impose(table, "bryn", "prone")
    table.play("stand_up", encounter="ledge", who="bryn")
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-COND-01")
def test_a_condition_lasts_as_long_as_its_effect_says(table: Cast) -> None:
    fighting(table)
    impose(table, "bryn", "dazed", until={"by": "moment", "moment": "turn_end", "subject": "gnasher"})
    table.next(2)
    assert table.conditions("bryn") == ["dazed"]
    table.next()
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-COND-01")
def test_the_game_master_ends_a_condition(table: Cast) -> None:
    impose(table, "bryn", "dazed")
    assert table.forbidden("lift", who="bryn", condition="dazed", as_player="ana")
    table.play("lift", who="bryn", condition="dazed")
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-COND-02")
def test_one_condition_of_two_effects_ends_twice_and_counts_once(table: Cast) -> None:
    for at in (60, 120):
        impose(table, "gnasher", "restrained", until={"by": "time", "at": at})
    assert table.conditions("gnasher") == ["restrained", "restrained"]
    assert total(table, "gnasher", "bryn") == 15 - 2
    table.play("freeform.advance_clock", seconds=60)
    assert table.conditions("gnasher") == ["restrained"]
    table.play("freeform.advance_clock", seconds=60)
    assert table.conditions("gnasher") == []


ADVANTAGE = {
    "blinded": "OR-COND-03",
    "controlled": "OR-COND-04",
    "dazed": "OR-COND-05",
    "helpless": "OR-COND-08",
    "petrified": "OR-COND-13",
    "restrained": "OR-COND-16",
    "stunned": "OR-COND-19",
    "surprised": "OR-COND-20",
}


@pytest.mark.rules(*ADVANTAGE.values())
@pytest.mark.parametrize("what", ADVANTAGE)
def test_attackers_have_combat_advantage(table: Cast, what: str) -> None:
    impose(table, "gnasher", what)
    entry = table.strike("bryn", "gnasher", 15, [1])
    assert (table.rolls(entry)["attack/gnasher"], ADVANTAGE[what] in table.cited(entry)) == (15 + 4 + 2, True)


@pytest.mark.rules("OR-COND-09")
@pytest.mark.parametrize("what", ["immobile", "slowed", "weakened", "deafened"])
def test_other_conditions_give_attackers_nothing(table: Cast, what: str) -> None:
    impose(table, "gnasher", what)
    assert total(table, "bryn", "gnasher") == 15 + 4


@pytest.mark.rules("OR-COND-03", "OR-COND-06")
@pytest.mark.parametrize(("what", "needs"), [("blinded", "sight"), ("deafened", "hearing")])
@pytest.mark.parametrize("command", ["roll_skill", "check_ability"])
def test_checks_that_need_a_lost_sense_fail_without_a_roll(table: Cast, what: str, needs: str, command: str) -> None:
    impose(table, "bryn", what)
    task: dict[str, Any] = {"skill": "insight"} if command == "roll_skill" else {"ability": "wisdom"}
    entry = table.play(command, who="bryn", target=1, needs=needs, **task)
    assert [*table.outcomes_of(entry).values()] == ["failure"]


@pytest.mark.rules("OR-COND-03", "OR-COND-06")
@pytest.mark.parametrize(("whats", "less"), [(["blinded"], 10), (["deafened"], 10), (["blinded", "deafened"], 20)])
def test_perception_is_worse_for_the_blinded_and_the_deafened(table: Cast, whats: list[str], less: int) -> None:
    for what in whats:
        impose(table, "bryn", what)
    entry = table.play("roll_skill", who="bryn", skill="perception", dice={"skill/perception": [12]})
    assert table.rolls(entry)["skill/perception"] == 12 - less


@pytest.mark.rules("OR-COND-03", "OR-COND-06")
@pytest.mark.parametrize("what", ["blinded", "deafened"])
def test_passive_perception_is_worse_as_well(table: Cast, what: str) -> None:
    impose(table, "gnasher", what)
    dice = {"skill/stealth": [0 + 1]}
    entry = table.play("roll_skill", who="bryn", skill="stealth", against="gnasher", passive="perception", dice=dice)
    assert table.outcomes_of(entry)["skill/stealth"] == "success"


@pytest.mark.rules("OR-COND-03", "OR-COND-04", "OR-COND-05", "OR-COND-19", "OR-COND-20", "OR-COND-21")
@pytest.mark.parametrize("what", ["blinded", "controlled", "dazed", "stunned", "surprised", "unconscious"])
@pytest.mark.parametrize("who", ["bryn", "sela"])
def test_who_cannot_flank_neither_gains_nor_gives_the_advantage(table: Cast, what: str, who: str) -> None:
    fighting(table, bryn=(0, 1), gnasher=(1, 1), sela=(2, 1))
    assert total(table, "bryn", "gnasher") == 15 + 4 + 2
    table.next(3)
    impose(table, who, what)
    if not (who == "bryn" and what in ("stunned", "surprised", "unconscious")):
        blind = -5 if (who, what) == ("bryn", "blinded") else 0
        assert total(table, "bryn", "gnasher") == 15 + 4 + blind


@pytest.mark.rules("OR-COND-04", "OR-COND-05", "OR-COND-20")
@pytest.mark.parametrize("what", ["controlled", "dazed"])
@pytest.mark.parametrize(("first", "second"), [("move", "standard"), ("standard", "move")])
def test_the_dazed_have_one_standard_action_that_may_stand_for_another(
    table: Cast, what: str, first: str, second: str
) -> None:
    fighting(table, bryn=(0, 1), gnasher=(1, 1))
    impose(table, "bryn", what)
    acts: dict[str, tuple[str, dict[str, Any]]] = {
        "move": ("five_foot_step", {"to": [0, 0]}),
        "standard": ("make_basic_attack", {"target": "gnasher"}),
    }
    (one, given), (other, refused) = acts[first], acts[second]
    dice = {"attack/gnasher": [2]} if first == "standard" else {}
    table.play(one, encounter="ledge", who="bryn", dice=dice, **given)
    assert table.refusal(other, encounter="ledge", who="bryn", **refused).rule == "OR-TURN-02"


@pytest.mark.rules("OR-COND-04")
@pytest.mark.parametrize(("frequency", "hp"), [("at-will", 55), ("encounter", 60), ("daily", 60)])
def test_who_is_controlled_uses_up_no_powers(table: Cast, frequency: str, hp: int) -> None:
    power = {"name": "jab", "frequency": frequency, "range": "melee 1", "attack": "strength vs ac", "hit": "5 damage"}
    table.play("add_power", power=power)
    table.play("learn_power", who="bryn", power="jab")
    impose(table, "bryn", "controlled", by="gnasher")
    use: dict[str, Any] = {"who": "bryn", "power": "jab", "targets": ["gnasher"]}
    if frequency == "at-will":
        table.play("use_power", **use, dice={"attack/gnasher": [15]})
    else:
        assert table.refusal("use_power", **use).rule == "OR-COND-04"
    assert table.current("gnasher", "hp") == hp


@pytest.mark.rules("OR-COND-04")
def test_who_is_controlled_spends_no_action_points(table: Cast) -> None:
    fighting(table)
    impose(table, "bryn", "controlled", by="gnasher")
    assert table.refusal("spend_action_point", who="bryn").rule == "OR-COND-04"


@pytest.mark.rules("OR-COND-05")
def test_the_dazed_keep_their_free_actions(table: Cast) -> None:
    fighting(table, bryn=(0, 1))
    impose(table, "bryn", "dazed")
    table.play("drop_prone", encounter="ledge", who="bryn")
    assert table.conditions("bryn") == ["dazed", "prone"]


@pytest.mark.rules("OR-COND-10")
def test_the_marked_attack_others_at_minus_2(table: Cast) -> None:
    impose(table, "gnasher", "marked", by="bryn")
    entry = table.strike("gnasher", "sela", 15, [1])
    assert (table.rolls(entry)["attack/sela"], "OR-COND-10" in table.cited(entry)) == (13, True)
    assert total(table, "gnasher", "bryn") == 15


@pytest.mark.rules("OR-COND-10")
def test_a_mark_is_placed_by_a_character(table: Cast) -> None:
    assert table.refusal("impose", who="gnasher", what="marked").rule == "OR-COND-10"


@pytest.mark.rules("OR-COND-11")
@pytest.mark.parametrize(("damage", "marked"), [(39, True), (40, False), (60, False)])
def test_a_mark_ends_when_who_placed_it_dies_or_falls_unconscious(table: Cast, damage: int, marked: bool) -> None:
    impose(table, "gnasher", "marked", by="bryn")
    table.hurt("bryn", damage)
    assert ("marked" in table.conditions("gnasher")) is marked


@pytest.mark.rules("OR-COND-11")
def test_a_mark_of_a_monster_ends_with_its_death(table: Cast) -> None:
    fighting(table)
    impose(table, "bryn", "marked", by="gnasher")
    table.hurt("gnasher", 60)
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-COND-12")
def test_a_new_mark_of_another_supersedes_the_old_one(table: Cast) -> None:
    impose(table, "gnasher", "marked", by="bryn")
    impose(table, "gnasher", "marked", by="sela")
    (mark,) = table.sheet("gnasher").conditions.values()
    assert mark.source == table.ref("sela")
    assert total(table, "gnasher", "bryn") == 13


@pytest.mark.rules("OR-COND-12", "OR-COND-02")
def test_two_marks_of_one_creature_stand_beside_each_other(table: Cast) -> None:
    impose(table, "gnasher", "marked", by="bryn", until={"by": "time", "at": 60})
    impose(table, "gnasher", "marked", by="bryn")
    assert total(table, "gnasher", "sela") == 13
    table.play("freeform.advance_clock", seconds=60)
    assert table.conditions("gnasher") == ["marked"]


@pytest.mark.rules("OR-COND-13")
@pytest.mark.parametrize(("damage", "left"), [(20, 60), (21, 59)])
def test_the_petrified_resist_20_of_all_damage(table: Cast, damage: int, left: int) -> None:
    impose(table, "gnasher", "petrified")
    table.hurt("gnasher", damage, "fire")
    assert (table.current("gnasher", "hp"), table.value("gnasher", "resistance.all")) == (left, 20)


@pytest.mark.rules("OR-COND-13", "OR-RULING-38")
def test_the_resistance_of_stone_is_not_added_to_another(table: Cast) -> None:
    impose(table, "gnasher", "petrified")
    table.play("protect", who="gnasher", amount=5)
    table.play("protect", who="gnasher", amount=25, against="fire")
    table.hurt("gnasher", 21)
    assert table.current("gnasher", "hp") == 59
    table.hurt("gnasher", 26, "fire")
    assert table.current("gnasher", "hp") == 58


@pytest.mark.rules("OR-COND-13", "OR-COND-19", "OR-COND-21", "OR-RULING-31")
@pytest.mark.parametrize("what", ["petrified", "stunned", "unconscious"])
def test_the_incapacitated_take_no_actions_and_their_turns_go_by(table: Cast, what: str) -> None:
    fighting(table)
    assert table.turn() == ["bryn"]
    impose(table, "sela", what)
    impose(table, "bryn", what)
    assert table.refusal("make_basic_attack", encounter="ledge", who="bryn", target="gnasher").rule == "OR-TURN-02"
    table.next()
    assert table.turn() == ["gnasher"]


@pytest.mark.rules("OR-COND-13")
def test_the_petrified_perceive_nothing(table: Cast) -> None:
    impose(table, "bryn", "petrified")
    for needs in ("sight", "hearing"):
        entry = table.play("roll_skill", who="bryn", skill="insight", target=1, needs=needs)
        assert [*table.outcomes_of(entry).values()] == ["failure"]


@pytest.mark.rules("OR-COND-15")
def test_the_prone_attack_at_minus_2(table: Cast) -> None:
    impose(table, "bryn", "prone")
    assert total(table, "bryn", "gnasher") == 15 + 4 - 2


@pytest.mark.rules("OR-COND-15", "OR-RULING-47")
@pytest.mark.parametrize(("at", "target", "more"), [((1, 1), 10, 0), ((5, 1), 12, 0)])
def test_the_prone_are_harder_to_shoot_from_afar(table: Cast, at: tuple[int, int], target: int, more: int) -> None:
    fighting(table, sela=at, gnasher=(0, 1))
    impose(table, "gnasher", "prone")
    table.next()
    entry = table.strike("sela", "gnasher", 15, [1], ranged=True)
    (roll,) = (roll for _, roll in table.rolled(entry) if roll.name.startswith("attack"))
    assert (roll.target, roll.total) == (target, 15 + 3 + more)


@pytest.mark.rules("OR-COND-15")
def test_melee_attackers_have_combat_advantage_against_the_prone(table: Cast) -> None:
    impose(table, "gnasher", "prone")
    entry = table.strike("bryn", "gnasher", 15, [1])
    assert (table.rolls(entry)["attack/gnasher"], "OR-COND-15" in table.cited(entry)) == (15 + 4 + 2, True)


@pytest.mark.rules("OR-COND-16")
def test_the_restrained_attack_at_minus_2(table: Cast) -> None:
    impose(table, "bryn", "restrained")
    assert total(table, "bryn", "gnasher") == 15 + 4 - 2


@pytest.mark.rules("OR-COND-21")
def test_the_unconscious_fall_prone_and_their_defenses_are_5_worse(table: Cast) -> None:
    defenses = ("ac", "fortitude", "reflex", "will")
    before = [table.value("gnasher", f"attributes.{name}") for name in defenses]
    impose(table, "gnasher", "unconscious")
    assert table.conditions("gnasher") == ["prone", "unconscious"]
    assert [table.value("gnasher", f"attributes.{name}") for name in defenses] == [each - 5 for each in before]
    impose(table, "gnasher", "unconscious")
    assert [table.value("gnasher", f"attributes.{name}") for name in defenses] == [each - 5 for each in before]


@pytest.mark.rules("OR-COND-21")
def test_a_creature_that_wakes_has_its_defenses_back_and_still_lies(table: Cast) -> None:
    impose(table, "gnasher", "unconscious")
    table.play("lift", who="gnasher", condition="unconscious")
    assert (table.value("gnasher", "attributes.ac"), table.conditions("gnasher")) == (10, ["prone"])


@pytest.mark.rules("OR-COND-22")
@pytest.mark.parametrize(("die", "left"), [(1, 59), (3, 59), (7, 57), (8, 56)])
def test_the_weakened_do_half_the_damage_and_at_least_1(die: int, left: int) -> None:
    table = Cast()
    table.hero("bryn", str=10)
    table.monster("gnasher", hp=60)
    table.arm("bryn")
    impose(table, "bryn", "weakened")
    table.strike("bryn", "gnasher", 15, [die])
    assert table.current("gnasher", "hp") == left


@pytest.mark.rules("OR-COND-22")
def test_persistent_damage_of_the_weakened_is_not_halved(table: Cast) -> None:
    impose(table, "bryn", "weakened")
    table.play("burn_somebody", who="gnasher", amount=8)
    table.play("freeform.come", moment="turn_start", subject=table.ref("gnasher"))
    assert table.current("gnasher", "hp") == 52


@pytest.mark.rules("OR-COND-04", "OR-COND-05", "OR-COND-19", "OR-COND-20", "OR-COND-21")
@pytest.mark.parametrize("what", ["controlled", "dazed", "stunned", "surprised", "unconscious"])
def test_who_cannot_react_lets_an_opening_go_by(table: Cast, what: str) -> None:
    fighting(table, bryn=(1, 0), gnasher=(0, 0))
    impose(table, "gnasher", what)
    table.play("walk", encounter="ledge", who="bryn", path=[[2, 0]])
    assert (table.left("gnasher", "immediate"), table.at("bryn")) == (1, (2, 0))


@pytest.mark.rules("OR-COND-20")
def test_the_surprised_take_no_free_actions(table: Cast) -> None:
    fighting(table, bryn=(1, 0))
    impose(table, "bryn", "surprised")
    assert table.refusal("drop_prone", encounter="ledge", who="bryn").rule == "OR-TURN-02"


@pytest.mark.rules("OR-COND-20", "OR-RULING-26")
@pytest.mark.parametrize(("mode", "acts"), [("no_actions", False), ("one_standard", True)])
def test_by_option_the_surprised_have_one_standard_action(mode: str, acts: bool) -> None:
    table = Cast(surprise_mode=mode)
    table.hero("bryn")
    table.monster("gnasher")
    table.arm("bryn")
    table.begin({"bryn": 15}, {"gnasher": 5}, surprised=["bryn"])
    assert table.turn() == (["bryn"] if acts else ["gnasher"])
    if acts:
        table.strike("bryn", "gnasher", 2)
        assert table.left("bryn", "standard") == 0
        assert table.refusal("do_freely", who="bryn", what="shout").rule == "OR-TURN-02"


@pytest.mark.rules("OR-COND-07")
def test_the_dying_are_unconscious_and_helpless(table: Cast) -> None:
    fighting(table, bryn=(0, 0), gnasher=(1, 0))
    table.hurt("bryn", 40)
    assert table.value("bryn", "attributes.ac") == 10 - 5
    table.next(2, dice={})
    entry = table.strike("gnasher", "bryn", 19)
    assert table.outcomes_of(entry)["attack/bryn"] == "critical"
