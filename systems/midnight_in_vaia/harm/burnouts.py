"""Burnouts at 10 stress: Strained, Seizure, Lost Voice; when each takes hold, and what follows it."""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from domain.catalogue import CatalogueKind
from domain.kit import conditions, pools, turns
from domain.play.play import Play
from domain.rulebook import table
from domain.system import Handler, OptionSpec
from domain.vocabulary.anchors import UntilTime, WhilePresent
from domain.vocabulary.bodies import Condition
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged, TaskEnded
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import actions, rounds, slots, vulnerable
from systems.midnight_in_vaia.moments import ALL_RESOLVE
from systems.midnight_in_vaia.people import Stress

DAY: Final = 86_400
"""Seconds."""

STRAINED: Final = "strained"
"""The condition, and the name of its one instance."""
FOGGED: Final = "mind_fogged"
MUTE: Final = "mute"
NEAR_MUTE: Final = "near_mute"
PRONE: Final = "prone"

SEIZURE: Final = "seizure"
LOST_VOICE: Final = "lost_voice"
"""The kinds of the tasks that lead from one stage of a burnout to the next."""


class _Physical(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    days: int
    loss: int
    loss_when_used: int


class _Mental(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int
    fog: int


class _Vocal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int
    hoarse: int
    reach: int


class _Burnouts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    after: int
    physical: _Physical
    mental: _Mental
    vocal: _Vocal


TABLE: Final = table(__package__, "burnouts", _Burnouts)
CATALOGUE: Final = (
    CatalogueKind(
        name="stress",
        title="Stress and its burnouts",
        table={name: getattr(TABLE, name) for name in get_args(people.Stress)},
        rules=("MV-STRS-08",),
        labels={
            "loss": "Hit Points lost",
            "loss_when_used": "Hit Points lost when used",
            "fog": "clouded mind",
            "reach": "squares that the voice carries",
            "hoarse": "hoarse for",
        },
        units={"loss": "%", "loss_when_used": "%", "fog": "rounds", "hoarse": "seconds"},
    ),
)


def check_usable(play: Play, who: str, types: tuple[Stress, ...]) -> None:
    """MV-MENT-05, MV-VOC-04: refused where the mind is fogged and it causes Mental Stress, or mute and Vocal."""
    if "mental" in types and play.where(who, "conditions", FOGGED):
        play.refuse(
            "MV-MENT-05", "Their mind is fogged: nothing that causes Mental Stress can be used until that ends."
        )
    if "vocal" in types and play.where(who, "conditions", MUTE):
        play.refuse("MV-VOC-04", "They are mute: nothing that causes Vocal Stress can be used until that ends.")


def reach(play: Play, who: str, types: tuple[Stress, ...], own: int | None) -> int | None:
    """MV-VOC-06: return how many squares far something works: as far as it says by itself (None: anywhere), and no
    farther than one square where it causes Vocal Stress and its user is Near Mute."""
    if "vocal" in types and play.where(who, "conditions", NEAR_MUTE):
        return TABLE.vocal.reach if own is None else min(own, TABLE.vocal.reach)
    return own


def forestall(play: Play, who: str, burnt: tuple[Stress, ...]) -> bool:
    """MV-MENT-03, MV-VOC-03, ruling 45: the burnouts that take hold before the effect; whether it is lost by one."""
    if "mental" in burnt:
        seize(play, who)
    if "vocal" in burnt:
        lose_voice(play, who)
    return "mental" in burnt or "vocal" in burnt


def follow(play: Play, who: str, used: tuple[Stress, ...], burnt: tuple[Stress, ...]) -> None:
    """MV-PHYS-03, MV-PHYS-06: bring about what comes after the effect: using it while Strained, and the Physical
    Burnout."""
    if "physical" in used:
        _overexert(play, who)
    if "physical" in burnt:
        strain(play, who)


def strain(play: Play, who: str) -> None:
    """MV-PHYS-02 to MV-PHYS-05, rulings 19 and 23: a fifth of all Hit Points, rounded up, and (v:4) days of being Strained.
    Where they are Strained already, the later end counts."""
    with play.citing("MV-PHYS-02", "MV-PHYS-03"):
        vulnerable.lose(play, who, percent_of_all(play, who, TABLE.physical.loss), STRAINED)
    with play.citing("MV-PHYS-05"):
        days = play.roll(who, STRAINED, f"1d{TABLE.physical.days}").total
        until = play.clock() + days * DAY
        strained = play.character(who).conditions.get(STRAINED)
        if strained is None:
            condition = Condition(what=STRAINED, title="Maimed: Strained", until=UntilTime(at=until))
            conditions.add(play, who, condition, STRAINED)
        elif until > _end(strained):
            conditions.change(play, who, STRAINED, until=UntilTime(at=until))
    if play.option("physical_after_burnout") == TABLE.after:
        pools.put_at(play, who, "physical", TABLE.after)


def _overexert(play: Play, who: str) -> None:
    """MV-PHYS-06, ruling 23: each use while Strained costs a tenth of all Hit Points, rounded up, and adds a day."""
    strained = play.character(who).conditions.get(STRAINED)
    if strained is None:
        return
    with play.citing("MV-PHYS-06"):
        vulnerable.lose(play, who, percent_of_all(play, who, TABLE.physical.loss_when_used), STRAINED)
        conditions.change(play, who, STRAINED, until=UntilTime(at=_end(strained) + DAY))


def _end(strained: Condition) -> int:
    return strained.until.at if isinstance(strained.until, UntilTime) else 0


def percent_of_all(play: Play, who: str, percent: int) -> int:
    """Rulings 23 and 36: so many percent of a character's total Hit Points, rounded up, as losses are."""
    return -(-play.value(who, "tracks.hp.maximum").total * percent // 100)


def seize(play: Play, who: str) -> None:
    """MV-MENT-02 to MV-MENT-04, ruling 20: 0 Hit Points, Vulnerable and Prone; the rest of this round is lost with what was
    announced in it, and no Action Slots are gained in the (v:6) Full Rounds after it."""
    play.cite("MV-MENT-02", "MV-MENT-03")
    with play.citing("MV-MENT-02", "MV-MENT-03"):
        vulnerable.lose(play, who, vulnerable.hit_points(play, who), SEIZURE)
        _end_channels(play, who, "mental")
    with play.citing("MV-MENT-04"):
        if not play.where(who, "conditions", PRONE):
            conditions.gain(play, who, PRONE, name=play.new_id(PRONE), source=SEIZURE)
        count = play.roll(who, SEIZURE, f"1d{TABLE.mental.rounds}").total
        name, until = play.new_id(SEIZURE), rounds.lasting(play, count, from_next=True)
        stunned = Condition(what=rounds.SEIZED, title="Stunned by a seizure", until=until)
        conditions.add(play, who, stunned, name)
        play.emit(who, TaskBegun(name=name, task=Task(kind=SEIZURE, due=until)))
        nothing = Modifier(
            path=people.SLOTS,
            operation="cap",
            amount=0,
            source="Seizure",
            until=WhilePresent(path=f"{who}.conditions.{name}"),
        )
        play.emit(who, ModifierApplied(name=name, modifier=nothing))
        for pool in ("action", "reserved"):
            slots.lose(play, who, pool, slots.slots_left(play, who, pool))
        actions.drop(play, who)


def lose_voice(play: Play, who: str) -> None:
    """MV-VOC-02 to MV-VOC-04, ruling 21: choking, which is why the effect is lost, and then Mute for (v:10) Full Rounds after
    this one."""
    play.cite("MV-VOC-02", "MV-VOC-03")
    with play.citing("MV-VOC-02", "MV-VOC-03"):
        _end_channels(play, who, "vocal")
    with play.citing("MV-VOC-04"):
        count = play.roll(who, LOST_VOICE, f"1d{TABLE.vocal.rounds}").total
        name, until = play.new_id(LOST_VOICE), rounds.lasting(play, count, from_next=True)
        conditions.gain(play, who, MUTE, name=name, until=until)
        play.emit(who, TaskBegun(name=name, task=Task(kind=LOST_VOICE, due=until)))


def _end_channels(play: Play, who: str, type: Stress) -> None:
    """End the effects that cause stress of the type at each Upkeep."""
    for name in actions.channels(play, who, type):
        actions.end(play, who, name, "burnout")


def _come_to(play: Play, who: str, name: str) -> None:
    """MV-MENT-05, MV-MENT-06, ruling 20: after the seizure six Full Rounds of Mind Fog, after the fog 9 of 10."""
    if play.character(who).tasks[name].stage:
        clear_up(play, who, name)
        return
    with play.citing("MV-MENT-05"):
        until = rounds.lasting(play, TABLE.mental.fog)
        fogged = Condition(what=FOGGED, until=until)
        conditions.add(play, who, fogged, f"{name}-fog")
        play.emit(who, TaskChanged(name=name, stage=1, due=until))


def clear_up(play: Play, who: str, name: str) -> None:
    """MV-MENT-06: the mind is clear again, and Mental Stress is 9 of 10."""
    with play.citing("MV-MENT-06"):
        pools.put_at(play, who, "mental", TABLE.after)
        play.emit(who, TaskEnded(name=name, because="the fog lifts"))


def speak_again(play: Play, who: str, name: str) -> None:
    """MV-VOC-05, MV-VOC-06: Vocal Stress is 9 of 10, and for an hour they are Near Mute."""
    with play.citing("MV-VOC-05"):
        pools.put_at(play, who, "vocal", TABLE.after)
        play.emit(who, TaskEnded(name=name, because="the voice comes back"))
    with play.citing("MV-VOC-06"):
        near_mute = Condition(what=NEAR_MUTE, until=UntilTime(at=play.clock() + TABLE.vocal.hoarse))
        conditions.add(play, who, near_mute, f"{name}-hoarse")


def _resolve(play: Play, _subject: str) -> None:
    """MV-OUT-02, ruling 35: end what counts rounds where all resolves, and lying Prone; stress is left at 9, and Mute
    leaves its hour. Strained and Near Mute remain."""
    for who in turns.present(play):
        for what in (rounds.SEIZED, FOGGED, MUTE, PRONE):
            for name in sorted(play.where(who, "conditions", what)):
                conditions.end_one(play, who, name, "the encounter is over")
        for name in sorted(play.where(who, "tasks", SEIZURE)):
            clear_up(play, who, name)
        for name in sorted(play.where(who, "tasks", LOST_VOICE)):
            speak_again(play, who, name)


DUE = {SEIZURE: _come_to, LOST_VOICE: speak_again}

MOMENTS: dict[str, tuple[Handler, ...]] = {ALL_RESOLVE: (_resolve,)}

OPTIONS = (
    OptionSpec(
        name="physical_after_burnout",
        default=10,
        choices=(10, 9),
        text="Where Physical Stress stands after a Physical Burnout.",
        rules=("MV-PHYS-02", "MV-PHYS-05", "MV-RULING-19"),
    ),
)
