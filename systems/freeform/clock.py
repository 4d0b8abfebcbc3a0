"""The in-game clock: time passes, and what falls due on the way does; or the clock is set, and nothing does."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.aggregates import CAMPAIGN
from domain.commands import AnyRef, Command
from domain.kit.commands import command
from domain.play import moments
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.chronicle import Clock, ClockSet, ClockStarted
from systems.freeform.fields import Word

TIME = "time"

_LENGTHS = {"seconds": 1, "minutes": 60, "hours": 3_600, "days": 86_400}

Span = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class AdvanceClock(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Time passes in the game: `seconds`, `minutes`, `hours` and `days` are added up."""

    seconds: Annotated[Span, Meta(description="Seconds that pass in the game; all of these are added up")] = 0
    minutes: Annotated[Span, Meta(description="Minutes that pass in the game; all of these are added up")] = 0
    hours: Annotated[Span, Meta(description="Hours that pass in the game; all of these are added up")] = 0
    days: Annotated[Span, Meta(description="Days that pass in the game; all of these are added up")] = 0


class SetClock(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`at` counts seconds from the campaign's beginning."""

    at: Annotated[Span | UnsetType, Meta(description="The time in seconds from the campaign's beginning")] = UNSET
    origin: Annotated[str | UnsetType, Meta(description="What second 0 is called")] = UNSET


class CallMoment(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`moment` is the table's or the game's word, of a `subject` or of nobody."""

    moment: Annotated[Word, Meta(description="The table's or the game's word for the moment")]
    subject: Annotated[AnyRef, Meta(description="Whose moment it is; left out, nobody's")] = ""


@command("Let in-game time pass; whatever falls due on the way does.", rules=(TIME,))
def advance_clock(play: Play, command: AdvanceClock) -> None:
    """Time passes for everybody."""
    seconds = sum(getattr(command, part) * length for part, length in _LENGTHS.items())
    if seconds == 0:
        raise Refused(TIME, "Say how much time passes, in {lengths}.", lengths=", ".join(_LENGTHS))
    moments.pass_time(play, seconds)


@command("Set the in-game clock without any time passing.")
def set_clock(play: Play, command: SetClock) -> None:
    """The clock shows another time; what lies between did not happen, and nothing ends by it."""
    if "now" not in play.campaign().clock:
        play.emit(CAMPAIGN, ClockStarted(name="now", clock=Clock()))
    play.emit(CAMPAIGN, ClockSet(name="now", at=command.at, origin=command.origin))


@command("Let a moment come: an upkeep, a watch's end, whatever something waits for.")
def call_moment(play: Play, command: CallMoment) -> None:
    """A moment comes because the game master says so."""
    moments.come(play, command.moment, command.subject)
