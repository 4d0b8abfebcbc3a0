"""The spaces of an intelligence grid: how they are named, what unlocks them, which of them can be attempted."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.bounds import Bound
from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, EnclaveRef
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.audiences import is_secret
from domain.vocabulary.base import Audience
from domain.vocabulary.data import Data
from domain.vocabulary.intelligence import Cell, Grid
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Key
from systems.weaverdice.sheet.stats import score

Approach = Literal["surveil", "research"]

SURVEIL: Final = "surveil"
RESEARCH: Final = "research"
APPROACHES: Final[tuple[Approach, ...]] = (SURVEIL, RESEARCH)
"""The two ways to a target: in the field from the top left, at a desk from the bottom right (WD-GRID-04, WD-GRID-05)."""

OPEN, CLOSED = "open", "closed"

Subject = Literal["person", "missing", "location", "group"]
Info = Annotated[str, Meta(max_length=2_000, description="What a space tells")]


class Price(NamedTuple):
    """The intel that a space takes: of which type, at least of which tier, and how many."""

    type: str
    tier: int
    pieces: int


@data_of("grids")
class GridData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The target of a grid and its dispositions, and which ways of working on it are open."""

    subject: str = ""
    dispositions: str = ""
    surveil: bool = False
    research: bool = False


@data_of("cells")
class CellData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The intel that a space takes in place of its number, and whether its records are sealed or flagged."""

    type: str
    tier: int
    count: int = 1
    sealed: bool = False
    flagged: bool = False


class OfGrid(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`group` is the enclave whose grid it is."""

    group: Annotated[EnclaveRef, Meta(description="The enclave whose grid it is")]
    grid: Annotated[Key, Meta(description="The grid's name")]


class OfSpace(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`space` is its row and column from 0, as in `0/2`, its headings, as in `Movements x Secrets`, or the name of a node."""

    space: Annotated[
        Key,
        Meta(
            description="Its row and column from 0, as in `0/2`, its headings, as in `Movements x Secrets`, or the name of a node"
        ),
    ]


class AtSpace(OfSpace, frozen=True, kw_only=True, omit_defaults=True):
    """The fields that commands for work on a space share."""

    who: CharacterRef


class _Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: int
    columns: int
    fits: str


class _Subject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    city: bool


class _Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    numbers: tuple[tuple[int, ...], ...]


class _Uses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    subjects: dict[str, str]
    headings: dict[str, str]


class _Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pieces: int
    number: int
    tier: int
    improves: int


class _Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    least_number: int
    strikes: int
    least_strikes: int


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sizes: dict[str, _Size]
    sample: _Sample
    subjects: dict[Subject, _Subject]
    meanings: dict[str, str]
    uses: _Uses
    tiers: dict[int, int]
    node: _Node
    limits: _Limits


TABLE: Final = table(__package__, "grids", _Table)
CATALOGUE: Final = (
    CatalogueKind(name="subject", title="Subjects of grids", table=TABLE.subjects, rules=("WD-GRID-01",)),
    CatalogueKind(name="size", title="Sizes of grids", table=TABLE.sizes, rules=("WD-GRID-08",)),
)


def grid(play: Play, group: str, name: str) -> Grid:
    """A grid, to be read like its struct. Raises Absent where there is none, or where it is still kept hidden."""
    grids = play.enclave(group).grids
    if name not in grids or is_secret(grids[name].audience):
        play.missing(
            f"{group}.grids.{name}",
            "There is no grid {name!r} yet; find the target or the thread first.",
            name=name,
        )
    grid: Grid = grids[name]
    return grid


def there_is(play: Play, group: str, name: str) -> Grid:
    """A grid as the game master knows it, hidden or not. Raises Absent."""
    grid: Grid = play.enclave(group).grids[name]
    return grid


def space(play: Play, group: str, on: str, called: str) -> str:
    """The name of the cell that the table calls so (see `OfSpace`). Raises Absent."""
    cells = play.enclave(group).cells
    name = called if called.startswith(f"{on}/") and called in cells else f"{on}/{called}"
    if name not in cells:
        name = _by_title(play, group, on, called)
    if name not in cells:
        play.missing(
            f"{group}.cells.{on}/{called}",
            "There is no space {called!r} on that grid; name one by row and column from 0, as 0/1, or by its headings.",
            called=called,
        )
    return name


def _by_title(play: Play, group: str, on: str, called: str) -> str:
    laid = play.enclave(group).grids[on]
    row, _, column = (part.strip() for part in re.sub(r"\s+[x×]\s+", "|", called.casefold(), count=1).partition("|"))
    rows = [label.casefold() for label in laid.row_labels]
    columns = [label.casefold() for label in laid.column_labels]
    if row in rows and column in columns:
        return f"{on}/{rows.index(row)}/{columns.index(column)}"
    deeper = {name: cell for name, cell in play.where(group, "cells", on).items() if cell.row < 0}
    called_so = (name for name in sorted(deeper) if deeper[name].title.casefold() == called.casefold())
    return min(called_so, key=lambda name: deeper[name].state == OPEN, default="")


def cell_of(play: Play, group: str, name: str) -> Cell:
    """The space of that name, to be read like its struct. Raises Absent."""
    cell: Cell = play.enclave(group).cells[name]
    return cell


def place(play: Play, group: str, name: str) -> str:
    """Return the words for a space: its headings where it has both, else its row and column."""
    cell = cell_of(play, group, name)
    if cell.row < 0:
        return cell.title or text("the node")
    laid = play.enclave(group).grids[cell.grid]
    if cell.row < len(laid.row_labels) and cell.column < len(laid.column_labels):
        return f"{laid.row_labels[cell.row]} x {laid.column_labels[cell.column]}"
    return f"{cell.row}/{cell.column}"


def dispositions(laid: Grid) -> tuple[str, ...]:
    """WD-GRID-08: return the dispositions of a grid's target; the first one counts first."""
    return tuple(GridData.of(laid).dispositions.split(", "))


def kind_of(disposition: str) -> str:
    """The type of intel on a disposition: `sponsored` for "sponsored (the city's government)"."""
    return disposition.partition(" (")[0].strip().casefold()


def number(play: Play, group: str, name: str) -> int:
    """WD-GRID-07, ruling 114: the target number of a space as it now is, never below 2. The game master's to know."""
    return play.value(group, f"cells.{name}.price").total


def price(play: Play, group: str, name: str) -> Price:
    """Ruling 78: the intel that a space takes, as it now is. The game master's to know."""
    takes = CellData.of(cell_of(play, group, name))
    tier = play.value(group, f"cells.{name}.data.tier").total
    return Price(takes.type, tier, takes.count)


def tier_for(number: int) -> int:
    """Ruling 78: the tier of intel that a space of this target number takes where none was named."""
    return max(tier for start, tier in TABLE.tiers.items() if start <= max(number, TABLE.limits.least_number))


def is_open(play: Play, group: str, name: str) -> bool:
    """Whether there is such a space and it is unlocked."""
    cells = play.enclave(group).cells
    return name in cells and cells[name].state == OPEN


def is_available(play: Play, group: str, name: str, approach: str = "") -> bool:
    """WD-GRID-05, WD-GRID-06, WD-GRID-13, ruling 125: a closed space that is not blocked, and is a start corner, has an
    unlocked neighbour up, down, left or right, or is a node. `approach` says from which corner; left out, from either."""
    cell = cell_of(play, group, name)
    if cell.state == OPEN or cell.blocked:
        return False
    if cell.row < 0 or f"{cell.row}/{cell.column}" in _starts(play, group, cell.grid, approach):
        return True
    around = ((cell.row + down, cell.column + across) for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)))
    return any(is_open(play, group, f"{cell.grid}/{row}/{column}") for row, column in around)


def _starts(play: Play, group: str, on: str, approach: str) -> tuple[str, ...]:
    laid = play.enclave(group).grids[on]
    corners = dict(zip(APPROACHES, laid.starts, strict=True))
    return tuple(at for way, at in corners.items() if is_way_open(laid, way) and approach in ("", way))


def is_way_open(laid: Grid, approach: str) -> bool:
    """WD-FIND-03: whether a grid may be worked on by an approach."""
    return bool(getattr(GridData.of(laid), approach))


def available(play: Play, group: str, on: str, approach: str = "") -> tuple[str, ...]:
    """The names of the spaces of a grid that can be attempted, in order."""
    return tuple(name for name in sorted(play.where(group, "cells", on)) if is_available(play, group, name, approach))


def check_available(play: Play, group: str, name: str, approach: str = "") -> None:
    """Refused where a space is unlocked already, blocked, or not next to anything that is unlocked."""
    cell = cell_of(play, group, name)
    if cell.state == OPEN:
        play.refuse("WD-GRID-07", "That space is unlocked already; choose one that is closed.")
    elif cell.blocked:
        play.refuse("WD-GRID-13", "That space is blocked; it takes action in play, or a way around it.")
    elif not is_available(play, group, name, approach):
        play.refuse(
            "WD-GRID-06", "That space is out of reach; unlock one next to it first, or begin at the start corner."
        )


def check_access(play: Play, who: str, group: str, on: str, approach: str = "") -> Grid:
    """WD-GRID-04, WD-FIND-03: check that a character may work on a grid, by the ways that are open; return the grid."""
    laid = grid(play, group, on)
    if not any(member.character == who for member in play.enclave(group).members.values()):
        play.refuse("WD-GRID-04", "This is another group's grid; only its members work on it.")
    if approach and not is_way_open(laid, approach):
        lacking = text("the target has not been found") if approach == SURVEIL else text("nobody has found the thread")
        play.refuse(
            "WD-FIND-03", "This way is closed: {lacking} yet. Search first, or go the other way.", lacking=lacking
        )
    return laid


def ease(play: Play, group: str, name: str, why: str, *, number: int = 0, tiers: int = 0) -> None:
    """A space becomes easier: its target number falls by so much, and the intel that it takes by so many tiers."""
    if number:
        change(play, group, name, "price", amount=-number, why=why)
    if tiers:
        change(play, group, name, "data.tier", amount=-tiers, why=why)


def change(play: Play, group: str, name: str, field: str, *, amount: int, why: str, audience: Audience = "all") -> None:
    """A lasting change to what a space takes, for as long as the space is there."""
    until = WhilePresent(path=f"{group}.cells.{name}")
    changed = Modifier(path=f"cells.{name}.{field}", amount=amount, title=why, until=until, audience=audience)
    play.emit(group, ModifierApplied(name=play.new_id("space"), modifier=changed))


def rolls_in(play: Play, who: str, stat: str) -> int:
    """WD-SURV-01, WD-RSCH-01, ruling 76: the rolls of an action: as many as the stat, or one as the campaign has it."""
    return 1 if play.option("rolls_per_slot") == "one" else score(play, who, stat)


BOUNDS = (
    Bound("cells.*.price", TABLE.limits.least_number, "WD-RULING-114"),
    Bound("cells.*.data.tier", 1, "WD-RULING-78"),
)

OPTIONS = (
    OptionSpec(
        name="rolls_per_slot",
        default="stat",
        choices=("stat", "one"),
        text="How many rolls an action of watching or research gives: as many as Wits or Knowledge, or one.",
        rules=("WD-SURV-01", "WD-RSCH-01", "WD-FIND-05", "WD-RULING-76"),
    ),
)
