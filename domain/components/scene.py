"""The components of an encounter: whose turn it is, where everything stands, and what lies between."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.components.anchors import AnyAnchor
from domain.components.base import Instance


class TurnEntry(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A place in the order of turns: a creature, a horde, the environment, an extra turn, a simultaneous group.

    `subject` is the creature's reference ("" for the environment). Entries act from the highest `initiative` down;
    `tiebreak` orders equal ones, and equal tiebreaks act at the same time. `state` is the system's word for what is
    left of the turn (waiting, delayed, held, done). `moved` is how far it moved in its last turn.
    """

    subject: str = ""
    kind: str = "creature"
    initiative: int = 0
    tiebreak: int = 0
    state: str = ""
    members: tuple[str, ...] = ()
    budget: dict[str, int] = {}
    moved: int = 0


class Pace(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The encounter's place in time; named `now`. `active` is the set of turn entries whose turn it is."""

    round: int = 0
    phase: str = ""
    active: tuple[str, ...] = ()
    state: Literal["preparing", "running", "ended"] = "preparing"


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


class Area(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A place of the map, with the places one may go to from it and what it is like there."""

    borders: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    light: str = ""


class Zone(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An effect that fills part of the map: fire, fog, a kill radius, a terror-inducing aim. `known_to` limits who reckons with it."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    areas: tuple[str, ...] = ()
    squares: tuple[tuple[int, int], ...] = ()
    source: str = ""
    until: AnyAnchor | None = None
    known_to: tuple[str, ...] = ()


class Prop(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An object of the scene that has no sheet: a door, a barrel, a wall, with its own tracks."""

    kind: str
    area: str = ""
    tracks: dict[str, int] = {}
    tags: tuple[str, ...] = ()


class Crowd(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """People or creatures counted and not kept one by one."""

    kind: str
    count: int
    area: str = ""
    morale: int = 0
