"""Combat modes that are switched on, and Unleashed villains."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.values import TrackSet
from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark")
    table.threat("warlord", stamina=80, wounds=4)
    table.zombie("hulk", wounds=3)
    table.begin({"lark": 18}, {"warlord": 15, "hulk": 2})
    return table


def give(table: Cast, word: str, **more: Any) -> int:
    return table.play(word, encounter="underpass", **more)


def refused(table: Cast, word: str, **more: Any) -> str:
    return table.refusal(word, encounter="underpass", **more).rule


def unleash(table: Cast, who: str = "warlord", **more: Any) -> int:
    give(table, "switch_mode", mode="unleashed")
    return give(table, "unleash", who=who, **more)


@pytest.mark.rules("RC-CMODE-01", "RC-UNL-01")
def test_a_mode_is_off_until_it_is_switched_on(table: Cast) -> None:
    assert refused(table, "unleash", who="warlord") == "RC-CMODE-01"
    assert refused(table, "declare_danger_zone") == "RC-CMODE-01"
    entry = give(table, "switch_mode", mode="unleashed")
    assert "RC-CMODE-01" in table.cited(entry)
    give(table, "switch_mode", mode="unleashed", on=False)
    assert refused(table, "unleash", who="warlord") == "RC-CMODE-01"
    table.forbidden("switch_mode", as_player="ana", encounter="underpass", mode="unleashed")


@pytest.mark.rules("RC-UNL-01")
def test_villains_of_the_fight_are_unleashed_once_until_it_ends(table: Cast) -> None:
    entry = unleash(table)
    assert "RC-UNL-01" in table.cited(entry)
    assert refused(table, "unleash", who="warlord") == "RC-UNL-01"
    assert refused(table, "unleash", who="lark") == "RC-UNL-01"
    assert refused(table, "press", who="hulk", on="save") == "RC-UNL-01"
    give(table, "end_fight")
    assert table.conditions("warlord") == []


@pytest.mark.rules("RC-UNL-02", "RC-RULING-44")
def test_the_extra_turn_comes_at_their_own_initiative_less_10(table: Cast) -> None:
    unleash(table)
    assert table.order() == ["lark", "warlord", "warlord", "hulk"]
    assert sorted(entry.initiative for entry in table.fight_state().order.values()) == [2, 5, 15, 18]
    table.next(2)
    assert refused(table, "recharge", who="hulk", ability="slam") == "RC-UNL-01"
    give(table, "recharge", who="warlord", ability="slam", at_least=4, dice={"recharge": [4]})
    table.next()
    assert (table.turn(), table.round()) == (["hulk"], 1)
    assert refused(table, "recharge", who="warlord", ability="slam") == "RC-UNL-02"
    table.next(3)
    assert table.turn() == ["warlord"]


@pytest.mark.rules("RC-UNL-02")
def test_an_extra_turn_whose_count_has_gone_by_comes_in_the_next_round(table: Cast) -> None:
    table.next(2)
    unleash(table)
    table.next()
    assert (table.turn(), table.round()) == (["lark"], 2)


@pytest.mark.rules("RC-UNL-03")
def test_an_unleashed_villain_has_a_reaction_more_which_the_extra_turn_does_not_restore(table: Cast) -> None:
    assert table.left("warlord", "reaction") == 1
    unleash(table)
    assert table.left("warlord", "reaction") == 2
    table.next()
    assert table.left("warlord", "reaction") == 2
    assert table.value("warlord", "turn.reactions") == 2


@pytest.mark.rules("RC-UNL-04", "RC-RULING-44")
def test_an_unleashed_villain_presses_one_save_a_round(table: Cast) -> None:
    unleash(table)
    give(table, "press", who="warlord", on="save")
    assert refused(table, "press", who="warlord", on="attack") == "RC-UNL-04"
    save: dict[str, Any] = {"who": "warlord", "ability": "wisdom", "difficulty": 15}
    entry = table.play("roll_save", dice={"save": [4, 16]}, **save)
    assert table.outcomes_of(entry)["save"] == "success"
    entry = table.play("roll_save", dice={"save": [4]}, **save)
    assert table.outcomes_of(entry)["save"] == "failure"
    table.next(4)
    give(table, "press", who="warlord", on="defense")


@pytest.mark.rules("RC-UNL-04", "RC-RULING-44")
def test_a_roll_that_is_no_attack_leaves_the_edge_in_a_defense(table: Cast) -> None:
    unleash(table)
    give(table, "press", who="warlord", on="defense")
    lie: dict[str, Any] = {"ability": "charisma", "difficulty": 15, "task": "social", "against": "warlord"}
    table.play("roll_check", who="lark", dice={"check": [17]}, **lie)
    entry = table.play("attack", who="lark", target="warlord", dice={"attack": [17, 4]})
    assert (table.rolls(entry)["attack/warlord"], table.conditions("warlord")) == (4, ["unleashed"])


@pytest.mark.rules("RC-UNL-04", "RC-HORDE-08")
def test_the_edge_in_an_attack_on_an_area_counts_for_all_who_are_there(table: Cast) -> None:
    table.play("freeform.draw_area", area="hall")
    for who in ("lark", "hulk", "warlord"):
        table.play("freeform.place", who=who, area="hall")
    unleash(table)
    give(table, "press", who="warlord", on="attack")
    table.next()
    entry = give(table, "attack_area", who="warlord", area="hall", dice={"attack/advantage": [4, 16]})
    assert [table.rolls(entry)[f"attack/{who}"] for who in ("lark", "hulk")] == [16, 16]
    assert table.conditions("warlord") == ["unleashed"]


@pytest.mark.rules("RC-UNL-05", "RC-RULING-14")
def test_a_point_of_the_pool_lets_one_save_a_round_succeed(table: Cast) -> None:
    unleash(table)
    save: dict[str, Any] = {"who": "warlord", "ability": "wisdom", "difficulty": 15, "dice": {"save": [4]}}
    table.play("award_plot_point", who="lark")
    for _ in range(2):
        table.play("spend_plot_point", who="lark", purpose="a ledge")
    yes = {"forced-save/warlord": "yes"}
    entry = table.play("roll_save", responses=yes, **save)
    assert table.outcomes_of(entry)["save"] == "success"
    assert ("RC-UNL-05" in table.cited(entry), table.campaign().tracks["editor_points"].current) == (True, 1)
    assert table.outcomes_of(table.play("roll_save", **save))["save"] == "failure"
    table.next(4)
    assert table.outcomes_of(table.play("roll_save", responses=yes, **save))["save"] == "success"


@pytest.mark.rules("RC-UNL-06", "RC-RULING-44")
@pytest.mark.parametrize(("brute", "left"), [(False, 50 + 80), (True, 50)])
def test_stamina_doubles_unless_they_are_a_brute(table: Cast, brute: bool, left: int) -> None:
    table.play("harm", who="warlord", amount=30, cause="impact")
    unleash(table, brute=brute)
    assert table.current("warlord", "stamina") == left
    assert table.sheet("warlord").tracks["stamina"].maximum == (80 if brute else 160)


@pytest.mark.rules("RC-UNL-06")
@pytest.mark.parametrize(("who", "track", "most"), [("warlord", "stamina", 160), ("hulk", "wounds", 5)])
def test_who_is_unleashed_in_another_fight_is_not_toughened_again(table: Cast, who: str, track: str, most: int) -> None:
    unleash(table, who)
    give(table, "end_fight")
    table.create("rooftop", "encounter")
    table.play("begin_fight", encounter="rooftop", who=["lark"], against=[who], dice={"initiative": [9, 8]})
    table.play("switch_mode", encounter="rooftop", mode="unleashed")
    table.play("unleash", encounter="rooftop", who=who)
    assert (table.current(who, track), table.sheet(who).tracks[track].maximum) == (most, most)


@pytest.mark.rules("RC-SUFF-02", "RC-UNL-02")
def test_an_extra_turn_is_no_round_without_air(table: Cast) -> None:
    table.play("enter_statistics", who="warlord", statistics={"scores": {"constitution": 14}})
    unleash(table)
    table.play("choke", who="warlord")
    table.next(8)
    assert (table.round(), table.turn(), table.conditions("warlord")) == (3, ["lark"], ["choking", "unleashed"])
    table.next()
    assert "suffocated" in table.conditions("warlord")


@pytest.mark.rules("RC-UNL-06")
def test_a_zombie_gains_2_wounds(table: Cast) -> None:
    table.let("hulk", TrackSet(name="wounds", current=2))
    unleash(table, "hulk")
    assert (table.current("hulk", "wounds"), table.sheet("hulk").tracks["wounds"].maximum) == (4, 5)


@pytest.mark.rules("RC-UNL-07", "RC-RULING-44")
@pytest.mark.parametrize(("die", "left"), [(1, 2), (3, 4), (4, 4)])
def test_the_second_wind_is_an_action_once_an_encounter(table: Cast, die: int, left: int) -> None:
    unleash(table)
    table.let("warlord", TrackSet(name="wounds", current=1))
    assert refused(table, "catch_breath", who="warlord", dice={"second-wind": [die]}) == "RC-TURN-01"
    table.next()
    give(table, "catch_breath", who="warlord", dice={"second-wind": [die]})
    assert (table.current("warlord", "wounds"), table.left("warlord", "action")) == (left, 0)
    assert refused(table, "catch_breath", who="warlord", dice={"second-wind": [die]}) == "RC-UNL-07"
