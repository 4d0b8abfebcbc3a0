"""Powers: their record, what they cost, how often they are used, and what the game master says of them."""

from typing import Any

import pytest

from systems.orcus.powers.records.reading import aim_of, attack_of, reach_of, read
from systems.orcus.powers.records.record import PRINTED, Power
from tests.games.orcus.power_table import BOLT, PowerTable, dice


@pytest.fixture
def table() -> PowerTable:
    return PowerTable()


@pytest.mark.rules("OR-ACT-20", "OR-POW-08", "OR-EFF-02")
def test_an_attack_power_costs_its_action_and_follows_the_steps_of_an_attack(table: PowerTable) -> None:
    table.learn("bryn", "cinder-lash")
    table.start()
    entry = table.use("bryn", "cinder-lash", "gnasher", as_player="ana", dice=dice(5, gnasher=9))
    assert (table.rolls(entry)["attack/gnasher"], table.current("gnasher", "hp")) == (12, 32)
    assert (table.left("bryn", "standard"), table.left("bryn", "move")) == (0, 1)


@pytest.mark.rules("OR-POW-08")
@pytest.mark.parametrize("action", ["standard", "move", "swift"])
def test_a_power_costs_the_action_that_it_names(table: PowerTable, action: str) -> None:
    table.learn("bryn", "Trick", category="utility", action=action, range="self", targets="self", effect="temporary 5")
    table.start()
    table.use("bryn", "trick")
    left = {each: table.left("bryn", each) for each in ("standard", "move", "swift")}
    assert left == {"standard": 1, "move": 1, "swift": 1} | {action: 0}


@pytest.mark.rules("OR-POW-08")
def test_a_power_of_a_free_action_costs_none(table: PowerTable) -> None:
    table.learn("bryn", "Trick", category="utility", action="free", range="self", targets="self", effect="temporary 5")
    table.start()
    table.use("bryn", "trick")
    assert (table.left("bryn", "standard"), table.current("bryn", "temporary_hp")) == (1, 5)


@pytest.mark.rules("OR-POW-08", "OR-ACT-20")
def test_a_power_whose_action_is_used_up_is_refused(table: PowerTable) -> None:
    table.learn("bryn", "Bolt", **BOLT)
    table.start()
    table.use("bryn", "bolt", "gnasher", dice=dice(gnasher=2))
    assert table.refused("bryn", "bolt", "gnasher") == "OR-TURN-02"


@pytest.mark.rules("OR-POW-03")
def test_a_power_at_will_is_used_again_and_again(table: PowerTable) -> None:
    table.learn("bryn", "Bolt", **BOLT)
    for _ in range(3):
        table.use("bryn", "bolt", "gnasher", dice=dice(1, gnasher=18))
    assert table.current("gnasher", "hp") == 40 - 3 * 4


@pytest.mark.rules("OR-POW-04", "OR-POW-05")
@pytest.mark.parametrize(("frequency", "rule"), [("encounter", "OR-POW-04"), ("daily", "OR-POW-05")])
def test_a_power_that_is_expended_is_refused(table: PowerTable, frequency: str, rule: str) -> None:
    table.learn("bryn", "Bolt", frequency=frequency, **BOLT)
    entry = table.use("bryn", "bolt", "gnasher", dice=dice(gnasher=2))
    assert (table.refused("bryn", "bolt", "gnasher"), rule in table.cited(entry)) == (rule, True)


@pytest.mark.rules("OR-POW-04", "OR-POW-05")
@pytest.mark.parametrize(
    ("frequency", "moment", "again"),
    [
        ("encounter", "short_rest", True),
        ("encounter", "turn_start", False),
        ("daily", "short_rest", False),
        ("daily", "long_rest", True),
    ],
)
def test_a_rest_of_the_right_kind_gives_a_power_back(
    table: PowerTable, frequency: str, moment: str, again: bool
) -> None:
    table.learn("bryn", "Bolt", frequency=frequency, **BOLT)
    table.use("bryn", "bolt", "gnasher", dice=dice(gnasher=2))
    table.moment(moment, "bryn")
    use = table.sheet("bryn").uses["power/bolt"]
    assert (use.count == 0) is again


@pytest.mark.rules("OR-POW-02", "OR-POW-07")
def test_every_power_of_the_game_is_read_from_the_same_record() -> None:
    readings = [read(power) for power in PRINTED.values()]
    assert {reading.power.category for reading in readings} == {"attack", "utility"}


@pytest.mark.rules("OR-POW-02")
def test_a_utility_power_affects_an_ally_without_an_attack(table: PowerTable) -> None:
    table.learn("bryn", "Cheer", category="utility", range="ranged 5", targets="one ally", effect="temporary 1d6 + 2")
    table.use("bryn", "cheer", "sela", dice={"amount/sela": [4]})
    assert table.current("sela", "temporary_hp") == 6


@pytest.mark.rules("OR-POW-02", "OR-TGT-05")
def test_an_attack_may_catch_an_ally(table: PowerTable) -> None:
    table.learn("bryn", "Bolt", **BOLT)
    table.use("bryn", "bolt", "sela", dice=dice(1, sela=18))
    assert table.current("sela", "hp") == 36


@pytest.mark.rules("OR-POW-06")
@pytest.mark.parametrize("source", ["arcane", "divine", "martial", "natural", "shadow"])
def test_a_power_has_one_of_five_sources(table: PowerTable, source: str) -> None:
    table.learn("bryn", "Bolt", source=source, **BOLT)
    assert "bolt" in table.sheet("bryn").traits


@pytest.mark.rules("OR-POW-06")
def test_there_is_no_sixth_source(table: PowerTable) -> None:
    with pytest.raises(Exception, match="source"):
        table.play("add_power", power={"name": "Bolt", "source": "lunar", **BOLT})


@pytest.mark.rules("OR-POW-07")
def test_a_record_that_cannot_be_read_is_refused_and_says_why(table: PowerTable) -> None:
    refusal = table.refusal("add_power", power={"name": "Bolt", "range": "over there", "hit": "some harm"})
    assert refusal.rule == "OR-POW-07"
    assert "range:" in refusal.player
    assert "hit:" in refusal.player


@pytest.mark.rules("OR-POW-07")
def test_a_power_is_learned_once(table: PowerTable) -> None:
    table.learn("bryn", "cinder-lash")
    assert table.refusal("learn_power", who="bryn", power="Cinder Lash").rule == "OR-POW-07"


@pytest.mark.rules("OR-POW-07")
def test_a_power_that_is_forgotten_is_not_used(table: PowerTable) -> None:
    table.learn("bryn", "cinder-lash")
    table.play("forget_power", who="bryn", power="cinder-lash")
    assert table.refusal("use_power", who="bryn", power="cinder-lash").missing.endswith("traits.cinder-lash")


@pytest.mark.rules("OR-POW-07")
def test_monsters_and_heroes_use_the_same_record(table: PowerTable) -> None:
    table.learn("gnasher", "Bolt", **BOLT | {"attack": "+7 vs will", "hit": "2d6 damage"})
    entry = table.use("gnasher", "bolt", "bryn", dice={"attack/bryn": [3], "damage": [2, 3]})
    assert (table.rolls(entry)["attack/bryn"], table.current("bryn", "hp")) == (10, 35)


@pytest.mark.rules("OR-POW-01")
def test_a_power_that_is_ruled_out_is_refused_with_the_reason(table: PowerTable) -> None:
    table.learn("bryn", "cinder-lash")
    entry = table.play("rule_out_power", who="bryn", power="cinder-lash", because="It rains.")
    refusal = table.refusal("use_power", who="bryn", power="cinder-lash", targets=["gnasher"])
    assert (refusal.rule, "It rains." in refusal.player) == ("OR-POW-01", True)
    assert "OR-POW-01" in table.cited(entry)


@pytest.mark.rules("OR-POW-01")
def test_a_power_works_again_once_the_game_master_says_so(table: PowerTable) -> None:
    table.learn("bryn", "cinder-lash")
    table.play("rule_out_power", who="bryn", power="cinder-lash", because="It rains.")
    table.play("rule_out_power", who="bryn", power="cinder-lash", works=True)
    table.use("bryn", "cinder-lash", "gnasher", dice=dice(gnasher=2))
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-POW-01")
def test_players_do_not_rule_powers_out(table: PowerTable) -> None:
    table.learn("bryn", "cinder-lash")
    assert table.forbidden("rule_out_power", who="bryn", power="cinder-lash", as_player="ana")


@pytest.mark.rules("OR-EFF-07")
@pytest.mark.parametrize(("level", "harm"), [(0, 4), (1, 4), (7, 9)])
def test_a_power_is_better_at_the_level_of_its_boost(table: PowerTable, level: int, harm: int) -> None:
    boost: dict[str, Any] = {"boost_level": 7, "boost": "hit: 2d8 + intelligence damage"}
    table.play("add_power", power={"name": "Bolt", **BOLT, **boost})
    table.play("learn_power", who="bryn", power="bolt", level=level)
    rolled = [1] if harm == 4 else [2, 4]
    table.use("bryn", "bolt", "gnasher", dice={"attack/gnasher": [15], "damage": rolled})
    assert table.current("gnasher", "hp") == 40 - harm


@pytest.mark.rules("OR-EFF-07")
@pytest.mark.parametrize("level", [2, 6, 8])
def test_a_power_is_selected_at_its_own_level_or_that_of_its_boost(table: PowerTable, level: int) -> None:
    table.play("add_power", power={"name": "Bolt", **BOLT, "boost_level": 7, "boost": "hit: 2d8 damage"})
    assert table.refusal("learn_power", who="bryn", power="bolt", level=level).rule == "OR-EFF-07"


@pytest.mark.rules("OR-TAG-01")
@pytest.mark.parametrize(("tags", "total"), [("fire", 17), ("cold", 15), ("fire, cold", 17)])
def test_a_bonus_for_fire_powers_counts_for_powers_with_that_tag(table: PowerTable, tags: str, total: int) -> None:
    ember = "+2 to attack rolls with fire powers until the end of the encounter"
    table.learn("bryn", "Ember Heart", category="utility", range="self", targets="self", effect=ember)
    table.learn("bryn", "Bolt", tags=tags, **BOLT)
    table.use("bryn", "ember-heart")
    entry = table.use("bryn", "bolt", "gnasher", dice=dice(1, gnasher=12))
    assert table.rolls(entry)["attack/gnasher"] == total


WEAPON = {"tags": "weapon", "range": "melee weapon", "attack": "strength vs ac", "hit": "2dW + strength damage"}


@pytest.mark.rules("OR-TAG-02")
def test_a_weapon_power_takes_its_dice_from_the_weapon(table: PowerTable) -> None:
    table.learn("bryn", "Cut", **WEAPON)
    table.arm("bryn", "Axe", "1d10")
    table.use("bryn", "cut", "gnasher", dice={"attack/gnasher": [9], "damage": [6, 4]})
    assert table.current("gnasher", "hp") == 40 - 13


@pytest.mark.rules("OR-TAG-02")
def test_a_weapon_power_without_a_weapon_is_refused(table: PowerTable) -> None:
    table.learn("bryn", "Cut", **WEAPON)
    assert table.refused("bryn", "cut", "gnasher") == "OR-TAG-02"


@pytest.mark.rules("OR-TAG-02")
def test_an_unarmed_strike_serves_as_a_weapon(table: PowerTable) -> None:
    table.learn("bryn", "Cut", **WEAPON)
    table.arm("bryn", "Fist", "1d4", location="natural")
    table.use("bryn", "cut", "gnasher", dice={"attack/gnasher": [9], "damage": [1, 1]})
    assert table.current("gnasher", "hp") == 35


@pytest.mark.rules("OR-TAG-03")
@pytest.mark.parametrize(("proficient", "total"), [(True, 14), (False, 12)])
def test_proficiency_adds_to_attacks_of_weapon_powers(table: PowerTable, proficient: bool, total: int) -> None:
    table.learn("bryn", "Cut", **WEAPON)
    table.arm("bryn", "Sword", "1d8", proficient=proficient, proficiency=2)
    entry = table.use("bryn", "cut", "gnasher", dice={"attack/gnasher": [9], "damage": [1, 1]})
    assert table.rolls(entry)["attack/gnasher"] == total


@pytest.mark.rules("OR-TAG-04")
@pytest.mark.parametrize(("in_hand", "total", "hp"), [(True, 13, 35), (False, 12, 36)])
def test_a_focus_in_the_hand_adds_what_it_is_worth_and_none_is_needed(
    table: PowerTable, in_hand: bool, total: int, hp: int
) -> None:
    table.learn("bryn", "cinder-lash")
    if in_hand:
        staff = {"what": "focus", "location": "hand/main", "data": {"enhancement": 1}}
        table.play("put", target="bryn", component="items", name="staff", instance=staff)
    entry = table.use("bryn", "cinder-lash", "gnasher", dice=dice(1, gnasher=9))
    assert (table.rolls(entry)["attack/gnasher"], table.current("gnasher", "hp")) == (total, hp)


@pytest.mark.rules("OR-TGT-01")
@pytest.mark.parametrize(
    ("words", "origin", "shape"),
    [
        ("melee touch", "melee", None),
        ("melee weapon", "melee", None),
        ("ranged 10", "ranged", None),
        ("near burst 2", "near", "burst"),
        ("close arc 3", "near", "arc"),
        ("far wall 5 within 10", "far", "wall"),
        ("self", "self", None),
    ],
)
def test_a_power_has_one_of_five_origins(words: str, origin: str, shape: str | None) -> None:
    reach = reach_of(words)
    assert (reach.origin, reach.shape) == (origin, shape)


@pytest.mark.rules("OR-AREA-01")
@pytest.mark.parametrize("words", ["melee burst 1", "ranged arc 2", "near 5", "far within 10", "self burst 1"])
def test_near_and_far_powers_have_an_area_and_no_others_have(words: str) -> None:
    with pytest.raises(ValueError, match="range"):
        reach_of(words)


@pytest.mark.rules("OR-TGT-04")
@pytest.mark.parametrize("words", ["all", "nearest ally", "nearest enemy", "all enemies", "all allies", "any"])
def test_an_area_power_says_its_targets_in_one_of_six_ways(words: str) -> None:
    assert aim_of(words).sort == words


def test_an_attack_line_names_an_ability_or_a_printed_bonus() -> None:
    own, printed = attack_of("Strength modifier vs. Armor Class"), attack_of("+7 vs Ref")
    assert own is not None
    assert printed is not None
    assert (own.ability, own.defense, printed.printed, printed.defense) == ("strength", "ac", 7, "reflex")


def test_a_power_costs_a_standard_action_where_it_names_none() -> None:
    assert Power(name="Bolt").action == ""


@pytest.mark.rules("OR-SAVE-01", "OR-DUR-02")
@pytest.mark.parametrize(("die", "ends"), [(9, False), (10, True)])
def test_bug_a_save_that_a_power_gives_shakes_off_a_penalty(table: PowerTable, die: int, ends: bool) -> None:
    hex = {"category": "utility", "action": "swift", "range": "ranged 10", "targets": "one creature"}
    table.learn("bryn", "Hex", effect="-2 to attack rolls (save ends)", **hex)
    table.learn("bryn", "Respite", effect="make a saving throw", **(hex | {"action": "move"}))
    table.start()
    table.use("bryn", "hex", "sela")
    name = next(iter(table.sheet("sela").modifiers))
    table.use("bryn", "respite", "sela", dice={f"save/{name}": [die]})
    assert (not table.sheet("sela").modifiers) is ends


@pytest.mark.rules("OR-HEAL-01", "OR-RULING-63")
@pytest.mark.parametrize(("left", "bryn", "sela"), [(7, 30, 30), (1, 30, 30), (0, 20, 30)])
def test_of_several_targets_only_those_with_a_recovery_left_spend_one(left: int, bryn: int, sela: int) -> None:
    table = PowerTable()
    song = {"category": "utility", "range": "near earshot", "targets": "all", "effect": "spend a recovery"}
    table.learn("bryn", "Song", **song)
    for who in ("bryn", "sela", "gnasher"):
        table.hurt(who, 20)
    if left < 7:
        table.play("freeform.spend", target="bryn", track="recoveries", amount=7 - left)
    table.use("bryn", "song", "bryn")
    assert [table.current(who, "hp") for who in ("bryn", "sela", "gnasher")] == [bryn, sela, 20]


@pytest.mark.rules("OR-HEAL-01", "OR-RULING-63")
def test_who_has_no_recovery_left_cannot_be_let_spend_one_alone() -> None:
    table = PowerTable()
    table.learn("bryn", "Word", category="utility", range="ranged 5", targets="one ally", effect="spend a recovery")
    table.play("freeform.spend", target="sela", track="recoveries", amount=7)
    assert table.refused("bryn", "word", "sela") == "OR-HEAL-06"
