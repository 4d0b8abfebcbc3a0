"""Rest: the Hiatus, what it gives back, and what comes of going without one."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, counters, rests
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.rests import HOUR, RestKind
from domain.messages import numbered
from domain.play.moments import come, pass_time
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from systems.rotted_capes.fields import Because
from systems.rotted_capes.moments import ARRIVED, HIATUS, RESTED
from systems.rotted_capes.rolls.challenges import save
from systems.rotted_capes.sheet import exhaustion
from systems.rotted_capes.sheet.conditions import UNCONSCIOUS, put_in, state_of
from systems.rotted_capes.sheet.enduring import held_out
from systems.rotted_capes.sheet.people import TIRING
from systems.rotted_capes.windows import Trial

AWAKE: Final = "awake"
"""The counter of the sleep checks since the last Hiatus; its time is that of the Hiatus."""

ASLEEP: Final = "Asleep"
"""RC-REST-02: the tag of who is Unconscious because they have fallen asleep."""

PSYCHOSIS: Final = "psychosis"

FIRST, SHORT, EVERY = 24, 36, 6
"""RC-REST-01, RC-REST-04, RC-REST-02: hours until the first check, with 4 hours of sleep a night, and between the others."""

DIFFICULTY, STEP = 15, 5
"""RC-REST-01, RC-REST-02: the number of the first check, and by how much each further one is harder."""

Hours = Annotated[int, Meta(ge=1, le=24, description="Hours of rest")]


@data_of("uses", AWAKE)
class AwakeData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """Time awake, which may include 4 hours of sleep since the last Hiatus."""

    short: bool = False


class TakeHiatus(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Rest for a Hiatus."""

    who: CharacterRef
    fed: Annotated[bool, Meta(description="Whether they have eaten and drunk something")] = True
    hours: Annotated[Hours, Meta(description="How long they rest; left out, as long as it takes")] | None = None
    passes: Annotated[bool, Meta(description="Whether these hours pass on the clock as well")] = False


class Nap(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Sleep only 4 hours of the night."""

    who: CharacterRef


class StayAwake(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character go without a Hiatus for too long."""

    who: CharacterRef


class Unhinge(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Lack of sleep brings psychosis upon a character."""

    who: CharacterRef
    levels: Annotated[int, Meta(ge=1, le=10, description="How many levels")] = 1
    because: Because = ""


def kind(play: Play) -> RestKind:
    """Ruling 49: return what a Hiatus is: 8 hours of rest, at most one in 24 hours."""
    return RestKind("hiatus", moment=HIATUS, hours=int(play.option("hiatus_hours") or 0), every=24)


@command("Take a Hiatus: a long rest, of which there is one a day.", by="owner")
def take_hiatus(play: Play, command: TakeHiatus) -> None:
    """RC-EXH-06, RC-REST-03, RC-REST-05, RC-RULING-49: a level of exhaustion goes if they ate and drank."""
    rest = kind(play)
    hours = rest.hours if command.hours is None else command.hours
    if rests.too_soon(play, command.who, rest):
        play.refuse("RC-RULING-49", "They had a Hiatus within the last 24 hours.")
    if hours < rest.hours:
        long = numbered("{count} hour", "{count} hours", rest.hours)
        play.refuse("RC-RULING-49", "A Hiatus takes {long} of rest; a shorter one is a nap.", long=long)
    if command.passes:
        pass_time(play, hours * rests.HOUR)
    with play.citing("RC-EXH-06"):
        restore(play, command.who, fed=command.fed)


def restore(play: Play, who: str, *, fed: bool) -> None:
    """RC-EXH-06, RC-REST-03: let a Hiatus be over. The level that goes is one of lack of sleep where there is one."""
    come(play, RESTED, who)
    rests.take(play, who, kind(play))
    if counters.is_open(play, who, AWAKE):
        counters.clear(play, who, AWAKE, last=play.clock(), data=AwakeData.changes(short=None))
    if fed and not exhaustion.sleep_off(play, who):
        exhaustion.relieve(play, who, 1, "a Hiatus")


@command("Sleep only 4 hours of the night.", by="owner")
def nap(play: Play, command: Nap) -> None:
    """RC-REST-04: the first check comes after 36 hours without a Hiatus, in place of 24."""
    counters.ensure(play, command.who, AWAKE, at=play.clock())
    counters.clear(
        play, command.who, AWAKE, counters.times(play, command.who, AWAKE), data=AwakeData(short=True).stored()
    )


@command("Roll the save that is due of a character who has had no Hiatus for too long.", by="owner")
def stay_awake(play: Play, command: StayAwake) -> None:
    """RC-REST-01, RC-REST-02: the first failure tires them; after that they fall asleep."""
    if not checks_due(play, command.who):
        play.refuse("RC-REST-01", "No save is due: they have had a Hiatus in time, or sleep already.")
    hold_out(play, command.who)


def checks_due(play: Play, who: str) -> int:
    """RC-REST-01, RC-REST-02, RC-REST-04, ruling 65: return how many saves against sleep are due and not made yet; none of who has
    fallen asleep."""
    use = play.character(who).uses.get(AWAKE)
    if use is None or play.character(who).profile["self"].kind not in TIRING:
        return 0
    if conditions.present(play, who, UNCONSCIOUS, tag=ASLEEP):
        return 0
    awake = (play.clock() - int(use.last or 0)) // HOUR - (SHORT if AwakeData.of(use).short else FIRST)
    return max(0, (1 + awake // EVERY if awake >= 0 else 0) - use.count)


def hold_out(play: Play, who: str) -> None:
    """RC-REST-01, RC-REST-02, RC-REST-03, ruling 65: a Constitution save; failing it costs a level, later on their waking."""
    made = counters.times(play, who, AWAKE)
    if held_out(play, who, "sleep"):
        last = int(play.character(who).uses[AWAKE].last or 0) + EVERY * HOUR
        counters.clear(play, who, AWAKE, made, last=last)
        return
    counters.add(play, who, AWAKE)
    with play.citing("RC-REST-02" if made else "RC-REST-01"):
        trial = Trial(who, "save", "save", DIFFICULTY + STEP * made, "constitution")
        if save(play, trial).success:
            return
        if made:
            put_in(play, who, state_of(UNCONSCIOUS, ASLEEP, until=AtMoment(moment=HIATUS, subject=who)))
        else:
            exhaustion.gain(play, who, 1, "sleep deprivation", locked=True)


@command("Bring psychosis upon a character for lack of sleep.", option="psychosis")
def unhinge(play: Play, command: Unhinge) -> None:
    """RC-REST-05: levels of psychosis last until the next Hiatus."""
    until = AtMoment(moment=HIATUS, subject=command.who)
    conditions.gain(play, command.who, PSYCHOSIS, level=command.levels, title=command.because, until=until)


def wake(play: Play, who: str) -> None:
    """RC-REST-01: count a newcomer awake from the time at which they come into the campaign."""
    if play.character(who).profile["self"].kind in TIRING:
        counters.ensure(play, who, AWAKE, at=play.clock())


MOMENTS: Final = {ARRIVED: (wake,)}

OPTIONS = (
    OptionSpec(name="hiatus_hours", default=8, text="How many hours a Hiatus takes.", rules=("RC-RULING-49",)),
    OptionSpec(
        name="psychosis",
        default=False,
        text="Whether lack of sleep may bring psychosis until the next Hiatus.",
        rules=("RC-REST-05",),
    ),
)
