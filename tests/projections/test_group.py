"""The group's side: who belongs to it, who follows it, and what each player knows of its grids."""

from typing import Any

import pytest

from domain.aggregates import Aggregate
from domain.visibility.audience import GM
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.expressions import Number
from domain.vocabulary.groups import Asset, Follower, Membership, Mission
from domain.vocabulary.intelligence import Cell, Grid
from domain.vocabulary.values import Formula
from projections.views.group import SeenCell, grid, grids, group, roster
from tests.visibility.marked import EVERYBODY, MARKER, OBSERVER, OTHER, PLAYER, Worlds, creature, expect_no_secret

DEN, HERO, PEARL, SPY = "enclave/den", "character/hero", "character/pearl", f"character/{MARKER}"


def den(**components: dict[str, Any]) -> Worlds:
    aggregate = creature(DEN)
    for component, instances in components.items():
        setattr(aggregate, component, instances)
    return Worlds(aggregate, creature(HERO), creature(PEARL), creature(SPY, audience="gm"))


def cell(row: int, column: int, **rest: Any) -> Cell:
    return Cell(grid="pearl", row=row, column=column, **rest)


CELLS = {
    "pearl/0/1": cell(0, 1, truth=MARKER, shown="dock hand", price=987654321, known_by=(HERO,), state="open"),
    "pearl/0/0": cell(0, 0, truth=MARKER, shown=MARKER, node=MARKER, data={"x": MARKER}, known_by=(SPY,)),
}
LAID: dict[str, Any] = {"grids": {"pearl": Grid(target=PEARL, rows=1, columns=2, strikes=1)}, "cells": CELLS}


def cells(viewer: Any) -> tuple[SeenCell, ...]:
    seen = grid(den(**LAID), viewer, DEN, "pearl")
    assert seen is not None
    return seen.cells


def test_cells_run_by_row_and_column() -> None:
    assert [seen.name for seen in cells(GM)] == ["pearl/0/0", "pearl/0/1"]


def test_what_a_cell_shows_is_seen_by_the_player_whose_character_knows_it() -> None:
    assert [cells(viewer)[1].shown for viewer in (GM, PLAYER, OTHER, OBSERVER)] == ["dock hand", "dock hand", "", ""]


def test_a_cell_says_whether_it_is_known_to_the_viewer() -> None:
    assert [cells(viewer)[1].known for viewer in (PLAYER, OTHER)] == [True, False]


@pytest.mark.parametrize("viewer", EVERYBODY, ids=lambda viewer: viewer.member)
def test_no_truth_price_or_node_of_an_unknown_cell_is_shown(viewer: Any) -> None:
    expect_no_secret(grids(den(**LAID), viewer, DEN))


def test_the_game_master_sees_what_is_true() -> None:
    assert (cells(GM)[1].truth, cells(GM)[1].price) == (MARKER, 987654321)


def test_a_grid_is_found_by_its_target() -> None:
    seen = grid(den(**LAID), PLAYER, DEN, PEARL)
    assert seen is not None
    assert (seen.name, seen.target_name, seen.strikes, seen.opened) == ("pearl", "Pearl", 1, 1)


def test_a_grid_about_a_hidden_character_is_not_found_by_them() -> None:
    world = den(grids={"shadow": Grid(target=SPY, rows=1, columns=1)})
    assert grid(world, PLAYER, DEN, SPY) is None


def test_a_grid_about_a_hidden_character_does_not_name_them() -> None:
    expect_no_secret(grid(den(grids={"shadow": Grid(target=SPY, rows=1, columns=1)}), PLAYER, DEN, "shadow"))


def test_a_hidden_grid_is_not_there_with_its_cells() -> None:
    world = den(grids={"pearl": Grid(target=PEARL, rows=1, columns=2, audience="gm")}, cells=CELLS)
    assert (grids(world, PLAYER, DEN), grid(world, PLAYER, DEN, "pearl")) == ((), None)


def test_the_roster_counts_its_followers_by_kind() -> None:
    followers = {
        "crew": Follower(kind="thug", count=4),
        "lookout": Follower(kind="thug", count=1, state="tapped"),
        MARKER: Follower(kind=MARKER, audience="gm"),
    }
    seen = roster(den(followers=followers), PLAYER, DEN)
    assert seen is not None
    assert (list(seen.followers), seen.total.count, seen.kinds["thug"].ready) == (["crew", "lookout"], 5, 4)
    expect_no_secret(seen)


def caps(**followers: Follower) -> dict[str, tuple[int, int | None, int]]:
    world = den(
        followers=followers,
        formulas={"cap": Formula(path="limits.crew", expression=Number(value=2))},
    )
    seen = roster(world, PLAYER, DEN)
    assert seen is not None
    return {path: (cap.filled, cap.most, cap.surplus) for path, cap in seen.caps.items()}


@pytest.mark.parametrize(("count", "surplus"), [(1, 0), (2, 0), (3, 1)])
def test_the_roster_says_how_many_are_beyond_the_cap(count: int, surplus: int) -> None:
    assert caps(crew=Follower(kind="thug", count=count, cap="limits.crew")) == {"limits.crew": (count, 2, surplus)}


def test_a_follower_may_fill_several_places() -> None:
    assert caps(crew=Follower(kind="thug", cap="limits.crew", data={"slots": 3})) == {"limits.crew": (3, 2, 1)}


def test_where_no_cap_is_known_nobody_is_beyond_it() -> None:
    assert caps(crew=Follower(kind="thug", count=9, cap="limits.moon")) == {"limits.moon": (9, None, 0)}


def test_followers_without_a_cap_and_hidden_ones_fill_none() -> None:
    hidden = Follower(kind=MARKER, cap="limits.crew", audience="gm")
    assert caps(crew=Follower(kind="thug", count=9), spy=hidden) == {}


def test_the_roster_says_what_brings_a_follower_back() -> None:
    tapped = Follower(kind="thug", state="tapped", tapped_until=AtMoment(moment="dawn", passing=1))
    seen = roster(den(followers={"crew": tapped}), PLAYER, DEN)
    assert seen is not None
    assert seen.followers["crew"]["tapped_until"] == {"by": "moment", "moment": "dawn", "passing": 1}


def test_the_overview_shows_members_assets_and_missions() -> None:
    world = den(
        members={"hero": Membership(character=HERO, role="scout"), MARKER: Membership(character=SPY)},
        assets={"van": Asset(kind="vehicle"), MARKER: Asset(kind=MARKER, audience="gm")},
        missions={"raid": Mission(participants=(HERO, SPY))},
    )
    seen = group(world, PLAYER, DEN)
    assert seen is not None
    assert (list(seen.members), list(seen.assets), seen.missions["raid"]["participants"]) == (
        ["hero"],
        ["van"],
        (HERO,),
    )
    expect_no_secret(seen)


@pytest.mark.parametrize("read", [group, roster, grids])
def test_a_hidden_group_is_not_there(read: Any) -> None:
    hidden: Aggregate = creature(DEN, audience="gm")
    assert read(Worlds(hidden), PLAYER, DEN) is None
