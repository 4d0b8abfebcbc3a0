"""Sizes: reach, room, where a character fits, and what size does to rolls."""

from __future__ import annotations

import pytest

from systems.rotted_capes.sheet.sizes import SCALES
from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", str=14)
    return table


@pytest.mark.rules("RC-SIZE-02")
def test_the_sizes_go_from_tiny_to_gargantuan() -> None:
    assert list(SCALES) == ["tiny", "small", "medium", "large", "huge", "gargantuan"]


@pytest.mark.rules("RC-SIZE-02", "RC-SIZE-04", "RC-SIZE-05", "RC-SIZE-06")
@pytest.mark.parametrize(
    ("size", "reach", "areas"),
    [("tiny", 0, 1), ("small", 0, 1), ("medium", 0, 1), ("large", 1, 1), ("huge", 2, 4), ("gargantuan", 3, 9)],
)
def test_a_size_has_its_reach_and_fills_its_areas(table: Cast, size: str, reach: int, areas: int) -> None:
    table.play("change_size", who="lark", size=size)
    assert (table.value("lark", "size.reach"), table.value("lark", "size.areas")) == (reach, areas)


@pytest.mark.rules("RC-SIZE-03", "RC-SIZE-04")
@pytest.mark.parametrize(
    ("size", "dice", "total"),
    [("tiny", [15, 5], 7), ("small", [15], 17), ("medium", [15], 17), ("large", [15], 18), ("huge", [15], 17)],
)
def test_the_tiny_grapple_badly_and_the_large_well(table: Cast, size: str, dice: list[int], total: int) -> None:
    table.play("change_size", who="lark", size=size)
    entry = table.play(
        "roll_check", who="lark", ability="strength", difficulty=10, task="grapple", dice={"check": dice}
    )
    assert table.rolls(entry)["check"] == total


@pytest.mark.rules("RC-SIZE-07")
def test_the_editor_in_chief_writes_down_what_a_change_of_size_does(table: Cast) -> None:
    entry = table.play("change_size", who="lark", size="huge", consequence="The ceiling comes down.")
    assert "RC-SIZE-07" in table.cited(entry)
    assert "Editor" not in table.forbidden("change_size", as_player="ana", who="lark", size="tiny")


@pytest.mark.rules("RC-SIZE-03", "RC-SIZE-06")
@pytest.mark.parametrize(
    ("size", "ground", "rule"),
    [
        ("tiny", "narrow", ""),
        ("small", "narrow", "RC-SIZE-03"),
        ("huge", "confined", ""),
        ("gargantuan", "confined", "RC-TERR-07"),
    ],
)
def test_a_size_fits_or_does_not(table: Cast, size: str, ground: str, rule: str) -> None:
    table.play("enter_statistics", who="lark", size=size, statistics={"paces": {"run": 4}})
    table.play("draw_area", encounter="underpass", area="hall", borders=["vent"])
    table.play("draw_area", encounter="underpass", area="vent", borders=["hall"], terrain=[ground])
    table.play("freeform.place", encounter="underpass", who="lark", area="hall")
    table.begin({"lark": 20}, {})
    if rule:
        assert table.refusal("move", who="lark", to=["vent"]).rule == rule
    else:
        table.play("move", who="lark", to=["vent"])


@pytest.mark.rules("RC-TERR-06", "RC-SIZE-04", "RC-RULING-27")
@pytest.mark.parametrize("word", ["change_size", "enter_statistics"])
def test_a_hero_who_grows_in_a_confined_area_is_cramped_there(word: str) -> None:
    table = Cast()
    table.hero("lark")
    table.play("freeform.draw_area", area="stairs", terrain=["confined"])
    table.begin({"lark": 20}, {})
    table.play("freeform.place", who="lark", area="stairs")
    table.play(word, who="lark", size="large")
    assert table.conditions("lark") == ["cramped"]
    table.play(word, who="lark", size="medium")
    assert table.conditions("lark") == []
