"""Fear: what the Frightened roll worse, and where they do not go."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast


def frightened(*tags: str, **options: Any) -> Cast:
    """Lark in the hall, who fears a raider two Areas on, in the pit; it is her turn."""
    table = Cast(**options)
    table.hero("lark", run=4)
    table.threat("raider", avoidance=10)
    for area, beyond in (("hall", "stairs"), ("stairs", "pit"), ("pit", "")):
        table.play("draw_area", encounter="underpass", area=area, borders=[beyond] if beyond else [])
    table.begin({"lark": 20}, {"raider": 1})
    for who, area in (("lark", "hall"), ("raider", "pit")):
        table.play("freeform.place", encounter="underpass", who=who, area=area)
    table.play("impose", who="lark", what="frightened", target="raider", tags=[*tags])
    return table


def check(table: Cast, *dice: int) -> int:
    return table.rolls(table.play("roll_check", who="lark", ability="strength", difficulty=5, dice={"check": [*dice]}))[
        "check"
    ]


@pytest.mark.rules("RC-COND-07", "RC-LIGHT-05")
def test_bug_what_stands_in_the_dark_frightens_nobody() -> None:
    table = frightened()
    assert check(table, 15, 4) == 4
    table.play("draw_area", encounter="underpass", area="pit", light="dark")
    assert check(table, 15) == 15
    table.play("give_dark_sense", who="lark", by="goggles")
    assert check(table, 15, 4) == 4


@pytest.mark.rules("RC-COND-07")
@pytest.mark.parametrize(
    ("start", "to", "goes"), [("hall", "stairs", False), ("hall", "pit", False), ("stairs", "hall", True)]
)
def test_bug_nobody_teleports_nearer_to_what_they_fear(start: str, to: str, goes: bool) -> None:
    table = frightened()
    table.play("shift", who="lark", to=start)
    if goes:
        table.play("move", who="lark", to=[to], teleport=True)
    else:
        assert table.refusal("move", who="lark", to=[to], teleport=True).rule == "RC-COND-07"


@pytest.mark.rules("RC-COND-07", "RC-MOVE-05")
def test_bug_on_squares_the_frightened_go_no_nearer_either() -> None:
    table = Cast(one_inch_squares=True)
    table.hero("lark", run=4)
    table.threat("raider")
    table.begin({"lark": 20}, {"raider": 1})
    table.play("freeform.place", encounter="underpass", who="lark", x=7, y=0)
    table.play("freeform.place", encounter="underpass", who="raider", x=16, y=0)
    table.play("impose", who="lark", what="frightened", target="raider")
    assert table.refusal("move", who="lark", squares=[[8, 0]]).rule == "RC-COND-07"
    table.play("move", who="lark", squares=[[6, 0], [5, 0], [4, 0], [3, 0]])


@pytest.mark.rules("RC-COND-07", "RC-INIT-08")
@pytest.mark.parametrize(
    ("tags", "rolls", "dice", "total"),
    [([], [], (15, 4), 4), (["Mild"], ["check"], (15, 4), 4), (["Mild"], ["attack"], (15,), 15)],
)
def test_the_frightened_roll_initiative_as_badly_as_any_check(
    tags: list[str], rolls: list[str], dice: tuple[int, ...], total: int
) -> None:
    table = Cast()
    table.hero("lark")
    table.threat("raider")
    table.play("impose", who="lark", what="frightened", target="raider", tags=tags, rolls=rolls)
    shaky = {"initiative/lark": [*dice], "initiative/raider": [1]}
    entry = table.play("begin_fight", encounter="underpass", who=["lark"], against=["raider"], dice=shaky)
    assert table.rolls(entry)["initiative/lark"] == total
