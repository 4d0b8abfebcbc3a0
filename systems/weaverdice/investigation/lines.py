"""Bonuses of complete rows and columns of a grid, what they are good for, and claiming them."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.vocabulary.anchors import UntilSessionEnds
from domain.vocabulary.base import Scalar
from domain.vocabulary.bodies import Condition
from domain.vocabulary.expressions import AnyExpression, AtLeast, Count, Number
from domain.vocabulary.intelligence import Grid
from domain.vocabulary.log import Contribution, Noted
from domain.vocabulary.values import Formula, FormulaChanged, FormulaDefined
from systems.freeform.fields import Key
from systems.weaverdice.investigation import spaces
from systems.weaverdice.investigation.spaces import OPEN, TABLE, OfGrid

UNPREPARED: Final = "unprepared"
"""The condition of a character who comes late, or when they are most tired: their patterns are known, for as much as `level` says."""


class ClaimBonus(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`line` is a row or column by its heading, or as in `row/0`."""

    who: CharacterRef
    line: Annotated[Key, Meta(description="A row or column by its heading, or as in `row/0`")]


def of(laid: Grid) -> dict[str, int]:
    """The rows and columns of a grid, each with the number of its spaces: `row/0`, `column/2`."""
    rows = {f"row/{row}": laid.columns for row in range(laid.rows)}
    return rows | {f"column/{column}": laid.rows for column in range(laid.columns)}


def heading(laid: Grid, line: str) -> str:
    """Return the heading of a row or column; "" where it has none."""
    which, _, position = line.partition("/")
    labels = laid.row_labels if which == "row" else laid.column_labels
    return labels[int(position)] if int(position) < len(labels) else ""


def bonus_path(on: str, line: str) -> str:
    """The path at which the bonus of a row or column is reckoned, on the enclave."""
    return f"bonus.{on}/{line}"


def complete(on: str, line: str, length: int, amount: int = 1) -> AnyExpression:
    """`amount` where every space of the line is unlocked, else 0."""
    which, _, position = line.partition("/")
    unlocked = Count(component="cells", where={"grid": on, which: int(position), "state": OPEN})
    return AtLeast(value=unlocked, threshold=length, then=Number(value=amount))


def define_bonuses(play: Play, group: str, on: str) -> None:
    """WD-GRID-11: a complete row or column gives a bonus of 1, for as long as it is complete. Seen by those who see
    the grid."""
    laid = play.enclave(group).grids[on]
    for line, length in of(laid).items():
        path, title = bonus_path(on, line), heading(laid, line)
        formula = Formula(path=path, expression=complete(on, line, length), title=title, audience=laid.audience)
        play.emit(group, FormulaDefined(name=f"{on}/{line}", formula=formula))


def show(play: Play, group: str, on: str) -> None:
    """The grid is no longer hidden, and what its lines are worth neither."""
    for line in of(play.enclave(group).grids[on]):
        play.emit(group, FormulaChanged(name=f"{on}/{line}", shown_to="all"))


def bonus(play: Play, group: str, on: str, line: str) -> int:
    """Return the bonus of a row or column; 0 until it is complete."""
    return play.value(group, bonus_path(on, line)).total


def use_of(laid: Grid, line: str) -> str:
    """WD-GRID-11: return what a row or column is good for: information, timing, planning, search; "" where the game
    master says."""
    by_subject = TABLE.uses.subjects.get(spaces.GridData.of(laid).subject)
    return by_subject or TABLE.uses.headings.get(heading(laid, line), "")


def bonus_for(play: Play, group: str, on: str, use: str) -> int:
    """WD-GRID-11: return the sum of a grid's complete rows and columns that are good for a use."""
    laid = play.enclave(group).grids[on]
    return sum(bonus(play, group, on, line) for line in of(laid) if use_of(laid, line) == use)


def informed(play: Play, group: str, on: str) -> tuple[Contribution, ...]:
    """WD-GRID-11: return the bonus on rolls to learn more of a target whose movements or history are known."""
    amount = bonus_for(play, group, on, "information")
    return addend("what is known of the target", amount)


@command("Put a complete row or column of a grid to use.", by="owner", slots=0)
def claim_bonus(play: Play, command: ClaimBonus) -> None:
    """WD-GRID-11: put the bonus of a row or column to use: for a plan that catches the target unprepared, a mission
    that is planned the better, a search that is the shorter. Bonuses on information count by themselves."""
    who, group, on = command.who, command.group, command.grid
    laid = spaces.check_access(play, who, group, on)
    line = _line(play, command, laid)
    amount, use = bonus(play, group, on, line), use_of(laid, line)
    if amount < 1:
        play.refuse("WD-GRID-11", "That row or column is not complete; unlock the rest of it first.")
    data: dict[str, Scalar] = {
        "line": heading(laid, line) or line,
        "bonus": amount,
        "use": use or "advantage",
        "grid": on,
    }
    play.emit(who, Noted(name="claim", data=data, rules=("WD-GRID-11",)))
    if use == "timing":
        _catch(play, str(laid.target), f"{group}.grids.{on}", amount)


def _catch(play: Play, target: str, source: str, amount: int) -> None:
    """WD-GRID-11: the target is unprepared for this session, once for each grid, by as much as its patterns are worth."""
    if not target.startswith("character/") or not play.exists(target):
        return
    for name, caught in sorted(play.where(target, "conditions", UNPREPARED).items()):
        if caught.source == source:
            conditions.end_one(play, target, name, "put to use again")
    again = Condition(what=UNPREPARED, level=amount, source=source, until=UntilSessionEnds())
    conditions.add(play, target, again, play.new_id(UNPREPARED))


def _line(play: Play, command: ClaimBonus, laid: Grid) -> str:
    called = command.line.casefold()
    lines = (line for line in of(laid) if called in (line, heading(laid, line).casefold()))
    line = next(lines, None)
    if line is None:
        play.missing(
            f"{command.group}.grids.{command.grid}",
            "There is no row or column {line!r}; name it by its heading, or as row/0.",
            line=command.line,
        )
    return line
