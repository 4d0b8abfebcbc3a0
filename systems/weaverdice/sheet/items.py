"""Things that are carried: in the hands, in reach on the belt, worn as costume, or somewhere in a bag."""

from __future__ import annotations

from typing import Final

from domain.kit.data import data_of
from domain.kit.naming import handle_of, whole
from domain.play import moments
from domain.play.play import Play
from domain.vocabulary.bodies import WoundClosed, WoundSuffered
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import ItemChanged, ItemLost
from systems.freeform.belongings import TransferItem, transfer_item
from systems.weaverdice.moments import LET_GO

LEFT, RIGHT, BOTH = "hand/left", "hand/right", "hand/both"

HANDS: Final = (LEFT, RIGHT, BOTH)
"""WD-EQP-03: where held things are; a large one fills both hands."""

GROUND, INVENTORY, STASH = "ground", "inventory", "stash"
"""On the ground nearby; in the bag that is worn or the box that is carried; left at home."""

NOT_CARRIED: Final = (GROUND, INVENTORY, STASH)
"""Locations in which a thing's own weight is not felt. An inventory's weight is counted by the dozen (WD-COS-11)."""

HEAVIEST: Final = 6
"""The most encumbrance of a single thing."""

USELESS_ARM: Final = ("disabled", "lost_limb", "useless")
"""Statuses of an arm whose hand holds nothing."""


def in_hands(play: Play, who: str) -> list[str]:
    """WD-EQP-03: the names of what a character has in their hands."""
    return sorted(name for hand in HANDS for name in play.where(who, "items", hand))


def name_of(play: Play, who: str, item: str) -> str:
    """An item's name, given that, or what it is where there is one such thing only.

    Refused where several go by that word; raises Absent where they have no such thing.
    """
    things = play.character(who).items
    if item in things:
        return item
    alike = sorted(name for name, thing in things.items() if handle_of(thing.what) == handle_of(item))
    if len(alike) > 1:
        play.refuse(
            "WD-EQP-01", "Several things go by {item!r}; name one of {alike}.", item=item, alike=", ".join(alike)
        )
    return (
        alike[0]
        if alike
        else play.missing(f"{who}.items.{item}", "There is no {item!r} among what they have.", item=item)
    )


@data_of("conditions", "disabled", "lost_limb", "useless")
class LimbData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The limb that is of no use, and when it was lost."""

    part: str = ""
    at: int = 0


@data_of("items")
class ThingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The size and weight of a thing, the field that it is a tool of, and whether it is hidden or broken."""

    size: str = ""
    encumbrance: int = 0
    field: str = ""
    hidden: bool = False
    broken: bool = False


@data_of("items")
class PieceData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The space of the costume in which a piece was worn last, its group or material, and what materials a repair takes."""

    place: str = ""
    group: str = ""
    material: str = ""
    materials: int | None = None


@data_of("items")
class WorkData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The benefit of a work: its tier, its bonus and how many days it lasts; and how often something was contrived on
    it."""

    tier: str = ""
    bonus: int = 0
    days: int = 0
    contrived: int = 0


@data_of("items")
class RendData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The type of the damage that a weapon deals in place of rend, where it is not vicious enough."""

    rend: str | None = None


def is_large(play: Play, who: str, item: str) -> bool:
    """WD-EQP-03, ruling 51: whether it takes both hands, and two slots of a belt."""
    return ThingData.of(play.character(who).items[item]).size == "large"


def free_hand(play: Play, who: str, item: str, *, of: str = "") -> str | None:
    """WD-EQP-03: the hand, or both, that could hold a thing (of a character) now; None where they are full."""
    sound = [hand for hand in (LEFT, RIGHT) if _has_use_of(play, who, hand)]
    full = [hand for hand in HANDS if any(name != item for name in play.where(who, "items", hand))]
    if is_large(play, of or who, item):
        return BOTH if len(sound) == len((LEFT, RIGHT)) and not full else None
    return next((hand for hand in (RIGHT, LEFT) if hand in sound and hand not in full and BOTH not in full), None)


def put(play: Play, who: str, item: str, location: str) -> None:
    """A thing is somewhere else from now on, and no longer out of sight, unless it is left at home."""
    if location != STASH and ThingData.of(play.character(who).items[item]).hidden:
        play.emit(who, ItemChanged(name=item, location=location, shown_to="all", data=ThingData.changes(hidden=None)))
    else:
        play.emit(who, ItemChanged(name=item, location=location))


def is_box(play: Play, who: str, item: str) -> bool:
    """WD-EQP-09: whether a thing holds an inventory as long as it is in the hands."""
    return "container" in play.character(who).items[item].tags


def drop(play: Play, who: str, item: str) -> None:
    """It falls to the ground where they are; it stays theirs until a character picks it up."""
    box = is_box(play, who, item)
    put(play, who, item, GROUND)
    if box:
        moments.come(play, LET_GO, who)


def drop_held(play: Play, who: str) -> bool:
    """Drop one of the things that are held, which one is for them to say; whether there was any."""
    things = in_hands(play, who)
    if not things:
        return False
    lost = things[0]
    if len(things) > 1:
        prompt = "Which of the things in your hands do you drop?"
        lost = play.ask("drop", who, tuple(things), lost, prompt, about=who)
    drop(play, who, lost)
    return True


def hand_over(play: Play, giver: str, taker: str, item: str, location: str = GROUND) -> None:
    """A thing changes hands as it is, with what it holds and with the hits that it has taken."""
    slot = f"item/{item}"
    hits = {name: whole(play, giver, "wounds", name) for name in sorted(play.where(giver, "wounds", slot))}
    if ThingData.of(play.character(giver).items[item]).hidden:
        put(play, giver, item, GROUND)
    transfer_item(play, TransferItem(from_=giver, to=taker, item=item, location=location))
    for name, wound in hits.items():
        play.emit(giver, WoundClosed(name=name, because="handed over"))
        play.emit(taker, WoundSuffered(name=name, wound=wound))


def destroy(play: Play, who: str, item: str, because: str) -> None:
    """A thing is gone for good, and what hung on it; the contents of a box stay behind."""
    box = is_box(play, who, item)
    for name in sorted(play.where(who, "wounds", f"item/{item}")):
        play.emit(who, WoundClosed(name=name, because=because))
        moments.settle(play, f"{who}.wounds.{name}")
    play.emit(who, ItemLost(name=item, because=because))
    moments.settle(play, f"{who}.items.{item}")
    if box:
        moments.come(play, LET_GO, who)


def _has_use_of(play: Play, who: str, hand: str) -> bool:
    arm = f"{hand.removeprefix('hand/')} arm"
    hurt = (condition for what in USELESS_ARM for condition in play.where(who, "conditions", what).values())
    return not any(LimbData.of(condition).part == arm for condition in hurt)
