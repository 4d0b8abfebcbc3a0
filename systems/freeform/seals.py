"""Seals: secrets that are committed to now and revealed later, so that everybody can check that they were not changed.

Their form and rights are declared here like any other command's. The ledger carries them out itself: what is on record
about a secret is no part of the story, so no change of the past touches it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import Command, MemberRef
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from systems.freeform.fields import Key, Title

KEPT_ELSEWHERE = "kept-elsewhere"

Secret = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=20_000,
        pattern=r"\S",
        description="The secret itself: others read it only once it is unsealed",
        extra={"text": True},
    ),
]


class SealSecret(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The `title` is for everybody to see at once, the `text` for you, for game masters and for the members it is `known_to`."""

    title: Annotated[Title, Meta(description="What everybody sees of it at once")]
    text: Secret
    known_to: Annotated[tuple[MemberRef, ...], Meta(description="Members who may read it at once")] = ()


class UnsealSecret(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`seal` is its name (`seal-12`), the number of the entry that sealed it, or its title."""

    seal: Annotated[Key, Meta(description="Its name, the number of the entry that sealed it, or its title")]


@command(
    "Commit to a secret now, so that you can prove later what it was.",
    by="player",
    name="seal",
    args=SealSecret,
    open_while_waiting=True,
    rules=(KEPT_ELSEWHERE,),
)
@command(
    "Reveal a sealed secret to everybody, for good: only its author and game masters may.",
    by="player",
    name="unseal",
    args=UnsealSecret,
    open_while_waiting=True,
    rules=(KEPT_ELSEWHERE,),
)
def not_in_the_past(_: Play, __: Command) -> None:
    """A commitment is made when it is made: no plan carries it, and no change of the past adds or replaces it."""
    raise Refused(KEPT_ELSEWHERE, "Secrets are sealed and unsealed now, and by themselves: give the command as it is.")
