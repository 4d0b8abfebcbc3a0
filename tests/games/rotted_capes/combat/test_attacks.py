"""Attacks: what adds to the roll, what helps and hampers it, and what it deals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast

BLOCKS = {"hall": ["stairs"], "stairs": ["hall", "roof"], "roof": ["stairs", "street"], "street": ["roof"]}


@pytest.fixture
def table() -> Cast:
    """Lark in the hall with Strength 16, Dexterity 14 and Wisdom 18; a raider beside her, and a shambler on the stairs."""
    table = Cast()
    table.hero("lark", str=16, dex=14, wis=18)
    table.threat("raider", stamina=40, wounds=3, avoidance=15, fortitude=14, willpower=12)
    table.zombie("shambler", wounds=2, rank="delta", avoidance=10, fortitude=14)
    for area, borders in BLOCKS.items():
        table.play("draw_area", encounter="underpass", area=area, borders=borders)
    for who, area in {"lark": "hall", "raider": "hall", "shambler": "stairs"}.items():
        stand(table, who, area)
    return table


def stand(table: Cast, who: str, area: str) -> None:
    if (
        table.ref(who).partition("/")[2] in table.fight_state().positions
        or table.ref(who) in table.fight_state().positions
    ):
        table.play("freeform.take_off", encounter="underpass", who=who)
    table.play("freeform.place", encounter="underpass", who=who, area=area)


def strike(table: Cast, *dice: int, target: str = "raider", damage: int = 5, **more: Any) -> int:
    """Lark attacks; the entry's number."""
    given = {f"attack/{target}": list(dice), **({f"damage/{target}": [damage]} if damage else {})}
    return table.play("attack", who="lark", target=target, **{"damage": "1d10", **more}, dice=given)


def outcome(table: Cast, entry: int, target: str = "raider") -> tuple[int, str]:
    return table.rolls(entry)[f"attack/{target}"], table.outcomes_of(entry)[f"attack/{target}"]


def left(table: Cast, who: str) -> tuple[int, int]:
    return table.current(who, "stamina"), table.current(who, "wounds")


@pytest.mark.rules("RC-ATK-01", "RC-ATK-02", "RC-RULING-01")
@pytest.mark.parametrize(("die", "total", "word", "stamina"), [(11, 14, "failure", 40), (12, 15, "success", 33)])
def test_a_melee_attack_is_strength_against_avoidance(
    table: Cast, die: int, total: int, word: str, stamina: int
) -> None:
    entry = strike(table, die, adds=2, damage=5 if word == "success" else 0)
    assert (outcome(table, entry), table.current("raider", "stamina")) == ((total, word), stamina)


@pytest.mark.rules("RC-ATK-02")
def test_an_attack_bonus_that_is_entered_counts_instead(table: Cast) -> None:
    table.play("enter_statistics", who="lark", statistics={"bonuses": {"melee": 7, "ranged": 9}})
    assert outcome(table, strike(table, 5, damage=0))[0] == 12
    assert outcome(table, strike(table, 5, target="shambler", way="ranged"), "shambler")[0] == 14


@pytest.mark.rules("RC-ATK-02", "RC-RULING-69")
@pytest.mark.parametrize(
    ("size", "area", "reached"),
    [("medium", "stairs", False), ("large", "stairs", True), ("large", "roof", False), ("huge", "roof", True)],
)
def test_a_melee_attack_reaches_as_far_as_its_size(table: Cast, size: str, area: str, reached: bool) -> None:
    table.play("enter_statistics", who="lark", size=size)
    stand(table, "raider", area)
    if reached:
        assert outcome(table, strike(table, 15))[1] == "success"
    else:
        assert table.refusal("attack", who="lark", target="raider").rule == "RC-ATK-02"


@pytest.mark.rules("RC-ATK-03")
@pytest.mark.parametrize(("die", "word"), [(7, "failure"), (8, "success")])
def test_a_ranged_attack_is_dexterity_against_avoidance(table: Cast, die: int, word: str) -> None:
    entry = strike(table, die, target="shambler", way="ranged", farthest=3, damage=5 if word == "success" else 0)
    assert outcome(table, entry, "shambler") == (die + 2, word)


@pytest.mark.rules("RC-ATK-04", "RC-RULING-33")
def test_the_editor_in_chief_lowers_an_attack_for_cover(table: Cast) -> None:
    entry = strike(table, 8, target="shambler", way="ranged", penalty=3, damage=0)
    assert outcome(table, entry, "shambler") == (7, "failure")
    assert "RC-ATK-04" in table.cited(entry)
    shot: dict[str, Any] = {"who": "lark", "target": "shambler", "way": "ranged", "as_player": "ana"}
    assert table.refusal("attack", **shot, penalty=3).rule == "RC-ATK-04"
    assert table.refusal("attack", **shot, circumstances=3).rule == "RC-ATK-04"


@pytest.mark.rules("RC-ATK-05")
@pytest.mark.parametrize(("die", "word"), [(7, "failure"), (8, "success")])
def test_a_power_rolls_with_its_own_ability_against_its_own_defense(table: Cast, die: int, word: str) -> None:
    entry = strike(table, die, ability="wisdom", defense="willpower", damage=0 if die == 7 else 4, type="psychic")
    assert outcome(table, entry) == (die + 4, word)
    assert "RC-ATK-05" in table.cited(entry)


@pytest.mark.rules("RC-ATK-05")
def test_an_attack_may_deal_no_damage(table: Cast) -> None:
    entry = table.play("attack", who="lark", target="raider", ability="wisdom", dice={"attack/raider": [15]})
    assert outcome(table, entry) == (19, "success")
    assert left(table, "raider") == (40, 3)


@pytest.mark.rules("RC-ATK-06", "RC-RULING-05")
def test_a_natural_20_hits_and_deals_a_wound(table: Cast) -> None:
    table.play("enter_statistics", who="raider", statistics={"defenses": {"avoidance": 40}})
    entry = strike(table, 20, damage=5)
    assert (outcome(table, entry)[1], left(table, "raider")) == ("critical", (35, 2))


@pytest.mark.rules("RC-ATK-07")
def test_a_natural_1_misses(table: Cast) -> None:
    table.play("enter_statistics", who="raider", statistics={"defenses": {"avoidance": 1}})
    entry = strike(table, 1, damage=0)
    assert (outcome(table, entry), left(table, "raider")) == ((4, "miss"), (40, 3))


@pytest.mark.rules("RC-RULING-46", "RC-ATK-07")
@pytest.mark.parametrize(("die", "word", "wounds"), [(1, "miss", 3), (2, "critical", 2)])
def test_an_attack_on_the_unconscious_is_rolled(table: Cast, die: int, word: str, wounds: int) -> None:
    table.play("impose", who="raider", what="unconscious")
    entry = strike(table, die, die, damage=0 if die == 1 else 5)
    assert (outcome(table, entry)[1], table.current("raider", "wounds")) == (word, wounds)


@pytest.mark.rules("RC-CMOD-01", "RC-RULING-34")
@pytest.mark.parametrize(
    ("target", "area", "farthest", "dice"),
    [
        ("raider", "hall", 3, 2),  # in the attacker's own Area
        ("shambler", "roof", 1, 2),  # beyond the maximum range
        ("shambler", "roof", 2, 1),
    ],
)
def test_a_ranged_attack_is_hampered_from_too_near_and_too_far(
    table: Cast, target: str, area: str, farthest: int, dice: int
) -> None:
    stand(table, target, area)
    entry = strike(table, *[14, 15][:dice], target=target, way="ranged", farthest=farthest)
    assert outcome(table, entry, target) == (16, "success")
    assert ("RC-CMOD-01" in table.cited(entry)) is (dice == 2)


@pytest.mark.rules("RC-CMOD-01", "RC-RULING-34")
@pytest.mark.parametrize(("moth", "dice"), [("stairs", 2), ("roof", 1)])
def test_a_target_engaged_in_melee_is_harder_to_shoot(table: Cast, moth: str, dice: int) -> None:
    table.hero("moth")
    stand(table, "moth", moth)
    table.begin({"lark": 20, "moth": 5}, {"shambler": 1})
    entry = strike(table, *[15, 14][:dice], target="shambler", way="ranged")
    assert outcome(table, entry, "shambler") == (17 - dice + 1, "success")


@pytest.mark.rules("RC-CMOD-02", "RC-CMOD-07")
@pytest.mark.parametrize(("location", "word"), [("hall", "success"), ("stairs", "miss")])
def test_an_attack_on_an_unseen_target_has_to_name_the_right_area(table: Cast, location: str, word: str) -> None:
    table.play("impose", who="raider", what="hidden")
    assert table.refusal("attack", who="lark", target="raider").rule == "RC-CMOD-07"
    entry = strike(table, 16, 14, way="ranged", location=location, damage=5 if word == "success" else 0)
    assert outcome(table, entry) == (16, word)
    assert "RC-CMOD-02" in table.cited(entry)
    assert left(table, "raider")[0] == (35 if word == "success" else 40)


@pytest.mark.rules("RC-CMOD-03")
def test_who_does_not_see_the_attacker_is_easier_to_hit(table: Cast) -> None:
    table.play("impose", who="lark", what="hidden", target="raider")
    entry = strike(table, 5, 13)
    assert outcome(table, entry) == (16, "success")
    assert "RC-CMOD-03" in table.cited(entry)


@pytest.mark.rules("RC-CMOD-04")
@pytest.mark.parametrize("die", [2, 15])
def test_an_attack_gives_away_who_was_hidden(table: Cast, die: int) -> None:
    table.play("impose", who="lark", what="hidden")
    strike(table, die, die, damage=5 if die == 15 else 0)
    assert table.conditions("lark") == []


@pytest.mark.rules("RC-CMOD-05", "RC-RULING-33", "RC-RULING-02")
@pytest.mark.parametrize(("cover", "dice"), [("", 1), ("partial", 2)])
def test_partial_cover_gives_disadvantage(table: Cast, cover: str, dice: int) -> None:
    entry = strike(table, *[13, 14][:dice], cover=cover)
    assert outcome(table, entry) == (16, "success")
    assert ("RC-CMOD-05" in table.cited(entry)) is (dice == 2)


@pytest.mark.rules("RC-CMOD-06")
def test_total_cover_stops_all_but_what_strikes_an_area(table: Cast) -> None:
    assert table.refusal("attack", who="lark", target="raider", cover="total").rule == "RC-CMOD-06"
    assert outcome(table, strike(table, 13, cover="total", area=True))[1] == "success"


@pytest.mark.rules("RC-CMOD-08")
def test_an_attack_needs_a_clear_path(table: Cast) -> None:
    assert table.refusal("attack", who="lark", target="shambler", way="ranged", blocked=True).rule == "RC-CMOD-08"


@pytest.mark.rules("RC-ATK-01")
def test_an_attack_takes_the_action_of_the_turn(table: Cast) -> None:
    assert table.refusal("attack", who="lark", target="lark").rule == "RC-ATK-01"
    table.begin({"lark": 20}, {"raider": 1})
    strike(table, 15)
    assert table.left("lark", "action") == 0
    assert table.refusal("attack", who="lark", target="raider").rule == "RC-TURN-02"
