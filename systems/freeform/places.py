"""The map: its places, where everybody stands, and what fills part of it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import find, hold_on, id_of, new_name
from domain.play import moments
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.base import Audience
from domain.vocabulary.maps import (
    Area,
    AreaChanged,
    AreaDrawn,
    Moved,
    Placed,
    Position,
    TakenOff,
    ZoneClosed,
    ZoneOpened,
)
from domain.vocabulary.maps import Zone as Effect
from systems.freeform.fields import Because, Data, Key, Number, Source, Until, Word

AREA = "area"


class OnMap(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A creature, by `who`, or any other `thing` by its name on the map."""

    who: Annotated[CharacterRef, Meta(description="The creature, where it is one")] = ""
    thing: Annotated[str, Meta(description="Any other thing, by its name on the map")] = ""


class Standing(OnMap, frozen=True, kw_only=True, omit_defaults=True):
    """In an `area` of the map, or on squares: `x` counts them to the right and `y` upwards, to its bottom left one.
    Fields that are left out stay as they are."""

    area: Annotated[str | UnsetType, Meta(description="The area of the map, where it is on no square")] = UNSET
    x: Annotated[
        Number | UnsetType,
        Meta(description="The square's place to the right; of a large one, that of its bottom left square"),
    ] = UNSET
    y: Annotated[
        Number | UnsetType,
        Meta(description="The square's place upwards; of a large one, that of its bottom left square"),
    ] = UNSET
    height: Annotated[Number | UnsetType, Meta(description="How far above the ground, in the game's unit")] = UNSET
    facing: Annotated[str | UnsetType, Meta(description="Where it looks, in the game's words")] = UNSET


class Place(Standing, frozen=True, kw_only=True, omit_defaults=True):
    """`size` is its width in squares, or the game's size step."""

    size: Annotated[Number, Meta(description="Its width in squares, or the game's size step")] = 1


class TakeOff(OnMap, frozen=True, kw_only=True, omit_defaults=True):
    """It is no longer on the map."""

    because: Because = ""


class DrawArea(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A new place, or what an old one is like now: what is left out stays."""

    area: Word
    borders: Annotated[tuple[str, ...] | UnsetType, Meta(description="The places one may go to from it")] = UNSET
    terrain: Annotated[
        tuple[str, ...] | UnsetType, Meta(description="What the ground is like, in the game's words")
    ] = UNSET
    light: Annotated[str | UnsetType, Meta(description="What the light is like, in the game's words")] = UNSET
    title: str | UnsetType = UNSET


class Zone(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`kind` is what fills the areas or squares: fire, fog, a killing field."""

    kind: Annotated[Word, Meta(description="What fills the areas or squares: fire, fog, a killing field")]
    areas: Annotated[tuple[str, ...], Meta(description="The areas that it fills, by name")] = ()
    squares: Annotated[
        tuple[tuple[int, int], ...], Meta(description="The squares that it fills, as pairs of x and y")
    ] = ()
    source: Source = ""
    until: Until = None
    known_to: Annotated[tuple[CharacterRef, ...], Meta(description="The characters who know of it")] = ()
    title: str = ""
    hidden: bool = False
    data: Data = {}


class CloseZone(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`zone` is its name."""

    zone: Annotated[Key, Meta(description="Its name")]
    because: Because = ""


@command("Put a character or a thing on the map.", by="owner", scene=True, rules=(AREA,))
def place(play: Play, command: Place) -> None:
    """Put a character or a thing on the map."""
    encounter = fight(play)
    audience: Audience = "all"
    if command.who:
        audience = play.character(command.who).profile["self"].audience
    where = _where(play, encounter, command)
    if not where:
        raise Refused("place", "Say where: an `area` of the map, or squares by `x` and `y`.")
    position = Position(subject=command.who, size=command.size, audience=audience, **where)
    play.emit(encounter, Placed(name=_name(command), position=position))


@command("Move a character or a thing on the map.", by="owner", scene=True, rules=(AREA,))
def move(play: Play, command: Standing) -> None:
    """Move a character or a thing; no rule here says how far it may go."""
    encounter = fight(play)
    where = _where(play, encounter, command)
    if not where:
        raise Refused("place", "Say where to: an `area` of the map, squares by `x` and `y`, a `height` or a `facing`.")
    play.emit(encounter, Moved(name=_name(command), **where))


@command("Take a character or a thing off the map.", by="owner", scene=True)
def take_off(play: Play, command: TakeOff) -> None:
    """Take a character or a thing off the map."""
    play.emit(fight(play), TakenOff(name=_name(command), because=command.because))


@command("Draw a place of the map, or change what it is like.", scene=True)
def draw_area(play: Play, command: DrawArea) -> None:
    """A place of the map is drawn, or drawn anew."""
    encounter = fight(play)
    given = _given(command, "borders", "terrain", "light", "title")
    if command.area in play.encounter(encounter).areas:
        play.emit(encounter, AreaChanged(name=command.area, **given))
    else:
        play.emit(encounter, AreaDrawn(name=command.area, area=Area(**given)))


@command("Let something fill part of the map: fire, fog, a killing field.", scene=True, rules=(AREA,))
def zone(play: Play, command: Zone) -> None:
    """A zone fills part of the map."""
    encounter = fight(play)
    until = hold_on(play, command.until)
    _check_areas(play, encounter, command.areas)
    effect = Effect(
        kind=command.kind,
        areas=command.areas,
        squares=command.squares,
        source=command.source,
        until=until,
        known_to=command.known_to,
        title=command.title,
        audience="gm" if command.hidden else "all",
        data=command.data,
    )
    play.emit(encounter, ZoneOpened(name=new_name(play, command.kind), zone=effect))


@command("What filled part of the map is gone.", scene=True)
def close_zone(play: Play, command: CloseZone) -> None:
    """It clears away, and whatever came of it ends."""
    encounter = fight(play)
    name = find(play, encounter, "zones", command.zone)
    play.emit(encounter, ZoneClosed(name=name, because=command.because))
    moments.settle(play, f"{encounter}.zones.{name}")


def _name(command: OnMap) -> str:
    if bool(command.who) == bool(command.thing):
        raise Refused("place", "Give either a character as `who` or a thing as `thing`.")
    return id_of(command.who) or command.thing


def _where(play: Play, encounter: str, command: Standing) -> dict[str, Any]:
    where = _given(command, "area", "x", "y", "height", "facing")
    if ("x" in where) != ("y" in where):
        raise Refused("place", "Squares have an `x` and a `y`; give both.")
    _check_areas(play, encounter, (where["area"],) if where.get("area") else ())
    return where


def _given(command: Command, *fields: str) -> dict[str, Any]:
    return {field: value for field in fields if (value := getattr(command, field)) is not UNSET}


def _check_areas(play: Play, encounter: str, areas: tuple[str, ...]) -> None:
    """Places that nobody has drawn are refused, unless no map is drawn at all."""
    known = play.encounter(encounter).areas
    unknown = [area for area in areas if area not in known]
    if unknown and len(known):
        play.refuse(
            AREA,
            "There is no {unknown} on the map; draw it first, or name a place that is there.",
            unknown=", ".join(unknown),
        )
