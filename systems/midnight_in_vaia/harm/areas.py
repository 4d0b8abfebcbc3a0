"""Areas of effect: impacts, which travel and strike what lies in their way, and what engulfs."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight
from domain.play.adjusting import at_least
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.log import Noted
from domain.vocabulary.maps import Zone, ZoneOpened
from systems.freeform.fields import Key, Notation, Number
from systems.midnight_in_vaia.encounter import rounds, vulnerable
from systems.midnight_in_vaia.fields import Called
from systems.midnight_in_vaia.harm import damage, lines, maims, objects
from systems.midnight_in_vaia.harm.damage import Damage, Effects
from systems.midnight_in_vaia.harm.effects import AnyEffect, Rounds
from systems.midnight_in_vaia.harm.sensitivities import DamageType, Rating, TypeOfDamage

Square = tuple[Number, Number]


class _Areas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chance of a maim, in hundred."""

    maim_chance: int


_TABLE: Final = table(__package__, "areas", _Areas)


class Met(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An obstacle in the way: a character, or an object of the scene."""

    who: CharacterRef = ""
    thing: Annotated[
        str, Meta(description="An object of the scene, by its name or what it is called; empty: a character")
    ] = ""


class AffectArea(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`amount` of damage and what the `roll` shows, for each whom the area affects."""

    what: Called
    type: TypeOfDamage
    amount: Annotated[Damage, Meta(description="The damage to each whom the area affects, beside what is rolled")] = 0
    roll: Annotated[Notation, Meta(description="The dice that are rolled for each of them")] = ""
    rating: Rating = 1
    effects: Effects = ()
    by: CharacterRef = ""


class Impact(AffectArea, frozen=True, kw_only=True, omit_defaults=True):
    """From the square `origin` along the travel `vector`, as far as it reaches."""

    origin: Annotated[Square | None, Meta(description="The square from which it comes, along the travel vector")] = None
    vector: Annotated[
        Square | None, Meta(description="The travel vector along which it goes, as far as it reaches")
    ] = None
    along: Annotated[
        tuple[Met, ...],
        Meta(max_length=100, description="What lies along its line, in that order, where there is no map"),
    ] = ()


class Engulf(AffectArea, frozen=True, kw_only=True, omit_defaults=True):
    """Fill `squares` or `areas` of the map, for so many `rounds`."""

    squares: Annotated[tuple[Square, ...], Meta(max_length=10_000, description="The squares that it fills")] = ()
    areas: Annotated[tuple[Key, ...], Meta(description="The areas of the map that it fills")] = ()
    within: Annotated[tuple[CharacterRef, ...], Meta(description="Who is within, where there is no map")] = ()
    armor: Annotated[Damage, Meta(description="What it does to the armor of each")] = 0
    rounds: Annotated[Rounds | None, Meta(description="For how many rounds it stays")] = None


class Blow(NamedTuple):
    """The harm that an area does to each: how much of which damage, and what comes with it."""

    amount: int
    type: DamageType
    rating: int
    effects: tuple[AnyEffect, ...]
    by: str


@command("An impact travels along a line and strikes whatever lies in its way, in order.", scene=True)
def impact(play: Play, command: Impact) -> None:
    """MV-IMPC-01, MV-IMPC-02, MV-IMPC-03, MV-IMPC-04, MV-IMPC-05, MV-IMPC-06: strike what lies on the line, in order.
    An object stops the impact, unless its Durability is brought to 0; what was spent on that is gone from the damage
    for whatever comes after it."""
    encounter = fight(play)
    play.emit(encounter, Noted(name="impact", data={"what": command.what}, rules=("MV-IMPC-01",)))
    blow = _blow(play, encounter, command)
    for target in _on_the_line(play, encounter, command):
        if target.who:
            strike(play, target.who, blow)
            continue
        with play.citing("MV-IMPC-03", "MV-IMPC-04"):
            spent = objects.wear_thing(play, encounter, target.thing, blow.amount, blow.type, rating=blow.rating)
        blow = blow._replace(amount=blow.amount - spent)
        if blow.amount <= 0 or objects.thing_durability(play, encounter, target.thing) > 0:
            return


def _blow(play: Play, encounter: str, command: AffectArea) -> Blow:
    if command.rating > 1 and not damage.TYPES[command.type].rated:
        play.refuse("MV-TYPE-01", "Only Erosion, Divine and Diabolical damage have a rating; leave it out.")
    rolled = play.roll(encounter, "damage", command.roll, adjustments=(at_least(0),)).total if command.roll else 0
    return Blow(command.amount + rolled, command.type, command.rating, command.effects, command.by or command.what)


def _on_the_line(play: Play, encounter: str, command: Impact) -> tuple[Met, ...]:
    if command.origin is None and command.vector is None and command.along:
        return tuple(dict.fromkeys(_named(play, encounter, target) for target in command.along))
    if command.origin is None or command.vector is None or command.along:
        raise Refused(
            "MV-IMPC-01", "An impact has an `origin` and a `vector`, or a list of what lies `along` the line."
        )
    if command.vector == (0, 0):
        raise Refused("MV-IMPC-01", "An impact travels: give a `vector` of at least one square.")
    positions = play.encounter(encounter).positions
    line = lines.Line(command.origin, command.vector)
    reached = lines.met(line, ((name, positions[name]) for name in sorted(positions)))
    on_map = (_standing(play, encounter, name) for name in reached)
    return tuple(target for target in on_map if target is not None)


def _named(play: Play, encounter: str, target: Met) -> Met:
    if bool(target.who) == bool(target.thing):
        raise Refused("MV-IMPC-01", "Give each obstacle on the line either as `who` or as a `thing`.")
    return target if target.who else Met(thing=objects.find_thing(play, encounter, target.thing))


def _standing(play: Play, encounter: str, name: str) -> Met | None:
    """Return what stands at a position; None for what is neither a character nor an object."""
    subject = play.encounter(encounter).positions[name].subject
    if subject:
        return Met(who=subject)
    return Met(thing=name) if name in play.encounter(encounter).props else None


def strike(play: Play, who: str, blow: Blow) -> None:
    """MV-IMPC-02, MV-IMPC-05, MV-IMPC-06, ruling 31: an impact strikes a character: armor first, then Hit Points; it kills
    whom it drops to 0, and may maim who had no armor."""
    if vulnerable.is_dead(play, who):
        return
    armored = bool(objects.armor(play, who))
    vulnerable_before = vulnerable.is_vulnerable(play, who)
    left = blow.amount - _absorbed(play, who, blow) if armored else blow.amount
    if left <= 0:
        return
    harm = _harm(play, who, blow._replace(amount=left), delivered="impact")
    if not armored and harm.suffered and not vulnerable.is_dead(play, who):
        _maim(play, who, blow.by, certain=vulnerable_before)


def _absorbed(play: Play, who: str, blow: Blow) -> int:
    """MV-IMPC-02, ruling 31: return how much armor takes: as much as its Durability, which it loses; or, by the option,
    that much of every impact, and loses none."""
    with play.citing("MV-IMPC-02"):
        if play.option("impact_armor") == "flat":
            return sum(objects.armor(play, who).values())
        return objects.wear_armor(play, who, blow.amount, blow.type, rating=blow.rating)


def _harm(play: Play, who: str, blow: Blow, *, delivered: Literal["impact", "engulf"]) -> damage.Harm:
    """MV-IMPC-05, MV-ENG-04: harm a character by an area, which kills whom it drops to 0 Hit Points."""
    return damage.inflict(
        play,
        who,
        blow.amount,
        blow.type,
        by=blow.by,
        rating=blow.rating,
        stated=blow.effects,
        delivered=delivered,
        deadly="MV-IMPC-05" if delivered == "impact" else "MV-ENG-04",
    )


def _maim(play: Play, who: str, source: str, *, certain: bool) -> None:
    """MV-IMPC-06, ruling 32: maim a character who was Vulnerable, and others on 50 or less of a d100. The Story Guide says
    how and where."""
    with play.citing("MV-IMPC-06"):
        if not certain and not _is_rolled(play, who):
            return
        possible = {f"{kind} {place}": (kind, place) for kind, place in maims.possible(play, who)}
        if not possible:
            return
        prompt = "How are they maimed, and where?"
        with play.seen_by(play.character(who).profile["self"].audience):
            chosen = play.ask("maim", "gm", tuple(possible), next(iter(possible)), prompt, about=who)
        vulnerable.maim(play, who, *possible[chosen], source)


def _is_rolled(play: Play, who: str) -> bool:
    judge = {True: "maimed", False: "spared"}
    rolled = play.roll(who, "maim", "1d100", judge=lambda _, total: judge[total <= _TABLE.maim_chance])
    return rolled.outcome == "maimed"


@command("An effect fills an area and affects everybody in it, whatever they wear.", scene=True)
def engulf(play: Play, command: Engulf) -> None:
    """MV-ENG-01, MV-ENG-02, MV-ENG-03, MV-ENG-04, MV-ENG-05: it fills its area without an impact and travels freely
    around whatever stands there: nothing holds it up or takes any of it."""
    encounter = fight(play)
    if bool(command.squares or command.areas) == bool(command.within):
        raise Refused(
            "MV-ENG-01", "Give either the place that is filled, as `squares` or `areas`, or the characters `within`."
        )
    play.emit(encounter, Noted(name="engulf", data={"what": command.what}, rules=("MV-ENG-01",)))
    if command.rounds is not None:
        _fill(play, encounter, command)
    blow = _blow(play, encounter, command)
    with play.citing("MV-ENG-05"):
        for who in dict.fromkeys(command.within or _inside(play, encounter, command)):
            surround(play, who, blow, command.armor)


def _fill(play: Play, encounter: str, command: Engulf) -> None:
    zone = Zone(
        kind="engulf",
        title=command.what,
        areas=command.areas,
        squares=command.squares,
        source=command.by,
        until=rounds.lasting(play, command.rounds or 1),
    )
    play.emit(encounter, ZoneOpened(name=play.new_id("engulf"), zone=zone))


def _inside(play: Play, encounter: str, command: Engulf) -> tuple[str, ...]:
    """Return everybody who stands in the area, on any of its squares or in a place of the map that it fills."""
    positions = play.encounter(encounter).positions
    filled = set(command.squares)
    inside = (
        positions[name].subject
        for name in sorted(positions)
        if positions[name].area in command.areas or filled.intersection(lines.squares_of(positions[name]))
    )
    return tuple(dict.fromkeys(who for who in inside if who))


def surround(play: Play, who: str, blow: Blow, armor: int = 0) -> None:
    """MV-ENG-02, MV-ENG-03, MV-ENG-04, ruling 33: armor is ignored and damaged only as much as the effect says; protection
    against impacts is of no use; a character who drops to 0 Hit Points is killed."""
    if vulnerable.is_dead(play, who):
        return
    if any(objects.armor(play, who).values()):
        play.cite("MV-ENG-02")
    with play.citing("MV-ENG-02"):
        objects.wear_armor(play, who, armor, blow.type, rating=blow.rating)
    with play.citing("MV-ENG-03"):
        _harm(play, who, blow, delivered="engulf")


OPTIONS = (
    OptionSpec(
        name="impact_armor",
        default="durability",
        choices=("durability", "flat"),
        text="How armor takes an impact: its Durability is reduced first, or it takes as much of every impact.",
        rules=("MV-IMPC-02", "MV-RULING-31"),
    ),
)
