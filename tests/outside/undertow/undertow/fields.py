"""The fields that commands of several chapters have."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command

Who = Annotated[CharacterRef, Meta(description="The diver who acts")]
Other = Annotated[CharacterRef, Meta(description="Another diver")]
CardId = Annotated[str, Meta(description="A card of the hand, by its id")]
Suit = Literal["current", "kelp", "silt", "pearl"]


class OfDiver(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A diver does something."""

    who: Who
