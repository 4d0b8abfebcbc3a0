"""Deeper investigation: pieces of a puzzle that gather into a node, and the last block that a whole grid becomes."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.moments import settle
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitChanged, TraitGained, TraitLost
from domain.vocabulary.intelligence import Cell, CellChanged, CellCleared, CellLaid, GridChanged
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Key
from systems.weaverdice.investigation import lines, spaces
from systems.weaverdice.investigation.intel import Tier
from systems.weaverdice.investigation.spaces import CLOSED, OPEN, TABLE, Info, OfGrid

NODE: Final = "node"
LAST: Final = "last"

TargetNumber = Annotated[int, Meta(ge=2, le=20, description="What a roll has to reach there")]


@data_of("traits", NODE)
class NodeData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A node that is to be gathered from its pieces: the space that it is then, and by how much it improves what its pieces touch."""

    number: int
    tier: int
    type: str
    truth: str
    shown: str
    improves: int
    grid: str


class Deeper(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`number` and `tier` are what clears it."""

    number: Annotated[TargetNumber, Meta(description="The number that clears it")] = TABLE.node.number
    tier: Annotated[Tier, Meta(description="The tier of the intel that clears it")] = TABLE.node.tier
    type: Annotated[str, Meta(description="The type of intel, else the target's first disposition")] = ""
    truth: Annotated[Info, Meta(description="What there is to it")] = ""
    shown: Annotated[Info, Meta(description="What is found, where that is something false")] = ""


class MarkPieces(Deeper, frozen=True, kw_only=True, omit_defaults=True):
    """`spaces` are the four pieces."""

    spaces: Annotated[tuple[Key, ...], Meta(description="The four pieces")]
    improves: Annotated[
        int, Meta(ge=0, le=10, description="What clearing the node adds to the bonuses of their rows and columns")
    ] = TABLE.node.improves


@command("Mark four spaces of a grid as the pieces of a node.")
def mark_pieces(play: Play, command: MarkPieces) -> None:
    """WD-DEEP-01, WD-DEEP-02, WD-RULING-125, WD-RULING-94: any four spaces are pieces of one node; each is seen to be
    one when it is unlocked."""
    group, on = command.group, command.grid
    names = tuple(dict.fromkeys(spaces.space(play, group, on, called) for called in command.spaces))
    if len(names) != TABLE.node.pieces:
        play.refuse(
            "WD-DEEP-01",
            "A node is gathered from {pieces} different spaces, not {names}.",
            pieces=TABLE.node.pieces,
            names=len(names),
        )
    for name in names:
        if spaces.cell_of(play, group, name).node or spaces.cell_of(play, group, name).row < 0:
            where = spaces.place(play, group, name)
            play.refuse(
                "WD-DEEP-01", "{where} belongs to a node already; a space is a piece of one node only.", where=where
            )
    node = play.new_id(NODE)
    data = NodeData(
        number=command.number,
        tier=command.tier,
        type=command.type or _first(play, group, on),
        truth=command.truth,
        shown=command.shown or command.truth,
        improves=command.improves,
        grid=on,
    )
    play.emit(group, TraitGained(name=f"{on}/{node}", trait=Trait(kind=NODE, audience="gm", data=data.stored())))
    with play.seen_by("gm"):
        for name in names:
            play.emit(group, CellChanged(name=name, node=node))
    gather(play, group, names[0])


def pieces(play: Play, group: str, on: str, node: str) -> dict[str, Cell]:
    """The spaces of a grid that are the pieces of a node, by name."""
    cells = play.where(group, "cells", on)
    return {name: piece for name, piece in cells.items() if piece.node == node and piece.row >= 0}


def gather(play: Play, group: str, unlocked: str) -> None:
    """WD-DEEP-01, WD-DEEP-02, ruling 125: the last piece gathers its set into a node, one more space to be cleared; the
    node, once cleared, improves the bonuses of the rows and columns of its pieces."""
    cell = spaces.cell_of(play, group, unlocked)
    if not cell.node:
        return
    node = f"{cell.grid}/{cell.node}"
    if cell.row < 0:
        _improve(play, group, node)
    elif node not in play.enclave(group).cells and _all_open(play, group, cell):
        _form(play, group, cell.grid, cell.node)


def _all_open(play: Play, group: str, piece: Cell) -> bool:
    return all(one.state == OPEN for one in pieces(play, group, piece.grid, piece.node).values())


def _form(play: Play, group: str, on: str, node: str) -> None:
    marked = NodeData.of(play.enclave(group).traits[f"{on}/{node}"])
    cell = Cell(
        grid=on,
        row=-1,
        column=-1,
        price=marked.number,
        truth=marked.truth,
        shown=marked.shown,
        node=node,
        title="Node",
        data=spaces.CellData(type=marked.type, tier=marked.tier).stored(),
    )
    with play.citing("WD-DEEP-01"):
        play.emit(group, CellLaid(name=f"{on}/{node}", cell=cell))
        if play.enclave(group).grids[on].depth < 1:
            play.emit(group, GridChanged(name=on, depth=1))


def _improve(play: Play, group: str, name: str) -> None:
    node = spaces.cell_of(play, group, name)
    laid, amount = play.enclave(group).grids[node.grid], NodeData.of(play.enclave(group).traits[name]).improves
    marked = pieces(play, group, node.grid, node.node).values()
    touched = {f"row/{piece.row}" for piece in marked} | {f"column/{piece.column}" for piece in marked}
    if not amount:
        return
    with play.citing("WD-DEEP-02"):
        for line, length in lines.of(laid).items():
            if line in touched:
                better = Modifier(
                    path=lines.bonus_path(node.grid, line),
                    amount=lines.complete(node.grid, line, length, amount),
                    source=name,
                    title="Node",
                    until=WhilePresent(path=f"{group}.cells.{name}"),
                )
                play.emit(group, ModifierApplied(name=f"{name}/{line}", modifier=better))


def check_safe(play: Play, group: str, name: str) -> None:
    """WD-DEEP-04: refuse to lose or falsify what was gathered into a node."""
    cell = spaces.cell_of(play, group, name)
    if cell.node and f"{cell.grid}/{cell.node}" in play.enclave(group).cells:
        play.refuse("WD-DEEP-04", "Its set of four is complete, and what is known of it is safe; choose another space.")


def scatter(play: Play, group: str, lost: str) -> None:
    """A piece is lost all the same: a node that was not cleared yet falls apart."""
    cell = spaces.cell_of(play, group, lost)
    node = f"{cell.grid}/{cell.node}"
    if cell.node and cell.row >= 0 and node in play.enclave(group).cells and not spaces.is_open(play, group, node):
        clear(play, group, node, "a piece of it was lost")


def clear(play: Play, group: str, name: str, because: str) -> None:
    """A space is no longer on its grid, and what hung on it is over."""
    play.emit(group, CellCleared(name=name, because=because))
    settle(play, f"{group}.cells.{name}")


def retype(play: Play, group: str, on: str, old: str, new: str) -> None:
    """WD-GRID-14: a node that is marked, and may gather later, takes intel of the new disposition as well."""
    for name, marked in sorted(play.where(group, "traits", NODE).items()):
        node = NodeData.of(marked)
        if (node.grid, node.type) == (on, old):
            play.emit(group, TraitChanged(name=name, data=NodeData.changes(type=new)))


def forget(play: Play, group: str, on: str) -> None:
    """The marks of a grid's nodes go with the grid."""
    for name, marked in sorted(play.where(group, "traits", NODE).items()):
        if NodeData.of(marked).grid == on:
            play.emit(group, TraitLost(name=name, because="the grid has changed"))


@command("Make one last block to decipher of a grid that is cleared with all its nodes.")
def form_last_block(play: Play, command: Deeper) -> None:
    """WD-DEEP-03: with the whole grid and every node of it cleared, the grid becomes one last block to decipher."""
    group, on = command.group, command.grid
    marked = [
        name for name, trait in sorted(play.where(group, "traits", NODE).items()) if NodeData.of(trait).grid == on
    ]
    closed = [name for name, one in sorted(play.where(group, "cells", on).items()) if one.state == CLOSED]
    if not marked or closed or not all(spaces.is_open(play, group, name) for name in marked):
        play.refuse(
            "WD-DEEP-03", "Something is left to clear: it takes the whole grid, and nodes that are all cleared."
        )
    cell = Cell(
        grid=on,
        row=-1,
        column=-1,
        price=command.number,
        truth=command.truth,
        shown=command.shown or command.truth,
        title="The last block",
        data=spaces.CellData(type=command.type or _first(play, group, on), tier=command.tier).stored(),
    )
    play.emit(group, CellLaid(name=f"{on}/{LAST}", cell=cell))
    play.emit(group, GridChanged(name=on, depth=2))


def _first(play: Play, group: str, on: str) -> str:
    return spaces.dispositions(spaces.there_is(play, group, on))[0]
