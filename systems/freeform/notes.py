"""What is written down: notes, the game master's rulings, and awards."""

from __future__ import annotations

from domain.campaign import CAMPAIGN
from domain.commands import AnyRef, Command, Text
from domain.events.log import Awarded, Noted
from domain.play.play import Play
from domain.system import Kind
from systems.freeform.fields import Data, Number, Word

UNKNOWN_RULE = "unknown-rule"


class Note(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Without `about` it belongs to the encounter of its envelope, else to the campaign."""

    text: Text
    about: AnyRef = ""


class Record(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` was decided, in a word; `rules` are the ids of the rules it follows from; `data` what came of it."""

    what: Word
    target: AnyRef = ""
    rules: tuple[Word, ...] = ()
    data: Data = {}
    text: Text = ""


class Award(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is given or achieved: experience, a milestone, thanks; `amount` is how much of it, where that is counted."""

    target: AnyRef
    what: Word
    amount: Number = 0
    text: Text = ""
    data: Data = {}


def note(play: Play, command: Note) -> None:
    """Something is written down."""
    play.emit(command.about or play.deed.encounter or CAMPAIGN, Noted(name="note", text=command.text))


def record(play: Play, command: Record) -> None:
    """The game master says what comes of a rule that the book leaves to judgement."""
    unknown = [rule for rule in command.rules if play.registry.rule(play.system, rule) is None]
    if unknown:
        play.refuse(UNKNOWN_RULE, f"{play.system.name} has no rule {', '.join(unknown)}.")
    event = Noted(name=command.what, text=command.text, data=command.data, rules=command.rules)
    play.emit(command.target or play.deed.encounter or CAMPAIGN, event)


def award(play: Play, command: Award) -> None:
    """Something is given that no component holds."""
    event = Awarded(name=command.what, amount=command.amount, text=command.text, data=command.data)
    play.emit(command.target, event)


KINDS = (
    Kind(
        name="note",
        args=Note,
        rule=note,
        by="player",
        summary="Write something down, about somebody or about nothing in particular.",
        example={"about": "goblin", "text": "Owes us a favour."},
        open_while_waiting=True,
    ),
    Kind(
        name="record",
        args=Record,
        rule=record,
        by="gm",
        summary="Write down what a rule that is left to judgement came to.",
        rules=(UNKNOWN_RULE,),
        example={"target": "ramjet", "what": "bluff", "data": {"convinced": True}},
    ),
    Kind(
        name="award",
        args=Award,
        rule=award,
        by="gm",
        summary="Give experience, a milestone, thanks.",
        example={"target": "ramjet", "what": "experience", "amount": 50},
    ),
)
