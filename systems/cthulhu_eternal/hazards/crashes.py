"""Falls and impacts."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.log import Noted
from systems.cthulhu_eternal import states
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.harm import damage, injuries, lethality
from systems.cthulhu_eternal.hazards import perils
from systems.cthulhu_eternal.tests import stat_test

Unit = Literal["mph", "km/h"]


class _Falling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`short` is the most yards of a short fall."""

    short: Annotated[int, Meta(description="The most yards of a short fall")]
    damage: str
    uncontrolled: str
    percent_per_yard: int


class _Impact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`step` is a step of speed in each unit."""

    percent_per_step: int
    no_tumbling: Annotated[int, Meta(description="What the rating is multiplied by where nobody can tumble")]
    step: Annotated[dict[Unit, int], Meta(description="A step of speed in each unit")]


class _Crashes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    falling: _Falling
    impact: _Impact


CRASHES: Final = table(__package__, "crashes", _Crashes)


class Fall(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`uncontrolled` matters in a short fall."""

    who: CharacterRef
    yards: Annotated[float, Meta(ge=0, le=100_000, description="How deep; a fraction of a yard does not count")]
    uncontrolled: Annotated[
        bool, Meta(description="Whether the fall is uncontrolled, which matters in a short one")
    ] = False
    because: Why = ""


class Slam(Command, frozen=True, kw_only=True, omit_defaults=True):
    """At this `speed` into a barrier."""

    who: CharacterRef
    speed: Annotated[int, Meta(ge=1, le=100_000, description="The speed at which they hit the barrier")]
    unit: Annotated[Unit, Meta(description="What the speed is counted in")] = "mph"
    no_tumbling: Annotated[bool, Meta(description="Whether the wall leaves nowhere to tumble")] = False
    because: Why = ""


@command("A character falls so many yards.", scene=True)
def fall(play: Play, command: Fall) -> None:
    """CE-FALL-01, CE-FALL-02, CE-FALL-03, CE-RULING-35, rulings 29 and 35: whole yards count, and under one yard
    nothing happens."""
    falling, yards, who = CRASHES.falling, int(command.yards), command.who
    perils.check_living(play, who)
    play.emit(who, Noted(name="fall", data={"yards": yards}, rules=("CE-FALL-01",)))
    if yards < 1:
        return
    if yards <= falling.short:
        dice = falling.uncontrolled if command.uncontrolled else falling.damage
        with play.citing("CE-FALL-01"):
            damage.inflict(play, who, perils.harm("fall", dice=dice))
    else:
        with play.citing("CE-FALL-02"):
            lethality.strike(play, who, perils.harm("fall"), yards * falling.percent_per_yard)
    _keep_senses(play, who, "CE-FALL-03")


@command("A character slams into a barrier at speed.", scene=True)
def slam(play: Play, command: Slam) -> None:
    """CE-IMP-01, CE-IMP-02, CE-IMP-03, CE-RULING-41, rulings 29 and 41: complete steps of speed count, and always
    one."""
    impact, who = CRASHES.impact, command.who
    perils.check_living(play, who)
    steps = max(1, command.speed // impact.step[command.unit])
    rating = steps * impact.percent_per_step * (impact.no_tumbling if command.no_tumbling else 1)
    with play.citing("CE-IMP-01", *(("CE-IMP-02",) if command.no_tumbling else ())):
        lethality.strike(play, who, perils.harm("impact"), rating)
    _keep_senses(play, who, "CE-IMP-03")


def _keep_senses(play: Play, who: str, *rules: str) -> None:
    """CE-FALL-03, CE-IMP-03: test CON x5 for a survivor, who is stunned by a failure."""
    if conditions.has(play, who, states.DEAD):
        return
    with play.citing(*rules):
        if not stat_test(play, who, "stun", "con").success:
            injuries.stun(play, who)
