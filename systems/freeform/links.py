"""Links between two parties: a grapple with what it holds, a mark, a rider, a summoner. A link lives with its first party."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from domain.commands import AnyRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.naming import find, hold_on, new_name
from domain.play import moments
from domain.play.play import Play
from domain.vocabulary.undertakings import Link as Bond
from domain.vocabulary.undertakings import LinkBroken, LinkMade
from systems.freeform.fields import Because, Data, Key, Number, Until, Word

BONDS = ("summoner", "summon", "mount", "rider", "aboard")
"""Kinds of links whose two ends take part in an encounter together, whichever of them has a place in it."""


class Link(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`kind` is the game's word for it."""

    from_: AnyRef = field(name="from")
    kind: Annotated[Word, Meta(description="The game's word for it")]
    to: AnyRef
    amount: Annotated[Number, Meta(description="What it carries, where it carries something")] = 0
    until: Until = None
    title: str = ""
    hidden: bool = False
    data: Data = {}


class Unlink(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`link` is its name, or its kind."""

    from_: AnyRef = field(name="from")
    link: Annotated[Key, Meta(description="Its name, or its kind", extra=takes_one_of("links", of="from"))]
    because: Because = ""


@command("Tie a character to another: a grapple, a mark, a ride.", by="owner", actor="from_")
def link(play: Play, command: Link) -> None:
    """Two parties are tied to one another."""
    until = hold_on(play, command.until)
    play.aggregate(command.to)
    bond = Bond(
        kind=command.kind,
        to=command.to,
        amount=command.amount,
        until=until,
        title=command.title,
        audience="gm" if command.hidden else "all",
        data=command.data,
    )
    play.emit(command.from_, LinkMade(name=new_name(play, command.kind), link=bond))


@command("Break a tie; what was anchored to it ends.", by="owner", actor="from_")
def unlink(play: Play, command: Unlink) -> None:
    """A tie is broken, and whatever came of it ends."""
    name = find(play, command.from_, "links", command.link)
    play.emit(command.from_, LinkBroken(name=name, because=command.because))
    moments.settle(play, f"{command.from_}.links.{name}")
