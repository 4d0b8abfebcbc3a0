"""Hands: the things in them, and those that fall out of them."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.naming import find, handle_of
from domain.play.play import Play
from domain.vocabulary.holdings import ItemChanged
from systems.cthulhu_eternal.combat.actions import take
from systems.cthulhu_eternal.fields import OfTheirs
from systems.freeform.belongings import TransferItem, transfer_item

LEFT, RIGHT, BOTH = "hand/left", "hand/right", "hand/both"

HANDS: Final = (RIGHT, LEFT, BOTH)
"""Locations of a thing that a character holds; `hand/both` fills both."""

GROUND: Final = "ground"
"""The location of a dropped thing: it stays among what they have until somebody takes it up."""


class TakeUp(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`of` is the character who had it, where that was another."""

    who: CharacterRef
    item: OfTheirs
    of: Annotated[CharacterRef, Meta(description="Who had it, where that was another character")] = ""
    both_hands: Annotated[bool, Meta(description="Whether it takes both hands, as a big thing does")] = False


def in_hands(play: Play, who: str) -> list[str]:
    """The names of what a character holds."""
    return sorted(name for hand in HANDS for name in play.where(who, "items", hand))


def both_free(play: Play, who: str) -> bool:
    """Whether a character holds nothing at all."""
    return not in_hands(play, who)


def drop(play: Play, who: str, item: str) -> None:
    """A thing falls to the ground."""
    play.emit(who, ItemChanged(name=item, location=GROUND))


def thing(play: Play, who: str, word: str) -> str:
    """The name of a thing, given that, or what it is, or where. Refused where several go by it; Absent where none does."""
    items = play.character(who).items
    alike = sorted(name for name in items if handle_of(items[name].what) == handle_of(word))
    return alike[0] if word not in items and len(alike) == 1 else find(play, who, "items", word)


@command("Take a thing up from the ground, which costs the turn's action.", by="owner", scene=True)
def take_up(play: Play, command: TakeUp) -> None:
    """CE-ACT-34, CE-ATK-04: taking a thing up costs the turn's action."""
    who, owner = command.who, command.of or command.who
    item = thing(play, owner, command.item)
    if play.character(owner).items[item].location != GROUND:
        play.refuse("CE-ACT-34", "That does not lie on the ground; only what does can be taken up.")
    location = free_hand(play, who, both=command.both_hands)
    if location is None:
        play.refuse("CE-ACT-34", "Their hands are full; let them drop something first.")
        return
    take(play, who, "anything else")
    with play.citing("CE-ACT-34"):
        if owner == who:
            play.emit(who, ItemChanged(name=item, location=location))
        else:
            transfer_item(play, TransferItem(from_=owner, to=who, item=item, location=location))


def free_hand(play: Play, who: str, *, both: bool = False) -> str | None:
    """The hand that is free to hold a thing now, or both; None where they are full."""
    full = [hand for hand in HANDS if play.where(who, "items", hand)]
    if both or BOTH in full:
        return None if full else BOTH
    return next((hand for hand in (RIGHT, LEFT) if hand not in full), None)
