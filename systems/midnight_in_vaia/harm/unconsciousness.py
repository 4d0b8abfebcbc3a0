"""Unconscious: unaware and inert, slow to mend, hard to wake."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter
from domain.play import moments
from domain.play.play import Play
from domain.system import Handler, OptionSpec
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged, TaskEnded
from systems.midnight_in_vaia.encounter import actions, phases, rounds, slots, vulnerable
from systems.midnight_in_vaia.fields import Source
from systems.midnight_in_vaia.harm.relaxing import HOUR as SECONDS
from systems.midnight_in_vaia.moments import HEALED, HOUR, REVIVED

UNCONSCIOUS: Final = "unconscious"
REGENERATING: Final = "regenerating"
"""The kind of task that an hour of slow regeneration is."""

SLOWLY: Final = 10
"""MV-UNC-02: percent of all Hit Points in an hour."""


@data_of("tasks", REGENERATING)
class RegeneratingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """When the unconsciousness ends, if that is known."""

    until: int | None


class KnockOut(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Knock a character Unconscious, for so many `hours` or until they are woken."""

    who: CharacterRef
    hours: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        Meta(description="For how many hours; left out, until they are woken"),
    ] = None
    because: Source = "Story Guide"


class Wake(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Before they come to by themselves."""

    who: CharacterRef
    because: Source


def fall(play: Play, who: str, rule: str, hours: int | None = None, source: str = "") -> None:
    """MV-UNC-01, MV-EXEC-04: make a character Unconscious: their slots are gone, and whatever they were at.

    The Unconscious stay so for as long at least; nothing happens to the dead.
    """
    if rounds.is_out(play, who):
        if hours is not None and not vulnerable.is_dead(play, who):
            _stay(play, who, play.clock() + hours * SECONDS, rule)
        return
    at = None if hours is None else play.clock() + hours * SECONDS
    name = play.new_id(UNCONSCIOUS)
    with play.citing(rule):
        until = None if at is None else UntilTime(at=at)
        conditions.gain(play, who, UNCONSCIOUS, name=name, source=source, until=until)
        due = UntilTime(at=play.clock() + SECONDS)
        play.emit(
            who, TaskBegun(name=name, task=Task(kind=REGENERATING, due=due, data=RegeneratingData(until=at).stored()))
        )
    with play.citing("MV-UNC-01"):
        for pool in ("action", "reserved"):
            slots.lose(play, who, pool, slots.slots_left(play, who, pool))
        for doing in actions.under_way(play, who):
            actions.end(play, who, doing, UNCONSCIOUS)
    phases.review(play)


def _stay(play: Play, who: str, at: int, rule: str) -> None:
    """MV-EXEC-04: let a character who is Unconscious until a time be so until a later one."""
    for name, condition in sorted(play.where(who, "conditions", UNCONSCIOUS).items()):
        if isinstance(condition.until, UntilTime) and condition.until.at < at:
            with play.citing(rule):
                conditions.change(play, who, name, until=UntilTime(at=at))
                if name in play.where(who, "tasks", REGENERATING):
                    play.emit(who, TaskChanged(name=name, data=RegeneratingData(until=at).stored()))


def wake(play: Play, who: str, because: str, rule: str) -> None:
    """Wake an Unconscious character; nothing happens to others."""
    with play.citing(rule):
        for name in sorted(play.where(who, "conditions", UNCONSCIOUS)):
            conditions.end_one(play, who, name, because)
    _leave_off(play, who)
    phases.review(play)


def _leave_off(play: Play, who: str) -> None:
    """End the mending of the Unconscious for a character who is awake or dead."""
    for name in sorted(play.where(who, "tasks", REGENERATING)):
        play.emit(who, TaskEnded(name=name, because="awake"))


def regenerate_slowly(play: Play, who: str, name: str) -> None:
    """MV-UNC-02, MV-UNC-03, rulings 23 and 30: a tenth of all Hit Points for each whole hour, rounded down; with all of them
    they wake. The hour with which the unconsciousness ends counts."""
    over = name not in play.character(who).conditions
    if not over or RegeneratingData.of(play.character(who).tasks[name]).until == play.clock():
        with play.citing("MV-UNC-02"):
            vulnerable.heal(play, who, _share(play, who, SLOWLY))
    if name not in play.character(who).tasks:
        return
    if over and play.clock() % SECONDS:
        play.emit(who, TaskEnded(name=name, because="awake"))
    else:  # the hour of the awake that is over at this moment as well is none of theirs
        play.emit(who, TaskChanged(name=name, due=UntilTime(at=play.clock() + (1 if over else SECONDS))))


def _share(play: Play, who: str, percent: int) -> int:
    return int(play.value(who, "tracks.hp.maximum").total) * percent // 100


def regenerate(play: Play, _subject: str) -> None:
    """Ruling 30: how much of their Hit Points everybody who is awake regains in an hour is the campaign's to set."""
    percent = int(play.option("auto_regeneration") or 0)
    for who in moments.everyone(play) if percent else ():
        if who.startswith("character/") and play.exists(who) and _is_awake(play, who):
            vulnerable.heal(play, who, _share(play, who, percent))


def _is_awake(play: Play, who: str) -> bool:
    """MV-UNC-02: whether a character is neither dead nor Unconscious, and does not come to at this very moment."""
    return not rounds.is_out(play, who) and not play.where(who, "tasks", REGENERATING)


def come_to(play: Play, who: str) -> None:
    """MV-UNC-03, ruling 30: wake a character who has regained all of their Hit Points."""
    if vulnerable.hit_points(play, who) >= play.value(who, "tracks.hp.maximum").total:
        wake(play, who, "all Hit Points", "MV-UNC-03")


@command("A character falls Unconscious, for so many hours or until they are woken.", scene=True)
def knock_out(play: Play, command: KnockOut) -> None:
    """MV-UNC-01: something knocks a character out, by the word of the Story Guide."""
    if rounds.is_out(play, command.who):
        play.refuse("MV-UNC-01", "They are dead or Unconscious already; choose another target.")
    fall(play, command.who, "MV-UNC-01", command.hours, command.because)


@command("An effect or a thing wakes an Unconscious character.", name="wake", scene=True)
def wake_by_hand(play: Play, command: Wake) -> None:
    """MV-UNC-04: some effects and things wake; damage is none of them (MV-UNC-05)."""
    if not play.where(command.who, "conditions", UNCONSCIOUS):
        play.refuse("MV-UNC-04", "They are not Unconscious; there is nobody to wake.")
    wake(play, command.who, command.because, "MV-UNC-04")


DUE = {REGENERATING: regenerate_slowly}

MOMENTS: dict[str, tuple[Handler, ...]] = {HEALED: (come_to,), REVIVED: (_leave_off,), HOUR: (regenerate,)}

OPTIONS = (
    OptionSpec(
        name="auto_regeneration",
        default=0,
        choices=(0, 10, 20, 25, 50, 100),
        text="Percent of their Hit Points that everybody who is awake regains each hour; at 0 it is kept by hand.",
        rules=("MV-UNC-02", "MV-RULING-30"),
    ),
)
