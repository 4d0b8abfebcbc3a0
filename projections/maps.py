"""The map of a board: which squares are filled, by whom and what, and who is in which area."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.kit.squares import Space, Square, squares_of
from projections.board import Board
from projections.shown import Fields

WIDEST: Final = 50
"""How many squares across something is at most that fills them all; wider, it is shown on its first square alone. Where a
game has steps of size for it, a number may be anything."""


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A square on which something is: the names of the positions and of the zones that fill it, in order."""

    x: int
    y: int
    positions: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()


class MapArea(msgspec.Struct, frozen=True, kw_only=True):
    """An area: the names of the positions in it, and of the areas that it borders on."""

    name: str
    title: str = ""
    positions: tuple[str, ...] = ()
    borders: tuple[str, ...] = ()


class Map(msgspec.Struct, frozen=True, kw_only=True):
    """The map of an encounter: its squares on which something is, and its areas."""

    cells: tuple[Cell, ...]
    areas: tuple[MapArea, ...]


def map_of(seen: Board) -> Map:
    """Return the map of a board, as far as the board shows it."""
    return Map(cells=cells(seen), areas=areas(seen))


def cells(seen: Board) -> tuple[Cell, ...]:
    """The squares of a board on which the viewer sees something, from the top row down and from left to right."""
    filled = {name: squares for name in sorted(seen.positions) if (squares := _filled(seen.positions[name]))}
    zones = {name: {Square(*at) for at in seen.zones[name].get("squares", ())} for name in sorted(seen.zones)}
    there = set().union(*filled.values(), *zones.values())
    return tuple(
        Cell(
            x=square.x,
            y=square.y,
            positions=tuple(name for name in filled if square in filled[name]),
            zones=tuple(name for name in zones if square in zones[name]),
        )
        for square in sorted(there, key=lambda square: (-square.y, square.x))
    )


def areas(seen: Board) -> tuple[MapArea, ...]:
    """The areas of a board by name, with who the viewer sees there."""
    return tuple(
        MapArea(
            name=name,
            title=str(seen.areas[name].get("title") or ""),
            positions=tuple(one for one in sorted(seen.positions) if seen.positions[one].get("area") == name),
            borders=tuple(sorted(seen.areas[name].get("borders", ()))),
        )
        for name in sorted(seen.areas)
    )


def _filled(position: Fields) -> set[Square]:
    """The squares of a position: none where it is not on squares, or where the viewer may not see which."""
    x, y = position.get("x"), position.get("y")
    if not isinstance(x, int) or not isinstance(y, int):
        return set()
    width = int(position.get("size") or 1)
    return set(squares_of(Space(Square(x, y), width if 1 <= width <= WIDEST else 1)))
