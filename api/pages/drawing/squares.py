"""Boards on squares: where everything is drawn, in the units of the picture.

A square is forty units wide. The picture has a margin of a square around what is on the board, so that people see where they
may go; its numbers are those that commands take.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final, NamedTuple

import msgspec

from api.pages.drawing.outlines import outline
from api.pages.drawing.tokens import MapToken, Say, names_of, picture_id, tokens
from api.pages.drawing.zones import MapZone, zones
from domain.layout import Layout
from projections.phrases.catalogue import english
from projections.views.board import BoardView, Tie

UNIT: Final = 40
"""The width of a square."""

LARGEST: Final = 120
"""The greatest number of columns and rows that are drawn; what is further out is listed only."""

AXIS: Final = 26
"""The width of the strip with the numbers of the columns and rows."""

WIDEST_TOKEN: Final = 50
"""The greatest width at which a combatant fills all their squares, as on maps elsewhere."""


class Extent(NamedTuple):
    """The columns and rows that are drawn, the last ones included."""

    left: int
    bottom: int
    right: int
    top: int

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.right - self.left + 1

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.top - self.bottom + 1

    def shows(self, x: int, y: int) -> bool:
        """Whether a square is drawn."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top


class DrawnToken(NamedTuple):
    """A token with the middle of its place, the radius of its sign, and the width of what is left of its pool."""

    token: MapToken
    x: int
    y: int
    radius: int
    bar: int


class DrawnZone(NamedTuple):
    """A zone with the path around it, and the place of its name."""

    zone: MapZone
    path: str
    x: int
    y: int


class DrawnTie(NamedTuple):
    """A link between two that are on the board, from one to the other."""

    title: str
    x1: int
    y1: int
    x2: int
    y2: int


class Tick(NamedTuple):
    """The number of a column or row, and where it is written."""

    number: int
    at: int


class SquareMap(msgspec.Struct, frozen=True, kw_only=True):
    """A board on squares as a picture. `beyond` is how many are too far out to be drawn."""

    id: str
    width: int
    height: int
    window: Extent
    columns: tuple[Tick, ...]
    rows: tuple[Tick, ...]
    zones: tuple[DrawnZone, ...]
    ties: tuple[DrawnTie, ...]
    tokens: tuple[DrawnToken, ...]
    beyond: int

    @property
    def fills(self) -> tuple[str, ...]:
        """The patterns that the picture uses."""
        return tuple(sorted({drawn.zone.fill for drawn in self.zones}))


def square_map(board: BoardView, layout: Layout, say: Say = english) -> SquareMap | None:
    """Return the picture of a board on squares; None where nothing is on any square."""
    names = names_of(board, layout)
    everybody = tokens(board, layout, say, names)
    placed = {key: token for key, token in everybody.items() if token.at is not None}
    filled = [zone for zone in zones(board, layout, say, names) if zone.squares]
    if not placed and not filled:
        return None
    window = _window([*(at for token in placed.values() for at in _corners(token)), *_squares(filled)])
    inside = {key: token for key, token in placed.items() if token.at is not None and window.shows(*token.at)}
    drawn = _tokens(inside, window)
    return SquareMap(
        id=picture_id(board),
        width=AXIS + window.columns * UNIT,
        height=AXIS + window.rows * UNIT,
        window=window,
        columns=_ticks(window.left, window.columns, AXIS, 1),
        rows=_ticks(window.top, window.rows, 0, -1),
        zones=tuple(made for zone in filled if (made := _zone(zone, window)) is not None),
        ties=_ties(board.links, {each.token.ref: each for each in drawn}),
        tokens=tuple(drawn),
        beyond=len(placed) - len(inside),
    )


def _squares(filled: Iterable[MapZone]) -> Iterable[tuple[int, int]]:
    return (square for zone in filled for square in zone.squares)


def _corners(token: MapToken) -> Iterable[tuple[int, int]]:
    """Return the bottom left and the top right square of a token."""
    assert token.at is not None
    (x, y), size = token.at, _width(token)
    return (x, y), (x + size - 1, y + size - 1)


def _width(token: MapToken) -> int:
    """Return how many squares wide a token is; in a game with steps of size, a number may be anything."""
    return token.size if token.size <= WIDEST_TOKEN else 1


def _window(squares: list[tuple[int, int]]) -> Extent:
    """Return the columns and rows with these squares and one more on each side; of too many, those around the middle."""
    left, right = _span(sorted(x for x, _ in squares))
    bottom, top = _span(sorted(y for _, y in squares))
    return Extent(left, bottom, right, top)


def _span(places: list[int]) -> tuple[int, int]:
    first, last = places[0] - 1, places[-1] + 1
    if last - first < LARGEST:
        return first, last
    middle = places[len(places) // 2]
    return max(first, middle - LARGEST // 2), min(last, middle + LARGEST // 2 - 1)


def _ticks(first: int, many: int, offset: int, way: int) -> tuple[Tick, ...]:
    """Return the numbers along a side: each one, or on a large board every fifth."""
    step = 1 if many <= 30 else 5
    numbers = ((index, first + way * index) for index in range(many))
    return tuple(Tick(number, offset + index * UNIT + UNIT // 2) for index, number in numbers if number % step == 0)


def _tokens(placed: Mapping[str, MapToken], window: Extent) -> list[DrawnToken]:
    """Return the tokens, the large ones first; several on one square share it."""
    together: dict[tuple[int, int, int], list[MapToken]] = {}
    for token in placed.values():
        assert token.at is not None
        together.setdefault((*token.at, _width(token)), []).append(token)
    ordered = sorted(together.items(), key=lambda pair: (-pair[0][2], pair[0]))
    return [drawn for (x, y, size), group in ordered for drawn in _group(group, (x, y, size), window)]


def _group(group: list[MapToken], place: tuple[int, int, int], window: Extent) -> Iterable[DrawnToken]:
    """Yield the tokens of one place: one in its middle, several in rows and columns."""
    x, y, size = place
    width = UNIT * size
    left, top = AXIS + (x - window.left) * UNIT, (window.top - (y + size - 1)) * UNIT
    side = next(count for count in range(1, len(group) + 1) if count * count >= len(group))
    cell = width // side
    radius = max(4, cell // 2 - (4 if side == 1 else 2))
    for token, (row, column) in zip(group, product(range(side), repeat=2), strict=False):
        middle = left + column * cell + cell // 2, top + row * cell + cell // 2
        yield DrawnToken(token, *middle, radius, token.bar(radius * 3 // 2))


def _zone(zone: MapZone, window: Extent) -> DrawnZone | None:
    shown = {(x - window.left, window.top - y) for x, y in zone.squares if window.shows(x, y)}
    if not shown:
        return None
    column, row = min(shown, key=lambda square: (square[1], square[0]))
    return DrawnZone(zone, outline(shown, UNIT), AXIS + column * UNIT + 4, row * UNIT + 3)


def _ties(links: Iterable[Tie], drawn: Mapping[str, DrawnToken]) -> tuple[DrawnTie, ...]:
    """Return the links between two places; those of both directions between the same two are one line with both words."""
    lines: dict[tuple[str, str], list[str]] = {}
    for tie in links:
        if tie.of in drawn and tie.to in drawn and drawn[tie.of][1:3] != drawn[tie.to][1:3]:
            ends = (min(tie.of, tie.to), max(tie.of, tie.to))
            words = f"{drawn[tie.of].token.name}: {tie.title or tie.kind} → {drawn[tie.to].token.name}"
            lines.setdefault(ends, []).append(words)
    return tuple(
        DrawnTie("; ".join(dict.fromkeys(words)), *drawn[one][1:3], *drawn[other][1:3])
        for (one, other), words in sorted(lines.items())
    )
