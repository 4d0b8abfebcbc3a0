"""Boards of areas: boxes that are joined where one may go from one to the other, with who is in each.

An area's box stands where `projections.views.maps` puts it, which depends on the borders alone, and all boxes are equally
large, which depends on how many there are on the board. So no box moves when a combatant does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import msgspec

from api.pages.drawing.tokens import MapToken, Say, names_of, picture_id, tokens
from api.pages.drawing.zones import MapZone, fill_of, zones
from domain.layout import Layout
from domain.visibility.view_fields import Fields
from projections.names import called, plain
from projections.phrases.catalogue import english
from projections.phrases.naming import Names
from projections.views.board import BoardView
from projections.views.maps import MapArea, areas

WIDTH: Final = 232
"""The width of a box."""

GAP: Final = 44
"""The space between boxes."""

HEAD: Final = 46
"""The height of a box's title, with what the place is like."""

ROW: Final = 28
"""The height of a row of people."""

LINE: Final = 17
"""The height of a line about what else is in the area."""

BAR: Final = 66
"""The width of the bar below a person's name."""

MOST_ROWS: Final = 6
"""The most rows of people in a box, two in each; the last place of a full box says how many more there are."""

MOST_LINES: Final = 3
"""The most lines about zones, objects and crowds in a box."""

_TITLE, _NAME, _WORDS = 22, 11, 32


class Person(NamedTuple):
    """A token in a box, with the middle of its sign, as much of its name as there is room for, and the width of what is left
    of its pool."""

    token: MapToken
    x: int
    y: int
    label: str
    bar: int


class AreaLine(NamedTuple):
    """A line about a zone, an object or a crowd in an area. Only zones have a `fill`."""

    text: str
    fill: str
    y: int


class DrawnArea(msgspec.Struct, frozen=True, kw_only=True):
    """A box: its top left corner, who is in it, and what. `like` is its light and terrain in words and `fill` the
    pattern of its light; `exits` are areas that it borders on and that are not drawn beside it."""

    name: str
    title: str
    label: str
    like: str
    fill: str
    x: int
    y: int
    people: tuple[Person, ...]
    more: int
    lines: tuple[AreaLine, ...]
    exits: str


class AreaMap(msgspec.Struct, frozen=True, kw_only=True):
    """A board of areas as a picture. `ways` are the paths between boxes; `box` is the height of each."""

    id: str
    width: int
    height: int
    box: int
    areas: tuple[DrawnArea, ...]
    ways: tuple[str, ...]

    @property
    def fills(self) -> tuple[str, ...]:
        """The patterns that the picture uses."""
        used = {area.fill for area in self.areas} | {line.fill for area in self.areas for line in area.lines}
        return tuple(sorted(used - {""}))


class _Contents(NamedTuple):
    """The contents of a board, by area."""

    people: Mapping[str, list[MapToken]]
    lines: Mapping[str, list[tuple[str, str]]]
    rows: int
    most_lines: int


def area_map(board: BoardView, layout: Layout, say: Say = english) -> AreaMap | None:
    """Return the picture of a board of areas; None where it has none."""
    names = names_of(board, layout)
    places = areas(board)
    if not places:
        return None
    inside = _contents(board, layout, say, names)
    box = HEAD + inside.rows * ROW + inside.most_lines * LINE + LINE + 8
    corners = {place.name: (_left(place), _top(place, box)) for place in places}
    drawn = tuple(_area(place, places, board, layout, inside) for place in places)
    return AreaMap(
        id=picture_id(board),
        width=max(x for x, _ in corners.values()) + WIDTH + GAP // 2,
        height=max(y for _, y in corners.values()) + box + GAP // 2,
        box=box,
        areas=tuple(msgspec.structs.replace(each, y=corners[each.name][1]) for each in drawn),
        ways=tuple(_ways(places, corners, box)),
    )


def _left(place: MapArea) -> int:
    return GAP // 2 + place.column * (WIDTH + GAP)


def _top(place: MapArea, box: int) -> int:
    return GAP // 2 + place.row * (box + GAP)


def _contents(board: BoardView, layout: Layout, say: Say, names: Names) -> _Contents:
    people: dict[str, list[MapToken]] = {}
    for token in tokens(board, layout, say, names).values():
        if token.area in board.areas:
            people.setdefault(token.area, []).append(token)
    lines: dict[str, list[tuple[str, str]]] = {}
    for zone in zones(board, layout, say, names):
        for area in zone.areas:
            lines.setdefault(area, []).append((_zone_words(zone), zone.fill))
    for component, instances in (("crowds", board.crowds), ("props", board.props)):
        for name, fields in instances.items():
            lines.setdefault(str(fields.get("area") or ""), []).append((thing_words(component, name, fields), ""))
    everybody = sum(map(len, people.values()))
    everything = sum(len(each) for area, each in lines.items() if area in board.areas)
    return _Contents(people, lines, max(1, min(MOST_ROWS, -(-everybody // 2))), min(MOST_LINES, everything))


def thing_words(component: str, name: str, fields: Fields) -> str:
    """Return the words for an object or a crowd: `a door`, `40 × townsfolk`."""
    words = called(component, name, fields)
    return f"{fields['count']} × {words}" if component == "crowds" else words


def _zone_words(zone: MapZone) -> str:
    return f"{zone.title} ({zone.kind})" if zone.title and zone.title != zone.kind else zone.name


def _area(
    place: MapArea, places: tuple[MapArea, ...], board: BoardView, layout: Layout, inside: _Contents
) -> DrawnArea:
    """Return a box, as if it were in the first row."""
    fields = board.areas[place.name]
    terrain = tuple(map(str, fields.get("terrain") or ()))
    people, lines = inside.people.get(place.name, []), inside.lines.get(place.name, [])
    room = 2 * inside.rows
    shown = people if len(people) <= room else people[: room - 1]
    titles = {each.name: each.title or plain(each.name) for each in places}
    apart = [titles.get(name, plain(name)) for name in place.borders if not _is_beside(place, name, places)]
    below = HEAD + inside.rows * ROW
    return DrawnArea(
        name=place.name,
        title=titles[place.name],
        label=_cut(titles[place.name], _TITLE),
        like=_cut(" · ".join(filter(None, (plain(place.light) if place.light else "", *map(plain, terrain)))), _WORDS),
        fill=_light(place.light, layout),
        x=_left(place),
        y=0,
        people=tuple(_person(token, index) for index, token in enumerate(shown)),
        more=len(people) - len(shown),
        lines=tuple(_lines(lines, below)),
        exits=_cut(", ".join(apart), _WORDS - 2),
    )


def _light(light: str, layout: Layout) -> str:
    """Return the pattern for a light; none where the layout of the game names none."""
    return fill_of(light, layout) if layout.map is not None and light in layout.map.fills else ""


def _person(token: MapToken, index: int) -> Person:
    column, row = index % 2, index // 2
    x, y = 24 + column * (WIDTH // 2 - 6), HEAD + row * ROW + ROW // 2
    return Person(token, x, y, _cut(token.name, _NAME), token.bar(BAR))


def _lines(lines: list[tuple[str, str]], top: int) -> Iterable[AreaLine]:
    """Yield the lines about what else is there; of too many, the last one says how many more there are."""
    shown = lines if len(lines) <= MOST_LINES else lines[: MOST_LINES - 1]
    for index, (text, fill) in enumerate(shown):
        yield AreaLine(_cut(text, _WORDS - 3), fill, top + index * LINE + 13)
    if len(shown) < len(lines):
        yield AreaLine(f"+ {len(lines) - len(shown)}", "", top + len(shown) * LINE + 13)


def _is_beside(place: MapArea, name: str, places: tuple[MapArea, ...]) -> bool:
    other = next((each for each in places if each.name == name), None)
    return other is not None and abs(place.column - other.column) + abs(place.row - other.row) == 1


def _ways(places: tuple[MapArea, ...], corners: Mapping[str, tuple[int, int]], box: int) -> Iterable[str]:
    """Yield the paths between areas that border on one another, from middle to middle, beneath the boxes: straight
    between neighbours, and bent where another box may be in between."""
    pairs = sorted({(min(place.name, name), max(place.name, name)) for place in places for name in place.borders})
    for one, other in pairs:
        if one == other or one not in corners or other not in corners:
            continue
        (x, y), (to_x, to_y) = ((left + WIDTH // 2, top + box // 2) for left, top in (corners[one], corners[other]))
        wide, high = abs(to_x - x) // (WIDTH + GAP), abs(to_y - y) // (box + GAP)
        if wide + high == 1:
            yield f"M{x} {y}L{to_x} {to_y}"
        elif wide == 0 or high == 0:
            yield _around((x, y), (to_x, to_y), box, across=high == 0)
        else:
            yield f"M{x} {y}Q{to_x} {y} {to_x} {to_y}"


def _around(start: tuple[int, int], end: tuple[int, int], box: int, *, across: bool) -> str:
    """Return the path between two boxes of one row or column, along the gap beside it."""
    (x, y), (to_x, to_y) = start, end
    if across:
        gap = y + box // 2 + GAP // 4
        return f"M{x} {y}V{gap}H{to_x}V{to_y}"
    gap = x + WIDTH // 2 + GAP // 4
    return f"M{x} {y}H{gap}V{to_y}H{to_x}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
