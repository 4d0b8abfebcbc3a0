"""Light and darkness: what lights an Area, who sees in the dark, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from systems.rotted_capes.combat.light import LEVELS, PENALTIES, RANGES
from tests.games.rotted_capes.cast import Cast

ROW = ["a", "b", "c", "d", "e"]


def row(table: Cast, light: str = "dark") -> Cast:
    """Five Areas in a row; Lark in the first one, a raider and a shambler in the second."""
    table.hero("lark", dex=14, run=4, rank=2)
    table.threat("raider", avoidance=12, stamina=40)
    table.zombie("shambler", avoidance=12)
    for at, area in enumerate(ROW):
        table.play("draw_area", encounter="underpass", area=area, borders=ROW[at + 1 : at + 2], light=light)
    for who, area in {"lark": "a", "raider": "b", "shambler": "b"}.items():
        table.play("freeform.place", encounter="underpass", who=who, area=area)
    return table


@pytest.fixture
def table() -> Cast:
    return row(Cast())


def look(table: Cast, *dice: int, **more: Any) -> int:
    return table.play(
        "take_challenge",
        who="lark",
        ability="dexterity",
        difficulty=15,
        trained=True,
        sighted=True,
        dice={"challenge": list(dice)},
        **more,
    )


def shoot(table: Cast, *dice: int, who: str = "lark", target: str = "raider", **more: Any) -> int:
    entry = table.play(
        "attack",
        who=who,
        target=target,
        way="ranged",
        ability="dexterity",
        dice={f"attack/{target}": list(dice)},
        **more,
    )
    return table.rolls(entry)[f"attack/{target}"]


def relight(table: Cast, light: str) -> None:
    for area in ROW:
        table.play("draw_area", encounter="underpass", area=area, light=light)


@pytest.mark.rules("RC-LIGHT-01", "RC-LIGHT-04", "RC-LIGHT-05")
@pytest.mark.parametrize(
    ("light", "dice", "total"), [("bright", [15], 19), ("shadowy", [15, 5], 9), ("dark", [], None)]
)
def test_poor_light_hampers_what_takes_sight_and_darkness_fails_it(
    table: Cast, light: str, dice: list[int], total: int | None
) -> None:
    relight(table, light)
    entry = look(table, *dice)
    assert [each.total for _, each in table.rolled(entry)] == ([] if total is None else [total])
    assert table.outcomes_of(entry)["challenge"] == ("success" if total == 19 else "failure")


@pytest.mark.rules("RC-LIGHT-04")
def test_what_takes_no_sight_goes_on_in_any_light(table: Cast) -> None:
    entry = table.play(
        "take_challenge", who="lark", ability="dexterity", difficulty=15, trained=True, dice={"challenge": [15]}
    )
    assert table.rolls(entry)["challenge"] == 19


@pytest.mark.rules("RC-LIGHT-04")
def test_attacks_have_disadvantage_in_shadowy_light(table: Cast) -> None:
    relight(table, "shadowy")
    assert shoot(table, 15, 5) == 7


@pytest.mark.rules("RC-LIGHT-05", "RC-LIGHT-06", "RC-RULING-62")
def test_in_the_dark_targets_are_unseen_and_zombies_see_all_the_same(table: Cast) -> None:
    assert table.refusal("attack", who="lark", target="shambler", way="ranged").rule == "RC-CMOD-07"
    assert shoot(table, 15, 5, target="shambler", location="b") == 7
    assert shoot(table, 15, 5, who="shambler", target="lark") == 15


@pytest.mark.rules("RC-LIGHT-01", "RC-LIGHT-05")
def test_a_sense_for_the_dark_sees_as_by_day(table: Cast) -> None:
    table.play("give_dark_sense", who="lark", by="night vision goggles")
    assert table.rolls(look(table, 15))["challenge"] == 19
    assert shoot(table, 15, target="shambler") == 17


@pytest.mark.rules("RC-LIGHT-09", "RC-RULING-62")
@pytest.mark.parametrize(
    ("setting", "light", "dice", "total"),
    [
        ("table", "shadowy", [15], 17),
        ("table", "dark", [15], 14),
        ("table", "bright", [15], 19),
        ("both", "shadowy", [15, 5], 7),
    ],
)
def test_the_table_of_light_takes_2_or_5(setting: str, light: str, dice: list[int], total: int) -> None:
    table = row(Cast(light_penalties=setting), light)
    assert table.rolls(look(table, *dice))["challenge"] == total
    assert PENALTIES == {"dark": -5, "shadowy": -2, "bright": 0}
    assert LEVELS == ("dark", "shadowy", "bright")


@pytest.mark.rules("RC-LIGHT-02", "RC-LIGHT-10", "RC-RULING-64")
@pytest.mark.parametrize(
    ("device", "area", "level"),
    [
        ("lantern", "a", "bright"),
        ("lantern", "b", "shadowy"),
        ("lantern", "c", "shadowy"),
        ("lantern", "d", "dark"),
        ("candle", "a", "shadowy"),
        ("candle", "b", "shadowy"),
        ("candle", "c", "dark"),
        ("fireplace", "b", "shadowy"),
        ("fireplace", "c", "dark"),
        ("large campfire", "e", "shadowy"),
    ],
)
def test_a_light_makes_its_own_area_bright_and_the_next_ones_shadowy(
    table: Cast, device: str, area: str, level: str
) -> None:
    table.play("shine", encounter="underpass", device=device, area="a")
    table.play("freeform.take_off", encounter="underpass", who="lark")
    table.play("freeform.place", encounter="underpass", who="lark", area=area)
    entry = look(table, *{"bright": [15], "shadowy": [15, 5], "dark": []}[level])
    assert ({"RC-LIGHT-04", "RC-LIGHT-05"} & table.cited(entry)) == {
        "bright": set(),
        "shadowy": {"RC-LIGHT-04"},
        "dark": {"RC-LIGHT-05"},
    }[level]


@pytest.mark.rules("RC-LIGHT-02")
def test_a_light_that_is_carried_goes_along(table: Cast) -> None:
    assert table.refusal("shine", encounter="underpass", device="torch").rule == "RC-LIGHT-02"
    table.play("shine", encounter="underpass", device="torch", who="raider")
    assert shoot(table, 15) == 17
    table.play("freeform.take_off", encounter="underpass", who="raider")
    table.play("freeform.place", encounter="underpass", who="raider", area="e")
    assert table.outcomes_of(look(table))["challenge"] == "failure"


@pytest.mark.rules("RC-LIGHT-03")
def test_a_flashlight_lights_only_what_it_is_aimed_at(table: Cast) -> None:
    assert table.refusal("shine", encounter="underpass", device="flashlight", who="lark").rule == "RC-LIGHT-03"
    table.play("shine", encounter="underpass", device="flashlight", who="lark", aim="b")
    assert shoot(table, 15, target="shambler") == 17
    assert table.outcomes_of(look(table))["challenge"] == "failure"


@pytest.mark.rules("RC-LIGHT-10")
def test_every_source_has_its_ranges() -> None:
    assert {name: tuple(reach) for name, reach in RANGES.items()} == {
        "candle": (0, 1, False),
        "torch": (1, 2, False),
        "light bulb": (1, 2, False),
        "flashlight": (2, 2, True),
        "tactical flashlight": (2, 1, True),
        "headlight, low beam": (15, 2, True),
        "headlight, high beam": (20, 4, True),
        "lantern": (1, 2, False),
        "small campfire": (1, 2, False),
        "large campfire": (1, 6, False),
        "handheld searchlight": (20, 1, True),
        "mounted searchlight": (25, 1, True),
        "fireplace": (1, 1, False),
    }


@pytest.mark.rules("RC-LIGHT-07", "RC-LIGHT-09", "RC-RULING-63")
def test_in_the_dark_more_than_half_of_the_pace_takes_a_skill_set(table: Cast) -> None:
    for who in ("raider", "shambler"):
        table.play("freeform.take_off", encounter="underpass", who=who)
    table.play("begin_fight", encounter="underpass", who=["lark"], against=[], dice={"initiative": [10]})
    assert table.refusal("move", encounter="underpass", who="lark", to=["b", "c", "d"]).rule == "RC-LIGHT-07"
    table.play("move", encounter="underpass", who="lark", to=["b", "c"])
    assert table.refusal("move", encounter="underpass", who="lark", to=["d"]).rule == "RC-LIGHT-07"
    table.play("move", encounter="underpass", who="lark", to=["d"], skill_set="Urban Runner")


@pytest.mark.rules("RC-LIGHT-07", "RC-LIGHT-08")
@pytest.mark.parametrize(("die", "prone"), [(10, ["prone"]), (11, [])])
def test_who_is_fast_in_the_dark_may_stumble(table: Cast, die: int, prone: list[str]) -> None:
    table.play("feel_the_way", who="lark", dice={"challenge": [die]})
    assert table.conditions("lark") == prone
