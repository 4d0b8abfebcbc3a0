"""Answers about encounters, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.shared import Name
from retcon_client.answers.sheets import AnchorRow, AsOf, ConditionRow, SeenTrack, SheetView, WoundRow


class AreaRow(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the map, with the places one may go to from it and what it is like there."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    borders: tuple[str, ...]
    terrain: tuple[str, ...]
    light: str


class BoardPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A participant as everyone at the board sees it: its wounds, conditions and pools, as far as they may be seen."""

    ref: str
    handle: str
    name: str
    kind: str
    owners: tuple[str, ...]
    wounds: dict[str, WoundRow]
    conditions: dict[str, ConditionRow]
    tracks: dict[str, SeenTrack]


class BoardTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the order of turns. `name` is the place's, `called` and `handle` those of its creature."""

    name: str
    subject: str
    handle: str
    called: str
    kind: str
    initiative: int
    tiebreak: int
    state: str
    members: tuple[str, ...]
    budget: dict[str, int]
    moved: int
    active: bool
    title: str
    data: dict[str, Any]


class BoardView(msgspec.Struct, frozen=True, kw_only=True):
    """`order` runs as turns are taken, `active` names the places whose turn it is. `sheet` is the encounter's own."""

    id: str
    ref: str
    handle: str
    name: str
    kind: str
    state: str
    round: int
    phase: str
    active: tuple[str, ...]
    order: tuple[BoardTurn, ...]
    participants: dict[str, BoardPosition]
    links: tuple[Tie, ...]
    positions: dict[str, PositionRow]
    areas: dict[str, AreaRow]
    zones: dict[str, ZoneRow]
    props: dict[str, PropRow]
    crowds: dict[str, CrowdRow]
    sheet: SheetView
    names: dict[str, Name]
    as_of: AsOf | None


class CrowdRow(msgspec.Struct, frozen=True, kw_only=True):
    """People or creatures counted and not kept one by one."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    count: int
    area: str
    morale: int


class MapArea(msgspec.Struct, frozen=True, kw_only=True):
    """An area: the names of the positions in it, and of the areas that it borders on. `column` and `row` are where it
    may be drawn, from 0 to the right and down, so that areas which border on one another are side by side where
    there is room.
    """

    name: str
    title: str
    light: str
    positions: tuple[str, ...]
    borders: tuple[str, ...]
    column: int
    row: int


class MapCell(msgspec.Struct, frozen=True, kw_only=True):
    """A square on which something is: the names of the positions and of the zones that fill it, in order."""

    x: int
    y: int
    positions: tuple[str, ...]
    zones: tuple[str, ...]


class MapView(msgspec.Struct, frozen=True, kw_only=True):
    """The map of an encounter: its squares on which something is, and its areas."""

    cells: tuple[MapCell, ...]
    areas: tuple[MapArea, ...]


class PositionRow(msgspec.Struct, frozen=True, kw_only=True):
    """The place of something: in an area of the map, or on squares (`x`, `y`, bottom left). Named as its turn entry or
    thing. `size` is its width in squares or the system's size step; `height` above the ground in the system's unit.
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    subject: str
    area: str
    x: int | None
    y: int | None
    height: int
    size: int
    facing: str


class PropRow(msgspec.Struct, frozen=True, kw_only=True):
    """An object of the scene that has no sheet: a door, a barrel, a wall, with its own tracks."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    area: str
    tracks: dict[str, int]
    tags: tuple[str, ...]


class Tie(msgspec.Struct, frozen=True, kw_only=True):
    """A link between two participants."""

    name: str
    kind: str
    of: str
    to: str
    amount: int
    title: str
    data: dict[str, Any]


class ZoneRow(msgspec.Struct, frozen=True, kw_only=True):
    """An effect that fills part of the map: fire, fog, a kill radius, a terror-inducing aim. `known_to` limits who
    reckons with it.
    """

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    areas: tuple[str, ...]
    squares: tuple[tuple[int, ...], ...]
    source: str
    until: AnchorRow | None
    known_to: tuple[str, ...]
