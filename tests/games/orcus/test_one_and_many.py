"""Refusals that tell a number of things tell it as well where it is one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.orcus.cast import Cast
from tests.games.orcus.power_table import BLAST, PowerTable


@pytest.fixture
def table() -> Cast:
    """Bryn with a goblin beside her, in the middle of her turn."""
    table = Cast()
    table.hero("bryn")
    table.monster("goblin")
    table.begin({"bryn": 20}, {"goblin": 10})
    table.put("bryn", 0, 0)
    table.put("goblin", 1, 0)
    return table


@pytest.mark.rules("OR-ACT-11")
def test_a_shift_of_one_square_is_said_as_such(table: Cast) -> None:
    table.play("draw_terrain", encounter="ledge", terrain="difficult", squares=[[0, 1]])
    refusal = table.refusal("five_foot_step", who="bryn", to=[0, 1])
    assert refusal.player == "They shift 1 square; that way takes more."


@pytest.mark.rules("OR-FORC-06")
@pytest.mark.parametrize(
    ("squares", "way", "says"),
    [
        (1, [[2, 1], [3, 1]], "The way has 2 squares; they are moved 1."),
        (2, [[2, 0], [3, 0], [4, 0]], "The way has 3 squares; they are moved 2."),
    ],
)
def test_a_way_that_is_too_long_is_counted(table: Cast, squares: int, way: list[list[int]], says: str) -> None:
    refusal = table.refusal("shunt", who="goblin", by="bryn", squares=squares, path=way)
    assert refusal.player == says


@pytest.mark.rules("OR-FORC-04")
def test_a_way_of_one_square_that_is_too_short_is_counted(table: Cast) -> None:
    refusal = table.refusal("push", who="goblin", by="bryn", squares=2, path=[[2, 0]])
    assert refusal.player == "The way has 1 square; they are moved 2."


@pytest.mark.rules("OR-TELE-01")
@pytest.mark.parametrize(("far", "says"), [(1, "1 square"), (2, "2 squares")])
def test_a_teleport_goes_so_many_squares(far: int, says: str) -> None:
    assert _moves(f"teleport {far}", [[far + 1, 1]]) == f"They teleport {says} at most."


@pytest.mark.rules("OR-ACT-11")
@pytest.mark.parametrize(("far", "says"), [(1, "1 square"), (2, "2 squares")])
def test_a_shift_of_a_power_goes_so_many_squares(far: int, says: str) -> None:
    assert _moves(f"shift {far}", [[x, 1] for x in range(1, far + 2)]) == f"They shift {says} at most."


def _moves(clause: str, path: list[list[int]]) -> str:
    """Return how a power that moves Bryn from a corner along a path is refused."""
    table = PowerTable()
    table.learn("bryn", "Step", category="utility", range="self", targets="self", effect=clause)
    table.on_map(bryn=(0, 1))
    use: dict[str, Any] = {
        "encounter": "ledge",
        "who": "bryn",
        "power": "step",
        "ways": [{"who": "bryn", "path": path}],
    }
    return str(table.refusal("use_power", **use).player)


@pytest.mark.rules("OR-AREA-08")
def test_a_volley_at_one_target_takes_one_projectile() -> None:
    table = PowerTable()
    table.learn("bryn", "Shot", targets="all enemies", tags="weapon", **BLAST)
    table.arm("bryn", "bow", "1d6", range=10, melee=True)
    table.on_map(bryn=(0, 0), gnasher=(1, 0))
    refusal = table.refusal("use_power", encounter="ledge", who="bryn", power="shot")
    assert refusal.player == "It takes 1 projectile, one for each target, and they have 0."


@pytest.mark.rules("OR-POW-07")
@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("name,level\nA,x\n", "1 row cannot be read, the first in line 2 (A): "),
        ("name,level\nA,x\nB,y\n", "2 rows cannot be read, the first in line 2 (A): "),
    ],
)
def test_rows_that_cannot_be_read_are_counted(rows: str, says: str) -> None:
    refusal = Cast().refusal("import_table", kind="powers", rows=rows, strict=True)
    assert str(refusal.player).startswith(says)


@pytest.mark.rules("OR-LVL-02")
@pytest.mark.parametrize(
    ("level", "abilities", "says"),
    [
        (2, ["strength"], "No ability rises with level 2; leave it out."),
        (4, ["strength"], "2 different abilities rise with this level; name so many."),
    ],
)
def test_a_level_says_how_many_abilities_rise(level: int, abilities: list[str], says: str) -> None:
    table = Cast()
    table.hero("bryn", level=level - 1)
    table.play("award_xp", who=["bryn"], amount=5_000)
    assert table.refusal("gain_level", who="bryn", abilities=abilities, feat="x").player == says
