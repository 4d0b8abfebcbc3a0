"""Bodies in Midnight in Vaia: Hit Points, stress with its burnouts and its relaxing, lost limbs, bleeding."""

from __future__ import annotations

from typing import Literal

from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment, UntilTime
from domain.components.creature import Condition, Task, Wound
from domain.events.body import ConditionDeepened, ConditionEnded, ConditionGained, WoundSuffered, WoundTreated
from domain.events.undertakings import TaskBegun, TaskChanged, TaskEnded
from domain.events.values import DamageHealed, DamageTaken, PointGained, PointSpent, TrackSet
from domain.play.moments import participants
from domain.play.play import Play
from domain.system import Kind
from tests.laws.vocabulary.midnight_in_vaia_rounds import COUNTDOWN, FULL_ROUND, UPKEEP, Act, change_turn, pay

HOUR, DAY = 3_600, 86_400
MOST_STRESS = 10
BLEED_OUT = 24
"""Full Rounds until somebody who lost a limb dies."""
FOG = 6
"""Full Rounds."""


class UseEffect(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`activation` is stress that is sure, `check` the (v:X) on which a 1 adds one. `damage` is what it does to `target`.
    In an encounter it costs Action Slots."""

    who: CharacterRef
    target: CharacterRef
    damage: int
    stress: Literal["physical", "mental"]
    activation: int = 0
    check: int = 0
    cost: int = 0


class Amount(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    amount: int


class Dismember(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`limb` as `arm/left`."""

    who: CharacterRef
    limb: str


class Treat(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    wound: str


def use_effect(play: Play, command: UseEffect) -> None:
    """MV-MENT-03, MV-PHYS-03: a Mental Burnout comes before the effect, which is lost, though paid for (ruling 45); a
    Physical one comes after it."""
    who, stress = command.who, command.stress
    if stress == "mental" and play.where(who, "conditions", "mind-fogged"):
        play.refuse("MV-MENT-05", "Its mind is fogged: nothing that causes Mental Stress can be used.")
    if command.cost:
        pay(play, Act(who=who, cost=command.cost))
    burnout = strain_by(play, command)
    stop_relaxing(play, who, stress)
    if burnout and stress == "mental":
        seize(play, who)
        return
    harm(play, command.target, command.damage)
    if burnout:
        strain(play, who)


def strain_by(play: Play, command: UseEffect) -> bool:
    """MV-STRS-04, MV-STRS-06 (ruling 22): the stress of an activation, up to 10; whether it reached 10 by that."""
    more = command.activation
    if command.check:
        more += play.roll(command.who, "stress", f"1d{command.check}").total == 1
    before = play.character(command.who).tracks[command.stress].current
    more = min(more, MOST_STRESS - before)
    if more:
        play.emit(command.who, PointGained(name=command.stress, amount=more))
    return before < MOST_STRESS <= before + more


def seize(play: Play, who: str) -> None:
    """MV-MENT-03 to MV-MENT-05: 0 Hit Points and Vulnerable; Stunned for (v:6) rounds, counted from the next (ruling 20)."""
    with play.citing("MV-MENT-03"):
        harm(play, who, play.character(who).tracks["hp"].current)
    with play.citing("MV-MENT-04"):
        rounds = play.roll(who, "seizure", "1d6").total
        until = AtMoment(moment=COUNTDOWN, passing=rounds)
        play.emit(who, ConditionGained(name=play.new_id("seized"), condition=Condition(what="seized", until=until)))
        play.emit(who, TaskBegun(name=play.new_id("burnout"), task=Task(kind="mental-burnout", due=until)))
        change_turn(play, who, budget={})


def clear_up(play: Play, who: str, name: str) -> None:
    """MV-MENT-05, MV-MENT-06: after the seizure six rounds of Mind Fog, after the fog 9 of 10 Mental Stress."""
    if play.character(who).tasks[name].stage == 0:
        until = AtMoment(moment=COUNTDOWN, passing=FOG - 1)
        fogged = Condition(what="mind-fogged", until=until)
        play.emit(who, ConditionGained(name=play.new_id("fogged"), condition=fogged))
        play.emit(who, TaskChanged(name=name, stage=1, due=until))
    else:
        play.emit(who, TrackSet(name="mental", current=MOST_STRESS - 1))
        play.emit(who, TaskEnded(name=name, because="the fog lifts"))


def strain(play: Play, who: str) -> None:
    """MV-PHYS-03, MV-PHYS-05 (ruling 23): a fifth of all Hit Points, rounded up, and (v:4) days of being Strained."""
    with play.citing("MV-PHYS-03"):
        harm(play, who, -(-play.value(who, "tracks.hp.maximum").total * 20 // 100))
        days = play.roll(who, "strained", "1d4").total
        until = UntilTime(at=play.clock() + days * DAY)
        play.emit(who, ConditionGained(name=play.new_id("strained"), condition=Condition(what="strained", until=until)))


def stop_relaxing(play: Play, who: str, stress: str) -> None:
    """MV-STRS-08 (ruling 24): whoever uses an ability of a type begins its hour of relaxing anew."""
    due = UntilTime(at=play.clock() + HOUR)
    name = f"relaxing-{stress}"
    with play.citing("MV-STRS-08"):
        if name in play.character(who).tasks:
            play.emit(who, TaskChanged(name=name, due=due))
        else:
            play.emit(who, TaskBegun(name=name, task=Task(kind="relaxing", due=due, data={"stress": stress})))


def relax(play: Play, who: str, name: str) -> None:
    """MV-STRS-08: a whole hour without an ability of the type takes one point; the next hour begins."""
    stress = str(play.character(who).tasks[name].data["stress"])
    with play.citing("MV-STRS-08"):
        if play.character(who).tracks[stress].current > 0:
            play.emit(who, PointSpent(name=stress, amount=1))
        if play.character(who).tracks[stress].current > 0:
            play.emit(who, TaskChanged(name=name, due=UntilTime(at=play.clock() + HOUR)))
        else:
            play.emit(who, TaskEnded(name=name, because="relaxed"))


def harm(play: Play, who: str, amount: int) -> None:
    """MV-VULN-01 (ruling 25): Hit Points do not fall below 0; there one is Vulnerable."""
    hp = play.character(who).tracks["hp"].current
    if lost := min(amount, hp):
        play.emit(who, DamageTaken(name="hp", amount=lost))
    if lost == hp and not play.where(who, "conditions", "vulnerable"):
        play.emit(who, ConditionGained(name=play.new_id("vulnerable"), condition=Condition(what="vulnerable")))


def heal(play: Play, command: Amount) -> None:
    """MV-VULN-01 (ruling 41): with Hit Points above 0 one is no longer Vulnerable."""
    missing = play.value(command.who, "tracks.hp.maximum").total - play.character(command.who).tracks["hp"].current
    healed = min(command.amount, missing)
    if healed <= 0:
        return
    play.emit(command.who, DamageHealed(name="hp", amount=healed))
    for name in sorted(play.where(command.who, "conditions", "vulnerable")):
        play.emit(command.who, ConditionEnded(name=name, because="Hit Points"))


def dismember(play: Play, command: Dismember) -> None:
    """MV-MAIM-01, MV-MAIM-06: a Vulnerable character loses a limb, and in two minutes its life."""
    if not play.where(command.who, "conditions", "vulnerable"):
        play.refuse("MV-MAIM-01", "Only who is Vulnerable can be maimed.")
    if play.where(command.who, "wounds", command.limb):
        play.refuse("MV-MAIM-06", "That limb is lost already.")
    wound = play.new_id("stump")
    with play.citing("MV-MAIM-06"):
        lost = Wound(severity="maimed", kind="dismemberment", slot=command.limb)
        play.emit(command.who, WoundSuffered(name=wound, wound=lost))
        due = UntilTime(at=play.clock() + BLEED_OUT * FULL_ROUND)
        play.emit(command.who, TaskBegun(name=wound, task=Task(kind="bleeding-out", due=due)))


def treat(play: Play, command: Treat) -> None:
    """MV-MAIM-06 (ruling 40): proper healing closes the stump and stops the clock; the limb stays lost."""
    if play.where(command.who, "conditions", "dead"):
        play.refuse("MV-MAIM-06", "It is too late.")
    play.emit(command.who, WoundTreated(name=command.wound, amount=1))
    play.emit(command.who, TaskEnded(name=command.wound, because="closed"))


def bleed_out(play: Play, who: str, name: str) -> None:
    """MV-MAIM-06: two minutes are over."""
    with play.citing("MV-MAIM-06"):
        play.emit(who, ConditionGained(name=play.new_id("dead"), condition=Condition(what="dead")))
        play.emit(who, TaskEnded(name=name, because="bled out"))


def cut(play: Play, command: Amount) -> None:
    """MV-EFF-01: Bleed Counters."""
    bleeding = Condition(what="bleeding", level=command.amount)
    play.emit(command.who, ConditionGained(name=play.new_id("bleeding"), condition=bleeding))


def bleed(play: Play, _subject: str) -> None:
    """MV-EFF-02, MV-EFF-03: damage for every Bleed Counter; then half of them, rounded down, are gone."""
    for ref in participants(play, play.deed.encounter):
        for name, bleeding in sorted(play.where(ref, "conditions", "bleeding").items()):
            harm(play, ref, bleeding.level)
            play.emit(ref, ConditionDeepened(name=name, amount=-(bleeding.level // 2)))


DUE = {"mental-burnout": clear_up, "relaxing": relax, "bleeding-out": bleed_out}
MOMENTS = {UPKEEP: (bleed,)}
KINDS = (
    Kind(name="use_effect", args=UseEffect, rule=use_effect, by="owner", actor="who", summary="Use an effect."),
    Kind(name="heal", args=Amount, rule=heal, by="gm", summary="Heal somebody."),
    Kind(name="dismember", args=Dismember, rule=dismember, by="gm", summary="Somebody loses a limb."),
    Kind(name="treat", args=Treat, rule=treat, by="gm", summary="Close a stump."),
    Kind(name="cut", args=Amount, rule=cut, by="gm", summary="Make somebody bleed."),
)
