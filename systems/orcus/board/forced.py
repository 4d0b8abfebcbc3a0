"""Unwilling movement: pushed away, pulled nearer or shunted, up to what is in the way, into hazards and over ledges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.maps.forced import Force, is_stopped, leads, steps_of
from domain.kit.maps.paths import MapGround
from domain.kit.maps.squares import Space, Square, squares_of
from domain.messages import numbered, text
from domain.play.play import Play
from systems.orcus.board.moving import place_of, step
from systems.orcus.board.places import height_of
from systems.orcus.board.terrain import filled, floor_under, ground_for, modes_of
from systems.orcus.fields import At, Path, Squares
from systems.orcus.rolls.saves import save
from systems.orcus.sheet.conditions import PRONE, can_be_moved

RULE: Final[dict[Force, str]] = {"push": "OR-FORC-04", "pull": "OR-FORC-05", "slide": "OR-FORC-06"}
"""The rule of each unwilling movement; a shunt is a slide."""

WAIVE: Final = "waive"
"""The answer of who goes along without a save."""


class Pressure(NamedTuple):
    """An unwilling movement: how it leads, where it comes from, and how many squares it covers."""

    how: Force
    origin: Space
    far: int


class ForceMove(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Move a character, whether they want it or not."""

    who: CharacterRef
    by: Annotated[CharacterRef, Meta(description="Who moves them, and chooses the way")] = ""
    squares: Squares
    path: Path = ()
    origin: (
        Annotated[At, Meta(description="Where it comes from, where that is not the space of who does it")] | None
    ) = None


@command("Push a character away.", scene=True, name="push")
def push_by_hand(play: Play, command: ForceMove) -> None:
    """OR-FORC-01, OR-FORC-04: every step leads away from where it comes from."""
    push(play, command.who, _origin(play, command), command.squares, _way(command))


@command("Pull a character nearer.", scene=True, name="pull")
def pull_by_hand(play: Play, command: ForceMove) -> None:
    """OR-FORC-01, OR-FORC-05: every step leads towards where it comes from."""
    pull(play, command.who, _origin(play, command), command.squares, _way(command))


@command("Shunt a character in any direction.", scene=True, name="shunt")
def shunt_by_hand(play: Play, command: ForceMove) -> None:
    """OR-FORC-01, OR-FORC-06: the steps lead wherever who does it likes."""
    shunt(play, command.who, command.squares, _way(command))


def _origin(play: Play, command: ForceMove) -> Space:
    return place_of(play, command.by) if command.origin is None else Space(Square(*command.origin))


def _way(command: ForceMove) -> tuple[Square, ...]:
    return tuple(Square(*at) for at in command.path)


def push(play: Play, target: str, origin: Space, far: int, path: Sequence[Square] = ()) -> int:
    """OR-FORC-04: move a character so many squares away from an origin; how many it came to."""
    return force(play, target, Pressure("push", origin, far), path)


def pull(play: Play, target: str, origin: Space, far: int, path: Sequence[Square] = ()) -> int:
    """OR-FORC-05: move a character so many squares towards an origin; how many it came to."""
    return force(play, target, Pressure("pull", origin, far), path)


def shunt(play: Play, target: str, far: int, path: Sequence[Square] = ()) -> int:
    """OR-FORC-06: move a character so many squares along a way; how many it came to."""
    return force(play, target, Pressure("slide", place_of(play, target), far), path)


def force(play: Play, target: str, pressure: Pressure, path: Sequence[Square] = ()) -> int:
    """OR-FORC-01, OR-FORC-02, OR-FORC-03, ruling 53: move a character against their will; how many squares it came to.

    Without a path it is a straight way. An obstacle ends it; before the first hazardous square there is one save.
    """
    with play.citing(RULE[pressure.how]):
        if not can_be_moved(play, target):
            play.cite("OR-COND-16")
            return 0
        way = path or _straight(play, target, pressure)
        _check_way(play, target, pressure, way)
        return _along(play, target, way)


def _ground(play: Play, target: str) -> MapGround:
    """OR-FORC-02: return the ground of a forced movement: everybody else, walls, and places that need another mode of
    movement stop it."""
    can_rise = modes_of(play, target) & {"fly", "climb"}
    return ground_for(play, target, "climb" if can_rise else "walk", forced=True)


def _straight(play: Play, target: str, pressure: Pressure) -> tuple[Square, ...]:
    """The way that nobody chose: step by step as near as can be to the line from the origin; a shunt has none."""
    how, origin, far = pressure
    space, ground = place_of(play, target), _ground(play, target)
    (x, y), (a, b) = space.corner, origin.corner

    def aside(corner: Square) -> int:
        return abs((corner.x - x) * (y - b) - (corner.y - y) * (x - a))

    way: tuple[Square, ...] = ()
    while how != "slide" and len(way) < far and (onward := steps_of(how, space, origin, ground)):
        space = space.at(min(onward, key=aside))
        way = (*way, space.corner)
    return way


def _check_way(play: Play, target: str, pressure: Pressure, way: Sequence[Square]) -> None:
    """OR-FORC-04, OR-FORC-05, OR-FORC-06: refuse a way that leads otherwise than it may, and one of other than so many squares.

    A way may be shorter where something is in its way, or where nothing leads further; a shunt may always be.
    """
    how, origin, far = pressure
    here, ground = place_of(play, target), _ground(play, target)
    for corner in way:
        if not leads(how, here, corner, origin):
            where = {"push": text("away from"), "pull": text("towards"), "slide": text("adjacent to")}[how]
            play.refuse(
                RULE[how],
                "The step to {x}, {y} does not lead {where} where it comes from.",
                x=corner.x,
                y=corner.y,
                where=where,
            )
        if not ground.lets(here, corner.x - here.corner.x, corner.y - here.corner.y):
            return
        here = here.at(corner)
    goes_on = steps_of(how, here, origin, ground) and not is_stopped(how, here, origin, ground)
    if len(way) > far or (len(way) < far and how != "slide" and goes_on):
        sentence = numbered(
            "The way has {count} square; they are moved {far}.",
            "The way has {count} squares; they are moved {far}.",
            len(way),
            far=far,
        )
        play.refuse(RULE[how], sentence)


def _along(play: Play, target: str, way: Sequence[Square]) -> int:
    """Move a character along a way, as far as it goes; how many squares that is."""
    saved = False
    for taken, corner in enumerate(way):
        here, ground = place_of(play, target), _ground(play, target)
        if not ground.lets(here, corner.x - here.corner.x, corner.y - here.corner.y):
            play.cite("OR-FORC-02")
            return taken
        if not saved and _is_hazardous(play, target, here.at(corner)):
            saved = True
            if _saves(play, target):
                conditions.gain(play, target, PRONE, rules=("OR-FORC-03",))
                return taken
        if not step(play, target, corner, "forced"):
            return taken + (place_of(play, target) == here.at(corner))
    return len(way)


def _is_hazardous(play: Play, target: str, space: Space) -> bool:
    """OR-FORC-03, ruling 53: whether a space is hazardous for who does not fly over it: by its terrain, or as a drop."""
    here, height = place_of(play, target), height_of(play, target)
    if height > floor_under(play, here):
        return False
    hazards = filled(play, "hazard")
    return any(square in hazards for square in squares_of(space)) or floor_under(play, space) < height


def _saves(play: Play, target: str) -> bool:
    """OR-FORC-03, ruling 53: whether a character saves before they are moved into a hazard; they may waive it."""
    options = ("save", WAIVE)
    prompt = "Do they save, or let themselves be moved?"
    if play.offer("edge", target, options, "save", prompt, about=target, price="the save") == WAIVE:
        return False
    with play.citing("OR-FORC-03"):
        return save(play, target, tags=frozenset({"hazard"}))
