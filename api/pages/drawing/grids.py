"""Intelligence grids: a table of cells, each with what the viewer knows of it.

A grid is no picture but a table: its cells hold sentences, which a table breaks into lines and programs read aloud with the
headings of their row and column.
"""

from __future__ import annotations

import msgspec

from api.pages.drawing.tokens import Say
from projections.phrases import groups as phrases
from projections.phrases.catalogue import english
from projections.phrases.naming import who
from projections.views.group import GridView, SeenCell


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A grid as a table. Cells that have no place in it are `beside`."""

    name: str
    about: str
    handle: str
    progress: str
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    beside: tuple[ChartCell, ...]


class ChartRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of cells; None where there is none."""

    label: str
    cells: tuple[ChartCell | None, ...]


class ChartCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell. `state` is its own word; `start` is whether one may begin there. `shown` is what an open cell tells and `truth`
    what the game master alone sees. Cells of one `node` belong together."""

    path: str
    state: str
    is_open: bool
    blocked: bool
    start: bool
    price: int | None
    shown: str
    truth: str
    node: str
    known_by: tuple[str, ...]


def chart(grid: GridView, say: Say = english) -> Chart:
    """Return a grid as a table, cell by cell."""
    inside = {(cell.row, cell.column): cell for cell in grid.cells if _fits(grid, cell)}
    return Chart(
        name=grid.name,
        about=grid.title or grid.target_name or grid.target,
        handle=grid.target_handle or "",
        progress=say(phrases.progress(grid)),
        columns=tuple(_label(grid.column_labels, index) for index in range(grid.columns)),
        rows=tuple(
            ChartRow(
                label=_label(grid.row_labels, row),
                cells=tuple(
                    None if (cell := inside.get((row, column))) is None else _cell(grid, cell, say)
                    for column in range(grid.columns)
                ),
            )
            for row in range(grid.rows)
        ),
        beside=tuple(_cell(grid, cell, say) for cell in grid.cells if not _fits(grid, cell)),
    )


def _fits(grid: GridView, cell: SeenCell) -> bool:
    return 0 <= cell.row < grid.rows and 0 <= cell.column < grid.columns


def _label(labels: tuple[str, ...], index: int) -> str:
    return labels[index] if index < len(labels) else str(index + 1)


def _cell(grid: GridView, cell: SeenCell, say: Say) -> ChartCell:
    is_open = cell.state == "open"
    return ChartCell(
        path=f"cells.{cell.name}",
        state=cell.state,
        is_open=is_open,
        blocked=cell.blocked,
        start=f"{cell.row}/{cell.column}" in grid.starts,
        price=cell.price,
        shown=say(phrases.content(cell)) if is_open else "",
        truth=(cell.truth or "") if cell.truth != cell.shown or not is_open else "",
        node=cell.node,
        known_by=tuple(say(who(member, grid.names)) for member in cell.known_by),
    )
