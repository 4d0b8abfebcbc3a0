"""Zones: what fills part of a map, and how a picture shows it."""

from __future__ import annotations

from typing import Final
from zlib import crc32

import msgspec

from api.pages.drawing.tokens import Say
from domain.layout import Layout
from domain.visibility.view_fields import Fields
from projections.names import plain
from projections.phrases.details import field_value
from projections.phrases.naming import Names, source
from projections.views.board import BoardView

EFFECTS: Final = 4
"""The number of patterns for kinds of zones for which a game's layout names none."""


class MapZone(msgspec.Struct, frozen=True, kw_only=True):
    """Something that fills part of a map. `fill` is its pattern: one that the layout of the game names, or `effect-0` and so on.
    `title` is its own name, where it has one besides its kind. `squares` have x to the right and y upwards."""

    kind: str
    title: str
    fill: str
    source: str
    until: str
    areas: tuple[str, ...]
    squares: tuple[tuple[int, int], ...]

    @property
    def name(self) -> str:
        """Its own name, else its kind."""
        return self.title or self.kind


def zones(board: BoardView, layout: Layout, say: Say, names: Names) -> tuple[MapZone, ...]:
    """Return the zones of a board, by kind and name."""
    made = (_zone(board.zones[key], layout, say, names) for key in sorted(board.zones))
    return tuple(sorted(made, key=lambda zone: (zone.kind, zone.title)))


def fill_of(kind: str, layout: Layout) -> str:
    """Return the pattern for a kind of zones; of those that the layout does not name, each kind keeps its own."""
    named = layout.map.fills.get(kind) if layout.map is not None else None
    return named or f"effect-{crc32(kind.encode()) % EFFECTS}"


def _zone(fields: Fields, layout: Layout, say: Say, names: Names) -> MapZone:
    kind = str(fields.get("kind") or "")
    return MapZone(
        kind=plain(kind),
        title=str(fields.get("title") or ""),
        fill=fill_of(kind, layout),
        source=say(source(str(fields.get("source") or ""), names)),
        until=say(field_value("until", fields.get("until"), names)),
        areas=tuple(map(str, fields.get("areas") or ())),
        squares=tuple((x, y) for x, y in fields.get("squares") or ()),
    )
