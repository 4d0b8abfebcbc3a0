"""Keywords of powers: boosters, consistent powers, and those of maneuver, psyche and tactics."""

from typing import Any

import pytest

from tests.games.orcus.power_table import BOLT, PowerTable, dice

BOOST = {"tags": "booster", "action": "free", "trigger": "booster", "range": "self", "targets": "trigger"}


@pytest.fixture
def table() -> PowerTable:
    table = PowerTable()
    table.arm("bryn", "axe", "1d8")
    return table


def strike(table: PowerTable, booster: str, *more: int, die: int = 12, **given: Any) -> int:
    """Bryn hits Gnasher with a basic attack that deals 5 and his Strength of 3, with a booster."""
    rolled = {"extra/gnasher": [*more]} if more else {}
    answers = {"booster/gnasher": booster}
    return table.strike("bryn", "gnasher", die, [5] if die < 20 else None, dice=rolled, responses=answers, **given)


@pytest.mark.rules("OR-KEY-01")
def test_a_booster_adds_damage_to_a_basic_attack_that_hit(table: PowerTable) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", **BOOST)
    entry = strike(table, "rend", 4)
    assert (table.current("gnasher", "hp"), "OR-KEY-01" in table.cited(entry)) == (40 - 8 - 4, True)


@pytest.mark.rules("OR-KEY-01")
def test_a_booster_adds_effects_to_the_hit(table: PowerTable) -> None:
    table.learn("bryn", "Trip", hit="prone; slowed (save ends)", **BOOST)
    strike(table, "trip")
    assert table.conditions("gnasher") == ["prone", "slowed"]


@pytest.mark.rules("OR-KEY-01", "OR-DUR-01")
def test_the_effects_of_a_booster_last_as_long_as_it_says(table: PowerTable) -> None:
    table.learn("bryn", "Trip", hit="slowed", duration="until the end of your next turn", **BOOST)
    table.start()
    strike(table, "trip")
    table.until("bryn")
    assert table.conditions("gnasher") == ["slowed"]
    table.next()
    assert table.conditions("gnasher") == []


@pytest.mark.rules("OR-KEY-01", "OR-COND-04")
@pytest.mark.parametrize(("frequency", "left"), [("at-will", 28), ("encounter", 32), ("daily", 32)])
def test_the_controlled_add_no_booster_that_is_expended(table: PowerTable, frequency: str, left: int) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", frequency=frequency, **BOOST)
    table.affect("bryn", "controlled")
    if left == 28:
        strike(table, "rend", 4)
    else:
        table.strike("bryn", "gnasher", 12, [5])
    assert table.current("gnasher", "hp") == left


@pytest.mark.rules("OR-KEY-01")
def test_nobody_has_to_use_a_booster(table: PowerTable) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", frequency="encounter", **BOOST)
    strike(table, "no")
    assert (table.current("gnasher", "hp"), "power/rend" in table.sheet("bryn").uses) == (32, False)


@pytest.mark.rules("OR-KEY-01")
def test_a_miss_is_not_boosted(table: PowerTable) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", **BOOST)
    table.strike("bryn", "gnasher", 2)
    assert table.current("gnasher", "hp") == 40


@pytest.mark.rules("OR-KEY-01", "OR-POW-09")
def test_a_booster_is_not_used_without_its_hit(table: PowerTable) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", **BOOST)
    assert table.refused("bryn", "rend", "gnasher") == "OR-POW-09"


@pytest.mark.rules("OR-KEY-01")
def test_an_expended_booster_is_not_offered(table: PowerTable) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", frequency="encounter", **BOOST)
    strike(table, "rend", 4)
    table.strike("bryn", "gnasher", 12, [5])
    assert table.current("gnasher", "hp") == 40 - 12 - 8


@pytest.mark.rules("OR-KEY-01")
def test_the_dice_of_a_booster_are_the_most_on_a_critical_hit(table: PowerTable) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", **BOOST)
    strike(table, "rend", die=20)
    assert table.current("gnasher", "hp") == 40 - 11 - 6


@pytest.mark.rules("OR-KEY-02")
def test_an_attack_that_hits_twice_has_one_booster(table: PowerTable) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", **BOOST)
    sweep = {"tags": "basic attack, weapon", "attack": "strength vs ac", "hit": "1dW damage"}
    table.learn("bryn", "Sweep", targets="two creatures", **sweep)
    rolled = {"attack/gnasher": [15], "attack/rask": [15], "damage": [5], "extra/gnasher": [4]}
    table.use("bryn", "sweep", "gnasher", "rask", dice=rolled, responses={"booster/gnasher": "rend"})
    assert (table.current("gnasher", "hp"), table.current("rask", "hp")) == (31, 35)


@pytest.mark.rules("OR-KEY-02")
def test_of_two_boosters_one_is_chosen(table: PowerTable) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", **BOOST)
    table.learn("bryn", "Trip", hit="prone", **BOOST)
    strike(table, "trip")
    assert (table.current("gnasher", "hp"), table.conditions("gnasher")) == (32, ["prone"])


@pytest.mark.rules("OR-KEY-03")
def test_a_hit_without_a_die_of_damage_is_not_boosted(table: PowerTable) -> None:
    table.learn("bryn", "Rend", hit="1d6 damage", **BOOST)
    touch = {"tags": "basic attack", "range": "melee touch", "attack": "strength vs ac", "hit": "3 damage"}
    table.learn("bryn", "Touch", **touch)
    table.use("bryn", "touch", "gnasher", dice=dice(gnasher=15))
    assert table.current("gnasher", "hp") == 37


@pytest.mark.rules("OR-KEY-07")
@pytest.mark.parametrize(("gnasher", "rask", "spent"), [(2, 2, False), (2, 15, True), (15, 15, True)])
def test_a_consistent_power_is_expended_by_a_hit(table: PowerTable, gnasher: int, rask: int, spent: bool) -> None:
    table.learn("bryn", "Fork", tags="consistent", frequency="daily", **BOLT | {"targets": "two creatures"})
    damage = 3 if spent else 0
    table.use("bryn", "fork", "gnasher", "rask", dice=dice(damage, gnasher=gnasher, rask=rask))
    assert ("power/fork" in table.sheet("bryn").uses) is spent


def feint(tags: str) -> dict[str, Any]:
    """A power with a keyword that deals no damage."""
    return {
        "tags": tags,
        "range": "melee 5",
        "attack": "intelligence vs will",
        "hit": "slowed until the end of the encounter",
    }


KEYWORDS = [("maneuver", "OR-KEY-08", 2), ("psyche", "OR-KEY-11", 4), ("tactical", "OR-KEY-12", 2)]


@pytest.mark.rules("OR-KEY-08", "OR-KEY-11", "OR-KEY-12")
@pytest.mark.parametrize(("keyword", "rule", "bonus"), KEYWORDS)
def test_a_critical_hit_without_damage_helps_the_next_such_attack(
    table: PowerTable, keyword: str, rule: str, bonus: int
) -> None:
    table.learn("bryn", "Feint", **feint(keyword))
    table.start()
    table.use("bryn", "feint", "gnasher", dice=dice(gnasher=20))
    table.until("bryn")
    entry = table.use("bryn", "feint", "gnasher", dice=dice(gnasher=3))
    assert table.rolls(entry)["attack/gnasher"] == 3 + 3 + bonus
    assert rule in table.cited(entry)


@pytest.mark.rules("OR-KEY-08", "OR-KEY-12")
@pytest.mark.parametrize("keyword", ["maneuver", "tactical"])
def test_a_weapon_power_uses_the_bonus_up(table: PowerTable, keyword: str) -> None:
    table.learn("bryn", "Feint", action="move", **feint(keyword))
    table.learn("bryn", "Cut", tags="weapon", attack="strength vs ac", hit="1dW damage")
    table.start()
    table.use("bryn", "feint", "gnasher", dice=dice(gnasher=20))
    entry = table.use("bryn", "cut", "rask", dice=dice(rask=2))
    assert (table.rolls(entry)["attack/rask"], table.conditions("bryn")) == (7, [])


@pytest.mark.rules("OR-KEY-08", "OR-KEY-11")
@pytest.mark.parametrize(("keyword", "tags"), [("maneuver", "fire"), ("psyche", "weapon"), ("psyche", "tactical")])
def test_an_attack_of_another_keyword_neither_uses_nor_loses_it(table: PowerTable, keyword: str, tags: str) -> None:
    table.learn("bryn", "Feint", action="move", **feint(keyword))
    table.learn("bryn", "Other", tags=tags, range="melee 5", attack="strength vs ac", hit="slowed (save ends)")
    table.start()
    table.use("bryn", "feint", "gnasher", dice=dice(gnasher=20))
    entry = table.use("bryn", "other", "rask", dice=dice(rask=2))
    assert (table.rolls(entry)["attack/rask"], table.conditions("bryn")) == (5, ["opening"])


@pytest.mark.rules("OR-KEY-08", "OR-KEY-11", "OR-KEY-12")
@pytest.mark.parametrize(("keyword", "rule", "bonus"), KEYWORDS)
def test_the_bonus_is_gone_with_the_encounter(table: PowerTable, keyword: str, rule: str, bonus: int) -> None:
    table.learn("bryn", "Feint", **feint(keyword))
    table.start()
    table.use("bryn", "feint", "gnasher", dice=dice(gnasher=20))
    assert table.conditions("bryn") == ["opening"]
    table.play("end_fight", encounter="ledge")
    assert (table.conditions("bryn"), rule, bonus > 0) == ([], rule, True)


@pytest.mark.rules("OR-KEY-08", "OR-KEY-11", "OR-KEY-12")
@pytest.mark.parametrize(("keyword", "rule", "bonus"), KEYWORDS)
def test_powers_with_these_keywords_deal_no_damage(table: PowerTable, keyword: str, rule: str, bonus: int) -> None:
    power = {"name": "Feint", **feint(keyword), "hit": "1d6 damage"}
    refusal = table.refusal("add_power", power=power)
    assert (f"{keyword} powers deal no damage" in refusal.player, rule != "", bonus > 0) == (True, True, True)


@pytest.mark.rules("OR-KEY-09", "OR-KEY-10")
@pytest.mark.parametrize("reason", ["deafened", "language", "free will"])
def test_who_does_not_understand_is_not_affected_and_the_power_is_kept(table: PowerTable, reason: str) -> None:
    table.learn("bryn", "Taunt", frequency="encounter", **feint("psyche"))
    if reason == "deafened":
        table.play("impose", who="gnasher", what="deafened")
    elif reason == "language":
        speak(table, "bryn", "Common")
        speak(table, "gnasher", "Giant")
    else:
        trait = {"kind": "no_free_will", "title": "Mindless"}
        table.play("put", target="gnasher", component="traits", name="mindless", instance=trait)
    entry = table.use("bryn", "taunt", "gnasher")
    assert (dict(table.rolls(entry)), "power/taunt" in table.sheet("bryn").uses) == ({}, False)


@pytest.mark.rules("OR-KEY-09", "OR-KEY-10")
def test_who_shares_a_language_is_affected_and_the_power_expended(table: PowerTable) -> None:
    table.learn("bryn", "Taunt", frequency="encounter", **feint("psyche"))
    for who in ("bryn", "gnasher"):
        speak(table, who, "Common")
    speak(table, "gnasher", "Giant")
    table.use("bryn", "taunt", "gnasher", dice=dice(gnasher=15))
    assert (table.conditions("gnasher"), "power/taunt" in table.sheet("bryn").uses) == (["slowed"], True)


@pytest.mark.rules("OR-KEY-09")
def test_a_power_that_one_of_two_understands_affects_that_one(table: PowerTable) -> None:
    table.learn("bryn", "Taunt", targets="two creatures", **feint("psyche"))
    table.play("impose", who="gnasher", what="deafened")
    table.use("bryn", "taunt", "gnasher", "rask", dice=dice(rask=15))
    assert (table.conditions("gnasher"), table.conditions("rask")) == (["deafened"], ["slowed"])


@pytest.mark.rules("OR-KEY-10")
def test_the_game_master_rules_that_a_psyche_power_does_not_work(table: PowerTable) -> None:
    table.learn("bryn", "Taunt", frequency="encounter", **feint("psyche"))
    entry = table.play("rule_out_power", who="bryn", power="taunt", because="They are too far gone.")
    assert (table.refused("bryn", "taunt", "gnasher"), "OR-KEY-10" in table.cited(entry)) == ("OR-KEY-10", True)
    assert "power/taunt" not in table.sheet("bryn").uses


@pytest.mark.rules("OR-KEY-10")
def test_no_player_rules_a_psyche_power_out(table: PowerTable) -> None:
    table.learn("bryn", "Taunt", **feint("psyche"))
    assert table.forbidden("rule_out_power", who="bryn", power="taunt", as_player="ana")


def speak(table: PowerTable, who: str, language: str) -> None:
    """A language stands on a character's sheet."""
    trait = {"kind": "language", "title": language}
    table.play("put", target=who, component="traits", name=f"language-{language.lower()}", instance=trait)


@pytest.mark.rules("OR-STNC-01", "OR-STNC-02")
def test_a_stance_costs_a_swift_action_and_lasts_from_round_to_round(table: PowerTable) -> None:
    table.learn("bryn", "rooted-stance")
    table.start()
    before = table.value("bryn", "attributes.ac")
    table.use("bryn", "rooted-stance")
    assert (table.left("bryn", "swift"), table.value("bryn", "attributes.ac")) == (0, before + 2)
    table.until("bryn")
    table.until("bryn")
    assert table.value("bryn", "attributes.ac") == before + 2


@pytest.mark.rules("OR-STNC-02")
def test_a_new_stance_ends_the_one_before(table: PowerTable) -> None:
    table.learn("bryn", "rooted-stance")
    table.learn("bryn", "Low Guard", category="utility", tags="stance", range="self", targets="self", effect="+1 to ac")
    before = table.value("bryn", "attributes.ac"), table.value("bryn", "attributes.will")
    table.use("bryn", "rooted-stance")
    table.use("bryn", "low-guard")
    stances = [condition.title for condition in table.sheet("bryn").conditions.values()]
    assert stances == ["Low Guard"]
    assert (table.value("bryn", "attributes.ac"), table.value("bryn", "attributes.will")) == (before[0] + 1, before[1])


@pytest.mark.rules("OR-STNC-02")
def test_a_stance_is_ended_in_ones_own_turn_for_nothing(table: PowerTable) -> None:
    table.learn("bryn", "rooted-stance")
    table.start()
    before = table.value("bryn", "attributes.ac")
    table.use("bryn", "rooted-stance")
    table.next()
    assert table.refusal("end_stance", encounter="ledge", who="bryn").rule == "OR-STNC-02"
    table.until("bryn")
    table.play("end_stance", encounter="ledge", who="bryn", as_player="ana")
    assert (table.value("bryn", "attributes.ac"), table.left("bryn", "swift")) == (before, 1)


@pytest.mark.rules("OR-STNC-02")
def test_who_is_in_no_stance_ends_none(table: PowerTable) -> None:
    assert table.refusal("end_stance", who="bryn").rule == "OR-STNC-02"


@pytest.mark.rules("OR-STNC-03")
@pytest.mark.parametrize(("what", "kept"), [("unconscious", False), ("helpless", False), ("prone", True)])
def test_a_helpless_creature_loses_its_stance(table: PowerTable, what: str, kept: bool) -> None:
    table.learn("bryn", "rooted-stance")
    table.use("bryn", "rooted-stance")
    table.play("impose", who="bryn", what=what)
    assert ("stance" in table.conditions("bryn")) is kept


@pytest.mark.rules("OR-STNC-03", "OR-HEAL-04")
def test_who_is_killed_at_once_and_returned_to_life_is_in_no_stance(table: PowerTable) -> None:
    table.learn("bryn", "rooted-stance")
    table.use("bryn", "rooted-stance")
    table.hurt("bryn", 90)
    assert table.conditions("bryn") == ["dead", "staggered"]


BREATH = {"frequency": "refresh", "attack": "+5 vs reflex", "hit": "1d6 damage", "range": "ranged 5"}


@pytest.mark.rules("OR-MON-05")
def test_a_refresh_power_is_not_there_again_at_once(table: PowerTable) -> None:
    table.learn("gnasher", "Breath", refresh="5-6", **BREATH)
    table.use("gnasher", "breath", "bryn", dice=dice(bryn=2))
    assert table.refused("gnasher", "breath", "bryn") == "OR-MON-05"


@pytest.mark.rules("OR-MON-05")
@pytest.mark.parametrize(
    ("refresh", "die", "again"),
    [("5-6", 4, False), ("5-6", 5, True), ("5-6", 6, True), ("8 on d8", 7, False), ("8 on d8", 8, True)],
)
def test_the_numbers_of_a_power_make_it_available_again(table: PowerTable, refresh: str, die: int, again: bool) -> None:
    table.learn("gnasher", "Breath", refresh=refresh, **BREATH)
    table.start()
    table.until("gnasher")
    table.use("gnasher", "breath", "bryn", dice=dice(bryn=2))
    table.next(3)
    table.next(dice={"refresh/breath": [die]})
    assert (table.sheet("gnasher").uses["power/breath"].count == 0) is again


@pytest.mark.rules("OR-MON-05")
def test_no_die_is_rolled_for_a_power_of_the_dead(table: PowerTable) -> None:
    table.learn("gnasher", "Breath", refresh="5-6", **BREATH)
    table.start()
    table.until("gnasher")
    table.use("gnasher", "breath", "bryn", dice=dice(bryn=2))
    table.hurt("gnasher", 40)
    assert [label for _ in range(4) for label in dict(table.rolls(table.next()))] == []


@pytest.mark.rules("OR-MON-05")
def test_no_die_is_rolled_for_a_power_that_is_available(table: PowerTable) -> None:
    table.learn("gnasher", "Breath", refresh="5-6", **BREATH)
    table.start()
    entry = table.next()
    assert dict(table.rolls(entry)) == {}
