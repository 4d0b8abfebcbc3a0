"""Areas drawn as boxes: where they stand on the grid, what joins them, and what is in them."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from api.cli.printing.areas import drawn, fits
from projections.views.maps import MapArea, MapSpot, spots


def test_areas_that_border_on_one_another_are_side_by_side() -> None:
    row = {"gate": ["yard"], "yard": ["gate", "hall"], "hall": ["yard"]}
    assert spots(row) == {"yard": MapSpot(0, 0), "gate": MapSpot(1, 0), "hall": MapSpot(0, 1)}


def test_a_ring_of_four_is_a_square() -> None:
    ring = {"a": ["b", "d"], "b": ["a", "c"], "c": ["b", "d"], "d": ["a", "c"]}
    places = spots(ring)
    assert all(
        abs(places[one].column - places[other].column) + abs(places[one].row - places[other].row) == 1
        for one in ring
        for other in ring[one]
    )


def test_what_hangs_together_with_nothing_is_drawn_below() -> None:
    assert spots({"a": ["b"], "b": ["a"], "roof": []}) == {
        "a": MapSpot(0, 0),
        "b": MapSpot(1, 0),
        "roof": MapSpot(0, 1),
    }


NAMES = "abcdefghij"


@given(st.sets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES))))
def test_every_area_has_a_spot_of_its_own(pairs: set[tuple[str, str]]) -> None:
    borders: Mapping[str, set[str]] = {name: set() for name in NAMES}
    for one, other in pairs:
        if one != other:
            borders[one].add(other)
            borders[other].add(one)
    places = spots(borders)
    assert places.keys() == set(NAMES)
    assert len(set(places.values())) == len(NAMES)
    assert min(spot.column for spot in places.values()) == min(spot.row for spot in places.values()) == 0


YARD = MapArea(name="yard", title="The yard", light="dark", positions=("1", "2", "3"), borders=("gate", "roof"))
GATE = MapArea(name="gate", positions=("4",), borders=("yard",), column=1)
WELL = MapArea(name="well", borders=("yard",), row=1)
ROOF = MapArea(name="roof", column=1, row=1)


def test_boxes_are_joined_where_areas_border_on_one_another() -> None:
    called = {"1": "Ghoul", "2": "Lark", "3": "Ghoul", "4": "Anvil"}
    assert list(drawn((YARD, GATE, WELL, ROOF), called)) == [
        "┌──────────────────────┐  ┌──────────────────────┐",
        "│ THE YARD             │──│ GATE                 │",
        "│ (dark)               │  │ Anvil                │",
        "│ 2 × Ghoul            │  │                      │",
        "│ Lark                 │  │                      │",
        "│ → roof               │  │                      │",
        "└──────────────────────┘  └──────────────────────┘",
        "            │",
        "┌──────────────────────┐  ┌──────────────────────┐",
        "│ WELL                 │  │ ROOF                 │",
        "└──────────────────────┘  └──────────────────────┘",
    ]


def test_a_crowd_of_many_names_is_cut_short() -> None:
    many = MapArea(name="street", positions=tuple("abcdefghi"))
    lines = list(drawn((many,), {name: f"Somebody called {name}" for name in "abcdefghi"}))
    assert (len(lines), lines[-2]) == (9, "│ and 4 more           │")
    assert lines[2] == "│ Somebody called a    │"


def test_a_map_that_is_too_wide_does_not_fit() -> None:
    wide = [MapArea(name=name, column=column) for column, name in enumerate("abcde")]
    assert (fits(wide[:4]), fits(wide)) == (True, False)
