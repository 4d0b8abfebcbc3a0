"""Effort and exhaustion in Weaverdice: pools that follow stats, exhausted dots, half dots."""

from __future__ import annotations

from domain.commands import CharacterRef, Command, EncounterRef
from domain.components.anchors import AtMoment
from domain.components.creature import Choice, Formula, Modifier, Track, Use
from domain.components.expressions import Count, Quotient, Sum, ValueOf
from domain.events.holdings import ChoiceMade
from domain.events.scene import TurnPassed
from domain.events.undertakings import UseCounted, UseOpened, UseReset
from domain.events.values import (
    FormulaDefined,
    ModifierApplied,
    ModifierLifted,
    PointGained,
    PointSpent,
    TrackOpened,
    TrackSet,
)
from domain.play.moments import come, owner_of, participants
from domain.play.play import Play
from domain.system import Kind

POOLS = {"stamina": "athletics", "focus": "wits", "recovery": "guts"}
QUIET = 5
"""The minutes without crisis after which spent effort comes back."""

ENCOUNTER_END, FULL_NIGHT = "encounter_end", "full_night"


class Who(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef


class SpendEffort(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    pool: str


class CatchBreath(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    minutes: int


class ExtraEffort(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    pool: str


class EndEncounter(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef


def most(pool: str) -> str:
    return f"tracks.{pool}.maximum"


def step_up(play: Play, command: Who) -> None:
    """WD-EFF-01, WD-PROG-05: a pool holds a dot a point of its stat, and one for each two half dots gained."""
    for pool, stat in POOLS.items():
        halves = Count(component="choices", where={"of": "extra-effort", "data.pool": pool})
        size = Sum(terms=(ValueOf(path=f"attributes.{stat}"), Quotient(dividend=halves, divisor=2)))
        play.emit(command.who, FormulaDefined(name=f"{pool}-size", formula=Formula(path=most(pool), expression=size)))
        dots = play.value(command.who, most(pool)).total
        play.emit(command.who, TrackOpened(name=pool, track=Track(current=dots, minimum=0)))
        play.emit(command.who, UseOpened(name=f"{pool}-spent", use=Use(what="effort", against=pool)))


def spend_effort(play: Play, command: SpendEffort) -> None:
    """WD-EFF-03: a dot of a pool, which never goes below 0."""
    if play.character(command.who).tracks[command.pool].current < 1:
        play.refuse("WD-EFF-03", f"There is no dot of {command.pool} left.")
    lose_dot(play, command.who, command.pool)


def lose_dot(play: Play, who: str, pool: str) -> None:
    play.emit(who, PointSpent(name=pool, amount=1))
    play.emit(who, UseCounted(name=f"{pool}-spent"))


def end_encounter(play: Play, command: EndEncounter) -> None:
    play.emit(command.encounter, TurnPassed(name="now", state="ended"))
    come(play, ENCOUNTER_END)


def fit_pools(play: Play, who: str) -> None:
    """No pool holds more than its maximum."""
    for pool in POOLS:
        dots = play.value(who, most(pool)).total
        if play.character(who).tracks[pool].current > dots:
            play.emit(who, TrackSet(name=pool, current=dots))


def after_half_dots(play: Play, _subject: str) -> None:
    """WD-PROG-05: with the half dots, which ended with the encounter, goes what they held."""
    for ref in participants(play, play.deed.encounter):
        if ref.startswith("character/"):
            fit_pools(play, ref)


def catch_breath(play: Play, command: CatchBreath) -> None:
    """WD-EXH-01 to WD-EXH-04: after five quiet minutes every spent dot returns but one, which becomes exhausted; the
    player picks it among the pools that lost a dot, even where the dot had come back (ruling 17)."""
    who = command.who
    if command.minutes < QUIET:
        play.refuse("WD-EXH-03", f"Effort comes back after {QUIET} quiet minutes; {command.minutes} have passed.")
    uses = play.character(who).uses
    drained = tuple(pool for pool in POOLS if uses[f"{pool}-spent"].count > 0)
    if drained:
        pool = play.ask("exhausted", owner_of(play, who), drained, drained[0], "Which pool keeps an exhausted dot?")
        exhausted = Modifier(
            path=most(pool), amount=-1, tags=("exhausted",), until=AtMoment(moment=FULL_NIGHT, subject=who)
        )
        play.emit(who, ModifierApplied(name=play.new_id("exhausted"), modifier=exhausted))
    for pool in POOLS:
        missing = play.value(who, most(pool)).total - play.character(who).tracks[pool].current
        if missing > 0:
            play.emit(who, PointGained(name=pool, amount=missing))
    for pool in drained:
        play.emit(who, UseReset(name=f"{pool}-spent", count=0))
    fit_pools(play, who)


def extra_effort(play: Play, command: ExtraEffort) -> None:
    """WD-PROG-05: half a dot of the player's choice, at hand like a whole one in the first encounter after resting; two
    of a pool become a whole, permanent one (ruling 102)."""
    if command.pool not in POOLS:
        play.refuse("WD-PROG-05", f"Half a dot belongs to one of {', '.join(POOLS)}.")
    picked = Choice(of="extra-effort", picked=(command.pool,), offered=tuple(POOLS), data={"pool": command.pool})
    before = play.value(command.who, most(command.pool)).base
    play.emit(command.who, ChoiceMade(name=play.new_id("extra-effort"), choice=picked))
    for name in sorted(half_dots(play, command.who, command.pool)):
        play.emit(command.who, ModifierLifted(name=name, because="two halves are a whole"))
        return
    if play.value(command.who, most(command.pool)).base > before:
        play.emit(command.who, PointGained(name=command.pool, amount=1))


def half_dots(play: Play, who: str, pool: str) -> list[str]:
    held = play.where(who, "modifiers", most(pool))
    return [name for name, modifier in held.items() if "half dot" in modifier.tags]


def sleep(play: Play, command: Who) -> None:
    """A full night: exhausted dots come back, and so do the half dots, for the next encounter."""
    come(play, FULL_NIGHT, command.who)


def rested(play: Play, who: str) -> None:
    picked = play.where(who, "choices", "extra-effort").values()
    for pool in POOLS:
        odd = sum(choice.data["pool"] == pool for choice in picked) % 2
        if odd and not half_dots(play, who, pool):
            half = Modifier(path=most(pool), amount=1, tags=("half dot",), until=AtMoment(moment=ENCOUNTER_END))
            play.emit(who, ModifierApplied(name=play.new_id(f"half-{pool}"), modifier=half))
        missing = play.value(who, most(pool)).total - play.character(who).tracks[pool].current
        if missing > 0:
            play.emit(who, PointGained(name=pool, amount=missing))


KINDS = (
    Kind(name="step_up", args=Who, rule=step_up, by="gm", summary="Give somebody the pools of a notable."),
    Kind(name="spend_effort", args=SpendEffort, rule=spend_effort, by="owner", actor="who", summary="Spend a dot."),
    Kind(name="end_encounter", args=EndEncounter, rule=end_encounter, by="gm", summary="End an encounter."),
    Kind(name="catch_breath", args=CatchBreath, rule=catch_breath, by="owner", actor="who", summary="Recover effort."),
    Kind(name="extra_effort", args=ExtraEffort, rule=extra_effort, by="owner", actor="who", summary="Take the box."),
    Kind(name="sleep", args=Who, rule=sleep, by="owner", actor="who", summary="Sleep a full night."),
)
MOMENTS = {ENCOUNTER_END: (after_half_dots,), FULL_NIGHT: (rested,)}
