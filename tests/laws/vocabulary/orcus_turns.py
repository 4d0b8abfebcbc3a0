"""Changing one's place in the order of turns in Orcus: Delay and Ready."""

from __future__ import annotations

from domain.commands import CharacterRef, Command, EncounterRef
from domain.components.anchors import AtMoment, WhilePresent, at_moment, parts
from domain.components.creature import Condition, Intent
from domain.components.scene import Zone
from domain.events.body import ConditionGained
from domain.events.log import Noted
from domain.events.scene import TurnChanged, TurnPassed, ZoneOpened
from domain.events.undertakings import IntentAnnounced, IntentEnded
from domain.play.hangings import Hanging
from domain.play.moments import come, end, hanging_on, settle
from domain.play.play import Play
from domain.system import CommandSpec
from tests.laws.vocabulary.orcus_effects import BUDGET, pay
from tests.laws.vocabulary.turns import (
    TURN_END,
    TURN_START,
    InFight,
    begin_turn,
    end_turn,
    in_order,
    new_round,
    subject_of,
    upcoming,
)


class InTurn(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef
    who: CharacterRef


class Conjure(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef
    who: CharacterRef
    power: str


class Bless(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    what: str
    beneficial: bool
    passing: int = 0
    end: str = TURN_END


class ReadyAction(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef
    who: CharacterRef
    action: str
    trigger: str


def next_turn(play: Play, command: InFight) -> None:
    """OR-DELAY-03: with the round goes every delayed turn that was not taken in it."""
    end_turn(play, command.encounter)
    following = upcoming(play, command.encounter)
    if following is None:
        waste(play, command.encounter)
        new_round(play, command.encounter)
        following = in_order(play, command.encounter)[0]
    begin_turn(play, command.encounter, following)


def waste(play: Play, encounter: str) -> None:
    """Ruling 35: what follows the delayed turn comes at the end of the round, and the old initiative stays."""
    order = play.encounter(encounter).order
    for name in sorted(name for name in order if order[name].state == "delayed"):
        play.emit(encounter, TurnChanged(name=name, state=""))
        come(play, TURN_END, subject_of(play, encounter, name))


def delay(play: Play, command: InTurn) -> None:
    """OR-DELAY-01, OR-DELAY-05, OR-DELAY-06: no actions now. The powers that are maintained end, and so does whatever
    does good until the end of this turn; what harms stays until the delayed turn is over."""
    entry = command.who.partition("/")[2]
    if entry not in play.encounter(command.encounter).pace["now"].active:
        play.refuse("OR-DELAY-01", "Only whose turn it is can delay it.")
    if play.encounter(command.encounter).order[entry].budget != BUDGET:
        play.refuse("OR-DELAY-05", "Whoever has acted in this turn cannot delay it.")
    following = upcoming(play, command.encounter)
    if following is None:
        play.refuse("OR-DELAY-03", "Nobody comes later in this round.")
        return
    with play.citing("OR-DELAY-06"):
        for name in sorted(play.where(command.who, "intents", "maintained")):
            play.emit(command.who, IntentEnded(name=name, because="delayed"))
            settle(play, f"{command.who}.intents.{name}")
        for hanging in hanging_on(play, (command.who,), at_moment(TURN_END, command.who)):
            if ends_this_turn(hanging) and does_good(play, hanging):
                end(play, hanging, "delayed")
    play.emit(command.encounter, TurnChanged(name=entry, state="delayed"))
    begin_turn(play, command.encounter, following)


def ends_this_turn(hanging: Hanging) -> bool:
    return any(isinstance(part, AtMoment) and part.passing == 0 for part in parts(hanging.anchor))


def does_good(play: Play, hanging: Hanging) -> bool:
    instances = getattr(play.aggregate(hanging.ref), hanging.component)
    return "beneficial" in instances[hanging.name].tags


def act_now(play: Play, command: InTurn) -> None:
    """OR-DELAY-02, OR-DELAY-04: the delayed turn is taken after the turn that is on, and that is its count from now on."""
    entry = command.who.partition("/")[2]
    if play.encounter(command.encounter).order[entry].state != "delayed":
        play.refuse("OR-DELAY-01", "That turn was not delayed.")
    (acting,) = play.encounter(command.encounter).pace["now"].active
    end_turn(play, command.encounter)
    put_beside(play, command.encounter, entry, acting, ahead=False)
    play.emit(command.encounter, TurnPassed(name="now", active=(entry,)))


def put_beside(play: Play, encounter: str, entry: str, other: str, *, ahead: bool) -> None:
    """Give an entry the count of another, directly ahead of it or directly after; equal counts between make room."""
    order = play.encounter(encounter).order
    count, place = order[other].initiative, order[other].tiebreak
    step = 1 if ahead else -1
    for name in sorted(order):
        beyond = (order[name].tiebreak - place) * step > 0
        if name not in (entry, other) and order[name].initiative == count and beyond:
            play.emit(encounter, TurnChanged(name=name, tiebreak=order[name].tiebreak + step))
    play.emit(encounter, TurnChanged(name=entry, initiative=count, tiebreak=place + step, state=""))


def conjure(play: Play, command: Conjure) -> None:
    """A zone, as long as it is maintained."""
    pay(play, command.encounter, command.who, "standard")
    name = play.new_id(command.power)
    play.emit(command.who, IntentAnnounced(name=name, intent=Intent(kind="maintained", what=command.power)))
    maintained = WhilePresent(path=f"{command.who}.intents.{name}")
    play.emit(command.encounter, ZoneOpened(name=name, zone=Zone(kind=command.power, until=maintained)))


def bless(play: Play, command: Bless) -> None:
    tags = ("beneficial",) if command.beneficial else ()
    until = AtMoment(moment=command.end, subject=command.who, passing=command.passing)
    condition = Condition(what=command.what, tags=tags, until=until)
    play.emit(command.who, ConditionGained(name=play.new_id(command.what), condition=condition))


def ready(play: Play, command: ReadyAction) -> None:
    """OR-READY-01, OR-READY-04: it may be taken any time before the actor's next turn, with which it is lost."""
    pay(play, command.encounter, command.who, "standard")
    readied = Intent(
        kind="readied",
        what=command.action,
        trigger=command.trigger,
        due=AtMoment(moment=TURN_START, subject=command.who),
        data={"round": play.encounter(command.encounter).pace["now"].round},
    )
    play.emit(command.who, IntentAnnounced(name=play.new_id("readied"), intent=readied))


def take_readied(play: Play, command: InTurn) -> None:
    """OR-READY-03, OR-READY-05: the action comes directly ahead of whoever set it off, and that is the actor's count for
    the rest of the encounter. Taken in the following round ahead of the regular turn, it takes that turn's place."""
    if play.where(command.who, "conditions", "stunned"):
        play.refuse("OR-RULING-36", "Whoever is stunned takes no readied action.")
    readied = play.where(command.who, "intents", "readied")
    if not readied:
        play.refuse("OR-READY-04", "Nothing is readied any more.")
        return
    (acting,) = play.encounter(command.encounter).pace["now"].active
    (name,) = readied
    later = play.encounter(command.encounter).pace["now"].round > readied[name].data["round"]
    with play.citing("OR-READY-05" if later else "OR-READY-03"):
        play.emit(command.who, Noted(name="readied-action", data={"what": readied[name].what}))
        play.emit(command.who, IntentEnded(name=name, because="taken"))
        put_beside(play, command.encounter, command.who.partition("/")[2], acting, ahead=True)


COMMANDS = (
    CommandSpec(name="next_turn", args=InFight, rule=next_turn, by="gm", summary="The next turn begins."),
    CommandSpec(name="delay", args=InTurn, rule=delay, by="owner", actor="who", summary="Delay a turn."),
    CommandSpec(name="act_now", args=InTurn, rule=act_now, by="owner", actor="who", summary="Take a delayed turn."),
    CommandSpec(
        name="conjure", args=Conjure, rule=conjure, by="owner", actor="who", summary="A power that is maintained."
    ),
    CommandSpec(name="bless", args=Bless, rule=bless, by="gm", summary="An effect that ends with a turn."),
    CommandSpec(name="ready", args=ReadyAction, rule=ready, by="owner", actor="who", summary="Ready an action."),
    CommandSpec(name="take_readied", args=InTurn, rule=take_readied, by="owner", actor="who", summary="Take it."),
)
