"""Fights: how they begin and end, who comes and goes, and how the count goes on."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import counters, rounds, turns
from domain.kit.commands import command
from domain.kit.fights import ORDER, InEncounter, begin, end, fight, under_way
from domain.kit.naming import id_of
from domain.play.deciders import owner_of
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.turns import TurnLeft
from domain.vocabulary.undertakings import IntentEnded
from systems.cthulhu_eternal import people
from systems.cthulhu_eternal.combat import actions, counts, holds
from systems.cthulhu_eternal.moments import COUNT_END, FIGHT_END, TURN_START
from systems.freeform.fields import Because

LEFT = "left"
"""The counter of those who leave the fight in the turn that is on."""


class BeginFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`who` take part from the beginning; others may join later."""

    who: Annotated[
        tuple[CharacterRef, ...], Meta(description="Who takes part from the beginning; others may join later")
    ] = ()


class JoinFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Join a fight; a newcomer whose DEX has been counted past still acts in this turn, next of all."""

    who: CharacterRef


class LeaveFight(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """They take no further part."""

    who: CharacterRef
    because: Because = ""


@command("A fight begins; the count comes to the highest DEX.", scene=True, replaces=("begin",))
def begin_fight(play: Play, command: BeginFight) -> None:
    """CE-TURN-01, CE-TURN-02, CE-TURN-03: the first turn begins, with the count of the highest DEX."""
    encounter = fight(play)
    if turns.pace(play, encounter).state != "preparing":
        play.refuse("CE-TURN-01", "This fight has begun already; create another encounter for the next one.")
    for who in dict.fromkeys(command.who):
        _enter(play, encounter, who)
    if not play.encounter(encounter).order:
        raise Refused(ORDER, "Nobody takes part yet; name the characters who fight.")
    begin(play, encounter)
    come(play, TURN_START)
    rounds.go_on(play, encounter, counts.FLOW)


@command("Come into a fight, at one's DEX.", by="owner", scene=True, replaces=("join",))
def join_fight(play: Play, command: JoinFight) -> None:
    """CE-TURN-01, CE-TURN-02: bring a character into the fight at their DEX; one who has left in this turn had their place
    in it."""
    encounter = fight(play)
    if turns.pace(play, encounter).state == "ended":
        raise Refused(ORDER, "This fight is over; create another encounter for the next one.")
    left = _left(command.who)
    if counters.times(play, encounter, left):
        play.refuse("CE-TURN-01", "They have left the fight in this turn; they can come back when the next one begins.")
    _enter(play, encounter, command.who)


def _enter(play: Play, encounter: str, who: str) -> None:
    if id_of(who) in play.encounter(encounter).order:
        raise Refused(ORDER, "{who} takes part in this fight already; leave them out.", who=who)
    turns.enter(play, encounter, who, people.stat(play, who, "dex"), budget=counts.A_TURN)


@command(
    "Take no further part in a fight; a count that is theirs alone goes on.",
    by="owner",
    scene=True,
    replaces=("leave",),
)
def leave_fight(play: Play, command: LeaveFight) -> None:
    """CE-TURN-01, CE-ACT-32, ruling 52: take a character out of the fight, with the action that they held; they let go of whom
    they pin. Where the count was theirs alone, it goes on."""
    encounter, who = under_way(play), command.who
    order = play.encounter(encounter).order
    places = [name for name in sorted(order) if order[name].subject == who]
    if not places:
        play.missing(f"{encounter}.order", "{who} takes no part in this fight.", who=who)
    here = turns.pace(play, encounter).active
    left = tuple(name for name in here if name not in places)
    if left != here:
        come(play, COUNT_END, who)
        turns.pass_to(play, encounter, left)
    holds.release(play, who, "moved away")
    if actions.HELD in play.character(who).intents:
        play.emit(who, IntentEnded(name=actions.HELD, because="left"))
    for name in places:
        play.emit(encounter, TurnLeft(name=name, because=command.because))
    _note_leaving(play, encounter, who)
    if here and not left:
        rounds.go_on(play, encounter, counts.FLOW)


def _note_leaving(play: Play, encounter: str, who: str) -> None:
    """CE-TURN-01: until the next turn begins, the fight keeps in mind who has left it."""
    name, until = _left(who), AtMoment(moment=TURN_START)
    counters.count(play, encounter, name, what=LEFT, against=who, until=until)


def _left(who: str) -> str:
    return f"{LEFT}/{id_of(who)}"


@command(
    "Let the count go on down; after the lowest DEX a new turn begins.",
    by="player",
    scene=True,
    replaces=("next_turn", "previous_turn", "set_turn"),
)
def next_count(play: Play, _: InEncounter) -> None:
    """CE-TURN-01, CE-TURN-02, CE-TURN-03: the count goes on down; after the lowest DEX a new turn begins."""
    encounter = under_way(play)
    if not play.deed.is_gm:
        _check_whose(play, encounter)
    rounds.pass_on(play, encounter, counts.FLOW)


def _check_whose(play: Play, encounter: str) -> None:
    """Players let the counts of their own go by, when nobody else has still to act there."""
    order, active = play.encounter(encounter).order, turns.pace(play, encounter).active
    theirs = [name for name in active if owner_of(play, order[name].subject) == play.deed.member]
    if not theirs:
        play.refuse("CE-TURN-02", "It is not your character's count; the player whose count it is goes on.")
    if any(counts.to_act(order[name]) for name in active if name not in theirs):
        play.refuse("CE-TURN-03", "Somebody else acts on this count too, and has not done so yet.")


@command("The fight is over, and whatever was to last as long.", scene=True, replaces=("end_encounter",))
def end_fight(play: Play, _: InEncounter) -> None:
    """CE-TURN-01: the fight is over: what was done on the count is applied, and what was to last as long ends."""
    encounter = under_way(play)
    counts.end_count(play, encounter)
    come(play, FIGHT_END)
    end(play, encounter)
