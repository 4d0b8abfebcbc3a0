"""Commands that the ledger carries out itself: answers to what a deed asks, and the erasure of words.

Their form and rights are declared here like any other's. An answer or a closing is no rule's business: the deed it
belongs to is run again by its own rule.
"""

from __future__ import annotations

from domain.campaign import CAMPAIGN
from domain.commands import Command
from domain.events.log import Noted
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import Kind
from systems.freeform.fields import Key

NO_RULE = "no-rule"


class Answer(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`deed` is the number of the entry that asks, `key` its question, `choice` one of the question's options."""

    deed: int
    key: Key
    choice: str


class CloseDeed(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`deed` is the number of the entry that began it: every question of it that is open, or comes up yet, takes its
    default."""

    deed: int


class Erase(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`texts` are keys of texts, as `41.0`. The words are gone for good; that there were some stays."""

    texts: tuple[Key, ...]


def not_by_itself(_: Play, __: Command) -> None:
    """An answer means something to its deed alone."""
    raise Refused(NO_RULE, "This answers a deed that waits; it cannot be played by itself.")


def erase(play: Play, command: Erase) -> None:
    """The erasure is on record, by the keys of what was erased."""
    play.emit(CAMPAIGN, Noted(name="erased", data={"texts": ", ".join(command.texts)}))


KINDS = (
    Kind(
        name="answer",
        args=Answer,
        rule=not_by_itself,
        by="player",
        summary="Answer a question that a deed waits for.",
        rules=(NO_RULE,),
        example={"deed": 41, "key": "which-way", "choice": "right"},
        open_while_waiting=True,
    ),
    Kind(
        name="close",
        args=CloseDeed,
        rule=not_by_itself,
        by="gm",
        summary="Let every open question of a deed take its default.",
        rules=(NO_RULE,),
        example={"deed": 41},
        open_while_waiting=True,
    ),
    Kind(
        name="erase",
        args=Erase,
        rule=erase,
        by="gm",
        summary="Erase words that somebody wrote; the ledger keeps that there were some.",
        example={"texts": ["41.0"]},
        open_while_waiting=True,
    ),
)
