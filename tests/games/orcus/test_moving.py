"""Move actions: how far they go, what they cost, what is in the way, and where they end."""

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn, whose turn it is, and Sela at the left; an ogre, a giant and a goblin among the foes; all off the map but Bryn."""
    table = Cast(("ana", "ben"))
    table.hero("bryn")
    table.hero("sela", owner="ben")
    table.monster("ogre", size="large")
    table.monster("giant", size="huge")
    table.monster("goblin", size="small")
    table.begin({"bryn": 20, "sela": 15}, {"ogre": 10, "giant": 5, "goblin": 1})
    table.put("bryn", 0, 0)
    return table


def east(*columns: int, row: int = 0) -> list[list[int]]:
    """Squares of a row."""
    return [[column, row] for column in columns]


@pytest.mark.rules("OR-MOVE-04", "OR-ACT-21", "OR-MOVE-01")
@pytest.mark.parametrize(("columns", "refused"), [(6, ""), (7, "OR-MOVE-04")])
def test_a_walk_covers_up_to_the_speed(table: Cast, columns: int, refused: str) -> None:
    way = east(*range(1, columns + 1))
    if refused:
        assert table.refusal("walk", who="bryn", path=way).rule == refused
    else:
        table.play("walk", who="bryn", path=way, as_player="ana")
        assert (table.at("bryn"), table.left("bryn", "move")) == ((columns, 0), 0)


@pytest.mark.rules("OR-MOVE-04")
def test_two_move_actions_cover_twice_the_speed(table: Cast) -> None:
    table.play("walk", who="bryn", path=east(*range(1, 7)))
    table.play("walk", who="bryn", path=east(*range(7, 13)))
    assert (table.at("bryn"), table.left("bryn", "standard")) == ((12, 0), 0)


@pytest.mark.rules("OR-MOVE-03", "OR-GRID-02")
def test_a_diagonal_step_costs_one_square(table: Cast) -> None:
    table.play("walk", who="bryn", path=[[n, n] for n in range(1, 7)])
    assert table.at("bryn") == (6, 6)


@pytest.mark.rules("OR-GRID-02")
def test_a_step_leads_to_an_adjacent_square(table: Cast) -> None:
    assert table.refusal("walk", who="bryn", path=[[2, 0]]).rule == "OR-GRID-02"
    assert table.refusal("walk", who="bryn", path=[[1, 2]]).rule == "OR-GRID-02"
