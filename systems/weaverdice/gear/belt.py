"""The belt and the hands: what is in quick reach, and taking it up, putting it away, dropping it and passing it on."""

from __future__ import annotations

from itertools import chain
from typing import Annotated, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit import turns
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.base import Audience
from domain.vocabulary.holdings import ItemChanged, ItemCounted
from systems.weaverdice.checks import crafting_skills
from systems.weaverdice.gear.costume import FRAGILE, doing, intact, worn
from systems.weaverdice.gear.pieces import feature
from systems.weaverdice.moments import LET_GO
from systems.weaverdice.sheet import items
from systems.weaverdice.sheet.items import (
    GROUND,
    INVENTORY,
    STASH,
    ThingData,
    drop,
    free_hand,
    hand_over,
    in_hands,
    is_box,
    is_large,
    name_of,
    put,
)
from systems.weaverdice.sheet.stats import BELT
from systems.weaverdice.turns import actions

TOOLS = "belt/tools"
"""The location of the tools of a Handy cape, which take no slot (WD-CSK-02)."""


class OfItem(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is its name, or what it is."""

    who: CharacterRef
    item: Annotated[str, Meta(description="Its name, or what it is", extra=takes_one_of("items"))]


class Stow(OfItem, frozen=True, kw_only=True, omit_defaults=True):
    """`to` is the belt, one of its places (`belt/2`, `belt/<pouch>/1`), the inventory, or home (`stash`).

    Things in a secret pouch are hidden; give the command an `audience`, so that nobody reads of it either.
    """

    to: Annotated[
        str,
        Meta(description="The belt, one of its places (`belt/2`, `belt/<pouch>/1`), the inventory, or home (`stash`)"),
    ] = "belt"


class PickUp(OfItem, frozen=True, kw_only=True, omit_defaults=True):
    """`owner` is whose it has been; left out, it is their own."""

    owner: Annotated[CharacterRef, Meta(description="Whose it has been; left out, it is their own")] = ""


class HandTo(OfItem, frozen=True, kw_only=True, omit_defaults=True):
    """`to` takes it into a free hand."""

    to: Annotated[CharacterRef, Meta(description="Who takes it into a free hand")]


class TakeAlong(OfItem, frozen=True, kw_only=True, omit_defaults=True):
    """`to` is where a thing from home goes."""

    to: Annotated[Literal["hand", "belt", "inventory"], Meta(description="Where a thing from home goes")] = "belt"


class PatDown(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`target` is searched by `who`."""

    who: Annotated[CharacterRef, Meta(description="Who searches")]
    target: Annotated[CharacterRef, Meta(description="Who is searched")]


def granted(play: Play, who: str, piece: str) -> tuple[str, ...]:
    """WD-COS-07, WD-COS-09: the belt slots that a worn piece grants now; without the last one, where that broke."""
    features = [feature(play, key) for key in intact(play, who, piece)]
    broken = play.character(who).items[piece].tracks.get(FRAGILE, 1) == 0 and any(f.fragile for f in features)
    slots = sum(f.belt for f in features) - (1 if broken else 0)
    return tuple(f"belt/{piece}/{number}" for number in range(1, slots + 1))


def slots(play: Play, who: str) -> list[tuple[str, ...]]:
    """WD-EQP-04: the places in quick reach, those of the body first, then those of each piece that grants some."""
    pieces = [places for piece in worn(play, who) if (places := granted(play, who, piece))]
    own = play.value(who, BELT).total - sum(len(places) for places in pieces)
    return [tuple(f"belt/{number}" for number in range(1, own + 1)), *pieces]


def place_for(play: Play, who: str, item: str, wanted: str = "belt") -> str | None:
    """WD-EQP-04, ruling 51: a free place for a thing, at or behind the one that is wanted; a large one takes two in a row."""
    size = 2 if is_large(play, who, item) else 1
    for places in slots(play, who):
        full = _taken(play, who, places, item)
        for first in range(len(places) - size + 1):
            run = places[first : first + size]
            if not full & {*run} and (wanted == "belt" or run[0] == wanted or run[0].startswith(f"{wanted}/")):
                return run[0]
    return None


def in_reach(play: Play, who: str, item: str) -> bool:
    """WD-EQP-04: whether it is in a hand or in a slot of the belt that they still have."""
    at = play.character(who).items[item].location
    return at in items.HANDS or at == TOOLS or at in chain.from_iterable(slots(play, who))


def has_inventory(play: Play, who: str) -> bool:
    """WD-EQP-09: whether they wear an item that holds general inventory, or carry such a box."""
    if any(does.inventory for _, _, does in doing(play, who)):
        return True
    return any(is_box(play, who, item) for item in in_hands(play, who))


def _taken(play: Play, who: str, places: tuple[str, ...], item: str) -> set[str]:
    """Return those of these places that are full, apart from what the thing itself takes."""
    full: set[str] = set()
    for number, place in enumerate(places):
        for other in play.where(who, "items", place):
            if other != item:
                full |= {*places[number : number + (2 if is_large(play, who, other) else 1)]}
    return full


@command("Take an item from the belt in hand.", by="owner", scene=True)
def draw(play: Play, command: OfItem) -> None:
    """WD-EQP-03, WD-EQP-04, WD-ACT-01: an action takes an item from the belt; the whole turn, what is out of reach."""
    who, item = command.who, name_of(play, command.who, command.item)
    at = play.character(who).items[item].location
    if not at.startswith("belt/"):
        play.refuse("WD-EQP-04", "That is not on the belt; take up what lies about, or take it out of the inventory.")
    hand = _hand(play, who, item)
    if in_reach(play, who, item):
        actions.take(play, who, text("drawing it"))
    else:
        actions.take_full(play, who, text("digging for what is out of reach"))
    put(play, who, item, hand)


@command("Put an item on the belt, into the inventory, or by at home.", by="owner", scene=True)
def stow(play: Play, command: Stow) -> None:
    """WD-EQP-01, WD-EQP-04, WD-EQP-09, WD-COS-10: put an item on the belt, into the inventory, or by at home."""
    who, item = command.who, name_of(play, command.who, command.item)
    actions.take(play, who, text("putting it away"))
    put_away(play, who, item, command.to)


def put_away(play: Play, who: str, item: str, to: str) -> None:
    """Put a thing where it is carried, or leave it at home. Refused where there is no room for it."""
    if play.character(who).items[item].location.startswith("costume/"):
        play.refuse("WD-EQP-01", "That is worn; take it off first.")
    _put_away(play, who, item, to)
    if is_box(play, who, item):
        empty_out(play, who, STASH if to == STASH else GROUND)


def _put_away(play: Play, who: str, item: str, to: str) -> None:
    if to == STASH:
        if turns.running(play):
            play.refuse("WD-EQP-01", "Nobody is at home in a fight; put things on the belt, in a bag or on the ground.")
        put(play, who, item, STASH)
    elif to == INVENTORY:
        if not has_inventory(play, who):
            play.refuse("WD-EQP-09", "An inventory takes a bag that is worn or a box in the hands; get one first.")
        put(play, who, item, INVENTORY)
    else:
        _put_on_belt(play, who, item, to)


def _put_on_belt(play: Play, who: str, item: str, to: str) -> None:
    if "tool" in play.character(who).items[item].tags and crafting_skills.carries_freely(play, who, item):
        with play.citing("WD-CSK-02"):
            put(play, who, item, TOOLS)
        return
    place = place_for(play, who, item, to)
    if place is None:
        play.refuse("WD-EQP-04", "There is no free slot for it there; the rest goes into the inventory or the hands.")
        place = "belt/over"
    if any(feature(play, key).hidden for key in _features_at(play, who, place)):
        _hide(play, who, item, place)
    else:
        put(play, who, item, place)


def _features_at(play: Play, who: str, place: str) -> tuple[str, ...]:
    piece = place.split("/")[1]
    return intact(play, who, piece) if piece in worn(play, who) else ()


def _hide(play: Play, who: str, item: str, place: str) -> None:
    """WD-COS-10: hide a small thing in a secret pouch, out of everybody's sight but its owners'."""
    if is_large(play, who, item):
        play.refuse("WD-COS-10", "A secret pouch holds what is small: contraband, a knife, a small gun.")
    owners: Audience = play.character(who).profile["self"].owners or "gm"
    with play.citing("WD-COS-10"), play.seen_by(owners):
        play.emit(who, ItemChanged(name=item, location=place, shown_to=owners, data=ThingData.changes(hidden=True)))


@command("Search a character for what they hide.", by="owner", scene=True)
def pat_down(play: Play, command: PatDown) -> None:
    """WD-COS-10: a pat-down is what reveals a secret pouch's contents; not those of one that was left at home."""
    actions.take(play, command.who, text("patting somebody down"))
    for name, thing in sorted(play.character(command.target).items.items()):
        if ThingData.of(thing).hidden and thing.location != STASH:
            play.emit(command.target, ItemChanged(name=name, shown_to="all", data=ThingData.changes(hidden=None)))


@command("Let an item fall to the ground.", by="owner", scene=True)
def drop_item(play: Play, command: OfItem) -> None:
    """WD-EQP-01: let go of an item; a box falls with what is in it."""
    who, item = command.who, name_of(play, command.who, command.item)
    if play.character(who).items[item].location.startswith("costume/"):
        play.refuse("WD-EQP-01", "That is worn; take it off first.")
    drop(play, who, item)


def spill_box(play: Play, who: str) -> None:
    """WD-EQP-09: let the contents of a box fall with it."""
    empty_out(play, who, GROUND)


def empty_out(play: Play, who: str, to: str) -> None:
    """WD-EQP-09: without anything to hold it, what was in the inventory is left behind."""
    if not has_inventory(play, who):
        for item in sorted(play.where(who, "items", INVENTORY)):
            put(play, who, item, to)


@command("Take up an item that lies about.", by="owner", scene=True)
def pick_up(play: Play, command: PickUp) -> None:
    """WD-EQP-03, WD-ACT-03: a thing on the ground is in a hand; grabbing it is a quick action where it needs no roll."""
    owner = command.owner or command.who
    item = name_of(play, owner, command.item)
    if play.character(owner).items[item].location != GROUND:
        play.refuse("WD-EQP-03", "That does not lie on the ground; take something that does.")
    hand = _hand(play, command.who, item, of=owner)
    actions.quick_action(play, actions.QuickAction(who=command.who, what=f"grabs {item}"))
    if owner == command.who:
        put(play, owner, item, hand)
    else:
        hand_over(play, owner, command.who, item, hand)


@command("Hand an item to another character.", by="owner", scene=True)
def hand_to(play: Play, command: HandTo) -> None:
    """WD-EQP-03: a thing goes from hand to hand."""
    who, item = command.who, name_of(play, command.who, command.item)
    if item not in in_hands(play, who):
        play.refuse("WD-EQP-03", "That is not in a hand; take it in hand first.")
    hand = _hand(play, command.to, item, of=who)
    actions.take(play, who, text("handing it over"))
    for thing in _contents(play, who, item):
        hand_over(play, who, command.to, thing, INVENTORY)
    hand_over(play, who, command.to, item, hand)


def _contents(play: Play, who: str, item: str) -> list[str]:
    """WD-EQP-09: return what goes with a box: the inventory, unless something else holds that."""
    others = [other for other in in_hands(play, who) if other != item and is_box(play, who, other)]
    held_besides = others or any(does.inventory for _, _, does in doing(play, who))
    return sorted(play.where(who, "items", INVENTORY)) if is_box(play, who, item) and not held_besides else []


@command("Take an item from home along, in hand, on the belt or in the inventory.", by="owner", scene=True)
def take_along(play: Play, command: TakeAlong) -> None:
    """WD-EQP-01: let a character carry what was left at home."""
    who, item = command.who, name_of(play, command.who, command.item)
    thing = play.character(who).items[item]
    if thing.location != STASH:
        play.refuse("WD-EQP-01", "That is not at home; draw it, take it up, or take it out of the inventory.")
    if thing.features:
        play.refuse("WD-EQP-05", "That is costume; put it on.")
    if command.to == "hand":
        put(play, who, item, _hand(play, who, item))
    else:
        put_away(play, who, item, command.to)


@command("Use an item that is in quick reach.", by="owner", scene=True)
def use_belt_item(play: Play, command: OfItem) -> None:
    """WD-EQP-04, WD-ACT-01: an action uses an item in reach; a consumable is one fewer then, and the last one is
    gone."""
    who, item = command.who, name_of(play, command.who, command.item)
    if not in_reach(play, who, item):
        play.refuse("WD-EQP-04", "That is not in quick reach; it has to be in a hand or a slot of the belt.")
    actions.take(play, who, text("using a belt item"))
    if "consumable" in play.character(who).items[item].tags:
        play.emit(who, ItemCounted(name=item, amount=-1))
        if play.character(who).items[item].quantity <= 0:
            items.destroy(play, who, item, "used up")


def _hand(play: Play, who: str, item: str, of: str = "") -> str:
    """A free hand for it, or both. Refused where there is none."""
    hand = free_hand(play, who, item, of=of)
    if hand is None:
        play.refuse("WD-EQP-03", "Two hands hold two small things or a large one; put something away first.")
    return hand or "hand/right"


MOMENTS = {LET_GO: (spill_box,)}
