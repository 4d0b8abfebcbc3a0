"""Ranges of powers, and what conceals their targets."""

from typing import Any

import pytest

from tests.games.orcus.power_table import BOLT, PowerTable, dice

RAIN = {"range": "far burst 1 within 10", "targets": "all", "attack": "intelligence vs reflex", "hit": "1d6 damage"}
WAVE = RAIN | {"range": "near burst 3"}


@pytest.fixture
def table() -> PowerTable:
    table = PowerTable()
    table.start()
    table.put("bryn", 0, 0)
    return table


def adds(table: PowerTable, entry: int) -> dict[str, int]:
    """What the map added to the attack rolls of an entry, by label."""
    labels = ("cover", "concealment")
    return {
        each.label: each.amount for _, roll in table.rolled(entry) for each in roll.modifiers if each.label in labels
    }


@pytest.mark.rules("OR-RNG-02")
@pytest.mark.parametrize(("away", "refused"), [(10, ""), (11, "OR-TYPE-04")])
def test_a_ranged_power_without_a_weapon_states_its_range(table: PowerTable, away: int, refused: str) -> None:
    table.learn("bryn", "Bolt", **BOLT)
    table.put("gnasher", away, -away)
    if refused:
        assert table.refused("bryn", "bolt", "gnasher") == refused
    else:
        entry = table.use("bryn", "bolt", "gnasher", dice=dice(gnasher=1))
        assert table.outcomes_of(entry) == {"attack/gnasher": "miss"}


@pytest.mark.rules("OR-RNG-04")
@pytest.mark.parametrize(("away", "rolls"), [(3, {"attack/gnasher": 4}), (4, {})])
def test_a_near_power_has_its_size_and_no_range(table: PowerTable, away: int, rolls: dict[str, int]) -> None:
    table.learn("bryn", "Wave", **WAVE)
    table.put("gnasher", away, 0)
    entry = table.use("bryn", "wave", dice=dice(gnasher=1) if rolls else {})
    assert table.rolls(entry) == rolls


@pytest.mark.rules("OR-RNG-05")
def test_the_area_of_a_far_power_may_go_beyond_its_range(table: PowerTable) -> None:
    table.learn("bryn", "Rain", **RAIN)
    table.put("gnasher", 11, 0)
    assert table.refused("bryn", "rain", square=[11, 0]) == "OR-RNG-05"
    entry = table.use("bryn", "rain", square=[10, 0], dice=dice(gnasher=1))
    assert table.rolls(entry) == {"attack/gnasher": 4}


@pytest.mark.rules("OR-CONC-02")
@pytest.mark.parametrize(
    ("record", "aimed", "added"),
    [
        (BOLT, {"targets": ["gnasher"]}, {"cover": -2, "concealment": -5}),
        (WAVE, {}, {"cover": -2}),
        (RAIN, {"square": [3, 1]}, {}),
    ],
)
def test_concealment_counts_against_no_area_attack(
    table: PowerTable, record: dict[str, str], aimed: dict[str, Any], added: dict[str, int]
) -> None:
    table.learn("bryn", "Bolt", **record)
    table.put("gnasher", 3, 0)
    table.play("draw_terrain", encounter="ledge", terrain="dark", squares=[[3, 0]])
    table.play("draw_terrain", encounter="ledge", terrain="low wall", squares=[[2, 0]])
    entry = table.play("use_power", who="bryn", power="bolt", dice=dice(gnasher=1), **aimed)
    assert adds(table, entry) == added
