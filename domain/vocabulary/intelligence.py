"""Grids and cells: what a group knows, what is shown of it, and to whom."""

from __future__ import annotations

from typing import ClassVar, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.vocabulary.base import (
    Audience,
    Component,
    Event,
    EventCategory,
    Instance,
    Scalar,
    changed,
    created,
    gone,
    present,
)


class Grid(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The intelligence grid about a target: rows and columns of cells that are unlocked one by one."""

    target: str
    rows: int
    columns: int
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    strikes: int = 0
    depth: int = 0


class GridChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an intelligence grid."""

    component: ClassVar[str] = "grids"
    kind: ClassVar[EventCategory] = EventCategory.INTEL


class GridLaidOut(GridChange, frozen=True, kw_only=True, omit_defaults=True, tag="grid_laid_out"):
    """It came to be."""

    grid: Grid


class GridChanged(GridChange, frozen=True, kw_only=True, omit_defaults=True, tag="grid_changed"):
    """Some of its fields were set to decided values."""

    row_labels: tuple[str, ...] | UnsetType = UNSET
    column_labels: tuple[str, ...] | UnsetType = UNSET
    starts: tuple[str, ...] | UnsetType = UNSET
    depth: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class StrikeMarked(GridChange, frozen=True, kw_only=True, omit_defaults=True, tag="strike_marked"):
    """A strike was marked or, below zero, taken back."""

    amount: int = 1


class GridDropped(GridChange, frozen=True, kw_only=True, omit_defaults=True, tag="grid_dropped"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyGridChange = GridLaidOut | GridChanged | StrikeMarked | GridDropped


def evolve_grid(grid: Grid | None, event: AnyGridChange) -> Grid | None:
    """An intelligence grid after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case GridLaidOut():
            return created(grid, event, event.grid)
        case GridChanged():
            return changed(grid, event)
        case StrikeMarked():
            return replace(here := present(grid, event), strikes=here.strikes + event.amount)
        case GridDropped():
            gone(grid, event)
            return None
        case _:
            assert_never(event)


GRIDS = Component(Grid, get_args(AnyGridChange), evolve_grid)


class Cell(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A cell of a grid. `truth` is the game master's; `shown` is what those in `known_by` believe; named `<grid>/<row>/<column>`.

    `price` is the target number or tier that unlocks it. `node` joins cells that gather into one deeper thing.
    """

    narrowed_by: ClassVar[str | None] = "grid"

    grid: str
    row: int
    column: int
    truth: str = ""
    shown: str = ""
    price: int | None = None
    blocked: bool = False
    node: str = ""
    known_by: tuple[str, ...] = ()
    state: str = "closed"


class CellChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a cell of a grid."""

    component: ClassVar[str] = "cells"
    kind: ClassVar[EventCategory] = EventCategory.INTEL


class CellLaid(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_laid"):
    """It came to be."""

    cell: Cell


class CellChanged(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_changed"):
    """Some of its fields were set to decided values."""

    truth: str | UnsetType = UNSET
    shown: str | UnsetType = UNSET
    price: int | UnsetType | None = UNSET
    blocked: bool | UnsetType = UNSET
    node: str | UnsetType = UNSET
    state: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class CellUnlocked(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_unlocked"):
    """It was opened by, and is known to, these characters as well."""

    by: tuple[str, ...] = ()


class CellShared(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_shared"):
    """The text of the cell was told to these characters too."""

    to: tuple[str, ...]


class CellCleared(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_cleared"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyCellChange = CellLaid | CellChanged | CellUnlocked | CellShared | CellCleared


def evolve_cell(cell: Cell | None, event: AnyCellChange) -> Cell | None:
    """A cell of a grid after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case CellLaid():
            return created(cell, event, event.cell)
        case CellChanged():
            return changed(cell, event)
        case CellUnlocked():
            return replace(
                here := present(cell, event),
                state="open",
                known_by=(*here.known_by, *(c for c in event.by if c not in here.known_by)),
            )
        case CellShared():
            return replace(
                here := present(cell, event),
                known_by=(*here.known_by, *(c for c in event.to if c not in here.known_by)),
            )
        case CellCleared():
            gone(cell, event)
            return None
        case _:
            assert_never(event)


CELLS = Component(Cell, get_args(AnyCellChange), evolve_cell)
