"""Commands that the ledger carries out itself: answers to what a deed asks, and the erasure of words.

Their form and rights are declared here like any other's. An answer or a closing is no rule's business: the deed it
belongs to is run again by its own rule.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import Command
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.log import Noted
from systems.freeform.fields import Key

NO_RULE = "no-rule"


class Answer(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`deed` is the number of the entry that asks, `key` its question, `choice` one of the question's options."""

    deed: Annotated[int, Meta(description="The number of the entry that asks")]
    key: Annotated[Key, Meta(description="The key of its question")]
    choice: Annotated[str, Meta(description="One of the question's options")]


class CloseDeed(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`deed` is the number of the entry that began it: every question of it that is open, or comes up yet, takes its
    default."""

    deed: Annotated[
        int,
        Meta(
            description="The number of the entry that began it: every question of it that is open, or comes up yet, takes its default"
        ),
    ]


class Erase(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`texts` are keys of texts, as `41.0`. The words are gone for good; that there were some stays."""

    texts: Annotated[tuple[Key, ...], Meta(description="Keys of texts, as `41.0`")]


@command(
    "Answer a question that a deed waits for.",
    by="player",
    name="answer",
    args=Answer,
    open_while_waiting=True,
    rules=(NO_RULE,),
)
@command(
    "Let every open question of a deed take its default.",
    name="close",
    args=CloseDeed,
    open_while_waiting=True,
    rules=(NO_RULE,),
)
def not_by_itself(_: Play, __: Command) -> None:
    """An answer means something to its deed alone."""
    raise Refused(NO_RULE, "This answers a deed that waits; it cannot be played by itself.")


@command("Erase words that a member wrote; the ledger keeps that there were some.", open_while_waiting=True)
def erase(play: Play, command: Erase) -> None:
    """The erasure is on record, by the keys of what was erased."""
    play.emit(CAMPAIGN, Noted(name="erased", data={"texts": ", ".join(command.texts)}))
