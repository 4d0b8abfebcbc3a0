"""Streaks, and powers that are retrained."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn")
    table.hero("sela")
    table.monster("gnasher")
    table.play("freeform.create_enclave", name="Wardens", members=["bryn", "sela"])
    return table


def face(table: Cast, name: str, **ending: Any) -> int:
    """Let both heroes face an encounter; the number of the entry with which it ends."""
    table.create(name, "encounter")
    dice = {"initiative/bryn": [15], "initiative/sela": [10], "initiative/gnasher": [5]}
    table.play("begin_fight", encounter=name, who=["bryn", "sela"], against=["gnasher"], dice=dice)
    return table.play("end_fight", encounter=name, **ending)


def faced(table: Cast) -> int:
    return int(table.group("wardens").uses["encounters"].count)


def points(table: Cast) -> list[int]:
    return [table.current(who, "action_points") for who in ("bryn", "sela")]


@pytest.mark.rules("OR-STRK-01", "OR-AP-02")
def test_every_second_encounter_completes_a_streak(table: Cast) -> None:
    earned = []
    for count in range(1, 6):
        face(table, f"fight-{count}")
        earned.append((faced(table), points(table)))
    assert earned == [(1, [1, 1]), (2, [2, 2]), (3, [2, 2]), (4, [3, 3]), (5, [3, 3])]


@pytest.mark.rules("OR-STRK-02")
@pytest.mark.parametrize("whose", ["bryn", "wardens"])
def test_a_streak_is_a_moment_of_each_hero_and_of_the_group(table: Cast, whose: str) -> None:
    until = {"by": "moment", "moment": "streak", "subject": table.ref(whose)}
    table.affect("bryn", "driven", until=until)
    face(table, "one")
    assert "driven" in table.conditions("bryn")
    entry = face(table, "two")
    assert ("driven" in table.conditions("bryn"), "OR-STRK-01" in table.cited(entry)) == (False, True)


@pytest.mark.rules("OR-STRK-01", "OR-RULING-46")
def test_a_long_rest_loses_an_odd_encounter(table: Cast) -> None:
    face(table, "one")
    table.play("take_rest", who=["bryn", "sela"], sort="long")
    assert faced(table) == 0
    face(table, "two")
    assert (faced(table), points(table)) == (1, [1, 1])
    face(table, "three")
    assert (faced(table), points(table)) == (2, [2, 2])


@pytest.mark.rules("OR-RULING-44", "OR-RULING-46")
def test_a_second_long_rest_in_a_day_leaves_the_count_as_it_is(table: Cast) -> None:
    table.play("take_rest", who=["bryn", "sela"], sort="long")
    face(table, "one")
    table.play("take_rest", who=["bryn", "sela"], sort="long")
    assert faced(table) == 1


@pytest.mark.rules("OR-STRK-01", "OR-RULING-46")
def test_an_encounter_that_does_not_count_is_left_out(table: Cast) -> None:
    face(table, "one")
    face(table, "two", counts=False)
    assert (faced(table), points(table)) == (1, [1, 1])


POWER: dict[str, Any] = {"frequency": "daily", "attack": "strength vs ac", "hit": "1d8 damage", "tags": "class: mage"}


@pytest.fixture
def mage() -> Cast:
    """Bryn at level 2, with the power Frost and a swap to spend."""
    table = Cast()
    table.hero("bryn")
    table.play("add_power", power=POWER | {"name": "Frost"})
    table.play("learn_power", who="bryn", power="Frost")
    table.play("award_xp", who=["bryn"], amount=1_000)
    table.play("gain_level", who="bryn", feat="Toughness")
    return table


@pytest.mark.rules("OR-RETR-05", "OR-RETR-03", "OR-RULING-13")
@pytest.mark.parametrize(
    "other", [{"level": 30}, {"frequency": "encounter"}, {"tags": "class: priest"}, {"category": "utility"}]
)
def test_a_power_is_traded_for_one_of_the_same_type_level_and_class(mage: Cast, other: dict[str, Any]) -> None:
    mage.play("add_power", power=POWER | {"name": "Doom"} | other)
    mage.play("add_power", power=POWER | {"name": "Flame"})
    assert mage.refusal("retrain_power", who="bryn", old="Frost", new="Doom").rule == "OR-RETR-05"
    mage.play("retrain_power", who="bryn", old="Frost", new="Flame")
    assert [trait.title for trait in mage.sheet("bryn").traits.values() if trait.kind == "power"] == ["Flame"]
    assert mage.refusal("retrain_power", who="bryn", old="Flame", new="Frost").rule == "OR-RETR-01"


@pytest.mark.rules("OR-RETR-02", "OR-RETR-05")
def test_a_power_that_a_feat_requires_is_not_traded(mage: Cast) -> None:
    mage.play("add_power", power=POWER | {"name": "Flame"})
    mage.play("choose", who="bryn", what="feat", name="Deep Cold", requires=["Frost"])
    assert mage.refusal("retrain_power", who="bryn", old="Frost", new="Flame").rule == "OR-RETR-02"


BOOST: dict[str, Any] = {"boost_level": 7, "boost": "hit: 3d6 cold damage"}


@pytest.mark.rules("OR-RETR-03", "OR-RETR-05", "OR-EFF-07")
@pytest.mark.parametrize(
    ("selected", "new", "rank"),
    [
        (7, {"level": 7}, 7),
        (7, {"level": 1, **BOOST}, 7),
        (7, {"level": 1}, None),
        (1, {"level": 1, **BOOST}, 1),
        (1, {"level": 7}, None),
    ],
)
def test_a_power_is_of_the_level_at_which_it_was_selected(selected: int, new: dict[str, Any], rank: int | None) -> None:
    table = Cast()
    table.hero("bryn")
    table.play("add_power", power=POWER | {"name": "Rime", "level": 1, **BOOST})
    table.play("add_power", power=POWER | {"name": "Flame"} | new)
    table.play("learn_power", who="bryn", power="Rime", level=selected)
    table.play("award_xp", who=["bryn"], amount=1_000)
    table.play("gain_level", who="bryn", feat="x")
    if rank is None:
        assert table.refusal("retrain_power", who="bryn", old="Rime", new="Flame").rule == "OR-RETR-05"
    else:
        table.play("retrain_power", who="bryn", old="Rime", new="Flame")
        assert table.sheet("bryn").traits["flame"].rank == rank
