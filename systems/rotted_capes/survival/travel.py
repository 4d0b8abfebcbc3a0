"""Overland travel: how far a day leads, what marching costs, and mounts that are pushed too hard."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions, counters
from domain.kit.commands import command
from domain.kit.durations import first_of, seconds
from domain.kit.rests import HOUR
from domain.play.moments import come, pass_time
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, UntilTime
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierChanged
from systems.rotted_capes.harm.wounds import wound
from systems.rotted_capes.moments import RESTED
from systems.rotted_capes.points.points import spend
from systems.rotted_capes.sheet import exhaustion
from systems.rotted_capes.sheet.people import LEVEL, MODES

Means = Literal["foot", "mount", "vehicle"]
Rank = Literal["perfect", "moderate", "challenging", "difficult", "daunting"]

PERCENT: Final[dict[Rank, int]] = {"perfect": 100, "moderate": 75, "challenging": 50, "difficult": 25, "daunting": 10}
"""RC-TRAV-12: the share of the speed that the conditions leave."""

CATALOGUE: Final = (
    CatalogueKind(
        name="travel",
        title="Conditions of travel",
        table=PERCENT,
        rules=("RC-TRAV-12",),
        value="share of the speed",
        units={"": "%"},
    ),
)

DAYLONG: Final = 8
"""RC-TRAV-01, RC-TRAV-02: the hours of a day on foot, in the saddle, or at the wheel."""

DRIVE: Final = 25
"""RC-TRAV-08: the miles an hour that most vehicles make at least."""

TRAVELLED: Final = "travelled"
"""A counter: the hours that a character has been on the way since they rested."""

MARCH: Final = "march"
"""The title of the level that marching beyond the day costs."""

BROKEN: Final = "exhausted_mount"
"""A condition of a mount that was pushed too hard."""

Hours = Annotated[int, Meta(ge=1, le=24, description="Hours on the way")]
Travellers = Annotated[
    tuple[CharacterRef, ...],
    Meta(min_length=1, max_length=100, description="Who walks or drives, or which mounts carry them"),
]


class Journey(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Some people travel over land by one means."""

    who: Travellers
    means: Annotated[Means, Meta(description="On foot, on mounts or in a vehicle")] = "foot"
    hours: Hours = DAYLONG
    mph: Annotated[int, Meta(ge=1, le=1_000, description="Miles an hour under perfect conditions")] | None = None
    conditions: Annotated[
        Rank, Meta(description="The rank of the conditions for this means of travel", extra={"catalogue": "travel"})
    ] = "perfect"
    drivers: Annotated[int, Meta(ge=1, le=20, description="How many take turns at the wheel")] = 1
    passes: Annotated[bool, Meta(description="Whether these hours pass on the clock as well")] = True


class Dictate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The Editor-in-Chief says how long a way takes."""

    who: Travellers
    hours: Annotated[int, Meta(ge=0, le=10_000, description="The hours that it takes")]
    told: Annotated[Text, Meta(description="How it goes, in words")] = ""


class Rest(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Rest for 8 hours."""

    who: CharacterRef


class Founder(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A mount goes lame."""

    mount: CharacterRef
    rider: Annotated[CharacterRef, Meta(description="Who spends a Plot Point to spare it; nobody where left out")] = ""


@command("Travel over land by one means, for some hours.")
def travel(play: Play, command: Journey) -> None:
    """RC-TRAV-01, RC-TRAV-08, RC-TRAV-10, RC-TRAV-11, RC-TRAV-12, RC-RULING-73: speed times hours, less by the conditions."""
    mph = command.mph if command.mph is not None else DRIVE if command.means == "vehicle" else None
    if mph is None:
        play.refuse("RC-RULING-73", "Say in the field mph how fast they are under perfect conditions.")
        return
    _check_may_go(play, command)
    if command.passes:
        pass_time(play, command.hours * HOUR)
    miles = mph * command.hours * PERCENT[command.conditions] // 100
    for who in command.who:
        play.emit(who, Noted(name="travel", data={"miles": miles, "hours": command.hours}, rules=("RC-TRAV-10",)))
        if command.means != "vehicle":
            march(play, who, command.hours)


def _check_may_go(play: Play, command: Journey) -> None:
    """RC-TRAV-01, RC-TRAV-07: a vehicle goes as long as there are drivers for, a broken mount not at all."""
    if command.means == "vehicle" and command.hours > DAYLONG * command.drivers:
        play.refuse("RC-TRAV-01", "There are too few drivers for so many hours; each drives 8 of them.")
    for who in command.who:
        if conditions.has(play, who, BROKEN):
            play.refuse("RC-TRAV-07", "A mount that was pushed too hard can't travel for 8 hours.")


def extra_hours(play: Play, who: str) -> int:
    """RC-TRAV-02, ruling 18: return the hours that a character can march beyond the 8 of a day."""
    return max(0, play.value(who, "modifiers.constitution").total)


def march(play: Play, who: str, hours: int) -> None:
    """RC-TRAV-02, RC-TRAV-03, RC-TRAV-04, RC-TRAV-05, ruling 67: count the hours, and what those beyond the day cost."""
    before = counters.times(play, who, TRAVELLED)
    counters.count(play, who, TRAVELLED, hours)
    most = DAYLONG + extra_hours(play, who)
    rested = AtMoment(moment=RESTED, subject=who)
    marched, marched_before = (max(0, min(each, most) - DAYLONG) for each in (before + hours, before))
    if marched > marched_before:
        _wear_out(play, who, marched, rested)
    beyond, beyond_before = (max(0, each - most) // 2 for each in (before + hours, before))
    if beyond > beyond_before:
        with play.citing("RC-TRAV-04"):
            exhaustion.gain(play, who, beyond - beyond_before, "travel", locked=True, until=rested)


def _wear_out(play: Play, who: str, marched: int, rested: AtMoment) -> None:
    """RC-TRAV-03, ruling 67: one level, for half of all the hours that were marched, 1 at least."""
    until = first_of(seconds(play, max(1, marched // 2) * HOUR), rested)
    levels = play.where(who, "modifiers", LEVEL)
    before = min((name for name in levels if levels[name].title == MARCH), default="")
    with play.citing("RC-TRAV-03"):
        if before:
            play.emit(who, ModifierChanged(name=before, until=until))
        else:
            exhaustion.gain(play, who, 1, "travel", locked=True, until=until, why=MARCH)


@command("Rest for 8 hours.", by="owner")
def rest(play: Play, command: Rest) -> None:
    """RC-TRAV-05: end the costs of travel after 8 hours of rest, so that the way begins afresh."""
    come(play, RESTED, command.who)


def begin_afresh(play: Play, who: str) -> None:
    """RC-TRAV-05: let a creature that has rested travel for a whole day again."""
    if counters.times(play, who, TRAVELLED):
        counters.clear(play, who, TRAVELLED)


@command("Say how long a way takes, whatever the rules say.")
def dictate_travel(play: Play, command: Dictate) -> None:
    """RC-TRAV-09: the rules of travel are guidelines."""
    pass_time(play, command.hours * HOUR)
    for who in command.who:
        play.emit(who, Noted(name="travel", text=command.told, data={"hours": command.hours}, rules=("RC-TRAV-09",)))


@command("Let a mount go lame that was pushed beyond its day.")
def founder(play: Play, command: Founder) -> None:
    """RC-TRAV-06, RC-TRAV-07: a Wound, half its movement for good unless a Plot Point spares it, and no way for 8 hours."""
    mount = command.mount
    if counters.times(play, mount, TRAVELLED) <= DAYLONG + extra_hours(play, mount):
        play.refuse("RC-TRAV-06", "It was not pushed beyond what it can travel in a day.")
    if conditions.has(play, mount, BROKEN):
        play.refuse("RC-TRAV-07", "It has gone lame already; it can't travel for 8 hours.")
    if command.rider:
        spend(play, command.rider, "other", "sparing a mount")
    else:
        for mode in MODES:
            lame = Modifier(
                path=f"pace.{mode}", operation="multiply", over=2, amount=1, title="lame", source="RC-TRAV-06"
            )
            play.emit(mount, ModifierApplied(name=play.new_id("lame"), modifier=lame))
    conditions.gain(play, mount, BROKEN, until=UntilTime(at=play.clock() + DAYLONG * HOUR), rules=("RC-TRAV-07",))
    wound(play, mount, 1, "pushed too hard")


MOMENTS: Final = {RESTED: (begin_afresh,)}
