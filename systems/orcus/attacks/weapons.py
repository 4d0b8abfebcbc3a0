"""Weapons: items with the numbers that the campaign enters for them, and which of them an attack is made with."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import find, handle_of
from domain.messages import text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Item, ItemChanged, ItemGained
from systems.orcus.fields import Bonus, DamageType, Squares
from systems.orcus.sheet.people import WITH_CLASSES, kind_of

WEAPON: Final = "weapon"
"""The kind of items that are weapons."""

MAIN: Final = "hand/main"
OFF: Final = "hand/off"
READY: Final = (MAIN, OFF, "natural")
"""The locations of weapons that are at hand, in the order in which they are looked for."""

Where = Literal["hand/main", "hand/off", "natural", "pack"]
Location = Annotated[Where, Meta(description="Which hand holds it; `natural` is a part of the body")]
Dice = Annotated[
    str,
    Meta(
        pattern=r"^\d*d\d+([+-]\d+)?$", max_length=12, description="Its damage dice, such as 1d10; of a monster 2d6+4"
    ),
]


@data_of("items", WEAPON)
class WeaponData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The numbers of a weapon. A `range` of 0 is none; `reach` are squares beyond that of the body. `extra` are dice that a
    critical hit adds, `types` the types of its damage with spaces between them."""

    dice: str
    proficient: bool = False
    proficiency: int = 0
    reach: int = 0
    range: int = 0
    long: int = 0
    thrown: str = ""
    melee: bool = True
    two_handed: bool = False
    enhancement: int = 0
    extra: str = ""
    types: str = ""


class GiveWeapon(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Give a character a weapon, with its numbers from the campaign's equipment."""

    who: CharacterRef
    name: Annotated[str, Meta(min_length=1, max_length=60, description="What it is called")]
    damage: Dice
    location: Location = "hand/main"
    proficient: Annotated[bool, Meta(description="Whether its wielder is proficient with it")] = False
    proficiency: Annotated[Bonus, Meta(description="The bonus that proficiency with it gives to attack rolls")] = 0
    reach: Annotated[Squares, Meta(description="How many squares further than the body it reaches")] = 0
    range: Annotated[Squares, Meta(description="Its normal range in squares; 0 for none")] = 0
    long: Annotated[Squares, Meta(description="Its long range in squares; 0 for none")] = 0
    thrown: Annotated[
        Literal["", "light", "heavy"], Meta(description="Whether it is thrown; heavy ones lean on Strength")
    ] = ""
    melee: Annotated[bool, Meta(description="Whether melee attacks are made with it")] = True
    two_handed: Annotated[bool, Meta(description="Whether it takes both hands")] = False
    enhancement: Annotated[Bonus, Meta(description="What its magic adds to attack and damage rolls")] = 0
    extra: Annotated[
        str, Meta(pattern=r"^(\d*d\d+)?$", max_length=12, description="Dice that it adds to a critical hit")
    ] = ""
    types: Annotated[
        tuple[DamageType, ...], Meta(max_length=3, description="Damage types; most weapons have none")
    ] = ()


class WieldWeapon(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Take a weapon of one's own in a hand, or put it away."""

    who: CharacterRef
    weapon: Annotated[
        str, Meta(min_length=1, max_length=100, description="Its name", extra=takes_one_of("items", "weapon"))
    ]
    location: Location = "hand/main"


@command("Give a character a weapon, with its numbers.")
def give_weapon(play: Play, command: GiveWeapon) -> None:
    """OR-ATK-04, OR-EFF-06: a weapon has dice, and a bonus for a character who is proficient with it; the campaign enters them."""
    _check_hands(play, command.who, command.location, two_handed=command.two_handed)
    data = WeaponData(
        dice=command.damage,
        proficient=command.proficient,
        proficiency=command.proficiency,
        reach=command.reach,
        range=command.range,
        long=command.long,
        thrown=command.thrown,
        melee=command.melee,
        two_handed=command.two_handed,
        enhancement=command.enhancement,
        extra=command.extra,
        types=" ".join(filter(None, command.types)),
    )
    name = handle_of(command.name) or WEAPON
    name = play.new_id(name) if name in play.character(command.who).items else name
    item = Item(what=WEAPON, title=command.name, location=command.location, data=data.stored())
    play.emit(command.who, ItemGained(name=name, item=item))


@command("Take a weapon in a hand, or put it away.", by="owner")
def wield_weapon(play: Play, command: WieldWeapon) -> None:
    """OR-TYPE-07: there is one weapon at most in each hand."""
    name = find(play, command.who, "items", command.weapon)
    two_handed = weapon_data(play, command.who, name).two_handed
    _check_hands(play, command.who, command.location, two_handed=two_handed, but=name)
    play.emit(command.who, ItemChanged(name=name, location=command.location))


def _check_hands(play: Play, who: str, location: str, *, two_handed: bool, but: str = "") -> None:
    """Refuse that a character holds more than two hands can."""
    hands = READY[:2]
    if location not in hands:
        return
    taken = {
        hand: weapon_data(play, who, name).two_handed
        for hand in hands
        for name in play.where(who, "items", hand)
        if name != but and play.character(who).items[name].what == WEAPON
    }
    if location in taken or any(taken.values()) or (two_handed and taken):
        play.refuse(
            "OR-TYPE-07", "Their hands are full; one weapon fits in each, and some take both. Put one away first."
        )


def weapon_data(play: Play, who: str, name: str) -> WeaponData:
    """Return the numbers of a weapon."""
    return WeaponData.of(play.character(who).items[name])


def wielded(play: Play, who: str) -> tuple[str, ...]:
    """Return the weapons that a character has at hand, that in the main hand first."""
    return tuple(
        name
        for location in READY
        for name in sorted(play.where(who, "items", location))
        if play.character(who).items[name].what == WEAPON
    )


def fits(weapon: WeaponData, *, ranged: bool) -> bool:
    """Whether a weapon serves for attacks from afar, or for those in melee."""
    return weapon.range > 0 if ranged else weapon.melee


def armed(play: Play, who: str, *, ranged: bool = False) -> str:
    """Return the first weapon at hand that serves; "" where none does."""
    return next((name for name in wielded(play, who) if fits(weapon_data(play, who, name), ranged=ranged)), "")


def choose(play: Play, who: str, word: str = "", *, ranged: bool = False) -> str:
    """OR-TYPE-07: return the weapon that an attack is made with: the one that is named, else the first at hand that serves."""
    if not word:
        name = armed(play, who, ranged=ranged)
        if not name:
            sort = text("ranged") if ranged else text("melee")
            raise Refused(
                "OR-ATK-05", "They have no {sort} weapon at hand; take one in a hand, or give them one.", sort=sort
            )
        return name
    name = find(play, who, "items", word)
    if name not in wielded(play, who):
        play.refuse("OR-TYPE-07", "That weapon is in none of their hands; wield it first.")
    if not fits(weapon_data(play, who, name), ranged=ranged):
        play.refuse("OR-ATK-05", "That weapon does not serve for such an attack; choose another.")
    return name


def proficiency(play: Play, who: str, weapon: WeaponData) -> int:
    """OR-ATK-04: return the bonus of proficiency with a weapon; a stat block's modifier includes it."""
    return weapon.proficiency if weapon.proficient and kind_of(play, who) in WITH_CLASSES else 0
