"""Relaxing: stress falls by one for every whole hour in which nothing of its type is used."""

from __future__ import annotations

from typing import Final

from domain.kit import pools
from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged, TaskEnded
from systems.midnight_in_vaia.encounter import actions
from systems.midnight_in_vaia.moments import HOUR as EVERY_HOUR
from systems.midnight_in_vaia.people import Stress

HOUR: Final = 3_600
"""Seconds."""

RELAXING: Final = "relaxing"
"""The kind of task that an hour of relaxing is; there is one for each type of stress that a character has."""


@data_of("tasks", RELAXING)
class RelaxingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The type of the stress that an hour takes off."""

    stress: Stress


def begin_anew(play: Play, who: str, type: Stress) -> None:
    """MV-STRS-08, ruling 24: begin the hour of a type of stress anew for a character who uses something of it; in
    encounters too."""
    name, due = f"{RELAXING}-{type}", UntilTime(at=play.clock() + HOUR)
    with play.citing("MV-STRS-08"):
        if name in play.character(who).tasks:
            play.emit(who, TaskChanged(name=name, due=due))
        elif play.character(who).tracks[type].current > 0:
            play.emit(
                who, TaskBegun(name=name, task=Task(kind=RELAXING, due=due, data=RelaxingData(stress=type).stored()))
            )


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


DUE = {RELAXING: relax}

PERIODS = {EVERY_HOUR: HOUR}
