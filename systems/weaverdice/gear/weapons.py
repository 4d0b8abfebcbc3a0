"""Weapons and other gear: what the campaign's catalogue says of them, and how one of them strikes."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN
from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.vocabulary.base import Scalar
from domain.vocabulary.catalogue import Addition, CatalogueAdded
from domain.vocabulary.holdings import Item, ItemGained
from systems.freeform.fields import Title, Word
from systems.weaverdice.harm.effect_tables import DamageType, Tier
from systems.weaverdice.money import pay
from systems.weaverdice.sheet.items import GROUND, HEAVIEST, STASH, ThingData

Size = Annotated[
    Literal["small", "large"], Meta(description="A large thing takes both hands, or two places of the belt")
]


class Weapon(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """WD-EQP-02, WD-ATK-06, ruling 50: a weapon: the way in which a held thing strikes."""

    stat: Annotated[
        Literal["brawn", "dexterity"],
        Meta(description="The stat that is rolled (Brawn, or Dexterity for the light and the aimed)"),
    ] = "brawn"
    type: DamageType = "bash"
    tier: Tier = "lesser"
    wound: Annotated[bool, Meta(description="Whether a hit wounds")] = True
    effect: Annotated[bool, Meta(description="Whether a hit has the effect of its type of damage (WD-DMG-05)")] = True
    ranged: bool = False
    attacks: Annotated[int, Meta(description="How many attacks one action allows")] = 1
    targets: Annotated[int, Meta(description="How many targets one action allows")] = 1
    gun: Annotated[bool, Meta(description="Whether it is fired")] = False
    size: Size = "small"
    encumbrance: int = 0
    price: int = 0
    keywords: tuple[str, ...] = ()


class _Bare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fist: Weapon
    improvised: Weapon


_BARE: Final = table(__package__, "weapons", _Bare)
CATALOGUE: Final = (
    CatalogueKind(name="weapon", title="Weapons", table={}, rules=("WD-EQP-02",), added_by="define_weapon"),
)
"""The rulebook prints no weapons; a campaign defines its own."""

FIST, IMPROVISED = _BARE.fist, _BARE.improvised
"""WD-DMG-07, WD-DMG-05: bare hands; and anything that is no weapon of the catalogue, which brings an effect only."""


def of(play: Play, who: str, item: str = "", form: str = "") -> Weapon:
    """WD-EQP-02: return how a character strikes with one of their things, "" being bare hands.

    `form` is another of its attack types (`wide swing`). Additions to the thing itself count among its keywords. Raises
    Absent where there is no such thing or form.
    """
    if not item:
        return FIST
    thing = play.character(who).items[item]
    if ThingData.of(thing).broken:
        play.refuse("WD-COS-04", "It is broken; repair it first, or use something else.")
    if not thing.catalogue:
        return msgspec.structs.replace(IMPROVISED, keywords=thing.tags)
    weapon = listed(play, thing.catalogue)
    if form:
        weapon = listed(play, f"{thing.catalogue}/{handle_of(form)}", weapon)
    return msgspec.structs.replace(weapon, keywords=tuple(dict.fromkeys((*weapon.keywords, *thing.tags))))


def listed(play: Play, entry: str, base: Weapon | None = None) -> Weapon:
    """A weapon of the campaign's catalogue, on top of another one where it is a form of that."""
    addition = play.campaign().catalogue[entry]
    given: dict[str, Any] = {} if base is None else msgspec.structs.asdict(base)
    keywords = (*given.pop("keywords", ()), *addition.tags)
    try:
        return msgspec.convert({**given, **addition.fields, "keywords": keywords}, Weapon)
    except msgspec.ValidationError as wrong:
        raise Refused(
            "WD-EQP-02", "The catalogue's {entry} is no weapon: {wrong}. Define it anew.", entry=entry, wrong=wrong
        ) from wrong


class DefineWeapon(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`stat` is rolled to hit. A `ranged` weapon strikes from afar, a `gun` is fired. `effect:knock_back:10` is the
    weapon's own effect in place of a roll."""

    name: Title
    stat: Annotated[Literal["brawn", "dexterity"], Meta(description="The stat that is rolled to hit")] = "brawn"
    type: DamageType = "bash"
    tier: Tier = "lesser"
    wound: Annotated[bool, Meta(description="Whether a hit wounds")] = True
    effect: Annotated[bool, Meta(description="Whether a hit has the effect of its type of damage")] = True
    ranged: Annotated[bool, Meta(description="Whether it strikes from afar")] = False
    attacks: Annotated[int, Meta(description="How many attacks one action allows")] = 1
    targets: Annotated[int, Meta(description="How many targets one action allows")] = 1
    gun: Annotated[bool, Meta(description="Whether it is a gun, which is fired")] = False
    size: Size = "small"
    encumbrance: Annotated[int, Meta(description="Its load, from 0 to 6")] = 0
    price: Annotated[int, Meta(description="What it costs in dollars")] = 0
    keywords: Annotated[tuple[str, ...], Meta(description="The table's words (heavy, fragile)")] = ()
    form_of: Annotated[str, Meta(description="The weapon of which this is another attack type")] = ""


class BuyItem(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is an entry of the campaign's catalogue of weapons."""

    who: CharacterRef
    what: Annotated[
        Word, Meta(description="An entry of the campaign's catalogue of weapons", extra={"catalogue": "weapon"})
    ]


class GiveThing(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is of the catalogue, which then says its `size`, or anything else, which strikes as improvised. Of the
    `keywords`, `container` marks a box that holds an inventory, `consumable` what is used up, and `tool` the tools of
    the `field`."""

    who: CharacterRef
    what: Annotated[
        Word,
        Meta(
            description="What it is: a thing of the catalogue, or anything else, which strikes as improvised",
            extra={"catalogue": "weapon"},
        ),
    ]
    size: Annotated[Size, Meta(description="Its size, where it is not of the catalogue")] = "small"
    encumbrance: Annotated[int, Meta(description="Its load, from 0 to 6; left out, what the catalogue says")] = 0
    quantity: Annotated[int, Meta(description="How many of them")] = 1
    keywords: Annotated[
        tuple[str, ...],
        Meta(
            description="The table's words: `container` for a box that holds an inventory, `consumable` for what is used up, `tool` for tools"
        ),
    ] = ()
    field: Annotated[str, Meta(description="The field that the tools are of")] = ""


def entry_of(what: str) -> str:
    """Return where the catalogue has the weapon of that name."""
    return f"weapon/{handle_of(what)}"


@command("A weapon, or another attack type of one, enters the campaign's catalogue.")
def define_weapon(play: Play, command: DefineWeapon) -> None:
    """WD-EQP-02, WD-ATK-06, ruling 50: the rulebook lists no weapons; those of the campaign are the game master's."""
    _check_weight(play, command.encumbrance)
    if command.attacks < 1 or command.targets < 1:
        play.refuse("WD-ATK-06", "A weapon makes at least one attack, on at least one target.")
    parent = entry_of(command.form_of) if command.form_of else ""
    if parent and parent not in play.campaign().catalogue:
        play.missing(
            f"{CAMPAIGN}.catalogue.{parent}",
            "There is no weapon {form_of!r} to be a form of.",
            form_of=command.form_of,
        )
    own = {f: getattr(command, f) for f in Weapon.__struct_fields__ if f != "keywords"}
    fields: dict[str, Scalar] = {f: value for f, value in own.items() if value != _DEFAULTS[f]}
    name = f"{parent}/{handle_of(command.name)}" if parent else entry_of(command.name)
    addition = Addition(kind="weapon", title=command.name.strip(), fields=fields, tags=command.keywords)
    play.emit(CAMPAIGN, CatalogueAdded(name=name, addition=addition))


_DEFAULTS: Final = msgspec.structs.asdict(Weapon())


@command("Buy a weapon of the campaign's catalogue.", by="owner", slots=0)
def buy_item(play: Play, command: BuyItem) -> None:
    """WD-EQP-02: pay for a thing, which is at home until it is taken along."""
    entry = entry_of(command.what)
    if entry not in play.campaign().catalogue:
        known = ", ".join(sorted(play.campaign().catalogue)) or text("nothing yet")
        play.missing(
            f"{CAMPAIGN}.catalogue.{entry}",
            "No {what!r} is for sale; the catalogue has {known}.",
            what=command.what,
            known=known,
        )
    weapon = listed(play, entry)
    pay(play, command.who, weapon.price, "WD-EQP-02")
    give(play, command.who, Item(what=handle_of(command.what), catalogue=entry, data=traits(weapon).stored()))


@command("A character comes to have a thing.")
def give_thing(play: Play, command: GiveThing) -> None:
    """WD-EQP-01: give a character a thing; it lies on the ground until it is taken up."""
    _check_weight(play, command.encumbrance)
    entry = entry_of(command.what)
    catalogue = entry if entry in play.campaign().catalogue else ""
    known = traits(listed(play, entry)) if catalogue else ThingData(size=command.size)
    weight = command.encumbrance or known.encumbrance
    data = replace(known, encumbrance=weight, field=command.field).stored()
    thing = Item(what=command.what, catalogue=catalogue, quantity=command.quantity, data=data, tags=command.keywords)
    give(play, command.who, thing, GROUND)


def give(play: Play, who: str, thing: Item, location: str = STASH) -> str:
    """Give a character a thing; return its name."""
    name = play.new_id(handle_of(thing.what) or "thing")
    play.emit(who, ItemGained(name=name, item=msgspec.structs.replace(thing, location=location)))
    return name


def traits(weapon: Weapon) -> ThingData:
    """Return what a thing has of the weapon that it is: its size, and its weight if there is any."""
    return ThingData(size=weapon.size, encumbrance=weapon.encumbrance)


def _check_weight(play: Play, encumbrance: int) -> None:
    if not 0 <= encumbrance <= HEAVIEST:
        play.refuse(
            "WD-EQP-06",
            "A thing's encumbrance is between 0 and {heaviest}, not {encumbrance}.",
            heaviest=HEAVIEST,
            encumbrance=encumbrance,
        )
