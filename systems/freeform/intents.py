"""Intents: what is announced and not yet done. It comes nearer, is carried out, or is dropped; a due one ends by itself."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import AnyRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.naming import find, hold_on, new_name
from domain.play import moments
from domain.play.play import Play
from domain.vocabulary.base import Audience
from domain.vocabulary.undertakings import Intent, IntentAdvanced, IntentAnnounced, IntentEnded
from systems.freeform.fields import Amount, Because, Data, Key, Number, Until, Word


class Announce(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`kind` is the game's word (readied, held, channelled), `what` what is meant to happen, `due` when it does by itself.
    Only the member who announced a `hidden` one and the game master know of it."""

    actor: AnyRef
    kind: Annotated[Word, Meta(description="The game's word (readied, held, channelled)")]
    what: Annotated[Word, Meta(description="What is meant to happen")]
    due: Annotated[Until, Meta(description="When it happens by itself")] = None
    trigger: Annotated[str, Meta(description="What sets it off before, in words")] = ""
    interrupted_by: Annotated[tuple[str, ...], Meta(description="What breaks it; left out, nothing does")] = ()
    paid: Annotated[dict[str, Number], Meta(description="What it has cost already, by track")] = {}
    remaining: Annotated[Number, Meta(description="How many steps are to come")] = 0
    hidden: Annotated[bool, Meta(description="Whether only who announced it and the game master know of it")] = False
    title: str = ""
    data: Data = {}


class OfIntent(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`intent` is its name, or its kind."""

    actor: AnyRef
    intent: Annotated[Key, Meta(description="Its name, or its kind", extra=takes_one_of("intents", of="actor"))]


class AdvanceIntent(OfIntent, frozen=True, kw_only=True, omit_defaults=True):
    """It comes nearer by so many steps."""

    by: Amount = 1


class Drop(OfIntent, frozen=True, kw_only=True, omit_defaults=True):
    """It does not come to pass."""

    because: Because = ""


@command("Announce what is not done yet: held, readied, channelled, due later.", by="owner", actor="actor")
def announce(play: Play, command: Announce) -> None:
    """Announce what a character means to do."""
    due = hold_on(play, command.due)
    own: Audience = "gm" if play.deed.is_gm else (play.deed.member,)
    intent = Intent(
        kind=command.kind,
        what=command.what,
        by=command.actor,
        paid=command.paid,
        due=due,
        trigger=command.trigger,
        interrupted_by=command.interrupted_by,
        remaining=command.remaining,
        title=command.title,
        audience=own if command.hidden else "all",
        data=command.data,
    )
    play.emit(command.actor, IntentAnnounced(name=new_name(play, command.kind), intent=intent))


@command("Bring an announced action nearer.", by="owner", actor="actor")
def advance_intent(play: Play, command: AdvanceIntent) -> None:
    """Bring an announced deed nearer."""
    name = find(play, command.actor, "intents", command.intent)
    play.emit(command.actor, IntentAdvanced(name=name, amount=command.by))


@command("An announced action is done.", by="owner", actor="actor")
def carry_out(play: Play, command: OfIntent) -> None:
    """Carry out an announced deed; other commands say what it does."""
    _end(play, command, "carried out")


@command("An announced action is given up or broken.", by="owner", actor="actor")
def drop(play: Play, command: Drop) -> None:
    """Drop an announced deed."""
    _end(play, command, command.because or "dropped")


def _end(play: Play, command: OfIntent, because: str) -> None:
    name = find(play, command.actor, "intents", command.intent)
    play.emit(command.actor, IntentEnded(name=name, because=because))
    moments.settle(play, f"{command.actor}.intents.{name}")
