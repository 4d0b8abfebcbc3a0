"""How a fight begins: surprise, initiative, ties, newcomers, and rounds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Lark with Dexterity 14 and an initiative bonus of 3, Moth with 10; a brute and two shamblers."""
    table = Cast()
    table.hero("lark", dex=14, initiative=3)
    table.hero("moth")
    table.threat("brute", dex=12)
    table.zombie("shambler")
    table.zombie("crawler")
    return table


@pytest.mark.rules("RC-INIT-08", "RC-INIT-09", "RC-INIT-02")
def test_initiative_is_a_dexterity_check_with_its_bonus_and_the_highest_acts_first(table: Cast) -> None:
    entry = table.begin({"lark": 5, "moth": 9}, {"brute": 10, "shambler": 3})
    assert [table.rolls(entry)[f"initiative/{who}"] for who in ("lark", "moth", "brute", "shambler")] == [10, 9, 11, 3]
    assert table.order() == ["brute", "lark", "moth", "shambler"]
    assert (table.turn(), table.round()) == (["brute"], 1)


@pytest.mark.rules("RC-INIT-01", "RC-INIT-09")
def test_after_the_last_turn_a_new_round_begins_in_the_same_order(table: Cast) -> None:
    table.begin({"lark": 15, "moth": 9}, {"brute": 10})
    seen = [table.turn()]
    for _ in range(5):
        table.next()
        seen.append(table.turn())
    assert seen == [["lark"], ["brute"], ["moth"]] * 2
    assert table.round() == 2
    table.next()
    assert table.round() == 3
    table.play("end_fight", encounter="underpass")
    assert table.refusal("next_turn", encounter="underpass").rule == "turn-order"


@pytest.mark.rules("RC-INIT-02")
def test_a_fight_begins_once(table: Cast) -> None:
    table.begin({"lark": 15}, {"brute": 10})
    assert table.refusal("begin_fight", encounter="underpass", who=["moth"]).rule == "RC-INIT-02"


@pytest.mark.rules("RC-INIT-09")
def test_players_pass_on_turns_of_their_own(table: Cast) -> None:
    table.begin({"lark": 15}, {"brute": 10})
    table.play("next_turn", encounter="underpass", as_player="ana")
    assert table.turn() == ["brute"]
    assert table.refusal("next_turn", encounter="underpass", as_player="ana").rule == "RC-INIT-09"


@pytest.mark.rules("RC-INIT-10", "RC-RULING-19")
def test_tied_heroes_go_first_and_tied_threats_act_at_once(table: Cast) -> None:
    table.begin({"lark": 5, "moth": 10}, {"brute": 9, "shambler": 10, "crawler": 10})
    assert table.order() == ["lark", "moth", "brute", "crawler", "shambler"]
    seen = [table.turn()]
    for _ in range(3):
        table.next()
        seen.append(table.turn())
    assert seen == [["lark"], ["moth"], ["brute", "crawler", "shambler"], ["lark"]]


@pytest.mark.rules("RC-INIT-10", "RC-RULING-19")
def test_tied_heroes_agree_on_an_order(table: Cast) -> None:
    table.begin({"lark": 5, "moth": 10}, {"brute": 18})
    table.play("agree_order", encounter="underpass", heroes=["moth", "lark"], as_player="ana")
    assert table.order() == ["brute", "moth", "lark"]
    assert table.refusal("agree_order", encounter="underpass", heroes=["moth", "brute"]).rule == "RC-INIT-10"


@pytest.mark.rules("RC-INIT-10")
def test_heroes_who_are_not_tied_have_nothing_to_agree_on(table: Cast) -> None:
    table.begin({"lark": 6, "moth": 10}, {"brute": 18})
    assert table.refusal("agree_order", encounter="underpass", heroes=["moth", "lark"]).rule == "RC-INIT-10"


@pytest.mark.rules("RC-INIT-03", "RC-INIT-04")
def test_where_nobody_hides_nobody_is_surprised(table: Cast) -> None:
    table.begin({"lark": 6}, {"brute": 18})
    assert table.conditions("lark") == table.conditions("brute") == []


@pytest.mark.rules("RC-INIT-05", "RC-INIT-06", "RC-INIT-07", "RC-RULING-18")
@pytest.mark.parametrize(("die", "surprised"), [(11, []), (12, ["stunned"]), (13, ["stunned"])])
def test_a_stealth_total_hides_from_who_has_no_higher_passive_perception(
    table: Cast, die: int, surprised: list[str]
) -> None:
    table.threat("scout", wis=14, perception=2)
    entry = table.begin({"lark": 6}, {"brute": 10, "scout": 3}, hiding=["lark"], dice={"stealth/lark": [die]})
    assert table.rolls(entry)["stealth"] == die + 2
    assert table.value("scout", "passive.perception") == 14
    assert table.conditions("scout") == surprised
    assert table.conditions("brute") == ["stunned"]


@pytest.mark.rules("RC-INIT-03", "RC-INIT-05")
def test_a_creature_that_is_aware_of_one_foe_is_not_surprised(table: Cast) -> None:
    table.begin({"lark": 6, "moth": 6}, {"brute": 10}, hiding=["lark"], dice={"stealth/lark": [20]})
    assert table.conditions("brute") == []


@pytest.mark.rules("RC-INIT-05")
def test_what_powers_add_to_stealth_counts(table: Cast) -> None:
    table.play("freeform.modify", target="lark", path="bonus.stealth", amount=5)
    entry = table.begin({"lark": 6}, {"brute": 10}, hiding=["lark"], dice={"stealth/lark": [2]})
    assert table.rolls(entry)["stealth"] == 9
    assert table.conditions("brute") == []


@pytest.mark.rules("RC-INIT-07")
def test_surprise_lasts_until_the_end_of_ones_own_first_turn(table: Cast) -> None:
    table.begin({"lark": 12}, {"brute": 10}, hiding=["lark"], dice={"stealth/lark": [15]})
    (stunned,) = table.sheet("brute").conditions.values()
    assert stunned.tags == ("Lesser", "Surprise")
    table.next()
    assert (table.turn(), table.conditions("brute")) == (["brute"], ["stunned"])
    table.next()
    assert table.conditions("brute") == []


@pytest.mark.rules("RC-INIT-11")
@pytest.mark.parametrize(("die", "acts"), [(20, 2), (15, 1)])
def test_a_newcomer_is_inserted_at_their_total(table: Cast, die: int, acts: int) -> None:
    table.begin({"lark": 12}, {"brute": 10})
    table.play("join_fight", encounter="underpass", who="shambler", dice={"initiative": [die]})
    assert table.order().index("shambler") == (0 if die == 20 else 1)
    table.next(2)
    while "shambler" not in table.turn():
        table.next()
    assert table.round() >= acts


@pytest.mark.rules("RC-INIT-11", "RC-INIT-12")
def test_players_neither_set_a_total_nor_decide_who_is_surprised(table: Cast) -> None:
    table.begin({"lark": 12}, {"brute": 10})
    more: dict[str, Any] = {"encounter": "underpass", "who": "moth", "as_player": "ana"}
    assert table.refusal("join_fight", total=30, **more).rule == "RC-INIT-11"
    assert table.refusal("join_fight", surprises=["brute"], dice={"initiative": [3]}, **more).rule == "RC-INIT-12"


@pytest.mark.rules("RC-INIT-12")
def test_a_newcomer_who_comes_unseen_surprises_whom_the_editor_in_chief_says(table: Cast) -> None:
    table.begin({"lark": 12, "moth": 3}, {"brute": 10})
    entry = table.play(
        "join_fight", encounter="underpass", who="shambler", surprises=["moth"], dice={"initiative": [1]}
    )
    assert (table.conditions("lark"), table.conditions("moth")) == ([], ["stunned"])
    assert "RC-INIT-12" in table.cited(entry)


@pytest.mark.rules("RC-INIT-01")
def test_a_fighter_who_leaves_has_no_turn_any_more(table: Cast) -> None:
    table.begin({"lark": 15, "moth": 9}, {"brute": 10})
    table.play("leave_fight", encounter="underpass", who="lark", as_player="ana")
    assert (table.turn(), table.order()) == (["brute"], ["brute", "moth"])
    table.next(2)
    assert (table.turn(), table.round()) == (["brute"], 2)


@pytest.mark.rules("RC-INIT-07", "RC-INIT-01")
def test_surprise_is_over_with_a_fight_that_ends_before_ones_turn(table: Cast) -> None:
    table.begin({"moth": 2}, {"brute": 18}, hiding=["brute"], dice={"stealth/brute": [20]})
    assert table.conditions("moth") == ["stunned"]
    table.play("end_fight", encounter="underpass")
    assert table.conditions("moth") == []


@pytest.mark.rules("RC-ACT-02", "RC-ACT-04", "RC-DEM-01", "RC-INIT-01")
@pytest.mark.parametrize("left", ["end_fight", "leave_fight"])
@pytest.mark.parametrize("word", ["dash", "dodge", "begin_demanding"])
def test_what_lasts_for_a_turn_ends_with_the_fight(table: Cast, word: str, left: str) -> None:
    table.begin({"moth": 18}, {"brute": 2})
    more: dict[str, Any] = {"what": "charge the beam"} if word == "begin_demanding" else {}
    table.play(word, who="moth", **more)
    more = {"who": "moth"} if left == "leave_fight" else {}
    table.play(left, encounter="underpass", **more)
    assert table.conditions("moth") == []
    assert table.sheet("moth").intents == {}
