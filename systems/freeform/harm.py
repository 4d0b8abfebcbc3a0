"""Wounds: they are suffered, treated and closed. Their effects on a character are conditions and modifiers anchored to
them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import AnyRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.naming import find, new_name
from domain.play import moments
from domain.play.play import Play
from domain.vocabulary.bodies import Wound as Injury
from domain.vocabulary.bodies import WoundClosed, WoundSuffered, WoundTreated
from systems.freeform.fields import Because, Data, Key, KindOf, Number, Source, Word


class Wound(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`slot` is where it sits, in the game's words: `arm/left`, `body/2`."""

    target: AnyRef
    severity: Word
    kind: KindOf = ""
    slot: Annotated[str, Meta(description="Where it sits, in the game's words: `arm/left`, `body/2`")] = ""
    source: Source = ""
    title: str = ""
    data: Data = {}


class Treat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`wound` is its name, or the slot it sits in."""

    target: AnyRef
    wound: Annotated[
        Key, Meta(description="Its name, or the slot it sits in", extra=takes_one_of("wounds", of="target"))
    ]
    amount: Annotated[Number, Meta(description="How much of it heals; below zero, how much worse it gets")] = 1


class CloseWound(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`wound` is its name, or the slot it sits in."""

    target: AnyRef
    wound: Annotated[
        Key, Meta(description="Its name, or the slot it sits in", extra=takes_one_of("wounds", of="target"))
    ]
    because: Because = ""


@command("Write down a wound.", by="owner", actor="target")
def wound(play: Play, command: Wound) -> None:
    """Wound a character."""
    injury = Injury(
        severity=command.severity,
        kind=command.kind,
        slot=command.slot,
        source=command.source,
        title=command.title,
        data=command.data,
    )
    play.emit(command.target, WoundSuffered(name=new_name(play, command.kind or command.severity), wound=injury))


@command("Bring a wound's healing forward.", by="owner", actor="target")
def treat(play: Play, command: Treat) -> None:
    """A wound's healing comes forward."""
    name = find(play, command.target, "wounds", command.wound)
    play.emit(command.target, WoundTreated(name=name, amount=command.amount))


@command("Close a wound; what was anchored to it ends.", by="owner", actor="target")
def close_wound(play: Play, command: CloseWound) -> None:
    """A wound is gone, and with it whatever came of it."""
    name = find(play, command.target, "wounds", command.wound)
    play.emit(command.target, WoundClosed(name=name, because=command.because))
    moments.settle(play, f"{command.target}.wounds.{name}")
