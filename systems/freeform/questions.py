"""Asking a member: a deed that waits for their decision, and writes it down."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import AnyRef, Command, MemberRef
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.log import Noted
from systems.freeform.fields import Data, Key, Title, Word

Prompt = Annotated[str, Meta(min_length=1, max_length=500, description="What is asked, in people's own words")]

CHOICE = "unknown-choice"


class Ask(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`owner` decides between the `options`. Where it is `about` a character, play around them waits for the answer, else play
    in the encounter of the envelope."""

    owner: Annotated[MemberRef, Meta(description="Who decides")]
    prompt: Prompt
    options: Annotated[tuple[Title, ...], Meta(description="What they decide between")]
    default: Annotated[Word, Meta(description="The option that counts where nobody answers")]
    key: Annotated[Key, Meta(description="The name of the question")]
    about: Annotated[
        AnyRef,
        Meta(
            description="Whom it is about: play around them waits for the answer; left out, play in the encounter of the envelope"
        ),
    ] = ""


@command(
    "Put a question to a member; play waits for the answer.", actor="about", asks="key", scene=True, rules=(CHOICE,)
)
def ask(play: Play, command: Ask) -> None:
    """Ask a member, and write down what they say."""
    if command.default not in command.options:
        raise Refused(
            CHOICE,
            "The default is one of the options: {options}.",
            options=", ".join(command.options) or text("give some"),
        )
    choice = play.ask("question", command.owner, command.options, command.default, command.prompt, title=command.key)
    data: Data = {"asked": command.owner, "choice": choice}
    play.emit(command.about or play.deed.encounter or CAMPAIGN, Noted(name=command.key, data=data))
