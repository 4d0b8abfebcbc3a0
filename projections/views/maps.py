"""The map of a board: which squares are filled, by whom and what, and who is in which area."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

import msgspec

from domain.kit.maps.squares import Space, Square, squares_of
from domain.visibility.view_fields import Fields
from projections.views.board import BoardView

WIDEST: Final = 50
"""The greatest width at which a thing fills all its squares; a wider one is shown on its first square alone. In a game
with steps of size, a number may be anything.
"""


class MapCell(msgspec.Struct, frozen=True, kw_only=True):
    """A square on which something is: the names of the positions and of the zones that fill it, in order."""

    x: int
    y: int
    positions: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()


class MapSpot(NamedTuple):
    """The place of an area on the drawing, from 0 to the right and down."""

    column: int
    row: int


class MapArea(msgspec.Struct, frozen=True, kw_only=True):
    """An area: the names of the positions in it, and of the areas that it borders on. `column` and `row` are where it may be
    drawn, from 0 to the right and down, so that areas which border on one another are side by side where there is room."""

    name: str
    title: str = ""
    light: str = ""
    positions: tuple[str, ...] = ()
    borders: tuple[str, ...] = ()
    column: int = 0
    row: int = 0


class MapView(msgspec.Struct, frozen=True, kw_only=True):
    """The map of an encounter: its squares on which something is, and its areas."""

    cells: tuple[MapCell, ...]
    areas: tuple[MapArea, ...]


def map_of(seen: BoardView) -> MapView:
    """Return the map of a board, as far as the board shows it."""
    return MapView(cells=cells(seen), areas=areas(seen))


def cells(seen: BoardView) -> tuple[MapCell, ...]:
    """The squares of a board on which the viewer sees something, from the top row down and from left to right."""
    filled = {name: squares for name in sorted(seen.positions) if (squares := _filled(seen.positions[name]))}
    zones = {name: {Square(*at) for at in seen.zones[name].get("squares", ())} for name in sorted(seen.zones)}
    filled_squares = set().union(*filled.values(), *zones.values())
    return tuple(
        MapCell(
            x=square.x,
            y=square.y,
            positions=tuple(name for name in filled if square in filled[name]),
            zones=tuple(name for name in zones if square in zones[name]),
        )
        for square in sorted(filled_squares, key=lambda square: (-square.y, square.x))
    )


def areas(seen: BoardView) -> tuple[MapArea, ...]:
    """The areas of a board by name, with who the viewer sees there."""
    inside: dict[str, list[str]] = {}
    for one in sorted(seen.positions):
        inside.setdefault(str(seen.positions[one].get("area") or ""), []).append(one)
    borders = _borders(seen)
    at = spots(borders)
    return tuple(
        MapArea(
            name=name,
            title=str(seen.areas[name].get("title") or ""),
            light=str(seen.areas[name].get("light") or ""),
            positions=tuple(inside.get(name, ())),
            borders=tuple(sorted(seen.areas[name].get("borders", ()))),
            column=at[name].column,
            row=at[name].row,
        )
        for name in sorted(seen.areas)
    )


def _borders(seen: BoardView) -> dict[str, set[str]]:
    """Return each area's neighbours, in both directions, as far as the viewer sees them."""
    borders: dict[str, set[str]] = {name: set() for name in sorted(seen.areas)}
    for name, own in borders.items():
        for beyond in (each for each in seen.areas[name].get("borders", ()) if each in borders and each != name):
            own.add(beyond)
            borders[beyond].add(name)
    return borders


def spots(borders: Mapping[str, Collection[str]]) -> dict[str, MapSpot]:
    """A spot for each area on a grid: each beside one that it borders on where there is room, and the others near it.

    It begins with the area that has the most borders; what hangs together with nothing so far begins a row below.
    """
    taken: dict[str, MapSpot] = {}
    for start in sorted(borders, key=lambda name: (-len(borders[name]), name)):
        if start in taken:
            continue
        taken[start] = MapSpot(0, 1 + max((spot.row for spot in taken.values()), default=-1))
        waiting = [start]
        while waiting:
            here = waiting.pop(0)
            for beyond in sorted(set(borders[here]) - taken.keys(), key=lambda name: (-len(borders[name]), name)):
                taken[beyond] = _free(taken, borders, here, beyond)
                waiting.append(beyond)
    left, top = (min((spot[level] for spot in taken.values()), default=0) for level in (0, 1))
    return {name: MapSpot(spot.column - left, spot.row - top) for name, spot in taken.items()}


def _free(taken: Mapping[str, MapSpot], borders: Mapping[str, Collection[str]], here: str, area: str) -> MapSpot:
    """The free spot that is nearest to a neighbour's; of several the one beside the most neighbours, rather right than down."""
    full, origin = set(taken.values()), taken[here]
    known = [taken[each] for each in borders[area] if each in taken]
    far = 1
    while True:
        around = [spot for spot in _around(origin, far) if spot not in full]
        if around:
            return max(around, key=lambda spot: sum(_steps(spot, each) == 1 for each in known))
        far += 1


def _around(spot: MapSpot, far: int) -> list[MapSpot]:
    """The spots so many steps away: those to the right first, then those below, to the left and above."""
    wide = range(-far, far + 1)
    ring = {MapSpot(spot.column + x, spot.row + y) for x in wide for y in (far - abs(x), abs(x) - far)}
    ways = (MapSpot(1, 0), MapSpot(0, 1), MapSpot(-1, 0), MapSpot(0, -1))
    straight = [MapSpot(spot.column + far * way.column, spot.row + far * way.row) for way in ways]
    return [*straight, *sorted(ring.difference(straight))]


def _steps(one: MapSpot, other: MapSpot) -> int:
    return abs(one.column - other.column) + abs(one.row - other.row)


def _filled(position: Fields) -> set[Square]:
    """The squares of a position: none where it is not on squares, or where the viewer may not see which."""
    x, y = position.get("x"), position.get("y")
    if not isinstance(x, int) or not isinstance(y, int):
        return set()
    width = int(position.get("size") or 1)
    return set(squares_of(Space(Square(x, y), width if 1 <= width <= WIDEST else 1)))
