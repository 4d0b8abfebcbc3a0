"""Records: notes, the game master's rulings, and awards."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import AnyRef, Command, Text
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.log import Awarded, Noted
from systems.freeform.fields import Data, Number, Word

UNKNOWN_RULE = "unknown-rule"


class Note(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Without `about` it belongs to the encounter of its envelope, else to the campaign."""

    text: Text
    about: Annotated[
        AnyRef,
        Meta(
            description="Whom it is about; left out, it belongs to the encounter of its envelope, else to the campaign"
        ),
    ] = ""


class Record(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` was decided, in a word."""

    what: Annotated[Word, Meta(description="What was decided, in a word")]
    target: AnyRef = ""
    rules: Annotated[tuple[Word, ...], Meta(description="The ids of the rules it follows from")] = ()
    data: Annotated[Data, Meta(description="What came of it")] = {}
    text: Text = ""


class Award(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is given or achieved: experience, a milestone, thanks."""

    target: AnyRef
    what: Annotated[Word, Meta(description="What is given or achieved: experience, a milestone, thanks")]
    amount: Annotated[Number, Meta(description="How much of it, where that is counted")] = 0
    text: Text = ""
    data: Data = {}


@command("Write a note, about a character or about nothing in particular.", by="player", open_while_waiting=True)
def note(play: Play, command: Note) -> None:
    """A note is written down."""
    play.emit(command.about or play.deed.encounter or CAMPAIGN, Noted(name="note", text=command.text))


@command("Write down what a rule that is left to judgement came to.", rules=(UNKNOWN_RULE,))
def record(play: Play, command: Record) -> None:
    """The game master says what comes of a rule that the book leaves to judgement."""
    unknown = [rule for rule in command.rules if play.registry.rule(play.system, rule) is None]
    if unknown:
        play.refuse(
            UNKNOWN_RULE, "{system} has no rule {unknown}.", system=play.system.name, unknown=", ".join(unknown)
        )
    event = Noted(name=command.what, text=command.text, data=command.data, rules=command.rules)
    play.emit(command.target or play.deed.encounter or CAMPAIGN, event)


@command("Give experience, a milestone, thanks.")
def award(play: Play, command: Award) -> None:
    """An award is given that no component holds."""
    event = Awarded(name=command.what, amount=command.amount, text=command.text, data=command.data)
    play.emit(command.target, event)
