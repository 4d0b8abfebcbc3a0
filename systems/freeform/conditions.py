"""Conditions: a character is in a state, for as long as what it is anchored to lasts, or until it is relieved."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import AnyRef, Command
from domain.instance_fields import takes_one_of
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import find, hold_on, new_name
from domain.play.play import Play
from domain.vocabulary.bodies import Condition
from systems.freeform.fields import Because, Data, Key, Locked, Number, Tags, Until, Word


class Afflict(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is the condition. A `hidden` one is the game master's to know."""

    target: AnyRef
    what: Annotated[Word, Meta(description="The condition")]
    level: Annotated[Number, Meta(description="How strong it is, where the game counts that")] = 0
    until: Until = None
    source: Annotated[str, Meta(description="What it comes from")] = ""
    against: Annotated[AnyRef, Meta(description="Whom it concerns (marked by whom, afraid of whom)")] = ""
    tags: Tags = ()
    title: str = ""
    locked: Locked = False
    hidden: Annotated[bool, Meta(description="Whether it is the game master's to know")] = False
    data: Data = {}


class Relieve(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`condition` is its name, or what it is."""

    target: AnyRef
    condition: Annotated[
        Key, Meta(description="Its name, or what it is", extra=takes_one_of("conditions", of="target"))
    ]
    because: Because = ""


@command(
    "Give a character a condition, until a moment, a save, a time, another thing's end, or for good.",
    by="owner",
    actor="target",
)
def afflict(play: Play, command: Afflict) -> None:
    """Put a character in a state."""
    until = hold_on(play, command.until)
    condition = Condition(
        what=command.what,
        level=command.level,
        until=until,
        source=command.source,
        target=command.against,
        tags=command.tags,
        title=command.title,
        locked=command.locked,
        audience="gm" if command.hidden else "all",
        data=command.data,
    )
    conditions.add(play, command.target, condition, new_name(play, command.what))


@command("End a condition; what was anchored to it ends too.", by="owner", actor="target")
def relieve(play: Play, command: Relieve) -> None:
    """A state ends, and with it whatever came of it."""
    name = find(play, command.target, "conditions", command.condition)
    conditions.end_one(play, command.target, name, command.because)
