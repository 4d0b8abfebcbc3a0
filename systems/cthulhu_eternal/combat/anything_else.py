"""Anything else that takes a moment's attention."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.cthulhu_eternal import states
from systems.cthulhu_eternal.combat.actions import take


class Act(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is done: a vial drunk, an unlocked door thrown open, a lever pulled, a rope caught."""

    who: CharacterRef
    what: Annotated[
        Text,
        Meta(description="What is done: a vial drunk, an unlocked door thrown open, a lever pulled, a rope caught"),
    ]


class StandUp(Command, frozen=True, kw_only=True, omit_defaults=True):
    """From being prone."""

    who: CharacterRef


@command("Do anything else that takes a moment's attention.", by="owner", scene=True)
def act(play: Play, command: Act) -> None:
    """CE-ACT-34: spend the turn's action on anything that needs a moment's attention."""
    take(play, command.who, "anything else")
    play.emit(command.who, Noted(name="anything-else", text=command.what, rules=("CE-ACT-34",)))


@command("Get to one's feet, which costs the turn's action.", by="owner", scene=True)
def stand_up(play: Play, command: StandUp) -> None:
    """CE-ACT-34, ruling 59: getting to one's feet costs the turn's action."""
    who = command.who
    if not conditions.has(play, who, states.PRONE):
        play.missing(
            f"{who}.conditions.{states.PRONE}", "They are on their feet; only somebody who is prone can stand up."
        )
    take(play, who, "anything else")
    with play.citing("CE-ACT-34"):
        conditions.end(play, who, states.PRONE, "stood up")
