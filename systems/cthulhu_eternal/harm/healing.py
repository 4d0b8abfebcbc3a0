"""Healing: what restores Hit Points, first aid, and bringing back the dead."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, counters
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.rolls import addend
from domain.play.adjusting import times
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.bodies import ConditionChanged
from domain.vocabulary.data import Data
from domain.vocabulary.log import Contribution
from domain.vocabulary.values import DamageHealed
from systems.cthulhu_eternal import moments, states
from systems.cthulhu_eternal.combat import actions
from systems.cthulhu_eternal.fields import ByCircumstances, Why
from systems.cthulhu_eternal.harm import damage, injuries
from systems.cthulhu_eternal.people import hit_points, is_thing, most_hit_points, stat
from systems.cthulhu_eternal.tests import Tested, skill_test


class _Healing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice, numbers and seconds."""

    restored: str
    critical_times: int
    complication: str
    recuperated: int
    recuperated_critical: str
    recuperated_fumble: int
    resuscitation_seconds: int
    treatment_seconds: int
    recuperation_seconds: int
    kinds: Annotated[dict[str, str], Meta(description="The four kinds of healing, with what each is")]


HEALING: Final = table(__package__, "healing", _Healing)
"""CE-HEAL-01: the four kinds of healing, and their numbers."""

FIRST_AID: Final = "first_aid"
BARRED: Final = "wasting"
"""The state in which nobody regains Hit Points by any means (CE-DIS-04)."""


@data_of("conditions", states.DEAD)
class DeathData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """When a character died, whether they may be resuscitated, and whether that was tried in vain."""

    at: int | None = None
    resuscitable: bool = False
    final: bool = False


class Tend(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` tends `patient`."""

    who: Annotated[CharacterRef, Meta(description="Who tends")]
    patient: Annotated[CharacterRef, Meta(description="Who is tended")]
    modifier: ByCircumstances = 0


class AllowResuscitation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """For this death."""

    who: CharacterRef
    because: Why = ""


def heal(play: Play, who: str, amount: int, *, whatever_bars: bool = False) -> int:
    """CE-DIS-04, CE-DMG-09, CE-HEAL-15, ruling 16: Hit Points are regained, never beyond the most; how many. None are while
    something bars it, unless they come `whatever_bars` it, and the dead have none."""
    healed = min(amount, most_hit_points(play, who) - hit_points(play, who))
    barred = conditions.has(play, who, BARRED) and not whatever_bars
    if healed <= 0 or barred or conditions.has(play, who, states.DEAD):
        return 0
    play.emit(who, DamageHealed(name="hp", amount=healed))
    come(play, moments.HEALED, who)
    return healed


def restore(play: Play, by: str, patient: str, tested: Tested, kind: str, *, whatever_bars: bool = False) -> None:
    """CE-HEAL-04, CE-HEAL-06, CE-HEAL-10: a success restores 1D4 Hit Points, a critical twice as many; a fumble costs 1D4;
    an ordinary failure does nothing."""
    if tested.success:
        doubled = (times(HEALING.critical_times, "critical"),) if tested.critical else ()
        restored = play.roll(by, kind, HEALING.restored, about=patient, adjustments=doubled).total
        heal(play, patient, restored, whatever_bars=whatever_bars)
    elif tested.fumble:
        harm = play.roll(by, f"{kind}-fumble", HEALING.restored, about=patient).total
        damage.lose(play, patient, harm, harm=kind)


def circumstances(modifier: int) -> tuple[Contribution, ...]:
    """A modifier of a test, if there is one."""
    return addend("circumstances", modifier)


@command(
    "Stabilize a wounded character, by a First Aid test: once for what they have suffered.", by="owner", scene=True
)
def first_aid(play: Play, command: Tend) -> None:
    """CE-HEAL-01, CE-HEAL-06, CE-HEAL-07, rulings 16, 51 and 54: once for what one has suffered, success or not; what a
    fumble costs goes with it and does not open it again."""
    patient = command.patient
    check_wounded(play, patient, "CE-HEAL-06")
    if counters.times(play, patient, "first-aid"):
        play.refuse("CE-HEAL-07", "They have had first aid since they were last hurt; treatment and rest are left.")
    actions.take(play, command.who, "anything else")
    with play.citing("CE-HEAL-06"):
        tested = skill_test(play, command.who, "first-aid", FIRST_AID, modifiers=circumstances(command.modifier))
        restore(play, command.who, patient, tested, "stabilization")
    with play.citing("CE-HEAL-07"):
        _count_first_aid(play, patient)
    come(play, moments.CARED_FOR, patient)


def _count_first_aid(play: Play, patient: str) -> None:
    counters.count(play, patient, "first-aid", until=AtMoment(moment=moments.HARMED, subject=patient))


def check_wounded(play: Play, patient: str, rule: str) -> None:
    """Ruling 16: only the living who have lost Hit Points are tended."""
    if is_thing(play, patient):
        play.missing(patient, "{patient} is a thing; there is nobody to heal.", patient=patient)
    if conditions.has(play, patient, states.DEAD):
        play.refuse("CE-HEAL-03", "They are dead; only resuscitation could bring them back.")
    if hit_points(play, patient) >= most_hit_points(play, patient):
        play.refuse(rule, "They have lost no Hit Points; there is nothing to heal.")


@command("Say that a character who died may be resuscitated.", scene=True)
def allow_resuscitation(play: Play, command: AllowResuscitation) -> None:
    """CE-HEAL-02: the game master says that this death need not be the end."""
    name = _death(play, command.who)
    play.emit(
        command.who, ConditionChanged(name=name, data=DeathData.changes(resuscitable=True), rules=("CE-HEAL-02",))
    )


@command("Try to bring back a character who has just died, by a First Aid test.", by="owner", scene=True)
def resuscitate(play: Play, command: Tend) -> None:
    """CE-HEAL-01, CE-HEAL-02, CE-HEAL-03, CE-HEAL-04, CE-HEAL-05, rulings 13, 17 and 54: a First Aid test in as many
    minutes after the death as the victim has CON brings them back, with 1D4 Hit Points or twice as many; a failed one
    makes the death final."""
    patient = command.patient
    name = _death(play, patient)
    death = DeathData.of(play.character(patient).conditions[name])
    if not death.resuscitable:
        play.refuse("CE-HEAL-02", "Only the game master can allow a return from this death; ask them.")
    if death.final:
        play.refuse("CE-HEAL-05", "It has been tried and has failed; this death is final.")
    passed = play.clock() - (death.at or 0)
    if passed > stat(play, patient, "con") * HEALING.resuscitation_seconds:
        play.refuse("CE-HEAL-03", "It is too late: more minutes have passed since the death than they have CON.")
    actions.take(play, command.who, "anything else")
    with play.citing("CE-HEAL-03"):
        tested = skill_test(play, command.who, "resuscitation", FIRST_AID, modifiers=circumstances(command.modifier))
    if not tested.success:
        conditions.change(play, patient, name, data=DeathData.changes(final=True), rules=("CE-HEAL-05",))
        return
    with play.citing("CE-HEAL-04"):
        conditions.end(play, patient, states.DEAD, "resuscitated")
        restore(play, command.who, patient, tested, "restored", whatever_bars=True)
        injuries.live_again(play, patient)


def _death(play: Play, who: str) -> str:
    """The state of being dead. Refused for the living."""
    deaths = play.where(who, "conditions", states.DEAD)
    if not deaths:
        play.missing(f"{who}.conditions", "{who} lives; only the dead are resuscitated.", who=who)
    return min(deaths)
