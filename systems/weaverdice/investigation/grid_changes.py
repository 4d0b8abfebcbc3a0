"""Changes of a grid by the game master: blocked and harder spaces, lost ground, another disposition, lies."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.intelligence import CellChanged, GridChanged
from systems.freeform.fields import Key, Title
from systems.weaverdice.investigation import grids, intel, nodes, spaces
from systems.weaverdice.investigation.spaces import CLOSED, Info, OfGrid, OfSpace

Step = Annotated[int, Meta(ge=-10, le=10)]


class BlockSpace(OfSpace, frozen=True, kw_only=True, omit_defaults=True):
    """`free` takes the block away."""

    free: Annotated[bool, Meta(description="Whether the block is taken away")] = False


class ChangeRequirement(OfSpace, frozen=True, kw_only=True, omit_defaults=True):
    """Raise what it takes to unlock a space or, below zero, lower it: the target by `number`, the tier of the intel by
    `tiers`."""

    number: Annotated[Step, Meta(description="By how much the target of the roll rises or, below zero, falls")] = 0
    tiers: Annotated[Step, Meta(description="By how much the tier of the intel rises or, below zero, falls")] = 0
    because: Title = "Requirement"


class LoseGround(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`spaces` are the unlocked ones that close again."""

    spaces: Annotated[tuple[Key, ...], Meta(min_length=1, description="The unlocked spaces that close again")]


class RetypeGrid(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`replaced` is the disposition that goes, `by` the one that takes its place."""

    replaced: Annotated[Title, Meta(description="The disposition that goes")]
    by: Annotated[Title, Meta(description="The one that takes its place")]
    lost: Annotated[tuple[Key, ...], Meta(description="Spaces that close again")] = ()


class WriteSpace(OfSpace, frozen=True, kw_only=True, omit_defaults=True):
    """Write what a space tells; a field that is left out stays as it is."""

    truth: Info | UnsetType = UNSET
    shown: Annotated[
        Info | UnsetType,
        Meta(description="What players are told; left out, it follows the truth where it told the truth before"),
    ] = UNSET


class ConfoundResearch(OfSpace, frozen=True, kw_only=True, omit_defaults=True):
    """`how`: false information is sown, a record is flagged, or sealed. Unless they are not `warned`, players see that the
    space is confidential."""

    how: Annotated[
        Literal["false", "flagged", "sealed"],
        Meta(description="How: false information is sown, a record is flagged, or sealed"),
    ]
    shown: Annotated[Info, Meta(description="What is false")] = ""
    warned: Annotated[bool, Meta(description="Whether players see that the space is confidential")] = True


@command("Block a space of a grid, or take the block away.")
def block_space(play: Play, command: BlockSpace) -> None:
    """WD-GRID-13: a blocked space is not unlocked from downtime; it takes action in play, or a way around it."""
    name = spaces.space(play, command.group, command.grid, command.space)
    if spaces.is_open(play, command.group, name):
        play.refuse("WD-GRID-13", "That space is unlocked; take the ground away first, or block another.")
    play.emit(command.group, CellChanged(name=name, blocked=not command.free))


@command("Make a space of a grid harder or easier to unlock.")
def change_requirement(play: Play, command: ChangeRequirement) -> None:
    """WD-GRID-13: a space that is guarded takes more, and one that has become easier takes less."""
    name = spaces.space(play, command.group, command.grid, command.space)
    for field, amount in (("price", command.number), ("data.tier", command.tiers)):
        if amount:
            spaces.change(play, command.group, name, field, amount=amount, why=command.because, audience="gm")


@command("Take progress on a grid away: unlocked spaces close again.")
def lose_ground(play: Play, command: LoseGround) -> None:
    """WD-GRID-14, WD-DEEP-04: the target changes its habits, and what was unlocked is worth nothing any more."""
    lose(play, command.group, tuple(spaces.space(play, command.group, command.grid, one) for one in command.spaces))


def lose(play: Play, group: str, lost: tuple[str, ...]) -> None:
    """Unlocked spaces close again. The facts that they told stay known to those who knew them."""
    for name in dict.fromkeys(lost):
        if not spaces.is_open(play, group, name):
            play.refuse("WD-GRID-14", "Only unlocked spaces can be lost; name spaces that are open.")
        nodes.check_safe(play, group, name)
        with play.citing("WD-GRID-14"):
            play.emit(group, CellChanged(name=name, state=CLOSED))
            nodes.scatter(play, group, name)


@command("Replace a disposition of a target on its grid.")
def retype_grid(play: Play, command: RetypeGrid) -> None:
    """WD-GRID-14: a disposition turns out to be another; the spaces that had it have the new one, and some progress goes."""
    group, on = command.group, command.grid
    laid = spaces.there_is(play, group, on)
    old, new = command.replaced.casefold(), command.by.casefold()
    intel.check_type(play, spaces.kind_of(new), laid.target)
    now = spaces.dispositions(laid)
    if old not in now:
        play.missing(
            f"{group}.grids.{on}",
            "The target is not {replaced}, but {now}.",
            replaced=command.replaced,
            now=", ".join(now),
        )
    changed = tuple(dict.fromkeys(new if one == old else one for one in now))
    play.emit(group, GridChanged(name=on, data=spaces.GridData.changes(dispositions=", ".join(changed))))
    with play.seen_by("gm"):
        for name, cell in sorted(play.where(group, "cells", on).items()):
            if spaces.CellData.of(cell).type == old:
                play.emit(group, CellChanged(name=name, data=spaces.CellData.changes(type=new)))
        nodes.retype(play, group, on, old, new)
    lose(play, group, tuple(spaces.space(play, group, on, called) for called in command.lost))


@command("Write what is true of a space, and what it tells.")
def write_space(play: Play, command: WriteSpace) -> None:
    """WD-GRID-10: write what a space tells, also after it was unlocked."""
    name = spaces.space(play, command.group, command.grid, command.space)
    cell = spaces.cell_of(play, command.group, name)
    honest = command.shown is UNSET and cell.shown == cell.truth
    shown = command.truth if honest else command.shown
    play.emit(command.group, CellChanged(name=name, truth=command.truth, shown=shown, rules=("WD-GRID-10",)))


@command("Sow false information in a space, or flag or seal its records.")
def confound_research(play: Play, command: ConfoundResearch) -> None:
    """WD-RSCH-04, WD-DEEP-04: false information is sown, or a record flagged or sealed; normally with some warning."""
    group = command.group
    name = spaces.space(play, group, command.grid, command.space)
    nodes.check_safe(play, group, name)
    with play.seen_by("gm"):
        if command.how == "false":
            play.emit(group, CellChanged(name=name, shown=command.shown))
        else:
            play.emit(group, CellChanged(name=name, data=spaces.CellData.changes(**{command.how: True})))
    if command.warned:
        play.emit(group, CellChanged(name=name, title="confidential"))


@command("Show a grid that was hidden.")
def show_grid(play: Play, command: OfGrid) -> None:
    """WD-GRID-01: a grid that was hidden is shown, now that the target or the thread is found."""
    spaces.there_is(play, command.group, command.grid)
    grids.show(play, command.group, command.grid)
