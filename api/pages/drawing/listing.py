"""Lists of what a map shows: the same data as the picture in words, for those who cannot see it, and as its key."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from api.pages.drawing.tokens import MapToken, Say, names_of, picture_id, tokens
from api.pages.drawing.zones import MapZone, zones
from domain.layout import Layout
from projections.names import called, plain
from projections.phrases.catalogue import english
from projections.views.board import BoardView


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """The smallest block of columns and rows around some squares, and how many these are."""

    left: int
    right: int
    bottom: int
    top: int
    squares: int


class ListedToken(msgspec.Struct, frozen=True, kw_only=True):
    """A token with its place. `area` is the title of the area; without one and without a square, the place is unknown."""

    token: MapToken
    area: str


class ListedZone(msgspec.Struct, frozen=True, kw_only=True):
    """A zone of the map: it fills some areas, by title, or squares within a block."""

    zone: MapZone
    areas: tuple[str, ...]
    block: Block | None


class ListedThing(msgspec.Struct, frozen=True, kw_only=True):
    """An object or a crowd. Only a crowd has a `count`."""

    name: str
    count: int | None
    area: str
    state: str


class MapList(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on a board's map, and its areas with those that each borders on, by title."""

    id: str
    tokens: tuple[ListedToken, ...]
    zones: tuple[ListedZone, ...]
    things: tuple[ListedThing, ...]
    areas: Mapping[str, tuple[str, ...]]


def map_list(board: BoardView, layout: Layout, say: Say = english) -> MapList | None:
    """Return what is on a board's map; None where there is nothing."""
    names = names_of(board, layout)
    titles = {name: str(fields.get("title") or plain(name)) for name, fields in board.areas.items()}
    listed = MapList(
        id=picture_id(board),
        tokens=tuple(
            ListedToken(token=token, area=titles.get(token.area, plain(token.area) if token.area else ""))
            for token in tokens(board, layout, say, names).values()
        ),
        zones=tuple(
            ListedZone(zone=zone, areas=tuple(titles.get(area, plain(area)) for area in zone.areas), block=_block(zone))
            for zone in zones(board, layout, say, names)
        ),
        things=(*_things(board, "crowds", titles), *_things(board, "props", titles)),
        areas={
            titles[name]: tuple(titles.get(other, plain(other)) for other in fields.get("borders") or ())
            for name, fields in sorted(board.areas.items())
        },
    )
    return listed if listed.tokens or listed.zones or listed.things or listed.areas else None


def _block(zone: MapZone) -> Block | None:
    if not zone.squares:
        return None
    columns, rows = sorted(x for x, _ in zone.squares), sorted(y for _, y in zone.squares)
    return Block(left=columns[0], right=columns[-1], bottom=rows[0], top=rows[-1], squares=len(set(zone.squares)))


def _things(board: BoardView, component: str, titles: Mapping[str, str]) -> tuple[ListedThing, ...]:
    instances = board.crowds if component == "crowds" else board.props
    return tuple(
        ListedThing(
            name=called(component, name, fields),
            count=fields["count"] if component == "crowds" else None,
            area=titles.get(str(fields.get("area") or ""), ""),
            state=", ".join(
                (
                    *map(plain, fields.get("tags") or ()),
                    *(f"{plain(track)} {amount}" for track, amount in sorted((fields.get("tracks") or {}).items())),
                )
            ),
        )
        for name, fields in sorted(instances.items())
    )
