"""Events of an encounter: order, pace, places, zones, props and crowds."""

from __future__ import annotations

from typing import ClassVar, Literal, assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.components.anchors import AnyAnchor
from domain.components.base import Audience, Scalar
from domain.components.scene import Area, Crowd, Pace, Position, Prop, TurnEntry, Zone
from domain.events.base import Event, Kind, changed, created, gone, present


class OrderChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a place in the order of turns."""

    component: ClassVar[str] = "order"
    kind: ClassVar[Kind] = Kind.TURN


class TurnEntered(OrderChange, frozen=True, kw_only=True, omit_defaults=True, tag="turn_entered"):
    """It came to be."""

    turn: TurnEntry


class TurnChanged(OrderChange, frozen=True, kw_only=True, omit_defaults=True, tag="turn_changed"):
    """Some of its fields were set to decided values."""

    initiative: int | UnsetType = UNSET
    tiebreak: int | UnsetType = UNSET
    state: str | UnsetType = UNSET
    members: tuple[str, ...] | UnsetType = UNSET
    budget: dict[str, int] | UnsetType = UNSET
    moved: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class BudgetSpent(OrderChange, frozen=True, kw_only=True, omit_defaults=True, tag="budget_spent"):
    """Part of this turn's budget (actions, slots) was used; below zero, it came back."""

    kind: ClassVar[Kind] = Kind.SPEND

    budget: str
    amount: int = 1


class TurnLeft(OrderChange, frozen=True, kw_only=True, omit_defaults=True, tag="turn_left"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyOrderChange = TurnEntered | TurnChanged | BudgetSpent | TurnLeft


def evolve_turn(turn: TurnEntry | None, event: AnyOrderChange) -> TurnEntry | None:
    """A place in the order of turns after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case TurnEntered():
            return created(turn, event, event.turn)
        case TurnChanged():
            return changed(turn, event)
        case BudgetSpent():
            return replace(
                here := present(turn, event),
                budget={**here.budget, event.budget: here.budget.get(event.budget, 0) - event.amount},
            )
        case TurnLeft():
            gone(turn, event)
            return None
        case _:
            assert_never(event)


class PaceChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to the encounter's pace."""

    component: ClassVar[str] = "pace"
    kind: ClassVar[Kind] = Kind.TURN


class EncounterBegun(PaceChange, frozen=True, kw_only=True, omit_defaults=True, tag="encounter_begun"):
    """It came to be."""

    pace: Pace


class TurnPassed(PaceChange, frozen=True, kw_only=True, omit_defaults=True, tag="turn_passed"):
    """Some of its fields were set to decided values."""

    round: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    active: tuple[str, ...] | UnsetType = UNSET
    state: Literal["preparing", "running", "ended"] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class PaceDropped(PaceChange, frozen=True, kw_only=True, omit_defaults=True, tag="pace_dropped"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyPaceChange = EncounterBegun | TurnPassed | PaceDropped


def evolve_pace(pace: Pace | None, event: AnyPaceChange) -> Pace | None:
    """The encounter's pace after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case EncounterBegun():
            return created(pace, event, event.pace)
        case TurnPassed():
            return changed(pace, event)
        case PaceDropped():
            gone(pace, event)
            return None
        case _:
            assert_never(event)


class PositionChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a position."""

    component: ClassVar[str] = "positions"
    kind: ClassVar[Kind] = Kind.MOVE


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


class AreaChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a place of the map."""

    component: ClassVar[str] = "areas"
    kind: ClassVar[Kind] = Kind.MOVE


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


class ZoneChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a zone."""

    component: ClassVar[str] = "zones"
    kind: ClassVar[Kind] = Kind.MOVE


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


class PropChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an object of the scene."""

    component: ClassVar[str] = "props"
    kind: ClassVar[Kind] = Kind.MOVE


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

    kind: ClassVar[Kind] = Kind.WOUND

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


class CrowdChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a crowd."""

    component: ClassVar[str] = "crowds"
    kind: ClassVar[Kind] = Kind.ROSTER


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
