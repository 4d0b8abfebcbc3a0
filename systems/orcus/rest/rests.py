"""Rests: short and long ones, how they begin and end, and what a character who has rested long enough gets of it.

The gains of a rest hang on its moment: powers, temporary hit points, failed death saves. A long rest counts as a short
one too.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, pools, rests, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.durations import next_turn
from domain.kit.rests import RestKind
from domain.messages import numbered, text
from domain.play.moments import pass_time
from domain.play.play import Play
from domain.system import ConditionKind
from domain.vocabulary.data import Data
from systems.orcus.fields import Because
from systems.orcus.harm.healing import HP, RECOVERIES, RESTING, heal
from systems.orcus.moments import LONG_REST, SHORT_REST
from systems.orcus.sheet.conditions import DYING, is_dead

MINUTE, HOUR = 60, 3_600

SHORT: Final = RestKind("short", SHORT_REST)
LONG: Final = RestKind("long", LONG_REST, fills=(RECOVERIES,), hours=6, every=24)
RESTS: Final = {rest.name: rest for rest in (SHORT, LONG)}

LASTS: Final = {"short": (5 * MINUTE, "OR-REST-03"), "long": (6 * HOUR, "OR-REST-04")}
"""The least seconds that a rest takes, and by which rule."""

CONDITIONS: Final = {RESTING: ConditionKind(single=True)}

Sort = Literal["short", "long"]

_IN_WORDS: Final[dict[str, str]] = {"short": text("short"), "long": text("long")}
"""The sorts of rest, as a refusal names them."""


@data_of("conditions", RESTING)
class RestData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A rest that a character takes: its sort, and the second of the game's time since which it lasts."""

    sort: str = "short"
    since: int = 0


class Resting(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Some rest together."""

    who: Annotated[tuple[CharacterRef, ...], Meta(min_length=1, description="Who rests")]


class BeginRest(Resting, frozen=True, kw_only=True, omit_defaults=True):
    """Some begin to rest together."""

    sort: Annotated[Sort, Meta(description="A short rest, or a long one to end the day")] = "short"


class TakeRest(BeginRest, frozen=True, kw_only=True, omit_defaults=True):
    """Some rest together, from beginning to end."""

    minutes: Annotated[int, Meta(ge=1, le=10_000, description="How long; left out, as long as it takes")] | None = None


class EndRest(Resting, frozen=True, kw_only=True, omit_defaults=True):
    """A rest is over, or is broken off."""

    because: Because = ""


@command("Begin a rest.", scene=True)
def begin_rest(play: Play, command: BeginRest) -> None:
    """OR-REST-02, ruling 44: short rests come at any point of the day, a long one ends it; a turn in a fight interrupts them."""
    for who in command.who:
        if turns.running(play) is not None and who in turns.fighters(play):
            play.refuse("OR-REST-02", "They are in a fight; end it before anybody rests.")
        _check_rests(play, who)
        if conditions.has(play, who, RESTING):
            play.refuse("OR-REST-02", "They are resting already; end that rest first.")
        data = RestData(sort=command.sort, since=play.clock())
        conditions.gain(play, who, RESTING, until=next_turn(who), data=data)


@command("End a rest: a character who has rested long enough gets what it gives.")
def end_rest(play: Play, command: EndRest) -> None:
    """OR-REST-03, OR-REST-04, ruling 44: the benefit falls at the end; a rest that was too short is not completed, nor that of
    who has come to be dying in it."""
    for who in command.who:
        resting = conditions.present(play, who, RESTING)
        if not resting:
            play.refuse("OR-REST-02", "They are not resting; begin a rest first.")
        _check_rests(play, who)
        for name, condition in resting.items():
            data = RestData.read(condition)
            conditions.end_one(play, who, name, command.because or "the rest is over")
            least, rule = LASTS[data.sort]
            if play.clock() - data.since < least:
                play.refuse(
                    rule,
                    "A {sort} rest takes {duration}; break it off, or let time pass first.",
                    sort=_IN_WORDS[data.sort],
                    duration=_duration(least),
                )
            benefit(play, who, RESTS[data.sort])


@command("Break a rest off before its time, without what it gives.")
def break_off_rest(play: Play, command: EndRest) -> None:
    """OR-REST-03, OR-REST-04, ruling 44: a rest that is interrupted is not completed, and begins anew."""
    with play.citing("OR-RULING-44"):
        for who in command.who:
            if not conditions.end(play, who, RESTING, command.because or "interrupted"):
                play.refuse("OR-REST-02", "They are not resting, so there is nothing to break off.")


@command("Rest, let the time pass, and get what the rest gives.")
def take_rest(play: Play, command: TakeRest) -> None:
    """OR-REST-01, OR-REST-02, OR-REST-03, OR-REST-04, OR-REST-05: a short rest takes 5 minutes or more, a long one 6 hours or more."""
    begin_rest(play, command)
    least, _ = LASTS[command.sort]
    pass_time(play, least if command.minutes is None else command.minutes * MINUTE)
    end_rest(play, EndRest(who=command.who))


def benefit(play: Play, who: str, rest: RestKind) -> None:
    """OR-REST-01, OR-REST-03, OR-REST-05, rulings 42 and 44: let a character have what a rest gives.

    A second long rest within 24 hours counts as a short one.
    """
    if rest is LONG and rests.too_soon(play, who, LONG):
        play.cite("OR-REST-05")
        rest = SHORT
    if rest is LONG:
        with play.citing("OR-REST-01"):
            missing = pools.room(play, who, HP)
            if missing:
                heal(play, who, missing)
    with play.citing("OR-REST-03" if rest is SHORT else "OR-RULING-42"):
        rests.take(play, who, SHORT)
    if rest is LONG:
        with play.citing("OR-REST-01"):
            rests.take(play, who, LONG)


def _check_rests(play: Play, who: str) -> None:
    """Ruling 44: refuse a rest of a character who is dying or dead."""
    if is_dead(play, who) or conditions.has(play, who, DYING):
        play.refuse("OR-RULING-44", "The dying and the dead do not rest; leave them out.")


def _duration(seconds: int) -> str:
    if seconds >= HOUR:
        return numbered("{count} hour", "{count} hours", seconds // HOUR)
    return numbered("{count} minute", "{count} minutes", seconds // MINUTE)
