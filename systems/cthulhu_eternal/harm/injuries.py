"""Harm beyond the Hit Points it costs: stun, unconsciousness, injuries for good, death."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.rolls import addend
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from domain.vocabulary.values import AttributeRaised, Modifier, ModifierApplied, TrackSet
from systems.cthulhu_eternal import moments
from systems.cthulhu_eternal.combat import actions
from systems.cthulhu_eternal.fields import ByCircumstances
from systems.cthulhu_eternal.harm import recovery
from systems.cthulhu_eternal.people import MOST_HP, STATS, is_thing
from systems.cthulhu_eternal.states import DEAD, STUNNED, UNCONSCIOUS
from systems.cthulhu_eternal.tests import HINDERED, digits, stat_test
from systems.freeform.fields import Word


class _Other(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An injury that is no loss of a stat: the tests it hinders, and by how much."""

    hinders: str
    penalty: int


class _Injuries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`faint` are the Hit Points at which one falls unconscious."""

    faint: Annotated[int, Meta(description="The Hit Points at which one falls unconscious")]
    unconscious_seconds: int
    lowest_stat: int
    other: dict[str, _Other]


INJURIES: Final = table(__package__, "injuries", _Injuries)
CATALOGUE: Final = (
    CatalogueKind(name="injury", title="Lasting injuries", table=INJURIES.other, units={"penalty": "%"}),
)
ANOTHER: Final = "another"
"""The choice of an injury that the game master will describe (see `assign_injury`)."""

OWED: Final = "injury-test"
"""The kind of the task that stands for a test that is owed until the dead live again."""


class ShakeOff(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A stun, on one's own count."""

    who: CharacterRef
    modifier: ByCircumstances = 0


class AssignInjury(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` it is, and the tests that it `hinders`: those that need this."""

    who: CharacterRef
    what: Annotated[Word, Meta(description="What the injury is", extra={"catalogue": "injury"})]
    hinders: Annotated[Word, Meta(description="The tests that it hinders: those that need this")]
    penalty: Annotated[
        int, Meta(ge=-100, le=-1, description="What it takes from those tests, in percentage points")
    ] = -20


def stun(play: Play, who: str, *rules: str) -> None:
    """CE-DMG-04, CE-DMG-18: stun a character by these rules, unless they are dead or a thing."""
    if is_thing(play, who) or conditions.has(play, who, DEAD) or conditions.has(play, who, STUNNED):
        return
    with play.citing(*rules):
        conditions.gain(play, who, STUNNED)


def sink(play: Play, who: str) -> None:
    """CE-DMG-07, CE-DMG-10, CE-DMG-14, rulings 13 and 15: what a loss brings that leaves so few Hit Points. At none it is
    death, and the test is owed for when they live again; else they fall unconscious, and it is made at once. A thing without Hit Points is destroyed."""
    left = play.character(who).tracks["hp"].current
    if left > INJURIES.faint:
        return
    if is_thing(play, who):
        if left <= 0:
            conditions.gain(play, who, "destroyed")
        return
    if left <= 0:
        die(play, who)
        return
    with play.citing("CE-DMG-07"):
        fall_unconscious(play, who)
    risk_injury(play, who)


def fall_unconscious(play: Play, who: str) -> None:
    """CE-DMG-09, ruling 12: for an hour, or until there are Hit Points enough. For one who is so already, the hour has
    begun."""
    if conditions.has(play, who, UNCONSCIOUS):
        return
    until = UntilTime(at=play.clock() + INJURIES.unconscious_seconds)
    conditions.gain(play, who, UNCONSCIOUS, until=until)


def die(play: Play, who: str) -> None:
    """CE-DMG-14, rulings 13 and 15: dead, at this second of the clock."""
    if conditions.has(play, who, DEAD):
        return
    with play.citing("CE-DMG-14"):
        conditions.end(play, who, UNCONSCIOUS, "dead")
        conditions.end(play, who, STUNNED, "dead")
        conditions.gain(play, who, DEAD, at=play.clock())
    with play.citing("CE-DMG-10"):
        play.emit(who, TaskBegun(name=play.new_id("injury-test"), task=Task(kind=OWED, state="owed")))
    come(play, moments.DIED, who)


def live_again(play: Play, who: str) -> None:
    """CE-DMG-10, rulings 13 and 17: a resuscitated character makes the test owed since the death; with 2 Hit Points or fewer
    they are unconscious."""
    if play.character(who).tracks["hp"].current <= INJURIES.faint:
        fall_unconscious(play, who)
    for name in sorted(play.where(who, "tasks", OWED)):
        play.emit(who, TaskEnded(name=name, because="tested"))
        risk_injury(play, who)


def come_round(play: Play, who: str) -> None:
    """CE-DMG-09: with Hit Points enough again, they are conscious."""
    if conditions.has(play, who, UNCONSCIOUS) and play.character(who).tracks["hp"].current > INJURIES.faint:
        with play.citing("CE-DMG-09"):
            conditions.end(play, who, UNCONSCIOUS, "awake")


def risk_injury(play: Play, who: str) -> None:
    """CE-DMG-10 to CE-DMG-13, ruling 14: a CON x5 test; failed, a stat the game master picks is lower for good, by the
    lower of its two dice, or (CE-DMG-16) another injury takes its place."""
    with play.citing("CE-DMG-10"):
        tested = stat_test(play, who, "injury", "con")
        if tested.success:
            return
    choices = STATS + ((*INJURIES.other, ANOTHER) if play.option("other_injuries") else ())
    prompt = "What is lower for good, or what else stays of it?"
    choice = play.ask("injury", "gm", choices, "con", prompt, about=who)
    if choice in INJURIES.other:
        _hinder(play, who, choice, INJURIES.other[choice], "CE-DMG-16", "CE-DMG-17")
    elif choice != ANOTHER:
        lower(play, who, choice, min(digits(tested.total)))


def lower(play: Play, who: str, stat: str, amount: int) -> None:
    """CE-DMG-11 to CE-DMG-13, ruling 5: a stat falls for good, to 3 at the least. The most Hit Points follow STR and CON;
    those that are left fall only where there are more."""
    with play.citing("CE-DMG-11"):
        base = play.character(who).attributes[stat].base
        loss = min(amount, max(0, base - INJURIES.lowest_stat))
        if loss < amount:
            play.citations.append("CE-DMG-12")
        if loss:
            play.emit(who, AttributeRaised(name=stat, amount=-loss))
            recovery.keep_above_0(play, who, stat)
    most = play.value(who, MOST_HP).total
    if play.character(who).tracks["hp"].current > most:
        play.emit(who, TrackSet(name="hp", current=most, rules=("CE-DMG-13",)))


def _hinder(play: Play, who: str, injury: str, other: _Other, *rules: str) -> None:
    """CE-DMG-16: an injury for good that hinders some tests; `locked`, for no surgery corrects it."""
    path = f"{HINDERED}.{other.hinders}"
    modifier = Modifier(path=path, amount=other.penalty, title=injury, source="permanent injury", locked=True)
    play.emit(who, ModifierApplied(name=play.new_id("injury"), modifier=modifier, rules=rules))


@command("Try to shake off a stun on one's own count, by a CON x5 test.", by="owner", scene=True)
def shake_off(play: Play, command: ShakeOff) -> None:
    """CE-DMG-04, CE-DMG-05: on one's own count a CON x5 test ends the stun; it takes the place of the turn's action, so
    that one acts normally from the next turn on."""
    who = command.who
    if not conditions.has(play, who, STUNNED):
        play.missing(f"{who}.conditions", "{who} is not stunned.", who=who)
    actions.take(play, who, "shake off")
    modifiers = addend("circumstances", command.modifier)
    with play.citing("CE-DMG-05"):
        if stat_test(play, who, "stun", "con", modifiers=modifiers).success:
            conditions.end(play, who, STUNNED, "shaken off")


@command("Give a character a lasting injury that hinders some of their tests.", scene=True)
def assign_injury(play: Play, command: AssignInjury) -> None:
    """CE-DMG-16: an injury of the game master's own, in place of the loss of a stat."""
    if not play.option("other_injuries"):
        play.refuse("CE-DMG-16", "Other lasting injuries are an option that is off; turn other_injuries on.")
    _hinder(play, command.who, command.what, _Other(hinders=command.hinders, penalty=command.penalty), "CE-DMG-16")


OPTIONS = (
    OptionSpec(
        name="other_injuries",
        default=False,
        text="Whether the game master may choose another lasting injury in place of the loss of a stat.",
        rules=("CE-DMG-16", "CE-DMG-17"),
    ),
)

MOMENTS = {moments.HEALED: (come_round,)}
