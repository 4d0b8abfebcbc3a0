"""The catalogue: abilities, gear and flaws with their numbers, and what comes of using them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.play.refusals import Absent
from systems.rotted_capes.catalogue import abilities, cast, flaws, gear
from systems.rotted_capes.harm.types import PRINTED as TYPES
from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Lark and Moth against a ghoul and a warlord, in Lark's turn."""
    table = Cast()
    table.hero("lark", str=16, dex=14, cha=18, power=20, melee=4, ranged=3, run=4)
    table.hero("moth", str=12, run=4)
    table.zombie("ghoul", wounds=2, fortitude=14, avoidance=9)
    table.threat("warlord", stamina=40, avoidance=14, willpower=15, fortitude=15, run=3)
    table.begin({"lark": 20, "moth": 15}, {"ghoul": 5, "warlord": 3})
    return table


def use(table: Cast, means: str, target: str = "warlord", **more: Any) -> int:
    return table.play("use_on", who="lark", target=target, means=means, **more)


def hit(target: str, attack: int, *damage: int) -> dict[str, list[int]]:
    dice = {f"attack/{target}": [attack]}
    return dice | ({f"damage/{target}": [*damage]} if damage else {})


@pytest.mark.rules("RC-RULING-17")
@pytest.mark.parametrize("entry", [*abilities.PRINTED.values(), *gear.PRINTED.values()], ids=lambda one: one.title)
def test_every_entry_is_whole(entry: abilities.ListedAbility | gear.Gear) -> None:
    assert entry.text
    assert not entry.damage or entry.way
    assert entry.type in TYPES
    assert entry.imposes or not (entry.tag or entry.lasts)


@pytest.mark.rules("RC-RULING-17")
@pytest.mark.parametrize("name", cast.CAST)
def test_a_ready_character_comes_with_all_that_the_catalogue_says(name: str) -> None:
    table, ready = Cast(), cast.CAST[name]
    table.play("cast", ready=name, handle="new")
    sheet = table.sheet("new")
    titles = [trait.title for trait in sheet.traits.values() if trait.catalogue]
    assert sorted(titles) == sorted(
        [
            *(abilities.PRINTED[each].title for each in ready.abilities),
            *(flaws.PRINTED[each].title for each in ready.flaws),
        ]
    )
    assert sorted(item.what for item in sheet.items.values()) == sorted(gear.PRINTED[each].title for each in ready.gear)
    assert (table.current("new", "stamina"), table.current("new", "wounds")) == (ready.stamina, ready.wounds)


@pytest.mark.rules("RC-RULING-17")
@pytest.mark.parametrize(
    ("command", "field"), [("gain_ability", "ability"), ("gain_gear", "gear"), ("gain_flaw", "flaw")]
)
def test_what_no_catalogue_has_is_absent(table: Cast, command: str, field: str) -> None:
    given: dict[str, Any] = {field: "moonbeam"}
    with pytest.raises(Absent):
        table.play(command, who="lark", **given)
    with pytest.raises(Absent):
        table.play("cast", ready="moonbeam")


@pytest.mark.rules("RC-RULING-17", "RC-TURN-13")
def test_a_campaign_adds_entries_of_its_own(table: Cast) -> None:
    own = {"title": "Rust Breath", "way": "ranged", "damage": "2d6", "adds": 1, "type": "acid", "ability": "power"}
    table.play("add_ability", ability=own)
    assert table.refusal("add_ability", ability=own).rule == "RC-RULING-17"
    assert table.refusal("add_ability", ability={"title": "Leg Sweep"}).rule == "RC-RULING-17"
    table.play("gain_ability", who="lark", ability="rust-breath")
    entry = use(table, "Rust Breath", dice=hit("warlord", 9, 3, 4))
    assert (table.rolls(entry)["attack/warlord"], table.current("warlord", "stamina")) == (9 + 3 + 5 - 2, 32)
    table.play("add_gear", gear={"title": "Stop Sign", "way": "melee", "damage": "1d6", "hits": 3})
    table.play("add_flaw", flaw={"title": "Counts Everything", "penalty": 1})
    table.play("gain_gear", who="lark", gear="stop-sign")
    table.play("gain_flaw", who="lark", flaw="counts-everything")
    assert [item.tracks["hits"] for item in table.sheet("lark").items.values()] == [3]


@pytest.mark.rules("RC-USE-05", "RC-ATK-05")
def test_a_power_attacks_with_its_own_ability_and_costs_what_it_says(table: Cast) -> None:
    table.play("gain_ability", who="lark", ability="ember-lance")
    entry = use(table, "ember-lance", dice=hit("warlord", 8, 5, 6), as_player="ana")
    assert table.rolls(entry)["attack/warlord"] == 8 + 3 + 5 - 2
    assert (table.current("warlord", "stamina"), table.left("lark", "action")) == (29, 0)
    assert {"RC-TURN-13", "RC-USE-05", "RC-ATK-05"} <= table.cited(entry)
    assert table.refusal("use_on", who="lark", target="warlord", means="ember-lance").rule == "RC-TURN-02"


@pytest.mark.rules("RC-USE-06")
def test_what_stands_on_no_sheet_is_not_used(table: Cast) -> None:
    assert table.refusal("use_on", who="lark", target="warlord", means="leg-sweep").rule == "RC-USE-06"
    table.play("gain_ability", who="lark", ability="leg-sweep")
    assert table.refusal("gain_ability", who="lark", ability="leg-sweep").rule == "RC-USE-06"
    table.play("learn", who="lark", name="Stare")
    assert table.refusal("use_on", who="lark", target="warlord", means="Stare").rule == "RC-RULING-17"
    table.play("gain_ability", who="lark", ability="twitchy")
    assert table.refusal("use_on", who="lark", target="warlord", means="twitchy").rule == "RC-USE-05"


@pytest.mark.rules("RC-USE-06", "RC-COND-12")
@pytest.mark.parametrize(("die", "states"), [(9, []), (10, ["prone"])])
def test_a_maneuver_brings_its_condition_about_where_it_hits(table: Cast, die: int, states: list[str]) -> None:
    table.play("gain_ability", who="lark", ability="leg-sweep")
    entry = use(table, "Leg Sweep", dice=hit("warlord", die, *([2] if states else [])))
    assert (table.conditions("warlord"), "RC-USE-06" in table.cited(entry)) == (states, True)


@pytest.mark.rules("RC-USE-06", "RC-COND-08")
def test_everybody_grapples_with_an_action(table: Cast) -> None:
    entry = use(table, "grapple", dice=hit("warlord", 10), as_player="ana")
    assert (table.conditions("warlord"), table.value("warlord", "pace.run")) == (["grappled"], 0)
    assert (table.current("warlord", "stamina"), table.left("lark", "action")) == (40, 0)
    assert "RC-USE-06" in table.cited(entry)
    table.play("impose", who="lark", what="incapacitated")
    assert table.conditions("warlord") == []


@pytest.mark.rules("RC-SIZE-03", "RC-SIZE-04")
@pytest.mark.parametrize(("size", "dice", "total"), [("medium", [10], 14), ("large", [10], 15), ("tiny", [10, 9], 13)])
def test_size_bears_upon_grapples(table: Cast, size: str, dice: list[int], total: int) -> None:
    table.play("change_size", who="lark", size=size)
    entry = use(table, "grapple", dice={"attack/warlord": dice})
    assert table.rolls(entry)["attack/warlord"] == total


@pytest.mark.rules("RC-COND-08", "RC-RULING-18", "RC-RULING-17")
@pytest.mark.parametrize(("size", "die", "states"), [
    ("medium", 12, ["grappled"]), ("medium", 13, []), ("large", 13, ["grappled"]), ("large", 14, []),
])  # fmt: skip
def test_a_held_creature_breaks_free_against_a_passive_grapple(
    table: Cast, size: str, die: int, states: list[str]
) -> None:
    table.play("enter_statistics", who="warlord", statistics={"bonuses": {"melee": 4}}, size=size)
    assert table.refusal("break_free", who="moth").rule == "RC-COND-08"
    table.play("impose", who="moth", what="grappled", target="warlord")
    assert table.refusal("break_free", who="moth").rule == "RC-TURN-01"
    table.until("moth")
    entry = table.play("break_free", who="moth", dice={"check": [die]}, as_player="ana")
    assert (table.conditions("moth"), table.left("moth", "action")) == (states, 0)
    assert "RC-COND-08" in table.cited(entry)


@pytest.mark.rules("RC-RULING-17")
def test_the_editor_says_how_hard_a_hold_is_to_break(table: Cast) -> None:
    for holder in ("warlord", "ghoul"):
        table.play("impose", who="lark", what="grappled", target=holder)
    table.play("break_free", who="lark", holder="ghoul", ability="dexterity", difficulty=20, dice={"check": [18]})
    assert [state.target for state in table.sheet("lark").conditions.values()] == [table.ref("warlord")]
    table.play("impose", who="moth", what="grappled", tags=["Net"])
    table.until("moth")
    table.play("break_free", who="moth", dice={"check": [9]})
    assert table.conditions("moth") == []


@pytest.mark.rules("RC-ZOM-02", "RC-RULING-39")
@pytest.mark.parametrize(("rank", "left"), [("epsilon", 0), ("delta", 2)])
def test_a_headshot_destroys_a_zombie_of_a_lower_rank(table: Cast, rank: str, left: int) -> None:
    table.play("enter_statistics", who="ghoul", rank=rank)
    table.play("gain_ability", who="lark", ability="headshot")
    dice = {"attack/ghoul": [17, 6], "damage/ghoul": [1]}
    entry = use(table, "headshot", "ghoul", dice=dice)
    assert table.current("ghoul", "wounds") == left
    assert (table.rolls(entry)["attack/ghoul"], "RC-ZOM-02" in table.cited(entry)) == (9, not left)


@pytest.mark.rules("RC-ZOM-02", "RC-DEM-01")
def test_a_devastating_attack_takes_effect_at_the_next_turn(table: Cast) -> None:
    table.play("gain_ability", who="lark", ability="devastating-attack")
    begun = use(table, "Devastating Attack", "ghoul", as_player="ana")
    assert (table.conditions("lark"), table.left("lark", "action")) == (["demanding"], 0)
    assert ("RC-DEM-01" in table.cited(begun), table.current("ghoul", "wounds")) == (True, 2)
    table.until("lark")
    assert table.conditions("lark") == ["in_effect"]
    use(table, "devastating-attack", "ghoul", dice=hit("ghoul", 5, 1, 1, 1))
    assert (table.current("ghoul", "wounds"), table.conditions("lark")) == (0, [])
    assert table.left("lark", "action") == 1


@pytest.mark.rules("RC-DEM-01", "RC-DEM-07", "RC-DEM-10", "RC-DEM-11")
def test_a_power_that_is_disrupted_strikes_nobody_and_costs_no_burnout(table: Cast) -> None:
    table.play("gain_ability", who="lark", ability="brownout")
    use(table, "brownout")
    assert table.current("lark", "burnout") == 2
    table.play("harm", who="lark", amount=5, dice={"save": [9]})
    assert (table.current("lark", "burnout"), table.conditions("lark")) == (0, [])
    table.until("lark")
    use(table, "brownout")
    assert table.conditions("lark") == ["demanding"]


@pytest.mark.rules("RC-DEM-01")
def test_what_took_effect_is_aimed_in_the_same_turn_or_lost(table: Cast) -> None:
    table.play("gain_ability", who="lark", ability="devastating-attack")
    use(table, "Devastating Attack")
    table.until("lark")
    table.next()
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-USE-05", "RC-COND-16")
def test_a_condition_lasts_as_its_entry_says(table: Cast) -> None:
    table.play("gain_ability", who="lark", ability="lullaby")
    use(table, "lullaby", dice=hit("warlord", 14))
    assert (table.conditions("warlord"), table.current("lark", "burnout")) == (["unconscious"], 1)
    table.next(2)
    assert table.conditions("warlord") == ["unconscious"]
    table.until("lark")
    assert table.conditions("warlord") == []


@pytest.mark.rules("RC-USE-05", "RC-DMG-06")
def test_a_power_gives_stamina_back(table: Cast) -> None:
    table.play("gain_ability", who="lark", ability="warm-hands")
    assert table.refusal("use_on", who="lark", target="ghoul", means="warm-hands").rule == "RC-ZOM-01"
    table.play("harm", who="moth", amount=10)
    entry = use(table, "warm-hands", "moth", dice={"healing": [3, 4]}, as_player="ana")
    assert (table.current("moth", "stamina"), table.rolls(entry)["healing/moth"]) == (37, 7)


@pytest.mark.rules("RC-DEATH-04")
def test_no_power_brings_stamina_back_to_the_dead(table: Cast) -> None:
    table.play("gain_ability", who="lark", ability="warm-hands")
    table.play("harm", who="warlord", amount=60, critical=True)
    table.play("suffer_wounds", who="warlord", wounds=3)
    assert table.refusal("use_on", who="lark", target="warlord", means="warm-hands").rule == "RC-DEATH-04"


@pytest.mark.rules("RC-DMG-08", "RC-MODE-01", "RC-TURN-11", "RC-USE-05")
def test_passive_powers_are_there_at_once(table: Cast) -> None:
    for ability in ("slate-skin", "updraft", "twitchy"):
        table.play("gain_ability", who="lark", ability=ability)
    table.play("harm", who="lark", amount=12, type="slashing")
    assert (table.current("lark", "stamina"), table.value("lark", "pace.fly")) == (33, 8)
    table.until("lark")
    assert table.left("lark", "reaction") == 2


@pytest.mark.rules("RC-OBJ-01", "RC-OBJ-04", "RC-ATK-02")
def test_a_weapon_is_an_object_that_breaks(table: Cast) -> None:
    table.play("gain_gear", who="lark", gear="fire-axe")
    entry = use(table, "fire axe", dice=hit("warlord", 10, 5))
    assert (table.rolls(entry)["attack/warlord"], table.current("warlord", "stamina")) == (14, 33)
    assert table.left("lark", "action") == 0
    table.until("warlord")
    table.play(
        "hit_object", who="warlord", holder="lark", thing="Fire Axe", damage="6d8",
        dice={"attack/lark": [18, 17], "damage": [8, 8, 8, 8, 8, 8]},
    )  # fmt: skip
    table.until("lark")
    assert table.refusal("use_on", who="lark", target="warlord", means="fire-axe").rule == "RC-OBJ-04"


@pytest.mark.rules("RC-COND-16")
def test_what_was_dropped_is_not_used(table: Cast) -> None:
    table.play("gain_gear", who="lark", gear="fire-axe")
    table.play("impose", who="lark", what="unconscious")
    table.play("lift", who="lark", condition="unconscious")
    assert table.refusal("use_on", who="lark", target="warlord", means="fire-axe").rule == "RC-COND-16"


@pytest.mark.rules("RC-DMG-08")
def test_armor_protects_as_long_as_it_is_there(table: Cast) -> None:
    table.play("gain_gear", who="lark", gear="riot-vest")
    table.play("harm", who="lark", amount=10, type="ballistic")
    assert table.current("lark", "stamina") == 33
    (vest,) = table.sheet("lark").items
    table.play("freeform.lose_item", target="lark", item=vest)
    table.play("harm", who="lark", amount=10, type="ballistic")
    assert table.current("lark", "stamina") == 23


@pytest.mark.rules("RC-TURN-02")
def test_what_is_spent_is_gone_with_the_last_of_it(table: Cast) -> None:
    table.play("gain_gear", who="lark", gear="field-kit", quantity=2)
    table.play("harm", who="moth", amount=20)
    use(table, "field kit", "moth", dice={"healing/moth": [4]})
    assert (table.current("moth", "stamina"), [i.quantity for i in table.sheet("lark").items.values()]) == (26, [1])
    table.until("lark")
    use(table, "field kit", "moth", dice={"healing/moth": [8]})
    assert (table.current("moth", "stamina"), table.sheet("lark").items) == (36, {})


@pytest.mark.rules("RC-EARN-04", "RC-PP-07")
@pytest.mark.parametrize(("flaw", "total"), [("bad-knee", 8), ("shaking-hands", 10), ("wilts-in-the-dark", 7)])
def test_a_flaw_takes_from_rolls_while_it_has_effect(table: Cast, flaw: str, total: int) -> None:
    table.play("gain_flaw", who="moth", flaw=flaw)
    (name,) = [name for name, trait in table.sheet("moth").traits.items() if trait.catalogue == flaw]
    assert checked(table) == 11
    table.play("trigger_flaw", who="moth", flaw=name)
    assert checked(table) == total + 1
    table.play("play_out_flaw", who="moth", effect="stumbles")
    assert checked(table) == 11


def checked(table: Cast) -> int:
    entry = table.play("roll_check", who="moth", ability="strength", difficulty=5, dice={"check": [10]})
    return table.rolls(entry)["check"]


@pytest.mark.rules("RC-RULING-76", "RC-USE-06", "RC-TURN-13")
def test_a_team_attack_is_readied_with_an_action_and_joined_with_reactions(table: Cast) -> None:
    assert table.refusal("team_attack", who="lark", allies=["moth"]).rule == "RC-REAC-01"
    table.play("ready", who="lark", trigger="the warlord steps out", response="Team Attack", as_player="ana")
    assert table.refusal("team_attack", who="lark", allies=["ghoul"]).rule == "RC-USE-06"
    table.until("warlord")
    entry = table.play("team_attack", who="lark", allies=["moth"], responses={"team": "joins"}, as_player="ana")
    assert [table.left(who, "reaction") for who in ("lark", "moth")] == [0, 0]
    assert {"RC-RULING-76", "RC-USE-06"} <= table.cited(entry)
    for who, die in (("lark", 12), ("moth", 15)):
        table.play("attack", who=who, target="warlord", damage="1d6", dice=hit("warlord", die, 4))
    assert table.current("warlord", "stamina") == 32
    assert table.refusal("attack", who="moth", target="warlord", damage="1d6").rule == "RC-TURN-01"


@pytest.mark.rules("RC-RULING-76", "RC-TURN-11")
def test_an_ally_may_stay_out_and_keeps_the_reaction(table: Cast) -> None:
    table.play("ready", who="lark", trigger="the warlord steps out", response="Team Attack")
    table.until("warlord")
    table.play("team_attack", who="lark", allies=["moth"], responses={"team": "stays out"})
    assert [table.left(who, "reaction") for who in ("lark", "moth")] == [0, 1]
    assert table.refusal("team_attack", who="lark", allies=["moth"]).rule == "RC-REAC-01"


@pytest.mark.rules("RC-RULING-76", "RC-ACT-06")
def test_movement_that_is_ready_is_no_team_attack(table: Cast) -> None:
    table.play("ready", who="lark", trigger="they come", response="run", movement=True)
    table.until("warlord")
    assert table.refusal("team_attack", who="lark", allies=["moth"]).rule == "RC-ACT-06"


@pytest.fixture
def street(table: Cast) -> Cast:
    """Lark in a yard, and all others in the road beside it."""
    table.play("freeform.draw_area", area="yard", borders=["road"])
    table.play("freeform.draw_area", area="road")
    for who, where in (("lark", "yard"), ("moth", "road"), ("ghoul", "road"), ("warlord", "road")):
        table.play("freeform.place", who=who, area=where)
    return table


@pytest.mark.rules("RC-HORDE-08", "RC-USE-05")
def test_a_power_strikes_everybody_in_an_area_but_whom_it_spares(street: Cast) -> None:
    street.play("gain_gear", who="lark", gear="bottle-bomb")
    entry = street.play(
        "use_on", who="lark", means="bottle-bomb", everywhere="road", spares=["moth"],
        dice={"attack/disadvantage": [12, 14], "damage": [4, 5]}, as_player="ana",
    )  # fmt: skip
    assert (street.current("warlord", "stamina"), street.current("moth", "stamina")) == (31, 40)
    assert (street.left("lark", "action"), street.sheet("lark").items) == (0, {})
    assert "RC-HORDE-08" in street.cited(entry)


@pytest.mark.rules("RC-USE-05")
def test_what_strikes_no_whole_area_is_used_on_a_target(street: Cast) -> None:
    street.play("gain_ability", who="lark", ability="ember-lance")
    wheres: list[dict[str, Any]] = [{"everywhere": "road"}, {}, {"target": "moth", "everywhere": "road"}]
    refused = [street.refusal("use_on", who="lark", means="ember-lance", **where).rule for where in wheres]
    assert refused == ["RC-USE-05"] * 3


@pytest.mark.rules("RC-HORDE-08", "RC-COND-16")
def test_a_condition_comes_about_for_each_who_is_hit(street: Cast) -> None:
    own = {"title": "Flash", "way": "ranged", "defense": "willpower", "area": True, "imposes": "stunned", "hard": True}
    street.play("add_ability", ability=own)
    street.play("gain_ability", who="lark", ability="flash")
    dice = {"attack/disadvantage": [11, 19]}
    street.play("use_on", who="lark", means="flash", everywhere="road", dice=dice)
    assert [street.conditions(who) for who in ("moth", "ghoul", "warlord")] == [["stunned"], ["stunned"], []]
