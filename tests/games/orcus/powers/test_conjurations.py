"""Conjurations, and what else lasts as long as the power that it comes from."""

from typing import Any

import pytest

from tests.games.orcus.power_table import PowerTable


@pytest.fixture
def table() -> PowerTable:
    table = PowerTable()
    table.start()
    table.on_map(bryn=(0, 0), sela=(0, 5), gnasher=(9, 9), rask=(12, 0))
    return table


def conjure(table: PowerTable, **more: str) -> None:
    """Bryn conjures a hand."""
    hand = {"category": "utility", "tags": "conjuration", "range": "ranged 5", "targets": "self", "action": "swift"}
    table.learn("bryn", "Hand", summons="spirit-hand: 1 hp", **hand, **more)
    table.use("bryn", "hand", squares=[[2, 0]])


@pytest.mark.rules("OR-KEY-04")
def test_a_conjuration_cannot_be_attacked_and_is_in_no_condition(table: PowerTable) -> None:
    conjure(table)
    table.learn("gnasher", "Claw", range="melee 20", attack="+5 vs ac", hit="1d6 damage; prone")
    table.next()
    assert table.refused("gnasher", "claw", "spirit-hand") == "OR-KEY-04"
    table.play("impose", who="spirit-hand", what="prone")
    table.play("burn_somebody", who="spirit-hand", amount=5)
    table.play("lay_effect", target="spirit-hand", by="gnasher", what="slowed")
    assert table.conditions("spirit-hand") == []


@pytest.mark.rules("OR-KEY-04")
def test_a_conjuration_uses_the_attack_modifiers_and_defenses_of_its_creator(table: PowerTable) -> None:
    conjure(table)
    table.until("bryn")
    table.learn("spirit-hand", "Shove", range="melee 20", attack="intelligence vs fortitude", hit="prone")
    entry = table.use("spirit-hand", "shove", "rask", dice={"attack/rask": [10]})
    assert table.rolls(entry)["attack/rask"] == 13
    assert table.value("spirit-hand", "attributes.reflex") == table.value("bryn", "attributes.reflex")


@pytest.mark.rules("OR-KEY-05")
@pytest.mark.parametrize(("who", "passes"), [("sela", True), ("rask", False)])
def test_allies_pass_a_conjuration_and_enemies_do_not(table: PowerTable, who: str, passes: bool) -> None:
    conjure(table)
    table.put(who, 2, 1)
    table.until(who)
    way = [[2, 0], [2, -1]]
    if passes:
        table.play("walk", encounter="ledge", who=who, path=way)
        assert table.at(who) == (2, -1)
    else:
        assert table.refusal("walk", encounter="ledge", who=who, path=way).rule.startswith("OR-MOVE")


@pytest.mark.rules("OR-KEY-06")
@pytest.mark.parametrize(("harm", "gone"), [(45, False), (60, True)])
def test_a_conjuration_vanishes_with_the_death_of_its_creator(table: PowerTable, harm: int, gone: bool) -> None:
    conjure(table)
    table.play("deal_damage", who="bryn", amount=harm)
    assert ("dead" in table.conditions("spirit-hand")) is gone


@pytest.mark.rules("OR-KEY-04")
def test_no_attack_of_any_sort_is_made_against_a_conjuration(table: PowerTable) -> None:
    conjure(table)
    table.arm("gnasher")
    table.put("gnasher", 3, 0)
    table.next()
    for word in ("make_basic_attack", "grapple", "shove"):
        assert table.refusal(word, who="gnasher", target="spirit-hand").rule == "OR-KEY-04"


@pytest.mark.rules("OR-KEY-04", "OR-OA-01")
def test_a_conjuration_gives_foes_no_opening(table: PowerTable) -> None:
    conjure(table)
    table.arm("gnasher")
    table.put("gnasher", 3, 0)
    table.play("enter_statistics", who="spirit-hand", statistics={"speeds": {"walk": 6}})
    answers = {"opportunity/gnasher/spirit-hand": "attack"}
    entry = table.play("walk", encounter="ledge", who="spirit-hand", path=[[1, 0]], responses=answers)
    assert (table.at("spirit-hand"), table.rolls(entry)) == ((1, 0), {})


@pytest.mark.rules("OR-MAINT-01", "OR-KEY-04", "OR-TURN-10")
@pytest.mark.parametrize(
    ("ends", "about"),
    [
        ("end_concentration", {"who": "bryn", "power": "Hand"}),
        ("delay", {"who": "bryn"}),
        ("next_turn", {"encounter": "ledge"}),
        ("end_fight", {"encounter": "ledge"}),
    ],
)
def test_a_conjuration_is_gone_with_the_concentration_that_kept_it_up(
    table: PowerTable, ends: str, about: dict[str, Any]
) -> None:
    conjure(table, maintain="swift")
    table.until("bryn")
    assert "dead" not in table.conditions("spirit-hand")
    table.play(ends, **about)
    assert ("dead" in table.conditions("spirit-hand"), table.sheet("bryn").links) == (True, {})


@pytest.mark.rules("OR-MAINT-01", "OR-STNC-02", "OR-THP-05")
@pytest.mark.parametrize(
    ("record", "ends", "about"),
    [({"maintain": "swift"}, "end_concentration", {"power": "Bark"}), ({"tags": "stance"}, "end_stance", {})],
)
def test_temporary_hit_points_end_with_what_they_last_as_long_as(
    table: PowerTable, record: dict[str, str], ends: str, about: dict[str, Any]
) -> None:
    bark = {"category": "utility", "range": "self", "targets": "self", "effect": "temporary 5"}
    table.learn("bryn", "Bark", **bark, **record)
    table.use("bryn", "bark")
    assert table.current("bryn", "temporary_hp") == 5
    table.play(ends, who="bryn", **about)
    assert (table.current("bryn", "temporary_hp"), table.sheet("bryn").intents) == (0, {})
