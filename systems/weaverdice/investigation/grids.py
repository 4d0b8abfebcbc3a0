"""Intelligence grids: how one is laid out for a target, unlocked space by space, shared, and changed into another."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.naming import whole
from domain.play.play import Play
from domain.vocabulary.audiences import is_secret
from domain.vocabulary.intelligence import (
    Cell,
    CellLaid,
    CellShared,
    CellUnlocked,
    Grid,
    GridChanged,
    GridDropped,
    GridLaidOut,
)
from domain.vocabulary.values import FormulaDropped
from systems.freeform.fields import Key, Party, Title
from systems.weaverdice import names
from systems.weaverdice.fields import Quantity
from systems.weaverdice.investigation import intel, lines, nodes, spaces, theories
from systems.weaverdice.investigation.intel import Tier
from systems.weaverdice.investigation.nodes import TargetNumber
from systems.weaverdice.investigation.spaces import (
    APPROACHES,
    CLOSED,
    OPEN,
    TABLE,
    Approach,
    GridData,
    Info,
    OfGrid,
    OfSpace,
    Subject,
)

CITY: Final = "city"

Headings = Annotated[tuple[Title, ...], Meta(max_length=8)]


class Space(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A space as the game master has it, with what unlocks it. Fields that are left out are as the sample of the rules
    has them. A `blocked` one is not unlocked from downtime."""

    number: Annotated[TargetNumber | None, Meta(description="What the roll has to reach")] = None
    type: Annotated[str, Meta(description="The type of intel that unlocks it, in place of a roll")] = ""
    tier: Annotated[Tier | None, Meta(description="The tier that the intel has at least")] = None
    count: Annotated[Quantity, Meta(description="How many pieces of intel it takes")] = 1
    truth: Annotated[Info, Meta(description="What there is to learn")] = ""
    shown: Annotated[Info, Meta(description="What players are told, where that is something else")] = ""
    blocked: Annotated[bool, Meta(description="Whether it is not unlocked from downtime")] = False


class LayOutGrid(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`target` is a character, or the name of whatever it is."""

    target: Annotated[Party, Meta(description="A character, or the name of whatever it is")]
    dispositions: Annotated[
        tuple[Title, ...],
        Meta(
            min_length=1,
            max_length=8,
            description="The dispositions that are spread over the spaces",
            extra={"catalogue": "disposition"},
        ),
    ]
    subject: Annotated[
        Subject, Meta(description="Which sort of it, and with that the usual headings", extra={"catalogue": "subject"})
    ] = "person"
    size: Annotated[
        Literal["2x2", "3x3", "4x4"],
        Meta(
            description="How many rows and columns there are, where no headings are given", extra={"catalogue": "size"}
        ),
    ] = "4x4"
    rows: Annotated[
        Headings, Meta(description="The headings of rows, where some are skipped, merged or named otherwise")
    ] = ()
    columns: Annotated[
        Headings, Meta(description="The headings of columns, where some are skipped, merged or named otherwise")
    ] = ()
    spaces: Annotated[dict[str, Space], Meta(description="What is special, by row and column as in `0/2`")] = {}
    approaches: Annotated[
        tuple[Approach, ...] | None,
        Meta(
            description="The ways that are open, the target or the thread being found: left out, both, or those that were"
        ),
    ] = None
    hidden: bool = False


class ReshapeGrid(LayOutGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`carried` are unlocked spaces that stay so: where each is on the new grid, by where it was on the old one."""

    carried: Annotated[
        dict[str, str],
        Meta(description="Unlocked spaces that stay so: where each is on the new grid, by where it was on the old one"),
    ] = {}


class ShareSpaces(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`spaces` are the unlocked ones that `to` are told of; left out, all of them."""

    to: Annotated[tuple[CharacterRef, ...], Meta(description="Who is told of them")]
    spaces: Annotated[
        tuple[Key, ...], Meta(description="The unlocked spaces that are shared; left out, all of them")
    ] = ()


class UnlockSpace(OfSpace, frozen=True, kw_only=True, omit_defaults=True):
    """`by` are those who found it out."""

    by: Annotated[tuple[CharacterRef, ...], Meta(description="Those who found it out")]


@command("Lay out the intelligence grid about a target.")
def lay_out_grid(play: Play, command: LayOutGrid) -> None:
    """WD-GRID-01, WD-GRID-02, WD-GRID-03, WD-GRID-08, WD-GRID-12, WD-RULING-78, WD-RULING-80: the game master lays out
    a grid whose size fits the target."""
    if command.grid in play.enclave(command.group).grids:
        play.refuse(
            "WD-GRID-12", "There is a grid {grid} already; reshape that one, or name this otherwise.", grid=command.grid
        )
    _lay(play, command, {}, Grid(target="", rows=0, columns=0, data=GridData(surveil=True, research=True).stored()))


@command("Replace a grid by another, into which some of what was unlocked is carried over.")
def reshape_grid(play: Play, command: ReshapeGrid) -> None:
    """WD-GRID-12: digging deeper changes a grid dramatically; some of what was unlocked carries over, strikes as well."""
    group, on = command.group, command.grid
    laid = whole(play, group, "grids", on)
    if is_secret(laid.audience) and not command.hidden:
        play.refuse("WD-FIND-08", "That grid is hidden as yet; show it first, or reshape it as hidden.")
    kept: dict[str, Cell] = {}
    for old, new in command.carried.items():
        kept[new] = whole(play, group, "cells", spaces.space(play, group, on, old))
        if kept[new].state != OPEN:
            play.refuse("WD-GRID-12", "{old} is not unlocked; only what is unlocked can be carried over.", old=old)
    _take_away(play, group, on, laid)
    _lay(play, command, kept, laid)


def _take_away(play: Play, group: str, on: str, laid: Grid) -> None:
    nodes.forget(play, group, on)
    for name in sorted(play.where(group, "cells", on)):
        nodes.clear(play, group, name, "the grid has changed")
    for line in lines.of(laid):
        play.emit(group, FormulaDropped(name=f"{on}/{line}", because="the grid has changed"))
    play.emit(group, GridDropped(name=on, because="the grid has changed"))


def _lay(play: Play, command: LayOutGrid, kept: dict[str, Cell], before: Grid) -> None:
    """A grid as the command has it: strikes, open ways and what is `kept`, by its new place, are those of the one before."""
    rows, columns = _headings(command)
    for type in (*command.dispositions, *(cell.type for cell in command.spaces.values() if cell.type)):
        intel.check_type(play, spaces.kind_of(type), command.target)
    size = TABLE.sizes[command.size]
    high, wide = len(command.rows) or size.rows, len(command.columns) or size.columns
    inside = {f"{row}/{column}" for row in range(high) for column in range(wide)}
    if strange := sorted({*command.spaces, *kept} - inside):
        template = "There is no {strange} on a grid of {high} by {wide}, counted from 0."
        play.missing(f"{command.group}.cells", template, strange=strange[0], high=high, wide=wide)
    given = tuple(one.strip().casefold() for one in command.dispositions)
    types = given if CITY in given or not TABLE.subjects[command.subject].city else (CITY, *given)
    laid = Grid(
        target=names.reference(play, command.target) or command.target,
        rows=high,
        columns=wide,
        row_labels=rows,
        column_labels=columns,
        starts=("0/0", f"{high - 1}/{wide - 1}"),
        strikes=before.strikes,
        audience="gm" if command.hidden else "all",
        data=GridData.changes(
            subject=command.subject,
            dispositions=", ".join(types),
            **{way: _is_open(way, command, before) for way in APPROACHES},
        ),
    )
    play.emit(command.group, GridLaidOut(name=command.grid, grid=laid))
    for row in range(high):
        for column in range(wide):
            at = f"{row}/{column}"
            number = _sample(rows, columns, row, column)
            type = types[(row + column) % len(types)]
            space = _cell(command, at, number, type, kept.get(at))
            play.emit(command.group, CellLaid(name=f"{command.grid}/{at}", cell=space))
    lines.define_bonuses(play, command.group, command.grid)


def _is_open(way: Approach, command: LayOutGrid, before: Grid) -> bool:
    return spaces.is_way_open(before, way) if command.approaches is None else way in command.approaches


def _headings(command: LayOutGrid) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """WD-GRID-03: return the headings that were named, else as many of the usual ones as the size has room for."""
    usual, size = TABLE.subjects[command.subject], TABLE.sizes[command.size]
    return command.rows or usual.rows[: size.rows], command.columns or usual.columns[: size.columns]


def _sample(rows: tuple[str, ...], columns: tuple[str, ...], row: int, column: int) -> int:
    """WD-GRID-02: the number of the sample where these headings meet; where one is not of the sample, at its place."""
    usual, numbers = TABLE.subjects["person"], TABLE.sample.numbers
    down = _position(rows, row, usual.rows)
    across = _position(columns, column, usual.columns)
    return numbers[min(down, len(numbers) - 1)][min(across, len(numbers[0]) - 1)]


def _position(headings: tuple[str, ...], position: int, usual: tuple[str, ...]) -> int:
    called = headings[position] if position < len(headings) else ""
    return usual.index(called) if called in usual else position


def _cell(command: LayOutGrid, at: str, number: int, type: str, kept: Cell | None) -> Cell:
    """Ruling 78: a space with its number and its price; one that was carried over is unlocked, and known as it was."""
    space = command.spaces.get(at, Space())
    number = space.number or number
    row, _, column = at.partition("/")
    tier = space.tier or spaces.tier_for(number)
    takes = spaces.CellData(type=space.type.casefold() or type, tier=tier, count=space.count)
    truth = space.truth or (kept.truth if kept else "")
    return Cell(
        grid=command.grid,
        row=int(row),
        column=int(column),
        truth=truth,
        shown=space.shown or (kept.shown if kept else "") or truth,
        price=number,
        blocked=space.blocked,
        known_by=kept.known_by if kept else (),
        state=OPEN if kept else CLOSED,
        data=takes.stored(),
    )


def unlock(play: Play, who: str, group: str, name: str) -> None:
    """WD-GRID-10: unlock a space for a character, who knows what it tells; its last piece gathers a node
    (WD-DEEP-01)."""
    unlock_for(play, (who,), group, name)


def unlock_for(play: Play, by: tuple[str, ...], group: str, name: str) -> None:
    """WD-GRID-10: the same by several at once."""
    by = tuple(dict.fromkeys(by))
    play.emit(group, CellUnlocked(name=name, by=by))
    for who in by:
        theories.cast_doubt(
            play, who, f"{group}.grids.{spaces.cell_of(play, group, name).grid}", f"{group}.cells.{name}"
        )
    nodes.gather(play, group, name)


def share(play: Play, group: str, cells: tuple[str, ...], to: tuple[str, ...]) -> None:
    """Tell others what unlocked spaces tell. Refused for what is not unlocked."""
    for name in cells:
        if not spaces.is_open(play, group, name):
            play.refuse("WD-GRID-10", "Only unlocked spaces can be told; unlock that space first.")
        if strangers := tuple(
            one for one in dict.fromkeys(to) if one not in spaces.cell_of(play, group, name).known_by
        ):
            play.emit(group, CellShared(name=name, to=strangers))


def known_to(play: Play, who: str, group: str, on: str) -> tuple[str, ...]:
    """The unlocked spaces of a grid that a character knows of, by name."""
    cells = play.where(group, "cells", on)
    return tuple(name for name in sorted(cells) if cells[name].state == OPEN and who in cells[name].known_by)


def open_way(play: Play, group: str, on: str, approach: Approach, *, closed: bool = False) -> None:
    """WD-FIND-03: a grid may be worked on by an approach from now on, or no longer."""
    play.emit(group, GridChanged(name=on, data=GridData.changes(**{approach: not closed})))


def show(play: Play, group: str, on: str) -> None:
    """WD-FIND-08: a grid that was kept hidden is seen from now on, with what its rows and columns are worth."""
    play.emit(group, GridChanged(name=on, shown_to="all"))
    lines.show(play, group, on)


@command("Unlock a space for what a character found out in play, blocked or not.")
def unlock_space(play: Play, command: UnlockSpace) -> None:
    """WD-GRID-10, WD-GRID-13: unlock what is blocked, or out of reach, by what a character does in play; the game
    master says so."""
    name = spaces.space(play, command.group, command.grid, command.space)
    if spaces.is_open(play, command.group, name):
        play.refuse("WD-GRID-07", "That space is unlocked already; share it with whoever does not know it.")
    unlock_for(play, command.by, command.group, name)


@command("Record that characters were told what unlocked spaces of a grid tell.")
def share_spaces(play: Play, command: ShareSpaces) -> None:
    """WD-GRID-10: share spaces with a character who was told of them in play."""
    group, on = command.group, command.grid
    spaces.grid(play, group, on)
    named = tuple(spaces.space(play, group, on, called) for called in command.spaces)
    unlocked = (name for name in sorted(play.where(group, "cells", on)) if spaces.is_open(play, group, name))
    share(play, group, named or tuple(unlocked), command.to)
