"""Reputation, surveillance and deeper investigation in Weaverdice."""

from __future__ import annotations

from domain.commands import CharacterRef, Command, EnclaveRef
from domain.components.anchors import AtMoment
from domain.components.creature import Card, Formula, Modifier, Use
from domain.components.expressions import AnyExpression, AtLeast, Count, Number
from domain.components.group import Cell, Grid
from domain.events.group import CellChanged, CellLaid, CellUnlocked, GridLaidOut, StrikeMarked
from domain.events.holdings import CardCounted, CardGained, CardSpent
from domain.events.log import Contribution
from domain.events.undertakings import UseCounted, UseOpened, UseReset
from domain.events.values import FormulaDefined, ModifierApplied
from domain.play.moments import owner_of
from domain.play.play import Play
from domain.system import Kind
from tests.laws.vocabulary.weaverdice_checks import check

KEPT_FROM, KEPT_AGAIN_FROM = 4, 6
PIECES = 4
"""The spaces that gather into one node."""

NODE_NUMBER, NODE_TIER = 7, 3
"""What clears a node where the game master says nothing else: the number to roll and the tier of intel to pay."""


class Cite(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    card: str
    to: str


class Watch(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    base: EnclaveRef
    cell: str


class Surveil(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef


class LayOut(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    base: EnclaveRef
    grid: str
    target: str
    numbers: tuple[tuple[int, ...], ...]


class MarkPieces(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    base: EnclaveRef
    node: str
    cells: tuple[str, ...]


class Unlock(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    base: EnclaveRef
    cell: str
    by: CharacterRef


def cite(play: Play, command: Cite) -> None:
    """WD-REP-06, WD-REP-07: a card is spent when it is used; one that is exclusive to whoever is addressed is kept on
    4+, then marked, and from the first mark on kept on 6+ (ruling 10)."""
    card = play.character(command.who).cards[command.card]
    if card.exclusive_to and card.exclusive_to != command.to:
        play.refuse("WD-REP-07", f"That reputation means something to {card.exclusive_to} only.")
    if card.exclusive_to:
        number = KEPT_AGAIN_FROM if card.counters.get("marks", 0) else KEPT_FROM
        if check(play, command.who, "keep", "social", number):
            play.emit(command.who, CardCounted(name=command.card, counter="marks", amount=1))
            return
    play.emit(command.who, CardSpent(name=command.card, because=f"cited to {command.to}"))


def surveil(play: Play, command: Surveil) -> None:
    """WD-SURV-01: an action of as many rolls as Wits; no number has been rolled yet (ruling 82)."""
    if "surveil" in play.character(command.who).uses:
        play.emit(command.who, UseReset(name="surveil", count=0, seen=()))
    else:
        use = Use(what="surveil", until=AtMoment(moment="downtime_end"))
        play.emit(command.who, UseOpened(name="surveil", use=use))


def watch(play: Play, command: Watch) -> None:
    """WD-SURV-02 to WD-SURV-04: one roll of Wits against a space. A number that came up before in this action is a
    certain strike, with tier 1 intel, whether the roll succeeds or fails; else a failure leaves the choice."""
    who, cell = command.who, play.enclave(command.base).cells[command.cell]
    if play.character(who).uses["surveil"].count >= play.value(who, "attributes.wits").total:
        play.refuse("WD-SURV-01", "Every roll of this action has been made.")
    modifier = Contribution(label="wits", amount=play.value(who, "attributes.wits").total - 3)
    rolled = play.roll(who, "surveil", "1d6", modifiers=(modifier,), target=cell.price, veiled=True)
    face = rolled.dice[0][1]
    repeated = face in play.character(who).uses["surveil"].seen
    play.emit(who, UseCounted(name="surveil", value=face))
    if rolled.outcome == "success":
        play.emit(command.base, CellUnlocked(name=command.cell, by=(who,)))
    if repeated:
        with play.citing("WD-SURV-04"):
            strike(play, command)
    elif rolled.outcome == "failure":
        failed(play, command)


def failed(play: Play, command: Watch) -> None:
    held = sorted(play.where(command.who, "cards", "intel"))
    owner = owner_of(play, command.who)
    choice = play.ask("failure", owner, ("strike", *held), "strike", "Take a strike, or spend intel?")
    if choice == "strike":
        strike(play, command)
    else:
        play.emit(command.who, CardSpent(name=choice, because="instead of a strike"))
        play.emit(command.base, CellUnlocked(name=command.cell, by=(command.who,)))


def strike(play: Play, command: Watch) -> None:
    grid = play.enclave(command.base).cells[command.cell].grid
    play.emit(command.base, StrikeMarked(name=grid))
    card = Card(kind="intel", tier=1, provenance=f"{command.base}.grids.{grid}")
    play.emit(command.who, CardGained(name=play.new_id("intel"), card=card))


def lay_out(play: Play, command: LayOut) -> None:
    """WD-GRID-11: a grid by its target numbers; a whole row or column gives a bonus of 1."""
    rows, columns = len(command.numbers), len(command.numbers[0])
    grid = Grid(target=command.target, rows=rows, columns=columns, starts=("0/0", f"{rows - 1}/{columns - 1}"))
    play.emit(command.base, GridLaidOut(name=command.grid, grid=grid))
    for row, numbers in enumerate(command.numbers):
        for column, number in enumerate(numbers):
            cell = Cell(grid=command.grid, row=row, column=column, price=number)
            play.emit(command.base, CellLaid(name=f"{command.grid}/{row}/{column}", cell=cell))
    for line, length in [
        *((f"row/{r}", columns) for r in range(rows)),
        *((f"column/{c}", rows) for c in range(columns)),
    ]:
        bonus = Formula(path=bonus_of(command.grid, line), expression=complete(command.grid, line, length))
        play.emit(command.base, FormulaDefined(name=f"{command.grid}/{line}", formula=bonus))


def bonus_of(grid: str, line: str) -> str:
    return f"bonus.{grid}/{line}"


def complete(grid: str, line: str, length: int) -> AnyExpression:
    """1 where every space of the line is open, else 0. A line is `row/1` or `column/0`."""
    which, _, number = line.partition("/")
    opened = Count(component="cells", where={"grid": grid, which: int(number), "state": "open"})
    return AtLeast(value=opened, threshold=length, then=Number(value=1))


def mark_pieces(play: Play, command: MarkPieces) -> None:
    """WD-DEEP-01: any four spaces of the game master's; they are shown to be pieces once they are unlocked."""
    if len(command.cells) != PIECES:
        play.refuse("WD-DEEP-01", f"A node has {PIECES} pieces, not {len(command.cells)}.")
    for name in command.cells:
        play.emit(command.base, CellChanged(name=name, node=command.node))


def unlock(play: Play, command: Unlock) -> None:
    """WD-DEEP-01: with its last piece the set gathers into a node, one more space to be cleared (ruling 125); clearing
    the node improves the bonus of every row and column of its pieces."""
    cell = play.enclave(command.base).cells[command.cell]
    if cell.state == "open":
        play.refuse("WD-GRID-07", "That space is open already.")
    play.emit(command.base, CellUnlocked(name=command.cell, by=(command.by,)))
    if not cell.node:
        return
    with play.citing("WD-DEEP-01"):
        name = f"{cell.grid}/{cell.node}"
        pieces = pieces_of(play, command.base, cell.grid, cell.node)
        if command.cell == name:
            improve(play, command.base, cell.grid, cell.node, pieces)
        elif all(piece.state == "open" for piece in pieces):
            node = Cell(grid=cell.grid, row=-1, column=-1, price=NODE_NUMBER, node=cell.node, data={"tier": NODE_TIER})
            play.emit(command.base, CellLaid(name=name, cell=node))


def pieces_of(play: Play, base: str, grid: str, node: str) -> list[Cell]:
    return [cell for cell in play.where(base, "cells", grid).values() if cell.node == node and cell.row >= 0]


def improve(play: Play, base: str, grid: str, node: str, pieces: list[Cell]) -> None:
    """By 1, as long as the row or column is complete."""
    laid = play.enclave(base).grids[grid]
    lines = {f"row/{piece.row}": laid.columns for piece in pieces}
    lines |= {f"column/{piece.column}": laid.rows for piece in pieces}
    for line, length in sorted(lines.items()):
        better = Modifier(path=bonus_of(grid, line), amount=complete(grid, line, length), source=f"{grid}/{node}")
        play.emit(base, ModifierApplied(name=f"{grid}/{node}/{line}", modifier=better))


KINDS = (
    Kind(name="cite", args=Cite, rule=cite, by="owner", actor="who", summary="Cite a reputation."),
    Kind(name="surveil", args=Surveil, rule=surveil, by="owner", actor="who", summary="Begin to watch a target."),
    Kind(name="watch", args=Watch, rule=watch, by="owner", actor="who", summary="Roll for a space."),
    Kind(name="lay_out", args=LayOut, rule=lay_out, by="gm", summary="Lay out a grid."),
    Kind(name="mark_pieces", args=MarkPieces, rule=mark_pieces, by="gm", summary="Mark the pieces of a node."),
    Kind(name="unlock", args=Unlock, rule=unlock, by="gm", summary="Unlock a space."),
)
