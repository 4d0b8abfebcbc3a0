"""Weapons, as the campaign enters them: what they test, what they do, how far they reach, how they fire.

The rulebook's text names no weapons of its own; each is an item with its fields as data, `<mode>/lethality`, `<mode>/radius`
and `<mode>/rounds` for each mode of selective fire that it has.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, field

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import new_name
from domain.messages import numbered
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.base import Scalar
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Item, ItemGained, ItemWorn
from systems.cthulhu_eternal.attacks import selective_fire
from systems.cthulhu_eternal.attacks.selective_fire import SINGLE_SHOT, Few, Firing, Mode
from systems.cthulhu_eternal.combat import actions, hands
from systems.cthulhu_eternal.fields import Called, OfTheirs, Percent, Stuns, Supernatural, Yards
from systems.freeform.fields import Notation

WeaponKind = Literal["gun", "bow", "thrown", "melee", "unarmed"]
Loading = Literal["", "muzzle-loader", "bolt-action", "one-shot"]

BODY: Final = "body"
"""The location of a natural weapon: claws, teeth, fists that are worse than others."""

ROUNDS: Final = "rounds"
"""The track of a weapon whose ammunition is counted."""

CAPACITY: Final = "capacity"
"""The number of rounds in a full weapon."""

JAMMED: Final = "malfunction"
"""The track of a weapon that counts the turns it takes to fix it (CE-ATK-04)."""


class _Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    skill: str
    ranged: bool = False
    slow: bool = False


class _Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kinds: dict[WeaponKind, _Kind]


WEAPONS: Final = table(__package__, "weapons", _Weapons)
CATALOGUE: Final = (
    CatalogueKind(
        name="weapon-kind",
        title="Kinds of weapons",
        table=WEAPONS.kinds,
        rules=("CE-ACT-04", "CE-DEF-13"),
        labels={"ranged": "works at a distance", "slow": "can be dodged without cover"},
    ),
    CatalogueKind(
        name="mode",
        title="Modes of fire",
        table=selective_fire.MODES,
        rules=("CE-AUTO-01",),
        labels={"radius": "Kill Radius"},
        units={"radius": "yards"},
    ),
)


class Weapon(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon in the words of the campaign; the fields of `EnterWeapon`."""

    item: Annotated[str, Meta(description='Its name, "" for bare hands')] = ""
    mode: Annotated[Mode, Meta(description="The mode that is fired", extra={"catalogue": "mode"})] = SINGLE_SHOT
    weapon: WeaponKind = "unarmed"
    damage: str = ""
    range: int = 0
    lethality: Annotated[int, Meta(description="The Lethality rating in that mode")] = 0
    radius: Annotated[int, Meta(description="The Kill Radius in that mode, in yards")] = 0
    rounds: Annotated[int, Meta(description="How many rounds that mode takes")] = 1
    explosive: bool = False
    armor_piercing: bool = False
    piercing: int | None = None
    stuns: bool = False
    supernatural: bool = False
    loading: str = ""

    @property
    def skill(self) -> str:
        """CE-ACT-04: return the skill that is tested with it."""
        return WEAPONS.kinds[self.weapon].skill

    @property
    def ranged(self) -> bool:
        """Whether it acts at a distance."""
        return WEAPONS.kinds[self.weapon].ranged

    @property
    def slow(self) -> bool:
        """CE-DEF-13: whether what flies from it can be dodged without cover; never shrapnel."""
        return WEAPONS.kinds[self.weapon].slow and not self.explosive

    @property
    def pierces(self) -> int | None:
        """CE-PROT-18: the points of armor it pierces; None where its description gives no number."""
        return self.piercing if self.armor_piercing else 0


@data_of("items")
class WeaponData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A weapon as its item keeps it: what it does by single shots, how many rounds it holds, and its modes."""

    weapon: WeaponKind | None = None
    damage: str = ""
    range: int = 0
    lethality: int = 0
    radius: int = 0
    rounds: int = 1
    explosive: bool = False
    armor_piercing: bool = False
    piercing: int | None = None
    stuns: bool = False
    supernatural: bool = False
    loading: str = ""
    capacity: int | None = None
    short_burst: dict[str, int] = field(name="short burst/", default_factory=dict)
    long_burst: dict[str, int] = field(name="long burst/", default_factory=dict)
    short_spray: dict[str, int] = field(name="short spray/", default_factory=dict)
    long_spray: dict[str, int] = field(name="long spray/", default_factory=dict)


class EnterWeapon(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A weapon that a character has: `weapon` is the kind of it. It deals `damage`, or has a `lethality`, which is a rating.
    It is in hand unless `location` says otherwise: `body` for what is part of them."""

    who: CharacterRef
    what: Called
    weapon: Annotated[WeaponKind, Meta(description="The kind of weapon", extra={"catalogue": "weapon-kind"})]
    damage: Annotated[Notation, Meta(description="The dice of its damage")] = ""
    range: Annotated[Yards, Meta(description="Its base range in yards")] = 0
    lethality: Annotated[Percent, Meta(description="Its Lethality rating, where it has one in place of damage")] = 0
    radius: Annotated[Yards, Meta(description="Its Kill Radius in yards")] = 0
    explosive: Annotated[
        bool, Meta(description="Whether it bursts: what flies from it is dodged behind cover alone")
    ] = False
    armor_piercing: Annotated[
        bool, Meta(description="Whether it pierces armor; without a number in `piercing`, 5 points")
    ] = False
    piercing: Annotated[Few | None, Meta(description="How many points of Armor it pierces")] = None
    stuns: Stuns = False
    supernatural: Supernatural = False
    shots: Annotated[int, Meta(ge=1, le=100, description="How many shots one attack fires")] = 1
    loading: Annotated[Loading, Meta(description="What keeps a gun from being fired twice at once")] = ""
    modes: Annotated[tuple[Firing, ...], Meta(description="Its modes of selective fire, besides single shots")] = ()
    rounds: Annotated[Few | None, Meta(description="How many rounds are loaded, where the table counts them")] = None
    location: Annotated[str, Meta(description="Where it is; left out, in hand: `body` for what is part of them")] = (
        hands.RIGHT
    )


class Reload(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A weapon whose rounds are counted."""

    who: CharacterRef
    weapon: OfTheirs


@command("A character has a weapon, with all that the rules need to know of it.", actor="who")
def enter_weapon(play: Play, command: EnterWeapon) -> None:
    """CE-ACT-03, CE-ACT-04, CE-AUTO-01, CE-PROT-18, CE-RULING-23: weapons are entered by the group, with what the rules
    need to know of them. One that pierces some points of Armor is armor-piercing."""
    if command.modes and command.weapon != "gun":
        raise Refused("CE-AUTO-01", "Selective fire is for guns; leave out `modes`.")
    fields = msgspec.structs.asdict(command)
    known = {name: fields[name] for name in fields if name in Weapon.__struct_fields__ and name != ROUNDS}
    blank = Weapon()
    data: dict[str, Scalar] = {name: value for name, value in known.items() if value != getattr(blank, name)}
    data |= {"armor_piercing": True} if command.piercing else {}
    data |= {"weapon": command.weapon, ROUNDS: command.shots, **selective_fire.entered(command.modes)}
    tracks = {} if command.rounds is None else {ROUNDS: command.rounds}
    data |= {} if command.rounds is None else {CAPACITY: command.rounds}
    item = Item(what=command.what, location=command.location, tracks=tracks, data=data)
    play.emit(command.who, ItemGained(name=new_name(play, command.what), item=item))


@command("Reload a weapon whose rounds are counted, which costs the turn's action.", by="owner", scene=True)
def reload(play: Play, command: Reload) -> None:
    """CE-ACT-34: a weapon whose rounds are counted is full again, for the turn's action."""
    who, item = command.who, hands.thing(play, command.who, command.weapon)
    weapon = play.character(who).items[item]
    capacity = WeaponData.of(weapon).capacity
    missing = (capacity or 0) - weapon.tracks.get(ROUNDS, 0)
    if capacity is None:
        play.refuse("CE-ACT-34", "Nobody counts the rounds of that weapon; there is nothing to reload.")
    elif missing <= 0:
        play.refuse("CE-ACT-34", "That weapon is full; it needs no reloading.")
    check_in_hand(play, who, item)
    actions.take(play, who, "anything else")
    with play.citing("CE-ACT-34"):
        play.emit(who, ItemWorn(name=item, track=ROUNDS, amount=missing))


def of(play: Play, who: str, item: str, mode: Mode = SINGLE_SHOT) -> Weapon:
    """CE-AUTO-01, CE-AUTO-02, CE-AUTO-06: return the weapon of an attack: by the name of its item, fired in one of its
    modes; for "" the natural one, else bare hands. A burst or spray has a Lethality rating in place of damage."""
    item = item or natural(play, who)
    if not item:
        return Weapon(damage=str(play.option("unarmed_damage")))
    data = WeaponData.of(play.character(who).items[item])
    fields = {name: getattr(data, name) for name in Weapon.__struct_fields__ if name not in ("item", "mode")}
    weapon = Weapon(item=item, mode=mode, **fields | {"weapon": data.weapon or "unarmed"})
    if mode == SINGLE_SHOT:
        return weapon
    modes = {
        "short burst": data.short_burst,
        "long burst": data.long_burst,
        "short spray": data.short_spray,
        "long spray": data.long_spray,
    }
    return msgspec.structs.replace(weapon, damage="", **selective_fire.fired(play, modes, mode))


def fire(play: Play, who: str, weapon: Weapon, times: int = 1) -> None:
    """CE-ACT-05, CE-AUTO-03, CE-AUTO-04, CE-AUTO-05: spend the rounds that so many attacks take, where the weapon's are
    counted. Refused where fewer are left."""
    loaded, fired = rounds_in(play, who, weapon), weapon.rounds * times
    if loaded is None:
        return
    if loaded < fired:
        play.refuse(
            "CE-ACT-05",
            numbered(
                "{count} round is left in it, and this takes {fired}; reload it first.",
                "{count} rounds are left in it, and this takes {fired}; reload it first.",
                loaded,
                fired=fired,
            ),
        )
    play.emit(who, ItemWorn(name=weapon.item, track=ROUNDS, amount=-min(loaded, fired)))


def rounds_in(play: Play, who: str, weapon: Weapon) -> int | None:
    """The rounds that are left in a weapon; None where nobody counts them."""
    item = play.character(who).items[weapon.item] if weapon.item and weapon.ranged else None
    return None if item is None else item.tracks.get(ROUNDS)


def natural(play: Play, who: str) -> str:
    """The item that stands for what a character strikes with where they hold nothing; "" where there is none."""
    items = play.where(who, "items", BODY)
    return min((name for name in items if WeaponData.of(items[name]).weapon == "unarmed"), default="")


def name_of(play: Play, who: str, word: str) -> str:
    """The item that a character attacks with, by its name or what it is; "" for bare hands. Refused where it is no weapon,
    not in hand, or does not work."""
    if not word:
        return ""
    item = hands.thing(play, who, word)
    thing = play.character(who).items[item]
    if WeaponData.of(thing).weapon is None:
        play.refuse(
            "CE-ACT-04", "The {thing} has not been entered as a weapon; do that with enter_weapon.", thing=thing.what
        )
    check_in_hand(play, who, item)
    if thing.tracks.get(JAMMED, 0) > 0:
        play.refuse(
            "CE-ATK-04",
            numbered(
                "The {thing} does not work; it takes {count} more turn to fix.",
                "The {thing} does not work; it takes {count} more turns to fix.",
                thing.tracks[JAMMED],
                thing=thing.what,
            ),
        )
    return item


def check_in_hand(play: Play, who: str, item: str) -> None:
    """CE-ACT-34: refuse what is done with a weapon that is neither in a character's hands nor part of them."""
    thing = play.character(who).items[item]
    if thing.location not in (*hands.HANDS, BODY):
        play.refuse("CE-ACT-34", "The {thing} is not in their hands; it has to be taken up first.", thing=thing.what)


def is_ready(play: Play, who: str, item: str) -> bool:
    """Whether a weapon is in hand or part of a character, and works; bare hands always are."""
    thing = play.character(who).items.get(item)
    if thing is None:
        return not item
    return thing.location in (*hands.HANDS, BODY) and thing.tracks.get(JAMMED, 0) <= 0


def melee_held(play: Play, who: str) -> list[str]:
    """The weapons for hand-to-hand fighting that a character has in hand and that work."""
    items = play.character(who).items
    return [
        name
        for name in hands.in_hands(play, who)
        if WeaponData.of(items[name]).weapon == "melee" and items[name].tracks.get(JAMMED, 0) <= 0
    ]


OPTIONS = (
    OptionSpec(
        name="unarmed_damage",
        default="",
        text="The damage of a punch or kick, as in 1d4-1; the text names none, so the group enters it.",
        rules=("CE-RULING-23",),
    ),
)
