"""Anything else that takes a moment's attention, and the tests that the game master calls for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.events.log import Contribution, Noted
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import Kind
from systems.cthulhu_eternal import people, states
from systems.cthulhu_eternal.actions import take
from systems.cthulhu_eternal.labels import fresh
from systems.cthulhu_eternal.tests import STAT_TIMES, skill_test, stat_test


class Act(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is done: a vial drunk, an unlocked door thrown open, a lever pulled, a rope caught."""

    who: CharacterRef
    what: Text


class StandUp(Command, frozen=True, kw_only=True, omit_defaults=True):
    """From being prone."""

    who: CharacterRef


class CallForTest(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Of a `skill`, or of a `stat` that many `times`. `modifier` is added to the percentage; `why` says what it is for."""

    who: CharacterRef
    skill: str = ""
    stat: str = ""
    times: Annotated[int, Meta(ge=1, le=10)] = STAT_TIMES
    modifier: Annotated[int, Meta(ge=-1000, le=1000)] = 0
    why: Text = ""


def act(play: Play, command: Act) -> None:
    """CE-ACT-34: whatever needs a moment's attention costs the turn's action."""
    take(play, command.who, "anything else")
    play.emit(command.who, Noted(name="anything-else", text=command.what, rules=("CE-ACT-34",)))


def stand_up(play: Play, command: StandUp) -> None:
    """CE-ACT-34, ruling 59: getting to one's feet costs the turn's action."""
    who = command.who
    if not states.has(play, who, states.PRONE):
        play.missing(f"{who}.conditions.{states.PRONE}", "They are on their feet.")
    take(play, who, "anything else")
    with play.citing("CE-ACT-34"):
        states.end(play, who, states.PRONE, "stood up")


def call_for_test(play: Play, command: CallForTest) -> None:
    """CE-ACT-35: the game master decides whether something takes a test, and which."""
    if bool(command.skill) == bool(command.stat):
        raise Refused("test", "Say what is tested: either a `skill` or a `stat`.")
    if command.stat and command.stat not in people.STATS:
        raise Refused("stat", f"{command.stat!r} is no stat; there are {', '.join(people.STATS)}.")
    given = (Contribution(label="modifier", amount=command.modifier),) if command.modifier else ()
    label = fresh(play, "test")
    with play.citing("CE-ACT-35"):
        if command.why:
            play.emit(command.who, Noted(name="test", text=command.why))
        if command.skill:
            skill_test(play, command.who, label, command.skill, modifiers=given)
        else:
            stat_test(play, command.who, label, command.stat, times=command.times, modifiers=given)


KINDS = (
    Kind(
        name="act",
        args=Act,
        rule=act,
        by="owner",
        actor="who",
        summary="Do anything else that takes a moment's attention.",
        rules=("CE-ACT-34",),
        example={"who": "harker", "what": "Throws the cellar door open."},
    ),
    Kind(
        name="stand_up",
        args=StandUp,
        rule=stand_up,
        by="owner",
        actor="who",
        summary="Get to one's feet, which costs the turn's action.",
        rules=("CE-ACT-34",),
        example={"who": "harker"},
    ),
    Kind(
        name="call_for_test",
        args=CallForTest,
        rule=call_for_test,
        by="gm",
        actor="who",
        summary="Have somebody test a skill or a stat for what they do.",
        rules=("CE-ACT-35",),
        example={"who": "harker", "skill": "Alertness", "modifier": -20, "why": "What moves behind the crates?"},
    ),
)

FIRST = {
    "cthulhu-eternal.stand_up": (("freeform.afflict", {"target": "harker", "what": states.PRONE}),),
}
