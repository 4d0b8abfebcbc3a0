"""Durability of things: of armor, of other equipment, and of the objects of a scene."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import find, new_name
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.holdings import Item, ItemGained, ItemWorn
from domain.vocabulary.log import Noted
from domain.vocabulary.maps import Placed, Position, Prop, PropSet, PropWorn
from systems.freeform.fields import Key, Number
from systems.midnight_in_vaia.fields import Called
from systems.midnight_in_vaia.harm import damage
from systems.midnight_in_vaia.harm.damage import Damage
from systems.midnight_in_vaia.harm.sensitivities import DamageType, Rating, TypeOfDamage

DURABILITY: Final = "durability"
ARMOR: Final = "armor"
WORN: Final = "worn"

Durability = Annotated[int, Meta(ge=1, le=1_000_000, description="How much damage it takes to destroy it")]


class GiveGear(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`armor` is worn, and takes what impacts do before its wearer; what is none is other equipment."""

    who: CharacterRef
    what: Called
    durability: Durability
    armor: Annotated[
        bool,
        Meta(
            description="Whether it is armor: worn, it takes what impacts do before its wearer; what is none is other equipment"
        ),
    ] = False


class SetObject(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """An object of the scene, as a wall or a cart, with its Durability. It is `size` squares wide."""

    what: Called
    durability: Durability
    at: Annotated[
        tuple[Number, Number] | None, Meta(description="The square on which it stands, where there is a map")
    ] = None
    size: Annotated[int, Meta(ge=1, le=100, description="How many squares wide it is")] = 1


class Wear(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Damage to a `thing` of the scene, or to an `item` of `who`."""

    amount: Damage
    type: TypeOfDamage
    rating: Annotated[Rating, Meta(description="The rating of Erosion")] = 1
    thing: Annotated[str, Meta(description="The thing of the scene that is damaged")] = ""
    who: Annotated[CharacterRef, Meta(description="Whose item is damaged")] = ""
    item: Annotated[str, Meta(description="The item that is damaged", extra=takes_one_of("items"))] = ""


class Corrode(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Corrode a `thing` of the scene, an `item` of `who`, or `who`."""

    amount: Damage
    thing: Annotated[str, Meta(description="The thing of the scene that corrodes")] = ""
    who: Annotated[CharacterRef, Meta(description="Who, or whose item, corrodes")] = ""
    item: Annotated[str, Meta(description="The item that corrodes", extra=takes_one_of("items"))] = ""
    told: Annotated[Text, Meta(description="How it goes, in words")] = ""


class Worn(NamedTuple):
    """By how much Durability fell, and how much of the damage was spent on that."""

    worn: int = 0
    spent: int = 0


def worn_by(durability: int, amount: int, type: DamageType, rating: int) -> Worn:
    """MV-TYPE-09, ruling 10: return what damage does to a thing of so much Durability, which does not fall below 0.
    Erosion is multiplied by its rating, and so less of it is spent."""
    factor = rating if type == "erosion" else 1
    worn = max(0, min(durability, amount * factor))
    return Worn(worn, -(-worn // factor))


def durability(play: Play, who: str, item: str) -> int:
    """The Durability that an item has left."""
    return int(play.character(who).items[item].tracks.get(DURABILITY, 0))


def thing_durability(play: Play, encounter: str, thing: str) -> int:
    """The Durability that an object of the scene has left."""
    return int(play.encounter(encounter).props[thing].tracks.get(DURABILITY, 0))


def armor(play: Play, who: str) -> dict[str, int]:
    """The armor a character wears, with its Durability; what has none left protects nobody."""
    worn = sorted(play.where(who, "items", WORN).items())
    return {name: left for name, item in worn if ARMOR in item.tags and (left := durability(play, who, name)) > 0}


def wear_item(play: Play, who: str, item: str, amount: int, type: DamageType, *, rating: int = 1) -> int:
    """MV-TYPE-09: an item is damaged; how much of the damage was spent on it."""
    with play.citing(damage.TYPES[type].rule):
        worn, spent = worn_by(durability(play, who, item), amount, type, rating)
        if worn:
            play.emit(who, ItemWorn(name=item, track=DURABILITY, amount=-worn))
    return spent


def wear_thing(play: Play, encounter: str, thing: str, amount: int, type: DamageType, *, rating: int = 1) -> int:
    """MV-TYPE-09: an object of the scene is damaged; how much of the damage was spent on it."""
    with play.citing(damage.TYPES[type].rule):
        worn, spent = worn_by(thing_durability(play, encounter, thing), amount, type, rating)
        if worn:
            play.emit(encounter, PropWorn(name=thing, track=DURABILITY, amount=-worn))
    return spent


def wear_armor(play: Play, who: str, amount: int, type: DamageType, *, rating: int = 1) -> int:
    """The armor a character wears is damaged, one piece after the other; how much of the damage was spent on it."""
    left = amount
    for item in armor(play, who):
        left -= wear_item(play, who, item, left, type, rating=rating)
    return amount - left


@command("Give a character armor, which they wear, or other equipment, with its Durability.")
def give_gear(play: Play, command: GiveGear) -> None:
    """MV-IMPC-02: armor and other equipment have Durability; armor is worn."""
    item = Item(
        what=ARMOR if command.armor else "gear",
        title=command.what,
        location=WORN if command.armor else "",
        tags=(ARMOR,) if command.armor else (),
        tracks={DURABILITY: command.durability},
    )
    play.emit(command.who, ItemGained(name=new_name(play, command.what), item=item))


@command("Put an object with its Durability into the scene.", scene=True)
def set_object(play: Play, command: SetObject) -> None:
    """MV-IMPC-03: an object of the scene has Durability."""
    encounter = fight(play)
    name = new_name(play, command.what)
    prop = Prop(kind="object", title=command.what, tracks={DURABILITY: command.durability})
    play.emit(encounter, PropSet(name=name, prop=prop))
    if command.at is not None:
        x, y = command.at
        play.emit(encounter, Placed(name=name, position=Position(x=x, y=y, size=command.size)))


@command("Damage an object of the scene, or a thing that a character has.", scene=True)
def wear(play: Play, command: Wear) -> None:
    """MV-TYPE-09: objects, weapons and armor are damaged."""
    if command.rating > 1 and command.type != "erosion":
        play.refuse("MV-TYPE-09", "Only Erosion is multiplied against things; leave the rating out.")
    if command.thing and not command.item:
        encounter = fight(play)
        thing = find_thing(play, encounter, command.thing)
        wear_thing(play, encounter, thing, command.amount, command.type, rating=command.rating)
    elif command.who and command.item and not command.thing:
        item = find(play, command.who, "items", command.item)
        wear_item(play, command.who, item, command.amount, command.type, rating=command.rating)
    else:
        play.missing("thing", "Give either a `thing` of the scene, or an `item` and the character `who` has it.")


def find_thing(play: Play, encounter: str, word: Key) -> str:
    """The object of the scene of that name, or the only one that is called so. Absent where there is none."""
    props = play.encounter(encounter).props
    named = [name for name in sorted(props) if word == name or word.lower() == props[name].title.lower()]
    if len(named) != 1:
        listed = ", ".join(named or sorted(props)) or text("none so far")
        play.missing(
            f"{encounter}.props.{word}",
            "{word!r} names no single object of the scene; name one of {listed}.",
            word=word,
            listed=listed,
        )
    return named[0]


@command("Record what a Corrosive effect does to a thing, to equipment, or to a construct.", scene=True)
def corrode(play: Play, command: Corrode) -> None:
    """MV-TYPE-11: corrode a thing; how massive the damage of a Corrosive effect is, the effect or the Story Guide
    says."""
    on = command.who or fight(play)
    with play.citing("MV-TYPE-11"):
        play.emit(on, Noted(name="corrosion", text=command.told, data={"amount": command.amount}))
    if command.who and not command.item and not command.thing:
        damage.inflict(play, command.who, command.amount, "corrosive")
        return
    wear(play, Wear(amount=command.amount, type="corrosive", thing=command.thing, who=command.who, item=command.item))
