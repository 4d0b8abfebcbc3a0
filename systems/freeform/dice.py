"""Rolls that no other rule asks for."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import AnyRef, Command
from domain.kit import rolls
from domain.kit.commands import command
from domain.kit.rolls import Judge, Throw, by_degrees, reaches, stays_under
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.log import Contribution
from systems.freeform.fields import Number, Source, Word

SEALED, OWNER, DEGREES = "sealed", "owner", "degrees"


class Addend(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An addend of a roll: its name, its `amount` (below zero it is taken off), and where it comes from."""

    label: Word
    amount: Annotated[Number, Meta(description="How much is added to the dice; below zero it is taken off")]
    source: Source = ""


class Roll(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`label` names what the roll is for, `notation` the dice (`2d6+1`, `4d6kh3`), `modifiers` what is added to them. A
    total that reaches the `target` is a success, or, where the game rolls `under`, one that does not pass it. A `sealed`
    roll only game masters see."""

    label: Annotated[Word, Meta(description="What the roll is for")]
    notation: Annotated[Word, Meta(description="The dice (`2d6+1`, `4d6kh3`)")]
    actor: AnyRef = ""
    modifiers: Annotated[tuple[Addend, ...], Meta(description="What is added to them")] = ()
    target: Annotated[
        Number | None,
        Meta(
            description="The total that is a success when it is reached, or, where the game rolls under, when it is not passed"
        ),
    ] = None
    under: Annotated[
        bool,
        Meta(description="Whether a total that does not pass the target is a success, in place of one that reaches it"),
    ] = False
    degrees: Annotated[
        dict[Word, Number],
        Meta(
            description="The words of a game that knows more than that: of those whose number the total reaches the highest counts, below all of them it is a failure"
        ),
    ] = {}
    sealed: Annotated[bool, Meta(description="Whether only game masters see the roll")] = False
    veiled: Annotated[bool, Meta(description="Whether its dice are shown, and neither target nor outcome")] = False


def _judge(command: Roll) -> Judge:
    """Return the measure of a roll: reaching the target or not passing it, or degrees."""
    if command.degrees:
        if command.under or command.target is not None:
            raise Refused(
                DEGREES, "Give either a `target` or `degrees`; these are numbers to reach, never to roll under."
            )
        return by_degrees(command.degrees, "failure")
    if command.under and command.target is None:
        raise Refused(DEGREES, "Say what to roll under: a `target`.")
    return stays_under if command.under else reaches


@command(
    "Roll dice, with modifiers and against a target if there is one.",
    by="player",
    actor="actor",
    scene=True,
    rules=(SEALED, OWNER, DEGREES),
)
def roll(play: Play, command: Roll) -> None:
    """Dice are rolled, for a character or for nobody in particular."""
    if (command.sealed or command.veiled) and not play.deed.is_gm:
        raise Refused(SEALED, "Only a game master hides a roll, or its target and outcome; roll it openly.")
    if command.actor and not play.deed.is_gm:
        owners = play.aggregate(command.actor).profile["self"].owners
        if play.deed.member not in owners:
            play.refuse(
                OWNER,
                "You can only roll for your own characters; leave the actor out to roll for nobody in particular.",
            )
    throw = Throw(
        command.actor or play.deed.encounter or CAMPAIGN,
        "roll",
        command.notation,
        command.target,
        tuple(Contribution(label=m.label, amount=m.amount, source=m.source) for m in command.modifiers),
        judge=_judge(command),
        title=command.label,
        sealed=command.sealed,
        veiled=command.veiled,
    )
    rolls.roll(play, throw)
