"""Positions, areas, zones, props and crowds: the map of an encounter and what is on it."""

from __future__ import annotations

from typing import ClassVar, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import (
    Audience,
    Component,
    Event,
    EventCategory,
    Instance,
    Scalar,
    changed,
    created,
    gone,
    present,
)


class Position(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The place of something: in an area of the map, or on squares (`x`, `y`, bottom left). Named as its turn entry or
    thing.

    `size` is its width in squares or the system's size step; `height` above the ground in the system's unit.
    """

    narrowed_by: ClassVar[str | None] = "area"

    subject: str = ""
    area: str = ""
    x: int | None = None
    y: int | None = None
    height: int = 0
    size: int = 1
    facing: str = ""


class PositionChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a position."""

    component: ClassVar[str] = "positions"
    kind: ClassVar[EventCategory] = EventCategory.MOVE


class Placed(PositionChange, frozen=True, kw_only=True, omit_defaults=True, tag="placed"):
    """It came to be."""

    position: Position


class Moved(PositionChange, frozen=True, kw_only=True, omit_defaults=True, tag="moved"):
    """Some of its fields were set to decided values."""

    area: str | UnsetType = UNSET
    x: int | UnsetType | None = UNSET
    y: int | UnsetType | None = UNSET
    height: int | UnsetType = UNSET
    size: int | UnsetType = UNSET
    facing: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class TakenOff(PositionChange, frozen=True, kw_only=True, omit_defaults=True, tag="taken_off"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyPositionChange = Placed | Moved | TakenOff


def evolve_position(position: Position | None, event: AnyPositionChange) -> Position | None:
    """A position after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case Placed():
            return created(position, event, event.position)
        case Moved():
            return changed(position, event)
        case TakenOff():
            gone(position, event)
            return None
        case _:
            assert_never(event)


POSITIONS = Component(Position, get_args(AnyPositionChange), evolve_position)


class Area(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A place of the map, with the places one may go to from it and what it is like there."""

    borders: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    light: str = ""


class AreaChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a place of the map."""

    component: ClassVar[str] = "areas"
    kind: ClassVar[EventCategory] = EventCategory.MOVE


class AreaDrawn(AreaChange, frozen=True, kw_only=True, omit_defaults=True, tag="area_drawn"):
    """It came to be."""

    area: Area


class AreaChanged(AreaChange, frozen=True, kw_only=True, omit_defaults=True, tag="area_changed"):
    """Some of its fields were set to decided values."""

    borders: tuple[str, ...] | UnsetType = UNSET
    terrain: tuple[str, ...] | UnsetType = UNSET
    light: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class AreaErased(AreaChange, frozen=True, kw_only=True, omit_defaults=True, tag="area_erased"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyAreaChange = AreaDrawn | AreaChanged | AreaErased


def evolve_area(area: Area | None, event: AnyAreaChange) -> Area | None:
    """A place of the map after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case AreaDrawn():
            return created(area, event, event.area)
        case AreaChanged():
            return changed(area, event)
        case AreaErased():
            gone(area, event)
            return None
        case _:
            assert_never(event)


AREAS = Component(Area, get_args(AnyAreaChange), evolve_area)


class Zone(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An effect that fills part of the map: fire, fog, a kill radius, a terror-inducing aim. `known_to` limits who reckons with it."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    areas: tuple[str, ...] = ()
    squares: tuple[tuple[int, int], ...] = ()
    source: str = ""
    until: AnyAnchor | None = None
    known_to: tuple[str, ...] = ()


class ZoneChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a zone."""

    component: ClassVar[str] = "zones"
    kind: ClassVar[EventCategory] = EventCategory.MOVE


class ZoneOpened(ZoneChange, frozen=True, kw_only=True, omit_defaults=True, tag="zone_opened"):
    """It came to be."""

    zone: Zone


class ZoneChanged(ZoneChange, frozen=True, kw_only=True, omit_defaults=True, tag="zone_changed"):
    """Some of its fields were set to decided values."""

    areas: tuple[str, ...] | UnsetType = UNSET
    squares: tuple[tuple[int, int], ...] | UnsetType = UNSET
    until: AnyAnchor | UnsetType | None = UNSET
    known_to: tuple[str, ...] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class ZoneClosed(ZoneChange, frozen=True, kw_only=True, omit_defaults=True, tag="zone_closed"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyZoneChange = ZoneOpened | ZoneChanged | ZoneClosed


def evolve_zone(zone: Zone | None, event: AnyZoneChange) -> Zone | None:
    """A zone after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case ZoneOpened():
            return created(zone, event, event.zone)
        case ZoneChanged():
            return changed(zone, event)
        case ZoneClosed():
            gone(zone, event)
            return None
        case _:
            assert_never(event)


ZONES = Component(Zone, get_args(AnyZoneChange), evolve_zone, anchor="until")


class Prop(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An object of the scene that has no sheet: a door, a barrel, a wall, with its own tracks."""

    kind: str
    area: str = ""
    tracks: dict[str, int] = {}
    tags: tuple[str, ...] = ()


class PropChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an object of the scene."""

    component: ClassVar[str] = "props"
    kind: ClassVar[EventCategory] = EventCategory.MOVE


class PropSet(PropChange, frozen=True, kw_only=True, omit_defaults=True, tag="prop_set"):
    """It came to be."""

    prop: Prop


class PropChanged(PropChange, frozen=True, kw_only=True, omit_defaults=True, tag="prop_changed"):
    """Some of its fields were set to decided values."""

    area: str | UnsetType = UNSET
    tags: tuple[str, ...] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class PropWorn(PropChange, frozen=True, kw_only=True, omit_defaults=True, tag="prop_worn"):
    """One of its tracks rose or fell."""

    kind: ClassVar[EventCategory] = EventCategory.WOUND

    track: str
    amount: int


class PropRemoved(PropChange, frozen=True, kw_only=True, omit_defaults=True, tag="prop_removed"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyPropChange = PropSet | PropChanged | PropWorn | PropRemoved


def evolve_prop(prop: Prop | None, event: AnyPropChange) -> Prop | None:
    """An object of the scene after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case PropSet():
            return created(prop, event, event.prop)
        case PropChanged():
            return changed(prop, event)
        case PropWorn():
            return replace(
                here := present(prop, event),
                tracks={**here.tracks, event.track: here.tracks.get(event.track, 0) + event.amount},
            )
        case PropRemoved():
            gone(prop, event)
            return None
        case _:
            assert_never(event)


PROPS = Component(Prop, get_args(AnyPropChange), evolve_prop)


class Crowd(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """People or creatures counted and not kept one by one."""

    kind: str
    count: int
    area: str = ""
    morale: int = 0


class CrowdChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a crowd."""

    component: ClassVar[str] = "crowds"
    kind: ClassVar[EventCategory] = EventCategory.ROSTER


class CrowdGathered(CrowdChange, frozen=True, kw_only=True, omit_defaults=True, tag="crowd_gathered"):
    """It came to be."""

    crowd: Crowd


class CrowdChanged(CrowdChange, frozen=True, kw_only=True, omit_defaults=True, tag="crowd_changed"):
    """Some of its fields were set to decided values."""

    area: str | UnsetType = UNSET
    morale: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class CrowdCounted(CrowdChange, frozen=True, kw_only=True, omit_defaults=True, tag="crowd_counted"):
    """People joined it or, below zero, left it."""

    amount: int


class CrowdDispersed(CrowdChange, frozen=True, kw_only=True, omit_defaults=True, tag="crowd_dispersed"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyCrowdChange = CrowdGathered | CrowdChanged | CrowdCounted | CrowdDispersed


def evolve_crowd(crowd: Crowd | None, event: AnyCrowdChange) -> Crowd | None:
    """A crowd after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case CrowdGathered():
            return created(crowd, event, event.crowd)
        case CrowdChanged():
            return changed(crowd, event)
        case CrowdCounted():
            return replace(here := present(crowd, event), count=here.count + event.amount)
        case CrowdDispersed():
            gone(crowd, event)
            return None
        case _:
            assert_never(event)


CROWDS = Component(Crowd, get_args(AnyCrowdChange), evolve_crowd)
