"""Points of stats that are lost for a time, and come back by the day."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged, TaskEnded
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierChanged, ModifierLifted
from systems.cthulhu_eternal import moments, people, states
from systems.freeform.fields import Word

Stat = Annotated[
    Literal["str", "con", "dex", "int", "pow", "cha"],
    Meta(description="Strength, Constitution, Dexterity, Intelligence, Power or Charisma, by three letters"),
]
Cause = Annotated[Word, Meta(description="What took the points, in a word; by the same word they come back")]
Points = Annotated[int, Meta(ge=1, le=100, description="How many points of the stat")]


class _Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points_a_day: int
    day_seconds: int


RECOVERY: Final = table(__package__, "recovery", _Recovery)
RETURNING: Final = "stat-recovery"
"""The kind of the task by which points come back. One that is `held` waits for what lets them."""


@data_of("tasks", RETURNING)
class ReturnData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The points that return in a day, where it is not as many as usual."""

    a_day: int | None = None


class LoseStat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The points come back by themselves unless `held`."""

    who: CharacterRef
    stat: Stat
    points: Points
    cause: Cause = "harm"
    held: Annotated[bool, Meta(description="Whether the points stay lost; else they come back by themselves")] = False


class GiveBackStat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Give back at once so many of the points that something took."""

    who: CharacterRef
    stat: Stat
    points: Points
    cause: Cause = "harm"


class PaceRecovery(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`a_day` is how many points come back each day from now on; 0 for none until this is said anew."""

    who: CharacterRef
    stat: Stat
    cause: Cause = "harm"
    a_day: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="How many points come back each day from now on; 0 for none until this is said anew",
        ),
    ] = RECOVERY.points_a_day


def lose_stat(play: Play, who: str, stat: str, points: int, cause: str = "harm", *, on_hold: bool = False) -> None:
    """CE-HEAL-16, rulings 38 and 60: a stat is lower for a time by what `cause` took, and never below 0: more than is left
    of it is not lost, so that the first point regained counts. The most Hit Points stay as they are.

    The points come back one a day from now on; `on_hold`, not before `let_return`.
    """
    name = _name(stat, cause)
    left = people.stat(play, who, stat)
    if points > left:
        play.citations.append("CE-RULING-60")
        points = left
    if not points:
        return
    if name in play.character(who).modifiers:
        play.emit(who, ModifierChanged(name=name, amount=_amount(play, who, name) - points))
        return
    modifier = Modifier(path=f"attributes.{stat}", amount=-points, type="temporary", source=cause)
    play.emit(who, ModifierApplied(name=name, modifier=modifier))
    task = Task(kind=RETURNING, state="held" if on_hold else "", due=None if on_hold else _tomorrow(play))
    play.emit(who, TaskBegun(name=name, task=task))


def lost(play: Play, who: str, stat: str, cause: str = "harm") -> int:
    """Return how many points of a stat something has taken that are not back yet."""
    name = _name(stat, cause)
    return -_amount(play, who, name) if name in play.character(who).modifiers else 0


def keep_above_0(play: Play, who: str, stat: str) -> None:
    """Ruling 60: a stat that falls for good takes with it what it had lost for a time and could not lose any more."""
    names = sorted(play.where(who, "tasks", RETURNING))
    causes = [cause for _, of, cause in (name.split("/", 2) for name in names) if of == stat]
    below = sum(lost(play, who, stat, cause) for cause in causes) - play.character(who).attributes[stat].base
    with play.citing("CE-RULING-60"):
        for cause in causes:
            below -= give_back(play, who, stat, max(0, below), cause)


def give_back(play: Play, who: str, stat: str, points: int, cause: str = "harm") -> int:
    """Points that something took are back; how many, never more than it took."""
    name = _name(stat, cause)
    back = min(points, lost(play, who, stat, cause))
    if back <= 0:
        return 0
    left = _amount(play, who, name) + back
    if left:
        play.emit(who, ModifierChanged(name=name, amount=left))
    else:
        play.emit(who, ModifierLifted(name=name, because="recovered"))
        play.emit(who, TaskEnded(name=name, because="recovered"))
    come(play, moments.RESTORED, who)
    return back


def let_return(play: Play, who: str, stat: str, cause: str = "harm") -> None:
    """Let the points return by the day from now on, as nothing holds them back any more."""
    _set_pace(play, who, stat, cause)


def hold_back(play: Play, who: str, stat: str, cause: str = "harm") -> None:
    """Hold the points back again."""
    _set_pace(play, who, stat, cause, a_day=0)


def come_back(play: Play, who: str, name: str) -> None:
    """CE-HEAL-16: a day is over, and points are back; the next come a day later. Nothing comes back to the dead."""
    _, stat, cause = name.split("/", 2)
    a_day = ReturnData.of(play.character(who).tasks[name]).a_day
    if conditions.has(play, who, states.DEAD):
        play.emit(who, TaskChanged(name=name, due=_tomorrow(play)))
        return
    with play.citing("CE-HEAL-16"):
        give_back(play, who, stat, RECOVERY.points_a_day if a_day is None else a_day, cause)
        if name in play.character(who).tasks:
            play.emit(who, TaskChanged(name=name, due=_tomorrow(play)))


def _set_pace(play: Play, who: str, stat: str, cause: str, a_day: int | UnsetType = UNSET) -> None:
    name = _name(stat, cause)
    if name not in play.character(who).tasks:
        play.missing(f"{who}.tasks.{name}", "No points of {stat} are lost to {cause}.", stat=stat.upper(), cause=cause)
    on_hold = a_day == 0
    data = {} if a_day is UNSET or on_hold else ReturnData.changes(a_day=a_day)
    due = None if on_hold else _tomorrow(play)
    play.emit(who, TaskChanged(name=name, state="held" if on_hold else "", due=due, data=data))


def _amount(play: Play, who: str, name: str) -> int:
    amount = play.character(who).modifiers[name].amount
    assert isinstance(amount, int)
    return amount


def _name(stat: str, cause: str) -> str:
    return f"lost/{stat}/{handle_of(cause) or 'harm'}"


def _tomorrow(play: Play) -> UntilTime:
    return UntilTime(at=play.clock() + RECOVERY.day_seconds)


@command("Points of a stat are lost for a time.", name="lose_stat")
def lose_stat_by_hand(play: Play, command: LoseStat) -> None:
    """CE-HEAL-16, CE-RULING-60: something that no other rule tells of takes points of a stat for a time."""
    lose_stat(play, command.who, command.stat, command.points, command.cause, on_hold=command.held)


@command("Points of a stat that were lost for a time are back at once.", name="give_back_stat")
def give_back_by_hand(play: Play, command: GiveBackStat) -> None:
    """CE-HEAL-16: the game master lets points return before their time."""
    with play.citing("CE-HEAL-16"):
        if not give_back(play, command.who, command.stat, command.points, command.cause):
            play.missing(
                command.who,
                "No points of {stat} are lost to {cause}.",
                stat=command.stat.upper(),
                cause=command.cause,
            )


@command("Say how many lost points of a stat come back each day.")
def pace_recovery(play: Play, command: PaceRecovery) -> None:
    """CE-HEAL-16: the game master decides otherwise about how fast points come back."""
    with play.citing("CE-HEAL-16"):
        _set_pace(play, command.who, command.stat, command.cause, command.a_day)


DUE = {RETURNING: come_back}
