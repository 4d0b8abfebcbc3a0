"""Relaxing: stress falls by one for every whole hour in which nothing of its type is used."""

from __future__ import annotations

from typing import Final

from domain.kit import pools
from domain.kit.data import data_of
from domain.play.play import Play
from domain.system import Handler
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged, TaskEnded
from systems.midnight_in_vaia.encounter import actions
from systems.midnight_in_vaia.moments import CHANNEL_ENDS
from systems.midnight_in_vaia.moments import HOUR as EVERY_HOUR
from systems.midnight_in_vaia.people import STRESS, Stress

HOUR: Final = 3_600
"""Seconds."""

RELAXING: Final = "relaxing"
"""The kind of task that an hour of relaxing is; there is one for each type of stress that a character has."""


@data_of("tasks", RELAXING)
class RelaxingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The type of the stress that an hour takes off."""

    stress: Stress


def begin(play: Play, who: str, type: Stress) -> None:
    """MV-STRS-08: begin the hour of a type of stress, where none runs, for a character who has some of it."""
    name, due = _name(type), UntilTime(at=play.clock() + HOUR)
    if name in play.character(who).tasks or play.character(who).tracks[type].current <= 0:
        return
    task = Task(kind=RELAXING, due=due, data=RelaxingData(stress=type).stored())
    with play.citing("MV-STRS-08"):
        play.emit(who, TaskBegun(name=name, task=task))


def begin_anew(play: Play, who: str, type: Stress) -> None:
    """MV-STRS-08, ruling 24: begin the hour of a type of stress anew for a character who uses something of it; in
    encounters too."""
    if _name(type) not in play.character(who).tasks:
        begin(play, who, type)
        return
    with play.citing("MV-STRS-08"):
        play.emit(who, TaskChanged(name=_name(type), due=UntilTime(at=play.clock() + HOUR)))


def _name(type: Stress) -> str:
    return f"{RELAXING}-{type}"


def rest(play: Play, who: str) -> None:
    """MV-STRS-07, MV-STRS-08, ruling 24: an effect that goes on is in use until it ends, so that the hour of its types begins
    then; no other effect that goes on is hurt by that, as it holds its hour up in any case."""
    for type in STRESS:
        if actions.channels(play, who, type):
            begin_anew(play, who, type)


def _rest_after(play: Play, who: str, _name: str) -> None:
    """MV-STRS-07: the Full Rounds of an effect that goes on are over."""
    rest(play, who)


def relax(play: Play, who: str, name: str) -> None:
    """MV-STRS-08, MV-STRS-09: a whole hour has passed: one point less of that type, and the next hour begins. Where an
    effect of the type still goes on, only the hour begins anew."""
    stress = RelaxingData.of(play.character(who).tasks[name]).stress
    with play.citing("MV-STRS-08", "MV-STRS-09"):
        if play.character(who).tracks[stress].current > 0 and not actions.channels(play, who, stress):
            pools.shift(play, who, stress, -1)
        if play.character(who).tracks[stress].current > 0:
            play.emit(who, TaskChanged(name=name, due=UntilTime(at=play.clock() + HOUR)))
        else:
            play.emit(who, TaskEnded(name=name, because="relaxed"))


DUE = {RELAXING: relax, actions.CHANNEL: _rest_after}

MOMENTS: dict[str, tuple[Handler, ...]] = {CHANNEL_ENDS: (rest,)}

PERIODS = {EVERY_HOUR: HOUR}
