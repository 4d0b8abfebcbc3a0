"""Answers about encounters, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.shared import Name
from retcon_client.answers.sheets import AsOf, SeenTrack, SheetView


class BoardPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A participant as everyone at the board sees it: its wounds, conditions and pools, as far as they may be seen."""

    ref: str
    handle: str
    name: str
    kind: str
    owners: tuple[str, ...]
    wounds: dict[str, dict[str, Any]]
    conditions: dict[str, dict[str, Any]]
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
    positions: dict[str, dict[str, Any]]
    areas: dict[str, dict[str, Any]]
    zones: dict[str, dict[str, Any]]
    props: dict[str, dict[str, Any]]
    crowds: dict[str, dict[str, Any]]
    sheet: SheetView
    names: dict[str, Name]
    as_of: AsOf | None


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


class Tie(msgspec.Struct, frozen=True, kw_only=True):
    """A link between two participants."""

    name: str
    kind: str
    of: str
    to: str
    amount: int
    title: str
    data: dict[str, Any]
