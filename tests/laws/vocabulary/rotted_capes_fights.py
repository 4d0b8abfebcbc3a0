"""Fights in Rotted Capes: hordes, unleashed villains, attacks from moving vehicles."""

from __future__ import annotations

from domain.campaign import CAMPAIGN
from domain.commands import CharacterRef, Command, EncounterRef
from domain.components.anchors import AtMoment
from domain.components.chronicle import Handle
from domain.components.creature import Condition, Link, Profile, Use
from domain.components.scene import TurnEntry
from domain.events.body import ConditionGained
from domain.events.chronicle import HandleFreed, HandleGiven
from domain.events.log import Contribution
from domain.events.scene import Moved, TurnChanged, TurnEntered, TurnLeft
from domain.events.undertakings import LinkMade, UseCounted, UseOpened, UseReset
from domain.events.values import DamageTaken, Introduced, Removed
from domain.play.play import Play
from domain.system import CommandSpec
from tests.laws.vocabulary.turns import TURN_START, InFight, next_turn

FEWEST = 5
"""The members below which a horde is none."""


class FormHorde(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef
    members: tuple[CharacterRef, ...]


class Strike(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef
    who: CharacterRef
    target: CharacterRef


class Shift(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef
    who: CharacterRef
    area: str


class Drive(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef
    who: CharacterRef
    areas: int


class Board(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    vehicle: CharacterRef


class Unleash(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef
    who: CharacterRef


def entry_of(ref: str) -> str:
    """How somebody's turn entry and position are named."""
    return ref.partition("/")[2]


def form_horde(play: Play, command: FormHorde) -> None:
    """RC-HORDE-01, RC-HORDE-02: five or more in one area become one creature, at the lowest initiative among them."""
    if len(command.members) < FEWEST:
        play.refuse("RC-HORDE-01", f"A horde has at least {FEWEST} members.")
    order = play.encounter(command.encounter).order
    lowest = min(order[entry_of(member)].initiative for member in command.members)
    name = play.new_id("horde")
    horde = f"character/{name}"
    play.emit(horde, Introduced(name="self", profile=Profile(handle=name, name="Horde", kind="horde")))
    play.emit(CAMPAIGN, HandleGiven(name=name, handle=Handle(ref=horde, kind="character", folded=name)))
    back = AtMoment(moment=TURN_START, subject=horde)
    play.emit(horde, UseOpened(name="opportunity", use=Use(what="opportunity", until=back)))
    for member in command.members:
        play.emit(command.encounter, TurnLeft(name=entry_of(member), because="horde"))
    turn = TurnEntry(subject=horde, kind="horde", initiative=lowest, members=command.members)
    play.emit(command.encounter, TurnEntered(name=name, turn=turn))


def opportunity(play: Play, command: Strike) -> None:
    """RC-HORDE-04, RC-HORDE-06: +2 for each member beyond the first; an attack a member until its next turn, each after
    the first with the bonus of one member less."""
    members = len(play.encounter(command.encounter).order[entry_of(command.who)].members)
    made = play.character(command.who).uses["opportunity"].count
    if made >= members:
        play.refuse("RC-HORDE-06", f"A horde of {members} makes {members} opportunity attacks, and it has made them.")
    bonus = Contribution(label="horde", amount=2 * (members - 1 - made))
    play.emit(command.who, UseCounted(name="opportunity"))
    defense = play.value(command.target, "attributes.avoidance").total
    if play.roll(command.who, "attack", "1d20", modifiers=(bonus,), target=defense).outcome == "success":
        damage = play.roll(command.who, "damage", "1d6", modifiers=(bonus,)).total
        play.emit(command.target, DamageTaken(name="stamina", amount=damage))


def shift(play: Play, command: Shift) -> None:
    """RC-HORDE-09, RC-HORDE-10: a member out of the horde's area acts for itself, at the horde's initiative; with fewer
    than five left all of them do."""
    entry = entry_of(command.who)
    before = play.encounter(command.encounter).positions[entry].area
    play.emit(command.encounter, Moved(name=entry, area=command.area))
    horde = horde_of(play, command.encounter, command.who)
    if horde is None or command.area == before:
        return
    turn = play.encounter(command.encounter).order[horde]
    left = tuple(member for member in turn.members if member != command.who)
    act_alone(play, command.encounter, command.who, turn.initiative)
    if len(left) >= FEWEST:
        play.emit(command.encounter, TurnChanged(name=horde, members=left))
        return
    for member in left:
        act_alone(play, command.encounter, member, turn.initiative)
    subject = str(turn.subject)
    play.emit(command.encounter, TurnLeft(name=horde, because="scattered"))
    play.emit(subject, Removed(name="self", because="scattered"))
    play.emit(CAMPAIGN, HandleFreed(name=horde))


def horde_of(play: Play, encounter: str, member: str) -> str | None:
    order = play.encounter(encounter).order
    return next((name for name in order if member in order[name].members), None)


def act_alone(play: Play, encounter: str, who: str, initiative: int) -> None:
    play.emit(encounter, TurnEntered(name=entry_of(who), turn=TurnEntry(subject=who, initiative=initiative)))


def unleash(play: Play, command: Unleash) -> None:
    """RC-UNL-01, RC-UNL-02: one extra turn each round, at the villain's initiative total minus 10."""
    if play.where(command.who, "conditions", "unleashed"):
        play.refuse("RC-UNL-01", "That villain is unleashed already.")
    play.emit(command.who, ConditionGained(name="unleashed", condition=Condition(what="unleashed")))
    own = play.encounter(command.encounter).order[entry_of(command.who)].initiative
    extra = TurnEntry(subject=command.who, kind="extra", initiative=own - 10)
    play.emit(command.encounter, TurnEntered(name=f"{entry_of(command.who)}/extra", turn=extra))


def recharge(play: Play, who: str) -> None:
    """RC-UNL-02: with the turn, the extra one included, comes a chance for every spent ability to be ready again."""
    uses = play.character(who).uses
    for name in sorted(uses):
        number = uses[name].data.get("recharge")
        if not isinstance(number, int) or uses[name].count == 0:
            continue
        if play.roll(who, f"recharge/{name}", "1d6", target=number).outcome == "success":
            play.emit(who, UseReset(name=name, count=0))


def stand_still(play: Play, who: str) -> None:
    """With its turn begins what a creature or vehicle moves in it."""
    fight = play.deed.encounter
    if fight and entry_of(who) in play.encounter(fight).order:
        play.emit(fight, TurnChanged(name=entry_of(who), moved=0))


def drive(play: Play, command: Drive) -> None:
    entry = entry_of(command.who)
    moved = play.encounter(command.encounter).order[entry].moved
    play.emit(command.encounter, TurnChanged(name=entry, moved=moved + command.areas))


def board(play: Play, command: Board) -> None:
    play.emit(command.who, LinkMade(name="vehicle", link=Link(kind="aboard", to=command.vehicle)))


def shoot(play: Play, command: Strike) -> None:
    """RC-VEH-12: from a vehicle that covered at least five areas more than the target in the turn before (ruling 53),
    with Disadvantage."""
    order = play.encounter(command.encounter).order
    faster = (
        order[entry_of(link.to)].moved - order[entry_of(command.target)].moved
        for link in play.where(command.who, "links", "aboard").values()
    )
    defense = play.value(command.target, "attributes.avoidance").total
    with play.citing("RC-VEH-12"):
        notation = "1d20dis" if any(areas >= 5 for areas in faster) else "1d20"
        if play.roll(command.who, "attack", notation, target=defense).outcome == "success":
            play.emit(command.target, DamageTaken(name="stamina", amount=play.roll(command.who, "damage", "1d8").total))


COMMANDS = (
    CommandSpec(name="next_turn", args=InFight, rule=next_turn, by="gm", summary="The next turn begins."),
    CommandSpec(name="form_horde", args=FormHorde, rule=form_horde, by="gm", summary="Merge creatures into a horde."),
    CommandSpec(
        name="opportunity", args=Strike, rule=opportunity, by="gm", summary="An opportunity attack of a horde."
    ),
    CommandSpec(name="shift", args=Shift, rule=shift, by="gm", summary="Move somebody to another area."),
    CommandSpec(name="unleash", args=Unleash, rule=unleash, by="gm", summary="Unleash a villain."),
    CommandSpec(name="drive", args=Drive, rule=drive, by="player", summary="Move so many areas."),
    CommandSpec(name="board", args=Board, rule=board, by="owner", actor="who", summary="Board a vehicle."),
    CommandSpec(name="shoot", args=Strike, rule=shoot, by="owner", actor="who", summary="Shoot."),
)
MOMENTS = {TURN_START: (stand_still, recharge), "extra_turn_start": (recharge,)}
