"""Using powers and gear: cover and walls in the way, armor, charmers, and what a use of them costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast
from tests.games.rotted_capes.catalogue.test_catalogue import hit, use
from tests.games.rotted_capes.catalogue.test_catalogue import street as street  # noqa: PLC0414
from tests.games.rotted_capes.catalogue.test_catalogue import table as table  # noqa: PLC0414

BOMB: dict[str, Any] = {"who": "lark", "means": "bottle-bomb", "everywhere": "road", "spares": ["moth", "ghoul"]}


@pytest.mark.rules("RC-CMOD-05", "RC-CMOD-06")
@pytest.mark.parametrize(("cover", "dice", "stamina"), [("", [14], 31), ("partial", [14, 4], 40), ("total", [14], 31)])
def test_bug_cover_bears_on_what_strikes_a_whole_area(street: Cast, cover: str, dice: list[int], stamina: int) -> None:
    street.play("freeform.take_off", encounter="underpass", who="moth")
    street.play("gain_gear", who="lark", gear="bottle-bomb")
    label = "attack/disadvantage" if cover == "partial" else "attack"
    rolls = {label: dice} | ({"damage": [4, 5]} if stamina < 40 else {})
    entry = street.play("use_on", cover=cover, dice=rolls, **BOMB | {"spares": ["ghoul"]})
    assert (street.current("warlord", "stamina"), "RC-CMOD-05" in street.cited(entry)) == (stamina, cover == "partial")


@pytest.mark.rules("RC-CMOD-08", "RC-ATK-04")
def test_bug_what_strikes_a_whole_area_needs_a_clear_path_and_may_be_harder(street: Cast) -> None:
    street.play("freeform.take_off", encounter="underpass", who="moth")
    street.play("gain_gear", who="lark", gear="bottle-bomb")
    bomb = BOMB | {"spares": ["ghoul"]}
    assert street.refusal("use_on", blocked=True, **bomb).rule == "RC-CMOD-08"
    assert street.refusal("use_on", penalty=1, as_player="ana", **bomb).rule == "RC-ATK-04"
    entry = street.play("use_on", penalty=4, dice={"attack": [14]}, **bomb)
    assert (street.rolls(entry)["attack/warlord"], street.current("warlord", "stamina")) == (13, 40)


@pytest.mark.rules("RC-DMG-08", "RC-OBJ-04")
def test_bug_broken_armor_and_what_lies_on_the_ground_give_no_resistance(table: Cast) -> None:
    table.play("gain_gear", who="lark", gear="riot-vest")
    (vest,) = table.sheet("lark").items
    table.until("warlord")
    dice = {"attack/lark": [18, 17], "damage": [8, 8]}
    blow: dict[str, Any] = {"who": "warlord", "holder": "lark", "thing": "Riot Vest", "damage": "2d8"}
    table.play("hit_object", dice=dice, **blow)
    assert table.sheet("lark").items[vest].tracks["hits"] == 0
    table.play("harm", who="lark", amount=10, type="ballistic")
    assert table.current("lark", "stamina") == 30
    table.play("repair", holder="lark", thing="Riot Vest")
    table.play("harm", who="lark", amount=10, type="ballistic")
    assert table.current("lark", "stamina") == 23
    table.play("freeform.move_item", target="lark", item=vest, location="ground")
    table.play("harm", who="lark", amount=10, type="ballistic")
    assert table.current("lark", "stamina") == 13


@pytest.mark.rules("RC-DEM-01", "RC-TURN-13")
def test_bug_where_nobody_counts_turns_a_demanding_power_takes_effect_at_once() -> None:
    table = Cast()
    table.hero("lark", power=20)
    table.threat("warlord", stamina=40, fortitude=15)
    table.play("gain_ability", who="lark", ability="brownout")
    table.play("use_on", who="lark", target="warlord", means="brownout", dice=hit("warlord", 15, 1, 2, 3))
    assert (table.current("warlord", "stamina"), table.current("lark", "burnout")) == (34, 2)
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-COND-06")
def test_bug_no_power_is_used_on_a_charmer(table: Cast) -> None:
    for ability in ("warm-hands", "ember-lance"):
        table.play("gain_ability", who="lark", ability=ability)
    table.play("gain_gear", who="lark", gear="field-kit")
    table.play("impose", who="lark", what="charmed", target="moth")
    table.play("harm", who="moth", amount=10)
    for means in ("warm-hands", "ember-lance"):
        assert table.refusal("use_on", who="lark", target="moth", means=means).rule == "RC-COND-06"
    use(table, "field-kit", "moth", dice={"healing/moth": [4]})
    assert table.current("moth", "stamina") == 36


@pytest.mark.rules("RC-DMG-08", "RC-OBJ-04")
def test_bug_armor_that_changes_hands_protects_who_wears_it(table: Cast) -> None:
    table.play("gain_gear", who="lark", gear="riot-vest")
    (vest,) = table.sheet("lark").items
    handed: dict[str, Any] = {"from": "lark", "to": "moth", "item": vest, "location": "bag"}
    table.play("freeform.transfer_item", **handed)
    for who, stamina in (("lark", 30), ("moth", 30)):
        table.play("harm", who=who, amount=10, type="ballistic")
        assert table.current(who, "stamina") == stamina
    table.play("freeform.move_item", target="moth", item=vest, location="worn")
    table.play("harm", who="moth", amount=10, type="fire")
    table.play("harm", who="moth", amount=10, type="ballistic")
    assert table.current("moth", "stamina") == 30 - 10 - 7


@pytest.mark.rules("RC-TURN-04", "RC-REAC-01", "RC-USE-05")
@pytest.mark.parametrize(("cost", "rule"), [("bonus", "RC-TURN-04"), ("reaction", "RC-REAC-01")])
def test_bug_a_player_attacks_as_a_bonus_action_or_reaction_where_a_feature_lets_them(
    street: Cast, cost: str, rule: str
) -> None:
    table = street
    street.play("shift", who="warlord", to="yard")
    blow: dict[str, Any] = {"who": "lark", "target": "warlord", "cost": cost, "as_player": "ana"}
    assert table.refusal("attack", **blow).rule == rule
    table.play("learn", who="lark", name="Flurry", activation="action")
    assert table.refusal("attack", **blow).rule == rule
    table.play("learn", who="lark", name="Riposte", activation=cost)
    table.play("attack", dice={"attack/warlord": [2]}, **blow)
    assert (table.left("lark", cost), table.left("lark", "action")) == (0, 1)


@pytest.mark.rules("RC-DEM-01")
def test_bug_no_attack_takes_a_demanding_action_and_effect_at_once(street: Cast) -> None:
    blow: dict[str, Any] = {"who": "lark", "way": "ranged", "cost": "demanding"}
    assert street.refusal("attack", target="warlord", **blow).rule == "RC-DEM-01"
    assert street.refusal("attack_area", area="road", **blow).rule == "RC-DEM-01"


@pytest.mark.rules("RC-CMOD-06", "RC-CMOD-08")
def test_bug_help_needs_a_clear_path_too(table: Cast) -> None:
    table.play("gain_gear", who="lark", gear="field-kit", quantity=2)
    table.play("harm", who="moth", amount=10)
    helped: dict[str, Any] = {"who": "lark", "target": "moth", "means": "field-kit"}
    assert table.refusal("use_on", cover="total", **helped).rule == "RC-CMOD-06"
    assert table.refusal("use_on", blocked=True, **helped).rule == "RC-CMOD-08"
    use(table, "field-kit", "moth", cover="partial", dice={"healing/moth": [4]})
    assert table.current("moth", "stamina") == 36


@pytest.mark.rules("RC-REAC-01", "RC-REAC-02")
def test_where_no_map_is_drawn_a_player_strikes_at_who_leaves(table: Cast) -> None:
    blow: dict[str, Any] = {"who": "lark", "target": "warlord", "cost": "reaction", "dice": {"attack/warlord": [2]}}
    table.play("attack", as_player="ana", **blow)
    assert (table.left("lark", "reaction"), table.left("lark", "action")) == (0, 1)
