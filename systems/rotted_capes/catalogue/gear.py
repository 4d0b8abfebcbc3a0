"""Gear of the catalogue: weapons, armor and remedies with all their numbers, ours and those that a campaign adds."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import catalogues
from domain.kit.commands import command
from domain.kit.durations import as_long_as
from domain.kit.naming import new_name
from domain.play.moments import settle
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.holdings import Item, ItemCounted, ItemGained, ItemLost
from systems.freeform.fields import Key
from systems.rotted_capes.catalogue import entries
from systems.rotted_capes.catalogue.effects import LABELS, Effect
from systems.rotted_capes.harm import resistance
from systems.rotted_capes.harm.objects import HITS, ObjectData
from systems.rotted_capes.sheet.conditions import GROUND

KIND: Final = "gear"


class Gear(Effect, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A thing: where it is carried, what it withstands, and what it does to whom it is used on."""

    carried: Annotated[Literal["hand", "worn", "bag"], Meta(description="Where it is carried")] = "hand"
    spent: Annotated[bool, Meta(description="Whether each use takes one of them")] = False
    strength: Annotated[int, Meta(ge=0, le=1_000, description="Its Material Strength")] = 0
    hits: Annotated[int, Meta(ge=1, le=1_000, description="How many Hits it takes")] = 1
    resists: Annotated[int, Meta(ge=0, le=1_000, description="How much Damage Resistance it gives")] = 0
    against: Annotated[str, Meta(max_length=40, description="Against which type or category of damage, or `all`")] = (
        "all"
    )


PRINTED: Final = table(__package__, "gear", dict[str, Gear])
"""Gear of our own invention, by name."""

CATALOGUE: Final = (
    CatalogueKind(
        name=KIND,
        title="Gear",
        table=PRINTED,
        rules=("RC-OBJ-01", "RC-RULING-17"),
        labels={**LABELS, "strength": "Material Strength", "spent": "used up"},
        units={"farthest": "Areas"},
        added_by="add_gear",
    ),
)


class GainGear(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Give a character things of the catalogue."""

    who: CharacterRef
    gear: Annotated[Key, Meta(description="Its name in the catalogue", extra={"catalogue": KIND})]
    quantity: Annotated[int, Meta(ge=1, le=1_000, description="How many of them")] = 1


class AddGear(Command, frozen=True, kw_only=True, omit_defaults=True):
    """There are other things in this campaign."""

    gear: Annotated[Gear, Meta(description="The thing, under the name by which it is looked up")]


def listed(play: Play, name: str) -> Gear:
    """Ruling 17: a thing by its name: the campaign's own, or ours. Absent where there is neither."""
    return catalogues.look_up(play, KIND, name, PRINTED, Gear)


@command("Give a character things of the catalogue.")
def gain_gear(play: Play, command: GainGear) -> None:
    """RC-OBJ-01, RC-DMG-08, RC-RULING-17: they are objects that can break, and armor gives DR as long as it is there."""
    give(play, command.who, command.gear, command.quantity)


def give(play: Play, who: str, name: str, quantity: int = 1) -> None:
    """Let a character have things of the catalogue, with what they give to a character who has them."""
    gear = listed(play, name)
    item = Item(
        what=gear.title,
        location=gear.carried,
        quantity=quantity,
        tracks={HITS: gear.hits},
        catalogue=name,
        data=ObjectData(strength=gear.strength, full=gear.hits, resists=gear.resists, against=gear.against).stored(),
    )
    thing = new_name(play, gear.title)
    play.emit(who, ItemGained(name=thing, item=item))
    if gear.resists:
        given = resistance.ResistanceData(amount=gear.resists, against=gear.against)
        resistance.resist(play, who, given, gear.title, as_long_as(who, "items", thing))


@command("Add things of the campaign's own to the catalogue.")
def add_gear(play: Play, command: AddGear) -> None:
    """RC-RULING-17: add gear that the rulebook names without numbers, with numbers of the Editor-in-Chief's."""
    entries.add(play, KIND, command.gear.title, command.gear, PRINTED)


def gear_of(play: Play, who: str, word: str) -> str:
    """Return the name of a thing of a character by its title or its entry in the catalogue; "" where they have none."""
    items = play.character(who).items
    fitting = (
        name for name in sorted(items) if word.lower() in (name, items[name].what.lower(), items[name].catalogue)
    )
    return next((str(name) for name in fitting if items[name].catalogue), "")


def check_usable(play: Play, who: str, name: str) -> None:
    """RC-OBJ-04, RC-COND-16: refuse a thing that is broken, or that lies on the ground."""
    item = play.character(who).items[name]
    if not item.tracks[HITS]:
        play.refuse("RC-OBJ-04", "{item} is broken; it has to be repaired first.", item=item.what)
    if item.location == GROUND:
        play.refuse("RC-COND-16", "{item} lies on the ground; let them pick it up first.", item=item.what)


def use_up(play: Play, who: str, name: str) -> None:
    """Take one of what is spent in its use; with the last one the thing is gone."""
    if play.character(who).items[name].quantity > 1:
        play.emit(who, ItemCounted(name=name, amount=-1))
    else:
        play.emit(who, ItemLost(name=name, because="spent"))
        settle(play, f"{who}.items.{name}")
