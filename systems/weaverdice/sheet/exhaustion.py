"""Exhaustion: how effort comes back when a fight or situation is over, and what it costs."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters, turns
from domain.kit.commands import command
from domain.messages import numbered
from domain.play.moments import come, everyone, pass_time
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierLifted
from systems.freeform.fields import Amount
from systems.weaverdice.moments import DAY_END, ENCOUNTER_END, FULL_NIGHT, RESTED
from systems.weaverdice.sheet import effort

QUIET_MINUTES: Final = 5
"""WD-EXH-01: without crisis and without rolls that matter."""

EXHAUSTED: Final = "exhausted"


class CatchBreath(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`minutes` have passed without crisis and without a roll that was needed."""

    who: CharacterRef
    minutes: Annotated[
        Amount, Meta(description="How many minutes have passed without crisis and without a roll that was needed")
    ] = QUIET_MINUTES


class Pause(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` has the quiet `minutes`; left out, everybody who has effort to recover. The in-game clock goes on by
    them."""

    who: Annotated[
        tuple[CharacterRef, ...],
        Meta(description="Who has a quiet time; left out, everybody who has effort to recover"),
    ] = ()
    minutes: Annotated[Amount, Meta(description="How many quiet minutes they have")] = QUIET_MINUTES


@command(
    "After a fight or situation and five quiet minutes, spent effort comes back but for one exhausted dot.",
    by="owner",
    scene=True,
)
def catch_breath(play: Play, command: CatchBreath) -> None:
    """WD-EXH-01, WD-EXH-03, WD-EXH-04, WD-EFF-15: five quiet minutes after a fight or situation bring back what was
    spent."""
    _check_quiet(play, command.who, command.minutes)
    recover(play, command.who)


@command("Let quiet minutes pass for some or all: spent effort comes back but for one exhausted dot each.", scene=True)
def pause(play: Play, command: Pause) -> None:
    """WD-EXH-01, WD-EXH-03, WD-EXH-04, WD-EFF-15: the quiet minutes of several, one after the other, while the clock
    goes on for all."""
    several = tuple(dict.fromkeys(command.who)) or recovering(play)
    for who in several:
        _check_quiet(play, who, command.minutes)
    pass_time(play, command.minutes * 60)
    for who in several:
        recover(play, who)


def recovering(play: Play) -> tuple[str, ...]:
    """Return everybody who has effort to recover, by handle."""
    return tuple(who for who in everyone(play) if who.startswith("character/") and effort.has_effort(play, who))


def _check_quiet(play: Play, who: str, minutes: int) -> None:
    if turns.place_of(play, who) is not None:
        play.refuse(
            "WD-EXH-03", "The fight is still on; effort comes back when it is over and five minutes were quiet."
        )
    if minutes < QUIET_MINUTES:
        passed = numbered("minute has", "minutes have", minutes)
        play.refuse(
            "WD-EXH-03",
            "Effort comes back after {quiet_minutes} quiet minutes; {minutes} {passed} passed.",
            quiet_minutes=QUIET_MINUTES,
            minutes=minutes,
            passed=passed,
        )


def recover(play: Play, who: str) -> None:
    """WD-EXH-01, WD-EXH-02, WD-EXH-04: all spent dots return but one, which becomes exhausted; no dot does where none
    was spent or lost. Points for one encounter only are gone before that is counted (ruling 102). Quiet minutes are a
    rest as well (WD-REST-04)."""
    drained = drained_pools(play, who)
    if drained:
        _end_passing_dots(play, who)
        with play.citing("WD-EXH-01", "WD-EXH-04"):
            _exhaust(play, who, _exhaustible(play, who, drained))
    with play.citing("WD-EFF-15"):
        for pool in effort.POOLS:
            effort.fit(play, who, pool)
            effort.regain(play, who, pool)
    for pool in drained:
        counters.clear(play, who, effort.spent_counter(pool))
    come(play, RESTED, who)


def drained_pools(play: Play, who: str) -> tuple[str, ...]:
    """The pools that spent or lost a dot since effort last came back, even where rest has restored it (ruling 17)."""
    if not effort.has_effort(play, who):
        return ()
    uses = play.character(who).uses
    return tuple(pool for pool in effort.POOLS if uses[effort.spent_counter(pool)].count > 0)


def exhausted_dots(play: Play, who: str) -> tuple[str, ...]:
    """The names of the modifiers by which a character's dots are exhausted, each one dot of one pool."""
    if not effort.has_effort(play, who):
        return ()
    paths = (effort.most(pool) for pool in effort.POOLS)
    pairs = ((name, modifier) for path in paths for name, modifier in play.where(who, "modifiers", path).items())
    return tuple(sorted(name for name, modifier in pairs if EXHAUSTED in modifier.tags))


def _exhaustible(play: Play, who: str, drained: tuple[str, ...]) -> tuple[str, ...]:
    """Ruling 17: pools that spent or lost a dot, unless any may be picked; of these, those that have a dot to lose."""
    pools = tuple(effort.POOLS) if play.option("free_choice_of_pool") else drained
    return tuple(pool for pool in pools if play.value(who, effort.most(pool)).total > 0)


def _exhaust(play: Play, who: str, pools: tuple[str, ...]) -> None:
    if not pools:
        return
    pool, prompt = pools[0], "In which pool does a dot stay exhausted?"
    if len(pools) > 1:
        pool = play.ask(EXHAUSTED, who, pools, pools[0], prompt, about=who)
    until = AtMoment(moment=FULL_NIGHT, subject=who)
    dot = Modifier(
        path=effort.most(pool), amount=-1, title="exhausted dot", source="exhaustion", tags=(EXHAUSTED,), until=until
    )
    play.emit(who, ModifierApplied(name=play.new_id(EXHAUSTED), modifier=dot))


def _end_passing_dots(play: Play, who: str) -> None:
    """The dots that were there for one encounter only go with the situation, where no encounter was kept."""
    for pool in effort.POOLS:
        for name, modifier in play.where(who, "modifiers", effort.most(pool)).items():
            if modifier.until == AtMoment(moment=ENCOUNTER_END):
                play.emit(who, ModifierLifted(name=name, because="the situation is over"))


def end_of_day(play: Play, who: str) -> None:
    """WD-EXH-01: let a character who turns in recover, as they have had their five quiet minutes; what was given for
    the day ends with it."""
    if effort.has_effort(play, who):
        recover(play, who)


def refreshed(play: Play, who: str) -> None:
    """WD-EXH-05: exhausted dots have come back with the full night, and all effort with them."""
    if not effort.has_effort(play, who):
        return
    with play.citing("WD-EXH-05"):
        for pool in effort.POOLS:
            effort.regain(play, who, pool)
    for pool in drained_pools(play, who):
        counters.clear(play, who, effort.spent_counter(pool))


OPTIONS = (
    OptionSpec(
        name="free_choice_of_pool",
        default=False,
        choices=(False, True),
        text="Whether the exhausted dot may be of any pool, also of one that neither spent nor lost a dot.",
        rules=("WD-EXH-01", "WD-RULING-17"),
    ),
)


MOMENTS = {DAY_END: (end_of_day,), FULL_NIGHT: (refreshed,)}
