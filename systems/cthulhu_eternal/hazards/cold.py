"""Cold: how long one lasts in it, what it takes, and warming up."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged
from systems.cthulhu_eternal import moments, states
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.harm import damage, recovery
from systems.cthulhu_eternal.hazards import perils
from systems.cthulhu_eternal.people import stat
from systems.cthulhu_eternal.tests import stat_test

Prepared = Literal["unprepared", "partially", "fully"]

COLD: Final = "cold"
"""The task of a character who is out in it, and what takes their CON; each failed test is a failure of the task."""

WARMING: Final = "warming"
"""The task by which CON returns in warmth and shelter."""

FROZEN: Final = "frozen"
"""The condition of a character who cannot move any more."""


class _After(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step_seconds: int
    loss: int
    least_con: int
    damage: str
    warming_seconds: int


class _Cold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    safe: dict[Prepared, int]
    after: _After


_COLD: Final = table(__package__, "cold", _Cold)
SAFE: Final = _COLD.safe
"""CE-COLD-01."""

CATALOGUE: Final = (
    CatalogueKind(
        name="preparation",
        title="Preparations for the cold",
        table=SAFE,
        rules=("CE-COLD-01",),
        value="safe for each point of CON",
        units={"": "seconds"},
    ),
)


@data_of("tasks", COLD)
class ColdData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The quality of a character's clothes against the cold."""

    prepared: str = ""


class GoIntoCold(Command, frozen=True, kw_only=True, omit_defaults=True):
    """From now on; after a time that goes by CON, the frost begins to tell."""

    who: CharacterRef
    prepared: Annotated[
        Prepared,
        Meta(
            description="How well they are clothed and equipped: the better, the longer nothing happens",
            extra={"catalogue": "preparation"},
        ),
    ] = "unprepared"
    because: Why = ""


class LeaveCold(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Into `warmth` and shelter, or else merely out of the frost: then what was lost returns by the day."""

    who: CharacterRef
    warmth: Annotated[
        bool,
        Meta(
            description="Whether they come into warmth and shelter, so that what was lost returns by the day, or merely out of the frost"
        ),
    ] = True


@command("A character is out in freezing temperatures from now on.")
def go_into_cold(play: Play, command: GoIntoCold) -> None:
    """CE-COLD-01, CE-COLD-02, CE-COLD-03, CE-RULING-38: the safe time is by the CON at the beginning; the first test is
    a step later."""
    who = command.who
    perils.check_new(play, who, COLD, "CE-COLD-01")
    perils.over(play, who, WARMING, "in the cold again")
    if recovery.lost(play, who, "con", COLD):
        recovery.hold_back(play, who, "con", COLD)
    safe = SAFE[command.prepared] * stat(play, who, "con")
    due = UntilTime(at=play.clock() + safe + _COLD.after.step_seconds)
    task = Task(kind=COLD, due=due, data=ColdData(prepared=command.prepared).stored())
    play.emit(who, TaskBegun(name=COLD, task=task, rules=("CE-COLD-01",)))


def another_step(play: Play, who: str, name: str) -> None:
    """CE-COLD-02, CE-COLD-03: five more minutes: a test of CON as it now is or, where nothing is left of it, harm."""
    if stat(play, who, "con") > _COLD.after.least_con:
        with play.citing("CE-COLD-02"):
            _shiver(play, who)
    else:
        with play.citing("CE-COLD-03"):
            damage.inflict(play, who, perils.harm(COLD, dice=_COLD.after.damage, label="frost"))
    _freeze(play, who)
    if name in play.character(who).tasks:
        play.emit(who, TaskChanged(name=name, due=_in(play, _COLD.after.step_seconds)))


def _shiver(play: Play, who: str) -> None:
    if not stat_test(play, who, "cold", "con").success:
        recovery.lose_stat(play, who, "con", _COLD.after.loss, COLD, on_hold=True)


def _freeze(play: Play, who: str) -> None:
    """CE-COLD-03: at CON 1 they cannot move."""
    if stat(play, who, "con") <= _COLD.after.least_con and not _is_past_it(play, who):
        with play.citing("CE-COLD-03"):
            conditions.gain(play, who, FROZEN)


def _is_past_it(play: Play, who: str) -> bool:
    return conditions.has(play, who, states.DEAD) or conditions.has(play, who, FROZEN)


@command("A character comes out of the cold, into warmth and shelter or not.")
def leave_cold(play: Play, command: LeaveCold) -> None:
    """CE-COLD-04: in warmth and shelter the CON that was lost comes back by the minute; else, as others, by the day. A character
    out of the frost may come into warmth later."""
    who = command.who
    if command.warmth and _misses_warmth(play, who):
        recovery.hold_back(play, who, "con", COLD)
        _warm_up(play, who)
        return
    perils.find(play, who, COLD, text("{who} is not in the cold.", who=who))
    perils.over(play, who, COLD, "out of it")
    if not recovery.lost(play, who, "con", COLD):
        conditions.end(play, who, FROZEN, "out of it")
    elif command.warmth:
        _warm_up(play, who)
    else:
        recovery.let_return(play, who, "con", COLD)


def _misses_warmth(play: Play, who: str) -> bool:
    """Whether a living character is out of the cold, and what it took returns by the day."""
    tasks = play.character(who).tasks
    back_by_day = COLD not in tasks and WARMING not in tasks and bool(recovery.lost(play, who, "con", COLD))
    return back_by_day and not conditions.has(play, who, states.DEAD)


def _warm_up(play: Play, who: str) -> None:
    task = Task(kind=WARMING, due=_in(play, _COLD.after.warming_seconds))
    play.emit(who, TaskBegun(name=WARMING, task=task, rules=("CE-COLD-04",)))


def another_minute(play: Play, who: str, name: str) -> None:
    """CE-COLD-04: a minute in the warmth: 1 point of CON is back."""
    with play.citing("CE-COLD-04"):
        recovery.give_back(play, who, "con", _COLD.after.loss, COLD)
        if recovery.lost(play, who, "con", COLD):
            play.emit(who, TaskChanged(name=name, due=_in(play, _COLD.after.warming_seconds)))
        else:
            perils.over(play, who, name, "warm")
            conditions.end(play, who, FROZEN, "warm")


def thaw(play: Play, who: str) -> None:
    """CE-COLD-03: with more than 1 CON they move again, in whatever way it came back."""
    if stat(play, who, "con") > _COLD.after.least_con:
        conditions.end(play, who, FROZEN, "warm")


def _in(play: Play, seconds: int) -> UntilTime:
    return UntilTime(at=play.clock() + seconds)


def die_of_it(play: Play, who: str) -> None:
    """CE-HEAL-16: the dead feel no cold; what it took returns by the day to who lives again."""
    conditions.end(play, who, FROZEN, "dead")
    for peril in (COLD, WARMING):
        perils.over(play, who, peril, "dead")
    if recovery.lost(play, who, "con", COLD):
        recovery.let_return(play, who, "con", COLD)


DUE = {COLD: another_step, WARMING: another_minute}
MOMENTS = {moments.DIED: (die_of_it,), moments.RESTORED: (thaw,)}
