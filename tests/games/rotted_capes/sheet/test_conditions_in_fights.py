"""Conditions in fights: what they do to attacks, to reactions and to what a character can do at all."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Lark with +4 hand to hand and +3 at a distance, and a raider with every defense at 15."""
    table = Cast()
    table.hero("lark", melee=4, ranged=3, avoidance=15)
    table.threat("raider", melee=2, ranged=1, avoidance=15, fortitude=15, willpower=15, stamina=40)
    return table


def impose(table: Cast, who: str, what: str, *tags: str, target: str = "") -> int:
    return table.play("impose", who=who, what=what, tags=tags, target=target)


def strike(table: Cast, *dice: int, who: str = "lark", target: str = "raider", **more: Any) -> tuple[int, str]:
    entry = table.play("attack", who=who, target=target, dice={f"attack/{target}": list(dice)}, **more)
    label = f"attack/{target}"
    return table.rolls(entry)[label], table.outcomes_of(entry)[label]


@pytest.mark.rules("RC-COND-04")
def test_the_blinded_attack_badly_and_are_attacked_well(table: Cast) -> None:
    impose(table, "raider", "blinded")
    assert strike(table, 5, 15)[0] == 19
    impose(table, "lark", "blinded")
    assert strike(table, 5, target="raider", location="there")[0] == 9


@pytest.mark.rules("RC-COND-05")
def test_partial_blindness_is_2_either_way(table: Cast) -> None:
    impose(table, "raider", "blinded", "Partial")
    assert strike(table, 5)[0] == 5 + 4 + 2
    assert strike(table, 5, who="raider", target="lark")[0] == 5 + 2 - 2


@pytest.mark.rules("RC-COND-06")
def test_nobody_attacks_their_charmer(table: Cast) -> None:
    impose(table, "lark", "charmed", "Psionic", target="raider")
    assert table.refusal("attack", who="lark", target="raider").rule == "RC-COND-06"
    table.threat("bully")
    strike(table, 5, target="bully")
    assert table.conditions("lark") == ["charmed"]


@pytest.mark.rules("RC-COND-06")
@pytest.mark.parametrize(("by", "left"), [("raider", []), ("bully", []), ("anvil", ["charmed"])])
def test_an_attack_by_the_charmer_or_their_allies_ends_it(table: Cast, by: str, left: list[str]) -> None:
    table.threat("bully")
    table.hero("anvil")
    impose(table, "lark", "charmed", target="raider")
    strike(table, 2, who=by, target="lark")
    assert table.conditions("lark") == left


@pytest.mark.rules("RC-COND-07")
def test_the_frightened_attack_at_a_disadvantage(table: Cast) -> None:
    impose(table, "lark", "frightened", target="raider")
    assert strike(table, 15, 5)[0] == 9


@pytest.mark.rules("RC-COND-09")
def test_an_attack_out_of_hiding_has_advantage_and_gives_it_away(table: Cast) -> None:
    impose(table, "lark", "hidden", "Undetectable - Visual", target="raider")
    assert strike(table, 5, 15)[0] == 19
    assert table.conditions("lark") == []
    assert strike(table, 5)[0] == 9


@pytest.mark.rules("RC-COND-12")
@pytest.mark.parametrize(
    ("who", "way", "dice", "total"),
    [
        ("lark", "melee", [15, 5], 9),
        ("lark", "ranged", [15, 5], 8),
        ("raider", "melee", [5, 15], 17),
    ],
)
def test_the_prone_fight_badly_hand_to_hand(table: Cast, who: str, way: str, dice: list[int], total: int) -> None:
    impose(table, "lark", "prone")
    if way == "ranged":
        table.hero("owl", ranged=3)
        impose(table, "owl", "prone")
        table.threat("far", avoidance=15)
        assert strike(table, 15, who="owl", target="far", way="ranged")[0] == 18
        return
    other = "raider" if who == "lark" else "lark"
    assert strike(table, *dice, who=who, target=other)[0] == total


@pytest.mark.rules("RC-COND-13")
def test_the_restrained_are_easy_to_hit_and_areas_always_reach_them(table: Cast) -> None:
    impose(table, "raider", "restrained", "Net")
    assert strike(table, 5, 15)[0] == 19
    assert strike(table, 2, 3, area=True)[1] == "success"
    assert strike(table, 2, 3, area=True, defense="fortitude")[1] == "failure"
    assert strike(table, 15, 5, who="raider", target="lark")[0] == 7


@pytest.mark.rules("RC-COND-14", "RC-COND-15")
@pytest.mark.parametrize(("tag", "dice", "total"), [("Lesser", [5], 9), ("Greater", [5, 15], 19)])
def test_the_badly_stunned_are_attacked_with_advantage(table: Cast, tag: str, dice: list[int], total: int) -> None:
    impose(table, "raider", "stunned", tag)
    assert strike(table, *dice)[0] == total


@pytest.mark.rules("RC-COND-16", "RC-RULING-46", "RC-RULING-28")
@pytest.mark.parametrize("what", ["unconscious", "helpless"])
@pytest.mark.parametrize(
    ("area", "die", "outcome"),
    [
        ("hall", 1, "miss"),
        ("hall", 2, "critical"),
        ("hall", 20, "critical"),
        ("roof", 2, "success"),
        ("roof", 20, "critical"),
    ],
)
def test_every_hit_on_the_unconscious_from_their_area_is_critical(
    table: Cast, what: str, area: str, die: int, outcome: str
) -> None:
    for name, borders in (("hall", ["roof"]), ("roof", ["hall"])):
        table.play("draw_area", encounter="underpass", area=name, borders=borders)
    for who, place in (("raider", "hall"), ("lark", area)):
        table.play("freeform.place", encounter="underpass", who=who, area=place)
    impose(table, "raider", what)  # who is Unconscious sees no attack coming, which makes up for shooting so close
    dice = [die, die] if (area == "hall") == (what == "helpless") else [die]
    assert strike(table, *dice, way="ranged")[1] == outcome


@pytest.mark.rules("RC-RULING-27")
def test_the_cramped_are_attacked_with_advantage_by_who_is_not(table: Cast) -> None:
    impose(table, "raider", "cramped")
    assert strike(table, 5, 15)[0] == 19
    impose(table, "lark", "cramped")
    assert strike(table, 15, 5)[0] == 9


@pytest.mark.rules("RC-COND-17")
def test_a_weakened_score_lowers_the_attacks_that_lean_on_it(table: Cast) -> None:
    table.play("weaken", who="lark", statistic="strength")
    assert (strike(table, 5)[0], strike(table, 5, way="ranged", area=True)[0]) == (7, 8)


@pytest.mark.rules("RC-SIZE-03")
@pytest.mark.parametrize(
    ("size", "die", "outcome"), [("small", 12, "failure"), ("small", 13, "success"), ("tiny", 11, "success")]
)
def test_the_tiny_have_2_more_avoidance_against_larger_attackers(
    table: Cast, size: str, die: int, outcome: str
) -> None:
    table.play("change_size", who="raider", size="tiny")
    table.play("change_size", who="lark", size=size)
    assert strike(table, die)[1] == outcome
    assert strike(table, 11, defense="fortitude")[1] == "success"


def row(table: Cast, **places: str) -> None:
    """Three Areas in a row, and who is where."""
    for name, borders in (("hall", ["stairs"]), ("stairs", ["hall", "roof"]), ("roof", ["stairs"])):
        table.play("draw_area", encounter="underpass", area=name, borders=borders)
    for who, area in places.items():
        table.play("freeform.place", encounter="underpass", who=who, area=area)


@pytest.mark.rules("RC-COND-07")
def test_the_frightened_never_go_nearer_to_what_they_see_and_fear(table: Cast) -> None:
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": 4}})
    row(table, lark="stairs", raider="roof")
    table.begin({"lark": 20}, {"raider": 1})
    impose(table, "lark", "frightened", target="raider")
    assert table.refusal("move", who="lark", to=["roof"]).rule == "RC-COND-07"
    table.play("move", who="lark", to=["hall"])
    assert table.refusal("move", who="lark", to=["stairs"]).rule == "RC-COND-07"
    impose(table, "raider", "hidden", target="lark")
    table.play("move", who="lark", to=["stairs"])


@pytest.mark.rules("RC-COND-08", "RC-COND-13")
@pytest.mark.parametrize("what", ["grappled", "restrained"])
def test_the_immobilized_take_no_actions_that_involve_moving(table: Cast, what: str) -> None:
    table.begin({"lark": 20}, {"raider": 1})
    impose(table, "lark", what, "Immobilized")
    assert table.refusal("move", who="lark", areas=0).rule == "RC-MOVE-01"


@pytest.mark.rules("RC-COND-16")
def test_the_unconscious_cannot_act(table: Cast) -> None:
    table.begin({"lark": 20}, {"raider": 1})
    impose(table, "lark", "unconscious", "Medical")
    assert table.refusal("attack", who="lark", target="raider").rule.startswith("RC-")


@pytest.mark.rules("RC-SIZE-06")
@pytest.mark.parametrize(
    ("size", "area", "dice", "total"),
    [("gargantuan", True, [15], 18), ("huge", True, [15, 5], 8), ("gargantuan", False, [15, 5], 8)],
)
def test_area_attacks_always_include_the_gargantuan(
    table: Cast, size: str, area: bool, dice: list[int], total: int
) -> None:
    row(table, lark="hall", raider="roof")
    table.play("change_size", who="raider", size=size)
    assert strike(table, *dice, way="ranged", farthest=1, area=area)[0] == total


@pytest.mark.rules("RC-SIZE-04", "RC-SIZE-05", "RC-SIZE-06")
@pytest.mark.parametrize(
    ("size", "areas", "hits"), [("medium", 1, False), ("large", 1, True), ("large", 2, False), ("huge", 2, True)]
)
def test_a_size_reaches_beyond_its_own_area(table: Cast, size: str, areas: int, hits: bool) -> None:
    row(table, lark="hall", raider=("hall", "stairs", "roof")[areas])
    table.play("change_size", who="lark", size=size)
    if hits:
        assert strike(table, 12)[1] == "success"
    else:
        assert table.refusal("attack", who="lark", target="raider").rule == "RC-ATK-02"
