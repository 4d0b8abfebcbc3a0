"""Objects: how strong they are, how many Hits they take, and when they break.

An object is a thing of a character who holds or wears it, or of the encounter where it stands.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import AnyRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import new_name
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Item, ItemGained, ItemWorn
from systems.rotted_capes.fields import Because

WORN: Final = "worn"
"""The location of things that a character wears."""

HITS: Final = "hits"
"""The track of an object."""


class Make(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A material or an item: its Material Strength, and its Hits, or those of each 2 inches."""

    strength: int
    hits: int = 0
    per_two_inches: int = 0


class Quality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The strength and Hits that the quality of construction adds, and the least of either."""

    strength: int = 0
    hits: int = 0
    least: int = 0


class _Objects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    materials: dict[str, Make]
    items: dict[str, Make]
    qualities: dict[str, Quality]


TABLES: Final = table(__package__, "objects", _Objects)

_MAKE: Final = {"strength": "Material Strength", "per_two_inches": "Hits of each 2 inches"}
CATALOGUE: Final = (
    CatalogueKind(name="object", title="Common objects", table=TABLES.items, rules=("RC-OBJ-09",), labels=_MAKE),
    CatalogueKind(name="material", title="Materials", table=TABLES.materials, rules=("RC-OBJ-09",), labels=_MAKE),
    CatalogueKind(
        name="quality", title="Quality of construction", table=TABLES.qualities, rules=("RC-OBJ-11",), labels=_MAKE
    ),
)

Thing = Annotated[str, Meta(min_length=1, max_length=100, description="The object, by its name")]
Holder = Annotated[AnyRef, Meta(description="Who holds or wears it, or the encounter where it stands")]


@data_of("items")
class ObjectData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """Of an object: its Material Strength, the Hits that it had when it was whole, and the DR that it gives to its wearer."""

    strength: int = 0
    full: int = 1
    resists: int = 0
    against: str = "all"


class PlaceObject(Command, frozen=True, kw_only=True, omit_defaults=True):
    """There is an object that may be broken. The fields of the command count before the tables."""

    holder: Holder
    what: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            description="What it is: an item of the table, or a word",
            extra={"catalogue": "object"},
        ),
    ]
    material: Annotated[
        str,
        Meta(
            max_length=60,
            description="What it is made of, where no item of the table fits",
            extra={"catalogue": "material"},
        ),
    ] = ""
    inches: Annotated[int, Meta(ge=1, le=1_000, description="How thick it is")] = 1
    quality: Annotated[
        Literal["poor", "common", "fine"],
        Meta(description="Makeshift, common, or made for heavy use", extra={"catalogue": "quality"}),
    ] = "common"
    strength: Annotated[int, Meta(ge=0, le=1_000, description="Its Material Strength, where it is its own")] | None = (
        None
    )
    hits: Annotated[int, Meta(ge=1, le=1_000, description="Its Hits, where they are its own")] | None = None


class Repair(Command, frozen=True, kw_only=True, omit_defaults=True):
    """An object is repaired."""

    holder: Holder
    thing: Thing
    because: Because = ""


def make_of(play: Play, what: str, material: str, inches: int) -> tuple[int, int]:
    """RC-OBJ-09, RC-OBJ-11, ruling 56: Material Strength and Hits of a listed item, else of so much of a material."""
    if what.lower() in TABLES.items:
        play.cite("RC-OBJ-11")
        make = TABLES.items[what.lower()]
        return make.strength, make.hits
    if material.lower() not in TABLES.materials:
        known = ", ".join(TABLES.materials)
        play.refuse(
            "RC-OBJ-09", "No table lists this; say what it is made of ({known}), or its strength and hits.", known=known
        )
        return 0, 1
    play.cite("RC-OBJ-09")
    make = TABLES.materials[material.lower()]
    return make.strength, max(1, make.hits or make.per_two_inches * inches // 2)


@command("There is an object that may be broken.", scene=True)
def place_object(play: Play, command: PlaceObject) -> None:
    """RC-OBJ-07, RC-OBJ-09, RC-OBJ-10, RC-OBJ-11, RC-RULING-55: place an object, with strength and Hits by its material
    or item, and its quality."""
    if command.strength is not None and command.hits is not None:
        strength, hits = command.strength, command.hits
    else:
        strength, hits = make_of(play, command.what, command.material, command.inches)
        strength = strength if command.strength is None else command.strength
        hits = command.hits or hits
    quality = TABLES.qualities[command.quality]
    strength = max(quality.least, strength + quality.strength)
    hits = max(quality.least, hits + quality.hits)
    item = Item(what=command.what, tracks={HITS: hits}, data=ObjectData(strength=strength, full=hits).stored())
    play.emit(command.holder, ItemGained(name=new_name(play, command.what), item=item))


def damage(play: Play, holder: str, name: str, amount: int, *, critical: bool = False, strength: int = 0) -> int:
    """RC-OBJ-01, RC-OBJ-02, RC-OBJ-03, RC-OBJ-04, ruling 54: the Hits that damage costs an object; 2 from a critical hit.

    `strength` is what is added to its Material Strength this once. Damage of twice the strength and all Hits destroys it.
    """
    item = play.aggregate(holder).items[name]
    data, left = ObjectData.of(item), item.tracks[HITS]
    strong = max(0, data.strength + strength)
    if amount <= strong:
        return 0
    destroyed = amount >= 2 * (strong + data.full)
    with play.citing("RC-OBJ-03" if destroyed else "RC-OBJ-02" if critical else "RC-OBJ-01"):
        lost = left if destroyed else min(left, 1 + critical)
        if lost:
            play.emit(holder, ItemWorn(name=name, track=HITS, amount=-lost))
    return lost


@command("An object is repaired: it has all its Hits again.")
def repair(play: Play, command: Repair) -> None:
    """RC-OBJ-04: repair the damage of an object, which nothing else heals."""
    item = play.aggregate(command.holder).items[named(play, command.holder, command.thing)]
    lost = ObjectData.of(item).full - item.tracks[HITS]
    if not lost:
        play.refuse("RC-OBJ-04", "Nothing of it is damaged.")
    play.emit(command.holder, ItemWorn(name=named(play, command.holder, command.thing), track=HITS, amount=lost))


def named(play: Play, holder: str, word: str) -> str:
    """Return the name of an object by its name or what it is. Absent where there is none that has Hits."""
    items = play.aggregate(holder).items
    fits = (name for name in sorted(items) if word.lower() in (name, items[name].what.lower()))
    item = next((str(name) for name in fits if HITS in items[name].tracks), "")
    if not item:
        play.missing(f"{holder}.items.{word}", "There is no object of that name that takes Hits; place it first.")
    return item
