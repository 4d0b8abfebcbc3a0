"""Flight: what keeps a character in the air, what brings them down, and how well they fight there."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast
from tests.games.orcus.field import Field


@pytest.fixture
def table() -> Cast:
    """A harpy with a fly speed of 6, whose turn it is, four squares above the ground."""
    table = Cast()
    table.hero("bryn")
    table.monster("harpy", fly=6)
    table.begin({"bryn": 1}, {"harpy": 20})
    table.put("bryn", 0, 0)
    table.put("harpy", 5, 5, height=4)
    return table


def height(table: Cast, handle: str = "harpy") -> int:
    return int(table.fight_state().positions[table.ref(handle).partition("/")[2]].height)


FALL = {"fall": [3, 4]}


@pytest.mark.rules("OR-FLY-01")
@pytest.mark.parametrize(("squares", "crashes"), [(0, True), (1, True), (2, False)])
def test_a_flyer_that_moves_less_than_two_squares_crashes(table: Cast, squares: int, crashes: bool) -> None:
    if squares:
        way = [[5 + n, 5] for n in range(1, squares + 1)]
        table.play("walk", who="harpy", mode="fly", path=way)
    table.next(dice=FALL if crashes else {})
    assert (height(table), table.current("harpy", "hp")) == ((0, 33) if crashes else (4, 40))
    assert table.conditions("harpy") == (["prone"] if crashes else [])


@pytest.mark.rules("OR-FLY-01")
def test_two_squares_upwards_are_enough(table: Cast) -> None:
    table.play("walk", who="harpy", mode="fly", height=6)
    table.next()
    assert height(table) == 6


@pytest.mark.rules("OR-FLY-01")
def test_a_flyer_cannot_shift(table: Cast) -> None:
    assert table.refusal("five_foot_step", who="harpy", to=[5, 6]).rule == "OR-FLY-01"


@pytest.mark.rules("OR-FLY-02")
def test_who_hovers_need_not_move_and_may_shift(table: Cast) -> None:
    table.play("enter_statistics", who="harpy", statistics={"flight": {"hover": 1}})
    table.play("five_foot_step", who="harpy", to=[5, 6])
    table.next()
    assert (table.at("harpy"), height(table)) == ((5, 6), 4)


@pytest.mark.rules("OR-FLY-02")
def test_who_hovers_falls_when_they_die(table: Cast) -> None:
    table.play("enter_statistics", who="harpy", statistics={"flight": {"hover": 1}})
    table.hurt("harpy", 40)
    assert height(table) == 0


@pytest.mark.rules("OR-FLY-03")
@pytest.mark.parametrize(("to", "crashes"), [(5, False), (6, True)])
def test_who_flies_above_their_greatest_height_crashes(table: Cast, to: int, crashes: bool) -> None:
    table.play("enter_statistics", who="harpy", statistics={"flight": {"ceiling": 5}})
    dice = {"fall": [1, 1, 1]} if crashes else {}
    table.play("walk", who="harpy", mode="fly", path=[[6, 5], [7, 5]], height=to, dice=dice)
    assert (height(table), table.current("harpy", "hp")) == ((0, 37) if crashes else (5, 40))


@pytest.mark.rules("OR-FLY-03", "OR-MOVE-05")
@pytest.mark.parametrize(("to", "refused"), [(10, ""), (11, "OR-MOVE-04")])
def test_rising_is_paid_for_like_any_other_square(table: Cast, to: int, refused: str) -> None:
    if refused:
        assert table.refusal("walk", who="harpy", mode="fly", path=[[6, 5]], height=to).rule == refused
    else:
        table.play("walk", who="harpy", mode="fly", path=[[6, 5]], height=to)
        assert height(table) == to


@pytest.mark.rules("OR-MOVE-06")
@pytest.mark.parametrize(("aerial", "refused"), [(False, ""), (True, "OR-MOVE-04")])
def test_difficult_ground_hampers_no_flyer_unless_it_is_in_the_air(table: Cast, aerial: bool, refused: str) -> None:
    squares = [[5 + n, 5] for n in range(1, 7)]
    table.play("draw_terrain", encounter="ledge", terrain="difficult", squares=squares, aerial=aerial)
    if refused:
        assert table.refusal("walk", who="harpy", mode="fly", path=squares).rule == refused
    else:
        table.play("walk", who="harpy", mode="fly", path=squares)
        assert table.at("harpy") == (11, 5)


@pytest.mark.rules("OR-MOVE-06", "OR-FORC-03")
@pytest.mark.parametrize("force", [False, True])
def test_walls_are_in_the_air_by_nature_and_have_no_depth(table: Cast, force: bool) -> None:
    wall: dict[str, Any] = {"encounter": "ledge", "terrain": "wall", "squares": [[6, 5]]}
    assert table.refusal("draw_terrain", aerial=True, **wall).rule == "OR-MOVE-06"
    assert table.refusal("draw_terrain", depth=2, **wall).rule == "OR-FORC-03"
    if force:
        table.play("draw_terrain", depth=2, force=True, **wall)
        (zone,) = table.fight_state().zones.values()
        assert (zone.kind, dict(zone.data)) == ("wall", {})


@pytest.mark.rules("OR-COND-14")
@pytest.mark.parametrize(("up", "dice", "hp"), [(6, [], 40), (7, [], 40), (8, [5], 35)])
def test_a_flyer_that_falls_prone_descends_its_fly_speed_safely(table: Cast, up: int, dice: list[int], hp: int) -> None:
    table.put("harpy", 5, 5, height=up)
    table.play("drop_prone", who="harpy", dice={"fall": dice} if dice else {})
    assert (height(table), table.current("harpy", "hp"), table.conditions("harpy")) == (0, hp, ["prone"])


@pytest.mark.rules("OR-FLY-04")
@pytest.mark.parametrize(
    ("trait", "up", "adds"),
    [
        ("clumsy_on_ground", 0, {"clumsy": -4}),
        ("clumsy_on_ground", 1, {}),
        ("clumsy_in_air", 0, {}),
        ("clumsy_in_air", 1, {"clumsy": -4}),
    ],
)
def test_the_clumsy_attack_at_minus_4(trait: str, up: int, adds: dict[str, int]) -> None:
    field = Field()
    field.play("enter_statistics", who="bryn", statistics={"flight": {trait: 1}})
    field.put("bryn", 0, 0, height=up)
    field.put("goblin", 1, 1)
    assert field.swing() == adds


@pytest.mark.rules("OR-FLY-04")
@pytest.mark.parametrize(("up", "hit"), [(0, False), (1, True)])
def test_the_clumsy_are_hit_more_easily(up: int, hit: bool) -> None:
    field = Field()
    field.play("enter_statistics", who="goblin", statistics={"flight": {"clumsy_in_air": 1}})
    field.put("goblin", 1, 1, height=up)
    dice = {"attack/goblin": [6], "damage": [1]} if hit else {"attack/goblin": [6]}
    field.play("make_basic_attack", who="bryn", target="goblin", dice=dice)
    assert field.current("goblin", "hp") == (39 if hit else 40)


@pytest.mark.rules("OR-FLY-01", "OR-RULING-68")
def test_a_flyer_does_not_crash_as_rounds_go_by_after_a_fight(table: Cast) -> None:
    table.play("end_fight", encounter="ledge")
    table.play("pass_round", encounter="ledge")
    assert (height(table), table.current("harpy", "hp")) == (4, 40)
