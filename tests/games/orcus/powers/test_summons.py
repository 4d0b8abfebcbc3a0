"""Summoned monsters and zones: what powers leave behind."""

import pytest

from tests.games.orcus.power_table import PowerTable

HOUND = "ember-hound"


@pytest.fixture
def table() -> PowerTable:
    table = PowerTable()
    table.learn("bryn", "call-the-hound")
    table.start()
    table.on_map(bryn=(0, 0), sela=(0, 5), gnasher=(9, 9), rask=(12, 0))
    return table


def call(table: PowerTable) -> None:
    """Bryn calls an ember hound of level 5 with 24 hit points, and passes on to his next turn."""
    table.use("bryn", "call-the-hound", squares=[[2, 0]])
    table.until("bryn")


@pytest.mark.rules("OR-SUMM-01", "OR-SUMM-04")
def test_a_summons_power_creates_a_monster_of_its_level_and_hit_points(table: PowerTable) -> None:
    table.use("bryn", "call-the-hound", squares=[[2, 0]])
    assert (table.value(HOUND, "attributes.level"), table.current(HOUND, "hp"), table.at(HOUND)) == (5, 24, (2, 0))


@pytest.mark.rules("OR-SUMM-04")
def test_a_second_summoning_begins_at_the_most_hit_points_again(table: PowerTable) -> None:
    call(table)
    table.play("deal_damage", who=HOUND, amount=10)
    table.play("dismiss_summon", encounter="ledge", who="bryn", summon=HOUND)
    table.moment("long_rest", "bryn")
    table.use("bryn", "call-the-hound", squares=[[3, 0]])
    assert (table.current(HOUND, "hp"), table.current(f"{HOUND}-2", "hp")) == (14, 24)


@pytest.mark.rules("OR-SUMM-01")
@pytest.mark.parametrize("square", [[0, 5], [6, 0]])
def test_a_summoned_monster_appears_on_a_free_square_within_range(table: PowerTable, square: list[int]) -> None:
    assert table.refused("bryn", "call-the-hound", squares=[square]) in ("OR-SUMM-01", "OR-TGT-01")


@pytest.mark.rules("OR-SUMM-01")
def test_a_summon_acts_by_the_actions_that_its_summoner_gives_up(table: PowerTable) -> None:
    call(table)
    entry = table.play("walk", encounter="ledge", who=HOUND, path=[[3, 0], [4, 0]], as_player="ana")
    assert (table.left("bryn", "move"), table.left("bryn", "standard")) == (0, 1)
    assert ("OR-SUMM-01" in table.cited(entry), table.at(HOUND)) == (True, (4, 0))


@pytest.mark.rules("OR-SUMM-01")
def test_no_action_of_the_summoner_is_left_for_a_summon(table: PowerTable) -> None:
    call(table)
    table.on_map(rask=(3, 0))
    table.use(HOUND, "hound-bite", "rask", dice={"attack/rask": [2]})
    assert (table.left("bryn", "standard"), table.refused(HOUND, "hound-bite", "rask")) == (0, "OR-TURN-02")


@pytest.mark.rules("OR-SUMM-01")
def test_a_summon_does_not_act_in_the_turn_of_another(table: PowerTable) -> None:
    call(table)
    table.next()
    assert table.refusal("walk", encounter="ledge", who=HOUND, path=[[3, 0]]).rule == "OR-IMM-02"


@pytest.mark.rules("OR-SUMM-02")
def test_a_summon_makes_an_opportunity_attack_with_its_summoners_immediate_action(table: PowerTable) -> None:
    call(table)
    table.put("rask", 3, 0)
    table.until("rask")
    rolled = {"attack/rask": [12], "damage": [3]}
    answers = {f"opportunity/{HOUND}/rask": "attack"}
    way = [[4, 0], [5, 0]]
    entry = table.play("walk", encounter="ledge", who="rask", path=way, dice=rolled, responses=answers)
    assert (table.current("rask", "hp"), table.left("bryn", "immediate")) == (32, 0)
    assert "OR-SUMM-02" in table.cited(entry)


@pytest.mark.rules("OR-SUMM-02")
def test_a_summon_makes_none_where_its_summoner_has_reacted(table: PowerTable) -> None:
    parry = {"category": "utility", "action": "immediate", "range": "self", "targets": "self"}
    table.learn("bryn", "Parry", trigger="attacked", effect="temporary 5", **parry)
    call(table)
    table.learn("gnasher", "Spit", range="ranged 30", attack="+1 vs ac", hit="1 damage")
    table.until("gnasher")
    answers = {"interrupt/bryn/gnasher": "parry"}
    table.use("gnasher", "spit", "bryn", dice={"attack/bryn": [2]}, responses=answers)
    table.put("rask", 3, 0)
    table.until("rask")
    table.play("walk", encounter="ledge", who="rask", path=[[4, 0], [5, 0]])
    assert table.at("rask") == (5, 0)


@pytest.mark.rules("OR-SUMM-03")
@pytest.mark.parametrize(("commanded", "noted"), [(False, True), (True, False)])
def test_a_summon_that_is_not_commanded_follows_its_instinct(table: PowerTable, commanded: bool, noted: bool) -> None:
    call(table)
    if commanded:
        table.play("walk", encounter="ledge", who=HOUND, path=[[3, 0]])
    entry = table.next()
    assert ("OR-SUMM-03" in table.cited(entry)) is noted


@pytest.mark.rules("OR-SUMM-05")
def test_a_summon_is_healed_by_a_recovery_of_its_summoner(table: PowerTable) -> None:
    call(table)
    table.play("deal_damage", who=HOUND, amount=20)
    table.play("allow_recovery", who=HOUND)
    assert (table.current(HOUND, "hp"), table.current("bryn", "recoveries")) == (14, 6)


@pytest.mark.rules("OR-SUMM-05")
def test_without_a_recovery_of_the_summoner_it_is_not_healed(table: PowerTable) -> None:
    call(table)
    table.play("deal_damage", who=HOUND, amount=20)
    table.play("freeform.spend", target="bryn", track="recoveries", amount=7)
    assert table.refusal("allow_recovery", who=HOUND).rule == "OR-HEAL-06"


@pytest.mark.rules("OR-SUMM-06")
@pytest.mark.parametrize(("harm", "gone", "recoveries"), [(23, False, 7), (24, True, 6), (40, True, 6)])
def test_at_0_hit_points_it_disappears_with_a_recovery(
    table: PowerTable, harm: int, gone: bool, recoveries: int
) -> None:
    call(table)
    table.play("deal_damage", who=HOUND, amount=harm)
    positions = table.fight_state().positions
    assert (table.ref(HOUND).partition("/")[2] not in positions) is gone
    assert (table.current("bryn", "recoveries"), table.current("bryn", "hp")) == (recoveries, 40)


@pytest.mark.rules("OR-SUMM-06")
def test_a_summoner_without_recoveries_takes_their_value_as_damage(table: PowerTable) -> None:
    call(table)
    table.play("freeform.spend", target="bryn", track="recoveries", amount=7)
    table.play("deal_damage", who=HOUND, amount=24)
    assert (table.current("bryn", "recoveries"), table.current("bryn", "hp")) == (0, 30)


@pytest.mark.rules("OR-SUMM-07")
def test_a_summon_uses_the_defenses_of_its_summoner_as_they_are(table: PowerTable) -> None:
    call(table)
    table.play("enter_statistics", who="bryn", statistics={"defenses": {"ac": 19, "will": 16}})
    names = ("ac", "fortitude", "reflex", "will")
    defenses = [[table.value(who, f"attributes.{name}") for name in names] for who in (HOUND, "bryn")]
    assert defenses[0] == defenses[1] == [19, 13, 13, 16]


@pytest.mark.rules("OR-SUMM-08")
def test_a_summon_helps_to_flank(table: PowerTable) -> None:
    call(table)
    table.arm("bryn", "axe")
    table.on_map(rask=(1, 0))
    entry = table.strike("bryn", "rask", 10, [1])
    assert table.rolls(entry)["attack/rask"] == 10 + 3 + 2


@pytest.mark.rules("OR-SUMM-09")
def test_a_summon_is_an_ally_of_its_summoner_and_their_allies_and_obeys(table: PowerTable) -> None:
    call(table)
    cheer = {"category": "utility", "range": "near burst 9", "targets": "all allies", "effect": "temporary 5"}
    table.learn("sela", "Cheer", **cheer)
    table.until("sela")
    table.use("sela", "cheer")
    assert (table.current(HOUND, "temporary_hp"), table.profile(HOUND).owners) == (5, table.profile("bryn").owners)


@pytest.mark.rules("OR-SUMM-10")
def test_a_summon_is_dismissed_with_a_swift_action(table: PowerTable) -> None:
    call(table)
    table.play("dismiss_summon", encounter="ledge", who="bryn", summon=HOUND, as_player="ana")
    assert (table.left("bryn", "swift"), table.current("bryn", "recoveries")) == (0, 7)
    assert table.refusal("dismiss_summon", encounter="ledge", who="bryn", summon=HOUND).rule == "OR-SUMM-10"


@pytest.mark.rules("OR-SUMM-10")
@pytest.mark.parametrize(("seconds", "stays"), [(299, True), (300, False)])
def test_a_summon_stays_for_five_minutes(table: PowerTable, seconds: int, stays: bool) -> None:
    call(table)
    table.play("advance_clock", seconds=seconds)
    assert ("dead" not in table.conditions(HOUND)) is stays


@pytest.mark.rules("OR-SUMM-10")
def test_a_summon_is_gone_with_the_encounter(table: PowerTable) -> None:
    call(table)
    table.play("end_fight", encounter="ledge")
    assert (table.conditions(HOUND), table.current("bryn", "recoveries")) == (["dead"], 7)


def lay(table: PowerTable, **record: str) -> None:
    """Bryn lays a zone of burst 1 around (4, 0)."""
    zone = {"category": "utility", "range": "far burst 1 within 10", "targets": "all", "tags": "zone"}
    table.learn("bryn", "Field", **{**zone, **record})
    table.use("bryn", "field", square=[4, 0])


def zones(table: PowerTable) -> list[str]:
    """The kinds of zones on the map."""
    return sorted(zone.kind for zone in table.fight_state().zones.values())


@pytest.mark.rules("OR-ZONE-01")
def test_a_zone_stays_as_long_as_its_power_says(table: PowerTable) -> None:
    lay(table, zone="difficult", duration="until the end of your next turn")
    assert (zones(table), len(next(iter(table.fight_state().zones.values())).squares)) == (["difficult"], 9)
    table.until("bryn")
    assert zones(table) == ["difficult"]
    table.next()
    assert zones(table) == []


@pytest.mark.rules("OR-ZONE-01")
def test_a_zone_goes_when_nobody_maintains_it(table: PowerTable) -> None:
    lay(table, zone="difficult", maintain="swift")
    table.until("bryn")
    table.play("maintain", who="bryn", power="Field")
    table.next()
    assert zones(table) == ["difficult"]
    table.until("bryn")
    table.next()
    assert zones(table) == []


@pytest.mark.rules("OR-ZONE-01")
def test_a_zone_does_not_occupy_its_squares_and_harms_all_who_come_in(table: PowerTable) -> None:
    lay(table, zone="zone: 5 fire damage", duration="until the end of the encounter")
    table.put("rask", 6, 0)
    table.until("rask")
    table.play("walk", encounter="ledge", who="rask", path=[[5, 0], [4, 0]])
    assert (table.current("rask", "hp"), table.at("rask")) == (35, (4, 0))


@pytest.mark.rules("OR-ZONE-01")
def test_a_zone_harms_a_character_who_begins_a_turn_in_it(table: PowerTable) -> None:
    table.put("gnasher", 4, 1)
    lay(table, zone="zone: 5 fire damage", duration="until the end of the encounter")
    table.next()
    assert table.current("gnasher", "hp") == 35


@pytest.mark.rules("OR-ZONE-02")
@pytest.mark.parametrize(("harm", "left"), [(45, ["difficult"]), (60, [])])
def test_a_zone_disappears_with_the_death_of_its_creator(table: PowerTable, harm: int, left: list[str]) -> None:
    lay(table, zone="difficult", duration="until the end of the encounter")
    table.play("deal_damage", who="bryn", amount=harm)
    assert zones(table) == left


@pytest.mark.rules("OR-SUMM-10", "OR-DUR-01")
def test_what_the_turns_of_a_summon_were_to_end_ends_with_its_summoners_when_it_is_gone(table: PowerTable) -> None:
    call(table)
    table.play("lay_effect", target="rask", by=HOUND, what="slowed", duration="user end")
    table.play("dismiss_summon", encounter="ledge", who="bryn", summon=HOUND)
    table.until("bryn")
    assert table.conditions("rask") == ["slowed"]
    table.next()
    assert table.conditions("rask") == []


@pytest.mark.rules("OR-SUMM-01", "OR-COND-05")
def test_a_dazed_summoner_has_one_standard_action_for_all_of_them(table: PowerTable) -> None:
    call(table)
    table.affect("bryn", "dazed")
    table.play("walk", encounter="ledge", who=HOUND, path=[[3, 0]])
    assert (table.left("bryn", "standard"), table.left("bryn", "move")) == (0, 1)
    assert table.refusal("walk", encounter="ledge", who=HOUND, path=[[4, 0]]).rule == "OR-TURN-02"


@pytest.mark.rules("OR-SUMM-02", "OR-COND-05")
@pytest.mark.parametrize("state", ["dazed", "stunned", "unconscious"])
def test_a_summoner_who_cannot_react_has_no_immediate_action_for_a_summon(table: PowerTable, state: str) -> None:
    call(table)
    table.put("rask", 3, 0)
    table.until("rask")
    table.affect("bryn", state)
    table.play("walk", encounter="ledge", who="rask", path=[[4, 0], [5, 0]])
    assert (table.at("rask"), table.left("bryn", "immediate")) == ((5, 0), 1)


@pytest.mark.rules("OR-SUMM-01", "OR-FLY-01")
def test_the_steps_of_a_summon_do_not_keep_its_summoner_in_the_air(table: PowerTable) -> None:
    call(table)
    table.put("bryn", 0, 0, height=4)
    table.play("walk", encounter="ledge", who=HOUND, path=[[3, 0], [4, 0]])
    table.next(dice={"fall": [1, 2]})
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (37, ["prone"])


@pytest.mark.rules("OR-DELAY-06", "OR-SUMM-01")
def test_what_does_good_to_a_summon_until_the_end_of_the_turn_ends_as_its_summoner_delays(table: PowerTable) -> None:
    call(table)
    turn = {"by": "moment", "moment": "turn_end", "subject": table.ref(HOUND)}
    table.play("give_modifier", who=HOUND, to="walk", amount=2, effect="bless", until=turn)
    table.play("delay", who="bryn")
    assert table.value(HOUND, "speed.walk") == table.value(HOUND, "attributes.walk")
