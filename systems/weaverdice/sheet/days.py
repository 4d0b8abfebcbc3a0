"""The end of a day, the night, and the new day: for those who are named, or for everybody when the clock says so.

The chapters that mind `DAY_END`, `FULL_NIGHT` and `DAY_START` say what happens then; here is only the order.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command
from domain.kit import conditions, counters, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.moments import come, everyone, participants
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from systems.weaverdice.moments import DAY_END, DAY_START, FULL_NIGHT, MIDNIGHT
from systems.weaverdice.sheet.exhaustion import recovering

DAY: Final = 86_400
PERIODS: Final = {MIDNIGHT: DAY}
"""Moments that come round by the in-game clock, with their length in seconds."""

NIGHT: Final = "night"
"""The condition of a character who has ended a day and not begun the next one: the time of downtime and of sleep."""

DISCARD: Final = "discard"
"""The kind of the question which reputation is discarded at the end of a day."""

NIGHTS: Final = "nights"
"""The counter of the nights that have passed for a character; the last one is told by the clock."""


@data_of("conditions", NIGHT)
class NightData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A night, slept through or not."""

    slept: bool = False


class Evening(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` they are; left out, everybody who has effort to recover: players' capes and notables."""

    who: Annotated[
        tuple[CharacterRef, ...],
        Meta(
            description="Whose evening it is; left out, everybody's who has effort to recover: players' capes and notables"
        ),
    ] = ()


class PassNight(Evening, frozen=True, kw_only=True, omit_defaults=True):
    """A night that is not `full` brings the new day without what sleep restores."""

    full: Annotated[
        bool,
        Meta(description="Whether it is a full night; one that is not brings the new day without what sleep restores"),
    ] = True


@command("End the day of some or of all: morale is rolled for, and reputation beyond the maximum is discarded.")
def end_day(play: Play, command: Evening) -> None:
    """WD-MOR-07, WD-MOR-08, WD-MOR-09, WD-REP-09, WD-REP-10: the day ends; what is left of it is for downtime and the
    night."""
    for who in _those(play, command):
        _end_day(play, who)


@command("Some or all sleep a full night: exhausted dots come back, and what else sleep restores.")
def sleep(play: Play, command: Evening) -> None:
    """WD-EXH-05: a full night of sleep, which ends the day where it has not ended yet."""
    for who in _those(play, command):
        _sleep(play, who)


@command("A new day begins for some or all: morale goes to where the day starts.")
def start_day(play: Play, command: Evening) -> None:
    """WD-MOR-10: downtime and night are over, and a new day begins."""
    for who in _those(play, command):
        _start_day(play, who, play.clock())


@command("Let the day end, the night pass and the new day begin, for some or all.")
def pass_night(play: Play, command: PassNight) -> None:
    """WD-EXH-05, WD-MOR-10: the end of the day, the night and the new day at once, for one after the other."""
    for who in _those(play, command):
        if command.full:
            _sleep(play, who)
        elif not conditions.has(play, who, NIGHT):
            _end_day(play, who)
        _start_day(play, who, play.clock())


def midnight(play: Play, _: str) -> None:
    """The clock has come to the end of a day: the night passes for everybody for whom it has not passed by word since
    the last one. A character who is in a fight stays up, and a character whose night has begun wakes when the game
    master says so."""
    if not play.option("nights_by_clock"):
        return
    awake = fighting(play)
    for who in recovering(play):
        if (
            who not in awake
            and not conditions.has(play, who, NIGHT)
            and not _slept_since(play, who, play.clock() - DAY)
        ):
            _sleep(play, who)
            _start_day(play, who, play.clock() - 1)


def undecided(play: Play, who: str) -> bool:
    """WD-REP-10, ruling 134: whether the end of a character's day still waits for what they discard."""
    asked = play.campaign().questions
    questions = (asked[name] for name in asked)
    return any(
        question.blocking and who in question.holds and question.key.startswith(DISCARD) for question in questions
    )


def _check_decided(play: Play, who: str) -> None:
    if undecided(play, who):
        play.refuse("WD-REP-10", "What they discard at the end of the day is not said yet; answer that first.")


def _those(play: Play, command: Evening) -> tuple[str, ...]:
    return tuple(dict.fromkeys(command.who)) or recovering(play)


def _end_day(play: Play, who: str) -> None:
    if conditions.has(play, who, NIGHT):
        play.refuse("WD-MOR-09", "{who}'s day has ended already; let the night pass, or start the new day.", who=who)
    else:
        conditions.gain(play, who, NIGHT)
    _come(play, DAY_END, who)


def _sleep(play: Play, who: str) -> None:
    _check_decided(play, who)
    if not conditions.has(play, who, NIGHT):
        _end_day(play, who)
    for name, night in play.where(who, "conditions", NIGHT).items():
        if NightData.of(night).slept:
            play.refuse("WD-EXH-05", "{who} has slept this night; start the new day.", who=who)
        conditions.change(play, who, name, data=NightData.changes(slept=True))
    _come(play, FULL_NIGHT, who)


def _start_day(play: Play, who: str, at: int) -> None:
    """`at` is the second to which the night counts; one that the clock brings counts to the day before."""
    _check_decided(play, who)
    if not conditions.end(play, who, NIGHT, "a new day"):
        play.refuse("WD-MOR-10", "{who}'s day has not ended; end it before the new one starts.", who=who)
    counters.ensure(play, who, NIGHTS, what=NIGHT)
    counters.add(play, who, NIGHTS, at=at)
    _come(play, DAY_START, who)


def _come(play: Play, moment: str, who: str) -> None:
    come(play, moment, who, among=everyone(play))


def _slept_since(play: Play, who: str, second: int) -> bool:
    nights = play.character(who).uses.get(NIGHTS)
    return nights is not None and nights.last is not None and nights.last >= second


def fighting(play: Play) -> frozenset[str]:
    """Return everybody who takes part in a fight that is under way."""
    encounters = (handle.ref for handle in play.where(CAMPAIGN, "handles", "encounter").values())
    on = (ref for ref in encounters if play.exists(ref) and turns.pace(play, ref).state == "running")
    return frozenset(who for encounter in on for who in participants(play, encounter))


OPTIONS = (
    OptionSpec(
        name="nights_by_clock",
        default=True,
        choices=(True, False),
        text="Whether the night passes for everybody when the in-game clock comes to the end of a day.",
        rules=("WD-EXH-05", "WD-MOR-10"),
    ),
)


MOMENTS = {MIDNIGHT: (midnight,)}
