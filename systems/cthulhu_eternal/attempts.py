"""A test of a stat or skill for whatever the game master calls one for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.rolls import addends
from domain.play.play import Play
from domain.play.refusals import Refused
from systems.cthulhu_eternal import people, states, tests
from systems.cthulhu_eternal.fields import ByCircumstances, Why
from systems.cthulhu_eternal.tests import STAT_TIMES, skill_test, stat_test
from systems.freeform.fields import Word


class Attempt(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A test of a stat or of a skill."""

    who: CharacterRef
    of: Annotated[Word, Meta(description="The stat or the skill, by its name on the sheet")]
    times: Annotated[
        int, Meta(ge=1, le=10, description="What a stat is multiplied by; left out of tests of skills")
    ] = STAT_TIMES
    needs: Annotated[
        tuple[Word, ...],
        Meta(
            description="What it cannot be done well without, as in eyesight, hearing, movement: injuries to it count"
        ),
    ] = ()
    modifier: ByCircumstances = 0
    because: Why = ""


class CallForTest(Attempt, frozen=True, kw_only=True, omit_defaults=True):
    """The test that an action takes."""


@command("Test a stat or skill, for whatever the game master calls for.", by="owner", scene=True)
def attempt(play: Play, command: Attempt) -> None:
    """CE-DMG-14, CE-DMG-16, CE-DMG-17, CE-HEAL-14: a test outside the order of turns. Injuries that hinder it count; a strenuous one
    has its consequences."""
    who, of = command.who, people.name_of_skill(command.of)
    if conditions.has(play, who, states.DEAD):
        play.refuse("CE-DMG-14", "They are dead and make no tests; choose somebody who lives.")
    hindered = tests.hindrance(play, who, tuple(dict.fromkeys(command.needs)))
    modifiers = addends({"circumstances": command.modifier, "injury": hindered})
    with play.citing(*(("CE-DMG-16",) if hindered else ())):
        if of in people.STATS:
            stat_test(play, who, "attempt", of, times=command.times, modifiers=modifiers)
        elif command.times != STAT_TIMES:
            raise Refused("vocabulary", "Only stats are multiplied; leave out `times` for a skill.")
        else:
            skill_test(play, who, "attempt", of, modifiers=modifiers)


@command("Have a character test a skill or a stat for what they do.", actor="who", scene=True)
def call_for_test(play: Play, command: CallForTest) -> None:
    """CE-ACT-35: the game master decides whether an attempt takes a test, and which."""
    with play.citing("CE-ACT-35"):
        attempt(play, command)
