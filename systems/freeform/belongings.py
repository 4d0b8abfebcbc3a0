"""Things and cards: given, moved, handed over. A thing that changes hands keeps its name."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

from domain.commands import AnyRef, Command, Whom
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.naming import find, hold_on, new_name, whole
from domain.play import moments
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.base import Audience
from domain.vocabulary.holdings import Card, CardGained, CardLost, CardSpent, Item, ItemChanged, ItemGained, ItemLost
from systems.freeform.fields import Because, Counters, Data, Key, Location, Number, Tags, Until, Word

HANDED_OVER = "handed over"
CARDS = "cards"


class GiveItem(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` it is, and in what `quantity`."""

    target: AnyRef
    what: Annotated[Word, Meta(description="What it is")]
    quantity: Annotated[Number, Meta(description="How many of it there are")] = 1
    location: Location = ""
    tracks: Counters = {}
    features: Annotated[
        tuple[str, ...], Meta(description="What it has besides, in the order in which they came to it")
    ] = ()
    tags: Tags = ()
    catalogue: Annotated[
        str, Meta(description="The key of what it is in the game's or the campaign's catalogue, where it stands there")
    ] = ""
    title: str = ""
    hidden: bool = False
    data: Data = {}


class MoveItem(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is its name, or where it is now."""

    target: AnyRef
    item: Annotated[Key, Meta(description="Its name, or where it is now", extra=takes_one_of("items", of="target"))]
    location: Location


class LoseItem(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is its name, or where it is."""

    target: AnyRef
    item: Annotated[Key, Meta(description="Its name, or where it is", extra=takes_one_of("items", of="target"))]
    because: Because = ""


class TransferItem(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is its name, or where it is. The things inside it go along."""

    from_: AnyRef = field(name="from")
    to: AnyRef
    item: Annotated[Key, Meta(description="Its name, or where it is", extra=takes_one_of("items", of="from"))]
    location: Location = ""


class GiveCard(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`tier` is its rank, where the game has such."""

    target: AnyRef
    kind: Word
    tier: Annotated[Number, Meta(description="Its rank, where the game has such")] = 0
    provenance: Annotated[str, Meta(description="Where it comes from")] = ""
    exclusive_to: Annotated[Whom, Meta(description="With whom alone it works")] = ""
    users: Annotated[tuple[AnyRef, ...], Meta(description="Who may use it, where that is not its holder")] = ()
    counters: Counters = {}
    expires: Until = None
    title: str = ""
    hidden: bool = False
    data: Data = {}


class SpendCard(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`card` is its name, or its kind."""

    target: AnyRef
    card: Annotated[Key, Meta(description="Its name, or its kind", extra=takes_one_of("cards", of="target"))]
    because: Annotated[Because, Meta(description="On what it went")] = ""


class TransferCard(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`card` is its name, or its kind."""

    from_: AnyRef = field(name="from")
    to: AnyRef
    card: Annotated[Key, Meta(description="Its name, or its kind", extra=takes_one_of("cards", of="from"))]


class Draw(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Of the cards of `from`, or those of a `kind`, as many as `count` says; each as likely. They lie open, or,
    `hidden`, only the player of `to` and the game master see them."""

    from_: Annotated[AnyRef, Meta(description="Whose cards they are")] = field(name="from")
    to: Annotated[AnyRef, Meta(description="Who draws them")]
    kind: Annotated[str, Meta(description="The kind of cards that are drawn; left out, any, each as likely")] = ""
    count: Annotated[int, Meta(ge=1, le=100, description="How many are drawn")] = 1
    hidden: Annotated[
        bool, Meta(description="Whether only who plays the drawer and the game master see them; else they lie open")
    ] = False


@command("Write down a thing that a character owns from now on.", by="owner", actor="target")
def give_item(play: Play, command: GiveItem) -> None:
    """Give a character a thing to own."""
    item = Item(
        what=command.what,
        quantity=command.quantity,
        location=command.location,
        tracks=command.tracks,
        features=command.features,
        tags=command.tags,
        catalogue=command.catalogue,
        title=command.title,
        audience="gm" if command.hidden else "all",
        data=command.data,
    )
    play.emit(command.target, ItemGained(name=new_name(play, command.what), item=item))


@command("Put a thing elsewhere: in a hand, a pack, on the ground.", by="owner", actor="target")
def move_item(play: Play, command: MoveItem) -> None:
    """A thing is put elsewhere."""
    name = find(play, command.target, "items", command.item)
    play.emit(command.target, ItemChanged(name=name, location=command.location))


@command("A thing is used up, broken or lost.", by="owner", actor="target")
def lose_item(play: Play, command: LoseItem) -> None:
    """A thing is gone."""
    name = find(play, command.target, "items", command.item)
    play.emit(command.target, ItemLost(name=name, because=command.because))
    moments.settle(play, f"{command.target}.items.{name}")


@command("Hand a thing to another holder, with what is inside it; it keeps its id.", by="owner", actor="from_")
def transfer_item(play: Play, command: TransferItem) -> None:
    """A thing changes hands, with what is inside it; what was anchored to it where it was ends."""
    name = find(play, command.from_, "items", command.item)
    _hand_over(play, command.from_, command.to, name, command.location)


def _hand_over(play: Play, giver: str, taker: str, name: str, location: str) -> None:
    inside = sorted(play.where(giver, "items", f"inside/{name}"))
    item: Item = whole(play, giver, "items", name)
    play.emit(giver, ItemLost(name=name, because=HANDED_OVER))
    moments.settle(play, f"{giver}.items.{name}")
    play.emit(taker, ItemGained(name=name, item=msgspec.structs.replace(item, location=location)))
    for content in inside:
        _hand_over(play, giver, taker, content, f"inside/{name}")


@command("Give a character a card: a reputation, a piece of intel, a favour.")
def give_card(play: Play, command: GiveCard) -> None:
    """Give a holder a card."""
    expires = hold_on(play, command.expires)
    fields: dict[str, Any] = {f: getattr(command, f) for f in ("kind", "tier", "provenance", "exclusive_to", "users")}
    card = Card(
        **fields,
        counters=command.counters,
        expires=expires,
        title=command.title,
        audience="gm" if command.hidden else "all",
        data=command.data,
    )
    play.emit(command.target, CardGained(name=new_name(play, command.kind), card=card))


@command("Use up a card.", by="owner", actor="target")
def spend_card(play: Play, command: SpendCard) -> None:
    """A card is used up."""
    name = find(play, command.target, "cards", command.card)
    play.emit(command.target, CardSpent(name=name, because=command.because))
    moments.settle(play, f"{command.target}.cards.{name}")


@command("Hand a card to another holder; it keeps its id.", by="owner", actor="from_")
def transfer_card(play: Play, command: TransferCard) -> None:
    """A card changes hands as it is."""
    name = find(play, command.from_, "cards", command.card)
    card: Card = whole(play, command.from_, "cards", name)
    play.emit(command.from_, CardLost(name=name, because=HANDED_OVER))
    moments.settle(play, f"{command.from_}.cards.{name}")
    play.emit(command.to, CardGained(name=name, card=card))


@command(
    "Draw cards by chance: from a deck, which is a group whose cards they are, to a holder's hand.", rules=(CARDS,)
)
def draw(play: Play, command: Draw) -> None:
    """Cards come from a deck, a bag or a hand by chance."""
    for _ in range(command.count):
        cards = play.aggregate(command.from_).cards
        left = sorted(play.where(command.from_, "cards", command.kind) if command.kind else cards)
        if not left:
            raise Refused(CARDS, "{origin} has no such card left to draw.", origin=command.from_)
        drawn = play.roll(command.to, "draw", f"1d{len(left)}")
        _deal(play, command, left[drawn.total - 1])


def _deal(play: Play, command: Draw, name: str) -> None:
    owners = play.aggregate(command.to).profile["self"].owners
    audience: Audience = (owners or "gm") if command.hidden else "all"
    card: Card = whole(play, command.from_, "cards", name)
    play.emit(command.from_, CardLost(name=name, because="drawn"))
    moments.settle(play, f"{command.from_}.cards.{name}")
    play.emit(command.to, CardGained(name=name, card=msgspec.structs.replace(card, audience=audience)))
