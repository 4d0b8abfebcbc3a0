"""Aboard: who rides or drives what, how it moves with them, and what a mount does at its rider's word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, pools, turns
from domain.kit.commands import command
from domain.kit.durations import end_of_turn
from domain.kit.fights import InEncounter
from domain.kit.naming import id_of
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.vocabulary.undertakings import Link, LinkBroken, LinkChanged, LinkMade
from systems.freeform.fields import Because, Word
from systems.rotted_capes.combat.actions import take
from systems.rotted_capes.combat.areas import apart, encounter_of
from systems.rotted_capes.combat.attacks import check_reach, strike
from systems.rotted_capes.combat.movement.moving import Move, check_free, move
from systems.rotted_capes.combat.opportunity import DISENGAGED, melee_attack
from systems.rotted_capes.combat.standard import start_dodging
from systems.rotted_capes.combat.terrain import check_fits, follow
from systems.rotted_capes.combat.turns import able, gone
from systems.rotted_capes.fields import Ability, Mode
from systems.rotted_capes.moments import END_HARM, ROUND_PASSES, TURN_DUE, TURN_END, TURN_HARM, TURN_START
from systems.rotted_capes.sheet.aboard import (
    ABOARD,
    CARRIES,
    AboardData,
    aboard,
    at_controls,
    controller_of,
    controls,
    is_vehicle,
    link_of,
    ridden_by,
)
from systems.rotted_capes.sheet.people import CARRYING
from systems.rotted_capes.windows import ARRIVED, OPENING, PACING, Arrived, Opening, Paced

DRIVING: Final = "driving"
DIRECTED: Final = "directed"
SHUT_DOWN: Final = "shut_down"
"""Conditions of drivers, riders and vehicles."""


class Board(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Mount a mount, or get into a vehicle."""

    who: CharacterRef
    vehicle: Annotated[CharacterRef, Meta(description="The mount or vehicle")]
    controls: Annotated[
        bool, Meta(description="Whether they control it; an untrained mount and a passenger's vehicle they do not")
    ] = True
    ability: Annotated[Ability, Meta(description="The ability that controlling it leans on")] = "dexterity"


class GetOff(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Get off a mount or out of a vehicle."""

    who: CharacterRef
    because: Because = ""


class Drive(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Drive a vehicle for this turn."""

    who: CharacterRef
    to: Annotated[tuple[Word, ...], Meta(description="The Areas on the way; the last one is where it ends")] = ()
    areas: Annotated[int, Meta(ge=0, le=100, description="How many Areas, where no map is drawn")] = 0
    mode: Annotated[Mode, Meta(description="How the vehicle moves: `run` on wheels, `fly`, `swim`")] = "run"


class Direct(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A controlled mount acts on its rider's turn."""

    who: CharacterRef
    action: Annotated[Literal["disengage", "dodge", "attack"], Meta(description="What the mount does")]
    target: Annotated[CharacterRef, Meta(description="Whom it attacks")] = ""


def moved(play: Play, who: str) -> int:
    """Return how many Areas a character, or what they are aboard of, covered in their last turn."""
    vehicle = ridden_by(play, who) or who
    entry = turns.entry_of(play, at_controls(play, vehicle) or vehicle)
    return 0 if entry is None else entry.moved


def is_wreck(play: Play, vehicle: str) -> bool:
    """RC-OBJ-04: whether a vehicle has no Hits left, and so is broken."""
    return pools.has(play, vehicle, "hits") and not pools.current(play, vehicle, "hits")


@command("Mount a mount, or get into a vehicle.", by="owner", scene=True)
def board(play: Play, command: Board) -> None:
    """RC-VEH-01, RC-VEH-03, RC-VEH-04: a controlled mount has no turn of its own; an independent one keeps its initiative."""
    who, vehicle = command.who, command.vehicle
    if vehicle == who or play.character(vehicle).profile["self"].kind not in CARRYING:
        play.refuse("RC-VEH-01", "Only mounts and vehicles carry anybody; name an animal or a vehicle.")
    if apart(play, who, vehicle):
        play.refuse("RC-VEH-01", "It stands in another Area; let them go there first.")
    if ridden_by(play, who):
        play.refuse("RC-VEH-01", "They are aboard something already; let them get off first.")
    if command.controls and controller_of(play, vehicle):
        play.refuse("RC-VEH-01", "Somebody controls it already; they can come along as a passenger.")
    if command.controls and at_controls(play, vehicle):
        _give_up(play, at_controls(play, vehicle))
    data = AboardData(controls=command.controls, ability=command.ability).stored()
    rule = "RC-VEH-01" if is_vehicle(play, vehicle) else "RC-VEH-03" if command.controls else "RC-VEH-04"
    with play.citing(rule):
        play.emit(who, LinkMade(name=ABOARD, link=Link(kind=ABOARD, to=vehicle, data=data)))
        _unload(play, vehicle, who)
        play.emit(vehicle, LinkMade(name=_carrying(who), link=Link(kind=CARRIES, to=who)))
        encounter = turns.running(play)
        place = None if encounter is None else turns.place_in(play, encounter, vehicle)
        if encounter is not None and place is not None and command.controls:
            turns.take_out(play, encounter, place, "moves with its rider")


@command("Get off a mount, or out of a vehicle.", by="owner", scene=True)
def get_off(play: Play, command: GetOff) -> None:
    """RC-VEH-02: from then on a character moves with their own Pace again."""
    link = link_of(play, command.who)
    if link is None:
        play.missing(f"{command.who}.links", "They are aboard no vehicle; there is nothing to leave.")
    with play.citing("RC-VEH-02"):
        _unload(play, link[1].to, command.who)
        play.emit(command.who, LinkBroken(name=link[0], because=command.because))


def _give_up(play: Play, who: str) -> None:
    """RC-RULING-28: let a character who cannot act be aboard as a passenger, who has the controls no more."""
    place = link_of(play, who)
    if place is not None:
        play.emit(who, LinkChanged(name=place[0], data=AboardData.changes(controls=False)))


def _carrying(who: str) -> str:
    return f"{CARRIES}/{id_of(who)}"


def _unload(play: Play, vehicle: str, who: str) -> None:
    """Let a mount or vehicle carry a character no more, if it does."""
    if _carrying(who) in play.where(vehicle, "links", CARRIES):
        play.emit(vehicle, LinkBroken(name=_carrying(who), because="got off"))


@command("Drive a vehicle: it takes the driver's Action of the turn.", by="owner", scene=True)
def drive(play: Play, command: Drive) -> None:
    """RC-VEH-02, RC-VEH-06, RC-VEH-07, RC-RULING-74: it takes the Action once a turn, and no roll in ordinary operation."""
    who = command.who
    if not controls(play, who) or not is_vehicle(play, ridden_by(play, who)):
        play.refuse("RC-VEH-06", "They are at the controls of no vehicle.")
    if is_wreck(play, ridden_by(play, who)):
        play.refuse("RC-OBJ-04", "It is broken; it has to be repaired first.")
    if not conditions.has(play, who, DRIVING):
        with play.citing("RC-VEH-06"):
            take(play, who, text("driving"))
            conditions.gain(play, who, DRIVING, until=end_of_turn(who))
    if command.to or command.areas:
        going = Move(who=who, to=command.to, areas=command.areas, mode=command.mode)
        with play.citing("RC-VEH-07"):
            move(play, going)


@command("Have a controlled mount Disengage, Dodge or Attack on its rider's turn.", by="owner", scene=True)
def direct(play: Play, command: Direct) -> None:
    """RC-ATK-02, RC-VEH-03, RC-RULING-74: it is the mount's own action, once a turn; the rider's Action stays free."""
    who, mount = command.who, ridden_by(play, command.who)
    check_free(play, who)
    if not mount or not controls(play, who) or is_vehicle(play, mount):
        play.refuse("RC-VEH-03", "They control no mount that would follow their word.")
        return
    if not able(play, mount):
        play.refuse("RC-VEH-03", "The mount cannot act; let it recover first, or get off.")
    if conditions.has(play, who, DIRECTED):
        play.refuse("RC-VEH-03", "The mount has acted in this turn already; wait for the next one.")
    if command.action == "attack" and not command.target:
        play.refuse("RC-VEH-03", "Say whom it attacks, as the target.")
    with play.citing("RC-VEH-03"):
        conditions.gain(play, who, DIRECTED, until=end_of_turn(who))
        if command.action == "disengage":
            conditions.gain(play, who, DISENGAGED, until=end_of_turn(who))
        elif command.action == "dodge":
            start_dodging(play, mount)
        else:
            check_reach(play, mount, command.target)
            strike(play, melee_attack(play, mount, command.target))


def paced(play: Play, subject: str, paced: Paced) -> Paced:
    """RC-VEH-02, RC-VEH-06, RC-COND-08: give the controller of a mount or vehicle its Pace; a passenger's own takes
    them nowhere."""
    vehicle = ridden_by(play, subject)
    if not vehicle:
        return paced
    idle = is_vehicle(play, vehicle) and turns.running(play) is not None and not conditions.has(play, subject, DRIVING)
    stuck = conditions.has(play, vehicle, SHUT_DOWN) or is_wreck(play, vehicle) or not able(play, vehicle)
    if not controls(play, subject) or idle or stuck:
        return paced._replace(areas=0)
    play.cite("RC-VEH-02")
    return paced._replace(areas=max(0, play.value(vehicle, f"pace.{paced.mode}").total))


def carried(play: Play, subject: str, arrived: Arrived) -> Arrived:
    """RC-TERR-06, RC-TERR-07, RC-VEH-02: a mount or vehicle comes along with the character who controls it, and so do all who are aboard.

    A force that moves somebody away from it takes them off it.
    """
    if encounter_of(play) is None:
        return arrived
    vehicle = ridden_by(play, subject)
    if vehicle and arrived.forced:
        _thrown(play, subject, vehicle)
    elif vehicle and controls(play, subject):
        check_fits(play, vehicle, arrived.area)
        _bring(play, arrived, vehicle, *aboard(play, vehicle))
    _bring(play, arrived, *aboard(play, subject))
    return arrived


def _bring(play: Play, arrived: Arrived, *others: str) -> None:
    """Put others where a character has come to."""
    for who in others:
        if who != arrived.who:
            follow(play, who, arrived.who, arrived.area)


def _thrown(play: Play, who: str, vehicle: str) -> None:
    """RC-VEH-02: take a character off a mount or out of a vehicle that stays behind in another Area."""
    link = link_of(play, who)
    if link is not None and apart(play, who, vehicle):
        with play.citing("RC-VEH-02"):
            _unload(play, vehicle, who)
            play.emit(who, LinkBroken(name=link[0], because="thrown off"))


def _with_rider(moment: str) -> Callable[[Play, str], None]:
    """RC-VEH-03: let a moment of a turn come for what a character controls, too, as it has no turn of its own."""

    def comes(play: Play, who: str) -> None:
        vehicle = ridden_by(play, who) if turns.running(play) is not None and controls(play, who) else ""
        if vehicle and turns.place_of(play, vehicle) is None and not gone(play, vehicle):
            come(play, moment, vehicle)

    return comes


def exposed(play: Play, subject: str, opening: Opening) -> Opening:
    """RC-VEH-02, RC-VEH-05: let an attacker of a rider choose the rider or the mount, whichever of the two it is that moves them.

    A foe whom they take along is left behind by nobody.
    """
    mount = ridden_by(play, subject)
    if opening.foe in (mount, *aboard(play, mount or subject)):
        return opening._replace(targets=())
    others = (mount,) if mount and not is_vehicle(play, mount) else ()
    if not is_vehicle(play, subject):
        others = (*others, *aboard(play, subject))
    if not others:
        return opening
    play.cite("RC-VEH-05")
    return opening._replace(targets=(*opening.targets, *others))


MOMENTS: Final = {
    moment: (_with_rider(moment),) for moment in (TURN_DUE, ROUND_PASSES, TURN_HARM, TURN_START, END_HARM, TURN_END)
}

WINDOWS: WindowTable = {PACING: (paced,), ARRIVED: (carried,), OPENING: (exposed,)}
